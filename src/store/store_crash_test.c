/* What happens when things break: killed writers, a killed server, two workers at one
 * queue, a locked database, a full disk, a damaged file. */
#include "store_test_support.h"

#define BATCH 10

/* For those who take turns: how slow the machine is must not decide. */
static const struct lw_store_options patient = {.busy_ms = 120000};

/* The parent's side of a child that appends batches and reports each that was stored. */
struct child {
    pid_t pid;
    int pipe;
    int64_t acknowledged; /* as far as was read */
};

static void append_for_ever(const char *url, const char *player, const char *play,
                            int64_t seq, int out) {
    struct lw_store *store;
    struct lw_error err;
    if (lw_store_open(url, &patient, &store, &err) != LW_OK) {
        _exit(1);
    }
    for (;; seq += BATCH) {
        struct lw_store_event events[BATCH];
        for (int i = 0; i < BATCH; i++) {
            events[i] = (struct lw_store_event){
                .play = play, .seq = seq + i, .kind = LW_EVENT_UNDO, .data = "abc"};
        }
        struct lw_store_appended appended;
        if (lw_store_events_append(
                store,
                &(struct lw_store_batch){
                    .player = player, .events = events, .n = BATCH, .now_ms = 1},
                &appended, &err) != LW_OK) {
            _exit(2);
        }
        int64_t acknowledged = seq + BATCH;
        if (write(out, &acknowledged, sizeof acknowledged) != sizeof acknowledged) {
            _exit(3);
        }
    }
}

static struct child start_child(const char *url, const char *player, const char *play,
                                int64_t seq) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    struct child child = {.pid = fork(), .pipe = ends[0], .acknowledged = seq};
    if (child.pid == 0) {
        (void)close(ends[0]);
        append_for_ever(url, player, play, seq, ends[1]);
    }
    (void)close(ends[1]);
    return child;
}

static bool read_report(struct child *child) {
    int64_t now;
    bool came = read(child->pipe, &now, sizeof now) == sizeof now;
    child->acknowledged = came ? now : child->acknowledged;
    return came;
}

/* Until it has stored so many batches more. */
static void wait_for_batches(struct child *child, int n) {
    for (int i = 0; i < n; i++) {
        assert_true(read_report(child));
    }
}

/* Waits for the child's end and returns what it last reported. */
static int64_t last_acknowledged(struct child *child) {
    while (read_report(child)) {
    }
    (void)close(child->pipe);
    (void)waitpid(child->pid, NULL, 0);
    return child->acknowledged;
}

/* Until PostgreSQL has noticed that those who were connected are gone: what they had
 * asked for last may be done after their end. */
static void wait_until_alone(struct test_env *env) {
    static const char count_others[] =
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'levelwright'";
    PGconn *conn = env->postgres ? PQconnectdb(env->url) : NULL;
    for (int i = 0; conn != NULL; i++) {
        PGresult *rows = PQexec(conn, count_others);
        assert_int_equal(PQresultStatus(rows), PGRES_TUPLES_OK);
        bool alone = strcmp(PQgetvalue(rows, 0, 0), "0") == 0;
        PQclear(rows);
        if (alone) {
            break;
        }
        assert_true(i < 12000);
        test_sleep_ms(10);
    }
    PQfinish(conn);
}

static void check_sound(struct test_env *env) {
    if (env->postgres) {
        return;
    }
    struct sql_stmt *stmt;
    bool row;
    OK(env, sql_query(env->store->sql, "PRAGMA integrity_check", SQL_NO_ARGS, &stmt,
                      &env->err));
    OK(env, sql_next(stmt, &row, &env->err));
    assert_string_equal(sql_text(stmt, 0), "ok");
    sql_done(stmt);
    OK(env, sql_query(env->store->sql, "PRAGMA foreign_key_check", SQL_NO_ARGS, &stmt,
                      &env->err));
    OK(env, sql_next(stmt, &row, &env->err));
    assert_false(row);
    sql_done(stmt);
}

struct scene {
    char player[LW_STORE_ID_SIZE], key[LW_STORE_SECRET_SIZE], play[LW_STORE_ID_SIZE];
};

static struct scene make_scene(struct test_env *env) {
    struct scene scene;
    char level[LW_STORE_ID_SIZE];
    test_put_levels(env, 1, 1);
    test_level_id(1, level);
    OK(env, lw_store_player_create(env->store, 1, scene.player, scene.key, &env->err));
    OK(env, lw_store_play_start(
                env->store,
                &(struct lw_store_play_start){.player = scene.player, .level = level}, 1,
                scene.play, &env->err));
    return scene;
}

