/* Features: values worked out by hand, and what must hold for every level. */
#include <math.h>
#include <time.h>

#include "test_support.h"

static size_t feature(const char *name) {
    const struct lw_feature_ops *ops = lw_sokoban_kind.features;
    size_t i = 0;
    while (i < ops->n_features && strcmp(ops->features[i].name, name) != 0) {
        i++;
    }
    assert_true(i < ops->n_features);
    return i;
}

static void measure(const struct lw_level *level, enum lw_feature_cost up_to,
                    struct lw_feature_values *values) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_budget budget = {.nodes = 200000};
    struct lw_error err;
    if (lw_sokoban_kind.features->compute(level, up_to, &budget, &runtime, values,
                                          &err) != LW_OK) {
        fail_msg("%s", err.text);
    }
}

struct expected {
    const char *name;
    double value;
};

static void check_values(const char *board, const struct expected *expected, size_t n) {
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    struct lw_feature_values values;
    read_text(game, "xsb", board, &set);
    measure(set.entries[0].level, LW_COST_SOLVE, &values);
    for (size_t i = 0; i < n; i++) {
        double found = values.value[feature(expected[i].name)];
        if (!(fabs(found - expected[i].value) < 1e-9)) {
            fail_msg("%s is %g, not %g", expected[i].name, found, expected[i].value);
        }
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
}

static void test_by_hand(void **unused) {
    (void)unused;
    /* The first level of Microban; the frame is four columns by five rows. */
    static const struct expected first[] = {
        {"width", 4},           {"height", 5},
        {"floor", 14},          {"open_share", 14 / 20.0},
        {"boxes", 2},           {"boxes_off_goal", 1},
        {"tile_mixing", 12},    {"blocks_3x3", 1},
        {"goal_distance", 2.5}, {"congestion_1", 6},
        {"matching", 4},        {"congestion_2", 2 + 2 / 6.0},
        {"goal_groups", 2},     {"kartal_score", (5 + 10 * (7 / 3.0) + 2) / 50},
        {"box_groups", 2},      {"start_reach", 12 / 14.0},
        {"start_pushes", 4},    {"dead_ends", 0},
        {"pushes", 8},          {"gap", 4},
        {"moves", 33},          {"pushes_per_box", 4},
    };
    check_values("####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\n", first,
                 sizeof first / sizeof *first);
    /* A straight corridor: everything is forced. */
    static const struct expected corridor[] = {
        {"width", 6},
        {"height", 1},
        {"floor", 6},
        {"corridors", 1},
        {"dead_ends", 2},
        {"dead_share", 1 / 3.0},
        {"matching", 2},
        {"pushes", 2},
        {"moves", 3},
        {"lines", 1},
        {"changes", 1},
        {"extra_changes", 0},
        {"gap", 0},
        {"counterintuitive", 0},
        {"off_goal", 0},
        {"boxes_moved", 1},
        {"sessions", 1},
        {"player_lines", 1},
        {"walk_share", 1 / 3.0},
        {"blocks_3x3", 1},
        {"tile_mixing", 0},
    };
    check_values("########\n#@ $ . #\n########\n", corridor,
                 sizeof corridor / sizeof *corridor);
    /* A large room of floor: 3x3 blocks everywhere. */
    static const struct expected room[] = {
        {"blocks_3x3", 0}, {"open_share", 1}, {"tile_mixing", 0}, {"corridors", 0}};
    check_values("######\n#@   #\n# $  #\n#  . #\n######\n", room, 4);
}

/* No way to the goal: what needs a solution is undefined, the rest is not. */
static void test_unsolvable(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    struct lw_feature_values values;
    read_text(game, "xsb",
              "######\n#@  $#\n#   .#\n######\n\n#####\n#@$ #\n#. ##\n#####\n", &set);
    measure(set.entries[1].level, LW_COST_SOLVE, &values);
    assert_true(isnan(values.value[feature("pushes")]));
    assert_true(isnan(values.value[feature("moves")]));
    assert_true(values.value[feature("boxes")] == 1);
    measure(set.entries[0].level, LW_COST_INSTANT, &values);
    assert_true(isnan(values.value[feature("pushes")]));
    lw_collection_free(&set);
    lw_game_destroy(game);
}

static void check_relations(const struct lw_feature_values *values) {
    const double *value = values->value;
    double pushes = value[feature("pushes")], matching = value[feature("matching")];
    assert_true(value[feature("moves")] >= pushes);
    assert_true(pushes >= value[feature("lines")]);
    assert_true(value[feature("lines")] >= value[feature("changes")]);
    assert_true(value[feature("changes")] >= value[feature("boxes_off_goal")]);
    assert_true(value[feature("solution_moves")] >= value[feature("moves")]);
    assert_true(pushes >= matching);
    /* Each push changes the parity of the boxes' distance to the goals. */
    assert_true(fmod(pushes - matching, 2) == 0);
    assert_true(value[feature("gap")] == pushes - matching);
}

/* Turning a level changes nothing but width and height, and ties between equally good
 * matchings. */
static void check_symmetries(const struct lw_game *game, const struct lw_level *base,
                             const struct lw_feature_values *values) {
    const struct lw_sokoban_level *level = lw_sokoban_level_of(base);
    static const char *const same[] = {
        "floor",     "open_share", "boxes",       "tile_mixing", "blocks_3x3",
        "corridors", "dead_ends",  "goal_groups", "box_groups",  "goal_distance",
        "matching",  "dead_share", "start_reach", "start_pushes"};
    uint8_t cells[400];
    assert_true(level->width * level->height <= sizeof cells);
    for (int sym = 1; sym < LW_N_SYMMETRIES; sym++) {
        uint32_t w, h;
        struct lw_sokoban_level *turned;
        struct lw_feature_values other;
        lw_sym_size(sym, level->width, level->height, &w, &h);
        lw_grid_transform(sym, level->width, level->height, level->cells, cells);
        assert_int_equal(lw_sokoban_level_create(game, w, h, cells, &turned, NULL),
                         LW_OK);
        measure(&turned->level, LW_COST_INSTANT, &other);
        for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
            size_t at = feature(same[i]);
            assert_true(fabs(other.value[at] - values->value[at]) < 1e-9);
        }
        lw_level_destroy(&turned->level);
    }
}

