/* Statistics on tables: everything the analyses of the studies rest on.
 *
 * GSL is used behind this header only (its aborting error handler is never left on);
 * least squares are our own Householder factorisation in extended precision. Undefined
 * results (a correlation with a constant, too few rows) are NaN with a reason in the
 * error, never a number. */
#ifndef LW_STATS_H
#define LW_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/status.h"

/* Tables. */

struct lw_column {
    const char *name;
    const char **text;        /* [n_rows], as written, never NULL */
    double *value;            /* [n_rows], NaN where the cell is no number */
    size_t n_missing;         /* empty cells, or "NA" */
    size_t n_not_numbers;     /* neither missing nor a number */
    size_t first_bad_row;     /* first row that is no number, from 1; 0: none */
    size_t first_missing_row; /* the same for missing cells */
};

struct lw_table {
    struct lw_arena arena;
    struct lw_column *columns;
    size_t n_columns, n_rows;
};

/* Reads CSV (RFC 4180, a header line; LF, CRLF or CR; a byte order mark is skipped, blank
 * lines are no rows). Refuses duplicate or empty column names, ragged rows, other
 * separators and zero bytes, naming row and column. */
lw_status lw_table_read(const struct lw_alloc *alloc, const char *text, size_t len,
                        struct lw_table *out, struct lw_error *err) LW_MUST_CHECK;
void lw_table_free(struct lw_table *table);
const struct lw_column *lw_table_find(const struct lw_table *table, const char *name);
/* The column, which must exist and hold a number in every row. */
lw_status lw_table_numbers(const struct lw_table *table, const char *name,
                           const double **out, struct lw_error *err) LW_MUST_CHECK;
/* For columns of names: refuses a missing cell, in one row (from 0) or in any. */
lw_status lw_column_name(const struct lw_column *column, size_t row,
                         struct lw_error *err) LW_MUST_CHECK;
lw_status lw_column_names(const struct lw_column *column,
                          struct lw_error *err) LW_MUST_CHECK;

/* Formulas. */

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
/* The distinct texts of a column in byte order (in the arena), and each row's index. */
lw_status lw_table_levels(struct lw_table *table, const struct lw_column *column,
                          const char ***names, size_t *n_names, size_t **index,
                          struct lw_error *err) LW_MUST_CHECK;

/* The same for answers that have an order: numbers by their value (10 after 9, 1.0 with
 * 1), anything else in byte order. */
lw_status lw_table_answers(struct lw_table *table, const struct lw_column *column,
                           const char ***names, size_t *n_names, size_t **index,
                           struct lw_error *err) LW_MUST_CHECK;

/* Distributions. */

double lw_norm_cdf(double x);
double lw_norm_upper(double x);
double lw_norm_quantile(double p);
double lw_t_upper(double x, double df);
double lw_t_quantile(double p, double df);
double lw_chisq_upper(double x, double df);
double lw_f_upper(double x, double df1, double df2);
double lw_t_two_sided(double t, double df);

/* Description. */

struct lw_description {
    size_t n;
    double mean, sd, median, min, max;
    double quartile[3];       /* type 7, as most programs */
    double mean_dev_mean;     /* mean absolute deviation about the mean */
    double mean_dev_median;   /* … about the median */
    double median_dev;        /* median absolute deviation, raw */
    double median_dev_scaled; /* times 1.4826 */
    double ci_low, ci_high;   /* 95 % t interval of the mean */
};
/* A single value has no spread: sd and interval are NaN. */
lw_status lw_describe(const struct lw_alloc *alloc, const double *x, size_t n,
                      struct lw_description *out, struct lw_error *err) LW_MUST_CHECK;
double lw_mean(const double *x, size_t n);
double lw_variance(const double *x, size_t n); /* divisor n - 1; NaN for one value */
/* Mid-ranks from 1; *ties (may be NULL) tells whether any value occurs twice. */
lw_status lw_ranks(const struct lw_alloc *alloc, const double *x, size_t n, double *ranks,
                   bool *ties) LW_MUST_CHECK;

/* Correlation. */

struct lw_correlation {
    size_t n;
    bool ties;    /* in x or y */
    bool defined; /* false: one side is constant; everything is NaN */
    /* At r = +-1 no residual is left to test against: t and p are NaN. */
    double pearson, pearson_t, pearson_p, pearson_low, pearson_high;
    double spearman, spearman_s; /* S: sum of squared rank differences */
    /* The p to report: the permutation distribution for n <= 9, also with ties, and for
     * n <= 12 without; otherwise the t approximation, which at rho = +-1 gives way to the
     * share of permutations that reach it. Never 0. */
    double spearman_p;
    bool spearman_exact;    /* … which of the two it is */
    double spearman_p_t;    /* t approximation; 0 at rho = +-1 */
    double spearman_p_r;    /* as R's exact = TRUE: enumeration for n <= 9, an Edgeworth
                               series above; NaN with ties */
    double kendall;         /* tau-b */
    double kendall_p;       /* normal approximation with ties in the variance */
    double kendall_p_exact; /* without ties, n <= 50; NaN otherwise */
};
lw_status lw_correlate(const struct lw_alloc *alloc, const double *x, const double *y,
                       size_t n, struct lw_correlation *out,
                       struct lw_error *err) LW_MUST_CHECK;

