/* Packs: list, show, import, remove. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "http/checker.h"
#include "http/quota.h"
#include "levels/engine.h"
#include "levels/levels.h"
#include "lw/work/pool.h"
#include "routes/handlers.h"
#include "routes/levels/packs_internal.h"

void pack_json(struct lw_json_writer *json, const struct lw_store_pack *pack) {
    lw_json_text(json, "id", pack->id);
    lw_json_text(json, "title", pack->title);
    lw_json_text(json, "author", pack->author);
    lw_json_text(json, "game", pack->game);
    lw_json_uint(json, "n_levels", pack->n_levels);
    json_time(json, "created", pack->created_ms);
}

void handle_packs(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_store_pack_list list;
    struct lw_json_writer json;
    struct paging paging;
    const char *game = NULL;
    const char *order = "best";
    if (!parameter_game(exchange, false, &game) ||
        !parameter_choice(exchange, "order", "best|newest", &order) ||
        !parameter_paging(exchange, &paging)) {
        return;
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status =
        lw_store_pack_list(store,
                           &(struct lw_store_pack_filter){
                               .game = game,
                               .best = strcmp(order, "best") == 0,
                               .page = {(uint64_t)((paging.page - 1) * paging.per_page),
                                        (uint32_t)paging.per_page}},
                           &exchange->arena, &list, &err);
    if (!reply_from_store(exchange, store, status, &err, &json)) {
        return;
    }
    lw_json_array(&json, "packs");
    for (size_t i = 0; i < list.n; i++) {
        lw_json_object(&json, NULL);
        pack_json(&json, &list.packs[i]);
        lw_json_object_end(&json);
    }
    lw_json_array_end(&json);
    reply_end_page(&json, &paging, list.total);
}

bool pack_get(struct exchange *exchange, const struct lw_store_page *levels,
              struct whole_pack *out) {
    struct lw_error err = {.status = LW_OK};
    if (!is_id(exchange->ids[0])) {
        http_problem(&exchange->response, 404, "not-found", "id",
                     "There is no such pack.");
        return false;
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status =
        lw_store_pack_get(store, exchange->ids[0], &exchange->arena, &out->pack, &err);
    if (status == LW_OK && levels != NULL) {
        status = lw_store_pack_page(store, exchange->ids[0], *levels, &exchange->arena,
                                    &out->levels, &err);
    }
    if (status == LW_OK && levels != NULL) {
        status = lw_store_source_list(store, &out->levels, &exchange->arena,
                                      &out->sources, &err);
    }
    exchange_give(exchange, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, "id");
    }
    return status == LW_OK;
}

static void write_pack(struct lw_json_writer *json, const struct whole_pack *pack) {
    pack_json(json, &pack->pack);
    level_list_json(json, &pack->levels, &pack->sources);
}

static void show_pack(struct exchange *exchange) {
    struct whole_pack pack;
    struct lw_json_writer json;
    struct paging paging;
    bool is_part = parameter_text(exchange, "page") != NULL ||
                   parameter_text(exchange, "per_page") != NULL;
    if (!parameter_paging(exchange, &paging)) {
        return;
    }
    struct lw_store_page part = {(uint64_t)((paging.page - 1) * paging.per_page),
                                 (uint32_t)paging.per_page};
    if (pack_get(exchange, is_part ? &part : &PACK_WHOLE, &pack)) {
        reply_begin(exchange, 200, &json);
        write_pack(&json, &pack);
        if (is_part) {
            lw_json_int(&json, "page", paging.page);
            lw_json_int(&json, "per_page", paging.per_page);
        }
        lw_json_object_end(&json);
    }
}

/* Megabytes of levels take tens of milliseconds: not on the threads that answer. */
void handle_pack_get(struct exchange *exchange) {
    prover_run(exchange, show_pack);
}

/* What the administrator should look at: packs that an upgrade took from the lists. */
void handle_packs_aside(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_store_pack_list list;
    struct lw_json_writer json;
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_packs_aside(store, &exchange->arena, &list, &err);
    if (!reply_from_store(exchange, store, status, &err, &json)) {
        return;
    }
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
    struct whole_pack pack;
    if (!pack_get(exchange, NULL, &pack)) {
        return;
    }
    if (!exchange->is_admin &&
        (pack.pack.owner == NULL || strcmp(pack.pack.owner, exchange->player) != 0)) {
        http_problem(&exchange->response, 403, "forbidden", "id",
                     "This pack belongs to somebody else.");
        return;
    }
    reply_delete(exchange, lw_store_pack_delete, exchange->ids[0], "id");
}

void handle_pack_delete(struct exchange *exchange) {
    reply_delete(exchange, lw_store_pack_delete, exchange->ids[0], "id");
}

