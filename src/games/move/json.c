/* Levels as JSON, one object a line:
 *   {"game":"move","title":"…","rows":["A. .. .a","## .. .."],"solutions":["RR"]}
 * or with the whole level as text in "text". */
#include "move_internal.h"

#include <string.h>

#include "lw/base/json.h"

static lw_status bad(struct lw_error *err, uint32_t line, const char *text) {
    return lw_fail(err, LW_BAD_INPUT, line, 1, "%s", text);
}

/* One row of text into squares; *width gets their number. */
static lw_status read_row(const struct lw_json *row, struct lw_move_square *out,
                          uint32_t *width, uint32_t line, struct lw_error *err) {
    const char *at = row->text, *end = at + row->text_len;
    *width = 0;
    while (at < end) {
        size_t len = 0;
        while (at + len < end && at[len] != ' ') {
            len++;
        }
        if (len > 0 && *width == LW_MOVE_MAX_SIDE) {
            return bad(err, line, "\"rows\": expected 64 squares at most");
        }
        if (len > 0) {
            lw_status status = move_read_square(at, len, &out[(*width)++], err);
            if (status != LW_OK) {
                err->line = line;
                return status;
            }
        }
        at += len + 1;
    }
    return LW_OK;
}

static lw_status read_rows(const struct lw_json *rows, struct lw_move_square *squares,
                           uint32_t *width, uint32_t line, struct lw_error *err) {
    if (rows == NULL || rows->type != LW_JSON_ARRAY || rows->n_children == 0 ||
        rows->n_children > LW_MOVE_MAX_SIDE) {
        return bad(err, line, "\"rows\": expected 1 to 64 texts");
    }
    uint32_t y = 0;
    for (const struct lw_json *row = rows->first; row != NULL; row = row->next, y++) {
        struct lw_move_square line_squares[LW_MOVE_MAX_SIDE];
        uint32_t n;
        if (row->type != LW_JSON_TEXT) {
            return bad(err, line, "\"rows\": expected texts like \"A. .. .a\"");
        }
        lw_status status = read_row(row, line_squares, &n, line, err);
        if (status != LW_OK) {
            return status;
        }
        if (y > 0 && n != *width) {
            return bad(err, line, "\"rows\": expected as many squares in every row");
        }
        *width = n;
        memcpy(squares + (size_t)y * n, line_squares, n * sizeof *squares);
    }
    return LW_OK;
}

/* An object that spells the level out in "rows". */
static lw_status add_rows(const struct lw_game *game, const struct lw_json *rows,
                          const char *title, uint32_t line, struct lw_collection *set,
                          struct lw_move_square *squares, struct lw_error *err) {
    struct lw_move_level *level = NULL;
    uint32_t width = 0;
    lw_status status = read_rows(rows, squares, &width, line, err);
    if (status == LW_OK) {
        status =
            lw_move_level_create(game, width, rows->n_children, squares, &level, err);
        err->line = line;
    }
    if (status != LW_OK) {
        return status;
    }
    return lw_collection_add(set, &level->level, title, line) == NULL
               ? lw_fail_memory(err)
               : LW_OK;
}

/* An object with the whole level in "text", as convert and generate write them. */
static lw_status add_text(const struct lw_game *game, const struct lw_json *text,
                          const char *title, uint32_t line, struct lw_collection *set,
                          struct lw_error *err) {
    struct lw_error inner = {0};
    size_t n_before = set->n_entries;
    lw_status status = move_read_text(game, text->text, text->text_len, set, &inner);
    if (status != LW_OK) {
        return lw_fail(err, status, line, 1, "\"text\", line %u: %s", inner.line,
                       inner.text);
    }
    char *copy = lw_arena_text(&set->arena, title, strlen(title));
    if (copy == NULL) {
        return lw_fail_memory(err);
    }
    set->entries[n_before].title = copy;
    set->entries[n_before].line = line;
    return LW_OK;
}

static lw_status add_level(const struct lw_game *game, const struct lw_json *object,
                           uint32_t line, struct lw_collection *set,
                           struct lw_move_square *squares, struct lw_error *err) {
    const struct lw_json *kind = lw_json_get(object, "game");
    const struct lw_json *text = lw_json_get(object, "text");
    const struct lw_json *title = lw_json_get(object, "title");
    const struct lw_json *solutions = lw_json_get(object, "solutions");
    const char *name = title != NULL && title->type == LW_JSON_TEXT ? title->text : "";
    size_t n_before = set->n_entries;
    if (object->type != LW_JSON_OBJECT ||
        (kind != NULL &&
         (kind->type != LW_JSON_TEXT || strcmp(kind->text, "move") != 0))) {
        return bad(err, line, "expected a JSON object with \"game\":\"move\"");
    }
    lw_status status =
        text != NULL && text->type == LW_JSON_TEXT
            ? add_text(game, text, name, line, set, err)
            : add_rows(game, lw_json_get(object, "rows"), name, line, set, squares, err);
    for (const struct lw_json *at = solutions == NULL ? NULL : solutions->first;
         status == LW_OK && at != NULL; at = at->next) {
        const struct lw_json *named = lw_json_get(at, "moves");
        const struct lw_json *moves = named != NULL ? named : at;
        if (moves->type == LW_JSON_TEXT &&
            !lw_collection_solution(set, &set->entries[n_before], "", moves->text)) {
            status = lw_fail_memory(err);
        }
    }
    return status;
}

