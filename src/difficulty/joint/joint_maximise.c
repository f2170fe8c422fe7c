/* The maximum of the posterior.
 *
 * Players, levels, weights and offsets are found together by Newton's method. A source's
 * slope and residual spread multiply them: at the common maximum the slopes would grow
 * and the difficulties shrink towards their prior, many against few. So these few scales
 * are chosen by the posterior with all else integrated out (Laplace), and Newton's method
 * runs inside. */
#include <math.h>
#include <string.h>

#include "joint/joint_internal.h"

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
        if (j->cancel != NULL && atomic_load(j->cancel)) {
            return lw_fail(err, LW_CANCELLED, 0, 0, "%s", lw_status_text(LW_CANCELLED));
        }
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
                   "the joint model did not converge in %d steps; try narrower priors",
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

/* How the scales' posterior changes with each of them, at what was just settled. The
 * part of the maximum is its partial derivative, since all else stands at its best. The
 * determinant's comes from a short step along the way that the best moves, so that
 * nothing has to be settled again. */
static void slope_here(struct joint *j, double *gradient) {
    const double h = 1e-6;
    double here = skyline_log_det(&j->hessian);
    size_t n = j->scales, m = j->n - n;
    for (size_t k = 0; k < m; k++) {
        double *way = j->ways + k * n;
        gradient[k] = j->gradient[n + k];
        for (size_t i = 0; i < n; i++) {
            way[i] = -*skyline_at(&j->hessian, n + k, i);
        }
        skyline_solve(&j->hessian, way);
    }
    for (size_t k = 0; k < m; k++) {
        memcpy(j->trial, j->theta, j->n * sizeof *j->trial);
        for (size_t i = 0; i < n; i++) {
            j->trial[i] += h * j->ways[k * n + i];
        }
        j->trial[n + k] += h;
        (void)joint_objective(j, j->trial, true);
        if (skyline_factor(&j->hessian, n, 0)) {
            gradient[k] += 0.5 * (skyline_log_det(&j->hessian) - here) / h;
        }
    }
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
    *done = promise < 1e-5; /* in units of the log posterior */
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
    slope_here(j, s->next_gradient);
    learn_curvature(s);
    return LW_OK;
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
    size_t m = j->n - j->scales;
    if (!search_init(&s, arena, m)) {
        return lw_fail_memory(err);
    }
    j->ways = lw_arena_zero(arena, m * j->scales + 1, sizeof *j->ways);
    if (j->ways == NULL) {
        return lw_fail_memory(err);
    }
    memcpy(s.at, j->theta + j->scales, m * sizeof *s.at);
    lw_status status = marginal(j, s.at, &value, n_steps, err);
    if (status == LW_OK) {
        slope_here(j, s.gradient);
    }
    for (int round = 0; status == LW_OK && !done && round < MAX_ROUNDS; round++) {
        status = search_round(j, &s, &value, &done, n_steps, err);
    }
    return status == LW_OK ? marginal(j, s.at, &value, n_steps, err) : status;
}
