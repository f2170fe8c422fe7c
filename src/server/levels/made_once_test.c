/* What a level costs on its way from a job of the server into the store, and from there
 * to a page: counted by a kind of game that counts around a real one, and by the linker,
 * which lets calls of the readers pass through here (-Wl,--wrap). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app_open.h"
#include "daily/clock.h"
#include "daily/seed.h"
#include "http/exchange.h"
#include "jobs/jobs.h"
#include "lw/base/json.h"
#include "lw/flow.h"
#include "postgres_fixture.h"
#include "routes/route.h"

#define N_LEVELS 4 /* of a day's job, if its seconds suffice */
#define MAX_IDS 4096

/* The wrapped functions have no context, so what they count is the file's. */
static struct {
    atomic_bool on;
    atomic_uint json_read, text_read, text_written, created, measured, n_ids;
    struct lw_id128 ids[MAX_IDS];
} counts;

static void count(atomic_uint *what) {
    if (atomic_load(&counts.on)) {
        (void)atomic_fetch_add(what, 1);
    }
}

/* A kind that counts. */

static struct lw_game_ops game_ops;
static struct lw_level_ops level_ops;
static struct lw_feature_ops feature_ops;
static struct lw_format formats[8];
static struct lw_game_kind counting;
static const struct lw_game_kind *kinds[16];

static lw_status create(const struct lw_alloc *alloc, const struct lw_game_spec *spec,
                        struct lw_game **out, struct lw_collection *messages,
                        struct lw_error *err) {
    count(&counts.created);
    lw_status status = lw_flow_kind.game->create(alloc, spec, out, messages, err);
    if (status == LW_OK) {
        (*out)->kind = &counting;
    }
    return status;
}

static lw_status canonical(const struct lw_level *level, struct lw_id128 *id,
                           struct lw_level **out) {
    lw_status status = lw_flow_kind.level->canonical(level, id, out);
    if (status == LW_OK && atomic_load(&counts.on)) {
        unsigned at = atomic_fetch_add(&counts.n_ids, 1);
        assert_true(at < MAX_IDS);
        counts.ids[at] = *id;
    }
    return status;
}

static lw_status compute(const struct lw_level *level, enum lw_feature_cost up_to,
                         const struct lw_budget *budget, const struct lw_runtime *runtime,
                         struct lw_feature_values *values, struct lw_error *err) {
    count(&counts.measured);
    return lw_flow_kind.features->compute(level, up_to, budget, runtime, values, err);
}

static lw_status read_pack(const struct lw_game *game, const char *text, size_t len,
                           struct lw_collection *out, struct lw_error *err) {
    count(&counts.text_read);
    return lw_flow_kind.level->formats[0].read(game, text, len, out, err);
}

static lw_status write_pack(const struct lw_game *game, const struct lw_collection *set,
                            struct lw_buffer *out, struct lw_error *err) {
    count(&counts.text_written);
    return lw_flow_kind.level->formats[0].write(game, set, out, err);
}

const struct lw_game_kind *const *__real_lw_game_kinds(void);
const struct lw_game_kind *const *__wrap_lw_game_kinds(void);
const struct lw_game_kind *__wrap_lw_game_kind_find(const char *name);
lw_status __real_lw_json_read(struct lw_arena *arena, const char *text, size_t len,
                              struct lw_json **out, struct lw_error *err);
lw_status __wrap_lw_json_read(struct lw_arena *arena, const char *text, size_t len,
                              struct lw_json **out, struct lw_error *err);

const struct lw_game_kind *const *__wrap_lw_game_kinds(void) {
    return kinds;
}

const struct lw_game_kind *__wrap_lw_game_kind_find(const char *name) {
    for (size_t i = 0; kinds[i] != NULL; i++) {
        if (strcmp(kinds[i]->name, name) == 0) {
            return kinds[i];
        }
    }
    return NULL;
}

lw_status __wrap_lw_json_read(struct lw_arena *arena, const char *text, size_t len,
                              struct lw_json **out, struct lw_error *err) {
    count(&counts.json_read);
    return __real_lw_json_read(arena, text, len, out, err);
}

