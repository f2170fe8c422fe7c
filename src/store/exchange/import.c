/* Packs into the store: from a collection that a kind has read, or from JSON lines.
 *
 * Every level must be playable, its id is made from its text and not taken from the file,
 * and its solutions are replayed before they are stored. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "levels/keep_internal.h"
#include "lw/base/json_value.h"
#include "lw/rating.h"
#include "lw/store/open.h"
#include "store_internal.h"

#define MAX_PACKS 16

/* The levels of one game, in order. */
struct members {
    const char *game;
    const char **ids;
    size_t n;
};

struct importer {
    struct lw_store *store;
    const struct lw_store_import *how;
    struct lw_store_imported *out;
    struct lw_arena arena;
    struct members packs[MAX_PACKS];
    size_t n_packs;
};

/* One level with what its file says of it. */
struct arrival {
    const struct lw_entry *entry;
    size_t number;
    struct lw_made_level made; /* its score and rating */
    struct lw_store_origin origin;
};

static void refuse(struct importer *in, size_t number, const struct lw_error *err) {
    in->out->n_refused++;
    if (in->how->refuse != NULL) {
        in->how->refuse(in->how->refuse_ctx, number, err);
    }
}

static lw_status remember(struct importer *in, const char *game, const char *id,
                          struct lw_error *err) {
    size_t at = 0;
    while (at < in->n_packs && strcmp(in->packs[at].game, game) != 0) {
        at++;
    }
    if (at == MAX_PACKS) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "the file has levels of too many games");
    }
    if (at == in->n_packs) {
        in->packs[in->n_packs++] = (struct members){.game = game};
    }
    struct members *members = &in->packs[at];
    const char **place =
        store_list_add(&in->arena, &members->ids, &members->n, sizeof *place);
    const char *copy = lw_arena_text(&in->arena, id, strlen(id));
    if (place == NULL || copy == NULL) {
        return lw_fail_memory(err);
    }
    *place = copy;
    return LW_OK;
}

static bool is_refusal(lw_status status) {
    return status == LW_BAD_INPUT || status == LW_UNSUPPORTED;
}

static lw_status take(struct importer *in, struct arrival *arrival,
                      struct lw_error *err) {
    struct lw_level *level = arrival->entry->level;
    struct lw_error why = {0};
    struct lw_store_kept kept;
    struct lw_made_level made;
    lw_status status = lw_made_level_found(level, &made, &why);
    if (status == LW_OK) {
        made.score = arrival->made.score;
        made.rated = arrival->made.rated;
        made.verdict = arrival->made.verdict;
        if (in->how->rate != NULL) {
            in->how->rate(&made);
        }
        arrival->origin.solutions = arrival->entry->solutions;
        arrival->origin.guard = in->how->guard;
        arrival->origin.now_ms = in->how->now_ms;
        status = lw_store_keep(in->store, &made, &arrival->origin, &kept, &why);
    }
    if (is_refusal(status)) {
        refuse(in, arrival->number, &why);
        return LW_OK;
    }
    if (status != LW_OK) {
        return lw_fail(err, status, why.line, why.column, "%s", why.text);
    }
    in->out->n_new += kept.is_new;
    in->out->n_known += !kept.is_new;
    in->out->n_solutions += kept.n_solutions;
    return remember(in, level->game->kind->name, kept.id, err);
}

static lw_status make_packs(struct importer *in, const char *title, const char *author,
                            struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < in->n_packs && status == LW_OK; i++) {
        struct lw_store_pack pack = {.title = store_utf8(&in->arena, title),
                                     .author = store_utf8(&in->arena, author),
                                     .game = in->packs[i].game,
                                     .owner = in->how->owner,
                                     .created_ms = in->how->now_ms};
        if (in->how->id != NULL) {
            memcpy(pack.id, in->how->id, sizeof pack.id);
        }
        status =
            lw_store_pack_put(in->store, &pack, in->packs[i].ids, in->packs[i].n, err);
        if (i == 0) {
            memcpy(in->out->pack, pack.id, sizeof pack.id);
        }
        in->out->n_packs++;
        in->out->n_members += pack.n_levels;
    }
    if (status == LW_OK && in->n_packs == 0) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "none of the levels can be played, so nothing was stored");
    }
    return status;
}

static void begin(struct importer *in, struct lw_store *store,
                  const struct lw_store_import *how, struct lw_store_imported *out) {
    *out = (struct lw_store_imported){0};
    *in = (struct importer){.store = store, .how = how, .out = out};
    lw_arena_init(&in->arena, store->alloc);
}

