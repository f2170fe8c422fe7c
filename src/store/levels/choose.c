/* Choosing level sets: what each level of a pack measures, which fit, a matched choice of
 * them, and the sets. */
#include <math.h>
#include <string.h>

#include "levels/match.h"
#include "lw/store/open.h"
#include "store_internal.h"

#define DEFAULT_COUNT 25
#define SOLVE_MEMORY ((size_t)256 << 20)

static bool in_range(const struct lw_store_range *range, double value) {
    bool any = range->min == 0 && range->max == 0;
    return any || (value >= range->min && value <= range->max);
}

/* 1 for a game that counts no pieces: all its levels are alike in that. */
static double count_pieces(const struct lw_level *level, const struct lw_runtime *runtime,
                           const struct lw_alloc *alloc) {
    const struct lw_game_kind *kind = level->game->kind;
    const struct lw_feature_ops *ops = kind->features;
    size_t pieces = ops == NULL ? SIZE_MAX : lw_feature_find(kind, ops->pieces);
    struct lw_error err;
    struct lw_budget budget = {.nodes = 1000};
    struct lw_feature_values *values = lw_alloc_zero(alloc, 1, sizeof *values);
    double count = 1;
    if (pieces != SIZE_MAX && values != NULL &&
        ops->compute(level, LW_COST_INSTANT, &budget, runtime, values, &err) == LW_OK) {
        count = values->value[pieces];
    }
    lw_alloc_free(alloc, values, sizeof *values);
    return count;
}

static bool is_late(const struct lw_store_choice *choice) {
    return choice->solve_nodes == 0 ||
           (choice->cancel != NULL && atomic_load(choice->cancel)) ||
           (choice->solve_until_ns > 0 &&
            lw_runtime_now_ns(choice->runtime) >= choice->solve_until_ns);
}

/* Solves the level and keeps the solution; NaN when it takes too long. */
static double solve_moves(struct lw_store *store, const struct lw_store_choice *choice,
                          const char *id, const struct lw_level *level) {
    const struct lw_game_kind *kind = level->game->kind;
    struct lw_error err;
    if (kind->solve == NULL || is_late(choice)) {
        return (double)NAN;
    }
    struct lw_solve_request request = {.budget = {.nodes = choice->solve_nodes,
                                                  .memory_bytes = SOLVE_MEMORY,
                                                  .cancel = choice->cancel}};
    struct lw_solve_result result;
    double moves = (double)NAN;
    lw_solve_result_init(&result, store->alloc);
    if (kind->solve->solve(level, &request, choice->runtime, &result, &err) == LW_OK &&
        result.outcome == LW_OUTCOME_SOLVED) {
        struct lw_store_solution row = {.level = id,
                                        .origin = "solver",
                                        .moves = lw_buffer_text(&result.solution),
                                        .optimal = result.optimal,
                                        .made_ms = choice->now_ms};
        lw_store_solution_measure(kind, NULL, result.measures, &row);
        moves = row.n_moves;
        (void)!lw_store_solution_put(store, &row, &err);
    }
    lw_solve_result_free(&result);
    return moves;
}

/* One pack on its way to a set. */
struct candidates {
    const char **ids;
    struct match_level *levels;
    size_t n;
    size_t *chosen;
};

static lw_status measure(struct lw_store *store, const struct lw_store_choice *choice,
                         const struct lw_store_level *row, struct match_level *out,
                         struct lw_error *err) {
    struct lw_opened opened;
    struct lw_store_best best = {(double)NAN, (double)NAN};
    out->value[0] = (double)row->width * row->height;
    lw_status status = lw_store_level_open(store, store->alloc, row, &opened, err);
    if (status == LW_OK) {
        out->value[1] =
            count_pieces(opened.set.entries[0].level, choice->runtime, store->alloc);
        status = lw_store_level_best(store, row->id, &best, err);
    }
    if (status == LW_OK && isnan(best.moves) &&
        in_range(&choice->pieces, out->value[1])) {
        best.moves = solve_moves(store, choice, row->id, opened.set.entries[0].level);
    }
    out->value[2] = best.moves;
    lw_opened_close(&opened);
    return status;
}

