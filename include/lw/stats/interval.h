/* Intervals of shares, medians and rank correlations. */
#ifndef LW_STATS_INTERVAL_H
#define LW_STATS_INTERVAL_H

#include <stdbool.h>
#include <stddef.h>

#include "lw/base/alloc.h"
#include "lw/base/status.h"

/* So many of so many, with two 95 % intervals: Wilson's score interval, whose mean
 * coverage is 95 %, and the exact one of Clopper and Pearson, which covers at least that.
 * n 0: everything is NaN. */
struct lw_share {
    size_t count, n;
    double share, low, high; /* Wilson */
    double exact_low, exact_high;
};
struct lw_share lw_share_of(size_t count, size_t n);

/* 95 % interval of a rank correlation by Fisher's z with the variance of Bonett and
 * Wright (2000), (1 + rho^2 / 2) / (n - 3). NaN for fewer than four values. */
void lw_spearman_interval(double rho, size_t n, double *low, double *high);

/* The median between two order statistics, the narrowest symmetric pair that holds the
 * population's median with at least 95 %: no assumption about the distribution, ties
 * only make it safer. Fewer than six values have no such pair: low and high are NaN. */
struct lw_median {
    size_t n;
    double median, low, high;
    double coverage; /* of that pair */
    double mean_dev; /* mean absolute deviation about the median */
};
lw_status lw_median_of(const struct lw_alloc *alloc, const double *x, size_t n,
                       struct lw_median *out, struct lw_error *err) LW_MUST_CHECK;

#endif
