/* A model's rating as filter and as objective. */
#include <math.h>

#include "lw/rating.h"

#define MOST 10.0 /* closeness in the middle of what is wanted */
/* How far from the middle is still enough, as a share of the range: measured with more
 * nodes, the rating may move a little. */
#define SAFE 0.4

static bool measure(const struct lw_grader *grader, enum lw_feature_cost cost,
                    const struct lw_budget *budget, const struct lw_runtime *runtime,
                    const struct lw_level *level, struct lw_feature_values *values) {
    lw_status status =
        grader->measure != NULL
            ? grader->measure(grader->measure_ctx, level, cost, budget, runtime, values)
            : grader->kind->features->compute(level, cost, budget, runtime, values, NULL);
    return status == LW_OK;
}

/* What the terms of the model or scale need. */
static enum lw_feature_cost cost_of(const struct lw_grader *grader) {
    enum lw_feature_cost cost = LW_COST_INSTANT;
    if (grader->model == NULL) {
        return LW_COST_ENUMERATE;
    }
    for (size_t i = 0; i < grader->model->n_terms; i++) {
        enum lw_feature_cost needs =
            grader->kind->features->features[grader->index[i]].cost;
        cost = needs > cost ? needs : cost;
    }
    return cost;
}

/* False: not a level that can be measured at all. */
static bool judge(const struct lw_grader *grader, const struct lw_budget *budget,
                  const struct lw_runtime *runtime, const struct lw_level *level,
                  struct lw_verdict *verdict) {
    struct lw_feature_values values = {.asked = LW_ASKED_NOT};
    if ((grader->model != NULL && grader->model->n_terms > LW_MAX_FEATURES) ||
        !measure(grader, cost_of(grader), budget, runtime, level, &values)) {
        return false;
    }
    lw_judge(grader->kind, grader->model, grader->index, &values, verdict);
    return true;
}

double lw_grader_rate(const struct lw_grader *grader, const struct lw_runtime *runtime,
                      const struct lw_level *level) {
    struct lw_verdict verdict;
    bool good = judge(grader, &grader->budget, runtime, level, &verdict);
    return good && verdict.n_missing == 0 ? verdict.rating : (double)NAN;
}

double lw_grader_closeness(void *ctx, const struct lw_level *level, const char *solution,
                           uint32_t worker) {
    const struct lw_grader *grader = ctx;
    struct lw_verdict verdict;
    (void)solution;
    (void)worker;
    struct lw_budget budget = grader->budget;
    budget.nodes = grader->objective_nodes;
    if (!judge(grader, &budget, grader->runtime, level, &verdict)) {
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
