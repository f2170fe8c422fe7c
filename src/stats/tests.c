/* t tests, equivalence, signed ranks, adjusted p values. */
#include "lw/stats.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* A standard error below this share of the mean is rounding, not spread. */
#define ROUNDING (10 * DBL_EPSILON)

static struct lw_t_test t_result(double mean, double se, double df) {
    double half = lw_t_quantile(0.975, df) * se;
    return (struct lw_t_test){.mean = mean,
                              .se = se,
                              .t = mean / se,
                              .df = df,
                              .p = lw_t_two_sided(mean / se, df),
                              .low = mean - half,
                              .high = mean + half};
}

lw_status lw_t_test_paired(const struct lw_alloc *alloc, const double *x, const double *y,
                           size_t n, struct lw_t_test *out, struct lw_error *err) {
    if (n < 2) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "a paired test needs at least 2 pairs; there are %zu", n);
    }
    double *d = lw_alloc_get(alloc, n * sizeof *d);
    if (d == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++) {
        d[i] = x[i] - y[i];
    }
    double variance = lw_variance(d, n), mean = lw_mean(d, n);
    lw_alloc_free(alloc, d, n * sizeof *d);
    double se = sqrt(variance / (double)n);
    if (!(se > ROUNDING * fabs(mean))) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "all differences are equal, so t is undefined");
    }
    *out = t_result(mean, se, (double)(n - 1));
    return LW_OK;
}

lw_status lw_t_test_two(struct lw_sample x, struct lw_sample y, bool pooled,
                        struct lw_t_test *out, struct lw_error *err) {
    if (x.n < 2 || y.n < 2) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "each group needs at least 2 values; there are %zu and %zu", x.n,
                       y.n);
    }
    double nx = (double)x.n, ny = (double)y.n;
    double vx = lw_variance(x.values, x.n), vy = lw_variance(y.values, y.n);
    double a = vx / nx, b = vy / ny, df, se;
    double mean_x = lw_mean(x.values, x.n), mean_y = lw_mean(y.values, y.n);
    if (!(sqrt(a + b) > ROUNDING * fmax(fabs(mean_x), fabs(mean_y)))) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "both groups are constant, so t is undefined");
    }
    if (pooled) {
        df = nx + ny - 2;
        se = sqrt(((nx - 1) * vx + (ny - 1) * vy) / df * (1 / nx + 1 / ny));
    } else {
        df = (a + b) * (a + b) / (a * a / (nx - 1) + b * b / (ny - 1));
        se = sqrt(a + b);
    }
    *out = t_result(mean_x - mean_y, se, df);
    return LW_OK;
}

struct lw_tost lw_tost(double mean, double se, double df, double margin) {
    double half = lw_t_quantile(0.95, df) * se;
    struct lw_tost out = {.p_lower = lw_t_upper((mean + margin) / se, df),
                          .p_upper = lw_t_upper((margin - mean) / se, df),
                          .low = mean - half,
                          .high = mean + half};
    out.p = fmax(out.p_lower, out.p_upper);
    return out;
}

lw_status lw_wilcoxon_paired(const struct lw_alloc *alloc, const double *x,
                             const double *y, size_t n, struct lw_wilcoxon *out,
                             struct lw_error *err) {
    double *d = lw_alloc_get(alloc, 3 * (n + 1) * sizeof *d);
    if (d == NULL) {
        return lw_fail_memory(err);
    }
    double *size = d + n + 1, *rank = size + n + 1;
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        if (x[i] != y[i]) {
            d[m] = x[i] - y[i];
            size[m] = fabs(d[m]);
            m++;
        }
    }
    lw_status status = m == 0 ? lw_fail(err, LW_BAD_INPUT, 0, 0,
                                        "all pairs are equal, so the test is undefined")
                              : lw_ranks(alloc, size, m, rank, NULL);
    if (status == LW_OK) {
        double count = (double)m, ties = 0;
        out->v = 0;
        for (size_t i = 0; i < m; i++) {
            double t = 0;
            out->v += d[i] > 0 ? rank[i] : 0;
            for (size_t j = 0; j < m; j++) {
                t += rank[j] == rank[i];
            }
            ties += t * t - 1; /* sums t^3 - t over groups, one share a member */
        }
        double z = out->v - count * (count + 1) / 4;
        double sigma = sqrt(count * (count + 1) * (2 * count + 1) / 24 - ties / 48);
        z = (z - (z > 0 ? 0.5 : z < 0 ? -0.5 : 0)) / sigma;
        out->p = 2 * fmin(lw_norm_cdf(z), lw_norm_upper(z));
    }
    lw_alloc_free(alloc, d, 3 * (n + 1) * sizeof *d);
    return status;
}

struct indexed {
    double p;
    size_t at;
};

static int by_p(const void *a, const void *b) {
    const struct indexed *x = a, *y = b;
    return x->p != y->p ? (x->p > y->p) - (x->p < y->p)
                        : (x->at > y->at) - (x->at < y->at);
}

lw_status lw_p_adjust(const struct lw_alloc *alloc, enum lw_adjust how, const double *p,
                      size_t n, double *out) {
    struct indexed *order = lw_alloc_get(alloc, n * sizeof *order);
    if (order == NULL) {
        return LW_NO_MEMORY;
    }
    for (size_t i = 0; i < n; i++) {
        order[i] = (struct indexed){p[i], i};
    }
    qsort(order, n, sizeof *order, by_p);
    double running = how == LW_ADJUST_BH ? 1 : 0;
    for (size_t step = 0; step < n; step++) {
        size_t i = how == LW_ADJUST_BH ? n - 1 - step : step;
        double value = order[i].p;
        if (how == LW_ADJUST_HOLM) {
            running = fmax(running, value * (double)(n - i));
        } else if (how == LW_ADJUST_BH) {
            running = fmin(running, value * (double)n / (double)(i + 1));
        } else {
            running = value * (double)n;
        }
        out[order[i].at] = fmin(1, running);
    }
    lw_alloc_free(alloc, order, n * sizeof *order);
    return LW_OK;
}
