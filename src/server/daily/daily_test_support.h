/* For tests of the level of the day: a server without its sockets, under a clock that the
 * test moves. */
#ifndef DAILY_TEST_SUPPORT_H
#define DAILY_TEST_SUPPORT_H

#include "postgres_fixture.h"

#include <stdatomic.h>

#include "app_open.h"
#include "daily/clock.h"
#include "daily/daily.h"
#include "http/exchange.h"
#include "jobs/jobs.h"
#include "levels/recipes.h"
#include "routes/route.h"
#include "scratch_folder.h"
#include "test_size.h"

#define SECOND_MS INT64_C(1000)
#define HOUR_MS (3600 * SECOND_MS)
#define DAY_MS (24 * HOUR_MS)

/* One server without its sockets: store, jobs, levels of the day. */
struct place {
    _Atomic int64_t now;
    double job_seconds; /* the most that a job may take; 0: as usual */
    struct lw_server_config config;
    struct app *app;
};

static inline int64_t read_clock(void *ctx) {
    struct place *place = ctx;
    return atomic_load(&place->now);
}

static inline void open_place(struct place *place, const char *db, const char *timezone,
                              uint32_t n_workers) {
    struct lw_error err;
    place->config = (struct lw_server_config){.db = db,
                                              .n_workers = n_workers,
                                              .timezone = timezone,
                                              .job_seconds = place->job_seconds,
                                              .now_ms = read_clock,
                                              .now_ctx = place};
    lw_status status = app_open(&place->config, 4, &place->app, &err);
    if (status == LW_OK && n_workers != UINT32_MAX) {
        status = jobs_create(place->app, &place->app->jobs, &err);
    }
    if (status != LW_OK) {
        fail_msg("%s", err.text);
    }
}

static inline void close_place(struct place *place) {
    jobs_destroy(place->app->jobs);
    app_close(place->app);
}

static inline int64_t utc(int year, int month, int day, int hour) {
    return days_of(year, month, day) * DAY_MS + hour * HOUR_MS;
}

/* What the interface answers. */
struct day {
    unsigned status;
    char date[11], level[LW_STORE_ID_SIZE], next[40], zone[64];
    int number;
    bool reserve;
};

static inline void copy_text(const struct lw_json *tree, const char *key, char *out,
                             size_t size) {
    const struct lw_json *value = lw_json_get(tree, key);
    assert_non_null(value);
    assert_int_equal(value->type, LW_JSON_TEXT);
    (void)snprintf(out, size, "%s", value->text);
}

static inline void begin_ask(struct place *place, struct exchange *exchange,
                             const char *target) {
    exchange_init(exchange, place->app);
    exchange->is_local = true;
    exchange->request.method = HTTP_GET;
    exchange->request.target = target;
    exchange->request.host = "localhost";
    exchange->request.body = "";
    app_handle(exchange);
}

static inline const struct lw_json *reply_tree(struct exchange *exchange) {
    struct lw_error err;
    struct lw_json *tree = NULL;
    const struct http_shared *shared = exchange->response.shared;
    const char *text =
        shared != NULL ? shared->bytes : lw_buffer_text(&exchange->response.body);
    assert_int_equal(lw_json_read(&exchange->arena, text, strlen(text), &tree, &err),
                     LW_OK);
    return tree;
}

static inline struct day ask(struct place *place, const char *game,
                             const char *difficulty, const char *more) {
    struct exchange exchange;
    struct day day = {0};
    char target[200];
    (void)snprintf(target, sizeof target, "/api/v1/daily?game=%s&difficulty=%s%s", game,
                   difficulty, more);
    begin_ask(place, &exchange, target);
    day.status = exchange.response.status;
    if (day.status == 200) {
        const struct lw_json *tree = reply_tree(&exchange);
        copy_text(tree, "date", day.date, sizeof day.date);
        copy_text(tree, "next", day.next, sizeof day.next);
        copy_text(tree, "timezone", day.zone, sizeof day.zone);
        copy_text(lw_json_get(tree, "level"), "id", day.level, sizeof day.level);
        day.number = (int)lw_json_get(tree, "number")->number;
        day.reserve = lw_json_get(tree, "reserve")->type == LW_JSON_TRUE;
    }
    exchange_free(&exchange);
    return day;
}

