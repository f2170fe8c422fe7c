/* A table of levels and how people fared with them, for commands that learn from it. */
#ifndef LAB_LEVEL_TABLE_H
#define LAB_LEVEL_TABLE_H

#include "lw/command/measure_levels.h"
#include "lw/difficulty.h"
#include "lw/stats.h"

#define LAB_SIMULATED_OPTION                                                             \
    {                                                                                    \
        .name = "simulated", .type = LW_OPTION_CHOICE, .choices = "no|yes",              \
        .fallback = "no",                                                                \
        .help =                                                                          \
            "tables with rows marked as simulated: no refuses them, because what is "    \
            "learned from them says nothing about people"                                \
    }

/* The options that say what is in the table. */
#define LEVEL_TABLE_OPTIONS                                                              \
    {.name = "game",                                                                     \
     .type = LW_OPTION_TEXT,                                                             \
     .fallback = "sokoban",                                                              \
     .value_name = "KIND",                                                               \
     .help = "kind of game"},                                                            \
        {.name = "layout",                                                               \
         .type = LW_OPTION_TEXT,                                                         \
         .fallback = "layout",                                                           \
         .value_name = "COLUMN",                                                         \
         .help = "column with the level, its lines joined by |; rows without a level "   \
                 "are left out"},                                                        \
        {.name = "solved",                                                               \
         .type = LW_OPTION_TEXT,                                                         \
         .fallback = "num_solved",                                                       \
         .value_name = "COLUMN",                                                         \
         .help = "column with the number of plays that were finished"},                  \
        {.name = "plays",                                                                \
         .type = LW_OPTION_TEXT,                                                         \
         .fallback = "num_played",                                                       \
         .value_name = "COLUMN",                                                         \
         .help = "column with the number of plays"},                                     \
        {.name = "answer",                                                               \
         .type = LW_OPTION_TEXT,                                                         \
         .value_name = "COLUMN",                                                         \
         .help = "column with a number that is larger for "                              \
                 "harder levels, instead of solved and plays"},                          \
        {.name = "group",                                                                \
         .type = LW_OPTION_TEXT,                                                         \
         .fallback = "collection",                                                       \
         .value_name = "COLUMN",                                                         \
         .help = "column of groups that are held out together"},                         \
        {.name = "exclude",                                                              \
         .type = LW_OPTION_TEXT,                                                         \
         .value_name = "FILE.csv",                                                       \
         .help = "leave out every level that also appears in this table"},               \
        {.name = "features",                                                             \
         .type = LW_OPTION_TEXT,                                                         \
         .value_name = "LIST",                                                           \
         .help = "use only these features, separated by commas"},                        \
        LAB_SIMULATED_OPTION,                                                            \
        {.name = "source",                                                               \
         .type = LW_OPTION_TEXT,                                                         \
         .fallback = "",                                                                 \
         .value_name = "TEXT",                                                           \
         .help = "where the data come from; stored in the model"},                       \
    {                                                                                    \
        .name = "time", .type = LW_OPTION_TIME, .fallback = "30s",                       \
        .help = "time limit for measuring one level"                                     \
    }

/* A row whose level stands in a row before; see same_level.h. */
struct level_copy {
    size_t row;
    struct lw_id128 id;
};

/* A table of levels, read and measured. */
struct level_table {
    const struct level_table *skip; /* levels to leave out; NULL: none */
    struct lw_table table;
    struct lw_collection set; /* owns the levels */
    struct cli_measured *items;
    struct lw_id128 *ids;
    size_t *row; /* of the table */
    size_t n;
    size_t n_without_level;    /* rows whose cell is empty */
    size_t n_excluded;         /* levels that skip has too */
    struct level_copy *copies; /* set aside */
    size_t n_copies;
};

/* A table of a file. */
lw_status lab_table_read(struct cli *cli, const char *path, struct lw_table *out,
                         struct lw_error *err) LW_MUST_CHECK;
/* The same of what people did: rows that are marked as simulated (a column of that name)
 * are refused, unless the command's option --simulated says yes. */
lw_status lab_people_read(struct cli *cli, const struct cli_args *args, const char *path,
                          struct lw_table *out, struct lw_error *err) LW_MUST_CHECK;
/* Reads the table and its levels; all but s->skip is filled. Says on cli->err how many
 * rows have no level, and how many are left out for skip. Measuring them is the caller's:
 * cli_measure_all(cli, s->items, s->n, …). */
lw_status level_table_read(struct cli *cli, const struct cli_args *args,
                           const struct lw_game *game, const char *path,
                           struct level_table *s, struct lw_error *err);
void level_table_free(struct cli *cli, struct level_table *s);

/* Features and answers of the levels that could be measured. */
struct learning {
    struct lw_arena arena;
    struct lw_evidence e;
    double *x, *y;
    size_t *group;
    const struct lw_level **levels;
    const char **group_names; /* [e.n_groups] */
    double *plays; /* [e.n]; 1 when the answers come without a number of plays */
    const char **names;
    unsigned char *columns;
    size_t n_unmeasured; /* levels of the table that could not be measured */
    size_t n_near;       /* levels almost the same as one of another group */
};

/* Marks the columns of the features in list, names separated by commas; NULL: all n. */
lw_status level_table_pick(const char *const *names, size_t n, const char *list,
                           unsigned char *columns, struct lw_error *err) LW_MUST_CHECK;
/* Marks the columns of the game's own line; leaves *line NULL when it has none. room:
 * [p]. */
lw_status level_table_line(const struct lw_feature_ops *ops, const char *const *names,
                           unsigned char *room, const unsigned char **line,
                           struct lw_error *err) LW_MUST_CHECK;
/* Says on cli->err that a level could not be measured. */
void level_table_tell_unmeasured(struct cli *cli, const struct level_table *s,
                                 size_t item);

/* An error when the answers of n levels, copies counted once, cannot rank them. */
lw_status level_table_answers_differ(const double *y, size_t n, struct lw_error *err);

/* l->arena is initialised; freed by the caller. Says on cli->err which rows are left out.
 */
lw_status level_table_gather(struct cli *cli, const struct cli_args *args,
                             struct level_table *s, const struct lw_feature_ops *ops,
                             struct learning *l, struct lw_error *err);

/* The kind that --game names and a game of it by its standard rules; an exit code. */
int level_table_game(struct cli *cli, const struct cli_args *args, struct lw_game **out);

#endif
