/* Packs into the store from JSON lines, one level a line. The source of a game may stand
 * on a line of its own, with an id that the levels after it name. */
#include <math.h>
#include <string.h>

#include "exchange/import_internal.h"
#include "lw/base/json_value.h"
#include "lw/rating.h"
#include "lw/rules.h"

/* A source that a line brought; its game is created when a level needs it. */
struct source {
    const char *id, *text;
    struct lw_opened opened;
    bool is_open;
};

struct reader {
    struct importer in;
    const char *game_name; /* of lines that name none; NULL: they are refused */
    struct source last;
};

struct line {
    const char *raw;
    size_t len, number;
    const struct lw_json *json;
    const char *rules; /* "name=value" lines */
};

static void close_source(struct reader *r) {
    if (r->last.is_open) {
        lw_opened_close(&r->last.opened);
    }
    r->last = (struct source){.id = NULL};
}

/* Solutions of the line go to the entry, beside those that its text had: the one that the
 * level was made with, and a list, which a kind's own reader takes by itself. */
static bool add_solutions(const struct lw_json *line, bool with_list,
                          struct lw_collection *set) {
    const struct lw_json *list = with_list ? lw_json_get(line, "solutions") : NULL;
    const char *made_with = lw_json_text_or(line, "solution", NULL);
    bool ok =
        made_with == NULL || lw_collection_solution(set, &set->entries[0], "", made_with);
    const struct lw_json *at =
        list != NULL && list->type == LW_JSON_ARRAY ? list->first : NULL;
    for (; at != NULL && ok; at = at->next) {
        const char *moves =
            at->type == LW_JSON_TEXT ? at->text : lw_json_text_or(at, "moves", NULL);
        if (moves != NULL) {
            ok = lw_collection_solution(set, &set->entries[0],
                                        lw_json_text_or(at, "name", ""), moves);
        }
    }
    return ok;
}

/* A line with a source and no level. */
static lw_status take_source(struct reader *r, const struct lw_json *json,
                             struct lw_error *err) {
    struct lw_arena *arena = &r->in.arena;
    const char *id = lw_json_text_or(json, "source_id", "");
    const char *text = lw_json_text_or(json, "source", "");
    close_source(r);
    r->last.id = lw_arena_text(arena, id, strlen(id));
    r->last.text = lw_arena_text(arena, text, strlen(text));
    return r->last.id != NULL && r->last.text != NULL ? LW_OK : lw_fail_memory(err);
}

/* The source that a level names: of a line before it, or one that the store has. */
static lw_status find_source(struct reader *r, const char *id, struct lw_error *err) {
    struct lw_error why;
    const char *text = NULL;
    if (r->last.id != NULL && strcmp(r->last.id, id) == 0) {
        return LW_OK;
    }
    if (lw_store_source_get(r->in.store, id, &r->in.arena, &text, &why) != LW_OK) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "no line before this one has the source '%.40s' that it names",
                       id);
    }
    close_source(r);
    r->last.id = lw_arena_text(&r->in.arena, id, strlen(id));
    r->last.text = text;
    return r->last.id != NULL ? LW_OK : lw_fail_memory(err);
}

/* Levels of one source that follow each other have one game. */
static lw_status open_beside(struct reader *r, struct lw_open_request *request,
                             struct lw_opened *out, struct lw_error *err) {
    struct source *source = &r->last;
    if (source->is_open && strcmp(source->opened.kind->name, request->game) != 0) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the source it names belongs to another game");
    }
    if (!source->is_open) {
        struct lw_open_request game = *request;
        game.text = NULL;
        game.source = source->text;
        game.source_len = strlen(source->text);
        lw_status status = lw_open_game(&game, &source->opened, err);
        if (status != LW_OK) {
            lw_opened_close(&source->opened);
            return status;
        }
        source->is_open = true;
    }
    return lw_open_beside(source->opened.game, request, out, err);
}

/* The line's level: its "text", or whatever else the kind's own JSON reader knows. */
static lw_status open_line(struct reader *r, const struct line *line,
                           struct lw_opened *out, struct lw_error *err) {
    const struct lw_json *json = line->json;
    const char *source = lw_json_text_or(json, "source", NULL);
    const char *source_id = lw_json_text_or(json, "source_id", NULL);
    const char *text = lw_json_text_or(json, "text", NULL);
    struct lw_open_request request = {.alloc = r->in.store->alloc,
                                      .kinds = lw_game_kinds(),
                                      .game = lw_json_text_or(json, "game", r->game_name),
                                      .rules = line->rules,
                                      .source = source,
                                      .source_len = source == NULL ? 0 : strlen(source),
                                      .format = text == NULL ? "json" : NULL,
                                      .text = text == NULL ? line->raw : text,
                                      .len = text == NULL ? line->len : strlen(text),
                                      .one = true};
    *out = (struct lw_opened){.kind = NULL};
    lw_collection_init(&out->set, request.alloc);
    if (request.game == NULL) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the object has no \"game\"; add one or use --game");
    }
    const struct lw_game_kind *kind = lw_game_kind_find(request.game);
    if (kind != NULL && text == NULL && lw_game_format_find(kind, "json") == NULL) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the object has no \"text\", which should hold the level");
    }
    bool beside = source == NULL && source_id != NULL && text != NULL;
    lw_status status = beside ? find_source(r, source_id, err) : LW_OK;
    if (status == LW_OK) {
        status =
            beside ? open_beside(r, &request, out, err) : lw_open(&request, out, err);
    }
    if (status == LW_OK && !add_solutions(json, text != NULL, &out->set)) {
        status = lw_fail_memory(err);
    }
    return status;
}

