/* A pack from JSON: levels by id or text. What takes long is done before the store is
 * locked. */
#include <stdio.h>
#include <string.h>

#include "http/checker.h"
#include "http/quota.h"
#include "levels/packs.h"
#include "lw/store/keep.h"
#include "routes/handlers.h"
#include "routes/packs_internal.h"

static void rules_text(const struct lw_json *rules, struct lw_buffer *out) {
    for (const struct lw_json *it = rules == NULL ? NULL : rules->first; it != NULL;
         it = it->next) {
        const char *value = it->type == LW_JSON_TRUE    ? "true"
                            : it->type == LW_JSON_FALSE ? "false"
                                                        : it->text;
        if (it->key != NULL && value != NULL && strpbrk(value, "\n") == NULL) {
            lw_buffer_printf(out, "%s%s=%s", out->len > 0 ? "\n" : "", it->key, value);
        }
    }
}

/* One of its levels, read and replayed. */
struct pack_item {
    const char *id; /* of a level that is there; else NULL, and: */
    bool is_open;
    struct lw_opened opened;
    struct lw_made_level made;
    const char *fields[4]; /* title, author, solution, method; each may be NULL */
    struct lw_stored_solution solution;
};

struct new_pack {
    const char *title, *game, *source, *rules;
    struct replay_limit limit;
    const struct lw_game_kind *kind;
    const struct lw_json *levels;
    struct lw_opened shared; /* the game of the levels; NULL when each brings its own */
    struct pack_item *items;
    struct replay_limit early; /* counts the same texts before they are stored */
};

/* The game is made once, however many levels there are. Without a source, each text of a
 * kind that is made from one is a game of its own. */
static lw_status open_shared(struct exchange *exchange, struct new_pack *pack,
                             char place[40], struct lw_error *err) {
    struct lw_open_request request = {
        .alloc = exchange->app->alloc,
        .kind = pack->kind,
        .rules = pack->rules,
        .source = pack->source,
        .source_len = pack->source == NULL ? 0 : strlen(pack->source)};
    if (pack->source == NULL && (pack->kind->flags & LW_GAME_FROM_SOURCE) != 0) {
        return LW_OK;
    }
    lw_status status = lw_open_game(&request, &pack->shared, err);
    bool in_rules = pack->shared.part == LW_OPEN_RULES;
    if (status != LW_OK) {
        (void)snprintf(place, 40, "%s", in_rules ? "/rules" : "/source");
    }
    return status == LW_USAGE && in_rules ? LW_BAD_INPUT : status;
}

static lw_status read_text(struct exchange *exchange, const struct new_pack *pack,
                           const struct lw_json *text, struct lw_opened *out,
                           struct lw_error *err) {
    struct lw_open_request request = {.alloc = exchange->app->alloc,
                                      .kind = pack->kind,
                                      .rules = pack->rules,
                                      .text = text->text,
                                      .len = text->text_len};
    return pack->shared.game != NULL
               ? lw_open_beside(pack->shared.game, &request, out, err)
               : lw_open(&request, out, err);
}

static bool levels_once(struct exchange *exchange, const struct lw_json *levels) {
    size_t i = 0;
    bool good = true;
    for (const struct lw_json *it = levels->first; it != NULL && good; it = it->next) {
        size_t outside = field_enter(exchange, "levels", i++);
        good = it->type != LW_JSON_OBJECT ||
               fields_once(exchange, it, "text title author solution method");
        field_leave(exchange, outside);
    }
    return good;
}

