/* The features of van Kreveld, Löffler and Mutser 2015 (section IV-D1), and a few that
 * cost nothing more. */
#include <math.h>
#include <string.h>

#include "lw/walker.h"
#include "solve/prove.h"

#define MAX_TURN_NODES 1000000 /* for the fewest turns of an ambiguous level */

enum {
    LEVEL_SIZE,
    COLORS,
    AVG_DISTANCE,
    DETOUR,
    ADJACENT_PAIRS,
    TURNS,
    UNIQUE,
    SEARCH_NODES,
    WALKER,
    N_FEATURES
};

static const struct lw_feature features[] = {
    [LEVEL_SIZE] = {"level_size", LW_FEATURE_INITIAL, LW_COST_INSTANT, "squares",
                    "width times height"},
    [COLORS] = {"colors", LW_FEATURE_INITIAL, LW_COST_INSTANT, "pairs",
                "number of pairs of endpoints"},
    [AVG_DISTANCE] = {"avg_distance", LW_FEATURE_INITIAL, LW_COST_INSTANT, "squares",
                      "mean over the colours of |dx| + |dy| between the endpoints"},
    [DETOUR] = {"detour", LW_FEATURE_INITIAL, LW_COST_INSTANT, "squares",
                "steps of all paths beyond |dx| + |dy|, the same for every solution"},
    [ADJACENT_PAIRS] = {"adjacent_pairs", LW_FEATURE_INITIAL, LW_COST_INSTANT, "pairs",
                        "pairs whose endpoints are neighbours"},
    [TURNS] = {"turns", LW_FEATURE_SOLUTION, LW_COST_SOLVE, "squares",
               "squares other than endpoints where a path turns; with several solutions "
               "(unique 0) the fewest"},
    [UNIQUE] = {"unique", LW_FEATURE_SOLUTION, LW_COST_SOLVE, "",
                "1 when proved to have exactly one solution, 0 when it has several"},
    [SEARCH_NODES] = {"search_nodes", LW_FEATURE_DYNAMIC, LW_COST_SOLVE, "nodes",
                      "nodes of the native search until uniqueness was decided or "
                      "another engine took over"},
    [WALKER] = {"walker", LW_FEATURE_DYNAMIC, LW_COST_ENUMERATE, "", LW_WALKER_HELP},
};

static const struct lw_feature_words words[N_FEATURES] = {
    [LEVEL_SIZE] = {LW_WORDING_NUMBER, "squares", "the board is large",
                    "the board is small"},
    [COLORS] = {LW_WORDING_NUMBER, "pairs", "there are many pairs to join",
                "there are few pairs to join"},
    [AVG_DISTANCE] = {LW_WORDING_NUMBER, "squares", "the ends of a pair lie far apart",
                      "the ends of a pair lie close together"},
    [DETOUR] = {LW_WORDING_NUMBER, "squares", "paths have to make long detours",
                "paths hardly have to make detours"},
    [ADJACENT_PAIRS] = {LW_WORDING_NUMBER, "pairs",
                        "the ends of many pairs touch at the start",
                        "the ends of few pairs touch at the start"},
    [TURNS] = {LW_WORDING_NUMBER, "turns", "paths wind a lot",
               "paths are nearly straight"},
    [UNIQUE] = {LW_WORDING_SHARE, "", "there is only one solution",
                "there are several solutions"},
    [SEARCH_NODES] = {LW_WORDING_NUMBER, "positions", "much has to be tried out",
                      "each step follows from the one before"},
    [WALKER] = {LW_WORDING_CHANCE, "", "drawing lines at random seldom works",
                "drawing lines at random often works"},
};

/* Mean and spread over 309 shared levels and 123 made here, 3x3 to 14x14. The signs are
 * van Kreveld's: at the same size, more pairs and pairs farther apart are easier. */
static const struct lw_plain_term plain[] = {
    {WALKER, false, 1.82, 0.62, 0.58},      {TURNS, true, 2.72, 0.62, 0.24},
    {SEARCH_NODES, true, 3.25, 2.25, 0.24}, {LEVEL_SIZE, true, 3.98, 0.62, 0.19},
    {COLORS, true, 1.92, 0.36, -0.14},      {AVG_DISTANCE, false, 4.71, 1.35, -0.10},
};

static void initial_features(const struct lw_flow_level *level, double *value) {
    uint32_t adjacent = 0;
    for (uint32_t k = 0; k < level->n_colours; k++) {
        uint32_t a = level->ends[k][0], b = level->ends[k][1];
        adjacent += b == a + level->width || (b == a + 1 && b % level->width != 0);
    }
    value[LEVEL_SIZE] = (double)level->width * level->height;
    value[COLORS] = level->n_colours;
    value[AVG_DISTANCE] = lw_flow_mean_distance(level);
    value[DETOUR] = lw_flow_detour(level);
    value[ADJACENT_PAIRS] = adjacent;
}

static void solution_features(struct flow_question *question,
                              const struct lw_runtime *runtime,
                              const struct lw_alloc *alloc, struct lw_meter *meter,
                              struct flow_answer *answer, double *value) {
    question->up_to = 2;
    lw_flow_prove(question, runtime, alloc, meter, answer);
    value[SEARCH_NODES] = (double)answer->nodes;
    if (answer->end == FLOW_END_LIMIT && answer->n_solutions < 2) {
        return;
    }
    if (answer->n_solutions == 0) {
        return;
    }
    value[UNIQUE] = answer->n_solutions == 1;
    if (answer->n_solutions > 1) {
        question->fewest_turns = true;
        question->max_nodes = MAX_TURN_NODES;
        lw_flow_prove(question, runtime, alloc, meter, answer);
        if (answer->end != FLOW_END_ALL) {
            return;
        }
    }
    value[TURNS] = answer->turns;
}

static lw_status compute(const struct lw_level *level, enum lw_feature_cost up_to,
                         const struct lw_budget *budget, const struct lw_runtime *runtime,
                         struct lw_feature_values *values, struct lw_error *err) {
    const struct lw_flow_level *flow = lw_flow_level_of(level);
    for (size_t i = 0; i < N_FEATURES; i++) {
        values->value[i] = (double)NAN;
        values->error[i] = values->seconds[i] = 0;
    }
    initial_features(flow, values->value);
    if (up_to < LW_COST_SOLVE) {
        return LW_OK;
    }
    struct lw_meter meter;
    lw_meter_start(&meter, runtime, budget);
    struct flow_question question = {.level = flow,
                                     .strict = lw_flow_is_strict(level->game)};
    struct flow_answer answer = {0};
    const struct lw_alloc *alloc = level->game->alloc;
    size_t n_cells = (size_t)flow->width * flow->height;
    answer.used = lw_alloc_zero(alloc, n_cells, 1);
    if (answer.used == NULL) {
        return lw_fail_memory(err);
    }
    solution_features(&question, runtime, alloc, &meter, &answer, values->value);
    values->seconds[TURNS] = (double)lw_meter_elapsed_ns(&meter) * 1e-9;
    lw_alloc_free(alloc, answer.used, n_cells);
    if (up_to >= LW_COST_ENUMERATE) {
        return lw_walker_feature(level, budget, runtime, values, WALKER, err);
    }
    return LW_OK;
}

const struct lw_feature_ops lw_flow_feature_ops = {.features = features,
                                                   .n_features = N_FEATURES,
                                                   .words = words,
                                                   .plain = plain,
                                                   .n_plain =
                                                       sizeof plain / sizeof *plain,
                                                   .line = "level_size,colors,"
                                                           "avg_distance,turns",
                                                   .compute = compute};