/* Tests. */

struct lw_t_test {
    double mean, se, t, df, p, low, high; /* 95 % interval */
};
lw_status lw_t_test_paired(const struct lw_alloc *alloc, const double *x, const double *y,
                           size_t n, struct lw_t_test *out,
                           struct lw_error *err) LW_MUST_CHECK;
/* pooled: Student's, otherwise Welch's. mean is mean(x) - mean(y). */
lw_status lw_t_test_two(const double *x, size_t n_x, const double *y, size_t n_y,
                        bool pooled, struct lw_t_test *out,
                        struct lw_error *err) LW_MUST_CHECK;
/* Equivalence within +-margin by two one-sided tests on a t statistic's mean, its
 * standard error and df. */
struct lw_tost {
    double p_lower, p_upper, p, low, high; /* 90 % interval */
};
struct lw_tost lw_tost(double mean, double se, double df, double margin);
/* Wilcoxon's signed ranks, normal approximation with continuity correction. */
lw_status lw_wilcoxon_paired(const struct lw_alloc *alloc, const double *x,
                             const double *y, size_t n, double *v, double *p,
                             struct lw_error *err) LW_MUST_CHECK;
enum lw_adjust { LW_ADJUST_HOLM, LW_ADJUST_BH, LW_ADJUST_BONFERRONI };
lw_status lw_p_adjust(const struct lw_alloc *alloc, enum lw_adjust how, const double *p,
                      size_t n, double *out) LW_MUST_CHECK;

/* Transforms. */

/* Logit as the R package car defines it: any value above 1 means percent; with adjust < 0
 * the default is taken, which is 0.025 when 0 or 1 occurs (within 1.5e-8, as there) and 0
 * otherwise; a non-zero adjust moves every value, p' = adjust + (1 - 2 adjust) p. With
 * adjust 0 the logits of 0 and 1 are infinite. */
lw_status lw_logit_transform(const double *p, size_t n, double adjust, double *out,
                             bool *percent, double *adjust_used,
                             struct lw_error *err) LW_MUST_CHECK;

struct lw_box_cox {
    double lambda, se, low, high; /* Wald 95 % interval */
    double lr_zero, lr_zero_p;    /* likelihood ratio against lambda = 0 */
    double lr_one, lr_one_p;      /* … against lambda = 1 */
};
/* x: n rows of p columns, row-major, the intercept included by the caller. */
lw_status lw_box_cox_fit(const struct lw_alloc *alloc, const double *y, const double *x,
                         size_t n, size_t p, struct lw_box_cox *out,
                         struct lw_error *err) LW_MUST_CHECK;
double lw_box_cox_apply(double y, double lambda);

/* Least squares. */

struct lw_fit {
    const struct lw_alloc *alloc;
    size_t n, p;
    double *beta, *se, *t, *p_value, *low, *high; /* [p]; 95 % intervals */
    double *fitted, *residual;                    /* [n] */
    double *covariance;                           /* [p*p], unscaled: (X'WX)^-1 */
    double df, sigma, r2, adjusted_r2;
    double ss_regression, ss_residual;
    double f, f_df1, f_df2, f_p;
    double log_lik;
    double log_det; /* of X'WX */
    size_t n_used;  /* rows with a weight above zero */
    bool perfect;   /* nothing is left over: t, p, intervals and F are NaN */
};
/* X row-major n x p; weights may be NULL, a row of weight 0 has no say; intercept says
 * whether a column of ones is in X (it decides the total sum of squares). r2 of a
 * constant response is NaN. Refuses collinear columns by number.
 *
 * A message about one term, variable or item begins with that word and its number, which
 * is also the error's column (without a line): a caller who has names can use them. */
lw_status lw_least_squares(const struct lw_alloc *alloc, const double *x, const double *y,
                           const double *weights, size_t n, size_t p, bool intercept,
                           struct lw_fit *out, struct lw_error *err) LW_MUST_CHECK;
