/* Cross-validation of least squares. */
#ifndef LW_STATS_CROSS_VALIDATION_H
#define LW_STATS_CROSS_VALIDATION_H

#include "lw/stats/regression.h"

/* k folds; in ordered blocks, row i (from 0) is in fold floor(i*k/n). */
struct lw_cross_validation {
    const struct lw_alloc *alloc;
    size_t n, p, k;
    double *beta_by_fold; /* [k*p] */
    double *beta_mean;    /* [p] */
    double *prediction;   /* [n] */
    double mae, mae_weighted, mae_fold_mean, mae_weighted_fold_mean;
    double relative_percent, relative_weighted_percent;
    double rmse, press_r2;
};
/* The weights only weigh the errors; the fits are unweighted and have an intercept. */
lw_status lw_cross_validate(const struct lw_alloc *alloc,
                            const struct lw_regression_data *data, size_t k,
                            struct lw_cross_validation *out,
                            struct lw_error *err) LW_MUST_CHECK;
/* The same with folds of the caller's: fold[i] < k, and each of them has a row. */
lw_status lw_cross_validate_folds(const struct lw_alloc *alloc,
                                  const struct lw_regression_data *data,
                                  const size_t *fold, size_t k,
                                  struct lw_cross_validation *out,
                                  struct lw_error *err) LW_MUST_CHECK;
void lw_cross_validation_free(struct lw_cross_validation *cv);

#endif
