/* Statistics at their edges: perfect fits, constants, ties, extremes, odd scales. Every
 * number is worked out another way: by enumeration, by an identity, or by shifting and
 * scaling data whose answer must move along. */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "lw/base/rng.h"
#include "normal_fixture.h"
#include "stats_test_support.h"

static void a_perfect_or_constant_fit_has_no_p(void **unused) {
    (void)unused;
    double x[24], y[24], flat[24];
    struct lw_fit fit;
    for (size_t i = 0; i < 12; i++) {
        x[2 * i] = 1;
        x[2 * i + 1] = 0.1 * (double)(i * i % 7);
        y[i] = 0.3 + 0.7 * x[2 * i + 1];
        flat[i] = 0.1;
    }
    assert_int_equal(
        lw_least_squares(ALLOC,
                         &(struct lw_regression_data){
                             .x = x, .y = y, .n = 12, .p = 2, .intercept = true},
                         &fit, NULL),
        LW_OK);
    assert_true(fit.perfect);
    near(fit.r2, 1, 1e-14);
    assert_true(isnan(fit.p_value[1]) && isnan(fit.t[1]) && isnan(fit.f_p));
    lw_fit_free(&fit);
    assert_int_equal(
        lw_least_squares(ALLOC,
                         &(struct lw_regression_data){
                             .x = x, .y = flat, .n = 12, .p = 2, .intercept = true},
                         &fit, NULL),
        LW_OK);
    assert_true(isnan(fit.r2) && isnan(fit.p_value[0]) && isnan(fit.p_value[1]));
    near(fit.beta[0], 0.1, 1e-15);
    near(fit.beta[1], 0, 1e-15);
    lw_fit_free(&fit);
}

static void a_row_of_weight_zero_is_not_there(void **unused) {
    (void)unused;
    struct lw_rng rng = lw_rng_make(83, 0);
    double x[40], y[20], w[20];
    struct lw_fit with, without;
    for (size_t i = 0; i < 20; i++) {
        x[2 * i] = 1;
        x[2 * i + 1] = normal(&rng);
        y[i] = normal(&rng);
        w[i] = i < 15 ? 1 + lw_rng_unit(&rng) : 0;
    }
    assert_int_equal(
        lw_least_squares(
            ALLOC,
            &(struct lw_regression_data){
                .x = x, .y = y, .weights = w, .n = 20, .p = 2, .intercept = true},
            &with, NULL),
        LW_OK);
    assert_int_equal(
        lw_least_squares(
            ALLOC,
            &(struct lw_regression_data){
                .x = x, .y = y, .weights = w, .n = 15, .p = 2, .intercept = true},
            &without, NULL),
        LW_OK);
    near(with.se[1], without.se[1], 1e-15);
    near(with.adjusted_r2, without.adjusted_r2, 1e-14);
    near(with.log_lik, without.log_lik, 1e-12);
    near(with.f_p, without.f_p, 1e-15);
    lw_fit_free(&with);
    lw_fit_free(&without);
    w[3] = -1;
    struct lw_error err;
    assert_int_equal(
        lw_least_squares(
            ALLOC,
            &(struct lw_regression_data){
                .x = x, .y = y, .weights = w, .n = 20, .p = 2, .intercept = true},
            &with, &err),
        LW_BAD_INPUT);
    assert_non_null(strstr(err.text, "row 4"));
}

