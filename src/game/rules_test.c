/* Rules as lines and as JSON: there and back, and what is refused with its name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

#include "lw/rules.h"

static lw_status read(struct lw_arena *arena, const char *text, const char **lines,
                      struct lw_error *err) {
    struct lw_json *json = NULL;
    *err = (struct lw_error){.status = LW_OK};
    *lines = NULL;
    assert_int_equal(lw_json_read(arena, text, strlen(text), &json, err), LW_OK);
    return lw_rules_from_json(json, arena, lines, err);
}

static void becomes(const char *text, const char *wanted) {
    struct lw_arena arena;
    struct lw_error err;
    const char *lines;
    lw_arena_init(&arena, lw_alloc_libc());
    assert_int_equal(read(&arena, text, &lines, &err), LW_OK);
    assert_string_equal(lines, wanted);
    lw_arena_free(&arena);
}

static void is_refused(const char *text, const char *field) {
    struct lw_arena arena;
    struct lw_error err;
    const char *lines;
    lw_arena_init(&arena, lw_alloc_libc());
    assert_int_equal(read(&arena, text, &lines, &err), LW_USAGE);
    assert_string_equal(err.field, field);
    assert_null(lines);
    lw_arena_free(&arena);
}

static void writes(const char *lines, const char *wanted) {
    struct lw_buffer out;
    struct lw_json_writer json;
    lw_buffer_init(&out, lw_alloc_libc());
    lw_json_begin(&json, &out);
    lw_json_object(&json, NULL);
    lw_rules_json(&json, lines);
    lw_json_object_end(&json);
    assert_string_equal(lw_buffer_text(&out), wanted);
    lw_buffer_free(&out);
}

static void test_written(void **state) {
    (void)state;
    writes(NULL, "{}");
    writes("", "{}");
    writes("rules=strict", "{\"rules\":{\"rules\":\"strict\"}}");
    writes("a=1\nb=x=y\n", "{\"rules\":{\"a\":\"1\",\"b\":\"x=y\"}}");
}

static void test_read(void **state) {
    (void)state;
    becomes("null", "");
    becomes("{}", "");
    becomes("{\"rules\":\"strict\"}", "rules=strict");
    becomes("{\"a\":\"1\",\"b\":\"x=y\",\"c\":null}", "a=1\nb=x=y");
    becomes("{\"wraps\":true,\"n\":3,\"range\":[2,null]}", "wraps=yes\nn=3\nrange=2..");
}

/* A member that would be two lines, or another name, could smuggle a rule in. */
static void test_refused(void **state) {
    (void)state;
    is_refused("\"strict\"", "");
    is_refused("[\"strict\"]", "");
    is_refused("{\"rules\":[\"strict\"]}", "rules");
    is_refused("{\"rules\":{}}", "rules");
    is_refused("{\"rules\":\"strict\\n\"}", "rules");
    is_refused("{\"rules\":\"str\\u0000ict\"}", "rules");
    is_refused("{\"a\":\"1\",\"b=2\":\"3\"}", "b=2");
    is_refused("{\"a\\nrules\":\"strict\"}", "a\nrules");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_written),
                                       cmocka_unit_test(test_read),
                                       cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