void lw_fit_free(struct lw_fit *fit);

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
/* weights only weigh the errors; the fits are unweighted. */
lw_status lw_cross_validate(const struct lw_alloc *alloc, const double *x,
                            const double *y, const double *weights, size_t n, size_t p,
                            size_t k, struct lw_cross_validation *out,
                            struct lw_error *err) LW_MUST_CHECK;
/* The same with folds of the caller's: fold[i] < k, and each of them has a row. */
lw_status lw_cross_validate_folds(const struct lw_alloc *alloc, const double *x,
                                  const double *y, const double *weights, size_t n,
                                  size_t p, const size_t *fold, size_t k,
                                  struct lw_cross_validation *out,
                                  struct lw_error *err) LW_MUST_CHECK;
void lw_cross_validation_free(struct lw_cross_validation *cv);

/* Principal components. */

struct lw_components {
    const struct lw_alloc *alloc;
    size_t n, p;
    size_t k;            /* eigenvalues above 1 */
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
/* X row-major n x p. */
lw_status lw_components_fit(const struct lw_alloc *alloc, const double *x, size_t n,
                            size_t p, struct lw_components *out,
                            struct lw_error *err) LW_MUST_CHECK;
void lw_components_free(struct lw_components *pca);

/* Linear mixed models. */

/* Random intercept: variance between groups of at least zero. Compound symmetry: one
 * correlation within groups, which may be negative. */
enum lw_mixed_kind { LW_MIXED_INTERCEPT, LW_MIXED_SYMMETRY };

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
};
/* group[i] < n_groups names row i's group. */
lw_status lw_mixed_fit(const struct lw_alloc *alloc, enum lw_mixed_kind kind, bool reml,
                       const double *x, const double *y, const size_t *group, size_t n,
                       size_t p, size_t n_groups, struct lw_mixed *out,
                       struct lw_error *err) LW_MUST_CHECK;
void lw_mixed_free(struct lw_mixed *mixed);

/* Pairwise comparisons. */

struct lw_game_result {
    size_t a, b;
    double score; /* 1: a won, 0: b won, 0.5: a draw */
};

struct lw_trueskill {
    double mu, sigma, beta, tau, draw_probability;
};
struct lw_rating {
    double mu, sigma;
};
/* The usual values: 25, 25/3, 25/6, 25/300, 0.1. */
struct lw_trueskill lw_trueskill_default(void);
double lw_trueskill_draw_margin(const struct lw_trueskill *model);
void lw_trueskill_update(const struct lw_trueskill *model, struct lw_rating *a,
                         struct lw_rating *b, double score);
double lw_trueskill_quality(const struct lw_trueskill *model, const struct lw_rating *a,
                            const struct lw_rating *b);

struct lw_bradley_terry {
    const struct lw_alloc *alloc;
    size_t n;
    double *ability, *se;         /* [n], log odds against item 0 */
    double *centred, *se_centred; /* [n], against the mean of all */
    double log_lik;
};
/* Draws count half. Refuses data in which some group of items won every game against the
 * rest (no finite maximum), naming an item of it. */
lw_status lw_bradley_terry_fit(const struct lw_alloc *alloc,
                               const struct lw_game_result *games, size_t n_games,
                               size_t n_items, struct lw_bradley_terry *out,
                               struct lw_error *err) LW_MUST_CHECK;
void lw_bradley_terry_free(struct lw_bradley_terry *fit);

/* Ordered answers, solved or not. */

struct lw_ordinal {
    const struct lw_alloc *alloc;
    size_t n_terms; /* thresholds first, then the columns of X */
    size_t n_thresholds;
    double *estimate, *se, *z, *p_value; /* [n_terms] */
    double log_lik;
};
/* Proportional odds: P(Y <= j) = logistic(threshold_j - x beta). level[i] counts from 0;
 * X without an intercept. */
lw_status lw_ordinal_fit(const struct lw_alloc *alloc, const double *x,
                         const size_t *level, size_t n, size_t p, size_t n_levels,
                         struct lw_ordinal *out, struct lw_error *err) LW_MUST_CHECK;
void lw_ordinal_free(struct lw_ordinal *fit);

struct lw_rasch {
    const struct lw_alloc *alloc;
    size_t n_players, n_levels;
    double b0, se_b0, sd_player, sd_level, minus2_log_lik;
    double *player, *level; /* modes */
};
/* logit P(ok) = b0 + player + level with normal players and levels; maximum of the
 * Laplace approximation. Where players (or levels) do not differ their spread is 0. */
lw_status lw_rasch_fit(const struct lw_alloc *alloc, const size_t *player,
                       const size_t *level, const bool *ok, size_t n, size_t n_players,
                       size_t n_levels, struct lw_rasch *out,
                       struct lw_error *err) LW_MUST_CHECK;
void lw_rasch_free(struct lw_rasch *fit);

#endif