/* Whole batches only, all that were acknowledged, and sums that agree. */
static int64_t check_events(struct test_env *env, const struct scene *scene,
                            int64_t acknowledged) {
    int64_t n;
    int64_t highest;
    OK(env, sql_number(env->store->sql, "SELECT count(*) FROM events", SQL_NO_ARGS, &n,
                       &env->err));
    OK(env, sql_number(env->store->sql, "SELECT max(seq) FROM events", SQL_NO_ARGS,
                       &highest, &env->err));
    assert_true(n >= acknowledged);
    assert_int_equal(n % BATCH, 0);
    assert_true(n == 0 || n == highest + 1);
    struct lw_store_play play;
    OK(env, lw_store_play_get(env->store, scene->play, &env->arena, &play, &env->err));
    assert_int_equal(play.undos, n);
    return n;
}

static void test_killed_writer(void **state) {
    struct test_env *env = *state;
    struct scene scene = make_scene(env);
    int64_t acknowledged = 0;
    for (long round = 0; round < 6; round++) {
        test_env_close(env);
        struct child child =
            start_child(env->url, scene.player, scene.play, acknowledged);
        wait_for_batches(&child, 1 + (int)round * 5);
        test_sleep_ms(round * 7); /* anywhere in the next ones */
        assert_int_equal(kill(child.pid, SIGKILL), 0);
        int64_t before = acknowledged;
        acknowledged = last_acknowledged(&child);
        wait_until_alone(env);
        OK(env, lw_store_open(env->url, NULL, &env->store, &env->err));
        check_sound(env);
        acknowledged = check_events(env, &scene, acknowledged);
        assert_true(acknowledged > before);
    }
}

/* The whole server is taken away under a writer; what it acknowledged is there after
 * its recovery, and the old connection finds the new server by itself. */
static void test_killed_server(void **state) {
    struct test_env *env = *state;
    if (!env->postgres) {
        skip();
    }
    struct scene scene = make_scene(env);
    struct child child = start_child(env->url, scene.player, scene.play, 0);
    wait_for_batches(&child, 20);
    assert_int_equal(kill(env->server, SIGQUIT), 0);
    (void)waitpid(env->server, NULL, 0);
    int64_t acknowledged = last_acknowledged(&child);
    struct lw_store_totals totals;
    IS(LW_BUSY, lw_store_report_totals(env->store, &totals, &env->err));
    test_run_server(env, false);
    OK(env, lw_store_report_totals(env->store, &totals, &env->err));
    assert_true(acknowledged >= 20 * BATCH);
    (void)check_events(env, &scene, acknowledged);
}

static void test_lost_connection(void **state) {
    struct test_env *env = *state;
    if (!env->postgres) {
        skip();
    }
    struct scene scene = make_scene(env);
    static const char end_others[] =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid() AND application_name = 'levelwright'";
    for (int i = 0; i < 3; i++) {
        PGconn *conn = PQconnectdb(env->url);
        PQclear(PQexec(conn, end_others));
        PQfinish(conn);
        wait_until_alone(env);
        struct lw_store_event one = {.play = scene.play, .seq = i, .kind = LW_EVENT_MOVE};
        struct lw_store_appended appended;
        struct lw_store_play play;
        if (i == 0) {
            OK(env,
               lw_store_play_get(env->store, scene.play, &env->arena, &play, &env->err));
        } else if (i == 1) {
            OK(env, lw_store_events_append(
                        env->store,
                        &(struct lw_store_batch){
                            .player = scene.player, .events = &one, .n = 1, .now_ms = 1},
                        &appended, &env->err));
        } else {
            IS(LW_BUSY, lw_store_setting_put(env->store, "a", "b", 1, &env->err));
            OK(env, lw_store_setting_put(env->store, "a", "b", 1, &env->err));
        }
    }
}

