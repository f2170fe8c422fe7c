/* A new version of a study: who counts with it, what is said of that, and that enough
 * stays enough. The study is tests/data/studies/mini.json: two cells, four people. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app_open.h"
#include "lw/platform.h"
#include "studies/pairs.h"
#include "studies/studies.h"
#include "studies/versions.h"

#define NOW_MS INT64_C(1794902400000) /* 2026-11-17 */

struct env {
    struct app *app;
    struct lw_store *store;
    struct lw_arena arena;
    char study[LW_STORE_ID_SIZE];
    struct lw_server_study_opened opened;
};

/* The definition with each `from` replaced by `to`. */
static void put_changed(struct lw_buffer *out, const char *text, const char *from,
                        const char *to) {
    const char *found;
    while (from != NULL && (found = strstr(text, from)) != NULL) {
        lw_buffer_printf(out, "%.*s", (int)(found - text), text);
        lw_buffer_puts(out, to);
        text = found + strlen(from);
    }
    lw_buffer_puts(out, text);
}

static void open_version(struct env *env, const char *from, const char *to) {
    struct lw_buffer file, text;
    struct lw_study_faults faults;
    struct lw_error err = {.text = ""};
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    lw_buffer_init(&file, lw_alloc_libc());
    lw_buffer_init(&text, lw_alloc_libc());
    lw_study_faults_init(&faults, &env->arena);
    assert_int_equal(lw_platform_read_file(LW_TEST_DATA "/studies/mini.json",
                                           LW_STUDY_MAX_BYTES, &file, &err),
                     LW_OK);
    put_changed(&text, lw_buffer_text(&file), from, to);
    const struct lw_server_study_input input = {
        .text = lw_buffer_text(&text),
        .len = text.len,
        .from = {.store = env->store},
        .study = env->study[0] == '\0' ? NULL : env->study,
        .today = "2026-11-17",
        .now_ms = NOW_MS,
        .runtime = &runtime};
    if (lw_server_study_open(&input, &env->arena, &faults, &env->opened, &err) != LW_OK) {
        fail_msg("%s %s", err.text, faults.n > 0 ? faults.faults[0].sentence : "");
    }
    memcpy(env->study, env->opened.study, sizeof env->study);
    lw_buffer_free(&text);
    lw_buffer_free(&file);
}

static int set_up(void **state) {
    struct env *env = calloc(1, sizeof *env);
    struct lw_error err;
    struct lw_server_config config = {
        .db = ":memory:", .n_workers = UINT32_MAX, .no_packs = true};
    assert_non_null(env);
    lw_arena_init(&env->arena, lw_alloc_libc());
    if (app_open(&config, 1, &env->app, &err) != LW_OK) {
        fail_msg("%s", err.text);
    }
    env->store = app_store(env->app);
    open_version(env, NULL, NULL);
    *state = env;
    return 0;
}

static int tear_down(void **state) {
    struct env *env = *state;
    app_give(env->app, env->store);
    app_close(env->app);
    lw_arena_free(&env->arena);
    free(env);
    return 0;
}

/* What opening said is what requests go by. */
static void counts(struct env *env, int64_t from, const char *why) {
    struct study_held *held = NULL;
    struct lw_error err = {.text = ""};
    if (studies_hold(env->app->studies, env->store, env->study, 0, &held, &err) !=
        LW_OK) {
        fail_msg("%s", err.text);
    }
    assert_int_equal(held->counts_from, from);
    assert_int_equal(env->opened.counts_from, from);
    assert_string_equal(env->opened.counts_why, why);
    studies_release(env->app->studies, held);
}

#define GROUPS "\"values\":[\"a\",\"b\"]"

static void carries_over_the_same_cells(void **state) {
    struct env *env = *state;
    counts(env, 1, "");
    open_version(env, "A few levels.", "Some levels.");
    counts(env, 1, "");
    open_version(env, "A few levels.", "Several levels.");
    counts(env, 1, "");
}

