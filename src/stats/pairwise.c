/* Pairwise comparisons: TrueSkill for two (Herbrich, Minka and Graepel 2006) and
 * Bradley-Terry by Newton's method. */
#include "lw/stats.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_sf_erf.h>

#include "stats_internal.h"

struct lw_trueskill lw_trueskill_default(void) {
    return (struct lw_trueskill){.mu = 25,
                                 .sigma = 25.0 / 3,
                                 .beta = 25.0 / 6,
                                 .tau = 25.0 / 300,
                                 .draw_probability = 0.1};
}

double lw_trueskill_draw_margin(const struct lw_trueskill *model) {
    return lw_norm_quantile(0.5 * (model->draw_probability + 1)) * sqrt(2) * model->beta;
}

static double density(double x) {
    return 0.39894228040143267794 * exp(-0.5 * x * x);
}

/* Mean shift and variance factor for a win by more than the margin. */
static void win_factors(double t, double margin, double *v, double *w) {
    double x = t - margin;
    /* The hazard stays exact where both density and tail vanish. */
    *v = x < 30 ? gsl_sf_hazard(-x) : density(x);
    *w = *v * (*v + x);
}

/* … and for a draw, a difference of at most the margin. */
static void draw_factors(double t, double margin, double *v, double *w) {
    double a = margin - fabs(t), b = -margin - fabs(t);
    double mass = lw_norm_cdf(a) - lw_norm_cdf(b);
    if (mass < 1e-300) {
        *v = t < 0 ? -t - margin : -t + margin;
        *w = 1;
        return;
    }
    *v = (density(b) - density(a)) / mass;
    *w = *v * *v + (a * density(a) - b * density(b)) / mass;
    *v = t < 0 ? -*v : *v;
}

void lw_trueskill_update(const struct lw_trueskill *model, struct lw_rating *a,
                         struct lw_rating *b, double score) {
    double va = a->sigma * a->sigma + model->tau * model->tau;
    double vb = b->sigma * b->sigma + model->tau * model->tau;
    double c = sqrt(va + vb + 2 * model->beta * model->beta);
    double margin = lw_trueskill_draw_margin(model) / c;
    double sign = score < 0.5 ? -1 : 1, v, w;
    double t = sign * (a->mu - b->mu) / c;
    if (score == 0.5) {
        draw_factors(t, margin, &v, &w);
    } else {
        win_factors(t, margin, &v, &w);
    }
    a->mu += sign * va / c * v;
    b->mu -= sign * vb / c * v;
    a->sigma = sqrt(va * (1 - va / (c * c) * w));
    b->sigma = sqrt(vb * (1 - vb / (c * c) * w));
}

double lw_trueskill_quality(const struct lw_trueskill *model, const struct lw_rating *a,
                            const struct lw_rating *b) {
    double noise = 2 * model->beta * model->beta, d = a->mu - b->mu;
    double all = noise + a->sigma * a->sigma + b->sigma * b->sigma;
    return sqrt(noise / all) * exp(-0.5 * d * d / all);
}

/* Bradley-terry. */

void lw_bradley_terry_free(struct lw_bradley_terry *fit) {
    lw_alloc_free(fit->alloc, fit->ability, 4 * fit->n * sizeof(double));
    fit->ability = NULL;
}

/* Marks what is reached from item 0 along "won or drew against" (or the reverse). */
static void reach(const struct lw_game_result *games, size_t n_games, bool forward,
                  unsigned char *seen, size_t n_items) {
    memset(seen, 0, n_items);
    seen[0] = 1;
    for (bool grew = true; grew;) {
        grew = false;
        for (size_t i = 0; i < n_games; i++) {
            for (int side = 0; side < 2; side++) {
                size_t from = side == 0 ? games[i].a : games[i].b;
                size_t to = side == 0 ? games[i].b : games[i].a;
                double won = side == 0 ? games[i].score : 1 - games[i].score;
                bool edge = forward ? won > 0 : won < 1;
                if (edge && seen[from] && !seen[to]) {
                    seen[to] = 1;
                    grew = true;
                }
            }
        }
    }
}

static lw_status check_connected(const struct lw_game_result *games, size_t n_games,
                                 size_t n_items, unsigned char *seen,
                                 struct lw_error *err) {
    for (int forward = 0; forward < 2; forward++) {
        reach(games, n_games, forward == 1, seen, n_items);
        for (size_t i = 0; i < n_items; i++) {
            if (!seen[i]) {
                return lw_fail(err, LW_BAD_INPUT, 0, (uint32_t)i + 1,
                               "item %zu is separated from others (one side won every "
                               "game, or they never met): no finite abilities exist",
                               i + 1);
            }
        }
    }
    return LW_OK;
}

