/* Transforms: logit, Box-Cox. */
#ifndef LW_STATS_TRANSFORM_H
#define LW_STATS_TRANSFORM_H

#include "lw/stats/regression.h"

/* Logit as the R package car defines it: any value above 1 means percent; with adjust < 0
 * the default is taken, which is 0.025 when 0 or 1 occurs (within 1.5e-8, as there) and 0
 * otherwise; a non-zero adjust moves every value, p' = adjust + (1 - 2 adjust) p. With
 * adjust 0 the logits of 0 and 1 are infinite. */
struct lw_logit {
    bool percent;  /* what was given */
    double adjust; /* what was used */
};
lw_status lw_logit_transform(const double *p, size_t n, double adjust, double *out,
                             struct lw_logit *how, struct lw_error *err) LW_MUST_CHECK;

struct lw_box_cox {
    double lambda, se, low, high; /* Wald 95 % interval */
    double lr_zero, lr_zero_p;    /* likelihood ratio against lambda = 0 */
    double lr_one, lr_one_p;      /* … against lambda = 1 */
};
/* The intercept is a column of the data's X. */
lw_status lw_box_cox_fit(const struct lw_alloc *alloc,
                         const struct lw_regression_data *data, struct lw_box_cox *out,
                         struct lw_error *err) LW_MUST_CHECK;
double lw_box_cox_apply(double y, double lambda);

#endif
