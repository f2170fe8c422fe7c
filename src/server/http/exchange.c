/* The life of one request. */
#include "http/exchange.h"

#include <assert.h>
#include <string.h>

#include "health.h"
#include "http/limits.h"
#include "log.h"
#include "metrics.h"
#include "routes/route.h"

/* What is counted: less than this each of all connections is no burden. */
#define SMALL_BYTES ((size_t)64 * 1024)
/* Of a request that waits, with the few structures that every reader needs. */
#define SMALL_WAITING ((size_t)128 * 1024)

void exchange_init(struct exchange *exchange, struct app *app) {
    memset(exchange, 0, sizeof *exchange);
    exchange->app = app;
    http_response_init(&exchange->response, app->alloc);
    budget_init(exchange);
    lw_arena_init(&exchange->arena, exchange_alloc(exchange));
}

const struct lw_alloc *exchange_alloc(struct exchange *exchange) {
    return &exchange->spending.alloc;
}

struct lw_store *exchange_store(struct exchange *exchange) {
    assert(!exchange->has_store);
    struct lw_store *store = app_store(exchange->app);
    exchange->has_store = true;
    if (exchange->spending.begun) {
        lw_store_meter_set(store, &exchange->spending.meter);
    }
    return store;
}

void exchange_give(struct exchange *exchange, struct lw_store *store) {
    lw_store_meter_set(store, NULL);
    exchange->has_store = false;
    app_give(exchange->app, store);
}

void exchange_pause(struct exchange *exchange) {
    budget_leave(exchange);
    exchange->later = true;
    exchange->pause(exchange);
}

void exchange_let_go(struct exchange *exchange) {
    if (exchange->held > 0) {
        (void)atomic_fetch_sub(&exchange->app->n_held, exchange->held);
        metrics_add(exchange->app->metrics, METRIC_TRAFFIC, -(int64_t)exchange->held);
        exchange->held = 0;
    }
}

void exchange_free(struct exchange *exchange) {
    http_response_free(&exchange->response);
    lw_arena_free(&exchange->arena);
    exchange_let_go(exchange);
}

bool exchange_hold(struct exchange *exchange, size_t bytes) {
    struct app *app = exchange->app;
    if (bytes <= SMALL_BYTES || bytes <= exchange->held) {
        return true;
    }
    size_t more = bytes - exchange->held;
    if (atomic_fetch_add(&app->n_held, more) + more > app->config.traffic_bytes) {
        (void)atomic_fetch_sub(&app->n_held, more);
        return false;
    }
    exchange->held = bytes;
    metrics_add(app->metrics, METRIC_TRAFFIC, (int64_t)more);
    return true;
}

void exchange_refuse_room(struct exchange *exchange) {
    const struct lw_alloc *alloc = exchange->app->alloc;
    lw_buffer_free(&exchange->response.body);
    lw_buffer_init(&exchange->response.body, alloc);
    http_problem(&exchange->response, 503, "busy", NULL,
                 "The server is handling too much data at the moment; try again soon.");
    exchange->response.retry_after_s = 5;
}

void exchange_settle(struct exchange *exchange) {
    lw_arena_free(&exchange->arena);
    exchange->body = NULL;
    exchange_let_go(exchange);
}

bool exchange_hold_waiting(struct exchange *exchange) {
    size_t bytes = exchange->request.body_len + exchange->spending.memory.used_bytes;
    if (bytes <= SMALL_WAITING || exchange_hold(exchange, bytes)) {
        return true;
    }
    exchange_refuse_room(exchange);
    return false;
}

void exchange_fail(struct exchange *exchange, lw_status status,
                   const struct lw_error *err, const char *place) {
    http_problem_status(&exchange->response, status, err, place);
    if (exchange->response.status >= 500) {
        health_note(exchange->app, status);
        log_event(exchange->app->log, LOG_ERROR, "store", "%s", err->text);
    }
}

bool exchange_is_limited(const struct exchange *exchange) {
    return !exchange->is_local || exchange->app->config.rate_loopback;
}

bool exchange_within_rate(struct exchange *exchange, unsigned cost) {
    struct app *app = exchange->app;
    unsigned retry_s = 1;
    if (!exchange_is_limited(exchange) ||
        limits_take(app->limits, exchange->client, cost, app->now_ns(), &retry_s)) {
        return true;
    }
    metrics_add(app->metrics, METRIC_LIMITED, 1);
    http_problem(&exchange->response, 429, "too-many-requests", NULL,
                 "Too many requests from your address; wait %u s.", retry_s);
    exchange->response.retry_after_s = retry_s;
    return false;
}
