/* Contact sheets: cards of one size in rows, about four wide to three high. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scene_internal.h"

#define SHEET_AREA 16e6 /* pixels to aim for when there are very many levels */
#define MAX_TILE 240.0
#define MIN_TILE 60.0

struct layout {
    double tile; /* edge of the square a board is fitted into */
    double pad, label, gap, top;
    size_t columns, rows;
};

static struct layout lay_out(size_t n, bool has_title) {
    struct layout at = {.tile = sqrt(SHEET_AREA / (double)n)};
    at.tile = at.tile > MAX_TILE ? MAX_TILE : at.tile < MIN_TILE ? MIN_TILE : at.tile;
    at.tile = floor(at.tile);
    at.pad = floor(at.tile / 16);
    at.label = floor(at.tile / 9);
    at.gap = floor(at.tile / 12);
    at.top = has_title ? floor(at.tile / 4) : 0;
    at.columns = (size_t)ceil(sqrt((double)n * 4 / 3));
    at.rows = (n + at.columns - 1) / at.columns;
    return at;
}

/* "3. Title", cut to what fits; there is no measuring in SVG, so letters count as a
 * little over half their height. */
static const char *label_text(struct lw_arena *arena, const struct lw_sheet_item *item,
                              double width, double size) {
    struct lw_buffer text;
    lw_buffer_init(&text, arena->alloc);
    lw_buffer_printf(&text, "%zu", item->number);
    /* Many collections have the number for a title. */
    if (item->title[0] != '\0' && strcmp(item->title, lw_buffer_text(&text)) != 0) {
        lw_buffer_puts(&text, ". ");
        lw_buffer_safe(&text, item->title, strlen(item->title));
    }
    size_t fits = (size_t)(width / (0.56 * size));
    const char *whole = lw_buffer_text(&text);
    size_t bytes = 0;
    size_t shown = 0;
    while (whole[bytes] != '\0' && shown < fits) {
        bytes++;
        while (((unsigned char)whole[bytes] & 0xc0) == 0x80) {
            bytes++;
        }
        shown++;
    }
    bool cut = whole[bytes] != '\0';
    if (cut) {
        text.len = bytes;
        lw_buffer_puts(&text, "\u2026");
    }
    char *copy = lw_arena_text(arena, lw_buffer_text(&text), text.len);
    lw_buffer_free(&text);
    return copy;
}

/* A game may have a page of its own colour: the label must be read on that. */
static lw_rgba ink_on(lw_rgba page) {
    unsigned light = 3 * (page >> 24) + 6 * (page >> 16 & 0xff) + (page >> 8 & 0xff);
    return light < 10 * 128 ? 0xd5d9e0ff : 0x2b2a27ff;
}

static void place(struct scene *scene, const struct layout *at, size_t i,
                  const struct lw_draw_list *list, const char *text) {
    double step_x = at->tile + 2 * at->pad + at->gap;
    double step_y = at->tile + 2 * at->pad + at->label + at->pad + at->gap;
    size_t row = i / at->columns;
    double x = at->gap + (double)(i % at->columns) * step_x;
    double y = at->top + at->gap + (double)row * step_y;
    double side = list->width > list->height ? list->width : list->height;
    double scale = at->tile / (side > 0 ? side : 1);
    scale = scale > at->tile / 5 ? at->tile / 5 : scale;
    scene->cards[i] = (struct scene_card){.x = x,
                                          .y = y,
                                          .w = step_x - at->gap,
                                          .h = step_y - at->gap,
                                          .round = at->pad,
                                          .fill = list->background};
    scene->items[i] =
        (struct scene_item){.list = list,
                            .x = x + at->pad + (at->tile - scale * list->width) / 2,
                            .y = y + at->pad + (at->tile - scale * list->height) / 2,
                            .scale = scale};
    scene->labels[i] =
        (struct scene_label){.text = text,
                             .x = x + at->pad + at->tile / 2,
                             .y = y + 2 * at->pad + at->tile + at->label / 2,
                             .size = at->label * 0.85,
                             .colour = ink_on(list->background)};
}

static bool fill(struct scene *scene, struct lw_arena *arena, const struct layout *at,
                 const struct lw_sheet_item *items, size_t n) {
    scene->cards = lw_arena_zero(arena, n, sizeof *scene->cards);
    scene->items = lw_arena_zero(arena, n, sizeof *scene->items);
    scene->labels = lw_arena_zero(arena, n + 1, sizeof *scene->labels);
    if (scene->cards == NULL || scene->items == NULL || scene->labels == NULL) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        const char *text = label_text(arena, &items[i], at->tile, at->label * 0.85);
        if (text == NULL) {
            return false;
        }
        place(scene, at, i, items[i].list, text);
    }
    scene->n_cards = scene->n_items = scene->n_labels = n;
    if (at->top > 0) {
        scene->labels[scene->n_labels++] =
            (struct scene_label){.text = scene->title,
                                 .x = scene->width / 2,
                                 .y = at->gap + at->top / 2,
                                 .size = at->top * 0.5,
                                 .colour = ink_on(scene->background)};
    }
    return true;
}

lw_status lw_render_sheet(enum lw_picture_format format, const struct lw_sheet *sheet,
                          const struct lw_picture_style *style, struct lw_buffer *out,
                          struct lw_error *err) {
    if (sheet->n_items == 0) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "a contact sheet needs at least one level");
    }
    bool has_title = sheet->title != NULL && sheet->title[0] != '\0';
    struct layout at = lay_out(sheet->n_items, has_title);
    bool dark = style->theme == LW_THEME_DARK;
    double step_x = at.tile + 2 * at.pad + at.gap;
    double step_y = at.tile + 3 * at.pad + at.label + at.gap;
    struct scene scene = {.width = at.gap + step_x * (double)at.columns,
                          .height = at.top + at.gap + step_y * (double)at.rows,
                          .background = dark ? 0x0d0f14ff : 0xe9e6dfff,
                          .title = sheet->title};
    struct lw_arena arena;
    lw_arena_init(&arena, out->alloc);
    lw_status status = scene_check_size(&scene, format, err);
    if (status == LW_OK && !fill(&scene, &arena, &at, sheet->items, sheet->n_items)) {
        status = lw_fail_memory(err);
    }
    if (status == LW_OK && format == LW_PICTURE_PNG) {
        status = png_scene(&scene, out, err);
    } else if (status == LW_OK) {
        svg_scene(out, &scene);
        status = lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
    }
    lw_arena_free(&arena);
    return status;
}
