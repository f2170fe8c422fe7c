/* What players say of levels that they have played: how hard one was, and which of two
 * was harder. Both may be said again, and then replace what was said, so a page that
 * missed the answer sends the same again. */
#include <string.h>

#include "http/quota.h"
#include "routes/handlers.h"

void handle_rating(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_json_writer json;
    const char *level = NULL;
    int64_t value = 0;
    const struct lw_json *body = exchange_json(exchange);
    if (body == NULL || !fields_check(exchange, body, "level value") ||
        !field_id(exchange, body, "level", true, &level) ||
        !field_int(exchange, body, (struct field_int){"value", 1, 10, true}, &value) ||
        !quota_take(exchange, QUOTA_EVENT_BYTES)) {
        return;
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_opinion_put(
        store,
        &(struct lw_store_opinion){.player = exchange->player,
                                   .level = level,
                                   .value = (int)value,
                                   .made_ms = app_now_ms(exchange->app)},
        &err);
    exchange_give(exchange, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, "/level");
        return;
    }
    reply_begin(exchange, 200, &json);
    lw_json_text(&json, "level", level);
    lw_json_int(&json, "value", value);
    lw_json_object_end(&json);
}

static bool read_pair(struct exchange *exchange, const struct lw_json *body,
                      const char *levels[2]) {
    const struct lw_json *list = lw_json_get(body, "levels");
    if (list == NULL || list->type != LW_JSON_ARRAY || list->n_children != 2) {
        return field_refuse(exchange, "levels", "This must be a list of two levels.");
    }
    const struct lw_json *pair[2] = {list->first, list->first->next};
    for (size_t i = 0; i < 2; i++) {
        if (pair[i]->type != LW_JSON_TEXT || !is_id(pair[i]->text)) {
            return field_refuse(exchange, "levels", "A level is named by its id.");
        }
        levels[i] = pair[i]->text;
    }
    return strcmp(levels[0], levels[1]) != 0 ||
           field_refuse(exchange, "levels", "These must be two different levels.");
}

void handle_comparison(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_json_writer json;
    const char *levels[2] = {NULL, NULL};
    const char *harder = "";
    const struct lw_json *body = exchange_json(exchange);
    if (body == NULL || !fields_check(exchange, body, "levels harder") ||
        !read_pair(exchange, body, levels) ||
        !field_choice(exchange, body, "harder", "first|second|equal", &harder)) {
        return;
    }
    if (*harder == '\0') {
        (void)field_refuse(exchange, "harder", "This must be first, second or equal.");
        return;
    }
    if (!quota_take(exchange, QUOTA_EVENT_BYTES)) {
        return;
    }
    int answer = harder[0] == 'f' ? -1 : harder[0] == 's' ? 1 : 0;
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_comparison_put(
        store,
        &(struct lw_store_comparison){.player = exchange->player,
                                      .level_a = levels[0],
                                      .level_b = levels[1],
                                      .answer = answer,
                                      .made_ms = app_now_ms(exchange->app)},
        &err);
    exchange_give(exchange, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, "/levels");
        return;
    }
    reply_begin(exchange, 200, &json);
    lw_json_text(&json, "harder", harder);
    lw_json_object_end(&json);
}
