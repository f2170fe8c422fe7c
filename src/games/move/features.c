/* Features as defined by van Kreveld, Löffler and Mutser (2015), section IV-D3. The
 * paper assumes one shortest solution; with several, `counterintuitive` is the least
 * over all of them. */
#include "move_internal.h"

#include "lw/walker.h"

#define FEATURES(X)                                                                      \
    X(LEVEL_SIZE, "level_size", INITIAL, INSTANT, "squares", "width times height")       \
    X(BALLS, "balls", INITIAL, INSTANT, "balls", "number of balls")                      \
    X(COLORS, "colors", INITIAL, INSTANT, "colours", "number of different ball colours") \
    X(ROCKS, "rocks", INITIAL, INSTANT, "rocks", "number of rocks")                      \
    X(MOVES, "moves", DYNAMIC, SOLVE, "moves", "fewest moves that solve the level")      \
    X(COUNTERINTUITIVE, "counterintuitive", DYNAMIC, SOLVE, "moves",                     \
      "moves of a shortest solution after which the balls are farther from their "       \
      "closest goals; the least over all shortest solutions")                            \
    X(CI_FIRST, "ci_first", DYNAMIC, SOLVE, "moves",                                     \
      "the same for the first shortest solution in the order up, right, down, left")     \
    X(CI_MAX, "ci_max", DYNAMIC, SOLVE, "moves",                                         \
      "the same, the most over all shortest solutions")                                  \
    X(SHORTEST_PATHS, "shortest_paths", DYNAMIC, SOLVE, "solutions",                     \
      "number of shortest solutions")                                                    \
    X(STATES, "states", DYNAMIC, SOLVE, "states",                                        \
      "states met by breadth-first search until it takes up the solution")               \
    X(WALKER, "walker", DYNAMIC, ENUMERATE, "", LW_WALKER_HELP)

enum {
#define X(code, name, kind, cost, unit, help) F_##code,
    FEATURES(X)
#undef X
        N_FEATURES
};

static const struct lw_feature table[] = {FEATURES(LW_FEATURE_ROW)};

static const struct lw_feature_words words[N_FEATURES] = {
    [F_LEVEL_SIZE] = {LW_WORDING_NUMBER, "squares", "the board is large",
                      "the board is small"},
    [F_BALLS] = {LW_WORDING_NUMBER, "balls", "there are many balls",
                 "there are few balls"},
    [F_COLORS] = {LW_WORDING_NUMBER, "colours", "there are many colours to keep apart",
                  "there are few colours to keep apart"},
    [F_ROCKS] = {LW_WORDING_NUMBER, "rocks", "there are many rocks to stop a ball",
                 "there are few rocks to stop a ball"},
    [F_MOVES] = {LW_WORDING_NUMBER, "moves", "it takes many moves", "it takes few moves"},
    [F_COUNTERINTUITIVE] = {LW_WORDING_NUMBER, "moves",
                            "many moves have to take balls away from the goals",
                            "hardly any move has to take balls away from the goals"},
    [F_CI_FIRST] = {LW_WORDING_NUMBER, "moves",
                    "the plainest solution often takes balls away from the goals",
                    "the plainest solution hardly takes balls away from the goals"},
    [F_CI_MAX] = {LW_WORDING_NUMBER, "moves",
                  "some solution often takes balls away from the goals",
                  "no solution often takes balls away from the goals"},
    [F_SHORTEST_PATHS] = {LW_WORDING_NUMBER, "solutions",
                          "there are many shortest solutions",
                          "there are few shortest solutions"},
    [F_STATES] = {LW_WORDING_NUMBER, "positions", "there are many positions on the way",
                  "there are few positions on the way"},
    [F_WALKER] = {LW_WORDING_CHANCE, "", "moving at random seldom works",
                  "moving at random often works"},
};

/* Mean and spread over 80 shared levels and 150 made here, 3x3 to 8x8. As with van
 * Kreveld's players, rocks make it easier and moves away from the goals harder. */
static const struct lw_plain_term plain[] = {
    {F_WALKER, false, 0.75, 0.34, 0.45},          {F_MOVES, true, 1.95, 0.34, 0.32},
    {F_COUNTERINTUITIVE, true, 0.69, 0.51, 0.27}, {F_STATES, true, 5.31, 1.56, 0.14},
    {F_ROCKS, true, 1.47, 0.36, -0.09},
};

static void search_features(const struct lw_move_search *search, double *value) {
    if (search->outcome != LW_OUTCOME_LIMIT) {
        value[F_STATES] = search->n_states;
    }
    if (search->outcome == LW_OUTCOME_SOLVED) {
        value[F_MOVES] = search->n_moves;
        value[F_COUNTERINTUITIVE] = search->ci_min;
        value[F_CI_FIRST] = search->ci_first;
        value[F_CI_MAX] = search->ci_max;
        value[F_SHORTEST_PATHS] = search->n_shortest;
    }
}

static lw_status compute(const struct lw_level *base, enum lw_feature_cost up_to,
                         const struct lw_budget *budget, const struct lw_runtime *runtime,
                         struct lw_feature_values *values, struct lw_error *err) {
    const struct lw_move_level *level = lw_move_level_of(base);
    struct lw_move_search search = {.outcome = LW_OUTCOME_LIMIT};
    struct lw_move_board board;
    struct lw_meter meter;
    lw_feature_values_clear(values, N_FEATURES);
    values->value[F_LEVEL_SIZE] = (double)level->width * level->height;
    values->value[F_BALLS] = level->n_balls;
    values->value[F_COLORS] = level->n_colours;
    values->value[F_ROCKS] = level->n_rocks;
    if (up_to < LW_COST_SOLVE) {
        return LW_OK;
    }
    lw_buffer_init(&search.solution, runtime->alloc);
    lw_status status = lw_move_board_init(&board, level, runtime->alloc);
    if (status == LW_OK) {
        lw_meter_start(&meter, runtime, budget);
        status = lw_move_search_run(&search, &board, NULL, &meter, runtime->alloc);
        search_features(&search, values->value);
        values->seconds[F_MOVES] = (double)lw_meter_elapsed_ns(&meter) * 1e-9;
    }
    lw_move_board_free(&board);
    lw_buffer_free(&search.solution);
    if (status == LW_OK && up_to >= LW_COST_ENUMERATE) {
        status = lw_walker_feature(base, budget, runtime, values, F_WALKER, err);
    }
    return status == LW_OK ? LW_OK : lw_fail_memory(err);
}

const struct lw_feature_ops lw_move_feature_ops = {
    .features = table,
    .n_features = N_FEATURES,
    .words = words,
    .plain = plain,
    .n_plain = sizeof plain / sizeof *plain,
    .line = "level_size,balls,colors,rocks,moves,counterintuitive",
    .compute = compute,
};
