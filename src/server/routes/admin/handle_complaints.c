/* Complaints about levels and packs, their review, and how much one player may bring. */
#include <stdio.h>
#include <string.h>

#include "http/quota.h"
#include "levels/levels.h"
#include "log.h"
#include "routes/handlers.h"
#include "routes/levels/packs_internal.h"

#define REASONS "offensive|broken|copied|spam|other"
#define DAY_MS INT64_C(86400000)
#define MAX_SHOWN_BYTES ((size_t)64 << 10)
/* What one player may bring, a day and in all. */
#define PACKS_A_DAY 30
#define PACKS_IN_ALL 300
#define LEVELS_A_DAY 3000
#define LEVELS_IN_ALL 20000

/* The thing that a body is about; false with a problem in the response. */
static bool read_thing(struct exchange *exchange, const struct lw_json *body,
                       enum lw_store_thing *thing, const char **id) {
    const char *name = NULL;
    if (!field_text(exchange, body, "thing", true, 10, &name) ||
        !field_id(exchange, body, "id", true, id)) {
        return false;
    }
    if (strcmp(name, "level") != 0 && strcmp(name, "pack") != 0) {
        return field_refuse(exchange, "thing", "This must be level or pack.");
    }
    *thing = strcmp(name, "level") == 0 ? LW_STORE_LEVEL : LW_STORE_PACK;
    return true;
}

void handle_complaint(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_store_complaint complaint = {.reporter = exchange->player, .client = ""};
    struct lw_json_writer json;
    char client[20];
    const char *reason = "";
    const char *note = "";
    const struct lw_json *body = exchange_json(exchange);
    if (body == NULL || !fields_once(exchange, body, "thing id reason note") ||
        !read_thing(exchange, body, &complaint.thing, &complaint.id) ||
        !field_choice(exchange, body, "reason", REASONS, &reason) ||
        !field_text(exchange, body, "note", false, LW_STORE_COMPLAINT_NOTE, &note)) {
        return;
    }
    if (*reason == '\0') {
        (void)field_refuse(
            exchange, "reason",
            "The reason must be offensive, broken, copied, spam or other.");
        return;
    }
    if (!quota_take_act(exchange)) {
        return;
    }
    if (!exchange->is_local) {
        (void)snprintf(client, sizeof client, "%016llx",
                       (unsigned long long)exchange->client);
        complaint.client = client;
    }
    complaint.reason = reason;
    complaint.note = note;
    complaint.made_ms = app_now_ms(exchange->app);
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_complaint_put(store, &complaint, &err);
    exchange_give(exchange, store);
    if (status == LW_LIMIT) {
        http_problem(&exchange->response, 429, "too-many-requests", NULL, "%s", err.text);
        exchange->response.retry_after_s = 3600;
    } else if (status != LW_OK) {
        exchange_fail(exchange, status, &err, "/id");
    } else {
        reply_begin(exchange, 201, &json);
        lw_json_bool(&json, "reported", true);
        lw_json_object_end(&json);
    }
}

/* Review. */

static void case_json(struct lw_json_writer *json, const struct lw_store_case *at) {
    lw_json_object(json, NULL);
    lw_json_text(json, "thing", at->thing == LW_STORE_LEVEL ? "level" : "pack");
    lw_json_text(json, "id", at->id);
    lw_json_text(json, "title", at->title);
    lw_json_text(json, "author", at->author);
    lw_json_text(json, "game", at->game);
    lw_json_text(json, "owner", at->owner);
    lw_json_bool(json, "hidden", at->is_aside);
    lw_json_int(json, "n_complaints", at->n_complaints);
    lw_json_int(json, "n_addresses", at->n_clients);
    if (at->has_level) {
        lw_json_object(json, "level");
        level_json(json, &at->level, NULL);
        lw_json_object_end(json);
    }
    lw_json_array(json, "complaints");
    for (size_t i = 0; i < at->n; i++) {
        lw_json_object(json, NULL);
        lw_json_text(json, "reporter", at->complaints[i].reporter);
        lw_json_text(json, "reason", at->complaints[i].reason);
        lw_json_text(json, "note", at->complaints[i].note);
        json_time(json, "made", at->complaints[i].made_ms);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
    lw_json_object_end(json);
}

/* A level for its picture, unless it is so heavy that many would not fit an answer. */
static lw_status show_levels(struct exchange *exchange, struct lw_store *store,
                             struct lw_store_case_list *list, struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < list->n && status == LW_OK; i++) {
        struct lw_store_case *at = &list->cases[i];
        at->has_level =
            at->has_level && at->level.text_len + at->level.source_len <= MAX_SHOWN_BYTES;
        if (at->has_level) {
            status = levels_make_whole(store, &at->level, &exchange->arena, err);
        }
    }
    return status;
}

