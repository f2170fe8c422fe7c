/* Players and levels as crossed normal effects of a logistic model.
 *
 * For given (b0, sd of players, sd of levels) the mode of all effects is found by Newton;
 * the Laplace approximation around it is maximised over the three by Newton on numerical
 * derivatives, the standard deviations on the log scale. A spread that shrinks to nothing
 * is set to zero and the rest fitted without it.
 *
 * Effects of one kind meet only effects of the other, so both diagonal blocks of the
 * Hessian are diagonal: the larger kind is eliminated and a matrix of the smaller one's
 * size remains, which makes thousands of players cheap. */
#include "lw/stats.h"

#include <math.h>
#include <string.h>

#include "stats_internal.h"

struct model {
    const size_t *large, *small; /* [n], who meets whom */
    size_t large_par;            /* 1 when the larger kind are the players, else 2 */
    const bool *ok;
    size_t n, n_large, n_small, m; /* m = large + small */
    double
        *effect; /* m, the large ones first; spherical: times the sd gives the effect */
    double *gradient, *trial;
    double *diagonal; /* m, of the Hessian */
    double *cross;    /* small x large */
    double *schur;    /* small x small */
    bool fixed[3];    /* the parameter stays: a standard deviation of zero */
    bool broken;
};

/* Minus the penalised log-likelihood; fills derivatives when asked. */
static double penalised(const struct model *s, const double par[3], const double *u,
                        bool derivatives) {
    double sd_large = exp(par[s->large_par]), sd_small = exp(par[3 - s->large_par]);
    double value = 0;
    for (size_t i = 0; i < s->m; i++) {
        value += 0.5 * u[i] * u[i];
        if (derivatives) {
            s->gradient[i] = u[i];
            s->diagonal[i] = 1;
        }
    }
    if (derivatives) {
        memset(s->cross, 0, s->n_large * s->n_small * sizeof *s->cross);
    }
    for (size_t i = 0; i < s->n; i++) {
        size_t a = s->large[i], b = s->n_large + s->small[i];
        double eta = par[0] + sd_large * u[a] + sd_small * u[b];
        double signed_eta = s->ok[i] ? eta : -eta;
        value += signed_eta > 0 ? log1p(exp(-signed_eta))
                                : log1p(exp(signed_eta)) - signed_eta;
        if (derivatives) {
            double p = 1 / (1 + exp(-eta)), rest = p - (s->ok[i] ? 1 : 0);
            double w = p * (1 - p);
            s->gradient[a] += sd_large * rest;
            s->gradient[b] += sd_small * rest;
            s->diagonal[a] += w * sd_large * sd_large;
            s->diagonal[b] += w * sd_small * sd_small;
            s->cross[s->small[i] * s->n_large + a] += w * sd_large * sd_small;
        }
    }
    return value;
}

/* Eliminates the large kind; false when the Hessian is not positive definite. */
static bool eliminate(const struct model *s) {
    size_t large = s->n_large, small = s->n_small;
    for (size_t i = 0; i < small; i++) {
        for (size_t j = 0; j <= i; j++) {
            double sum = i == j ? s->diagonal[large + i] : 0;
            for (size_t k = 0; k < large; k++) {
                sum -= s->cross[i * large + k] * s->cross[j * large + k] / s->diagonal[k];
            }
            s->schur[i * small + j] = sum;
        }
    }
    return dense_cholesky(s->schur, small);
}

/* Turns the gradient into the Newton step. */
static void solve(const struct model *s) {
    size_t large = s->n_large;
    double *tail = s->gradient + large;
    for (size_t i = 0; i < s->n_small; i++) {
        for (size_t k = 0; k < large; k++) {
            tail[i] -= s->cross[i * large + k] * s->gradient[k] / s->diagonal[k];
        }
    }
    dense_solve(s->schur, s->n_small, tail);
    for (size_t k = 0; k < large; k++) {
        for (size_t i = 0; i < s->n_small; i++) {
            s->gradient[k] -= s->cross[i * large + k] * tail[i];
        }
        s->gradient[k] /= s->diagonal[k];
    }
}

/* Minus twice the Laplace log-likelihood; leaves the mode in s->effect. */
static double laplace(struct model *s, const double par[3]) {
    for (int round = 0; round < 100; round++) {
        double before = penalised(s, par, s->effect, true);
        if (!eliminate(s)) {
            s->broken = true;
            return NAN;
        }
        solve(s);
        double largest = 0;
        for (size_t i = 0; i < s->m; i++) {
            largest = fmax(largest, fabs(s->gradient[i]));
        }
        for (double factor = 1; factor > 1e-6; factor /= 2) {
            for (size_t i = 0; i < s->m; i++) {
                s->trial[i] = s->effect[i] - factor * s->gradient[i];
            }
            /* A short step of Newton's is right; comparing it would compare rounding. */
            if (largest < 1e-5 || penalised(s, par, s->trial, false) <= before) {
                break;
            }
        }
        memcpy(s->effect, s->trial, s->m * sizeof *s->effect);
        if (largest < 1e-8) { /* squared by the step just taken */
            break;
        }
    }
    double value = 2 * penalised(s, par, s->effect, true);
    (void)eliminate(s);
    for (size_t k = 0; k < s->n_large; k++) {
        value += log(s->diagonal[k]);
    }
    return value + dense_log_det(s->schur, s->n_small);
}

