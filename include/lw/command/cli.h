/* The frame of a program with commands: one table of commands a program, one table of
 * options a command. Help, the manual page and shell completion are made from these
 * tables; a command only runs.
 *
 * A new command is two places: a file cmd_NAME.c in a room of src/cli that exports a
 * const struct cli_command, and its line in src/cli/commands.c; in the laboratory the
 * file src/lab/NAME/cmd_NAME.c, and its line in lw/command/lab.h. An action whose name
 * is two words, "study analyze", is a command, too. */
#ifndef LW_COMMAND_CLI_H
#define LW_COMMAND_CLI_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "lw/base/json.h"
#include "lw/base/option.h"
#include "lw/base/runtime.h"
#include "lw/open.h"
#include "lw/platform.h"

#define CLI_MAX_OPTIONS 96

struct cli_command;

/* A command that another program carries. */
struct cli_outside {
    const char *name;
    const char *summary;
};

/* A program: what its main() hands over. */
struct cli_program {
    const char *name;
    const char *about;    /* how the overview begins; wrapped by hand */
    const char *examples; /* "command\n    what it does\n" pairs, may be NULL */
    const char *notices;  /* its licence and those of what it is linked with */
    const struct cli_command *const *commands; /* NULL-terminated */
    const char *main_job; /* runs when no command is named; NULL: the overview */
    /* Commands that this program starts another one for, which is found beside it. Their
     * list ends with a NULL name; NULL when there are none. */
    const struct cli_outside *outside;
    const char *outside_program;
};

/* What every command gets. */
struct cli {
    FILE *out; /* results */
    FILE *err; /* messages and progress */
    const struct lw_alloc *alloc;
    struct lw_platform *platform;
    struct lw_runtime *runtime; /* the platform's */
    const atomic_bool *cancel;  /* set by Ctrl-C; NULL when that ends at once */
    bool colour;                /* out is a terminal that shows colours */
    const struct cli_program *program;
    const struct cli_command *command; /* the one that runs; NULL before it is known */
    int out_errno; /* the first failure to write to out; 0 while all went well */
};

struct cli_repeat {
    size_t option; /* index into options */
    const char *text;
};

struct cli_args {
    const struct lw_option *options;
    size_t n_options;
    struct lw_option_value values[CLI_MAX_OPTIONS]; /* follow options */
    const char **operands;
    size_t n_operands;
    struct cli_repeat *repeats; /* every use of a repeatable option, in order */
    size_t n_repeats;
};

struct cli_command {
    const char *name;
    const char *summary;     /* one line */
    const char *operands;    /* "FILE...", "" when there are none */
    const char *description; /* paragraphs separated by blank lines */
    const char *examples;    /* "command\n    what it does\n" pairs, may be NULL */
    const struct lw_option *options;
    size_t n_options;
    size_t min_operands, max_operands;
    /* Ctrl-C ends the program itself: the command leaves nothing half done. */
    bool ends_at_once;
    /* Further options that depend on what was typed (a generator's own); may be NULL.
     * argv is the command's arguments. Fills more[] and returns their number. */
    size_t (*more_options)(int argc, char **argv, struct lw_option *more, size_t room);
    int (*run)(struct cli *cli, const struct cli_args *args); /* an exit code */
};

int cli_main(const struct cli_program *program, int argc, char **argv);
/* The same with the streams given, for tests. out and err stay open. A command of another
 * program still takes this process's place. */
int cli_run(const struct cli_program *program, int argc, char **argv, FILE *out,
            FILE *err);

/* In every program's table. */
extern const struct cli_command cli_cmd_help;

/* For commands. */

/* The value of an option in the command's own table (asserted). */
const struct lw_option_value *cli_value(const struct cli_args *args, const char *name);

/* Prints "levelwright: FILE:LINE:COLUMN: text" to cli->err (place parts only when known;
 * file may be NULL) and returns the exit code of err->status. */
int cli_fail(struct cli *cli, const char *file, const struct lw_error *err);
int cli_usage(struct cli *cli, const char *fmt, ...) LW_PRINTF(2, 3);

/* --threads of commands that work on many levels, see cli_run_in_order. */
#define CLI_THREADS_OPTION                                                               \
    {                                                                                    \
        .name = "threads", .type = LW_OPTION_INT, .min = 0, .max = 4096,                 \
        .fallback = "0", .help = "number of cores to use; 0 for all"                     \
    }

/* Writes the buffer's text and a line end to cli->out at once and empties the buffer: one
 * JSON object a line. */
void cli_put_line(struct cli *cli, struct lw_buffer *buf);
/* One JSON object on a line of its own: begins it in a new buffer; ends it, prints it and
 * frees the buffer. */
struct lw_json_writer;
void cli_json_begin(const struct cli *cli, struct lw_buffer *line,
                    struct lw_json_writer *json);
void cli_json_end(struct cli *cli, struct lw_buffer *line, struct lw_json_writer *json);
/* True until a write to cli->out failed; long commands stop when it turns false. */
bool cli_out_ok(struct cli *cli);
/* Has the reader of cli->out gone (`| head`)? Nobody wants the rest then, and that is no
 * failure: nothing is said of it, and the exit code stays that of the command. */
bool cli_out_closed(struct cli *cli);
/* Prints text made safe for a terminal. */
void cli_put_safe(FILE *out, const char *text);

/* Progress on a terminal: bar, rate, time left; silent in a pipe. Binds itself to the
 * runtime's progress sink until ended. */
struct cli_progress;
struct cli_progress *cli_progress_begin(struct cli *cli, const char *what);
/* Takes the line away before something else is printed; the next report brings it back.
 */
void cli_progress_hide(struct cli_progress *progress);
void cli_progress_end(struct cli_progress *progress);

#endif
