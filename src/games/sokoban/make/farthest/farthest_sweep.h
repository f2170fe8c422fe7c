/* A sweep: every state that lies before some goals, or after some start, breadth first
 * and packed, so that rooms with five to eight boxes are searched to the end.
 *
 * Box sets are numbered by rank among the squares that a box can ever stand on; one word
 * or two a set hold the squares that the player has been seen on. A state is therefore
 * known by one look at a table, and the walk of a player is followed once a state, not
 * once an edge. Going backward from goals gives the farthest start, going forward from a
 * start the farthest goals; in turns they find how far apart two states can be (the
 * double sweep that Crescenzi et al., 2013, use for the diameter of large graphs). */
#ifndef SOKOBAN_FARTHEST_SWEEP_H
#define SOKOBAN_FARTHEST_SWEEP_H

#include "make/farthest/farthest.h"

#define SWEEP_MAX_FLOORS 128
#define SWEEP_MAX_DEPTH 4096
#define SWEEP_WORDS 2

enum sweep_way { SWEEP_BACKWARD, SWEEP_FORWARD };

struct sweep_node {
    uint32_t rank;   /* of its box set */
    uint32_t parent; /* node it came from; UINT32_MAX: it began the sweep */
    uint8_t player;  /* a square of the player's region */
    bool first;      /* of its box set */
};

/* One worker's memory, used again from sweep to sweep. */
struct far_sweep {
    const struct lw_alloc *alloc;
    struct far_setting setting;
    size_t memory_bytes;
    const struct lw_meter *meter;
    uint64_t near[SWEEP_MAX_FLOORS][SWEEP_WORDS];
    /* Of the last sweep. */
    enum sweep_way way;
    uint8_t source[FAR_MAX_BOXES];
    uint32_t n_squares;
    uint8_t square_of[SWEEP_MAX_FLOORS]; /* [number]: squares that a box can stand on */
    uint8_t number_of[SWEEP_MAX_FLOORS];
    uint32_t binomial[SWEEP_MAX_FLOORS + 1][FAR_MAX_BOXES + 1];
    uint64_t *seen;
    size_t seen_words, clean_words; /* there are; between sweeps all zero */
    uint32_t n_words;               /* of a set */
    struct sweep_node *nodes;
    size_t n_nodes, cap;
    uint32_t layer[SWEEP_MAX_DEPTH + 1]; /* its first node; of n_layers + 1 */
    uint32_t n_layers;
    uint64_t max_states;
    bool cut; /* a limit ended it: there may be farther ones */
};

/* Where a sweep begins: goals, with every place of the player; or a start. */
struct sweep_source {
    enum sweep_way way;
    const uint8_t *boxes; /* ascending */
    uint8_t player;       /* of a start */
    uint64_t max_states;  /* a few thousand are always looked at */
    uint32_t max_length;  /* nothing farther is wanted */
};

/* What a sweep found at its far end. */
struct sweep_end {
    uint32_t length; /* steps from there to the source, no fewer are enough */
    uint32_t n_idle; /* boxes that the way between leaves where they stand */
    uint32_t node;
    uint8_t boxes[FAR_MAX_BOXES]; /* ascending */
    uint8_t player;
};

/* Lines and pushes only, and SWEEP_MAX_FLOORS squares at most. */
bool lw_sok_sweep_serves(const struct far_setting *setting);
void lw_sok_sweep_init(struct far_sweep *sweep, const struct far_setting *setting,
                       size_t memory_bytes, const struct lw_alloc *alloc,
                       const struct lw_meter *meter);
/* From now on sweeps have so many boxes. */
void lw_sok_sweep_resize(struct far_sweep *sweep, uint32_t n_boxes);
void lw_sok_sweep_free(struct far_sweep *sweep);
/* LIMIT when the box sets do not fit the memory; running out of states or of time only
 * cuts it short. */
lw_status lw_sok_sweep_run(struct far_sweep *sweep, const struct sweep_source *source,
                           struct lw_error *err) LW_MUST_CHECK;
/* Which ends count. */
struct sweep_wish {
    bool contiguous; /* boxes side by side only */
    bool idle_boxes; /* the farthest, whether or not every box moves */
};
/* The farthest end whose way moves every box, or the one with the fewest idle ones if
 * there is none or they do not matter. False: there is no end at all. */
bool lw_sok_sweep_end(const struct far_sweep *sweep, struct sweep_wish wish,
                      struct lw_rng *rng, struct sweep_end *end);
/* Sets the node of an end that an earlier sweep from the same goals found. */
bool lw_sok_sweep_find(const struct far_sweep *sweep, struct sweep_end *end);
/* The moves of a backward sweep from an end to its goals. */
void lw_sok_sweep_solution(const struct far_sweep *sweep, const struct sweep_end *end,
                           struct lw_buffer *out);

#endif
