/* What the administrator decides while the studio runs: switches and invitations. */
#include <stdio.h>
#include <string.h>

#include "controls.h"
#include "log.h"
#include "routes/handlers.h"

#define MAX_USES 10000
#define MAX_DAYS 3650
#define ANSWER_BYTES 8192 /* all switches; each route has a line */
#define DAY_MS INT64_C(86400000)

void controls_json(struct lw_json_writer *json, const struct app *app) {
    for (int i = 0; i < LW_CONTROL_COUNT; i++) {
        lw_json_bool(json, lw_control_name(i), controls_is_on(app, i));
    }
}

static void reply_controls(struct exchange *exchange) {
    struct lw_json_writer json;
    char name[LW_ROUTE_NAME_SIZE];
    size_t n;
    const struct route *table = routes(&n);
    reply_begin(exchange, 200, &json);
    controls_json(&json, exchange->app);
    lw_json_object(&json, "routes_off");
    for (size_t i = 0; i < n; i++) {
        if ((table[i].gates & GATE_ALWAYS) == 0) {
            route_name(&table[i], name);
            lw_json_bool(&json, name, controls_route_is_off(exchange->app, i));
        }
    }
    lw_json_object_end(&json);
    lw_json_object_end(&json);
}

void handle_controls(struct exchange *exchange) {
    reply_controls(exchange);
}

/* What a request wants to change. */
struct wanted {
    int controls[LW_CONTROL_COUNT]; /* -1: as it is */
    const struct lw_json *routes;   /* name: off? NULL: as they are */
};

static lw_status put_each(struct lw_store *store, const struct wanted *wanted,
                          int64_t now_ms, struct lw_error *err) {
    lw_status status = LW_OK;
    for (int i = 0; i < LW_CONTROL_COUNT && status == LW_OK; i++) {
        if (wanted->controls[i] >= 0) {
            status = lw_store_control_put(store, i, wanted->controls[i] > 0, now_ms, err);
        }
    }
    const struct lw_json *route = wanted->routes == NULL ? NULL : wanted->routes->first;
    for (; route != NULL && status == LW_OK; route = route->next) {
        status = lw_store_route_put(store, route->key, route->type == LW_JSON_TRUE,
                                    now_ms, err);
    }
    return status;
}

/* All that are named, or none. */
static lw_status put_wanted(struct exchange *exchange, const struct wanted *wanted,
                            struct lw_error *err) {
    struct lw_error end_err = {.status = LW_OK};
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_begin(store, err);
    if (status == LW_OK) {
        status = put_each(store, wanted, app_now_ms(exchange->app), err);
        lw_status ended = lw_store_end(store, status == LW_OK, &end_err);
        if (status == LW_OK && ended != LW_OK) {
            status = ended;
            *err = end_err;
        }
    }
    exchange_give(exchange, store);
    return status;
}

static bool read_routes(struct exchange *exchange, const struct lw_json *body,
                        struct wanted *wanted) {
    const struct lw_json *routes_off = lw_json_get(body, "routes_off");
    if (routes_off == NULL || routes_off->type == LW_JSON_NULL) {
        return true;
    }
    if (routes_off->type != LW_JSON_OBJECT) {
        return field_refuse(
            exchange, "routes_off",
            "This must be an object of routes, with true for each that is to be off.");
    }
    for (const struct lw_json *at = routes_off->first; at != NULL; at = at->next) {
        struct lw_error err;
        if (lw_json_get(routes_off, at->key) != at) {
            return field_refuse(exchange, "routes_off", "A route appears twice.");
        }
        if (lw_server_route_check(at->key, &err) != LW_OK) {
            return field_refuse(exchange, "routes_off", err.text);
        }
        if (at->type != LW_JSON_TRUE && at->type != LW_JSON_FALSE) {
            return field_refuse(exchange, "routes_off",
                                "A route's value must be true (off) or false (on).");
        }
    }
    wanted->routes = routes_off;
    return true;
}

