/* The level of the day and its archive. */
#include <string.h>

#include "daily/daily.h"
#include "daily/zone.h"
#include "levels/levels.h"
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
        daily_json(app,
                   &(struct lw_store_day){
                       .game = game, .band = band, .date = date, .number = number},
                   &exchange->response.body, &err);
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
    if (!parameter_game(exchange, true, &game) || !parameter_band(exchange, &band) ||
        !parameter_paging(exchange, &paging)) {
        return;
    }
    struct lw_store *store = exchange_store(exchange);
    lw_status status = lw_store_daily_archive(
        store, &(struct lw_store_day){.game = game, .band = band},
        (struct lw_store_page){(uint64_t)((paging.page - 1) * paging.per_page),
                               (uint32_t)paging.per_page},
        &exchange->arena, &list, &err);
    if (!reply_from_store(exchange, store, status, &err, &json)) {
        return;
    }
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
    reply_end_page(&json, &paging, list.total);
}

static void write_sealed(struct lw_json_writer *json,
                         const struct lw_store_level_list *list) {
    lw_json_array(json, "levels");
    for (size_t i = 0; i < list->n; i++) {
        const char *until = list->levels[i].sealed;
        lw_json_object(json, NULL);
        lw_json_text(json, "opens", strcmp(until, LW_STORE_SEALED) == 0 ? NULL : until);
        level_json(json, &list->levels[i], NULL);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}

/* What the administrator alone sees: levels of days to come, and the reserve. */
void handle_sealed(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    struct lw_store_level_list list;
    struct lw_json_writer json;
    struct paging paging;
    char today[11];
    struct lw_store_filter filter = {.sealed_after = today};
    if (!parameter_game(exchange, false, &filter.game) ||
        !parameter_paging(exchange, &paging)) {
        return;
    }
    date_of_day(app_today(app), today);
    filter.first = (uint64_t)((paging.page - 1) * paging.per_page);
    filter.limit = (uint32_t)paging.per_page;
    struct lw_store *store = exchange_store(exchange);
    lw_store_see_as_of(store, NULL);
    lw_status status = lw_store_level_list(store, &filter, &exchange->arena, &list, &err);
    for (size_t i = 0; i < list.n && status == LW_OK; i++) {
        status = levels_make_whole(store, &list.levels[i], &exchange->arena, &err);
    }
    if (!reply_from_store(exchange, store, status, &err, &json)) {
        return;
    }
    write_sealed(&json, &list);
    reply_end_page(&json, &paging, list.total);
}
