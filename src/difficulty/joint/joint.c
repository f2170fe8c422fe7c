/* The joint model: which variables there are, the posterior, its maximum by Newton's
 * method and Laplace's approximation around it. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "joint/joint_internal.h"

const char *lw_evidence_kind_name(enum lw_evidence_kind kind) {
    static const char *const names[] = {
#define X(code, name) name,
        LW_EVIDENCE_KINDS(X)
#undef X
    };
    return names[kind];
}

struct lw_joint_prior lw_joint_prior_default(void) {
    return (struct lw_joint_prior){.weight = 0.15,
                                   .level = 0.5,
                                   .player = 1,
                                   .bias = 1,
                                   .stretch = 0.3,
                                   .offset = 3,
                                   .slope = 0.7,
                                   .noise = 1,
                                   .dispersion = 1};
}

static bool allocate(struct joint *j, struct lw_arena *arena) {
    size_t players = j->data->n_players, sources = j->data->n_sources;
    j->ability = lw_arena_zero(arena, players + 1, sizeof *j->ability);
    j->bias = lw_arena_zero(arena, players + 1, sizeof *j->bias);
    j->stretch = lw_arena_zero(arena, players + 1, sizeof *j->stretch);
    j->offset = lw_arena_zero(arena, sources + 1, sizeof *j->offset);
    j->slope = lw_arena_zero(arena, sources + 1, sizeof *j->slope);
    j->noise = lw_arena_zero(arena, sources + 1, sizeof *j->noise);
    j->cross = lw_arena_zero(arena, j->p * j->p + 1, sizeof *j->cross);
    return j->ability != NULL && j->bias != NULL && j->stretch != NULL &&
           j->offset != NULL && j->slope != NULL && j->noise != NULL && j->cross != NULL;
}

/* Players have only the variables that some evidence bears on. */
static void number_players(struct joint *j) {
    const struct lw_joint_data *d = j->data;
    for (size_t i = 0; i < d->n_observations; i++) {
        const struct lw_observation *o = &d->observations[i];
        enum lw_evidence_kind kind = d->sources[o->source].kind;
        if (o->player == LW_NO_PLAYER || kind == LW_EVIDENCE_CHOICE) {
            continue;
        }
        if (kind == LW_EVIDENCE_RATING) {
            j->bias[o->player] = j->stretch[o->player] = 1;
        } else {
            j->ability[o->player] = 1;
        }
    }
    for (size_t i = 0; i < d->n_players; i++) {
        j->ability[i] = j->ability[i] ? j->n++ : JOINT_FIXED;
        j->bias[i] = j->bias[i] ? j->n++ : JOINT_FIXED;
        j->stretch[i] = j->stretch[i] && j->prior->stretch > 0 ? j->n++ : JOINT_FIXED;
    }
}

static void number_shared(struct joint *j) {
    const struct lw_joint_data *d = j->data;
    j->level = j->n;
    j->n += d->n_levels;
    j->weight = j->n;
    j->n += j->p;
    for (size_t s = 0; s < d->n_sources; s++) {
        j->offset[s] = j->n++;
    }
    j->scales = j->n;
    for (size_t s = 0; s < d->n_sources; s++) {
        enum lw_evidence_kind kind = d->sources[s].kind;
        bool spread = kind == LW_EVIDENCE_RATING || kind == LW_EVIDENCE_TIME;
        j->slope[s] = s > 0 ? j->n++ : JOINT_FIXED;
        j->noise[s] = spread ? j->n++ : JOINT_FIXED;
    }
}

static lw_status make_skyline(struct joint *j, struct lw_arena *arena,
                              struct lw_error *err) {
    size_t *first = lw_arena_zero(arena, j->n + 1, sizeof *first);
    if (first == NULL) {
        return lw_fail_memory(err);
    }
    /* Weights meet levels but no player; what sources share may meet everyone. */
    size_t offsets = j->weight + j->p;
    for (size_t i = 0; i < j->n; i++) {
        first[i] = i < j->weight ? i : i < offsets ? j->level : 0;
    }
    /* A player's variables stand together; the first of them is the lowest. */
    for (size_t i = 0; i < j->data->n_observations; i++) {
        struct joint_local local;
        joint_local_of(j, &j->data->observations[i], &local);
        for (size_t a = 0; a < local.n; a++) {
            for (size_t b = 0; b < local.n; b++) {
                if (local.at[b] < first[local.at[a]]) {
                    first[local.at[a]] = local.at[b];
                }
            }
        }
    }
    return skyline_init(&j->hessian, arena, first, j->n) ? LW_OK : lw_fail_memory(err);
}

