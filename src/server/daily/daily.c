/* The level of the day.
 *
 * Tomorrow's level is made by a job, today. A job makes a few levels: the best becomes
 * the day's, the others go to the reserve. When a day begins without a level, the best of
 * the reserve is taken, so there always is one; the store keeps a level from being daily
 * twice. Until its day comes a level is sealed: it is made from a seed that only the
 * database knows, and people's connections do not see it. The answer for today is kept
 * ready as bytes, for some seconds: it is asked for more often than anything else. */
#include "daily/daily.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "daily/clock.h"
#include "daily/seed.h"
#include "daily/zone.h"
#include "levels/levels.h"
#include "levels/making.h"
#include "levels/recipes.h"
#include "log.h"
#include "metrics.h"
#include "routes/reply.h"

#define DAY_MS INT64_C(86400000)
#define FRESH_MS 10000
#define RETRY_MS (INT64_C(10) * 60 * 1000)
#define MAX_TRIES 4
#define LEVELS_A_DAY 4
#define OWNER "daily" /* of the jobs */

struct entry {
    struct http_shared *ready; /* NULL: none */
    int64_t day;               /* that it is of */
    int64_t until_ms;          /* then it is looked up again */
    lw_status status;          /* why there is none */
};

/* What was done for a day. */
struct plan {
    char date[11];
    int64_t asked_ms;
    int tries;
};

struct daily {
    struct app *app;
    pthread_mutex_t lock;
    size_t n_recipes;
    struct seed_key key;
    struct entry *entries; /* follow recipes */
    struct plan *plans[2]; /* today, tomorrow; follow recipes */
    bool zone_is_foreign;  /* was told in the log */
};

/* The first program that keeps days secret makes the key. What an older one made for the
 * days to come everybody could make, too; it is made anew. */
static lw_status open_key(struct daily *daily, struct lw_error *err) {
    struct app *app = daily->app;
    struct lw_arena arena;
    const char *kept = NULL;
    char today[11];
    date_of_day(app_today(app), today);
    lw_arena_init(&arena, app->alloc);
    struct lw_store *store = app_patient_store(app);
    lw_status status = lw_store_setting_get(store, SEED_KEY_SETTING, &arena, &kept, err);
    if (status == LW_OK && kept == NULL) {
        status = lw_store_daily_forget_after(store, today, err);
    }
    if (status == LW_OK) {
        status = seed_key_open(store, app_now_ms(app), &daily->key, err);
    }
    app_patient_give(app, store);
    lw_arena_free(&arena);
    return status;
}

lw_status daily_create(struct app *app, struct daily **out, struct lw_error *err) {
    struct daily *daily = lw_alloc_zero(app->alloc, 1, sizeof *daily);
    size_t n = recipe_count();
    if (daily == NULL) {
        return lw_fail_memory(err);
    }
    daily->app = app;
    daily->n_recipes = n;
    (void)pthread_mutex_init(&daily->lock, NULL);
    daily->entries = lw_alloc_zero(app->alloc, n, sizeof *daily->entries);
    daily->plans[0] = lw_alloc_zero(app->alloc, 2 * n, sizeof *daily->plans[0]);
    if (daily->entries == NULL || daily->plans[0] == NULL) {
        daily_destroy(daily);
        return lw_fail_memory(err);
    }
    daily->plans[1] = daily->plans[0] + n;
    lw_status status = open_key(daily, err);
    if (status != LW_OK) {
        daily_destroy(daily);
        return status;
    }
    *out = daily;
    return LW_OK;
}

void daily_destroy(struct daily *daily) {
    if (daily != NULL) {
        size_t n = daily->n_recipes;
        for (size_t i = 0; daily->entries != NULL && i < n; i++) {
            http_shared_release(daily->entries[i].ready);
        }
        seed_key_close(&daily->key);
        (void)pthread_mutex_destroy(&daily->lock);
        lw_alloc_free(daily->app->alloc, daily->entries, n * sizeof *daily->entries);
        lw_alloc_free(daily->app->alloc, daily->plans[0],
                      2 * n * sizeof *daily->plans[0]);
        lw_alloc_free(daily->app->alloc, daily, sizeof *daily);
    }
}

