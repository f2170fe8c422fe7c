/* Normal quantile plots. */
#ifndef LW_STATS_QUANTILE_PLOT_H
#define LW_STATS_QUANTILE_PLOT_H

#include <stddef.h>

#include "lw/base/status.h"

/* A sample against a normal distribution, as the R package car draws it: the line goes
 * through the quartiles, the band holds each point with 95 % if the sample is normal
 * (pointwise: of many points some lie outside). */
struct lw_quantile_plot {
    double *normal, *sample, *low, *high; /* [n], sample ascending; the caller's */
    double intercept, slope;
    size_t n;
    size_t n_outside; /* points outside the band */
};
/* values: [n], three at least that are not all equal. Fills the arrays of out, which the
 * caller has set to n values each. */
lw_status lw_quantile_plot(const double *values, struct lw_quantile_plot *out,
                           struct lw_error *err) LW_MUST_CHECK;

#endif
