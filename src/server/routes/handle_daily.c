/* The level of the day and its archive. */
#include <string.h>

#include "daily/daily.h"
#include "daily/zone.h"
#include "routes/handlers.h"

#define BANDS "easy|medium|hard"

/* easy when none is given; difficulty is its old name. */
static bool parameter_band(struct exchange *exchange, const char **band) {
    *band = "easy";
    return parameter_choice(exchange, "difficulty", BANDS, band) &&
           parameter_choice(exchange, "band", BANDS, band);
}

static void not_yet(struct exchange *exchange) {
    http_problem(&exchange->response, 404, "not-found", "game",
                 "There is no level of the day for this yet; one is being made.");
    exchange->response.retry_after_s = 30;
}

void handle_daily(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    const char *game = NULL;
    const char *band;
    const char *date = parameter_text(exchange, "date");
    int64_t number = 0;
    int64_t ms;
    if (!parameter_game(exchange, true, &game) || !parameter_band(exchange, &band) ||
        !parameter_int(exchange, "number", 1, INT64_C(1) << 40, &number)) {
        return;
    }
    if (date == NULL && number == 0) {
        lw_status found =
            daily_today(app->daily, game, band, &exchange->response.shared, &err);
        if (found == LW_NOT_FOUND) {
            not_yet(exchange);
        } else if (found != LW_OK) {
            http_problem_status(&exchange->response, found, &err, NULL);
        }
        return;
    }
    if (date != NULL && !date_read(date, &ms)) {
        http_problem(&exchange->response, 400, "bad-field", "date",
                     "A date is written YYYY-MM-DD, as in 2026-01-31.");
        return;
    }
    lw_status status =
        daily_json(app, game, band, date, number, &exchange->response.body, &err);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, date != NULL ? "date" : "number");
    }
}

void handle_daily_archive(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    struct lw_store_daily_list list;
    struct lw_json_writer json;
    struct paging paging;
    const char *game = NULL;
    const char *band;
    char today[11];
    if (!parameter_game(exchange, true, &game) || !parameter_band(exchange, &band) ||
        !parameter_paging(exchange, &paging)) {
        return;
    }
    date_of_day(app_today(app), today);
    struct lw_store *store = app_store(app);
    lw_status status = lw_store_daily_archive(
        store, &(struct lw_store_day){.game = game, .band = band, .date = today},
        (struct lw_store_page){(uint64_t)((paging.page - 1) * paging.per_page),
                               (uint32_t)paging.per_page},
        &exchange->arena, &list, &err);
    app_give(app, store);
    if (status != LW_OK) {
        exchange_fail(exchange, status, &err, NULL);
        return;
    }
    reply_begin(exchange, 200, &json);
    lw_json_text(&json, "game", game);
    lw_json_text(&json, "band", band);
    lw_json_text(&json, "difficulty", band); /* as it was named before */
    lw_json_text(&json, "timezone", zone_name(app->zone));
    lw_json_array(&json, "days");
    for (size_t i = 0; i < list.n; i++) {
        lw_json_object(&json, NULL);
        lw_json_text(&json, "date", list.days[i].date);
        lw_json_int(&json, "number", list.days[i].number);
        lw_json_text(&json, "level", list.days[i].level);
        lw_json_bool(&json, "reserve", list.days[i].from_reserve);
        lw_json_object_end(&json);
    }
    lw_json_array_end(&json);
    lw_json_int(&json, "page", paging.page);
    lw_json_int(&json, "per_page", paging.per_page);
    lw_json_uint(&json, "total", list.total);
    lw_json_object_end(&json);
}
