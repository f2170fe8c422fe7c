/* Answers as JSON. */
#include "routes/reply.h"

void reply_begin(struct exchange *exchange, unsigned status,
                 struct lw_json_writer *json) {
    exchange->response.status = status;
    exchange->response.type = "application/json";
    lw_buffer_clear(&exchange->response.body);
    lw_json_begin(json, &exchange->response.body);
    lw_json_object(json, NULL);
}

bool reply_from_store(struct exchange *exchange, struct lw_store *store, lw_status status,
                      const struct lw_error *err, struct lw_json_writer *json) {
    exchange_give(exchange, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, err, NULL);
        return false;
    }
    reply_begin(exchange, 200, json);
    return true;
}

void reply_delete(struct exchange *exchange,
                  lw_status (*call)(struct lw_store *store, const char *id,
                                    struct lw_error *err),
                  const char *id, const char *place) {
    struct lw_error err = {.status = LW_OK};
    struct lw_json_writer json;
    struct lw_store *store = exchange_store(exchange);
    lw_status status = call(store, id, &err);
    exchange_give(exchange, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, place);
        return;
    }
    reply_begin(exchange, 200, &json);
    lw_json_int(&json, "deleted", 1);
    lw_json_object_end(&json);
}

void reply_end_page(struct lw_json_writer *json, const struct paging *paging,
                    uint64_t total) {
    lw_json_int(json, "page", paging->page);
    lw_json_int(json, "per_page", paging->per_page);
    lw_json_uint(json, "total", total);
    lw_json_object_end(json);
}
