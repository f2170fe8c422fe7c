/* The maximum of the posterior.
 *
 * Players, levels, weights and offsets are found together by Newton's method. A source's
 * slope and residual spread multiply them: at the common maximum the slopes would grow
 * and the difficulties shrink towards their prior, many against few. So these few scales
 * are chosen by the posterior with all else integrated out (Laplace), and Newton's method
 * runs inside. */
#include <math.h>
#include <string.h>

#include "joint_internal.h"

#define MAX_STEPS 200
#define MAX_ROUNDS 60

/* Newton's step, damped until the matrix is positive definite. Returns its promise, the
 * gradient's product with it; NaN when no damping suffices. */
static double newton_step(struct joint *j, double *damping) {
    while (!skyline_factor(&j->hessian, j->scales, *damping)) {
        *damping = *damping > 0 ? 4 * *damping : 1e-3;
        if (*damping > 1e15) {
            return NAN;
        }
    }
    double promise = 0;
    for (size_t i = 0; i < j->scales; i++) {
        j->step[i] = -j->gradient[i];
    }
    skyline_solve(&j->hessian, j->step);
    for (size_t i = 0; i < j->scales; i++) {
        promise -= j->gradient[i] * j->step[i];
    }
    return promise;
}

lw_status joint_settle(struct joint *j, size_t *n_steps, struct lw_error *err) {
    double damping = 0, value = joint_objective(j, j->theta, true);
    for (size_t steps = 0; steps < MAX_STEPS; steps++, (*n_steps)++) {
        double used = damping, promise = newton_step(j, &used), length = 1;
        if (isnan(promise)) {
            break;
        }
        if (used == 0 && promise < 1e-12 * (1 + fabs(value))) {
            j->value = value;
            return LW_OK;
        }
        double next = INFINITY;
        for (; length > 1e-10; length /= 2) {
            memcpy(j->trial, j->theta, j->n * sizeof *j->trial);
            for (size_t i = 0; i < j->scales; i++) {
                j->trial[i] += length * j->step[i];
            }
            next = joint_objective(j, j->trial, false);
            if (next <= value - 1e-4 * length * promise) {
                break;
            }
        }
        if (!(length > 1e-10)) {
            /* No progress is possible any more at this precision. */
            if (used == 0 && promise < 1e-6 * (1 + fabs(value))) {
                j->value = value;
                return LW_OK;
            }
            break;
        }
        damping = used > 1e-3 ? used / 4 : 0;
        memcpy(j->theta, j->trial, j->n * sizeof *j->theta);
        value = joint_objective(j, j->theta, true);
    }
    return lw_fail(err, LW_LIMIT, 0, 0,
                   "the joint model did not settle in %d steps; try narrower priors",
                   MAX_STEPS);
}

/* Minus the log of the posterior of the scales, all else integrated out. */
static lw_status marginal(struct joint *j, const double *scales, double *out,
                          size_t *n_steps, struct lw_error *err) {
    memcpy(j->theta + j->scales, scales, (j->n - j->scales) * sizeof *scales);
    lw_status status = joint_settle(j, n_steps, err);
    *out = status == LW_OK ? j->value + 0.5 * skyline_log_det(&j->hessian) : INFINITY;
    return status;
}

/* A quasi-Newton search over the few scales. */
struct search {
    size_t m;
    double *at, *gradient, *step, *next, *next_gradient; /* [m] */
    double *inverse;                                     /* m x m */
};

static bool search_init(struct search *s, struct lw_arena *arena, size_t m) {
    *s = (struct search){.m = m};
    s->at = lw_arena_zero(arena, 5 * m + m * m + 1, sizeof *s->at);
    if (s->at == NULL) {
        return false;
    }
    s->gradient = s->at + m;
    s->step = s->gradient + m;
    s->next = s->step + m;
    s->next_gradient = s->next + m;
    s->inverse = s->next_gradient + m;
    for (size_t i = 0; i < m; i++) {
        s->inverse[i * m + i] = 0.05;
    }
    return true;
}

