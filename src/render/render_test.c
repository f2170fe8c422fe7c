/* Pictures: structure, escaping, and frames checked against frames drawn alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cairo.h>
#include <cmocka.h>

#include "lw/base/rng.h"
#include "lw/render.h"
#include "well_formed.h"

static const struct lw_picture_style style = {.cell_px = 10, .theme = LW_THEME_LIGHT};

/* A small world: floor, a wall in the corner, and a token at (frame % 3, 0) over it. */
static lw_status draw_world(void *ctx, size_t frame, struct lw_draw_list *list,
                            struct lw_error *err) {
    (void)ctx;
    (void)err;
    static const float triangle[] = {2, 1, 3, 1, 2.5f, 2};
    float x = (float)(frame % 3);
    lw_draw_reset(list, 3, 2, 0xfafafaff);
    lw_draw_rect(list, (struct lw_rect){0, 0, 3, 2}, 0, 0xddddddff);
    lw_draw_polygon(list, triangle, 3, 0x336699ff);
    lw_draw_circle(list, x + 0.5f, 0.5f, 0.4f, 0xff000080);
    lw_draw_text(list, x + 0.5f, 0.5f, 0.5f, 0x000000ff, "<");
    lw_draw_line(list, (struct lw_point){0, 1}, (struct lw_point){3, 1}, 0.1f,
                 0x00ff00ff);
    lw_draw_glyph(list, 0, 1, "#", (struct lw_ink){0x333333ff, 0xeeeeeeff, false});
    lw_draw_glyph(list, (uint32_t)frame % 3, 0, "@",
                  (struct lw_ink){0xff0000ff, 0xeeeeeeff, true});
    return LW_OK;
}

static void svg_is_well_formed_and_escaped(void **state) {
    (void)state;
    struct lw_draw_list list;
    struct lw_buffer out;
    lw_draw_init(&list, lw_alloc_libc(), LW_THEME_LIGHT);
    lw_buffer_init(&out, lw_alloc_libc());
    assert_int_equal(draw_world(NULL, 0, &list, NULL), LW_OK);
    const char *title = "</title><script>alert('x')</script>&\033[31m\"\xe9\x01";
    assert_int_equal(lw_render_picture(LW_PICTURE_SVG, &list, title, &style, &out, NULL),
                     LW_OK);
    const char *svg = lw_buffer_text(&out);
    check_well_formed(svg);
    assert_null(strstr(svg, "<script"));
    assert_null(strchr(svg, '\033'));
    assert_non_null(strstr(svg, "width=\"40\" height=\"30\""));
    assert_non_null(strstr(svg, "<polygon points=\"2 1 3 1 2.5 2\""));
    assert_non_null(strstr(svg, "fill=\"#ff0000\" fill-opacity=\"0.502\""));
    assert_non_null(strstr(svg, "&#60;script&#62;"));
    assert_non_null(strstr(svg, "\u00e9"));
    lw_buffer_free(&out);
    lw_draw_free(&list);
}

struct reader {
    const char *data;
    size_t len, at;
};