static void outer_derivatives(struct model *s, const double par[3], double g[3],
                              double h[9]) {
    const double step = 1e-3;
    double centre = laplace(s, par);
    memset(h, 0, 9 * sizeof *h);
    for (int i = 0; i < 3; i++) {
        double at[3] = {par[0], par[1], par[2]}, f[4];
        if (s->fixed[i]) {
            g[i] = 0;
            h[i * 3 + i] = 1;
            continue;
        }
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
            if (s->fixed[j]) {
                continue;
            }
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

/* A spread that is small already is set to zero when nothing is lost by it. */
static void try_without(struct model *s, double par[3], int i) {
    double without[3] = {par[0], par[1], par[2]};
    if (s->fixed[i] || par[i] > -2) {
        return;
    }
    without[i] = -INFINITY;
    if (par[i] < -8 || laplace(s, without) <= laplace(s, par)) {
        s->fixed[i] = true;
        par[i] = -INFINITY;
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
                trial[i] = s->fixed[i] ? par[i] : par[i] - factor * step[i];
            }
            if (laplace(s, trial) <= before + 1e-10) {
                break;
            }
        }
        for (int i = 0; i < 3; i++) {
            moved = fmax(moved, s->fixed[i] ? 0 : fabs(par[i] - trial[i]));
            par[i] = trial[i];
        }
        if (moved < 1e-8) {
            return LW_OK;
        }
        for (int i = 1; i < 3; i++) {
            try_without(s, par, i);
            if (par[i] > 5) {
                return lw_fail(err, LW_BAD_INPUT, 0, 0,
                               "%s separate the answers completely, so their spread is "
                               "infinite and the model undefined",
                               i == 1 ? "the players" : "the levels");
            }
        }
    }
    return lw_fail(err, LW_BAD_INPUT, 0, 0,
                   "the fit does not converge; are all answers the same?");
}

void lw_rasch_free(struct lw_rasch *fit) {
    lw_alloc_free(fit->alloc, fit->player,
                  (fit->n_players + fit->n_levels) * sizeof(double));
    fit->player = NULL;
}

/* The fit that maximise found: par with the second derivatives h, which it destroys.
 * players: they are the model's larger side. */
static void tell(struct model *s, const double *par, double *h, bool players,
                 struct lw_rasch *out) {
    double inverse[9];
    out->minus2_log_lik = laplace(s, par);
    out->b0 = par[0];
    out->sd_player = exp(par[1]);
    out->sd_level = exp(par[2]);
    out->level = out->player + out->n_players;
    const double *of_players = s->effect + (players ? 0 : s->n_large);
    const double *of_levels = s->effect + (players ? s->n_large : 0);
    for (size_t i = 0; i < out->n_players; i++) {
        out->player[i] = of_players[i] * out->sd_player;
    }
    for (size_t i = 0; i < out->n_levels; i++) {
        out->level[i] = of_levels[i] * out->sd_level;
    }
    /* The criterion is minus twice a log-likelihood. */
    out->se_b0 = NAN;
    if (dense_cholesky(h, 3)) {
        dense_inverse(h, 3, inverse);
        out->se_b0 = sqrt(2 * inverse[0]);
    }
}

lw_status lw_rasch_fit(const struct lw_alloc *alloc, const struct lw_rasch_data *data,
                       struct lw_rasch *out, struct lw_error *err) {
    size_t m = data->n_players + data->n_levels, n_ok = 0;
    for (size_t i = 0; i < data->n; i++) {
        n_ok += data->ok[i];
    }
    if (n_ok == 0 || n_ok == data->n) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "all answers are the same, so nothing can be told apart");
    }
    struct lw_arena arena;
    lw_arena_init(&arena, alloc);
    bool players = data->n_players >= data->n_levels;
    struct model s = {.large = players ? data->player : data->level,
                      .small = players ? data->level : data->player,
                      .large_par = players ? 1 : 2,
                      .ok = data->ok,
                      .n = data->n,
                      .n_large = players ? data->n_players : data->n_levels,
                      .n_small = players ? data->n_levels : data->n_players,
                      .m = m};
    *out = (struct lw_rasch){
        .alloc = alloc, .n_players = data->n_players, .n_levels = data->n_levels};
    out->player = lw_alloc_zero(alloc, m, sizeof(double));
    s.effect = lw_arena_zero(&arena, 4 * m + s.n_small * m, sizeof(double));
    lw_status status = LW_OK;
    double share = (double)n_ok / (double)data->n, h[9] = {0};
    double par[3] = {log(share / (1 - share)), 0, 0};
    if (out->player == NULL || s.effect == NULL) {
        status = lw_fail_memory(err);
    } else {
        s.gradient = s.effect + m;
        s.trial = s.gradient + m;
        s.diagonal = s.trial + m;
        s.cross = s.diagonal + m;
        s.schur = s.cross + s.n_small * s.n_large;
        status = maximise(&s, par, h, err);
    }
    if (status == LW_OK) {
        tell(&s, par, h, players, out);
    } else {
        lw_rasch_free(out);
    }
    lw_arena_free(&arena);
    return status;
}
