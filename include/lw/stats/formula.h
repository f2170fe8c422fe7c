/* Model formulas made into numbers. */
#ifndef LW_STATS_FORMULA_H
#define LW_STATS_FORMULA_H

#include "lw/stats/regression.h"
#include "lw/stats/table.h"

/* A model formula made into numbers: "y ~ a + b*c + (1 | g)". Columns that hold anything
 * but numbers are factors with treatment contrasts, levels in byte order; interactions
 * follow the main effects. "~ 0 + …" leaves the intercept out; `a name` between
 * backquotes may hold blanks and signs, log(a) is a column's natural logarithm. */
struct lw_design {
    const double *y; /* borrowed from the table; NULL when the formula has no left side */
    const char *response;
    double *x;          /* n x p, row-major */
    const char **terms; /* [p] */
    size_t n, p;
    bool intercept;
    const size_t *group;      /* [n], NULL without (1 | g) */
    const char *group_column; /* g, NULL without */
    const char **group_names; /* [n_groups], in byte order */
    size_t n_groups;
};
/* Everything is in the table's arena. response_text: accept a left side that is not
 * numeric (y is then NULL). */
lw_status lw_design_build(struct lw_table *table, const char *formula, bool response_text,
                          struct lw_design *out, struct lw_error *err) LW_MUST_CHECK;
/* The rows of the design, to be fitted; weights may be NULL. */
struct lw_regression_data lw_design_data(const struct lw_design *design,
                                         const double *weights);
/* The distinct texts of a column in byte order (in the arena), and each row's index. */
lw_status lw_table_levels(struct lw_table *table, const struct lw_column *column,
                          const char ***names, size_t *n_names, size_t **index,
                          struct lw_error *err) LW_MUST_CHECK;

/* The same for answers that have an order: numbers by their value (10 after 9, 1.0 with
 * 1), anything else in byte order. */
lw_status lw_table_answers(struct lw_table *table, const struct lw_column *column,
                           const char ***names, size_t *n_names, size_t **index,
                           struct lw_error *err) LW_MUST_CHECK;

#endif
