/* Least squares by Householder reflections in extended precision.
 *
 * Columns are scaled to unit length first; the factorisation works on long doubles, which
 * on the usual machines carry 64 bits: the polynomial of degree ten that double precision
 * barely survives (NIST's Filip) keeps nine digits and more. */
#include "lw/stats.h"

#include <math.h>
#include <string.h>

/* A column whose rest, after the others are taken out, is smaller than this share of it
 * is a combination of them. */
#define COLLINEAR 1e-15L

struct qr {
    size_t n, p;
    long double *a;        /* n x p row-major; R above the diagonal, reflectors below */
    long double *y;        /* n, becomes Q'y */
    long double *diagonal; /* p, of R */
    long double *scale;    /* p */
    long double *inverse;  /* p x p, of R */
};

static size_t qr_cells(size_t n, size_t p) {
    return n * p + n + 2 * p + p * p;
}

static lw_status load(struct qr *qr, const double *x, const double *y,
                      const double *weights, struct lw_error *err) {
    for (size_t j = 0; j < qr->p; j++) {
        long double length = 0;
        for (size_t i = 0; i < qr->n; i++) {
            long double w = weights == NULL ? 1 : sqrtl(weights[i]);
            long double cell = w * x[i * qr->p + j];
            qr->a[i * qr->p + j] = cell;
            length += cell * cell;
        }
        if (!(length > 0)) {
            return lw_fail(err, LW_BAD_INPUT, 0, (uint32_t)j + 1,
                           "term %zu is zero in every row", j + 1);
        }
        qr->scale[j] = sqrtl(length);
        for (size_t i = 0; i < qr->n; i++) {
            qr->a[i * qr->p + j] /= qr->scale[j];
        }
    }
    for (size_t i = 0; i < qr->n; i++) {
        qr->y[i] = (weights == NULL ? 1 : sqrtl(weights[i])) * y[i];
    }
    return LW_OK;
}

/* Reflects the part of column `to` (stride s) from row k on by the reflector of k. */
static void reflect(const struct qr *qr, size_t k, long double *to, size_t stride) {
    long double dot = 0;
    for (size_t i = k; i < qr->n; i++) {
        dot += qr->a[i * qr->p + k] * to[i * stride];
    }
    dot /= qr->a[k * qr->p + k];
    for (size_t i = k; i < qr->n; i++) {
        to[i * stride] -= dot * qr->a[i * qr->p + k];
    }
}

static lw_status factorise(struct qr *qr, struct lw_error *err) {
    for (size_t k = 0; k < qr->p; k++) {
        long double norm = 0;
        for (size_t i = k; i < qr->n; i++) {
            norm += qr->a[i * qr->p + k] * qr->a[i * qr->p + k];
        }
        norm = sqrtl(norm);
        if (norm < COLLINEAR) {
            return lw_fail(err, LW_BAD_INPUT, 0, (uint32_t)k + 1,
                           "term %zu is a combination of the terms before it; leave one "
                           "of them out",
                           k + 1);
        }
        long double sign = qr->a[k * qr->p + k] < 0 ? -1 : 1;
        for (size_t i = k; i < qr->n; i++) {
            qr->a[i * qr->p + k] /= sign * norm;
        }
        qr->a[k * qr->p + k] += 1;
        for (size_t j = k + 1; j < qr->p; j++) {
            reflect(qr, k, qr->a + j, qr->p);
        }
        reflect(qr, k, qr->y, 1);
        qr->diagonal[k] = -sign * norm;
    }
    return LW_OK;
}

static void invert(struct qr *qr) {
    size_t p = qr->p;
    memset(qr->inverse, 0, p * p * sizeof *qr->inverse);
    for (size_t col = 0; col < p; col++) {
        for (size_t row = col + 1; row-- > 0;) {
            long double sum = row == col ? 1 : 0;
            for (size_t k = row + 1; k <= col; k++) {
                sum -= qr->a[row * p + k] * qr->inverse[k * p + col];
            }
            qr->inverse[row * p + col] = sum / qr->diagonal[row];
        }
    }
}

/* se holds its share of sigma until sigma is known. */
static void coefficients(const struct qr *qr, struct lw_fit *fit) {
    size_t p = qr->p;
    for (size_t i = 0; i < p; i++) {
        long double sum = 0;
        for (size_t k = i; k < p; k++) {
            sum += qr->inverse[i * p + k] * qr->y[k];
        }
        fit->beta[i] = (double)(sum / qr->scale[i]);
        for (size_t j = 0; j < p; j++) {
            long double product = 0;
            for (size_t k = i > j ? i : j; k < p; k++) {
                product += qr->inverse[i * p + k] * qr->inverse[j * p + k];
            }
            fit->covariance[i * p + j] = (double)(product / qr->scale[i] / qr->scale[j]);
            if (i == j) {
                fit->se[i] = (double)(sqrtl(product) / qr->scale[i]);
            }
        }
    }
}

