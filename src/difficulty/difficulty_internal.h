/* What the learners of this folder share. */
#ifndef DIFFICULTY_INTERNAL_H
#define DIFFICULTY_INTERNAL_H

#include "lw/difficulty.h"

/* How one feature enters: on which scale, and its centre, spread and range there. */
struct lw_scale {
    bool used, log;
    double mean, sd, low, high;
};

/* A line over the features, each on its scale. */
struct lw_line {
    const struct lw_scale *scales;
    const double *weights; /* NULL for models that are not linear */
    double intercept;
};

/* From the rows outside the group leave_out (n_groups: all rows). columns may be NULL. */
void lw_scales_choose(const struct lw_evidence *e, const unsigned char *columns,
                      size_t leave_out, struct lw_scale *scales);
/* Values beyond the range that was learned from count as its bound, as in prediction;
 * unknown ones as the mean. */
double lw_scale_standard(const struct lw_scale *scale, double value);

/* Gives each group but `outside` one of LW_INNER_FOLDS folds of about the same number of
 * rows; always in the same way. outside gets LW_INNER_FOLDS itself. work: [n_groups]. */
#define LW_INNER_FOLDS 8
void lw_folds_of_groups(const struct lw_evidence *e, size_t outside, size_t *fold,
                        size_t *work);

/* The answers to learn from when that group is left out (n_groups: none). */
const double *lw_answers_without(const struct lw_evidence *e, size_t group);
/* How many groups are left out in turn. */
size_t lw_evidence_n_judged(const struct lw_evidence *e);
bool lw_evidence_stopped(const struct lw_evidence *e);

/* What is done for every group, on all workers; from the first failure only its error is
 * left. Stops when e says so. */
struct lw_group_work {
    const char *phase; /* static text, as in "while judging" */
    void *ctx;
    lw_status (*run)(void *ctx, size_t group, struct lw_error *err);
};
lw_status lw_groups_run(const struct lw_runtime *runtime, const struct lw_evidence *e,
                        const struct lw_group_work *work,
                        struct lw_error *err) LW_MUST_CHECK;

int lw_ascending(const void *a, const void *b);
/* The size that nine in ten of the held-out errors stay within, one more row counted.
 * Rows of the group outside do not count; answers are those to learn from without it. */
double lw_error_90(const struct lw_evidence *e, const double *held, size_t outside,
                   double *work);
lw_status lw_evidence_check(const struct lw_evidence *e,
                            struct lw_error *err) LW_MUST_CHECK;
/* Fills a model whose arena is ready and whose game is set. Without
 * weights the terms only name features and their ranges. */
lw_status lw_model_fill(const struct lw_evidence *e, const struct lw_line *line,
                        const struct lw_model_request *request, struct lw_model *out,
                        struct lw_error *err) LW_MUST_CHECK;

#endif
