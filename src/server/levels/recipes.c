/* The presets of all games, as the server's jobs need them. */
#include "levels/recipes.h"

#include <string.h>

#include "http/assets.h"
#include "lw/make.h"

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

/* Is this option's value a number in JSON? */
static bool is_number(const struct lw_generator *generator, const char *name) {
    for (size_t i = 0; generator != NULL && i < generator->n_options; i++) {
        const struct lw_option *option = &generator->options[i];
        if (strcmp(option->name, name) == 0) {
            return option->type == LW_OPTION_INT || option->type == LW_OPTION_REAL;
        }
    }
    return false;
}

static const char *settings_json(const struct lw_setting *settings,
                                 const struct lw_generator *generator,
                                 struct lw_arena *arena) {
    struct lw_buffer text;
    struct lw_json_writer json;
    lw_buffer_init(&text, arena->alloc);
    lw_json_begin(&json, &text);
    lw_json_object(&json, NULL);
    for (; settings != NULL && settings->name != NULL; settings++) {
        if (is_number(generator, settings->name)) {
            lw_json_raw(&json, settings->name, settings->value);
        } else {
            lw_json_text(&json, settings->name, settings->value);
        }
    }
    lw_json_object_end(&json);
    const char *copy =
        lw_buffer_ok(&text) ? lw_arena_text(arena, text.data, text.len) : NULL;
    lw_buffer_free(&text);
    return copy != NULL ? copy : "{}";
}

const char *recipe_options(const struct recipe *recipe, struct lw_arena *arena) {
    return settings_json(recipe->preset->options,
                         lw_generator_find(recipe->kind, recipe->preset->method), arena);
}

const char *recipe_source(const struct recipe *recipe, struct lw_arena *arena) {
    const struct embedded *file = recipe->preset->source_file == NULL
                                      ? NULL
                                      : embedded_find(recipe->preset->source_file);
    return file == NULL ? NULL
                        : lw_arena_text(arena, (const char *)file->data,
                                        (size_t)(file->end - file->data));
}