static void scales_of_any_size_change_nothing_but_units(void **unused) {
    (void)unused;
    struct lw_rng rng = lw_rng_make(84, 0);
    double x[60], y[30];
    for (size_t i = 0; i < 30; i++) {
        x[2 * i] = 1;
        x[2 * i + 1] = normal(&rng);
        y[i] = x[2 * i + 1] + normal(&rng);
    }
    struct lw_fit one, two;
    assert_int_equal(
        lw_least_squares(ALLOC,
                         &(struct lw_regression_data){
                             .x = x, .y = y, .n = 30, .p = 2, .intercept = true},
                         &one, NULL),
        LW_OK);
    for (int power = -280; power <= 280; power += 140) {
        double unit = pow(10, power), scaled[60];
        struct lw_description d;
        memcpy(scaled, x, sizeof x);
        for (size_t i = 0; i < 30; i++) {
            scaled[2 * i + 1] *= unit;
        }
        assert_int_equal(
            lw_least_squares(ALLOC,
                             &(struct lw_regression_data){
                                 .x = scaled, .y = y, .n = 30, .p = 2, .intercept = true},
                             &two, NULL),
            LW_OK);
        near(two.t[1], one.t[1], 1e-12);
        near(two.p_value[1], one.p_value[1], 1e-12);
        near(two.beta[1] * unit, one.beta[1], 1e-12);
        lw_fit_free(&two);
        assert_int_equal(lw_describe(ALLOC, scaled, 60, &d, NULL), LW_OK);
        assert_true(isfinite(d.sd) && d.sd > 0);
    }
    lw_fit_free(&one);
}

static void one_value_has_a_mean_and_no_spread(void **unused) {
    (void)unused;
    const double x[1] = {7};
    struct lw_description d;
    assert_int_equal(lw_describe(ALLOC, x, 1, &d, NULL), LW_OK);
    near(d.mean, 7, 0);
    near(d.median, 7, 0);
    near(d.median_dev, 0, 0);
    assert_true(isnan(d.sd) && isnan(d.ci_low));
    assert_int_equal(lw_describe(ALLOC, x, 0, &d, NULL), LW_BAD_INPUT);
}

static void box_cox_finds_far_powers_and_says_when_there_is_none(void **unused) {
    (void)unused;
    struct lw_rng rng = lw_rng_make(85, 0);
    double ones[200], y[200], z[200];
    struct lw_box_cox fit, scaled;
    struct lw_error err = {.text = ""};
    for (size_t i = 0; i < 200; i++) {
        ones[i] = 1;
        /* The ninth root of something normal: the power nine makes it normal again. */
        y[i] = pow(10 + normal(&rng), 1.0 / 9);
    }
    assert_int_equal(
        lw_box_cox_fit(ALLOC,
                       &(struct lw_regression_data){.y = y, .x = ones, .n = 200, .p = 1},
                       &fit, &err),
        LW_OK);
    assert_true(fabs(fit.lambda - 9) < 3 * fit.se);
    for (size_t i = 0; i < 200; i++) {
        z[i] = 1e-40 * y[i]; /* another unit, the same power */
    }
    assert_int_equal(
        lw_box_cox_fit(ALLOC,
                       &(struct lw_regression_data){.y = z, .x = ones, .n = 200, .p = 1},
                       &scaled, &err),
        LW_OK);
    near(scaled.lambda, fit.lambda, 1e-4);
    for (size_t i = 0; i < 200; i++) {
        z[i] = 5;
    }
    assert_int_equal(
        lw_box_cox_fit(ALLOC,
                       &(struct lw_regression_data){.y = z, .x = ones, .n = 200, .p = 1},
                       &fit, &err),
        LW_BAD_INPUT);
    assert_non_null(strstr(err.text, "undefined"));
    double x[400];
    for (size_t i = 0; i < 200; i++) {
        x[2 * i] = 1;
        x[2 * i + 1] = (double)i / 50;
        z[i] = exp(1 + x[2 * i + 1]);
    }
    assert_int_equal(
        lw_box_cox_fit(ALLOC,
                       &(struct lw_regression_data){.y = z, .x = x, .n = 200, .p = 2},
                       &fit, &err),
        LW_BAD_INPUT);
    assert_non_null(strstr(err.text, "undefined"));
}