static int64_t from_of(struct env *env, int64_t version) {
    struct study_held *held = NULL;
    struct lw_error err = {.text = ""};
    assert_int_equal(
        studies_hold(env->app->studies, env->store, env->study, version, &held, &err),
        LW_OK);
    int64_t from = held->counts_from;
    studies_release(env->app->studies, held);
    return from;
}

/* A version is read for the sake of others once, not whenever one of them is loaded. */
static void compares_versions_once(void **state) {
    struct env *env = *state;
    struct studies *studies = env->app->studies;
    open_version(env, "A few levels.", "Some levels.");
    open_version(env, "\"people\":4,", "\"people\":4,\"across_versions\":\"anew\",");
    open_version(env, "A few levels.", "Levels.");
    open_version(env, "A few levels.", "More levels.");
    open_version(env, "A few levels.", "Many levels.");
    assert_int_equal(from_of(env, 6), 3);
    assert_int_equal(studies_n_compared(studies), 3); /* 5, 4, and 3, which begins anew */
    for (int64_t version = 3; version <= 5; version++) {
        assert_int_equal(from_of(env, version), 3);
    }
    assert_int_equal(studies_n_compared(studies), 3);
    open_version(env, "A few levels.", "All levels.");
    assert_int_equal(from_of(env, 7), 3);
    assert_int_equal(studies_n_compared(studies), 4);
    assert_int_equal(from_of(env, 2), 1);
    assert_int_equal(from_of(env, 1), 1);
    assert_int_equal(studies_n_compared(studies), 5);
}

static void begins_anew_with_other_cells(void **state) {
    struct env *env = *state;
    open_version(env, GROUPS, "\"values\":[\"b\",\"a\"]");
    counts(env, 2, "cell 1 was 'a' and is now 'b'");
    open_version(env, "\"values\":[\"a\",\"b\"]", "\"values\":[\"b\",\"a\",\"c\"]");
    counts(env, 3, "there were 2 cells and are now 3");
    open_version(env, "\"group\"", "\"kind\"");
    counts(env, 4, "factor 1 was 'group' and is now 'kind'");
    /* The cells of version 1 again: those between had others. */
    open_version(env, "A few levels.", "Some levels.");
    counts(env, 5, "factor 1 was 'kind' and is now 'group'");
    open_version(env, "A few levels.", "Several levels.");
    counts(env, 5, "factor 1 was 'kind' and is now 'group'");
}

static void begins_anew_when_told_to(void **state) {
    struct env *env = *state;
    open_version(env, "\"people\":4,", "\"people\":4,\"across_versions\":\"anew\",");
    counts(env, 2, "version 2 says so in stopping.across_versions");
    open_version(env, "A few levels.", "Some levels.");
    counts(env, 2, "version 2 says so in stopping.across_versions");
}

#define N_ASKED 40

/* Somebody of that version at the open pair; release j->held. */
static void reach_pair(struct env *env, int64_t version, struct lw_store_person *person,
                       struct judgement *j) {
    struct study_held *held = NULL;
    struct lw_error err = {.text = ""};
    *person = (struct lw_store_person){.id = "nobody", .number = 1, .version = version};
    *j = (struct judgement){.person = person};
    assert_int_equal(
        studies_hold(env->app->studies, env->store, env->study, version, &held, &err),
        LW_OK);
    j->held = held;
    assert_int_equal(studies_plan(held, person, &env->arena, &j->request, &j->plan, &err),
                     LW_OK);
    uint32_t phase = 0;
    while (strcmp(j->plan.phases[phase].id, "pairs") != 0) {
        phase++;
        assert_true(phase < j->plan.n_phases);
    }
    j->state.progress.phase = phase;
    j->state.pair_phase = phase;
}

static const char *level_id(const struct judgement *j, size_t i) {
    return j->request.levels->sets[0].levels[i].id;
}

