/* What generic code needs of any kind: results, formats, destruction. */
#include "lw/game.h"

#include <math.h>
#include <string.h>

const char *lw_outcome_name(enum lw_outcome outcome) {
    static const char *const names[] = {"solved", "unsolvable", "limit"};
    return names[outcome];
}

double lw_measure_get(const struct lw_game_kind *kind, const double *values,
                      const char *name) {
    for (size_t i = 0; kind->solve != NULL && i < kind->solve->n_measures; i++) {
        if (strcmp(kind->solve->measures[i].name, name) == 0) {
            return values[i];
        }
    }
    return NAN;
}

void lw_solve_result_init(struct lw_solve_result *result, const struct lw_alloc *alloc) {
    *result = (struct lw_solve_result){.outcome = LW_OUTCOME_LIMIT, .engine = ""};
    lw_buffer_init(&result->solution, alloc);
    for (size_t i = 0; i < LW_MAX_MEASURES; i++) {
        result->measures[i] = NAN;
    }
}

void lw_solve_result_free(struct lw_solve_result *result) {
    lw_buffer_free(&result->solution);
}

void lw_advice_init(struct lw_advice *advice, const struct lw_alloc *alloc) {
    *advice = (struct lw_advice){.outcome = LW_OUTCOME_LIMIT, .alloc = alloc};
    lw_buffer_init(&advice->move, alloc);
}

void lw_advice_free(struct lw_advice *advice) {
    lw_buffer_free(&advice->move);
    lw_alloc_free(advice->alloc, advice->cells, advice->n_cells * sizeof *advice->cells);
    advice->cells = NULL;
    advice->n_cells = 0;
}

struct lw_option_value lw_objective_range(const struct lw_objective *objective,
                                          const struct lw_option_value *value,
                                          double middle, double per_lean, double slack) {
    struct lw_option_value range = *value;
    if (objective->score != NULL && !value->given) {
        double centre = middle + per_lean * objective->lean;
        range.lo = floor(centre - slack);
        range.hi = ceil(centre + slack);
    }
    return range;
}

double lw_objective_value(const struct lw_objective *objective,
                          const struct lw_level *level, const char *solution,
                          uint32_t worker, double own) {
    return objective->score == NULL
               ? own
               : objective->score(objective->ctx, level, solution, worker);
}

uint32_t lw_range_pick(const struct lw_option_value *range, double least, double most,
                       struct lw_rng *rng) {
    double lo = ceil(range->lo > least ? range->lo : least);
    double hi = floor(range->hi < most ? range->hi : most);
    return hi <= lo ? (uint32_t)lo
                    : (uint32_t)lo + lw_rng_below(rng, (uint32_t)(hi - lo) + 1);
}

size_t lw_feature_find(const struct lw_game_kind *kind, const char *name) {
    const struct lw_feature_ops *ops = kind->features;
    for (size_t i = 0; ops != NULL && name != NULL && i < ops->n_features; i++) {
        if (strcmp(ops->features[i].name, name) == 0) {
            return i;
        }
    }
    return SIZE_MAX;
}

void lw_feature_values_clear(struct lw_feature_values *values, size_t n) {
    for (size_t i = 0; i < n; i++) {
        values->value[i] = NAN;
        values->error[i] = values->seconds[i] = 0;
    }
}

lw_status lw_level_measure(const struct lw_level *level, enum lw_feature_cost up_to,
                           const struct lw_budget *budget,
                           const struct lw_runtime *runtime,
                           struct lw_feature_values *values, struct lw_error *err) {
    const struct lw_feature_ops *ops = level->game->kind->features;
    values->asked = LW_ASKED_NOT;
    lw_feature_values_clear(values, ops->n_features);
    lw_status status = ops->n_features == 0
                           ? LW_OK
                           : ops->compute(level, up_to, budget, runtime, values, err);
    if (status == LW_OK && budget->cancel != NULL && atomic_load(budget->cancel)) {
        lw_feature_values_clear(values, ops->n_features);
        return lw_fail(err, LW_CANCELLED, 0, 0,
                       "stopped on request before the level was measured to its end");
    }
    return status;
}

lw_status lw_level_always_valid(const struct lw_level *level, struct lw_error *err) {
    (void)level;
    (void)err;
    return LW_OK;
}

lw_status lw_level_draw(const struct lw_level *level, struct lw_draw_list *list,
                        struct lw_error *err) {
    const struct lw_play_ops *ops = level->game->kind->play;
    struct lw_play *play = NULL;
    if (ops == NULL || ops->draw == NULL) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0, "levels of %s have no picture",
                       level->game->kind->title);
    }
    lw_status status = ops->open(level, list->alloc, &play, err);
    if (status == LW_OK) {
        ops->draw(play, NULL, list);
        ops->close(play);
        status = list->failed ? lw_fail_memory(err) : LW_OK;
    }
    return status;
}

void lw_game_destroy(struct lw_game *game) {
    if (game != NULL) {
        game->kind->game->destroy(game);
    }
}

void lw_level_destroy(struct lw_level *level) {
    if (level != NULL) {
        level->game->kind->level->destroy(level);
    }
}

bool lw_level_alike(const struct lw_level *a, const struct lw_level *b, uint32_t apart) {
    const struct lw_level_ops *ops = a->game->kind->level;
    uint32_t width, height;
    if (apart <= 1 || ops->difference == NULL || b->game->kind != a->game->kind) {
        return false;
    }
    ops->size(a, &width, &height);
    uint64_t inner = width > 2 && height > 2 ? (uint64_t)(width - 2) * (height - 2) : 0;
    uint64_t third = (inner + 2) / 3;
    return ops->difference(a, b) < (third < apart ? third : apart);
}

size_t lw_measure_find(const struct lw_solve_ops *ops, unsigned flag) {
    size_t i = 0;
    while (i < ops->n_measures && (ops->measures[i].flags & flag) == 0) {
        i++;
    }
    return i;
}

const char *lw_pointing_name(enum lw_pointing pointing) {
    static const char *const names[LW_N_POINTINGS] = {"swipe", "walk", "path", "carry"};
    return names[pointing];
}

bool lw_game_kind_listed(const struct lw_game_kind *kind) {
    return (kind->flags & LW_GAME_TEMPLATE) == 0;
}

void lw_game_kind_names(const struct lw_game_kind *const *kinds, struct lw_buffer *out) {
    const char *before = "";
    for (; *kinds != NULL; kinds++) {
        if (lw_game_kind_listed(*kinds)) {
            lw_buffer_printf(out, "%s%s", before, (*kinds)->name);
            before = ", ";
        }
    }
}

void lw_step_trace_moved(struct lw_step_trace *trace, uint32_t from, uint32_t to) {
    uint32_t pair[2] = {from, to};
    lw_buffer_add(&trace->moved, (const char *)pair, sizeof pair);
}