lw_status joint_init(struct joint *j, struct lw_arena *arena,
                     const struct lw_joint_data *data, struct lw_joint_features features,
                     const struct lw_joint_prior *prior, struct lw_error *err) {
    size_t p = features.p;
    *j = (struct joint){.data = data, .p = p, .prior = prior};
    if (!allocate(j, arena)) {
        return lw_fail_memory(err);
    }
    j->z = features.z != NULL ? features.z
                              : j->cross; /* without features no cell is ever read */
    number_players(j);
    number_shared(j);
    for (size_t i = 0; i < data->n_levels; i++) {
        const double *row = j->z + i * p;
        for (size_t a = 0; a < p; a++) {
            for (size_t b = 0; b <= a; b++) {
                j->cross[a * p + b] += row[a] * row[b];
            }
        }
    }
    j->theta = lw_arena_zero(arena, 4 * (j->n + 1), sizeof *j->theta);
    if (j->theta == NULL) {
        return lw_fail_memory(err);
    }
    j->gradient = j->theta + j->n + 1;
    j->step = j->gradient + j->n + 1;
    j->trial = j->step + j->n + 1;
    return make_skyline(j, arena, err);
}

/* A normal prior about 0 on one variable. */
static double pull(struct joint *j, const double *theta, size_t index, double sd,
                   bool derivatives) {
    if (index == JOINT_FIXED) {
        return 0;
    }
    double precision = 1 / (sd * sd);
    if (derivatives) {
        j->gradient[index] += precision * theta[index];
        *skyline_at(&j->hessian, index, index) += precision;
    }
    return 0.5 * precision * theta[index] * theta[index];
}

static double simple_priors(struct joint *j, const double *theta, bool derivatives) {
    const struct lw_joint_prior *prior = j->prior;
    double sum = 0;
    for (size_t i = 0; i < j->data->n_players; i++) {
        sum += pull(j, theta, j->ability[i], prior->player, derivatives);
        sum += pull(j, theta, j->bias[i], prior->bias, derivatives);
        sum += pull(j, theta, j->stretch[i], prior->stretch, derivatives);
    }
    for (size_t k = 0; k < j->p; k++) {
        sum += pull(j, theta, j->weight + k, prior->weight, derivatives);
    }
    for (size_t s = 0; s < j->data->n_sources; s++) {
        sum += pull(j, theta, j->offset[s], prior->offset, derivatives);
        sum += pull(j, theta, j->slope[s], prior->slope, derivatives);
        sum += pull(j, theta, j->noise[s], prior->noise, derivatives);
    }
    return sum;
}

/* Difficulties are normal about features times weights. */
static double level_priors(struct joint *j, const double *theta, bool derivatives) {
    double precision = 1 / (j->prior->level * j->prior->level), sum = 0;
    size_t p = j->p;
    for (size_t i = 0; i < j->data->n_levels; i++) {
        const double *z = j->z + i * p;
        double effect = theta[j->level + i];
        for (size_t k = 0; k < p; k++) {
            effect -= z[k] * theta[j->weight + k];
        }
        sum += 0.5 * precision * effect * effect;
        if (derivatives) {
            j->gradient[j->level + i] += precision * effect;
            *skyline_at(&j->hessian, j->level + i, j->level + i) += precision;
            for (size_t k = 0; k < p; k++) {
                j->gradient[j->weight + k] -= precision * effect * z[k];
                *skyline_at(&j->hessian, j->weight + k, j->level + i) -= precision * z[k];
            }
        }
    }
    for (size_t a = 0; derivatives && a < p; a++) {
        for (size_t b = 0; b <= a; b++) {
            *skyline_at(&j->hessian, j->weight + a, j->weight + b) +=
                precision * j->cross[a * p + b];
        }
    }
    return sum;
}

static void scatter(struct joint *j, const struct joint_local *l) {
    for (size_t a = 0; a < l->n; a++) {
        j->gradient[l->at[a]] += l->gradient[a];
        for (size_t b = 0; b <= a; b++) {
            size_t i = l->at[a], k = l->at[b];
            *skyline_at(&j->hessian, i > k ? i : k, i > k ? k : i) += l->hessian[a][b];
        }
    }
}

double joint_objective(struct joint *j, const double *theta, bool derivatives) {
    if (derivatives) {
        memset(j->gradient, 0, j->n * sizeof *j->gradient);
        skyline_clear(&j->hessian);
    }
    double sum = simple_priors(j, theta, derivatives);
    sum += level_priors(j, theta, derivatives);
    for (size_t i = 0; i < j->data->n_observations; i++) {
        struct joint_local local;
        joint_local_of(j, &j->data->observations[i], &local);
        joint_likelihood(j, &j->data->observations[i], theta, derivatives, &local);
        sum += local.value;
        if (derivatives) {
            scatter(j, &local);
        }
    }
    return sum;
}

