/* Verdicts in words: every feature can be told, and plain scales neither end nor jump. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "lw/rating.h"

#define EACH_KIND(kind)                                                                  \
    for (const struct lw_game_kind *const *at = lw_game_kinds(), *kind = *at;            \
         kind != NULL; kind = *++at)

static const char *tell(const struct lw_game_kind *kind, const char *feature,
                        double value, double usual, struct lw_buffer *out) {
    struct lw_driver driver = {.value = value, .usual = usual};
    while (strcmp(kind->features->features[driver.feature].name, feature) != 0) {
        driver.feature++;
        assert_true(driver.feature < kind->features->n_features);
    }
    lw_buffer_clear(out);
    lw_driver_words(kind, &driver, out);
    return lw_buffer_text(out);
}

/* Players see neither names of features nor letters of formulas. */
static void check_words(const struct lw_game_kind *kind, const char *words) {
    assert_non_null(words);
    if (strlen(words) < 10 || strpbrk(words, "_=*/()") != NULL ||
        strstr(words, "log") != NULL || words[strlen(words) - 1] == '.') {
        fail_msg("%s: '%s'", kind->name, words);
    }
}

static void every_feature_has_words(void **state) {
    (void)state;
    EACH_KIND(kind) {
        const struct lw_feature_ops *ops = kind->features;
        assert_true(ops != NULL && ops->words != NULL);
        for (size_t i = 0; i < ops->n_features; i++) {
            assert_non_null(ops->words[i].unit);
            check_words(kind, ops->words[i].more);
            check_words(kind, ops->words[i].less);
            assert_string_not_equal(ops->words[i].more, ops->words[i].less);
            for (size_t k = 0; k < i; k++) {
                assert_string_not_equal(ops->words[i].more, ops->words[k].more);
                assert_string_not_equal(ops->words[i].less, ops->words[k].less);
            }
        }
    }
}

static void words_say_how_much(void **state) {
    const struct lw_game_kind *kind = lw_game_kind_find("sokoban");
    struct lw_buffer out;
    (void)state;
    lw_buffer_init(&out, lw_alloc_libc());
    assert_string_equal(tell(kind, "boxes", 12, 3, &out),
                        "there are many boxes (12 boxes, 4 times the usual 3)");
    assert_string_equal(tell(kind, "boxes", 3, 3.3, &out),
                        "there are few boxes (3 boxes; 3.3 is usual)");
    assert_string_equal(tell(kind, "boxes", 1, 3.2, &out),
                        "there are few boxes (1 box, 0.31 times the usual 3.2)");
    assert_string_equal(tell(lw_game_kind_find("lazors"), "intersections", 1, 1.2, &out),
                        "beams hardly cross (1 crossing; 1.2 is usual)");
    assert_string_equal(tell(kind, "narrowness", 1, 0.41, &out),
                        "there is only one way to do it (100 % of the way; 41 % is "
                        "usual)");
    /* ln(1 - log10 u): once in 1000 and once in 10 */
    assert_string_equal(tell(kind, "walker", log(4), log(2), &out),
                        "doing what looks best seldom works (once in 1,000 tries, 100 "
                        "times more rarely than usual)");
    assert_string_equal(tell(kind, "walker", 0.01, log(2), &out),
                        "doing what looks best often works (nearly every time; once in "
                        "10 is usual)");
    assert_string_equal(tell(kind, "positions", 55, 2, &out),
                        "there are many positions to get lost in (10^55 positions, "
                        "10^53 times the usual 100)");
    /* Where a number gets one more digit by rounding. */
    assert_string_equal(tell(kind, "boxes", 999.7, 999.7, &out),
                        "there are few boxes (1,000 boxes; 1,000 is usual)");
    assert_string_equal(tell(kind, "boxes", 996000, 994000, &out),
                        "there are many boxes (10^6 boxes; 990,000 is usual)");
    assert_string_equal(tell(kind, "boxes", 9960, 9940, &out),
                        "there are many boxes (10,000 boxes; 9,900 is usual)");
    assert_string_equal(tell(kind, "boxes", 4.0e9, 9.7, &out),
                        "there are many boxes (10^10 boxes, 10^9 times the usual 9.7)");
    /* The edge of what counts as usual. */
    assert_string_equal(tell(kind, "boxes", 13, 10, &out),
                        "there are many boxes (13 boxes, 1.3 times the usual 10)");
    assert_string_equal(tell(kind, "boxes", 12.9, 10, &out),
                        "there are many boxes (13 boxes; 10 is usual)");
    lw_buffer_free(&out);
}

