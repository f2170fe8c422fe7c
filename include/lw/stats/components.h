/* Principal components. */
#ifndef LW_STATS_COMPONENTS_H
#define LW_STATS_COMPONENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/status.h"

struct lw_components_data {
    const double *x; /* n x p, row-major */
    size_t n, p;
    size_t k; /* components to keep; 0: those with an eigenvalue above 1 */
};

struct lw_components {
    const struct lw_alloc *alloc;
    size_t n, p;
    size_t k;            /* components kept */
    double *correlation; /* [p*p] */
    double *eigenvalues; /* [p], descending */
    double *loadings;    /* [p*k], unrotated */
    double *varimax;     /* [p*k], Kaiser-normalised, run to convergence */
    double *varimax_raw; /* [p*k], without normalisation */
    double *weights;     /* [p*k], of the Kaiser-rotated scores */
    double *scores;      /* [n*k] */
    double *communality; /* [p] */
    double *ss_rotated;  /* [k] */
    double criterion;    /* the normalised varimax criterion reached */
};
lw_status lw_components_fit(const struct lw_alloc *alloc,
                            const struct lw_components_data *data,
                            struct lw_components *out,
                            struct lw_error *err) LW_MUST_CHECK;
void lw_components_free(struct lw_components *pca);

#endif