static void mixed_models_without_a_rest_are_undefined(void **unused) {
    (void)unused;
    double x[24], y[12];
    size_t group[12];
    struct lw_mixed fit;
    struct lw_error err = {.text = ""};
    for (size_t i = 0; i < 12; i++) {
        x[2 * i] = 1;
        x[2 * i + 1] = (double)(i * 5 % 12);
        group[i] = i / 3;
        y[i] = 2 + 3 * x[2 * i + 1];
    }
    assert_int_equal(
        lw_mixed_fit(ALLOC, LW_MIXED_INTERCEPT, true,
                     &(struct lw_mixed_data){
                         .x = x, .y = y, .group = group, .n = 12, .p = 2, .n_groups = 4},
                     &fit, &err),
        LW_BAD_INPUT);
    assert_non_null(strstr(err.text, "undefined"));
    for (size_t i = 0; i < 12; i++) {
        y[i] = (double)(group[i] * group[i]) + 0.5 * x[2 * i + 1];
    }
    assert_int_equal(
        lw_mixed_fit(ALLOC, LW_MIXED_INTERCEPT, true,
                     &(struct lw_mixed_data){
                         .x = x, .y = y, .group = group, .n = 12, .p = 2, .n_groups = 4},
                     &fit, &err),
        LW_BAD_INPUT);
    assert_non_null(strstr(err.text, "within groups is zero"));
}

static void a_term_of_groups_of_seven_is_outer(void **unused) {
    (void)unused;
    /* Seven times 0.1 is not 0.7 to the last digit; the term is still the same in every
     * row of its group, so it has the groups' degrees of freedom. */
    struct lw_rng rng = lw_rng_make(86, 0);
    double x[98 * 2], y[98];
    size_t group[98];
    for (size_t i = 0; i < 98; i++) {
        group[i] = i / 7;
        x[2 * i] = 1;
        x[2 * i + 1] = 0.1 + 0.37 * (double)(group[i] % 5);
        y[i] = normal(&rng) + (double)(group[i] % 3);
    }
    struct lw_mixed fit;
    assert_int_equal(
        lw_mixed_fit(ALLOC, LW_MIXED_INTERCEPT, true,
                     &(struct lw_mixed_data){
                         .x = x, .y = y, .group = group, .n = 98, .p = 2, .n_groups = 14},
                     &fit, NULL),
        LW_OK);
    near(fit.df_containment[1], 12, 0);
    near(fit.df_containment[0], 84, 0);
    near(fit.df[1], 12, 1e-4); /* balanced, so Satterthwaite's agree */
    lw_mixed_free(&fit);
}

static void ordered_answers_take_any_unit_and_origin(void **unused) {
    (void)unused;
    struct lw_rng rng = lw_rng_make(87, 0);
    enum { N = 120 };
    double x[N], moved[N];
    size_t level[N];
    for (size_t i = 0; i < N; i++) {
        double latent;
        x[i] = normal(&rng);
        latent = 1.2 * x[i] + normal(&rng);
        level[i] = latent < -1 ? 0 : latent < 0.5 ? 1 : 2;
        moved[i] = 2000 + 1e-3 * x[i];
    }
    struct lw_ordinal one, two;
    assert_int_equal(
        lw_ordinal_fit(ALLOC,
                       &(struct lw_ordinal_data){
                           .x = x, .level = level, .n = N, .p = 1, .n_levels = 3},
                       &one, NULL),
        LW_OK);
    assert_int_equal(
        lw_ordinal_fit(ALLOC,
                       &(struct lw_ordinal_data){
                           .x = moved, .level = level, .n = N, .p = 1, .n_levels = 3},
                       &two, NULL),
        LW_OK);
    near(two.estimate[2] / 1000, one.estimate[2], 1e-6);
    near(two.z[2], one.z[2], 1e-6);
    near(two.estimate[0] - 2000 * two.estimate[2], one.estimate[0], 1e-3);
    near(two.log_lik, one.log_lik, 1e-7);
    lw_ordinal_free(&one);
    lw_ordinal_free(&two);
    for (size_t i = 0; i < N; i++) {
        moved[i] = 3;
    }
    struct lw_error err = {.text = ""};
    assert_int_equal(
        lw_ordinal_fit(ALLOC,
                       &(struct lw_ordinal_data){
                           .x = moved, .level = level, .n = N, .p = 1, .n_levels = 3},
                       &one, &err),
        LW_BAD_INPUT);
    assert_int_equal(err.column, 1);
}

