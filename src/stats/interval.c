/* Intervals of shares, medians and rank correlations. */
#include "lw/stats/interval.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lw/stats/distribution.h"

#define Z95 1.959963984540054

struct lw_share lw_share_of(size_t count, size_t n) {
    struct lw_share out = {count, n, NAN, NAN, NAN, NAN, NAN};
    if (n == 0 || count > n) {
        return out;
    }
    double k = (double)count, all = (double)n, z2 = Z95 * Z95;
    double centre = (k + z2 / 2) / (all + z2);
    double half = Z95 * sqrt(k * (all - k) / all + z2 / 4) / (all + z2);
    out.share = k / all;
    /* Rounding must not take 0 of n or n of n out of their own interval. */
    out.low = count == 0 ? 0 : centre - half;
    out.high = count == n ? 1 : centre + half;
    out.exact_low = count == 0 ? 0 : lw_beta_quantile(0.025, k, all - k + 1);
    out.exact_high = count == n ? 1 : lw_beta_quantile(0.975, k + 1, all - k);
    return out;
}

void lw_spearman_interval(double rho, size_t n, double *low, double *high) {
    *low = *high = NAN;
    if (n < 4 || isnan(rho) || fabs(rho) > 1) {
        return;
    }
    if (fabs(rho) == 1) {
        *low = *high = rho;
        return;
    }
    double half = Z95 * sqrt((1 + rho * rho / 2) / ((double)n - 3));
    *low = tanh(atanh(rho) - half);
    *high = tanh(atanh(rho) + half);
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* P(X <= k) for X binomial of n tosses. */
static double tosses_at_most(size_t k, size_t n) {
    double sum = 0, all = (double)n;
    for (size_t i = 0; i <= k; i++) {
        double x = (double)i;
        sum += exp(lgamma(all + 1) - lgamma(x + 1) - lgamma(all - x + 1) - all * log(2));
    }
    return sum;
}

lw_status lw_median_of(const struct lw_alloc *alloc, const double *x, size_t n,
                       struct lw_median *out, struct lw_error *err) {
    *out = (struct lw_median){n, NAN, NAN, NAN, NAN, NAN};
    if (n == 0) {
        return LW_OK;
    }
    double *sorted = lw_alloc_get(alloc, n * sizeof *sorted), sum = 0;
    if (sorted == NULL) {
        return lw_fail_memory(err);
    }
    memcpy(sorted, x, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_value);
    out->median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    for (size_t i = 0; i < n; i++) {
        sum += fabs(x[i] - out->median);
    }
    out->mean_dev = sum / (double)n;
    /* The pair (j, n - 1 - j), from 0, misses when at most j values lie on one side. */
    for (size_t j = 0; j < n / 2; j++) {
        double coverage = 1 - 2 * tosses_at_most(j, n);
        if (coverage < 0.95) {
            break;
        }
        out->low = sorted[j];
        out->high = sorted[n - 1 - j];
        out->coverage = coverage;
    }
    lw_alloc_free(alloc, sorted, n * sizeof *sorted);
    return LW_OK;
}
