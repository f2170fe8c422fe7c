/* Pictures: the game's own sprites, five by five pixels a cell; in a terminal the key of
 * the cell, or of its uppermost object, in that object's colour on that of the next. */
#include <string.h>

#include "kind_internal.h"

/* Runs of one colour become one rectangle each. */
static void draw_sprite(const struct lw_ps_object *object, float x, float y,
                        struct lw_draw_list *list) {
    bool solid = object->pixels[0] >= 0;
    for (int i = 1; i < 25; i++) {
        solid = solid && object->pixels[i] == object->pixels[0];
    }
    if (solid) {
        lw_draw_rect(list, (struct lw_rect){x, y, 1, 1}, 0,
                     object->colours[object->pixels[0]]);
        return;
    }
    for (int row = 0; row < 5; row++) {
        for (int from = 0; from < 5;) {
            int8_t colour = object->pixels[5 * row + from];
            int to = from + 1;
            while (to < 5 && object->pixels[5 * row + to] == colour) {
                to++;
            }
            if (colour >= 0) {
                lw_draw_rect(list,
                             (struct lw_rect){x + (float)from / 5, y + (float)row / 5,
                                              (float)(to - from) / 5, 0.2F},
                             0, object->colours[colour]);
            }
            from = to;
        }
    }
}

/* The colour most of the sprite has; 0 when all of it is transparent. */
static lw_rgba main_colour(const struct lw_ps_object *object) {
    int counts[10] = {0};
    int best = -1;
    for (int i = 0; i < 25; i++) {
        if (object->pixels[i] >= 0) {
            int colour = (unsigned char)object->pixels[i];
            counts[colour]++;
            best = best < 0 || counts[colour] > counts[best] ? colour : best;
        }
    }
    return best < 0 ? 0 : object->colours[best];
}

/* The key of the whole cell, else that of its uppermost object. */
static const char *key_of(const struct lw_ps_game *game, const uint64_t *cell,
                          uint32_t top) {
    uint64_t only[64] = {0};
    const char *key = lw_ps_glyph_for(game, cell);
    if (key == NULL && game->obj_words <= 64) {
        only[top >> 6] = 1ULL << (top & 63);
        only[game->background >> 6] |= 1ULL << (game->background & 63);
        key = lw_ps_glyph_for(game, only);
    }
    return key;
}

static void draw_cell(const struct lw_ps_game *game, const uint64_t *cell, uint32_t x,
                      uint32_t y, struct lw_draw_list *list) {
    lw_rgba back = game->background_colour;
    lw_rgba front = 0;
    uint32_t top = UINT32_MAX;
    /* Ids ascend with the layers, which are drawn from below. */
    for (uint32_t id = 0; id < game->n_objects; id++) {
        if (!lw_ps_has(cell, id)) {
            continue;
        }
        const struct lw_ps_object *object = &game->objects[id];
        draw_sprite(object, (float)x, (float)y, list);
        if (object->is_player && list->player == LW_DRAW_NOBODY) {
            list->player = y * list->width + x; /* of several, the first */
        }
        lw_rgba colour = main_colour(object);
        if (object->layer == game->background_layer && colour != 0) {
            back = colour;
        } else if (colour != 0) {
            back = front != 0 ? front : back; /* what it stands on shines through */
            front = colour;
            top = id;
        }
    }
    if (top == UINT32_MAX) {
        lw_draw_glyph(list, x, y, " ", (struct lw_ink){back, back, false});
        return;
    }
    char letter[8] = {game->objects[top].name[0], '\0'};
    const char *key = key_of(game, cell, top);
    if ((unsigned char)letter[0] >= 0x80) {
        letter[0] = '?';
    }
    lw_draw_glyph(list, x, y, key != NULL ? key : letter,
                  (struct lw_ink){front, back, game->objects[top].is_player});
}

void lw_ps_draw_board(const struct lw_ps_game *game, uint32_t width, uint32_t height,
                      const uint64_t *cells, struct lw_draw_list *list) {
    lw_draw_reset(list, width, height, game->background_colour);
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            draw_cell(game, cells + ((size_t)x * height + y) * game->obj_words, x, y,
                      list);
        }
    }
}
