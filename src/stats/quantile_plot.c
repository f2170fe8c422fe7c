/* Normal quantile plots with a pointwise band: the standard error of an order statistic
 * is sqrt(P (1 - P) / n) over the density there (Fox, Applied Regression Analysis). */
#include "lw/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* R's quantile of type 7, of sorted values. */
static double quantile(const double *sorted, size_t n, double share) {
    double at = share * (double)(n - 1);
    size_t below = (size_t)at;
    return below + 1 >= n ? sorted[n - 1]
                          : sorted[below] + (at - (double)below) *
                                                (sorted[below + 1] - sorted[below]);
}

lw_status lw_quantile_plot(const double *values, struct lw_quantile_plot *out,
                           struct lw_error *err) {
    const double sqrt_two_pi = 2.50662827463100050242;
    size_t n = out->n;
    if (n < 3) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "a quantile plot needs at least 3 values; there are %zu", n);
    }
    memcpy(out->sample, values, n * sizeof *values);
    qsort(out->sample, n, sizeof *out->sample, ascending);
    double low = quantile(out->sample, n, 0.25), high = quantile(out->sample, n, 0.75);
    double width = 2 * lw_norm_quantile(0.75), shift = n <= 10 ? 0.375 : 0.5;
    if (!(high > low)) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the quartiles of the values are equal, so no line goes through "
                       "them");
    }
    out->slope = (high - low) / width;
    out->intercept = (high + low) / 2;
    out->n_outside = 0;
    for (size_t i = 0; i < n; i++) {
        double share = ((double)i + 1 - shift) / ((double)n + 1 - 2 * shift);
        double z = lw_norm_quantile(share);
        double density = exp(-z * z / 2) / sqrt_two_pi;
        double half = lw_norm_quantile(0.975) * out->slope / density *
                      sqrt(share * (1 - share) / (double)n);
        out->normal[i] = z;
        out->low[i] = out->intercept + out->slope * z - half;
        out->high[i] = out->intercept + out->slope * z + half;
        out->n_outside += out->sample[i] < out->low[i] || out->sample[i] > out->high[i];
    }
    return LW_OK;
}
