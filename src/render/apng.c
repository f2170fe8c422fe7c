/* Animated PNG: the chunks acTL, fcTL and fdAT (PNG specification, third edition) around
 * image data that cairo encodes. After the first frame only the rectangle that changed is
 * stored. */
#include <string.h>

#include "cairo_internal.h"

#define SIGNATURE_BYTES 8
#define CHUNK_BYTES 12 /* length, type, checksum */

static uint32_t crc_step(uint32_t crc, const unsigned char *bytes, size_t len) {
    for (size_t i = 0; i < len; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
        }
    }
    return crc;
}

static void put_u32(unsigned char *out, uint32_t value) {
    for (int i = 0; i < 4; i++) {
        out[i] = (unsigned char)(value >> (24 - 8 * i));
    }
}

static uint32_t get_u32(const unsigned char *in) {
    return (uint32_t)in[0] << 24 | (uint32_t)in[1] << 16 | (uint32_t)in[2] << 8 | in[3];
}

static void put_chunk(struct lw_buffer *out, const char type[4], const void *head,
                      size_t head_len, const void *body, size_t body_len) {
    unsigned char word[4];
    put_u32(word, (uint32_t)(head_len + body_len));
    lw_buffer_add(out, (const char *)word, 4);
    lw_buffer_add(out, type, 4);
    lw_buffer_add(out, head, head_len);
    lw_buffer_add(out, body, body_len);
    uint32_t crc = crc_step(0xffffffffu, (const unsigned char *)type, 4);
    crc = crc_step(crc, head, head_len);
    crc = crc_step(crc, body, body_len);
    put_u32(word, crc ^ 0xffffffffu);
    lw_buffer_add(out, (const char *)word, 4);
}

struct rectangle {
    int x, y, w, h;
};

/* The smallest rectangle that holds every difference; one pixel when there is none,
 * because a frame may not be empty. */
static struct rectangle changed(const unsigned char *a, const unsigned char *b, int width,
                                int height, int stride) {
    int left = width;
    int right = -1;
    int top = height;
    int bottom = -1;
    for (int y = 0; y < height; y++) {
        const unsigned char *row_a = a + (ptrdiff_t)y * stride;
        const unsigned char *row_b = b + (ptrdiff_t)y * stride;
        if (memcmp(row_a, row_b, 4 * (size_t)width) == 0) {
            continue;
        }
        top = top > y ? y : top;
        bottom = y;
        for (int x = 0; x < width; x++) {
            if (memcmp(row_a + 4 * (ptrdiff_t)x, row_b + 4 * (ptrdiff_t)x, 4) != 0) {
                left = x < left ? x : left;
                right = x > right ? x : right;
            }
        }
    }
    if (right < 0) {
        return (struct rectangle){0, 0, 1, 1};
    }
    return (struct rectangle){left, top, right - left + 1, bottom - top + 1};
}

struct apng {
    struct lw_buffer *out;
    struct lw_buffer png; /* one frame as cairo wrote it */
    cairo_surface_t *now, *before;
    uint32_t sequence;
    uint32_t frame_ms;
    size_t n_frames;
};

static void put_frame_control(struct apng *apng, struct rectangle rect, size_t frame) {
    unsigned char body[26] = {0};
    bool is_last = frame + 1 == apng->n_frames;
    uint32_t delay = apng->frame_ms + (is_last ? REST_MS : 0);
    put_u32(body, apng->sequence++);
    put_u32(body + 4, (uint32_t)rect.w);
    put_u32(body + 8, (uint32_t)rect.h);
    put_u32(body + 12, (uint32_t)rect.x);
    put_u32(body + 16, (uint32_t)rect.y);
    body[20] = (unsigned char)(delay >> 8);
    body[21] = (unsigned char)delay;
    body[22] = 1000 >> 8;
    body[23] = 1000 & 0xff;
    put_chunk(apng->out, "fcTL", body, sizeof body, NULL, 0);
}

/* Walks the chunks of cairo's file: IHDR is copied for the first frame, image data
 * becomes IDAT there and fdAT later. */
