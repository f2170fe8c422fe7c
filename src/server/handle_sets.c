/* Choosing level sets as Taylor did (2015, chapter 3): from each of several large
 * collections, take the levels of a stated size, number of boxes and number of moves, and
 * draw 25 of them at random. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "handlers.h"
#include "levels.h"
#include "lw/base/rng.h"

#define MAX_SETS 20
#define SOLVE_NODES 300000
#define SOLVE_MS 20000 /* for all levels of one request */

struct range {
    double lo, hi;
};

struct choice {
    const char *game;
    int64_t count, seed;
    struct range width, height, boxes, moves;
    uint64_t solve_until_ns;
};

static bool read_range(struct exchange *exchange, const struct lw_json *body,
                       const char *key, struct range *out) {
    const struct lw_json *value = lw_json_get(body, key);
    *out = (struct range){-HUGE_VAL, HUGE_VAL};
    if (value == NULL) {
        return true;
    }
    if (value->type != LW_JSON_ARRAY || value->n_children != 2 ||
        value->first->type != LW_JSON_NUMBER ||
        value->first->next->type != LW_JSON_NUMBER) {
        http_problem(&exchange->response, 400, "bad-field", key,
                     "This must be a list of two numbers, least and most.");
        return false;
    }
    *out = (struct range){value->first->number, value->first->next->number};
    return true;
}

static bool in_range(const struct range *range, double value) {
    return range->lo == -HUGE_VAL && range->hi == HUGE_VAL
               ? true
               : value >= range->lo && value <= range->hi;
}

static double count_boxes(struct app *app, const struct lw_level *level) {
    const struct lw_feature_ops *ops = level->game->kind->features;
    struct lw_error err;
    struct lw_runtime runtime = lw_runtime_bare(app->alloc);
    struct lw_budget budget = {.nodes = 1000};
    struct lw_feature_values *values = lw_alloc_zero(app->alloc, 1, sizeof *values);
    double boxes = NAN;
    if (ops != NULL && values != NULL &&
        ops->compute(level, LW_COST_INSTANT, &budget, &runtime, values, &err) == LW_OK) {
        for (size_t i = 0; i < ops->n_features; i++) {
            if (strcmp(ops->features[i].name, "boxes") == 0) {
                boxes = values->value[i];
            }
        }
    }
    lw_alloc_free(app->alloc, values, sizeof *values);
    return boxes;
}

/* The moves of the best solution known; solved now, within a budget, when none is. */
static double known_moves(struct exchange *exchange, struct lw_store *store,
                          const struct lw_store_level *row, const struct lw_level *level,
                          const struct choice *choice) {
    struct app *app = exchange->app;
    struct lw_error err;
    struct lw_store_best best = {NAN, NAN};
    const struct lw_solve_ops *ops = level->game->kind->solve;
    if (lw_store_level_best(store, row->id, &best, &err) == LW_OK && !isnan(best.moves)) {
        return best.moves;
    }
    if (ops == NULL || app->now_ns() > choice->solve_until_ns) {
        return NAN;
    }
    struct lw_runtime runtime = lw_runtime_bare(app->alloc);
    struct lw_solve_request request = {
        .budget = {.nodes = SOLVE_NODES, .memory_bytes = (size_t)256 << 20}};
    struct lw_solve_result result;
    double moves = NAN;
    lw_solve_result_init(&result, app->alloc);
    if (ops->solve(level, &request, &runtime, &result, &err) == LW_OK &&
        result.outcome == LW_OUTCOME_SOLVED) {
        moves = levels_measure_get(level->game->kind, result.measures, "moves");
        struct lw_store_solution solution = {
            .level = row->id,
            .metric = "moves",
            .origin = "solver",
            .moves = lw_buffer_text(&result.solution),
            .n_moves = moves,
            .n_pushes = levels_measure_get(level->game->kind, result.measures, "pushes"),
            .made_ms = app_now_ms(app)};
        (void)!lw_store_solution_put(store, &solution, &err);
    }
    lw_solve_result_free(&result);
    return moves;
}

static bool fits(struct exchange *exchange, struct lw_store *store,
                 const struct lw_store_level *row, const struct choice *choice) {
    struct opened opened;
    struct lw_error err;
    if (!in_range(&choice->width, row->width) ||
        !in_range(&choice->height, row->height)) {
        return false;
    }
    bool good = levels_open(exchange->app->alloc, row, &opened, &err) == LW_OK;
    if (good) {
        const struct lw_level *level = opened_level(&opened);
        good = in_range(&choice->boxes, count_boxes(exchange->app, level)) &&
               in_range(&choice->moves, known_moves(exchange, store, row, level, choice));
    }
    levels_close(&opened);
    return good;
}

