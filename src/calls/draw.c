/* Draw lists as JSON, and the call that draws a level. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "calls_internal.h"

/* Pictures larger than this are refused: a page could not show them either. */
#define MAX_CELLS 250000u

/* Numbers of a picture have three decimals at most; written by hand, because a board has
 * thousands of them and every move draws it anew. */
static void put_number(struct lw_buffer *out, float value) {
    char text[24];
    size_t at = sizeof text;
    int64_t scaled = (int64_t)floor((double)value * 1000 + 0.5);
    uint64_t rest = scaled < 0 ? (uint64_t)-scaled : (uint64_t)scaled;
    bool decimals = false;
    for (int i = 0; i < 3; i++, rest /= 10) {
        if (rest % 10 != 0 || decimals) {
            text[--at] = (char)('0' + rest % 10);
            decimals = true;
        }
    }
    if (decimals) {
        text[--at] = '.';
    }
    do {
        text[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (scaled < 0) {
        text[--at] = '-';
    }
    lw_buffer_add(out, text + at, sizeof text - at);
}

static void put_colour(struct lw_buffer *out, lw_rgba colour) {
    static const char digits[] = "0123456789abcdef";
    char text[11] = "\"#";
    size_t n = 2;
    if ((colour & 0xff) == 0) {
        lw_buffer_puts(out, "null");
        return;
    }
    size_t n_digits = (colour & 0xff) == 0xff ? 6 : 8;
    for (size_t i = 0; i < n_digits; i++) {
        text[n++] = digits[colour >> (28 - 4 * i) & 15];
    }
    lw_buffer_add(out, text, n);
    lw_buffer_putc(out, '"');
}

static void put_numbers(struct lw_buffer *out, const float *values, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (i > 0) {
            lw_buffer_putc(out, ',');
        }
        put_number(out, values[i]);
    }
}

static void put_paint(struct lw_buffer *out, const struct lw_shape *shape) {
    lw_buffer_putc(out, ',');
    put_colour(out, shape->fill);
    lw_buffer_putc(out, ',');
    put_colour(out, shape->stroke_width > 0 ? shape->stroke : 0);
    lw_buffer_putc(out, ',');
    put_number(out, shape->stroke_width);
}

static void put_shape(struct lw_json_writer *json, const struct lw_draw_list *list,
                      const struct lw_shape *s) {
    struct lw_buffer *out = json->buf;
    switch (s->kind) {
    case LW_SHAPE_RECT:
        lw_buffer_puts(out, "[\"rect\",");
        put_numbers(out, (const float[]){s->x, s->y, s->w, s->h, s->round}, 5);
        put_paint(out, s);
        break;
    case LW_SHAPE_CIRCLE:
        lw_buffer_puts(out, "[\"circle\",");
        put_numbers(out, (const float[]){s->x, s->y, s->w}, 3);
        put_paint(out, s);
        break;
    case LW_SHAPE_LINE:
        lw_buffer_puts(out, "[\"line\",");
        put_numbers(out, (const float[]){s->x, s->y, s->w, s->h, s->stroke_width}, 5);
        lw_buffer_putc(out, ',');
        put_colour(out, s->stroke);
        break;
    case LW_SHAPE_POLYGON:
        lw_buffer_puts(out, "[\"polygon\",[");
        put_numbers(out, list->points + s->first_point, 2 * (size_t)s->n_points);
        lw_buffer_puts(out, "],");
        put_colour(out, s->fill);
        break;
    case LW_SHAPE_TEXT:
        lw_buffer_puts(out, "[\"text\",");
        put_numbers(out, (const float[]){s->x, s->y, s->h}, 3);
        lw_buffer_putc(out, ',');
        put_colour(out, s->fill);
        json->need_comma = true;
        lw_json_text(json, NULL, s->text);
        break;
    }
    lw_buffer_putc(out, ']');
}

static void put_list(struct lw_json_writer *json, const struct lw_draw_list *list) {
    struct lw_buffer row;
    lw_buffer_init(&row, list->alloc);
    lw_json_object(json, "draw");
    lw_json_uint(json, "width", list->width);
    lw_json_uint(json, "height", list->height);
    if (list->player != LW_DRAW_NOBODY) {
        lw_json_uint(json, "player", list->player);
    }
    lw_buffer_puts(json->buf, ",\"background\":");
    put_colour(json->buf, list->background);
    lw_json_array(json, "items");
    for (size_t i = 0; i < list->n_shapes; i++) {
        if (i > 0) {
            lw_buffer_putc(json->buf, ',');
        }
        put_shape(json, list, &list->shapes[i]);
    }
    lw_json_array_end(json);
    lw_json_array(json, "rows");
    for (uint32_t y = 0; y < list->height; y++) {
        lw_buffer_clear(&row);
        for (uint32_t x = 0; x < list->width; x++) {
            lw_buffer_puts(&row, list->glyphs[(size_t)y * list->width + x].text);
        }
        lw_json_text_len(json, NULL, lw_buffer_text(&row), row.len);
    }
    lw_json_array_end(json);
    lw_json_object_end(json);
    lw_buffer_free(&row);
}

static lw_status check_size(const struct lw_level *level, struct lw_error *err) {
    uint32_t width, height;
    level->game->kind->level->size(level, &width, &height);
    return (uint64_t)width * height <= MAX_CELLS
               ? LW_OK
               : lw_fail(err, LW_UNSUPPORTED, 0, 0,
                         "a board of %" PRIu32 " x %" PRIu32
                         " squares is too large to draw",
                         width, height);
}

static lw_status put_and_free(struct lw_json_writer *json, struct lw_draw_list *list,
                              struct lw_error *err) {
    bool failed = list->failed;
    if (!failed) {
        put_list(json, list);
    }
    lw_draw_free(list);
    return failed ? lw_fail_memory(err) : LW_OK;
}

lw_status lw_calls_put_draw(struct lw_calls *calls, struct lw_json_writer *json,
                            struct lw_play *play, const void *state, enum lw_theme theme,
                            struct lw_error *err) {
    struct lw_draw_list list;
    lw_status status = check_size(play->level, err);
    if (status != LW_OK) {
        return status;
    }
    lw_draw_init(&list, calls->alloc, theme);
    play->level->game->kind->play->draw(play, state, &list);
    return put_and_free(json, &list, err);
}

/* What an editor shows while a level is not complete. */
static lw_status put_unplayable(struct lw_calls *calls, struct lw_json_writer *json,
                                const struct lw_level *level, enum lw_theme theme,
                                struct lw_error *err) {
    struct lw_draw_list list;
    lw_status status = check_size(level, err);
    if (status != LW_OK) {
        return status;
    }
    lw_draw_init(&list, calls->alloc, theme);
    level->game->kind->edit->draw(level, &list);
    return put_and_free(json, &list, err);
}

lw_status lw_calls_put_level_draw(struct lw_calls *calls, struct lw_json_writer *json,
                                  const struct lw_level *level, enum lw_theme theme,
                                  struct lw_error *err) {
    const struct lw_play_ops *ops = level->game->kind->play;
    struct lw_play *play = NULL;
    if (ops == NULL) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0, "%s has no pictures",
                       level->game->kind->title);
    }
    const struct lw_edit_ops *edit = level->game->kind->edit;
    if (edit != NULL && edit->draw != NULL &&
        level->game->kind->level->validate(level, NULL) != LW_OK) {
        return put_unplayable(calls, json, level, theme, err);
    }
    lw_status status = ops->open(level, calls->alloc, &play, err);
    if (status == LW_OK) {
        status = lw_calls_put_draw(calls, json, play, NULL, theme, err);
    }
    ops->close(play);
    return status;
}

lw_status lw_calls_draw(struct calls_request *rq) {
    struct calls_subject s;
    enum lw_theme theme = LW_THEME_LIGHT;
    lw_status status = lw_calls_subject_open(rq, &s);
    if (status == LW_OK) {
        status = lw_calls_subject_pick(rq, &s);
    }
    if (status == LW_OK) {
        status = lw_calls_get_theme(rq, &theme);
    }
    if (status == LW_OK) {
        status =
            lw_calls_put_level_draw(rq->calls, rq->out, s.entry->level, theme, rq->err);
    }
    lw_calls_subject_close(&s);
    return status;
}