static double read_plain(const struct lw_game_kind *kind, double deviations) {
    struct lw_feature_values values = {.value = {0}};
    struct lw_verdict verdict;
    for (size_t i = 0; i < kind->features->n_plain; i++) {
        const struct lw_plain_term *term = &kind->features->plain[i];
        double value = term->mean + (term->weight > 0 ? 1 : -1) * deviations * term->sd;
        values.value[term->feature] = term->log ? expm1(value) : value;
    }
    lw_judge(kind, NULL, NULL, &values, &verdict);
    assert_false(verdict.calibrated);
    return verdict.rating;
}

static void plain_scales_neither_end_nor_jump(void **state) {
    (void)state;
    EACH_KIND(kind) {
        const struct lw_feature_ops *ops = kind->features;
        if (strcmp(kind->name, "sokoban") == 0) {
            continue;
        }
        assert_true(lw_plain_known(kind) && ops->n_plain > 0);
        for (size_t i = 0; i < ops->n_plain; i++) {
            assert_true(ops->plain[i].feature < ops->n_features);
            assert_true(ops->plain[i].sd > 0 && ops->plain[i].weight != 0);
        }
        double before = 1;
        for (double z = -1.5; z <= 5; z += 0.1) {
            double rating = read_plain(kind, z);
            assert_true(rating > before && rating - before < 1 && rating < 10);
            before = rating;
        }
        assert_true(fabs(read_plain(kind, 0) - 5.5) < 0.01);
        assert_true(read_plain(kind, -1.5) < 2.5 && read_plain(kind, 1.5) > 8.5);
    }
}

static void drivers_are_the_strongest(void **state) {
    const struct lw_game_kind *kind = lw_game_kind_find("move");
    const struct lw_feature_ops *ops = kind->features;
    struct lw_feature_values values = {.value = {0}};
    struct lw_verdict v;
    (void)state;
    for (size_t i = 0; i < ops->n_features; i++) {
        values.value[i] = (double)NAN;
    }
    for (size_t i = 0; i < ops->n_plain; i++) {
        const struct lw_plain_term *term = &ops->plain[i];
        double used = term->mean + (i == 1 ? 3 : 0.1) * term->sd;
        values.value[term->feature] = term->log ? expm1(used) : used;
    }
    lw_judge(kind, NULL, NULL, &values, &v);
    assert_int_equal(v.n_missing, 0);
    assert_int_equal(v.n_drivers, LW_MODEL_DRIVERS);
    assert_int_equal(v.drivers[0].feature, ops->plain[1].feature);
    assert_true(v.drivers[0].points > 0 && v.drivers[0].push > v.drivers[1].push);
    /* A feature that is not known says nothing and widens the interval. */
    double narrow = v.high - v.low;
    values.value[ops->plain[1].feature] = (double)NAN;
    lw_judge(kind, NULL, NULL, &values, &v);
    assert_int_equal(v.n_missing, 1);
    assert_true(v.known < 1 && v.high - v.low > narrow);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_feature_has_words),
        cmocka_unit_test(words_say_how_much),
        cmocka_unit_test(plain_scales_neither_end_nor_jump),
        cmocka_unit_test(drivers_are_the_strongest),
    };
    return cmocka_run_group_tests_name("explain", tests, NULL, NULL);
}
