/* Levels as objects of a reply, with their cells for editors. */
#include <string.h>

#include "calls_internal.h"

static lw_status put_grid(struct lw_json_writer *json, const struct lw_level *level,
                          struct lw_error *err) {
    struct lw_arena arena;
    struct lw_cells grid;
    lw_arena_init(&arena, level->game->alloc);
    lw_status status = lw_level_cells(level, &arena, &grid, err);
    if (status == LW_OK) {
        lw_json_object(json, "grid");
        lw_json_text(json, "before", grid.before);
        lw_json_array(json, "rows");
        for (uint32_t y = 0; y < grid.height; y++) {
            lw_json_array(json, NULL);
            for (uint32_t x = 0; x < grid.width; x++) {
                lw_json_text(json, NULL, grid.cells[(size_t)y * grid.width + x]);
            }
            lw_json_array_end(json);
        }
        lw_json_array_end(json);
        lw_json_text(json, "separator", grid.separator);
        lw_json_text(json, "after", grid.after);
        lw_json_object_end(json);
    }
    lw_arena_free(&arena);
    return status;
}

/* The object. */

lw_status lw_calls_put_level(struct lw_calls *calls, struct lw_json_writer *json,
                             const struct lw_level *level,
                             const struct calls_extras *extras, struct lw_error *err) {
    const struct lw_game_kind *kind = level->game->kind;
    struct lw_buffer text;
    struct lw_error why = {.status = LW_OK};
    uint32_t width, height;
    lw_buffer_init(&text, calls->alloc);
    lw_status status = lw_level_bare_text(level, &text, err);
    lw_json_text_len(json, "text", lw_buffer_text(&text), text.len);
    lw_buffer_free(&text);
    kind->level->size(level, &width, &height);
    lw_json_uint(json, "width", width);
    lw_json_uint(json, "height", height);
    bool valid = kind->level->validate(level, &why) == LW_OK;
    struct lw_id128 id;
    lw_json_bool(json, "valid", valid);
    if (!valid) {
        lw_json_text(json, "message", why.text);
    } else if (kind->level->canonical(level, &id, NULL) == LW_OK) {
        char hex[33];
        lw_id128_text(id, hex);
        lw_json_text(json, "id", hex);
    }
    if (status == LW_OK && extras->draw) {
        status = lw_calls_put_level_draw(calls, json, level, extras->theme, err);
    }
    if (status == LW_OK && extras->grid) {
        status = put_grid(json, level, err);
    }
    return status;
}

void lw_calls_put_cells(struct lw_json_writer *json, const char *key,
                        const uint32_t *cells, size_t n) {
    lw_json_array(json, key);
    for (size_t i = 0; i < n; i++) {
        lw_json_uint(json, NULL, cells[i]);
    }
    lw_json_array_end(json);
}

void lw_calls_put_measures(struct lw_json_writer *json, const struct lw_game_kind *kind,
                           const double *values) {
    lw_json_object(json, "measures");
    for (size_t i = 0; kind->solve != NULL && i < kind->solve->n_measures; i++) {
        lw_json_real(json, kind->solve->measures[i].name, values[i]);
    }
    lw_json_object_end(json);
}

/* What a cell may be. */

static void put_brush(void *ctx, const char *glyph, const char *title) {
    struct lw_json_writer *json = ctx;
    lw_json_object(json, NULL);
    lw_json_text(json, "glyph", glyph);
    lw_json_text(json, "title", title);
    lw_json_object_end(json);
}

void lw_calls_put_palette(struct lw_json_writer *json, const struct lw_game_kind *kind,
                          const struct lw_game *game) {
    const struct lw_edit_ops *edit = kind->edit;
    lw_json_array(json, "palette");
    for (size_t i = 0; edit != NULL && i < edit->n_palette; i++) {
        put_brush(json, edit->palette[i].glyph, edit->palette[i].title);
    }
    if (edit != NULL && edit->game_palette != NULL && game != NULL) {
        edit->game_palette(game, put_brush, json);
    }
    lw_json_array_end(json);
}
