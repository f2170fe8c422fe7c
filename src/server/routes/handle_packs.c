/* Packs: list, show, make, import, export. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "http/checker.h"
#include "http/quota.h"
#include "levels/packs.h"
#include "routes/handlers.h"

#define MAX_TITLE 200
#define MAX_PACK 1000
#define WHOLE_PACK ((struct lw_store_page){0, MAX_PACK})

static void pack_json(struct lw_json_writer *json, const struct lw_store_pack *pack) {
    lw_json_text(json, "id", pack->id);
    lw_json_text(json, "title", pack->title);
    lw_json_text(json, "author", pack->author);
    lw_json_text(json, "game", pack->game);
    lw_json_uint(json, "n_levels", pack->n_levels);
    json_time(json, "created", pack->created_ms);
}

void handle_packs(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    struct lw_store_pack_list list;
    struct lw_json_writer json;
    struct paging paging;
    const char *game = NULL;
    if (!parameter_game(exchange, false, &game) || !parameter_paging(exchange, &paging)) {
        return;
    }
    struct lw_store *store = app_store(app);
    lw_status status = lw_store_pack_list(
        store, game,
        (struct lw_store_page){(uint64_t)((paging.page - 1) * paging.per_page),
                               (uint32_t)paging.per_page},
        &exchange->arena, &list, &err);
    app_give(app, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, NULL);
        return;
    }
    reply_begin(exchange, 200, &json);
    lw_json_array(&json, "packs");
    for (size_t i = 0; i < list.n; i++) {
        lw_json_object(&json, NULL);
        pack_json(&json, &list.packs[i]);
        lw_json_object_end(&json);
    }
    lw_json_array_end(&json);
    lw_json_int(&json, "page", paging.page);
    lw_json_int(&json, "per_page", paging.per_page);
    lw_json_uint(&json, "total", list.total);
    lw_json_object_end(&json);
}

/* The pack of the address and its levels; false with a problem in the response. */
static bool get_pack(struct exchange *exchange, struct lw_store_page page,
                     struct lw_store_pack *pack, struct lw_store_level_list *list) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    if (!is_id(exchange->ids[0])) {
        http_problem(&exchange->response, 404, "not-found", "id",
                     "There is no such pack.");
        return false;
    }
    struct lw_store *store = app_store(app);
    lw_status status =
        lw_store_pack_get(store, exchange->ids[0], &exchange->arena, pack, &err);
    if (status == LW_OK && list != NULL) {
        status = lw_store_pack_page(store, exchange->ids[0], page, &exchange->arena, list,
                                    &err);
    }
    app_give(app, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, "id");
    }
    return status == LW_OK;
}

static void write_pack(struct lw_json_writer *json, const struct lw_store_pack *pack,
                       const struct lw_store_level_list *list) {
    pack_json(json, pack);
    lw_json_array(json, "levels");
    for (size_t i = 0; i < list->n; i++) {
        lw_json_object(json, NULL);
        level_json(json, &list->levels[i], NULL);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}

void handle_pack_get(struct exchange *exchange) {
    struct lw_store_pack pack;
    struct lw_store_level_list list;
    struct lw_json_writer json;
    struct paging paging;
    bool is_part = parameter_text(exchange, "page") != NULL ||
                   parameter_text(exchange, "per_page") != NULL;
    if (!parameter_paging(exchange, &paging)) {
        return;
    }
    struct lw_store_page part = {(uint64_t)((paging.page - 1) * paging.per_page),
                                 (uint32_t)paging.per_page};
    if (get_pack(exchange, is_part ? part : WHOLE_PACK, &pack, &list)) {
        reply_begin(exchange, 200, &json);
        write_pack(&json, &pack, &list);
        if (is_part) {
            lw_json_int(&json, "page", paging.page);
            lw_json_int(&json, "per_page", paging.per_page);
        }
        lw_json_object_end(&json);
    }
}

/* What the administrator should look at: packs that an upgrade took from the lists. */
void handle_packs_aside(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    struct lw_store_pack_list list;
    struct lw_json_writer json;
    struct lw_store *store = app_store(app);
    lw_status status = lw_store_packs_aside(store, &exchange->arena, &list, &err);
    app_give(app, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, NULL);
        return;
    }
    reply_begin(exchange, 200, &json);
    lw_json_array(&json, "packs");
    for (size_t i = 0; i < list.n; i++) {
        lw_json_object(&json, NULL);
        pack_json(&json, &list.packs[i]);
        lw_json_text(&json, "reason", list.packs[i].aside);
        lw_json_object_end(&json);
    }
    lw_json_array_end(&json);
    lw_json_object_end(&json);
}

