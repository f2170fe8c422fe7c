/* Starting and ending workers. A worker inherits one socket, standard error, and of the
 * environment nothing but what sanitizers and tests need: a database's password may stand
 * in the rest. It has a process group of its own, so that Ctrl-C on a terminal asks the
 * server alone to stop. */
#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lw/platform.h"
#include "worker.h"

#define CHILD_FD 3
#define MAX_ENVIRONMENT 16
#define HELLO_MS 120000 /* only a hang takes so long */
#define BACKGROUND_NICE 10
#define SEND_S 20 /* a worker that does not take its task is stuck */

static bool is_wanted(const char *variable) {
    static const char *const names[] = {"ASAN_OPTIONS", "UBSAN_OPTIONS",
                                        "TSAN_OPTIONS", "LSAN_OPTIONS",
                                        WORK_FAULTS,    "LD_LIBRARY_PATH"};
    size_t len = strcspn(variable, "=");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strlen(names[i]) == len && strncmp(variable, names[i], len) == 0) {
            return true;
        }
    }
    return false;
}

static void pick_environment(char *out[MAX_ENVIRONMENT + 1]) {
    size_t n = 0;
    for (char **at = environ; at != NULL && *at != NULL && n < MAX_ENVIRONMENT; at++) {
        if (is_wanted(*at)) {
            out[n++] = *at;
        }
    }
    out[n] = NULL;
}

static int set_up(posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes,
                  int fd) {
    sigset_t none;
    (void)sigemptyset(&none);
    int failed = posix_spawn_file_actions_adddup2(actions, fd, CHILD_FD);
    if (failed == 0) {
        failed = posix_spawnattr_setflags(attributes,
                                          POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    }
    if (failed == 0) {
        failed = posix_spawnattr_setsigmask(attributes, &none);
    }
    return failed == 0 ? posix_spawnattr_setpgroup(attributes, 0) : failed;
}

static lw_status spawn(const struct lw_work_config *config, int fd, pid_t *pid,
                       struct lw_error *err) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    char *environment[MAX_ENVIRONMENT + 1];
    char number[12];
    char memory[24];
    char *argv[] = {"levelwright", "work", "--fd", number, "--memory", memory, NULL};
    (void)snprintf(number, sizeof number, "%d", CHILD_FD);
    (void)snprintf(memory, sizeof memory, "%zu", config->memory_bytes);
    pick_environment(environment);
    if (posix_spawn_file_actions_init(&actions) != 0) {
        return lw_fail_memory(err);
    }
    if (posix_spawnattr_init(&attributes) != 0) {
        (void)posix_spawn_file_actions_destroy(&actions);
        return lw_fail_memory(err);
    }
    int failed = set_up(&actions, &attributes, fd);
    if (failed == 0) {
        failed =
            posix_spawnp(pid, config->program, &actions, &attributes, argv, environment);
    }
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)posix_spawnattr_destroy(&attributes);
    return failed == 0
               ? LW_OK
               : lw_fail(err, LW_IO, 0, 0, "a worker could not be started: '%.200s': %s",
                         config->program, strerror(failed));
}

static void *thread_main(void *arg) {
    int fd = *(int *)arg;
    lw_alloc_free(lw_alloc_libc(), arg, sizeof fd);
    worker_in_thread(fd);
    return NULL;
}

static lw_status start_thread(struct work_process *process, int fd,
                              struct lw_error *err) {
    int *arg = lw_alloc_get(lw_alloc_libc(), sizeof *arg);
    int own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (arg != NULL && own >= 0) {
        *arg = own;
        if (pthread_create(&process->thread, NULL, thread_main, arg) == 0) {
            return LW_OK;
        }
    }
    if (own >= 0) {
        (void)close(own);
    }
    lw_alloc_free(lw_alloc_libc(), arg, sizeof *arg);
    return lw_fail(err, LW_IO, 0, 0, "a worker's thread could not be started");
}

