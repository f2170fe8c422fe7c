/* The parts of the design van Kreveld. */
#ifndef LAB_STUDY_VANKREVELD_H
#define LAB_STUDY_VANKREVELD_H

#include "fit/vankreveld.h"
#include "study/designs.h"
#include "study/levels.h"

#define VANKREVELD_MAX_FEATURES 12

/* Solved plays and the features of the levels, in the definition's order. */
struct vankreveld_study {
    const struct study_export *e;
    struct report *r;
    struct study_levels levels;
    struct study_plays plays;
    struct lw_human_play *solved; /* of levels by their rows */
    size_t n_solved;
    size_t *row;   /* of each level; SIZE_MAX: nobody played it, or features lack */
    size_t *level; /* of each row */
    const struct lw_game_kind *kind; /* NULL: nobody played */
    const char *names[VANKREVELD_MAX_FEATURES];
    double *x; /* n x p */
    size_t n, p;
    size_t n_unmeasured; /* levels that were played and lack a feature */
};

/* Everything that the procedure yields from some plays. */
#define VANKREVELD_ERRORS (2 * LW_VANKREVELD_TARGETS)
struct vankreveld_numbers {
    double error[VANKREVELD_ERRORS];      /* unweighted, then weighted */
    double mean_error[VANKREVELD_ERRORS]; /* when the folds' mean is the prediction */
    double gain[VANKREVELD_ERRORS];       /* mean_error less error, of the same draw */
    double weight[LW_VANKREVELD_TARGETS * (VANKREVELD_MAX_FEATURES + 1)];
    double r[LW_VANKREVELD_TARGETS * VANKREVELD_MAX_FEATURES]; /* features x targets */
    double r2[LW_VANKREVELD_TARGETS];
    size_t n[LW_VANKREVELD_TARGETS]; /* levels */
    size_t n_flat;                   /* people who gave one rating only */
};
/* Of these plays by so many people. */
lw_status vankreveld_numbers_of(const struct vankreveld_study *v,
                                const struct lw_human_plays *plays,
                                struct vankreveld_numbers *out,
                                struct lw_error *err) LW_MUST_CHECK;
/* 95 % intervals when people are drawn anew: low and high of each number. Draws in which
 * the procedure is not defined are left out; their number is returned in n_undefined. */
lw_status vankreveld_intervals(const struct vankreveld_study *v,
                               struct vankreveld_numbers *low,
                               struct vankreveld_numbers *high, size_t *n_undefined,
                               struct lw_error *err) LW_MUST_CHECK;

#endif
