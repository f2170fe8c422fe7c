/* Levels, rows and draw lists to bytes and back. */
#include <math.h>
#include <string.h>

#include "messages.h"

/* The least that each takes, see wire_get_count. */
#define TEXT_BYTES 8
#define ROW_BYTES 25
#define SOLUTION_BYTES (8 + 8 * LW_MAX_MEASURES)
#define MESSAGE_BYTES 13
#define FEATURE_BYTES 16
#define SHAPE_BYTES 45
#define LIST_BYTES 21

/* What was read may have so many; more is nonsense, and takes room. */
#define MAX_LEVELS 100000
#define MAX_LISTS 10000
#define MAX_CELLS 100000  /* across and down, of a drawing */
#define MAX_PLACE 1000000 /* of a shape's coordinates and sizes, in cells */

static void *get_array(struct wire_reader *in, size_t n, size_t bytes_each) {
    void *items = in->bad ? NULL : lw_arena_zero(in->arena, n + 1, bytes_each);
    in->bad = in->bad || items == NULL;
    return items;
}

/* A source is written once as long as its levels follow each other. */
enum source { SOURCE_NONE, SOURCE_AGAIN, SOURCE_NEW };

static void source_put(struct lw_buffer *out, const char *source, const char *before) {
    enum source which = source == NULL     ? SOURCE_NONE
                        : source == before ? SOURCE_AGAIN
                                           : SOURCE_NEW;
    wire_put_u8(out, (uint8_t)which);
    if (which == SOURCE_NEW) {
        wire_put_text(out, source);
    }
}

static const char *source_get(struct wire_reader *in, const char *before) {
    uint8_t which = wire_get_u8(in);
    if (which == SOURCE_NEW) {
        return wire_get_needed(in);
    }
    in->bad = in->bad || which > SOURCE_NEW || (which == SOURCE_AGAIN && before == NULL);
    return which == SOURCE_AGAIN ? before : NULL;
}

/* Levels to be read. */

void levels_put(struct lw_buffer *out, const struct lw_work_levels *levels) {
    wire_put_text(out, levels->game);
    wire_put_text(out, levels->rules);
    wire_put_text(out, levels->source);
    wire_put_text(out, levels->format);
    wire_put_bool(out, levels->first_only);
    wire_put_u32(out, levels->max_levels);
    wire_put_u64(out, levels->most.replay);
    wire_put_u64(out, levels->most.stored);
    wire_put_u64(out, levels->most.written);
    wire_put_u32(out, (uint32_t)levels->n_texts);
    for (size_t i = 0; i < levels->n_texts; i++) {
        wire_put_bytes(out, levels->texts[i].text, levels->texts[i].len);
        wire_put_text(out, levels->texts[i].moves);
    }
}

const struct lw_work_levels *levels_get(struct wire_reader *in) {
    struct lw_work_levels *out = get_array(in, 1, sizeof *out);
    if (in->bad) {
        return NULL;
    }
    out->game = wire_get_needed(in);
    out->rules = wire_get_text(in);
    out->source = wire_get_text(in);
    out->format = wire_get_text(in);
    out->first_only = wire_get_bool(in);
    out->max_levels = wire_get_u32(in);
    out->most.replay = wire_get_u64(in);
    out->most.stored = wire_get_u64(in);
    out->most.written = wire_get_u64(in);
    out->n_texts = wire_get_count(in, TEXT_BYTES);
    out->texts = get_array(in, out->n_texts, sizeof *out->texts);
    for (size_t i = 0; i < out->n_texts && !in->bad; i++) {
        out->texts[i].text = wire_get_bytes(in, &out->texts[i].len);
        out->texts[i].moves = wire_get_text(in);
        in->bad = in->bad || out->texts[i].text == NULL;
    }
    return out;
}

/* Rows. */

