/* Statistics against what can be worked out another way: closed forms, enumeration,
 * identities between methods. (The reference answers of other software are run by
 * tests/conform_test.sh.) */
#include <string.h>

#include "lw/base/rng.h"
#include "normal_fixture.h"
#include "stats_test_support.h"

static void tables_are_read_and_refused(void **unused) {
    (void)unused;
    struct lw_table t;
    struct lw_error err;
    const double *x;
    const char good[] = "name,x\r\n\"a, \"\"b\"\"\",1.5\r\nc,-2e3\r\n";
    assert_int_equal(lw_table_read(ALLOC, good, sizeof good - 1, &t, &err), LW_OK);
    assert_int_equal(t.n_rows, 2);
    assert_string_equal(lw_table_find(&t, "name")->text[0], "a, \"b\"");
    assert_int_equal(lw_table_numbers(&t, "x", &x, &err), LW_OK);
    near(x[1], -2000, 0);
    assert_int_equal(lw_table_numbers(&t, "name", &x, &err), LW_BAD_INPUT);
    assert_non_null(strstr(err.text, "row 1"));
    lw_table_free(&t);
    static const char *const bad[] = {"", "a,a\n1,2\n", "a,b\n1\n", "a,\n1,2\n",
                                      "a\n\"x\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(lw_table_read(ALLOC, bad[i], strlen(bad[i]), &t, &err),
                         LW_BAD_INPUT);
    }
}

static void a_design_codes_factors_and_interactions(void **unused) {
    (void)unused;
    struct lw_table t;
    struct lw_design d;
    struct lw_error err;
    const char text[] = "y,g,x,s\n1,b,2,p\n2,a,3,p\n3,c,4,q\n4,a,5,q\n";
    assert_int_equal(lw_table_read(ALLOC, text, sizeof text - 1, &t, &err), LW_OK);
    assert_int_equal(lw_design_build(&t, "y ~ g*x + (1 | s)", false, &d, &err), LW_OK);
    static const char *const terms[] = {"(Intercept)", "gb", "gc", "x", "gb:x", "gc:x"};
    static const double want[] = {1, 1, 0, 2, 2, 0, 1, 0, 0, 3, 0, 0,
                                  1, 0, 1, 4, 0, 4, 1, 0, 0, 5, 0, 0};
    assert_int_equal(d.p, 6);
    for (size_t i = 0; i < 6; i++) {
        assert_string_equal(d.terms[i], terms[i]);
    }
    assert_memory_equal(d.x, want, sizeof want);
    assert_int_equal(d.n_groups, 2);
    assert_int_equal(d.group[2], 1);
    static const char *const bad[] = {"y ~ nothing", "y ~ x +", "y x", "y ~ (x | s)",
                                      "y ~ 0"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(lw_design_build(&t, bad[i], false, &d, &err), LW_BAD_INPUT);
    }
    lw_table_free(&t);
}

static void tails_obey_their_identities(void **unused) {
    (void)unused;
    /* t with 1 degree of freedom is Cauchy; with 2 it has a closed form; F(1, v) is t
     * squared. */
    for (double x = -30; x <= 30; x += 0.37) {
        near(lw_t_upper(x, 1), 0.5 - atan(x) / 3.14159265358979323846, 1e-15);
        near(lw_t_upper(x, 2), 0.5 - x / (2 * sqrt(2 + x * x)), 1e-15);
        near(lw_t_two_sided(x, 7.5), lw_f_upper(x * x, 1, 7.5), 1e-9);
    }
    near(lw_t_upper(lw_t_quantile(0.9, 5), 5), 0.1, 1e-12);
    assert_true(isnan(lw_t_upper(1, 0)));
}

static void spearman_exact_equals_enumeration(void **unused) {
    (void)unused;
    const double x[4] = {1, 2, 3, 4}, y[4] = {1, 2, 4, 3};
    struct lw_correlation r;
    assert_int_equal(lw_correlate(ALLOC, x, y, 4, &r, NULL), LW_OK);
    /* Of 24 permutations, 4 have S <= 2: rho 0.8 or more. */
    near(r.spearman, 0.8, 1e-15);
    near(r.spearman_p_r, 2 * 4.0 / 24, 1e-12);
    near(r.spearman_p, 2 * 4.0 / 24, 1e-12);
    /* Kendall: 1 + 3 permutations have at most one inversion. */
    near(r.kendall, 2.0 / 3, 1e-15);
    near(r.kendall_p_exact, 2 * 4.0 / 24, 1e-12);
    const double flat[4] = {5, 5, 5, 5};
    assert_int_equal(lw_correlate(ALLOC, x, flat, 4, &r, NULL), LW_OK);
    assert_false(r.defined);
    assert_true(isnan(r.pearson) && isnan(r.spearman) && isnan(r.kendall));
}

