/* Drawing: every board cell takes three by three drawn cells, because light touches a
 * cell at the middles of its four sides: the drawn corners hold the four half-steps a
 * beam can take inside the cell, the middles of the sides hold lasers and targets, and
 * the centre holds the block. Below the board lies the tray, one such square for each
 * kind of block the level has.
 *
 * Nothing depends on colour alone: blocks differ in pattern and carry their letters, lit
 * targets are filled and unlit ones hollow. Hues follow the palette of Okabe and Ito,
 * made for people who see colours differently. */
#include "lazors_internal.h"

#include <stdio.h>
#include <string.h>

#define CELL 3u

struct palette {
    lw_rgba back, open, edge, beam, laser, target, lit, ink, tray;
    lw_rgba block[LW_LAZORS_N_BLOCKS];
    lw_rgba block_ink[LW_LAZORS_N_BLOCKS];
};

static const struct palette palettes[] = {
    [LW_THEME_LIGHT] = {.back = 0xf7f5f0ff,
                        .open = 0xdedad0ff,
                        .edge = 0xb8b2a4ff,
                        .beam = 0xc23b00ff,
                        .laser = 0x8a2a00ff,
                        .target = 0x004f7cff,
                        .lit = 0x0072b2ff,
                        .ink = 0x26231dff,
                        .tray = 0xebe7ddff,
                        .block = {0, 0x9fd0efff, 0x3b3a36ff, 0xf3e6a0ff},
                        .block_ink = {0, 0x12405eff, 0xf7f5f0ff, 0x5c4d00ff}},
    [LW_THEME_DARK] = {.back = 0x16191dff,
                       .open = 0x2f353cff,
                       .edge = 0x525b66ff,
                       .beam = 0xff8c4aff,
                       .laser = 0xffb184ff,
                       .target = 0x9fd8ffff,
                       .lit = 0x56b4e9ff,
                       .ink = 0xe9edf2ff,
                       .tray = 0x21262cff,
                       .block = {0, 0x2f6f9aff, 0x0a0b0dff, 0x8f7c1eff},
                       .block_ink = {0, 0xe3f4ffff, 0xc9d1daff, 0xfff6c9ff}},
};

struct artist {
    struct lazors_play *play;
    const struct lw_lazors_level *level;
    struct lw_draw_list *list;
    const struct palette *palette;
    uint32_t tray[LW_LAZORS_N_BLOCKS];
};

static uint32_t tray_slots(const struct lw_lazors_level *level) {
    uint32_t n = 0;
    for (unsigned block = 1; block < LW_LAZORS_N_BLOCKS; block++) {
        n += level->stock[block] > 0;
    }
    return n;
}

void lw_lazors_drawn_size(const struct lw_level *base, uint32_t *width,
                          uint32_t *height) {
    const struct lw_lazors_level *level = lw_lazors_level_of(base);
    uint32_t n_slots = tray_slots(level);
    *width = CELL * (level->width > n_slots ? level->width : n_slots);
    *height = CELL * (level->height + (n_slots > 0));
}

uint32_t lw_lazors_drawn_cell(const struct lw_lazors_level *level, uint32_t cell) {
    uint32_t width, height;
    lw_lazors_drawn_size(&level->level, &width, &height);
    return (CELL * (cell / level->width) + 1) * width + CELL * (cell % level->width) + 1;
}

/* Picture. */

static void draw_block(const struct artist *artist, float x, float y, unsigned block,
                       bool fixed) {
    struct lw_draw_list *list = artist->list;
    lw_rgba fill = artist->palette->block[block], ink = artist->palette->block_ink[block];
    char letter[2] = {lw_lazors_block_letter(block), '\0'};
    lw_draw_rect_outline(list, (struct lw_rect){x + 0.1f, y + 0.1f, 2.8f, 2.8f}, 0.25f,
                         fill, ink, 0.1f);
    if (block == LW_LAZORS_MIRROR) {
        lw_draw_line(list, (struct lw_point){x + 0.55f, y + 1.15f},
                     (struct lw_point){x + 1.15f, y + 0.55f}, 0.12f, ink);
        lw_draw_line(list, (struct lw_point){x + 1.85f, y + 2.45f},
                     (struct lw_point){x + 2.45f, y + 1.85f}, 0.12f, ink);
    } else if (block == LW_LAZORS_REFRACT) {
        lw_draw_rect_outline(list, (struct lw_rect){x + 0.5f, y + 0.5f, 2, 2}, 0.2f, 0,
                             ink, 0.12f);
    }
    lw_draw_text(list, x + 1.5f, y + 1.5f, 1.1f, ink, letter);
    for (unsigned corner = 0; fixed && corner < 4; corner++) {
        lw_draw_circle(list, x + (corner & 1 ? 2.62f : 0.38f),
                       y + (corner & 2 ? 2.62f : 0.38f), 0.14f, ink);
    }
}