void rows_put(struct lw_buffer *out, const struct lw_work_rows *rows) {
    const char *source = NULL;
    wire_put_text(out, rows->title);
    wire_put_text(out, rows->format);
    wire_put_bool(out, rows->dark);
    wire_put_text(out, rows->moves);
    wire_put_u64(out, rows->most_replay);
    wire_put_u32(out, (uint32_t)rows->list.n);
    for (size_t i = 0; i < rows->list.n; i++) {
        const struct lw_row *row = &rows->list.rows[i];
        wire_put_text(out, row->id);
        wire_put_text(out, row->game);
        wire_put_text(out, row->rules);
        source_put(out, row->source, source);
        wire_put_text(out, row->text);
        wire_put_text(out, row->title);
        wire_put_text(out, row->author);
        source = row->source;
    }
}

const struct lw_work_rows *rows_get(struct wire_reader *in) {
    struct lw_work_rows *out = get_array(in, 1, sizeof *out);
    const char *source = NULL;
    if (in->bad) {
        return NULL;
    }
    out->title = wire_get_text(in);
    out->format = wire_get_text(in);
    out->dark = wire_get_bool(in);
    out->moves = wire_get_text(in);
    out->most_replay = wire_get_u64(in);
    out->list.n = wire_get_count(in, ROW_BYTES);
    struct lw_row *rows = get_array(in, out->list.n, sizeof *rows);
    for (size_t i = 0; i < out->list.n && !in->bad; i++) {
        rows[i].id = wire_get_text(in);
        rows[i].game = wire_get_needed(in);
        rows[i].rules = wire_get_text(in);
        rows[i].source = source = source_get(in, source);
        rows[i].text = wire_get_needed(in);
        rows[i].title = wire_get_text(in);
        rows[i].author = wire_get_text(in);
    }
    out->list.rows = rows;
    return out;
}

/* What was read. */

void measures_put(struct lw_buffer *out, const double measures[LW_MAX_MEASURES]) {
    for (size_t i = 0; i < LW_MAX_MEASURES; i++) {
        wire_put_real(out, measures[i]);
    }
}

/* Nothing that is measured is infinite. */
void measures_get(struct wire_reader *in, double measures[LW_MAX_MEASURES]) {
    for (size_t i = 0; i < LW_MAX_MEASURES; i++) {
        measures[i] = wire_get_real(in);
        in->bad = in->bad || isinf(measures[i]);
    }
}

void features_put(struct lw_buffer *out, const struct lw_work_feature *features,
                  size_t n) {
    wire_put_u32(out, (uint32_t)n);
    for (size_t i = 0; i < n; i++) {
        wire_put_real(out, features[i].value);
        wire_put_real(out, features[i].error);
    }
}

struct lw_work_feature *features_get(struct wire_reader *in, size_t *n) {
    *n = wire_get_count(in, FEATURE_BYTES);
    in->bad = in->bad || *n > LW_MAX_FEATURES;
    struct lw_work_feature *features = get_array(in, in->bad ? 0 : *n, sizeof *features);
    for (size_t i = 0; i < *n && !in->bad; i++) {
        features[i].value = wire_get_real(in);
        features[i].error = wire_get_real(in);
        in->bad = in->bad || isinf(features[i].value) || isinf(features[i].error) ||
                  features[i].error < 0;
    }
    *n = in->bad ? 0 : *n;
    return features;
}

static void found_put(struct lw_buffer *out, const struct lw_found *found,
                      const char *source) {
    wire_put_u64(out, found->id.hi);
    wire_put_u64(out, found->id.lo);
    wire_put_u32(out, found->width);
    wire_put_u32(out, found->height);
    wire_put_real(out, found->score);
    source_put(out, found->source, source);
    wire_put_text(out, found->text);
    wire_put_u32(out, (uint32_t)found->n_solutions);
    for (size_t i = 0; i < found->n_solutions; i++) {
        wire_put_text(out, found->solutions[i].name);
        wire_put_text(out, found->solutions[i].moves);
        measures_put(out, found->solutions[i].measures);
    }
}

