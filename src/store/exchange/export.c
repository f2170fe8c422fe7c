/* Packs out of the store: as JSON lines, or through the kind's own writers. */
#include <math.h>
#include <string.h>

#include "exchange/revive.h"
#include "lw/base/json.h"

#define PAGE 200

static lw_status put_solutions(struct lw_store *store, const char *level,
                               struct lw_json_writer *json, struct lw_arena *arena,
                               struct lw_error *err) {
    struct lw_store_solution_list list;
    lw_status status = lw_store_solution_list(store, level, arena, &list, err);
    lw_json_array(json, "solutions");
    for (size_t i = 0; i < list.n && status == LW_OK; i++) {
        lw_json_object(json, NULL);
        lw_json_text(json, "name", list.solutions[i].metric);
        lw_json_text(json, "moves", list.solutions[i].moves);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
    return status;
}

static lw_status put_features(struct lw_store *store, const char *level,
                              struct lw_json_writer *json, struct lw_arena *arena,
                              struct lw_error *err) {
    struct lw_store_feature_list list;
    lw_status status = lw_store_features_get(store, level, arena, &list, err);
    if (status != LW_OK || list.n == 0) {
        return status;
    }
    lw_json_object(json, "features");
    for (size_t i = 0; i < list.n; i++) {
        lw_json_real(json, list.features[i].name, list.features[i].value);
    }
    lw_json_object_end(json);
    return LW_OK;
}

/* The keys are those of convert --to json, so that every kind's reader knows them. */
static lw_status put_line(struct lw_store *store, const struct lw_store_level *level,
                          struct lw_arena *arena, struct lw_buffer *out,
                          struct lw_error *err) {
    struct lw_json_writer json;
    lw_status status = LW_OK;
    lw_json_begin(&json, out);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "game", level->game);
    lw_json_text(&json, "id", level->id);
    lw_json_text(&json, "title", level->title);
    lw_json_text(&json, "author", level->author);
    lw_json_text(&json, "method", level->method);
    lw_json_uint(&json, "width", level->width);
    lw_json_uint(&json, "height", level->height);
    if (level->rules[0] != '\0') {
        lw_json_text(&json, "rules", level->rules);
    }
    if (level->source != NULL) {
        const char *source = NULL;
        status = lw_store_source_get(store, level->source, arena, &source, err);
        lw_json_text(&json, "source", source);
    }
    lw_json_text(&json, "text", level->text);
    if (!isnan(level->percentile)) {
        lw_json_real(&json, "percentile", level->percentile);
        lw_json_real(&json, "rating", level->rating);
        lw_json_bool(&json, "calibrated", level->calibrated);
    }
    if (!isnan(level->percentile) && level->calibrated) {
        lw_json_real(&json, "difficulty", level->percentile); /* as before */
    }
    if (status == LW_OK) {
        status = put_solutions(store, level->id, &json, arena, err);
    }
    if (status == LW_OK) {
        status = put_features(store, level->id, &json, arena, err);
    }
    lw_json_object_end(&json);
    lw_buffer_putc(out, '\n');
    return status;
}

static lw_status put_lines(struct lw_store *store, const struct lw_store_level_list *list,
                           struct lw_buffer *out, struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < list->n && status == LW_OK; i++) {
        struct lw_arena arena;
        lw_arena_init(&arena, store->alloc);
        status = put_line(store, &list->levels[i], &arena, out, err);
        lw_arena_free(&arena);
    }
    return status == LW_OK && !lw_buffer_ok(out) ? lw_fail_memory(err) : status;
}

lw_status lw_store_export_all(struct lw_store *store, const char *game,
                              struct lw_buffer *out, struct lw_error *err) {
    lw_status status = LW_OK;
    struct lw_store_filter filter = {
        .game = game, .order = LW_STORE_BY_ID, .limit = PAGE};
    size_t n = PAGE;
    for (; status == LW_OK && n == PAGE; filter.first += PAGE) {
        struct lw_arena arena;
        struct lw_store_level_list list;
        lw_arena_init(&arena, store->alloc);
        status = lw_store_level_list(store, &filter, &arena, &list, err);
        if (status == LW_OK) {
            status = put_lines(store, &list, out, err);
        }
        n = list.n;
        lw_arena_free(&arena);
    }
    return status;
}

