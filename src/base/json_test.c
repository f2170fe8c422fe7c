/* JSON out and in, and the options table. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lw/base/json_value.h"
#include "lw/base/option_print.h"

static void what_is_written_reads_back(void **unused) {
    (void)unused;
    struct lw_buffer buf;
    struct lw_json_writer json;
    struct lw_arena arena;
    struct lw_json *root;
    struct lw_error err;
    lw_buffer_init(&buf, lw_alloc_libc());
    lw_arena_init(&arena, lw_alloc_libc());
    lw_json_begin(&json, &buf);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "t", "a\"b\\\n\x01\xe9</script>");
    lw_json_array(&json, "list");
    lw_json_int(&json, NULL, -5);
    lw_json_real(&json, NULL, 0.25);
    lw_json_bool(&json, NULL, true);
    lw_json_null(&json, NULL);
    lw_json_array_end(&json);
    lw_json_object(&json, "empty");
    lw_json_object_end(&json);
    lw_json_uint(&json, "big", UINT64_MAX);
    lw_json_object_end(&json);
    assert_string_equal(lw_buffer_text(&buf),
                        "{\"t\":\"a\\\"b\\\\\\n\\u0001\xc3\xa9\\u003c/script>\","
                        "\"list\":[-5,0.25,true,null],\"empty\":{},"
                        "\"big\":18446744073709551615}");
    assert_int_equal(lw_json_read(&arena, buf.data, buf.len, &root, &err), LW_OK);
    assert_string_equal(lw_json_get(root, "t")->text, "a\"b\\\n\x01\xc3\xa9</script>");
    assert_int_equal(lw_json_get(root, "list")->n_children, 4);
    assert_true(lw_json_get(root, "list")->first->next->number == 0.25);
    assert_null(lw_json_get(root, "absent"));
    lw_arena_free(&arena);
    lw_buffer_free(&buf);
}

static void bad_json_is_refused_with_its_place(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        uint32_t line, column;
    } cases[] = {
        {"", 1, 1},
        {"{", 1, 2},
        {"[1,]", 1, 4},
        {"{\"a\" 1}", 1, 6},
        {"[1\n,\n x]", 3, 2},
        {"\"\\q\"", 1, 4},
        {"[1 2]", 1, 4},
        {"{\"a\":1 ;", 1, 8},
        {"\"\\ud800\\ue000\"", 1, 14},
        {"\"ab", 1, 4},
        {"01", 1, 1},
        {"1.", 1, 1},
        {"\"\\ud800\"", 1, 8},
        {"[1] 2", 1, 5},
        {"nul", 1, 1},
        {"\"a\nb\"", 1, 3},
        {"-", 1, 1},
        {"{\"a\":1,}", 1, 8},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lw_arena arena;
        struct lw_json *root;
        struct lw_error err = {0};
        size_t len = strlen(cases[i].text);
        /* Without an end mark, so that the sanitizers see a look beyond. */
        char *text = malloc(len + (len == 0));
        assert_non_null(text);
        memcpy(text, cases[i].text, len);
        lw_arena_init(&arena, lw_alloc_libc());
        assert_int_equal(lw_json_read(&arena, text, len, &root, &err), LW_BAD_INPUT);
        free(text);
        assert_int_equal(err.line, cases[i].line);
        assert_int_equal(err.column, cases[i].column);
        lw_arena_free(&arena);
    }
}

static void surrogate_pairs_are_one_sign(void **unused) {
    (void)unused;
    static const char text[] = "[\"\\ud800\\udc00\",\"\\udbff\\udfff\"]";
    struct lw_arena arena;
    struct lw_json *root;
    lw_arena_init(&arena, lw_alloc_libc());
    assert_int_equal(lw_json_read(&arena, text, sizeof text - 1, &root, NULL), LW_OK);
    assert_string_equal(root->first->text, "\xf0\x90\x80\x80");
    assert_string_equal(root->first->next->text, "\xf4\x8f\xbf\xbf");
    lw_arena_free(&arena);
}

static void deep_nesting_is_refused(void **unused) {
    (void)unused;
    char text[4000];
    struct lw_arena arena;
    struct lw_json *root;
    memset(text, '[', sizeof text);
    lw_arena_init(&arena, lw_alloc_libc());
    assert_int_equal(lw_json_read(&arena, text, sizeof text, &root, NULL), LW_BAD_INPUT);
    lw_arena_free(&arena);
}

static const struct lw_option table[] = {
    {.name = "count", .type = LW_OPTION_INT, .fallback = "3", .min = 1, .max = 9},
    {.name = "size", .type = LW_OPTION_SIZE, .fallback = "7x5", .min = 1, .max = 50},
    {.name = "lines", .type = LW_OPTION_RANGE},
    {.name = "time", .type = LW_OPTION_TIME, .fallback = "1.5s"},
    {.name = "memory", .type = LW_OPTION_BYTES},
    {.name = "mode",
     .type = LW_OPTION_CHOICE,
     .fallback = "slow",
     .choices = "fast|slow"},
    {.name = "quiet", .type = LW_OPTION_FLAG},
    {.name = "weight", .type = LW_OPTION_REAL},
    {.name = "boxes", .type = LW_OPTION_INT, .min = -5, .max = 9, .spread = true},
};
#define N_TABLE (sizeof table / sizeof *table)

