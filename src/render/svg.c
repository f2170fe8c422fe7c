/* The SVG writer. Shapes are written in cell units inside a scaled group, so that the
 * numbers stay short. */
#include <math.h>
#include <string.h>

#include "scene_internal.h"

static bool xml_allows(uint32_t scalar) {
    return scalar == '\t' || scalar == '\n' || (scalar >= 0x20 && scalar < 0x7f) ||
           (scalar >= 0xa0 && scalar != 0xfffe && scalar != 0xffff);
}

void lw_markup_escape(struct lw_buffer *out, const char *text) {
    size_t len = strlen(text);
    for (size_t at = 0; at < len;) {
        size_t used;
        uint32_t scalar = lw_utf8_or_latin1(text + at, len - at, &used);
        at += used;
        if (scalar == '&' || scalar == '<' || scalar == '>' || scalar == '"' ||
            scalar == '\'') {
            lw_buffer_printf(out, "&#%u;", (unsigned)scalar);
        } else if (xml_allows(scalar)) {
            lw_buffer_utf8(out, scalar);
        }
    }
}

/* At most three decimals: a thousandth of a cell is invisible. */
static void put_number(struct lw_buffer *out, double value) {
    double rounded = round(value * 1000) / 1000;
    lw_buffer_number(out, rounded == 0 || !isfinite(rounded) ? 0.0 : rounded);
}

static void put_attribute(struct lw_buffer *out, const char *name, double value) {
    lw_buffer_printf(out, " %s=\"", name);
    put_number(out, value);
    lw_buffer_putc(out, '"');
}

static void put_colour(struct lw_buffer *out, const char *name, lw_rgba colour) {
    unsigned alpha = colour & 0xff;
    if (alpha == 0) {
        lw_buffer_printf(out, " %s=\"none\"", name);
        return;
    }
    lw_buffer_printf(out, " %s=\"#%06x\"", name, (unsigned)(colour >> 8));
    if (alpha < 255) {
        lw_buffer_printf(out, " %s-opacity=\"", name);
        put_number(out, alpha / 255.0);
        lw_buffer_putc(out, '"');
    }
}

static void put_paint(struct lw_buffer *out, const struct lw_shape *shape) {
    put_colour(out, "fill", shape->fill);
    if (shape->stroke_width > 0) {
        put_colour(out, "stroke", shape->stroke);
        put_attribute(out, "stroke-width", (double)shape->stroke_width);
    }
}

static const char *open_rect(struct lw_buffer *out, const struct lw_shape *shape) {
    lw_buffer_puts(out, "<rect");
    put_attribute(out, "x", (double)shape->x);
    put_attribute(out, "y", (double)shape->y);
    put_attribute(out, "width", (double)shape->w);
    put_attribute(out, "height", (double)shape->h);
    if (shape->round > 0) {
        put_attribute(out, "rx", (double)shape->round);
    } else if (shape->stroke_width <= 0) {
        /* Neighbouring squares must meet without a seam at any zoom. */
        lw_buffer_puts(out, " shape-rendering=\"crispEdges\"");
    }
    put_paint(out, shape);
    return "rect";
}

static const char *open_circle(struct lw_buffer *out, const struct lw_shape *shape) {
    lw_buffer_puts(out, "<circle");
    put_attribute(out, "cx", (double)shape->x);
    put_attribute(out, "cy", (double)shape->y);
    put_attribute(out, "r", (double)shape->w);
    put_paint(out, shape);
    return "circle";
}

static const char *open_line(struct lw_buffer *out, const struct lw_shape *shape) {
    lw_buffer_puts(out, "<line");
    put_attribute(out, "x1", (double)shape->x);
    put_attribute(out, "y1", (double)shape->y);
    put_attribute(out, "x2", (double)shape->w);
    put_attribute(out, "y2", (double)shape->h);
    put_colour(out, "stroke", shape->stroke);
    put_attribute(out, "stroke-width", (double)shape->stroke_width);
    lw_buffer_puts(out, " stroke-linecap=\"round\"");
    return "line";
}

static const char *open_polygon(struct lw_buffer *out, const struct lw_draw_list *list,
                                const struct lw_shape *shape) {
    lw_buffer_puts(out, "<polygon points=\"");
    const float *xy = list->points + shape->first_point;
    for (uint32_t i = 0; i < 2 * shape->n_points; i++) {
        if (i > 0) {
            lw_buffer_putc(out, ' ');
        }
        put_number(out, (double)xy[i]);
    }
    lw_buffer_putc(out, '"');
    put_paint(out, shape);
    return "polygon";
}

