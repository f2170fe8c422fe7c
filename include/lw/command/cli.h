/* The frame of a program with commands: one table of commands a program, one table of
 * options a command. Help, the manual page and shell completion are made from these
 * tables; a command only runs.
 *
 * A new command is two places: a file cmd_NAME.c in a room of src/cli that exports a
 * const struct cli_command, and its line in src/cli/commands.c; in the laboratory the
 * file src/lab/NAME/cmd_NAME.c, and its line in lw/command/lab.h. */
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

/* The game and the levels of one file, as every command that reads levels wants them:
 * --game or the file's ending or its content decides the kind (and says so when it was
 * the content); messages are printed with the file's name. */
struct cli_levels {
    const char *file;
    struct lw_game *game;
    struct lw_collection set;
    const char *format; /* the format that was read */
    size_t n_unread;    /* levels that could not be read; errors in rules do not count */
};
/* game_name: NULL when not given. */
int cli_levels_open(struct cli *cli, const char *file, const char *game_name,
                    struct cli_levels *out);
/* The same for the rules alone: the file may have no levels. rules: see lw_open. */
int cli_game_open(struct cli *cli, const char *file, const char *game_name,
                  const char *rules, struct cli_levels *out);
/* Levels from a text that the program carries; name stands for the file in messages. */
int cli_levels_text(struct cli *cli, const char *name, const char *game_name,
                    const char *text, struct cli_levels *out);
void cli_levels_close(struct cli_levels *levels);
/* What --rule says, as lw_open takes it. */
void cli_rule_lines(const struct cli_args *args, struct lw_buffer *out);
/* The same with game, format and rules taken from the command's options. */
int cli_levels_open_args(struct cli *cli, const struct cli_args *args, const char *file,
                         struct cli_levels *out);

/* Options that all level-reading commands share: game, format, rule. Commands put them
 * first in their tables. */
#define CLI_LEVEL_OPTIONS                                                                \
    {.name = "game",                                                                     \
     .type = LW_OPTION_TEXT,                                                             \
     .value_name = "KIND",                                                               \
     .help = "kind of game; by default taken from the file's extension or content"},     \
        {.name = "format",                                                               \
         .type = LW_OPTION_TEXT,                                                         \
         .value_name = "NAME",                                                           \
         .help = "format of the file; by default recognised from its content"},          \
    {                                                                                    \
        .name = "rule", .type = LW_OPTION_TEXT, .value_name = "NAME=VALUE",              \
        .repeat = true, .help = "a rule of the game, e.g. rules=strict for flow"         \
    }

/* --level N or A..B, counted from 1. */
#define CLI_LEVEL_RANGE_OPTION                                                           \
    {                                                                                    \
        .name = "level", .type = LW_OPTION_RANGE, .value_name = "N|A..B", .letter = 'l', \
        .min = 1, .max = 1e9,                                                            \
        .help = "only this level, or this range of levels, counted from 1"               \
    }
/* --threads of commands that work on many levels, see cli_run_in_order. */
#define CLI_THREADS_OPTION                                                               \
    {                                                                                    \
        .name = "threads", .type = LW_OPTION_INT, .min = 0, .max = 4096,                 \
        .fallback = "0", .help = "number of cores to use; 0 for all"                     \
    }
/* --nodes without a limit of its own. */
#define CLI_LEVEL_NODES_OPTION                                                           \
    {                                                                                    \
        .name = "nodes", .type = LW_OPTION_INT, .min = 0, .max = 9e18,                   \
        .help = "search-node limit for each level; reproducible on any machine"          \
    }
/* The indices [*first, *end) that --level selects of n levels; a usage error when there
 * are none. Returns an exit code. */
int cli_level_range(struct cli *cli, const struct cli_args *args, size_t n, size_t *first,
                    size_t *end);
/* The format to write to path: by name, else by the path's ending; NULL (and a message)
 * when the kind has none such. */
const struct lw_format *cli_write_format(struct cli *cli, const struct lw_game_kind *kind,
                                         const char *name, const char *path);

/* Tells a warning that play gave, with its place, unless the file's messages have it. */
void cli_levels_warn(struct cli *cli, struct cli_levels *levels,
                     const struct lw_warning *warning);
/* Plays the levels a little (lw_game_try) and tells the warnings. */
void cli_levels_try(struct cli *cli, struct cli_levels *levels);
/* Did reading say something about that level? */
bool cli_levels_warned(const struct cli_levels *levels, size_t index);
/* Reports that a level of the file is refused (or, as a warning, kept): one line with the
 * file, the line and the level's number. Returns the exit code of err->status. */
int cli_refuse_level(struct cli *cli, const struct cli_levels *levels, size_t index,
                     bool is_warning, const struct lw_error *err);

/* Exit code for a collection, from how many levels ended how (see docs/exit-codes.md). */
struct cli_tally {
    size_t good, limit, impossible, bad;
};
int cli_tally_exit_code(const struct cli_tally *tally);

/* Writes the buffer's text and a line end to cli->out at once and empties the buffer: one
 * JSON object a line. */
void cli_put_line(struct cli *cli, struct lw_buffer *buf);
/* True until a write to cli->out failed; long commands stop when it turns false. */
bool cli_out_ok(struct cli *cli);
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