static void least_squares_find_what_was_put_in(void **unused) {
    (void)unused;
    struct lw_rng rng = lw_rng_make(41, 0);
    double x[60 * 4], y[60];
    const double beta[4] = {3, -2, 0.5, 7};
    for (size_t i = 0; i < 60; i++) {
        y[i] = 0;
        for (size_t j = 0; j < 4; j++) {
            x[i * 4 + j] = j == 0 ? 1 : normal(&rng);
            y[i] += beta[j] * x[i * 4 + j];
        }
    }
    struct lw_fit fit;
    struct lw_error err;
    assert_int_equal(
        lw_least_squares(ALLOC,
                         &(struct lw_regression_data){
                             .x = x, .y = y, .n = 60, .p = 4, .intercept = true},
                         &fit, &err),
        LW_OK);
    for (size_t j = 0; j < 4; j++) {
        near(fit.beta[j], beta[j], 1e-14);
    }
    near(fit.r2, 1, 1e-14);
    lw_fit_free(&fit);
    /* A column that is the sum of two others is refused by number. */
    for (size_t i = 0; i < 60; i++) {
        x[i * 4 + 3] = x[i * 4 + 1] + x[i * 4 + 2];
    }
    assert_int_equal(
        lw_least_squares(ALLOC,
                         &(struct lw_regression_data){
                             .x = x, .y = y, .n = 60, .p = 4, .intercept = true},
                         &fit, &err),
        LW_BAD_INPUT);
    assert_non_null(strstr(err.text, "term 4"));
    assert_int_equal(
        lw_least_squares(ALLOC,
                         &(struct lw_regression_data){
                             .x = x, .y = y, .n = 3, .p = 4, .intercept = true},
                         &fit, &err),
        LW_BAD_INPUT);
}

static void a_weight_of_two_is_the_row_twice(void **unused) {
    (void)unused;
    struct lw_rng rng = lw_rng_make(42, 0);
    double x[20 * 2], y[20], w[10];
    struct lw_fit once, twice;
    for (size_t i = 0; i < 10; i++) {
        x[2 * i] = x[2 * (i + 10)] = 1;
        x[2 * i + 1] = x[2 * (i + 10) + 1] = normal(&rng);
        y[i] = y[i + 10] = normal(&rng);
        w[i] = 2;
    }
    assert_int_equal(
        lw_least_squares(
            ALLOC,
            &(struct lw_regression_data){
                .x = x, .y = y, .weights = w, .n = 10, .p = 2, .intercept = true},
            &once, NULL),
        LW_OK);
    assert_int_equal(
        lw_least_squares(ALLOC,
                         &(struct lw_regression_data){
                             .x = x, .y = y, .n = 20, .p = 2, .intercept = true},
                         &twice, NULL),
        LW_OK);
    near(once.beta[0], twice.beta[0], 1e-13);
    near(once.ss_residual, twice.ss_residual, 1e-12);
    lw_fit_free(&once);
    lw_fit_free(&twice);
}

static void cross_validation_recovers_weights_and_noise(void **unused) {
    (void)unused;
    /* The check that goes with van Kreveld's procedure: known weights, noise of known
     * size; the mean absolute error is near sigma * sqrt(2 / pi). */
    struct lw_rng rng = lw_rng_make(43, 0);
    enum { N = 2000 };
    static double x[N * 3], y[N];
    for (size_t i = 0; i < N; i++) {
        x[3 * i] = 1;
        x[3 * i + 1] = normal(&rng);
        x[3 * i + 2] = normal(&rng);
        y[i] = 2 + 0.09 * x[3 * i + 1] - 0.3 * x[3 * i + 2] + 0.5 * normal(&rng);
    }
    struct lw_cross_validation cv;
    assert_int_equal(
        lw_cross_validate(ALLOC,
                          &(struct lw_regression_data){.x = x, .y = y, .n = N, .p = 3}, 5,
                          &cv, NULL),
        LW_OK);
    near(cv.beta_mean[0], 2, 0.05);
    near(cv.beta_mean[1], 0.09, 0.05);
    near(cv.beta_mean[2], -0.3, 0.05);
    near(cv.mae, 0.5 * 0.7978845608, 0.02);
    lw_cross_validation_free(&cv);
}

