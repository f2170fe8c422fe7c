/* JSON, one level a line. */
#include "lw/json_lines.h"

#include <string.h>

#include "lw/base/json_value.h"

#define SNIFFED_BYTES 4096

/* The level of "text", under the object's own title and place. */
static lw_status add_text(const struct lw_json_form *form,
                          const struct lw_json_line *line, const char *title,
                          uint32_t number, struct lw_collection *set) {
    const struct lw_json *text = lw_json_get(line->object, "text");
    struct lw_error inner = {0};
    size_t n_before = set->n_entries;
    lw_status status =
        form->read_text(line->game, text->text, text->text_len, set, &inner);
    if (status != LW_OK) {
        return lw_fail(line->err, status, number, 1, "\"text\", line %u: %s", inner.line,
                       inner.text);
    }
    char *copy = lw_arena_text(&set->arena, title, strlen(title));
    if (copy == NULL) {
        return lw_fail_memory(line->err);
    }
    set->entries[n_before].title = copy;
    set->entries[n_before].line = number;
    return LW_OK;
}

static lw_status add_members(const struct lw_json_form *form,
                             const struct lw_json_line *line, const char *title,
                             uint32_t number, struct lw_collection *set) {
    struct lw_level *level = NULL;
    lw_status status = form->read_members(line, &level);
    if (status == LW_OK && lw_collection_add(set, level, title, number) == NULL) {
        status = lw_fail_memory(line->err);
    }
    line->err->line = number;
    return status;
}

static lw_status keep_solutions(const struct lw_json_line *line,
                                struct lw_collection *set, struct lw_entry *entry) {
    const struct lw_json *list = lw_json_get(line->object, "solutions");
    for (const struct lw_json *at = list == NULL ? NULL : list->first; at != NULL;
         at = at->next) {
        const struct lw_json *named = lw_json_get(at, "moves");
        const struct lw_json *moves = named != NULL ? named : at;
        if (moves->type == LW_JSON_TEXT &&
            !lw_collection_solution(set, entry, "", moves->text)) {
            return lw_fail_memory(line->err);
        }
    }
    return LW_OK;
}

static lw_status read_object(const struct lw_json_form *form, struct lw_json_line *line,
                             const char *text, size_t len, uint32_t number,
                             struct lw_collection *set) {
    struct lw_json *object;
    lw_status status = lw_json_read(line->arena, text, len, &object, line->err);
    if (status != LW_OK) {
        line->err->line = number;
        return status;
    }
    line->object = object;
    const char *kind = line->game->kind->name,
               *named = lw_json_text_or(object, "game", NULL);
    const char *title = lw_json_text_or(object, "title", NULL);
    if (object->type != LW_JSON_OBJECT || (lw_json_get(object, "game") != NULL &&
                                           (named == NULL || strcmp(named, kind) != 0))) {
        return lw_fail(line->err, LW_BAD_INPUT, number, 1,
                       "expected a JSON object with \"game\":\"%s\"", kind);
    }
    size_t n_before = set->n_entries;
    title = title != NULL ? title : "";
    status = lw_json_text_or(object, "text", NULL) != NULL
                 ? add_text(form, line, title, number, set)
                 : add_members(form, line, title, number, set);
    return status != LW_OK ? status : keep_solutions(line, set, &set->entries[n_before]);
}

static bool is_blank(const char *text, size_t len) {
    for (size_t i = 0; i < len; i++) {
        if (text[i] != ' ' && text[i] != '\t' && text[i] != '\r') {
            return false;
        }
    }
    return true;
}

lw_status lw_json_lines_read(const struct lw_json_form *form, const struct lw_game *game,
                             const char *text, size_t len, struct lw_collection *set,
                             struct lw_error *err) {
    struct lw_error first = {.status = LW_OK};
    size_t n_before = set->n_entries;
    uint32_t number = 0;
    for (const char *at = text, *end = text + len; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t line_len = (size_t)((newline != NULL ? newline : end) - at);
        struct lw_arena arena;
        struct lw_error problem = {0};
        struct lw_json_line line = {.game = game, .arena = &arena, .err = &problem};
        lw_arena_init(&arena, game->alloc);
        number++;
        lw_status status = is_blank(at, line_len)
                               ? LW_OK
                               : read_object(form, &line, at, line_len, number, set);
        lw_arena_free(&arena);
        if (status == LW_NO_MEMORY) {
            return lw_fail_memory(err);
        }
        if (status != LW_OK) {
            lw_collection_fault(set, &problem, &first);
        }
        at += line_len + (newline != NULL);
    }
    if (first.status == LW_OK) {
        lw_error_set(&first, LW_BAD_INPUT, 1, 1,
                     "no level: expected one JSON object per line");
    }
    return lw_collection_found(set, n_before, &first, err);
}

lw_status lw_json_lines_write(const struct lw_json_form *form, const struct lw_game *game,
                              const struct lw_collection *set, struct lw_buffer *out,
                              struct lw_error *err) {
    for (size_t i = 0; i < set->n_entries; i++) {
        const struct lw_entry *entry = &set->entries[i];
        struct lw_json_writer json;
        lw_json_begin(&json, out);
        lw_json_object(&json, NULL);
        lw_json_text(&json, "game", game->kind->name);
        lw_json_text(&json, "title", entry->title);
        if (!form->write_members(entry->level, &json)) {
            return lw_fail_memory(err);
        }
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
    return lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
}

bool lw_json_lines_sniff(const char *text, size_t len, const char *mark) {
    size_t at = 0, mark_len = strlen(mark);
    while (at < len && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' ||
                        text[at] == '\t')) {
        at++;
    }
    if (at == len || text[at] != '{') {
        return false;
    }
    size_t end = len - at < SNIFFED_BYTES ? len : at + SNIFFED_BYTES;
    for (; at + mark_len <= end; at++) {
        if (memcmp(text + at, mark, mark_len) == 0) {
            return true;
        }
    }
    return false;
}