/* Evidence that is all alike says nothing. */
static lw_status check_sources(const struct lw_joint_data *d, struct lw_error *err) {
    if (d->n_observations == 0) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "there is no evidence to learn from");
    }
    for (size_t s = 0; s < d->n_sources; s++) {
        double low = INFINITY, high = -INFINITY;
        size_t n = 0;
        for (size_t i = 0; i < d->n_observations; i++) {
            const struct lw_observation *o = &d->observations[i];
            if (o->source != s) {
                continue;
            }
            double value = o->value;
            if (d->sources[s].kind == LW_EVIDENCE_COMPLETION) {
                value /= o->plays;
            }
            low = fmin(low, value);
            high = fmax(high, value);
            n++;
        }
        /* Which side a choice names first is arbitrary, so one side may win them all. */
        if (d->sources[s].kind != LW_EVIDENCE_CHOICE && n > 0 && !(low < high)) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "all %zu answers of '%.80s' (%s) are the same; nothing can be "
                           "learned from them",
                           n, d->sources[s].name,
                           lw_evidence_kind_name(d->sources[s].kind));
        }
    }
    return LW_OK;
}

static lw_status allocate_fit(struct lw_joint_fit *out, struct lw_error *err) {
    struct lw_arena *a = &out->arena;
    size_t size = sizeof(struct lw_estimate);
    out->difficulty = lw_arena_zero(a, out->n_levels + 1, size);
    out->weight = lw_arena_zero(a, out->p + 1, size);
    out->ability = lw_arena_zero(a, out->n_players + 1, size);
    out->bias = lw_arena_zero(a, out->n_players + 1, size);
    out->offset = lw_arena_zero(a, out->n_sources + 1, size);
    out->slope = lw_arena_zero(a, out->n_sources + 1, size);
    out->noise = lw_arena_zero(a, out->n_sources + 1, size);
    out->covariance = lw_arena_zero(a, out->p * out->p + 1, sizeof *out->covariance);
    bool good = out->difficulty != NULL && out->weight != NULL && out->ability != NULL &&
                out->bias != NULL && out->offset != NULL && out->slope != NULL &&
                out->noise != NULL && out->covariance != NULL;
    return good ? LW_OK : lw_fail_memory(err);
}

/* The variable's estimate; the prior's spread where it is not there, none (NaN) where it
 * was not factored. */
static struct lw_estimate estimate(struct joint *j, size_t index, double prior_sd) {
    if (index == JOINT_FIXED) {
        return (struct lw_estimate){.value = 0, .sd = prior_sd};
    }
    return (struct lw_estimate){.value = j->theta[index],
                                .sd =
                                    sqrt(skyline_variance(&j->hessian, index, j->trial))};
}

/* Which way a level's evidence points: 1 solved or easier, 2 given up or harder. */
static unsigned direction(const struct lw_joint_data *d, const struct lw_observation *o,
                          bool second) {
    switch (d->sources[o->source].kind) {
    case LW_EVIDENCE_COMPLETION:
        return (o->value > 0 ? 1U : 0U) | (o->value < o->plays ? 2U : 0U);
    case LW_EVIDENCE_OUTCOME:
        return o->value > 0.5 ? 1 : 2;
    case LW_EVIDENCE_CHOICE:
        return (o->value > 0.5) != second ? 2 : 1;
    case LW_EVIDENCE_TIME:
        return o->censored ? 2 : 3;
    default:
        return 3;
    }
}

static lw_status count_sides(const struct lw_joint_data *d, struct lw_joint_fit *out,
                             struct lw_error *err) {
    unsigned char *seen = lw_arena_zero(&out->arena, d->n_levels + 1, 1);
    if (seen == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < d->n_observations; i++) {
        const struct lw_observation *o = &d->observations[i];
        seen[o->level] = (unsigned char)(seen[o->level] | direction(d, o, false));
        if (d->sources[o->source].kind == LW_EVIDENCE_CHOICE) {
            seen[o->other] = (unsigned char)(seen[o->other] | direction(d, o, true));
        }
    }
    for (size_t i = 0; i < d->n_levels; i++) {
        out->n_unseen += seen[i] == 0;
        out->n_one_sided += seen[i] == 1 || seen[i] == 2;
    }
    return LW_OK;
}