static void varimax_cannot_be_improved_by_any_turn(void **unused) {
    (void)unused;
    struct lw_rng rng = lw_rng_make(44, 0);
    double x[50 * 6];
    for (size_t i = 0; i < 50; i++) {
        double a = normal(&rng), b = normal(&rng);
        for (size_t j = 0; j < 6; j++) {
            x[i * 6 + j] = (j < 3 ? a : b) + 0.4 * normal(&rng);
        }
    }
    struct lw_components pca;
    assert_int_equal(
        lw_components_fit(ALLOC, &(struct lw_components_data){.x = x, .n = 50, .p = 6},
                          &pca, NULL),
        LW_OK);
    assert_int_equal(pca.k, 2);
    double sum = 0;
    for (size_t i = 0; i < 6; i++) {
        sum += pca.eigenvalues[i];
    }
    near(sum, 6, 1e-12);
    for (double angle = -1.5; angle <= 1.5; angle += 0.01) {
        double criterion = 0;
        for (int c = 0; c < 2; c++) {
            double squares = 0, fourths = 0;
            for (size_t i = 0; i < 6; i++) {
                double u = pca.varimax[2 * i] / sqrt(pca.communality[i]);
                double v = pca.varimax[2 * i + 1] / sqrt(pca.communality[i]);
                double turned = c == 0 ? cos(angle) * u + sin(angle) * v
                                       : cos(angle) * v - sin(angle) * u;
                squares += turned * turned;
                fourths += turned * turned * turned * turned;
            }
            criterion += fourths / 6 - squares * squares / 36;
        }
        assert_true(criterion <= pca.criterion + 1e-12);
    }
    /* Scores of rotated components are uncorrelated with unit variance. */
    double cross = 0, square = 0;
    for (size_t i = 0; i < 50; i++) {
        cross += pca.scores[2 * i] * pca.scores[2 * i + 1] / 49;
        square += pca.scores[2 * i] * pca.scores[2 * i] / 49;
    }
    near(cross, 0, 1e-12);
    near(square, 1, 1e-12);
    lw_components_free(&pca);
}

static void a_balanced_mixed_model_is_the_analysis_of_variance(void **unused) {
    (void)unused;
    enum { GROUPS = 12, SIZE = 4, N = GROUPS * SIZE };
    struct lw_rng rng = lw_rng_make(45, 0);
    double x[N], y[N], grand = 0, between = 0, within = 0;
    size_t group[N];
    for (size_t g = 0; g < GROUPS; g++) {
        double shift = 2 * normal(&rng);
        for (size_t i = g * SIZE; i < (g + 1) * SIZE; i++) {
            x[i] = 1;
            group[i] = g;
            y[i] = 5 + shift + normal(&rng);
            grand += y[i] / N;
        }
    }
    for (size_t g = 0; g < GROUPS; g++) {
        double mean = 0;
        for (size_t i = g * SIZE; i < (g + 1) * SIZE; i++) {
            mean += y[i] / SIZE;
        }
        between += SIZE * (mean - grand) * (mean - grand) / (GROUPS - 1);
        for (size_t i = g * SIZE; i < (g + 1) * SIZE; i++) {
            within += (y[i] - mean) * (y[i] - mean) / (N - GROUPS);
        }
    }
    struct lw_mixed fit;
    struct lw_error err;
    assert_int_equal(
        lw_mixed_fit(
            ALLOC, LW_MIXED_INTERCEPT, true,
            &(struct lw_mixed_data){
                .x = x, .y = y, .group = group, .n = N, .p = 1, .n_groups = GROUPS},
            &fit, &err),
        LW_OK);
    near(fit.beta[0], grand, 1e-12);
    near(fit.var_residual, within, 1e-6 * within);
    near(fit.var_group, (between - within) / SIZE, 1e-6 * between);
    near(fit.se[0], sqrt(between / N), 1e-6);
    near(fit.df[0], GROUPS - 1, 1e-3);
    lw_mixed_free(&fit);
}