static const char *open_text(struct lw_buffer *out, const struct lw_shape *shape,
                             const char *anchor) {
    lw_buffer_puts(out, "<text");
    put_attribute(out, "x", (double)shape->x);
    put_attribute(out, "y", (double)shape->y);
    put_attribute(out, "font-size", (double)shape->h);
    lw_buffer_printf(out, " text-anchor=\"%s\" dominant-baseline=\"central\"", anchor);
    put_colour(out, "fill", shape->fill);
    return "text";
}

void svg_shape(struct lw_buffer *out, const struct lw_draw_list *list,
               const struct lw_shape *shape, const char *attributes, const char *inside) {
    const char *name = "";
    switch (shape->kind) {
    case LW_SHAPE_RECT:
        name = open_rect(out, shape);
        break;
    case LW_SHAPE_CIRCLE:
        name = open_circle(out, shape);
        break;
    case LW_SHAPE_LINE:
        name = open_line(out, shape);
        break;
    case LW_SHAPE_POLYGON:
        name = open_polygon(out, list, shape);
        break;
    case LW_SHAPE_TEXT:
        name = open_text(out, shape, "middle");
        break;
    }
    lw_buffer_puts(out, attributes);
    if (shape->kind != LW_SHAPE_TEXT && inside == NULL) {
        lw_buffer_puts(out, "/>");
        return;
    }
    lw_buffer_putc(out, '>');
    if (inside != NULL) {
        lw_buffer_puts(out, inside);
    }
    if (shape->kind == LW_SHAPE_TEXT) {
        lw_markup_escape(out, shape->text);
    }
    lw_buffer_printf(out, "</%s>", name);
}

void svg_begin(struct lw_buffer *out, const struct scene *scene) {
    lw_buffer_puts(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    put_attribute(out, "width", scene->width);
    put_attribute(out, "height", scene->height);
    lw_buffer_puts(out, " viewBox=\"0 0 ");
    put_number(out, scene->width);
    lw_buffer_putc(out, ' ');
    put_number(out, scene->height);
    lw_buffer_puts(out, "\" role=\"img\" font-family=\"system-ui, 'DejaVu Sans', "
                        "sans-serif\">\n");
    if (scene->title != NULL && scene->title[0] != '\0') {
        lw_buffer_puts(out, "<title>");
        lw_markup_escape(out, scene->title);
        lw_buffer_puts(out, "</title>\n");
    }
    lw_buffer_puts(out, "<rect width=\"100%\" height=\"100%\"");
    put_colour(out, "fill", scene->background);
    lw_buffer_puts(out, "/>\n");
}

void svg_item_begin(struct lw_buffer *out, const struct scene_item *item) {
    lw_buffer_puts(out, "<g transform=\"translate(");
    put_number(out, item->x);
    lw_buffer_putc(out, ' ');
    put_number(out, item->y);
    lw_buffer_puts(out, ") scale(");
    put_number(out, item->scale);
    lw_buffer_puts(out, ")\">\n");
}

void svg_item_end(struct lw_buffer *out) {
    lw_buffer_puts(out, "</g>\n");
}

void svg_end(struct lw_buffer *out) {
    lw_buffer_puts(out, "</svg>\n");
}

static void put_card(struct lw_buffer *out, const struct scene_card *card) {
    struct lw_shape shape = {.kind = LW_SHAPE_RECT,
                             .x = (float)card->x,
                             .y = (float)card->y,
                             .w = (float)card->w,
                             .h = (float)card->h,
                             .round = (float)card->round,
                             .fill = card->fill};
    svg_shape(out, NULL, &shape, "", NULL);
    lw_buffer_putc(out, '\n');
}

static void put_label(struct lw_buffer *out, const struct scene_label *label) {
    struct lw_shape shape = {.kind = LW_SHAPE_TEXT,
                             .x = (float)label->x,
                             .y = (float)label->y,
                             .h = (float)label->size,
                             .fill = label->colour};
    (void)open_text(out, &shape, label->left ? "start" : "middle");
    lw_buffer_puts(out, label->fixed ? " font-family=\"monospace\">" : ">");
    lw_markup_escape(out, label->text);
    lw_buffer_puts(out, "</text>\n");
}

void svg_scene(struct lw_buffer *out, const struct scene *scene) {
    svg_begin(out, scene);
    for (size_t i = 0; i < scene->n_cards; i++) {
        put_card(out, &scene->cards[i]);
    }
    for (size_t i = 0; i < scene->n_items; i++) {
        const struct lw_draw_list *list = scene->items[i].list;
        svg_item_begin(out, &scene->items[i]);
        for (size_t j = 0; j < list->n_shapes; j++) {
            svg_shape(out, list, &list->shapes[j], "", NULL);
            lw_buffer_putc(out, '\n');
        }
        svg_item_end(out);
    }
    for (size_t i = 0; i < scene->n_labels; i++) {
        put_label(out, &scene->labels[i]);
    }
    svg_end(out);
}
