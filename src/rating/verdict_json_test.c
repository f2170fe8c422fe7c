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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(former_names_stand_beside_the_new_ones),
        cmocka_unit_test(what_is_not_known_is_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