static void make_kinds(void) {
    const struct lw_game_kind *const *real = __real_lw_game_kinds();
    game_ops = *lw_flow_kind.game;
    game_ops.create = create;
    feature_ops = *lw_flow_kind.features;
    feature_ops.compute = compute;
    level_ops = *lw_flow_kind.level;
    assert_true(level_ops.n_formats <= sizeof formats / sizeof *formats);
    memcpy(formats, level_ops.formats, level_ops.n_formats * sizeof *formats);
    formats[0].read = read_pack;
    formats[0].write = write_pack;
    level_ops.formats = formats;
    level_ops.canonical = canonical;
    counting = lw_flow_kind;
    counting.game = &game_ops;
    counting.level = &level_ops;
    counting.features = &feature_ops;
    for (size_t i = 0; real[i] != NULL; i++) {
        assert_true(i + 1 < sizeof kinds / sizeof *kinds);
        kinds[i] = real[i] == &lw_flow_kind ? &counting : real[i];
    }
}

/* The server. */

static void wait_for_job(struct app *app, const char *id) {
    struct lw_store_job job = {.state = LW_JOB_QUEUED};
    struct lw_arena arena;
    struct lw_error err;
    lw_arena_init(&arena, lw_alloc_libc());
    for (int i = 0; job.state == LW_JOB_QUEUED || job.state == LW_JOB_RUNNING; i++) {
        assert_true(i < 60000); /* twenty minutes: only a hang ends so */
        test_sleep_ms(20);
        struct lw_store *store = app_store(app);
        assert_int_equal(lw_store_job_get(store, id, &arena, &job, &err), LW_OK);
        app_give(app, store);
    }
    if (job.state != LW_JOB_DONE) {
        fail_msg("the job failed: %s", job.error);
    }
    lw_arena_free(&arena);
}

/* How often the level's id was made. */
static unsigned times_made(const char *id) {
    unsigned n = 0;
    for (unsigned i = 0; i < atomic_load(&counts.n_ids); i++) {
        char text[LW_STORE_ID_SIZE];
        lw_id128_text(counts.ids[i], text);
        n += strcmp(text, id) == 0;
    }
    return n;
}

/* Noon of the day that the levels are made for. */
#define DAY "2099-01-01"

static int64_t noon(void *ctx) {
    (void)ctx;
    return days_of(2099, 1, 1) * 86400000 + 12 * 3600000;
}

/* A page asks for the level with its rating; nothing is measured or read again. */
static void check_page(struct app *app, const char *id) {
    struct exchange exchange;
    struct lw_json *tree = NULL;
    char target[100];
    unsigned before = counts.json_read + counts.text_read + counts.text_written +
                      counts.created + counts.measured + counts.n_ids;
    (void)snprintf(target, sizeof target, "/api/v1/levels/%s", id);
    exchange_init(&exchange, app);
    exchange.is_local = true;
    exchange.request.method = HTTP_GET;
    exchange.request.target = target;
    exchange.request.host = "localhost";
    exchange.request.body = "";
    app_handle(&exchange);
    assert_int_equal(exchange.response.status, 200);
    assert_int_equal(counts.json_read + counts.text_read + counts.text_written +
                         counts.created + counts.measured + counts.n_ids,
                     before);
    const char *text = lw_buffer_text(&exchange.response.body);
    assert_int_equal(
        __real_lw_json_read(&exchange.arena, text, strlen(text), &tree, NULL), LW_OK);
    assert_true(lw_json_get(tree, "rating")->number >= 1);
    assert_int_equal(lw_json_get(tree, "calibrated")->type, LW_JSON_FALSE);
    assert_int_equal(lw_json_get(tree, "difficulty")->type, LW_JSON_NULL);
    exchange_free(&exchange);
}

