/* Freezing and reading back: the same study, the same plans, the same hash. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "study_fixture.h"

static void plan_text(const struct lw_study *study, const struct lw_study_cells *cells,
                      const struct lw_study_levels *levels, struct lw_arena *arena,
                      struct lw_buffer *out) {
    struct lw_study_plan plan;
    struct lw_error err = {0};
    struct lw_study_plan_request request = {study, cells, levels, 3, 9};
    assert_int_equal(lw_study_plan_make(&request, arena, &plan, &err), LW_OK);
    lw_study_plan_json(&request, &plan, "de", plan.n_phases, out);
    lw_study_plan_text(&request, &plan, true, out);
}

static void test_round(void **state) {
    struct fixture_study f;
    struct lw_buffer bytes, again, a, b;
    struct lw_study_frozen frozen;
    struct lw_study_cells cells;
    char id[33], id_again[33];
    (void)state;
    fixture_small(&f);
    lw_buffer_init(&bytes, lw_alloc_libc());
    lw_buffer_init(&again, lw_alloc_libc());
    lw_buffer_init(&a, lw_alloc_libc());
    lw_buffer_init(&b, lw_alloc_libc());
    assert_int_equal(lw_study_freeze(f.study, &f.levels, &bytes, id, &f.err), LW_OK);
    assert_int_equal(
        lw_study_thaw(&f.arena, lw_buffer_text(&bytes), bytes.len, &frozen, &f.err),
        LW_OK);
    assert_string_equal(frozen.id, id);
    assert_int_equal(
        lw_study_freeze(frozen.study, &frozen.levels, &again, id_again, &f.err), LW_OK);
    assert_string_equal(lw_buffer_text(&bytes), lw_buffer_text(&again));
    assert_string_equal(id, id_again);
    assert_int_equal(
        lw_study_cells_make(frozen.study, &f.arena, &f.faults, &cells, &f.err), LW_OK);
    plan_text(f.study, &f.cells, &f.levels, &f.arena, &a);
    plan_text(frozen.study, &cells, &frozen.levels, &f.arena, &b);
    assert_string_equal(lw_buffer_text(&a), lw_buffer_text(&b));
    /* What the pages get names neither sets nor makers. */
    assert_null(strstr(lw_buffer_text(&a), "\"made\""));
    assert_null(strstr(lw_buffer_text(&a), "B. Author"));
    /* The whole is canonical. */
    struct lw_json *json;
    assert_int_equal(
        lw_json_read(&f.arena, lw_buffer_text(&bytes), bytes.len, &json, &f.err), LW_OK);
    lw_buffer_clear(&again);
    lw_study_canonical(json, &again);
    assert_string_equal(lw_buffer_text(&bytes), lw_buffer_text(&again));
    lw_buffer_free(&bytes);
    lw_buffer_free(&again);
    lw_buffer_free(&a);
    lw_buffer_free(&b);
    fixture_free(&f);
}

/* A later program may have other texts on its pages; a study that runs is read. */
static void test_renamed_text(void **state) {
    static const char own[] = "[\"en\", \"de\"], \"interface\": [{\"language\": \"de\","
                              " \"texts\": {\"study.next\": \"Weiter\"}}]";
    struct fixture_study f;
    struct lw_buffer text, bytes;
    struct lw_study_frozen frozen;
    char id[33];
    size_t len;
    char *small = fixture_file(LW_TEST_DATA "/studies/small.json", &len);
    char *at = strstr(small, "[\"en\", \"de\"]");
    (void)state;
    assert_non_null(at);
    lw_buffer_init(&text, lw_alloc_libc());
    lw_buffer_init(&bytes, lw_alloc_libc());
    lw_buffer_add(&text, small, (size_t)(at - small));
    lw_buffer_puts(&text, own);
    lw_buffer_puts(&text, at + strlen("[\"en\", \"de\"]"));
    fixture_read(&f, lw_buffer_text(&text), text.len);
    fixture_resolve(&f);
    assert_int_equal(f.status, LW_OK);
    assert_int_equal(lw_study_freeze(f.study, &f.levels, &bytes, id, &f.err), LW_OK);
    const char *key = strstr(lw_buffer_text(&bytes), "study.next");
    lw_buffer_clear(&text);
    lw_buffer_add(&text, lw_buffer_text(&bytes), (size_t)(key - lw_buffer_text(&bytes)));
    lw_buffer_puts(&text, "study.onceNext");
    lw_buffer_puts(&text, key + strlen("study.next"));
    assert_int_equal(
        lw_study_thaw(&f.arena, lw_buffer_text(&text), text.len, &frozen, &f.err), LW_OK);
    assert_string_equal(lw_study_interface_find(frozen.study, "de")->texts[0].value,
                        "Weiter");
    free(small);
    lw_buffer_free(&text);
    lw_buffer_free(&bytes);
    fixture_free(&f);
}

