/* Graph search: breadth-first, A* and best-first over packed states. */
#ifndef LW_SEARCH_GRAPH_H
#define LW_SEARCH_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/budget.h"
#include "lw/base/status.h"

#define LW_GRAPH_MAX_MOVES 1024
#define LW_GRAPH_DEAD UINT32_MAX /* an estimate: nothing can be won from here */

struct lw_graph {
    void *ctx;
    size_t state_bytes; /* packed without padding: equal bytes, equal state */
    size_t (*moves)(void *ctx, const void *state, uint32_t moves[LW_GRAPH_MAX_MOVES]);
    /* Writes the successor; false when the move is illegal or changes nothing. *cost is
     * 1 on entry and may be set to anything else (breadth-first ignores it). */
    bool (*step)(void *ctx, const void *state, uint32_t move, void *out, uint32_t *cost);
    /* NULL: nothing is a goal, the whole component is visited. */
    bool (*won)(void *ctx, const void *state);
    /* Cost still to come; NULL: 0. A* proves the optimum only with a lower bound. */
    uint32_t (*estimate)(void *ctx, const void *state);
};

enum lw_graph_order {
    LW_GRAPH_BREADTH, /* fewest moves */
    LW_GRAPH_ASTAR,   /* least cost; reopens, so the estimate need not be consistent */
    LW_GRAPH_GREEDY   /* least estimate first, then least cost: quick, not optimal */
};

enum lw_search_end { LW_SEARCH_FOUND, LW_SEARCH_EXHAUSTED, LW_SEARCH_LIMIT };

struct lw_graph_result {
    enum lw_search_end
        end;        /* EXHAUSTED is a proof unless an estimate said DEAD wrongly */
    uint32_t cost;  /* of the path found */
    uint32_t *path; /* n_path moves, owned; see lw_graph_result_free */
    size_t n_path;
    uint64_t expanded, generated;
    uint32_t closed; /* distinct states met */
    size_t peak_bytes;
    enum lw_stop stop; /* when end is LIMIT */
    const struct lw_alloc *alloc;
};

/* Expansions are ticked on the meter, whose memory limit bounds all tables together. */
lw_status lw_graph_search(const struct lw_graph *graph, enum lw_graph_order order,
                          const void *start, const struct lw_alloc *alloc,
                          struct lw_meter *meter,
                          struct lw_graph_result *result) LW_MUST_CHECK;
void lw_graph_result_free(struct lw_graph_result *result);

#endif
