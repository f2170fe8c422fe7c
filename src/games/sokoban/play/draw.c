/* The picture of a position: floor, walls with a shaded foot, goals, boxes, the player.
 *
 * Layers are drawn one after another over the whole board, so that what moves lies on top
 * and what stands still comes first (animations write that part only once). The terminal
 * glyphs are the letters of the text format. */
#include "sokoban_internal.h"

struct palette {
    lw_rgba page, floor[2], wall, wall_foot, goal, goal_core;
    lw_rgba box, box_edge, box_top, done, done_edge, done_top;
    lw_rgba player, player_edge, eye, pupil;
};

static const struct palette palettes[] = {
    [LW_THEME_LIGHT] = {.page = 0xf7f4eeff,
                        .floor = {0xe9e2d4ff, 0xe4dccbff},
                        .wall = 0x7d7669ff,
                        .wall_foot = 0x5f594eff,
                        .goal = 0xd0694aff,
                        .goal_core = 0xe9e2d4ff,
                        .box = 0xd79a4bff,
                        .box_edge = 0x8f5c1fff,
                        .box_top = 0xe5b26bff,
                        .done = 0x6aa84fff,
                        .done_edge = 0x3a6b28ff,
                        .done_top = 0x8cc274ff,
                        .player = 0x2f6fb7ff,
                        .player_edge = 0x1b4678ff,
                        .eye = 0xffffffff,
                        .pupil = 0x16263bff},
    [LW_THEME_DARK] = {.page = 0x12151aff,
                       .floor = {0x252b34ff, 0x282f39ff},
                       .wall = 0x6f7a8cff,
                       .wall_foot = 0x4b5565ff,
                       .goal = 0xe07a5fff,
                       .goal_core = 0x252b34ff,
                       .box = 0xc48a45ff,
                       .box_edge = 0x6b4718ff,
                       .box_top = 0xd9a561ff,
                       .done = 0x579e6aff,
                       .done_edge = 0x2a5a38ff,
                       .done_top = 0x74bb86ff,
                       .player = 0x5aa5f2ff,
                       .player_edge = 0x245a94ff,
                       .eye = 0xf5f8fcff,
                       .pupil = 0x10161eff},
};

static void draw_ground(struct lw_draw_list *list, const struct palette *colours,
                        uint32_t x, uint32_t y, bool wall, bool wall_below) {
    float left = (float)x;
    float top = (float)y;
    if (!wall) {
        lw_rgba floor = colours->floor[(x + y) % 2];
        lw_draw_rect(list, (struct lw_rect){left, top, 1, 1}, 0, floor);
        lw_draw_glyph(list, x, y, " ", (struct lw_ink){floor, floor, false});
        return;
    }
    lw_draw_rect(list, (struct lw_rect){left, top, 1, 1}, 0, colours->wall);
    if (!wall_below) {
        lw_draw_rect(list, (struct lw_rect){left, top + 0.78f, 1, 0.22f}, 0,
                     colours->wall_foot);
    }
    /* Letter and ground in one colour make a solid block; without colours the letter
     * remains. */
    lw_draw_glyph(list, x, y, "#", (struct lw_ink){colours->wall, colours->wall, false});
}

static void draw_goal(struct lw_draw_list *list, const struct palette *colours,
                      uint32_t x, uint32_t y) {
    float cx = (float)x + 0.5f;
    float cy = (float)y + 0.5f;
    lw_draw_ring(list, (struct lw_point){cx, cy}, 0.2f, colours->goal_core, colours->goal,
                 0.08f);
    lw_draw_circle(list, cx, cy, 0.07f, colours->goal);
    lw_draw_glyph(list, x, y, ".",
                  (struct lw_ink){colours->goal, colours->floor[(x + y) % 2], true});
}

/* A loose box has a crossed lid, a box on its goal a disc: they stay apart without
 * colours too. */
