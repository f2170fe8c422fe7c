/* The verdict on a level: how hard it is, how sure that is, and why. */
#ifndef LW_RATING_VERDICT_H
#define LW_RATING_VERDICT_H

#include "lw/game.h"
#include "lw/model.h"

/* A feature that moves the verdict. */
struct lw_driver {
    size_t feature;      /* of the kind */
    double value, error; /* measured */
    double usual;        /* what the levels learned or referred to have */
    double push;         /* on the scale of the score; positive is harder */
    double points;       /* the same on the reading from 1 to 10 */
};

struct lw_verdict {
    bool calibrated;  /* learned from people; otherwise a plain scale */
    uint32_t version; /* of the model in its store; 0: what ships, or the plain scale */
    double rating;    /* 1 to 10 */
    /* Among the levels learned from, 0 to 100, with a 90 % interval. Plain: about the
     * place among reference levels; the interval is that of sampling alone. */
    double percentile, low, high;
    double score, score_error;
    double known; /* share of its features that could be had */
    size_t n_missing, n_sampled;
    struct lw_driver drivers[LW_MODEL_DRIVERS]; /* strongest first */
    size_t n_drivers;
    bool outside;            /* of the range it learned from */
    struct lw_driver beyond; /* by this feature, furthest; usual: the end of the range */
};
/* Without a model (NULL): on the kind's plain scale. Features of reference levels are
 * weighed, and a logistic curve reads the sum as a percentile, so that it neither ends
 * nor jumps; a scale that orders levels, not what people would say. */
void lw_judge(const struct lw_game_kind *kind, const struct lw_model *model,
              const size_t *index, const struct lw_feature_values *values,
              struct lw_verdict *out);
/* Has the kind a plain scale? */
bool lw_plain_known(const struct lw_game_kind *kind);
/* 1 to 10 from a percentile. */
double lw_plain_rating(double percentile);
/* And back; NaN when it is no rating. */
double lw_plain_percentile(double rating);

#endif
