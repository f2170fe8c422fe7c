/* The queue of jobs: who may have a job, and who may end it. Every test runs on SQLite
 * and on PostgreSQL. */
#include "store_test_support.h"

#include <pthread.h>
#include <stdatomic.h>

#include "test_size.h"

static const struct lw_store_job_request twice = {
    .kind = "solve", .request = "{}", .max_tries = 2};

/* Leases the next job of any kind to the worker for 50 ms. */
static bool take(struct test_env *env, const char *worker, int64_t now_ms,
                 struct lw_store_job *job) {
    struct lw_store_lease_request request = {
        .worker = worker, .now_ms = now_ms, .lease_ms = 50};
    bool found;
    OK(env,
       lw_store_job_lease(env->store, &request, &env->arena, job, &found, &env->err));
    return found;
}

static void test_jobs(void **state) {
    struct test_env *env = *state;
    struct lw_store *store = env->store;
    char first[LW_STORE_ID_SIZE];
    char urgent[LW_STORE_ID_SIZE];
    struct lw_store_job_request request = twice;
    OK(env, lw_store_job_enqueue(store, &request, 10, first, &env->err));
    request.priority = 5;
    OK(env, lw_store_job_enqueue(store, &request, 11, urgent, &env->err));
    struct lw_store_job job;
    bool found;
    struct lw_store_lease_request other = {
        .worker = "w", .kind = "generate", .now_ms = 20, .lease_ms = 100};
    OK(env, lw_store_job_lease(store, &other, &env->arena, &job, &found, &env->err));
    assert_false(found);
    assert_true(take(env, "w", 20, &job));
    assert_string_equal(job.id, urgent);
    assert_int_equal(job.tries, 1);
    bool go_on;
    struct lw_store_lease mine = lw_store_lease_of(&job);
    struct lw_store_lease thief = mine;
    thief.worker = "thief";
    OK(env, lw_store_job_progress(
                store, &mine,
                &(struct lw_store_renewal){
                    .now_ms = 30, .lease_ms = 100, .progress = 0.5, .note = "{\"n\":1}"},
                &go_on, &env->err));
    assert_true(go_on);
    OK(env, lw_store_job_progress(store, &thief,
                                  &(struct lw_store_renewal){
                                      .now_ms = 30, .lease_ms = 100, .progress = 0.5},
                                  &go_on, &env->err));
    assert_false(go_on);
    IS(LW_NOT_FOUND, lw_store_job_finish(store, &thief, "{}", 40, &env->err));
    OK(env, lw_store_job_finish(store, &mine, "{\"ok\":1}", 40, &env->err));
    OK(env, lw_store_job_get(store, urgent, &env->arena, &job, &env->err));
    assert_int_equal(job.state, LW_JOB_DONE);
    assert_string_equal(job.note, "{\"n\":1}");
    IS(LW_EXISTS, lw_store_job_cancel(store, urgent, 50, &env->err));
    IS(LW_NOT_FOUND, lw_store_job_cancel(store, "nope", 50, &env->err));
    request.id = urgent;
    IS(LW_EXISTS, lw_store_job_enqueue(store, &request, 60, first, &env->err));
    request.id = "4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b";
    OK(env, lw_store_job_enqueue(store, &request, 60, first, &env->err));
    assert_string_equal(first, request.id);
}

/* A worker that dies: its lease ends, the job is given again, then fails. */
static void test_jobs_of_dead_workers(void **state) {
    struct test_env *env = *state;
    struct lw_store *store = env->store;
    char first[LW_STORE_ID_SIZE];
    struct lw_store_job job;
    OK(env, lw_store_job_enqueue(store, &twice, 10, first, &env->err));
    assert_true(take(env, "a", 100, &job));
    size_t n_queued;
    size_t n_failed;
    OK(env, lw_store_jobs_requeue(store, NULL, 120, &n_queued, &n_failed, &env->err));
    assert_int_equal(n_queued + n_failed, 0);
    OK(env, lw_store_jobs_requeue(store, "a", 120, &n_queued, &n_failed, &env->err));
    assert_int_equal(n_queued, 1);
    assert_true(take(env, "b", 200, &job));
    assert_int_equal(job.tries, 2);
    /* Whoever looks for work next sees to it: no start of a server is needed. */
    assert_false(take(env, "c", 300, &job));
    OK(env, lw_store_job_get(store, first, &env->arena, &job, &env->err));
    assert_int_equal(job.state, LW_JOB_FAILED);
    assert_int_equal(job.ended_ms, 300);
    assert_true(strlen(job.error) > 0);
}

