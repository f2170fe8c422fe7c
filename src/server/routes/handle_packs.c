/* Packs: list, show, make, import, export. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "http/checker.h"
#include "http/quota.h"
#include "levels/packs.h"
#include "routes/handlers.h"
#include "routes/packs_internal.h"

#define WHOLE_PACK ((struct lw_store_page){0, PACK_MAX_LEVELS})

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

/* Whoever made a pack may remove it; its levels stay. */
void handle_own_pack_delete(struct exchange *exchange) {
    struct lw_store_pack pack;
    if (!get_pack(exchange, WHOLE_PACK, &pack, NULL)) {
        return;
    }
    if (!exchange->is_admin &&
        (pack.owner == NULL || strcmp(pack.owner, exchange->player) != 0)) {
        http_problem(&exchange->response, 403, "forbidden", "id",
                     "This pack belongs to somebody else.");
        return;
    }
    reply_delete(exchange, lw_store_pack_delete, exchange->ids[0], "id");
}

void handle_pack_delete(struct exchange *exchange) {
    reply_delete(exchange, lw_store_pack_delete, exchange->ids[0], "id");
}

void pack_reply_made(struct exchange *exchange, const struct lw_store_imported *result,
                     const struct lw_collection *set) {
    struct lw_json_writer json;
    reply_begin(exchange, 201, &json);
    lw_json_text(&json, "id", result->pack);
    lw_json_uint(&json, "n_levels", result->n_members);
    lw_json_uint(&json, "inserted", result->n_new);
    lw_json_uint(&json, "duplicates", result->n_known);
    lw_messages_json(&json, set, NULL);
    lw_json_object_end(&json);
}

const char *pack_owner(const struct exchange *exchange) {
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
                                      .limits = {.levels = PACK_MAX_LEVELS}};
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
                                       .owner = pack_owner(exchange),
                                       .guard = &guard,
                                       .now_ms = app_now_ms(app)};
        struct lw_store *store = app_store(app);
        status = packs_put(store, &opened.set, &pack, &result, &err);
        app_give(app, store);
    }
    if (status == LW_OK) {
        pack_reply_made(exchange, &result, &opened.set);
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
    if (title != NULL && strlen(title) > PACK_MAX_TITLE) {
        http_problem(&exchange->response, 400, "bad-field", "title",
                     "A title may have at most %d bytes.", PACK_MAX_TITLE);
    } else if (quota_take(exchange, exchange->request.body_len)) {
        checker_run(exchange, import_pack);
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
