/* Leases under a clock that the test moves: a job that runs is given to nobody else of
 * the same process, and a worker that lost its job stores nothing of it. The test is the
 * housekeeping: nothing is renewed unless it says so. */
#include "postgres_fixture.h"

#include <stdatomic.h>

#include "app_open.h"
#include "jobs/jobs_internal.h"
#include "scratch_folder.h"

#define LEASE_MS 20000
#define LEVEL "{\"call\":\"features\",\"text\":\"#####\\n#@$.#\\n#####\"}"
/* For so many seconds, unless it is stopped. */
#define MAKE                                                                             \
    "{\"call\":\"generate\",\"count\":1000,\"seconds\":%d,\"options\":{\"boxes\":3}}"

struct place {
    _Atomic int64_t now;
    struct lw_server_config config;
    struct app *app;
    struct lw_store *store; /* another program's */
    struct lw_arena arena;
    char url[300];
    struct scratch_postgres postgres; /* its pid 0: SQLite */
};

static int64_t read_clock(void *ctx) {
    struct place *place = ctx;
    return atomic_load(&place->now);
}

static void must(lw_status status, const struct lw_error *err) {
    if (status != LW_OK) {
        fail_msg("%s", err->text);
    }
}

static void open_place(struct place *place, uint32_t n_workers) {
    struct lw_error err;
    atomic_store(&place->now, INT64_C(1700000000000));
    lw_arena_init(&place->arena, lw_alloc_libc());
    place->config = (struct lw_server_config){.db = place->url,
                                              .n_workers = n_workers,
                                              .no_packs = true,
                                              .no_daily = true,
                                              .now_ms = read_clock,
                                              .now_ctx = place};
    must(app_open(&place->config, 4, &place->app, &err), &err);
    must(jobs_create(place->app, &place->app->jobs, &err), &err);
    must(lw_store_open(place->url, NULL, &place->store, &err), &err);
}

static void close_place(struct place *place) {
    jobs_destroy(place->app->jobs);
    app_close(place->app);
    lw_store_close(place->store);
    lw_arena_free(&place->arena);
}

static struct lw_store_job look(struct place *place, const char *id) {
    struct lw_error err;
    struct lw_store_job job;
    must(lw_store_job_get(place->store, id, &place->arena, &job, &err), &err);
    return job;
}

static void ask_for(struct place *place, const char *kind, const char *request,
                    char id[LW_STORE_ID_SIZE]) {
    struct lw_error err;
    struct lw_store_job_request row = {.kind = kind, .request = request};
    must(lw_store_job_enqueue(place->store, &row, read_clock(place), id, &err), &err);
    jobs_wake(place->app->jobs);
}

static void ask_for_levels(struct place *place, int seconds, char id[LW_STORE_ID_SIZE]) {
    char request[200];
    (void)snprintf(request, sizeof request, MAKE, seconds);
    ask_for(place, "generate", request, id);
}

static void wait_for(struct place *place, const char *id, enum lw_job_state state) {
    for (int i = 0; look(place, id).state != state; i++) {
        assert_true(i < 12000);
        test_sleep_ms(10);
    }
}

/* Another worker takes the job, whose lease has ended by now. False when the job itself
 * has ended before. */
static bool steal(struct place *place, const char *id, const char *worker,
                  struct lw_store_lease *lease) {
    struct lw_error err;
    struct lw_store_job job;
    bool found;
    atomic_fetch_add(&place->now, LEASE_MS + 1);
    struct lw_store_lease_request request = {
        .worker = worker, .now_ms = read_clock(place), .lease_ms = LEASE_MS};
    must(lw_store_job_lease(place->store, &request, &place->arena, &job, &found, &err),
         &err);
    if (!found) {
        return false;
    }
    assert_string_equal(job.id, id);
    assert_int_equal(job.tries, 2);
    *lease = lw_store_lease_of(&job);
    return true;
}

/* Has a job of the place's one worker, named as the worker itself, in another's hands. On
 * a busy machine it may end before that: then one that takes longer. */