static lw_status add_stored(struct lw_store *store, const struct lw_store_level *level,
                            struct lw_collection *set, struct lw_entry *entry,
                            struct lw_arena *arena, struct lw_error *err) {
    struct lw_store_solution_list list;
    lw_status status = lw_store_solution_list(store, level->id, arena, &list, err);
    bool ok = true;
    if (status == LW_OK && level->author[0] != '\0' &&
        lw_note_find(entry->notes, "Author") == NULL) {
        ok = lw_collection_note(set, &entry->notes, "Author", level->author);
    }
    for (size_t i = 0; i < list.n && status == LW_OK && ok; i++) {
        ok = lw_collection_solution(set, entry, list.solutions[i].metric,
                                    list.solutions[i].moves);
    }
    entry->title = lw_arena_text(&set->arena, level->title, strlen(level->title));
    ok = ok && entry->title != NULL;
    return status == LW_OK && !ok ? lw_fail_memory(err) : status;
}

/* A level read under the first level's game must still be the level it was: otherwise it
 * belongs to another game (PuzzleScript) or other rules. */
static lw_status add_level(struct lw_store *store, const struct lw_game *game,
                           const struct lw_store_level *level, struct lw_collection *set,
                           struct lw_arena *arena, struct lw_error *err) {
    char id[LW_STORE_ID_SIZE] = "";
    struct lw_error why = {0};
    lw_status status = store_read_one(game, level->text, set, &why);
    struct lw_entry *entry = status == LW_OK ? &set->entries[set->n_entries - 1] : NULL;
    if (status == LW_OK) {
        status = store_level_id(entry->level, id, &why);
    }
    if (status == LW_NO_MEMORY) {
        return lw_fail_memory(err);
    }
    if (status != LW_OK || strcmp(id, level->id) != 0) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0,
                       "level '%s' does not fit into one file with the first: it has "
                       "other rules; export as jsonl",
                       level->id);
    }
    return add_stored(store, level, set, entry, arena, err);
}

static lw_status find_format(const struct lw_game_kind *kind, const char *name,
                             const struct lw_format **out, struct lw_error *err) {
    *out = lw_game_format_find(kind, name);
    if (*out != NULL && (*out)->write != NULL) {
        return LW_OK;
    }
    struct lw_error known = {0};
    size_t used = 0;
    for (size_t i = 0; i < kind->level->n_formats; i++) {
        const struct lw_format *at = &kind->level->formats[i];
        size_t len = strlen(at->name);
        if (at->write != NULL && used + len + 3 < sizeof known.text) {
            memcpy(known.text + used, at->name, len);
            memcpy(known.text + used + len, ", ", 2);
            used += len + 2;
        }
    }
    return lw_fail(err, LW_USAGE, 0, 0,
                   "%s cannot be written as '%.40s'; it can as %sjsonl", kind->title,
                   name, known.text);
}

static lw_status write_set(struct lw_store *store, const struct lw_store_pack *pack,
                           const struct lw_store_level_list *list, const char *format,
                           struct lw_arena *arena, struct lw_buffer *out,
                           struct lw_error *err) {
    const struct lw_store_level *first = &list->levels[0];
    const char *source = NULL;
    struct lw_game *game = NULL;
    const struct lw_format *writer = NULL;
    lw_status status = LW_OK;
    if (first->source != NULL) {
        status = lw_store_source_get(store, first->source, arena, &source, err);
    }
    if (status == LW_OK) {
        status = store_game(store->alloc, first->game, first->rules, source, first->text,
                            &game, err);
    }
    if (status != LW_OK) {
        return status;
    }
    struct lw_collection set;
    lw_collection_init(&set, store->alloc);
    status = find_format(game->kind, format, &writer, err);
    for (size_t i = 0; i < list->n && status == LW_OK; i++) {
        status = add_level(store, game, &list->levels[i], &set, arena, err);
    }
    set.title = pack->title;
    if (status == LW_OK && pack->author[0] != '\0' &&
        !lw_collection_note(&set, &set.notes, "Author", pack->author)) {
        status = lw_fail_memory(err);
    }
    if (status == LW_OK) {
        status = lw_game_write(game, writer, &set, out, err);
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
    return status == LW_OK && !lw_buffer_ok(out) ? lw_fail_memory(err) : status;
}

lw_status lw_store_export_pack(struct lw_store *store, const char *id, const char *format,
                               struct lw_buffer *out, struct lw_error *err) {
    struct lw_arena arena;
    struct lw_store_pack pack;
    struct lw_store_level_list list = {0};
    lw_arena_init(&arena, store->alloc);
    lw_status status = lw_store_pack_get(store, id, &arena, &pack, err);
    if (status == LW_OK) {
        status = lw_store_pack_levels(store, id, &arena, &list, err);
    }
    if (status == LW_OK && strcmp(format, "jsonl") == 0) {
        status = put_lines(store, &list, out, err);
    } else if (status == LW_OK && list.n == 0) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0, "the pack has no levels to write");
    } else if (status == LW_OK) {
        status = write_set(store, &pack, &list, format, &arena, out, err);
    }
    lw_arena_free(&arena);
    return status;
}
