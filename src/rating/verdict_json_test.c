/* A verdict as JSON: the same members whoever writes them, and their former names. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lw/rating.h"

static void check(const struct lw_verdict *verdict, enum lw_former_name former,
                  const char *expected) {
    struct lw_buffer text;
    struct lw_json_writer json;
    lw_buffer_init(&text, lw_alloc_libc());
    lw_json_begin(&json, &text);
    lw_json_object(&json, NULL);
    lw_verdict_json(verdict, former, &json);
    lw_json_object_end(&json);
    assert_string_equal(lw_buffer_text(&text), expected);
    lw_buffer_free(&text);
}

static void former_names_stand_beside_the_new_ones(void **state) {
    static const struct lw_verdict learned = {
        .rating = 6.5, .percentile = 61.5, .calibrated = true};
    static const struct lw_verdict plain = {.rating = 2, .percentile = 12};
    (void)state;
    check(&learned, LW_FORMER_NONE,
          "{\"calibrated\":true,\"rating\":6.5,\"percentile\":61.5,\"band\":\"medium\"}");
    check(&learned, LW_FORMER_RATING,
          "{\"calibrated\":true,\"rating\":6.5,\"percentile\":61.5,\"band\":\"medium\","
          "\"difficulty\":6.5}");
    check(&learned, LW_FORMER_PERCENTILE,
          "{\"calibrated\":true,\"rating\":6.5,\"percentile\":61.5,\"band\":\"medium\","
          "\"difficulty\":61.5}");
    check(&plain, LW_FORMER_RATING,
          "{\"calibrated\":false,\"rating\":2,\"percentile\":12,\"band\":\"easy\","
          "\"plain_difficulty\":2}");
    check(&plain, LW_FORMER_PERCENTILE,
          "{\"calibrated\":false,\"rating\":2,\"percentile\":12,\"band\":\"easy\","
          "\"difficulty\":null}");
}

/* Nothing is calibrated about a level that nobody rated. */
static void what_is_not_known_is_null(void **state) {
    const struct lw_verdict unknown = {
        .rating = (double)NAN, .percentile = (double)NAN, .calibrated = true};
    (void)state;
    check(&unknown, LW_FORMER_PERCENTILE,
          "{\"calibrated\":false,\"rating\":null,\"percentile\":null,\"band\":null,"
          "\"difficulty\":null}");
}

static bool read_back(const char *text, struct lw_verdict *out) {
    struct lw_arena arena;
    struct lw_json *json = NULL;
    struct lw_error err;
    lw_arena_init(&arena, lw_alloc_libc());
    assert_int_equal(lw_json_read(&arena, text, strlen(text), &json, &err), LW_OK);
    bool known = lw_verdict_read(json, out);
    lw_arena_free(&arena);
    return known;
}

static void what_was_written_is_read(void **state) {
    struct lw_verdict verdict;
    (void)state;
    assert_true(
        read_back("{\"calibrated\":true,\"rating\":6.5,\"percentile\":61.5}", &verdict));
    assert_true(verdict.calibrated);
    assert_float_equal(verdict.rating, 6.5, 0);
    assert_float_equal(verdict.percentile, 61.5, 0);
    assert_true(read_back("{\"rating\":11,\"percentile\":100}", &verdict));
    assert_false(verdict.calibrated);
    assert_float_equal(verdict.rating, lw_plain_rating(100), 0);
    assert_false(read_back("{\"rating\":3}", &verdict));
    assert_false(read_back("{\"rating\":3,\"percentile\":null}", &verdict));
    assert_false(read_back("{\"percentile\":101}", &verdict));
    assert_false(read_back("{\"percentile\":\"50\"}", &verdict));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_written_is_read),
        cmocka_unit_test(former_names_stand_beside_the_new_ones),
        cmocka_unit_test(what_is_not_known_is_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
