/* A pack from JSON: levels by id or text. */
#include <stdio.h>
#include <string.h>

#include "http/checker.h"
#include "http/quota.h"
#include "jobs/job_verdicts.h"
#include "levels/engine.h"
#include "lw/base/json_value.h"
#include "lw/rules.h"
#include "lw/store/keep.h"
#include "lw/work/pool.h"
#include "routes/handlers.h"
#include "routes/levels/packs_internal.h"

/* What was asked for. */
struct wish {
    const char *game, *source;
    const struct lw_json *levels;
    struct job_verdicts *verdicts;
    struct new_pack pack;
};

static bool levels_once(struct exchange *exchange, const struct lw_json *levels) {
    size_t i = 0;
    bool good = true;
    for (const struct lw_json *it = levels->first; it != NULL && good; it = it->next) {
        size_t outside = field_enter(exchange, "levels", i++);
        good = it->type != LW_JSON_OBJECT ||
               fields_once(exchange, it, "text title author solution method job");
        field_leave(exchange, outside);
    }
    return good;
}

static bool read_rules(struct exchange *exchange, const struct lw_json *body,
                       const char **lines) {
    struct lw_error err = {.status = LW_OK};
    lw_status status =
        lw_rules_from_json(lw_json_get(body, "rules"), &exchange->arena, lines, &err);
    if (status == LW_OK) {
        return true;
    }
    char place[80] = "/rules";
    if (err.field[0] != '\0') {
        lw_json_point(place, sizeof place, err.field);
    }
    if (status == LW_USAGE) {
        http_problem(&exchange->response, 400, "bad-field", place, "%s", err.text);
    } else {
        exchange_fail(exchange, status, &err, place);
    }
    return false;
}

static bool read_wish(struct exchange *exchange, struct wish *out) {
    const struct lw_json *body = exchange_json(exchange);
    memset(out, 0, sizeof *out);
    out->pack.replay_left = engine_costs().replay;
    out->pack.author = "";
    if (body == NULL || !fields_once(exchange, body, "title game source rules levels") ||
        !field_text(exchange, body, "title", true, PACK_MAX_TITLE, &out->pack.title) ||
        !field_text(exchange, body, "game", true, 40, &out->game) ||
        !field_text(exchange, body, "source", false, PACK_MAX_SOURCE, &out->source)) {
        return false;
    }
    if (out->pack.title[strspn(out->pack.title, " \t\r\n")] == '\0') {
        return field_refuse(exchange, "title", "A pack needs a title.");
    }
    out->pack.kind = lw_game_kind_find(out->game);
    out->levels = lw_json_get(body, "levels");
    if (out->pack.kind == NULL) {
        http_problem(&exchange->response, 404, "unknown-game", "/game",
                     "There is no such game; /api/v1/kinds lists them.");
        return false;
    }
    if (out->levels == NULL || out->levels->type != LW_JSON_ARRAY ||
        out->levels->n_children == 0 || out->levels->n_children > PACK_MAX_LEVELS) {
        http_problem(&exchange->response, 400, "bad-field", "/levels",
                     "The body must have \"levels\", a list of 1 to %d.",
                     PACK_MAX_LEVELS);
        return false;
    }
    return levels_once(exchange, out->levels) &&
           read_rules(exchange, body, &out->pack.rules);
}

/* What is said of a level besides its text. */
enum { TITLE, AUTHOR, SOLUTION, METHOD, JOB, N_FIELDS };

static lw_status read_fields(const struct lw_json *item, const char *fields[N_FIELDS],
                             struct lw_error *err) {
    static const char *const keys[N_FIELDS] = {"title", "author", "solution", "method",
                                               "job"};
    for (size_t i = 0; i < N_FIELDS; i++) {
        const struct lw_json *field = lw_json_get(item, keys[i]);
        fields[i] = field != NULL && field->type == LW_JSON_TEXT ? field->text : NULL;
        if (fields[i] != NULL &&
            strlen(fields[i]) > (i == SOLUTION ? 100000 : PACK_MAX_TITLE)) {
            return lw_fail(err, LW_USAGE, 0, 0, "\"%s\" is too long", keys[i]);
        }
    }
    return LW_OK;
}

/* An id or an object with a text; false: neither. */
static bool is_level(const struct lw_json *item) {
    const struct lw_json *text = lw_json_get(item, "text");
    return (item->type == LW_JSON_TEXT && is_id(item->text)) ||
           (text != NULL && text->type == LW_JSON_TEXT);
}

static lw_status check_items(const struct wish *wish, size_t *at, struct lw_error *err) {
    const char *fields[N_FIELDS];
    lw_status status = LW_OK;
    *at = 0;
    for (const struct lw_json *it = wish->levels->first; it != NULL; it = it->next) {
        status = is_level(it) ? read_fields(it, fields, err)
                              : lw_fail(err, LW_USAGE, 0, 0,
                                        "a level must be an id or an object with "
                                        "\"text\"");
        if (status != LW_OK) {
            return status;
        }
        (*at)++;
    }
    return status;
}

/* The place of a text among all levels. */
static size_t place_of(const struct wish *wish, size_t text) {
    size_t i = 0;
    for (const struct lw_json *it = wish->levels->first; it != NULL; it = it->next, i++) {
        if (it->type != LW_JSON_TEXT && text-- == 0) {
            return i;
        }
    }
    return i;
}

