/* The researcher's side of learning: versions of the difficulty models, which of them is
 * in use, and a job that learns a new one (jobs/learn.c). */
#include <stdio.h>
#include <string.h>

#include "jobs/jobs.h"
#include "log.h"
#include "lw/game.h"
#include "routes/handlers.h"

/* The game that the body names, if its levels can be measured; NULL with a problem in the
 * response. */
static const struct lw_game_kind *game_of(struct exchange *exchange,
                                          const struct lw_json *body) {
    const char *name = NULL;
    if (!field_text(exchange, body, "game", true, 40, &name)) {
        return NULL;
    }
    const struct lw_game_kind *kind = lw_game_kind_find(name);
    if (kind == NULL || kind->features == NULL) {
        (void)field_refuse(exchange, "game",
                           "No difficulty model can be learned for that game.");
        return NULL;
    }
    return kind;
}

/* Which is in use and which there are, of one game or all. */
static void reply_models(struct exchange *exchange, const char *game) {
    struct lw_error err = {.status = LW_OK};
    struct lw_store_model_list list;
    struct lw_json_writer json;
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_model_list(store, game, &exchange->arena, &list, &err);
    if (!reply_from_store(exchange, store, status, &err, &json)) {
        return;
    }
    lw_json_array(&json, "models");
    for (size_t i = 0; i < list.n; i++) {
        lw_store_model_json(&list.models[i], &json);
    }
    lw_json_array_end(&json);
    lw_json_object_end(&json);
}

void handle_models(struct exchange *exchange) {
    const char *game = NULL;
    if (parameter_game(exchange, false, &game)) {
        reply_models(exchange, game);
    }
}

/* version: to use, 0 for what ships; -1: back to the one before. */
static lw_status change(struct exchange *exchange, const char *game, int64_t version,
                        struct lw_error *err) {
    struct lw_store *store = exchange_store(exchange);
    int64_t now_in_use = version;
    lw_status status = version >= 0 ? lw_store_model_use(store, game, version,
                                                         app_now_ms(exchange->app), err)
                                    : lw_store_model_back(store, game, &now_in_use, err);
    exchange_give(exchange, store);
    if (status == LW_OK) {
        log_event(exchange->app->log, LOG_INFO, "model",
                  "%s is rated by version %lld (0: what ships)", game,
                  (long long)now_in_use);
    }
    return status;
}

void handle_model_change(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    int64_t version = -1;
    bool back = false;
    const struct lw_json *body = exchange_json(exchange);
    if (body == NULL || !fields_check(exchange, body, "game version back")) {
        return;
    }
    const struct lw_game_kind *kind = game_of(exchange, body);
    if (kind == NULL || !field_bool(exchange, body, "back", &back) ||
        !field_int(exchange, body,
                   (struct field_int){"version", 0, INT64_C(1) << 31, !back}, &version)) {
        return;
    }
    if (back && version >= 0) {
        (void)field_refuse(exchange, "version",
                           "Going back takes no version: it returns to the one before.");
        return;
    }
    lw_status status = change(exchange, kind->name, version, &err);
    if (status == LW_OK) {
        reply_models(exchange, kind->name);
    } else {
        exchange_fail(exchange, status, &err, back ? "back" : "version");
    }
}

/* One at a time of each game: the queue counts what is open of this owner. */
void handle_model_learn(struct exchange *exchange) {
    char owner[60];
    struct lw_buffer text;
    struct lw_json_writer json;
    const struct lw_json *body = exchange_json(exchange);
    if (body == NULL || !fields_check(exchange, body, "game")) {
        return;
    }
    const struct lw_game_kind *kind = game_of(exchange, body);
    if (kind == NULL) {
        return;
    }
    lw_buffer_init(&text, exchange_alloc(exchange));
    lw_json_begin(&json, &text);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "game", kind->name);
    lw_json_object_end(&json);
    (void)snprintf(owner, sizeof owner, "learn %.40s", kind->name);
    job_enqueue(exchange, &(struct lw_store_job_request){.kind = "learn",
                                                         .request = lw_buffer_text(&text),
                                                         .owner = owner,
                                                         .max_owner = 1,
                                                         .max_tries = 2});
    lw_buffer_free(&text);
    if (exchange->response.status == 429) {
        http_problem(&exchange->response, 409, "busy", "game",
                     "A model of %s is being learned already; its figures will stand on "
                     "the page of models.",
                     kind->title);
    }
}