static void answers_are_ordered_by_value(void **unused) {
    (void)unused;
    const char text[] = "r,s\n10,b\n9,a\n1,b\n1.0,a\n2,c\n";
    static const char *const want[] = {"1", "2", "9", "10"};
    struct lw_table t;
    const char **names;
    size_t n, *index;
    assert_int_equal(lw_table_read(ALLOC, text, sizeof text - 1, &t, NULL), LW_OK);
    assert_int_equal(
        lw_table_answers(&t, lw_table_find(&t, "r"), &names, &n, &index, NULL), LW_OK);
    assert_int_equal(n, 4);
    for (size_t i = 1; i < 4; i++) {
        assert_string_equal(names[i], want[i]);
    }
    assert_int_equal(index[0], 3);
    assert_int_equal(index[2], index[3]);
    assert_int_equal(
        lw_table_answers(&t, lw_table_find(&t, "s"), &names, &n, &index, NULL), LW_OK);
    assert_string_equal(names[2], "c");
    lw_table_free(&t);
}

static void formulas_cross_three_columns(void **unused) {
    (void)unused;
    const char text[] = "y,a,b c,d\n1,2,3,5\n2,3,4,5\n";
    static const char *const want[] = {"(Intercept)", "a",   "b c",   "d",
                                       "a:b c",       "a:d", "b c:d", "a:b c:d"};
    struct lw_table t;
    struct lw_design d;
    struct lw_error err = {.text = ""};
    assert_int_equal(lw_table_read(ALLOC, text, sizeof text - 1, &t, NULL), LW_OK);
    assert_int_equal(lw_design_build(&t, "y ~ a * `b c` * d", false, &d, &err), LW_OK);
    assert_int_equal(d.p, 8);
    for (size_t i = 0; i < 8; i++) {
        assert_string_equal(d.terms[i], want[i]);
    }
    near(d.x[8 + 7], 3 * 4 * 5, 0);
    assert_int_equal(lw_design_build(&t, "y ~ nothing", false, &d, &err), LW_BAD_INPUT);
    assert_non_null(strstr(err.text, "'nothing'"));
    assert_int_equal(lw_design_build(&t, "log(y) ~ log(a)*d + log(a)", false, &d, &err),
                     LW_OK);
    assert_int_equal(d.p, 4);
    assert_string_equal(d.terms[1], "log(a)");
    assert_string_equal(d.response, "log(y)");
    near(d.y[1], log(2), 0);
    near(d.x[4 + 3], log(3) * 5, 1e-15);
    assert_int_equal(lw_design_build(&t, "y ~ log(a", false, &d, &err), LW_BAD_INPUT);
    lw_table_free(&t);
}

static void logits_adjust_what_is_nearly_nought_or_one(void **unused) {
    (void)unused;
    const double p[3] = {1e-9, 0.3, 0.6}, q[2] = {1e-7, 0.5};
    double out[3];
    struct lw_logit how;
    assert_int_equal(lw_logit_transform(p, 3, -1, out, &how, NULL), LW_OK);
    near(how.adjust, 0.025, 0);
    assert_int_equal(lw_logit_transform(q, 2, -1, out, &how, NULL), LW_OK);
    near(how.adjust, 0, 0);
}

static void tails_agree_with_closed_forms(void **unused) {
    (void)unused;
    /* Even degrees of freedom: chi-squared is a Poisson sum, F a binomial one. */
    for (int half = 1; half <= 30; half++) {
        for (double x = 0.3; x < 400; x *= 1.7) {
            long double sum = 0, term = expl(-0.5L * x);
            for (int k = 0; k < half; k++) {
                sum += term;
                term *= 0.5L * x / (k + 1);
            }
            near(lw_chisq_upper(x, 2 * half) / (double)sum, 1, 1e-14);
            /* F with 2 and v: (1 + 2 x / v)^(-v/2). */
            double v = 2 * half;
            near(lw_f_upper(x, 2, v) / pow(1 + 2 * x / v, -v / 2), 1, 1e-12);
        }
    }
    for (double df = 0.7; df < 300; df *= 1.6) {
        for (double tail = 0.4; tail > 1e-12; tail /= 5) {
            near(lw_t_upper(lw_t_quantile(1 - tail, df), df) / tail, 1,
                 1e-14 + 1e-15 / tail);
            near(lw_t_upper(-lw_t_quantile(tail, df), df) / tail, 1, 1e-13);
        }
    }
}