/* Has a worker read all texts. at: the level at fault. */
static lw_status read_texts(struct exchange *exchange, struct wish *wish,
                            struct lw_work_result *out, char place[40],
                            struct lw_error *err) {
    struct lw_work_levels levels = {.game = wish->pack.kind->name,
                                    .rules = wish->pack.rules,
                                    .source = wish->source,
                                    .first_only = true,
                                    .most = engine_costs()};
    *out = (struct lw_work_result){.reply = NULL};
    levels.texts =
        lw_arena_zero(&exchange->arena, wish->levels->n_children, sizeof *levels.texts);
    if (levels.texts == NULL) {
        return lw_fail_memory(err);
    }
    for (const struct lw_json *it = wish->levels->first; it != NULL; it = it->next) {
        const struct lw_json *text = lw_json_get(it, "text");
        const struct lw_json *moves = lw_json_get(it, "solution");
        bool has_moves = moves != NULL && moves->type == LW_JSON_TEXT;
        if (it->type != LW_JSON_TEXT) {
            levels.texts[levels.n_texts++] =
                (struct lw_work_text){.text = text->text,
                                      .len = text->text_len,
                                      .moves = has_moves ? moves->text : NULL};
        }
    }
    lw_status status = levels.n_texts > 0 || levels.source != NULL
                           ? engine_read(exchange, &levels, out, err)
                           : LW_OK;
    if (status == LW_OK && out->read.n_levels != levels.n_texts) {
        status = lw_work_bad_reply(err);
    }
    if (status != LW_OK && out->part == LW_WORK_TEXT) {
        (void)snprintf(place, 40, "/levels/%zu", place_of(wish, out->text));
    } else if (status != LW_OK && out->part != LW_WORK_NOWHERE) {
        (void)snprintf(place, 40, out->part == LW_WORK_RULES ? "/rules" : "/source");
    }
    return status;
}

/* A level that was read, with what the request says of it and what the job that made it
 * found out. */
static lw_status add_level(struct exchange *exchange, struct wish *wish,
                           const struct lw_work_level *level, const struct lw_json *item,
                           struct lw_error *err) {
    const char *fields[N_FIELDS];
    char id[LW_STORE_ID_SIZE];
    lw_status status = level->refused != NULL
                           ? lw_fail(err, LW_BAD_INPUT, 0, 0, "%.300s", level->refused)
                           : read_fields(item, fields, err);
    if (status != LW_OK) {
        return status;
    }
    lw_id128_text(level->found.id, id);
    struct lw_store_origin origin = {
        .title = fields[TITLE] != NULL ? fields[TITLE] : level->title,
        .author = fields[AUTHOR],
        .method = fields[METHOD] != NULL ? fields[METHOD] : "editor",
        .verdict = fields[JOB] == NULL
                       ? NULL
                       : job_verdicts_find(wish->verdicts, fields[JOB], id)};
    return pack_add(exchange, &wish->pack, &level->found, &origin, err);
}

/* All levels in their order: those by id as they are, the others as they were read. */
static lw_status add_items(struct exchange *exchange, struct wish *wish,
                           const struct lw_work_read *read, size_t *at,
                           struct lw_error *err) {
    struct new_pack *pack = &wish->pack;
    const struct lw_work_level *level = read->levels;
    lw_status status = LW_OK;
    pack->items =
        lw_arena_zero(&exchange->arena, wish->levels->n_children, sizeof *pack->items);
    wish->verdicts = job_verdicts_create(exchange);
    if (pack->items == NULL || wish->verdicts == NULL) {
        return lw_fail_memory(err);
    }
    for (const struct lw_json *it = wish->levels->first; it != NULL; it = it->next) {
        *at = pack->n_items;
        if (it->type == LW_JSON_TEXT) {
            pack->items[pack->n_items++] = (struct lw_store_member){.id = it->text};
            continue;
        }
        status = add_level(exchange, wish, level++, it, err);
        if (status != LW_OK) {
            return status;
        }
    }
    return status;
}

static lw_status make_pack(struct exchange *exchange, struct wish *wish,
                           struct lw_store_imported *out, char place[40],
                           struct lw_error *err) {
    struct lw_work_result result;
    size_t at = SIZE_MAX;
    lw_status status = check_items(wish, &at, err);
    if (status == LW_OK) {
        at = SIZE_MAX;
        status = read_texts(exchange, wish, &result, place, err);
    }
    if (status == LW_OK) {
        status = add_items(exchange, wish, &result.read, &at, err);
    }
    if (status == LW_OK) {
        status = pack_keep(exchange, &wish->pack, out, &at, err);
        at = at < wish->pack.n_items ? at : SIZE_MAX;
    }
    if (status != LW_OK && at != SIZE_MAX) {
        (void)snprintf(place, 40, "/levels/%zu", at);
    }
    return status;
}

static void create_pack(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct wish wish;
    struct lw_store_imported result;
    struct lw_collection none;
    char place[40] = "";
    if (!read_wish(exchange, &wish) ||
        !pack_may_begin(exchange, wish.levels->n_children)) {
        return;
    }
    lw_status status = make_pack(exchange, &wish, &result, place, &err);
    if (wish.pack.is_refused) {
        return;
    }
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, *place != '\0' ? place : NULL);
        return;
    }
    lw_collection_init(&none, exchange_alloc(exchange));
    pack_reply_created(exchange, &result, &none);
    lw_collection_free(&none);
}

void handle_pack_create(struct exchange *exchange) {
    if (quota_take(exchange, exchange->request.body_len) && quota_take_act(exchange)) {
        checker_run(exchange, create_pack);
    }
}
