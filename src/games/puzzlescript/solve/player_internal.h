/* One search of the automated player, which can be run in slices; and what it looks at.
 */
#ifndef PLAYER_INTERNAL_H
#define PLAYER_INTERNAL_H

#include "analyse/analyse_internal.h"

/* width.c: what is left of the win conditions, in counts, and the class of the state. */
struct ps_width;
lw_status lw_ps_width_create(const struct lw_ps_game *game,
                             const struct lw_ps_level *level,
                             const struct lw_alloc *alloc, struct ps_width **out,
                             struct lw_error *err) LW_MUST_CHECK;
void lw_ps_width_destroy(struct ps_width *width);
uint32_t lw_ps_width_left(struct ps_width *width, const uint8_t *state, uint64_t *key);
/* 1 to 3, see there; remembers the state's facts. parent may be NULL. */
int lw_ps_width_rank(struct ps_width *width, uint64_t key, const uint8_t *state,
                     const uint8_t *parent, bool same_class);
/* About what the last rank cost, in the engine's unit of work. */
uint64_t lw_ps_width_work(const struct ps_width *width);

struct ps_item {
    float score;
    uint32_t state;
};

struct ps_node {
    uint32_t parent;
    uint8_t move; /* that led here */
    bool expanded;
};

struct ps_player {
    const struct lw_alloc *alloc;
    struct lw_meter *meter;
    struct lw_play *play;
    struct lw_ps_engine *engine;
    struct ps_evaluator *evaluator; /* NULL: not looked at, as the three that follow */
    struct ps_cost *cost;
    struct ps_novelty *novelty;
    struct ps_width *width;
    enum lw_ps_strategy strategy;
    lw_step_move moves[8];
    size_t n_moves;
    bool quiet; /* a turn that changes no object changes nothing */
    struct lw_state_set seen;
    struct ps_node *nodes; /* [state] */
    size_t nodes_cap;
    struct ps_item *heap;
    size_t n_heap, heap_cap;
    uint8_t *state, *child;
    uint64_t parent_key; /* class of the state being expanded */
    uint8_t *walker;  /* the player's bits of a state; NULL: every position by itself */
    uint32_t *region; /* positions of the arrangement being expanded */
    size_t n_region, region_cap;
    uint32_t won_from;
    lw_step_move won_by;
    uint64_t work;      /* done so far, about in the engine's unit */
    uint64_t checked;   /* work at the last look at the clock */
    uint32_t depth;     /* breadth-first: of the state being expanded */
    uint32_t layer_end; /* first state of the next depth */
    bool incomplete;    /* a turn was left out for what it costs */
    struct lw_ps_playout *out;
};

lw_status lw_ps_player_open(struct ps_player *player, const struct lw_ps_playing *playing,
                            struct lw_error *err) LW_MUST_CHECK;
/* Until it has done so much work more, or has ended: then out->outcome or out->stop says
 * how. False: it has ended. */
bool lw_ps_player_run(struct ps_player *player, uint64_t work);
/* The line that won. */
void lw_ps_player_moves(const struct ps_player *player, struct lw_buffer *moves);
void lw_ps_player_close(struct ps_player *player);

#endif
