/* Levels that were made as a collection and as JSON. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lw/base/json.h"
#include "lw/open.h"
#include "lw/pool.h"
#include "lw/rules.h"

static bool add_number(struct lw_collection *out, struct lw_entry *entry, const char *key,
                       double value) {
    struct lw_buffer text;
    lw_buffer_init(&text, out->arena.alloc);
    lw_buffer_number(&text, value);
    bool good = lw_collection_note(out, &entry->notes, key, lw_buffer_text(&text));
    lw_buffer_free(&text);
    return good;
}

/* "pushes" becomes "Pushes", as keys in level files are written. */
static void title_case(const char *name, char *out, size_t room) {
    (void)snprintf(out, room, "%s", name);
    if (out[0] >= 'a' && out[0] <= 'z') {
        out[0] = (char)(out[0] - 'a' + 'A');
    }
}

static bool add_notes(const struct lw_game_kind *kind, const struct lw_made_level *made,
                      const char *source, uint64_t seed, struct lw_collection *out,
                      struct lw_entry *entry) {
    char text[80];
    bool good = true;
    if (source != NULL) {
        good = lw_collection_note(out, &entry->notes, "Generator", source);
        (void)snprintf(text, sizeof text, "%" PRIu64, seed);
        good = good && lw_collection_note(out, &entry->notes, "Seed", text);
        (void)snprintf(text, sizeof text, "%" PRIu64, made->index);
        good = good && lw_collection_note(out, &entry->notes, "Candidate", text);
    }
    for (size_t i = 0; i < kind->solve->n_measures && good; i++) {
        if (!isnan(made->measures[i])) {
            title_case(kind->solve->measures[i].name, text, sizeof text);
            good = add_number(out, entry, text, made->measures[i]);
        }
    }
    if (made->rated) {
        (void)snprintf(text, sizeof text, "%.2f", made->verdict.rating);
        good = good &&
               lw_collection_note(out, &entry->notes,
                                  made->verdict.calibrated ? "Difficulty"
                                                           : "Uncalibrated difficulty",
                                  text);
    }
    char hex[33];
    lw_id128_text(made->id, hex);
    return good && lw_collection_note(out, &entry->notes, "Id", hex);
}

bool lw_made_level_measure(const struct lw_alloc *alloc, struct lw_made_level *made,
                           enum lw_feature_cost cost, const struct lw_budget *budget,
                           const struct lw_runtime *runtime) {
    const struct lw_feature_ops *ops = made->level->game->kind->features;
    if (made->features != NULL && made->measured >= cost) {
        return true;
    }
    if (made->features == NULL) {
        made->features = lw_alloc_zero(alloc, 1, sizeof *made->features);
    }
    if (made->features == NULL) {
        return false;
    }
    for (size_t i = 0; i < LW_MAX_FEATURES; i++) {
        made->features->value[i] = (double)NAN;
    }
    bool good =
        ops->compute(made->level, cost, budget, runtime, made->features, NULL) == LW_OK;
    made->measured = good ? cost : LW_COST_INSTANT;
    return good;
}

lw_status lw_made_level_found(struct lw_level *level, struct lw_made_level *out,
                              struct lw_error *err) {
    *out = (struct lw_made_level){.level = level, .score = (double)NAN};
    for (size_t i = 0; i < LW_MAX_MEASURES; i++) {
        out->measures[i] = (double)NAN;
    }
    return lw_level_id(level, &out->id, err);
}

void lw_made_level_title(const struct lw_made_level *made, const char *source,
                         uint64_t seed, char out[LW_MADE_TITLE_SIZE]) {
    if (made->title != NULL) {
        (void)snprintf(out, LW_MADE_TITLE_SIZE, "%s", made->title);
        return;
    }
    int len = snprintf(out, LW_MADE_TITLE_SIZE, "%.60s %" PRIu64 ".%" PRIu64, source,
                       seed, made->index);
    if (made->part > 0) {
        (void)snprintf(out + len, LW_MADE_TITLE_SIZE - (size_t)len, ".%u", made->part);
    }
}

lw_status lw_pool_collect(struct lw_pool *pool, const char *source, uint64_t seed,
                          struct lw_collection *out, struct lw_error *err) {
    for (size_t i = 0; i < pool->n_levels; i++) {
        struct lw_made_level *made = &pool->levels[i];
        char title[LW_MADE_TITLE_SIZE];
        lw_made_level_title(made, source == NULL ? pool->kind->name : source, seed,
                            title);
        struct lw_level *level = made->level;
        made->level = NULL;
        struct lw_entry *entry = lw_collection_add(out, level, title, 0);
        if (entry == NULL || !add_notes(pool->kind, made, source, seed, out, entry) ||
            !lw_collection_solution(out, entry, made->shortest ? "shortest" : "",
                                    made->solution)) {
            return lw_fail_memory(err);
        }
    }
    lw_pool_limit(pool, 0);
    return LW_OK;
}

static void put_making(const struct lw_made_level *made, const struct lw_made_line *line,
                       struct lw_json_writer *json) {
    if (line->generator != NULL) {
        lw_json_text(json, "generator", line->generator);
    }
    if (made->title != NULL) {
        lw_json_text(json, "title", made->title);
    }
    if (line->seed != NULL) {
        lw_json_uint(json, "seed", *line->seed);
        lw_json_uint(json, "candidate", made->index);
        lw_json_uint(json, "part", made->part);
        lw_json_real(json, "score", made->score);
        if (made->score_moves > 0) {
            lw_json_uint(json, "score_moves", made->score_moves);
        }
    }
    lw_rules_json(json, line->rules);
}

lw_status lw_made_level_json(const struct lw_made_level *made,
                             const struct lw_made_line *line, struct lw_buffer *out,
                             struct lw_error *err) {
    const struct lw_game_kind *kind = made->level->game->kind;
    struct lw_buffer text;
    struct lw_json_writer json;
    char hex[33];
    uint32_t width, height;
    lw_buffer_init(&text, out->alloc);
    lw_status status = lw_level_text(made->level, &text, err);
    lw_id128_text(made->id, hex);
    kind->level->size(made->level, &width, &height);
    lw_json_begin(&json, out);
    lw_json_object(&json, NULL);
    lw_json_uint(&json, "level", line->number);
    lw_json_text(&json, "game", kind->name);
    put_making(made, line, &json);
    lw_json_text(&json, "id", hex);
    lw_json_uint(&json, "width", width);
    lw_json_uint(&json, "height", height);
    for (size_t i = 0; kind->solve != NULL && i < kind->solve->n_measures; i++) {
        lw_json_real(&json, kind->solve->measures[i].name, made->measures[i]);
    }
    if (made->rated) {
        lw_verdict_json(&made->verdict, LW_FORMER_RATING, &json);
    }
    lw_json_text_len(&json, "text", lw_buffer_text(&text), text.len);
    lw_json_text(&json, "solution", made->solution);
    if (made->shortest) {
        lw_json_bool(&json, "shortest", true);
    }
    lw_json_object_end(&json);
    lw_buffer_free(&text);
    return status;
}