static const char *author_of(const struct lw_note *notes, const char *otherwise) {
    const char *author = lw_note_find(notes, "Author");
    return author != NULL ? author : otherwise;
}

/* A number in a note of the file. */
static double note_number(const struct lw_entry *entry, const char *key) {
    const char *text = lw_note_find(entry->notes, key);
    double value;
    return text != NULL && sscanf(text, "%lf", &value) == 1 ? value : (double)NAN;
}

static lw_status take_set(struct importer *in, const struct lw_collection *set,
                          struct lw_error *err) {
    const struct lw_store_import *how = in->how;
    const char *author = author_of(set->notes, store_or_empty(how->author));
    lw_status status = LW_OK;
    for (size_t i = 0; i < set->n_entries && status == LW_OK; i++) {
        const struct lw_entry *entry = &set->entries[i];
        char numbered[64];
        (void)snprintf(numbered, sizeof numbered, "%.40s %zu",
                       store_or_empty(how->numbered), i + 1);
        struct arrival arrival = {
            .entry = entry,
            .number = i + 1,
            .made = {.score = note_number(entry, "Score")},
            .origin = {.title = how->numbered != NULL ? numbered : entry->title,
                       .author = author_of(entry->notes, author),
                       .method = how->method,
                       .rules = how->rules}};
        status = take(in, &arrival, err);
    }
    const char *title = how->title != NULL ? how->title : set->title;
    return status == LW_OK ? make_packs(in, title, author, err) : status;
}

lw_status lw_store_keep_pack(struct lw_store *store, const struct lw_collection *set,
                             const struct lw_store_import *how,
                             struct lw_store_imported *out, struct lw_error *err) {
    struct importer in;
    begin(&in, store, how, out);
    lw_status status = sql_begin(store->sql, err);
    if (status == LW_OK) {
        status = take_set(&in, set, err);
        status = sql_end(store->sql, status, err);
    }
    lw_arena_free(&in.arena);
    return status;
}

/* JSON lines. */

/* Solutions of the line go to the entry, beside those that its text had. */
static bool add_solutions(const struct lw_json *line, struct lw_collection *set) {
    const struct lw_json *list = lw_json_get(line, "solutions");
    bool ok = true;
    const struct lw_json *at =
        list != NULL && list->type == LW_JSON_ARRAY ? list->first : NULL;
    for (; at != NULL && ok; at = at->next) {
        const char *moves = lw_json_text_or(at, "moves", NULL);
        if (moves != NULL) {
            ok = lw_collection_solution(set, &set->entries[0],
                                        lw_json_text_or(at, "name", ""), moves);
        }
    }
    return ok;
}

/* The line's level: its "text", or whatever else the kind's own JSON reader knows. */
static lw_status open_line(struct importer *in, const struct lw_json *line,
                           const char *game_name, const char *raw, size_t len,
                           struct lw_opened *out, struct lw_error *err) {
    const char *source = lw_json_text_or(line, "source", NULL);
    const char *text = lw_json_text_or(line, "text", NULL);
    struct lw_open_request request = {.alloc = in->store->alloc,
                                      .kinds = lw_game_kinds(),
                                      .game = lw_json_text_or(line, "game", game_name),
                                      .rules = lw_json_text_or(line, "rules", ""),
                                      .source = source,
                                      .source_len = source == NULL ? 0 : strlen(source),
                                      .format = text == NULL ? "json" : NULL,
                                      .text = text == NULL ? raw : text,
                                      .len = text == NULL ? len : strlen(text),
                                      .one = true};
    *out = (struct lw_opened){.kind = NULL};
    lw_collection_init(&out->set, request.alloc);
    if (request.game == NULL) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the object does not say its \"game\"; add it or use --game");
    }
    const struct lw_game_kind *kind = lw_game_kind_find(request.game);
    if (kind != NULL && text == NULL && lw_game_format_find(kind, "json") == NULL) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the object has no \"text\", which should hold the level");
    }
    lw_status status = lw_open(&request, out, err);
    if (status == LW_OK && text != NULL && !add_solutions(line, &out->set)) {
        status = lw_fail_memory(err);
    }
    return status;
}

/* Lines of before have only a percentile, named difficulty. */
static void read_rating(const struct lw_json *line, const struct lw_game_kind *kind,
                        struct lw_made_level *out) {
    const struct lw_json *calibrated = lw_json_get(line, "calibrated");
    struct lw_verdict *v = &out->verdict;
    size_t len;
    v->percentile = lw_json_number_or(line, "percentile", (double)NAN);
    v->rating = lw_json_number_or(line, "rating", (double)NAN);
    v->calibrated = calibrated != NULL && calibrated->type == LW_JSON_TRUE;
    if (isnan(v->percentile)) {
        v->percentile = lw_json_number_or(line, "difficulty", (double)NAN);
        v->calibrated = lw_model_shipped(kind->name, &len) != NULL;
    }
    out->rated = !isnan(v->percentile);
    if (isnan(v->rating)) {
        v->rating = lw_plain_rating(v->percentile);
    }
}