static struct lw_store_lease lose_job(struct place *place, char id[LW_STORE_ID_SIZE]) {
    struct lw_store_lease lease;
    for (int seconds = 1; seconds < 100; seconds *= 2) {
        ask_for_levels(place, seconds, id);
        while (look(place, id).state == LW_JOB_QUEUED) {
            test_sleep_ms(10);
        }
        struct lw_store_job job = look(place, id);
        if (job.state == LW_JOB_RUNNING && steal(place, id, job.worker, &lease)) {
            return lease;
        }
    }
    fail_msg("no job runs for long enough");
    return lease;
}

/* A second worker of the process looks for work: it takes the other job, and not the one
 * that runs. Its lease is renewed by that unless the worker had read the clock before. */
static bool is_renewed(struct place *place, const char *busy) {
    char quick[LW_STORE_ID_SIZE];
    ask_for(place, "features", LEVEL, quick);
    wait_for(place, quick, LW_JOB_DONE);
    struct lw_store_job job = look(place, busy);
    assert_int_equal(job.state, LW_JOB_RUNNING);
    assert_int_equal(job.tries, 1);
    return job.lease_until_ms == read_clock(place) + LEASE_MS;
}

/* The lease ends while the job runs. */
static void test_own_job_is_not_taken(void **state) {
    struct place *place = *state;
    char busy[LW_STORE_ID_SIZE];
    open_place(place, 2);
    ask_for_levels(place, 500, busy);
    wait_for(place, busy, LW_JOB_RUNNING);
    for (int i = 0; i < 3; i++) {
        atomic_fetch_add(&place->now, LEASE_MS + 1);
        int n_looks = 1;
        while (!is_renewed(place, busy)) {
            assert_true(n_looks++ < 100);
        }
    }
    close_place(place);
}

/* Another worker, even one of the same name, has the job: what this one made of it is not
 * stored. */
static void test_lost_job_is_not_ended(void **state) {
    struct place *place = *state;
    char id[LW_STORE_ID_SIZE];
    char quick[LW_STORE_ID_SIZE];
    struct lw_error err;
    open_place(place, 1);
    struct lw_store_lease lease = lose_job(place, id);
    /* The one worker is free again when it has done this. */
    ask_for(place, "features", LEVEL, quick);
    wait_for(place, quick, LW_JOB_DONE);
    struct lw_store_job job = look(place, id);
    assert_int_equal(job.state, LW_JOB_RUNNING);
    assert_int_equal(job.tries, 2);
    must(lw_store_job_finish(place->store, &lease, "{\"other\":1}", 1, &err), &err);
    assert_string_equal(look(place, id).result, "{\"other\":1}");
    close_place(place);
}

/* It stops when it learns of it, long before its time is over. */
static void test_lost_job_stops(void **state) {
    struct place *place = *state;
    char id[LW_STORE_ID_SIZE];
    char quick[LW_STORE_ID_SIZE];
    open_place(place, 1);
    ask_for_levels(place, 500, id);
    wait_for(place, id, LW_JOB_RUNNING);
    struct lw_store_lease lease;
    assert_true(steal(place, id, "another", &lease));
    ask_for(place, "features", LEVEL, quick);
    for (int i = 0; look(place, quick).state != LW_JOB_DONE; i++) {
        assert_true(i < 12000);
        jobs_tick(place->app->jobs);
        test_sleep_ms(10);
    }
    struct lw_store_job job = look(place, id);
    assert_int_equal(job.state, LW_JOB_RUNNING);
    assert_string_equal(job.worker, "another");
    close_place(place);
    /* Nor does the end of the server give it back. */
    open_place(place, UINT32_MAX);
    assert_string_equal(look(place, id).worker, "another");
    close_place(place);
}

