/* What the server makes levels with by itself: the presets of all games, numbered. */
#ifndef RECIPES_H
#define RECIPES_H

#include "lw/base/json.h"
#include "lw/game.h"

struct recipe {
    const struct lw_game_kind *kind;
    const struct lw_preset *preset;
    size_t number; /* its place among all */
};

/* False when there are not that many. */
bool recipe_at(size_t number, struct recipe *out);
size_t recipe_count(void);
bool recipe_find(const char *game, const char *band, struct recipe *out);
/* The source of the game that the levels are for; NULL when its kind needs none. Lives in
 * the arena. */
const char *recipe_source(const struct recipe *recipe, struct lw_arena *arena);

#endif
