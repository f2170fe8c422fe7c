/* Faults for tests: what a parser or an engine might do when a stranger has found its
 * weak place. Only in builds with tests, and only when the environment asks for it. */
#include "worker.h"

#ifndef LW_WORK_FAULTS

lw_status worker_fault(const struct worker *worker, const char *when, const char *text,
                       size_t len, struct lw_error *err) {
    (void)worker;
    (void)when;
    (void)text;
    (void)len;
    (void)err;
    return LW_OK;
}

#else

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static lw_status crash(struct lw_error *err) {
    (void)raise(SIGSEGV);
    return lw_fail(err, LW_IO, 0, 0, "a signal was refused");
}

static lw_status spin(struct lw_error *err) {
    volatile bool forever = true;
    while (forever) {
    }
    return lw_fail(err, LW_IO, 0, 0, "time went backwards");
}

/* All that is given, and then as if it were always given. */
static lw_status devour(struct lw_error *err) {
    const size_t bytes = (size_t)1 << 20;
    for (int i = 0; i < 8192; i++) {
        char *piece = malloc(bytes);
        if (piece == NULL) {
            (void)raise(SIGSEGV);
            break;
        }
        memset(piece, i, bytes);
    }
    return lw_fail(err, LW_IO, 0, 0, "memory was not limited");
}

static lw_status open_file(struct lw_error *err) {
    int fd = open("/etc/passwd", O_RDONLY | O_CLOEXEC);
    return lw_fail(err, LW_IO, 0, 0, "a file was %s", fd < 0 ? "refused" : "opened");
}

static lw_status make_socket(struct lw_error *err) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    return lw_fail(err, LW_IO, 0, 0, "a socket was %s", fd < 0 ? "refused" : "made");
}

static lw_status start_program(struct lw_error *err) {
    char *argv[] = {"true", NULL};
    (void)execv("/bin/true", argv);
    return lw_fail(err, LW_IO, 0, 0, "a program was refused");
}

static const struct {
    const char *name;
    lw_status (*run)(struct lw_error *err);
} faults[] = {{"crash", crash},    {"spin", spin},          {"memory", devour},
              {"file", open_file}, {"socket", make_socket}, {"program", start_program}};

lw_status worker_fault(const struct worker *worker, const char *when, const char *text,
                       size_t len, struct lw_error *err) {
    if (!worker->with_faults) {
        return LW_OK;
    }
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        char mark[40];
        int n = snprintf(mark, sizeof mark, "fault-%s-%s", when, faults[i].name);
        for (size_t at = 0; n > 0 && at + (size_t)n <= len; at++) {
            if (memcmp(text + at, mark, (size_t)n) == 0) {
                return faults[i].run(err);
            }
        }
    }
    return LW_OK;
}

#endif
