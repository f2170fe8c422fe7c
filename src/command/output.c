/* What commands print: messages, lines, exit codes. */
#include <errno.h>
#include <string.h>

#include "lw/command/levels.h"

const struct lw_option_value *cli_value(const struct cli_args *args, const char *name) {
    return lw_option_get(args->options, args->n_options, args->values, name);
}

void cli_put_safe(FILE *out, const char *text) {
    struct lw_buffer buf;
    lw_buffer_init(&buf, lw_alloc_libc());
    lw_buffer_safe(&buf, text, strlen(text));
    (void)fputs(lw_buffer_text(&buf), out);
    lw_buffer_free(&buf);
}

static void put_who(struct cli *cli) {
    (void)fputs("levelwright", cli->err);
    if (cli->command != NULL) {
        (void)fprintf(cli->err, " %s", cli->command->name);
    }
    (void)fputs(": ", cli->err);
}

int cli_fail(struct cli *cli, const char *file, const struct lw_error *err) {
    if (file != NULL) {
        (void)fputs("levelwright: ", cli->err);
        cli_put_safe(cli->err, strcmp(file, "-") == 0 ? "standard input" : file);
        if (err->line > 0) {
            (void)fprintf(cli->err, ":%u", err->line);
        }
        if (err->line > 0 && err->column > 0) {
            (void)fprintf(cli->err, ":%u", err->column);
        }
        (void)fputs(": ", cli->err);
    } else {
        put_who(cli);
    }
    cli_put_safe(cli->err,
                 err->text[0] != '\0' ? err->text : lw_status_text(err->status));
    (void)fputc('\n', cli->err);
    return lw_status_exit_code(err->status);
}

int cli_usage(struct cli *cli, const char *fmt, ...) {
    struct lw_error err;
    va_list args;
    va_start(args, fmt);
    lw_error_vset(&err, LW_USAGE, 0, 0, fmt, args);
    va_end(args);
    return cli_fail(cli, NULL, &err);
}

int cli_tally_exit_code(const struct cli_tally *tally) {
    if (tally->limit > 0) {
        return lw_status_exit_code(LW_LIMIT);
    }
    if (tally->impossible > 0) {
        return lw_status_exit_code(LW_IMPOSSIBLE);
    }
    return tally->bad > 0 && tally->good == 0 ? lw_status_exit_code(LW_BAD_INPUT) : 0;
}

/* A write inside the library may have failed long ago, with an errno that is gone. */
static int failure_of(const struct cli *cli, int error) {
    if (error == EPIPE || lw_platform_is_closed_pipe(fileno(cli->out))) {
        return EPIPE;
    }
    return error != 0 ? error : EIO;
}

bool cli_out_closed(struct cli *cli) {
    return (!cli_out_ok(cli) && cli->out_errno == EPIPE) ||
           lw_platform_is_closed_pipe(fileno(cli->out));
}

bool cli_out_ok(struct cli *cli) {
    errno = 0;
    if (cli->out_errno == 0 && (fflush(cli->out) != 0 || ferror(cli->out))) {
        cli->out_errno = failure_of(cli, errno);
    }
    return cli->out_errno == 0;
}

void cli_put_line(struct cli *cli, struct lw_buffer *buf) {
    lw_buffer_putc(buf, '\n');
    if (!lw_buffer_ok(buf)) {
        cli->out_errno = ENOMEM;
    } else if (cli->out_errno == 0) {
        errno = 0;
        if (fwrite(buf->data, 1, buf->len, cli->out) != buf->len) {
            cli->out_errno = failure_of(cli, errno);
        }
        (void)cli_out_ok(cli);
    }
    lw_buffer_clear(buf);
}

void cli_json_begin(const struct cli *cli, struct lw_buffer *line,
                    struct lw_json_writer *json) {
    lw_buffer_init(line, cli->alloc);
    lw_json_begin(json, line);
    lw_json_object(json, NULL);
}

void cli_json_end(struct cli *cli, struct lw_buffer *line, struct lw_json_writer *json) {
    lw_json_object_end(json);
    cli_put_line(cli, line);
    lw_buffer_free(line);
}
