/* Players, their plays, and what happened in them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "http/quota.h"
#include "levels/levels.h"
#include "metrics.h"
#include "routes/handlers.h"

#define MAX_EVENTS 500
#define MAX_DATA 20000 /* of a win: its moves, which are replayed */

/* What else an event may say: the move, or what was hinted at; others need little. */
static size_t max_data(enum lw_event_kind kind) {
    switch (kind) {
    case LW_EVENT_WIN:
        return MAX_DATA;
    case LW_EVENT_MOVE:
    case LW_EVENT_HINT:
        return 200;
    default:
        return 40;
    }
}
#define MAX_PLAYS 10000 /* of one player that are looked at for progress */

void handle_player_create(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    struct lw_json_writer json;
    char id[LW_STORE_ID_SIZE];
    char key[LW_STORE_SECRET_SIZE];
    struct lw_store *store = app_store(app);
    lw_status status = lw_store_player_create(store, app_now_ms(app), id, key, &err);
    app_give(app, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, NULL);
        return;
    }
    reply_begin(exchange, 201, &json);
    lw_json_text(&json, "player", id);
    lw_json_text(&json, "key", key);
    lw_json_object_end(&json);
}

void handle_player_delete(struct exchange *exchange) {
    reply_delete(exchange, lw_store_player_delete, exchange->player, NULL);
}

static void progress_json(struct lw_json_writer *json,
                          const struct lw_store_progress_row *at) {
    lw_json_object(json, NULL);
    lw_json_text(json, "level", at->level);
    lw_json_bool(json, "solved", at->solved);
    lw_json_int(json, "plays", at->plays);
    json_real_or_null(json, "best_moves", at->solved ? (double)at->best_moves : NAN);
    json_real_or_null(json, "best_pushes", at->solved ? (double)at->best_pushes : NAN);
    lw_json_object_end(json);
}

void handle_player_get(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    struct lw_json_writer json;
    struct lw_store_progress progress;
    struct lw_store *store = app_store(app);
    lw_status status = lw_store_progress(store, exchange->player, MAX_PLAYS,
                                         &exchange->arena, &progress, &err);
    app_give(app, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, NULL);
        return;
    }
    reply_begin(exchange, 200, &json);
    lw_json_text(&json, "player", exchange->player);
    lw_json_int(&json, "sessions", progress.sessions);
    lw_json_array(&json, "levels");
    for (size_t i = 0; i < progress.n; i++) {
        progress_json(&json, &progress.rows[i]);
    }
    lw_json_array_end(&json);
    lw_json_object_end(&json);
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
        !field_id(exchange, body, "set", false, &set)) {
        return;
    }
    struct lw_store *store = app_store(app);
    lw_status status =
        lw_store_play_start(store,
                            &(struct lw_store_play_start){
                                .player = exchange->player, .level = level, .set = set},
                            app_now_ms(app), id, &err);
    app_give(app, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, "/level");
        return;
    }
    reply_begin(exchange, 201, &json);
    lw_json_text(&json, "play", id);
    lw_json_object_end(&json);
}

/* Events. */

struct won {
    const char *play;
    double moves, pushes;
};

struct batch {
    struct lw_store_event events[MAX_EVENTS];
    size_t n;
    struct won wins[MAX_EVENTS];
    size_t n_wins;
};

static bool read_event(struct exchange *exchange, const struct lw_json *item,
                       struct lw_store_event *out) {
    const char *kind = NULL;
    memset(out, 0, sizeof *out);
    out->data = "";
    if (!field_object(exchange, item) ||
        !fields_once(exchange, item, "play seq kind t_ms moves pushes data")) {
        return false;
    }
    const int64_t most = INT64_C(1) << 52;
    if (!field_text(exchange, item, "play", true, 32, &out->play) ||
        !field_int(exchange, item, "seq", true, 0, most, &out->seq) ||
        !field_text(exchange, item, "kind", true, 20, &kind) ||
        !field_int(exchange, item, "t_ms", false, 0, most, &out->t_ms) ||
        !field_int(exchange, item, "moves", false, 0, most, &out->moves) ||
        !field_int(exchange, item, "pushes", false, 0, most, &out->pushes) ||
        !field_text(exchange, item, "data", false, MAX_DATA, &out->data)) {
        return false;
    }
    if (!lw_event_kind_find(kind, &out->kind)) {
        return field_refuse(
            exchange, "kind",
            "An event is start, restart, undo, redo, hint, move, win or quit.");
    }
    if (strlen(out->data) > max_data(out->kind)) {
        return field_refuse(
            exchange, "data",
            "This is more than an event of its kind may have: 20000 bytes "
            "of a win, 200 of a move or hint, 40 of others.");
    }
    /* A page may stay open for months: its events are worth keeping, not its time. */
    if (out->t_ms > LW_STORE_MAX_PLAY_MS) {
        out->t_ms = LW_STORE_MAX_PLAY_MS;
    }
    return true;
}

