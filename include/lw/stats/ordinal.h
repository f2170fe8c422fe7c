/* Ordered answers: proportional odds. */
#ifndef LW_STATS_ORDINAL_H
#define LW_STATS_ORDINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/status.h"

struct lw_ordinal_data {
    const double *x;     /* n x p, row-major, without an intercept */
    const size_t *level; /* [n], the answers, counted from 0 */
    size_t n, p, n_levels;
};

struct lw_ordinal {
    const struct lw_alloc *alloc;
    size_t n_terms; /* thresholds first, then the columns of X */
    size_t n_thresholds;
    double *estimate, *se, *z, *p_value; /* [n_terms] */
    double log_lik;
};
/* Proportional odds: P(Y <= j) = logistic(threshold_j - x beta). */
lw_status lw_ordinal_fit(const struct lw_alloc *alloc, const struct lw_ordinal_data *data,
                         struct lw_ordinal *out, struct lw_error *err) LW_MUST_CHECK;
void lw_ordinal_free(struct lw_ordinal *fit);

#endif
