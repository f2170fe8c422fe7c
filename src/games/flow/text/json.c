/* One JSON object a line: {"game":"flow","title":…,"rows":[…],"solutions":[…]}, or with
 * the whole level as a pack in "text", as convert and generate write it. */
#include "text/reader.h"

#include <string.h>

#include "lw/base/json.h"

#define MAX_CELLS (LW_FLOW_MAX_SIDE * LW_FLOW_MAX_SIDE)

int lw_flow_json_sniff(const char *text, size_t len) {
    struct flow_lines lines = flow_lines_of(text, len);
    while (lw_flow_next_line(&lines)) {
        if (lw_flow_blank(&lines)) {
            continue;
        }
        const char key[] = "\"flow\"";
        for (size_t i = 0; lines.text[0] == '{' && i + 6 <= lines.len; i++) {
            if (memcmp(lines.text + i, key, 6) == 0) {
                return 95;
            }
        }
        return 0;
    }
    return 0;
}

static lw_status read_board(const struct lw_json *rows, uint32_t line, char *cells,
                            uint32_t *width, uint32_t *height, struct lw_error *err) {
    if (rows == NULL || rows->type != LW_JSON_ARRAY || rows->n_children == 0 ||
        rows->first->type != LW_JSON_TEXT) {
        return lw_fail(err, LW_BAD_INPUT, line, 1,
                       "no board; expected \"rows\" as an array of texts");
    }
    *height = rows->n_children;
    *width = rows->first->text_len > LW_FLOW_MAX_SIDE ? LW_FLOW_MAX_SIDE + 1
                                                      : (uint32_t)rows->first->text_len;
    lw_status status = lw_flow_check_size(*width, *height, line, 1, err);
    if (status != LW_OK) {
        return status;
    }
    for (const struct lw_json *row = rows->first; row != NULL; row = row->next) {
        if (row->type != LW_JSON_TEXT || row->text_len != *width) {
            return lw_fail(err, LW_BAD_INPUT, line, 1,
                           "the rows differ in length; expected texts of %u squares each",
                           *width);
        }
        memcpy(cells, row->text, *width);
        cells += *width;
    }
    return LW_OK;
}

/* "solution":"…", "solutions":["…"] or "solutions":[{"moves":"…"}]. */
static lw_status read_solutions(struct flow_reader *reader, const struct lw_json *object,
                                struct lw_entry *entry) {
    const struct lw_json *one = lw_json_get(object, "solution");
    const struct lw_json *many = lw_json_get(object, "solutions");
    if (one != NULL && one->type == LW_JSON_TEXT &&
        !lw_collection_solution(reader->set, entry, "", one->text)) {
        return LW_NO_MEMORY;
    }
    if (many == NULL || many->type != LW_JSON_ARRAY) {
        return LW_OK;
    }
    for (const struct lw_json *item = many->first; item != NULL; item = item->next) {
        const struct lw_json *moves =
            item->type == LW_JSON_TEXT ? item : lw_json_get(item, "moves");
        if (moves != NULL && moves->type == LW_JSON_TEXT &&
            !lw_collection_solution(reader->set, entry, "", moves->text)) {
            return LW_NO_MEMORY;
        }
    }
    return LW_OK;
}

/* The first level of a pack that stands in the object; errors name the line in its text.
 */
static lw_status read_plain(struct flow_reader *reader, const struct lw_json *text,
                            char *cells, uint32_t *width, uint32_t *height,
                            struct lw_error *err) {
    struct lw_collection inner;
    lw_collection_init(&inner, reader->game->alloc);
    lw_status status =
        lw_flow_pack_read(reader->game, text->text, text->text_len, &inner, err);
    if (status == LW_OK) {
        const struct lw_flow_level *level = lw_flow_level_of(inner.entries[0].level);
        *width = level->width;
        *height = level->height;
        for (uint32_t i = 0; i < *width * *height; i++) {
            uint8_t cell = level->cells[i];
            cells[i] = cell == 0 ? '.' : level->letters[cell - 1];
        }
    } else if (status == LW_BAD_INPUT && err != NULL) {
        struct lw_error found = *err;
        lw_error_set(err, LW_BAD_INPUT, 0, 0, "line %u of \"text\": %.340s", found.line,
                     found.text);
    }
    lw_collection_free(&inner);
    return status;
}

