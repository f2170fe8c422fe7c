/* Draw lists: what a game wants to show, without knowing where.
 *
 * A game fills the list once; `render` turns it into SVG, PNG, animation frames or
 * terminal text. Coordinates are in cells, origin top left. Every cell also has a glyph
 * (what the terminal shows), so that no back end needs to know the game. */
#ifndef LW_DRAW_H
#define LW_DRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"

typedef uint32_t lw_rgba; /* 0xRRGGBBAA */

#define LW_DRAW_NOBODY UINT32_MAX

enum lw_theme { LW_THEME_LIGHT, LW_THEME_DARK };

struct lw_point {
    float x, y;
};
struct lw_rect {
    float x, y, w, h;
};

enum lw_shape_kind {
    LW_SHAPE_RECT,    /* x y w h, round = corner radius */
    LW_SHAPE_CIRCLE,  /* centre x y, radius w */
    LW_SHAPE_LINE,    /* x y to w h, thickness = stroke_width, round caps */
    LW_SHAPE_POLYGON, /* n_points pairs at points[first_point] */
    LW_SHAPE_TEXT     /* centred at x y, height h, text */
};

struct lw_shape {
    enum lw_shape_kind kind;
    float x, y, w, h;
    float round;
    float stroke_width; /* 0: no outline */
    lw_rgba fill;       /* alpha 0: none */
    lw_rgba stroke;
    uint32_t first_point, n_points;
    char text[8];
};

/* How a terminal shows a glyph. */
struct lw_ink {
    lw_rgba fg, bg;
    bool bold;
};

/* One terminal cell; text is one UTF-8 character of display width 1. */
struct lw_glyph {
    char text[8];
    lw_rgba fg, bg;
    bool bold;
};

struct lw_draw_list {
    const struct lw_alloc *alloc;
    enum lw_theme theme;
    uint32_t width, height; /* in cells */
    lw_rgba background;
    struct lw_shape *shapes;
    size_t n_shapes, shapes_cap;
    float *points;
    size_t n_points, points_cap;
    struct lw_glyph *glyphs; /* width*height, row-major */
    uint32_t player;         /* the cell where the player stands, or LW_DRAW_NOBODY */
    bool failed;             /* memory ran out; sticks */
};

void lw_draw_init(struct lw_draw_list *list, const struct lw_alloc *alloc,
                  enum lw_theme theme);
void lw_draw_free(struct lw_draw_list *list);
/* Empties the list, sets the size in cells and clears all glyphs to blanks. */
void lw_draw_reset(struct lw_draw_list *list, uint32_t width, uint32_t height,
                   lw_rgba background);
/* Relative luminance as WCAG 2.1 has it, in ten-thousandths; squares stand in for its
 * power of 2.4. */
uint32_t lw_draw_luminance(lw_rgba colour);
/* Black or white, whichever is read better on a colour: never less than 4.5 to 1. */
lw_rgba lw_draw_ink_on(lw_rgba colour);
void lw_draw_rect(struct lw_draw_list *list, struct lw_rect rect, float round,
                  lw_rgba fill);
void lw_draw_rect_outline(struct lw_draw_list *list, struct lw_rect rect, float round,
                          lw_rgba fill, lw_rgba stroke, float stroke_width);
void lw_draw_circle(struct lw_draw_list *list, float x, float y, float radius,
                    lw_rgba fill);
void lw_draw_ring(struct lw_draw_list *list, struct lw_point centre, float radius,
                  lw_rgba fill, lw_rgba stroke, float stroke_width);
void lw_draw_line(struct lw_draw_list *list, struct lw_point from, struct lw_point to,
                  float thickness, lw_rgba colour);
void lw_draw_polygon(struct lw_draw_list *list, const float *xy, size_t n_points,
                     lw_rgba fill);
void lw_draw_text(struct lw_draw_list *list, float x, float y, float height,
                  lw_rgba colour, const char *text);
void lw_draw_glyph(struct lw_draw_list *list, uint32_t x, uint32_t y, const char *text,
                   struct lw_ink ink);

#endif
