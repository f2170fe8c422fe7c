/* A score brought to a rating scale on some levels and tried on others. */
#ifndef LW_DIFFICULTY_TRANSFER_H
#define LW_DIFFICULTY_TRANSFER_H

#include "lw/base/alloc.h"
#include "lw/base/status.h"

struct lw_transfer {
    size_t n_learned, n_tried;
    double slope, intercept;
    double mae, rmse;                   /* of the line */
    double mae_constant, rmse_constant; /* of the learned levels' mean */
};
struct lw_scored_levels {
    const double *score, *rating; /* [n] */
    size_t n;
};
lw_status lw_scale_transfer(const struct lw_alloc *alloc,
                            const struct lw_scored_levels *learned,
                            const struct lw_scored_levels *tried, struct lw_transfer *out,
                            struct lw_error *err) LW_MUST_CHECK;

#endif
