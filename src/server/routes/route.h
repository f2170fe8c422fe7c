/* A route: method and address, who may ask, what it costs; and the way from a request to
 * its handler. */
#ifndef ROUTE_H
#define ROUTE_H

#include "http/exchange.h"

typedef void (*route_fn)(struct exchange *exchange);

/* AUTH_LOCAL: the administrator, or whoever is on this machine. AUTH_INVITED: either, and
 * nobody else, because the studio is closed. */
enum route_auth {
    AUTH_NONE,
    AUTH_MAYBE,
    AUTH_PLAYER,
    AUTH_PERSON, /* who takes part in the study of the address */
    AUTH_EITHER,
    AUTH_ADMIN,
    AUTH_LOCAL,
    AUTH_INVITED
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
    struct budget budget;
    unsigned gates; /* which switches it has */
};
/* Switched off by packs_off, jobs_off, players_off; open to strangers of a closed studio;
 * asks, although it is a POST; cannot be switched off. */
enum route_gate {
    GATE_PACKS = 1,
    GATE_JOBS = 2,
    GATE_PLAYERS = 4,
    GATE_OPEN = 8,
    GATE_ASKS = 16,
    GATE_ALWAYS = 32
};
const struct route *routes(size_t *n);
const char *route_method(const struct route *route);
/* "GET /api/v1/packs/{id}" */
void route_name(const struct route *route, char name[LW_ROUTE_NAME_SIZE]);
/* The line of the table; false when there is no such route or it is always on. */
bool route_find_name(const char *name, size_t *line);

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

/* Is the route switched on, and may it store? False with a problem in the response. */
bool access_check(struct exchange *exchange);
/* Who may ask for it, as the studio is now. */
enum route_auth access_auth(const struct exchange *exchange);
/* Finds out who asks; false with a problem in the response. */
bool auth_check(struct exchange *exchange, enum route_auth auth);

#endif
