/* May this be asked at all? What the operator has switched off, a studio that only reads,
 * a studio for those who were invited. */
#include "controls.h"
#include "metrics.h"
#include "routes/route.h"

static bool switched_off(const struct app *app, unsigned gates) {
    return ((gates & GATE_PACKS) != 0 && controls_is_on(app, LW_CONTROL_PACKS_OFF)) ||
           ((gates & GATE_JOBS) != 0 && controls_is_on(app, LW_CONTROL_JOBS_OFF)) ||
           ((gates & GATE_PLAYERS) != 0 && controls_is_on(app, LW_CONTROL_PLAYERS_OFF));
}

bool access_check(struct exchange *exchange) {
    const struct route *route = exchange->route;
    size_t n;
    if (switched_off(exchange->app, route->gates) ||
        controls_route_is_off(exchange->app, (size_t)(route - routes(&n)))) {
        http_problem(&exchange->response, 403, "switched-off", NULL,
                     "The operator of this studio has switched this off for now.");
        return false;
    }
    bool stores = !http_only_reads(&exchange->request) && route->auth != AUTH_ADMIN &&
                  (route->gates & GATE_ASKS) == 0;
    if (stores && controls_is_on(exchange->app, LW_CONTROL_READ_ONLY)) {
        http_problem(&exchange->response, 503, "read-only", NULL,
                     "The studio is read-only at the moment; nothing was stored. Try "
                     "again later.");
        exchange->response.retry_after_s = 60;
        return false;
    }
    return true;
}

enum route_auth access_auth(const struct exchange *exchange) {
    const struct route *route = exchange->route;
    bool is_public = route->auth == AUTH_NONE || route->auth == AUTH_MAYBE;
    return is_public && (route->gates & GATE_OPEN) == 0 &&
                   controls_is_on(exchange->app, LW_CONTROL_CLOSED)
               ? AUTH_INVITED
               : route->auth;
}