static bool read_batch(struct exchange *exchange, struct batch *batch) {
    const struct lw_json *body = exchange_json(exchange);
    if (body == NULL || !fields_once(exchange, body, "events")) {
        return false;
    }
    const struct lw_json *list = lw_json_get(body, "events");
    if (list == NULL || list->type != LW_JSON_ARRAY || list->n_children == 0 ||
        list->n_children > MAX_EVENTS) {
        http_problem(&exchange->response, 400, "bad-field", "/events",
                     "The body must have \"events\", a list of 1 to %d.", MAX_EVENTS);
        return false;
    }
    for (const struct lw_json *it = list->first; it != NULL; it = it->next) {
        size_t outside = field_enter(exchange, "events", batch->n);
        bool good = read_event(exchange, it, &batch->events[batch->n]);
        field_leave(exchange, outside);
        if (!good) {
            return false;
        }
        batch->n++;
    }
    return true;
}

/* The level that the player's play is of. */
static lw_status level_of_play(struct exchange *exchange, struct lw_store *store,
                               const char *play, struct lw_store_level *out,
                               struct lw_error *err) {
    struct lw_store_play row;
    lw_status status = lw_store_play_get(store, play, &exchange->arena, &row, err);
    if (status == LW_OK && strcmp(row.player, exchange->player) != 0) {
        status = lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no such play of this player");
    }
    if (status == LW_OK) {
        status = lw_store_level_get(store, row.level, &exchange->arena, out, err);
    }
    return status;
}

static lw_status prove_win(struct exchange *exchange, struct lw_store *store,
                           struct replay_limit *limit, struct lw_store_event *event,
                           struct won *won, struct lw_error *err) {
    struct lw_store_level row;
    struct lw_opened opened;
    double values[LW_MAX_MEASURES];
    lw_status status = level_of_play(exchange, store, event->play, &row, err);
    if (status != LW_OK) {
        return status;
    }
    status = lw_store_level_open(store, exchange->app->alloc, &row, &opened, err);
    if (status == LW_OK) {
        status = levels_measure(opened_level(&opened), event->data, limit, values, err);
    }
    if (status == LW_OK) {
        const struct lw_game_kind *kind = opened.game->kind;
        won->play = event->play;
        won->moves = lw_measure_get(kind, values, "moves");
        won->pushes = lw_measure_get(kind, values, "pushes");
        /* What the replay counts is what counts, whatever the client said. */
        event->moves = isnan(won->moves) ? event->moves : (int64_t)won->moves;
        event->pushes = isnan(won->pushes) ? 0 : (int64_t)won->pushes;
        struct lw_store_solution solution = {.level = row.id,
                                             .metric = "moves",
                                             .origin = "player",
                                             .moves = event->data,
                                             .n_moves = won->moves,
                                             .n_pushes = won->pushes,
                                             .made_ms = app_now_ms(exchange->app)};
        status = lw_store_solution_put(store, &solution, err);
    }
    lw_opened_close(&opened);
    return status;
}

