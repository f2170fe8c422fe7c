/* Animated SVG: every distinct shape is written once and shown while it is there.
 *
 * The frames' shape lists are merged into one list that keeps the drawing order of each:
 * a shape of the frame is matched with the first equal one after the shape before it, or
 * inserted there. A shape that moves is several elements, one a place; what never changes
 * (walls, floor) carries no animation at all. Visibility is switched by SMIL, which works
 * inside <img> too. */
#include <string.h>

#include "lw/base/hash.h"
#include "scene_internal.h"

#define NO_ELEMENT UINT32_MAX

struct element {
    uint64_t hash;
    uint32_t next;         /* in drawing order */
    struct lw_shape shape; /* its points are those of the merge */
    uint8_t *shown;        /* a bit for each frame */
};

struct merge {
    const struct lw_alloc *alloc;
    struct element *elements;
    size_t n_elements, cap;
    float *points;
    size_t n_points, points_cap;
    uint32_t first;
    size_t n_frames;
    struct lw_arena arena;
};

/* Everything that can be seen of a shape, and nothing that cannot (padding, the place of
 * its points). */
static uint64_t hash_shape(const struct lw_draw_list *list,
                           const struct lw_shape *shape) {
    struct {
        float numbers[6];
        uint32_t words[4];
        char text[8];
    } key = {
        .numbers = {shape->x, shape->y, shape->w, shape->h, shape->round,
                    shape->stroke_width},
        .words = {(uint32_t)shape->kind, shape->fill, shape->stroke, shape->n_points}};
    memcpy(key.text, shape->text, sizeof key.text);
    uint64_t hash = lw_hash64(&key, sizeof key, 1);
    if (shape->n_points > 0) {
        hash = lw_hash64(list->points + shape->first_point,
                         2 * (size_t)shape->n_points * sizeof *list->points, hash);
    }
    return hash;
}

static void mark(struct element *element, size_t frame) {
    element->shown[frame / 8] |= (uint8_t)(1u << frame % 8);
}

static bool is_shown(const struct element *element, size_t frame) {
    return (element->shown[frame / 8] >> frame % 8 & 1) != 0;
}

/* Adds the shape after element `after`; NO_ELEMENT when memory is out. */
static uint32_t insert(struct merge *merge, const struct lw_draw_list *list,
                       const struct lw_shape *shape, uint64_t hash, uint32_t after) {
    uint8_t *shown = lw_arena_zero(&merge->arena, merge->n_frames / 8 + 1, 1);
    size_t n_numbers = 2 * (size_t)shape->n_points;
    if (shown == NULL ||
        !lw_grow(merge->alloc, &merge->elements, &merge->cap, merge->n_elements + 1,
                 sizeof *merge->elements) ||
        !lw_grow(merge->alloc, &merge->points, &merge->points_cap,
                 merge->n_points + n_numbers + 1, sizeof *merge->points)) {
        return NO_ELEMENT;
    }
    uint32_t number = (uint32_t)merge->n_elements++;
    struct element *element = &merge->elements[number];
    *element = (struct element){.hash = hash, .shape = *shape, .shown = shown};
    element->shape.first_point = (uint32_t)merge->n_points;
    if (n_numbers > 0) {
        memcpy(merge->points + merge->n_points, list->points + shape->first_point,
               n_numbers * sizeof *merge->points);
        merge->n_points += n_numbers;
    }
    uint32_t *link = after == NO_ELEMENT ? &merge->first : &merge->elements[after].next;
    element->next = *link;
    *link = number;
    return number;
}

static bool merge_frame(struct merge *merge, const struct lw_draw_list *list,
                        size_t frame) {
    uint32_t last = NO_ELEMENT;
    for (size_t i = 0; i < list->n_shapes; i++) {
        uint64_t hash = hash_shape(list, &list->shapes[i]);
        uint32_t at = last == NO_ELEMENT ? merge->first : merge->elements[last].next;
        while (at != NO_ELEMENT && merge->elements[at].hash != hash) {
            at = merge->elements[at].next;
        }
        if (at == NO_ELEMENT) {
            at = insert(merge, list, &list->shapes[i], hash, last);
        }
        if (at == NO_ELEMENT) {
            return false;
        }
        mark(&merge->elements[at], frame);
        last = at;
    }
    return true;
}