/* A backup of a store that is being written holds whole batches, and no writer waits. */
static void test_backup_under_load(void **state) {
    struct test_env *env = *state;
    struct scene scene = make_scene(env);
    char path[300];
    (void)snprintf(path, sizeof path, "/tmp/lw-store-load-%ld.db", (long)getpid());
    struct child child = start_child(env->url, scene.player, scene.play, 0);
    for (int round = 0; round < 3; round++) {
        wait_for_batches(&child, 5);
        int64_t before = child.acknowledged;
        OK(env, lw_store_backup(env->store, path, round > 0, &env->err));
        struct lw_store *store = env->store;
        OK(env, lw_store_open(path, NULL, &env->store, &env->err));
        (void)check_events(env, &scene, before);
        lw_store_close(env->store);
        env->store = store;
    }
    assert_int_equal(kill(child.pid, SIGKILL), 0);
    (void)last_acknowledged(&child);
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < 3; i++) {
        char file[320];
        (void)snprintf(file, sizeof file, "%s%s", path, endings[i]);
        (void)unlink(file);
    }
}

#define N_OPENERS 5

/* Programs that start at once make the schema once. */
static void test_opened_at_once(void **state) {
    struct test_env *env = *state;
    test_env_close(env);
    test_env_clear(env);
    pid_t children[N_OPENERS];
    for (int i = 0; i < N_OPENERS; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            struct lw_store *store;
            struct lw_error err;
            _exit(lw_store_open(env->url, &patient, &store, &err) == LW_OK ? 0 : 1);
        }
    }
    for (int i = 0; i < N_OPENERS; i++) {
        int status = -1;
        (void)waitpid(children[i], &status, 0);
        assert_int_equal(status, 0);
    }
    OK(env, lw_store_open(env->url, NULL, &env->store, &env->err));
    int64_t n;
    OK(env, sql_number(env->store->sql, "SELECT count(*) FROM schema_version",
                       SQL_NO_ARGS, &n, &env->err));
    assert_int_equal(n, lw_store_newest_version());
}

#define N_JOBS 150
#define N_WORKERS 3

static void lease_all(const char *url, int number, int out) {
    struct lw_store *store;
    struct lw_error err;
    struct lw_arena arena;
    char worker[16];
    (void)snprintf(worker, sizeof worker, "w%d", number);
    lw_arena_init(&arena, lw_alloc_libc());
    if (lw_store_open(url, &patient, &store, &err) != LW_OK) {
        _exit(1);
    }
    for (;;) {
        struct lw_store_job job;
        bool found;
        struct lw_store_lease_request request = {
            .worker = worker, .now_ms = 10, .lease_ms = 100000};
        if (lw_store_job_lease(store, &request, &arena, &job, &found, &err) != LW_OK) {
            _exit(2);
        }
        if (!found) {
            _exit(0);
        }
        struct lw_store_lease lease = lw_store_lease_of(&job);
        if (write(out, job.id, sizeof job.id) != sizeof job.id ||
            lw_store_job_finish(store, &lease, "", 11, &err) != LW_OK) {
            _exit(3);
        }
    }
}

static void test_two_workers(void **state) {
    struct test_env *env = *state;
    struct lw_store_job_request request = {.kind = "solve", .request = "{}"};
    for (int i = 0; i < N_JOBS; i++) {
        char id[LW_STORE_ID_SIZE];
        OK(env, lw_store_job_enqueue(env->store, &request, i, id, &env->err));
    }
    lw_store_close(env->store);
    env->store = NULL;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t workers[N_WORKERS];
    for (int i = 0; i < N_WORKERS; i++) {
        workers[i] = fork();
        if (workers[i] == 0) {
            (void)close(ends[0]);
            lease_all(env->url, i, ends[1]);
        }
    }
    (void)close(ends[1]);
    static char seen[N_JOBS + 1][LW_STORE_ID_SIZE];
    size_t n = 0;
    while (n <= N_JOBS && read(ends[0], seen[n], sizeof seen[n]) == sizeof seen[n]) {
        for (size_t i = 0; i < n; i++) {
            assert_string_not_equal(seen[i], seen[n]);
        }
        n++;
    }
    (void)close(ends[0]);
    assert_int_equal(n, N_JOBS);
    for (int i = 0; i < N_WORKERS; i++) {
        int status = -1;
        (void)waitpid(workers[i], &status, 0);
        assert_int_equal(status, 0);
    }
    OK(env, lw_store_open(env->url, NULL, &env->store, &env->err));
    struct lw_store_job_list list;
    OK(env, lw_store_job_list(env->store, NULL, (struct lw_store_page){0, 2 * N_JOBS},
                              &env->arena, &list, &env->err));
    assert_int_equal(list.n, N_JOBS);
    for (size_t i = 0; i < list.n; i++) {
        assert_int_equal(list.jobs[i].state, LW_JOB_DONE);
    }
}