static void two_items_have_the_log_odds_of_their_score(void **unused) {
    (void)unused;
    struct lw_game_result games[10];
    for (size_t i = 0; i < 10; i++) {
        games[i] = (struct lw_game_result){1, 0, i < 7 ? 1 : 0};
    }
    struct lw_bradley_terry fit;
    struct lw_error err;
    assert_int_equal(lw_bradley_terry_fit(ALLOC, games, 10, 2, &fit, &err), LW_OK);
    near(fit.ability[1], log(7.0 / 3), 1e-12);
    near(fit.se[1], sqrt(1 / (10 * 0.7 * 0.3)), 1e-12);
    near(fit.centred[0] + fit.centred[1], 0, 1e-12);
    lw_bradley_terry_free(&fit);
    games[7].score = games[8].score = games[9].score = 1;
    assert_int_equal(lw_bradley_terry_fit(ALLOC, games, 10, 2, &fit, &err), LW_BAD_INPUT);
}

static void trueskill_is_even_handed(void **unused) {
    (void)unused;
    struct lw_trueskill model = lw_trueskill_default();
    struct lw_rating a = {25, 25.0 / 3}, b = a, c = a, d = a;
    lw_trueskill_update(&model, &a, &b, 1);
    lw_trueskill_update(&model, &c, &d, 0);
    near(a.mu, d.mu, 0);
    near(a.mu + b.mu, 50, 1e-12);
    near(a.sigma, b.sigma, 0);
    struct lw_rating e = {25, 25.0 / 3}, f = e;
    lw_trueskill_update(&model, &e, &f, 0.5);
    near(e.mu, 25, 1e-12);
    assert_true(e.sigma < 25.0 / 3);
    /* A win against all odds must stay finite. */
    struct lw_rating low = {-5000, 1}, high = {5000, 1};
    lw_trueskill_update(&model, &low, &high, 1);
    assert_true(isfinite(low.mu) && low.sigma > 0);
}

static void thresholds_alone_are_cumulative_logits(void **unused) {
    (void)unused;
    size_t level[10] = {0, 0, 1, 1, 1, 1, 2, 2, 2, 2};
    struct lw_ordinal fit;
    assert_int_equal(
        lw_ordinal_fit(ALLOC,
                       &(struct lw_ordinal_data){.level = level, .n = 10, .n_levels = 3},
                       &fit, NULL),
        LW_OK);
    near(fit.estimate[0], log(0.2 / 0.8), 1e-10);
    near(fit.estimate[1], log(0.6 / 0.4), 1e-10);
    lw_ordinal_free(&fit);
    /* A column that separates the answers has no finite estimate. */
    double x[10];
    struct lw_error err;
    for (size_t i = 0; i < 10; i++) {
        x[i] = (double)level[i];
    }
    assert_int_equal(
        lw_ordinal_fit(ALLOC,
                       &(struct lw_ordinal_data){
                           .x = x, .level = level, .n = 10, .p = 1, .n_levels = 3},
                       &fit, &err),
        LW_BAD_INPUT);
    size_t gap[4] = {0, 2, 0, 2};
    assert_int_equal(
        lw_ordinal_fit(ALLOC,
                       &(struct lw_ordinal_data){.level = gap, .n = 4, .n_levels = 3},
                       &fit, &err),
        LW_BAD_INPUT);
}

/* A scale of very many steps: without columns every threshold is the logit of a share F
 * of the n rows, with standard error 1 / sqrt(n F (1 - F)); with a column that says
 * nothing the thresholds stay. */
static void scales_may_have_a_thousand_steps(void **unused) {
    (void)unused;
    enum { LEVELS = 997, ROWS = 4 * LEVELS };
    static size_t level[ROWS];
    static double x[ROWS];
    for (size_t i = 0; i < ROWS; i++) {
        level[i] = i % LEVELS;
        x[i] = i < ROWS / 2 ? -1 : 1;
    }
    for (size_t p = 0; p < 2; p++) {
        struct lw_ordinal fit;
        assert_int_equal(
            lw_ordinal_fit(
                ALLOC,
                &(struct lw_ordinal_data){
                    .x = x, .level = level, .n = ROWS, .p = p, .n_levels = LEVELS},
                &fit, NULL),
            LW_OK);
        for (size_t k = 0; k + 1 < LEVELS; k++) {
            double share = (double)(k + 1) / LEVELS;
            near(fit.estimate[k], log(share / (1 - share)), 1e-9);
            near(fit.se[k], 1 / sqrt(ROWS * share * (1 - share)), 1e-9);
        }
        if (p == 1) {
            near(fit.estimate[LEVELS - 1], 0, 1e-9);
            assert_true(fit.se[LEVELS - 1] > 0.01 && fit.se[LEVELS - 1] < 0.05);
        }
        lw_ordinal_free(&fit);
    }
}

