/* Tests, and p values adjusted for several of them. */
#ifndef LW_STATS_TESTS_H
#define LW_STATS_TESTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/status.h"

struct lw_t_test {
    double mean, se, t, df, p, low, high; /* 95 % interval */
};
lw_status lw_t_test_paired(const struct lw_alloc *alloc, const double *x, const double *y,
                           size_t n, struct lw_t_test *out,
                           struct lw_error *err) LW_MUST_CHECK;
/* pooled: Student's, otherwise Welch's. mean is mean(x) - mean(y). */
struct lw_sample {
    const double *values;
    size_t n;
};
lw_status lw_t_test_two(struct lw_sample x, struct lw_sample y, bool pooled,
                        struct lw_t_test *out, struct lw_error *err) LW_MUST_CHECK;
/* Equivalence within +-margin by two one-sided tests on a t statistic's mean, its
 * standard error and df. */
struct lw_tost {
    double p_lower, p_upper, p, low, high; /* 90 % interval */
};
struct lw_tost lw_tost(double mean, double se, double df, double margin);
/* Wilcoxon's signed ranks, normal approximation with continuity correction. */
struct lw_wilcoxon {
    double v, p;
};
lw_status lw_wilcoxon_paired(const struct lw_alloc *alloc, const double *x,
                             const double *y, size_t n, struct lw_wilcoxon *out,
                             struct lw_error *err) LW_MUST_CHECK;
enum lw_adjust { LW_ADJUST_HOLM, LW_ADJUST_BH, LW_ADJUST_BONFERRONI };
lw_status lw_p_adjust(const struct lw_alloc *alloc, enum lw_adjust how, const double *p,
                      size_t n, double *out) LW_MUST_CHECK;

#endif
