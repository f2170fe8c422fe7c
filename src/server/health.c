/* A disk that is full lets small writes through for a while, into room that SQLite's log
 * has already: after a failure only a larger one proves that there is room again. */
#include "health.h"

#include <string.h>

#define SETTING "health"
#define LARGE (64 * 1024)

void health_note(struct app *app, lw_status status) {
    if (status == LW_FULL || status == LW_IO) {
        atomic_store(&app->storage, (int)status);
    }
}

void health_tick(struct app *app, bool is_due) {
    bool was_bad = atomic_load(&app->storage) != LW_OK;
    if (!is_due && !was_bad) {
        return;
    }
    struct lw_error err;
    size_t len = was_bad ? LARGE : 1;
    char *text = lw_alloc_get(app->alloc, len + 1);
    if (text == NULL) {
        return;
    }
    memset(text, 'x', len);
    text[len] = '\0';
    struct lw_store *store = app_store(app);
    lw_status status = lw_store_setting_put(store, SETTING, text, app_now_ms(app), &err);
    app_give(app, store);
    lw_alloc_free(app->alloc, text, len + 1);
    if (status != LW_OK) {
        health_note(app, status);
    } else if (was_bad) {
        /* Otherwise a failure noted meanwhile would be forgotten for one byte's sake. */
        atomic_store(&app->storage, LW_OK);
    }
}