static void a_variable_no_component_carries_stays_finite(void **unused) {
    (void)unused;
    /* Three columns alike and one at right angles to them. */
    const double x[8 * 4] = {1, 1, 1, 1,  1, 1, 1, -1, -1, -1, -1, 1,  -1, -1, -1, -1,
                             1, 1, 1, -1, 1, 1, 1, 1,  -1, -1, -1, -1, -1, -1, -1, 1};
    struct lw_components pca;
    assert_int_equal(
        lw_components_fit(ALLOC, &(struct lw_components_data){.x = x, .n = 8, .p = 4},
                          &pca, NULL),
        LW_OK);
    assert_int_equal(pca.k, 1);
    near(pca.eigenvalues[0], 3, 1e-12);
    for (size_t i = 0; i < 4; i++) {
        near(fabs(pca.varimax[i]), i < 3 ? 1 : 0, 1e-12);
    }
    assert_true(isfinite(pca.criterion));
    lw_components_free(&pca);
}

/* All that components need comes from the caller, so there is no size at which the
 * process would be ended instead. */
static void components_without_memory_are_refused(void **unused) {
    (void)unused;
    const double x[4 * 2] = {1, 2, 3, 5, 4, 4, 8, 9};
    const struct lw_components_data data = {.x = x, .n = 4, .p = 2};
    lw_status status = LW_NO_MEMORY;
    size_t n_refused = 0;
    for (size_t bytes = sizeof(double); status != LW_OK; bytes += sizeof(double)) {
        struct lw_alloc_limit limit;
        lw_alloc_limit_init(&limit, ALLOC, bytes);
        struct lw_components pca;
        status = lw_components_fit(&limit.alloc, &data, &pca, NULL);
        assert_int_equal(status, limit.refused ? LW_NO_MEMORY : LW_OK);
        if (status == LW_OK) {
            lw_components_free(&pca);
        }
        assert_int_equal(limit.used_bytes, 0);
        n_refused += status != LW_OK;
    }
    assert_true(n_refused > 2 * 4 * 2);
}

static void players_who_are_all_alike_have_no_spread(void **unused) {
    (void)unused;
    /* Every player solves levels 0 and 1 and one of 2 and 3 by turns: the levels differ,
     * the players do not. */
    enum { PLAYERS = 40, LEVELS = 4, N = PLAYERS * LEVELS };
    size_t player[N], level[N], turned_player[N], turned_level[N];
    bool ok[N];
    for (size_t i = 0; i < N; i++) {
        player[i] = turned_level[i] = i / LEVELS;
        level[i] = turned_player[i] = i % LEVELS;
        ok[i] = level[i] < 2 ? level[i] + player[i] % 5 != 0
                             : (level[i] + player[i]) % 2 == 0;
    }
    struct lw_rasch fit, turned;
    struct lw_error err = {.text = ""};
    if (lw_rasch_fit(ALLOC,
                     &(struct lw_rasch_data){.player = player,
                                             .level = level,
                                             .ok = ok,
                                             .n = N,
                                             .n_players = PLAYERS,
                                             .n_levels = LEVELS},
                     &fit, &err) != LW_OK) {
        fail_msg("%s", err.text);
    }
    near(fit.sd_player, 0, 0);
    near(fit.player[7], 0, 0);
    assert_true(fit.sd_level > 0.2 && fit.level[1] > fit.level[2]);
    assert_true(isfinite(fit.se_b0));
    /* Who is called player and who level does not matter. */
    assert_int_equal(lw_rasch_fit(ALLOC,
                                  &(struct lw_rasch_data){.player = turned_player,
                                                          .level = turned_level,
                                                          .ok = ok,
                                                          .n = N,
                                                          .n_players = LEVELS,
                                                          .n_levels = PLAYERS},
                                  &turned, &err),
                     LW_OK);
    near(turned.sd_player, fit.sd_level, 1e-7);
    near(turned.minus2_log_lik, fit.minus2_log_lik, 1e-8);
    lw_rasch_free(&fit);
    lw_rasch_free(&turned);
}