static bool prove_wins(struct exchange *exchange, struct batch *batch) {
    struct app *app = exchange->app;
    struct replay_limit limit = replay_limit_begin();
    for (size_t i = 0; i < batch->n; i++) {
        struct lw_error err = {.status = LW_OK};
        if (batch->events[i].kind != LW_EVENT_WIN) {
            continue;
        }
        struct lw_store *store = app_store(app);
        lw_status status = prove_win(exchange, store, &limit, &batch->events[i],
                                     &batch->wins[batch->n_wins], &err);
        app_give(app, store);
        if (status == LW_OK) {
            batch->n_wins++;
            continue;
        }
        char place[40];
        (void)snprintf(place, sizeof place, "/events/%zu", i);
        if (status == LW_BAD_INPUT || status == LW_USAGE || status == LW_UNSUPPORTED ||
            status == LW_LIMIT || status == LW_IMPOSSIBLE) {
            metrics_add(app->metrics, METRIC_FORGED, 1);
            http_problem(&exchange->response, 422, "not-a-win", place,
                         "These moves do not win the level: %s", err.text);
        } else {
            exchange_fail(exchange, status, &err, place);
        }
        return false;
    }
    return true;
}

static void reply_stored(struct exchange *exchange, lw_status status,
                         const struct lw_store_appended *appended,
                         const struct batch *batch, const struct lw_error *err) {
    struct lw_json_writer json;
    if (status != LW_OK) {
        char place[40] = "/events";
        if (err->line > 0) {
            (void)snprintf(place, sizeof place, "/events/%u", err->line - 1);
        }
        exchange_fail(exchange, status, err, place);
        return;
    }
    metrics_add(exchange->app->metrics, METRIC_EVENTS, (int64_t)appended->stored);
    metrics_add(exchange->app->metrics, METRIC_WINS, (int64_t)appended->wins);
    reply_begin(exchange, 200, &json);
    lw_json_uint(&json, "stored", appended->stored);
    lw_json_uint(&json, "duplicates", appended->repeated);
    /* All of them are stored: now, or by the same event before. */
    lw_json_array(&json, "wins");
    for (size_t i = 0; i < batch->n_wins; i++) {
        lw_json_object(&json, NULL);
        lw_json_text(&json, "play", batch->wins[i].play);
        json_real_or_null(&json, "moves", batch->wins[i].moves);
        json_real_or_null(&json, "pushes", batch->wins[i].pushes);
        lw_json_object_end(&json);
    }
    lw_json_array_end(&json);
    lw_json_object_end(&json);
}

struct pending {
    struct exchange *exchange;
    struct batch *batch;
};

/* On the writer's thread: the events are on disk, or refused. */
static void stored(void *ctx, lw_status status, const struct lw_store_appended *appended,
                   const struct lw_error *err) {
    struct pending *pending = ctx;
    struct exchange *exchange = pending->exchange;
    reply_stored(exchange, status, appended, pending->batch, err);
    exchange->wake(exchange);
}

static size_t weight_of(const struct batch *batch) {
    size_t n = 0;
    for (size_t i = 0; i < batch->n; i++) {
        n += QUOTA_EVENT_BYTES + strlen(batch->events[i].data);
    }
    return n;
}

void handle_events(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    struct lw_store_appended appended = {0};
    struct batch *batch = lw_arena_zero(&exchange->arena, 1, sizeof *batch);
    struct pending *pending = lw_arena_zero(&exchange->arena, 1, sizeof *pending);
    if (batch == NULL || pending == NULL) {
        exchange_fail(exchange, lw_fail_memory(&err), &err, NULL);
        return;
    }
    if (!read_batch(exchange, batch) || !quota_take(exchange, weight_of(batch)) ||
        !prove_wins(exchange, batch)) {
        return;
    }
    if (app->writer == NULL || exchange->pause == NULL) {
        struct lw_store *store = app_store(app);
        lw_status status =
            lw_store_events_append(store,
                                   &(struct lw_store_batch){.player = exchange->player,
                                                            .events = batch->events,
                                                            .n = batch->n,
                                                            .now_ms = app_now_ms(app)},
                                   &appended, &err);
        app_give(app, store);
        reply_stored(exchange, status, &appended, batch, &err);
        return;
    }
    *pending = (struct pending){exchange, batch};
    exchange->later = true;
    exchange->pause(exchange);
    lw_status status =
        lw_store_writer_submit(app->writer,
                               &(struct lw_store_batch){.player = exchange->player,
                                                        .events = batch->events,
                                                        .n = batch->n,
                                                        .now_ms = app_now_ms(app)},
                               stored, pending, &err);
    if (status != LW_OK) {
        stored(pending, status, &appended, &err);
    }
}