static bool read_new_pack(struct exchange *exchange, struct new_pack *out) {
    const struct lw_json *body = exchange_json(exchange);
    memset(out, 0, sizeof *out);
    out->limit = out->early = replay_limit_begin();
    if (body == NULL || !fields_once(exchange, body, "title game source rules levels") ||
        !field_text(exchange, body, "title", true, PACK_MAX_TITLE, &out->title) ||
        !field_text(exchange, body, "game", true, 40, &out->game) ||
        !field_text(exchange, body, "source", false, BODY_LIMIT, &out->source)) {
        return false;
    }
    if (out->title[strspn(out->title, " \t\r\n")] == '\0') {
        return field_refuse(exchange, "title", "A pack needs a title.");
    }
    out->kind = lw_game_kind_find(out->game);
    out->levels = lw_json_get(body, "levels");
    if (out->kind == NULL) {
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
    if (!levels_once(exchange, out->levels)) {
        return false;
    }
    struct lw_buffer rules;
    lw_buffer_init(&rules, exchange->app->alloc);
    rules_text(lw_json_get(body, "rules"), &rules);
    out->rules = lw_arena_text(&exchange->arena, lw_buffer_text(&rules), rules.len);
    lw_buffer_free(&rules);
    return true;
}

static lw_status keep_item(struct exchange *exchange, struct lw_store *store,
                           struct new_pack *pack, const struct pack_item *item,
                           struct lw_store_kept *out, struct lw_error *err) {
    const char *const *fields = item->fields;
    const char *title = item->opened.set.entries[0].title;
    struct lw_store_guard guard = levels_guard(&pack->limit);
    struct lw_store_origin origin = {.title = fields[0] != NULL ? fields[0] : title,
                                     .author = fields[1],
                                     .method = fields[3] != NULL ? fields[3] : "editor",
                                     .rules = pack->rules,
                                     .solutions =
                                         fields[2] != NULL ? &item->solution : NULL,
                                     .guard = &guard,
                                     .now_ms = app_now_ms(exchange->app)};
    return lw_store_keep(store, &item->made, &origin, out, err);
}

static lw_status read_fields(struct pack_item *out, const struct lw_json *item,
                             struct lw_error *err) {
    static const char *const keys[4] = {"title", "author", "solution", "method"};
    for (size_t i = 0; i < 4; i++) {
        const struct lw_json *field = lw_json_get(item, keys[i]);
        if (field != NULL && field->type == LW_JSON_TEXT) {
            out->fields[i] = field->text;
        }
        if (out->fields[i] != NULL &&
            strlen(out->fields[i]) > (i == 2 ? 100000 : PACK_MAX_TITLE)) {
            return lw_fail(err, LW_USAGE, 0, 0, "\"%s\" is too long", keys[i]);
        }
    }
    out->solution = (struct lw_stored_solution){.name = "", .moves = out->fields[2]};
    return LW_OK;
}

/* About what the level will take in the store, so that reading ends where storing would:
 * its source with it, and what a text in run-length form is written out. */
static lw_status charge_early(struct new_pack *pack, const struct lw_level *level,
                              size_t len, struct lw_error *err) {
    struct lw_store_guard guard = levels_guard(&pack->early);
    uint32_t width, height;
    level->game->kind->level->size(level, &width, &height);
    uint64_t squares = (uint64_t)width * height;
    size_t source =
        pack->shared.game != NULL && pack->source != NULL ? strlen(pack->source) : 0;
    return guard.text(guard.ctx, level, source + (squares > len ? squares : len), err);
}

/* One level of the list, as far as it can be judged without the store. */
static lw_status read_item(struct exchange *exchange, struct new_pack *pack,
                           const struct lw_json *item, struct pack_item *out,
                           struct lw_error *err) {
    const struct lw_json *text = lw_json_get(item, "text");
    if (item->type == LW_JSON_TEXT && is_id(item->text)) {
        out->id = item->text;
        return LW_OK;
    }
    if (text == NULL || text->type != LW_JSON_TEXT) {
        return lw_fail(err, LW_USAGE, 0, 0,
                       "a level must be an id or an object with \"text\"");
    }
    lw_status status = read_fields(out, item, err);
    if (status == LW_OK) {
        out->is_open = true; /* to be closed also when it fails */
        status = read_text(exchange, pack, text, &out->opened, err);
    }
    if (status == LW_OK) {
        status =
            charge_early(pack, out->opened.set.entries[0].level, text->text_len, err);
    }
    if (status == LW_OK) {
        status = lw_made_level_found(out->opened.set.entries[0].level, &out->made, err);
    }
    if (status == LW_OK && out->fields[2] != NULL) {
        status = levels_replay_early(&pack->limit, &exchange->arena, out->made.level,
                                     out->fields[2], err);
    }
    return status;
}

/* Its id in the store. */
static lw_status put_item(struct exchange *exchange, struct lw_store *store,
                          struct new_pack *pack, const struct pack_item *item,
                          struct lw_store_kept *out, struct lw_error *err) {
    struct lw_store_level row;
    *out = (struct lw_store_kept){.is_new = false};
    if (item->id == NULL) {
        return keep_item(exchange, store, pack, item, out, err);
    }
    (void)snprintf(out->id, sizeof out->id, "%s", item->id);
    lw_status found = lw_store_level_get(store, out->id, &exchange->arena, &row, err);
    return found == LW_OK && strcmp(row.game, pack->kind->name) != 0
               ? lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "this level is of %.40s; all levels of a pack of %s are of "
                         "that game",
                         row.game, pack->kind->title)
               : found;
}

