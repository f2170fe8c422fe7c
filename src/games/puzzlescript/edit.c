/* PuzzleScript in an editor: each game has the palette of its legend, and a level is rows
 * beside the source of its game. */
#include <string.h>

#include "kind_internal.h"
#include "lw/open.h"

/* A level is written as a whole game; where that game is the level's own and has all the
 * keys, the rows alone will do: the lines behind what decorates the heading. */
static void keep_rows(const struct lw_level *level, size_t begin, struct lw_buffer *out) {
    const struct lw_ps_game *ps = lw_ps_game_of(level->game);
    if (out->len - begin < ps->levels_at || ps->levels_at == 0 ||
        memcmp(out->data + begin, ps->source, ps->levels_at) != 0) {
        return;
    }
    const char *rows = out->data + begin + ps->levels_at;
    while (*rows == '\n' || *rows == '=' || *rows == ' ') {
        rows++;
    }
    const char *end = rows;
    for (uint32_t y = 0; y < lw_ps_level_of(level)->height; y++) {
        end += strcspn(end, "\n");
        end += *end == '\n';
    }
    size_t len = (size_t)(end - rows);
    memmove(out->data + begin, rows, len);
    out->len = begin + len;
    out->data[out->len] = '\0';
}

static lw_status bare_text(const struct lw_level *level, struct lw_buffer *out,
                           struct lw_error *err) {
    size_t begin = out->len;
    lw_status status = lw_level_text(level, out, err);
    if (status == LW_OK) {
        keep_rows(level, begin, out);
    }
    return status;
}

/* One-character names of the legend. */
static void game_palette(const struct lw_game *base, lw_brush_fn add, void *ctx) {
    const struct lw_ps_game *game = lw_ps_game_of(base);
    for (uint32_t i = 0; i < game->n_names; i++) {
        const struct lw_ps_name *name = &game->names[i];
        size_t used, len = strlen(name->text);
        if (len == 0 || name->kind == LW_PS_PROPERTY || name->kind == LW_PS_UNKNOWN ||
            lw_utf8_decode(name->text, len, &used) == UINT32_MAX || used != len) {
            continue;
        }
        struct lw_buffer title;
        lw_buffer_init(&title, game->base.alloc);
        for (uint32_t m = 0; m < name->n_members; m++) {
            lw_buffer_printf(&title, "%s%s", m > 0 ? ", " : "",
                             game->objects[name->members[m]].name);
        }
        add(ctx, name->text, lw_buffer_text(&title));
        lw_buffer_free(&title);
    }
}

/* A board keeps its frame. */
static lw_status mutate(const struct lw_level *level, struct lw_rng *rng,
                        struct lw_level **out, struct lw_error *err) {
    return lw_level_swap_within(level, 1, rng, out, err);
}

const struct lw_edit_ops lw_ps_edit_ops = {
    .game_palette = game_palette,
    .blank = ".",
    .separator = "",
    .symmetries = 0xff,
    .bare_text = bare_text,
    .mutate = mutate,
};

const struct lw_pointing_ops lw_ps_pointing_ops = {.how = LW_POINTING_SWIPE,
                                                   .tap_key = "space"};