static void weight_covariance(struct joint *j, struct lw_joint_fit *out) {
    for (size_t a = 0; a < j->p; a++) {
        memset(j->trial, 0, j->n * sizeof *j->trial);
        j->trial[j->weight + a] = 1;
        skyline_solve(&j->hessian, j->trial);
        memcpy(out->covariance + a * j->p, j->trial + j->weight,
               j->p * sizeof *out->covariance);
    }
}

/* Every spread costs about as much as a step of Newton's method. */
static void fill_fit(struct joint *j, bool weights_only, struct lw_joint_fit *out) {
    const struct lw_joint_prior *prior = j->prior;
    for (size_t k = 0; k < out->p; k++) {
        out->weight[k] = estimate(j, j->weight + k, 0);
    }
    weight_covariance(j, out);
    for (size_t i = 0; i < out->n_levels && weights_only; i++) {
        out->difficulty[i] = (struct lw_estimate){j->theta[j->level + i], NAN};
    }
    if (weights_only) {
        return;
    }
    for (size_t i = 0; i < out->n_levels; i++) {
        out->difficulty[i] = estimate(j, j->level + i, 0);
    }
    for (size_t i = 0; i < out->n_players; i++) {
        out->ability[i] = estimate(j, j->ability[i], prior->player);
        out->bias[i] = estimate(j, j->bias[i], prior->bias);
    }
    for (size_t s = 0; s < out->n_sources; s++) {
        out->offset[s] = estimate(j, j->offset[s], 0);
        out->slope[s] = estimate(j, j->slope[s], s > 0 ? prior->slope : 0);
        out->noise[s] = estimate(j, j->noise[s], prior->noise);
    }
}

/* The scales' own uncertainty belongs to the intervals when it is defined; they are not
 * chosen at the common maximum, so it need not be. */
static lw_status factor_spreads(struct joint *j, struct lw_error *err) {
    if (skyline_factor(&j->hessian, j->n, 0) ||
        skyline_factor(&j->hessian, j->scales, 0)) {
        return LW_OK;
    }
    return lw_fail(err, LW_LIMIT, 0, 0,
                   "the joint model's maximum is too flat to tell how sure it is; try "
                   "narrower priors");
}

lw_status joint_fit_any(const struct lw_alloc *alloc, const struct lw_joint_data *data,
                        const struct lw_joint_prior *prior, const struct joint_how *how,
                        struct lw_joint_fit *out, struct lw_error *err) {
    struct joint j;
    struct lw_arena arena;
    *out = (struct lw_joint_fit){.n_levels = data->n_levels,
                                 .n_players = data->n_players,
                                 .n_sources = data->n_sources,
                                 .p = how->features.p};
    lw_arena_init(&arena, alloc);
    lw_arena_init(&out->arena, alloc);
    lw_status status = joint_init(&j, &arena, data, how->features, prior, err);
    if (status == LW_OK) {
        status = allocate_fit(out, err);
    }
    if (status == LW_OK) {
        j.cancel = how->cancel;
        if (how->scales != NULL) {
            memcpy(j.theta + j.scales, how->scales, (j.n - j.scales) * sizeof *j.theta);
        }
        status = joint_maximise(&j, &arena, &out->n_steps, err);
    }
    if (status == LW_OK) {
        status = count_sides(data, out, err);
    }
    if (status == LW_OK) {
        status = factor_spreads(&j, err);
    }
    if (status == LW_OK) {
        out->log_posterior = -j.value;
        fill_fit(&j, how->weights_only, out);
    } else {
        lw_joint_fit_free(out);
    }
    lw_arena_free(&arena);
    return status;
}

lw_status lw_joint_fit(const struct lw_alloc *alloc, const struct lw_joint_data *data,
                       struct lw_joint_features features,
                       const struct lw_joint_prior *prior, struct lw_joint_fit *out,
                       struct lw_error *err) {
    const struct joint_how how = {.features = features};
    lw_status status = check_sources(data, err);
    return status == LW_OK ? joint_fit_any(alloc, data, prior, &how, out, err) : status;
}

void lw_joint_fit_free(struct lw_joint_fit *fit) {
    lw_arena_free(&fit->arena);
    fit->difficulty = NULL;
}

struct lw_estimate lw_joint_predict(const struct lw_joint_fit *fit,
                                    const struct lw_joint_prior *prior, const double *z) {
    struct lw_estimate out = {.value = 0};
    double variance = prior->level * prior->level;
    for (size_t a = 0; a < fit->p; a++) {
        out.value += fit->weight[a].value * z[a];
        for (size_t b = 0; b < fit->p; b++) {
            variance += z[a] * z[b] * fit->covariance[a * fit->p + b];
        }
    }
    out.sd = sqrt(variance);
    return out;
}
