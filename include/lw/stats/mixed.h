/* Linear mixed models. */
#ifndef LW_STATS_MIXED_H
#define LW_STATS_MIXED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/status.h"

/* Random intercept: variance between groups of at least zero. Compound symmetry: one
 * correlation within groups, which may be negative. */
enum lw_mixed_kind { LW_MIXED_INTERCEPT, LW_MIXED_SYMMETRY };

struct lw_mixed_data {
    const double *x;     /* n x p, row-major */
    const double *y;     /* [n] */
    const size_t *group; /* [n], each below n_groups */
    size_t n, p, n_groups;
};

struct lw_mixed {
    const struct lw_alloc *alloc;
    size_t n, p, n_groups;
    bool reml, singular;               /* singular: the group variance is at its bound */
    double *beta, *se, *t;             /* [p] */
    double *df, *p_value, *low, *high; /* [p], Satterthwaite, 95 % */
    double *df_containment, *p_containment; /* [p], as nlme counts them */
    double *blup;                           /* [n_groups], random intercepts */
    double var_group, var_residual, rho;    /* rho: correlation within a group */
    double minus2_log_lik;                  /* the REML criterion when reml */
    double aic, bic;                        /* NaN when reml */
    double *covariance;                     /* [p*p], of beta */
    /* For Satterthwaite: how the covariance changes with the two parameters of the
     * variance, and the covariance of their estimates: first, both, second. NaN of ML,
     * and where the correlation is at its bound. */
    double *by_first, *by_second, parameters[3];
};
lw_status lw_mixed_fit(const struct lw_alloc *alloc, enum lw_mixed_kind kind, bool reml,
                       const struct lw_mixed_data *data, struct lw_mixed *out,
                       struct lw_error *err) LW_MUST_CHECK;
void lw_mixed_free(struct lw_mixed *mixed);

/* A combination of coefficients, e.g. a mean or a difference of means; df after
 * Satterthwaite, 95 %. Where these are undefined so are p and the interval. */
struct lw_mixed_estimate {
    double value, se, df, t, p_value, low, high;
};
void lw_mixed_combine(const struct lw_mixed *mixed, const double *row,
                      struct lw_mixed_estimate *out);

#endif
