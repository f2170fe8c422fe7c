/* Answers as JSON. */
#include "routes/reply.h"

#include <math.h>

void reply_begin(struct exchange *exchange, unsigned status,
                 struct lw_json_writer *json) {
    exchange->response.status = status;
    exchange->response.type = "application/json";
    lw_buffer_clear(&exchange->response.body);
    lw_json_begin(json, &exchange->response.body);
    lw_json_object(json, NULL);
}

void reply_delete(struct exchange *exchange,
                  lw_status (*call)(struct lw_store *store, const char *id,
                                    struct lw_error *err),
                  const char *id, const char *place) {
    struct lw_error err = {.status = LW_OK};
    struct lw_json_writer json;
    struct lw_store *store = app_store(exchange->app);
    lw_status status = call(store, id, &err);
    app_give(exchange->app, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, place);
        return;
    }
    reply_begin(exchange, 200, &json);
    lw_json_int(&json, "deleted", 1);
    lw_json_object_end(&json);
}

void json_real_or_null(struct lw_json_writer *json, const char *key, double value) {
    if (isnan(value)) {
        lw_json_null(json, key);
    } else {
        lw_json_real(json, key, value);
    }
}
