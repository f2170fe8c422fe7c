/* The presets of all games, as the server's jobs need them. */
#include "levels/recipes.h"

#include <string.h>

#include "http/assets.h"

bool recipe_at(size_t number, struct recipe *out) {
    size_t first = 0;
    for (const struct lw_game_kind *const *at = lw_game_kinds(); *at != NULL; at++) {
        const struct lw_preset_ops *ops = (*at)->presets;
        size_t n = ops == NULL || !lw_game_kind_listed(*at) ? 0 : ops->n_presets;
        if (number < first + n) {
            *out = (struct recipe){*at, &ops->presets[number - first], number};
            return true;
        }
        first += n;
    }
    return false;
}

size_t recipe_count(void) {
    struct recipe recipe;
    size_t n = 0;
    while (recipe_at(n, &recipe)) {
        n++;
    }
    return n;
}

bool recipe_find(const char *game, const char *band, struct recipe *out) {
    for (size_t i = 0; recipe_at(i, out); i++) {
        if (strcmp(out->kind->name, game) == 0 && strcmp(out->preset->band, band) == 0) {
            return true;
        }
    }
    return false;
}

const char *recipe_source(const struct recipe *recipe, struct lw_arena *arena) {
    const struct embedded *file = recipe->preset->source_file == NULL
                                      ? NULL
                                      : embedded_find(recipe->preset->source_file);
    return file == NULL ? NULL
                        : lw_arena_text(arena, (const char *)file->data,
                                        (size_t)(file->end - file->data));
}
