/* Levels into the store: from a collection that a kind has read, or from JSON lines.
 *
 * Every level travels the same way: it must be playable, its id is made from its text
 * and not taken from the file, and its solutions are replayed before they are stored. */
#include <math.h>
#include <string.h>

#include "lw/base/json.h"
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
    const struct lw_game *game;
    const struct lw_entry *entry;
    size_t number;
    const char *rules, *title, *author, *method;
    const char *source; /* id, or NULL */
    double percentile, rating;
    bool calibrated;
    const struct lw_json *features; /* an object of numbers, or NULL */
};

/* Bytes that are not UTF-8 are Latin-1, as old collections have it. */
static const char *as_utf8(struct importer *in, const char *text) {
    struct lw_buffer out;
    lw_buffer_init(&out, in->store->alloc);
    size_t left = strlen(text);
    for (size_t used; left > 0; text += used, left -= used) {
        uint32_t scalar = lw_utf8_decode(text, left, &used);
        if (scalar == UINT32_MAX) {
            scalar = (unsigned char)*text;
        }
        lw_buffer_utf8(&out, scalar);
    }
    const char *copy = lw_buffer_ok(&out)
                           ? lw_arena_text(&in->arena, lw_buffer_text(&out), out.len)
                           : NULL;
    lw_buffer_free(&out);
    return copy;
}

static void refuse(struct importer *in, size_t number, const struct lw_error *err) {
    in->out->n_refused++;
    if (in->how->refuse != NULL) {
        in->how->refuse(in->how->refuse_ctx, number, err);
    }
}

