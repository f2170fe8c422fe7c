/* Monte-Carlo tree search. */
#ifndef LW_SEARCH_MCTS_H
#define LW_SEARCH_MCTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/budget.h"
#include "lw/base/rng.h"
#include "lw/base/status.h"

/* The problem keeps one current position of its own, so that no state is copied: the
 * search walks it down from the root with apply and lets rollout finish the playout. */
struct lw_mcts_problem {
    void *ctx;
    void (*reset)(void *ctx);
    /* All actions at the current position; none: it is terminal. Never more than
     * max_actions. The order matters only for reproducibility. */
    size_t (*actions)(void *ctx, uint32_t *actions);
    void (*apply)(void *ctx, uint32_t action);
    /* Plays on at random from the current position and returns the value (0 is bad, about
     * 1 is good). At a terminal position it just evaluates. The problem notes its own
     * best results here. */
    double (*rollout)(void *ctx, struct lw_rng *rng);
    size_t max_actions;
};

enum lw_mcts_backup {
    LW_MCTS_MEAN, /* the paper's: average of all playouts below */
    LW_MCTS_MAX   /* the best playout below; for problems where only the best counts */
};

struct lw_mcts_params {
    double exploration; /* C of UCB1; sqrt 2 is usual */
    double unvisited;   /* value of an action never tried; HUGE_VAL: all are tried
                           once first */
    enum lw_mcts_backup backup;
    uint32_t max_nodes;    /* 0: a million */
    uint32_t max_depth;    /* of the tree, rollouts go on below; 0: 1000 */
    bool restart;          /* clear the tree when it is full; else stop growing it */
    uint64_t max_playouts; /* 0: until the meter or stop_at says so */
    double stop_at;        /* a playout of this value ends the run; NaN: none */
};

struct lw_mcts_stats {
    uint64_t playouts;
    uint64_t restarts;
    uint32_t n_nodes;   /* in the last tree */
    uint32_t max_depth; /* reached by the tree */
    double best;        /* value of the best playout; -HUGE_VAL when there was none */
    bool exhausted;     /* every action sequence was tried: best is the optimum */
    enum lw_stop stop;
};

/* A million nodes take 24 MB. Playouts are ticked on the meter. */
lw_status lw_mcts_run(const struct lw_mcts_problem *problem,
                      const struct lw_mcts_params *params, struct lw_rng *rng,
                      const struct lw_alloc *alloc, struct lw_meter *meter,
                      struct lw_mcts_stats *stats) LW_MUST_CHECK;

#endif