void handle_pack_delete(struct exchange *exchange) {
    reply_delete(exchange, lw_store_pack_delete, exchange->ids[0], "id");
}

static void reply_made(struct exchange *exchange, const struct lw_store_imported *result,
                       const struct lw_collection *set) {
    struct lw_json_writer json;
    reply_begin(exchange, 201, &json);
    lw_json_text(&json, "id", result->pack);
    lw_json_uint(&json, "n_levels", result->n_new + result->n_known);
    lw_json_uint(&json, "inserted", result->n_new);
    lw_json_uint(&json, "duplicates", result->n_known);
    lw_messages_json(&json, set, NULL);
    lw_json_object_end(&json);
}

static const char *owner_of(const struct exchange *exchange) {
    return exchange->player[0] != '\0' ? exchange->player : NULL;
}

/* Moves are replayed before the store is locked: others wait for it then. */
static lw_status replay_all(struct exchange *exchange, const struct lw_collection *set,
                            struct replay_limit *limit, struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < set->n_entries && status == LW_OK; i++) {
        const struct lw_entry *entry = &set->entries[i];
        const struct lw_stored_solution *at = entry->solutions;
        for (; at != NULL && status == LW_OK; at = at->next) {
            status = levels_replay_early(limit, &exchange->arena, entry->level, at->moves,
                                         err);
        }
    }
    levels_replay_locked(limit);
    return status;
}

static void import_pack(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    struct lw_store_imported result;
    struct lw_opened opened;
    struct replay_limit limit = replay_limit_begin();
    const char *game = NULL;
    const char *title = parameter_text(exchange, "title");
    if (!parameter_game(exchange, true, &game)) {
        return;
    }
    struct lw_open_request request = {.alloc = app->alloc,
                                      .kinds = lw_game_kinds(),
                                      .game = game,
                                      .format = parameter_text(exchange, "format"),
                                      .text = exchange->request.body,
                                      .len = exchange->request.body_len,
                                      .limits = {.levels = MAX_PACK}};
    lw_status status = lw_open(&request, &opened, &err);
    if (status == LW_OK) {
        status = replay_all(exchange, &opened.set, &limit, &err);
    }
    if (status == LW_OK) {
        const char *own = opened.set.title != NULL ? opened.set.title : "";
        struct lw_store_guard guard = levels_guard(&limit);
        struct lw_store_import pack = {.title = title != NULL && *title != '\0' ? title
                                                : *own != '\0'                  ? own
                                                               : "Imported levels",
                                       .owner = owner_of(exchange),
                                       .guard = &guard,
                                       .now_ms = app_now_ms(app)};
        struct lw_store *store = app_store(app);
        status = packs_put(store, &opened.set, &pack, &result, &err);
        app_give(app, store);
    }
    if (status == LW_OK) {
        reply_made(exchange, &result, &opened.set);
    } else {
        exchange_fail(exchange, status, &err, NULL);
    }
    lw_opened_close(&opened);
}

/* Read, replayed and stored by the thread that judges requests. */
void handle_pack_import(struct exchange *exchange) {
    const char *game = NULL;
    const char *title = parameter_text(exchange, "title");
    if (!parameter_game(exchange, true, &game)) {
        return;
    }
    if (title != NULL && strlen(title) > MAX_TITLE) {
        http_problem(&exchange->response, 400, "bad-field", "title",
                     "A title may have at most %d bytes.", MAX_TITLE);
    } else if (quota_take(exchange, exchange->request.body_len)) {
        checker_run(exchange, import_pack);
    }
}

