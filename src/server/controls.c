/* Switches: words of bits that every request reads. */
#include "controls.h"

#include "routes/route.h"

bool controls_is_on(const struct app *app, enum lw_control control) {
    unsigned bits = atomic_load_explicit(&app->controls, memory_order_relaxed);
    bits |= app->config.read_only ? 1u << LW_CONTROL_READ_ONLY : 0;
    bits |= app->config.closed ? 1u << LW_CONTROL_CLOSED : 0;
    return (bits >> control & 1u) != 0;
}

bool controls_route_is_off(const struct app *app, size_t line) {
    uint64_t bits =
        atomic_load_explicit(&app->routes_off[line / 64], memory_order_relaxed);
    return (bits >> line % 64 & 1u) != 0;
}

/* A name that is no route of this server may be one of a newer one. */
static void set_routes(struct app *app, const struct lw_store_routes *off) {
    uint64_t bits[APP_ROUTE_WORDS] = {0};
    for (size_t i = 0; i < off->n; i++) {
        size_t line;
        if (route_find_name(off->names[i], &line)) {
            bits[line / 64] |= UINT64_C(1) << line % 64;
        }
    }
    for (size_t i = 0; i < APP_ROUTE_WORDS; i++) {
        atomic_store_explicit(&app->routes_off[i], bits[i], memory_order_relaxed);
    }
}

void controls_tick(struct app *app) {
    struct lw_error err;
    struct lw_arena arena;
    struct lw_store_routes off;
    unsigned on;
    lw_arena_init(&arena, app->alloc);
    struct lw_store *store = app_store(app);
    lw_status status = lw_store_controls_get(store, &on, &err);
    if (status == LW_OK) {
        atomic_store_explicit(&app->controls, on, memory_order_relaxed);
        status = lw_store_routes_off(store, &arena, &off, &err);
    }
    app_give(app, store);
    if (status == LW_OK) {
        set_routes(app, &off);
    }
    lw_arena_free(&arena);
}