static struct lw_option_value parse_one(const char *name, const char *text,
                                        lw_status want) {
    struct lw_option_value value = {0};
    struct lw_error err = {.text = ""};
    size_t at = lw_option_find(table, N_TABLE, name, strlen(name));
    assert_int_equal(lw_option_parse(&table[at], text, &value, &err), want);
    if (want != LW_OK) {
        /* The sentence names the option and what was given. */
        assert_non_null(strstr(err.text, name));
        assert_non_null(strstr(err.text, text));
    }
    return value;
}

static void options_read_their_types(void **unused) {
    (void)unused;
    struct lw_option_value values[N_TABLE];
    lw_options_defaults(table, N_TABLE, values);
    assert_int_equal(lw_option_get(table, N_TABLE, values, "count")->i, 3);
    assert_int_equal(lw_option_get(table, N_TABLE, values, "size")->i2, 5);
    assert_int_equal(lw_option_get(table, N_TABLE, values, "time")->u, 1500000000);
    assert_int_equal(lw_option_get(table, N_TABLE, values, "mode")->i, 1);
    assert_false(lw_option_get(table, N_TABLE, values, "memory")->set);
    assert_int_equal(parse_one("memory", "256M", LW_OK).u, 256u << 20);
    assert_true(parse_one("lines", "3..7", LW_OK).hi == 7);
    assert_true(parse_one("lines", "2.5..", LW_OK).lo == 2.5);
    assert_true(isinf(parse_one("lines", "2.5..", LW_OK).hi));
    assert_true(parse_one("lines", "..4", LW_OK).hi == 4);
    assert_true(parse_one("lines", "4", LW_OK).lo == 4);
    assert_int_equal(parse_one("time", "250ms", LW_OK).u, 250000000);
    assert_true(parse_one("quiet", "", LW_OK).flag);
    struct lw_option_value boxes = parse_one("boxes", "-3..4", LW_OK);
    assert_true(boxes.spread && boxes.i == -3 && boxes.i2 == 4);
    boxes = parse_one("boxes", "4..4", LW_OK);
    assert_true(!boxes.spread && boxes.i == 4);
    assert_false(parse_one("boxes", "4", LW_OK).spread);
    assert_false(parse_one("quiet", "no", LW_OK).flag);
}