static void write_day(struct lw_json_writer *json, const struct zone *zone,
                      const struct lw_store_daily *day,
                      const struct lw_store_level *level,
                      const struct lw_store_best *best) {
    int64_t start = 0;
    lw_json_object(json, NULL);
    lw_json_text(json, "game", day->game);
    lw_json_text(json, "band", day->band);
    lw_json_text(json, "difficulty", day->band); /* as it was named before */
    lw_json_text(json, "date", day->date);
    lw_json_int(json, "number", day->number);
    lw_json_text(json, "timezone", zone_name(zone));
    lw_json_bool(json, "reserve", day->from_reserve);
    lw_json_object(json, "level");
    level_json(json, level, best);
    lw_json_object_end(json);
    lw_json_object(json, "best");
    lw_json_real(json, "moves", best->moves);
    lw_json_real(json, "pushes", best->pushes);
    lw_json_object_end(json);
    if (date_read(day->date, &start)) {
        json_time(json, "next", zone_day_start(zone, start / DAY_MS + 1));
    }
    lw_json_object_end(json);
}

lw_status daily_json(struct app *app, const struct lw_store_day *which,
                     struct lw_buffer *out, struct lw_error *err) {
    struct lw_arena arena;
    struct lw_store_daily day;
    struct lw_store_level level;
    struct lw_store_best best;
    struct lw_json_writer json;
    lw_arena_init(&arena, app->alloc);
    struct lw_store *store = app_store(app);
    lw_status status = lw_store_daily_get(store, which, &arena, &day, err);
    if (status == LW_OK) {
        status = lw_store_level_get(store, day.level, &arena, &level, err);
    }
    if (status == LW_OK && level.hidden) {
        status = lw_fail(err, LW_NOT_FOUND, 0, 0, "the level of that day was removed");
    }
    if (status == LW_OK) {
        status = levels_make_whole(store, &level, &arena, err);
    }
    if (status == LW_OK) {
        status = lw_store_level_best(store, day.level, &best, err);
    }
    app_give(app, store);
    if (status == LW_OK) {
        lw_json_begin(&json, out);
        write_day(&json, app->zone, &day, &level, &best);
    }
    lw_arena_free(&arena);
    return status;
}

static struct lw_store_day day_of(const struct recipe *recipe, const char *date) {
    return (struct lw_store_day){
        .game = recipe->kind->name, .band = recipe->preset->band, .date = date};
}

/* Today's level from the reserve, when nothing else is there. */
static lw_status take_reserve(struct app *app, const struct recipe *recipe,
                              const char *date, struct lw_error *err) {
    char level[LW_STORE_ID_SIZE];
    int64_t number;
    struct lw_store *store = app_store(app);
    struct lw_store_day day = day_of(recipe, date);
    lw_status status =
        lw_store_daily_from_reserve(store, &day, app_now_ms(app), level, &number, err);
    app_give(app, store);
    if (status == LW_OK) {
        metrics_add(app->metrics, METRIC_DAILY_RESERVE, 1);
        log_event(app->log, LOG_INFO, "daily",
                  "%s %s of %s is number %lld, from the reserve", recipe->kind->name,
                  recipe->preset->band, date, (long long)number);
    }
    return status == LW_EXISTS ? LW_OK : status;
}

static lw_status look_up(struct app *app, const struct recipe *recipe, const char *today,
                         struct http_shared **out, struct lw_error *err) {
    struct lw_store_day day = day_of(recipe, today);
    struct lw_buffer body;
    lw_buffer_init(&body, app->alloc);
    lw_status status = daily_json(app, &day, &body, err);
    if (status == LW_NOT_FOUND) {
        status = take_reserve(app, recipe, today, err);
        if (status == LW_OK) {
            status = daily_json(app, &day, &body, err);
        }
    }
    *out = status != LW_OK
               ? NULL
               : http_shared_create(app->alloc, &body, "application/json", "no-cache");
    lw_buffer_free(&body);
    return status == LW_OK && *out == NULL ? lw_fail_memory(err) : status;
}

