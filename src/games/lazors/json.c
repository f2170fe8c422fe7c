/* Levels as JSON, one object a line:
 *   {"game":"lazors","title":"…","rows":["oxA","ooo"],"blocks":{"A":2},
 *    "lasers":[[3,6,1,-1]],"targets":[[0,3]],"solutions":["A>B1 A>C2"]}
 * or with the whole level as .bff in "text". */
#include "lazors_internal.h"

#include <string.h>

#include "lw/base/json.h"

struct line {
    const struct lw_game *game;
    struct lw_arena *arena;
    struct lw_error *err;
    uint32_t number;
    struct lw_lazors_parts parts;
};

static lw_status bad(const struct line *line, const char *text) {
    return lw_fail(line->err, LW_BAD_INPUT, line->number, 1, "%s", text);
}

static bool whole(const struct lw_json *value, double most, int32_t *out) {
    if (value == NULL || value->type != LW_JSON_NUMBER || value->number < -most ||
        value->number > most || value->number != (double)(int32_t)value->number) {
        return false;
    }
    *out = (int32_t)value->number;
    return true;
}

static lw_status read_rows(struct line *line, const struct lw_json *rows) {
    struct lw_lazors_parts *parts = &line->parts;
    if (rows == NULL || rows->type != LW_JSON_ARRAY || rows->n_children == 0 ||
        rows->n_children > LW_LAZORS_MAX_SIDE ||
        rows->first->text_len > LW_LAZORS_MAX_SIDE) {
        return bad(line, "\"rows\": expected 1 to 64 texts of up to 64 symbols");
    }
    parts->height = rows->n_children;
    parts->width = (uint32_t)rows->first->text_len;
    uint8_t *cells = lw_arena_get(line->arena, (size_t)parts->width * parts->height + 1);
    if (cells == NULL) {
        return lw_fail_memory(line->err);
    }
    parts->cells = cells;
    for (const struct lw_json *row = rows->first; row != NULL; row = row->next) {
        if (row->type != LW_JSON_TEXT || row->text_len != parts->width) {
            return bad(line, "\"rows\": expected texts of the same length");
        }
        for (uint32_t i = 0; i < parts->width; i++) {
            char symbol = row->text[i];
            if (symbol == '\0' || strchr("oxABC", symbol) == NULL) {
                return bad(line, "\"rows\": unknown symbol: expected o, x, A, B or C");
            }
            *cells++ =
                (uint8_t)(symbol == 'o' ? LW_LAZORS_OPEN : lazors_block_of(symbol));
        }
    }
    return LW_OK;
}

static lw_status read_blocks(struct line *line, const struct lw_json *blocks) {
    if (blocks == NULL) {
        return LW_OK;
    }
    if (blocks->type != LW_JSON_OBJECT) {
        return bad(line, "\"blocks\": expected an object like {\"A\":2,\"B\":1}");
    }
    for (const struct lw_json *at = blocks->first; at != NULL; at = at->next) {
        int32_t count;
        unsigned block = strlen(at->key) == 1 ? lazors_block_of(at->key[0]) : 0;
        if (block == 0 || !whole(at, 1e6, &count) || count < 0) {
            return bad(line, "\"blocks\": expected counts of A, B and C");
        }
        line->parts.stock[block] += (uint32_t)count;
    }
    return LW_OK;
}

/* An array of arrays of n numbers each, in one run. */
static lw_status read_numbers(struct line *line, const struct lw_json *list, uint32_t n,
                              const char *complaint, int32_t **out) {
    if (list == NULL || list->type != LW_JSON_ARRAY) {
        return bad(line, complaint);
    }
    int32_t *numbers =
        lw_arena_get(line->arena, ((size_t)list->n_children * n + 1) * sizeof *numbers);
    if (numbers == NULL) {
        return lw_fail_memory(line->err);
    }
    *out = numbers;
    for (const struct lw_json *item = list->first; item != NULL; item = item->next) {
        if (item->type != LW_JSON_ARRAY || item->n_children != n) {
            return bad(line, complaint);
        }
        for (const struct lw_json *at = item->first; at != NULL; at = at->next) {
            if (!whole(at, 1000, numbers++)) {
                return bad(line, complaint);
            }
        }
    }
    return LW_OK;
}

