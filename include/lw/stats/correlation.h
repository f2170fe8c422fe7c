/* Correlation of two samples. */
#ifndef LW_STATS_CORRELATION_H
#define LW_STATS_CORRELATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/status.h"

struct lw_correlation {
    size_t n;
    bool ties;    /* in x or y */
    bool defined; /* false: one side is constant; everything is NaN */
    /* At r = +-1 no residual is left to test against: t and p are NaN. */
    double pearson, pearson_t, pearson_p, pearson_low, pearson_high;
    double spearman, spearman_s; /* S: sum of squared rank differences */
    /* The p to report: the permutation distribution for n <= 9, also with ties, and for
     * n <= 12 without; otherwise the t approximation, but at rho = +-1 the share of
     * permutations that reach it, which is exact for any n. Never 0. */
    double spearman_p;
    bool spearman_exact;    /* … which of the two it is */
    double spearman_p_t;    /* t approximation; 0 at rho = +-1 */
    double spearman_p_r;    /* as R's exact = TRUE: enumeration for n <= 9, an Edgeworth
                               series above; NaN with ties */
    double kendall;         /* tau-b */
    double kendall_p;       /* normal approximation with ties in the variance */
    double kendall_p_exact; /* without ties, n <= 50; NaN otherwise */
};
lw_status lw_correlate(const struct lw_alloc *alloc, const double *x, const double *y,
                       size_t n, struct lw_correlation *out,
                       struct lw_error *err) LW_MUST_CHECK;

#endif