/* A pack from JSON. */

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

static bool read_new_pack(struct exchange *exchange, struct new_pack *out) {
    const struct lw_json *body = exchange_json(exchange);
    memset(out, 0, sizeof *out);
    out->limit = out->early = replay_limit_begin();
    if (body == NULL ||
        !field_text(exchange, body, "title", true, MAX_TITLE, &out->title) ||
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
        out->levels->n_children == 0 || out->levels->n_children > MAX_PACK) {
        http_problem(&exchange->response, 400, "bad-field", "/levels",
                     "The body must have \"levels\", a list of 1 to %d.", MAX_PACK);
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
            strlen(out->fields[i]) > (i == 2 ? 100000 : MAX_TITLE)) {
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
                                .owner = owner_of(exchange),
                                .created_ms = app_now_ms(exchange->app)};
    lw_status status = lw_store_pack_put(store, &row, pointers, n, err);
    memcpy(out->pack, row.id, sizeof out->pack);
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
    reply_made(exchange, &result, &none);
    lw_collection_free(&none);
}

void handle_pack_create(struct exchange *exchange) {
    if (quota_take(exchange, exchange->request.body_len)) {
        checker_run(exchange, create_pack);
    }
}

/* Export. */

static void export_json(struct exchange *exchange, const struct lw_store_pack *pack,
                        const struct lw_store_level_list *list, bool lines) {
    struct lw_json_writer json;
    if (!lines) {
        reply_begin(exchange, 200, &json);
        write_pack(&json, pack, list);
        lw_json_object_end(&json);
        return;
    }
    exchange->response.type = "application/x-ndjson";
    for (size_t i = 0; i < list->n; i++) {
        lw_json_begin(&json, &exchange->response.body);
        lw_json_object(&json, NULL);
        level_json(&json, &list->levels[i], NULL);
        lw_json_object_end(&json);
        lw_buffer_putc(&exchange->response.body, '\n');
    }
}

static void name_file(struct exchange *exchange, const char *ending) {
    (void)snprintf(exchange->response.file_name, sizeof exchange->response.file_name,
                   "levelwright-%.8s.%s", exchange->ids[0], ending);
}

void handle_pack_export(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    struct lw_store_pack pack;
    struct lw_store_level_list list;
    lw_status status = LW_OK;
    if (!get_pack(exchange, WHOLE_PACK, &pack, &list)) {
        return;
    }
    const struct lw_game_kind *kind = lw_game_kind_find(pack.game);
    const char *name = parameter_text(exchange, "format");
    if (name == NULL && kind != NULL) {
        name = kind->level->formats[0].name;
    }
    const struct lw_format *format =
        kind == NULL ? NULL : lw_game_format_find(kind, name);
    bool is_png = name != NULL && strcmp(name, "png") == 0;
    if (name != NULL && (strcmp(name, "json") == 0 || strcmp(name, "jsonl") == 0)) {
        export_json(exchange, &pack, &list, strcmp(name, "jsonl") == 0);
    } else if (is_png || (name != NULL && strcmp(name, "svg") == 0)) {
        exchange->response.type = is_png ? "image/png" : "image/svg+xml";
        exchange->response.is_document = true;
        status =
            packs_write_sheet(app, &pack, &list, is_png, &exchange->response.body, &err);
    } else if (format != NULL && format->write != NULL) {
        exchange->response.type = "text/plain; charset=utf-8";
        status =
            packs_write_text(app, &pack, &list, format, &exchange->response.body, &err);
    } else {
        http_problem(&exchange->response, 400, "bad-field", "format",
                     "This game cannot be written in that format; /api/v1/kinds lists "
                     "those it has, and there are json, jsonl, svg and png.");
        return;
    }
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, NULL);
        return;
    }
    name_file(exchange, name);
}
