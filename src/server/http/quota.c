/* Bytes that people store. */
#include "http/quota.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http/limits.h"
#include "metrics.h"

/* A player's id is random already. */
static uint64_t player_number(const char *player) {
    char half[17];
    (void)snprintf(half, sizeof half, "%.16s", player);
    return strtoull(half, NULL, 16);
}

bool quota_take(struct exchange *exchange, size_t n_bytes) {
    struct app *app = exchange->app;
    unsigned retry_s = 1;
    uint64_t now = app->now_ns();
    unsigned cost = n_bytes > UINT32_MAX ? UINT32_MAX : (unsigned)n_bytes;
    if (exchange->is_admin || (exchange->is_local && !app->config.rate_loopback)) {
        return true;
    }
    const char *whose = "You have";
    bool has = exchange->player[0] == '\0' ||
               limits_take(app->stored_by_player, player_number(exchange->player), cost,
                           now, &retry_s);
    if (has) {
        whose = "Your address has";
        has = limits_take(app->stored_by_client, exchange->client, cost, now, &retry_s);
    }
    if (!has) {
        metrics_add(app->metrics, METRIC_LIMITED, 1);
        http_problem(&exchange->response, 429, "too-much-data", NULL,
                     "%s stored as much as is allowed for now; wait %u s.", whose,
                     retry_s);
        exchange->response.retry_after_s = retry_s;
    }
    return has;
}

void quota_charge(struct app *app, const char *owner, size_t n_bytes) {
    if (owner != NULL && strlen(owner) + 1 == LW_STORE_ID_SIZE) {
        limits_charge(app->stored_by_player, player_number(owner), n_bytes,
                      app->now_ns());
    }
}

bool quota_take_act(struct exchange *exchange) {
    struct app *app = exchange->app;
    unsigned retry_s = 1;
    if (exchange->is_admin || (exchange->is_local && !app->config.rate_loopback) ||
        limits_take(app->acts_by_client, exchange->client, 1, app->now_ns(), &retry_s)) {
        return true;
    }
    metrics_add(app->metrics, METRIC_LIMITED, 1);
    http_problem(&exchange->response, 429, "too-many-requests", NULL,
                 "Your address has sent as many packs and reports as it may in a day.");
    exchange->response.retry_after_s = retry_s;
    return false;
}
