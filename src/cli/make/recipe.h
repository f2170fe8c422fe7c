/* Recipes: what a run was asked for, down to every option that was left as it was, and by
 * which versions it was done. Given to generate again, a recipe gives its bytes again, or
 * is refused with the version that made it. */
#ifndef CLI_RECIPE_H
#define CLI_RECIPE_H

#include "lw/command/cli.h"
#include "lw/make.h"

#define CLI_RECIPE_MAX_GENERATORS 64

/* A run, as far as its recipe tells of it. */
struct cli_recipe {
    const char *game;   /* a kind's name, or the campaign's file */
    const char *method; /* NULL: of a campaign */
    const char *file;   /* of the game or NULL */
    uint64_t seed;
    const struct lw_generator *methods[CLI_RECIPE_MAX_GENERATORS];
    const char *kinds[CLI_RECIPE_MAX_GENERATORS]; /* of them */
    size_t n_methods;
    struct lw_buffer ids; /* of the levels, in order */
};

/* --recipe with what ends a run by the clock; an exit code. */
int cli_recipe_check(struct cli *cli, const struct cli_args *args);
void cli_recipe_add_level(struct cli_recipe *recipe, const struct lw_made_level *level);
void cli_recipe_add_generator(struct cli_recipe *recipe, const struct lw_game_kind *kind,
                              const struct lw_generator *generator);
/* Writes the file of --recipe if that was given, and compares with the recipe that the
 * run was made by, if any. */
int cli_recipe_finish(struct cli *cli, const struct cli_args *args,
                      const struct cli_recipe *recipe);

/* Is this the text of a recipe? Then run it: the options of generate are the recipe's,
 * but for those that say where the levels go. */
bool cli_is_recipe(struct cli *cli, const char *path);
int cli_recipe_run(struct cli *cli, const struct cli_args *args,
                   const struct cli_command *command);

#endif
