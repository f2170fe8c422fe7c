/* The parts of the design Khalifa. */
#ifndef LAB_STUDY_KHALIFA_H
#define LAB_STUDY_KHALIFA_H

#include "study/designs.h"
#include "study/estimates.h"
#include "study/levels.h"

/* Levels belong to a technique and to a game. */
enum khalifa_side { KHALIFA_TECHNIQUE, KHALIFA_GAME, KHALIFA_SIDES };

struct khalifa {
    const struct study_export *e;
    struct report *r;
    struct study_levels levels;
    struct study_plays plays;
    const char **names[KHALIFA_SIDES]; /* in the definition's order */
    size_t n[KHALIFA_SIDES];
    size_t *of[KHALIFA_SIDES]; /* [levels.n] */
    double *human; /* [levels.n], mean score of people; NaN: nobody scored it */
};

/* Figure 9 and the parts of the system's score. */
lw_status khalifa_put_scores(struct khalifa *k, struct lw_error *err) LW_MUST_CHECK;
/* Techniques and games: scores of people, shares of endings. */
lw_status khalifa_put_groups(struct khalifa *k, struct lw_error *err) LW_MUST_CHECK;

#endif