/* Sums of squares, F and the log-likelihood. */
static void summarise(const struct qr *qr, const double *x, const double *y,
                      const double *weights, bool intercept, struct lw_fit *fit) {
    size_t n = qr->n, p = qr->p;
    long double rss = 0, sum_w = 0, sum_y = 0, total = 0, log_w = 0;
    for (size_t i = p; i < n; i++) {
        rss += qr->y[i] * qr->y[i];
    }
    for (size_t j = 0; j < p; j++) {
        fit->log_det += 2 * (double)logl(fabsl(qr->diagonal[j]) * qr->scale[j]);
    }
    for (size_t i = 0; i < n; i++) {
        long double w = weights == NULL ? 1 : weights[i], value = 0;
        for (size_t j = 0; j < p; j++) {
            value += (long double)x[i * p + j] * fit->beta[j];
        }
        fit->fitted[i] = (double)value;
        fit->residual[i] = (double)(y[i] - value);
        sum_w += w;
        sum_y += w * y[i];
        log_w += w > 0 ? logl(w) : 0;
    }
    long double mean = intercept ? sum_y / sum_w : 0, size = 0;
    for (size_t i = 0; i < n; i++) {
        long double w = weights == NULL ? 1 : weights[i];
        total += w * (y[i] - mean) * (y[i] - mean);
        size += w * y[i] * y[i];
    }
    double count = (double)fit->n_used;
    fit->df = count - (double)p;
    fit->ss_residual = (double)rss;
    fit->ss_regression = (double)(total - rss);
    fit->sigma = (double)sqrtl(rss / (long double)fit->df);
    /* What is left is rounding: R calls this an essentially perfect fit. */
    fit->perfect = rss / (long double)fit->df <= size / (long double)count * 1e-30L;
    bool constant = total <= size * 1e-30L;
    fit->r2 = constant ? NAN : (double)(1 - rss / total);
    fit->adjusted_r2 = 1 - (1 - fit->r2) * (count - (intercept ? 1 : 0)) / fit->df;
    fit->f_df1 = (double)(p - (intercept ? 1 : 0));
    fit->f_df2 = fit->df;
    long double f = (total - rss) / fit->f_df1 / (rss / fit->df);
    fit->f = fit->perfect || constant || !(fit->f_df1 > 0) ? NAN : (double)f;
    fit->f_p = lw_f_upper(fit->f, fit->f_df1, fit->df);
    fit->log_lik = 0.5 * ((double)log_w - count * (log(2 * 3.14159265358979323846) + 1 -
                                                   log(count) + (double)logl(rss)));
}

static void inference(struct lw_fit *fit) {
    double reach = lw_t_quantile(0.975, fit->df);
    for (size_t i = 0; i < fit->p; i++) {
        fit->se[i] *= fit->sigma;
        if (fit->perfect) {
            fit->t[i] = fit->p_value[i] = fit->low[i] = fit->high[i] = NAN;
            continue;
        }
        fit->t[i] = fit->beta[i] / fit->se[i];
        fit->p_value[i] = lw_t_two_sided(fit->t[i], fit->df);
        fit->low[i] = fit->beta[i] - reach * fit->se[i];
        fit->high[i] = fit->beta[i] + reach * fit->se[i];
    }
}

static size_t fit_cells(size_t n, size_t p) {
    return 6 * p + 2 * n + p * p;
}

static bool fit_reserve(struct lw_fit *fit, const struct lw_alloc *alloc, size_t n,
                        size_t p) {
    double *cells = lw_alloc_zero(alloc, fit_cells(n, p), sizeof *cells);
    *fit = (struct lw_fit){.alloc = alloc, .n = n, .p = p, .beta = cells};
    if (cells == NULL) {
        return false;
    }
    fit->se = cells + p;
    fit->t = cells + 2 * p;
    fit->p_value = cells + 3 * p;
    fit->low = cells + 4 * p;
    fit->high = cells + 5 * p;
    fit->fitted = cells + 6 * p;
    fit->residual = fit->fitted + n;
    fit->covariance = fit->residual + n;
    return true;
}

void lw_fit_free(struct lw_fit *fit) {
    lw_alloc_free(fit->alloc, fit->beta, fit_cells(fit->n, fit->p) * sizeof(double));
    fit->beta = NULL;
}

static lw_status check(const double *weights, size_t n, size_t p, size_t *n_used,
                       struct lw_error *err) {
    *n_used = 0;
    for (size_t i = 0; i < n; i++) {
        if (weights != NULL && !(weights[i] >= 0 && isfinite(weights[i]))) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "row %zu: the weight %g must be zero or above", i + 1,
                           weights[i]);
        }
        *n_used += weights == NULL || weights[i] > 0;
    }
    return *n_used > p
               ? LW_OK
               : lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "%zu rows%s are too few for %zu terms; at least %zu are needed",
                         *n_used, weights == NULL ? "" : " with a weight above zero", p,
                         p + 1);
}

lw_status lw_least_squares(const struct lw_alloc *alloc,
                           const struct lw_regression_data *data, struct lw_fit *out,
                           struct lw_error *err) {
    size_t n_used;
    lw_status status = check(data->weights, data->n, data->p, &n_used, err);
    if (status != LW_OK) {
        return status;
    }
    long double *cells = lw_alloc_get(alloc, qr_cells(data->n, data->p) * sizeof *cells);
    if (cells == NULL || !fit_reserve(out, alloc, data->n, data->p)) {
        lw_alloc_free(alloc, cells, qr_cells(data->n, data->p) * sizeof *cells);
        return lw_fail_memory(err);
    }
    struct qr qr = {.n = data->n, .p = data->p, .a = cells};
    out->n_used = n_used;
    qr.y = cells + data->n * data->p;
    qr.diagonal = qr.y + data->n;
    qr.scale = qr.diagonal + data->p;
    qr.inverse = qr.scale + data->p;
    status = load(&qr, data->x, data->y, data->weights, err);
    if (status == LW_OK) {
        status = factorise(&qr, err);
    }
    if (status == LW_OK) {
        invert(&qr);
        coefficients(&qr, out);
        summarise(&qr, data->x, data->y, data->weights, data->intercept, out);
        inference(out);
    } else {
        lw_fit_free(out);
    }
    lw_alloc_free(alloc, cells, qr_cells(data->n, data->p) * sizeof *cells);
    return status;
}