static void draw_cells(const struct artist *artist) {
    const struct lw_lazors_level *level = artist->level;
    const struct palette *palette = artist->palette;
    for (uint32_t i = 0; i < level->width * level->height; i++) {
        uint32_t row = i / level->width;
        float x = (float)(CELL * (i % level->width)), y = (float)(CELL * row);
        bool open = (level->cells[i] & LW_LAZORS_OPEN) != 0;
        if (open) {
            lw_draw_rect_outline(artist->list,
                                 (struct lw_rect){x + 0.1f, y + 0.1f, 2.8f, 2.8f}, 0.25f,
                                 palette->open, palette->edge, 0.06f);
        }
        if (artist->play->blocks[i] != LW_LAZORS_EMPTY) {
            draw_block(artist, x, y, artist->play->blocks[i], !open);
        }
    }
}

static void draw_beams(const struct artist *artist) {
    const struct lw_lazors_trace *trace = &artist->play->trace;
    for (uint32_t state = 0; state < trace->n_states; state++) {
        if (!trace->crossed[state]) {
            continue;
        }
        uint32_t point = state / 4, row = point / trace->columns;
        float x = 1.5f * (float)(point % trace->columns), y = 1.5f * (float)row;
        lw_draw_line(artist->list, (struct lw_point){x, y},
                     (struct lw_point){x + (state & 1 ? 1.5f : -1.5f),
                                       y + (state & 2 ? 1.5f : -1.5f)},
                     0.16f, artist->palette->beam);
    }
}

static void draw_points(const struct artist *artist) {
    const struct lw_lazors_level *level = artist->level;
    const struct palette *palette = artist->palette;
    for (uint32_t i = 0; i < level->n_lasers; i++) {
        const struct lw_lazors_laser *laser = &level->lasers[i];
        float x = 1.5f * laser->x;
        float y = 1.5f * laser->y;
        float dx = 0.3f * laser->vx, dy = 0.3f * laser->vy;
        const float arrow[] = {x + 2.2f * dx,
                               y + 2.2f * dy,
                               x - 0.5f * dx - 1.1f * dy,
                               y - 0.5f * dy + 1.1f * dx,
                               x - 0.5f * dx + 1.1f * dy,
                               y - 0.5f * dy - 1.1f * dx};
        lw_draw_polygon(artist->list, arrow, 3, palette->laser);
        lw_draw_circle(artist->list, x, y, 0.14f, palette->back);
    }
    for (uint32_t i = 0; i < level->n_targets; i++) {
        const struct lw_lazors_target *target = &level->targets[i];
        bool lit = artist->play->trace
                       .lit[lw_lazors_point(&artist->play->trace, target->x, target->y)];
        float x = 1.5f * target->x;
        float y = 1.5f * target->y;
        lw_draw_ring(artist->list, (struct lw_point){x, y}, 0.4f,
                     lit ? palette->lit : palette->back, palette->target, 0.12f);
        if (lit) {
            lw_draw_circle(artist->list, x, y, 0.16f, palette->back);
        }
    }
}

static void draw_tray(const struct artist *artist) {
    uint32_t slot = 0;
    float top = (float)(CELL * artist->level->height);
    lw_draw_rect(artist->list, (struct lw_rect){0, top, (float)artist->list->width, CELL},
                 0, artist->palette->tray);
    for (unsigned block = 1; block < LW_LAZORS_N_BLOCKS; block++) {
        if (artist->level->stock[block] == 0) {
            continue;
        }
        float x = (float)(CELL * slot++);
        char count[8];
        (void)snprintf(count, sizeof count, "%u", artist->tray[block] & 0xffff);
        if (artist->tray[block] > 0) {
            draw_block(artist, x, top, block, false);
            lw_draw_circle(artist->list, x + 2.4f, top + 2.4f, 0.55f,
                           artist->palette->ink);
            lw_draw_text(artist->list, x + 2.4f, top + 2.4f, 0.75f, artist->palette->back,
                         count);
        } else {
            lw_draw_rect_outline(artist->list,
                                 (struct lw_rect){x + 0.2f, top + 0.2f, 2.6f, 2.6f},
                                 0.25f, 0, artist->palette->edge, 0.06f);
        }
    }
}

/* Terminal. */

