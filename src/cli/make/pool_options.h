/* What generate, pack and demo share: generators, seeds, filters from options, levels
 * not to make again, and delivering the levels in every form that was asked for. */
#ifndef CLI_POOL_H
#define CLI_POOL_H

#include "lw/command/cli.h"
#include "lw/pool.h"

#define CLI_MAX_FILTERS 64

/* Options of both commands. */
#define CLI_POOL_OPTIONS                                                                 \
    {.name = "filter",                                                                   \
     .type = LW_OPTION_TEXT,                                                             \
     .value_name = "NAME=A..B",                                                          \
     .repeat = true,                                                                     \
     .help = "only levels whose measure or feature NAME lies in this range"},            \
        {.name = "min",                                                                  \
         .type = LW_OPTION_TEXT,                                                         \
         .value_name = "NAME=N",                                                         \
         .repeat = true,                                                                 \
         .help = "only levels with at least N of this measure or feature"},              \
        {.name = "against",                                                              \
         .type = LW_OPTION_TEXT,                                                         \
         .value_name = "FILE",                                                           \
         .repeat = true,                                                                 \
         .help = "leave out levels that are in this pack, also mirrored or rotated"},    \
        {.name = "order",                                                                \
         .type = LW_OPTION_TEXT,                                                         \
         .value_name = "NAME",                                                           \
         .help = "sort ascending by rating, a measure, score or index (as made); "       \
                 "default: rating, from easy to hard"},                                  \
        {.name = "output",                                                               \
         .type = LW_OPTION_TEXT,                                                         \
         .value_name = "FILE",                                                           \
         .letter = 'o',                                                                  \
         .repeat = true,                                                                 \
         .help = "output file; its extension selects a level format, .jsonl, or a "      \
                 "contact sheet as .svg or .png"},                                       \
        {.name = "to",                                                                   \
         .type = LW_OPTION_TEXT,                                                         \
         .value_name = "FORMAT",                                                         \
         .help = "level format for standard output"},                                    \
    {                                                                                    \
        .name = "json", .type = LW_OPTION_FLAG,                                          \
        .help = "one JSON object per level on standard output"                           \
    }

/* A seed for a run that was given none. */
uint64_t cli_draw_seed(const struct cli *cli);

/* Range options for each measure of the kind that is not in the table yet; for more. */
size_t cli_pool_measure_options(const struct lw_game_kind *kind,
                                const struct lw_option *have, size_t n_have,
                                struct lw_option *more, size_t room);

/* Reads --filter, --min and the measure options. Returns an exit code. */
int cli_pool_filters(struct cli *cli, const struct cli_args *args,
                     const struct lw_game_kind *kind,
                     struct lw_filter filters[CLI_MAX_FILTERS], size_t *n);
/* Adds the levels of every --against, under the game's rules. */
int cli_against(struct cli *cli, const struct cli_args *args, struct lw_game *game,
                struct lw_against *against);
/* Are all outputs of a kind that can be written, where they can be written? Asked before
 * the work begins. */
int cli_pool_check_outputs(struct cli *cli, const struct cli_args *args,
                           const struct lw_game_kind *kind);

/* The first option that was given and is not among the words "a|b|c"; NULL: none. */
const char *cli_given_beyond(const struct cli_args *args, const char *words);
/* Writes a file from a buffer, which may have failed. */
lw_status cli_write_buffer(const char *path, const struct lw_buffer *buf,
                           struct lw_error *err) LW_MUST_CHECK;

/* What was made, and of what. */
struct cli_made {
    const struct lw_game *game;
    struct lw_pool *pool;
    const char *source; /* the generator; NULL: a pack */
    uint64_t seed;      /* of a generator */
    bool printed;       /* standard output has its lines already */
};
/* Appends the line of --json for a level, without the line end. */
lw_status cli_made_line(const struct cli_args *args, const struct cli_made *made,
                        const struct lw_made_level *level, size_t number,
                        struct lw_buffer *out, struct lw_error *err) LW_MUST_CHECK;
/* Writes everything that was asked for and empties the pool. */
int cli_pool_deliver(struct cli *cli, const struct cli_args *args,
                     const struct cli_made *made);

#endif
