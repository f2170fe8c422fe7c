/* The joint model's variables and what one observation adds to minus its log posterior.
 */
#ifndef DIFFICULTY_JOINT_INTERNAL_H
#define DIFFICULTY_JOINT_INTERNAL_H

#include "joint/skyline.h"
#include "lw/difficulty/joint.h"

#define JOINT_FIXED SIZE_MAX /* a variable that is not there: it counts as 0 */
#define JOINT_MAX_LOCAL 8

/* One observation's few variables. Its mean is
 *     offset + bias + sign * exp(slope + stretch) * (difficulties - ability),
 * so that each variable enters the mean directly, in the difference or in the factor. */
struct joint_local {
    size_t n;
    size_t at[JOINT_MAX_LOCAL]; /* into the vector of all variables */
    double direct[JOINT_MAX_LOCAL], difference[JOINT_MAX_LOCAL], factor[JOINT_MAX_LOCAL];
    double sign;
    size_t noise; /* index of the logarithm of the spread, or JOINT_FIXED */
    double value; /* of minus the log likelihood, then its derivatives */
    double gradient[JOINT_MAX_LOCAL];
    double hessian[JOINT_MAX_LOCAL][JOINT_MAX_LOCAL];
};

/* Which variable is where in the vector: players, levels, then what all share. */
struct joint {
    const struct lw_joint_data *data;
    const double *z;
    size_t p;
    const struct lw_joint_prior *prior;
    size_t *ability, *bias, *stretch; /* [n_players] */
    size_t level;                     /* of the first level */
    size_t weight;                    /* of the first weight */
    size_t *offset, *slope, *noise;   /* [n_sources] */
    size_t scales;                    /* from here on only slopes and noises */
    size_t n;
    struct skyline hessian;
    double *theta, *gradient, *step, *trial; /* [n] */
    double *ways;  /* [n - scales] x [scales]: how the best moves with each scale */
    double *cross; /* p x p, z'z */
    double value;
    const atomic_bool *cancel; /* may be NULL */
};

lw_status joint_init(struct joint *j, struct lw_arena *arena,
                     const struct lw_joint_data *data, struct lw_joint_features features,
                     const struct lw_joint_prior *prior, struct lw_error *err);
/* Minus the log posterior at theta; with derivatives also gradient and hessian. */
double joint_objective(struct joint *j, const double *theta, bool derivatives);
/* The best of all but the scales, which stay as they are in theta. */
lw_status joint_settle(struct joint *j, size_t *n_steps, struct lw_error *err);
/* Searches from the scales in theta. Leaves the maximum in theta, minus the log posterior
 * there in value, and in hessian the factor of all but the scales. */
lw_status joint_maximise(struct joint *j, struct lw_arena *arena, size_t *n_steps,
                         struct lw_error *err);

/* How a fit is made. */
struct joint_how {
    struct lw_joint_features features;
    const atomic_bool *cancel; /* may be NULL */
    const double *scales;      /* where the search for them begins; NULL: 0 */
    bool weights_only;         /* spreads of levels and players are not needed */
};
/* lw_joint_fit without the check of the sources: a part of the evidence may be one-sided.
 */
lw_status joint_fit_any(const struct lw_alloc *alloc, const struct lw_joint_data *data,
                        const struct lw_joint_prior *prior, const struct joint_how *how,
                        struct lw_joint_fit *out, struct lw_error *err);

/* The evidence about some levels only, as if there had never been more: ratings and times
 * are standardised again. */
struct joint_part {
    struct lw_joint_data data;
    struct lw_joint_source *sources;
    struct lw_observation *observations; /* room for all */
    /* What one unit of the part's difficulty is in units of the whole's. */
    double unit;
};
bool joint_part_init(struct joint_part *part, struct lw_arena *arena,
                     const struct lw_joint_data *data);
/* learned[i]: level i may be learned from; a choice needs both of its levels. */
void joint_part_take(struct joint_part *part, const struct lw_joint_data *data,
                     const unsigned char *learned);

/* Fills local's variables for one observation. */
void joint_local_of(const struct joint *j, const struct lw_observation *o,
                    struct joint_local *local);
/* … and value (and derivatives) at theta. */
void joint_likelihood(const struct joint *j, const struct lw_observation *o,
                      const double *theta, bool derivatives, struct joint_local *local);

#endif