/* The glyphs of one block or empty cell, without light. */
static void glyph_cell(const struct artist *artist, uint32_t x, uint32_t y,
                       unsigned block, bool open) {
    const struct palette *palette = artist->palette;
    lw_rgba back = block != LW_LAZORS_EMPTY ? palette->block[block]
                   : open                   ? palette->open
                                            : palette->back;
    lw_rgba ink = block != LW_LAZORS_EMPTY ? palette->block_ink[block] : palette->edge;
    for (uint32_t i = 0; i < CELL * CELL; i++) {
        bool corner = i % 2 == 0 && i != 4;
        const char *text = block != LW_LAZORS_EMPTY && !open && corner ? "▪" : " ";
        lw_draw_glyph(artist->list, CELL * x + i % CELL, CELL * y + i / CELL, text,
                      (struct lw_ink){ink, back, false});
    }
    char letter[2] = {lw_lazors_block_letter(block), '\0'};
    lw_draw_glyph(artist->list, CELL * x + 1, CELL * y + 1,
                  block != LW_LAZORS_EMPTY ? letter
                  : open                   ? "·"
                                           : "x",
                  (struct lw_ink){ink, back, true});
}

static void put_glyph(const struct artist *artist, uint32_t x, uint32_t y,
                      const char *text, lw_rgba ink) {
    if (x < artist->list->width && y < artist->list->height &&
        artist->list->glyphs != NULL) {
        lw_rgba back = artist->list->glyphs[(size_t)y * artist->list->width + x].bg;
        lw_draw_glyph(artist->list, x, y, text, (struct lw_ink){ink, back, true});
    }
}

/* The drawn cells on both sides of a point; those off the board are left out. */
static unsigned sides_of(const struct lw_lazors_level *level, int x, int y,
                         uint32_t out[2][2]) {
    unsigned n = 0;
    for (int side = -1; side <= 0; side++) {
        int across = 3 * (x / 2) + (x % 2 != 0 ? 1 : side);
        int down = 3 * (y / 2) + (y % 2 != 0 ? 1 : side);
        if (across >= 0 && down >= 0 && across < (int)(CELL * level->width) &&
            down < (int)(CELL * level->height)) {
            out[n][0] = (uint32_t)across;
            out[n++][1] = (uint32_t)down;
        }
    }
    return n;
}

static void glyph_point(const struct artist *artist, int x, int y, const char *text,
                        lw_rgba ink) {
    uint32_t at[2][2];
    unsigned n = sides_of(artist->level, x, y, at);
    for (unsigned i = 0; i < n; i++) {
        put_glyph(artist, at[i][0], at[i][1], text, ink);
    }
}

static void glyph_beams(const struct artist *artist) {
    const struct lw_lazors_trace *trace = &artist->play->trace;
    for (uint32_t point = 0; point < trace->n_points; point++) {
        if (trace->lit[point]) {
            glyph_point(artist, (int)(point % trace->columns),
                        (int)(point / trace->columns), "•", artist->palette->beam);
        }
    }
    for (uint32_t state = 0; state < trace->n_states; state++) {
        int32_t cell = trace->beams[state].cell;
        if (!trace->crossed[state]) {
            continue;
        }
        /* The half-step lies in the corner of its cell that both its ends touch. */
        uint32_t x = state / 4 % trace->columns, y = state / 4 / trace->columns;
        uint32_t right = x + (state & 1), down = y + (state >> 1 & 1);
        uint32_t corner_x = right % 2 == 1 ? 0 : 2, corner_y = down % 2 == 1 ? 0 : 2;
        put_glyph(artist, CELL * ((uint32_t)cell % artist->level->width) + corner_x,
                  CELL * ((uint32_t)cell / artist->level->width) + corner_y,
                  (state & 3) == 0 || (state & 3) == 3 ? "╲" : "╱",
                  artist->palette->beam);
    }
}

static void glyph_markers(const struct artist *artist) {
    static const char *const arrows[] = {"↖", "↗", "↙", "↘"};
    const struct lw_lazors_level *level = artist->level;
    for (uint32_t i = 0; i < level->n_targets; i++) {
        const struct lw_lazors_target *target = &level->targets[i];
        bool lit = artist->play->trace
                       .lit[lw_lazors_point(&artist->play->trace, target->x, target->y)];
        glyph_point(artist, target->x, target->y, lit ? "●" : "○",
                    artist->palette->target);
    }
    for (uint32_t i = 0; i < level->n_lasers; i++) {
        const struct lw_lazors_laser *laser = &level->lasers[i];
        unsigned dir = (laser->vx > 0 ? 1u : 0u) + (laser->vy > 0 ? 2u : 0u);
        uint32_t at[2][2];
        unsigned n = sides_of(level, laser->x, laser->y, at);
        /* One side only: a target at the same point keeps the other. */
        bool forward = laser->y % 2 != 0 ? laser->vx > 0 : laser->vy > 0;
        unsigned side = n == 2 && forward ? 1 : 0;
        put_glyph(artist, at[side][0], at[side][1], arrows[dir], artist->palette->laser);
    }
}

