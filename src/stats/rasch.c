/* Players and levels as crossed normal effects of a logistic model.
 *
 * For given (b0, sd of players, sd of levels) the mode of all effects is found by Newton;
 * the Laplace approximation around it is maximised over the three by Newton on numerical
 * derivatives, the standard deviations on the log scale. */
#include "lw/stats.h"

#include <math.h>
#include <string.h>

#include "stats_internal.h"

struct model {
    const size_t *player, *level;
    const bool *ok;
    size_t n, n_players, m; /* m = players + levels */
    double *effect;         /* m, spherical: times the sd gives the effect */
    double *gradient, *trial;
    double *hessian; /* m*m */
    bool broken;
};

/* Minus the penalised log-likelihood; fills derivatives when asked. */
static double penalised(const struct model *s, const double par[3], const double *u,
                        double *gradient, double *hessian) {
    double sd[2] = {exp(par[1]), exp(par[2])}, value = 0;
    size_t m = s->m;
    if (gradient != NULL) {
        memset(hessian, 0, m * m * sizeof *hessian);
    }
    for (size_t i = 0; i < m; i++) {
        value += 0.5 * u[i] * u[i];
        if (gradient != NULL) {
            gradient[i] = u[i];
            hessian[i * m + i] = 1;
        }
    }
    for (size_t i = 0; i < s->n; i++) {
        size_t a = s->player[i], b = s->n_players + s->level[i];
        double eta = par[0] + sd[0] * u[a] + sd[1] * u[b];
        double signed_eta = s->ok[i] ? eta : -eta;
        value += signed_eta > 0 ? log1p(exp(-signed_eta))
                                : log1p(exp(signed_eta)) - signed_eta;
        if (gradient != NULL) {
            double p = 1 / (1 + exp(-eta)), rest = p - (s->ok[i] ? 1 : 0);
            double w = p * (1 - p);
            gradient[a] += sd[0] * rest;
            gradient[b] += sd[1] * rest;
            hessian[a * m + a] += w * sd[0] * sd[0];
            hessian[b * m + b] += w * sd[1] * sd[1];
            hessian[b * m + a] += w * sd[0] * sd[1];
        }
    }
    return value;
}

/* Minus twice the Laplace log-likelihood; leaves the mode in s->effect. */
static double laplace(struct model *s, const double par[3]) {
    size_t m = s->m;
    for (int round = 0; round < 100; round++) {
        double before = penalised(s, par, s->effect, s->gradient, s->hessian);
        if (!dense_cholesky(s->hessian, m)) {
            s->broken = true;
            return NAN;
        }
        dense_solve(s->hessian, m, s->gradient);
        double largest = 0, factor = 1;
        for (size_t i = 0; i < m; i++) {
            largest = fmax(largest, fabs(s->gradient[i]));
        }
        for (; factor > 1e-6; factor /= 2) {
            for (size_t i = 0; i < m; i++) {
                s->trial[i] = s->effect[i] - factor * s->gradient[i];
            }
            if (penalised(s, par, s->trial, NULL, NULL) <= before + 1e-12) {
                break;
            }
        }
        memcpy(s->effect, s->trial, m * sizeof *s->effect);
        if (largest < 1e-12) {
            break;
        }
    }
    double value = penalised(s, par, s->effect, s->gradient, s->hessian);
    (void)dense_cholesky(s->hessian, m);
    return 2 * value + dense_log_det(s->hessian, m);
}

static void outer_derivatives(struct model *s, const double par[3], double g[3],
                              double h[9]) {
    const double step = 1e-3;
    double centre = laplace(s, par);
    for (int i = 0; i < 3; i++) {
        double at[3] = {par[0], par[1], par[2]}, f[4];
        static const double where[4] = {-2, -1, 1, 2};
        for (int k = 0; k < 4; k++) {
            at[i] = par[i] + where[k] * step;
            f[k] = laplace(s, at);
        }
        g[i] = (f[0] - 8 * f[1] + 8 * f[2] - f[3]) / (12 * step);
        h[i * 3 + i] =
            (-f[0] + 16 * f[1] - 30 * centre + 16 * f[2] - f[3]) / (12 * step * step);
        for (int j = 0; j < i; j++) {
            double sum = 0;
            for (int signs = 0; signs < 4; signs++) {
                double a = signs & 1 ? 1 : -1, b = signs & 2 ? 1 : -1;
                double corner[3] = {par[0], par[1], par[2]};
                corner[i] += a * step;
                corner[j] += b * step;
                sum += a * b * laplace(s, corner);
            }
            h[i * 3 + j] = h[j * 3 + i] = sum / (4 * step * step);
        }
    }
}