/* A job that does not heed its time is ended, with a reason. */
static void test_late_job_is_ended(void **state) {
    struct place *place = *state;
    char id[LW_STORE_ID_SIZE];
    open_place(place, 1);
    ask_for_levels(place, 500, id);
    wait_for(place, id, LW_JOB_RUNNING);
    place->app->config.job_seconds = -1e9; /* long ago, however long its grace */
    for (int i = 0; look(place, id).state != LW_JOB_FAILED; i++) {
        assert_true(i < 12000);
        jobs_tick(place->app->jobs);
        test_sleep_ms(10);
    }
    assert_non_null(strstr(look(place, id).error, "the most that a job may take here"));
    close_place(place);
}

/* A second server on the same database, in whatever process, leaves the first one's job
 * alone and works on another. */
static void test_second_server_leaves_it(void **state) {
    struct place *place = *state;
    struct lw_error err;
    struct app *second = NULL;
    char busy[LW_STORE_ID_SIZE];
    char quick[LW_STORE_ID_SIZE];
    open_place(place, 1);
    ask_for_levels(place, 500, busy);
    wait_for(place, busy, LW_JOB_RUNNING);
    struct lw_store_job before = look(place, busy);
    must(app_open(&place->config, 4, &second, &err), &err);
    must(jobs_create(second, &second->jobs, &err), &err);
    ask_for(place, "features", LEVEL, quick);
    wait_for(place, quick, LW_JOB_DONE);
    struct lw_store_job after = look(place, busy);
    assert_int_equal(after.state, LW_JOB_RUNNING);
    assert_int_equal(after.tries, 1);
    assert_string_equal(after.worker, before.worker);
    assert_string_not_equal(look(place, quick).worker, before.worker);
    jobs_destroy(second->jobs);
    app_close(second);
    assert_int_equal(look(place, busy).state, LW_JOB_RUNNING);
    close_place(place);
}

static void lease_to(struct place *place, const char *worker, const char *id) {
    struct lw_error err;
    struct lw_store_job job;
    bool found;
    struct lw_store_lease_request request = {
        .worker = worker, .now_ms = read_clock(place), .lease_ms = LEASE_MS};
    must(lw_store_job_lease(place->store, &request, &place->arena, &job, &found, &err),
         &err);
    assert_true(found);
    assert_string_equal(job.id, id);
}

/* Jobs of a process that has ended are taken up by the next start, before their leases
 * end; those of one that lives, or may live elsewhere, are not. */
static void test_left_jobs_are_taken_up(void **state) {
    struct place *place = *state;
    char ids[3][LW_STORE_ID_SIZE];
    char names[3][PROCESS_NAME_SIZE];
    char boot[40];
    unsigned long long space;
    unsigned long long number;
    process_name(names[0]);
    assert_int_equal(sscanf(names[0], "%39[^/]/%llu/%llu/", boot, &space, &number), 3);
    /* An earlier process of the same number. */
    (void)snprintf(names[1], sizeof names[1], "%s/%llu/%llu/1/0", boot, space, number);
    (void)snprintf(names[2], sizeof names[2], "elsewhere/%llu/1/1/0", space);
    open_place(place, UINT32_MAX);
    for (size_t i = 0; i < 3; i++) {
        ask_for(place, "features", LEVEL, ids[i]);
        lease_to(place, names[i], ids[i]);
    }
    close_place(place);
    open_place(place, 1);
    wait_for(place, ids[1], LW_JOB_DONE);
    assert_int_equal(look(place, ids[1]).tries, 2);
    for (size_t i = 0; i < 3; i += 2) {
        struct lw_store_job job = look(place, ids[i]);
        assert_int_equal(job.state, LW_JOB_RUNNING);
        assert_int_equal(job.tries, 1);
        assert_string_equal(job.worker, names[i]);
    }
    close_place(place);
}

/* A server that is stopped and started many times in one job: that is not the job's
 * fault, and it waits in the queue each time. */