/* White space and the order of members do not count; a letter does. */
static void test_hash(void **state) {
    size_t len;
    char ids[3][33];
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct fixture_study f;
        struct lw_buffer bytes;
        char *text = fixture_file(LW_TEST_DATA "/studies/small.json", &len);
        char *at = i == 1   ? strstr(text, "\"format\": 1,\n  \"name\": \"small\",")
                   : i == 2 ? strstr(text, "We ask.")
                            : NULL;
        if (i == 1) {
            memcpy(at, "\"name\": \"small\",   \"format\": 1,", 31);
        } else if (i == 2) {
            at[0] = 'V';
        }
        fixture_read(&f, text, len);
        fixture_resolve(&f);
        assert_int_equal(f.status, LW_OK);
        lw_buffer_init(&bytes, lw_alloc_libc());
        assert_int_equal(lw_study_freeze(f.study, &f.levels, &bytes, ids[i], &f.err),
                         LW_OK);
        lw_buffer_free(&bytes);
        fixture_free(&f);
        free(text);
    }
    assert_string_equal(ids[0], ids[1]);
    assert_string_not_equal(ids[0], ids[2]);
}

static void test_bad_levels(void **state) {
    static const struct {
        const char *from, *to, *pointer;
    } bad[] = {
        {"\"file\": \"made.sok\"", "\"file\": \"none.sok\"", "/sets/0/file"},
        {"\"id\": \"made\", \"game\": \"sokoban\"",
         "\"id\": \"made\", \"game\": \"chess\"", "/sets/0/game"},
        {"\"file\": \"made.sok\"", "\"file\": \"made.sok\", \"numbers\": [4]",
         "/sets/0/numbers"},
        {"\"file\": \"made.sok\"",
         "\"file\": \"made.sok\", \"where\": {\"boxes\": \"9..\"}", "/sets/0/where"},
        {"\"file\": \"made.sok\"", "\"file\": \"made.sok\", \"count\": 9",
         "/sets/0/count"},
        {"\"sort\": \"pushes\"", "\"sort\": \"beauty\"", "/sets/0/sort"},
        {"\"file\": \"made.sok\"", "\"pack\": \"sokoban-easy\"", "/sets/0/pack"},
        {"\"file\": \"made.sok\"",
         "\"recipe\": {\"count\": 1, \"seed\": 1, \"method\": \"x\"}", "/sets/0/recipe"},
    };
    size_t len;
    char *small = fixture_file(LW_TEST_DATA "/studies/small.json", &len);
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct fixture_study f;
        char *text = malloc(len + 200), *at = strstr(small, bad[i].from);
        assert_non_null(at);
        (void)sprintf(text, "%.*s%s%s", (int)(at - small), small, bad[i].to,
                      at + strlen(bad[i].from));
        fixture_read(&f, text, strlen(text));
        assert_int_equal(f.status, LW_OK);
        fixture_resolve(&f);
        assert_int_equal(f.status, LW_BAD_INPUT);
        assert_int_equal(f.faults.n_wrong, 1);
        assert_string_equal(f.faults.faults[0].pointer, bad[i].pointer);
        fixture_free(&f);
        free(text);
    }
    free(small);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round),
        cmocka_unit_test(test_renamed_text),
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_bad_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
