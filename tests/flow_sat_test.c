/* Flow's two engines against each other: the native search and CaDiCaL through the
 * runtime table must count the same solutions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lw/flow.h"
#include "lw/platform.h"

static struct lw_platform *platform;

static int set_up(void **unused) {
    (void)unused;
    return lw_platform_create(1, &platform, NULL) == LW_OK ? 0 : -1;
}

static int tear_down(void **unused) {
    (void)unused;
    lw_platform_destroy(platform);
    return 0;
}

static struct lw_game *make_game(bool strict) {
    struct lw_option_value values[1] = {{.set = true, .i = strict}};
    struct lw_game *game;
    assert_int_equal(lw_flow_kind.game->create(lw_alloc_libc(),
                                               &(struct lw_game_spec){.rules = values},
                                               &game, NULL, NULL),
                     LW_OK);
    return game;
}

static void solve(const struct lw_level *level, const char *engine, uint64_t count,
                  struct lw_solve_result *result) {
    struct lw_solve_request request = {.count_up_to = count, .engine = engine};
    lw_solve_result_init(result, lw_alloc_libc());
    assert_int_equal(lw_flow_kind.solve->solve(
                         level, &request, lw_platform_runtime(platform), result, NULL),
                     LW_OK);
    if (result->outcome == LW_OUTCOME_SOLVED) {
        assert_int_equal(lw_flow_kind.solve->measure(level,
                                                     lw_buffer_text(&result->solution),
                                                     result->solution.len, NULL, NULL),
                         LW_OK);
    }
}

/* Random endpoints: mostly unsolvable, some with many solutions. */
static bool random_cells(struct lw_rng *rng, uint32_t width, uint32_t height,
                         char *cells) {
    uint32_t n_colours = 1 + lw_rng_below(rng, 4);
    memset(cells, '.', (size_t)width * height);
    for (uint32_t k = 0; k < 2 * n_colours; k++) {
        uint32_t cell = lw_rng_below(rng, width * height);
        if (cells[cell] != '.') {
            return false;
        }
        cells[cell] = (char)('A' + k / 2);
    }
    return true;
}

static void test_engines_agree(void **unused) {
    (void)unused;
    struct lw_game *games[2] = {make_game(false), make_game(true)};
    struct lw_rng rng = lw_rng_make(17, 0);
    uint32_t n = 0, n_solvable = 0, n_by_sat = 0;
    while (n < 400) {
        uint32_t width = 3 + lw_rng_below(&rng, 4), height = 3 + lw_rng_below(&rng, 3);
        char cells[64];
        if (!random_cells(&rng, width, height, cells)) {
            continue;
        }
        struct lw_flow_level *level;
        assert_int_equal(
            lw_flow_level_create(games[n % 2], width, height, cells, &level, NULL),
            LW_OK);
        n++;
        struct lw_solve_result native, sat;
        solve(&level->level, "native", 500, &native);
        solve(&level->level, "cadical", 500, &sat);
        assert_int_equal(native.outcome, sat.outcome);
        assert_int_equal(native.n_solutions, sat.n_solutions);
        assert_int_equal(native.count_complete, sat.count_complete);
        n_solvable += native.n_solutions > 0;
        n_by_sat += strncmp(sat.engine, "cadical", 7) == 0;
        lw_solve_result_free(&native);
        lw_solve_result_free(&sat);
        lw_level_destroy(&level->level);
    }
    assert_true(n_solvable >= 20);
    assert_true(n_by_sat >= 50);
    lw_game_destroy(games[0]);
    lw_game_destroy(games[1]);
}

static void check_pack(const char *name, size_t expected) {
    char path[500];
    (void)snprintf(path, sizeof path, "%s/flow/levels/%s", LW_SHARED, name);
    struct lw_buffer text;
    lw_buffer_init(&text, lw_alloc_libc());
    if (lw_platform_read_file(path, 1 << 20, &text, NULL) != LW_OK) {
        print_message("skipped: no ../shared (%s)\n", path);
        lw_buffer_free(&text);
        return;
    }
    struct lw_game *game = make_game(false);
    struct lw_collection set;
    lw_collection_init(&set, lw_alloc_libc());
    assert_int_equal(
        lw_game_read(game, NULL, lw_buffer_text(&text), text.len, &set, NULL), LW_OK);
    assert_int_equal(set.n_entries, expected);
    for (size_t i = 0; i < set.n_entries; i++) {
        struct lw_solve_result result;
        solve(set.entries[i].level, NULL, 2, &result);
        assert_int_equal(result.outcome, LW_OUTCOME_SOLVED);
        assert_int_equal(result.n_solutions, 1);
        assert_true(result.count_complete);
        lw_solve_result_free(&result);
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
    lw_buffer_free(&text);
}

static void test_large_levels_are_unique(void **unused) {
    (void)unused;
    check_pack("flow_12x12.txt", 25);
    check_pack("flow_14x14.txt", 3);
}

/* A spent budget is "limit", never "unsolvable". */
static void test_budget(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(false);
    char cells[400];
    memset(cells, '.', sizeof cells);
    cells[0] = cells[398] = 'A';
    cells[21] = cells[377] = 'B';
    struct lw_flow_level *level;
    assert_int_equal(lw_flow_level_create(game, 20, 20, cells, &level, NULL), LW_OK);
    struct lw_solve_request request = {.count_up_to = UINT64_MAX,
                                       .budget = {.nodes = 4000}};
    struct lw_solve_result result;
    lw_solve_result_init(&result, lw_alloc_libc());
    assert_int_equal(lw_flow_kind.solve->solve(&level->level, &request,
                                               lw_platform_runtime(platform), &result,
                                               NULL),
                     LW_OK);
    assert_int_not_equal(result.outcome, LW_OUTCOME_UNSOLVABLE);
    assert_int_equal(result.stop, LW_STOP_NODES);
    assert_false(result.count_complete);
    lw_solve_result_free(&result);
    lw_level_destroy(&level->level);
    lw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_engines_agree),
        cmocka_unit_test(test_large_levels_are_unique),
        cmocka_unit_test(test_budget),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
