/* Switches: a word of bits that every request reads. */
#include "controls.h"

bool controls_is_on(const struct app *app, enum lw_control control) {
    unsigned bits = atomic_load_explicit(&app->controls, memory_order_relaxed);
    bits |= app->config.read_only ? 1u << LW_CONTROL_READ_ONLY : 0;
    bits |= app->config.closed ? 1u << LW_CONTROL_CLOSED : 0;
    return (bits >> control & 1u) != 0;
}

void controls_tick(struct app *app) {
    struct lw_error err;
    unsigned on;
    struct lw_store *store = app_store(app);
    lw_status status = lw_store_controls_get(store, &on, &err);
    app_give(app, store);
    if (status == LW_OK) {
        atomic_store_explicit(&app->controls, on, memory_order_relaxed);
    }
}
