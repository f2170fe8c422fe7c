/* From request to response: checks, route, handler. No sockets here. */
#include <string.h>
#include <strings.h>

#include "http/assets.h"
#include "http/guard.h"
#include "routes/fields.h"
#include "routes/route.h"

/* Does the path fit the pattern? ids receive the segments that stand for {…}. */
static bool fits(const char *pattern, const struct http_uri *uri, const char *ids[2]) {
    size_t n_ids = 0;
    for (size_t i = 0; i < uri->n_segments; i++) {
        if (*pattern++ != '/') {
            return false;
        }
        size_t len = strcspn(pattern, "/");
        if (*pattern == '{') {
            ids[n_ids++] = uri->segments[i];
        } else if (strlen(uri->segments[i]) != len ||
                   memcmp(pattern, uri->segments[i], len) != 0) {
            return false;
        }
        pattern += len;
    }
    return *pattern == '\0';
}

static const struct route *find_route(struct exchange *exchange) {
    size_t n;
    const struct route *table = routes(&n);
    unsigned method =
        exchange->request.method == HTTP_HEAD ? HTTP_GET : exchange->request.method;
    for (size_t i = 0; i < n && !exchange->uri.slash_end; i++) {
        const char *ids[2] = {NULL, NULL};
        if (!fits(table[i].pattern, &exchange->uri, ids)) {
            continue;
        }
        if (table[i].method == method) {
            memcpy(exchange->ids, ids, sizeof ids);
            return &table[i];
        }
        exchange->allow |= table[i].method;
    }
    return NULL;
}

void app_route(struct exchange *exchange) {
    const char *target = exchange->request.target;
    exchange->address = strlen(target) > HTTP_MAX_URI           ? ADDRESS_LONG
                        : http_uri_read(target, &exchange->uri) ? ADDRESS_GOOD
                                                                : ADDRESS_BAD;
    exchange->route = exchange->address == ADDRESS_GOOD ? find_route(exchange) : NULL;
}

size_t app_body_limit(const struct exchange *exchange) {
    return (size_t)budget_of_body(exchange);
}

static bool has_type(const char *header, const char *type) {
    size_t len = strlen(type);
    return header != NULL && strncasecmp(header, type, len) == 0 &&
           (header[len] == '\0' || header[len] == ';' || header[len] == ' ');
}

static bool body_fits(struct exchange *exchange, const struct route *route) {
    const struct http_request *request = &exchange->request;
    const char *type = route->body == BODY_JSON ? "application/json" : "text/plain";
    if (route->body == BODY_NONE || route->body == BODY_ANY ||
        has_type(request->content_type, type)) {
        return true;
    }
    http_problem(&exchange->response, 415, "unsupported-media-type", "Content-Type",
                 "The body must be sent as %s.", type);
    return false;
}

static bool is_api(const struct http_uri *uri) {
    return uri->n_segments > 0 && strcmp(uri->segments[0], "api") == 0;
}

/* A page or file of the studio. */
static bool is_asset(const struct exchange *exchange) {
    return exchange->allow == 0 && !is_api(&exchange->uri);
}

static void no_route(struct exchange *exchange) {
    unsigned allow = is_asset(exchange) ? HTTP_GET : exchange->allow;
    if (allow != 0) {
        http_problem(&exchange->response, 405, "method-not-allowed", NULL,
                     "This address does not support that method.");
        exchange->response.allow = allow;
        return;
    }
    http_problem(&exchange->response, 404, "not-found", NULL,
                 "There is nothing at this address; /api/v1/openapi.json lists what "
                 "there is.");
}

/* What is refused costs as much as what is not, so the rate comes first. */
bool app_check_head(struct exchange *exchange) {
    if (exchange->address == ADDRESS_UNREAD) {
        app_route(exchange);
    }
    const struct route *route = exchange->route;
    if (!exchange_within_rate(exchange, route == NULL ? 1 : route->cost)) {
        return false;
    }
    if (exchange->is_shut) {
        http_problem(&exchange->response, 403, "not-allowed", NULL,
                     "This server answers to other addresses only (serve --allow).");
        return false;
    }
    if (!guard_check(exchange)) {
        return false;
    }
    if (exchange->address == ADDRESS_LONG) {
        http_problem(&exchange->response, 414, "address-too-long", NULL,
                     "The address may have at most %d bytes.", HTTP_MAX_URI);
        return false;
    }
    if (exchange->address == ADDRESS_BAD) {
        http_problem(&exchange->response, 400, "bad-address", NULL,
                     "The address is not well formed.");
        return false;
    }
    if (route == NULL && !(is_asset(exchange) && http_only_reads(&exchange->request))) {
        no_route(exchange);
        return false;
    }
    return route == NULL || parameters_check(exchange);
}

void app_refuse_body(struct exchange *exchange) {
    if (app_check_head(exchange)) {
        budget_refuse_body(exchange);
    }
}

void app_handle(struct exchange *exchange) {
    if (!app_check_head(exchange)) {
        return;
    }
    const struct route *route = exchange->route;
    budget_begin(exchange);
    if (route == NULL) {
        assets_serve(exchange);
    } else if (access_check(exchange) && body_fits(exchange, route) &&
               auth_check(exchange, access_auth(exchange)) &&
               (http_only_reads(&exchange->request) ||
                budget_reserve_answer(exchange, BUDGET_SHORT_ANSWER))) {
        route->handle(exchange);
    }
    if (!exchange->later) {
        budget_settle(exchange);
    }
}
