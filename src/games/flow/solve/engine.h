/* The native solver's inside: which grid edges are used, and what follows from it.
 *
 * The unknowns are the edges between neighbouring squares (used, unused, open), because
 * two solutions are the same exactly when their edges are. Every square also keeps the
 * set of colours it may still have. Shared by engine.c (local reasoning), connect.c
 * (reasoning about the whole board) and search.c. */
#ifndef FLOW_ENGINE_H
#define FLOW_ENGINE_H

#include "lw/flow.h"

#define FLOW_NO_CELL UINT16_MAX

/* The walk treats a piece of path as one edge between its ends. */
#define FLOW_ALONG 4

enum flow_slot { FLOW_SLOT_EDGES, FLOW_SLOT_COLOURS, FLOW_SLOT_MATE, FLOW_SLOT_DONE };

/* How to take one change back. */
struct flow_undo {
    uint64_t old;
    uint16_t cell;
    uint16_t slot;
};

/* One square's record of the depth-first walk in connect.c. */
struct flow_visit {
    uint64_t any, odd; /* colours with an endpoint, with one endpoint in the subtree */
    uint64_t closed;   /* colours shut into some block below */
    uint64_t home;     /* colours whose smallest enclosing block hangs here */
    uint64_t guest;    /* as parent of such a block: may lend itself to these */
    uint64_t reach, inside;
    int32_t balance;
    uint16_t parent, low;
    uint8_t dirs; /* ways still to go; FLOW_ALONG: along its piece of path */
    uint8_t via;  /* the way the walk came from the parent */
    bool cut;     /* hangs from its parent by one square only */
};

struct flow_engine {
    const struct lw_alloc *alloc;
    const struct lw_flow_level *level;
    size_t bytes; /* of this block */
    uint32_t n_cells;
    bool strict;
    int32_t step[LW_N_DIRS]; /* cell index difference */
    uint8_t *used;           /* [cell] directions whose edge is used */
    uint8_t *open;           /* [cell] directions not yet decided */
    uint8_t *inner;          /* [cell] directions that stay on the board */
    int32_t *shade;          /* [cell] chessboard: 1 or -1 */
    uint8_t *degree;         /* [cell] 1 for endpoints, 2 for the rest */
    uint64_t *colours;       /* [cell] */
    uint16_t *mate;          /* [cell] other end of the piece of path this one ends */
    uint64_t done;           /* colours whose path is complete */
    uint32_t *weight;        /* [cell] how often reasoning failed here */
    uint16_t *queue;         /* squares to look at again */
    uint8_t *queued;
    uint32_t queue_head, queue_len;
    struct flow_undo *trail;
    size_t trail_len, trail_cap;
    struct flow_visit *visits;
    uint16_t *seen;   /* [cell] when the walk met it, from 1; 0: not yet */
    uint8_t *faces;   /* [cell] scratch of planar.c */
    uint16_t *order;  /* squares in the order the walk met them */
    uint16_t culprit; /* where reasoning failed last */
    bool out_of_memory;
    uint64_t nodes;
};

lw_status lw_flow_engine_create(const struct lw_flow_level *level, bool strict,
                                const struct lw_alloc *alloc, struct flow_engine **out);
void lw_flow_engine_destroy(struct flow_engine *engine);

/* All of these return false on contradiction; take back with flow_engine_undo. */
bool lw_flow_set_used(struct flow_engine *engine, uint32_t cell, uint32_t dir);
bool lw_flow_set_unused(struct flow_engine *engine, uint32_t cell, uint32_t dir);
bool lw_flow_drop_colours(struct flow_engine *engine, uint32_t cell, uint64_t keep);
/* One round of reasoning about connectivity; its consequences are queued. */
bool lw_flow_connect(struct flow_engine *engine);
/* False where paths would have to cross. */
bool lw_flow_uncrossed(struct flow_engine *engine);
/* All of it, until nothing more follows. */
bool lw_flow_settle(struct flow_engine *engine);
void lw_flow_undo(struct flow_engine *engine, size_t trail_len);

uint32_t lw_flow_count_turns(const uint8_t *used, const uint8_t *degree, size_t n_cells);

/* Depth-first search. found gets the used directions of every square and returns false
 * to stop. */
typedef bool (*flow_found_fn)(void *ctx, struct flow_engine *engine);
enum flow_end { FLOW_END_ALL, FLOW_END_STOPPED, FLOW_END_LIMIT };
struct flow_search_options {
    uint64_t max_nodes;         /* 0: as the meter says */
    const uint32_t *turn_limit; /* skip what has as many turns or more; or NULL */
};
enum flow_end lw_flow_search(struct flow_engine *engine, struct lw_meter *meter,
                             const struct flow_search_options *options,
                             flow_found_fn found, void *ctx);

/* Most calls change nothing; those stay cheap. */
static inline bool flow_keep_colours(struct flow_engine *engine, uint32_t cell,
                                     uint64_t keep) {
    return (engine->colours[cell] & ~keep) == 0 ||
           lw_flow_drop_colours(engine, cell, keep);
}

static inline uint32_t flow_opposite(uint32_t dir) {
    return (dir + 2) & 3;
}

static inline uint32_t flow_neighbour(const struct flow_engine *engine, uint32_t cell,
                                      uint32_t dir) {
    return (uint32_t)((int32_t)cell + engine->step[dir]);
}

static inline uint32_t flow_bits(uint32_t four) {
    return (0x4332322132212110ULL >> (4 * four)) & 15;
}

static inline uint32_t flow_first_dir(uint32_t four) {
    return lw_bits_first(four);
}

static inline bool flow_single(uint64_t colours) {
    return (colours & (colours - 1)) == 0;
}

#endif
