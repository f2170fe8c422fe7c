/* Rating levels while they are made. */
#ifndef LW_RATING_GRADER_H
#define LW_RATING_GRADER_H

#include "lw/rating/rater.h"

/* Stands in for the kind's compute, to keep what was measured. */
typedef lw_status (*lw_measure_fn)(void *ctx, const struct lw_level *level,
                                   enum lw_feature_cost up_to,
                                   const struct lw_budget *budget,
                                   const struct lw_runtime *runtime,
                                   struct lw_feature_values *values);

/* Rates levels that are being made, and says which are wanted. Its budget has nodes and
 * no time in it, so that the same levels pass on any machine. */
struct lw_grader {
    const struct lw_rater *rater;     /* borrowed */
    double lo, hi;                    /* ratings that are wanted */
    struct lw_budget budget;          /* of measuring one level */
    uint64_t objective_nodes;         /* the same for the objective, asked very often */
    const struct lw_runtime *runtime; /* of the objective */
    lw_measure_fn measure;            /* NULL: compute */
    void *measure_ctx;
};
/* What measuring a level may use, as filter (and for its rating anywhere else) and as
 * objective. Levels like those that the models learned from are measured exactly within
 * the first; larger ones are sampled. */
#define LW_GRADE_NODES 60000u
#define LW_AIM_NODES 3000u
/* For the ratings from lo to hi, with those budgets. */
struct lw_grader lw_grader_make(const struct lw_rater *rater, double lo, double hi,
                                const atomic_bool *cancel,
                                const struct lw_runtime *runtime);
/* Measures what the rater's verdict needs, up to the cost given back, and judges; false
 * when the level cannot be measured at all. */
bool lw_grader_judge(const struct lw_grader *grader, const struct lw_runtime *runtime,
                     const struct lw_level *level, struct lw_feature_values *values,
                     enum lw_feature_cost *measured, struct lw_verdict *out);
/* Is the rating wanted, and every feature behind it known? */
bool lw_grader_wants(const struct lw_grader *grader, const struct lw_verdict *verdict);
/* As objective of a generator: 10 in the middle of what is wanted, less one for each
 * point away from there, times the share of the model's features that could be known:
 * levels that can be judged win over those that cannot. ctx is the grader. */
double lw_grader_closeness(void *ctx, const struct lw_level *level, const char *solution,
                           uint32_t worker);
/* That objective for a request; inside the range, not too near its ends, is enough. The
 * grader outlives it. */
struct lw_objective lw_grader_objective(struct lw_grader *grader);

#endif
