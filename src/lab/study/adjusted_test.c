/* Adjusted differences against what R's emmeans computes from the same tables. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lw/base/json.h"
#include "lw/base/json_value.h"
#include "lw/platform.h"
#include "study/adjusted.h"

static void read_file(const char *path, struct lw_buffer *out) {
    struct lw_error err;
    lw_buffer_init(out, lw_alloc_libc());
    assert_int_equal(lw_platform_read_file(path, 1 << 20, out, &err), LW_OK);
}

static void near(const struct lw_json *want, const char *key, double got, double within) {
    double value = lw_json_number_or(want, key, NAN);
    assert_true(fabs(got - value) <= within * fmax(fabs(value), 1e-3));
}

/* The factor's difference, to six digits. */
static void compare(const char *table_path, const char *answers_path) {
    struct lw_buffer csv, answers;
    struct lw_arena arena;
    struct lw_table table;
    struct lw_json *known;
    struct lw_error err;
    struct study_adjusted got;
    const struct lw_json *want = NULL;
    lw_arena_init(&arena, lw_alloc_libc());
    read_file(table_path, &csv);
    read_file(answers_path, &answers);
    assert_int_equal(lw_table_read(lw_alloc_libc(), csv.data, csv.len, &table, &err),
                     LW_OK);
    assert_int_equal(lw_json_read(&arena, answers.data, answers.len, &known, &err),
                     LW_OK);
    for (const struct lw_json *c = lw_json_get(known, "intercept")->first; c != NULL;
         c = c->next) {
        if (strcmp(lw_json_text_or(c, "factor", ""), "set") == 0) {
            want = lw_json_get(c, "differences")->first;
        }
    }
    assert_non_null(want);
    assert_int_equal(study_adjusted_fit(&table, lw_json_text_or(known, "formula", ""),
                                        "set", &got, &err),
                     LW_OK);
    near(want, "value", got.difference.value, 1e-6);
    near(want, "se", got.difference.se, 1e-6);
    near(want, "df", got.difference.df, 1e-6);
    near(want, "low", got.difference.low, 1e-6);
    near(want, "high", got.difference.high, 1e-6);
    near(want, "p", got.difference.p_value, 1e-5);
    lw_table_free(&table);
    lw_arena_free(&arena);
    lw_buffer_free(&csv);
    lw_buffer_free(&answers);
}

static void own_table(void **state) {
    (void)state;
    compare(LW_TEST_DATA "/statistics/marginal.csv",
            LW_TEST_DATA "/statistics/marginal.json");
}

static void tables_like_the_thesis(void **state) {
    (void)state;
    static const char fixtures[] = LW_SHARED "/stats-fixtures/lmm/";
    static const char *const names[] = {"taylor_like_40x2", "taylor_like_unbalanced"};
    FILE *there = fopen(LW_SHARED "/stats-fixtures/lmm/taylor_like_40x2.csv", "r");
    if (there == NULL) {
        (void)printf("skipped: no ../shared\n");
        return;
    }
    (void)fclose(there);
    for (size_t i = 0; i < 2; i++) {
        char table[400], answers[400];
        (void)snprintf(table, sizeof table, "%s%s.csv", fixtures, names[i]);
        (void)snprintf(answers, sizeof answers, "%s/statistics/%s.json", LW_TEST_DATA,
                       names[i]);
        compare(table, answers);
    }
}

/* What the formula lacks is said. */
static void refusals(void **state) {
    static const char text[] = "p,set,y\n1,a,1\n1,b,2\n2,a,2\n2,b,4\n3,a,1\n3,b,1\n";
    struct lw_table table;
    struct study_adjusted got;
    struct lw_error err = {.text = ""};
    (void)state;
    assert_int_equal(lw_table_read(lw_alloc_libc(), text, strlen(text), &table, &err),
                     LW_OK);
    assert_int_equal(study_adjusted_fit(&table, "y ~ set + (1 | p)", "set", &got, &err),
                     LW_OK);
    assert_true(got.groups == 3 && got.rows == 6 && isnan(got.interaction.value));
    assert_true(fabs(got.difference.value + 1) < 1e-12);
    struct study_adjusted_mean *means;
    size_t n;
    assert_int_equal(
        study_adjusted_means(&table, "y ~ set + (1 | p)", "set", &means, &n, &err),
        LW_OK);
    assert_true(n == 2 && strcmp(means[0].level, "a") == 0);
    assert_true(fabs(means[0].mean.value - 4.0 / 3) < 1e-12);
    assert_true(fabs(means[1].mean.value - 7.0 / 3) < 1e-12);
    assert_true(means[1].mean.low < 7.0 / 3 && 7.0 / 3 < means[1].mean.high);
    assert_int_equal(study_adjusted_fit(&table, "y ~ set", "set", &got, &err), LW_USAGE);
    assert_int_equal(study_adjusted_fit(&table, "y ~ p + (1 | set)", "p", &got, &err),
                     LW_BAD_INPUT);
    assert_non_null(strstr(err.text, "'p' has to be a factor"));
    lw_table_free(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_table),
        cmocka_unit_test(tables_like_the_thesis),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
