/* What levels of one kind are rated by. */
#ifndef LW_RATING_RATER_H
#define LW_RATING_RATER_H

#include "lw/rating/ratable.h"
#include "lw/rating/verdict.h"

/* What levels of one kind are judged by: a model that learned from people, or the kind's
 * plain scale, which is uncalibrated. */
struct lw_rater {
    const struct lw_alloc *alloc;
    const struct lw_game_kind *kind; /* NULL: closed */
    bool calibrated;
    struct lw_model model; /* if calibrated */
    uint32_t version;      /* of that model in its store; 0: it is none of a store */
    uint32_t unread; /* version that should be used and cannot be read any more: what
                      * ships stands in for it, and somebody should be told; 0: none */
    size_t *index;   /* feature of each of its terms */
};
/* text: of a model file, NULL for the one that ships. UNSUPPORTED when there is neither a
 * model nor a scale. */
lw_status lw_rater_open(struct lw_rater *rater, const struct lw_game_kind *kind,
                        const char *text, size_t len, const struct lw_alloc *alloc,
                        struct lw_error *err) LW_MUST_CHECK;
/* By the one of these models that is for the kind, else by what ships. NULL: what ships.
 * A model that this program does not read, as one stored by another release may be, is
 * no reason to rate nothing: then out->unread is set, and err says why. */
lw_status lw_rater_open_among(struct lw_rater *rater, const struct lw_game_kind *kind,
                              const struct lw_model_texts *models,
                              const struct lw_alloc *alloc,
                              struct lw_error *err) LW_MUST_CHECK;
void lw_rater_close(struct lw_rater *rater);
void lw_rater_judge(const struct lw_rater *rater, const struct lw_feature_values *values,
                    struct lw_verdict *out);

/* A level that was measured, and what that was allowed to cost. */
struct lw_rate_task {
    const struct lw_level *level;
    const struct lw_feature_values *values;
    const struct lw_budget *budget;
    const struct lw_runtime *runtime;
};
/* Rates a level of which nothing is known yet, as people bring them: is it there to be
 * rated, and how hard is it? *out is filled only for LW_RATABLE_YES. A level that was
 * made has its proof with it, and needs lw_rater_judge alone. */
lw_status lw_rater_rate(const struct lw_rater *rater, const struct lw_rate_task *task,
                        enum lw_ratable *ratable, struct lw_verdict *out,
                        struct lw_error *err) LW_MUST_CHECK;

#endif