/* In any of the states, a bit each. */
static inline size_t count_jobs(struct place *place, unsigned states) {
    struct lw_error err;
    struct lw_arena arena;
    struct lw_store_job_list list;
    size_t n = 0;
    lw_arena_init(&arena, lw_alloc_libc());
    struct lw_store *store = app_store(place->app);
    assert_int_equal(lw_store_job_list(store, NULL, (struct lw_store_page){0, 10000},
                                       &arena, &list, &err),
                     LW_OK);
    app_give(place->app, store);
    for (size_t i = 0; i < list.n; i++) {
        n += states >> list.jobs[i].state & 1;
    }
    lw_arena_free(&arena);
    return n;
}

static inline size_t count_open_jobs(struct place *place) {
    return count_jobs(place, 1u << LW_JOB_QUEUED | 1u << LW_JOB_RUNNING);
}

static inline void wait_for_a_running_job(struct place *place) {
    for (int i = 0; count_jobs(place, 1u << LW_JOB_RUNNING) == 0; i++) {
        assert_true(i < 60000); /* minutes: only a hang ends so */
        test_sleep_ms(5);
    }
}

static inline void wait_for_jobs(struct place *place) {
    for (int i = 0; count_open_jobs(place) > 0; i++) {
        assert_true(i < 60000); /* twenty minutes: only a hang ends so */
        test_sleep_ms(20);
    }
}

static inline void say_finding(void *ctx, const char *sentence) {
    (void)ctx;
    print_message("%s\n", sentence);
}

/* The store's own check: numbers without gaps, ids that fit, solutions that replay. */
static inline void check_store(struct place *place) {
    struct lw_error err;
    struct lw_store_checked checked;
    struct lw_store *store = app_whole_store(place->app);
    assert_int_equal(lw_store_check(store, say_finding, NULL, &checked, &err), LW_OK);
    app_give(place->app, store);
    assert_int_equal(checked.n_findings, 0);
}

/* Files. */

struct files {
    char dir[70], db[80];
};

static inline void make_files(struct files *files) {
    assert_non_null(scratch_folder(files->dir, sizeof files->dir, "daily"));
    (void)snprintf(files->db, sizeof files->db, "%.69s/store.db", files->dir);
}

static inline void remove_files(const struct files *files) {
    char command[100];
    (void)snprintf(command, sizeof command, "rm -rf '%.69s'", files->dir);
    (void)!system(command);
}

/* On a PostgreSQL server of its own, where the machine has the program. */
static inline void on_own_postgres(void (*run)(const char *url)) {
    struct scratch_postgres at = {.pid = 0};
    struct files files;
    if (!test_have_postgres()) {
        return;
    }
    make_files(&files);
    (void)snprintf(at.dir, sizeof at.dir, "%s", files.dir);
    assert_true(scratch_start(&at, false));
    run(at.url);
    scratch_stop(&at);
    remove_files(&files);
}

/* One request; its answer lives until the exchange is freed. */
struct asked {
    enum http_method method;
    const char *target, *who, *body; /* who: the header, or NULL */
    uint64_t client;                 /* whose address; 0: this machine */
};

static inline unsigned send(struct place *place, const struct asked *asked,
                            struct exchange *exchange) {
    exchange_init(exchange, place->app);
    exchange->is_local = asked->client == 0;
    exchange->client = asked->client;
    exchange->request.method = asked->method;
    exchange->request.target = asked->target;
    exchange->request.host = "localhost";
    exchange->request.authorization = asked->who;
    exchange->request.body = asked->body != NULL ? asked->body : "";
    exchange->request.body_len = strlen(exchange->request.body);
    exchange->request.content_type = asked->body != NULL ? "application/json" : NULL;
    app_handle(exchange);
    return exchange->response.status;
}

static inline unsigned status_of(struct place *place, struct asked asked) {
    struct exchange exchange;
    unsigned status = send(place, &asked, &exchange);
    exchange_free(&exchange);
    return status;
}

static inline void make_player(struct place *place, char header[100]) {
    struct lw_error err;
    char id[LW_STORE_ID_SIZE], key[LW_STORE_SECRET_SIZE];
    struct lw_store *store = app_store(place->app);
    assert_int_equal(lw_store_player_create(store, 1, id, key, &err), LW_OK);
    app_give(place->app, store);
    (void)snprintf(header, 100, "Player %s", key);
}

#endif
