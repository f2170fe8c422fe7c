/* A program that is run beside this one, within limits, until it ends or is not wanted
 * any more. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lw/platform.h"

#define MAX_ENVIRONMENT 512
#define LOOK_MS 100
#define END_LOOK_MS 10
#define GRACE_S 10 /* to end after it was asked to, then it is ended */
#define NICE 10    /* what this process does itself comes first */
#define LEAST_PROCESSORS 4

/* This process's own, with the variable in place of what had its name. */
static void set_environment(const char *variable, char *out[MAX_ENVIRONMENT + 2]) {
    size_t n = 0, name = strcspn(variable, "=") + 1;
    for (char **at = environ; at != NULL && *at != NULL && n < MAX_ENVIRONMENT; at++) {
        if (strncmp(*at, variable, name) != 0) {
            out[n++] = *at;
        }
    }
    out[n++] = (char *)(uintptr_t)variable;
    out[n] = NULL;
}

static int spawn_child(const struct lw_platform_child *child, const int ends[2],
                       pid_t *pid) {
    char *environment[MAX_ENVIRONMENT + 2];
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    (void)sigemptyset(&none);
    set_environment(child->variable, environment);
    if (posix_spawn_file_actions_init(&actions) != 0) {
        return ENOMEM;
    }
    if (posix_spawnattr_init(&attributes) != 0) {
        (void)posix_spawn_file_actions_destroy(&actions);
        return ENOMEM;
    }
    int failed = posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    if (failed == 0) {
        failed = posix_spawn_file_actions_addclose(&actions, ends[0]);
    }
    if (failed == 0) {
        failed = posix_spawnattr_setflags(&attributes,
                                          POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    }
    if (failed == 0) {
        failed = posix_spawnattr_setsigmask(&attributes, &none);
    }
    if (failed == 0) {
        failed = posix_spawnp(pid, child->program, &actions, &attributes, child->argv,
                              environment);
    }
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)posix_spawnattr_destroy(&attributes);
    return failed;
}

static void limit(pid_t pid, const struct lw_platform_child *child) {
    struct rlimit memory = {child->memory_bytes, child->memory_bytes};
    rlim_t seconds = (rlim_t)child->seconds + 1;
    /* Every thread of it counts, and it may have one for each processor: within its time
     * by the clock it cannot take more than this. */
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    rlim_t most = seconds * (rlim_t)(n > LEAST_PROCESSORS ? n : LEAST_PROCESSORS);
    struct rlimit cpu = {most, most + GRACE_S};
    /* Before it has threads, which take over what it has. */
    (void)setpriority(PRIO_PROCESS, (id_t)pid, NICE);
    if (child->memory_bytes > 0 && !lw_sandbox_is_relaxed()) {
        (void)prlimit(pid, RLIMIT_DATA, &memory, NULL);
    }
    if (child->seconds > 0) {
        (void)prlimit(pid, RLIMIT_CPU, &cpu, NULL);
    }
}

static double now_s(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Whatever the process has started is in its group, and could keep the pipe open. */
static void signal_group(pid_t pid, int number) {
    (void)kill(-pid, number);
}

/* Reads until the other end closes; asks the process to end when it is not wanted. */
static lw_status listen_to(const struct lw_platform_child *child, pid_t pid, int fd,
                           struct lw_buffer *out, struct lw_error *err) {
    struct pollfd at = {.fd = fd, .events = POLLIN};
    double began = now_s(), asked = 0;
    lw_status status = LW_OK;
    char piece[4096];
    for (;;) {
        bool cancelled = child->cancel != NULL && atomic_load(child->cancel);
        bool late = child->seconds > 0 && now_s() - began > child->seconds;
        if (asked == 0 && (cancelled || late || status != LW_OK)) {
            asked = now_s();
            signal_group(pid, SIGTERM);
        } else if (asked > 0 && now_s() - asked > GRACE_S) {
            signal_group(pid, SIGKILL);
        }
        if (status == LW_OK && cancelled) {
            status = lw_fail(err, LW_CANCELLED, 0, 0, "stopped on request");
        } else if (status == LW_OK && late) {
            status = lw_fail(err, LW_LIMIT, 0, 0, "this took longer than %.0f s",
                             child->seconds);
        }
        if (poll(&at, 1, LOOK_MS) <= 0) {
            continue;
        }
        ssize_t n = read(fd, piece, sizeof piece);
        if (n == 0 || (n < 0 && errno != EINTR)) {
            return status;
        }
        if (n > 0 && out->len + (size_t)n <= child->most_bytes) {
            lw_buffer_add(out, piece, (size_t)n);
        } else if (n > 0 && status == LW_OK) {
            status = lw_fail(err, LW_LIMIT, 0, 0, "a program printed more than %zu bytes",
                             child->most_bytes);
        }
    }
}

/* It prints nothing any more: it ends now, or is ended. */
static int wait_for_end(pid_t pid) {
    double began = now_s();
    int how = 0;
    pid_t ended;
    while ((ended = waitpid(pid, &how, WNOHANG)) == 0 || (ended < 0 && errno == EINTR)) {
        if (ended == 0 && now_s() - began > GRACE_S) {
            signal_group(pid, SIGKILL);
        }
        (void)poll(NULL, 0, END_LOOK_MS);
    }
    return how;
}

lw_status lw_platform_run(const struct lw_platform_child *child, struct lw_buffer *out,
                          struct lw_error *err) {
    int ends[2];
    pid_t pid;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return lw_fail(err, LW_IO, 0, 0, "cannot make a pipe: %s", strerror(errno));
    }
    int failed = spawn_child(child, ends, &pid);
    (void)close(ends[1]);
    if (failed != 0) {
        (void)close(ends[0]);
        return lw_fail(err, failed == ENOENT ? LW_NOT_FOUND : LW_IO, 0, 0,
                       "'%.200s' could not be started: %s", child->program,
                       strerror(failed));
    }
    limit(pid, child);
    lw_status status = listen_to(child, pid, ends[0], out, err);
    (void)close(ends[0]);
    int how = wait_for_end(pid);
    if (status == LW_OK && !WIFEXITED(how)) {
        status = lw_fail(err, LW_LIMIT, 0, 0,
                         "'%.200s' was ended by signal %d: memory or time ran out",
                         child->program, WTERMSIG(how));
    }
    return status == LW_OK && !lw_buffer_ok(out) ? lw_fail_memory(err) : status;
}
