/* Cross-validation: in ordered blocks, as van Kreveld, Löffler and Mutser (2015) do it,
 * or in folds that the caller chose. */
#include "lw/stats.h"

#include <math.h>
#include <string.h>

static size_t cells_of(size_t n, size_t p, size_t k) {
    return k * p + p + n;
}

void lw_cross_validation_free(struct lw_cross_validation *cv) {
    lw_alloc_free(cv->alloc, cv->beta_by_fold,
                  cells_of(cv->n, cv->p, cv->k) * sizeof(double));
    cv->beta_by_fold = NULL;
}

/* Fits without the rows of one fold and predicts them. */
static lw_status one_fold(const struct lw_regression_data *data, const size_t *fold,
                          size_t which, double *work, struct lw_cross_validation *cv,
                          struct lw_error *err) {
    size_t n = cv->n, p = cv->p, kept = 0;
    double *wx = work, *wy = work + n * p, *beta = cv->beta_by_fold + which * p;
    for (size_t i = 0; i < n; i++) {
        if (fold[i] != which) {
            memcpy(wx + kept * p, data->x + i * p, p * sizeof *data->x);
            wy[kept++] = data->y[i];
        }
    }
    struct lw_fit fit;
    lw_status status =
        lw_least_squares(cv->alloc,
                         &(struct lw_regression_data){
                             .x = wx, .y = wy, .n = kept, .p = p, .intercept = true},
                         &fit, err);
    if (status != LW_OK) {
        /* A column alone is a term's number, for the caller to name. */
        struct lw_error why = err != NULL ? *err : (struct lw_error){.text = ""};
        return lw_fail(err, status, why.line, why.column, "%s (fold %zu left out)",
                       why.text, which + 1);
    }
    memcpy(beta, fit.beta, p * sizeof *beta);
    for (size_t i = 0; i < n; i++) {
        long double value = 0;
        for (size_t j = 0; j < p; j++) {
            value += (long double)data->x[i * p + j] * beta[j];
        }
        if (fold[i] == which) {
            cv->prediction[i] = (double)value;
        }
    }
    lw_fit_free(&fit);
    return LW_OK;
}

/* Errors over some of the rows. */
struct errors {
    double absolute, weighted, relative, relative_weighted, squared, weight, n;
};

static void add_error(struct errors *e, double predicted, double y, double weight) {
    double d = fabs(predicted - y);
    e->absolute += d;
    e->weighted += weight * d;
    e->relative += d / fabs(y);
    e->relative_weighted += weight * d / fabs(y);
    e->squared += d * d;
    e->weight += weight;
    e->n += 1;
}

/* The rows of one fold, or all of them when fold is NULL. */
static struct errors errors_in(const struct lw_cross_validation *cv, const double *y,
                               const double *weights, const size_t *fold, size_t which) {
    struct errors e = {0};
    for (size_t i = 0; i < cv->n; i++) {
        if (fold == NULL || fold[i] == which) {
            add_error(&e, cv->prediction[i], y[i], weights == NULL ? 1 : weights[i]);
        }
    }
    return e;
}

static void summarise(struct lw_cross_validation *cv, const double *y,
                      const double *weights, const size_t *fold) {
    struct errors all = errors_in(cv, y, weights, NULL, 0);
    double mean = lw_mean(y, cv->n), total = 0;
    for (size_t i = 0; i < cv->n; i++) {
        total += (y[i] - mean) * (y[i] - mean);
    }
    cv->mae = all.absolute / all.n;
    cv->mae_weighted = all.weighted / all.weight;
    cv->relative_percent = 100 * all.relative / all.n;
    cv->relative_weighted_percent = 100 * all.relative_weighted / all.weight;
    cv->rmse = sqrt(all.squared / all.n);
    cv->press_r2 = 1 - all.squared / total;
    for (size_t f = 0; f < cv->k; f++) {
        struct errors e = errors_in(cv, y, weights, fold, f);
        cv->mae_fold_mean += e.absolute / e.n / (double)cv->k;
        cv->mae_weighted_fold_mean += e.weighted / e.weight / (double)cv->k;
        for (size_t j = 0; j < cv->p; j++) {
            cv->beta_mean[j] += cv->beta_by_fold[f * cv->p + j] / (double)cv->k;
        }
    }
}

lw_status lw_cross_validate_folds(const struct lw_alloc *alloc,
                                  const struct lw_regression_data *data,
                                  const size_t *fold, size_t k,
                                  struct lw_cross_validation *out, struct lw_error *err) {
    if (k < 2 || k > data->n) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "%zu rows cannot be split into %zu folds; 2 to %zu are possible",
                       data->n, k, data->n);
    }
    for (size_t i = 0; data->weights != NULL && i < data->n; i++) {
        if (!(data->weights[i] >= 0 && isfinite(data->weights[i]))) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "row %zu: the weight %g must be zero or above", i + 1,
                           data->weights[i]);
        }
    }
    double *cells = lw_alloc_zero(alloc, cells_of(data->n, data->p, k), sizeof *cells);
    double *work = lw_alloc_get(alloc, data->n * (data->p + 1) * sizeof *work);
    *out = (struct lw_cross_validation){
        .alloc = alloc, .n = data->n, .p = data->p, .k = k, .beta_by_fold = cells};
    lw_status status = LW_OK;
    if (cells == NULL || work == NULL) {
        status = lw_fail_memory(err);
    } else {
        out->beta_mean = cells + k * data->p;
        out->prediction = out->beta_mean + data->p;
    }
    for (size_t f = 0; status == LW_OK && f < k; f++) {
        status = one_fold(data, fold, f, work, out, err);
    }
    if (status == LW_OK) {
        summarise(out, data->y, data->weights, fold);
    } else {
        lw_cross_validation_free(out);
    }
    lw_alloc_free(alloc, work, data->n * (data->p + 1) * sizeof *work);
    return status;
}

lw_status lw_cross_validate(const struct lw_alloc *alloc,
                            const struct lw_regression_data *data, size_t k,
                            struct lw_cross_validation *out, struct lw_error *err) {
    size_t *fold = lw_alloc_get(alloc, (data->n + 1) * sizeof *fold);
    if (fold == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < data->n; i++) {
        fold[i] = i * k / data->n;
    }
    lw_status status = lw_cross_validate_folds(alloc, data, fold, k, out, err);
    lw_alloc_free(alloc, fold, (data->n + 1) * sizeof *fold);
    return status;
}
