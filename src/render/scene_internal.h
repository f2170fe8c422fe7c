/* A scene: draw lists placed on a page with cards and labels. Both back ends (SVG and
 * cairo) draw scenes, so that a page looks the same in either. */
#ifndef LW_RENDER_SCENE_INTERNAL_H
#define LW_RENDER_SCENE_INTERNAL_H

#include "lw/render.h"

struct scene_item {
    const struct lw_draw_list *list;
    double x, y;  /* top left corner in pixels */
    double scale; /* pixels a cell */
};

struct scene_card {
    double x, y, w, h, round;
    lw_rgba fill;
};

struct scene_label {
    const char *text; /* UTF-8 without control characters */
    double x, y;      /* centre of the line, or the middle of its left end: */
    double size;
    lw_rgba colour;
    bool left;
    bool fixed; /* every letter as wide as the others */
};

struct scene {
    double width, height; /* pixels */
    lw_rgba background;
    const char *title; /* may be NULL */
    struct scene_card *cards;
    struct scene_item *items;
    struct scene_label *labels;
    size_t n_cards, n_items, n_labels;
};

/* Default cell edge for a board, so that pictures are neither stamps nor posters. */
double scene_cell_px(const struct lw_picture_style *style, uint32_t width,
                     uint32_t height);
/* One list with a margin; item is the caller's storage. */
void scene_single(struct scene *scene, struct scene_item *item,
                  const struct lw_draw_list *list, const char *title, double cell_px);
lw_status scene_check_size(const struct scene *scene, enum lw_picture_format format,
                           struct lw_error *err) LW_MUST_CHECK;

/* SVG, in parts, because an animation writes its own middle. */
void svg_begin(struct lw_buffer *out, const struct scene *scene);
void svg_item_begin(struct lw_buffer *out, const struct scene_item *item);
/* One shape without its closing: ends in "/>" or "</text>"; with inside != NULL that text
 * becomes the element's content. attributes (may be "") are placed inside the tag. */
void svg_shape(struct lw_buffer *out, const struct lw_draw_list *list,
               const struct lw_shape *shape, const char *attributes, const char *inside);
void svg_item_end(struct lw_buffer *out);
void svg_end(struct lw_buffer *out);
void svg_scene(struct lw_buffer *out, const struct scene *scene);
/* Text for an XML document: markup escaped, what XML forbids left out. */

lw_status png_scene(const struct scene *scene, struct lw_buffer *out,
                    struct lw_error *err) LW_MUST_CHECK;

lw_status animate_svg(const struct lw_animation *animation,
                      const struct lw_picture_style *style, struct lw_buffer *out,
                      struct lw_error *err) LW_MUST_CHECK;
lw_status animate_png(const struct lw_animation *animation,
                      const struct lw_picture_style *style, struct lw_buffer *out,
                      struct lw_error *err) LW_MUST_CHECK;

/* How long the last frame stays. */
#define REST_MS 1800u
#define DEFAULT_FRAME_MS 160u

#endif