static void test_collection(void **unused) {
    (void)unused;
    size_t len = 0;
    char *text = load_file(LW_TEST_DATA "/sokoban/microban-sample.xsb", &len);
    assert_non_null(text);
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    read_text(game, "xsb", text, &set);
    for (size_t i = 0; i < set.n_entries; i++) {
        struct lw_feature_values values;
        measure(set.entries[i].level, LW_COST_SOLVE, &values);
        check_relations(&values);
        check_symmetries(game, set.entries[i].level, &values);
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
    free(text);
}

/* A clock that goes on by a tenth of a millisecond whenever it is looked at. */
static uint64_t slow_clock(void *ctx) {
    return *(uint64_t *)ctx += 100000;
}

/* Twelve boxes in a wide room: neither optima nor the graph come in time, but the level
 * is done with when the time is over, and the cheap features are there. */
static void test_time_is_for_the_whole_level(void **unused) {
    (void)unused;
    uint64_t now = 0;
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_budget budget = {.time_ns = 40000000};
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    struct lw_feature_values values;
    runtime.now_ns = slow_clock;
    runtime.ctx = &now;
    read_text(game, "xsb",
              "############\n#..........#\n#.. $  $   #\n# $  $$  $ #\n"
              "#  $  # $  #\n# $ $  $ $ #\n#@         #\n############\n",
              &set);
    assert_int_equal(set.n_entries, 1);
    assert_int_equal(lw_sokoban_kind.features->compute(set.entries[0].level,
                                                       LW_COST_ENUMERATE, &budget,
                                                       &runtime, &values, NULL),
                     LW_OK);
    assert_true(now < 60000000);
    assert_true(values.value[feature("boxes")] == 12);
    assert_true(values.value[feature("matching")] > 0);
    double walker = values.value[feature("walker")];
    assert_true(isnan(walker) || values.error[feature("walker")] > 0);
    lw_collection_free(&set);
    lw_game_destroy(game);
}

/* What is too large to be enumerated gets values all the same, each with its error, and
 * the same ones every time. */
static void test_large_levels_are_sampled(void **unused) {
    (void)unused;
    static const char *const sampled[] = {
        "walker",      "walker_10",  "push_walker", "learner", "counting_learner",
        "choice_cost", "trap_steps", "hidden_dead", "insight", "positions"};
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_budget budget = {.nodes = 4000};
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    struct lw_feature_values values[2];
    read_text(game, "xsb",
              "############\n#..........#\n#.. $  $   #\n# $  $$  $ #\n"
              "#  $  # $  #\n# $ $  $ $ #\n#@         #\n############\n",
              &set);
    assert_int_equal(set.n_entries, 1);
    for (size_t k = 0; k < 2; k++) {
        assert_int_equal(lw_sokoban_kind.features->compute(set.entries[0].level,
                                                           LW_COST_ENUMERATE, &budget,
                                                           &runtime, &values[k], NULL),
                         LW_OK);
    }
    for (size_t i = 0; i < sizeof sampled / sizeof *sampled; i++) {
        size_t at = feature(sampled[i]);
        if (!isfinite(values[0].value[at]) || !(values[0].error[at] > 0)) {
            fail_msg("%s is %g +- %g", sampled[i], values[0].value[at],
                     values[0].error[at]);
        }
        assert_true(values[0].value[at] == values[1].value[at]);
        assert_true(values[0].error[at] == values[1].error[at]);
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
}

/* A room with three rows of boxes above three rows of goals: far too large to be solved
 * or enumerated, and still everything has a value, soon. */
static void test_huge_levels_have_values(void **unused) {
    enum { WIDTH = 26 };
    static const char *const known[] = {"pushes",     "moves",     "lines",
                                        "changes",    "gap",       "sessions",
                                        "walker",     "walker_10", "push_walker",
                                        "learner",    "positions", "counterintuitive",
                                        "walk_share", "off_goal",  "solution_moves"};
    static const char *const rows[] = {
        "#########################", "#                       #",
        "# $ $ $ $ $ $ $ $ $ $ $ #", "#  $ $ $ $ $ $ $ $ $ $  #",
        "# $ $ $ $ $ $ $ $ $ $ $ #", "#           @           #",
        "# . . . . . . . . . . . #", "#  . . . . . . . . . .  #",
        "# . . . . . . . . . . . #", "#########################"};
    struct lw_budget budget = {.nodes = 60000};
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    static struct lw_feature_values values;
    char board[sizeof rows / sizeof *rows * WIDTH + 1] = "";
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        memcpy(board + i * WIDTH, rows[i], WIDTH - 1);
        board[i * WIDTH + WIDTH - 1] = '\n';
    }
    read_text(game, "xsb", board, &set);
    clock_t begin = clock();
    assert_int_equal(lw_sokoban_kind.features->compute(set.entries[0].level,
                                                       LW_COST_ENUMERATE, &budget,
                                                       &runtime, &values, NULL),
                     LW_OK);
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t at = feature(known[i]);
        if (!isfinite(values.value[at]) || !(values.error[at] >= 0)) {
            fail_msg("%s is %g +- %g", known[i], values.value[at], values.error[at]);
        }
    }
    print_message("32 boxes: %.2f s of CPU\n", seconds);
    lw_collection_free(&set);
    lw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_unsolvable),
        cmocka_unit_test(test_collection),
        cmocka_unit_test(test_time_is_for_the_whole_level),
        cmocka_unit_test(test_large_levels_are_sampled),
        cmocka_unit_test(test_huge_levels_have_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
