/* Starting another program for a command, or asking it about its commands. */
#include "outside.h"

#include <stdint.h>
#include <string.h>

#define MAX_PART_BYTES ((size_t)4 << 20)

const struct cli_command *cli_command_find(const struct cli_program *program,
                                           const char *name) {
    for (const struct cli_command *const *at = program->commands; *at != NULL; at++) {
        if (strcmp((*at)->name, name) == 0) {
            return *at;
        }
    }
    return NULL;
}

const struct cli_outside *cli_outside_find(const struct cli_program *program,
                                           const char *name) {
    const struct cli_outside *at = program->outside;
    for (; at != NULL && at->name != NULL; at++) {
        if (strcmp(at->name, name) == 0) {
            return at;
        }
    }
    return NULL;
}

/* The argument list's strings are not changed; its type is older than const. */
static char *word(const char *text) {
    return (char *)(uintptr_t)text;
}

static int fail_missing(struct cli *cli, const char *what) {
    struct lw_error err;
    lw_error_set(&err, LW_IO, 0, 0,
                 "'%.60s' needs %s, which is not installed; install %s next to %s or in "
                 "a folder on the PATH",
                 what, cli->program->outside_program, cli->program->outside_program,
                 cli->program->name);
    return cli_fail(cli, NULL, &err);
}

int cli_outside_start(struct cli *cli, const char *what, int argc, char **argv) {
    size_t n = (size_t)argc + 2;
    char **words = lw_alloc_zero(cli->alloc, n, sizeof *words);
    struct lw_buffer path;
    struct lw_error err = {0};
    lw_status status = words == NULL ? lw_fail_memory(&err) : LW_OK;
    lw_buffer_init(&path, cli->alloc);
    if (status == LW_OK) {
        words[0] = word(cli->program->outside_program);
        memcpy(words + 1, argv, (size_t)argc * sizeof *argv);
        lw_platform_find_program(cli->program->outside_program, &path);
        (void)fflush(cli->out);
        (void)fflush(cli->err);
        status = lw_platform_become(lw_buffer_text(&path), words, &err);
    }
    lw_buffer_free(&path);
    lw_alloc_free(cli->alloc, words, n * sizeof *words);
    return status == LW_NOT_FOUND ? fail_missing(cli, what) : cli_fail(cli, NULL, &err);
}

lw_status cli_outside_part(struct cli *cli, const char *page, struct lw_buffer *out,
                           struct lw_error *err) {
    char *const words[] = {word(cli->program->outside_program), word("help"),
                           word("--part"), word(page), NULL};
    struct lw_buffer path;
    lw_buffer_init(&path, cli->alloc);
    lw_platform_find_program(cli->program->outside_program, &path);
    lw_status status =
        lw_platform_capture(lw_buffer_text(&path), words, MAX_PART_BYTES, out, err);
    lw_buffer_free(&path);
    return status;
}
