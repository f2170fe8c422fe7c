/* Prediction from features that were sampled or could not be had: the interval grows by
 * what their errors do to the score. */
#include <math.h>

#include "lw/model.h"

#define Z90                                                                              \
    1.645 /* nine in ten of a normal distribution lie within so many deviations          \
           */

/* A feature that is not known can be anything the model has met. */
static double stand_in(const struct lw_model_term *term, double deviations) {
    double used = term->mean + deviations * term->sd;
    return term->log ? expm1(used) : used;
}

/* Half of what the score changes between one error below and one above. */
static double sway(const struct lw_model *model, double *values, size_t i, double error) {
    const struct lw_model_term *term = &model->terms[i];
    struct lw_prediction low, high;
    double value = values[i];
    bool known = !isnan(value);
    values[i] = known ? value - error : stand_in(term, -1);
    if (term->log && values[i] < 0) {
        values[i] = 0;
    }
    lw_model_predict(model, values, &low);
    values[i] = known ? value + error : stand_in(term, 1);
    lw_model_predict(model, values, &high);
    values[i] = value;
    return (high.score - low.score) / 2;
}

void lw_model_predict_sampled(const struct lw_model *model, double *values,
                              const double *errors, struct lw_prediction *out,
                              struct lw_model_doubt *doubt) {
    struct lw_model wide = *model;
    double sum = 0;
    *doubt = (struct lw_model_doubt){.n_sampled = 0};
    for (size_t i = 0; i < model->n_terms; i++) {
        bool sampled = errors[i] > 0 && !isnan(values[i]);
        if (sampled || isnan(values[i])) {
            double change = sway(model, values, i, errors[i]);
            sum += change * change;
            doubt->n_sampled += sampled;
        }
    }
    doubt->score_error = sqrt(sum);
    wide.error90 = hypot(model->error90, Z90 * doubt->score_error);
    lw_model_predict(&wide, values, out);
}
