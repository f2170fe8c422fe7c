/* Sets that are made by recipe: within a budget, proved once, and compared as they are.
 * The linker lets every proof pass through here (-Wl,--wrap). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "lw/make.h"
#include "study_fixture.h"

#define MAX_PROOFS 200

/* The wrapped function has no context, so what it counts is the file's. */
static struct {
    struct lw_id128 ids[MAX_PROOFS];
    size_t n;
} proofs;

enum lw_refusal __real_lw_pool_examine(const struct lw_pool *pool,
                                       const struct lw_runtime *runtime,
                                       struct lw_made_level *made);
enum lw_refusal __wrap_lw_pool_examine(const struct lw_pool *pool,
                                       const struct lw_runtime *runtime,
                                       struct lw_made_level *made);

enum lw_refusal __wrap_lw_pool_examine(const struct lw_pool *pool,
                                       const struct lw_runtime *runtime,
                                       struct lw_made_level *made) {
    enum lw_refusal refusal = __real_lw_pool_examine(pool, runtime, made);
    assert_true(proofs.n < MAX_PROOFS);
    proofs.ids[proofs.n++] = made->id;
    return refusal;
}

static size_t n_proofs(const char *hex) {
    size_t n = 0;
    struct lw_id128 id;
    assert_true(lw_id128_read(hex, &id));
    for (size_t i = 0; i < proofs.n; i++) {
        n += lw_id128_equal(proofs.ids[i], id);
    }
    return n;
}

/* The small study with its first set by recipe, and the second matched to it. */
static void read_study(struct fixture_study *f) {
    static const char from[] = "\"file\": \"made.sok\"", second[] = "\"terms\": \"free\"";
    size_t len;
    char *small = fixture_file(LW_TEST_DATA "/studies/small.json", &len);
    char *text = malloc(len + 400), *at = strstr(small, from);
    char *next = strstr(small, second);
    assert_true(text != NULL && at != NULL && next != NULL);
    (void)sprintf(text,
                  "%.*s\"recipe\": {\"method\": \"farthest\", \"count\": 4, \"seed\": 3,"
                  " \"options\": {\"boxes\": 1, \"size\": \"1x2\"}, \"filters\":"
                  " {\"pushes\": \"2..\"}}%.*s\"terms\": \"free\", \"count\": 2,"
                  " \"match\": {\"set\": \"made\", \"on\": [\"moves\", \"floor\"]}%s",
                  (int)(at - small), small, (int)(next - at - (ptrdiff_t)strlen(from)),
                  at + strlen(from), next + strlen(second));
    fixture_read(f, text, strlen(text));
    assert_int_equal(f->status, LW_OK);
    assert_int_equal(f->faults.n_wrong, 0);
    free(text);
    free(small);
}

static lw_status resolve(struct fixture_study *f, const struct lw_budget *budget,
                         const struct lw_runtime *runtime) {
    struct lw_study_sources sources = fixture_sources();
    sources.budget = *budget;
    proofs.n = 0;
    return lw_study_levels_resolve(f->study, &sources, runtime, &f->arena, &f->faults,
                                   &f->levels);
}

/* A made level is not proved again, neither as a candidate nor to be matched to. */
static void test_proved_once(void **state) {
    struct fixture_study f;
    const struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    (void)state;
    read_study(&f);
    assert_int_equal(resolve(&f, &(struct lw_budget){0}, &runtime), LW_OK);
    assert_int_equal(f.levels.sets[0].n, 4);
    assert_int_equal(f.levels.sets[1].n, 2);
    for (size_t s = 0; s < 2; s++) {
        for (size_t i = 0; i < f.levels.sets[s].n; i++) {
            assert_int_equal(n_proofs(f.levels.sets[s].levels[i].id), 1);
        }
    }
    fixture_free(&f);
}

static void test_cancelled(void **state) {
    struct fixture_study f;
    const struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    atomic_bool cancel = true;
    (void)state;
    read_study(&f);
    assert_int_equal(resolve(&f, &(struct lw_budget){.cancel = &cancel}, &runtime),
                     LW_CANCELLED);
    assert_int_equal(f.faults.n_wrong, 0);
    fixture_free(&f);
}

/* A second for every look at it. */
static uint64_t hasty_clock(void *ctx) {
    uint64_t *now = ctx;
    return *now += UINT64_C(1000000000);
}

/* What time decides would be other levels on another machine. */
static void test_no_time(void **state) {
    struct fixture_study f;
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    uint64_t now = 0;
    (void)state;
    runtime.now_ns = hasty_clock;
    runtime.ctx = &now;
    read_study(&f);
    assert_int_equal(resolve(&f, &(struct lw_budget){.time_ns = 3000000000u}, &runtime),
                     LW_BAD_INPUT);
    assert_true(f.faults.n_wrong >= 1);
    assert_string_equal(f.faults.faults[0].pointer, "/sets/0/recipe");
    fixture_free(&f);
}

/* Too little memory is the generator's to report, not the process's to die of. */
static void test_no_memory(void **state) {
    struct fixture_study f;
    const struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    (void)state;
    read_study(&f);
    assert_int_equal(resolve(&f, &(struct lw_budget){.memory_bytes = 1}, &runtime),
                     LW_BAD_INPUT);
    assert_string_equal(f.faults.faults[0].pointer, "/sets/0/recipe");
    fixture_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proved_once),
        cmocka_unit_test(test_cancelled),
        cmocka_unit_test(test_no_time),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