static cairo_status_t read_bytes(void *ctx, unsigned char *out, unsigned len) {
    struct reader *reader = ctx;
    if (reader->len - reader->at < len) {
        return CAIRO_STATUS_READ_ERROR;
    }
    memcpy(out, reader->data + reader->at, len);
    reader->at += len;
    return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *decode(const struct lw_buffer *png) {
    struct reader reader = {.data = png->data, .len = png->len};
    cairo_surface_t *surface =
        cairo_image_surface_create_from_png_stream(read_bytes, &reader);
    assert_int_equal(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
    return surface;
}

static void png_has_the_right_size_and_colours(void **state) {
    (void)state;
    struct lw_draw_list list;
    struct lw_buffer out;
    lw_draw_init(&list, lw_alloc_libc(), LW_THEME_LIGHT);
    lw_buffer_init(&out, lw_alloc_libc());
    assert_int_equal(draw_world(NULL, 1, &list, NULL), LW_OK);
    assert_int_equal(lw_render_picture(LW_PICTURE_PNG, &list, "", &style, &out, NULL),
                     LW_OK);
    cairo_surface_t *surface = decode(&out);
    assert_int_equal(cairo_image_surface_get_width(surface), 40);
    assert_int_equal(cairo_image_surface_get_height(surface), 30);
    const unsigned char *pixels = cairo_image_surface_get_data(surface);
    int stride = cairo_image_surface_get_stride(surface);
    /* The margin, a floor square, the triangle. */
    static const struct { int x, y, grey; } greys[] = {{1, 1, 0xfa}, {8, 8, 0xdd}};
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(pixels[greys[i].y * stride + 4 * greys[i].x], greys[i].grey);
    }
    const unsigned char *blue = pixels + 17 * stride + 4 * (5 + 25);
    assert_int_equal(blue[0], 0x99);
    assert_int_equal(blue[2], 0x33);
    cairo_surface_destroy(surface);
    lw_buffer_free(&out);
    lw_draw_free(&list);
}

static void hostile_sizes_are_refused(void **state) {
    (void)state;
    struct lw_draw_list list;
    struct lw_buffer out;
    struct lw_error err = {0};
    lw_draw_init(&list, lw_alloc_libc(), LW_THEME_LIGHT);
    lw_buffer_init(&out, lw_alloc_libc());
    lw_draw_reset(&list, 1000, 1000, 0);
    struct lw_picture_style huge = {.cell_px = 400};
    assert_int_equal(lw_render_picture(LW_PICTURE_PNG, &list, "", &huge, &out, &err),
                     LW_BAD_INPUT);
    assert_non_null(strstr(err.text, "too large"));
    assert_int_equal(out.len, 0);
    assert_int_equal(
        lw_render_animation(LW_PICTURE_SVG,
                            &(struct lw_animation){.draw = draw_world, .title = ""},
                            &style, &out, &err),
        LW_BAD_INPUT);
    lw_buffer_free(&out);
    lw_draw_free(&list);
}

/* Is the element at tag visible in the frame? Reads values and keyTimes back. */
static bool visible(const char *tag, const char *end, size_t frame, size_t n_frames) {
    const char *animate = strstr(tag, "<animate");
    if (animate == NULL || animate > end) {
        return true;
    }
    const char *values = strstr(animate, "values=\"") + 8;
    const char *times = strstr(animate, "keyTimes=\"") + 10;
    double total = (double)n_frames * 160 + 1800;
    double now = ((double)frame + 0.5) * 160 / total;
    bool shown = false;
    for (;;) {
        double time = strtod(times, NULL);
        if (time > now) {
            return shown;
        }
        shown = *values == 'v';
        values += strcspn(values, ";\"");
        times += strcspn(times, ";\"");
        if (*times == '"') {
            assert_int_equal(*values, '"');
            return shown;
        }
        values++;
        times++;
    }
}

/* In each frame the visible elements are, in order, the circle and the rest of the frame
 * drawn alone: compared by the tags' names and the circle's place. */
static void animated_svg_shows_each_frame(void **state) {
    (void)state;
    enum { N_FRAMES = 8 };
    struct lw_buffer out;
    lw_buffer_init(&out, lw_alloc_libc());
    assert_int_equal(lw_render_animation(LW_PICTURE_SVG,
                                         &(struct lw_animation){.draw = draw_world,
                                                                .n_frames = N_FRAMES,
                                                                .title = "t"},
                                         &style, &out, NULL),
                     LW_OK);
    check_well_formed(lw_buffer_text(&out));
    const char *group = strstr(lw_buffer_text(&out), "<g ");
    for (size_t frame = 0; frame < N_FRAMES; frame++) {
        char order[64] = "";
        for (const char *at = strchr(group, '\n') + 1; strncmp(at, "</g>", 4) != 0;) {
            const char *end = strchr(at, '\n');
            if (visible(at, end, frame, N_FRAMES)) {
                char word[16];
                size_t len = strcspn(at + 1, " ");
                assert_true(len < sizeof word - 1 && strlen(order) < 48);
                (void)strncat(order, at + 1, len);
                (void)strcat(order, " ");
                if (strncmp(at, "<circle", 7) == 0) {
                    double cx = strtod(strstr(at, "cx=\"") + 4, NULL);
                    assert_true(cx == (double)(frame % 3) + 0.5);
                }
            }
            at = end + 1;
        }
        assert_string_equal(order, "rect polygon circle text line ");
    }
    lw_buffer_free(&out);
}

static uint32_t u32_at(const char *bytes) {
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* The oracle for animated PNG: frames are put together here from the chunks and compared
 * with the picture of the frame alone. A chunk's data becomes a PNG of its own again. */
static uint32_t crc_of(const char *bytes, size_t len) {
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < len; i++) {
        crc ^= (unsigned char)bytes[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
        }
    }
    return crc ^ 0xffffffffu;
}

static void add_u32(struct lw_buffer *out, uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) {
        lw_buffer_putc(out, (char)(value >> shift));
    }
}

static void add_chunk(struct lw_buffer *out, const char *type, const char *data,
                      size_t len) {
    add_u32(out, (uint32_t)len);
    size_t at = out->len;
    lw_buffer_add(out, type, 4);
    lw_buffer_add(out, data, len);
    add_u32(out, crc_of(out->data + at, len + 4));
}