/* Gradient and information of all items but 0 at the abilities given. */
static double bt_derivatives(const struct lw_game_result *games, size_t n_games, size_t n,
                             const double *ability, double *gradient,
                             double *information) {
    size_t m = n - 1;
    double log_lik = 0;
    memset(gradient, 0, m * sizeof *gradient);
    memset(information, 0, m * m * sizeof *information);
    for (size_t g = 0; g < n_games; g++) {
        size_t a = games[g].a, b = games[g].b;
        double d = ability[a] - ability[b], p = 1 / (1 + exp(-d));
        double rest = games[g].score - p, weight = p * (1 - p);
        log_lik +=
            games[g].score * -log1p(exp(-d)) + (1 - games[g].score) * -log1p(exp(d));
        if (a > 0) {
            gradient[a - 1] += rest;
            information[(a - 1) * m + a - 1] += weight;
        }
        if (b > 0) {
            gradient[b - 1] -= rest;
            information[(b - 1) * m + b - 1] += weight;
        }
        if (a > 0 && b > 0) {
            information[(a - 1) * m + b - 1] -= weight;
            information[(b - 1) * m + a - 1] -= weight;
        }
    }
    return log_lik;
}

static void bt_centre(struct lw_bradley_terry *out, const double *covariance) {
    size_t n = out->n, m = n - 1;
    double mean = lw_mean(out->ability, n), all = 0;
    for (size_t i = 0; i < m * m; i++) {
        all += covariance[i];
    }
    for (size_t i = 0; i < n; i++) {
        double row = 0, own = 0;
        for (size_t j = 0; i > 0 && j < m; j++) {
            row += covariance[(i - 1) * m + j];
        }
        own = i > 0 ? covariance[(i - 1) * m + i - 1] : 0;
        out->centred[i] = out->ability[i] - mean;
        out->se[i] = sqrt(own);
        out->se_centred[i] =
            sqrt(own - 2 * row / (double)n + all / ((double)n * (double)n));
    }
}

lw_status lw_bradley_terry_fit(const struct lw_alloc *alloc,
                               const struct lw_game_result *games, size_t n_games,
                               size_t n_items, struct lw_bradley_terry *out,
                               struct lw_error *err) {
    if (n_items < 2 || n_games < 1) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "at least 2 items and a game are needed");
    }
    size_t m = n_items - 1;
    struct lw_arena arena;
    lw_arena_init(&arena, alloc);
    *out = (struct lw_bradley_terry){.alloc = alloc, .n = n_items};
    out->ability = lw_alloc_zero(alloc, 4 * n_items, sizeof(double));
    double *step = lw_arena_zero(&arena, m, sizeof *step);
    double *information = lw_arena_zero(&arena, m * m, sizeof *information);
    double *covariance = lw_arena_zero(&arena, m * m, sizeof *covariance);
    unsigned char *seen = lw_arena_zero(&arena, n_items, 1);
    lw_status status = LW_OK;
    if (out->ability == NULL || step == NULL || information == NULL ||
        covariance == NULL || seen == NULL) {
        status = lw_fail_memory(err);
    } else {
        out->se = out->ability + n_items;
        out->centred = out->ability + 2 * n_items;
        out->se_centred = out->ability + 3 * n_items;
        status = check_connected(games, n_games, n_items, seen, err);
    }
    for (int round = 0; status == LW_OK && round < 50; round++) {
        out->log_lik =
            bt_derivatives(games, n_games, n_items, out->ability, step, information);
        if (!dense_cholesky(information, m)) {
            status = lw_fail(err, LW_BAD_INPUT, 0, 0, "the abilities are not determined");
            break;
        }
        dense_solve(information, m, step);
        double largest = 0;
        for (size_t i = 0; i < m; i++) {
            largest = fmax(largest, fabs(step[i]));
        }
        double damp = largest > 2 ? 2 / largest : 1;
        for (size_t i = 0; i < m; i++) {
            out->ability[i + 1] += damp * step[i];
        }
        if (largest < 1e-13) {
            break;
        }
    }
    if (status == LW_OK) {
        dense_inverse(information, m, covariance);
        bt_centre(out, covariance);
    } else {
        lw_bradley_terry_free(out);
    }
    lw_arena_free(&arena);
    return status;
}