static lw_status read_points(struct line *line, const struct lw_json *object) {
    const struct lw_json *laser_list = lw_json_get(object, "lasers");
    const struct lw_json *target_list = lw_json_get(object, "targets");
    int32_t *numbers;
    lw_status status = read_numbers(
        line, laser_list, 4, "\"lasers\": expected arrays like [3,6,1,-1]", &numbers);
    if (status != LW_OK) {
        return status;
    }
    struct lw_lazors_laser *lasers =
        lw_arena_get(line->arena, (laser_list->n_children + 1) * sizeof *lasers);
    if (lasers == NULL) {
        return lw_fail_memory(line->err);
    }
    for (uint32_t i = 0; i < laser_list->n_children; i++, numbers += 4) {
        bool unit = (numbers[2] == 1 || numbers[2] == -1) &&
                    (numbers[3] == 1 || numbers[3] == -1);
        lasers[i] = (struct lw_lazors_laser){(int16_t)numbers[0], (int16_t)numbers[1],
                                             (int8_t)(unit ? numbers[2] : 0),
                                             (int8_t)(unit ? numbers[3] : 0)};
    }
    line->parts.lasers = lasers;
    line->parts.n_lasers = laser_list->n_children;
    status = read_numbers(line, target_list, 2, "\"targets\": expected arrays like [0,3]",
                          &numbers);
    if (status != LW_OK) {
        return status;
    }
    struct lw_lazors_target *targets =
        lw_arena_get(line->arena, (target_list->n_children + 1) * sizeof *targets);
    if (targets == NULL) {
        return lw_fail_memory(line->err);
    }
    for (uint32_t i = 0; i < target_list->n_children; i++, numbers += 2) {
        targets[i] = (struct lw_lazors_target){(int16_t)numbers[0], (int16_t)numbers[1]};
    }
    line->parts.targets = targets;
    line->parts.n_targets = target_list->n_children;
    return LW_OK;
}

static lw_status keep_solutions(struct lw_collection *set, struct lw_entry *entry,
                                const struct lw_json *list, struct lw_error *err) {
    for (const struct lw_json *at = list == NULL ? NULL : list->first; at != NULL;
         at = at->next) {
        const struct lw_json *named = lw_json_get(at, "moves");
        const struct lw_json *moves = named != NULL ? named : at;
        if (moves->type == LW_JSON_TEXT &&
            !lw_collection_solution(set, entry, "", moves->text)) {
            return lw_fail_memory(err);
        }
    }
    return LW_OK;
}

/* An object that spells the level out in its members. */
static lw_status read_parts(struct line *line, const struct lw_json *object,
                            const char *title, struct lw_collection *set) {
    struct lw_lazors_level *level = NULL;
    lw_status status = read_rows(line, lw_json_get(object, "rows"));
    if (status == LW_OK) {
        status = read_blocks(line, lw_json_get(object, "blocks"));
    }
    if (status == LW_OK) {
        status = read_points(line, object);
    }
    if (status == LW_OK) {
        status = lw_lazors_level_create(line->game, &line->parts, &level, line->err);
        line->err->line = line->number;
    }
    if (status != LW_OK) {
        return status;
    }
    return lw_collection_add(set, &level->level, title, line->number) == NULL
               ? lw_fail_memory(line->err)
               : LW_OK;
}

/* An object whose "text" is the level in .bff, as convert and generate write them. */
static lw_status read_text(struct line *line, const struct lw_json *text,
                           const char *title, struct lw_collection *set) {
    size_t n_before = set->n_entries;
    struct lw_error err = {0};
    lw_status status = lazors_read_bff(line->game, text->text, text->text_len, set, &err);
    if (status != LW_OK) {
        return lw_fail(line->err, status, line->number, 1, "\"text\", line %u: %s",
                       err.line, err.text);
    }
    char *copy = lw_arena_text(&set->arena, title, strlen(title));
    if (copy == NULL) {
        return lw_fail_memory(line->err);
    }
    set->entries[n_before].title = copy;
    set->entries[n_before].line = line->number;
    return LW_OK;
}

static lw_status read_object(struct line *line, const char *text, size_t len,
                             struct lw_collection *set) {
    struct lw_json *object;
    lw_status status = lw_json_read(line->arena, text, len, &object, line->err);
    if (status != LW_OK) {
        line->err->line = line->number;
        return status;
    }
    const struct lw_json *game = lw_json_get(object, "game");
    if (object->type != LW_JSON_OBJECT ||
        (game != NULL &&
         (game->type != LW_JSON_TEXT || strcmp(game->text, "lazors") != 0))) {
        return bad(line, "expected a JSON object with \"game\":\"lazors\"");
    }
    const struct lw_json *title = lw_json_get(object, "title");
    const struct lw_json *plain = lw_json_get(object, "text");
    const struct lw_json *solutions = lw_json_get(object, "solutions");
    const char *name = title != NULL && title->type == LW_JSON_TEXT ? title->text : "";
    size_t n_before = set->n_entries;
    if (plain != NULL && plain->type == LW_JSON_TEXT) {
        status = read_text(line, plain, name, set);
    } else {
        status = read_parts(line, object, name, set);
    }
    return status != LW_OK
               ? status
               : keep_solutions(set, &set->entries[n_before], solutions, line->err);
}

