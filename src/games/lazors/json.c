/* Levels as JSON, one object a line:
 *   {"game":"lazors","title":"…","rows":["oxA","ooo"],"blocks":{"A":2},
 *    "lasers":[[3,6,1,-1]],"targets":[[0,3]],"solutions":["A>B1 A>C2"]}
 * or with the whole level as .bff in "text". */
#include "lazors_internal.h"

#include <string.h>

#include "lw/json_lines.h"

struct parts {
    const struct lw_json_line *line;
    struct lw_lazors_parts parts;
};

static lw_status bad(const struct parts *own, const char *text) {
    return lw_fail(own->line->err, LW_BAD_INPUT, 0, 1, "%s", text);
}

static bool whole(const struct lw_json *value, double most, int32_t *out) {
    if (value == NULL || value->type != LW_JSON_NUMBER || value->number < -most ||
        value->number > most || value->number != (double)(int32_t)value->number) {
        return false;
    }
    *out = (int32_t)value->number;
    return true;
}

static lw_status read_rows(struct parts *own, const struct lw_json *rows) {
    struct lw_lazors_parts *parts = &own->parts;
    if (rows == NULL || rows->type != LW_JSON_ARRAY || rows->n_children == 0 ||
        rows->n_children > LW_LAZORS_MAX_SIDE ||
        rows->first->text_len > LW_LAZORS_MAX_SIDE) {
        return bad(own, "\"rows\": expected 1 to 64 texts of up to 64 symbols");
    }
    parts->height = rows->n_children;
    parts->width = (uint32_t)rows->first->text_len;
    uint8_t *cells =
        lw_arena_get(own->line->arena, (size_t)parts->width * parts->height + 1);
    if (cells == NULL) {
        return lw_fail_memory(own->line->err);
    }
    parts->cells = cells;
    for (const struct lw_json *row = rows->first; row != NULL; row = row->next) {
        if (row->type != LW_JSON_TEXT || row->text_len != parts->width) {
            return bad(own, "\"rows\": expected texts of the same length");
        }
        for (uint32_t i = 0; i < parts->width; i++) {
            char symbol = row->text[i];
            if (symbol == '\0' || strchr("oxABC", symbol) == NULL) {
                return bad(own, "\"rows\": unknown symbol: expected o, x, A, B or C");
            }
            *cells++ =
                (uint8_t)(symbol == 'o' ? LW_LAZORS_OPEN : lw_lazors_block_of(symbol));
        }
    }
    return LW_OK;
}

static lw_status read_blocks(struct parts *own, const struct lw_json *blocks) {
    if (blocks == NULL) {
        return LW_OK;
    }
    if (blocks->type != LW_JSON_OBJECT) {
        return bad(own, "\"blocks\": expected an object like {\"A\":2,\"B\":1}");
    }
    for (const struct lw_json *at = blocks->first; at != NULL; at = at->next) {
        int32_t count;
        unsigned block = strlen(at->key) == 1 ? lw_lazors_block_of(at->key[0]) : 0;
        if (block == 0 || !whole(at, 1e6, &count) || count < 0) {
            return bad(own, "\"blocks\": expected counts of A, B and C");
        }
        own->parts.stock[block] += (uint32_t)count;
    }
    return LW_OK;
}

/* An array of arrays of n numbers each, in one run. */
static lw_status read_numbers(struct parts *own, const struct lw_json *list, uint32_t n,
                              const char *complaint, int32_t **out) {
    if (list == NULL || list->type != LW_JSON_ARRAY) {
        return bad(own, complaint);
    }
    int32_t *numbers = lw_arena_get(own->line->arena,
                                    ((size_t)list->n_children * n + 1) * sizeof *numbers);
    if (numbers == NULL) {
        return lw_fail_memory(own->line->err);
    }
    *out = numbers;
    for (const struct lw_json *item = list->first; item != NULL; item = item->next) {
        if (item->type != LW_JSON_ARRAY || item->n_children != n) {
            return bad(own, complaint);
        }
        for (const struct lw_json *at = item->first; at != NULL; at = at->next) {
            if (!whole(at, 1000, numbers++)) {
                return bad(own, complaint);
            }
        }
    }
    return LW_OK;
}

