/* The solver against brute force, the stored levels, and known small cases. */
#include "flow_fixture.h"

#include <math.h>
#include <stdlib.h>

#include "play/play.h"
#include "solve/engine.h"

/* Brute force: all paths of the first colour, then of the next, … */

struct brute {
    uint32_t width, height, n_colours;
    uint16_t ends[16][2];
    int8_t colour[64]; /* -1: free */
    int8_t step[64];   /* position on its path */
    uint32_t n_covered;
    bool strict;
    uint64_t count;
    int fewest_turns;
};

static bool brute_touches(const struct brute *brute) {
    for (uint32_t i = 0; i < brute->width * brute->height; i++) {
        for (int k = 0; k < 2; k++) {
            bool edge = k == 0 ? i % brute->width + 1 == brute->width
                               : i / brute->width + 1 == brute->height;
            uint32_t other = i + (k == 0 ? 1 : brute->width);
            if (!edge && brute->colour[i] == brute->colour[other] &&
                abs(brute->step[i] - brute->step[other]) != 1) {
                return true;
            }
        }
    }
    return false;
}

static void brute_walk(struct brute *brute, uint32_t k, uint32_t cell, int step,
                       int last_dir, int turns);

static void brute_colour(struct brute *brute, uint32_t k, int turns) {
    if (k < brute->n_colours) {
        brute_walk(brute, k, brute->ends[k][0], 0, -1, turns);
    } else if (brute->n_covered == brute->width * brute->height &&
               !(brute->strict && brute_touches(brute))) {
        brute->count++;
        if (turns < brute->fewest_turns) {
            brute->fewest_turns = turns;
        }
    }
}

static void brute_walk(struct brute *brute, uint32_t k, uint32_t cell, int step,
                       int last_dir, int turns) {
    static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
    int8_t was = brute->colour[cell];
    brute->colour[cell] = (int8_t)k;
    brute->step[cell] = (int8_t)step;
    brute->n_covered++;
    if (cell == brute->ends[k][1]) {
        brute_colour(brute, k + 1, turns);
    }
    for (int dir = 0; dir < 4 && cell != brute->ends[k][1]; dir++) {
        int x = (int)(cell % brute->width) + dx[dir];
        int y = (int)(cell / brute->width) + dy[dir];
        uint32_t next = (uint32_t)(y * (int)brute->width + x);
        if (x < 0 || y < 0 || x >= (int)brute->width || y >= (int)brute->height ||
            (brute->colour[next] != -1 && next != brute->ends[k][1])) {
            continue;
        }
        brute_walk(brute, k, next, step + 1, dir,
                   turns + (last_dir >= 0 && dir != last_dir));
    }
    brute->n_covered--;
    brute->colour[cell] = was;
}

static void brute_force(const struct lw_flow_level *level, bool strict,
                        struct brute *brute) {
    *brute = (struct brute){.width = level->width,
                            .height = level->height,
                            .n_colours = level->n_colours,
                            .strict = strict,
                            .fewest_turns = 1000};
    memset(brute->colour, -1, sizeof brute->colour);
    for (uint32_t k = 0; k < level->n_colours; k++) {
        for (int i = 0; i < 2; i++) {
            brute->ends[k][i] = level->ends[k][i];
            brute->colour[level->ends[k][i]] = (int8_t)k;
        }
    }
    brute_colour(brute, 0, 0);
}

/* Asking the solver. */

static void solve(const struct lw_level *level, uint64_t count, size_t metric,
                  struct lw_solve_result *result) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_solve_request request = {.count_up_to = count, .metric = metric};
    lw_solve_result_init(result, lw_alloc_libc());
    assert_int_equal(lw_flow_kind.solve->solve(level, &request, &runtime, result, NULL),
                     LW_OK);
    if (result->outcome == LW_OUTCOME_SOLVED) {
        double values[LW_MAX_MEASURES];
        struct lw_error err = {0};
        lw_status status = lw_flow_kind.solve->measure(
            level, lw_buffer_text(&result->solution), result->solution.len, values, &err);
        assert_string_equal(err.text, "");
        assert_int_equal(status, LW_OK);
        for (size_t i = 0; i < lw_flow_kind.solve->n_measures; i++) {
            assert_true(values[i] == result->measures[i]);
        }
    }
}

/* Returns whether the level is solvable. */
static bool compare(struct lw_level *level, bool strict) {
    struct brute brute;
    struct lw_solve_result result;
    brute_force(lw_flow_level_of(level), strict, &brute);
    solve(level, 100000, 0, &result);
    assert_int_equal(result.outcome,
                     brute.count > 0 ? LW_OUTCOME_SOLVED : LW_OUTCOME_UNSOLVABLE);
    assert_true(result.counted && result.count_complete);
    assert_int_equal(result.n_solutions, brute.count);
    assert_string_equal(result.engine, "native");
    lw_solve_result_free(&result);
    if (brute.count > 0) {
        solve(level, 0, 1, &result);
        assert_true(result.optimal);
        assert_int_equal((int)result.measures[1], brute.fewest_turns);
        lw_solve_result_free(&result);
    }
    return brute.count > 0;
}