static void found_get(struct wire_reader *in, const char *source, struct lw_found *out) {
    out->id.hi = wire_get_u64(in);
    out->id.lo = wire_get_u64(in);
    out->width = wire_get_u32(in);
    out->height = wire_get_u32(in);
    out->score = wire_get_real(in);
    in->bad = in->bad || isinf(out->score);
    out->source = source_get(in, source);
    out->source_len = out->source == NULL ? 0 : strlen(out->source);
    out->text = wire_get_needed(in);
    out->text_len = strlen(out->text);
    out->n_solutions = wire_get_count(in, SOLUTION_BYTES);
    struct lw_found_solution *solutions =
        get_array(in, out->n_solutions, sizeof *solutions);
    for (size_t i = 0; i < out->n_solutions && !in->bad; i++) {
        solutions[i].name = wire_get_needed(in);
        solutions[i].moves = wire_get_needed(in);
        measures_get(in, solutions[i].measures);
    }
    out->solutions = solutions;
}

void read_put(struct lw_buffer *out, const struct lw_work_read *read) {
    const char *source = NULL;
    wire_put_text(out, read->title);
    wire_put_text(out, read->author);
    wire_put_u32(out, (uint32_t)read->n_levels);
    for (size_t i = 0; i < read->n_levels; i++) {
        const struct lw_work_level *level = &read->levels[i];
        wire_put_u32(out, level->text);
        wire_put_u32(out, level->line);
        wire_put_text(out, level->refused);
        if (level->refused == NULL) {
            found_put(out, &level->found, source);
            wire_put_text(out, level->title);
            wire_put_text(out, level->author);
            source = level->found.source;
        }
    }
    wire_put_u32(out, (uint32_t)read->n_messages);
    for (size_t i = 0; i < read->n_messages; i++) {
        wire_put_bool(out, read->messages[i].is_error);
        wire_put_u32(out, read->messages[i].line);
        wire_put_u32(out, read->messages[i].column);
        wire_put_text(out, read->messages[i].text);
    }
}

static void messages_get(struct wire_reader *in, struct lw_work_read *out) {
    out->n_messages = wire_get_count(in, MESSAGE_BYTES);
    out->messages = get_array(in, out->n_messages, sizeof *out->messages);
    for (size_t i = 0; i < out->n_messages && !in->bad; i++) {
        out->messages[i].is_error = wire_get_bool(in);
        out->messages[i].line = wire_get_u32(in);
        out->messages[i].column = wire_get_u32(in);
        out->messages[i].text = wire_get_needed(in);
    }
}

void read_get(struct wire_reader *in, struct lw_work_read *out) {
    const char *source = NULL;
    out->title = wire_get_text(in);
    out->author = wire_get_text(in);
    out->n_levels = wire_get_count(in, TEXT_BYTES);
    in->bad = in->bad || out->n_levels > MAX_LEVELS;
    out->levels = get_array(in, out->n_levels, sizeof *out->levels);
    for (size_t i = 0; i < out->n_levels && !in->bad; i++) {
        struct lw_work_level *level = &out->levels[i];
        level->text = wire_get_u32(in);
        level->line = wire_get_u32(in);
        level->refused = wire_get_text(in);
        if (level->refused == NULL) {
            found_get(in, source, &level->found);
            level->title = wire_get_needed(in);
            level->author = wire_get_needed(in);
            source = level->found.source;
        }
    }
    messages_get(in, out);
}

/* Draw lists, without what only a terminal shows. */

static void place_put(struct lw_buffer *out, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    wire_put_u32(out, bits);
}

static float place_get(struct wire_reader *in) {
    uint32_t bits = wire_get_u32(in);
    float value;
    memcpy(&value, &bits, sizeof value);
    in->bad = in->bad || !(fabsf(value) <= MAX_PLACE);
    return value;
}