/* header: of the whole picture; control: the frame's own size and place. */
static void paint_part(cairo_surface_t *canvas, const char *header, const char *control,
                       const char *data, size_t len) {
    uint32_t width = u32_at(control + 4), height = u32_at(control + 8);
    uint32_t x = u32_at(control + 12), y = u32_at(control + 16);
    struct lw_buffer png;
    char ihdr[13];
    lw_buffer_init(&png, lw_alloc_libc());
    memcpy(ihdr, header, 13);
    for (int i = 0; i < 4; i++) {
        ihdr[i] = (char)(width >> (24 - 8 * i));
        ihdr[4 + i] = (char)(height >> (24 - 8 * i));
    }
    lw_buffer_add(&png, "\x89PNG\r\n\x1a\n", 8);
    add_chunk(&png, "IHDR", ihdr, 13);
    add_chunk(&png, "IDAT", data, len);
    add_chunk(&png, "IEND", "", 0);
    cairo_surface_t *part = decode(&png);
    cairo_t *cr = cairo_create(canvas);
    cairo_set_source_surface(cr, part, x, y);
    cairo_paint(cr);
    cairo_destroy(cr);
    cairo_surface_destroy(part);
    lw_buffer_free(&png);
}

static void check_same(cairo_surface_t *canvas, size_t frame) {
    struct lw_draw_list list;
    struct lw_buffer png;
    lw_draw_init(&list, lw_alloc_libc(), LW_THEME_LIGHT);
    lw_buffer_init(&png, lw_alloc_libc());
    assert_int_equal(draw_world(NULL, frame, &list, NULL), LW_OK);
    assert_int_equal(lw_render_picture(LW_PICTURE_PNG, &list, "", &style, &png, NULL),
                     LW_OK);
    cairo_surface_t *alone = decode(&png);
    cairo_surface_flush(canvas);
    for (int y = 0; y < 30; y++) {
        const unsigned char *a = cairo_image_surface_get_data(canvas) +
                                 (ptrdiff_t)y * cairo_image_surface_get_stride(canvas);
        const unsigned char *b = cairo_image_surface_get_data(alone) +
                                 (ptrdiff_t)y * cairo_image_surface_get_stride(alone);
        for (int x = 0; x < 40; x++) {
            assert_memory_equal(a + 4 * (ptrdiff_t)x, b + 4 * (ptrdiff_t)x, 3);
        }
    }
    cairo_surface_destroy(alone);
    lw_buffer_free(&png);
    lw_draw_free(&list);
}

static void animated_png_shows_each_frame(void **state) {
    (void)state;
    enum { N_FRAMES = 5 };
    struct lw_buffer out;
    lw_buffer_init(&out, lw_alloc_libc());
    assert_int_equal(lw_render_animation(LW_PICTURE_PNG,
                                         &(struct lw_animation){.draw = draw_world,
                                                                .n_frames = N_FRAMES,
                                                                .title = "t"},
                                         &style, &out, NULL),
                     LW_OK);
    cairo_surface_t *canvas = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 40, 30);
    const char *header = NULL;
    const char *control = NULL;
    size_t n_frames = 0;
    uint32_t sequence = 0;
    for (size_t at = 8; at + 12 <= out.len;) {
        uint32_t len = u32_at(out.data + at);
        const char *type = out.data + at + 4;
        const char *body = type + 4;
        assert_int_equal(u32_at(body + len), crc_of(type, len + 4));
        if (memcmp(type, "IHDR", 4) == 0) {
            header = body;
        } else if (memcmp(type, "acTL", 4) == 0) {
            assert_int_equal(u32_at(body), N_FRAMES);
        } else if (memcmp(type, "fcTL", 4) == 0) {
            assert_int_equal(u32_at(body), sequence++);
            control = body;
        } else if (memcmp(type, "IDAT", 4) == 0 || memcmp(type, "fdAT", 4) == 0) {
            size_t skip = type[0] == 'f' ? 4 : 0;
            assert_true(skip == 0 || u32_at(body) == sequence++);
            paint_part(canvas, header, control, body + skip, len - skip);
            check_same(canvas, n_frames++);
        }
        at += len + 12;
    }
    assert_int_equal(n_frames, N_FRAMES);
    cairo_surface_destroy(canvas);
    lw_buffer_free(&out);
}

