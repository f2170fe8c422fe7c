/* Model formulas made into numbers. */
#ifndef LW_STATS_FORMULA_H
#define LW_STATS_FORMULA_H

#include "lw/stats/regression.h"
#include "lw/stats/table.h"

/* A column of the table that the right side uses. The points are where means are taken:
 * every level of a factor, both values of a number that has two, else its mean. */
struct lw_design_variable {
    const char *name;
    const char **levels; /* in byte order; NULL: a number */
    double *points;      /* of a number; NULL of a factor */
    size_t n_points;
};

/* A column of the matrix is a product of parts: a variable, its logarithm, or whether it
 * is at a level. */
#define LW_DESIGN_MAX_DEGREE 4
struct lw_design_product {
    struct lw_design_part {
        size_t variable, level;
        bool log;
    } part[LW_DESIGN_MAX_DEGREE];
    size_t degree;
};

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
    struct lw_design_variable *variables; /* in the order of the formula */
    size_t n_variables;
    struct lw_design_product *products; /* [p] */
};
/* Everything is in the table's arena. response_text: accept a left side that is not
 * numeric (y is then NULL). */
lw_status lw_design_build(struct lw_table *table, const char *formula, bool response_text,
                          struct lw_design *out, struct lw_error *err) LW_MUST_CHECK;
/* The row of the matrix for a variable at one of its points, averaged with equal weights
 * over all points of the others: a marginal mean is this row times the coefficients. */
void lw_design_point(const struct lw_design *design, size_t variable, size_t point,
                     double *row);
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
