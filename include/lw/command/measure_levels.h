/* Features and rating of many levels at once, for commands that judge levels. */
#ifndef LW_COMMAND_MEASURE_LEVELS_H
#define LW_COMMAND_MEASURE_LEVELS_H

#include "lw/command/cli.h"
#include "lw/rating.h"

struct cli_measured {
    const struct lw_level *level; /* borrowed */
    lw_status status;
    struct lw_error err;
    struct lw_feature_values values;
};

/* Computes all features of items[0..n) on all cores, with this budget for each. What was
 * not measured to its end when someone asked to stop is LW_CANCELLED. */
void cli_measure_all(struct cli *cli, struct cli_measured *items, size_t n,
                     const struct lw_budget *budget);
/* The same through a cache (feature_cache.h; NULL: none). */
struct feature_cache;
void cli_measure_cached(struct cli *cli, struct feature_cache *cache,
                        struct cli_measured *items, size_t n,
                        const struct lw_budget *budget);

/* One of them, on the cores of this runtime. */
void cli_measure_one(struct feature_cache *cache, const struct lw_runtime *runtime,
                     const struct lw_budget *budget, struct cli_measured *item);

/* By --model FILE, else by the version in use in the database of --db or LEVELWRIGHT_DB,
 * else by what ships. *path: the model file, to be named when it fails, or NULL. */
lw_status cli_rater_open_args(struct cli *cli, const struct cli_args *args,
                              const struct lw_game_kind *kind, struct lw_rater *out,
                              const char **path, struct lw_error *err);
#define CLI_RATER_DB_OPTION                                                              \
    {                                                                                    \
        .name = "db", .type = LW_OPTION_TEXT, .value_name = "URL",                       \
        .help = "rate by the model in use in this database: a file or postgres://...; "  \
                "default: LEVELWRIGHT_DB, else the model that ships with the game"       \
    }

/* path: of a model file, NULL for what ships, as lw_rater_open. */
lw_status cli_rater_open(struct cli *cli, const char *path,
                         const struct lw_game_kind *kind, struct lw_rater *out,
                         struct lw_error *err);

#endif