static lw_status put_pack(struct exchange *exchange, struct lw_store *store,
                          struct new_pack *pack, struct lw_store_imported *out,
                          char place[40], struct lw_error *err) {
    size_t n = pack->levels->n_children;
    struct lw_store_kept *kept = lw_arena_zero(&exchange->arena, n, sizeof *kept);
    const char **pointers = lw_arena_zero(&exchange->arena, n, sizeof *pointers);
    if (kept == NULL || pointers == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++) {
        lw_status status =
            put_item(exchange, store, pack, &pack->items[i], &kept[i], err);
        if (status != LW_OK) {
            (void)snprintf(place, 40, "/levels/%zu", i);
            return status;
        }
        out->n_new += kept[i].is_new;
        out->n_known += !kept[i].is_new;
        pointers[i] = kept[i].id;
    }
    struct lw_store_pack row = {.title = pack->title,
                                .game = pack->kind->name,
                                .author = "",
                                .notes = "",
                                .owner = pack_owner(exchange),
                                .created_ms = app_now_ms(exchange->app)};
    lw_status status = lw_store_pack_put(store, &row, pointers, n, err);
    memcpy(out->pack, row.id, sizeof out->pack);
    out->n_members = row.n_levels;
    return status;
}

/* All that takes long, before the store is locked. */
static lw_status read_items(struct exchange *exchange, struct new_pack *pack,
                            char place[40], struct lw_error *err) {
    size_t i = 0;
    pack->items =
        lw_arena_zero(&exchange->arena, pack->levels->n_children, sizeof *pack->items);
    if (pack->items == NULL) {
        return lw_fail_memory(err);
    }
    for (const struct lw_json *it = pack->levels->first; it != NULL; it = it->next, i++) {
        lw_status status = read_item(exchange, pack, it, &pack->items[i], err);
        if (status != LW_OK) {
            (void)snprintf(place, 40, "/levels/%zu", i);
            return status;
        }
    }
    levels_replay_locked(&pack->limit);
    return LW_OK;
}

static void close_pack(struct new_pack *pack) {
    for (size_t i = 0; pack->items != NULL && i < pack->levels->n_children; i++) {
        if (pack->items[i].is_open) {
            lw_opened_close(&pack->items[i].opened);
        }
    }
    if (pack->shared.kind != NULL) {
        lw_opened_close(&pack->shared);
    }
}

static lw_status keep_pack(struct exchange *exchange, struct new_pack *pack,
                           struct lw_store_imported *out, char place[40],
                           struct lw_error *err) {
    struct lw_error end_err = {.status = LW_OK};
    struct lw_store *store = app_store(exchange->app);
    lw_status status = lw_store_begin(store, err);
    if (status == LW_OK) {
        status = put_pack(exchange, store, pack, out, place, err);
        lw_status ended = lw_store_end(store, status == LW_OK, &end_err);
        if (status == LW_OK && ended != LW_OK) {
            status = ended;
            *err = end_err;
        }
    }
    app_give(exchange->app, store);
    return status;
}

static void create_pack(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct new_pack pack;
    struct lw_store_imported result;
    struct lw_collection none;
    char place[40] = "";
    memset(&result, 0, sizeof result);
    if (!read_new_pack(exchange, &pack)) {
        return;
    }
    lw_status status = open_shared(exchange, &pack, place, &err);
    if (status == LW_OK) {
        status = read_items(exchange, &pack, place, &err);
    }
    if (status == LW_OK) {
        status = keep_pack(exchange, &pack, &result, place, &err);
    }
    close_pack(&pack);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, *place != '\0' ? place : NULL);
        return;
    }
    lw_collection_init(&none, exchange->app->alloc);
    pack_reply_made(exchange, &result, &none);
    lw_collection_free(&none);
}

void handle_pack_create(struct exchange *exchange) {
    if (quota_take(exchange, exchange->request.body_len)) {
        checker_run(exchange, create_pack);
    }
}
