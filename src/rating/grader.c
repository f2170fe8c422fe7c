/* A model's rating as filter and as objective. */
#include <math.h>

#include "lw/rating.h"

#define MOST 10.0 /* closeness in the middle of what is wanted */
/* How far from the middle is still enough, as a share of the range: measured with more
 * nodes, the rating may move a little. */
#define SAFE 0.4

struct lw_grader lw_grader_make(const struct lw_rater *rater, double lo, double hi,
                                const atomic_bool *cancel,
                                const struct lw_runtime *runtime) {
    return (struct lw_grader){
        .rater = rater,
        .lo = lo,
        .hi = hi,
        .budget = {.nodes = LW_GRADE_NODES, .cancel = cancel},
        .objective_nodes = rater->calibrated ? LW_AIM_NODES : LW_GRADE_NODES,
        .runtime = runtime,
    };
}

static bool measure(const struct lw_grader *grader, enum lw_feature_cost cost,
                    const struct lw_budget *budget, const struct lw_runtime *runtime,
                    const struct lw_level *level, struct lw_feature_values *values) {
    const struct lw_feature_ops *ops = grader->rater->kind->features;
    lw_status status =
        grader->measure != NULL
            ? grader->measure(grader->measure_ctx, level, cost, budget, runtime, values)
            : ops->compute(level, cost, budget, runtime, values, NULL);
    return status == LW_OK;
}

/* What the terms of the model or scale need. */
static enum lw_feature_cost cost_of(const struct lw_rater *rater) {
    enum lw_feature_cost cost = LW_COST_INSTANT;
    if (!rater->calibrated) {
        return LW_COST_ENUMERATE;
    }
    for (size_t i = 0; i < rater->model.n_terms; i++) {
        enum lw_feature_cost needs =
            rater->kind->features->features[rater->index[i]].cost;
        cost = needs > cost ? needs : cost;
    }
    return cost;
}

static bool judge(const struct lw_grader *grader, const struct lw_budget *budget,
                  const struct lw_runtime *runtime, const struct lw_level *level,
                  struct lw_feature_values *values, struct lw_verdict *verdict) {
    *values = (struct lw_feature_values){.asked = LW_ASKED_NOT};
    if (!measure(grader, cost_of(grader->rater), budget, runtime, level, values)) {
        return false;
    }
    lw_rater_judge(grader->rater, values, verdict);
    return true;
}

bool lw_grader_judge(const struct lw_grader *grader, const struct lw_runtime *runtime,
                     const struct lw_level *level, struct lw_feature_values *values,
                     enum lw_feature_cost *measured, struct lw_verdict *out) {
    *measured = cost_of(grader->rater);
    return judge(grader, &grader->budget, runtime, level, values, out);
}

bool lw_grader_wants(const struct lw_grader *grader, const struct lw_verdict *verdict) {
    return verdict->n_missing == 0 && verdict->rating >= grader->lo &&
           verdict->rating <= grader->hi;
}

double lw_grader_closeness(void *ctx, const struct lw_level *level, const char *solution,
                           uint32_t worker) {
    const struct lw_grader *grader = ctx;
    struct lw_feature_values values;
    struct lw_verdict verdict;
    (void)solution;
    (void)worker;
    struct lw_budget budget = grader->budget;
    budget.nodes = grader->objective_nodes;
    if (!judge(grader, &budget, grader->runtime, level, &values, &verdict)) {
        return 0;
    }
    double middle = (fmax(grader->lo, 1) + fmin(grader->hi, 10)) / 2;
    return verdict.known * (MOST - fabs(verdict.rating - middle));
}

struct lw_objective lw_grader_objective(struct lw_grader *grader) {
    double lo = fmax(grader->lo, 1), hi = fmin(grader->hi, 10);
    double share = fmin(fmax(((lo + hi) / 2 - 1) / 9, 0.02), 0.98);
    return (struct lw_objective){.score = lw_grader_closeness,
                                 .ctx = grader,
                                 .enough = MOST - SAFE * (hi - lo),
                                 .lean = log(share / (1 - share)) / 1.7};
}
