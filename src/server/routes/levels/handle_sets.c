/* Choosing level sets as Taylor did (2015, chapter 3); the store does the choosing. */
#include <stdio.h>
#include <string.h>

#include "routes/handlers.h"

#define SET_BYTES 1700 /* of a set in the answer: its title, escaped, and the rest */
#define SOLVE_NODES 300000
#define SOLVE_MS 20000 /* for all levels of one request */

/* [least, most]; absent: any. */
static bool read_range(struct exchange *exchange, const struct lw_json *body,
                       const char *key, struct lw_store_range *out) {
    const struct lw_json *value = lw_json_get(body, key);
    if (value == NULL || value->type == LW_JSON_NULL) {
        return true;
    }
    if (value->type != LW_JSON_ARRAY || value->n_children != 2 ||
        value->first->type != LW_JSON_NUMBER ||
        value->first->next->type != LW_JSON_NUMBER) {
        return field_refuse(exchange, key,
                            "This must be a list of two numbers, least and most.");
    }
    *out = (struct lw_store_range){value->first->number, value->first->next->number};
    return true;
}

static bool read_choice(struct exchange *exchange, const struct lw_json *body,
                        struct lw_store_choice *choice) {
    int64_t count = 25;
    int64_t seed = 1;
    if (!fields_check(exchange, body,
                      "count width height pieces boxes moves seed sets") ||
        !field_int(exchange, body, (struct field_int){"count", 1, 200, false}, &count) ||
        !field_int(exchange, body, (struct field_int){"seed", 0, INT64_C(1) << 52, false},
                   &seed) ||
        !read_range(exchange, body, "width", &choice->width) ||
        !read_range(exchange, body, "height", &choice->height) ||
        !read_range(exchange, body, "boxes", &choice->pieces) || /* once its name */
        !read_range(exchange, body, "pieces", &choice->pieces) ||
        !read_range(exchange, body, "moves", &choice->moves)) {
        return false;
    }
    choice->count = (size_t)count;
    choice->seed = (uint64_t)seed;
    choice->solve_nodes = SOLVE_NODES;
    choice->now_ms = app_now_ms(exchange->app);
    return true;
}

static bool read_pack(struct exchange *exchange, const struct lw_json *item, size_t i,
                      struct lw_store_choice_pack *out) {
    const char *origin = "generated";
    size_t outside = field_enter(exchange, "sets", i);
    bool good = field_object(exchange, item) &&
                fields_check(exchange, item, "title pack easy origin") &&
                field_text(exchange, item, "title", true, 200, &out->title) &&
                field_id(exchange, item, "pack", true, &out->pack) &&
                field_bool(exchange, item, "easy", &out->pinned) &&
                field_choice(exchange, item, "origin", "generated|handmade", &origin);
    out->origin = origin;
    field_leave(exchange, outside);
    return good;
}

static bool read_packs(struct exchange *exchange, const struct lw_json *body,
                       struct lw_store_choice_pack *packs, size_t *n) {
    const struct lw_json *sets = lw_json_get(body, "sets");
    if (sets == NULL || sets->type != LW_JSON_ARRAY || sets->n_children == 0 ||
        sets->n_children > LW_STORE_MAX_CHOICE) {
        char sentence[80];
        (void)snprintf(sentence, sizeof sentence, "This must be a list of 1 to %d.",
                       LW_STORE_MAX_CHOICE);
        return field_refuse(exchange, "sets", sentence);
    }
    *n = 0;
    for (const struct lw_json *it = sets->first; it != NULL; it = it->next) {
        if (!read_pack(exchange, it, *n, &packs[*n])) {
            return false;
        }
        (*n)++;
    }
    return true;
}

static uint64_t app_clock(void *ctx) {
    const struct app *app = ctx;
    return app->now_ns();
}

static void reply_sets(struct exchange *exchange, const struct lw_store_chosen *chosen,
                       size_t n) {
    struct lw_json_writer json;
    reply_begin(exchange, 201, &json);
    lw_json_array(&json, "sets");
    for (size_t i = 0; i < n; i++) {
        lw_json_object(&json, NULL);
        lw_json_text(&json, "id", chosen[i].set.id);
        lw_json_text(&json, "title", chosen[i].set.title);
        lw_json_text(&json, "game", chosen[i].set.game);
        lw_json_text(&json, "origin", chosen[i].set.origin);
        lw_json_bool(&json, "easy", chosen[i].set.pinned);
        lw_json_uint(&json, "n_levels", chosen[i].set.n_levels);
        lw_json_uint(&json, "n_fit", chosen[i].n_fit);
        lw_json_real(&json, "mean_size", chosen[i].size);
        lw_json_real(&json, "mean_pieces", chosen[i].pieces);
        lw_json_real(&json, "mean_boxes", chosen[i].pieces); /* once its name */
        lw_json_real(&json, "mean_moves", chosen[i].moves);
        lw_json_object_end(&json);
    }
    lw_json_array_end(&json);
    lw_json_object_end(&json);
}

void handle_sets_choose(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    struct lw_store_choice choice = {.count = 0};
    struct lw_store_choice_pack packs[LW_STORE_MAX_CHOICE] = {{0}};
    struct lw_store_chosen chosen[LW_STORE_MAX_CHOICE];
    struct lw_runtime runtime = lw_runtime_bare(app->alloc);
    size_t n = 0;
    const struct lw_json *body = exchange_json(exchange);
    if (body == NULL || !read_choice(exchange, body, &choice) ||
        !read_packs(exchange, body, packs, &n) ||
        !budget_reserve_answer(exchange, BUDGET_SHORT_ANSWER + SET_BYTES * n)) {
        return;
    }
    runtime.now_ns = app_clock;
    runtime.ctx = app;
    choice.packs = packs;
    choice.n_packs = n;
    choice.runtime = &runtime;
    choice.solve_until_ns = app->now_ns() + SOLVE_MS * UINT64_C(1000000);
    struct lw_store *store = exchange_store(exchange);
    lw_status status =
        lw_store_sets_choose(store, &choice, &exchange->arena, chosen, &err);
    exchange_give(exchange, store);
    if (status == LW_OK) {
        reply_sets(exchange, chosen, n);
        return;
    }
    char place[40] = "";
    if (err.line > 0) {
        (void)snprintf(place, sizeof place, "/sets/%u", err.line - 1);
        err.line = 0;
    }
    exchange_fail(exchange, status, &err, place);
}

void handle_set_delete(struct exchange *exchange) {
    reply_delete(exchange, lw_store_set_delete, exchange->ids[0], "id");
}
