/* Bradley and Terry's model with a prior: the mode is one, the truth comes back. */
#include "stats_test_support.h"

#include "lw/base/rng.h"
#include "normal_fixture.h"

#define N 40

struct world {
    double truth[N];
    struct lw_game_result games[4000];
};

static void play(struct world *w, uint64_t seed, double sd, double slips,
                 size_t n_games) {
    struct lw_rng rng = lw_rng_make(seed, 3);
    for (size_t i = 0; i < N; i++) {
        w->truth[i] = sd * normal(&rng);
    }
    double mean = lw_mean(w->truth, N);
    for (size_t i = 0; i < N; i++) {
        w->truth[i] -= mean;
    }
    for (size_t g = 0; g < n_games; g++) {
        size_t a = lw_rng_below(&rng, N), b = (a + 1 + lw_rng_below(&rng, N - 1)) % N;
        double p = 1 / (1 + exp(w->truth[b] - w->truth[a]));
        p = slips / 2 + (1 - slips) * p;
        w->games[g] = (struct lw_game_result){a, b, lw_rng_chance(&rng, p) ? 1 : 0};
    }
}

/* The log posterior, written anew; where it is highest every slope is nought. */
static double log_posterior(const struct lw_pairwise_data *data, double slips, double sd,
                            const double *ability) {
    double sum = 0;
    for (size_t i = 0; i < data->n_items; i++) {
        sum -= ability[i] * ability[i] / (2 * sd * sd);
    }
    for (size_t g = 0; g < data->n_games; g++) {
        double d = ability[data->games[g].a] - ability[data->games[g].b];
        double p = slips / 2 + (1 - slips) / (1 + exp(-d));
        sum += data->games[g].score * log(p) + (1 - data->games[g].score) * log(1 - p);
    }
    return sum;
}

static void is_the_mode(void **unused) {
    struct world w;
    struct lw_bradley_terry_prior fit;
    (void)unused;
    play(&w, 1, 1.2, 0.1, 300);
    const struct lw_pairwise_data data = {w.games, 300, N};
    assert_int_equal(lw_bradley_terry_prior_fit(ALLOC, &data, 0.1, &fit, NULL), LW_OK);
    near(lw_mean(fit.ability, N), 0, 1e-12);
    for (size_t i = 0; i < N; i++) {
        double was = fit.ability[i];
        fit.ability[i] = was + 1e-4;
        double up = log_posterior(&data, 0.1, fit.sd, fit.ability);
        fit.ability[i] = was - 1e-4;
        double down = log_posterior(&data, 0.1, fit.sd, fit.ability);
        fit.ability[i] = was;
        near((up - down) / 2e-4, 0, 1e-4);
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
        near(fit.ability[i], plain.centred[i] / (1 + share), 0.05);
        near(fit.se[i], plain.se_centred[i], 0.03);
    }
    near(fit.sd, 1, 0.25);
    lw_bradley_terry_free(&plain);
    lw_bradley_terry_prior_free(&fit);
}

/* Intervals hold the truth, and the spread and the slips are found. */
static void truth_comes_back(void **unused) {
    size_t held = 0, rounds = 20;
    double sd = 0, slips = 0;
    (void)unused;
    for (size_t round = 0; round < rounds; round++) {
        struct world w;
        struct lw_bradley_terry_prior fit;
        play(&w, 100 + round, 1.5, 0.05, 600);
        const struct lw_pairwise_data data = {w.games, 600, N};
        assert_int_equal(lw_bradley_terry_prior_fit(ALLOC, &data, -1, &fit, NULL), LW_OK);
        for (size_t i = 0; i < N; i++) {
            held += fabs(fit.ability[i] - w.truth[i]) < 1.96 * fit.se[i];
        }
        sd += fit.sd / (double)rounds;
        slips += fit.slips / (double)rounds;
        lw_bradley_terry_prior_free(&fit);
    }
    double coverage = (double)held / (double)(rounds * N);
    print_message("coverage %.3f, spread %.3f, slips %.3f\n", coverage, sd, slips);
    assert_true(coverage > 0.91 && coverage < 0.99);
    near(sd, 1.5, 0.1);
    near(slips, 0.05, 0.03);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_the_mode),
        cmocka_unit_test(winners_are_finite),
        cmocka_unit_test(many_answers),
        cmocka_unit_test(truth_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
