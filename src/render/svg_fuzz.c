/* Bytes as titles and shapes: the document must stay one document. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lw/render.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Nothing of the input may open a tag: the tags are counted and all are ours. */
static void check(const char *svg) {
    static const char *const ours[] = {"svg", "title", "rect", "g", "text", "circle"};
    for (const char *at = strchr(svg, '<'); at != NULL; at = strchr(at + 1, '<')) {
        const char *name = at + 1 + (at[1] == '/');
        bool known = false;
        for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
            size_t len = strlen(ours[i]);
            known = known || (strncmp(name, ours[i], len) == 0 &&
                              strchr(" >/", name[len]) != NULL);
        }
        if (!known) {
            abort();
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct lw_draw_list list;
    struct lw_buffer title;
    struct lw_buffer out;
    lw_draw_init(&list, lw_alloc_libc(), LW_THEME_LIGHT);
    lw_buffer_init(&title, lw_alloc_libc());
    lw_buffer_init(&out, lw_alloc_libc());
    lw_buffer_add(&title, (const char *)data, size);
    lw_draw_reset(&list, 2, 2, 0xffffffff);
    for (size_t at = 0; at + 12 <= size && list.n_shapes < 200; at += 12) {
        float numbers[2];
        char text[5] = {0};
        memcpy(numbers, data + at, sizeof numbers);
        memcpy(text, data + at + 8, 4);
        lw_draw_rect(&list,
                     (struct lw_rect){numbers[0], numbers[1], numbers[1], numbers[0]},
                     numbers[0], 0x123456ff);
        lw_draw_circle(&list, numbers[0], numbers[1], numbers[0], 0x12345678);
        lw_draw_text(&list, numbers[1], numbers[0], numbers[1], 0x000000ff, text);
    }
    const char *text = lw_buffer_text(&title);
    struct lw_sheet_item item = {.list = &list, .title = text, .number = 1};
    struct lw_picture_style style = {.cell_px = 8};
    if (lw_render_picture(LW_PICTURE_SVG, &list, text, &style, &out, NULL) != LW_OK ||
        lw_render_sheet(LW_PICTURE_SVG, &(struct lw_sheet){&item, 1, text}, &style, &out,
                        NULL) != LW_OK) {
        abort();
    }
    check(lw_buffer_text(&out));
    lw_buffer_free(&out);
    lw_buffer_free(&title);
    lw_draw_free(&list);
    return 0;
}