void pack_reply_created(struct exchange *exchange, const struct lw_store_imported *result,
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

/* Levels that were refused are messages, with the others of reading. */
static void add_messages(struct lw_collection *set, const struct lw_work_read *read) {
    for (size_t i = 0; i < read->n_messages; i++) {
        const struct lw_message *at = &read->messages[i];
        lw_collection_message(set, at->is_error, at->line, at->column, "%s", at->text);
    }
}

static bool is_refusal(lw_status status) {
    return status == LW_BAD_INPUT || status == LW_UNSUPPORTED;
}

/* What cannot be played is left out, with a message. */
static lw_status add_levels(struct exchange *exchange, struct new_pack *pack,
                            const struct lw_work_read *read, struct lw_collection *set,
                            struct lw_error *err) {
    pack->items =
        lw_arena_zero(&exchange->arena, read->n_levels + 1, sizeof *pack->items);
    if (pack->items == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < read->n_levels; i++) {
        const struct lw_work_level *level = &read->levels[i];
        struct lw_store_origin origin = {.title = level->title, .author = level->author};
        lw_status status =
            level->refused != NULL
                ? lw_fail(err, LW_BAD_INPUT, 0, 0, "%.300s", level->refused)
                : pack_add(exchange, pack, &level->found, &origin, err);
        if (is_refusal(status)) {
            lw_collection_message(set, true, level->line, 0, "level %zu: %s", i + 1,
                                  err->text);
        } else if (status != LW_OK) {
            return status;
        }
    }
    return pack->n_items > 0 ? LW_OK
                             : lw_fail(err, LW_BAD_INPUT, 0, 0,
                                       "there is no level in this that can be played%s%s",
                                       set->n_messages > 0 ? ": " : "",
                                       set->n_messages > 0 ? set->messages[0].text : "");
}

static lw_status read_file(struct exchange *exchange, const char *game,
                           struct lw_work_result *out, struct lw_error *err) {
    struct lw_work_text text = {.text = exchange->request.body,
                                .len = exchange->request.body_len};
    struct lw_work_levels levels = {.game = game,
                                    .format = parameter_text(exchange, "format"),
                                    .texts = &text,
                                    .n_texts = 1,
                                    .max_levels = PACK_MAX_LEVELS,
                                    .most = engine_costs()};
    lw_status status = engine_read(exchange, &levels, out, err);
    return status == LW_OK && out->read.n_levels > PACK_MAX_LEVELS
               ? lw_work_bad_reply(err)
               : status;
}

static const char *title_of(const struct exchange *exchange, const char *own) {
    const char *title = parameter_text(exchange, "title");
    return title != NULL && *title != '\0' ? title
           : own != NULL && *own != '\0'   ? own
                                           : "Imported levels";
}

/* The messages of reading are in the answer, and known before anything is stored. */
static bool reserve_messages(struct exchange *exchange, const struct lw_collection *set) {
    struct lw_json_writer json;
    struct lw_buffer text;
    lw_buffer_init(&text, exchange_alloc(exchange));
    lw_json_begin(&json, &text);
    lw_messages_json(&json, set, NULL);
    size_t len = lw_buffer_ok(&text) ? text.len : SIZE_MAX - BUDGET_SHORT_ANSWER;
    lw_buffer_free(&text);
    return budget_reserve_answer(exchange, BUDGET_SHORT_ANSWER + len);
}

static void import_pack(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_store_imported imported;
    struct lw_work_result result;
    struct lw_collection set;
    const char *game = NULL;
    bool is_refused = false;
    size_t at;
    if (!parameter_game(exchange, true, &game)) {
        return;
    }
    lw_status status = read_file(exchange, game, &result, &err);
    if (status == LW_OK && !pack_may_begin(exchange, result.read.n_levels)) {
        return;
    }
    lw_collection_init(&set, exchange_alloc(exchange));
    if (status == LW_OK) {
        struct new_pack pack = {.kind = lw_game_kind_find(game),
                                .title = title_of(exchange, result.read.title),
                                .author = result.read.author,
                                .replay_left = result.replay_left};
        add_messages(&set, &result.read);
        status = add_levels(exchange, &pack, &result.read, &set, &err);
        if (status == LW_OK && !reserve_messages(exchange, &set)) {
            lw_collection_free(&set);
            return;
        }
        if (status == LW_OK) {
            status = pack_keep(exchange, &pack, &imported, &at, &err);
            is_refused = pack.is_refused;
        }
    }
    if (status == LW_OK) {
        pack_reply_created(exchange, &imported, &set);
    } else if (!is_refused) {
        exchange_fail(exchange, status, &err, NULL);
    }
    lw_collection_free(&set);
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
    } else if (quota_take(exchange, exchange->request.body_len) &&
               quota_take_act(exchange)) {
        checker_run(exchange, import_pack);
    }
}
