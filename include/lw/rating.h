/* The verdict on a level: how hard it is, how sure that is, and why. */
#ifndef LW_RATING_H
#define LW_RATING_H

#include "lw/base/json.h"
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
    bool calibrated; /* learned from people; otherwise a plain scale */
    double rating;   /* 1 to 10 */
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
/* What a driver is about, for players: "there are many boxes (12 boxes, 3.6 times the
 * usual 3.3)"; and how a level lies outside: "... (44 boxes; the most among known levels
 * is 12)". */
void lw_driver_words(const struct lw_game_kind *kind, const struct lw_driver *driver,
                     struct lw_buffer *out);
void lw_beyond_words(const struct lw_game_kind *kind, const struct lw_driver *driver,
                     struct lw_buffer *out);
/* What JSON had under the name of difficulty and still has for one version: the rating
 * (plain_difficulty when it is not calibrated), the percentile of a calibrated level, or
 * nothing. */
enum lw_former_name { LW_FORMER_NONE, LW_FORMER_RATING, LW_FORMER_PERCENTILE };
/* calibrated, rating, percentile and band into an open object; a level whose percentile
 * is NaN has null for them. */
void lw_verdict_json(const struct lw_verdict *verdict, enum lw_former_name former,
                     struct lw_json_writer *json);
/* The same with the interval, the score, the drivers in words, and whether the level lies
 * outside what was learned from. */
void lw_verdict_json_whole(const struct lw_game_kind *kind,
                           const struct lw_verdict *verdict, enum lw_former_name former,
                           struct lw_json_writer *json);

/* What levels of one kind are judged by: a model that learned from people, or the kind's
 * plain scale, which is uncalibrated. */
struct lw_rater {
    const struct lw_alloc *alloc;
    const struct lw_game_kind *kind; /* NULL: closed */
    bool calibrated;
    struct lw_model model; /* if calibrated */
    size_t *index;         /* feature of each of its terms */
};
/* text: of a model file, NULL for the one that ships. UNSUPPORTED when there is neither a
 * model nor a scale. */
lw_status lw_rater_open(struct lw_rater *rater, const struct lw_game_kind *kind,
                        const char *text, size_t len, const struct lw_alloc *alloc,
                        struct lw_error *err) LW_MUST_CHECK;
void lw_rater_close(struct lw_rater *rater);
void lw_rater_judge(const struct lw_rater *rater, const struct lw_feature_values *values,
                    struct lw_verdict *out);

/* Thirds of the percentiles. */
enum lw_band { LW_BAND_EASY, LW_BAND_MEDIUM, LW_BAND_HARD };
enum lw_band lw_band_of(double percentile);
const char *lw_band_name(enum lw_band band);

/* Stands in for the kind's compute, to keep what was measured. */
typedef lw_status (*lw_measure_fn)(void *ctx, const struct lw_level *level,
                                   enum lw_feature_cost up_to,
                                   const struct lw_budget *budget,
                                   const struct lw_runtime *runtime,
                                   struct lw_feature_values *values);

/* Rates levels that are being made, and says which are wanted. Its budget has nodes and
 * no time in it, so that the same levels pass on any machine. */
struct lw_grader {
    const struct lw_rater *rater;     /* borrowed */
    double lo, hi;                    /* ratings that are wanted */
    struct lw_budget budget;          /* of measuring one level */
    uint64_t objective_nodes;         /* the same for the objective, asked very often */
    const struct lw_runtime *runtime; /* of the objective */
    lw_measure_fn measure;            /* NULL: compute */
    void *measure_ctx;
};
/* What measuring a level may use, as filter (and for its rating anywhere else) and as
 * objective. Levels like those that the models learned from are measured exactly within
 * the first; larger ones are sampled. */
#define LW_GRADE_NODES 60000u
#define LW_AIM_NODES 3000u
/* For the ratings from lo to hi, with those budgets. */
struct lw_grader lw_grader_make(const struct lw_rater *rater, double lo, double hi,
                                const atomic_bool *cancel,
                                const struct lw_runtime *runtime);
/* Measures what the rater's verdict needs, up to the cost given back, and judges; false
 * when the level cannot be measured at all. */
bool lw_grader_judge(const struct lw_grader *grader, const struct lw_runtime *runtime,
                     const struct lw_level *level, struct lw_feature_values *values,
                     enum lw_feature_cost *measured, struct lw_verdict *out);
/* Is the rating wanted, and every feature behind it known? */
bool lw_grader_wants(const struct lw_grader *grader, const struct lw_verdict *verdict);
/* Whether a level that was measured is there to be rated: what is solved already or has
 * no solution is not hard for anyone, and a model would give it a number all the same. */
enum lw_ratable {
    LW_RATABLE_YES,
    LW_RATABLE_WON,        /* before the first move */
    LW_RATABLE_UNSOLVABLE, /* proved */
    LW_RATABLE_STOPPED     /* someone asked to stop before it was known */
};
/* ok|solved-already|unsolvable|cancelled, and a sentence (NULL when open) */
const char *lw_ratable_name(enum lw_ratable ratable);
const char *lw_ratable_text(enum lw_ratable ratable);
/* The same before anything is measured: is it won before the first move? */
lw_status lw_ratable_at_start(const struct lw_level *level,
                              const struct lw_runtime *runtime, bool *won,
                              struct lw_error *err) LW_MUST_CHECK;
/* Asks the solver only where features of the solution are unknown, and for no longer than
 * measuring left of the budget's time. */
lw_status lw_ratable_of(const struct lw_level *level,
                        const struct lw_feature_values *values,
                        const struct lw_budget *budget, const struct lw_runtime *runtime,
                        enum lw_ratable *out, struct lw_error *err) LW_MUST_CHECK;
/* As objective of a generator: 10 in the middle of what is wanted, less one for each
 * point away from there, times the share of the model's features that could be known:
 * levels that can be judged win over those that cannot. ctx is the grader. */
double lw_grader_closeness(void *ctx, const struct lw_level *level, const char *solution,
                           uint32_t worker);
/* That objective for a request; inside the range, not too near its ends, is enough. The
 * grader outlives it. */
struct lw_objective lw_grader_objective(struct lw_grader *grader);

#endif
