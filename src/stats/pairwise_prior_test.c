/* Bradley and Terry's model with a prior: the posterior is the exact one of few
 * items, the truth comes back. */
#include "stats_test_support.h"

#include "lw/base/rng.h"
#include "normal_fixture.h"

#define N 40

struct world {
    double truth[N];
    struct lw_game_result games[4000];
};

static void draw_truth(struct world *w, struct lw_rng *rng, double sd) {
    for (size_t i = 0; i < N; i++) {
        w->truth[i] = sd * normal(rng);
    }
    double mean = lw_mean(w->truth, N);
    for (size_t i = 0; i < N; i++) {
        w->truth[i] -= mean;
    }
}

static struct lw_game_result play_one(const struct world *w, struct lw_rng *rng, size_t a,
                                      size_t b, double slips) {
    double p = 1 / (1 + exp(w->truth[b] - w->truth[a]));
    p = slips / 2 + (1 - slips) * p;
    return (struct lw_game_result){a, b, lw_rng_chance(rng, p) ? 1 : 0};
}

static void play(struct world *w, uint64_t seed, double sd, double slips,
                 size_t n_games) {
    struct lw_rng rng = lw_rng_make(seed, 3);
    draw_truth(w, &rng, sd);
    for (size_t g = 0; g < n_games; g++) {
        size_t a = lw_rng_below(&rng, N), b = (a + 1 + lw_rng_below(&rng, N - 1)) % N;
        w->games[g] = play_one(w, &rng, a, b, slips);
    }
}

/* Of three items, who won and how often. */
static const struct {
    struct lw_game_result game;
    int times;
} counted[] = {{{0, 1, 1}, 8}, {{1, 0, 1}, 4}, {{0, 2, 1}, 10}, {{2, 0, 1}, 2},
               {{1, 2, 1}, 6}, {{2, 1, 1}, 4}, {{1, 2, 0.5}, 2}};
#define N_COUNTED (sizeof counted / sizeof *counted)
#define EXACT_SLIPS 0.1
#define HALF_LATTICE 60
#define LATTICE_STEP 0.1

static double chance_beside(double difference) {
    return EXACT_SLIPS / 2 + (1 - EXACT_SLIPS) / (1 + exp(-difference));
}

static double likelihood_beside(double u, double v) {
    const double ability[] = {u, v, 0};
    double sum = 0;
    for (size_t g = 0; g < N_COUNTED; g++) {
        const struct lw_game_result *game = &counted[g].game;
        double d = ability[game->a] - ability[game->b];
        sum += counted[g].times * (game->score * log(chance_beside(d)) +
                                   (1 - game->score) * log(chance_beside(-d)));
    }
    return exp(sum);
}

/* Sums over the posterior: of 1, of the spread, of abilities, of their squares. */
struct exact {
    double all, sd, ability[3], square[3];
};

/* Both differences to the last item have a normal prior with this spread. */
static void add_point(struct exact *e, const double *spreads, size_t n_spreads, double u,
                      double v) {
    double likelihood = likelihood_beside(u, v), all = 0, sd = 0, mean = (u + v) / 3;
    const double ability[] = {u - mean, v - mean, -mean};
    for (size_t k = 0; k < n_spreads; k++) {
        double s = spreads[k];
        double w = exp(-(u * u - u * v + v * v) / (3 * s * s) - s * s / 8) / s;
        all += w; /* 1 / s^2 of the density, s of the step on the logarithm's scale */
        sd += w * s;
    }
    e->all += likelihood * all;
    e->sd += likelihood * sd;
    for (size_t i = 0; i < 3; i++) {
        e->ability[i] += likelihood * all * ability[i];
        e->square[i] += likelihood * all * ability[i] * ability[i];
    }
}

static void is_the_posterior(void **unused) {
    struct lw_game_result games[64];
    struct lw_bradley_terry_prior fit;
    struct exact exact = {0};
    double spreads[40];
    size_t n = 0;
    (void)unused;
    for (size_t g = 0; g < N_COUNTED; g++) {
        for (int i = 0; i < counted[g].times; i++) {
            games[n++] = counted[g].game;
        }
    }
    for (int k = 0; k < 40; k++) {
        spreads[k] = exp(-3 + 0.12 * k); /* 0.05 to 5.4 */
    }
    for (int i = -HALF_LATTICE; i <= HALF_LATTICE; i++) {
        for (int j = -HALF_LATTICE; j <= HALF_LATTICE; j++) {
            add_point(&exact, spreads, 40, i * LATTICE_STEP, j * LATTICE_STEP);
        }
    }
    const struct lw_pairwise_data data = {games, n, 3};
    assert_int_equal(lw_bradley_terry_prior_fit(ALLOC, &data, EXACT_SLIPS, &fit, NULL),
                     LW_OK);
    near(fit.sd, exact.sd / exact.all, 0.05);
    near(fit.slips, EXACT_SLIPS, 1e-12);
    near(lw_mean(fit.ability, 3), 0, 1e-12);
    for (size_t i = 0; i < 3; i++) {
        double mean = exact.ability[i] / exact.all;
        near(fit.ability[i], mean, 0.015);
        near(fit.se[i], sqrt(exact.square[i] / exact.all - mean * mean), 0.03);
    }
    lw_bradley_terry_prior_free(&fit);
}

