/* The generators group: numbered candidates from options and a random stream. */
#ifndef LW_GAME_GENERATOR_H
#define LW_GAME_GENERATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/budget.h"
#include "lw/base/option.h"
#include "lw/base/rng.h"
#include "lw/base/runtime.h"
#include "lw/collection.h"
#include "lw/game/types.h"

/* What a run may bind: a higher value is better. */
struct lw_objective {
    double (*score)(void *ctx, const struct lw_level *level, const char *solution,
                    uint32_t worker);
    void *ctx;     /* NULL score: the generator's own */
    double enough; /* a generator may stop at this score; 0: only the best will do */
    /* What is wanted: 0 levels of the usual difficulty, about -1.5 the easiest and 1.5
     * the hardest tenth of them. For what a generator is free to choose. */
    double lean;
};
/* The range of an option under an objective: as it is when it was given or nothing is
 * bound, else `slack` to both sides of middle + per_lean * lean. */
struct lw_option_value lw_objective_range(const struct lw_objective *objective,
                                          const struct lw_option_value *value,
                                          double middle, double per_lean, double slack);
/* What an objective says of a level; the generator's own value when nothing is bound. */
double lw_objective_value(const struct lw_objective *objective,
                          const struct lw_level *level, const char *solution,
                          uint32_t worker, double own);
/* A whole number of the range, all alike, from least to most at the widest; draws nothing
 * when there is only one. */
uint32_t lw_range_pick(const struct lw_option_value *range, double least, double most,
                       struct lw_rng *rng);

struct lw_candidate {
    struct lw_level *level; /* taken by the receiver */
    const char *solution;   /* move text, borrowed; claimed; proving replays it */
    double score;
    bool shortest;        /* proved: no solution has fewer moves */
    uint32_t score_moves; /* moves of the solution that the score judges, when it is not
                           * the one given; else 0 */
};

/* Returns false to stop the generator. */
typedef bool (*lw_emit_fn)(void *ctx, struct lw_candidate *candidate);

/* A number about a run that adds up over runs ("playouts", "mutations-rejected"). Called
 * from the thread that makes the candidate. */
typedef void (*lw_stat_fn)(void *ctx, const char *name, double value);

struct lw_generate_request {
    const struct lw_game *game;
    const struct lw_option_value *values; /* follow the generator's options */
    const struct lw_collection *examples; /* rooms, outlines, training levels; or NULL */
    const char *aux_text;                 /* a template file's text, or NULL */
    size_t aux_len;
    struct lw_objective objective;
    uint64_t index;          /* number of the candidate to make, from 0 */
    struct lw_budget budget; /* for this one candidate */
    lw_stat_fn stat;         /* may be NULL */
    void *stat_ctx;
};

/* One candidate in the making. */
struct lw_generate_task {
    const void *shared; /* what prepare made */
    struct lw_rng *rng; /* its own stream */
    const struct lw_runtime *runtime;
    uint32_t worker;
    lw_emit_fn emit; /* takes its levels */
    void *emit_ctx;
};

struct lw_generator {
    const char *name;
    /* Raised whenever the same options and seed give other levels; 0 counts as 1. */
    uint32_t version;
    const char *summary;
    /* What its levels are ordered by unless told otherwise (see lw_pool_order). */
    const char *order;
    /* An option "apart" says in how many cells levels have to differ. */
    const struct lw_option *options;
    size_t n_options;
    /* Options that a form shows at once ("size boxes"); it folds the others away. NULL:
     * it shows all. */
    const char *main_options;
    /* The option that is an objective of its own, so that a run that was given it binds
     * none; or NULL. */
    const char *objective_option;
    bool reads_templates; /* makes something of aux_text */
    /* Checks the request and prepares what all candidates share; shared may stay NULL.
     * NULL, like release, when there is nothing to check or share. */
    lw_status (*prepare)(const struct lw_generate_request *request,
                         const struct lw_runtime *runtime, void **shared,
                         struct lw_error *err);
    /* Makes candidate request->index; emits zero or more levels. Deterministic in
     * (request, rng) unless the budget has time in it. Called from several threads at
     * once with the same shared. */
    lw_status (*make)(const struct lw_generate_request *request,
                      const struct lw_generate_task *task, struct lw_error *err);
    void (*release)(const struct lw_generate_request *request, void *shared);
};

#endif
