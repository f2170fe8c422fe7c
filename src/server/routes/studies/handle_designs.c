/* The ready-made study designs, for the page on which a study is opened. */
#include "lw/base/json_value.h"
#include "lw/study/shipped.h"
#include "routes/handlers.h"

static lw_status design_json(struct exchange *exchange,
                             const struct lw_study_shipped *design,
                             struct lw_json_writer *json, struct lw_error *err) {
    struct lw_json *root = NULL;
    lw_status status =
        lw_json_read(&exchange->arena, design->text, design->len, &root, err);
    if (status == LW_OK) {
        lw_json_object(json, NULL);
        lw_json_text(json, "name", lw_json_text_or(root, "name", ""));
        lw_json_text(json, "title", lw_json_text_or(root, "title", ""));
        lw_json_text(json, "source", lw_json_text_or(root, "source", ""));
        lw_json_object_end(json);
    }
    return status;
}

void handle_designs(struct exchange *exchange) {
    struct lw_study_shipped design;
    struct lw_error err = {.status = LW_OK};
    struct lw_json_writer json;
    lw_status status = LW_OK;
    reply_begin(exchange, 200, &json);
    lw_json_array(&json, "designs");
    for (size_t i = 0; status == LW_OK && lw_study_design_get(i, &design); i++) {
        status = design_json(exchange, &design, &json, &err);
    }
    lw_json_array_end(&json);
    lw_json_object_end(&json);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, NULL);
    }
}

void handle_design_get(struct exchange *exchange) {
    struct lw_study_shipped design;
    struct lw_json_writer json;
    if (!lw_study_design_find(exchange->ids[0], &design)) {
        http_problem(&exchange->response, 404, "not-found", "id",
                     "There is no ready-made design of this name.");
        return;
    }
    reply_begin(exchange, 200, &json);
    lw_json_text(&json, "name", exchange->ids[0]);
    lw_json_text(&json, "definition", design.text);
    lw_json_object_end(&json);
}
