/* Drawing. Balls are discs with their letter, goals are rings with the small letter, so
 * that nothing depends on colour alone; the first eight hues are the palette of Okabe
 * and Ito, made for people who see colours differently. */
#include "move_internal.h"

#include <string.h>

struct palette {
    lw_rgba back, floor, edge, rock, rock_edge, ink;
};

static const struct palette palettes[] = {
    [LW_THEME_LIGHT] = {0xf7f5f0ff, 0xe6e2d8ff, 0xc9c3b5ff, 0x6b665cff, 0x4a463eff,
                        0x1d1b17ff},
    [LW_THEME_DARK] = {0x16191dff, 0x2a2f36ff, 0x424a54ff, 0x8b949eff, 0xb3bcc6ff,
                       0xf1f4f7ff},
};

static const lw_rgba hues[] = {0x0072b2ff, 0xe69f00ff, 0x009e73ff, 0xcc79a7ff,
                               0x56b4e9ff, 0xd55e00ff, 0xf0e442ff, 0x8f8f8fff};

/* Beyond the eight, colours repeat; the letters still differ. */
static lw_rgba hue(unsigned colour) {
    return hues[(colour - 1) % (sizeof hues / sizeof *hues)];
}

static void draw_square(struct lw_draw_list *list, const struct palette *palette,
                        uint32_t x, uint32_t y, const struct lw_move_square *square,
                        unsigned ball) {
    float cx = (float)x + 0.5f, cy = (float)y + 0.5f;
    char big[2] = {(char)('A' + ball - 1), '\0'};
    char small[2] = {(char)('a' + square->goal - 1), '\0'};
    if (square->rock) {
        lw_draw_rect_outline(
            list, (struct lw_rect){(float)x + 0.06f, (float)y + 0.06f, 0.88f, 0.88f},
            0.1f, palette->rock, palette->rock_edge, 0.05f);
        return;
    }
    lw_draw_rect_outline(
        list, (struct lw_rect){(float)x + 0.03f, (float)y + 0.03f, 0.94f, 0.94f}, 0.06f,
        palette->floor, palette->edge, 0.02f);
    if (square->goal != 0) {
        lw_draw_ring(list, (struct lw_point){cx, cy}, 0.42f, 0, hue(square->goal), 0.07f);
        if (ball == 0) {
            lw_draw_text(list, cx, cy, 0.42f, palette->ink, small);
        }
    }
    if (ball != 0) {
        lw_draw_ring(list, (struct lw_point){cx, cy}, 0.32f, hue(ball), palette->ink,
                     0.03f);
        lw_draw_text(list, cx, cy, 0.38f, lw_draw_ink_on(hue(ball)), big);
    }
    if (ball != 0 && square->goal != 0 && ball != square->goal) {
        /* The ball hides whose goal it is; without this only the ring's colour tells. */
        lw_draw_text(list, (float)x + 0.87f, (float)y + 0.87f, 0.26f, palette->ink,
                     small);
    }
}

static void glyph_square(struct lw_draw_list *list, const struct palette *palette,
                         uint32_t x, uint32_t y, const struct lw_move_square *square,
                         unsigned ball) {
    char text[2] = {'\0', '\0'};
    if (square->rock) {
        lw_draw_glyph(list, x, y, "#",
                      (struct lw_ink){palette->rock_edge, palette->rock, false});
    } else if (ball != 0) {
        /* A ball at home is underlaid with its goal's colour turned round. */
        bool home = ball == square->goal;
        text[0] = (char)('A' + ball - 1);
        lw_draw_glyph(list, x, y, text,
                      (struct lw_ink){home ? palette->back : lw_draw_ink_on(hue(ball)),
                                      home ? palette->ink : hue(ball), true});
    } else if (square->goal != 0) {
        text[0] = (char)('a' + square->goal - 1);
        lw_draw_glyph(list, x, y, text,
                      (struct lw_ink){hue(square->goal), palette->floor, true});
    } else {
        lw_draw_glyph(list, x, y, "·",
                      (struct lw_ink){palette->edge, palette->floor, false});
    }
}

void lw_move_draw(struct lw_play *base, const void *state, struct lw_draw_list *list) {
    struct move_play *play = (struct move_play *)base;
    const struct lw_move_level *level = play->board.level;
    const struct palette *palette = &palettes[list->theme];
    uint32_t n = level->width * level->height;
    uint8_t *balls = lw_alloc_zero(play->alloc, n, 1);
    uint8_t *own = lw_alloc_get(play->alloc, play->board.state_bytes);
    lw_draw_reset(list, level->width, level->height, palette->back);
    if (balls == NULL || own == NULL) {
        list->failed = true;
        goto done;
    }
    if (state == NULL) {
        lw_move_board_start(&play->board, own);
        state = own;
    }
    for (uint32_t ball = 0; ball < play->board.n_balls; ball++) {
        balls[lw_move_board_square(&play->board, state, ball)] = play->board.colour[ball];
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t x = i % level->width, y = i / level->width;
        draw_square(list, palette, x, y, &level->squares[i], balls[i]);
        glyph_square(list, palette, x, y, &level->squares[i], balls[i]);
    }
done:
    lw_alloc_free(play->alloc, balls, n);
    lw_alloc_free(play->alloc, own, play->board.state_bytes);
}
