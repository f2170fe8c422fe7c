/* One goal placement at a time, states as bytes: for rooms too large for the graph, and
 * the paper's own search. */
#ifndef SOKOBAN_FARTHEST_PLAIN_H
#define SOKOBAN_FARTHEST_PLAIN_H

#include "make/farthest/farthest.h"

/* A state: the boxes in ascending order, then the least square of the player's region. */
typedef uint8_t far_state[FAR_MAX_BOXES + 1];

struct far_plain {
    const struct lw_alloc *alloc;
    const struct far_map *map;
    uint32_t n_boxes;
    bool whole_lines; /* steps are lines; else pushes */
    bool skip_slippery;
    uint64_t max_states;
    const struct lw_meter *meter;
    struct lw_state_set seen;
    uint32_t *parent; /* [state]: the state it was pulled from */
    size_t parent_cap;
};

struct far_plain_result {
    uint32_t length;
    far_state farthest; /* one of the farthest starts */
    uint8_t player;     /* the square that its solution begins on */
    uint64_t n_states;
    bool cut; /* a limit ended the search: there may be farther ones */
};

void lw_sok_far_plain_init(struct far_plain *plain, const struct far_setting *setting,
                           uint64_t max_states, const struct lw_alloc *alloc,
                           const struct lw_meter *meter);
void lw_sok_far_plain_free(struct far_plain *plain);

/* Both searches end at the plain's max_states, and soon after the meter's time is over,
 * with the farthest so far; a few thousand states are always looked at. */

/* Breadth first with every state kept. solution (may be NULL) gets the moves from the
 * farthest start. */
lw_status lw_sok_far_plain_search(struct far_plain *plain, const uint8_t *goals,
                                  struct lw_rng *rng, struct far_plain_result *result,
                                  struct lw_buffer *solution,
                                  struct lw_error *err) LW_MUST_CHECK;

/* SEARCH of Taylor's Appendix A: only three frontiers in memory; each layer repeats the
 * search from the goals to find out what was met before. */
lw_status lw_sok_far_plain_frontiers(struct far_plain *plain, const uint8_t *goals,
                                     struct lw_rng *rng, struct far_plain_result *result,
                                     struct lw_buffer *solution,
                                     struct lw_error *err) LW_MUST_CHECK;

/* Writes the pushes that lead from one state's boxes to those it was pulled from, in one
 * line; the player walks up first and stands behind the box after. */
void lw_sok_far_write_step(const struct far_map *map, uint32_t n_boxes,
                           const uint8_t *from, const uint8_t *to, uint8_t *player,
                           struct lw_buffer *out);

#endif