/* The times at which visibility changes, as values and keyTimes. */
static void put_animation(struct lw_buffer *out, const struct merge *merge,
                          const struct element *element, double frame_ms,
                          double total_ms) {
    struct lw_buffer times;
    lw_buffer_init(&times, out->alloc);
    lw_buffer_puts(out, "<animate attributeName=\"visibility\" calcMode=\"discrete\" "
                        "repeatCount=\"indefinite\" values=\"");
    for (size_t frame = 0; frame < merge->n_frames; frame++) {
        if (frame > 0 && is_shown(element, frame) == is_shown(element, frame - 1)) {
            continue;
        }
        const char *gap = frame > 0 ? ";" : "";
        lw_buffer_printf(out, "%s%s", gap,
                         is_shown(element, frame) ? "visible" : "hidden");
        lw_buffer_puts(&times, gap);
        lw_buffer_printf(&times, "%.6g", (double)frame * frame_ms / total_ms);
    }
    lw_buffer_printf(out, "\" keyTimes=\"%s\" dur=\"%.6gs\"/>", lw_buffer_text(&times),
                     total_ms / 1000);
    lw_buffer_free(&times);
}

static bool always_shown(const struct merge *merge, const struct element *element) {
    for (size_t frame = 0; frame < merge->n_frames; frame++) {
        if (!is_shown(element, frame)) {
            return false;
        }
    }
    return true;
}

static void put_elements(struct lw_buffer *out, const struct merge *merge,
                         double frame_ms) {
    double total_ms = frame_ms * (double)merge->n_frames + REST_MS;
    struct lw_draw_list points = {.points = merge->points};
    struct lw_buffer inside;
    lw_buffer_init(&inside, out->alloc);
    for (uint32_t at = merge->first; at != NO_ELEMENT; at = merge->elements[at].next) {
        const struct element *element = &merge->elements[at];
        if (always_shown(merge, element)) {
            svg_shape(out, &points, &element->shape, "", NULL);
        } else {
            lw_buffer_clear(&inside);
            put_animation(&inside, merge, element, frame_ms, total_ms);
            svg_shape(out, &points, &element->shape,
                      is_shown(element, 0) ? "" : " visibility=\"hidden\"",
                      lw_buffer_text(&inside));
        }
        lw_buffer_putc(out, '\n');
    }
    out->failed = out->failed || inside.failed;
    lw_buffer_free(&inside);
}

lw_status animate_svg(const struct lw_animation *animation,
                      const struct lw_picture_style *style, struct lw_buffer *out,
                      struct lw_error *err) {
    struct merge merge = {
        .alloc = out->alloc, .first = NO_ELEMENT, .n_frames = animation->n_frames};
    lw_arena_init(&merge.arena, out->alloc);
    struct lw_draw_list list;
    lw_draw_init(&list, out->alloc, style->theme);
    lw_status status = LW_OK;
    for (size_t frame = 0; frame < animation->n_frames && status == LW_OK; frame++) {
        status = animation->draw(animation->ctx, frame, &list, err);
        if (status == LW_OK && (list.failed || !merge_frame(&merge, &list, frame))) {
            status = lw_fail_memory(err);
        }
    }
    if (status == LW_OK) {
        struct scene scene;
        struct scene_item item;
        scene_single(&scene, &item, &list, animation->title,
                     scene_cell_px(style, list.width, list.height));
        svg_begin(out, &scene);
        svg_item_begin(out, &item);
        put_elements(out, &merge,
                     style->frame_ms > 0 ? style->frame_ms : DEFAULT_FRAME_MS);
        svg_item_end(out);
        svg_end(out);
        status = lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
    }
    lw_draw_free(&list);
    lw_alloc_free(merge.alloc, merge.elements, merge.cap * sizeof *merge.elements);
    lw_alloc_free(merge.alloc, merge.points, merge.points_cap * sizeof *merge.points);
    lw_arena_free(&merge.arena);
    return status;
}