/* A worker that was cut off for longer than its lease, and then comes back: it can store
 * nothing of the job, even when the next worker has the same name. */
static void test_lost_lease(void **state) {
    struct test_env *env = *state;
    struct lw_store *store = env->store;
    char id[LW_STORE_ID_SIZE];
    struct lw_store_job job;
    bool go_on;
    OK(env, lw_store_job_enqueue(store, &twice, 10, id, &env->err));
    assert_true(take(env, "w", 100, &job));
    struct lw_store_lease lost = lw_store_lease_of(&job);
    assert_true(take(env, "w", 200, &job));
    assert_string_equal(job.id, id);
    struct lw_store_lease held = lw_store_lease_of(&job);
    OK(env, lw_store_job_progress(
                store, &lost,
                &(struct lw_store_renewal){
                    .now_ms = 210, .lease_ms = 50, .progress = 0.5, .note = "{}"},
                &go_on, &env->err));
    assert_false(go_on);
    IS(LW_NOT_FOUND, lw_store_job_finish(store, &lost, "{\"old\":1}", 210, &env->err));
    IS(LW_NOT_FOUND, lw_store_job_fail(store, &lost, "x", true, 210, &env->err));
    IS(LW_NOT_FOUND, lw_store_job_release(store, &lost, &env->err));
    OK(env, lw_store_job_finish(store, &held, "{\"new\":1}", 220, &env->err));
    OK(env, lw_store_job_get(store, id, &env->arena, &job, &env->err));
    assert_string_equal(job.result, "{\"new\":1}");
}

/* What a process works on is not given to the same process again, however late it comes
 * to renew; what it has forgotten is. */
static void test_held_jobs(void **state) {
    struct test_env *env = *state;
    struct lw_store *store = env->store;
    char ids[2][LW_STORE_ID_SIZE];
    struct lw_store_job jobs[2];
    for (int i = 0; i < 2; i++) {
        OK(env, lw_store_job_enqueue(store, &twice, i, ids[i], &env->err));
        assert_true(take(env, "w", 100, &jobs[i]));
    }
    struct lw_store_lease held = lw_store_lease_of(&jobs[0]);
    struct lw_store_lease_request request = {
        .worker = "v", .now_ms = 900, .lease_ms = 50, .held = &held, .n_held = 1};
    struct lw_store_job job;
    bool found;
    OK(env, lw_store_job_lease(store, &request, &env->arena, &job, &found, &env->err));
    assert_true(found);
    assert_string_equal(job.id, ids[1]);
    OK(env, lw_store_job_lease(store, &request, &env->arena, &job, &found, &env->err));
    assert_false(found);
    OK(env, lw_store_job_get(store, ids[0], &env->arena, &job, &env->err));
    assert_int_equal(job.tries, 1);
    assert_int_equal(job.lease_until_ms, 950);
    OK(env, lw_store_job_finish(store, &held, "{}", 920, &env->err));
}

/* A worker that ends gives the job back, which costs it no try. */
static void test_released_jobs(void **state) {
    struct test_env *env = *state;
    char id[LW_STORE_ID_SIZE];
    struct lw_store_job job;
    OK(env, lw_store_job_enqueue(env->store, &twice, 10, id, &env->err));
    for (int i = 0; i < 5; i++) {
        assert_true(take(env, "w", 100, &job));
        struct lw_store_lease lease = lw_store_lease_of(&job);
        OK(env, lw_store_job_release(env->store, &lease, &env->err));
    }
    for (int i = 0; i < 2; i++) {
        assert_true(take(env, "w", 100, &job));
        struct lw_store_lease lease = lw_store_lease_of(&job);
        OK(env, lw_store_job_fail(env->store, &lease, "x", true, 110, &env->err));
    }
    assert_false(take(env, "w", 100, &job));
}

