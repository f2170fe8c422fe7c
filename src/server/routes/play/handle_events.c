/* What happened in plays. Wins are replayed, by a worker, and count only if they are. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "http/checker.h"
#include "http/quota.h"
#include "levels/engine.h"
#include "levels/levels.h"
#include "metrics.h"
#include "routes/handlers.h"

#define MAX_EVENTS 500
#define WIN_BYTES 144  /* of a win in the answer, at most */
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

struct won {
    const char *play;
    struct lw_store_solution solution;
};

struct batch {
    struct exchange *exchange;
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
        !field_int(exchange, item, (struct field_int){"seq", 0, most, true}, &out->seq) ||
        !field_text(exchange, item, "kind", true, 20, &kind) ||
        !field_int(exchange, item, (struct field_int){"t_ms", 0, most, false},
                   &out->t_ms) ||
        !field_int(exchange, item, (struct field_int){"moves", 0, most, false},
                   &out->moves) ||
        !field_int(exchange, item, (struct field_int){"pushes", 0, most, false},
                   &out->pushes) ||
        !field_text(exchange, item, "data", false, MAX_DATA, &out->data)) {
        return false;
    }
    if (!lw_event_kind_find(kind, &out->kind)) {
        return field_refuse(
            exchange, "kind",
            "An event must be start, restart, undo, redo, hint, move, win or quit.");
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
static lw_status level_of_play(struct exchange *exchange, const char *play,
                               struct lw_store_level *out, struct lw_error *err) {
    struct lw_store_play row;
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_play_get(store, play, &exchange->arena, &row, err);
    if (status == LW_OK && strcmp(row.player, exchange->player) != 0) {
        status = lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no such play of this player");
    }
    if (status == LW_OK) {
        status = lw_store_level_get(store, row.level, &exchange->arena, out, err);
    }
    exchange_give(exchange, store);
    return status;
}

/* A worker's number, which may be any. */
static int64_t to_count(double measured, int64_t otherwise) {
    return measured >= 0 && measured < 1e15 ? (int64_t)measured : otherwise;
}

static lw_status keep_solution(struct exchange *exchange,
                               const struct lw_store_solution *solution,
                               struct lw_error *err) {
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_solution_put(store, solution, err);
    exchange_give(exchange, store);
    return status;
}

static lw_status prove_win(struct exchange *exchange, uint64_t *left,
                           struct lw_store_event *event, struct won *won,
                           struct lw_error *err) {
    struct lw_store_level row;
    double measures[LW_MAX_MEASURES];
    lw_status status = level_of_play(exchange, event->play, &row, err);
    const struct lw_game_kind *kind =
        status == LW_OK ? lw_game_kind_find(row.game) : NULL;
    if (status == LW_OK && kind == NULL) {
        status = lw_fail(err, LW_UNSUPPORTED, 0, 0, "there is no such game here");
    }
    if (status == LW_OK) {
        status = engine_replay(exchange, &row, event->data, left, measures, err);
    }
    if (status != LW_OK) {
        return status;
    }
    won->play = event->play;
    won->solution = (struct lw_store_solution){
        .level = lw_arena_text(&exchange->arena, row.id, strlen(row.id)),
        .origin = "player",
        .moves = event->data,
        .made_ms = app_now_ms(exchange->app)};
    lw_store_solution_measure(kind, "moves", measures, &won->solution);
    /* What the replay counts is what counts, whatever the client said. */
    event->moves = to_count(won->solution.n_moves, event->moves);
    event->pushes = to_count(won->solution.n_pushes, 0);
    return won->solution.level == NULL ? lw_fail_memory(err) : LW_OK;
}

/* When all wins of the request are good, and its events fit. */
static bool keep_solutions(struct exchange *exchange, const struct batch *batch) {
    struct lw_error err = {.status = LW_OK};
    for (size_t i = 0; i < batch->n_wins; i++) {
        lw_status status = keep_solution(exchange, &batch->wins[i].solution, &err);
        if (status != LW_OK) {
            exchange_fail(exchange, status, &err, "/events");
            return false;
        }
    }
    return true;
}

static bool prove_wins(struct exchange *exchange, struct batch *batch) {
    uint64_t left = engine_costs().replay;
    for (size_t i = 0; i < batch->n; i++) {
        struct lw_error err = {.status = LW_OK};
        if (batch->events[i].kind != LW_EVENT_WIN) {
            continue;
        }
        lw_status status = prove_win(exchange, &left, &batch->events[i],
                                     &batch->wins[batch->n_wins], &err);
        if (status == LW_OK) {
            batch->n_wins++;
            continue;
        }
        char place[40];
        (void)snprintf(place, sizeof place, "/events/%zu", i);
        if (status == LW_BAD_INPUT || status == LW_USAGE || status == LW_UNSUPPORTED ||
            status == LW_LIMIT || status == LW_IMPOSSIBLE) {
            metrics_add(exchange->app->metrics, METRIC_FORGED, 1);
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
        lw_json_real(&json, "moves", batch->wins[i].solution.n_moves);
        lw_json_real(&json, "pushes", batch->wins[i].solution.n_pushes);
        lw_json_object_end(&json);
    }
    lw_json_array_end(&json);
    lw_json_object_end(&json);
}

/* On the writer's thread: the events are on disk, or refused. */
static void stored(void *ctx, lw_status status, const struct lw_store_appended *appended,
                   const struct lw_error *err) {
    const struct batch *batch = ctx;
    struct exchange *exchange = batch->exchange;
    reply_stored(exchange, status, appended, batch, err);
    exchange->wake(exchange);
}

static size_t weight_of(const struct batch *batch) {
    size_t n = 0;
    for (size_t i = 0; i < batch->n; i++) {
        n += QUOTA_EVENT_BYTES + strlen(batch->events[i].data);
    }
    return n;
}

static size_t count_wins(const struct batch *batch) {
    size_t n = 0;
    for (size_t i = 0; i < batch->n; i++) {
        n += batch->events[i].kind == LW_EVENT_WIN;
    }
    return n;
}

/* An event and its play's sums. The writer's connection is not the exchange's. */
static bool within_rows(struct exchange *exchange, const struct batch *batch) {
    struct lw_error err;
    if (exchange->pause == NULL || budget_take_rows(exchange, 2 * batch->n)) {
        return true;
    }
    exchange_fail(exchange, lw_fail(&err, LW_LIMIT, 0, 0, "too many events"), &err,
                  "/events");
    return false;
}

/* To the writer, who wakes the exchange: it has been paused. */
static void submit(struct exchange *exchange, struct batch *batch) {
    struct lw_error err = {.status = LW_OK};
    struct lw_store_appended none = {0};
    budget_leave(exchange);
    lw_status status = lw_store_writer_submit(
        exchange->app->writer,
        &(struct lw_store_batch){.player = exchange->player,
                                 .events = batch->events,
                                 .n = batch->n,
                                 .now_ms = app_now_ms(exchange->app)},
        stored, batch, &err);
    if (status != LW_OK) {
        stored(batch, status, &none, &err);
    }
}

/* Without a writer (tests), or when nobody would wake the exchange. */
static void append_now(struct exchange *exchange, struct batch *batch) {
    struct lw_error err = {.status = LW_OK};
    struct lw_store_appended appended = {0};
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_events_append(
        store,
        &(struct lw_store_batch){.player = exchange->player,
                                 .events = batch->events,
                                 .n = batch->n,
                                 .now_ms = app_now_ms(exchange->app)},
        &appended, &err);
    exchange_give(exchange, store);
    reply_stored(exchange, status, &appended, batch, &err);
}

/* On a thread of the prover's: wins are replayed before anything is stored. */
static void prove_and_store(struct exchange *exchange) {
    struct batch *batch = exchange->handler_ctx;
    bool good = prove_wins(exchange, batch) && within_rows(exchange, batch) &&
                keep_solutions(exchange, batch);
    bool waits = exchange->app->writer != NULL && exchange->later;
    if (good && waits) {
        submit(exchange, batch);
    } else {
        if (good) {
            append_now(exchange, batch);
        }
        if (exchange->later) {
            budget_leave(exchange);
            exchange->wake(exchange);
        }
    }
}

void handle_events(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct batch *batch = lw_arena_zero(&exchange->arena, 1, sizeof *batch);
    if (batch == NULL) {
        exchange_fail(exchange, lw_fail_memory(&err), &err, NULL);
        return;
    }
    batch->exchange = exchange;
    exchange->handler_ctx = batch;
    if (!read_batch(exchange, batch) ||
        !budget_reserve_answer(exchange,
                               BUDGET_SHORT_ANSWER + WIN_BYTES * count_wins(batch)) ||
        !quota_take(exchange, weight_of(batch))) {
        return;
    }
    if (count_wins(batch) > 0) {
        prover_pass(exchange, prove_and_store);
    } else if (!within_rows(exchange, batch)) {
        return;
    } else if (exchange->app->writer == NULL || exchange->pause == NULL) {
        append_now(exchange, batch);
    } else if (exchange_hold_waiting(exchange)) {
        exchange_pause(exchange);
        submit(exchange, batch);
    }
}