static bool is_blank(const char *text, size_t len) {
    for (size_t i = 0; i < len; i++) {
        if (text[i] != ' ' && text[i] != '\t' && text[i] != '\r') {
            return false;
        }
    }
    return true;
}

lw_status lazors_read_json(const struct lw_game *game, const char *text, size_t len,
                           struct lw_collection *set, struct lw_error *err) {
    struct lw_error first = {.status = LW_BAD_INPUT,
                             .line = 1,
                             .column = 1,
                             .text = "no level: expected one JSON object a line"};
    size_t n_before = set->n_entries;
    uint32_t number = 0;
    bool failed = false;
    for (const char *at = text, *end = text + len; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t line_len = (size_t)((newline != NULL ? newline : end) - at);
        struct lw_arena arena;
        struct lw_error problem = {0};
        lw_arena_init(&arena, game->alloc);
        struct line line = {
            .game = game, .arena = &arena, .err = &problem, .number = ++number};
        lw_status status =
            is_blank(at, line_len) ? LW_OK : read_object(&line, at, line_len, set);
        lw_arena_free(&arena);
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

static void put_rows(const struct lw_lazors_level *level, struct lw_json_writer *json) {
    lw_json_array(json, "rows");
    for (uint32_t y = 0; y < level->height; y++) {
        char row[LW_LAZORS_MAX_SIDE];
        for (uint32_t x = 0; x < level->width; x++) {
            uint8_t cell = level->cells[y * level->width + x];
            row[x] = cell & LW_LAZORS_OPEN     ? 'o'
                     : cell == LW_LAZORS_EMPTY ? 'x'
                                               : lazors_block_letter(cell);
        }
        lw_json_text_len(json, NULL, row, level->width);
    }
    lw_json_array_end(json);
}

static void put_points(const struct lw_lazors_level *level, struct lw_json_writer *json) {
    lw_json_array(json, "lasers");
    for (uint32_t i = 0; i < level->n_lasers; i++) {
        lw_json_array(json, NULL);
        lw_json_int(json, NULL, level->lasers[i].x);
        lw_json_int(json, NULL, level->lasers[i].y);
        lw_json_int(json, NULL, level->lasers[i].vx);
        lw_json_int(json, NULL, level->lasers[i].vy);
        lw_json_array_end(json);
    }
    lw_json_array_end(json);
    lw_json_array(json, "targets");
    for (uint32_t i = 0; i < level->n_targets; i++) {
        lw_json_array(json, NULL);
        lw_json_int(json, NULL, level->targets[i].x);
        lw_json_int(json, NULL, level->targets[i].y);
        lw_json_array_end(json);
    }
    lw_json_array_end(json);
}

lw_status lazors_write_json(const struct lw_game *game, const struct lw_collection *set,
                            struct lw_buffer *out, struct lw_error *err) {
    (void)game;
    for (size_t i = 0; i < set->n_entries; i++) {
        const struct lw_entry *entry = &set->entries[i];
        const struct lw_lazors_level *level = lw_lazors_level_of(entry->level);
        struct lw_json_writer json;
        lw_json_begin(&json, out);
        lw_json_object(&json, NULL);
        lw_json_text(&json, "game", "lazors");
        lw_json_text(&json, "title", entry->title);
        put_rows(level, &json);
        lw_json_object(&json, "blocks");
        lw_json_uint(&json, "A", level->stock[LW_LAZORS_MIRROR]);
        lw_json_uint(&json, "B", level->stock[LW_LAZORS_OPAQUE]);
        lw_json_uint(&json, "C", level->stock[LW_LAZORS_REFRACT]);
        lw_json_object_end(&json);
        put_points(level, &json);
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

static bool contains(const char *text, size_t len, const char *word) {
    size_t word_len = strlen(word);
    for (size_t i = 0; i + word_len <= len; i++) {
        if (memcmp(text + i, word, word_len) == 0) {
            return true;
        }
    }
    return false;
}

int lazors_sniff_json(const char *text, size_t len) {
    size_t at = 0;
    while (at < len && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' ||
                        text[at] == '\t')) {
        at++;
    }
    if (at == len || text[at] != '{') {
        return 0;
    }
    size_t look = len - at < 4096 ? len - at : 4096;
    if (contains(text + at, look, "\"lazors\"")) {
        return 96;
    }
    return contains(text + at, look, "\"lasers\"") ? 80 : 0;
}
