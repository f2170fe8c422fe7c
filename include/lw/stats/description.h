/* Description of one sample. */
#ifndef LW_STATS_DESCRIPTION_H
#define LW_STATS_DESCRIPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/status.h"

struct lw_description {
    size_t n;
    double mean, sd, median, min, max;
    double quartile[3];       /* type 7, as most programs */
    double mean_dev_mean;     /* mean absolute deviation about the mean */
    double mean_dev_median;   /* … about the median */
    double median_dev;        /* median absolute deviation, raw */
    double median_dev_scaled; /* times 1.4826 */
    double ci_low, ci_high;   /* 95 % t interval of the mean */
};
/* A single value has no spread: sd and interval are NaN. */
lw_status lw_describe(const struct lw_alloc *alloc, const double *x, size_t n,
                      struct lw_description *out, struct lw_error *err) LW_MUST_CHECK;
double lw_mean(const double *x, size_t n);
double lw_variance(const double *x, size_t n); /* divisor n - 1; NaN for one value */
/* Mid-ranks from 1; *ties (may be NULL) tells whether any value occurs twice. */
lw_status lw_ranks(const struct lw_alloc *alloc, const double *x, size_t n, double *ranks,
                   bool *ties) LW_MUST_CHECK;

#endif
