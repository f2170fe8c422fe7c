/* Other programs: found beside this one, put in its place, or run for what they print. */
#include "lw/platform.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* In order of preference; the first is how a build leaves them, and bin/ of an
 * installation. */
static const char *const places[] = {"", "../libexec/levelwright/", "../../bin/"};

void lw_platform_find_program(const char *name, struct lw_buffer *out) {
    char self[4096];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self);
    while (len > 0 && self[len - 1] != '/') {
        len--;
    }
    for (size_t i = 0; len > 0 && i < sizeof places / sizeof *places; i++) {
        lw_buffer_clear(out);
        lw_buffer_add(out, self, (size_t)len);
        lw_buffer_puts(out, places[i]);
        lw_buffer_puts(out, name);
        if (lw_buffer_ok(out) && access(lw_buffer_text(out), X_OK) == 0) {
            return;
        }
    }
    lw_buffer_clear(out);
    lw_buffer_puts(out, name);
}

static lw_status fail_start(struct lw_error *err, const char *program, int reason) {
    return reason == ENOENT
               ? lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no program '%.200s'", program)
               : lw_fail(err, LW_IO, 0, 0, "cannot start '%.200s': %s", program,
                         strerror(reason));
}

lw_status lw_platform_become(const char *program, char *const argv[],
                             struct lw_error *err) {
    (void)execvp(program, argv);
    return fail_start(err, program, errno);
}

static lw_status spawn(const char *program, char *const argv[], const int ends[2],
                       pid_t *pid, struct lw_error *err) {
    extern char **environ;
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0) {
        return lw_fail_memory(err);
    }
    int failed = posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    if (failed == 0) {
        failed = posix_spawn_file_actions_addclose(&actions, ends[0]);
    }
    if (failed == 0) {
        failed = posix_spawnp(pid, program, &actions, NULL, argv, environ);
    }
    (void)posix_spawn_file_actions_destroy(&actions);
    return failed == 0 ? LW_OK : fail_start(err, program, failed);
}

static lw_status read_all(int fd, size_t limit_bytes, struct lw_buffer *out,
                          struct lw_error *err) {
    char piece[4096];
    for (;;) {
        ssize_t n = read(fd, piece, sizeof piece);
        if (n == 0) {
            return lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
        }
        if (n < 0 && errno != EINTR) {
            return lw_fail(err, LW_IO, 0, 0, "cannot read what a program prints: %s",
                           strerror(errno));
        }
        if (n > 0 && out->len + (size_t)n > limit_bytes) {
            return lw_fail(err, LW_IO, 0, 0, "a program printed more than %zu bytes",
                           limit_bytes);
        }
        if (n > 0) {
            lw_buffer_add(out, piece, (size_t)n);
        }
    }
}

lw_status lw_platform_capture(const char *program, char *const argv[], size_t limit_bytes,
                              struct lw_buffer *out, struct lw_error *err) {
    int ends[2];
    pid_t pid;
    if (pipe(ends) != 0) {
        return lw_fail(err, LW_IO, 0, 0, "cannot make a pipe: %s", strerror(errno));
    }
    lw_status status = spawn(program, argv, ends, &pid, err);
    (void)close(ends[1]);
    if (status != LW_OK) {
        (void)close(ends[0]);
        return status;
    }
    status = read_all(ends[0], limit_bytes, out, err);
    /* Before waiting: a program that has more to print than is wanted ends by it. */
    (void)close(ends[0]);
    int how = 0;
    while (waitpid(pid, &how, 0) < 0 && errno == EINTR) {
    }
    if (status == LW_OK && (!WIFEXITED(how) || WEXITSTATUS(how) != 0)) {
        status = lw_fail(err, LW_IO, 0, 0, "'%.200s' failed", program);
    }
    return status;
}