static bool random_level(struct lw_rng *rng, uint32_t *width, uint32_t *height,
                         char *cells) {
    *width = 2 + lw_rng_below(rng, 4);
    *height = 2 + lw_rng_below(rng, 4);
    uint32_t n = *width * *height;
    if (lw_rng_chance(rng, 0.6)) {
        uint32_t n_colours = test_random_cover(rng, *width, *height, cells);
        return n_colours > 0 && n_colours <= 16;
    }
    uint32_t n_colours = 1 + lw_rng_below(rng, 3);
    memset(cells, '.', n);
    for (uint32_t k = 0; k < 2 * n_colours; k++) {
        uint32_t cell = lw_rng_below(rng, n);
        if (cells[cell] != '.') {
            return false;
        }
        cells[cell] = lw_flow_letters[k / 2];
    }
    return true;
}

static void test_brute_force(void **unused) {
    (void)unused;
    struct lw_game *games[2] = {test_game(false), test_game(true)};
    struct lw_rng rng = lw_rng_make(7, 0);
    uint32_t n = 0, n_solvable = 0;
    while (n < 500) {
        uint32_t width, height;
        char cells[64];
        if (!random_level(&rng, &width, &height, cells)) {
            continue;
        }
        n++;
        for (int strict = 0; strict < 2; strict++) {
            struct lw_flow_level *level;
            assert_int_equal(
                lw_flow_level_create(games[strict], width, height, cells, &level, NULL),
                LW_OK);
            n_solvable += compare(&level->level, strict != 0) && strict == 0;
            lw_level_destroy(&level->level);
        }
    }
    assert_in_range(n_solvable, 150, 450);
    lw_game_destroy(games[0]);
    lw_game_destroy(games[1]);
}

static void test_edge_cases(void **unused) {
    (void)unused;
    static const struct {
        const char *rows;
        bool strict;
        uint64_t n_solutions;
    } cases[] = {
        {"A....A", false, 1},      {".A...A", false, 0},    {"A/./A", false, 1},
        {"AA", false, 1},          {"AABB/CCDD", false, 1}, {"AA/..", false, 1},
        {"AA/..", true, 0},        {"A./.A", false, 0},     {"AB/BA", false, 0},
        {"A.B/.../A.B", false, 0}, {"A..A/....", false, 1}, {"A.B/A.B", false, 2},
        {"A.B/A.B", true, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lw_game *game = test_game(cases[i].strict);
        struct lw_level *level = test_level(game, cases[i].rows);
        struct brute brute;
        struct lw_solve_result result;
        brute_force(lw_flow_level_of(level), cases[i].strict, &brute);
        solve(level, 10, 0, &result);
        assert_int_equal(result.n_solutions, brute.count);
        assert_int_equal(result.n_solutions, cases[i].n_solutions);
        if (cases[i].n_solutions == 0) {
            assert_int_equal(result.outcome, LW_OUTCOME_UNSOLVABLE);
        }
        lw_solve_result_free(&result);
        lw_level_destroy(level);
        lw_game_destroy(game);
    }
}

static void test_limits(void **unused) {
    (void)unused;
    struct lw_game *game = test_game(false);
    struct lw_level *level = test_level(
        game, "B...I.../....EH../B......./..F...E./.FA.I.../A...G..H/DC.C..../.D..G...");
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_solve_request request = {.budget = {.nodes = 3}, .count_up_to = 1000000};
    struct lw_solve_result result;
    lw_solve_result_init(&result, lw_alloc_libc());
    assert_int_equal(lw_flow_kind.solve->solve(level, &request, &runtime, &result, NULL),
                     LW_OK);
    assert_int_equal(result.outcome, LW_OUTCOME_LIMIT);
    assert_int_equal(result.stop, LW_STOP_NODES);
    lw_solve_result_free(&result);
    request = (struct lw_solve_request){.budget = {.memory_bytes = 1000}};
    lw_solve_result_init(&result, lw_alloc_libc());
    assert_int_equal(lw_flow_kind.solve->solve(level, &request, &runtime, &result, NULL),
                     LW_OK);
    assert_int_equal(result.outcome, LW_OUTCOME_LIMIT);
    assert_int_equal(result.stop, LW_STOP_MEMORY);
    lw_solve_result_free(&result);
    request = (struct lw_solve_request){.engine = "cadical"};
    lw_solve_result_init(&result, lw_alloc_libc());
    assert_int_equal(lw_flow_kind.solve->solve(level, &request, &runtime, &result, NULL),
                     LW_UNSUPPORTED);
    lw_solve_result_free(&result);
    lw_level_destroy(level);
    lw_game_destroy(game);
}

/* Stored levels. */

static char *read_file(const char *path, size_t *len) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    char *text = malloc(1 << 20);
    assert_non_null(text);
    *len = fread(text, 1, 1 << 20, file);
    (void)fclose(file);
    return text;
}

