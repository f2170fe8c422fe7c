/* Levels, boards and measures of Sokoban. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lw/sokoban.h"

static struct lw_game *make_game(void) {
    struct lw_game *game;
    assert_int_equal(
        lw_sokoban_kind.game->create(lw_alloc_libc(), NULL, NULL, 0, &game, NULL, NULL),
        LW_OK);
    return game;
}

static void read_one(const struct lw_game *game, const char *text,
                     struct lw_collection *set) {
    struct lw_error err;
    lw_collection_init(set, lw_alloc_libc());
    assert_int_equal(
        lw_sokoban_kind.level->formats[0].read(game, text, strlen(text), set, &err),
        LW_OK);
    assert_true(set->n_entries > 0);
}

static void test_measures(void **unused) {
    (void)unused;
    struct lw_game *game = make_game();
    struct lw_collection set;
    read_one(game, "#######\n#@$  .#\n#  $ .#\n#     #\n#######\n", &set);
    const struct lw_solve_ops *solve = lw_sokoban_kind.solve;
    double values[LW_MAX_MEASURES];
    struct lw_error err;
    /* Two pushes of one box, a walk, two of the other, a walk, the first box again in
     * the same direction: another line and another change. */
    const char *moves = "RRdlddrrrlllurdRRrull";
    assert_int_not_equal(
        solve->measure(set.entries[0].level, moves, strlen(moves), values, &err), LW_OK);
    moves = "RRddlluRRluR";
    assert_int_not_equal(
        solve->measure(set.entries[0].level, moves, strlen(moves), values, &err), LW_OK);
    moves = "RRdlRRulurR";
    assert_int_not_equal(
        solve->measure(set.entries[0].level, moves, strlen(moves), values, &err), LW_OK);
    moves = "RRldRRluR";
    assert_int_equal(
        solve->measure(set.entries[0].level, moves, strlen(moves), values, &err), LW_OK);
    assert_true(values[LW_SOKOBAN_MOVES] == 9);
    assert_true(values[LW_SOKOBAN_PUSHES] == 5);
    assert_true(values[LW_SOKOBAN_LINES] == 3);
    assert_true(values[LW_SOKOBAN_CHANGES] == 3);
    assert_true(values[LW_SOKOBAN_SESSIONS] == 3);
    assert_true(values[LW_SOKOBAN_PLAYER_LINES] == 7);
    lw_collection_free(&set);
    lw_game_destroy(game);
}

static void test_solve(void **unused) {
    (void)unused;
    struct lw_game *game = make_game();
    struct lw_collection set;
    read_one(game,
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_measures),
        cmocka_unit_test(test_solve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
