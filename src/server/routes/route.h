/* A route: method and address, who may ask, what it costs; and the way from a request to
 * its handler. */
#ifndef ROUTE_H
#define ROUTE_H

#include "http/exchange.h"

typedef void (*route_fn)(struct exchange *exchange);

/* AUTH_LOCAL: the administrator, or whoever is on this machine. */
enum route_auth {
    AUTH_NONE,
    AUTH_MAYBE,
    AUTH_PLAYER,
    AUTH_EITHER,
    AUTH_ADMIN,
    AUTH_LOCAL
};
enum route_body { BODY_NONE, BODY_JSON, BODY_TEXT, BODY_ANY };

struct route {
    enum http_method method;
    const char *pattern; /* "/api/v1/packs/{id}" */
    route_fn handle;
    enum route_auth auth;
    enum route_body body;
    unsigned cost;     /* in requests, for the rate limit */
    const char *query; /* the parameters it knows, separated by blanks */
};
const struct route *routes(size_t *n);

#define BODY_LIMIT ((size_t)1024 * 1024)
#define IMPORT_LIMIT ((size_t)4 * 1024 * 1024)

/* Finds the route of the address; the rest may need it early. */
void app_route(struct exchange *exchange);
/* Largest body that the route takes; 0 when there is no route. */
size_t app_body_limit(const struct exchange *exchange);
/* What can be said before the body: false with a problem in the response. */
bool app_check_head(struct exchange *exchange);
/* The whole of a request: checks, rate limit, route, handler. May leave exchange->later
 * set. */
void app_handle(struct exchange *exchange);
/* Instead, when the body is larger than that and was not read: what is wrong with the
 * rest of the request, or else with the body. */
void app_refuse_body(struct exchange *exchange);

/* Finds out who asks; false with a problem in the response. */
bool auth_check(struct exchange *exchange, enum route_auth auth);

#endif