/* Under the lock: one of many who ask at once looks it up, the others wait. */
static void refresh(struct daily *daily, const struct recipe *recipe, int64_t now) {
    struct app *app = daily->app;
    struct entry *entry = &daily->entries[recipe->number];
    struct lw_error err = {.status = LW_OK};
    struct http_shared *found = NULL;
    char today[11];
    int64_t day = zone_day(app->zone, now);
    int64_t midnight = zone_day_start(app->zone, day + 1);
    date_of_day(day, today);
    entry->status = look_up(app, recipe, today, &found, &err);
    if (entry->status != LW_OK && entry->status != LW_NOT_FOUND) {
        log_event(app->log, LOG_ERROR, "store", "%s", err.text);
    }
    /* A store that is away does not make the answer wrong, only the day's end does. */
    if (entry->status == LW_OK || entry->status == LW_NOT_FOUND || entry->day != day) {
        http_shared_release(entry->ready);
        entry->ready = found;
        entry->day = day;
    }
    entry->until_ms = now + (entry->status == LW_OK ? FRESH_MS : 1000);
    if (entry->until_ms > midnight) {
        entry->until_ms = midnight;
    }
}

lw_status daily_today(struct daily *daily, const char *game, const char *band,
                      struct http_shared **out, struct lw_error *err) {
    struct recipe recipe;
    *out = NULL;
    if (!recipe_find(game, band, &recipe)) {
        return lw_fail(err, LW_NOT_FOUND, 0, 0, "this game has no level of the day");
    }
    struct entry *entry = &daily->entries[recipe.number];
    int64_t now = app_now_ms(daily->app);
    (void)pthread_mutex_lock(&daily->lock);
    /* No answer is fresh for longer: the clock was set back, maybe by a day. */
    bool is_set_back = now < entry->until_ms - FRESH_MS;
    if (now >= entry->until_ms || is_set_back) {
        refresh(daily, &recipe, now);
    }
    lw_status status = entry->ready != NULL ? LW_OK : entry->status;
    if (status == LW_OK) {
        *out = http_shared_get(entry->ready);
    }
    (void)pthread_mutex_unlock(&daily->lock);
    return status == LW_OK ? LW_OK
                           : lw_fail(err, status, 0, 0, "%s", lw_status_text(status));
}

/* Planning. */

static bool has_level(struct app *app, const struct recipe *recipe, const char *date) {
    struct lw_error err;
    struct lw_arena arena;
    struct lw_store_daily day;
    lw_arena_init(&arena, app->alloc);
    struct lw_store *store = app_whole_store(app);
    lw_status status = lw_store_daily_get(
        store,
        &(struct lw_store_day){
            .game = recipe->kind->name, .band = recipe->preset->band, .date = date},
        &arena, &day, &err);
    app_give(app, store);
    lw_arena_free(&arena);
    return status != LW_NOT_FOUND; /* when the store is away, plan nothing */
}

static void write_request(const struct recipe *recipe, const struct plan *plan,
                          struct lw_buffer *out) {
    struct lw_json_writer json;
    lw_json_begin(&json, out);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "game", recipe->kind->name);
    lw_json_text(&json, "band", recipe->preset->band);
    lw_json_text(&json, "date", plan->date);
    lw_json_int(&json, "try", plan->tries);
    lw_json_object_end(&json);
}

static void ask_for(struct app *app, const struct recipe *recipe, struct plan *plan) {
    struct lw_error err;
    struct lw_arena arena;
    struct lw_buffer request;
    char id[LW_STORE_ID_SIZE];
    lw_arena_init(&arena, app->alloc);
    lw_buffer_init(&request, app->alloc);
    write_request(recipe, plan, &request);
    struct lw_store_job_request job = {.kind = "daily",
                                       .request = lw_buffer_text(&request),
                                       .owner = OWNER,
                                       .priority = -5,
                                       .max_tries = 3};
    struct lw_store *store = app_store(app);
    lw_status status = LW_OK;
    /* Two servers that ask in the same moment do double work, but the store gives a day
     * one level. */
    if (!job_is_asked(store, &arena, &job, true)) {
        status = lw_store_job_enqueue(store, &job, app_now_ms(app), id, &err);
    }
    app_give(app, store);
    lw_buffer_free(&request);
    lw_arena_free(&arena);
    plan->asked_ms = app_now_ms(app);
    plan->tries += status == LW_OK;
}