static void rasch_orders_players_and_levels(void **unused) {
    (void)unused;
    enum { PLAYERS = 30, LEVELS = 20, N = PLAYERS * LEVELS };
    struct lw_rng rng = lw_rng_make(46, 0);
    double ability[PLAYERS], ease[LEVELS];
    static size_t player[N], level[N];
    static bool ok[N];
    for (size_t i = 0; i < PLAYERS; i++) {
        ability[i] = normal(&rng);
    }
    for (size_t j = 0; j < LEVELS; j++) {
        ease[j] = 1.5 * normal(&rng);
    }
    for (size_t i = 0; i < N; i++) {
        player[i] = i / LEVELS;
        level[i] = i % LEVELS;
        double p = 1 / (1 + exp(-(0.5 + ability[player[i]] + ease[level[i]])));
        ok[i] = lw_rng_chance(&rng, p);
    }
    struct lw_rasch fit;
    struct lw_correlation r;
    struct lw_error err;
    assert_int_equal(lw_rasch_fit(ALLOC,
                                  &(struct lw_rasch_data){.player = player,
                                                          .level = level,
                                                          .ok = ok,
                                                          .n = N,
                                                          .n_players = PLAYERS,
                                                          .n_levels = LEVELS},
                                  &fit, &err),
                     LW_OK);
    assert_int_equal(lw_correlate(ALLOC, fit.level, ease, LEVELS, &r, NULL), LW_OK);
    assert_true(r.pearson > 0.9);
    assert_int_equal(lw_correlate(ALLOC, fit.player, ability, PLAYERS, &r, NULL), LW_OK);
    assert_true(r.pearson > 0.7);
    assert_true(fit.sd_level > fit.sd_player);
    lw_rasch_free(&fit);
    memset(ok, 1, sizeof ok);
    assert_int_equal(lw_rasch_fit(ALLOC,
                                  &(struct lw_rasch_data){.player = player,
                                                          .level = level,
                                                          .ok = ok,
                                                          .n = N,
                                                          .n_players = PLAYERS,
                                                          .n_levels = LEVELS},
                                  &fit, &err),
                     LW_BAD_INPUT);
}

static void adjusting_p_never_lowers_it(void **unused) {
    (void)unused;
    const double p[5] = {0.04, 0.01, 0.5, 0.03, 0.02};
    const double holm[5] = {0.09, 0.05, 0.5, 0.09, 0.08};
    double out[5];
    assert_int_equal(lw_p_adjust(ALLOC, LW_ADJUST_HOLM, p, 5, out), LW_OK);
    for (size_t i = 0; i < 5; i++) {
        near(out[i], holm[i], 1e-15);
    }
}

static void transforms_undo(void **unused) {
    (void)unused;
    const double p[3] = {0, 0.5, 1};
    double out[3];
    struct lw_logit how;
    assert_int_equal(lw_logit_transform(p, 3, -1, out, &how, NULL), LW_OK);
    near(how.adjust, 0.025, 0);
    near(1 / (1 + exp(-out[0])), 0.025, 1e-15);
    near(out[1], 0, 1e-15);
    near(lw_box_cox_apply(8, 1.0 / 3), 3, 1e-12);
    near(lw_box_cox_apply(8, 0), log(8), 1e-15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_read_and_refused),
        cmocka_unit_test(a_design_codes_factors_and_interactions),
        cmocka_unit_test(tails_obey_their_identities),
        cmocka_unit_test(spearman_exact_equals_enumeration),
        cmocka_unit_test(least_squares_find_what_was_put_in),
        cmocka_unit_test(a_weight_of_two_is_the_row_twice),
        cmocka_unit_test(cross_validation_recovers_weights_and_noise),
        cmocka_unit_test(varimax_cannot_be_improved_by_any_turn),
        cmocka_unit_test(a_balanced_mixed_model_is_the_analysis_of_variance),
        cmocka_unit_test(two_items_have_the_log_odds_of_their_score),
        cmocka_unit_test(trueskill_is_even_handed),
        cmocka_unit_test(thresholds_alone_are_cumulative_logits),
        cmocka_unit_test(scales_may_have_a_thousand_steps),
        cmocka_unit_test(rasch_orders_players_and_levels),
        cmocka_unit_test(adjusting_p_never_lowers_it),
        cmocka_unit_test(transforms_undo),
    };
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
