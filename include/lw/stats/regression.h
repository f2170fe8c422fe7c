/* Least squares. */
#ifndef LW_STATS_REGRESSION_H
#define LW_STATS_REGRESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/status.h"

/* Rows to be fitted. intercept says whether a column of ones is in X (it decides the
 * total sum of squares). */
struct lw_regression_data {
    const double *x;       /* n x p, row-major */
    const double *y;       /* [n] */
    const double *weights; /* [n]; NULL: all count alike; a row of weight 0 has no say */
    size_t n, p;
    bool intercept;
};

struct lw_fit {
    const struct lw_alloc *alloc;
    size_t n, p;
    double *beta, *se, *t, *p_value, *low, *high; /* [p]; 95 % intervals */
    double *fitted, *residual;                    /* [n] */
    double *covariance;                           /* [p*p], unscaled: (X'WX)^-1 */
    double df, sigma, r2, adjusted_r2;
    double ss_regression, ss_residual;
    double f, f_df1, f_df2, f_p;
    double log_lik;
    double log_det; /* of X'WX */
    size_t n_used;  /* rows with a weight above zero */
    bool perfect;   /* nothing is left over: t, p, intervals and F are NaN */
};
/* r2 of a constant response is NaN. Refuses collinear columns by number.
 *
 * A message about one term, variable or item begins with that word and its number, which
 * is also the error's column (without a line): a caller who has names can use them. */
lw_status lw_least_squares(const struct lw_alloc *alloc,
                           const struct lw_regression_data *data, struct lw_fit *out,
                           struct lw_error *err) LW_MUST_CHECK;
void lw_fit_free(struct lw_fit *fit);

#endif
