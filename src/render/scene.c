/* Scenes: pages for one level, and the entry points that choose the back end. */
#include <math.h>

#include "scene_internal.h"

/* Cairo's surfaces end at 32767; the area keeps a hostile board from eating the memory.
 */
#define MAX_PNG_SIDE 32000.0
#define MAX_PNG_AREA 120e6

double scene_cell_px(const struct lw_picture_style *style, uint32_t width,
                     uint32_t height) {
    if (style->cell_px > 0) {
        return style->cell_px;
    }
    uint32_t side = width > height ? width : height;
    double px = floor(1200.0 / (side > 0 ? side : 1));
    return px > 48 ? 48 : px < 6 ? 6 : px;
}

void scene_single(struct scene *scene, struct scene_item *item,
                  const struct lw_draw_list *list, const char *title, double cell_px) {
    double margin = floor(cell_px / 2);
    *item = (struct scene_item){.list = list, .x = margin, .y = margin, .scale = cell_px};
    *scene = (struct scene){.width = ceil(list->width * cell_px + 2 * margin),
                            .height = ceil(list->height * cell_px + 2 * margin),
                            .background = list->background,
                            .title = title,
                            .items = item,
                            .n_items = 1};
}

lw_status scene_check_size(const struct scene *scene, enum lw_picture_format format,
                           struct lw_error *err) {
    if (format == LW_PICTURE_PNG &&
        (scene->width > MAX_PNG_SIDE || scene->height > MAX_PNG_SIDE ||
         scene->width * scene->height > MAX_PNG_AREA)) {
        return lw_fail(
            err, LW_BAD_INPUT, 0, 0,
            "the picture would be %.0f x %.0f pixels, too large for PNG; use a "
            "smaller cell or SVG",
            scene->width, scene->height);
    }
    size_t n_shapes = 0;
    for (size_t i = 0; i < scene->n_items; i++) {
        n_shapes += scene->items[i].list->n_shapes;
    }
    if (format == LW_PICTURE_SVG && n_shapes > LW_MAX_SVG_SHAPES) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the picture would have %zu shapes, too many for SVG, which takes "
                       "%d; use PNG with a small cell",
                       n_shapes, LW_MAX_SVG_SHAPES);
    }
    return LW_OK;
}

lw_status lw_render_picture(enum lw_picture_format format,
                            const struct lw_draw_list *list, const char *title,
                            const struct lw_picture_style *style, struct lw_buffer *out,
                            struct lw_error *err) {
    struct scene scene;
    struct scene_item item;
    scene_single(&scene, &item, list, title,
                 scene_cell_px(style, list->width, list->height));
    lw_status status = scene_check_size(&scene, format, err);
    if (status == LW_OK && format == LW_PICTURE_PNG) {
        return png_scene(&scene, out, err);
    }
    if (status == LW_OK) {
        svg_scene(out, &scene);
        status = lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
    }
    return status;
}

lw_status lw_render_animation(enum lw_picture_format format,
                              const struct lw_animation *animation,
                              const struct lw_picture_style *style, struct lw_buffer *out,
                              struct lw_error *err) {
    if (animation->n_frames == 0 || animation->n_frames > LW_MAX_FRAMES) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "an animation of %zu frames is not possible; use 1 to %d",
                       animation->n_frames, LW_MAX_FRAMES);
    }
    return format == LW_PICTURE_SVG ? animate_svg(animation, style, out, err)
                                    : animate_png(animation, style, out, err);
}
