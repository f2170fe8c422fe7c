/* The frame: finds the command, parses what was typed, gives it the system, runs it, and
 * checks that what it printed arrived. */
#include "lw/command/cli.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "lw/command/help.h"
#include "lw/command/parse.h"
#include "outside.h"

/* Two words that are one command's name, "study analyze", are put together in it. */
static bool is_action(const struct cli_program *program, int argc, char **argv,
                      struct lw_buffer *name) {
    if (argc < 3 || argv[2][0] == '-') {
        return false;
    }
    lw_buffer_printf(name, "%s %s", argv[1], argv[2]);
    return cli_command_find(program, lw_buffer_text(name)) != NULL ||
           cli_outside_find(program, lw_buffer_text(name)) != NULL;
}

static bool shows_colour(const struct cli *cli, const struct cli_args *args) {
    const char *when = cli_value(args, "colour")->text;
    if (strcmp(when, "auto") != 0) {
        return strcmp(when, "always") == 0;
    }
    /* no-color.org: any non-empty value turns colours off. */
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    int fd = fileno(cli->out);
    return fd >= 0 && lw_platform_is_terminal(fd) &&
           (no_color == NULL || *no_color == '\0') && term != NULL &&
           strcmp(term, "dumb") != 0;
}

static uint32_t wanted_threads(const struct cli_args *args) {
    size_t at = lw_option_find(args->options, args->n_options, "threads", 7);
    return at == args->n_options ? 0 : (uint32_t)args->values[at].i;
}

static int run_with_system(struct cli *cli, const struct cli_args *args) {
    struct lw_error err = {0};
    lw_status status = lw_platform_create(wanted_threads(args), &cli->platform, &err);
    if (status == LW_OK) {
        cli->runtime = lw_platform_runtime(cli->platform);
        if (!cli->command->ends_at_once) {
            status = lw_platform_catch_signals(cli->platform, &cli->cancel, &err);
        }
    }
    int code;
    if (status != LW_OK) {
        code = cli_fail(cli, NULL, &err);
    } else {
        cli->colour = shows_colour(cli, args);
        code = cli->command->run(cli, args);
    }
    lw_platform_destroy(cli->platform);
    return code;
}

static int run_command(struct cli *cli, int argc, char **argv) {
    struct cli_parsed parsed;
    struct lw_error err = {0};
    lw_status status = cli_parse(cli->command, argc, argv, cli->alloc, &parsed, &err);
    int code;
    if (status != LW_OK) {
        code = cli_fail(cli, NULL, &err);
    } else if (parsed.help) {
        cli_help_command(cli->out, cli->command, &parsed.args);
        code = 0;
    } else {
        code = run_with_system(cli, &parsed.args);
    }
    cli_parsed_free(&parsed);
    return code;
}

static int dispatch(struct cli *cli, int argc, char **argv) {
    const char *name = argc >= 2 ? argv[1] : cli->program->main_job;
    if (name == NULL || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        cli_help_overview(cli->out, cli->program);
        return 0;
    }
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        (void)fprintf(cli->out, "%s " LW_VERSION "\n", cli->program->name);
        return 0;
    }
    if (strcmp(name, "--licenses") == 0) {
        (void)fputs(cli->program->notices, cli->out);
        return 0;
    }
    if (name[0] == '-') {
        return cli_usage(cli,
                         "the command must come first: levelwright COMMAND %.40s; "
                         "'levelwright help' lists the commands",
                         name);
    }
    struct lw_buffer action;
    lw_buffer_init(&action, cli->alloc);
    int words = 1;
    if (is_action(cli->program, argc, argv, &action)) {
        name = lw_buffer_text(&action);
        words = 2;
    }
    int code;
    cli->command = cli_command_find(cli->program, name);
    if (cli->command != NULL) {
        code = run_command(cli, argc > words ? argc - words - 1 : 0, argv + words + 1);
    } else if (cli_outside_find(cli->program, name) != NULL) {
        code = cli_outside_start(cli, name, argc - 1, argv + 1);
    } else {
        code = cli_help_unknown(cli, name);
    }
    lw_buffer_free(&action);
    return code;
}

int cli_run(const struct cli_program *program, int argc, char **argv, FILE *out,
            FILE *err) {
    struct cli cli = {
        .out = out, .err = err, .alloc = lw_alloc_libc(), .program = program};
    /* A reader that goes early ends the output and not the program, which may have files
     * to write and locks to give back. */
    (void)signal(SIGPIPE, SIG_IGN);
    int code = dispatch(&cli, argc, argv);
    if (!cli_out_ok(&cli) && !cli_out_closed(&cli)) {
        (void)fprintf(err, "levelwright: the output could not be written: %s\n",
                      strerror(cli.out_errno));
        code = lw_status_exit_code(LW_IO);
    }
    (void)fflush(err);
    return code;
}

int cli_main(const struct cli_program *program, int argc, char **argv) {
    return cli_run(program, argc, argv, stdout, stderr);
}
