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
/* The options as a JSON object, for the rows of levels; "{}" when memory is out. */
const char *recipe_options(const struct recipe *recipe, struct lw_arena *arena);
/* The source of the game that the levels are for; NULL when its kind needs none. Lives in
 * the arena. */
const char *recipe_source(const struct recipe *recipe, struct lw_arena *arena);

/* A generate call: options and filters are JSON objects, NULL where there are none. */
struct recipe_call {
    const char *game, *method, *options, *filters, *source;
    size_t count;
    uint64_t seed;
    double seconds;
};
void recipe_call_write(const struct recipe_call *call, struct lw_buffer *out);
/* The call of a recipe but for count, seed and seconds; texts live in the arena. */
struct recipe_call recipe_call_of(const struct recipe *recipe, struct lw_arena *arena);

#endif
