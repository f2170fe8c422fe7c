/* A verdict on what was measured: by a model that learned from people where there is one,
 * else on the kind's plain scale. */
#include <math.h>
#include <string.h>

#include "lw/rating.h"

#define Z90                                                                              \
    1.645 /* nine in ten of a normal distribution lie within so many deviations          \
           */
/* A logistic curve of this slope is close to the share of a normal distribution below. */
#define SLOPE 1.7
#define WALKER_MEAN 1.0 /* of a kind that has a walker and no scale of its own */
#define WALKER_SD 0.5

static double used(const struct lw_plain_term *term, double value) {
    return term->log ? log1p(fmax(value, 0)) : value;
}

bool lw_plain_known(const struct lw_game_kind *kind) {
    return kind->features != NULL &&
           (kind->features->n_plain > 0 || lw_feature_find(kind, "walker") != SIZE_MAX);
}

/* The scale of a kind; one term from the walker where it has none of its own. */
static const struct lw_plain_term *scale_of(const struct lw_game_kind *kind,
                                            struct lw_plain_term *own, size_t *n) {
    if (kind->features->n_plain > 0) {
        *n = kind->features->n_plain;
        return kind->features->plain;
    }
    *own = (struct lw_plain_term){.feature = lw_feature_find(kind, "walker"),
                                  .mean = WALKER_MEAN,
                                  .sd = WALKER_SD,
                                  .weight = 1};
    *n = 1;
    return own;
}

static double percent(double score) {
    return 100 / (1 + exp(-SLOPE * score));
}

double lw_plain_rating(double percentile) {
    return 1 + 9 * percentile / 100;
}

double lw_plain_percentile(double rating) {
    return rating >= 1 && rating <= 10 ? (rating - 1) * 100 / 9 : (double)NAN;
}

/* Strongest first. */
static void note(struct lw_verdict *out, const struct lw_driver *driver) {
    size_t at = out->n_drivers;
    while (at > 0 && fabs(out->drivers[at - 1].push) < fabs(driver->push)) {
        at--;
    }
    if (at >= LW_MODEL_DRIVERS) {
        return;
    }
    out->n_drivers += out->n_drivers < LW_MODEL_DRIVERS;
    for (size_t i = out->n_drivers - 1; i > at; i--) {
        out->drivers[i] = out->drivers[i - 1];
    }
    out->drivers[at] = *driver;
}

static void judge_plain(const struct lw_game_kind *kind,
                        const struct lw_feature_values *values, struct lw_verdict *out) {
    struct lw_plain_term own;
    size_t n;
    const struct lw_plain_term *terms = scale_of(kind, &own, &n);
    double score = 0, variance = 0;
    for (size_t i = 0; i < n; i++) {
        const struct lw_plain_term *term = &terms[i];
        double value = values->value[term->feature], error = values->error[term->feature];
        if (isnan(value)) {
            out->n_missing++;
            variance += term->weight * term->weight;
            continue;
        }
        double per_sd = term->weight / term->sd;
        struct lw_driver driver = {.feature = term->feature,
                                   .value = value,
                                   .error = error,
                                   .usual = term->log ? expm1(term->mean) : term->mean,
                                   .push = per_sd * (used(term, value) - term->mean)};
        score += driver.push;
        if (error > 0) {
            double sway = per_sd * (used(term, value + error) - used(term, value));
            variance += sway * sway;
            out->n_sampled++;
        }
        note(out, &driver);
    }
    out->known = n == 0 ? 0 : 1 - (double)out->n_missing / (double)n;
    out->score = score;
    out->score_error = sqrt(variance);
    out->percentile = percent(score);
    out->low = percent(score - Z90 * out->score_error);
    out->high = percent(score + Z90 * out->score_error);
    out->rating = lw_plain_rating(out->percentile);
    for (size_t i = 0; i < out->n_drivers; i++) {
        double without = percent(score - out->drivers[i].push);
        out->drivers[i].points = out->rating - lw_plain_rating(without);
    }
}

static void judge_learned(const struct lw_model *model, const size_t *index,
                          const struct lw_feature_values *values,
                          struct lw_verdict *out) {
    double picked[LW_MAX_FEATURES], errors[LW_MAX_FEATURES];
    struct lw_prediction p;
    struct lw_model_doubt doubt;
    for (size_t i = 0; i < model->n_terms; i++) {
        picked[i] = values->value[index[i]];
        errors[i] = values->error[index[i]];
    }
    lw_model_predict_sampled(model, picked, errors, &p, &doubt);
    out->calibrated = true;
    out->score = p.score;
    out->score_error = doubt.score_error;
    out->percentile = p.percentile;
    out->low = p.low;
    out->high = p.high;
    out->rating = p.rating;
    out->n_missing = p.n_missing;
    out->n_sampled = doubt.n_sampled;
    out->known = 1 - (double)p.n_missing / (double)model->n_terms;
    out->outside = p.outside;
    for (size_t i = 0; i < p.n_drivers; i++) {
        const struct lw_model_term *term = &model->terms[p.driver[i]];
        double value = picked[p.driver[i]];
        if (!isnan(value)) {
            note(out,
                 &(struct lw_driver){
                     .feature = index[p.driver[i]],
                     .value = value,
                     .error = errors[p.driver[i]],
                     .usual = term->log ? expm1(term->mean) : term->mean,
                     .push = p.push[i],
                     .points = p.rating - lw_model_rating(model, p.score - p.push[i])});
        }
    }
    if (p.outside) {
        const struct lw_model_term *term = &model->terms[p.outside_term];
        double bound = picked[p.outside_term], low = term->low, high = term->high;
        double end = (term->log ? log1p(bound) : bound) > high ? high : low;
        out->beyond = (struct lw_driver){.feature = index[p.outside_term],
                                         .value = bound,
                                         .error = errors[p.outside_term],
                                         .usual = term->log ? expm1(end) : end};
    }
}

void lw_judge(const struct lw_game_kind *kind, const struct lw_model *model,
              const size_t *index, const struct lw_feature_values *values,
              struct lw_verdict *out) {
    *out = (struct lw_verdict){.calibrated = false};
    if (model != NULL) {
        judge_learned(model, index, values, out);
    } else {
        judge_plain(kind, values, out);
    }
}
