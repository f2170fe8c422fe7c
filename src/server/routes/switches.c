/* Routes by name, for the operator who switches one of them off. */
#include <stdio.h>
#include <string.h>

#include "routes/route.h"

const char *route_method(const struct route *route) {
    return route->method == HTTP_GET    ? "GET"
           : route->method == HTTP_POST ? "POST"
                                        : "DELETE";
}

void route_name(const struct route *route, char name[LW_ROUTE_NAME_SIZE]) {
    (void)snprintf(name, LW_ROUTE_NAME_SIZE, "%s %s", route_method(route),
                   route->pattern);
}

bool route_find_name(const char *name, size_t *line) {
    size_t n;
    const struct route *table = routes(&n);
    for (size_t i = 0; i < n; i++) {
        char own[LW_ROUTE_NAME_SIZE];
        route_name(&table[i], own);
        if (strcmp(own, name) == 0) {
            *line = i;
            return (table[i].gates & GATE_ALWAYS) == 0;
        }
    }
    return false;
}

const char *lw_server_route_name(size_t i, char name[LW_ROUTE_NAME_SIZE]) {
    size_t n;
    const struct route *table = routes(&n);
    for (size_t line = 0; line < n; line++) {
        if ((table[line].gates & GATE_ALWAYS) == 0 && i-- == 0) {
            route_name(&table[line], name);
            return name;
        }
    }
    return NULL;
}

lw_status lw_server_route_check(const char *name, struct lw_error *err) {
    size_t line;
    return route_find_name(name, &line)
               ? LW_OK
               : lw_fail(err, LW_USAGE, 0, 0,
                         "'%.80s' is not a route that can be switched off; routes are "
                         "written like 'GET /api/v1/packs/{id}'",
                         name);
}
