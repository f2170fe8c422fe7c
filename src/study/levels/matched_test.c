/* Sets that are matched to another one: like which of its levels, and in which order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "study_fixture.h"

#define N_LEVELS 10

/* Corridors with that many pushes; the walk to the box tells the files apart. */
static void put_corridor(struct lw_buffer *out, int walk, int pushes) {
    static const char walls[] = "####################";
    int width = walk + pushes + 4;
    lw_buffer_printf(out, "%.*s\n#@%*s$%*s.#\n%.*s\n\n", width, walls, walk, "",
                     pushes - 1, "", width, walls);
}

/* made.sok rises, drawn.sok falls. */
static lw_status put_corridors(void *ctx, const char *path, struct lw_buffer *out,
                               struct lw_error *err) {
    bool drawn = strcmp(path, "drawn.sok") == 0;
    (void)ctx;
    (void)err;
    for (int i = 1; i <= N_LEVELS; i++) {
        put_corridor(out, drawn, drawn ? N_LEVELS + 1 - i : i);
    }
    return LW_OK;
}

static void read_matched(struct fixture_study *f, const char *members) {
    static const char second[] = "\"terms\": \"free\"";
    const struct lw_study_sources sources = {.file = put_corridors};
    const struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    size_t len;
    char *small = fixture_file(LW_TEST_DATA "/studies/small.json", &len);
    char *text = malloc(len + 400), *at = strstr(small, second);
    assert_true(text != NULL && at != NULL);
    (void)sprintf(text,
                  "%.*s%s, \"match\": {\"set\": \"made\", \"on\": [\"pushes\"]}%s%s",
                  (int)(at - small), small, second, members, at + strlen(second));
    fixture_read(f, text, strlen(text));
    assert_int_equal(f->status, LW_OK);
    assert_int_equal(f->faults.n_wrong, 0);
    assert_int_equal(lw_study_levels_resolve(f->study, &sources, &runtime, &f->arena,
                                             &f->faults, &f->levels),
                     LW_OK);
    free(text);
    free(small);
}

static void pushes_are(const struct fixture_study *f, const char *wanted) {
    char got[200] = "";
    for (size_t i = 0; i < f->levels.sets[1].n; i++) {
        const char *box = strchr(f->levels.sets[1].levels[i].text, '$');
        size_t len = strlen(got);
        (void)snprintf(got + len, sizeof got - len, "%s%zu", i > 0 ? " " : "",
                       (size_t)(strchr(box, '.') - box));
    }
    assert_string_equal(got, wanted);
}

static void each_is_like_its_level(void **state) {
    struct fixture_study f;
    (void)state;
    read_matched(&f, "");
    pushes_are(&f, "1 2 3 4 5 6 7 8 9 10");
    fixture_free(&f);
}

/* Not like the first ones, which are the easiest. */
static void fewer_are_spread(void **state) {
    struct fixture_study f;
    (void)state;
    read_matched(&f, ", \"count\": 4");
    pushes_are(&f, "2 4 7 9");
    fixture_free(&f);
}

static void sorting_goes_before(void **state) {
    struct fixture_study f;
    (void)state;
    read_matched(&f, ", \"count\": 2, \"sort\": \"moves\"");
    pushes_are(&f, "3 8");
    fixture_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_like_its_level),
        cmocka_unit_test(fewer_are_spread),
        cmocka_unit_test(sorting_goes_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