static void see_to(struct daily *daily, const struct recipe *recipe, struct plan *plan,
                   const char *date) {
    struct app *app = daily->app;
    if (strcmp(plan->date, date) != 0) {
        memset(plan, 0, sizeof *plan);
        memcpy(plan->date, date, sizeof plan->date);
    }
    bool due = plan->tries == 0 || app_now_ms(app) - plan->asked_ms > RETRY_MS;
    if (due && plan->tries < MAX_TRIES && !has_level(app, recipe, date)) {
        ask_for(app, recipe, plan);
    }
}

/* Has somebody given the database another time zone while this server runs? */
static bool has_foreign_zone(struct daily *daily) {
    struct app *app = daily->app;
    struct lw_error err;
    struct lw_arena arena;
    const char *kept = NULL;
    lw_arena_init(&arena, app->alloc);
    struct lw_store *store = app_store(app);
    lw_status status =
        lw_store_setting_get(store, DAILY_ZONE_SETTING, &arena, &kept, &err);
    app_give(app, store);
    bool foreign =
        status == LW_OK && kept != NULL && strcmp(kept, zone_name(app->zone)) != 0;
    if (foreign && !daily->zone_is_foreign) {
        log_event(app->log, LOG_ERROR, "daily",
                  "the database's time zone was changed to %s; this server still uses %s "
                  "and makes no levels of the day until it is restarted",
                  kept, zone_name(app->zone));
    }
    daily->zone_is_foreign = foreign;
    lw_arena_free(&arena);
    return foreign;
}

void daily_tick(struct daily *daily) {
    if (has_foreign_zone(daily)) {
        return;
    }
    char today[11];
    char tomorrow[11];
    const struct zone *zone = daily->app->zone;
    int64_t day = app_today(daily->app);
    date_of_day(day, today);
    /* The next date that there is: a zone may leave one out. */
    date_of_day(zone_day(zone, zone_day_start(zone, day + 1)), tomorrow);
    struct recipe recipe;
    for (size_t i = 0; recipe_at(i, &recipe); i++) {
        struct lw_error err;
        struct http_shared *ready;
        /* Takes from the reserve when the day has no level; with an empty reserve one is
         * made now. */
        lw_status status =
            daily_today(daily, recipe.kind->name, recipe.preset->band, &ready, &err);
        http_shared_release(ready);
        if (status == LW_NOT_FOUND) {
            see_to(daily, &recipe, &daily->plans[0][i], today);
        }
        see_to(daily, &recipe, &daily->plans[1][i], tomorrow);
    }
}

/* The job. */

struct daily_request {
    struct recipe recipe;
    const char *date;
    uint64_t seed;
    bool is_over; /* the day has passed while the job waited */
};

static lw_status read_request(struct job_run *run, struct daily_request *out,
                              struct lw_error *err) {
    struct lw_json *tree = NULL;
    int64_t day = 0;
    lw_status status = lw_json_read(&run->arena, run->job->request,
                                    strlen(run->job->request), &tree, err);
    if (status != LW_OK) {
        return status;
    }
    const struct lw_json *game = lw_json_get(tree, "game");
    const struct lw_json *band = lw_json_get(tree, "band");
    const struct lw_json *date = lw_json_get(tree, "date");
    const struct lw_json *try_number = lw_json_get(tree, "try");
    if (band == NULL) {
        band = lw_json_get(tree, "difficulty"); /* jobs of an older server */
    }
    if (game == NULL || band == NULL || date == NULL || game->text == NULL ||
        band->text == NULL || date->text == NULL || !date_read(date->text, &day)) {
        return lw_fail(err, LW_USAGE, 0, 0, "a daily job needs game, band, date");
    }
    bool is_known = recipe_find(game->text, band->text, &out->recipe);
    out->date = date->text;
    out->is_over = day / DAY_MS < app_today(run->app);
    if (is_known) {
        out->seed = seed_of_day(
            &run->app->daily->key,
            &(struct seed_day){.game = out->recipe.kind->name,
                               .band = out->recipe.preset->band,
                               .date = out->date,
                               .number = try_number == NULL ? 0 : try_number->number});
    }
    return is_known ? LW_OK : lw_fail(err, LW_USAGE, 0, 0, "no such game to make");
}

/* The first level that was never daily becomes the day's; the rest is kept in reserve. A
 * day that is over gets no level any more: its number would come out of order. */
