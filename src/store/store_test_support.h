/* For the store's tests: a fresh SQLite file or a scratch PostgreSQL server. */
#ifndef STORE_TEST_SUPPORT_H
#define STORE_TEST_SUPPORT_H

#include <math.h>
#include <sys/stat.h>
#include <time.h>

#include "postgres_fixture.h"
#include "scratch_folder.h"
#include "store_internal.h"

struct test_env {
    bool postgres;
    char dir[200];
    char url[300];
    pid_t server;
    struct lw_store *store;
    struct lw_arena arena;
    struct lw_error err;
};

#define OK(env, call)                                                                    \
    do {                                                                                 \
        (env)->err = (struct lw_error){0};                                               \
        if ((call) != LW_OK) {                                                           \
            fail_msg("%s: %s", #call, (env)->err.text);                                  \
        }                                                                                \
    } while (0)
#define IS(status, call) assert_int_equal((call), (status))

static inline bool test_start_server(struct test_env *env, bool durable) {
    struct scratch_postgres at = {.pid = 0};
    memcpy(at.dir, env->dir, sizeof at.dir);
    bool started = scratch_start(&at, durable);
    memcpy(env->url, at.url, sizeof env->url);
    env->server = at.pid;
    return started;
}

/* Starts the server of the same folder again. */
static inline void test_run_server(struct test_env *env, bool durable) {
    struct scratch_postgres at = {.pid = 0};
    memcpy(at.dir, env->dir, sizeof at.dir);
    scratch_run(&at, durable);
    env->server = at.pid;
}

static inline void test_env_begin(struct test_env *env) {
    *env = (struct test_env){0};
    assert_non_null(scratch_folder(env->dir, sizeof env->dir, "store"));
    lw_arena_init(&env->arena, lw_alloc_libc());
}

static inline void test_env_clear(struct test_env *env) {
    if (env->postgres) {
        PGconn *conn = PQconnectdb(env->url);
        assert_int_equal(PQstatus(conn), CONNECTION_OK);
        PQclear(PQexec(conn, "SET client_min_messages = error;"
                             "DROP SCHEMA public CASCADE; CREATE SCHEMA public"));
        PQfinish(conn);
    } else {
        static const char *const endings[] = {"", "-wal", "-shm"};
        (void)snprintf(env->url, sizeof env->url, "%s/store.db", env->dir);
        for (size_t i = 0; i < 3; i++) {
            char path[320];
            (void)snprintf(path, sizeof path, "%s%s", env->url, endings[i]);
            (void)unlink(path);
        }
    }
}

/* An empty database, opened. */
static inline void test_env_fresh(struct test_env *env) {
    test_env_clear(env);
    OK(env, lw_store_open(env->url, NULL, &env->store, &env->err));
}

static inline void test_env_close(struct test_env *env) {
    lw_store_close(env->store);
    env->store = NULL;
    lw_arena_free(&env->arena);
    lw_arena_init(&env->arena, lw_alloc_libc());
}

static inline void test_env_end(struct test_env *env) {
    test_env_close(env);
    lw_arena_free(&env->arena);
    if (env->server > 0) {
        (void)kill(env->server, SIGINT);
        (void)waitpid(env->server, NULL, 0);
    }
    char command[260];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", env->dir);
    (void)!system(command);
}

/* The group's environment lives in *state; each test gets it with a fresh database. */
static inline int test_group_sqlite(void **state) {
    struct test_env *env = malloc(sizeof *env);
    assert_non_null(env);
    test_env_begin(env);
    *state = env;
    return 0;
}

static inline int test_group_postgres(void **state) {
    (void)test_group_sqlite(state);
    struct test_env *env = *state;
    env->postgres = true;
    return test_start_server(env, false) ? 0 : -1;
}

static inline int test_group_end(void **state) {
    struct test_env *env = *state;
    test_env_end(env);
    free(env);
    return 0;
}

static inline int test_begin(void **state) {
    test_env_fresh(*state);
    return 0;
}

static inline int test_end(void **state) {
    test_env_close(*state);
    return 0;
}

/* PostgreSQL: until somebody waits for what another transaction has locked. */
static inline void test_wait_for_waiter(struct test_env *env) {
    const struct timespec pause = {.tv_nsec = 2000000};
    int64_t n = 0;
    while (n == 0) {
        (void)nanosleep(&pause, NULL);
        OK(env,
           sql_number(env->store->sql, "SELECT count(*) FROM pg_locks WHERE NOT granted",
                      SQL_NO_ARGS, &n, &env->err));
    }
}

/* Level number n: any 32 digits will do where ids are not checked. */
static inline void test_level_id(unsigned n, char id[LW_STORE_ID_SIZE]) {
    (void)snprintf(id, LW_STORE_ID_SIZE, "%032x", n);
}

static inline struct lw_store_level test_level(unsigned n) {
    struct lw_store_level level = {.game = "sokoban",
                                   .text = "#####\n#@$.#\n#####\n",
                                   .title = "one",
                                   .method = "farthest",
                                   .width = 5,
                                   .height = 3,
                                   .percentile = (double)(n % 100),
                                   .rating = 1 + 0.09 * (double)(n % 100),
                                   .calibrated = true,
                                   .score = (double)NAN,
                                   .created_ms = 1000 + (int64_t)n};
    test_level_id(n, level.id);
    return level;
}

static inline void test_put_levels(struct test_env *env, unsigned first, unsigned n) {
    for (unsigned i = first; i < first + n; i++) {
        struct lw_store_level level = test_level(i);
        enum lw_store_put put;
        OK(env, lw_store_level_put(env->store, &level, &put, &env->err));
        assert_int_equal(put, LW_STORE_INSERTED);
    }
}

struct test_player {
    char id[LW_STORE_ID_SIZE];
    char key[LW_STORE_SECRET_SIZE];
};

static inline struct test_player test_new_player(struct test_env *env, int64_t now_ms) {
    struct test_player player;
    OK(env, lw_store_player_create(env->store, now_ms, player.id, player.key, &env->err));
    return player;
}

static inline struct lw_store_event test_event(const char *play, int64_t seq,
                                               enum lw_event_kind kind, int64_t t_ms) {
    return (struct lw_store_event){.play = play,
                                   .seq = seq,
                                   .kind = kind,
                                   .t_ms = t_ms,
                                   .moves = seq * 2,
                                   .pushes = seq};
}

static inline int64_t test_count_events(struct test_env *env, const char *play) {
    int64_t n = -1;
    OK(env, sql_number(env->store->sql, "SELECT count(*) FROM events WHERE play = ?1",
                       SQL_ARGS(T(play)), &n, &env->err));
    return n;
}

static inline void test_start_play(struct test_env *env, const struct test_player *player,
                                   unsigned level, const char *set, int64_t now_ms,
                                   char play[LW_STORE_ID_SIZE]) {
    char id[LW_STORE_ID_SIZE];
    test_level_id(level, id);
    OK(env, lw_store_play_start(env->store,
                                &(struct lw_store_play_start){
                                    .player = player->id, .level = id, .set = set},
                                now_ms, play, &env->err));
}

#endif