/* One set: the fitting levels of the pack, shuffled, the first `count`. */
static lw_status choose_set(struct exchange *exchange, struct lw_store *store,
                            const struct lw_json *item, const struct choice *choice,
                            size_t number, struct lw_store_set *set,
                            struct lw_error *err) {
    const struct lw_json *title = lw_json_get(item, "title");
    const struct lw_json *pack = lw_json_get(item, "pack");
    const struct lw_json *easy = lw_json_get(item, "easy");
    const struct lw_json *origin = lw_json_get(item, "origin");
    struct lw_store_level_list list;
    if (title == NULL || title->type != LW_JSON_TEXT || title->text_len > 200 ||
        pack == NULL || pack->type != LW_JSON_TEXT || !is_id(pack->text)) {
        return lw_fail(err, LW_USAGE, 0, 0, "a set needs a title and the id of a pack");
    }
    struct lw_store_pack row;
    lw_status status = lw_store_pack_get(store, pack->text, &exchange->arena, &row, err);
    if (status == LW_OK) {
        status = lw_store_pack_levels(store, pack->text, &exchange->arena, &list, err);
    }
    if (status != LW_OK) {
        return status;
    }
    const char **ids = lw_arena_zero(&exchange->arena, list.n + 1, sizeof *ids);
    size_t n = 0;
    if (ids == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < list.n; i++) {
        if (fits(exchange, store, &list.levels[i], choice)) {
            ids[n++] = list.levels[i].id;
        }
    }
    if (n < (size_t)choice->count) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "only %zu of the pack's %zu levels fit; %lld are wanted", n,
                       list.n, (long long)choice->count);
    }
    struct lw_rng rng = lw_rng_make((uint64_t)choice->seed, number);
    lw_rng_shuffle(&rng, ids, n, sizeof *ids);
    *set =
        (struct lw_store_set){.title = title->text,
                              .game = choice->game,
                              .origin = origin != NULL && origin->type == LW_JSON_TEXT &&
                                                strcmp(origin->text, "handmade") == 0
                                            ? "handmade"
                                            : "generated",
                              .pinned = easy != NULL && easy->type == LW_JSON_TRUE,
                              .position = (int64_t)number};
    return lw_store_set_put(store, set, ids, (size_t)choice->count, err);
}

static bool read_choice(struct exchange *exchange, struct choice *choice,
                        const struct lw_json **sets) {
    const struct lw_json *body = exchange_json(exchange);
    *choice = (struct choice){.game = "sokoban", .count = 25, .seed = 1};
    if (body == NULL || !field_text(exchange, body, "game", false, 40, &choice->game) ||
        !field_int(exchange, body, "count", false, 1, 200, &choice->count) ||
        !field_int(exchange, body, "seed", false, 0, INT64_C(1) << 52, &choice->seed) ||
        !read_range(exchange, body, "width", &choice->width) ||
        !read_range(exchange, body, "height", &choice->height) ||
        !read_range(exchange, body, "boxes", &choice->boxes) ||
        !read_range(exchange, body, "moves", &choice->moves)) {
        return false;
    }
    *sets = lw_json_get(body, "sets");
    if (*sets == NULL || (*sets)->type != LW_JSON_ARRAY || (*sets)->n_children == 0 ||
        (*sets)->n_children > MAX_SETS) {
        http_problem(&exchange->response, 400, "bad-field", "sets",
                     "The body must have \"sets\", a list of 1 to %d.", MAX_SETS);
        return false;
    }
    choice->solve_until_ns = exchange->app->now_ns() + SOLVE_MS * UINT64_C(1000000);
    return true;
}

void handle_sets_choose(struct exchange *exchange) {
    struct app *app = exchange->app;
    struct lw_error err = {.status = LW_OK};
    struct choice choice;
    const struct lw_json *sets;
    struct lw_store_set made[MAX_SETS];
    struct lw_json_writer json;
    size_t n = 0;
    lw_status status = LW_OK;
    if (!read_choice(exchange, &choice, &sets)) {
        return;
    }
    struct lw_store *store = app_store(app);
    for (const struct lw_json *it = sets->first; it != NULL && status == LW_OK;
         it = it->next) {
        status = choose_set(exchange, store, it, &choice, n, &made[n], &err);
        n += status == LW_OK;
    }
    for (size_t i = 0; status != LW_OK && i < n; i++) {
        struct lw_error ignored;
        (void)!lw_store_set_delete(store, made[i].id, &ignored);
    }
    app_give(app, store);
    if (status != LW_OK) {
        char place[40];
        (void)snprintf(place, sizeof place, "sets[%zu]", n);
        exchange_fail(exchange, status, &err, place);
        return;
    }
    reply_begin(exchange, 201, &json);
    lw_json_array(&json, "sets");
    for (size_t i = 0; i < n; i++) {
        lw_json_object(&json, NULL);
        lw_json_text(&json, "id", made[i].id);
        lw_json_text(&json, "title", made[i].title);
        lw_json_text(&json, "game", made[i].game);
        lw_json_bool(&json, "easy", made[i].pinned);
        lw_json_int(&json, "n_levels", choice.count);
        lw_json_object_end(&json);
    }
    lw_json_array_end(&json);
    lw_json_object_end(&json);
}
