/* Learning a difficulty model from people's play.
 *
 * Rows are levels with their features, the answer to predict (larger is harder) and the
 * collection they come from. Everything is judged on collections that were not learned
 * from: the strength of the penalty is chosen inside each training set the same way. */
#ifndef LW_DIFFICULTY_H
#define LW_DIFFICULTY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "lw/base/alloc.h"
#include "lw/base/runtime.h"
#include "lw/base/status.h"
#include "lw/model.h"

struct lw_evidence {
    size_t n, p, n_groups;
    const char *const *names;  /* [p], of the features */
    const unsigned char *line; /* [p], columns of van Kreveld's line; NULL: not known */
    const double *x;           /* n x p, row-major, NaN where unknown */
    const double *y;           /* [n] */
    const size_t *group;       /* [n] */
    /* n_groups x n: the answers to learn from when a group is left out, for answers that
     * come from evidence which levels share; NULL: y. */
    const double *y_without;
    size_t n_judged; /* only the first so many groups are left out; 0: all */
    /* Judging ends with LW_CANCELLED soon after this is set; NULL: never. */
    const atomic_bool *cancel;
};

/* How well predictions rank levels. */
struct lw_skill {
    double rho, rho_se; /* Spearman, pooled; bootstrap over groups */
    double within;      /* mean Spearman inside groups of 5 levels and more */
    size_t n_within;    /* such groups */
    double r2;
    double coverage; /* share of held-out levels inside their 90 % interval */
};

struct lw_judged {
    const struct lw_alloc *alloc;
    size_t n;
    double *prediction; /* [n], each made without its own group */
    struct lw_skill skill;
    double lambda;  /* chosen on everything, for the final model */
    size_t setting; /* … the same for learners that count their settings */
    double error90;
};

/* Leave one group out, with the penalty chosen inside. columns (may be NULL) restricts
 * the features to those with a non-zero entry. */
lw_status lw_difficulty_judge(const struct lw_alloc *alloc,
                              const struct lw_evidence *evidence,
                              const unsigned char *columns, struct lw_judged *out,
                              struct lw_error *err) LW_MUST_CHECK;
void lw_judged_free(struct lw_judged *judged);

/* What the final model is made of, on all rows. Texts are borrowed until written. */
struct lw_model_request {
    const unsigned char *columns; /* NULL: all features */
    const struct lw_judged *judged;
    const char *game, *target, *source;
};
lw_status lw_difficulty_fit(const struct lw_alloc *alloc,
                            const struct lw_evidence *evidence,
                            const struct lw_model_request *request, struct lw_model *out,
                            struct lw_error *err) LW_MUST_CHECK;

/* Boosted trees, judged in the same way; depth and rounds are chosen inside. */
lw_status lw_boost_judge(const struct lw_runtime *runtime, const struct lw_evidence *e,
                         const unsigned char *columns, struct lw_judged *out,
                         struct lw_error *err) LW_MUST_CHECK;
lw_status lw_boost_model(const struct lw_alloc *alloc, const struct lw_evidence *e,
                         const struct lw_model_request *request, struct lw_model *out,
                         struct lw_error *err) LW_MUST_CHECK;

/* The mean of a line's and of trees' predictions; nothing is chosen for it. Coverage is
 * of the reach of other groups' held-out errors. */
lw_status lw_blend_judge(const struct lw_alloc *alloc, const struct lw_evidence *e,
                         const struct lw_judged *line, const struct lw_judged *trees,
                         struct lw_judged *out, struct lw_error *err) LW_MUST_CHECK;
/* Makes the trees' model the mean of both; they are of the same levels and columns. */
lw_status lw_blend_model(const struct lw_model *line, const struct lw_judged *judged,
                         struct lw_model *trees, struct lw_error *err) LW_MUST_CHECK;

/* Skill of any predictions, e.g. a single feature. */
lw_status lw_difficulty_skill(const struct lw_alloc *alloc,
                              const struct lw_evidence *evidence,
                              const double *prediction, struct lw_skill *out,
                              struct lw_error *err) LW_MUST_CHECK;

/* Interval of a rank correlation by Fisher's transform with the variance that suits ranks
 * (Bonett and Wright 2000); z: normal quantile, e.g. 1.645 for 90 %. NaN below n = 4
 * and where the ranks agree or oppose wholly (|rho| = 1). */
void lw_rank_interval(double rho, size_t n, double z, double *low, double *high);

#endif
