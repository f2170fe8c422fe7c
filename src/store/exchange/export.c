/* Packs out of the store: as JSON lines, or through the kind's own writers. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lw/base/json.h"
#include "lw/store/open.h"
#include "store_internal.h"

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

/* What players said of it: sums, which name nobody. */
static lw_status put_said(struct lw_store *store, const char *level,
                          struct lw_json_writer *json, struct lw_error *err) {
    struct lw_store_said said;
    lw_status status = lw_store_said_of(store, level, &said, err);
    if (status != LW_OK) {
        return status;
    }
    if (said.n_ratings + said.n_harder + said.n_equal + said.n_easier > 0) {
        lw_json_object(json, "players");
        lw_json_int(json, "ratings", said.n_ratings);
        if (said.n_ratings > 0) {
            lw_json_real(json, "mean_rating", said.mean_rating);
        }
        lw_json_int(json, "harder", said.n_harder);
        lw_json_int(json, "equal", said.n_equal);
        lw_json_int(json, "easier", said.n_easier);
        lw_json_object_end(json);
    }
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
        lw_json_text(&json, "source_id", level->source);
    }
    lw_json_text(&json, "text", level->text);
    if (!isnan(level->score)) {
        lw_json_real(&json, "score", level->score);
    }
    if (!isnan(level->percentile)) {
        struct lw_verdict verdict = lw_store_level_verdict(level);
        lw_verdict_json(&verdict, LW_FORMER_PERCENTILE, &json);
    }
    if (status == LW_OK) {
        status = put_solutions(store, level->id, &json, arena, err);
    }
    if (status == LW_OK) {
        status = put_features(store, level->id, &json, arena, err);
    }
    if (status == LW_OK) {
        status = put_said(store, level->id, &json, err);
    }
    lw_json_object_end(&json);
    lw_buffer_putc(out, '\n');
    return status;
}

/* A source stands before the first of its levels, on a line of its own. */
static lw_status put_source(struct lw_store *store, const struct lw_store_level *level,
                            char last[LW_STORE_ID_SIZE], struct lw_arena *arena,
                            struct lw_buffer *out, struct lw_error *err) {
    struct lw_json_writer json;
    const char *source = NULL;
    if (level->source == NULL || strcmp(level->source, last) == 0) {
        return LW_OK;
    }
    (void)snprintf(last, LW_STORE_ID_SIZE, "%s", level->source);
    lw_status status = lw_store_source_get(store, level->source, arena, &source, err);
    if (status == LW_OK) {
        lw_json_begin(&json, out);
        lw_json_object(&json, NULL);
        lw_json_text(&json, "game", level->game);
        lw_json_text(&json, "source_id", level->source);
        lw_json_text(&json, "source", source);
        lw_json_object_end(&json);
        lw_buffer_putc(out, '\n');
    }
    return status;
}

static lw_status put_lines(struct lw_store *store, const struct lw_store_level_list *list,
                           struct lw_buffer *out, struct lw_error *err) {
    lw_status status = LW_OK;
    char last[LW_STORE_ID_SIZE] = "";
    for (size_t i = 0; i < list->n && status == LW_OK; i++) {
        struct lw_arena arena;
        lw_arena_init(&arena, store->alloc);
        status = put_source(store, &list->levels[i], last, &arena, out, err);
        if (status != LW_OK) {
            lw_arena_free(&arena);
            return status;
        }
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

static lw_status add_solutions(struct lw_store *store, struct lw_opened *all,
                               const struct lw_store_level_list *levels,
                               struct lw_arena *arena, struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < levels->n && status == LW_OK; i++) {
        struct lw_store_solution_list list;
        status = lw_store_solution_list(store, levels->levels[i].id, arena, &list, err);
        for (size_t s = 0; status == LW_OK && s < list.n; s++) {
            status =
                lw_collection_solution(&all->set, &all->set.entries[i],
                                       list.solutions[s].metric, list.solutions[s].moves)
                    ? LW_OK
                    : lw_fail_memory(err);
        }
    }
    return status;
}

static lw_status write_set(struct lw_store *store, const struct lw_store_pack *pack,
                           const struct lw_store_level_list *list, const char *format,
                           struct lw_buffer *out, struct lw_error *err) {
    struct lw_arena arena;
    const struct lw_format *writer = NULL;
    struct lw_opened all;
    lw_status status = lw_store_levels_open(store, store->alloc, list, &all, err);
    if (status == LW_OK) {
        struct lw_error why = {.status = LW_OK};
        status = lw_format_to_write(all.kind, format, &writer, &why);
        if (status != LW_OK) {
            (void)lw_fail(err, status, 0, 0, "%.300s, jsonl", why.text);
        }
    }
    lw_arena_init(&arena, store->alloc);
    if (status == LW_OK) {
        status = add_solutions(store, &all, list, &arena, err);
    }
    lw_arena_free(&arena);
    all.set.title = pack->title;
    if (status == LW_OK && pack->author[0] != '\0' &&
        !lw_collection_note(&all.set, &all.set.notes, "Author", pack->author)) {
        status = lw_fail_memory(err);
    }
    if (status == LW_OK) {
        status = lw_game_write(all.game, writer, &all.set, out, err);
    }
    lw_opened_close(&all);
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
        status = write_set(store, &pack, &list, format, out, err);
    }
    lw_arena_free(&arena);
    return status;
}