static void test_locked(void **state) {
    struct test_env *env = *state;
    struct scene scene = make_scene(env);
    struct lw_store *holder;
    struct lw_store *waiter;
    struct lw_store_options options = {.busy_ms = 50};
    OK(env, lw_store_open(env->url, &options, &waiter, &env->err));
    OK(env, lw_store_open(env->url, NULL, &holder, &env->err));
    OK(env, sql_begin(holder->sql, &env->err));
    OK(env, sql_script(holder->sql,
                       env->postgres ? "LOCK TABLE events IN EXCLUSIVE MODE"
                                     : "UPDATE settings SET value = value",
                       &env->err));
    struct lw_store_event one = {.play = scene.play, .seq = 1, .kind = LW_EVENT_MOVE};
    struct lw_store_appended appended;
    IS(LW_BUSY, lw_store_events_append(
                    waiter,
                    &(struct lw_store_batch){
                        .player = scene.player, .events = &one, .n = 1, .now_ms = 1},
                    &appended, &env->err));
    OK(env, sql_end(holder->sql, LW_OK, &env->err));
    OK(env, lw_store_events_append(
                waiter,
                &(struct lw_store_batch){
                    .player = scene.player, .events = &one, .n = 1, .now_ms = 1},
                &appended, &env->err));
    assert_int_equal(appended.stored, 1);
    lw_store_close(holder);
    lw_store_close(waiter);
}

/* A bound on the file's pages stands for the full disk: SQLite answers the same. */
static void test_full(void **state) {
    struct test_env *env = *state;
    if (env->postgres) {
        skip();
    }
    struct scene scene = make_scene(env);
    OK(env, sql_script(env->store->sql, "PRAGMA wal_checkpoint(TRUNCATE)", &env->err));
    int64_t pages;
    OK(env,
       sql_number(env->store->sql, "PRAGMA page_count", SQL_NO_ARGS, &pages, &env->err));
    char text[80];
    (void)snprintf(text, sizeof text, "PRAGMA max_page_count = %d", (int)pages + 3);
    OK(env, sql_script(env->store->sql, text, &env->err));
    static char large[2000];
    memset(large, 'x', sizeof large - 1);
    struct lw_store_event events[BATCH];
    struct lw_store_appended appended;
    lw_status status = LW_OK;
    int64_t acknowledged = 0;
    for (int round = 0; round < 20 && status == LW_OK; round++) {
        for (int i = 0; i < BATCH; i++) {
            events[i] = (struct lw_store_event){.play = scene.play,
                                                .seq = round * BATCH + i,
                                                .kind = LW_EVENT_UNDO,
                                                .data = large};
        }
        status = lw_store_events_append(
            env->store,
            &(struct lw_store_batch){
                .player = scene.player, .events = events, .n = BATCH, .now_ms = 1},
            &appended, &env->err);
        acknowledged += status == LW_OK ? BATCH : 0;
    }
    assert_int_equal(status, LW_FULL);
    assert_int_equal(check_events(env, &scene, acknowledged), acknowledged);
    check_sound(env);
    /* Room again: the same batch goes in. */
    OK(env, sql_script(env->store->sql, "PRAGMA max_page_count = 100000", &env->err));
    OK(env, lw_store_events_append(
                env->store,
                &(struct lw_store_batch){
                    .player = scene.player, .events = events, .n = BATCH, .now_ms = 1},
                &appended, &env->err));
    assert_int_equal(appended.stored, BATCH);
}

static void test_damaged(void **state) {
    struct test_env *env = *state;
    if (env->postgres) {
        skip();
    }
    test_env_close(env);
    FILE *file = fopen(env->url, "wb");
    assert_non_null(file);
    for (int i = 0; i < 5000; i++) {
        (void)fputs("this is no database", file);
    }
    (void)fclose(file);
    IS(LW_IO, lw_store_open(env->url, NULL, &env->store, &env->err));
    assert_non_null(strstr(env->err.text, "damaged"));
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, test_begin, test_end)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(test_killed_writer),  EACH(test_lost_connection),
        EACH(test_killed_server),  EACH(test_two_workers),
        EACH(test_locked),         EACH(test_full),
        EACH(test_damaged),        EACH(test_backup_under_load),
        EACH(test_opened_at_once),
    };
    int failed = cmocka_run_group_tests_name("faults on SQLite", tests, test_group_sqlite,
                                             test_group_end);
    if (test_have_postgres()) {
        failed += cmocka_run_group_tests_name("faults on PostgreSQL", tests,
                                              test_group_postgres, test_group_end);
    }
    return failed;
}