static lw_status try_to_use(struct job_run *run, const struct daily_request *request,
                            const char *id, double score, bool *placed,
                            struct lw_error *err) {
    struct app *app = run->app;
    const struct recipe *recipe = &request->recipe;
    int64_t number = 0;
    lw_status status = LW_EXISTS;
    struct lw_store *store = app_patient_store(app);
    if (!*placed && !request->is_over) {
        status = lw_store_daily_put(store,
                                    &(struct lw_store_day){.game = recipe->kind->name,
                                                           .band = recipe->preset->band,
                                                           .date = request->date},
                                    id, app_now_ms(app), &number, err);
    }
    if (status == LW_OK) {
        *placed = true;
        metrics_add(app->metrics, METRIC_DAILY_MADE, 1);
    } else if (status == LW_EXISTS) {
        bool used = true;
        status = lw_store_daily_used(store, id, &used, err);
        if (status == LW_OK && !used) {
            status =
                lw_store_reserve_put(store,
                                     &(struct lw_store_day){.game = recipe->kind->name,
                                                            .band = recipe->preset->band},
                                     id, isnan(score) ? 0 : score, app_now_ms(app), err);
        }
    }
    app_patient_give(app, store);
    return status;
}

static lw_status use_level(struct job_run *run, const struct daily_request *request,
                           const char *id, double score, bool *placed,
                           struct lw_error *err) {
    lw_status status;
    struct job_patience patience = {.stop = run->cancel};
    do {
        status = try_to_use(run, request, id, score, placed, err);
    } while (job_tries_again(run->app, &patience, status));
    return status;
}

static lw_status keep_levels(struct job_run *run, const struct daily_request *request,
                             struct making *making, bool *placed, struct lw_error *err) {
    const struct lw_pool *pool = &making->make.pool;
    lw_status status = LW_OK;
    /* By rising score: the best is the last. */
    for (size_t i = pool->n_levels; i-- > 0 && status == LW_OK;) {
        struct lw_store_kept kept;
        const char *title = i + 1 == pool->n_levels ? request->date : "";
        status = making_keep(making, i, title, &kept, err);
        /* What people know already is no level of a day to come. */
        if (status == LW_OK && kept.is_sealed) {
            status = use_level(run, request, kept.id, pool->levels[i].score, placed, err);
        }
    }
    return status;
}

static lw_status make_day(struct job_run *run, const struct daily_request *request,
                          struct making *making, bool *placed, struct lw_error *err) {
    const struct lw_preset *preset = request->recipe.preset;
    struct making_request wanted = {.kind = request->recipe.kind,
                                    .method = preset->method,
                                    .options = preset->options,
                                    .filters = preset->filters,
                                    .source =
                                        recipe_source(&request->recipe, &run->arena),
                                    .count = LEVELS_A_DAY,
                                    .seed = request->seed,
                                    .seconds = preset->seconds,
                                    .sealed = true};
    lw_status status = making_open(run->app, run, &wanted, making, err);
    if (status == LW_OK) {
        status = making_run(making, err);
    }
    if (status == LW_OK && making->make.pool.n_levels == 0) {
        status = lw_fail(err, LW_LIMIT, 0, 0, "no level was found in time");
    }
    return status == LW_OK ? keep_levels(run, request, making, placed, err) : status;
}

lw_status daily_run(struct job_run *run, struct lw_error *err) {
    struct daily_request request;
    struct lw_json_writer json;
    bool placed = false;
    lw_status status = read_request(run, &request, err);
    struct making *making = lw_alloc_zero(run->app->alloc, 1, sizeof *making);
    if (status == LW_OK && making == NULL) {
        status = lw_fail_memory(err);
    }
    if (status == LW_OK) {
        status = make_day(run, &request, making, &placed, err);
        size_t n = making->make.pool.n_levels;
        making_close(making);
        if (status == LW_OK) {
            log_event(run->app->log, LOG_INFO, "daily", "%s %s of %s: %zu levels made%s",
                      request.recipe.kind->name, request.recipe.preset->band,
                      request.date, n, placed ? "" : ", the day already had its level");
            lw_buffer_clear(&run->result);
            lw_json_begin(&json, &run->result);
            lw_json_object(&json, NULL);
            lw_json_uint(&json, "made", n);
            lw_json_bool(&json, "placed", placed);
            lw_json_object_end(&json);
        }
    }
    lw_alloc_free(run->app->alloc, making, sizeof *making);
    return status;
}