/* The colouring that the solver's solution gives, compared with the stored rows. */
static void compare_colouring(struct lw_level *level, const char *moves, size_t len,
                              const char **stored, const char *stored_end) {
    const struct lw_flow_level *flow = lw_flow_level_of(level);
    const struct lw_play_ops *ops = lw_flow_kind.play;
    struct lw_play *play;
    assert_int_equal(ops->open(level, lw_alloc_libc(), &play, NULL), LW_OK);
    uint8_t *states = calloc(2, play->state_bytes);
    assert_non_null(states);
    for (size_t at = 0; at < len;) {
        size_t used;
        assert_true(ops->step_text(play, states,
                                   (struct lw_step_text){moves + at, len - at}, &used,
                                   states + play->state_bytes, NULL) > LW_STEP_ILLEGAL);
        memcpy(states, states + play->state_bytes, play->state_bytes);
        at += used;
    }
    for (uint32_t y = 0; y < flow->height; y++) {
        assert_true(*stored + flow->width < stored_end);
        for (uint32_t x = 0; x < flow->width; x++) {
            uint32_t k = lw_flow_colour_at(flow, states, y * flow->width + x);
            assert_int_equal((*stored)[x], flow->letters[k]);
        }
        *stored += flow->width + 1;
    }
    free(states);
    ops->close(play);
}

static const char *skip_to_rows(const char *at, const char *end) {
    while (at < end && (*at == '#' || *at == '\n' || (*at >= '0' && *at <= '9'))) {
        while (at < end && *at++ != '\n') {
        }
    }
    return at;
}

static void check_pack(const char *dir, const char *name, size_t expected, size_t most) {
    char path[500];
    size_t len, sol_len;
    (void)snprintf(path, sizeof path, "%s/flow_%s.txt", dir, name);
    char *text = read_file(path, &len);
    (void)snprintf(path, sizeof path, "%s/flow_%s.sol.txt", dir, name);
    char *solutions = read_file(path, &sol_len);
    if (text == NULL || solutions == NULL) {
        print_message("skipped: no ../shared (%s)\n", path);
        free(text);
        free(solutions);
        return;
    }
    struct lw_game *game = test_game(false);
    struct lw_collection set;
    lw_collection_init(&set, lw_alloc_libc());
    assert_int_equal(lw_game_read(game, NULL, text, len, &set, NULL), LW_OK);
    assert_string_equal(set.format, "pack");
    assert_int_equal(set.n_entries, expected);
    assert_int_equal(set.n_messages, 0);
    const char *at = solutions, *end = solutions + sol_len;
    for (size_t i = 0; i < set.n_entries && i < most; i++) {
        struct lw_solve_result result;
        solve(set.entries[i].level, 2, 0, &result);
        assert_int_equal(result.outcome, LW_OUTCOME_SOLVED);
        assert_true(result.count_complete);
        assert_int_equal(result.n_solutions, 1);
        at = skip_to_rows(at, end);
        compare_colouring(set.entries[i].level, lw_buffer_text(&result.solution),
                          result.solution.len, &at, end);
        lw_solve_result_free(&result);
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
    free(text);
    free(solutions);
}

static void test_stored_levels(void **unused) {
    (void)unused;
    const char *shared = LW_SHARED "/flow/levels";
    check_pack(LW_TEST_DATA "/flow", "own", 5, 5);
    check_pack(shared, "5x5", 40, 40);
    check_pack(shared, "6x6", 40, 40);
    check_pack(shared, "7x7", 40, 40);
    check_pack(shared, "8x8", 40, 40);
    check_pack(shared, "9x9", 40, 40);
    check_pack(shared, "10x10", 40, 40);
}

static void read_pack(const struct lw_game *game, const char *path,
                      struct lw_collection *set) {
    size_t len;
    char *text = read_file(path, &len);
    lw_collection_init(set, lw_alloc_libc());
    if (text == NULL) {
        print_message("skipped: no ../shared (%s)\n", path);
        return;
    }
    assert_int_equal(lw_game_read(game, "pack", text, len, set, NULL), LW_OK);
    free(text);
}

static double feature(const struct lw_feature_values *values, const char *name) {
    const struct lw_feature_ops *ops = lw_flow_kind.features;
    for (size_t i = 0; i < ops->n_features; i++) {
        if (strcmp(ops->features[i].name, name) == 0) {
            return values->value[i];
        }
    }
    fail_msg("no feature %s", name);
    return 0;
}

static void compute(const struct lw_level *level, struct lw_feature_values *values) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_budget budget = {0};
    assert_int_equal(lw_flow_kind.features->compute(level, LW_COST_SOLVE, &budget,
                                                    &runtime, values, NULL),
                     LW_OK);
}

