/* Outlines, and the constructive and the genetic generator. */
#ifndef LW_PUZZLESCRIPT_MAKE_H
#define LW_PUZZLESCRIPT_MAKE_H

#include "lw/puzzlescript/level.h"
#include "lw/puzzlescript/scores.h"

#define LW_PS_N_OUTLINES 8 /* of the paper's Figure 8 */
/* Outline number 0..7 in the game's own walls. UNSUPPORTED when it has nothing solid. */
lw_status lw_ps_outline(const struct lw_ps_analysis *analysis, size_t number,
                        struct lw_ps_level **out, struct lw_error *err) LW_MUST_CHECK;
/* The level without what a generator places. */
lw_status lw_ps_outline_of(const struct lw_ps_analysis *analysis,
                           const struct lw_ps_level *level, struct lw_ps_level **out,
                           struct lw_error *err) LW_MUST_CHECK;

/* Algorithm 1 of the paper: fills the outline with objects in numbers that follow from
 * the rules. False when the outline has no room. cells holds the level's size. */
bool lw_ps_construct(const struct lw_ps_analysis *analysis,
                     const struct lw_ps_level *outline, struct lw_rng *rng,
                     uint64_t *cells);

enum lw_ps_start {
    LW_PS_START_RANDOM, /* what the rules need at random cells, then mutations */
    LW_PS_START_CONSTRUCTIVE,
    LW_PS_START_MIXED, /* random, constructed, constructed and mutated */
    LW_PS_START_EMPTY  /* mutations of the bare outline, the paper's random start */
};

/* Where one cut divides two levels: the authors' program cuts between any two cells, the
 * paper between rows. */
enum lw_ps_crossing { LW_PS_CROSS_CELLS, LW_PS_CROSS_ROWS };

struct lw_ps_evolution {
    uint32_t population, generations, elites;
    double crossover, mutation;   /* chance for a pair, for a child */
    double create, destroy, move; /* chances within one mutation */
    uint32_t first_mutations;     /* that make a random individual */
    enum lw_ps_start start;
    enum lw_ps_crossing cut;
    /* Told the best fitness after every generation; may be NULL. */
    void (*generation)(void *ctx, uint32_t number, double best);
    void *ctx;
};
struct lw_ps_evolution lw_ps_evolution_usual(enum lw_ps_start start);

/* The best levels of a run, unlike each other, best first. */
#define LW_PS_BEST 2
struct lw_ps_best {
    const struct lw_alloc *alloc;
    struct lw_ps_level *levels[LW_PS_BEST]; /* owned; NULL: not that many */
    struct lw_ps_rating ratings[LW_PS_BEST];
    struct lw_buffer shortest[LW_PS_BEST]; /* proved by lw_ps_prove; else empty */
    bool only_solved; /* set before: only levels with one player that were solved */
    uint32_t apart;   /* set before: lw_level_alike of no two, the better one stays */
    uint64_t n_rated, n_solved;
};
void lw_ps_best_init(struct lw_ps_best *best, const struct lw_alloc *alloc,
                     bool only_solved);
void lw_ps_best_free(struct lw_ps_best *best);

/* What a run of a generator works with. */
struct lw_ps_run {
    struct lw_rng *rng;
    const struct lw_runtime *runtime;
    const struct lw_budget *budget; /* may be NULL */
};
/* Both add to best. A budget that ends leaves what was found. */
lw_status lw_ps_construct_many(const struct lw_ps_rater *rater,
                               const struct lw_ps_level *outline, uint32_t count,
                               const struct lw_ps_run *run, struct lw_ps_best *best,
                               struct lw_error *err) LW_MUST_CHECK;
lw_status lw_ps_evolve(const struct lw_ps_rater *rater, const struct lw_ps_level *outline,
                       const struct lw_ps_evolution *evolution,
                       const struct lw_ps_run *run, struct lw_ps_best *best,
                       struct lw_error *err) LW_MUST_CHECK;
/* Fills best->shortest[which] when a breadth-first search within the rater's
 * proof_states finds the fewest moves. */
lw_status lw_ps_prove(const struct lw_ps_rater *rater, struct lw_ps_best *best,
                      size_t which, const struct lw_runtime *runtime,
                      const struct lw_budget *budget, struct lw_error *err) LW_MUST_CHECK;
struct lw_ps_pruning {
    size_t which;
    const struct lw_runtime *runtime;
    const struct lw_budget *budget; /* may be NULL */
};
/* Takes objects out of best->levels[which] that its solution does not need: the same
 * moves still win, no score of numbers falls and no shorter solution turns up. The
 * solution is the shortest where that was proved (and is proved anew for what is left),
 * otherwise the player's. The rating is that of what is left. */
lw_status lw_ps_prune(const struct lw_ps_rater *rater, struct lw_ps_best *best,
                      const struct lw_ps_pruning *pruning, uint32_t *n_dropped,
                      struct lw_error *err) LW_MUST_CHECK;

#endif