void handle_cases(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_store_case_list list;
    struct lw_json_writer json;
    struct paging paging;
    if (!parameter_paging(exchange, &paging)) {
        return;
    }
    struct lw_store *store = exchange_store(exchange);
    lw_store_see_as_of(store, NULL);
    lw_status status = lw_store_case_list(
        store,
        (struct lw_store_page){(uint64_t)((paging.page - 1) * paging.per_page),
                               (uint32_t)paging.per_page},
        &exchange->arena, &list, &err);
    if (status == LW_OK) {
        status = show_levels(exchange, store, &list, &err);
    }
    if (!reply_from_store(exchange, store, status, &err, &json)) {
        return;
    }
    lw_json_array(&json, "cases");
    for (size_t i = 0; i < list.n; i++) {
        case_json(&json, &list.cases[i]);
    }
    lw_json_array_end(&json);
    reply_end_page(&json, &paging, list.total);
}

static lw_status decide(struct exchange *exchange, const struct lw_json *body,
                        const char *decision, bool *is_read, struct lw_error *err) {
    enum lw_store_thing thing;
    const char *id = NULL;
    bool ignores = strcmp(decision, "ignore") == 0;
    *is_read = ignores ? field_id(exchange, body, "reporter", true, &id)
                       : read_thing(exchange, body, &thing, &id);
    if (!*is_read) {
        return LW_USAGE;
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status =
        ignores ? lw_store_reporter_ignore(store, id, err)
                : lw_store_case_decide(store, thing, id,
                                       strcmp(decision, "keep") == 0 ? LW_STORE_KEEP_IT
                                       : strcmp(decision, "remove") == 0
                                           ? LW_STORE_REMOVE_IT
                                           : LW_STORE_REMOVE_OWNER,
                                       err);
    exchange_give(exchange, store);
    return status;
}

void handle_decision(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_json_writer json;
    const char *decision = "";
    bool is_read = false;
    const struct lw_json *body = exchange_json(exchange);
    if (body == NULL || !fields_once(exchange, body, "decision thing id reporter") ||
        !field_choice(exchange, body, "decision", "keep|remove|remove-owner|ignore",
                      &decision)) {
        return;
    }
    if (*decision == '\0') {
        (void)field_refuse(exchange, "decision",
                           "The decision must be keep, remove, remove-owner or ignore.");
        return;
    }
    lw_status status = decide(exchange, body, decision, &is_read, &err);
    if (!is_read) {
        return;
    }
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err,
                      strcmp(decision, "ignore") == 0 ? "/reporter" : "/id");
        return;
    }
    reply_begin(exchange, 200, &json);
    lw_json_text(&json, "decided", decision);
    lw_json_object_end(&json);
}

/* Limits. */

bool pack_may_begin(struct exchange *exchange, size_t n_levels) {
    struct lw_store *store = exchange_store(exchange);
    bool may = pack_within_limits(exchange, store, n_levels);
    exchange_give(exchange, store);
    return may;
}

bool pack_within_limits(struct exchange *exchange, struct lw_store *store,
                        size_t n_levels) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    struct lw_store_brought brought = {0};
    if (exchange->is_admin || exchange->player[0] == '\0' ||
        (exchange->is_local && !app->config.rate_loopback)) {
        return true;
    }
    lw_status status = lw_store_brought_by(store, exchange->player,
                                           app_now_ms(app) - DAY_MS, &brought, &err);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, NULL);
        return false;
    }
    int64_t n = (int64_t)n_levels;
    bool is_full = brought.packs >= PACKS_IN_ALL || brought.levels + n > LEVELS_IN_ALL;
    if (is_full) {
        http_problem(&exchange->response, 422, "limit", NULL,
                     "A player may have %d packs and %d levels here; delete packs that "
                     "are no longer needed.",
                     PACKS_IN_ALL, LEVELS_IN_ALL);
    } else if (brought.recent_packs >= PACKS_A_DAY ||
               brought.recent_levels + n > LEVELS_A_DAY) {
        is_full = true;
        http_problem(&exchange->response, 429, "too-many-requests", NULL,
                     "A player may send %d packs and %d levels a day.", PACKS_A_DAY,
                     LEVELS_A_DAY);
        exchange->response.retry_after_s = 3600;
    }
    return !is_full;
}
