/* Difficulty on the road: a model's rating as filter and as objective. */
#include <math.h>

#include "lw/pipeline.h"

#define MOST 10.0 /* closeness in the middle of what is wanted */
/* How far from the middle is still enough, as a share of the range: measured with more
 * nodes, the rating may move a little. */
#define SAFE 0.4
#define PLAIN_RAREST 10.0 /* log10 of how seldom the hardest levels are solved */

/* false: not a level that can be measured at all. */
static bool predict(const struct lw_grader *grader, const struct lw_budget *budget,
                    const struct lw_runtime *runtime, const struct lw_level *level,
                    struct lw_prediction *out) {
    const struct lw_feature_ops *ops = grader->kind->features;
    struct lw_feature_values values;
    double picked[LW_MAX_FEATURES];
    enum lw_feature_cost cost = LW_COST_INSTANT;
    size_t n_terms = grader->model->n_terms;
    if (n_terms > LW_MAX_FEATURES) {
        return false;
    }
    for (size_t i = 0; i < n_terms; i++) {
        enum lw_feature_cost needs = ops->features[grader->index[i]].cost;
        cost = needs > cost ? needs : cost;
    }
    if (ops->compute(level, cost, budget, runtime, &values, NULL) != LW_OK) {
        return false;
    }
    for (size_t i = 0; i < n_terms; i++) {
        picked[i] = values.value[grader->index[i]];
    }
    lw_model_predict(grader->model, picked, out);
    return true;
}

double lw_grader_plain(double walker) {
    return 1 + 9 * fmin(fmax(walker / log(1 + PLAIN_RAREST), 0), 1);
}

double lw_grader_rate(const struct lw_grader *grader, const struct lw_runtime *runtime,
                      const struct lw_level *level) {
    struct lw_prediction prediction;
    bool known = predict(grader, &grader->budget, runtime, level, &prediction);
    return known && prediction.n_missing == 0 ? prediction.rating : (double)NAN;
}

double lw_grader_closeness(void *ctx, const struct lw_level *level, const char *solution,
                           uint32_t worker) {
    const struct lw_grader *grader = ctx;
    (void)solution;
    (void)worker;
    struct lw_budget budget = grader->budget;
    budget.nodes = grader->objective_nodes;
    struct lw_prediction prediction;
    if (!predict(grader, &budget, grader->runtime, level, &prediction)) {
        return 0;
    }
    double middle = (fmax(grader->lo, 1) + fmin(grader->hi, 10)) / 2;
    double known = 1 - (double)prediction.n_missing / (double)grader->model->n_terms;
    return known * (MOST - fabs(prediction.rating - middle));
}

struct lw_objective lw_grader_objective(struct lw_grader *grader) {
    double range = fmin(grader->hi, 10) - fmax(grader->lo, 1);
    return (struct lw_objective){
        .score = lw_grader_closeness, .ctx = grader, .enough = MOST - SAFE * range};
}
