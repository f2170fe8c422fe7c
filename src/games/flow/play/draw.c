/* The picture: grid, paths, endpoints with their letters.
 *
 * The first eight colours are those of Okabe and Ito (2008), which people with any common
 * colour blindness tell apart; the next eight keep apart in lightness, and the others
 * were taken one after another where they lie farthest (in CIE L*a*b*) from the ground
 * and all before. Every endpoint carries its letter and so does every third square of a
 * path, so nobody depends on colour. */
#include "play/play.h"

#include <string.h>

#define N_PAINTS LW_FLOW_MAX_COLOURS
#define N_CUSTOMARY 16
#define LETTER_EVERY 3

static const lw_rgba paints[2][N_PAINTS] = {
    {0xd55e00ff, 0x0072b2ff, 0xd9c400ff, 0x009e73ff, 0xe69f00ff, 0x56b4e9ff, 0xcc79a7ff,
     0x444444ff, 0x882255ff, 0x332288ff, 0xa0a0a0ff, 0x117733ff, 0x44aa99ff, 0xaa4499ff,
     0x999933ff, 0x661100ff, 0x0000ffff, 0x00dd00ff, 0xff11ffff, 0xff0055ff, 0x8855ffff,
     0xee9977ff, 0xaa99ffff, 0xff0099ff, 0x000033ff, 0x11dd77ff, 0x444400ff, 0xff0000ff,
     0x88cc33ff, 0xee77ffff, 0x330011ff, 0x0077ffff, 0x0000aaff, 0xee6677ff, 0x9900aaff,
     0x996622ff, 0xccbbeeff, 0x002200ff, 0x99cc88ff, 0xbb0011ff, 0x554477ff, 0xaa00ffff,
     0x995555ff, 0x337788ff, 0x667755ff, 0xeebb66ff, 0x000000ff, 0x009911ff, 0x440044ff,
     0x8855ccff, 0xff11ccff, 0xff77ccff, 0x3399ffff, 0x005544ff, 0xbb5533ff, 0xbbaa77ff,
     0xbb0055ff, 0x004466ff, 0x00ddbbff, 0x442200ff, 0x558811ff, 0x00ccddff},
    {0xe8601cff, 0x3d8fe0ff, 0xf0e442ff, 0x12b886ff, 0xe69f00ff, 0x7fcdf5ff, 0xe09cc4ff,
     0xe8e8e8ff, 0xc0587fff, 0x8878d8ff, 0x9a9a9aff, 0x3fa05aff, 0x66ccbbff, 0xcc77bbff,
     0xbbbb55ff, 0xb0604cff, 0x8d29ffff, 0x00ff00ff, 0xff00ddff, 0xff0055ff, 0x99ff77ff,
     0x5757e0ff, 0xff2299ff, 0x6c6c3bff, 0xffbb88ff, 0xa53db4ff, 0xccffbbff, 0xbbff00ff,
     0x1c7768ff, 0x00aa00ff, 0x147292ff, 0x00ffaaff, 0xff0000ff, 0x996600ff, 0x7f5f7fff,
     0x557700ff, 0xee77ffff, 0x88bb00ff, 0xbb44ffff, 0xbbbbffff, 0xc13636ff, 0x00ffddff,
     0x0077ffff, 0xff7777ff, 0xb7358bff, 0x99aa77ff, 0x11ff66ff, 0xffeebbff, 0xddff88ff,
     0xc5246dff, 0x0099aaff, 0x9051a0ff, 0x00eeffff, 0xaa8866ff, 0xffcc66ff, 0xffaaaaff,
     0x66dd00ff, 0x88cc66ff, 0xff66ccff, 0xee8855ff, 0x5e6e6eff, 0xdd99ffff}};

struct picture {
    const struct lw_flow_level *level;
    struct lw_draw_list *list;
    lw_rgba ground, rule;
    uint8_t paint[LW_FLOW_MAX_COLOURS];
};

/* The customary letters have their own paint (R is red); others take what is left. */
static void choose_paints(struct picture *picture) {
    const struct lw_flow_level *level = picture->level;
    uint64_t taken = 0;
    uint32_t next = 0;
    for (uint32_t k = 0; k < level->n_colours; k++) {
        const char *at = memchr(lw_flow_letters, level->letters[k], N_CUSTOMARY);
        picture->paint[k] = at == NULL ? N_PAINTS : (uint8_t)(at - lw_flow_letters);
        taken |= at == NULL ? 0 : 1ULL << picture->paint[k];
    }
    for (uint32_t k = 0; k < level->n_colours; k++) {
        if (picture->paint[k] == N_PAINTS) {
            while ((taken >> next & 1) != 0) {
                next++;
            }
            picture->paint[k] = (uint8_t)next++;
        }
    }
}

static lw_rgba paint(const struct picture *picture, uint32_t colour) {
    return paints[picture->list->theme == LW_THEME_DARK][picture->paint[colour]];
}

/* A paint that is hard to see on the light ground gets an edge of a darker one: 0.3 is
 * what has 3 to 1 on white, less what the squares may be wrong by. Dark ground needs
 * none. */
static lw_rgba edge(const struct picture *picture, lw_rgba fill) {
    if (picture->list->theme == LW_THEME_DARK || lw_draw_luminance(fill) < 2600) {
        return 0;
    }
    uint32_t r = fill >> 24 & 255, g = fill >> 16 & 255, b = fill >> 8 & 255;
    return (r * 6 / 10) << 24 | (g * 6 / 10) << 16 | (b * 6 / 10) << 8 | 255;
}

