/* Levels as JSON, one object a line:
 *   {"game":"move","title":"…","rows":["A. .. .a","## .. .."],"solutions":["RR"]}
 * or with the whole level as text in "text". */
#include "move_internal.h"

#include <string.h>

#include "lw/json_lines.h"

static lw_status bad(struct lw_error *err, const char *text) {
    return lw_fail(err, LW_BAD_INPUT, 0, 1, "%s", text);
}

/* One row of text into squares; *width gets their number. */
static lw_status read_row(const struct lw_json *row, struct lw_move_square *out,
                          uint32_t *width, struct lw_error *err) {
    const char *at = row->text, *end = at + row->text_len;
    *width = 0;
    while (at < end) {
        size_t len = 0;
        while (at + len < end && at[len] != ' ') {
            len++;
        }
        if (len > 0 && *width == LW_MOVE_MAX_SIDE) {
            return bad(err, "\"rows\": expected 64 squares at most");
        }
        if (len > 0) {
            lw_status status = lw_move_read_square(at, len, &out[(*width)++], err);
            if (status != LW_OK) {
                return status;
            }
        }
        at += len + 1;
    }
    return LW_OK;
}

static lw_status read_rows(const struct lw_json *rows, struct lw_move_square *squares,
                           uint32_t *width, struct lw_error *err) {
    if (rows == NULL || rows->type != LW_JSON_ARRAY || rows->n_children == 0 ||
        rows->n_children > LW_MOVE_MAX_SIDE) {
        return bad(err, "\"rows\": expected 1 to 64 texts");
    }
    uint32_t y = 0;
    for (const struct lw_json *row = rows->first; row != NULL; row = row->next, y++) {
        struct lw_move_square line_squares[LW_MOVE_MAX_SIDE];
        uint32_t n;
        if (row->type != LW_JSON_TEXT) {
            return bad(err, "\"rows\": expected texts like \"A. .. .a\"");
        }
        lw_status status = read_row(row, line_squares, &n, err);
        if (status != LW_OK) {
            return status;
        }
        if (y > 0 && n != *width) {
            return bad(err, "\"rows\": expected as many squares in every row");
        }
        *width = n;
        memcpy(squares + (size_t)y * n, line_squares, n * sizeof *squares);
    }
    return LW_OK;
}

static lw_status read_members(const struct lw_json_line *line, struct lw_level **out) {
    struct lw_move_level *level = NULL;
    const struct lw_json *rows = lw_json_get(line->object, "rows");
    uint32_t width = 0;
    struct lw_move_square *squares = lw_arena_get(
        line->arena, (size_t)LW_MOVE_MAX_SIDE * LW_MOVE_MAX_SIDE * sizeof *squares);
    lw_status status = squares == NULL ? lw_fail_memory(line->err)
                                       : read_rows(rows, squares, &width, line->err);
    if (status == LW_OK) {
        status = lw_move_level_create(line->game, width, rows->n_children, squares,
                                      &level, line->err);
    }
    if (status == LW_OK) {
        *out = &level->level;
    }
    return status;
}

static bool write_members(const struct lw_level *base, struct lw_json_writer *json) {
    const struct lw_move_level *level = lw_move_level_of(base);
    struct lw_buffer row;
    lw_buffer_init(&row, base->game->alloc);
    lw_json_array(json, "rows");
    for (uint32_t y = 0; y < level->height; y++) {
        lw_buffer_clear(&row);
        lw_move_put_row(level, y, &row);
        lw_json_text(json, NULL, lw_buffer_text(&row));
    }
    lw_json_array_end(json);
    bool ok = lw_buffer_ok(&row);
    lw_buffer_free(&row);
    return ok;
}

static const struct lw_json_form form = {.read_members = read_members,
                                         .read_text = lw_move_read_text,
                                         .write_members = write_members};

lw_status lw_move_read_json(const struct lw_game *game, const char *text, size_t len,
                            struct lw_collection *set, struct lw_error *err) {
    return lw_json_lines_read(&form, game, text, len, set, err);
}

lw_status lw_move_write_json(const struct lw_game *game, const struct lw_collection *set,
                             struct lw_buffer *out, struct lw_error *err) {
    return lw_json_lines_write(&form, game, set, out, err);
}

int lw_move_sniff_json(const char *text, size_t len) {
    return lw_json_lines_sniff(text, len, "\"game\":\"move\"") ? 96 : 0;
}