/* What is printed is read as the same value again. */
static void printed_options_are_read_back(void **unused) {
    static const char *const cases[][2] = {
        {"count", "7"},   {"size", "7x9"},   {"lines", "2.5.."}, {"lines", "..4"},
        {"lines", "3"},   {"lines", "1..2"}, {"time", "250ms"},  {"memory", "3G"},
        {"mode", "fast"}, {"quiet", "no"},   {"weight", "0.1"},  {"boxes", "-3..4"},
        {"boxes", "5"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lw_option_value value = parse_one(cases[i][0], cases[i][1], LW_OK);
        struct lw_buffer text;
        lw_buffer_init(&text, lw_alloc_libc());
        size_t at = lw_option_find(table, N_TABLE, cases[i][0], strlen(cases[i][0]));
        lw_option_print(&table[at], &value, &text);
        struct lw_option_value again =
            parse_one(cases[i][0], lw_buffer_text(&text), LW_OK);
        again.text = value.text = NULL; /* compared as the number of the choice */
        assert_true(again.i == value.i && again.i2 == value.i2 && again.u == value.u &&
                    again.flag == value.flag && again.spread == value.spread);
        assert_true(memcmp(&again.real, &value.real, sizeof again.real) == 0 &&
                    memcmp(&again.lo, &value.lo, sizeof again.lo) == 0 &&
                    memcmp(&again.hi, &value.hi, sizeof again.hi) == 0);
        lw_buffer_free(&text);
    }
}

static void bad_option_values_are_refused(void **unused) {
    (void)unused;
    static const char *const cases[][2] = {
        {"count", "0"},        {"count", "10"},    {"count", "3x"},
        {"count", "1e3"},      {"size", "7"},      {"size", "7x"},
        {"size", "0x5"},       {"size", "7x99"},   {"lines", "7..3"},
        {"lines", "a..b"},     {"lines", "1..2x"}, {"time", "5 parsecs"},
        {"time", "-1s"},       {"memory", "1Q"},   {"mode", "quick"},
        {"mode", "fast|slow"}, {"quiet", "maybe"}, {"weight", "nan"},
        {"weight", "1.5.2"},   {"memory", "1e40"}, {"count", "2..4"},
        {"boxes", "4..2"},     {"boxes", "2..10"}, {"boxes", "2.."},
        {"boxes", "..4"},      {"boxes", "2...4"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        (void)parse_one(cases[i][0], cases[i][1], LW_USAGE);
    }
}

static const struct lw_json *read_object(struct lw_arena *arena, const char *text) {
    struct lw_json *object = NULL;
    assert_int_equal(lw_json_read(arena, text, strlen(text), &object, NULL), LW_OK);
    return object;
}

static void members_are_read_by_type(void **unused) {
    (void)unused;
    struct lw_arena arena;
    struct lw_error err = {0};
    const char *text = NULL;
    size_t len = 0, which = 9;
    int64_t whole = 0;
    double number = 0;
    bool flag = false;
    lw_arena_init(&arena, lw_alloc_libc());
    const struct lw_json *o = read_object(
        &arena, "{\"t\":\"a\\u0000b\",\"n\":\"abc\",\"w\":7,\"r\":-2.5,\"f\":true}");
    assert_int_equal(lw_json_as_text(lw_json_get(o, "t"), 3, &text, &len, &err), LW_OK);
    assert_int_equal(len, 3);
    assert_int_equal(lw_json_as_name(lw_json_get(o, "n"), 3, &text, &err), LW_OK);
    assert_string_equal(text, "abc");
    assert_int_equal(lw_json_as_choice(lw_json_get(o, "n"), "ab|abc|c", &which, &err),
                     LW_OK);
    assert_int_equal(which, 1);
    assert_int_equal(lw_json_as_whole(lw_json_get(o, "w"), 7, 7, &whole, &err), LW_OK);
    assert_int_equal(whole, 7);
    assert_int_equal(lw_json_as_number(lw_json_get(o, "r"), -3, 0, &number, &err), LW_OK);
    assert_true(number == -2.5);
    assert_int_equal(lw_json_as_flag(lw_json_get(o, "f"), &flag, &err), LW_OK);
    assert_true(flag);
    assert_string_equal(lw_json_text_or(o, "n", "x"), "abc");
    assert_string_equal(lw_json_text_or(o, "w", "x"), "x");
    assert_true(lw_json_number_or(o, "w", 1) == 7);
    assert_true(lw_json_number_or(o, "missing", 1) == 1);
    lw_arena_free(&arena);
}

static void wrong_members_are_refused_in_words(void **unused) {
    (void)unused;
    struct lw_arena arena;
    struct lw_error err = {0};
    const char *text = "kept";
    size_t len = 0, which = 9;
    int64_t whole = 5;
    double number = 5;
    bool flag = true;
    lw_arena_init(&arena, lw_alloc_libc());
    const struct lw_json *o =
        read_object(&arena, "{\"t\":\"a\\u0000b\",\n\"w\":7.5,\"big\":1e300,\"l\":[],"
                            "\"z\":9223372036854775808}");
    assert_int_equal(lw_json_as_text(lw_json_get(o, "l"), 0, &text, &len, &err),
                     LW_USAGE);
    assert_string_equal(err.text, "'l' must be a text, not an array");
    assert_int_equal(err.line, 2);
    assert_int_equal(lw_json_as_text(lw_json_get(o, "t"), 2, &text, &len, &err),
                     LW_USAGE);
    assert_string_equal(err.text, "'t' has 3 bytes; it may have at most 2");
    assert_int_equal(lw_json_as_name(lw_json_get(o, "t"), 0, &text, &err), LW_USAGE);
    assert_string_equal(err.text, "'t' must not contain a NUL character");
    assert_int_equal(lw_json_as_choice(lw_json_get(o, "t"), "a|b", &which, &err),
                     LW_USAGE);
    assert_string_equal(err.text, "'t' must be one of a|b, not 'a'");
    assert_int_equal(lw_json_as_whole(lw_json_get(o, "w"), 0, 9, &whole, &err), LW_USAGE);
    assert_string_equal(err.text, "'w' must be a whole number from 0 to 9, not 7.5");
    assert_int_equal(lw_json_as_whole(lw_json_get(o, "z"), 0, INT64_MAX, &whole, &err),
                     LW_USAGE);
    assert_int_equal(lw_json_as_number(lw_json_get(o, "w"), 0, 7, &number, &err),
                     LW_USAGE);
    assert_string_equal(err.text, "'w' must be a number from 0 to 7, not 7.5");
    assert_int_equal(lw_json_as_flag(lw_json_get(o, "w"), &flag, &err), LW_USAGE);
    assert_string_equal(err.text, "'w' must be true or false, not 7.5");
    assert_string_equal(text, "kept");
    assert_true(which == 9 && whole == 5 && number == 5 && flag);
    lw_arena_free(&arena);
}

static void places_are_pointers(void **unused) {
    (void)unused;
    char place[12] = "";
    lw_json_point(place, sizeof place, "a/b~");
    assert_string_equal(place, "/a~1b~0");
    lw_json_point(place, sizeof place, "c\xc3\xa4\xc3\xa4");
    assert_string_equal(place, "/a~1b~0/c\xc3\xa4");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(bad_json_is_refused_with_its_place),
        cmocka_unit_test(surrogate_pairs_are_one_sign),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(members_are_read_by_type),
        cmocka_unit_test(wrong_members_are_refused_in_words),
        cmocka_unit_test(places_are_pointers),
        cmocka_unit_test(options_read_their_types),
        cmocka_unit_test(printed_options_are_read_back),
        cmocka_unit_test(bad_option_values_are_refused),
    };
    return cmocka_run_group_tests_name("json and options", tests, NULL, NULL);
}