static void sheets_hold_every_level(void **state) {
    (void)state;
    struct lw_draw_list list;
    struct lw_buffer out;
    struct lw_sheet_item items[7];
    lw_draw_init(&list, lw_alloc_libc(), LW_THEME_DARK);
    lw_buffer_init(&out, lw_alloc_libc());
    assert_int_equal(draw_world(NULL, 0, &list, NULL), LW_OK);
    for (size_t i = 0; i < 7; i++) {
        items[i] = (struct lw_sheet_item){
            .list = &list,
            .title = i == 2 ? "<b>\xff much too long a title" : "7",
            .number = i + 1};
    }
    assert_int_equal(lw_render_sheet(LW_PICTURE_SVG,
                                     &(struct lw_sheet){items, 7, "All & sundry"}, &style,
                                     &out, NULL),
                     LW_OK);
    const char *svg = lw_buffer_text(&out);
    check_well_formed(svg);
    size_t n_groups = 0;
    for (const char *at = svg; (at = strstr(at, "<g ")) != NULL; at++) {
        n_groups++;
    }
    assert_int_equal(n_groups, 7);
    assert_non_null(strstr(svg, ">1. 7<"));
    assert_non_null(strstr(svg, ">7<"));
    assert_non_null(strstr(svg, ">3. &#60;b&#62;"));
    assert_non_null(strstr(svg, "All &#38; sundry"));
    lw_buffer_clear(&out);
    assert_int_equal(lw_render_sheet(LW_PICTURE_PNG, &(struct lw_sheet){items, 7, ""},
                                     &style, &out, NULL),
                     LW_OK);
    cairo_surface_destroy(decode(&out));
    lw_buffer_free(&out);
    lw_draw_free(&list);
}

static void terminals(void **state) {
    (void)state;
    struct lw_draw_list list;
    struct lw_buffer out;
    lw_draw_init(&list, lw_alloc_libc(), LW_THEME_DARK);
    lw_buffer_init(&out, lw_alloc_libc());
    assert_int_equal(draw_world(NULL, 1, &list, NULL), LW_OK);
    lw_render_ansi(&list, LW_ANSI_NONE, false, &out);
    assert_string_equal(lw_buffer_text(&out), " @ \n#  \n");
    lw_buffer_clear(&out);
    lw_render_ansi(&list, LW_ANSI_NONE, true, &out);
    assert_string_equal(lw_buffer_text(&out), "  @   \n#     \n");
    static const char *const red[] = {[LW_ANSI_16] = "\033[0;1;31;107m@",
                                      [LW_ANSI_256] = "\033[0;1;38;5;196;48;5;255m@",
                                      [LW_ANSI_TRUE] =
                                          "\033[0;1;38;2;255;0;0;48;2;238;238;238m@"};
    for (int depth = LW_ANSI_16; depth <= LW_ANSI_TRUE; depth++) {
        lw_buffer_clear(&out);
        lw_render_ansi(&list, (enum lw_ansi_depth)depth, false, &out);
        assert_non_null(strstr(lw_buffer_text(&out), red[depth]));
        assert_string_equal(lw_buffer_text(&out) + out.len - 5, "\033[0m\n");
    }
    lw_buffer_free(&out);
    lw_draw_free(&list);
}

/* Any shapes at all give a well-formed document. */
static void random_shapes_are_well_formed(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct lw_rng rng = lw_rng_make(seed, 0);
        struct lw_draw_list list;
        struct lw_buffer out;
        lw_draw_init(&list, lw_alloc_libc(), LW_THEME_LIGHT);
        lw_buffer_init(&out, lw_alloc_libc());
        lw_draw_reset(&list, 4, 4, lw_rng_u32(&rng));
        for (int i = 0; i < 20; i++) {
            float x = (float)lw_rng_unit(&rng) * 1e6f - 5e5f;
            float y = (float)lw_rng_unit(&rng);
            char text[5] = {0};
            for (int j = 0; j < 4; j++) {
                text[j] = (char)(1 + lw_rng_below(&rng, 255));
            }
            lw_draw_text(&list, x, y, y, lw_rng_u32(&rng), text);
            lw_draw_rect_outline(&list, (struct lw_rect){x, y, y, x}, y, lw_rng_u32(&rng),
                                 lw_rng_u32(&rng), y);
            lw_draw_ring(&list, (struct lw_point){y, x}, y, lw_rng_u32(&rng),
                         lw_rng_u32(&rng), y);
        }
        assert_int_equal(
            lw_render_picture(LW_PICTURE_SVG, &list, NULL, &style, &out, NULL), LW_OK);
        check_well_formed(lw_buffer_text(&out));
        lw_buffer_free(&out);
        lw_draw_free(&list);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(svg_is_well_formed_and_escaped),
        cmocka_unit_test(png_has_the_right_size_and_colours),
        cmocka_unit_test(hostile_sizes_are_refused),
        cmocka_unit_test(animated_svg_shows_each_frame),
        cmocka_unit_test(animated_png_shows_each_frame),
        cmocka_unit_test(sheets_hold_every_level),
        cmocka_unit_test(terminals),
        cmocka_unit_test(random_shapes_are_well_formed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
