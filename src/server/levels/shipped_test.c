/* The levels that ship are rated from the first start on, as rate would rate them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <unistd.h>

#include "app_open.h"
#include "lw/base/json.h"
#include "lw/calls.h"
#include "scratch_folder.h"

#define EACH 9      /* of the levels, one is rated again; tools/rate-packs --check all */
#define CLOSE 0.05  /* of 100 */
#define N_LEAST 400 /* levels that ship */

struct place {
    char folder[70], db[90];
    struct app *app;
    struct lw_store *store;
    struct lw_arena arena;
};

static void start(struct place *place) {
    struct lw_server_config config = {.db = place->db};
    struct lw_error err;
    if (app_open(&config, 2, &place->app, &err) != LW_OK) {
        fail_msg("%s", err.text);
    }
    place->store = app_patient_store(place->app);
}

static void stop(struct place *place) {
    app_patient_give(place->app, place->store);
    app_close(place->app);
}

static void open_place(struct place *place) {
    assert_non_null(scratch_folder(place->folder, sizeof place->folder, "shipped"));
    (void)snprintf(place->db, sizeof place->db, "%s/levels.db", place->folder);
    lw_arena_init(&place->arena, lw_alloc_libc());
    start(place);
}

static void close_place(struct place *place) {
    static const char *const endings[] = {"", "-wal", "-shm"};
    stop(place);
    lw_arena_free(&place->arena);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char path[100];
        (void)snprintf(path, sizeof path, "%s%s", place->db, endings[i]);
        (void)unlink(path);
    }
    (void)rmdir(place->folder);
}

static struct lw_store_level_list all_levels(struct place *place) {
    const struct lw_store_filter filter = {
        .order = LW_STORE_BY_ID, .with_hidden = true, .limit = 5000};
    struct lw_store_level_list list;
    struct lw_error err;
    assert_int_equal(
        lw_store_level_list(place->store, &filter, &place->arena, &list, &err), LW_OK);
    return list;
}

static void check_rated(struct place *place) {
    struct lw_store_level_list list = all_levels(place);
    assert_true(list.n >= N_LEAST);
    for (size_t i = 0; i < list.n; i++) {
        if (!(list.levels[i].percentile >= 0 && list.levels[i].percentile <= 100)) {
            fail_msg("level %s of %s has no rating; run tools/rate-packs PROGRAM",
                     list.levels[i].id, list.levels[i].game);
        }
    }
}

static void every_shipped_level_is_rated(void **unused) {
    (void)unused;
    struct place place;
    struct lw_store_level_counts counts;
    struct lw_error err;
    open_place(&place);
    check_rated(&place);
    /* So Insight can tell them by difficulty. */
    assert_int_equal(lw_store_report_levels(place.store, &place.arena, &counts, &err),
                     LW_OK);
    for (size_t i = 0; i < counts.n; i++) {
        assert_true(counts.rows[i].tenth >= 0 && counts.rows[i].tenth < 10);
    }
    assert_true(counts.n > 20);
    close_place(&place);
}

/* A store that an earlier program has filled gets the ratings and nothing else: what was
 * taken out of it stays out. */
static void an_older_store_gets_ratings_alone(void **unused) {
    (void)unused;
    struct place place;
    struct lw_error err;
    open_place(&place);
    struct lw_store_level_list list = all_levels(&place);
    for (size_t i = 0; i < list.n; i++) {
        assert_int_equal(lw_store_level_set_rating(place.store, list.levels[i].id,
                                                   (double)NAN, (double)NAN, false, &err),
                         LW_OK);
    }
    assert_int_equal(lw_store_level_hide(place.store, list.levels[0].id, &err), LW_OK);
    assert_int_equal(lw_store_setting_put(place.store, "shipped-packs", "1", 0, &err),
                     LW_OK);
    stop(&place);
    start(&place);
    check_rated(&place);
    struct lw_store_level_list after = all_levels(&place);
    assert_int_equal(after.n, list.n);
    assert_true(after.levels[0].hidden);
    close_place(&place);
}

static double rate(struct lw_calls *calls, struct place *place,
                   const struct lw_store_level *level) {
    struct lw_arena *arena = &place->arena;
    const char *text = NULL;
    struct lw_buffer request, reply;
    struct lw_json_writer json;
    struct lw_json *tree = NULL;
    struct lw_error err;
    lw_buffer_init(&request, lw_alloc_libc());
    lw_buffer_init(&reply, lw_alloc_libc());
    assert_int_equal(lw_store_level_whole(place->store, level, arena, &text, &err),
                     LW_OK);
    lw_json_begin(&json, &request);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "call", "rate");
    lw_json_text(&json, "game", level->game);
    lw_json_text(&json, "text", text);
    lw_json_object_end(&json);
    assert_int_equal(lw_calls_run(calls, lw_buffer_text(&request), request.len, &reply),
                     LW_OK);
    assert_int_equal(lw_json_read(arena, lw_buffer_text(&reply), reply.len, &tree, &err),
                     LW_OK);
    const struct lw_json *value = lw_json_get(tree, "percentile");
    double percentile = value == NULL ? (double)NAN : value->number;
    lw_buffer_free(&request);
    lw_buffer_free(&reply);
    return percentile;
}

static void ratings_are_what_rate_says(void **unused) {
    (void)unused;
    struct place place;
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_calls_host host = {.runtime = &runtime, .max_seconds = 600};
    struct lw_calls *calls = NULL;
    struct lw_error err;
    open_place(&place);
    assert_int_equal(lw_calls_create(&host, lw_alloc_libc(), &calls, &err), LW_OK);
    struct lw_store_level_list list = all_levels(&place);
    for (size_t i = 0; i < list.n; i += EACH) {
        double now = rate(calls, &place, &list.levels[i]);
        if (!(fabs(now - list.levels[i].percentile) < CLOSE)) {
            fail_msg("level %s of %s is rated %g and stored with %g; run "
                     "tools/rate-packs PROGRAM",
                     list.levels[i].id, list.levels[i].game, now,
                     list.levels[i].percentile);
        }
    }
    lw_calls_destroy(calls);
    close_place(&place);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shipped_level_is_rated),
        cmocka_unit_test(an_older_store_gets_ratings_alone),
        cmocka_unit_test(ratings_are_what_rate_says),
    };
    return cmocka_run_group_tests_name("shipped", tests, NULL, NULL);
}