static bool is_taken(const struct candidates *before, size_t n, const char *id) {
    for (size_t p = 0; p < n; p++) {
        for (size_t i = 0; i < before[p].n; i++) {
            if (strcmp(before[p].ids[i], id) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* All packs on their way to sets. */
struct choosing {
    struct lw_store *store;
    const struct lw_store_choice *choice;
    size_t count; /* levels a set */
    struct candidates all[LW_STORE_MAX_CHOICE];
    struct lw_store_chosen *out;
    struct lw_arena *arena;
};

/* The levels of a pack that fit and that no pack before it has. */
static lw_status collect(struct choosing *c, size_t which, struct lw_error *err) {
    const struct lw_store_choice *choice = c->choice;
    const char *id = choice->packs[which].pack;
    struct lw_store_level_list list;
    struct lw_store_pack pack;
    struct candidates *own = &c->all[which];
    struct lw_store_chosen *out = &c->out[which];
    lw_status status = lw_store_pack_get(c->store, id, c->arena, &pack, err);
    if (status == LW_OK) {
        status = lw_store_pack_levels(c->store, id, c->arena, &list, err);
    }
    if (status != LW_OK) {
        return status;
    }
    *out = (struct lw_store_chosen){.n_pack = list.n, .set.game = pack.game};
    own->ids = lw_arena_zero(c->arena, list.n + 1, sizeof *own->ids);
    own->levels = lw_arena_zero(c->arena, list.n + 1, sizeof *own->levels);
    if (own->ids == NULL || own->levels == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < list.n && status == LW_OK; i++) {
        const struct lw_store_level *row = &list.levels[i];
        struct match_level *at = &own->levels[own->n];
        if (!in_range(&choice->width, row->width) ||
            !in_range(&choice->height, row->height) || is_taken(c->all, which, row->id)) {
            continue;
        }
        status = measure(c->store, choice, row, at, err);
        out->n_unsolved += isnan(at->value[2]) && in_range(&choice->pieces, at->value[1]);
        if (status == LW_OK && at->value[1] > 0 && at->value[2] > 0 &&
            in_range(&choice->pieces, at->value[1]) &&
            in_range(&choice->moves, at->value[2])) {
            own->ids[own->n++] = row->id;
        }
    }
    out->n_fit = own->n;
    return status;
}

static lw_status check_pack(const struct lw_store_chosen *pack, const char *game,
                            size_t count, struct lw_error *err) {
    if (strcmp(pack->set.game, game) != 0) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "this pack holds levels of %.40s, the first one of %.40s; sets "
                       "are compared within one game",
                       pack->set.game, game);
    }
    if (pack->n_fit >= count) {
        return LW_OK;
    }
    return lw_fail(err, LW_BAD_INPUT, 0, 0,
                   "only %zu of the pack's %zu levels fit, and %zu are wanted; %zu have "
                   "no known solution. Widen the ranges or take a larger pack",
                   pack->n_fit, pack->n_pack, count, pack->n_unsolved);
}

static lw_status match(struct choosing *c, struct lw_error *err) {
    struct match_pack packs[LW_STORE_MAX_CHOICE];
    struct lw_rng rng = lw_rng_make(c->choice->seed, 0);
    size_t n = c->choice->n_packs;
    for (size_t i = 0; i < n; i++) {
        struct candidates *own = &c->all[i];
        own->chosen = lw_arena_zero(c->arena, c->count + 1, sizeof *own->chosen);
        if (own->chosen == NULL) {
            return lw_fail_memory(err);
        }
        packs[i] = (struct match_pack){own->levels, own->n, own->chosen};
    }
    return match_choose(packs, n, c->count, &rng, c->store->alloc, err);
}

static lw_status put_set(struct choosing *c, size_t which, struct lw_error *err) {
    const struct candidates *own = &c->all[which];
    const struct lw_store_choice_pack *pack = &c->choice->packs[which];
    struct lw_store_chosen *out = &c->out[which];
    size_t count = c->count;
    const char **ids = lw_arena_zero(c->arena, count + 1, sizeof *ids);
    if (ids == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < count; i++) {
        const double *value = own->levels[own->chosen[i]].value;
        ids[i] = own->ids[own->chosen[i]];
        out->size += value[0] / (double)count;
        out->pieces += value[1] / (double)count;
        out->moves += value[2] / (double)count;
    }
    out->set.title = pack->title;
    out->set.origin = pack->origin;
    out->set.pinned = pack->pinned;
    out->set.position = (int64_t)which;
    out->set.n_levels = count;
    return lw_store_set_put(c->store, &out->set, ids, count, err);
}

static lw_status put_sets(struct choosing *c, struct lw_error *err) {
    struct lw_error end_err;
    lw_status status = lw_store_begin(c->store, err);
    if (status != LW_OK) {
        return status;
    }
    for (size_t i = 0; i < c->choice->n_packs && status == LW_OK; i++) {
        status = put_set(c, i, err);
    }
    lw_status ended = lw_store_end(c->store, status == LW_OK, &end_err);
    if (status == LW_OK && ended != LW_OK) {
        *err = end_err;
        return ended;
    }
    return status;
}

lw_status lw_store_sets_choose(struct lw_store *store,
                               const struct lw_store_choice *choice,
                               struct lw_arena *arena, struct lw_store_chosen *out,
                               struct lw_error *err) {
    struct choosing c = {.store = store,
                         .choice = choice,
                         .count = choice->count == 0 ? DEFAULT_COUNT : choice->count,
                         .out = out,
                         .arena = arena};
    size_t n = choice->n_packs;
    if (n == 0 || n > LW_STORE_MAX_CHOICE) {
        return lw_fail(err, LW_USAGE, 0, 0, "1 to %d packs make sets; %zu were given",
                       LW_STORE_MAX_CHOICE, n);
    }
    for (size_t i = 0; i < n; i++) {
        lw_status status = collect(&c, i, err);
        if (status == LW_OK) {
            status = check_pack(&out[i], out[0].set.game, c.count, err);
        }
        if (status != LW_OK) {
            err->line = (uint32_t)i + 1;
            return status;
        }
    }
    lw_status status = match(&c, err);
    return status == LW_OK ? put_sets(&c, err) : status;
}