/* Numbers of the object, as rows; false: no memory. */
static bool read_features(const struct lw_json *object, struct lw_arena *arena,
                          struct lw_store_origin *out) {
    if (object == NULL || object->type != LW_JSON_OBJECT) {
        return true;
    }
    struct lw_store_feature *rows =
        lw_arena_zero(arena, object->n_children + 1, sizeof *rows);
    for (const struct lw_json *at = object->first; at != NULL && rows != NULL;
         at = at->next) {
        if (at->type == LW_JSON_NUMBER) {
            rows[out->n_features++] =
                (struct lw_store_feature){.name = at->key, .value = at->number};
        }
    }
    out->features = rows;
    return rows != NULL;
}

/* Says with *bad that the line, and not the store, is at fault. */
static lw_status take_object(struct importer *in, const struct lw_json *line,
                             const char *game_name, const char *raw, size_t len,
                             size_t number, bool *bad, struct lw_error *err) {
    struct lw_opened opened;
    *bad = true;
    lw_status status = open_line(in, line, game_name, raw, len, &opened, err);
    if (status == LW_OK) {
        const struct lw_entry *entry = &opened.set.entries[0];
        const char *author = author_of(entry->notes, store_or_empty(in->how->author));
        struct arrival arrival = {
            .entry = entry,
            .number = number,
            .made = {.score = (double)NAN},
            .origin = {.rules = lw_json_text_or(line, "rules", ""),
                       .title = lw_json_text_or(line, "title", entry->title),
                       .author = lw_json_text_or(line, "author", author),
                       .method = lw_json_text_or(line, "method", in->how->method)}};
        read_rating(line, opened.kind, &arrival.made);
        *bad = false;
        status = read_features(lw_json_get(line, "features"), &in->arena, &arrival.origin)
                     ? take(in, &arrival, err)
                     : lw_fail_memory(err);
    }
    lw_opened_close(&opened);
    return status;
}

static lw_status take_line(struct importer *in, const char *game_name, const char *raw,
                           size_t len, size_t number, struct lw_error *err) {
    struct lw_arena arena;
    struct lw_json *line = NULL;
    struct lw_error why = {0};
    bool bad = true;
    lw_arena_init(&arena, in->store->alloc);
    lw_status status = lw_json_read(&arena, raw, len, &line, &why);
    if (status == LW_OK && line->type != LW_JSON_OBJECT) {
        status = lw_fail(&why, LW_BAD_INPUT, 0, 0,
                         "the line is not a JSON object; one level a line was expected");
    }
    if (status == LW_OK) {
        status = take_object(in, line, game_name, raw, len, number, &bad, &why);
    }
    lw_arena_free(&arena);
    if (status != LW_OK && bad && status != LW_NO_MEMORY) {
        why.line = (uint32_t)number;
        refuse(in, number, &why);
        return LW_OK;
    }
    if (status != LW_OK && err != NULL) {
        *err = why;
    }
    return status;
}

static lw_status take_lines(struct importer *in, const char *game_name, const char *text,
                            size_t len, struct lw_error *err) {
    lw_status status = LW_OK;
    size_t number = 1;
    for (size_t at = 0; at < len && status == LW_OK; number++) {
        const char *end = memchr(text + at, '\n', len - at);
        size_t line = end != NULL ? (size_t)(end - text) - at : len - at;
        size_t blank = 0;
        while (blank < line && strchr(" \t\r", text[at + blank]) != NULL &&
               text[at + blank] != '\0') {
            blank++;
        }
        if (blank < line) {
            status = take_line(in, game_name, text + at, line, number, err);
        }
        at += line + 1;
    }
    const char *title = store_or_empty(in->how->title);
    return status == LW_OK ? make_packs(in, title, store_or_empty(in->how->author), err)
                           : status;
}

lw_status lw_store_import_lines(struct lw_store *store, const char *game_name,
                                const char *text, size_t len,
                                const struct lw_store_import *how,
                                struct lw_store_imported *out, struct lw_error *err) {
    struct importer in;
    begin(&in, store, how, out);
    lw_status status = sql_begin(store->sql, err);
    if (status == LW_OK) {
        status = take_lines(&in, game_name, text, len, err);
        status = sql_end(store->sql, status, err);
    }
    lw_arena_free(&in.arena);
    return status;
}