static lw_status slope_at(struct joint *j, struct search *s, double *at, double *gradient,
                          size_t *n_steps, struct lw_error *err) {
    const double h = 1e-3;
    lw_status status = LW_OK;
    for (size_t i = 0; status == LW_OK && i < s->m; i++) {
        double kept = at[i], high, low = 0;
        at[i] = kept + h;
        status = marginal(j, at, &high, n_steps, err);
        at[i] = kept - h;
        if (status == LW_OK) {
            status = marginal(j, at, &low, n_steps, err);
        }
        at[i] = kept;
        gradient[i] = (high - low) / (2 * h);
    }
    return status;
}

/* Broyden, Fletcher, Goldfarb and Shanno's update from the step just made. */
static void learn_curvature(struct search *s) {
    size_t m = s->m;
    double along = 0, round = 0;
    for (size_t i = 0; i < m; i++) {
        double fresh = s->next_gradient[i];
        s->next_gradient[i] -= s->gradient[i]; /* how it changed */
        s->gradient[i] = fresh;
        along += s->step[i] * s->next_gradient[i];
    }
    if (!(along > 1e-12)) {
        return;
    }
    double *turned = s->next; /* free by now */
    for (size_t i = 0; i < m; i++) {
        turned[i] = 0;
        for (size_t k = 0; k < m; k++) {
            turned[i] += s->inverse[i * m + k] * s->next_gradient[k];
        }
        round += turned[i] * s->next_gradient[i];
    }
    for (size_t i = 0; i < m; i++) {
        for (size_t k = 0; k < m; k++) {
            s->inverse[i * m + k] +=
                (1 + round / along) * s->step[i] * s->step[k] / along -
                (turned[i] * s->step[k] + s->step[i] * turned[k]) / along;
        }
    }
}

/* The step to try, at most 1 in each scale; returns what it promises. */
static double search_step(struct search *s) {
    double longest = 1, promise = 0;
    for (size_t i = 0; i < s->m; i++) {
        s->step[i] = 0;
        for (size_t k = 0; k < s->m; k++) {
            s->step[i] -= s->inverse[i * s->m + k] * s->gradient[k];
        }
        longest = fmax(longest, fabs(s->step[i]));
    }
    for (size_t i = 0; i < s->m; i++) {
        s->step[i] /= longest;
        promise -= s->gradient[i] * s->step[i];
    }
    return promise;
}

/* One round: true in *done when nothing better is near. */
static lw_status search_round(struct joint *j, struct search *s, double *value,
                              bool *done, size_t *n_steps, struct lw_error *err) {
    double promise = search_step(s), next = INFINITY, length = 1;
    lw_status status = LW_OK;
    *done = promise < 1e-6;
    for (; !*done && status == LW_OK; length /= 2) {
        for (size_t i = 0; i < s->m; i++) {
            s->next[i] = s->at[i] + length * s->step[i];
        }
        status = marginal(j, s->next, &next, n_steps, err);
        if (next <= *value - 1e-4 * length * promise) {
            break;
        }
        *done = length < 1e-3;
    }
    if (*done || status != LW_OK) {
        return status;
    }
    for (size_t i = 0; i < s->m; i++) {
        s->step[i] *= length;
        s->at[i] += s->step[i];
    }
    *value = next;
    status = slope_at(j, s, s->at, s->next_gradient, n_steps, err);
    if (status == LW_OK) {
        learn_curvature(s);
    }
    return status;
}

lw_status joint_maximise(struct joint *j, struct lw_arena *arena, size_t *n_steps,
                         struct lw_error *err) {
    struct search s;
    double value = 0;
    bool done = j->n == j->scales;
    *n_steps = 0;
    if (done) {
        return joint_settle(j, n_steps, err);
    }
    if (!search_init(&s, arena, j->n - j->scales)) {
        return lw_fail_memory(err);
    }
    lw_status status = marginal(j, s.at, &value, n_steps, err);
    if (status == LW_OK) {
        status = slope_at(j, &s, s.at, s.gradient, n_steps, err);
    }
    for (int round = 0; status == LW_OK && !done && round < MAX_ROUNDS; round++) {
        status = search_round(j, &s, &value, &done, n_steps, err);
    }
    return status == LW_OK ? marginal(j, s.at, &value, n_steps, err) : status;
}
