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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
