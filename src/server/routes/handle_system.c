/* Health, numbers, the interface's own description. */
#include "http/assets.h"
#include "metrics.h"
#include "routes/handlers.h"

void handle_health(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    struct lw_json_writer json;
    struct lw_store *store = app_store(app);
    lw_status status = lw_store_ping(store, &err);
    const char *kind = lw_store_kind(store);
    app_give(app, store);
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