static void draw_box(struct lw_draw_list *list, const struct palette *colours, uint32_t x,
                     uint32_t y, bool done) {
    float left = (float)x;
    float top = (float)y;
    lw_rgba face = done ? colours->done : colours->box;
    lw_rgba edge = done ? colours->done_edge : colours->box_edge;
    lw_rgba lid = done ? colours->done_top : colours->box_top;
    lw_draw_rect_outline(list, (struct lw_rect){left + 0.09f, top + 0.09f, 0.82f, 0.82f},
                         0.13f, face, edge, 0.05f);
    lw_draw_rect(list, (struct lw_rect){left + 0.22f, top + 0.22f, 0.56f, 0.56f}, 0.08f,
                 lid);
    if (done) {
        lw_draw_ring(list, (struct lw_point){left + 0.5f, top + 0.5f}, 0.17f,
                     colours->eye, edge, 0.06f);
    } else {
        lw_draw_line(list, (struct lw_point){left + 0.28f, top + 0.28f},
                     (struct lw_point){left + 0.72f, top + 0.72f}, 0.06f, edge);
        lw_draw_line(list, (struct lw_point){left + 0.72f, top + 0.28f},
                     (struct lw_point){left + 0.28f, top + 0.72f}, 0.06f, edge);
    }
    lw_draw_glyph(list, x, y, done ? "*" : "$", (struct lw_ink){edge, face, true});
}

static void draw_player(struct lw_draw_list *list, const struct palette *colours,
                        uint32_t x, uint32_t y, bool on_goal) {
    float cx = (float)x + 0.5f;
    float cy = (float)y + 0.5f;
    if (on_goal) {
        lw_draw_ring(list, (struct lw_point){cx, cy}, 0.44f, 0, colours->goal, 0.06f);
    }
    lw_draw_ring(list, (struct lw_point){cx, cy}, 0.34f, colours->player,
                 colours->player_edge, 0.06f);
    for (int side = -1; side <= 1; side += 2) {
        float ex = cx + 0.12f * (float)side;
        lw_draw_circle(list, ex, cy - 0.05f, 0.085f, colours->eye);
        lw_draw_circle(list, ex, cy - 0.03f, 0.042f, colours->pupil);
    }
    lw_draw_glyph(list, x, y, on_goal ? "+" : "@",
                  (struct lw_ink){colours->pupil, colours->player, true});
    list->player = y * list->width + x;
}

void lw_sokoban_draw(const struct lw_sokoban_level *level, const uint8_t *cells,
                     const uint8_t *in_area, struct lw_draw_list *list) {
    const struct palette *colours = &palettes[list->theme];
    uint32_t width = level->width;
    uint32_t height = level->height;
    lw_draw_reset(list, width, height, colours->page);
    for (uint32_t i = 0; i < width * height; i++) {
        bool wall = cells[i] & LW_SOKOBAN_WALL;
        bool wall_below =
            i / width + 1 < height && (cells[i + width] & LW_SOKOBAN_WALL) != 0;
        if (wall || in_area[i] || cells[i] != 0) {
            draw_ground(list, colours, i % width, i / width, wall, wall_below);
        }
    }
    for (uint32_t i = 0; i < width * height; i++) {
        if (cells[i] & LW_SOKOBAN_GOAL) {
            draw_goal(list, colours, i % width, i / width);
        }
    }
    for (uint32_t i = 0; i < width * height; i++) {
        if (cells[i] & LW_SOKOBAN_BOX) {
            draw_box(list, colours, i % width, i / width, cells[i] & LW_SOKOBAN_GOAL);
        }
    }
    for (uint32_t i = 0; i < width * height; i++) {
        if (cells[i] & LW_SOKOBAN_PLAYER) {
            draw_player(list, colours, i % width, i / width, cells[i] & LW_SOKOBAN_GOAL);
        }
    }
}

/* Floor to be seen is what the player could reach; without one, only what holds
 * something. */
void lw_sokoban_draw_level(const struct lw_sokoban_level *level,
                           struct lw_draw_list *list) {
    size_t n_cells = (size_t)level->width * level->height;
    uint8_t *in_area = lw_alloc_zero(list->alloc, n_cells, 1);
    uint32_t *stack = lw_alloc_get(list->alloc, n_cells * sizeof *stack);
    if (in_area != NULL && stack != NULL) {
        if (level->n_players > 0) {
            (void)lw_grid_flood(&(struct lw_flood){.width = level->width,
                                                   .height = level->height,
                                                   .cells = level->cells,
                                                   .blocked_bits = LW_SOKOBAN_WALL,
                                                   .reached = in_area,
                                                   .stack = stack},
                                level->player);
        }
        lw_sokoban_draw(level, level->cells, in_area, list);
    } else {
        list->failed = true;
    }
    lw_alloc_free(list->alloc, in_area, n_cells);
    lw_alloc_free(list->alloc, stack, n_cells * sizeof *stack);
}
