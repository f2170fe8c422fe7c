/* One model for every kind of evidence about how hard levels are.
 *
 * A level's difficulty is its features times weights plus an effect of its own; a player
 * has an ability, and a way of rating. Each kind of evidence has its likelihood:
 *
 *   completion  finished of plays, binomial; counts are divided by a stated dispersion
 *   outcome     solved or given up by one player, Bernoulli
 *   rating      a number on a scale, normal, with the player's own offset and stretch
 *   time        seconds to solve, log-normal; who gave up is censored at that time
 *   choice      which of two levels is harder, logistic in the difference
 *
 * The estimate is the maximum of the posterior, its interval Laplace's. The variances of
 * the priors are fixed by the caller and never estimated: under adaptive pairing that
 * would ruin the coverage. All priors are proper, so one-sided evidence (a level that
 * nobody solved) has a finite answer; the result counts the levels that rest on that.
 *
 * The unit of difficulty is that of the first source: its slope is 1. Ratings and
 * logarithms of times are standardised first. */
#ifndef LW_DIFFICULTY_JOINT_H
#define LW_DIFFICULTY_JOINT_H

#include "lw/base/runtime.h"
#include "lw/difficulty.h"
#include "lw/stats.h"

/* code, name */
#define LW_EVIDENCE_KINDS(X)                                                             \
    X(COMPLETION, "completion")                                                          \
    X(OUTCOME, "outcome")                                                                \
    X(RATING, "rating")                                                                  \
    X(TIME, "time")                                                                      \
    X(CHOICE, "choice")
enum lw_evidence_kind {
#define X(code, name) LW_EVIDENCE_##code,
    LW_EVIDENCE_KINDS(X)
#undef X
        LW_EVIDENCE_N_KINDS
};
const char *lw_evidence_kind_name(enum lw_evidence_kind kind);

#define LW_NO_PLAYER SIZE_MAX

struct lw_observation {
    size_t source;
    size_t level;  /* choice: the first one */
    size_t other;  /* choice: the second one */
    size_t player; /* LW_NO_PLAYER: not known */
    /* completion: plays finished; outcome: 1 solved; rating, time: the standardised
     * rating or logarithm; choice: 1 the first is harder */
    double value;
    double plays;  /* completion */
    bool censored; /* time: solving would have taken longer */
};

struct lw_joint_source {
    enum lw_evidence_kind kind;
    const char *name;      /* e.g. its file */
    double centre, spread; /* of ratings or ln seconds, taken out before */
    /* What became of its rows: those not kept (keep=) and those about levels that are
     * not in the list are left out. */
    size_t n_rows, n_not_kept, n_unknown;
};

struct lw_joint_data {
    size_t n_levels, n_players, n_sources, n_observations;
    const struct lw_joint_source *sources;
    const struct lw_observation *observations;
};

/* Standard deviations. */
struct lw_joint_prior {
    double weight;     /* of a standardised feature */
    double level;      /* of a level's own effect */
    double player;     /* of abilities */
    double bias;       /* of players' offsets in ratings */
    double stretch;    /* of the logarithm of players' stretch of the scale */
    double offset;     /* of a source's mean */
    double slope;      /* of the logarithm of a source's slope */
    double noise;      /* of the logarithm of a source's residual spread */
    double dispersion; /* completion: plays that carry as much as one independent play */
};
struct lw_joint_prior lw_joint_prior_default(void);

/* An estimate with the standard deviation of its Laplace approximation; a source's slope
 * and noise have none (NaN) where the posterior has no maximum in all variables at once.
 */
struct lw_estimate {
    double value, sd;
};

struct lw_joint_fit {
    struct lw_arena arena;
    size_t n_levels, n_players, n_sources, p;
    struct lw_estimate *difficulty; /* [n_levels] */
    struct lw_estimate *weight;     /* [p] */
    struct lw_estimate *ability;    /* [n_players]; the prior where no evidence bears */
    struct lw_estimate *bias;       /* [n_players] */
    struct lw_estimate *offset;     /* [n_sources] */
    struct lw_estimate *slope;      /* [n_sources], logarithm */
    struct lw_estimate *noise;      /* [n_sources], logarithm; rating and time */
    double *covariance;             /* [p*p], of the weights */
    double log_posterior;
    size_t n_steps;     /* of Newton's method */
    size_t n_one_sided; /* levels all of whose evidence points one way */
    size_t n_unseen;    /* levels without evidence: features alone */
};

/* Standardised features of the levels. */
struct lw_joint_features {
    const double *z; /* n_levels x p, row-major, 0 where unknown; NULL when p is 0 */
    size_t p;
};
/* Refuses a source whose answers are all alike, naming it. */
lw_status lw_joint_fit(const struct lw_alloc *alloc, const struct lw_joint_data *data,
                       struct lw_joint_features features,
                       const struct lw_joint_prior *prior, struct lw_joint_fit *out,
                       struct lw_error *err) LW_MUST_CHECK;
void lw_joint_fit_free(struct lw_joint_fit *fit);
/* The difficulty of a level that was not learned from: its spread includes the level's
 * own effect. */
struct lw_estimate lw_joint_predict(const struct lw_joint_fit *fit,
                                    const struct lw_joint_prior *prior, const double *z);

/* Each level's difficulty from its evidence alone: no features, a wide prior. What held
 * out predictions are compared with when there is no other answer. */
lw_status lw_joint_answers(const struct lw_alloc *alloc, const struct lw_joint_data *data,
                           const struct lw_joint_prior *prior, double *answers,
                           struct lw_error *err) LW_MUST_CHECK;

/* The same without the evidence about each group in turn, for lw_evidence's y_without:
 * answers is n_groups x n. Through players and sources the evidence about one level
 * bears on what is said about others. */
lw_status lw_joint_answers_without(const struct lw_runtime *runtime,
                                   const struct lw_evidence *e,
                                   const struct lw_joint_data *data,
                                   const struct lw_joint_prior *prior, double *answers,
                                   struct lw_error *err) LW_MUST_CHECK;

/* What a joint model is learned from: e's rows are the levels; e->y is only compared
 * with.
 */
struct lw_joint_task {
    const struct lw_evidence *e;
    const struct lw_joint_data *data;
    const struct lw_joint_prior *prior;
};

/* Leaves whole groups out as lw_difficulty_judge does: their evidence is not seen, and
 * the weights' prior is chosen inside each training set. The skill's coverage is of the
 * held-out errors' reach, as for other models; laplace_coverage of Laplace's own
 * intervals. */
lw_status lw_joint_judge(const struct lw_runtime *runtime,
                         const struct lw_joint_task *task, const unsigned char *columns,
                         struct lw_judged *out, double *laplace_coverage,
                         struct lw_error *err) LW_MUST_CHECK;
/* The estimates of everything with the weights' prior that was chosen (judged->lambda):
 * levels, players, sources and weights (those of unused columns are 0). */
lw_status lw_joint_estimate(const struct lw_alloc *alloc,
                            const struct lw_joint_task *task,
                            const unsigned char *columns, const struct lw_judged *judged,
                            struct lw_joint_fit *out, struct lw_error *err) LW_MUST_CHECK;
/* The model on everything; judged->lambda holds the weights' prior that was chosen. */
lw_status lw_joint_model(const struct lw_alloc *alloc, const struct lw_joint_task *task,
                         const struct lw_model_request *request, struct lw_model *out,
                         struct lw_error *err) LW_MUST_CHECK;

#endif
