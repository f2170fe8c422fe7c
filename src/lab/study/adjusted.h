/* A mixed model and what papers report of it: the difference of two adjusted means. */
#ifndef LAB_STUDY_ADJUSTED_H
#define LAB_STUDY_ADJUSTED_H

#include "lw/stats.h"

/* The first level of the factor less the second (in byte order), averaged over all other
 * factors with equal weights and at the means of the numbers, as emmeans has it. */
struct study_adjusted {
    struct lw_mixed_estimate difference;
    struct lw_mixed_estimate interaction; /* of two factors; NaN when there is none */
    double rho;                           /* correlation within a person */
    size_t rows, groups;
};

/* The mean of one level of the factor, averaged over all others in the same way. */
struct study_adjusted_mean {
    const char *level;
    struct lw_mixed_estimate mean;
};

/* Compound symmetry, REML, Satterthwaite's degrees of freedom. The formula has
 * (1 | group); the factor has two levels. */
lw_status study_adjusted_fit(struct lw_table *table, const char *formula,
                             const char *factor, struct study_adjusted *out,
                             struct lw_error *err) LW_MUST_CHECK;
/* The same model's means of all levels, in byte order; out is in the table's arena. */
lw_status study_adjusted_means(struct lw_table *table, const char *formula,
                               const char *factor, struct study_adjusted_mean **out,
                               size_t *n, struct lw_error *err) LW_MUST_CHECK;

#endif