static void glyph_tray(const struct artist *artist) {
    uint32_t slot = 0, row = artist->level->height;
    for (unsigned block = 1; block < LW_LAZORS_N_BLOCKS; block++) {
        if (artist->level->stock[block] == 0) {
            continue;
        }
        uint32_t n = artist->tray[block];
        char digits[2][2] = {{(char)('0' + n / 10 % 10), '\0'},
                             {(char)('0' + n % 10), '\0'}};
        glyph_cell(artist, slot, row, block, true);
        put_glyph(artist, CELL * slot, CELL * row + 2, n >= 100 ? "+" : "×",
                  artist->palette->block_ink[block]);
        put_glyph(artist, CELL * slot + 1, CELL * row + 2,
                  n >= 10 ? digits[0] : digits[1], artist->palette->block_ink[block]);
        put_glyph(artist, CELL * slot + 2, CELL * row + 2, n >= 10 ? digits[1] : " ",
                  artist->palette->block_ink[block]);
        slot++;
    }
}

void lw_lazors_draw(struct lw_play *base, const void *state, struct lw_draw_list *list) {
    struct lazors_play *play = (struct lazors_play *)base;
    struct artist artist = {.play = play,
                            .level = play->level,
                            .list = list,
                            .palette = &palettes[list->theme]};
    uint8_t *start = NULL;
    uint32_t width, height;
    if (state == NULL) {
        start = lw_alloc_zero(play->alloc, 1, base->state_bytes);
        if (start == NULL) {
            list->failed = true;
            return;
        }
    }
    (void)lw_lazors_play_trace(play, state != NULL ? state : start, artist.tray);
    lw_alloc_free(play->alloc, start, base->state_bytes);
    lw_lazors_drawn_size(base->level, &width, &height);
    lw_draw_reset(list, width, height, artist.palette->back);
    draw_cells(&artist);
    if (tray_slots(artist.level) > 0) {
        draw_tray(&artist);
    }
    draw_beams(&artist);
    draw_points(&artist);
    for (uint32_t i = 0; i < artist.level->width * artist.level->height; i++) {
        glyph_cell(&artist, i % artist.level->width, i / artist.level->width,
                   play->blocks[i], (artist.level->cells[i] & LW_LAZORS_OPEN) != 0);
    }
    glyph_beams(&artist);
    glyph_markers(&artist);
    glyph_tray(&artist);
}

/* Pointing. */

/* What lies under a drawn cell: a slot of the state, a tray, or nothing (UINT32_MAX). */
static uint32_t end_under(const struct lazors_play *play, uint32_t drawn) {
    const struct lw_lazors_level *level = play->level;
    uint32_t width, height, slot = 0;
    lw_lazors_drawn_size(&level->level, &width, &height);
    uint32_t x = drawn % width / CELL, y = drawn / width / CELL;
    if (y < level->height) {
        return x < level->width ? (uint32_t)play->slot_of[y * level->width + x]
                                : UINT32_MAX;
    }
    for (unsigned block = 1; y == level->height && block < LW_LAZORS_N_BLOCKS; block++) {
        if (level->stock[block] > 0 && slot++ == x) {
            return LAZORS_TRAY + block;
        }
    }
    /* Anywhere in the tray's row will do for putting a block back. */
    return y == level->height ? LAZORS_TRAY : UINT32_MAX;
}

bool lw_lazors_pointer_text(struct lw_play *base, const void *state_bytes,
                            const uint32_t *cells, size_t n_cells,
                            struct lw_buffer *out) {
    const struct lazors_play *play = (const struct lazors_play *)base;
    const uint8_t *state = state_bytes;
    if (n_cells < 2) {
        return false;
    }
    uint32_t from = end_under(play, cells[0]), to = end_under(play, cells[n_cells - 1]);
    if (from == UINT32_MAX || to == UINT32_MAX || from == LAZORS_TRAY || from == to) {
        return false;
    }
    unsigned block = from > LAZORS_TRAY ? from - LAZORS_TRAY : state[from];
    if (block == LW_LAZORS_EMPTY || (from > LAZORS_TRAY && to >= LAZORS_TRAY)) {
        return false;
    }
    if (to >= LAZORS_TRAY) {
        to = LAZORS_TRAY + block;
    }
    lw_lazors_move_text(base, state, lazors_move(from, to), out);
    return true;
}