/* Newton where the surface is bowl-shaped, otherwise a short way downhill. */
static void outer_step(const double g[3], const double h[9], double step[3]) {
    double lower[9];
    memcpy(lower, h, sizeof lower);
    memcpy(step, g, 3 * sizeof *step);
    if (dense_cholesky(lower, 3)) {
        dense_solve(lower, 3, step);
    } else {
        double length = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
        for (int i = 0; i < 3; i++) {
            step[i] *= 0.3 / length;
        }
    }
    for (int i = 0; i < 3; i++) {
        step[i] = fmax(-1, fmin(1, step[i]));
    }
}

static lw_status maximise(struct model *s, double par[3], double h[9],
                          struct lw_error *err) {
    for (int round = 0; round < 100 && !s->broken; round++) {
        double g[3], step[3], trial[3], factor = 1, moved = 0;
        double before = laplace(s, par);
        outer_derivatives(s, par, g, h);
        outer_step(g, h, step);
        for (; factor > 1e-4; factor /= 2) {
            for (int i = 0; i < 3; i++) {
                trial[i] = par[i] - factor * step[i];
            }
            if (laplace(s, trial) <= before + 1e-10) {
                break;
            }
        }
        for (int i = 0; i < 3; i++) {
            moved = fmax(moved, fabs(par[i] - trial[i]));
            par[i] = trial[i];
        }
        if (moved < 1e-8) {
            return LW_OK;
        }
        if (par[1] < -8 || par[2] < -8) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "the %s do not differ at all, so their spread is zero",
                           par[1] < -8 ? "players" : "levels");
        }
    }
    return lw_fail(err, LW_BAD_INPUT, 0, 0,
                   "the fit does not settle; are all answers the same?");
}

void lw_rasch_free(struct lw_rasch *fit) {
    lw_alloc_free(fit->alloc, fit->player,
                  (fit->n_players + fit->n_levels) * sizeof(double));
    fit->player = NULL;
}

lw_status lw_rasch_fit(const struct lw_alloc *alloc, const size_t *player,
                       const size_t *level, const bool *ok, size_t n, size_t n_players,
                       size_t n_levels, struct lw_rasch *out, struct lw_error *err) {
    size_t m = n_players + n_levels, n_ok = 0;
    for (size_t i = 0; i < n; i++) {
        n_ok += ok[i];
    }
    if (n_ok == 0 || n_ok == n) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "all answers are the same, so nothing can be told apart");
    }
    struct lw_arena arena;
    lw_arena_init(&arena, alloc);
    struct model s = {.player = player,
                      .level = level,
                      .ok = ok,
                      .n = n,
                      .n_players = n_players,
                      .m = m};
    *out =
        (struct lw_rasch){.alloc = alloc, .n_players = n_players, .n_levels = n_levels};
    out->player = lw_alloc_zero(alloc, m, sizeof(double));
    s.effect = lw_arena_zero(&arena, 3 * m + m * m, sizeof(double));
    lw_status status = LW_OK;
    double share = (double)n_ok / (double)n, h[9] = {0};
    double par[3] = {log(share / (1 - share)), 0, 0};
    if (out->player == NULL || s.effect == NULL) {
        status = lw_fail_memory(err);
    } else {
        s.gradient = s.effect + m;
        s.trial = s.gradient + m;
        s.hessian = s.trial + m;
        status = maximise(&s, par, h, err);
    }
    if (status == LW_OK) {
        double inverse[9];
        out->minus2_log_lik = laplace(&s, par);
        out->b0 = par[0];
        out->sd_player = exp(par[1]);
        out->sd_level = exp(par[2]);
        out->level = out->player + n_players;
        for (size_t i = 0; i < m; i++) {
            out->player[i] =
                s.effect[i] * (i < n_players ? out->sd_player : out->sd_level);
        }
        /* The criterion is minus twice a log-likelihood. */
        out->se_b0 = NAN;
        if (dense_cholesky(h, 3)) {
            dense_inverse(h, 3, inverse);
            out->se_b0 = sqrt(2 * inverse[0]);
        }
    } else {
        lw_rasch_free(out);
    }
    lw_arena_free(&arena);
    return status;
}
