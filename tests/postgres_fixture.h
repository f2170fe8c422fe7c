/* A scratch PostgreSQL server for a test: its own folder, a socket and no port, and it
 * ends when the test ends, however that happens. */
#ifndef POSTGRES_FIXTURE_H
#define POSTGRES_FIXTURE_H

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
#include <pwd.h>
#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct scratch_postgres {
    char dir[200];
    char url[300];
    pid_t pid;
};

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

static inline pid_t test_spawn_as_we_are(const char *const *argv) {
    pid_t child = fork();
    if (child == 0) {
        test_quiet();
        (void)execvp(argv[0], (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    return child;
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
    return test_spawn_as_we_are(all);
}

static inline bool test_wait_ready(const char *url) {
    for (int i = 0; i < 2400; i++) {
        if (PQping(url) == PQPING_OK) {
            return true;
        }
        test_sleep_ms(50);
    }
    return false;
}

/* Starts the server of a folder that initdb has made. */
static inline void scratch_run(struct scratch_postgres *at, bool durable) {
    char postgres[300];
    char data[260];
    assert_non_null(test_postgres_program("postgres", postgres));
    (void)snprintf(data, sizeof data, "%s/data", at->dir);
    const char *run[] = {postgres,
                         "-D",
                         data,
                         "-k",
                         at->dir,
                         "-c",
                         "listen_addresses=",
                         "-c",
                         durable ? "fsync=on" : "fsync=off",
                         NULL};
    at->pid = test_spawn(run);
    (void)snprintf(at->url, sizeof at->url, "postgres://levelwright@/postgres?host=%s",
                   at->dir);
    assert_true(test_wait_ready(at->url));
}

/* In at->dir; false when PostgreSQL is not installed. */
static inline bool scratch_start(struct scratch_postgres *at, bool durable) {
    char bin[300];
    if (test_postgres_program("initdb", bin) == NULL) {
        return false;
    }
    *strrchr(bin, '/') = '\0';
    struct passwd *user = geteuid() == 0 ? getpwnam("postgres") : NULL;
    if (user != NULL) {
        assert_int_equal(chown(at->dir, user->pw_uid, user->pw_gid), 0);
    }
    char data[260];
    (void)snprintf(data, sizeof data, "%s/data", at->dir);
    const char *make[] = {"bash", LW_TEST_DATA "/../postgres_folder.sh", bin, data, NULL};
    int status = -1;
    pid_t child = test_spawn_as_we_are(make);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    scratch_run(at, durable);
    return true;
}

static inline void scratch_stop(struct scratch_postgres *at) {
    if (at->pid > 0) {
        (void)kill(at->pid, SIGINT);
        (void)waitpid(at->pid, NULL, 0);
        at->pid = 0;
    }
}

static inline bool test_have_postgres(void) {
    char path[300];
    if (test_postgres_program("postgres", path) != NULL) {
        return true;
    }
    print_message("skipped for PostgreSQL: it is not installed (package postgresql)\n");
    return false;
}

#endif