static void test_stops_cost_no_try(void **state) {
    struct place *place = *state;
    char id[LW_STORE_ID_SIZE];
    for (int i = 0; i < 5; i++) {
        open_place(place, 1);
        if (i == 0) {
            ask_for_levels(place, 500, id);
        }
        wait_for(place, id, LW_JOB_RUNNING);
        close_place(place);
    }
    open_place(place, UINT32_MAX);
    struct lw_store_job job = look(place, id);
    assert_int_equal(job.state, LW_JOB_QUEUED);
    assert_int_equal(job.tries, 5);
    assert_int_equal(job.max_tries - job.tries, 3);
    close_place(place);
}

static int begin(void **state) {
    struct place *place = *state;
    char path[320];
    if (place->postgres.pid > 0) {
        PGconn *conn = PQconnectdb(place->url);
        PQclear(PQexec(conn, "SET client_min_messages = error;"
                             "DROP SCHEMA public CASCADE; CREATE SCHEMA public"));
        PQfinish(conn);
    } else {
        static const char *const endings[] = {"", "-wal", "-shm"};
        for (size_t i = 0; i < 3; i++) {
            (void)snprintf(path, sizeof path, "%s%s", place->url, endings[i]);
            (void)unlink(path);
        }
    }
    return 0;
}

static int start(void **state, bool postgres) {
    struct place *place = calloc(1, sizeof *place);
    assert_non_null(place);
    *state = place;
    assert_non_null(
        scratch_folder(place->postgres.dir, sizeof place->postgres.dir, "jobs"));
    if (postgres) {
        assert_true(scratch_start(&place->postgres, false));
        memcpy(place->url, place->postgres.url, sizeof place->url);
    } else {
        (void)snprintf(place->url, sizeof place->url, "%s/store.db", place->postgres.dir);
    }
    return 0;
}

static int on_sqlite(void **state) {
    return start(state, false);
}

static int on_postgres(void **state) {
    return start(state, true);
}

static int end(void **state) {
    struct place *place = *state;
    char command[260];
    scratch_stop(&place->postgres);
    (void)snprintf(command, sizeof command, "rm -rf '%s'", place->postgres.dir);
    (void)!system(command);
    free(place);
    return 0;
}

/* A worker that somebody has taken over calls its progress what it likes: that stays a
 * name in one line of JSON. */
static void test_names_are_escaped(void **state) {
    static const char told[] =
        "{\"a\\\",\\\"state\\\":1,\\\"b\":1,\"x\\n\\nevent: done\":2}";
    struct place *place = *state;
    struct lw_error err;
    struct lw_buffer note;
    struct lw_json *tree = NULL;
    atomic_bool cancel = false;
    const struct lw_store_job job = {.id = "0123456789abcdef0123456789abcdef"};
    open_place(place, 1);
    struct job_run run = {.app = place->app,
                          .job = &job,
                          .cancel = &cancel,
                          .worker = &place->app->jobs->workers[0]};
    assert_false(job_progress(&run, told, sizeof told - 1));
    lw_buffer_init(&note, lw_alloc_libc());
    job_write_note(run.worker, &note);
    assert_null(strchr(lw_buffer_text(&note), '\n'));
    must(lw_json_read(&place->arena, lw_buffer_text(&note), note.len, &tree, &err), &err);
    assert_int_equal(tree->n_children, 2);
    assert_null(lw_json_get(tree, "state"));
    lw_buffer_free(&note);
    close_place(place);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_names_are_escaped, begin),
        cmocka_unit_test_setup(test_own_job_is_not_taken, begin),
        cmocka_unit_test_setup(test_lost_job_is_not_ended, begin),
        cmocka_unit_test_setup(test_lost_job_stops, begin),
        cmocka_unit_test_setup(test_late_job_is_ended, begin),
        cmocka_unit_test_setup(test_second_server_leaves_it, begin),
        cmocka_unit_test_setup(test_left_jobs_are_taken_up, begin),
        cmocka_unit_test_setup(test_stops_cost_no_try, begin),
    };
    int failed = cmocka_run_group_tests_name("leases on SQLite", tests, on_sqlite, end);
    if (test_have_postgres()) {
        failed +=
            cmocka_run_group_tests_name("leases on PostgreSQL", tests, on_postgres, end);
    }
    return failed;
}
