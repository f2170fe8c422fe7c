/* Difficulty on the road: a model's rating as filter and as objective. */
#include <math.h>
#include <string.h>

#include "lw/pipeline.h"

#define MOST 10.0 /* closeness in the middle of what is wanted */
/* How far from the middle is still enough, as a share of the range: measured with more
 * nodes, the rating may move a little. */
#define SAFE 0.4
#define PLAIN_RAREST 10.0 /* log10 of how seldom the hardest levels are solved */

static bool measure(const struct lw_grader *grader, enum lw_feature_cost cost,
                    const struct lw_budget *budget, const struct lw_runtime *runtime,
                    const struct lw_level *level, struct lw_feature_values *values) {
    lw_status status =
        grader->measure != NULL
            ? grader->measure(grader->measure_ctx, level, cost, budget, runtime, values)
            : grader->kind->features->compute(level, cost, budget, runtime, values, NULL);
    return status == LW_OK;
}

/* 1 to 10, and the share of the features that are known; false: not a level that can be
 * measured at all. */
static bool predict(const struct lw_grader *grader, const struct lw_budget *budget,
                    const struct lw_runtime *runtime, const struct lw_level *level,
                    double *rating, double *known) {
    const struct lw_feature_ops *ops = grader->kind->features;
    struct lw_feature_values values;
    struct lw_prediction prediction;
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
    if (!measure(grader, cost, budget, runtime, level, &values)) {
        return false;
    }
    for (size_t i = 0; i < n_terms; i++) {
        picked[i] = values.value[grader->index[i]];
    }
    lw_model_predict(grader->model, picked, &prediction);
    *rating = prediction.rating;
    *known = 1 - (double)prediction.n_missing / (double)n_terms;
    return true;
}

size_t lw_grader_walker(const struct lw_game_kind *kind) {
    size_t at = 0, n = kind->features == NULL ? 0 : kind->features->n_features;
    while (at < n && strcmp(kind->features->features[at].name, "walker") != 0) {
        at++;
    }
    return at;
}

double lw_grader_plain(double walker) {
    return 1 + 9 * fmin(fmax(walker / log(1 + PLAIN_RAREST), 0), 1);
}

/* The same without a model. */
static bool predict_plain(const struct lw_grader *grader, const struct lw_budget *budget,
                          const struct lw_runtime *runtime, const struct lw_level *level,
                          double *rating, double *known) {
    struct lw_feature_values values;
    size_t walker = lw_grader_walker(grader->kind);
    if (!measure(grader, LW_COST_ENUMERATE, budget, runtime, level, &values) ||
        isnan(values.value[walker])) {
        return false;
    }
    *rating = lw_grader_plain(values.value[walker]);
    *known = 1;
    return true;
}

static bool judge(const struct lw_grader *grader, const struct lw_budget *budget,
                  const struct lw_runtime *runtime, const struct lw_level *level,
                  double *rating, double *known) {
    return grader->model != NULL
               ? predict(grader, budget, runtime, level, rating, known)
               : predict_plain(grader, budget, runtime, level, rating, known);
}

double lw_grader_rate(const struct lw_grader *grader, const struct lw_runtime *runtime,
                      const struct lw_level *level) {
    double rating, known;
    bool good = judge(grader, &grader->budget, runtime, level, &rating, &known);
    return good && known == 1 ? rating : (double)NAN;
}

double lw_grader_closeness(void *ctx, const struct lw_level *level, const char *solution,
                           uint32_t worker) {
    const struct lw_grader *grader = ctx;
    double rating, known;
    (void)solution;
    (void)worker;
    struct lw_budget budget = grader->budget;
    budget.nodes = grader->objective_nodes;
    if (!judge(grader, &budget, grader->runtime, level, &rating, &known)) {
        return 0;
    }
    double middle = (fmax(grader->lo, 1) + fmin(grader->hi, 10)) / 2;
    return known * (MOST - fabs(rating - middle));
}

struct lw_objective lw_grader_objective(struct lw_grader *grader) {
    double range = fmin(grader->hi, 10) - fmax(grader->lo, 1);
    return (struct lw_objective){
        .score = lw_grader_closeness, .ctx = grader, .enough = MOST - SAFE * range};
}