static lw_status read_object(struct flow_reader *reader, struct lw_arena *arena,
                             const struct flow_lines *lines) {
    struct lw_json *object;
    struct lw_error problem = {0};
    char cells[MAX_CELLS];
    uint32_t width = 0, height = 0;
    lw_status status = lw_json_read(arena, lines->text, lines->len, &object, &problem);
    if (status == LW_OK) {
        const struct lw_json *rows = lw_json_get(object, "rows");
        const struct lw_json *text = lw_json_get(object, "text");
        bool plain = rows == NULL && text != NULL && text->type == LW_JSON_TEXT;
        status = plain ? read_plain(reader, text, cells, &width, &height, &problem)
                       : read_board(rows, lines->line, cells, &width, &height, &problem);
    }
    if (status == LW_NO_MEMORY) {
        return status;
    }
    if (status != LW_OK) {
        problem.line = lines->line;
        lw_flow_complain(reader, &problem);
        return LW_OK;
    }
    const struct lw_json *title = lw_json_get(object, "title");
    struct lw_entry *entry = NULL;
    status = lw_flow_take(
        reader,
        &(struct flow_board){
            .width = width,
            .height = height,
            .cells = cells,
            .title = title != NULL && title->type == LW_JSON_TEXT ? title->text : "",
            .line = lines->line},
        &entry);
    return status == LW_OK && entry != NULL ? read_solutions(reader, object, entry)
                                            : status;
}

lw_status lw_flow_json_read(const struct lw_game *game, const char *text, size_t len,
                            struct lw_collection *set, struct lw_error *err) {
    struct flow_reader reader = {.game = game, .set = set};
    struct flow_lines lines = flow_lines_of(text, len);
    lw_status status = LW_OK;
    while (status == LW_OK && lw_flow_next_line(&lines)) {
        if (!lw_flow_blank(&lines)) {
            struct lw_arena arena;
            lw_arena_init(&arena, game->alloc);
            status = read_object(&reader, &arena, &lines);
            lw_arena_free(&arena);
        }
    }
    return status != LW_OK
               ? lw_fail_memory(err)
               : lw_flow_finish(&reader, "one JSON object with \"rows\" a line", err);
}

lw_status lw_flow_json_write(const struct lw_game *game, const struct lw_collection *set,
                             struct lw_buffer *out, struct lw_error *err) {
    (void)game;
    for (size_t i = 0; i < set->n_entries; i++) {
        const struct lw_entry *entry = &set->entries[i];
        const struct lw_flow_level *level = lw_flow_level_of(entry->level);
        struct lw_json_writer json;
        lw_json_begin(&json, out);
        lw_json_object(&json, NULL);
        lw_json_text(&json, "game", "flow");
        if (entry->title[0] != '\0') {
            lw_json_text(&json, "title", entry->title);
        }
        lw_json_uint(&json, "width", level->width);
        lw_json_uint(&json, "height", level->height);
        lw_json_array(&json, "rows");
        for (uint32_t y = 0; y < level->height; y++) {
            char row[LW_FLOW_MAX_SIDE];
            for (uint32_t x = 0; x < level->width; x++) {
                uint8_t cell = level->cells[y * level->width + x];
                row[x] = cell == 0 ? '.' : level->letters[cell - 1];
            }
            lw_json_text_len(&json, NULL, row, level->width);
        }
        lw_json_array_end(&json);
        lw_json_array(&json, "solutions");
        const struct lw_stored_solution *solution = entry->solutions;
        for (; solution != NULL; solution = solution->next) {
            lw_json_text(&json, NULL, solution->moves);
        }
        lw_json_array_end(&json);
        lw_json_object_end(&json);
        lw_buffer_putc(out, '\n');
    }
    return lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
}