static lw_status read_object(const struct lw_game *game, const char *text, size_t len,
                             uint32_t line, struct lw_collection *set,
                             struct lw_error *err) {
    struct lw_arena arena;
    struct lw_json *object;
    lw_arena_init(&arena, game->alloc);
    struct lw_move_square *squares = lw_arena_get(
        &arena, (size_t)LW_MOVE_MAX_SIDE * LW_MOVE_MAX_SIDE * sizeof *squares);
    lw_status status = squares == NULL ? lw_fail_memory(err)
                                       : lw_json_read(&arena, text, len, &object, err);
    if (status == LW_OK) {
        status = add_level(game, object, line, set, squares, err);
    } else {
        err->line = line;
    }
    lw_arena_free(&arena);
    return status;
}

static bool is_blank(const char *text, size_t len) {
    for (size_t i = 0; i < len; i++) {
        if (text[i] != ' ' && text[i] != '\t' && text[i] != '\r') {
            return false;
        }
    }
    return true;
}

lw_status move_read_json(const struct lw_game *game, const char *text, size_t len,
                         struct lw_collection *set, struct lw_error *err) {
    struct lw_error first = {.status = LW_BAD_INPUT,
                             .line = 1,
                             .column = 1,
                             .text = "no level: expected one JSON object a line"};
    size_t n_before = set->n_entries;
    uint32_t line = 0;
    bool failed = false;
    for (const char *at = text, *end = text + len; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t line_len = (size_t)((newline != NULL ? newline : end) - at);
        struct lw_error problem = {0};
        line++;
        lw_status status = is_blank(at, line_len)
                               ? LW_OK
                               : read_object(game, at, line_len, line, set, &problem);
        if (status == LW_NO_MEMORY) {
            return lw_fail_memory(err);
        }
        if (status != LW_OK) {
            lw_collection_message(set, true, problem.line, problem.column, "%s",
                                  problem.text);
            first = failed ? first : problem;
            failed = true;
        }
        at += line_len + (newline != NULL);
    }
    if (set->n_entries > n_before) {
        return LW_OK;
    }
    return lw_fail(err, LW_BAD_INPUT, first.line, first.column, "%s", first.text);
}

lw_status move_write_json(const struct lw_game *game, const struct lw_collection *set,
                          struct lw_buffer *out, struct lw_error *err) {
    struct lw_buffer row;
    (void)game;
    lw_buffer_init(&row, out->alloc);
    for (size_t i = 0; i < set->n_entries; i++) {
        const struct lw_entry *entry = &set->entries[i];
        const struct lw_move_level *level = lw_move_level_of(entry->level);
        struct lw_json_writer json;
        lw_json_begin(&json, out);
        lw_json_object(&json, NULL);
        lw_json_text(&json, "game", "move");
        lw_json_text(&json, "title", entry->title);
        lw_json_array(&json, "rows");
        for (uint32_t y = 0; y < level->height; y++) {
            lw_buffer_clear(&row);
            move_put_row(level, y, &row);
            lw_json_text(&json, NULL, lw_buffer_text(&row));
        }
        lw_json_array_end(&json);
        if (entry->solutions != NULL) {
            lw_json_array(&json, "solutions");
            for (const struct lw_stored_solution *solution = entry->solutions;
                 solution != NULL; solution = solution->next) {
                lw_json_text(&json, NULL, solution->moves);
            }
            lw_json_array_end(&json);
        }
        lw_json_object_end(&json);
        lw_buffer_putc(out, '\n');
    }
    bool ok = lw_buffer_ok(&row) && lw_buffer_ok(out);
    lw_buffer_free(&row);
    return ok ? LW_OK : lw_fail_memory(err);
}

int move_sniff_json(const char *text, size_t len) {
    static const char mark[] = "\"game\":\"move\"";
    size_t at = 0, look = len < 4096 ? len : 4096;
    while (at < len && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' ||
                        text[at] == '\t')) {
        at++;
    }
    if (at == len || text[at] != '{') {
        return 0;
    }
    for (; at + sizeof mark - 1 <= look; at++) {
        if (memcmp(text + at, mark, sizeof mark - 1) == 0) {
            return 96;
        }
    }
    return 0;
}