static bool read_wanted(struct exchange *exchange, struct wanted *wanted) {
    const struct lw_json *body = exchange_json(exchange);
    if (body == NULL ||
        !fields_check(exchange, body,
                      "read_only closed packs_off jobs_off players_off routes_off")) {
        return false;
    }
    for (int i = 0; i < LW_CONTROL_COUNT; i++) {
        bool on = false;
        const char *name = lw_control_name(i);
        const struct lw_json *member = lw_json_get(body, name);
        if (!field_bool(exchange, body, name, &on)) {
            return false;
        }
        wanted->controls[i] = member == NULL || member->type == LW_JSON_NULL ? -1 : on;
    }
    return read_routes(exchange, body, wanted);
}

static void log_wanted(struct app *app, const struct wanted *wanted) {
    for (int i = 0; i < LW_CONTROL_COUNT; i++) {
        if (wanted->controls[i] >= 0) {
            log_event(app->log, LOG_INFO, "control", "%s is %s", lw_control_name(i),
                      wanted->controls[i] > 0 ? "on" : "off");
        }
    }
    const struct lw_json *route = wanted->routes == NULL ? NULL : wanted->routes->first;
    for (; route != NULL; route = route->next) {
        log_event(app->log, LOG_INFO, "control", "%s is %s", route->key,
                  route->type == LW_JSON_TRUE ? "off" : "on");
    }
}

void handle_controls_set(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct wanted wanted = {.routes = NULL};
    if (!read_wanted(exchange, &wanted) ||
        !budget_reserve_answer(exchange, ANSWER_BYTES)) {
        return;
    }
    lw_status status = put_wanted(exchange, &wanted, &err);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, NULL);
        return;
    }
    controls_tick(exchange->app);
    log_wanted(exchange->app, &wanted);
    reply_controls(exchange);
}

/* Invitations. */

static void invitation_json(struct lw_json_writer *json,
                            const struct lw_store_invitation *row) {
    lw_json_text(json, "id", row->id);
    lw_json_text(json, "note", row->note);
    lw_json_int(json, "uses_left", row->uses_left);
    json_time(json, "created", row->created_ms);
    json_time(json, "expires", row->expires_ms);
}

void handle_invitation_create(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    struct lw_json_writer json;
    char code[LW_STORE_SECRET_SIZE];
    char link[80];
    const char *note = "";
    int64_t uses = 1;
    int64_t days = 7;
    const struct lw_json *body = exchange_json(exchange);
    if (body == NULL || !fields_check(exchange, body, "note uses days") ||
        !field_text(exchange, body, "note", false, 200, &note) ||
        !field_int(exchange, body, (struct field_int){"uses", 1, MAX_USES, false},
                   &uses) ||
        !field_int(exchange, body, (struct field_int){"days", 1, MAX_DAYS, false},
                   &days) ||
        !budget_reserve_answer(exchange, BUDGET_SHORT_ANSWER + 6 * strlen(note))) {
        return;
    }
    int64_t now = app_now_ms(app);
    struct lw_store_invitation row = {.note = note,
                                      .uses_left = uses,
                                      .created_ms = now,
                                      .expires_ms = now + days * DAY_MS};
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_invitation_put(store, &row, code, &err);
    exchange_give(exchange, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, NULL);
        return;
    }
    (void)snprintf(link, sizeof link, "/#/invite/%s", code);
    reply_begin(exchange, 201, &json);
    invitation_json(&json, &row);
    lw_json_text(&json, "code", code);
    lw_json_text(&json, "link", link);
    lw_json_object_end(&json);
}

void handle_invitations(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_json_writer json;
    struct lw_store_invitations list;
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_invitations_list(store, &exchange->arena, &list, &err);
    if (!reply_from_store(exchange, store, status, &err, &json)) {
        return;
    }
    lw_json_array(&json, "invitations");
    for (size_t i = 0; i < list.n; i++) {
        lw_json_object(&json, NULL);
        invitation_json(&json, &list.rows[i]);
        lw_json_object_end(&json);
    }
    lw_json_array_end(&json);
    lw_json_object_end(&json);
}

void handle_invitation_delete(struct exchange *exchange) {
    reply_delete(exchange, lw_store_invitation_delete, exchange->ids[0], "id");
}
