/* JSON: one object a level, one line an object. */
#include <string.h>

#include "lw/base/json.h"
#include "text/text_internal.h"

/* Writing. */

static void put_notes(struct lw_json_writer *json, const char *key,
                      const struct lw_note *notes) {
    lw_json_array(json, key);
    for (; notes != NULL; notes = notes->next) {
        lw_json_object(json, NULL);
        lw_json_text(json, "key", notes->key);
        lw_json_text(json, "text", notes->text);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}

static void put_board(struct lw_json_writer *json, const struct lw_sokoban_level *level) {
    struct lw_buffer row;
    lw_buffer_init(&row, json->buf->alloc);
    lw_json_array(json, "board");
    for (uint32_t y = 0; y < level->height; y++) {
        lw_buffer_clear(&row);
        lw_sokoban_put_row(level, y, &row);
        lw_json_text(json, NULL, lw_buffer_text(&row));
    }
    lw_json_array_end(json);
    json->buf->failed = json->buf->failed || !lw_buffer_ok(&row);
    lw_buffer_free(&row);
}

static void put_solutions(struct lw_json_writer *json, const struct lw_entry *entry) {
    lw_json_array(json, "solutions");
    for (const struct lw_stored_solution *at = entry->solutions; at != NULL;
         at = at->next) {
        lw_json_object(json, NULL);
        lw_json_text(json, "name", at->name);
        lw_json_text(json, "moves", at->moves);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}

static lw_status put_level(struct lw_json_writer *json, const struct lw_collection *set,
                           size_t number, struct lw_error *err) {
    const struct lw_entry *entry = &set->entries[number];
    const struct lw_sokoban_level *level = lw_sokoban_level_of(entry->level);
    struct lw_id128 id;
    char id_text[33];
    if (lw_sokoban_canonical(entry->level, &id, NULL) != LW_OK) {
        return lw_fail_memory(err);
    }
    lw_id128_text(id, id_text);
    lw_json_object(json, NULL);
    lw_json_text(json, "game", "sokoban");
    lw_json_uint(json, "level", number + 1);
    lw_json_text(json, "title", entry->title);
    const char *author = lw_note_find(entry->notes, "Author");
    lw_json_text(json, "author",
                 author != NULL ? author : lw_note_find(set->notes, "Author"));
    lw_json_text(json, "id", id_text);
    lw_json_uint(json, "width", level->width);
    lw_json_uint(json, "height", level->height);
    lw_json_uint(json, "boxes", level->n_boxes);
    put_board(json, level);
    put_notes(json, "notes", entry->notes);
    put_solutions(json, entry);
    lw_json_text(json, "collection", set->title);
    if (number == 0) {
        put_notes(json, "collection_notes", set->notes);
    }
    lw_json_object_end(json);
    return LW_OK;
}

lw_status lw_sokoban_json_write(const struct lw_game *game,
                                const struct lw_collection *set, struct lw_buffer *out,
                                struct lw_error *err) {
    (void)game;
    for (size_t i = 0; i < set->n_entries; i++) {
        struct lw_json_writer json;
        lw_json_begin(&json, out);
        lw_status status = put_level(&json, set, i, err);
        if (status != LW_OK) {
            return status;
        }
        lw_buffer_putc(out, '\n');
    }
    return lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
}

/* Reading. */

struct reader {
    const struct lw_game *game;
    struct lw_collection *set;
    struct lw_sokoban_rows rows;
    uint32_t line; /* added to the lines that the JSON reader counts */
    bool head_seen;
    struct lw_error *err;
};

/* One line without white space around, as titles and names are everywhere. */
static const char *tidy(struct reader *reader, const struct lw_json *value) {
    if (value == NULL || value->type != LW_JSON_TEXT) {
        return "";
    }
    struct lw_sokoban_line line =
        lw_sokoban_trim((struct lw_sokoban_line){value->text, strlen(value->text)});
    char *copy = lw_arena_text(&reader->set->arena, line.text, line.len);
    for (size_t i = 0; copy != NULL && i < line.len; i++) {
        copy[i] = copy[i] == '\n' || copy[i] == '\r' ? ' ' : copy[i];
    }
    return copy;
}

static lw_status read_notes(struct reader *reader, const struct lw_json *notes,
                            struct lw_note **tail) {
    if (notes == NULL || notes->type != LW_JSON_ARRAY) {
        return LW_OK;
    }
    while (*tail != NULL) {
        tail = &(*tail)->next;
    }
    for (const struct lw_json *at = notes->first; at != NULL; at = at->next) {
        const char *key = tidy(reader, lw_json_get(at, "key"));
        const struct lw_json *text = lw_json_get(at, "text");
        if (key != NULL &&
            (key[0] == '\0' || text == NULL || text->type != LW_JSON_TEXT)) {
            lw_collection_message(reader->set, false, at->line + reader->line, 0,
                                  "a note is left out; it needs the texts key and text");
            continue;
        }
        if (key == NULL || !lw_collection_note(reader->set, tail, key, text->text)) {
            return lw_fail_memory(reader->err);
        }
        tail = &(*tail)->next;
    }
    return LW_OK;
}

static lw_status read_solutions(struct reader *reader, const struct lw_json *solutions,
                                struct lw_entry *entry) {
    if (solutions == NULL || solutions->type != LW_JSON_ARRAY) {
        return LW_OK;
    }
    lw_status status = LW_OK;
    for (const struct lw_json *at = solutions->first; status == LW_OK && at != NULL;
         at = at->next) {
        const struct lw_json *moves =
            at->type == LW_JSON_TEXT ? at : lw_json_get(at, "moves");
        const char *name = tidy(reader, lw_json_get(at, "name"));
        if (name == NULL) {
            return lw_fail_memory(reader->err);
        }
        bool text = moves != NULL && moves->type == LW_JSON_TEXT;
        status = lw_sokoban_add_solution(
            reader->set, entry,
            &(struct sokoban_stored){name, text ? moves->text : "",
                                     text ? strlen(moves->text) : 0,
                                     at->line + reader->line},
            reader->err);
    }
    return status;
}

static lw_status read_board(struct reader *reader, const struct lw_json *board,
                            uint32_t line, struct lw_error *why) {
    lw_sokoban_rows_clear(&reader->rows);
    if (board == NULL || (board->type != LW_JSON_ARRAY && board->type != LW_JSON_TEXT)) {
        return lw_fail(why, LW_BAD_INPUT, line, 0,
                       "the object has no board; an array of rows is expected");
    }
    lw_status status = LW_OK;
    if (board->type == LW_JSON_TEXT) {
        struct lw_sokoban_line row;
        for (size_t at = 0;
             status == LW_OK &&
             lw_sokoban_next_line(board->text, strlen(board->text), &at, &row);) {
            status = lw_sokoban_rows_add(&reader->rows, row.text, row.len, line, why);
        }
        return status;
    }
    for (const struct lw_json *row = board->first; status == LW_OK && row != NULL;
         row = row->next) {
        if (row->type != LW_JSON_TEXT) {
            return lw_fail(why, LW_BAD_INPUT, row->line + reader->line, 0,
                           "a row of the board is not a text");
        }
        status = lw_sokoban_rows_add(&reader->rows, row->text, row->text_len,
                                     row->line + reader->line, why);
    }
    return status;
}

static lw_status read_head(struct reader *reader, const struct lw_json *object) {
    if (reader->head_seen) {
        return LW_OK;
    }
    reader->head_seen = true;
    const char *title = tidy(reader, lw_json_get(object, "collection"));
    if (title == NULL) {
        return lw_fail_memory(reader->err);
    }
    if (title[0] != '\0') {
        reader->set->title = title;
    }
    return read_notes(reader, lw_json_get(object, "collection_notes"),
                      &reader->set->notes);
}

static lw_status read_author(struct reader *reader, const struct lw_json *object,
                             struct lw_entry *entry) {
    const struct lw_json *author = lw_json_get(object, "author");
    if (author == NULL || author->type != LW_JSON_TEXT ||
        lw_note_find(entry->notes, "Author") != NULL ||
        lw_note_find(reader->set->notes, "Author") != NULL) {
        return LW_OK;
    }
    const char *text = tidy(reader, author);
    return text != NULL && lw_collection_note(reader->set, &entry->notes, "Author", text)
               ? LW_OK
               : lw_fail_memory(reader->err);
}

static lw_status read_object(struct reader *reader, const struct lw_json *object) {
    struct lw_error why;
    struct lw_entry *entry = NULL;
    uint32_t line = object->line + reader->line;
    const struct lw_json *board = lw_json_get(object, "board");
    /* The general form of convert has the board as text. */
    board = board != NULL ? board : lw_json_get(object, "text");
    lw_status status = read_board(reader, board, line, &why);
    if (status == LW_OK) {
        status = lw_sokoban_rows_level(&reader->rows, line, reader->set, &entry, &why);
    }
    if (status == LW_BAD_INPUT) {
        lw_collection_message(reader->set, true, why.line, why.column, "%s", why.text);
        return LW_OK;
    }
    if (status != LW_OK) {
        return lw_fail_memory(reader->err);
    }
    const char *title = tidy(reader, lw_json_get(object, "title"));
    if (title == NULL) {
        return lw_fail_memory(reader->err);
    }
    entry->title = title;
    status = read_head(reader, object);
    if (status == LW_OK) {
        status = read_notes(reader, lw_json_get(object, "notes"), &entry->notes);
    }
    if (status == LW_OK) {
        status = read_author(reader, object, entry);
    }
    if (status == LW_OK) {
        status = read_solutions(reader, lw_json_get(object, "solutions"), entry);
    }
    const struct lw_json *one = lw_json_get(object, "solution"); /* as generate has it */
    if (status == LW_OK && one != NULL && one->type == LW_JSON_TEXT) {
        status = lw_sokoban_add_solution(
            reader->set, entry,
            &(struct sokoban_stored){"", one->text, one->text_len, line}, reader->err);
    }
    return status;
}

/* One JSON value: an object, or an array of objects. Bad JSON is a message. */
static lw_status read_value(struct reader *reader, const char *text, size_t len) {
    struct lw_arena arena;
    struct lw_json *value;
    struct lw_error why;
    lw_arena_init(&arena, reader->game->alloc);
    lw_status status = lw_json_read(&arena, text, len, &value, &why);
    if (status == LW_OK && value->type == LW_JSON_ARRAY) {
        for (const struct lw_json *at = value->first; status == LW_OK && at != NULL;
             at = at->next) {
            status = read_object(reader, at);
        }
    } else if (status == LW_OK) {
        status = read_object(reader, value);
    } else if (status == LW_BAD_INPUT) {
        lw_collection_message(reader->set, true, why.line + reader->line, why.column,
                              "%s", why.text);
        status = LW_OK;
    } else {
        status = lw_fail_memory(reader->err);
    }
    lw_arena_free(&arena);
    return status;
}

/* JSON lines begin with a line that closes what it opens. */
static bool is_json_lines(const char *text, size_t len) {
    size_t at = 0;
    struct lw_sokoban_line line;
    while (lw_sokoban_next_line(text, len, &at, &line)) {
        line = lw_sokoban_trim(line);
        if (line.len > 0) {
            return line.text[0] == '{' && line.text[line.len - 1] == '}';
        }
    }
    return false;
}

lw_status lw_sokoban_json_read(const struct lw_game *game, const char *text, size_t len,
                               struct lw_collection *set, struct lw_error *err) {
    struct lw_buffer utf8;
    lw_buffer_init(&utf8, game->alloc);
    lw_status status = lw_sokoban_to_utf8(text, len, &utf8, err);
    struct reader reader = {.game = game, .set = set, .err = err};
    size_t n_entries = set->n_entries, n_messages = set->n_messages;
    lw_sokoban_rows_init(&reader.rows, game);
    text = lw_buffer_text(&utf8);
    if (status == LW_OK && !is_json_lines(text, utf8.len)) {
        status = read_value(&reader, text, utf8.len);
    } else {
        struct lw_sokoban_line line;
        for (size_t at = 0;
             status == LW_OK && lw_sokoban_next_line(text, utf8.len, &at, &line);) {
            if (lw_sokoban_trim(line).len > 0) {
                status = read_value(&reader, line.text, line.len);
            }
            reader.line++;
        }
    }
    if (status == LW_OK && set->n_entries == n_entries) {
        status = lw_sokoban_fail_empty(set, n_messages, err);
    }
    lw_sokoban_rows_free(&reader.rows);
    lw_buffer_free(&utf8);
    return status;
}
