/* Means, quantiles, deviations, ranks. */
#include "lw/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double lw_mean(const double *x, size_t n) {
    long double sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += x[i];
    }
    /* A second pass takes up what rounding lost in the first. */
    long double mean = sum / (long double)n, rest = 0;
    for (size_t i = 0; i < n; i++) {
        rest += x[i] - mean;
    }
    return (double)(mean + rest / (long double)n);
}

static long double variance(const double *x, size_t n) {
    double mean = lw_mean(x, n);
    long double squares = 0, rest = 0;
    for (size_t i = 0; i < n; i++) {
        long double d = (long double)x[i] - mean;
        squares += d * d;
        rest += d;
    }
    return n < 2 ? NAN : (squares - rest * rest / (long double)n) / (long double)(n - 1);
}

double lw_variance(const double *x, size_t n) {
    return (double)variance(x, n);
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Type-7 quantile. */
static double quantile(const double *sorted, size_t n, double p) {
    double at = p * (double)(n - 1);
    size_t below = (size_t)at;
    if (below + 1 >= n) {
        return sorted[n - 1];
    }
    return sorted[below] + (at - (double)below) * (sorted[below + 1] - sorted[below]);
}

static double mean_deviation(const double *x, size_t n, double about) {
    long double sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += fabsl((long double)x[i] - about);
    }
    return (double)(sum / (long double)n);
}

lw_status lw_describe(const struct lw_alloc *alloc, const double *x, size_t n,
                      struct lw_description *out, struct lw_error *err) {
    if (n < 1) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "there is no row to describe");
    }
    double *work = lw_alloc_get(alloc, n * sizeof *work);
    if (work == NULL) {
        return lw_fail_memory(err);
    }
    memcpy(work, x, n * sizeof *work);
    qsort(work, n, sizeof *work, ascending);
    *out = (struct lw_description){.n = n,
                                   .mean = lw_mean(x, n),
                                   .sd = (double)sqrtl(variance(x, n)),
                                   .median = quantile(work, n, 0.5),
                                   .min = work[0],
                                   .max = work[n - 1]};
    for (int i = 0; i < 3; i++) {
        out->quartile[i] = quantile(work, n, 0.25 * (i + 1));
    }
    out->mean_dev_mean = mean_deviation(x, n, out->mean);
    out->mean_dev_median = mean_deviation(x, n, out->median);
    for (size_t i = 0; i < n; i++) {
        work[i] = fabs(x[i] - out->median);
    }
    qsort(work, n, sizeof *work, ascending);
    out->median_dev = quantile(work, n, 0.5);
    out->median_dev_scaled = 1.4826 * out->median_dev;
    double half = lw_t_quantile(0.975, (double)(n - 1)) * out->sd / sqrt((double)n);
    out->ci_low = out->mean - half;
    out->ci_high = out->mean + half;
    lw_alloc_free(alloc, work, n * sizeof *work);
    return LW_OK;
}

struct ranked {
    double value;
    size_t at;
};

static int by_value(const void *a, const void *b) {
    const struct ranked *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

lw_status lw_ranks(const struct lw_alloc *alloc, const double *x, size_t n, double *ranks,
                   bool *ties) {
    struct ranked *order = lw_alloc_get(alloc, n * sizeof *order);
    bool any = false;
    if (order == NULL) {
        return LW_NO_MEMORY;
    }
    for (size_t i = 0; i < n; i++) {
        order[i] = (struct ranked){x[i], i};
    }
    qsort(order, n, sizeof *order, by_value);
    for (size_t i = 0; i < n;) {
        size_t end = i + 1;
        while (end < n && order[end].value == order[i].value) {
            end++;
        }
        any = any || end > i + 1;
        for (size_t j = i; j < end; j++) {
            ranks[order[j].at] = 0.5 * (double)(i + 1 + end);
        }
        i = end;
    }
    if (ties != NULL) {
        *ties = any;
    }
    lw_alloc_free(alloc, order, n * sizeof *order);
    return LW_OK;
}
