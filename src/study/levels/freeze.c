/* The frozen form of a study: one canonical JSON document of definition and levels, named
 * by the hash of its bytes. */
#include <math.h>
#include <string.h>

#include "define/check.h"
#include "lw/base/json_value.h"
#include "lw/study/levels.h"

static void put_number(struct lw_json_writer *json, const char *key, double value) {
    if (!isnan(value)) {
        lw_json_real(json, key, value);
    }
}

/* Members in the order of their names, as the canonical form has them. */
static void put_level(struct lw_json_writer *json, const struct lw_study_level *level) {
    lw_json_object(json, NULL);
    lw_json_text(json, "id", level->id);
    put_number(json, "moves", level->moves);
    lw_json_int(json, "number", level->number);
    put_number(json, "pushes", level->pushes);
    if (level->solution != NULL) {
        lw_json_text(json, "solution", level->solution);
    }
    lw_json_text(json, "text", level->text);
    lw_json_text(json, "title", level->title);
    lw_json_object_end(json);
}

static void put_set(struct lw_json_writer *json, const struct lw_study_level_set *set) {
    lw_json_object(json, NULL);
    lw_json_text(json, "game", set->game);
    lw_json_text(json, "id", set->set->id);
    lw_json_array(json, "levels");
    for (size_t i = 0; i < set->n; i++) {
        put_level(json, &set->levels[i]);
    }
    lw_json_array_end(json);
    if (set->rules != NULL) {
        lw_json_text(json, "rules", set->rules);
    }
    if (set->source != NULL) {
        lw_json_text(json, "source", set->source);
    }
    lw_json_object_end(json);
}

static void hash_text(const char *text, size_t len, char id[33]) {
    lw_id128_text(lw_hash128(text, len, 0), id);
}

lw_status lw_study_freeze(const struct lw_study *study,
                          const struct lw_study_levels *levels, struct lw_buffer *out,
                          char id[33], struct lw_error *err) {
    struct lw_buffer definition;
    struct lw_json_writer json;
    size_t begin = out->len;
    lw_buffer_init(&definition, out->alloc);
    lw_study_canonical(study->json, &definition);
    lw_json_begin(&json, out);
    lw_json_object(&json, NULL);
    lw_json_raw(&json, "definition", lw_buffer_text(&definition));
    lw_json_int(&json, "format", LW_STUDY_FORMAT);
    lw_json_array(&json, "sets");
    for (size_t i = 0; i < levels->n_sets; i++) {
        put_set(&json, &levels->sets[i]);
    }
    lw_json_array_end(&json);
    lw_json_object_end(&json);
    bool good = lw_buffer_ok(&definition) && lw_buffer_ok(out);
    lw_buffer_free(&definition);
    if (!good) {
        return lw_fail_memory(err);
    }
    hash_text(lw_buffer_text(out) + begin, out->len - begin, id);
    return LW_OK;
}

static double number_of(const struct lw_json *object, const char *key) {
    return lw_json_number_or(object, key, (double)NAN);
}

static bool thaw_level(const struct lw_json *json, struct lw_study_level *out) {
    const char *id = lw_json_text_or(json, "id", "");
    out->text = lw_json_text_or(json, "text", NULL);
    out->title = lw_json_text_or(json, "title", "");
    out->solution = lw_json_text_or(json, "solution", NULL);
    out->number = (int64_t)lw_json_number_or(json, "number", 0);
    out->moves = number_of(json, "moves");
    out->pushes = number_of(json, "pushes");
    bool good = strlen(id) == 32 && out->text != NULL;
    memcpy(out->id, good ? id : "", good ? 33 : 1);
    return good;
}

static bool thaw_set(struct lw_arena *arena, const struct lw_json *json,
                     const struct lw_study_set *set, struct lw_study_level_set *out) {
    const struct lw_json *levels = lw_json_get(json, "levels");
    out->set = set;
    out->game = lw_json_text_or(json, "game", "");
    out->rules = lw_json_text_or(json, "rules", NULL);
    out->source = lw_json_text_or(json, "source", NULL);
    if (levels == NULL || levels->type != LW_JSON_ARRAY ||
        strcmp(lw_json_text_or(json, "id", ""), set->id) != 0 ||
        strcmp(out->game, set->game) != 0) {
        return false;
    }
    out->levels = lw_arena_zero(arena, levels->n_children + 1u, sizeof *out->levels);
    for (const struct lw_json *c = levels->first; c != NULL && out->levels != NULL;
         c = c->next) {
        if (!thaw_level(c, &out->levels[out->n++])) {
            return false;
        }
    }
    return out->levels != NULL;
}

lw_status lw_study_thaw(struct lw_arena *arena, const char *text, size_t len,
                        struct lw_study_frozen *out, struct lw_error *err) {
    struct lw_json *root = NULL;
    struct lw_study_faults faults;
    *out = (struct lw_study_frozen){.study = NULL};
    lw_status status = lw_json_read(arena, text, len, &root, err);
    if (status != LW_OK) {
        return status;
    }
    const struct lw_json *definition = lw_json_get(root, "definition");
    const struct lw_json *sets = lw_json_get(root, "sets");
    if (definition == NULL || sets == NULL || sets->type != LW_JSON_ARRAY) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "this is no frozen study");
    }
    lw_study_faults_init(&faults, arena);
    status = study_read_tree(arena, definition, NULL, &out->study, &faults, err);
    if (status != LW_OK) {
        return status;
    }
    out->levels.sets =
        lw_arena_zero(arena, sets->n_children + 1u, sizeof *out->levels.sets);
    if (out->levels.sets == NULL) {
        return lw_fail_memory(err);
    }
    bool good = sets->n_children == out->study->n_sets;
    const struct lw_json *c = sets->first;
    for (size_t i = 0; good && i < out->study->n_sets; i++, c = c->next) {
        good = thaw_set(arena, c, &out->study->sets[i], &out->levels.sets[i]);
        out->levels.n_sets = i + 1;
    }
    if (!good) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the levels of this frozen study are not those of its definition");
    }
    hash_text(text, len, out->id);
    return LW_OK;
}
