/* The levels that a command works on: opened from files, chosen, written, refused. */
#ifndef LW_COMMAND_LEVELS_H
#define LW_COMMAND_LEVELS_H

#include "lw/command/cli.h"

/* The game and the levels of one file, as every command that reads levels wants them:
 * --game or the file's ending or its content decides the kind (and says so when it was
 * the content); messages are printed with the file's name. */
struct cli_levels {
    const char *file;
    struct lw_game *game;
    struct lw_collection set;
    const char *format; /* the format that was read */
    size_t n_unread;    /* levels that could not be read; errors in rules do not count */
    bool lent;          /* the game is another's, who closes it */
};
/* game_name: NULL when not given. */
int cli_levels_open(struct cli *cli, const char *file, const char *game_name,
                    struct cli_levels *out);
/* Levels of a game that is open already, under its rules, which outlives them; a file
 * that is a whole game is opened as its own. */
int cli_levels_beside(struct cli *cli, const char *file, struct lw_game *game,
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
/* The same of a file whose text was read already: standard input can be read only once.
 */
int cli_levels_text_args(struct cli *cli, const struct cli_args *args, const char *file,
                         const struct lw_buffer *text, struct cli_levels *out);

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
/* Opens each file that the command was given, one after the other; one that cannot be
 * read counts as bad. The command's exit code. */
typedef int (*cli_file_fn)(struct cli *cli, const struct cli_args *args,
                           struct cli_levels *levels, struct cli_tally *tally);
int cli_each_file(struct cli *cli, const struct cli_args *args, cli_file_fn visit,
                  struct cli_tally *tally);

#endif