static void test_jobs_that_end_badly(void **state) {
    struct test_env *env = *state;
    struct lw_store *store = env->store;
    char third[LW_STORE_ID_SIZE];
    struct lw_store_job job;
    bool go_on;
    /* Failing with and without another try. */
    OK(env, lw_store_job_enqueue(store, &twice, 400, third, &env->err));
    for (int i = 0; i < 2; i++) {
        assert_true(take(env, "c", 400, &job));
        struct lw_store_lease lease = lw_store_lease_of(&job);
        OK(env, lw_store_job_fail(store, &lease, "it broke", true, 410, &env->err));
    }
    OK(env, lw_store_job_get(store, third, &env->arena, &job, &env->err));
    assert_int_equal(job.state, LW_JOB_FAILED);
    assert_string_equal(job.error, "it broke");
    /* Cancelling a running one tells its worker. */
    char fourth[LW_STORE_ID_SIZE];
    OK(env, lw_store_job_enqueue(store, &twice, 500, fourth, &env->err));
    assert_true(take(env, "d", 500, &job));
    struct lw_store_lease lease = lw_store_lease_of(&job);
    OK(env, lw_store_job_cancel(store, fourth, 510, &env->err));
    OK(env,
       lw_store_job_progress(store, &lease,
                             &(struct lw_store_renewal){
                                 .now_ms = 520, .lease_ms = 50, .progress = (double)NAN},
                             &go_on, &env->err));
    assert_false(go_on);
    size_t counts[LW_JOB_STATE_COUNT] = {0};
    struct lw_store_job_list list;
    OK(env, lw_store_job_list(store, NULL, (struct lw_store_page){0, 100}, &env->arena,
                              &list, &env->err));
    for (size_t i = 0; i < list.n; i++) {
        counts[list.jobs[i].state]++;
    }
    assert_int_equal(counts[LW_JOB_DONE], 0);
    assert_int_equal(counts[LW_JOB_FAILED], 1);
    assert_int_equal(counts[LW_JOB_CANCELLED], 1);
    OK(env, lw_store_job_list(store, NULL, (struct lw_store_page){0, 2}, &env->arena,
                              &list, &env->err));
    assert_int_equal(list.n, 2);
    assert_string_equal(list.jobs[0].id, fourth);
    assert_string_equal(list.jobs[1].id, third);
}

static void ask(struct test_env *env, const char *owner, const char *client,
                double seconds, int64_t now_ms, char id[LW_STORE_ID_SIZE]) {
    struct lw_store_job_request request = {.kind = "solve",
                                           .request = "{}",
                                           .owner = owner,
                                           .client = client,
                                           .seconds = seconds};
    OK(env, lw_store_job_enqueue(env->store, &request, now_ms, id, &env->err));
}

static bool take_fairly(struct test_env *env, int64_t now_ms, struct lw_store_job *job) {
    static const char *const kinds[] = {"generate", "solve", NULL};
    struct lw_store_lease_request request = {.worker = "w",
                                             .kinds = kinds,
                                             .now_ms = now_ms,
                                             .lease_ms = 1000000000,
                                             .max_running = 2};
    bool found;
    OK(env,
       lw_store_job_lease(env->store, &request, &env->arena, job, &found, &env->err));
    return found;
}

/* One who asked for much does not have all workers, nor many players of one address; a
 * short job overtakes a long one, until that has waited for as long. */
static void test_fair_queue(void **state) {
    struct test_env *env = *state;
    char a[4][LW_STORE_ID_SIZE];
    char b[LW_STORE_ID_SIZE];
    char c[LW_STORE_ID_SIZE];
    char d[LW_STORE_ID_SIZE];
    struct lw_store_job job;
    for (int i = 0; i < 4; i++) {
        ask(env, "a", "here", 600, 1000 + i, a[i]);
    }
    ask(env, "b", "here", 1, 2000, b);
    ask(env, "c", "there", 600, 3000, c);
    assert_true(take_fairly(env, 4000, &job));
    assert_string_equal(job.id, b);
    assert_true(take_fairly(env, 4000, &job));
    assert_string_equal(job.id, c);
    assert_true(take_fairly(env, 4000, &job));
    assert_string_equal(job.id, a[0]);
    assert_false(take_fairly(env, 4000, &job)); /* two of "here" run */
    ask(env, "d", "elsewhere", 600, 5000, d);
    assert_true(take_fairly(env, 6000, &job));
    assert_string_equal(job.id, d);
    char late[LW_STORE_ID_SIZE];
    char early[LW_STORE_ID_SIZE];
    ask(env, "e", "far", 600, 10000, early);
    ask(env, "f", "away", 1, 700000, late);
    assert_true(take_fairly(env, 800000, &job));
    assert_string_equal(job.id, early);
}

/* Two servers on one database: what one runs of a player fills no share at the other. */
static void test_shares_of_two_servers(void **state) {
    struct test_env *env = *state;
    char id[LW_STORE_ID_SIZE];
    struct lw_store_job job;
    struct lw_store_lease_request request = {.worker = "one/1/0",
                                             .workers = "one/1/%",
                                             .now_ms = 2000,
                                             .lease_ms = 1000000,
                                             .max_running = 1};
    bool found;
    for (int i = 0; i < 3; i++) {
        ask(env, "a", "here", 1, 1000 + i, id);
    }
    OK(env,
       lw_store_job_lease(env->store, &request, &env->arena, &job, &found, &env->err));
    assert_true(found);
    OK(env,
       lw_store_job_lease(env->store, &request, &env->arena, &job, &found, &env->err));
    assert_false(found);
    request.worker = "one/2/0";
    request.workers = "one/2/%";
    OK(env,
       lw_store_job_lease(env->store, &request, &env->arena, &job, &found, &env->err));
    assert_true(found);
}

