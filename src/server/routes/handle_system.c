/* Health, numbers, the interface's own description. */
#include "http/assets.h"
#include "http/tls.h"
#include "lw/platform.h"
#include "lw/work/pool.h"
#include "metrics.h"
#include "routes/handlers.h"

/* Where engine work of strangers is done, and how well that is shut off. */
static void workers_json(struct app *app, struct lw_json_writer *json) {
    struct lw_work_state state;
    char lacking[80];
    lw_work_pool_state(app->work, &state);
    lw_sandbox_names(state.is_process ? state.lacking : 0, lacking, sizeof lacking);
    lw_json_object(json, "workers");
    lw_json_text(json, "sandbox",
                 !state.is_process    ? "none"
                 : lacking[0] == '\0' ? "full"
                                      : "partial");
    lw_json_text(json, "lacking", lacking);
    lw_json_uint(json, "died", state.n_died);
    lw_json_object_end(json);
}

void handle_health(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    struct lw_json_writer json;
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_ping(store, &err);
    const char *kind = lw_store_kind(store);
    exchange_give(exchange, store);
    int storage = atomic_load(&app->storage);
    bool is_well = status == LW_OK && storage == LW_OK;
    reply_begin(exchange, is_well ? 200 : 503, &json);
    lw_json_text(&json, "status", is_well ? "ok" : "degraded");
    lw_json_text(&json, "storage",
                 storage == LW_OK     ? "ok"
                 : storage == LW_FULL ? "full"
                                      : "failing");
    lw_json_text(&json, "version", app->config.version);
    lw_json_text(&json, "database", kind);
    controls_json(&json, app);
    if (exchange->is_admin) {
        workers_json(app, &json);
    }
    if (exchange->is_admin && app->tls != NULL) {
        lw_json_object(&json, "tls");
        tls_json(app->tls, &json);
        lw_json_object_end(&json);
    }
    lw_json_object_end(&json);
    if (!is_well) {
        exchange->response.retry_after_s = 2;
    }
}

void handle_metrics(struct exchange *exchange) {
    exchange->response.type = "text/plain; version=0.0.4; charset=utf-8";
    metrics_write(exchange->app->metrics, &exchange->response.body);
}

void handle_openapi(struct exchange *exchange) {
    exchange->response.shared = http_shared_get(exchange->app->openapi);
}

void handle_kinds(struct exchange *exchange) {
    exchange->response.shared = http_shared_get(exchange->app->kinds);
}