static lw_status write_text(struct importer *in, const struct lw_level *level,
                            const char **out, struct lw_error *err) {
    lw_status status = lw_level_text_copy(level, &in->arena, out, err);
    *out = status == LW_OK ? as_utf8(in, *out) : NULL;
    return status == LW_OK && *out == NULL ? lw_fail_memory(err) : status;
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

/* A solution that does not replay is left out: it proves nothing. */
static lw_status put_solutions(struct importer *in, const struct arrival *arrival,
                               const char *id, struct lw_error *err) {
    const struct lw_game_kind *kind = arrival->game->kind;
    lw_status status = LW_OK;
    const struct lw_stored_solution *at = arrival->entry->solutions;
    for (; at != NULL && kind->solve != NULL && status == LW_OK; at = at->next) {
        double values[LW_MAX_MEASURES];
        struct lw_error why;
        if (kind->solve->measure(arrival->entry->level, at->moves, strlen(at->moves),
                                 values, &why) != LW_OK) {
            continue;
        }
        const char *metric = kind->solve->metrics[0].name;
        for (size_t i = 0; i < kind->solve->n_metrics; i++) {
            if (strcmp(kind->solve->metrics[i].name, at->name) == 0) {
                metric = at->name;
            }
        }
        struct lw_store_solution solution = {
            .level = id,
            .metric = metric,
            .origin = "import",
            .moves = as_utf8(in, at->moves),
            .n_moves = lw_measure_get(kind, values, "moves"),
            .n_pushes = lw_measure_get(kind, values, "pushes"),
            .made_ms = in->how->now_ms};
        status = solution.moves != NULL ? lw_store_solution_put(in->store, &solution, err)
                                        : lw_fail_memory(err);
        in->out->n_solutions += status == LW_OK;
    }
    return status;
}

static lw_status put_features(struct importer *in, const struct arrival *arrival,
                              const char *id, struct lw_error *err) {
    const struct lw_json *at = arrival->features;
    at = at != NULL && at->type == LW_JSON_OBJECT ? at->first : NULL;
    lw_status status = LW_OK;
    for (; at != NULL && status == LW_OK; at = at->next) {
        if (at->type == LW_JSON_NUMBER) {
            struct lw_store_feature feature = {.name = at->key, .value = at->number};
            status = lw_store_features_put(in->store, id, &feature, 1, err);
        }
    }
    return status;
}

static lw_status take(struct importer *in, const struct arrival *arrival,
                      struct lw_error *err) {
    const struct lw_level *level = arrival->entry->level;
    const struct lw_game_kind *kind = arrival->game->kind;
    struct lw_store_level row = {.game = kind->name,
                                 .rules = arrival->rules,
                                 .source = arrival->source,
                                 .method = arrival->method,
                                 .percentile = arrival->percentile,
                                 .rating = arrival->rating,
                                 .calibrated = arrival->calibrated,
                                 .score = (double)NAN,
                                 .created_ms = in->how->now_ms};
    struct lw_error why = {0};
    if (lw_store_level_id(level, row.id, &why) != LW_OK) {
        refuse(in, arrival->number, &why);
        return LW_OK;
    }
    lw_status status = write_text(in, level, &row.text, err);
    row.title = as_utf8(in, arrival->title);
    row.author = as_utf8(in, arrival->author);
    if (status != LW_OK || row.title == NULL || row.author == NULL) {
        return status != LW_OK ? status : lw_fail_memory(err);
    }
    kind->level->size(level, &row.width, &row.height);
    enum lw_store_put put;
    status = lw_store_level_put(in->store, &row, &put, err);
    if (status == LW_OK) {
        in->out->n_new += put == LW_STORE_INSERTED;
        in->out->n_known += put == LW_STORE_DUPLICATE;
        status = put_solutions(in, arrival, row.id, err);
    }
    if (status == LW_OK) {
        status = put_features(in, arrival, row.id, err);
    }
    return status == LW_OK ? remember(in, kind->name, row.id, err) : status;
}

static lw_status make_packs(struct importer *in, const char *title, const char *author,
                            struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < in->n_packs && status == LW_OK; i++) {
        struct lw_store_pack pack = {.title = as_utf8(in, title),
                                     .author = as_utf8(in, author),
                                     .game = in->packs[i].game,
                                     .owner = in->how->owner,
                                     .created_ms = in->how->now_ms};
        status =
            lw_store_pack_put(in->store, &pack, in->packs[i].ids, in->packs[i].n, err);
        if (i == 0) {
            memcpy(in->out->pack, pack.id, sizeof pack.id);
        }
        in->out->n_packs++;
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

static lw_status take_set(struct importer *in, const struct lw_game *game,
                          const struct lw_collection *set, struct lw_error *err) {
    const struct lw_store_import *how = in->how;
    const char *author = author_of(set->notes, store_or_empty(how->author));
    lw_status status = LW_OK;
    for (size_t i = 0; i < set->n_entries && status == LW_OK; i++) {
        struct arrival arrival = {
            .game = game,
            .entry = &set->entries[i],
            .number = i + 1,
            .rules = store_or_empty(how->rules),
            .title = set->entries[i].title,
            .author = author_of(set->entries[i].notes, author),
            .method = how->method != NULL ? how->method : "import",
            .percentile = (double)NAN,
            .rating = (double)NAN,
        };
        status = take(in, &arrival, err);
    }
    const char *title = how->title != NULL ? how->title : set->title;
    return status == LW_OK ? make_packs(in, title, author, err) : status;
}

lw_status lw_store_import_set(struct lw_store *store, const struct lw_game *game,
                              const struct lw_collection *set,
                              const struct lw_store_import *how,
                              struct lw_store_imported *out, struct lw_error *err) {
    struct importer in;
    begin(&in, store, how, out);
    lw_status status = sql_begin(store->sql, err);
    if (status == LW_OK) {
        status = take_set(&in, game, set, err);
        status = sql_end(store->sql, status, err);
    }
    lw_arena_free(&in.arena);
    return status;
}

/* JSON lines. */

static const char *text_of(const struct lw_json *line, const char *key,
                           const char *otherwise) {
    const struct lw_json *value = lw_json_get(line, key);
    return value != NULL && value->type == LW_JSON_TEXT ? value->text : otherwise;
}

/* Solutions of the line go to the entry, beside those that its text had. */
static bool add_solutions(const struct lw_json *line, struct lw_collection *set) {
    const struct lw_json *list = lw_json_get(line, "solutions");
    bool ok = true;
    const struct lw_json *at =
        list != NULL && list->type == LW_JSON_ARRAY ? list->first : NULL;
    for (; at != NULL && ok; at = at->next) {
        const char *moves = text_of(at, "moves", NULL);
        if (moves != NULL) {
            ok = lw_collection_solution(set, &set->entries[0], text_of(at, "name", ""),
                                        moves);
        }
    }
    return ok;
}

/* The line's level: its "text", or whatever else the kind's own JSON reader knows. */
static lw_status open_line(struct importer *in, const struct lw_json *line,
                           const char *game_name, const char *raw, size_t len,
                           struct lw_opened *out, struct lw_error *err) {
    const char *source = text_of(line, "source", NULL);
    const char *text = text_of(line, "text", NULL);
    struct lw_open_request request = {.alloc = in->store->alloc,
                                      .kinds = lw_game_kinds(),
                                      .game = text_of(line, "game", game_name),
                                      .rules = text_of(line, "rules", ""),
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

static double number_of(const struct lw_json *line, const char *key) {
    const struct lw_json *value = lw_json_get(line, key);
    return value != NULL && value->type == LW_JSON_NUMBER ? value->number : (double)NAN;
}

/* Lines of before have only a percentile, named difficulty. */
static void read_rating(const struct lw_json *line, const struct lw_game_kind *kind,
                        struct arrival *out) {
    const struct lw_json *calibrated = lw_json_get(line, "calibrated");
    size_t len;
    out->percentile = number_of(line, "percentile");
    out->rating = number_of(line, "rating");
    out->calibrated = calibrated != NULL && calibrated->type == LW_JSON_TRUE;
    if (isnan(out->percentile)) {
        out->percentile = number_of(line, "difficulty");
        out->calibrated =
            !isnan(out->percentile) && lw_model_shipped(kind->name, &len) != NULL;
    }
    if (isnan(out->rating) && !isnan(out->percentile)) {
        out->rating = lw_plain_rating(out->percentile);
    }
}

/* Says with *bad that the line, and not the store, is at fault. */
static lw_status take_object(struct importer *in, const struct lw_json *line,
                             const char *game_name, const char *raw, size_t len,
                             size_t number, bool *bad, struct lw_error *err) {
    struct lw_opened opened;
    *bad = true;
    lw_status status = open_line(in, line, game_name, raw, len, &opened, err);
    if (status == LW_OK) {
        const char *method = in->how->method != NULL ? in->how->method : "import";
        struct arrival arrival = {
            .game = opened.game,
            .entry = &opened.set.entries[0],
            .number = number,
            .rules = text_of(line, "rules", ""),
            .title = text_of(line, "title", opened.set.entries[0].title),
            .author = text_of(
                line, "author",
                author_of(opened.set.entries[0].notes, store_or_empty(in->how->author))),
            .method = text_of(line, "method", method),
            .features = lw_json_get(line, "features"),
        };
        read_rating(line, opened.kind, &arrival);
        *bad = false;
        status = take(in, &arrival, err);
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
                         "the line is no JSON object; one level a line was expected");
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
