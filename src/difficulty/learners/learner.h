/* A way of learning that can be judged by leaving groups out: it is given rows to learn
 * from and predicts all rows, once for each of its settings. */
#ifndef DIFFICULTY_LEARNER_H
#define DIFFICULTY_LEARNER_H

#include "difficulty_internal.h"
#include "lw/base/runtime.h"

struct lesson {
    const struct lw_alloc *alloc;
    const struct lw_evidence *e;
    const struct lw_scale *scales; /* of the rows outside the group that is left out */
    const double *z;               /* n x p, standardised by them */
    unsigned char *learn;          /* [n]: may be learned from */
};

struct learner {
    size_t n_settings;
    const char *phase; /* "judging …", for whoever waits */
    const void *ctx;
    /* prediction: n_settings x n. */
    lw_status (*learn)(const void *ctx, const struct lesson *lesson, double *prediction,
                       struct lw_error *err);
};

/* As lw_difficulty_judge; the setting is chosen inside each training set and the one for
 * the final model left in out->setting. */
lw_status learner_judge(const struct lw_runtime *runtime, const struct lw_evidence *e,
                        const unsigned char *columns, const struct learner *learner,
                        struct lw_judged *out, struct lw_error *err) LW_MUST_CHECK;

/* A lesson of all rows with its scales; lives in the arena. */
lw_status lesson_make(struct lw_arena *arena, const struct lw_evidence *e,
                      const unsigned char *columns, size_t outside, struct lesson *out,
                      struct lw_error *err) LW_MUST_CHECK;

#endif
