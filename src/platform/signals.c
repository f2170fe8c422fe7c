/* Ctrl-C and termination as a flag.
 *
 * SIGINT and SIGTERM are blocked in every thread and waited for in one of their own; the
 * flag lives in the platform object, so there is neither a handler nor a global. */
#include "platform_internal.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Programs like timeout signal the process and then its whole group: what comes this soon
 * after the first is the same request. */
#define ONE_REQUEST_MS 300

static void stop_set(sigset_t *set) {
    (void)sigemptyset(set);
    (void)sigaddset(set, SIGINT);
    (void)sigaddset(set, SIGTERM);
    (void)sigaddset(set, SIGUSR2); /* our own: ends the waiting thread */
}

static int64_t now_ms(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void *catcher_main(void *arg) {
    struct lw_platform *platform = arg;
    sigset_t set;
    int64_t first_ms = 0;
    stop_set(&set);
    for (;;) {
        int signal_number;
        if (sigwait(&set, &signal_number) != 0 || signal_number == SIGUSR2) {
            return NULL;
        }
        if (!atomic_exchange(&platform->cancelled, true)) {
            first_ms = now_ms();
        } else if (now_ms() - first_ms > ONE_REQUEST_MS) {
            /* Asked twice: whoever asks does not want to wait any longer. */
            _exit(130);
        }
    }
}

lw_status lw_platform_catch_signals(struct lw_platform *platform,
                                    const atomic_bool **cancel, struct lw_error *err) {
    sigset_t set;
    stop_set(&set);
    *cancel = &platform->cancelled;
    if (platform->catching) {
        return LW_OK;
    }
    int problem = pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (problem == 0) {
        problem = pthread_create(&platform->catcher, NULL, catcher_main, platform);
    }
    if (problem != 0) {
        return lw_fail(err, LW_IO, 0, 0, "cannot watch for signals: %s",
                       strerror(problem));
    }
    platform->catching = true;
    return LW_OK;
}

void lw_platform_stop(struct lw_platform *platform) {
    atomic_store(&platform->cancelled, true);
}

void platform_stop_catching(struct lw_platform *platform) {
    if (platform->catching) {
        (void)pthread_kill(platform->catcher, SIGUSR2);
        (void)pthread_join(platform->catcher, NULL);
        platform->catching = false;
    }
}
