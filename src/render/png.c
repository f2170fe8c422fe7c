/* Scenes drawn with cairo. */
#include <math.h>
#include <string.h>

#include "cairo_internal.h"

static void set_colour(cairo_t *cr, lw_rgba colour) {
    cairo_set_source_rgba(cr, (colour >> 24) / 255.0, (colour >> 16 & 0xff) / 255.0,
                          (colour >> 8 & 0xff) / 255.0, (colour & 0xff) / 255.0);
}

static void paint(cairo_t *cr, const struct lw_shape *shape) {
    if ((shape->fill & 0xff) != 0) {
        set_colour(cr, shape->fill);
        cairo_fill_preserve(cr);
    }
    if (shape->stroke_width > 0 && (shape->stroke & 0xff) != 0) {
        set_colour(cr, shape->stroke);
        cairo_set_line_width(cr, (double)shape->stroke_width);
        cairo_stroke_preserve(cr);
    }
    cairo_new_path(cr);
}

static void rect_path(cairo_t *cr, double x, double y, double w, double h, double round) {
    double most = (w < h ? w : h) / 2;
    double r = round > most ? most : round;
    cairo_new_path(cr);
    if (r <= 0) {
        cairo_rectangle(cr, x, y, w, h);
        return;
    }
    double quarter = acos(-1.0) / 2;
    cairo_arc(cr, x + w - r, y + r, r, -quarter, 0);
    cairo_arc(cr, x + w - r, y + h - r, r, 0, quarter);
    cairo_arc(cr, x + r, y + h - r, r, quarter, 2 * quarter);
    cairo_arc(cr, x + r, y + r, r, 2 * quarter, 3 * quarter);
    cairo_close_path(cr);
}

static void draw_text(cairo_t *cr, const struct scene_label *label, const char *text) {
    cairo_text_extents_t extents;
    cairo_font_extents_t font;
    cairo_select_font_face(cr, label->fixed ? "monospace" : "sans-serif",
                           CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, label->size);
    cairo_text_extents(cr, text, &extents);
    cairo_font_extents(cr, &font);
    set_colour(cr, label->colour);
    cairo_move_to(
        cr, label->left ? label->x : label->x - extents.width / 2 - extents.x_bearing,
        label->y + (font.ascent - font.descent) / 2);
    cairo_show_text(cr, text);
    cairo_new_path(cr);
}

/* Cairo refuses text that is not UTF-8 and then draws nothing more at all. */
static void draw_safe_text(cairo_t *cr, const struct scene_label *label) {
    struct lw_buffer safe;
    lw_buffer_init(&safe, lw_alloc_libc());
    lw_buffer_safe(&safe, label->text, strlen(label->text));
    draw_text(cr, label, lw_buffer_text(&safe));
    lw_buffer_free(&safe);
}

static void draw_polygon(cairo_t *cr, const struct lw_draw_list *list,
                         const struct lw_shape *shape) {
    const float *xy = list->points + shape->first_point;
    cairo_new_path(cr);
    for (uint32_t i = 0; i < shape->n_points; i++) {
        cairo_line_to(cr, (double)xy[2 * (size_t)i], (double)xy[2 * (size_t)i + 1]);
    }
    cairo_close_path(cr);
    paint(cr, shape);
}

static void draw_shape(cairo_t *cr, const struct lw_draw_list *list,
                       const struct lw_shape *shape) {
    double x = (double)shape->x;
    double y = (double)shape->y;
    switch (shape->kind) {
    case LW_SHAPE_RECT:
        rect_path(cr, x, y, (double)shape->w, (double)shape->h, (double)shape->round);
        /* Plain squares must meet without a seam; see the same in the SVG writer. */
        cairo_set_antialias(cr, shape->round <= 0 && shape->stroke_width <= 0
                                    ? CAIRO_ANTIALIAS_NONE
                                    : CAIRO_ANTIALIAS_DEFAULT);
        paint(cr, shape);
        cairo_set_antialias(cr, CAIRO_ANTIALIAS_DEFAULT);
        break;
    case LW_SHAPE_CIRCLE:
        cairo_new_path(cr);
        cairo_arc(cr, x, y, (double)shape->w, 0, 2 * acos(-1.0));
        paint(cr, shape);
        break;
    case LW_SHAPE_LINE:
        cairo_new_path(cr);
        cairo_move_to(cr, x, y);
        cairo_line_to(cr, (double)shape->w, (double)shape->h);
        cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
        cairo_set_line_width(cr, (double)shape->stroke_width);
        set_colour(cr, shape->stroke);
        cairo_stroke(cr);
        break;
    case LW_SHAPE_POLYGON:
        draw_polygon(cr, list, shape);
        break;
    case LW_SHAPE_TEXT:
        draw_safe_text(cr, &(struct scene_label){.text = shape->text,
                                                 .x = x,
                                                 .y = y,
                                                 .size = (double)shape->h,
                                                 .colour = shape->fill});
        break;
    }
}

void cairo_scene(cairo_t *cr, const struct scene *scene) {
    set_colour(cr, scene->background | 0xff);
    cairo_paint(cr);
    for (size_t i = 0; i < scene->n_cards; i++) {
        const struct scene_card *card = &scene->cards[i];
        rect_path(cr, card->x, card->y, card->w, card->h, card->round);
        set_colour(cr, card->fill);
        cairo_fill(cr);
    }
    for (size_t i = 0; i < scene->n_items; i++) {
        const struct scene_item *item = &scene->items[i];
        cairo_save(cr);
        cairo_translate(cr, item->x, item->y);
        cairo_scale(cr, item->scale, item->scale);
        for (size_t j = 0; j < item->list->n_shapes; j++) {
            draw_shape(cr, item->list, &item->list->shapes[j]);
        }
        cairo_restore(cr);
    }
    for (size_t i = 0; i < scene->n_labels; i++) {
        draw_safe_text(cr, &scene->labels[i]);
    }
}

cairo_surface_t *cairo_surface_for(const struct scene *scene) {
    return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)scene->width,
                                      (int)scene->height);
}

static cairo_status_t append(void *ctx, const unsigned char *bytes, unsigned len) {
    struct lw_buffer *out = ctx;
    lw_buffer_add(out, (const char *)bytes, len);
    return lw_buffer_ok(out) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_NO_MEMORY;
}

lw_status cairo_png(cairo_surface_t *surface, struct lw_buffer *out,
                    struct lw_error *err) {
    cairo_status_t status = cairo_surface_write_to_png_stream(surface, append, out);
    return status == CAIRO_STATUS_SUCCESS
               ? LW_OK
               : lw_fail(err, LW_NO_MEMORY, 0, 0, "the picture could not be drawn: %s",
                         cairo_status_to_string(status));
}

lw_status png_scene(const struct scene *scene, struct lw_buffer *out,
                    struct lw_error *err) {
    cairo_surface_t *surface = cairo_surface_for(scene);
    cairo_t *cr = cairo_create(surface);
    cairo_scene(cr, scene);
    lw_status status =
        cairo_status(cr) == CAIRO_STATUS_SUCCESS
            ? cairo_png(surface, out, err)
            : lw_fail(err, LW_NO_MEMORY, 0, 0, "the picture could not be drawn: %s",
                      cairo_status_to_string(cairo_status(cr)));
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    return status;
}