static unsigned check_level(struct app *app, const struct lw_store_level *level) {
    struct lw_arena arena;
    struct lw_error err;
    struct lw_store_feature_list features;
    struct lw_store_rating_list ratings;
    struct lw_store_solution_list solutions;
    lw_arena_init(&arena, lw_alloc_libc());
    struct lw_store *store = app_store(app);
    assert_int_equal(lw_store_features_get(store, level->id, &arena, &features, &err),
                     LW_OK);
    assert_int_equal(lw_store_rating_list(store, level->id, &arena, &ratings, &err),
                     LW_OK);
    assert_int_equal(lw_store_solution_list(store, level->id, &arena, &solutions, &err),
                     LW_OK);
    app_give(app, store);
    assert_true(features.n >= lw_flow_kind.features->n_features / 2);
    assert_int_equal(ratings.n, 1);
    assert_true(ratings.ratings[0].value == level->percentile);
    assert_int_equal(solutions.n, 1);
    if (strcmp(level->sealed, DAY) == 0) { /* the others are in reserve */
        check_page(app, level->id);
    }
    lw_arena_free(&arena);
    return times_made(level->id);
}

static void print_row(const char *what, unsigned n, unsigned most) {
    print_message("%-28s %8.2f %8u\n", what, (double)n / N_LEVELS, most);
    /* A job that its clock ends has begun at most one level more than it keeps. */
    assert_true(n <= most * N_LEVELS);
}

static void make_a_day(struct app *app) {
    char id[LW_STORE_ID_SIZE];
    struct lw_error err;
    struct lw_store_job_request job = {
        .kind = "daily",
        .request = "{\"game\":\"flow\",\"band\":\"easy\",\"date\":\"" DAY "\","
                   "\"try\":0}",
        .owner = "daily"};
    atomic_store(&counts.on, true);
    struct lw_store *store = app_store(app);
    assert_int_equal(lw_store_job_enqueue(store, &job, app_now_ms(app), id, &err), LW_OK);
    app_give(app, store);
    jobs_wake(app->jobs);
    wait_for_job(app, id);
}

/* With a key drawn by chance the day's levels are others in each run, and now and then
 * one of them stands among the shipped ones already, turned. */
static void keep_seed_key(const char *db) {
    struct lw_store *store = NULL;
    struct lw_error err;
    assert_int_equal(lw_store_open(db, NULL, &store, &err), LW_OK);
    assert_int_equal(lw_store_setting_put(store, SEED_KEY_SETTING,
                                          "00112233445566778899aabbccddeeff"
                                          "00112233445566778899aabbccddeeff",
                                          0, &err),
                     LW_OK);
    lw_store_close(store);
}

static void a_level_is_made_and_kept_once(void **state) {
    (void)state;
    char folder[] = "/tmp/lw-once-XXXXXX", db[60], command[80];
    struct lw_error err;
    struct app *app = NULL;
    struct lw_arena arena;
    struct lw_store_level_list list;
    struct lw_store_filter made = {.game = "flow", .method = "paths"};
    assert_non_null(mkdtemp(folder));
    (void)snprintf(db, sizeof db, "%s/store.db", folder);
    struct lw_server_config config = {
        .db = db, .n_workers = 1, .timezone = "UTC", .now_ms = noon};
    lw_arena_init(&arena, lw_alloc_libc());
    keep_seed_key(db);
    assert_int_equal(app_open(&config, 4, &app, &err), LW_OK);
    assert_int_equal(jobs_create(app, &app->jobs, &err), LW_OK);
    make_a_day(app);
    struct lw_store *store = app_whole_store(app);
    assert_int_equal(lw_store_level_list(store, &made, &arena, &list, &err), LW_OK);
    app_give(app, store);
    assert_in_range(list.n, 1, N_LEVELS);
    print_message("%-28s %8s %8s\n", "of one stored level", "times", "at most");
    print_row("parsed as JSON", counts.json_read, 1);
    print_row("read as text", counts.text_read, 1);
    print_row("written as text", counts.text_written, 2);
    print_row("features measured, and kept", counts.measured, 1);
    print_message("%-28s %8u %8u\n", "its game created, by a job", counts.created, 1);
    assert_int_equal(counts.created, 1);
    unsigned n_ids = 0;
    for (size_t i = 0; i < list.n; i++) {
        n_ids += check_level(app, &list.levels[i]);
    }
    print_row("given its canonical id", n_ids, 1);
    jobs_destroy(app->jobs);
    app_close(app);
    lw_arena_free(&arena);
    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
    (void)!system(command);
}

int main(void) {
    make_kinds();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_is_made_and_kept_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
