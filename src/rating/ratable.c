/* Levels that are not there to be rated: solved before the first move, or never. */
#include <math.h>
#include <string.h>

#include "lw/rating.h"

static const struct {
    const char *name, *text;
} words[] = {
    [LW_RATABLE_YES] = {"ok", NULL},
    [LW_RATABLE_WON] = {"solved-already",
                        "solved already: the level is won before the first move, so it "
                        "has no rating"},
    [LW_RATABLE_UNSOLVABLE] = {"unsolvable",
                               "proved unsolvable: the level has no solution, so it has "
                               "no rating"},
    [LW_RATABLE_STOPPED] =
        {"cancelled", "stopped on request before the level was measured to its end"},
};

const char *lw_ratable_name(enum lw_ratable ratable) {
    return words[ratable].name;
}

const char *lw_ratable_text(enum lw_ratable ratable) {
    return words[ratable].text;
}

static lw_status starts_won(const struct lw_level *level, const struct lw_alloc *alloc,
                            bool *won, struct lw_error *err) {
    const struct lw_play_ops *ops = level->game->kind->play;
    struct lw_play *play = NULL;
    *won = false;
    lw_status status = ops->open(level, alloc, &play, err);
    if (status != LW_OK) {
        return status;
    }
    size_t bytes = play->state_bytes + 1;
    void *state = lw_alloc_zero(alloc, bytes, 1);
    if (state == NULL) {
        status = lw_fail_memory(err);
    } else {
        ops->start(play, state);
        *won = ops->won(play, state);
    }
    lw_alloc_free(alloc, state, bytes);
    ops->close(play);
    return status;
}

/* A play may want a move before it calls such a level won; what was measured shows that
 * nothing is left to do. */
static bool nothing_to_do(const struct lw_game_kind *kind,
                          const struct lw_feature_values *values) {
    size_t to_do = lw_feature_find(kind, kind->features->to_do);
    return to_do != SIZE_MAX && values->value[to_do] == 0;
}

lw_status lw_ratable_at_start(const struct lw_level *level,
                              const struct lw_runtime *runtime, bool *won,
                              struct lw_error *err) {
    const struct lw_feature_ops *ops = level->game->kind->features;
    struct lw_feature_values values = {.asked = LW_ASKED_NOT};
    lw_status status = starts_won(level, runtime->alloc, won, err);
    if (status == LW_OK && !*won && ops != NULL && ops->to_do != NULL) {
        struct lw_budget budget = {.nodes = 1};
        status = ops->compute(level, LW_COST_INSTANT, &budget, runtime, &values, err);
        *won = status == LW_OK && nothing_to_do(level->game->kind, &values);
    }
    return status;
}

/* Did measuring find all that a solution tells? Then there is one. */
static bool solution_known(const struct lw_feature_ops *ops,
                           const struct lw_feature_values *values) {
    for (size_t i = 0; i < ops->n_features; i++) {
        if (ops->features[i].cost == LW_COST_SOLVE && isnan(values->value[i])) {
            return false;
        }
    }
    return true;
}

/* What measuring left of the budget's time; false when nothing. */
static bool time_left(const struct lw_feature_ops *ops,
                      const struct lw_feature_values *values, struct lw_budget *budget) {
    double left = (double)budget->time_ns * 1e-9;
    if (budget->time_ns == 0) {
        return true;
    }
    for (size_t i = 0; i < ops->n_features; i++) {
        left -= values->seconds[i];
    }
    budget->time_ns = left > 0 ? (uint64_t)(left * 1e9) : 0;
    return budget->time_ns > 0;
}

static bool was_cancelled(const struct lw_budget *budget) {
    return budget->cancel != NULL && atomic_load(budget->cancel);
}

lw_status lw_ratable_of(const struct lw_level *level,
                        const struct lw_feature_values *values,
                        const struct lw_budget *budget, const struct lw_runtime *runtime,
                        enum lw_ratable *out, struct lw_error *err) {
    const struct lw_game_kind *kind = level->game->kind;
    struct lw_solve_request request = {.budget = *budget};
    struct lw_solve_result result;
    bool won;
    *out = LW_RATABLE_YES;
    lw_status status = starts_won(level, runtime->alloc, &won, err);
    won = won || nothing_to_do(kind, values);
    if (status != LW_OK || won) {
        *out = won ? LW_RATABLE_WON : LW_RATABLE_YES;
        return status;
    }
    if (values->asked == LW_ASKED_UNSOLVABLE) {
        *out = LW_RATABLE_UNSOLVABLE;
        return LW_OK;
    }
    if (values->asked == LW_ASKED_LIMIT && was_cancelled(budget)) {
        *out = LW_RATABLE_STOPPED;
        return LW_OK;
    }
    if (values->asked != LW_ASKED_NOT || kind->solve == NULL ||
        solution_known(kind->features, values) ||
        !time_left(kind->features, values, &request.budget)) {
        return LW_OK;
    }
    lw_solve_result_init(&result, runtime->alloc);
    status = kind->solve->solve(level, &request, runtime, &result, err);
    if (status == LW_OK && result.outcome == LW_OUTCOME_UNSOLVABLE) {
        *out = LW_RATABLE_UNSOLVABLE;
    } else if (status == LW_OK && result.outcome == LW_OUTCOME_LIMIT &&
               was_cancelled(budget)) {
        *out = LW_RATABLE_STOPPED;
    }
    lw_solve_result_free(&result);
    return status;
}