static void shape_put(struct lw_buffer *out, const struct lw_shape *shape) {
    wire_put_u8(out, (uint8_t)shape->kind);
    place_put(out, shape->x);
    place_put(out, shape->y);
    place_put(out, shape->w);
    place_put(out, shape->h);
    place_put(out, shape->round);
    place_put(out, shape->stroke_width);
    wire_put_u32(out, shape->fill);
    wire_put_u32(out, shape->stroke);
    wire_put_u32(out, shape->first_point);
    wire_put_u32(out, shape->n_points);
    wire_put_text(out, shape->text);
}

static void shape_get(struct wire_reader *in, struct lw_shape *out) {
    uint8_t kind = wire_get_u8(in);
    out->kind = kind <= LW_SHAPE_TEXT ? (enum lw_shape_kind)kind : LW_SHAPE_RECT;
    out->x = place_get(in);
    out->y = place_get(in);
    out->w = place_get(in);
    out->h = place_get(in);
    out->round = place_get(in);
    out->stroke_width = place_get(in);
    out->fill = wire_get_u32(in);
    out->stroke = wire_get_u32(in);
    out->first_point = wire_get_u32(in);
    out->n_points = wire_get_u32(in);
    const char *text = wire_get_needed(in);
    in->bad = in->bad || kind > LW_SHAPE_TEXT || strlen(text) >= sizeof out->text;
    if (!in->bad) {
        memcpy(out->text, text, strlen(text) + 1);
    }
}

static void list_put(struct lw_buffer *out, const struct lw_draw_list *list) {
    wire_put_bool(out, list->theme == LW_THEME_DARK);
    wire_put_u32(out, list->width);
    wire_put_u32(out, list->height);
    wire_put_u32(out, list->background);
    wire_put_u32(out, (uint32_t)list->n_points);
    for (size_t i = 0; i < list->n_points; i++) {
        place_put(out, list->points[i]);
    }
    wire_put_u32(out, (uint32_t)list->n_shapes);
    for (size_t i = 0; i < list->n_shapes; i++) {
        shape_put(out, &list->shapes[i]);
    }
}

/* Points are counted in numbers: two of them a point. */
static bool has_points(const struct lw_draw_list *list, const struct lw_shape *shape) {
    return shape->first_point <= list->n_points &&
           (uint64_t)shape->n_points * 2 <= list->n_points - shape->first_point;
}

static void list_get(struct wire_reader *in, struct lw_draw_list *out) {
    out->theme = wire_get_bool(in) ? LW_THEME_DARK : LW_THEME_LIGHT;
    out->width = wire_get_u32(in);
    out->height = wire_get_u32(in);
    out->background = wire_get_u32(in);
    out->player = LW_DRAW_NOBODY;
    in->bad = in->bad || out->width > MAX_CELLS || out->height > MAX_CELLS;
    out->n_points = wire_get_count(in, 4);
    out->points = get_array(in, out->n_points, sizeof *out->points);
    for (size_t i = 0; i < out->n_points && !in->bad; i++) {
        out->points[i] = place_get(in);
    }
    out->n_shapes = wire_get_count(in, SHAPE_BYTES);
    out->shapes = get_array(in, out->n_shapes, sizeof *out->shapes);
    for (size_t i = 0; i < out->n_shapes && !in->bad; i++) {
        shape_get(in, &out->shapes[i]);
        in->bad = in->bad || !has_points(out, &out->shapes[i]);
    }
}

void lists_put(struct lw_buffer *out, const struct lw_draw_list *lists, size_t n) {
    wire_put_u32(out, (uint32_t)n);
    for (size_t i = 0; i < n; i++) {
        list_put(out, &lists[i]);
    }
}

struct lw_draw_list *lists_get(struct wire_reader *in, size_t *n) {
    *n = wire_get_count(in, LIST_BYTES);
    in->bad = in->bad || *n > MAX_LISTS;
    struct lw_draw_list *lists = get_array(in, *n, sizeof *lists);
    for (size_t i = 0; i < *n && !in->bad; i++) {
        list_get(in, &lists[i]);
    }
    return lists;
}
