/* Sets, reports and the administrator's token. */
#include <string.h>

#include "levels/levels.h"
#include "log.h"
#include "lw/model.h"
#include "routes/handlers.h"

void handle_token_rotate(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    struct lw_json_writer json;
    char token[LW_STORE_SECRET_SIZE];
    struct lw_store *store = exchange_store(exchange);
    lw_status status =
        lw_store_token_rotate(store, "admin", app_now_ms(app), token, &err);
    exchange_give(exchange, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, NULL);
        return;
    }
    log_event(app->log, LOG_INFO, "token", "the admin token was changed");
    reply_begin(exchange, 200, &json);
    lw_json_text(&json, "token", token);
    lw_json_object_end(&json);
}

/* Level sets. */

static void set_json(struct lw_json_writer *json, const struct lw_store_set *set) {
    lw_json_text(json, "id", set->id);
    lw_json_text(json, "title", set->title);
    lw_json_text(json, "game", set->game);
    lw_json_text(json, "origin", set->origin);
    lw_json_bool(json, "easy", set->pinned);
    lw_json_uint(json, "n_levels", set->n_levels);
}

void handle_sets(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_store_set_list list;
    struct lw_json_writer json;
    const char *game = NULL;
    if (!parameter_game(exchange, false, &game)) {
        return;
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status =
        lw_store_set_list(store, game, exchange->player[0] ? exchange->player : NULL,
                          &exchange->arena, &list, &err);
    if (!reply_from_store(exchange, store, status, &err, &json)) {
        return;
    }
    lw_json_array(&json, "sets");
    for (size_t i = 0; i < list.n; i++) {
        lw_json_object(&json, NULL);
        set_json(&json, &list.sets[i]);
        lw_json_object_end(&json);
    }
    lw_json_array_end(&json);
    /* Whom the levels are by, of all sets together: who plays a set is not told. */
    lw_json_array(&json, "authors");
    for (size_t i = 0; i < list.n_authors; i++) {
        lw_json_text(&json, NULL, list.authors[i]);
    }
    lw_json_array_end(&json);
    lw_json_object_end(&json);
}

void handle_set_get(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_store_set set;
    struct lw_store_level_list list;
    struct lw_store_source_list sources;
    struct lw_json_writer json;
    if (!is_id(exchange->ids[0])) {
        http_problem(&exchange->response, 404, "not-found", "id",
                     "There is no such set.");
        return;
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status =
        lw_store_set_get(store, exchange->ids[0], &exchange->arena, &set, &err);
    if (status == LW_OK) {
        status =
            lw_store_set_levels(store, exchange->ids[0], &exchange->arena, &list, &err);
    }
    if (status == LW_OK) {
        status = lw_store_source_list(store, &list, &exchange->arena, &sources, &err);
    }
    exchange_give(exchange, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, "id");
        return;
    }
    reply_begin(exchange, 200, &json);
    set_json(&json, &set);
    level_list_json(&json, &list, &sources);
    lw_json_object_end(&json);
}

/* Reports. */

static void sessions_json(struct lw_json_writer *json,
                          const struct lw_store_sessions_table *table) {
    lw_json_array(json, "sessions");
    for (size_t i = 0; i < table->n; i++) {
        lw_json_object(json, NULL);
        lw_json_int(json, "sessions", table->rows[i].sessions);
        lw_json_int(json, "users", table->rows[i].users);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}

static void sets_json(struct lw_json_writer *json,
                      const struct lw_store_set_table *table) {
    lw_json_array(json, "sets");
    for (size_t i = 0; i < table->n; i++) {
        const struct lw_store_set_row *row = &table->rows[i];
        lw_json_object(json, NULL);
        lw_json_text(json, "set", row->set);
        lw_json_text(json, "title", row->title);
        lw_json_text(json, "origin", row->origin);
        lw_json_int(json, "users", row->users);
        lw_json_int(json, "attempted", row->attempted);
        lw_json_int(json, "restarted", row->restarted);
        lw_json_int(json, "solved", row->solved);
        lw_json_int(json, "quit", row->quit);
        lw_json_real(json, "time_s", (double)row->time_ms / 1000.0);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}

void handle_tables(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct lw_store_sessions_table sessions;
    struct lw_store_set_table sets;
    struct lw_json_writer json;
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_report_sessions(store, &exchange->arena, &sessions, &err);
    if (status == LW_OK) {
        status = lw_store_report_sets(store, &exchange->arena, &sets, &err);
    }
    if (!reply_from_store(exchange, store, status, &err, &json)) {
        return;
    }
    sessions_json(&json, &sessions);
    sets_json(&json, &sets);
    lw_json_object_end(&json);
}

struct insight {
    struct lw_store_level_counts levels;
    struct lw_store_day_counts days;
    struct lw_store_calibration calibration;
    struct lw_store_rating_counts ratings;
    struct lw_store_totals totals;
};

static lw_status read_insight(struct exchange *exchange, struct lw_store *store,
                              struct insight *out, struct lw_error *err) {
    struct lw_arena *arena = &exchange->arena;
    lw_status status = lw_store_report_levels(store, arena, &out->levels, err);
    if (status == LW_OK) {
        status = lw_store_report_days(store, app_now_ms(exchange->app), 30, arena,
                                      &out->days, err);
    }
    if (status == LW_OK) {
        status = lw_store_report_calibration(store, arena, &out->calibration, err);
    }
    if (status == LW_OK) {
        status = lw_store_report_ratings(store, arena, &out->ratings, err);
    }
    if (status == LW_OK) {
        status = lw_store_report_totals(store, &out->totals, err);
    }
    return status;
}

static void totals_json(struct lw_json_writer *json,
                        const struct lw_store_totals *totals) {
    lw_json_object(json, "totals");
    lw_json_int(json, "levels", totals->levels);
    lw_json_int(json, "packs", totals->packs);
    lw_json_int(json, "sets", totals->sets);
    lw_json_int(json, "players", totals->players);
    lw_json_int(json, "sessions", totals->sessions);
    lw_json_int(json, "plays", totals->plays);
    lw_json_int(json, "wins", totals->wins);
    lw_json_int(json, "events", totals->events);
    lw_json_int(json, "days", totals->days);
    lw_json_int(json, "ratings", totals->ratings);
    lw_json_int(json, "comparisons", totals->comparisons);
    lw_json_object_end(json);
}

static void levels_json(struct lw_json_writer *json, const char *game,
                        const struct lw_store_level_counts *counts) {
    lw_json_array(json, "levels");
    for (size_t i = 0; i < counts->n; i++) {
        const struct lw_store_level_count *row = &counts->rows[i];
        if (game == NULL || strcmp(game, row->game) == 0) {
            lw_json_object(json, NULL);
            lw_json_text(json, "game", row->game);
            lw_json_text(json, "method", row->method);
            lw_json_int(json, "tenth", row->tenth);
            lw_json_int(json, "levels", row->levels);
            lw_json_int(json, "plays", row->plays);
            lw_json_int(json, "wins", row->wins);
            lw_json_object_end(json);
        }
    }
    lw_json_array_end(json);
}

static void days_json(struct lw_json_writer *json,
                      const struct lw_store_day_counts *days) {
    lw_json_array(json, "days");
    for (size_t i = 0; i < days->n; i++) {
        char date[11];
        date_of(days->rows[i].day * INT64_C(86400000), date);
        lw_json_object(json, NULL);
        lw_json_text(json, "date", date);
        lw_json_int(json, "plays", days->rows[i].plays);
        lw_json_int(json, "wins", days->rows[i].wins);
        lw_json_int(json, "players", days->rows[i].players);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}

static void calibration_json(struct lw_json_writer *json, const char *game,
                             const struct lw_store_calibration *table) {
    lw_json_array(json, "calibration");
    for (size_t i = 0; i < table->n; i++) {
        const struct lw_store_calibration_row *row = &table->rows[i];
        if (game == NULL || strcmp(game, row->game) == 0) {
            lw_json_object(json, NULL);
            lw_json_text(json, "game", row->game);
            lw_json_int(json, "tenth", row->tenth);
            lw_json_real(json, "predicted", row->predicted);
            lw_json_int(json, "plays", row->plays);
            lw_json_int(json, "wins", row->wins);
            lw_json_real(json, "mean_win_ms", row->mean_win_ms);
            lw_json_object_end(json);
        }
    }
    lw_json_array_end(json);
}

static void ratings_json(struct lw_json_writer *json, const char *game,
                         const struct lw_store_rating_counts *table) {
    lw_json_array(json, "ratings");
    for (size_t i = 0; i < table->n; i++) {
        const struct lw_store_rating_count *row = &table->rows[i];
        if (game == NULL || strcmp(game, row->game) == 0) {
            lw_json_object(json, NULL);
            lw_json_text(json, "game", row->game);
            lw_json_int(json, "ratings", row->ratings);
            lw_json_real(json, "mean", row->mean);
            lw_json_object_end(json);
        }
    }
    lw_json_array_end(json);
}

void handle_insight(struct exchange *exchange) {
    struct lw_error err = {.status = LW_OK};
    struct insight insight;
    struct lw_json_writer json;
    const char *game = NULL;
    if (!parameter_game(exchange, false, &game)) {
        return;
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status = read_insight(exchange, store, &insight, &err);
    if (!reply_from_store(exchange, store, status, &err, &json)) {
        return;
    }
    if (game != NULL) {
        size_t len;
        lw_json_bool(&json, "calibrated", lw_model_shipped(game, &len) != NULL);
    }
    levels_json(&json, game, &insight.levels);
    days_json(&json, &insight.days);
    calibration_json(&json, game, &insight.calibration);
    ratings_json(&json, game, &insight.ratings);
    totals_json(&json, &insight.totals);
    lw_json_object_end(&json);
}
