/* Generic searches over small callback tables: breadth-first, A* and best-first over
 * packed states; Monte-Carlo tree search; a genetic algorithm; a quality-diversity
 * archive (MAP-Elites). No game is named here; a game's play operations fill the graph
 * table almost one to one.
 *
 * All of them are deterministic in (callbacks, parameters, random stream) as long as the
 * meter's budget has no time in it. */
#ifndef LW_SEARCH_H
#define LW_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/budget.h"
#include "lw/base/rng.h"
#include "lw/base/status.h"

/* Graph search. */

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

/* Monte-Carlo tree search. */

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

/* Genetic algorithm. */

struct lw_genetic_problem {
    void *ctx;
    size_t bytes; /* of one individual: plain bytes that may be copied */
    /* Fills individual number index of the first generation; false when there are no
     * more, which ends the first generation early. */
    bool (*seed)(void *ctx, uint32_t index, struct lw_rng *rng, void *individual);
    /* Exchanges material between two copies of parents, in place. */
    void (*cross)(void *ctx, struct lw_rng *rng, void *a, void *b);
    void (*mutate)(void *ctx, struct lw_rng *rng, void *individual);
    /* Higher is better. Called once for each new individual. */
    double (*fitness)(void *ctx, const void *individual);
    /* Told after every generation, the first included; false ends the run. May be NULL.
     */
    bool (*generation)(void *ctx, uint32_t number, const void *best, double fitness);
};

struct lw_genetic_params {
    uint32_t population;
    uint32_t generations;
    uint32_t elites;     /* best individuals that pass on unchanged */
    uint32_t tournament; /* entrants beyond the first */
    double crossover;    /* probability; 1 or more: always */
    bool roulette; /* parents by chance in proportion to fitness, not by tournament */
};

struct lw_genetic_stats {
    uint32_t population;  /* really seeded */
    uint32_t generations; /* really bred */
    uint64_t evaluations;
    enum lw_stop stop;
};

/* best receives the fittest individual ever seen. The meter is only checked here; the
 * callbacks tick it. LW_LIMIT when nothing could be seeded. */
lw_status lw_genetic_run(const struct lw_genetic_problem *problem,
                         const struct lw_genetic_params *params, struct lw_rng *rng,
                         const struct lw_alloc *alloc, struct lw_meter *meter, void *best,
                         double *best_fitness,
                         struct lw_genetic_stats *stats) LW_MUST_CHECK;

/* Quality-diversity archive. */

#define LW_ARCHIVE_MAX_AXES 6

/* A value below lo or above hi counts into the first or last bin. */
struct lw_archive_axis {
    const char *name;
    double lo, hi;
    uint32_t bins;
};

enum lw_archive_verdict { LW_ARCHIVE_WORSE, LW_ARCHIVE_BETTER, LW_ARCHIVE_NEW };

struct lw_archive {
    const struct lw_alloc *alloc;
    struct lw_archive_axis axes[LW_ARCHIVE_MAX_AXES];
    size_t n_axes;
    size_t item_bytes;
    uint32_t n_cells;
    uint32_t n_filled;
    uint32_t *filled; /* cells in the order they were first filled */
    double *scores;   /* [cell], NaN when empty */
    uint8_t *items;   /* [cell] */
};

lw_status lw_archive_init(struct lw_archive *archive, const struct lw_alloc *alloc,
                          const struct lw_archive_axis *axes, size_t n_axes,
                          size_t item_bytes) LW_MUST_CHECK;
void lw_archive_free(struct lw_archive *archive);
/* Keeps the item when its cell is empty or holds a lower score. */
enum lw_archive_verdict lw_archive_add(struct lw_archive *archive, const double *coords,
                                       double score, const void *item);
/* NULL when the cell is empty. */
const void *lw_archive_get(const struct lw_archive *archive, uint32_t cell);

struct lw_elites_problem {
    void *ctx;
    bool (*seed)(void *ctx, struct lw_rng *rng, void *item);
    /* Makes a variation of parent, perhaps with material of other (both from the
     * archive). False: it came to nothing. */
    bool (*vary)(void *ctx, struct lw_rng *rng, const void *parent, const void *other,
                 void *item);
    /* False: not acceptable at all. May note in the item what belongs to it. */
    bool (*rate)(void *ctx, void *item, double *score,
                 double coords[LW_ARCHIVE_MAX_AXES]);
};

/* MAP-Elites (Mouret and Clune 2015): n_seeds fresh items, then variations of archived
 * ones until n_rounds items were made in all or the meter stops. */
lw_status lw_elites_run(const struct lw_elites_problem *problem,
                        struct lw_archive *archive, uint64_t n_seeds, uint64_t n_rounds,
                        struct lw_rng *rng, struct lw_meter *meter) LW_MUST_CHECK;

#endif