/* What has ended long ago is counted for nobody, however much there is of it. */
static void test_open_jobs_are_bounded(void **state) {
    struct test_env *env = *state;
    struct lw_store_job job;
    char id[LW_STORE_ID_SIZE];
    struct lw_store_job_request request = {.kind = "solve",
                                           .request = "{}",
                                           .owner = "a",
                                           .client = "here",
                                           .max_owner = 2,
                                           .max_client = 3,
                                           .max_all = 4};
    OK(env, lw_store_job_enqueue(env->store, &request, 1, id, &env->err));
    for (int i = 0; i < 60; i++) {
        OK(env, lw_store_job_enqueue(env->store, &request, 2 + i, id, &env->err));
        OK(env, lw_store_job_cancel(env->store, id, 2 + i, &env->err));
    }
    OK(env, lw_store_job_enqueue(env->store, &request, 100, id, &env->err));
    IS(LW_LIMIT, lw_store_job_enqueue(env->store, &request, 100, id, &env->err));
    assert_non_null(strstr(env->err.text, "You have 2 jobs"));
    request.owner = "b";
    OK(env, lw_store_job_enqueue(env->store, &request, 100, id, &env->err));
    IS(LW_LIMIT, lw_store_job_enqueue(env->store, &request, 100, id, &env->err));
    assert_non_null(strstr(env->err.text, "Your address has 3"));
    request.client = NULL;
    OK(env, lw_store_job_enqueue(env->store, &request, 100, id, &env->err));
    request.owner = "c";
    IS(LW_BUSY, lw_store_job_enqueue(env->store, &request, 100, id, &env->err));
    size_t n;
    OK(env, lw_store_jobs_prune(env->store, 32, 1000, &n, &env->err));
    assert_int_equal(n, 30);
    OK(env, lw_store_jobs_prune(env->store, 1000, 20, &n, &env->err));
    assert_int_equal(n, 20);
    struct lw_store_job_list list;
    OK(env, lw_store_job_list(env->store, "a", (struct lw_store_page){0, 100},
                              &env->arena, &list, &env->err));
    assert_int_equal(list.n, 12);
    assert_true(take(env, "w", 200, &job));
}

/* What an ended job keeps of a long request tells it from another, and no more. */
static void test_requests_of_ended_jobs(void **state) {
    struct test_env *env = *state;
    struct lw_store *store = env->store;
    enum { FINISHED, FAILED, CANCELLED, RETRIED, SHORT, COUNT };
    char id[LW_STORE_ID_SIZE];
    char text[5000];
    struct lw_store_job job;
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    struct lw_store_job_request request = twice;
    for (int i = 0; i < COUNT; i++) {
        request.request = i == SHORT ? "{}" : text;
        OK(env, lw_store_job_enqueue(store, &request, 10 + i, id, &env->err));
        if (i == CANCELLED) {
            OK(env, lw_store_job_cancel(store, id, 20, &env->err));
        } else {
            assert_true(take(env, "w", 20, &job));
            assert_string_equal(job.request, request.request);
            struct lw_store_lease mine = lw_store_lease_of(&job);
            if (i == FINISHED || i == SHORT) {
                OK(env, lw_store_job_finish(store, &mine, "{}", 30, &env->err));
            } else {
                OK(env,
                   lw_store_job_fail(store, &mine, "no", i == RETRIED, 30, &env->err));
            }
        }
        OK(env, lw_store_job_get(store, id, &env->arena, &job, &env->err));
        bool is_whole = i == RETRIED || i == SHORT;
        assert_int_equal(strcmp(job.request, request.request) == 0, is_whole);
        assert_true(is_whole || strlen(job.request) < 100);
        assert_true(lw_store_job_is_of(&job, request.request));
        assert_false(lw_store_job_is_of(&job, "{\"other\":1}"));
        assert_false(lw_store_job_is_of(&job, text + 1));
        if (i == RETRIED) {
            OK(env, lw_store_job_cancel(store, id, 40, &env->err));
        }
    }
}

struct ender {
    struct lw_store *store;
    atomic_bool ends;
};

