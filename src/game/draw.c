/* Draw lists. */
#include "lw/draw.h"

#include <string.h>

void lw_draw_init(struct lw_draw_list *list, const struct lw_alloc *alloc,
                  enum lw_theme theme) {
    *list = (struct lw_draw_list){.alloc = alloc, .theme = theme};
}

static void free_glyphs(struct lw_draw_list *list) {
    lw_alloc_free(list->alloc, list->glyphs,
                  (size_t)list->width * list->height * sizeof *list->glyphs);
    list->glyphs = NULL;
    list->width = list->height = 0;
}

void lw_draw_free(struct lw_draw_list *list) {
    free_glyphs(list);
    lw_alloc_free(list->alloc, list->shapes, list->shapes_cap * sizeof *list->shapes);
    lw_alloc_free(list->alloc, list->points, list->points_cap * sizeof *list->points);
    *list = (struct lw_draw_list){.alloc = list->alloc, .theme = list->theme};
}

void lw_draw_reset(struct lw_draw_list *list, uint32_t width, uint32_t height,
                   lw_rgba background) {
    list->n_shapes = 0;
    list->n_points = 0;
    list->player = LW_DRAW_NOBODY;
    list->background = background;
    if (width != list->width || height != list->height) {
        free_glyphs(list);
        list->glyphs =
            lw_alloc_zero(list->alloc, (size_t)width * height, sizeof *list->glyphs);
        if (list->glyphs == NULL) {
            list->failed = true;
            return;
        }
        list->width = width;
        list->height = height;
    }
    for (size_t i = 0; i < (size_t)width * height; i++) {
        list->glyphs[i] = (struct lw_glyph){.text = " ", .bg = background};
    }
}

uint32_t lw_draw_luminance(lw_rgba colour) {
    uint32_t r = colour >> 24 & 255, g = colour >> 16 & 255, b = colour >> 8 & 255;
    return (2126 * r * r + 7152 * g * g + 722 * b * b) / (255 * 255);
}

lw_rgba lw_draw_ink_on(lw_rgba colour) {
    /* At 0.179 both have 4.6 to 1. */
    return lw_draw_luminance(colour) > 1790 ? 0x000000ff : 0xffffffff;
}

static struct lw_shape *add_shape(struct lw_draw_list *list, enum lw_shape_kind kind,
                                  float x, float y, float w, float h) {
    if (list->failed || !lw_grow(list->alloc, &list->shapes, &list->shapes_cap,
                                 list->n_shapes + 1, sizeof *list->shapes)) {
        list->failed = true;
        return NULL;
    }
    struct lw_shape *shape = &list->shapes[list->n_shapes++];
    *shape = (struct lw_shape){.kind = kind, .x = x, .y = y, .w = w, .h = h};
    return shape;
}

void lw_draw_rect_outline(struct lw_draw_list *list, struct lw_rect rect, float round,
                          lw_rgba fill, lw_rgba stroke, float stroke_width) {
    struct lw_shape *shape =
        add_shape(list, LW_SHAPE_RECT, rect.x, rect.y, rect.w, rect.h);
    if (shape != NULL) {
        shape->round = round;
        shape->fill = fill;
        shape->stroke = stroke;
        shape->stroke_width = stroke_width;
    }
}

void lw_draw_rect(struct lw_draw_list *list, struct lw_rect rect, float round,
                  lw_rgba fill) {
    lw_draw_rect_outline(list, rect, round, fill, 0, 0);
}

void lw_draw_ring(struct lw_draw_list *list, struct lw_point centre, float radius,
                  lw_rgba fill, lw_rgba stroke, float stroke_width) {
    struct lw_shape *shape =
        add_shape(list, LW_SHAPE_CIRCLE, centre.x, centre.y, radius, radius);
    if (shape != NULL) {
        shape->fill = fill;
        shape->stroke = stroke;
        shape->stroke_width = stroke_width;
    }
}

void lw_draw_circle(struct lw_draw_list *list, float x, float y, float radius,
                    lw_rgba fill) {
    lw_draw_ring(list, (struct lw_point){x, y}, radius, fill, 0, 0);
}

void lw_draw_line(struct lw_draw_list *list, struct lw_point from, struct lw_point to,
                  float thickness, lw_rgba colour) {
    struct lw_shape *shape = add_shape(list, LW_SHAPE_LINE, from.x, from.y, to.x, to.y);
    if (shape != NULL) {
        shape->stroke = colour;
        shape->stroke_width = thickness;
    }
}

void lw_draw_polygon(struct lw_draw_list *list, const float *xy, size_t n_points,
                     lw_rgba fill) {
    if (list->failed || !lw_grow(list->alloc, &list->points, &list->points_cap,
                                 list->n_points + 2 * n_points, sizeof *list->points)) {
        list->failed = true;
        return;
    }
    struct lw_shape *shape = add_shape(list, LW_SHAPE_POLYGON, 0, 0, 0, 0);
    if (shape != NULL) {
        shape->fill = fill;
        shape->first_point = (uint32_t)list->n_points;
        shape->n_points = (uint32_t)n_points;
        memcpy(list->points + list->n_points, xy, 2 * n_points * sizeof *xy);
        list->n_points += 2 * n_points;
    }
}

/* Copies what fits without cutting a UTF-8 character in two. */
static void copy_short(char out[8], const char *text) {
    size_t len = strlen(text);
    if (len > 7) {
        len = 7;
        while (len > 0 && ((unsigned char)text[len] & 0xc0) == 0x80) {
            len--;
        }
    }
    memcpy(out, text, len);
    out[len] = '\0';
}

void lw_draw_text(struct lw_draw_list *list, float x, float y, float height,
                  lw_rgba colour, const char *text) {
    struct lw_shape *shape = add_shape(list, LW_SHAPE_TEXT, x, y, 0, height);
    if (shape != NULL) {
        shape->fill = colour;
        copy_short(shape->text, text);
    }
}

void lw_draw_glyph(struct lw_draw_list *list, uint32_t x, uint32_t y, const char *text,
                   struct lw_ink ink) {
    if (list->glyphs == NULL || x >= list->width || y >= list->height) {
        return;
    }
    struct lw_glyph *glyph = &list->glyphs[(size_t)y * list->width + x];
    glyph->fg = ink.fg;
    glyph->bg = ink.bg;
    glyph->bold = ink.bold;
    copy_short(glyph->text, text);
}
