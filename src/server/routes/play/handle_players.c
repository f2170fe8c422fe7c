/* Players and their plays. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "controls.h"
#include "http/checker.h"
#include "http/quota.h"
#include "log.h"
#include "routes/handlers.h"

#define MAX_PLAYS 10000 /* of one player that are looked at for progress */

/* The code of an invitation; NULL when there is none. False with a problem. */
static bool read_invitation(struct exchange *exchange, const char **code) {
    if (exchange->request.body_len == 0) {
        return true;
    }
    const struct lw_json *body = exchange_json(exchange);
    return body != NULL && fields_check(exchange, body, "invitation") &&
           field_text(exchange, body, "invitation", false, 100, code);
}

/* A closed studio makes a player of an invitation only, and uses it once. */
static lw_status make_player(struct exchange *exchange, const char *code, char *id,
                             char *key, struct lw_error *err) {
    struct app *app = exchange->app;
    struct lw_error end_err = {.status = LW_OK};
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_begin(store, err);
    if (status == LW_OK) {
        if (controls_is_on(app, LW_CONTROL_CLOSED)) {
            status = lw_store_invitation_use(store, code, app_now_ms(app), err);
        }
        if (status == LW_OK) {
            status = lw_store_player_create(store, app_now_ms(app), id, key, err);
        }
        lw_status ended = lw_store_end(store, status == LW_OK, &end_err);
        if (status == LW_OK && ended != LW_OK) {
            status = ended;
            *err = end_err;
        }
    }
    exchange_give(exchange, store);
    return status;
}

void handle_player_create(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_json_writer json;
    char id[LW_STORE_ID_SIZE];
    char key[LW_STORE_SECRET_SIZE];
    const char *code = NULL;
    if (!read_invitation(exchange, &code)) {
        return;
    }
    if (code == NULL && controls_is_on(exchange->app, LW_CONTROL_CLOSED)) {
        http_problem(&exchange->response, 403, "closed", "/invitation",
                     "This studio is closed: a new player needs an invitation.");
        return;
    }
    if (!quota_take(exchange, QUOTA_NEW_PLAYER_BYTES)) {
        return;
    }
    lw_status status = make_player(exchange, code, id, key, &err);
    if (status == LW_NOT_FOUND) {
        http_problem(&exchange->response, 403, "closed", "/invitation", "%s", err.text);
        return;
    }
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, NULL);
        return;
    }
    reply_begin(exchange, 201, &json);
    lw_json_text(&json, "player", id);
    lw_json_text(&json, "key", key);
    lw_json_object_end(&json);
}

static void delete_player(struct exchange *exchange) {
    reply_delete(exchange, lw_store_player_delete, exchange->player, NULL);
}

/* Of somebody who has played for years that takes a while. */
void handle_player_delete(struct exchange *exchange) {
    checker_run(exchange, delete_player);
}

static void progress_json(struct lw_json_writer *json,
                          const struct lw_store_progress_row *at) {
    lw_json_object(json, NULL);
    lw_json_text(json, "level", at->level);
    lw_json_bool(json, "solved", at->solved);
    lw_json_int(json, "plays", at->plays);
    lw_json_real(json, "best_moves", at->solved ? (double)at->best_moves : NAN);
    lw_json_real(json, "best_pushes", at->solved ? (double)at->best_pushes : NAN);
    lw_json_object_end(json);
}

static void show_player(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_json_writer json;
    struct lw_store_progress progress;
    char handle[LW_STORE_HANDLE_SIZE];
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_progress(store, exchange->player, MAX_PLAYS,
                                         &exchange->arena, &progress, &err);
    if (status == LW_OK) {
        status = lw_store_passphrase_handle(store, exchange->player, handle, &err);
    }
    if (!reply_from_store(exchange, store, status, &err, &json)) {
        return;
    }
    lw_json_text(&json, "player", exchange->player);
    lw_json_text(&json, "handle", handle[0] != '\0' ? handle : NULL);
    lw_json_int(&json, "sessions", progress.sessions);
    lw_json_array(&json, "levels");
    for (size_t i = 0; i < progress.n; i++) {
        progress_json(&json, &progress.rows[i]);
    }
    lw_json_array_end(&json);
    lw_json_object_end(&json);
}

/* Ten thousand plays take tens of milliseconds: not on the threads that answer. */
void handle_player_get(struct exchange *exchange) {
    prover_run(exchange, show_player);
}

void handle_play_start(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    struct lw_json_writer json;
    const char *level = NULL;
    const char *set = NULL;
    char id[LW_STORE_ID_SIZE];
    const struct lw_json *body = exchange_json(exchange);
    if (body == NULL || !fields_once(exchange, body, "level set") ||
        !field_id(exchange, body, "level", true, &level) ||
        !field_id(exchange, body, "set", false, &set) ||
        !quota_take(exchange, QUOTA_PLAY_BYTES)) {
        return;
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status =
        lw_store_play_start(store,
                            &(struct lw_store_play_start){
                                .player = exchange->player, .level = level, .set = set},
                            app_now_ms(app), id, &err);
    exchange_give(exchange, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, "/level");
        return;
    }
    reply_begin(exchange, 201, &json);
    lw_json_text(&json, "play", id);
    lw_json_object_end(&json);
}

void players_tick(struct app *app) {
    struct lw_error err = {.status = LW_OK};
    bool is_done;
    struct lw_store *store = app_whole_store(app);
    if (lw_store_players_finish(store, &is_done, &err) != LW_OK) {
        log_event(app->log, LOG_WARNING, "players",
                  "what players who left had stored could not be deleted: %s", err.text);
    }
    app_give(app, store);
}
