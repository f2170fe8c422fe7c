/* Cross-validation in ordered blocks, as van Kreveld, Löffler and Mutser (2015) do it. */
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

/* Fits without the rows [first, last) and predicts them. */
static lw_status one_fold(const double *x, const double *y, size_t first, size_t last,
                          double *work, double *beta, struct lw_cross_validation *cv,
                          struct lw_error *err) {
    size_t n = cv->n, p = cv->p, kept = n - (last - first);
    double *wx = work, *wy = work + n * p;
    memcpy(wx, x, first * p * sizeof *x);
    memcpy(wx + first * p, x + last * p, (n - last) * p * sizeof *x);
    memcpy(wy, y, first * sizeof *y);
    memcpy(wy + first, y + last, (n - last) * sizeof *y);
    struct lw_fit fit;
    lw_status status =
        lw_least_squares(cv->alloc, wx, wy, NULL, kept, p, true, &fit, err);
    if (status != LW_OK) {
        return status;
    }
    memcpy(beta, fit.beta, p * sizeof *beta);
    for (size_t i = first; i < last; i++) {
        long double value = 0;
        for (size_t j = 0; j < p; j++) {
            value += (long double)x[i * p + j] * beta[j];
        }
        cv->prediction[i] = (double)value;
    }
    lw_fit_free(&fit);
    return LW_OK;
}

static size_t fold_start(const struct lw_cross_validation *cv, size_t fold) {
    /* The least i with floor(i*k/n) >= fold. */
    return (fold * cv->n + cv->k - 1) / cv->k;
}

/* Errors over one range of rows. */
struct errors {
    double absolute, weighted, relative, relative_weighted, squared, weight, n;
};

static struct errors errors_in(const struct lw_cross_validation *cv, const double *y,
                               const double *weights, size_t first, size_t last) {
    struct errors e = {0};
    for (size_t i = first; i < last; i++) {
        double w = weights == NULL ? 1 : weights[i];
        double d = fabs(cv->prediction[i] - y[i]);
        e.absolute += d;
        e.weighted += w * d;
        e.relative += d / fabs(y[i]);
        e.relative_weighted += w * d / fabs(y[i]);
        e.squared += d * d;
        e.weight += w;
        e.n += 1;
    }
    return e;
}

static void summarise(struct lw_cross_validation *cv, const double *y,
                      const double *weights) {
    struct errors all = errors_in(cv, y, weights, 0, cv->n);
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
        struct errors e =
            errors_in(cv, y, weights, fold_start(cv, f), fold_start(cv, f + 1));
        cv->mae_fold_mean += e.absolute / e.n / (double)cv->k;
        cv->mae_weighted_fold_mean += e.weighted / e.weight / (double)cv->k;
        for (size_t j = 0; j < cv->p; j++) {
            cv->beta_mean[j] += cv->beta_by_fold[f * cv->p + j] / (double)cv->k;
        }
    }
}

lw_status lw_cross_validate(const struct lw_alloc *alloc, const double *x,
                            const double *y, const double *weights, size_t n, size_t p,
                            size_t k, struct lw_cross_validation *out,
                            struct lw_error *err) {
    if (k < 2 || k > n) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "%zu folds of %zu rows are not possible",
                       k, n);
    }
    double *cells = lw_alloc_zero(alloc, cells_of(n, p, k), sizeof *cells);
    double *work = lw_alloc_get(alloc, n * (p + 1) * sizeof *work);
    *out = (struct lw_cross_validation){
        .alloc = alloc, .n = n, .p = p, .k = k, .beta_by_fold = cells};
    lw_status status = LW_OK;
    if (cells == NULL || work == NULL) {
        status = lw_fail_memory(err);
    } else {
        out->beta_mean = cells + k * p;
        out->prediction = out->beta_mean + p;
    }
    for (size_t f = 0; status == LW_OK && f < k; f++) {
        status = one_fold(x, y, fold_start(out, f), fold_start(out, f + 1), work,
                          out->beta_by_fold + f * p, out, err);
    }
    if (status == LW_OK) {
        summarise(out, y, weights);
    } else {
        lw_cross_validation_free(out);
    }
    lw_alloc_free(alloc, work, n * (p + 1) * sizeof *work);
    return status;
}
