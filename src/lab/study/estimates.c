/* Correlations and shares as cells. */
#include "study/estimates.h"

#include <math.h>
#include <stdlib.h>

#define LEAST_DRAWS 40
#define LEAST_PEOPLE 3

lw_status study_correlate(struct report *r, const double *x, const double *y, size_t n,
                          struct lw_correlation *out, struct lw_error *err) {
    double *kept = lw_arena_zero(&r->arena, 2 * n + 1, sizeof *kept);
    size_t m = 0;
    if (kept == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++) {
        if (!isnan(x[i]) && !isnan(y[i])) {
            kept[m] = x[i];
            kept[n + m++] = y[i];
        }
    }
    if (m < 4) {
        *out = (struct lw_correlation){.n = m,
                                       .pearson = NAN,
                                       .pearson_p = NAN,
                                       .pearson_low = NAN,
                                       .pearson_high = NAN,
                                       .spearman = NAN,
                                       .spearman_p = NAN};
        return LW_OK;
    }
    return lw_correlate(r->arena.alloc, kept, kept + n, m, out, err);
}

void study_put_correlation(struct report *r, struct report_part *part,
                           const struct lw_correlation *c) {
    double low, high;
    lw_spearman_interval(c->spearman, c->n, &low, &high);
    const double cells[STUDY_N_CORRELATION] = {(double)c->n,   c->pearson,
                                               c->pearson_low, c->pearson_high,
                                               c->pearson_p,   c->pearson * c->pearson,
                                               c->spearman,    low,
                                               high,           c->spearman_p};
    for (size_t i = 0; i < STUDY_N_CORRELATION; i++) {
        report_number(r, part, cells[i]);
    }
}

void study_put_share(struct report *r, struct report_part *part, struct lw_share share) {
    const double cells[] = {(double)share.count, (double)share.n, share.share,
                            share.low,           share.high,      share.exact_low,
                            share.exact_high};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        report_number(r, part, cells[i]);
    }
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void study_draws_between(double *values, size_t n, size_t people, double *low,
                         double *high) {
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        values[m] = values[i];
        m += !isnan(values[m]);
    }
    qsort(values, m, sizeof *values, by_size);
    bool known = m >= LEAST_DRAWS && people >= LEAST_PEOPLE;
    *low = known ? values[m / 40] : (double)NAN;
    *high = known ? values[m - 1 - m / 40] : (double)NAN;
}

bool study_line_through(const double *x, const double *y, size_t n, double xs[2],
                        double ys[2]) {
    double sx = 0, sy = 0, sxx = 0, sxy = 0, count = 0;
    xs[0] = INFINITY;
    xs[1] = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        if (!isnan(x[i]) && !isnan(y[i])) {
            count++;
            sx += x[i];
            sy += y[i];
            xs[0] = fmin(xs[0], x[i]);
            xs[1] = fmax(xs[1], x[i]);
        }
    }
    if (count < 3 || xs[1] <= xs[0]) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        if (!isnan(x[i]) && !isnan(y[i])) {
            sxx += (x[i] - sx / count) * (x[i] - sx / count);
            sxy += (x[i] - sx / count) * (y[i] - sy / count);
        }
    }
    for (int i = 0; i < 2; i++) {
        ys[i] = sy / count + sxy / sxx * (xs[i] - sx / count);
    }
    return true;
}