/* Lines: id,width,height,level_size,colors,avg_l1,turns,… */
static void check_features(const char *csv, const struct lw_entry *entry) {
    char key[250];
    (void)snprintf(key, sizeof key, "\n%s,", entry->title);
    const char *line = strstr(csv, key);
    assert_non_null(line);
    double size, colours, distance, turns;
    assert_int_equal(sscanf(line + strlen(key), "%*d,%*d,%lf,%lf,%lf,%lf", &size,
                            &colours, &distance, &turns),
                     4);
    struct lw_feature_values values;
    compute(entry->level, &values);
    assert_true(feature(&values, "level_size") == size);
    assert_true(feature(&values, "colors") == colours);
    assert_true(fabs(feature(&values, "avg_distance") - distance) < 0.00006);
    assert_true(feature(&values, "turns") == turns);
    assert_true(feature(&values, "unique") == 1);
}

static void check_table(const char *table, const char *pack) {
    size_t len;
    char *csv = read_file(table, &len);
    if (csv == NULL) {
        print_message("skipped: no ../shared (%s)\n", table);
        return;
    }
    csv[len] = '\0';
    struct lw_game *game = test_game(false);
    struct lw_collection set;
    read_pack(game, pack, &set);
    for (size_t i = 0; i < set.n_entries; i++) {
        check_features(csv, &set.entries[i]);
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
    free(csv);
}

static void test_features(void **unused) {
    (void)unused;
    static const char *const sizes[] = {"5x5", "6x6", "7x7", "8x8", "9x9", "10x10"};
    check_table(LW_TEST_DATA "/flow/features.csv", LW_TEST_DATA "/flow/flow_own.txt");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char path[500];
        (void)snprintf(path, sizeof path, "%s/flow/levels/flow_%s.txt", LW_SHARED,
                       sizes[i]);
        check_table(LW_SHARED "/flow/features.csv", path);
    }
}

/* Levels with several solutions under the loose rules and one under the strict. */
static void check_ambiguous(const char *path) {
    for (int strict = 0; strict < 2; strict++) {
        struct lw_game *game = test_game(strict != 0);
        struct lw_collection set;
        read_pack(game, path, &set);
        for (size_t i = 0; i < set.n_entries; i++) {
            struct lw_solve_result result;
            struct lw_feature_values values;
            struct brute brute;
            solve(set.entries[i].level, 2, 0, &result);
            assert_int_equal(result.outcome, LW_OUTCOME_SOLVED);
            assert_int_equal(result.n_solutions, strict ? 1 : 2);
            assert_int_equal(result.count_complete, strict);
            lw_solve_result_free(&result);
            compute(set.entries[i].level, &values);
            assert_true(feature(&values, "unique") == strict);
            brute_force(lw_flow_level_of(set.entries[i].level), strict != 0, &brute);
            assert_int_equal((int)feature(&values, "turns"), brute.fewest_turns);
        }
        lw_collection_free(&set);
        lw_game_destroy(game);
    }
}

static void test_ambiguous(void **unused) {
    (void)unused;
    check_ambiguous(LW_TEST_DATA "/flow/ambiguous.txt");
    check_ambiguous(LW_SHARED "/flow/levels/ambiguous.txt");
}

/* Quoted in the issues of github.com/thomasahle/numberlink (number 5). */
static void test_touching_only(void **unused) {
    (void)unused;
    for (int strict = 0; strict < 2; strict++) {
        struct lw_game *game = test_game(strict != 0);
        struct lw_level *level = test_level(game, "B...I.../....EH../B......./..F...E./"
                                                  ".FA.I.../A...G..H/DC.C..../.D..G...");
        struct lw_solve_result result;
        solve(level, 2, 0, &result);
        assert_int_equal(result.outcome,
                         strict ? LW_OUTCOME_UNSOLVABLE : LW_OUTCOME_SOLVED);
        assert_int_equal(result.n_solutions, strict ? 0 : 2);
        lw_solve_result_free(&result);
        lw_level_destroy(level);
        lw_game_destroy(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brute_force),   cmocka_unit_test(test_edge_cases),
        cmocka_unit_test(test_limits),        cmocka_unit_test(test_stored_levels),
        cmocka_unit_test(test_features),      cmocka_unit_test(test_ambiguous),
        cmocka_unit_test(test_touching_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
