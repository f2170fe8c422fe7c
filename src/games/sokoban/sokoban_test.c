/* A level read, solved and proved unsolvable through the table alone. */
#include "test_support.h"

static void test_solve(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    read_text(game, "xsb",
              "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\n\n"
              "#####\n#@$ #\n#. ##\n#####\n\n"
              "######\n#@*  #\n#    #\n######\n",
              &set);
    static const enum lw_outcome outcomes[] = {LW_OUTCOME_SOLVED, LW_OUTCOME_UNSOLVABLE,
                                               LW_OUTCOME_SOLVED};
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    for (size_t i = 0; i < set.n_entries; i++) {
        struct lw_solve_result result;
        struct lw_error err;
        lw_solve_result_init(&result, lw_alloc_libc());
        assert_int_equal(
            lw_sokoban_kind.solve->solve(set.entries[i].level,
                                         &(struct lw_solve_request){.metric = 0},
                                         &runtime, &result, &err),
            LW_OK);
        assert_int_equal(result.outcome, outcomes[i]);
        if (i == 0) {
            assert_true(result.measures[LW_SOKOBAN_PUSHES] == 8);
        }
        lw_solve_result_free(&result);
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
}

/* A wide room, where one box has tens of thousands of stops: following a solution found
 * must not explore them all (it took minutes). */
static void wide_rooms_are_solved_at_once(void **unused) {
    (void)unused;
    enum { W = 160, H = 50 };
    static char text[(W + 1) * H + 1];
    static const struct {
        int x, y;
        char what;
    } things[] = {{20, 10, '$'}, {90, 30, '$'},  {140, 22, '$'}, {60, 40, '.'},
                  {15, 35, '.'}, {120, 12, '.'}, {70, 20, '@'}};
    for (int y = 0; y < H; y++) {
        for (int x = 0; x <= W; x++) {
            bool edge = x == 0 || y == 0 || x == W - 1 || y == H - 1;
            text[y * (W + 1) + x] = (char)(x == W ? '\n' : edge ? '#' : ' ');
        }
    }
    for (size_t i = 0; i < sizeof things / sizeof *things; i++) {
        text[things[i].y * (W + 1) + things[i].x] = things[i].what;
    }
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_solve_request request = {.metric = LW_SOKOBAN_METRIC_ANY,
                                       .budget = {.nodes = 5000}};
    struct lw_solve_result result;
    read_text(game, "xsb", text, &set);
    lw_solve_result_init(&result, lw_alloc_libc());
    assert_int_equal(lw_sokoban_kind.solve->solve(set.entries[0].level, &request,
                                                  &runtime, &result, NULL),
                     LW_OK);
    assert_int_equal(result.outcome, LW_OUTCOME_SOLVED);
    lw_solve_result_free(&result);
    lw_collection_free(&set);
    lw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solve),
        cmocka_unit_test(wide_rooms_are_solved_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