/* NaN: there is none, or none that can be stored. */
static double number_of(const struct lw_json *line, const char *key) {
    double value = lw_json_number_or(line, key, (double)NAN);
    return isfinite(value) ? value : (double)NAN;
}

/* Older lines have one number. Where levels are stored, difficulty is a percentile; where
 * they were made, it is a rating, called plain when no data from people were behind it.
 */
static void read_former(const struct lw_json *line, const struct lw_game_kind *kind,
                        struct lw_verdict *v) {
    bool is_stored =
        lw_json_get(line, "method") != NULL ||
        (lw_json_get(line, "generator") == NULL && lw_json_get(line, "seed") == NULL &&
         lw_json_get(line, "candidate") == NULL);
    double former = number_of(line, "difficulty");
    size_t len;
    if (is_stored) {
        v->percentile = former;
        v->calibrated = !isnan(former) && lw_model_shipped(kind->name, &len) != NULL;
        return;
    }
    v->rating = isnan(former) ? number_of(line, "plain_difficulty") : former;
    v->percentile = lw_plain_percentile(v->rating);
    v->calibrated = !isnan(former) && !isnan(v->percentile);
}

static void read_rating(const struct lw_json *line, const struct lw_game_kind *kind,
                        struct lw_made_level *out) {
    struct lw_verdict *v = &out->verdict;
    if (!lw_verdict_read(line, v)) {
        read_former(line, kind, v);
    }
    out->rated = !isnan(v->percentile);
    if (isnan(v->rating)) {
        v->rating = lw_plain_rating(v->percentile);
    }
}

/* Where levels are made, rules are an object, and where they were stored, a text. A line
 * that has none is under those that the import was given; a number is PuzzleScript's
 * measure of that name. */
static lw_status read_rules(struct reader *r, struct line *line, struct lw_error *err) {
    const struct lw_json *rules = lw_json_get(line->json, "rules");
    if (rules == NULL || rules->type == LW_JSON_NUMBER) {
        line->rules = store_or_empty(r->in.how->rules);
        return LW_OK;
    }
    if (rules->type == LW_JSON_TEXT) {
        line->rules = rules->text;
        return LW_OK;
    }
    return lw_rules_from_json(rules, &r->in.arena, &line->rules, err);
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
static lw_status take_level(struct reader *r, struct line *line, bool *bad,
                            struct lw_error *err) {
    struct importer *in = &r->in;
    const struct lw_json *json = line->json;
    struct lw_opened opened;
    *bad = true;
    lw_status status = read_rules(r, line, err);
    if (status != LW_OK) {
        return status;
    }
    status = open_line(r, line, &opened, err);
    if (status == LW_OK) {
        const struct lw_entry *entry = &opened.set.entries[0];
        const char *author =
            store_import_author(entry->notes, store_or_empty(in->how->author));
        const char *generator = lw_json_text_or(json, "generator", in->how->method);
        struct arrival arrival = {
            .entry = entry,
            .number = line->number,
            .made = {.score = number_of(json, "score")},
            .origin = {.rules = line->rules,
                       .title = lw_json_text_or(json, "title", entry->title),
                       .author = lw_json_text_or(json, "author", author),
                       .method = lw_json_text_or(json, "method", generator)}};
        read_rating(json, opened.kind, &arrival.made);
        *bad = false;
        status = read_features(lw_json_get(json, "features"), &in->arena, &arrival.origin)
                     ? store_import_take(in, &arrival, err)
                     : lw_fail_memory(err);
    }
    lw_opened_close(&opened);
    return status;
}

static lw_status take_object(struct reader *r, struct line *line, bool *bad,
                             struct lw_error *err) {
    *bad = true;
    if (line->json->type != LW_JSON_OBJECT) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the line is not a JSON object; one level per line was expected");
    }
    return lw_json_text_or(line->json, "text", NULL) == NULL &&
                   lw_json_text_or(line->json, "source_id", NULL) != NULL
               ? take_source(r, line->json, err)
               : take_level(r, line, bad, err);
}

static lw_status take_line(struct reader *r, const char *raw, size_t len, size_t number,
                           struct lw_error *err) {
    struct lw_arena arena;
    struct lw_json *json = NULL;
    struct lw_error why = {0};
    bool bad = true;
    lw_arena_init(&arena, r->in.store->alloc);
    lw_status status = lw_json_read(&arena, raw, len, &json, &why);
    if (status == LW_OK) {
        struct line line = {.raw = raw, .len = len, .number = number, .json = json};
        status = take_object(r, &line, &bad, &why);
    }
    lw_arena_free(&arena);
    if (status != LW_OK && bad && status != LW_NO_MEMORY) {
        why.line = (uint32_t)number;
        store_import_refuse(&r->in, number, &why);
        return LW_OK;
    }
    if (status != LW_OK && err != NULL) {
        *err = why;
    }
    return status;
}

static lw_status take_lines(struct reader *r, const char *text, size_t len,
                            struct lw_error *err) {
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
            status = take_line(r, text + at, line, number, err);
        }
        at += line + 1;
    }
    return status;
}

lw_status lw_store_import_lines(struct lw_store *store, const char *text, size_t len,
                                const struct lw_store_import *how,
                                struct lw_store_imported *out, struct lw_error *err) {
    struct reader r = {.game_name = how->game};
    store_import_begin(&r.in, store, how, out);
    lw_status status = take_lines(&r, text, len, err);
    close_source(&r);
    if (status == LW_OK) {
        status = store_import_put(&r.in, store_or_empty(how->title),
                                  store_or_empty(how->author), err);
    }
    lw_arena_free(&r.in.arena);
    return status;
}