static void put_image(struct apng *apng, struct rectangle rect, size_t frame) {
    const unsigned char *bytes = (const unsigned char *)lw_buffer_text(&apng->png);
    size_t at = SIGNATURE_BYTES;
    if (frame == 0) {
        unsigned char control[8] = {0};
        put_u32(control, (uint32_t)apng->n_frames);
        uint32_t header_len = get_u32(bytes + at);
        lw_buffer_add(apng->out, (const char *)bytes,
                      SIGNATURE_BYTES + header_len + CHUNK_BYTES);
        put_chunk(apng->out, "acTL", control, sizeof control, NULL, 0);
    }
    put_frame_control(apng, rect, frame);
    while (at + CHUNK_BYTES <= apng->png.len) {
        uint32_t len = get_u32(bytes + at);
        const unsigned char *type = bytes + at + 4;
        if (memcmp(type, "IDAT", 4) == 0 && frame == 0) {
            put_chunk(apng->out, "IDAT", NULL, 0, type + 4, len);
        } else if (memcmp(type, "IDAT", 4) == 0) {
            unsigned char number[4];
            put_u32(number, apng->sequence++);
            put_chunk(apng->out, "fdAT", number, 4, type + 4, len);
        }
        at += len + CHUNK_BYTES;
    }
}

static lw_status encode(struct apng *apng, struct rectangle rect, struct lw_error *err) {
    cairo_surface_t *part =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, rect.w, rect.h);
    cairo_t *cr = cairo_create(part);
    cairo_set_source_surface(cr, apng->now, -rect.x, -rect.y);
    cairo_paint(cr);
    cairo_surface_flush(part);
    lw_buffer_clear(&apng->png);
    lw_status status = cairo_png(part, &apng->png, err);
    cairo_destroy(cr);
    cairo_surface_destroy(part);
    return status;
}

static lw_status add_frame(struct apng *apng, const struct scene *scene, size_t frame,
                           struct lw_error *err) {
    cairo_t *cr = cairo_create(apng->now);
    cairo_scene(cr, scene);
    cairo_status_t drawn = cairo_status(cr);
    cairo_destroy(cr);
    cairo_surface_flush(apng->now);
    if (drawn != CAIRO_STATUS_SUCCESS) {
        return lw_fail(err, LW_NO_MEMORY, 0, 0, "the frame could not be drawn: %s",
                       cairo_status_to_string(drawn));
    }
    struct rectangle rect = {0, 0, (int)scene->width, (int)scene->height};
    if (frame > 0) {
        rect = changed(cairo_image_surface_get_data(apng->now),
                       cairo_image_surface_get_data(apng->before), rect.w, rect.h,
                       cairo_image_surface_get_stride(apng->now));
    }
    lw_status status = encode(apng, rect, err);
    if (status == LW_OK) {
        put_image(apng, rect, frame);
        cairo_surface_t *swap = apng->now;
        apng->now = apng->before;
        apng->before = swap;
    }
    return status;
}

static lw_status first_surfaces(struct apng *apng, const struct scene *scene,
                                struct lw_error *err) {
    lw_status status = scene_check_size(scene, LW_PICTURE_PNG, err);
    if (status == LW_OK) {
        apng->now = cairo_surface_for(scene);
        apng->before = cairo_surface_for(scene);
    }
    return status;
}

lw_status animate_png(const struct lw_animation *animation,
                      const struct lw_picture_style *style, struct lw_buffer *out,
                      struct lw_error *err) {
    struct apng apng = {.out = out,
                        .n_frames = animation->n_frames,
                        .frame_ms =
                            style->frame_ms > 0 ? style->frame_ms : DEFAULT_FRAME_MS};
    lw_buffer_init(&apng.png, out->alloc);
    struct lw_draw_list list;
    lw_draw_init(&list, out->alloc, style->theme);
    lw_status status = LW_OK;
    for (size_t frame = 0; frame < animation->n_frames && status == LW_OK; frame++) {
        status = animation->draw(animation->ctx, frame, &list, err);
        if (status == LW_OK && list.failed) {
            status = lw_fail_memory(err);
        }
        struct scene scene;
        struct scene_item item;
        scene_single(&scene, &item, &list, NULL,
                     scene_cell_px(style, list.width, list.height));
        if (status == LW_OK && frame == 0) {
            status = first_surfaces(&apng, &scene, err);
        }
        if (status == LW_OK) {
            status = add_frame(&apng, &scene, frame, err);
        }
    }
    put_chunk(out, "IEND", NULL, 0, NULL, 0);
    if (status == LW_OK && !lw_buffer_ok(out)) {
        status = lw_fail_memory(err);
    }
    cairo_surface_destroy(apng.now);
    cairo_surface_destroy(apng.before);
    lw_draw_free(&list);
    lw_buffer_free(&apng.png);
    return status;
}