static lw_status hear_hello(struct work_process *process, const struct lw_alloc *alloc,
                            struct lw_error *err) {
    struct wire_message message;
    struct lw_arena arena;
    bool good = wire_receive(&process->channel, HELLO_MS, &message) == WIRE_MESSAGE &&
                message.type == WIRE_HELLO;
    if (good) {
        lw_arena_init(&arena, alloc);
        struct wire_reader in = {
            .at = message.body.data, .left = message.body.len, .arena = &arena};
        good = hello_get(&in, &process->hello) && process->hello.version == WORK_VERSION;
        lw_arena_free(&arena);
    }
    return good ? LW_OK
                : lw_fail(err, LW_IO, 0, 0,
                          "a worker was started but did not answer as one should; is its "
                          "program the same version?");
}

lw_status work_process_start(const struct lw_work_config *config,
                             const struct lw_alloc *alloc, struct work_process **out,
                             struct lw_error *err) {
    int ends[2];
    struct work_process *process = lw_alloc_zero(alloc, 1, sizeof *process);
    const struct timeval patience = {.tv_sec = SEND_S};
    if (process == NULL) {
        return lw_fail_memory(err);
    }
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        lw_alloc_free(alloc, process, sizeof *process);
        return lw_fail(err, LW_IO, 0, 0, "a worker's socket could not be created: %s",
                       strerror(errno));
    }
    (void)setsockopt(ends[0], SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    wire_open(&process->channel, ends[0], alloc);
    lw_status status = config->program != NULL
                           ? spawn(config, ends[1], &process->pid, err)
                           : start_thread(process, ends[1], err);
    process->peak_before = (size_t)lw_platform_peak_memory_bytes();
    (void)close(ends[1]);
    if (status != LW_OK) {
        wire_close(&process->channel);
        lw_alloc_free(alloc, process, sizeof *process);
        return status;
    }
    status = hear_hello(process, alloc, err);
    if (status != LW_OK) {
        struct work_death death;
        work_process_end(process, alloc, &death);
        return status;
    }
    *out = process;
    return LW_OK;
}

void work_process_yield(struct work_process *process) {
    process->in_background = true;
    if (process->pid != 0) {
        /* Its work is the same without it, only less polite. */
        (void)setpriority(PRIO_PROCESS, (id_t)process->pid, BACKGROUND_NICE);
    }
}

double work_process_cpu(const struct work_process *process) {
    clockid_t clock;
    struct timespec used;
    if (process->pid == 0 || clock_getcpuclockid(process->pid, &clock) != 0 ||
        clock_gettime(clock, &used) != 0) {
        return 0;
    }
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

/* From outside, so that the worker itself needs no right to change it. */
void work_process_bound(const struct work_process *process, double cpu_seconds) {
    struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
    if (process->pid == 0) {
        return;
    }
    if (cpu_seconds > 0) {
        double most = work_process_cpu(process) + fmin(cpu_seconds, 1e9);
        limit.rlim_cur = (rlim_t)floor(most) + 1;
    }
    (void)prlimit(process->pid, RLIMIT_CPU, &limit, NULL);
}

void work_process_end(struct work_process *process, const struct lw_alloc *alloc,
                      struct work_death *death) {
    struct rusage used = {.ru_maxrss = 0};
    int how = 0;
    *death = (struct work_death){.code = 0};
    if (process->pid == 0) {
        (void)shutdown(process->channel.fd, SHUT_RDWR);
        (void)pthread_join(process->thread, NULL);
    } else {
        /* One that ended by itself is there until it is waited for, so its number is
         * nobody else's, and keeps its own signal. */
        (void)kill(process->pid, SIGKILL);
        while (wait4(process->pid, &how, 0, &used) < 0 && errno == EINTR) {
        }
        death->signal = WIFSIGNALED(how) ? WTERMSIG(how) : 0;
        death->code = WIFEXITED(how) ? WEXITSTATUS(how) : 0;
        /* A program begins with the peak of the one that started it. */
        death->peak_bytes = (size_t)used.ru_maxrss * 1024;
        if (death->peak_bytes <= process->peak_before) {
            death->peak_bytes = 0;
        }
    }
    wire_close(&process->channel);
    lw_alloc_free(alloc, process, sizeof *process);
}
