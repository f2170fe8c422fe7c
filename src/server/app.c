/* What everything in the server asks the application for. */
#include "app.h"

#include "daily/clock.h"
#include "daily/zone.h"
#include "log.h"

int64_t app_now_ms(struct app *app) {
    return app->now_ms(app->now_ctx);
}

int64_t app_today(struct app *app) {
    return zone_day(app->zone, app_now_ms(app));
}

struct lw_store *app_store(struct app *app) {
    struct lw_store *store = lw_store_pool_take(app->pool);
    char today[11];
    date_of_day(app_today(app), today);
    lw_store_see_as_of(store, today);
    return store;
}

struct lw_store *app_whole_store(struct app *app) {
    struct lw_store *store = lw_store_pool_take(app->pool);
    lw_store_see_as_of(store, NULL);
    return store;
}

void app_give(struct app *app, struct lw_store *store) {
    lw_store_pool_give(app->pool, store);
}

struct lw_store *app_patient_store(struct app *app) {
    return lw_store_pool_take(app->patient);
}

void app_patient_give(struct app *app, struct lw_store *store) {
    lw_store_pool_give(app->patient, store);
}

/* Levels are rated by what ships then, which the researcher's page says, too. */
static void warn_of_model(struct app *app, const struct lw_model_text *model) {
    struct lw_error why;
    if (!lw_store_model_reads(model->game, model->text, model->len, app->alloc, &why)) {
        log_event(
            app->log, LOG_WARNING, "model",
            "version %u of %s is in use and cannot be read: %s; rated by what ships",
            (unsigned)model->version, model->game, why.text);
    }
}

lw_status app_models(struct app *app, struct lw_arena *arena, struct lw_model_texts *out,
                     struct lw_error *err) {
    struct lw_store *store = app_patient_store(app);
    lw_status status = lw_store_models_in_use(store, arena, out, err);
    app_patient_give(app, store);
    for (size_t i = 0; status == LW_OK && i < out->n; i++) {
        warn_of_model(app, &out->models[i]);
    }
    return status;
}
