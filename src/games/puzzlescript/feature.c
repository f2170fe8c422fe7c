/* The scores as features of a level, beside the sizes that cost nothing. */
#include <math.h>

#include "analyse_internal.h"
#include "lw/walker.h"

#define N_PLAIN 3
static const struct lw_feature features[] = {
    {"cells", LW_FEATURE_INITIAL, LW_COST_INSTANT, "cells", "width times height"},
    {"objects", LW_FEATURE_INITIAL, LW_COST_INSTANT, "objects",
     "objects that rules or win conditions name, the player among them"},
    {"kinds", LW_FEATURE_INITIAL, LW_COST_INSTANT, "objects",
     "different objects among them"},
#define X(code, name, weight, help)                                                      \
    {"score-" name, LW_FEATURE_SOLUTION, LW_COST_SOLVE, "", help},
    LW_PS_SCORES(X)
#undef X
        {"score", LW_FEATURE_SOLUTION, LW_COST_SOLVE, "",
         "weighted sum of the six scores"},
    {"length-ratio", LW_FEATURE_SOLUTION, LW_COST_SOLVE, "moves/cell",
     "moves of the automated player by the area within the border"},
    {"rules-ratio", LW_FEATURE_SOLUTION, LW_COST_SOLVE, "rules/move",
     "rules applied by its moves"},
    {"explored", LW_FEATURE_DYNAMIC, LW_COST_SOLVE, "states",
     "states it explored, up to 5,000"},
    {"walker", LW_FEATURE_DYNAMIC, LW_COST_ENUMERATE, "", LW_WALKER_HELP},
};
#define N_FEATURES (sizeof features / sizeof *features)

static void count(const struct lw_ps_analysis *a, const struct lw_ps_level *level,
                  double *values) {
    const unsigned named = LW_PS_RULE_OBJECT | LW_PS_PLAYER_OBJECT | LW_PS_WINNING_OBJECT;
    size_t n_cells = (size_t)level->width * level->height;
    values[0] = (double)n_cells;
    values[1] = values[2] = 0;
    for (uint32_t id = 0; id < a->game->n_objects; id++) {
        size_t n = 0;
        for (size_t i = 0; i < n_cells; i++) {
            n += lw_ps_has(level->cells + i * a->game->obj_words, id);
        }
        if ((a->roles[id].types & named) != 0) {
            values[1] += (double)n;
            values[2] += n > 0;
        }
    }
}

static lw_status rate(const struct lw_ps_analysis *a, const struct lw_level *level,
                      const struct lw_budget *budget, const struct lw_runtime *runtime,
                      double *values, struct lw_error *err) {
    struct lw_ps_rater rater = lw_ps_rater_usual(a);
    struct lw_ps_rating rating;
    lw_status status = lw_ps_rate(&rater, level, runtime, budget, &rating, err);
    if (status == LW_OK) {
        for (size_t i = 0; i < LW_PS_N_SCORES; i++) {
            values[i] = rating.scores[i];
        }
        values[LW_PS_N_SCORES] = rating.total;
        values[LW_PS_N_SCORES + 1] = rating.length_ratio;
        values[LW_PS_N_SCORES + 2] = rating.applied_ratio;
        values[LW_PS_N_SCORES + 3] = (double)rating.playout.expanded;
    }
    lw_buffer_free(&rating.playout.moves);
    return status;
}

static lw_status compute(const struct lw_level *level, enum lw_feature_cost up_to,
                         const struct lw_budget *budget, const struct lw_runtime *runtime,
                         struct lw_feature_values *values, struct lw_error *err) {
    struct lw_ps_analysis analysis;
    for (size_t i = 0; i < N_FEATURES; i++) {
        values->value[i] = NAN;
        values->error[i] = values->seconds[i] = 0;
    }
    lw_status status =
        lw_ps_analyse(lw_ps_game_of(level->game), runtime->alloc, &analysis, err);
    if (status != LW_OK) {
        return status;
    }
    count(&analysis, lw_ps_level_of(level), values->value);
    if (up_to >= LW_COST_SOLVE) {
        uint64_t start_ns = lw_runtime_now_ns(runtime);
        status = rate(&analysis, level, budget, runtime, values->value + N_PLAIN, err);
        values->seconds[N_PLAIN] = (double)(lw_runtime_now_ns(runtime) - start_ns) * 1e-9;
    }
    if (status == LW_OK && up_to >= LW_COST_ENUMERATE) {
        status = lw_walker_feature(level, budget, runtime, values, N_FEATURES - 1, err);
    }
    lw_ps_analysis_free(&analysis);
    return status;
}

const struct lw_feature_ops ps_feature_ops = {
    .features = features, .n_features = N_FEATURES, .compute = compute};