/* How often people of that version would be asked about the first two of three levels. */
static int n_asked(struct env *env, int64_t version) {
    struct lw_store_person person;
    struct judgement *j = calloc(1, sizeof *j);
    struct lw_error err = {.text = ""};
    int n = 0;
    assert_non_null(j);
    reach_pair(env, version, &person, j);
    for (uint64_t i = 1; i <= N_ASKED; i++) {
        j->request.person = i;
        assert_int_equal(pairs_choose(j, 0, env->store, &env->arena, &err), LW_OK);
        n += strcmp(j->state.left, level_id(j, 2)) != 0 &&
             strcmp(j->state.right, level_id(j, 2)) != 0;
    }
    studies_release(env->app->studies, (struct study_held *)(uintptr_t)j->held);
    free(j);
    return n;
}

/* Somebody of that version says often that the first level is harder than the second. */
static void answer(struct env *env, int64_t version) {
    struct lw_store_person person;
    struct judgement *j = calloc(1, sizeof *j);
    assert_non_null(j);
    reach_pair(env, version, &person, j);
    (void)snprintf(j->state.left, sizeof j->state.left, "%s", level_id(j, 0));
    (void)snprintf(j->state.right, sizeof j->state.right, "%s", level_id(j, 1));
    j->compared = 'l';
    for (int i = 0; i < 100; i++) {
        j->compared_seq = i;
        pairs_note(j, env->app->studies);
    }
    studies_release(env->app->studies, (struct study_held *)(uintptr_t)j->held);
    free(j);
}

/* What is known of a pair is not asked, whichever version it was answered in; a
 * withdrawal forgets it in all versions (here the log has nothing). */
static void answers_choose_pairs_of_later_versions(void **state) {
    struct env *env = *state;
    open_version(env, "A few levels.", "Some levels.");
    assert_true(n_asked(env, 1) > 0);
    assert_true(n_asked(env, 2) > 0);
    answer(env, 1);
    assert_int_equal(n_asked(env, 1), 0);
    assert_int_equal(n_asked(env, 2), 0);
    pairs_forget(env->app->studies, env->study);
    assert_true(n_asked(env, 1) > 0);
    assert_true(n_asked(env, 2) > 0);
    answer(env, 2); /* of the newer one: not for those who stay in the older */
    assert_true(n_asked(env, 1) > 0);
    assert_int_equal(n_asked(env, 2), 0);
}

static void answers_stay_where_counts_begin_anew(void **state) {
    struct env *env = *state;
    open_version(env, "\"people\":4,", "\"people\":4,\"across_versions\":\"anew\",");
    assert_true(n_asked(env, 1) > 0);
    assert_true(n_asked(env, 2) > 0);
    answer(env, 1);
    assert_int_equal(n_asked(env, 1), 0);
    assert_true(n_asked(env, 2) > 0);
}

/* As a program of another format may have left it. */
static void begins_anew_after_what_cannot_be_read(void **state) {
    struct env *env = *state;
    struct lw_error err = {.text = ""};
    const struct lw_store_study_opening old = {.study = env->study,
                                               .title = "Mini",
                                               .hash = "0123456789abcdef0123456789abcdef",
                                               .frozen = "{}",
                                               .now_ms = NOW_MS};
    char study[LW_STORE_ID_SIZE];
    if (lw_store_study_open(env->store, &old, study, &err) != LW_OK) {
        fail_msg("%s", err.text);
    }
    open_version(env, "A few levels.", "Some levels.");
    counts(env, 3, "version 2 cannot be read by this program");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(carries_over_the_same_cells, set_up, tear_down),
        cmocka_unit_test_setup_teardown(compares_versions_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(begins_anew_with_other_cells, set_up, tear_down),
        cmocka_unit_test_setup_teardown(begins_anew_when_told_to, set_up, tear_down),
        cmocka_unit_test_setup_teardown(answers_choose_pairs_of_later_versions, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(answers_stay_where_counts_begin_anew, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(begins_anew_after_what_cannot_be_read, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