static void *end_jobs(void *ctx) {
    struct ender *ender = ctx;
    while (!atomic_load(&ender->ends)) {
        struct lw_error err;
        struct lw_arena arena;
        struct lw_store_job_list list = {0};
        lw_arena_init(&arena, lw_alloc_libc());
        if (lw_store_job_list(ender->store, "me", (struct lw_store_page){0, 1}, &arena,
                              &list, &err) == LW_OK &&
            list.n > 0) {
            (void)!lw_store_job_cancel(ender->store, list.jobs[0].id, 1, &err);
        }
        lw_arena_free(&arena);
    }
    return NULL;
}

/* A bound that is gone again when it should be named is no full queue. */
static void test_bound_goes(void **state) {
    struct test_env *env = *state;
    struct ender ender = {.ends = false};
    struct lw_store_job_request request = {
        .kind = "solve", .request = "{}", .owner = "me", .max_owner = 1, .max_all = 1000};
    pthread_t thread;
    OK(env, lw_store_open(env->url, NULL, &ender.store, &env->err));
    assert_int_equal(pthread_create(&thread, NULL, end_jobs, &ender), 0);
    for (size_t i = 0; i < test_size(1500, 200); i++) {
        char id[LW_STORE_ID_SIZE];
        struct lw_error err = {0};
        lw_status status =
            lw_store_job_enqueue(env->store, &request, (int64_t)i, id, &err);
        if (status != LW_OK && status != LW_LIMIT) {
            fail_msg("try %zu: %s", i, err.text);
        }
    }
    atomic_store(&ender.ends, true);
    assert_int_equal(pthread_join(thread, NULL), 0);
    lw_store_close(ender.store);
}

struct asker {
    const char *url, *owner;
    lw_status status;
    struct lw_error err;
};

static void *ask_for_job(void *ctx) {
    struct asker *asker = ctx;
    struct lw_store *store;
    char id[LW_STORE_ID_SIZE];
    const struct lw_store_options patient = {.busy_ms = 60000};
    const struct lw_store_job_request request = {
        .kind = "solve", .request = "{}", .owner = asker->owner};
    asker->status = lw_store_open(asker->url, &patient, &store, &asker->err);
    if (asker->status == LW_OK) {
        asker->status = lw_store_job_enqueue(store, &request, 5, id, &asker->err);
        lw_store_close(store);
    }
    return NULL;
}

/* Somebody's large pack is being stored: their next job waits for it, and nobody else's.
 */
static void test_only_ones_own_wait(void **state) {
    struct test_env *env = *state;
    struct test_player a = test_new_player(env, 1);
    struct test_player b = test_new_player(env, 2);
    struct asker asker = {.url = env->url, .owner = a.id};
    const struct lw_store_job_request other = {
        .kind = "solve", .request = "{}", .owner = b.id};
    char id[LW_STORE_ID_SIZE];
    struct lw_store *third;
    pthread_t thread;
    if (!env->postgres) {
        skip(); /* one writes at a time there */
    }
    OK(env, lw_store_open(env->url, &(struct lw_store_options){.busy_ms = 3000}, &third,
                          &env->err));
    OK(env, sql_begin(env->store->sql, &env->err));
    OK(env, lw_store_player_hold(env->store, a.id, &env->err));
    assert_int_equal(pthread_create(&thread, NULL, ask_for_job, &asker), 0);
    test_wait_for_waiter(env);
    lw_status status = lw_store_job_enqueue(third, &other, 6, id, &env->err);
    OK(env, sql_end(env->store->sql, LW_OK, &env->err));
    assert_int_equal(pthread_join(thread, NULL), 0);
    lw_store_close(third);
    assert_int_equal(status, LW_OK);
    assert_int_equal(asker.status, LW_OK);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, test_begin, test_end)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(test_bound_goes),
        EACH(test_jobs),
        EACH(test_jobs_of_dead_workers),
        EACH(test_lost_lease),
        EACH(test_held_jobs),
        EACH(test_released_jobs),
        EACH(test_jobs_that_end_badly),
        EACH(test_fair_queue),
        EACH(test_shares_of_two_servers),
        EACH(test_open_jobs_are_bounded),
        EACH(test_requests_of_ended_jobs),
        EACH(test_only_ones_own_wait),
    };
    int failed = cmocka_run_group_tests_name("jobs on SQLite", tests, test_group_sqlite,
                                             test_group_end);
    if (test_have_postgres()) {
        failed += cmocka_run_group_tests_name("jobs on PostgreSQL", tests,
                                              test_group_postgres, test_group_end);
    }
    return failed;
}
