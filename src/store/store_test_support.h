/* For the store's tests: a fresh SQLite file or a scratch PostgreSQL server.
 *
 * The server belongs to the test: its own folder, a socket and no port, and it ends when
 * the test ends, however that happens. */
#ifndef STORE_TEST_SUPPORT_H
#define STORE_TEST_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <fcntl.h>
#include <glob.h>
#include <libpq-fe.h>
#include <math.h>
#include <pwd.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

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

static inline void test_sleep_ms(long ms) {
    struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    (void)nanosleep(&time, NULL);
}

static inline const char *test_postgres_program(const char *name, char path[300]) {
    glob_t found;
    path[0] = '\0';
    char pattern[300];
    (void)snprintf(pattern, sizeof pattern, "/usr/lib/postgresql/*/bin/%s", name);
    if (glob(pattern, 0, NULL, &found) == 0) {
        (void)snprintf(path, 300, "%s", found.gl_pathv[found.gl_pathc - 1]);
        globfree(&found);
    }
    return path[0] != '\0' ? path : NULL;
}

static inline void test_quiet(void) {
    int null = open("/dev/null", O_RDWR);
    (void)dup2(null, 0);
    (void)dup2(null, 1);
    (void)dup2(null, 2);
}

/* PostgreSQL refuses to run as root; setpriv takes the rights away and makes the server
 * follow its parent into death. */
static inline pid_t test_spawn(const char *const *argv) {
    const char *all[40] = {"setpriv"};
    size_t n = 1;
    if (geteuid() == 0) {
        all[n++] = "--reuid=postgres";
        all[n++] = "--regid=postgres";
        all[n++] = "--clear-groups";
    }
    all[n++] = "--pdeathsig=INT";
    for (; *argv != NULL; argv++) {
        all[n++] = *argv;
    }
    pid_t child = fork();
    if (child == 0) {
        test_quiet();
        (void)execvp(all[0], (char *const *)(uintptr_t)all);
        _exit(127);
    }
    return child;
}

static inline bool test_wait_ready(const struct test_env *env) {
    for (int i = 0; i < 600; i++) {
        if (PQping(env->url) == PQPING_OK) {
            return true;
        }
        test_sleep_ms(50);
    }
    return false;
}

/* Starts the server of a folder that initdb has made. */
static inline void test_run_server(struct test_env *env, bool durable) {
    char postgres[300];
    char data[260];
    assert_non_null(test_postgres_program("postgres", postgres));
    (void)snprintf(data, sizeof data, "%s/data", env->dir);
    const char *run[] = {postgres,
                         "-D",
                         data,
                         "-k",
                         env->dir,
                         "-c",
                         "listen_addresses=",
                         "-c",
                         durable ? "fsync=on" : "fsync=off",
                         NULL};
    env->server = test_spawn(run);
    (void)snprintf(env->url, sizeof env->url, "postgres://levelwright@/postgres?host=%s",
                   env->dir);
    assert_true(test_wait_ready(env));
}

/* False when PostgreSQL is not installed. */
static inline bool test_start_server(struct test_env *env, bool durable) {
    char initdb[300];
    if (test_postgres_program("initdb", initdb) == NULL) {
        return false;
    }
    struct passwd *user = geteuid() == 0 ? getpwnam("postgres") : NULL;
    if (user != NULL) {
        assert_int_equal(chown(env->dir, user->pw_uid, user->pw_gid), 0);
    }
    char data[260];
    (void)snprintf(data, sizeof data, "%s/data", env->dir);
    const char *make[] = {initdb, "-D",          data,        "-E",
                          "UTF8", "--no-locale", "-A",        "trust",
                          "-U",   "levelwright", "--no-sync", NULL};
    int status = -1;
    pid_t child = test_spawn(make);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    test_run_server(env, durable);
    return true;
}

static inline void test_env_begin(struct test_env *env) {
    *env = (struct test_env){0};
    const char *tmp = getenv("TMPDIR");
    (void)snprintf(env->dir, sizeof env->dir, "%s/lw-store-XXXXXX",
                   tmp != NULL && strlen(tmp) < 100 ? tmp : "/tmp");
    assert_non_null(mkdtemp(env->dir));
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

static inline bool test_have_postgres(void) {
    char path[300];
    if (test_postgres_program("postgres", path) != NULL) {
        return true;
    }
    print_message("skipped for PostgreSQL: it is not installed (package postgresql)\n");
    return false;
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
                                   .difficulty = (double)(n % 100),
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

#endif
