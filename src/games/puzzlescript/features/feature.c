/* The scores as features of a level, beside the sizes that cost nothing. */
#include <math.h>

#include "analyse/analyse_internal.h"
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

/* In the order of the features. */
static const struct lw_feature_words words[N_FEATURES] = {
    {LW_WORDING_NUMBER, "cells", "the level is large", "the level is small"},
    {LW_WORDING_NUMBER, "objects", "there are many things that matter",
     "there are few things that matter"},
    {LW_WORDING_NUMBER, "kinds", "there are many kinds of things",
     "there are few kinds of things"},
    {LW_WORDING_DEGREE, "", "an automated player gets far with it",
     "an automated player does not get far with it"},
    {LW_WORDING_DEGREE, "", "the solution is as long as people make it",
     "the solution is shorter or longer than people make it"},
    {LW_WORDING_DEGREE, "", "things come in the numbers that the rules need",
     "things do not come in the numbers that the rules need"},
    {LW_WORDING_SHARE, "of the moves", "the solution keeps changing direction",
     "the solution runs in straight lines"},
    {LW_WORDING_DEGREE, "", "rules come into play as often as in people's levels",
     "rules come into play unlike in people's levels"},
    {LW_WORDING_DEGREE, "", "the solution is far from obvious",
     "the solution is obvious"},
    {LW_WORDING_DEGREE, "", "it is much like the levels people make",
     "it is unlike the levels people make"},
    {LW_WORDING_NUMBER, "moves a cell", "the solution is long for the size",
     "the solution is short for the size"},
    {LW_WORDING_NUMBER, "rules a move", "much happens with every move",
     "little happens with every move"},
    {LW_WORDING_NUMBER, "positions", "an automated player has to try much",
     "an automated player finds the way at once"},
    {LW_WORDING_CHANCE, "", "moving at random seldom works",
     "moving at random often works"},
};

/* Mean and spread over 40 levels of the games of Khalifa and Fayek and 50 made here; the
 * automated player opens more positions the less obvious a level is. */
static const struct lw_plain_term plain[] = {
    {N_FEATURES - 1, false, 1.13, 0.55, 0.63},
    {N_FEATURES - 2, true, 5.68, 2.3, 0.41},
};

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

const struct lw_feature_ops lw_ps_feature_ops = {.features = features,
                                                 .n_features = N_FEATURES,
                                                 .words = words,
                                                 .plain = plain,
                                                 .n_plain = sizeof plain / sizeof *plain,
                                                 .compute = compute};