static void draw_endpoint(const struct picture *picture, uint32_t cell) {
    const struct lw_flow_level *level = picture->level;
    uint32_t x = cell % level->width, y = cell / level->width;
    uint32_t colour = level->cells[cell] - 1U;
    lw_rgba fill = paint(picture, colour);
    char text[2] = {level->letters[colour], '\0'};
    if (edge(picture, fill) != 0) {
        lw_draw_circle(picture->list, (float)x + 0.5F, (float)y + 0.5F, 0.4F,
                       edge(picture, fill));
    }
    lw_draw_circle(picture->list, (float)x + 0.5F, (float)y + 0.5F, 0.36F, fill);
    lw_draw_text(picture->list, (float)x + 0.5F, (float)y + 0.5F, 0.42F,
                 lw_draw_ink_on(fill), text);
    lw_draw_glyph(picture->list, x, y, text,
                  (struct lw_ink){lw_draw_ink_on(fill), fill, true});
}

/* What the terminal shows for a square whose path leaves it in these directions. */
static const char *line_glyph(uint32_t dirs) {
    static const char *const glyphs[16] = {"·", "╹", "╺", "┗", "╻", "┃", "┏", "·",
                                           "╸", "┛", "━", "·", "┓", "·", "·", "·"};
    return glyphs[dirs & 15];
}

static void draw_glyphs(const struct picture *picture, const uint8_t *state,
                        uint32_t colour) {
    const struct lw_flow_level *level = picture->level;
    uint32_t cell = lw_flow_path_start(level, state, colour), next, dir;
    for (bool more = cell < level->width * level->height; more;) {
        more = lw_flow_path_next(level, state, cell, &next, &dir);
        uint32_t dirs = (state[cell] == FLOW_START ? 0 : 1U << (state[cell] - 1U)) |
                        (more ? 1U << dir : 0);
        lw_draw_glyph(picture->list, cell % level->width, cell / level->width,
                      line_glyph(dirs),
                      (struct lw_ink){paint(picture, colour), picture->ground, true});
        cell = more ? next : cell;
    }
}

static void draw_lines(const struct picture *picture, const uint8_t *state,
                       uint32_t colour, float thick, lw_rgba fill) {
    const struct lw_flow_level *level = picture->level;
    uint32_t cell = lw_flow_path_start(level, state, colour), next, dir;
    if (cell == level->width * level->height) {
        return;
    }
    for (; lw_flow_path_next(level, state, cell, &next, &dir); cell = next) {
        uint32_t x = cell % level->width, y = cell / level->width;
        uint32_t next_x = next % level->width, next_y = next / level->width;
        lw_draw_line(picture->list, (struct lw_point){(float)x + 0.5F, (float)y + 0.5F},
                     (struct lw_point){(float)next_x + 0.5F, (float)next_y + 0.5F}, thick,
                     fill);
    }
}

/* The edge of the whole path lies under it, so that corners have none within. */
static void draw_path(const struct picture *picture, const uint8_t *state,
                      uint32_t colour) {
    lw_rgba fill = paint(picture, colour);
    draw_glyphs(picture, state, colour);
    if (edge(picture, fill) != 0) {
        draw_lines(picture, state, colour, 0.36F, edge(picture, fill));
    }
    draw_lines(picture, state, colour, 0.3F, fill);
}

/* Over all lines of the path, which would cover what is written at a corner. */
static void letter_path(const struct picture *picture, const uint8_t *state,
                        uint32_t colour) {
    const struct lw_flow_level *level = picture->level;
    uint32_t cell = lw_flow_path_start(level, state, colour), next, dir;
    char text[2] = {level->letters[colour], '\0'};
    if (cell == level->width * level->height) {
        return;
    }
    for (uint32_t step = 1; lw_flow_path_next(level, state, cell, &next, &dir); step++) {
        cell = next;
        if (step % LETTER_EVERY == 0 && level->cells[cell] == 0) {
            uint32_t x = cell % level->width, y = cell / level->width;
            lw_draw_text(picture->list, (float)x + 0.5F, (float)y + 0.5F, 0.22F,
                         lw_draw_ink_on(paint(picture, colour)), text);
        }
    }
}

void lw_flow_draw(struct lw_play *play, const void *state, struct lw_draw_list *list) {
    const struct lw_flow_level *level = ((struct flow_play *)play)->level;
    bool dark = list->theme == LW_THEME_DARK;
    struct picture picture = {.level = level,
                              .list = list,
                              .ground = dark ? 0x1b1d22ff : 0xffffffff,
                              .rule = dark ? 0x454a55ff : 0xc4c8d0ff};
    choose_paints(&picture);
    float w = (float)level->width, h = (float)level->height;
    lw_draw_reset(list, level->width, level->height, picture.ground);
    for (uint32_t x = 0; x <= level->width; x++) {
        lw_draw_line(list, (struct lw_point){(float)x, 0}, (struct lw_point){(float)x, h},
                     0.03F, picture.rule);
    }
    for (uint32_t y = 0; y <= level->height; y++) {
        lw_draw_line(list, (struct lw_point){0, (float)y}, (struct lw_point){w, (float)y},
                     0.03F, picture.rule);
    }
    for (uint32_t i = 0; i < level->width * level->height; i++) {
        lw_draw_glyph(list, i % level->width, i / level->width, "·",
                      (struct lw_ink){picture.rule, picture.ground, false});
    }
    for (uint32_t k = 0; state != NULL && k < level->n_colours; k++) {
        draw_path(&picture, state, k);
        letter_path(&picture, state, k);
    }
    for (uint32_t k = 0; k < level->n_colours; k++) {
        draw_endpoint(&picture, level->ends[k][0]);
        draw_endpoint(&picture, level->ends[k][1]);
    }
}