static lw_status read_points(struct parts *own, const struct lw_json *object) {
    const struct lw_json *laser_list = lw_json_get(object, "lasers");
    const struct lw_json *target_list = lw_json_get(object, "targets");
    int32_t *numbers;
    lw_status status = read_numbers(
        own, laser_list, 4, "\"lasers\": expected arrays like [3,6,1,-1]", &numbers);
    if (status != LW_OK) {
        return status;
    }
    struct lw_lazors_laser *lasers =
        lw_arena_get(own->line->arena, (laser_list->n_children + 1) * sizeof *lasers);
    if (lasers == NULL) {
        return lw_fail_memory(own->line->err);
    }
    for (uint32_t i = 0; i < laser_list->n_children; i++, numbers += 4) {
        bool unit = (numbers[2] == 1 || numbers[2] == -1) &&
                    (numbers[3] == 1 || numbers[3] == -1);
        lasers[i] = (struct lw_lazors_laser){(int16_t)numbers[0], (int16_t)numbers[1],
                                             (int8_t)(unit ? numbers[2] : 0),
                                             (int8_t)(unit ? numbers[3] : 0)};
    }
    own->parts.lasers = lasers;
    own->parts.n_lasers = laser_list->n_children;
    status = read_numbers(own, target_list, 2, "\"targets\": expected arrays like [0,3]",
                          &numbers);
    if (status != LW_OK) {
        return status;
    }
    struct lw_lazors_target *targets =
        lw_arena_get(own->line->arena, (target_list->n_children + 1) * sizeof *targets);
    if (targets == NULL) {
        return lw_fail_memory(own->line->err);
    }
    for (uint32_t i = 0; i < target_list->n_children; i++, numbers += 2) {
        targets[i] = (struct lw_lazors_target){(int16_t)numbers[0], (int16_t)numbers[1]};
    }
    own->parts.targets = targets;
    own->parts.n_targets = target_list->n_children;
    return LW_OK;
}

static lw_status read_members(const struct lw_json_line *line, struct lw_level **out) {
    struct parts own = {.line = line};
    struct lw_lazors_level *level = NULL;
    lw_status status = read_rows(&own, lw_json_get(line->object, "rows"));
    if (status == LW_OK) {
        status = read_blocks(&own, lw_json_get(line->object, "blocks"));
    }
    if (status == LW_OK) {
        status = read_points(&own, line->object);
    }
    if (status == LW_OK) {
        status = lw_lazors_level_create(line->game, &own.parts, &level, line->err);
    }
    if (status == LW_OK) {
        *out = &level->level;
    }
    return status;
}

static void put_rows(const struct lw_lazors_level *level, struct lw_json_writer *json) {
    lw_json_array(json, "rows");
    for (uint32_t y = 0; y < level->height; y++) {
        char row[LW_LAZORS_MAX_SIDE];
        for (uint32_t x = 0; x < level->width; x++) {
            uint8_t cell = level->cells[y * level->width + x];
            row[x] = cell & LW_LAZORS_OPEN     ? 'o'
                     : cell == LW_LAZORS_EMPTY ? 'x'
                                               : lw_lazors_block_letter(cell);
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

static bool write_members(const struct lw_level *base, struct lw_json_writer *json) {
    const struct lw_lazors_level *level = lw_lazors_level_of(base);
    put_rows(level, json);
    lw_json_object(json, "blocks");
    lw_json_uint(json, "A", level->stock[LW_LAZORS_MIRROR]);
    lw_json_uint(json, "B", level->stock[LW_LAZORS_OPAQUE]);
    lw_json_uint(json, "C", level->stock[LW_LAZORS_REFRACT]);
    lw_json_object_end(json);
    put_points(level, json);
    return true;
}

static const struct lw_json_form form = {.read_members = read_members,
                                         .read_text = lw_lazors_read_bff,
                                         .write_members = write_members};

lw_status lw_lazors_read_json(const struct lw_game *game, const char *text, size_t len,
                              struct lw_collection *set, struct lw_error *err) {
    return lw_json_lines_read(&form, game, text, len, set, err);
}

lw_status lw_lazors_write_json(const struct lw_game *game,
                               const struct lw_collection *set, struct lw_buffer *out,
                               struct lw_error *err) {
    return lw_json_lines_write(&form, game, set, out, err);
}

int lw_lazors_sniff_json(const char *text, size_t len) {
    return lw_json_lines_sniff(text, len, "\"lazors\"")   ? 96
           : lw_json_lines_sniff(text, len, "\"lasers\"") ? 80
                                                          : 0;
}