static void tables_come_as_they_are_saved(void **unused) {
    (void)unused;
    static const char *const good[] = {"a,b\r1,2\r3,4\r", "a,b\r\n1,2\r\n3,4",
                                       "\xef\xbb\xbf\x61,b\n1, 2 \n\n3,4\n\n\n",
                                       "\"a\",\"b\"\n\"1\",\"2\"\n3,4\n"};
    static const struct {
        const char *text, *says;
    } bad[] = {{"a;b\n1;2\n", "semicolons"},    {"a;b\n1,5;2\n", "semicolons"},
               {"a\tb\n1\t2\n", "tabs"},        {"a,b\n\"1\"x,2\n", "closing quote"},
               {"a,b\n1,2\n3\n", "1 cells"},    {"\n\n", "empty"},
               {"a,a\n1,2\n", "both named 'a'"}};
    struct lw_table t;
    struct lw_error err = {.text = ""};
    const double *x;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(lw_table_read(ALLOC, good[i], strlen(good[i]), &t, &err), LW_OK);
        assert_int_equal(t.n_rows, 2);
        assert_int_equal(lw_table_numbers(&t, "b", &x, &err), LW_OK);
        near(x[0], 2, 0);
        lw_table_free(&t);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(lw_table_read(ALLOC, bad[i].text, strlen(bad[i].text), &t, &err),
                         LW_BAD_INPUT);
        if (strstr(err.text, bad[i].says) == NULL) {
            fail_msg("'%s' does not say '%s'", err.text, bad[i].says);
        }
    }
    assert_int_equal(lw_table_read(ALLOC, "a\n1\0", 5, &t, &err), LW_BAD_INPUT);
    const char odd[] = "x\n0x10\n";
    assert_int_equal(lw_table_read(ALLOC, odd, sizeof odd - 1, &t, &err), LW_OK);
    assert_int_equal(lw_table_numbers(&t, "x", &x, &err), LW_BAD_INPUT);
    lw_table_free(&t);
    const char comma[] = "x\n\"1,5\"\n";
    assert_int_equal(lw_table_read(ALLOC, comma, sizeof comma - 1, &t, &err), LW_OK);
    assert_int_equal(lw_table_numbers(&t, "x", &x, &err), LW_BAD_INPUT);
    assert_non_null(strstr(err.text, "with a point"));
    lw_table_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_perfect_or_constant_fit_has_no_p),
        cmocka_unit_test(a_row_of_weight_zero_is_not_there),
        cmocka_unit_test(scales_of_any_size_change_nothing_but_units),
        cmocka_unit_test(one_value_has_a_mean_and_no_spread),
        cmocka_unit_test(box_cox_finds_far_powers_and_says_when_there_is_none),
        cmocka_unit_test(mixed_models_without_a_rest_are_undefined),
        cmocka_unit_test(a_term_of_groups_of_seven_is_outer),
        cmocka_unit_test(ordered_answers_take_any_unit_and_origin),
        cmocka_unit_test(answers_are_ordered_by_value),
        cmocka_unit_test(formulas_cross_three_columns),
        cmocka_unit_test(logits_adjust_what_is_nearly_nought_or_one),
        cmocka_unit_test(tails_agree_with_closed_forms),
        cmocka_unit_test(a_variable_no_component_carries_stays_finite),
        cmocka_unit_test(components_without_memory_are_refused),
        cmocka_unit_test(players_who_are_all_alike_have_no_spread),
        cmocka_unit_test(tables_come_as_they_are_saved),
    };
    return cmocka_run_group_tests_name("edges", tests, NULL, NULL);
}