/* An item that always won has no finite estimate without the prior. */
static void winners_are_finite(void **unused) {
    const struct lw_game_result games[] = {{0, 1, 1}, {0, 2, 1}, {1, 2, 1},
                                           {2, 1, 1}, {2, 0, 0}, {1, 0, 0}};
    const struct lw_pairwise_data data = {games, 6, 3};
    struct lw_bradley_terry plain;
    struct lw_bradley_terry_prior fit;
    struct lw_error err;
    (void)unused;
    assert_int_equal(lw_bradley_terry_fit(ALLOC, games, 6, 3, &plain, &err),
                     LW_BAD_INPUT);
    assert_int_equal(lw_bradley_terry_prior_fit(ALLOC, &data, 0, &fit, NULL), LW_OK);
    assert_true(isfinite(fit.ability[0]) && fit.ability[0] > 0 && fit.se[0] > 0);
    near(fit.ability[1], fit.ability[2], 1e-6); /* nothing tells these apart */
    lw_bradley_terry_prior_free(&fit);
    assert_int_equal(lw_bradley_terry_prior_fit(ALLOC, &data, 0.6, &fit, &err),
                     LW_BAD_INPUT);
    const struct lw_game_result itself[] = {{0, 1, 1}, {1, 1, 1}};
    const struct lw_pairwise_data bad = {itself, 2, 3};
    assert_int_equal(lw_bradley_terry_prior_fit(ALLOC, &bad, 0, &fit, &err),
                     LW_BAD_INPUT);
}

/* With many answers the prior has no say: the plain fit, its errors too. */
static void many_answers(void **unused) {
    struct world w;
    struct lw_bradley_terry plain;
    struct lw_bradley_terry_prior fit;
    (void)unused;
    play(&w, 2, 1, 0, 4000);
    const struct lw_pairwise_data data = {w.games, 4000, N};
    assert_int_equal(lw_bradley_terry_fit(ALLOC, w.games, 4000, N, &plain, NULL), LW_OK);
    assert_int_equal(lw_bradley_terry_prior_fit(ALLOC, &data, 0, &fit, NULL), LW_OK);
    for (size_t i = 0; i < N; i++) {
        /* Less by as much as an error of its size is of the spread. */
        double share = plain.se_centred[i] * plain.se_centred[i] / (fit.sd * fit.sd);
        near(fit.ability[i], plain.centred[i] / (1 + share), 0.08);
        near(fit.se[i], plain.se_centred[i], 0.04);
    }
    near(fit.sd, sqrt(lw_variance(w.truth, N)), 0.15);
    lw_bradley_terry_free(&plain);
    lw_bradley_terry_prior_free(&fit);
}

/* Of some worlds: how many true abilities the intervals hold; mean spread and slips. */
struct held {
    double coverage, sd, slips;
};

#define N_WORLDS 10

static void add_held(const struct world *w, size_t n_games, struct held *out) {
    const struct lw_pairwise_data data = {w->games, n_games, N};
    struct lw_bradley_terry_prior fit;
    assert_int_equal(lw_bradley_terry_prior_fit(ALLOC, &data, -1, &fit, NULL), LW_OK);
    for (size_t i = 0; i < N; i++) {
        bool holds = fabs(fit.ability[i] - w->truth[i]) < 1.96 * fit.se[i];
        out->coverage += holds / (double)(N_WORLDS * N);
    }
    out->sd += fit.sd / N_WORLDS;
    out->slips += fit.slips / N_WORLDS;
    lw_bradley_terry_prior_free(&fit);
}

static void truth_comes_back(void **unused) {
    struct held held = {0};
    (void)unused;
    for (size_t round = 0; round < N_WORLDS; round++) {
        struct world w;
        play(&w, 100 + round, 1.5, 0.05, 600);
        add_held(&w, 600, &held);
    }
    print_message("coverage %.3f, spread %.3f, slips %.3f\n", held.coverage, held.sd,
                  held.slips);
    assert_true(held.coverage > 0.91 && held.coverage < 0.99);
    near(held.sd, 1.5, 0.25);
    near(held.slips, 0.05, 0.04);
}

/* Rounds in which those meet who have won equally often: nearly all pairs are of like
 * items, and say little about the spread. */
static size_t play_alike(struct world *w, uint64_t seed, size_t n_rounds) {
    struct lw_rng rng = lw_rng_make(seed, 4);
    double wins[N] = {0};
    size_t order[N], n = 0;
    draw_truth(w, &rng, 1.5);
    for (size_t i = 0; i < N; i++) {
        order[i] = i;
    }
    for (size_t round = 0; round < n_rounds; round++) {
        double key[N];
        for (size_t i = 0; i < N; i++) {
            key[i] = wins[i] + lw_rng_unit(&rng);
        }
        for (size_t i = 1; i < N; i++) {
            for (size_t j = i; j > 0 && key[order[j - 1]] > key[order[j]]; j--) {
                size_t swap = order[j];
                order[j] = order[j - 1];
                order[j - 1] = swap;
            }
        }
        for (size_t i = 0; i < N; i += 2) {
            struct lw_game_result game = play_one(w, &rng, order[i], order[i + 1], 0.05);
            wins[game.score > 0.5 ? game.a : game.b]++;
            w->games[n++] = game;
        }
    }
    return n;
}

static void alike_pairs(void **unused) {
    struct held held = {0};
    (void)unused;
    for (size_t round = 0; round < N_WORLDS; round++) {
        struct world w;
        size_t n_games = play_alike(&w, 200 + round, 16);
        add_held(&w, n_games, &held);
    }
    print_message("alike: coverage %.3f, spread %.3f, slips %.3f\n", held.coverage,
                  held.sd, held.slips);
    assert_true(held.coverage > 0.88);
    /* So little do they say of it that the prior moves it. */
    near(held.sd, 1.5, 0.6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_the_posterior), cmocka_unit_test(winners_are_finite),
        cmocka_unit_test(many_answers),     cmocka_unit_test(truth_comes_back),
        cmocka_unit_test(alike_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
