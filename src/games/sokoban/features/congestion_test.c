/* The parts of congestion add up to the two features. */
#include <math.h>

#include "test_support.h"

static void parts_add_up(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL);
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_collection set;
    const struct lw_feature_ops *ops = lw_sokoban_kind.features;
    read_text(game, "xsb",
              "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\n\n"
              "#######\n#. #  #\n#  $  #\n#. $#@#\n#  $  #\n#. #  #\n#######\n",
              &set);
    for (size_t i = 0; i < set.n_entries; i++) {
        struct lw_sokoban_congestion parts;
        struct lw_feature_values values;
        struct lw_error err;
        double first = NAN, second = NAN;
        assert_int_equal(
            lw_sokoban_congestion_of(set.entries[i].level, &runtime, &parts, &err),
            LW_OK);
        assert_int_equal(ops->compute(set.entries[i].level, LW_COST_INSTANT, NULL,
                                      &runtime, &values, &err),
                         LW_OK);
        for (size_t k = 0; k < ops->n_features; k++) {
            if (strcmp(ops->features[k].name, "congestion_1") == 0) {
                first = values.value[k];
            } else if (strcmp(ops->features[k].name, "congestion_2") == 0) {
                second = values.value[k];
            }
        }
        assert_true(fabs(parts.boxes + parts.goals + parts.walls - first) < 1e-12);
        assert_true(fabs(parts.boxes_by_open + parts.goals_by_open - second) < 1e-12);
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
}

static void hopeless_levels_have_none(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL);
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_collection set;
    struct lw_sokoban_congestion parts;
    struct lw_error err;
    read_text(game, "xsb", "######\n#@  $#\n#.   #\n######\n", &set);
    assert_int_equal(
        lw_sokoban_congestion_of(set.entries[0].level, &runtime, &parts, &err),
        LW_IMPOSSIBLE);
    lw_collection_free(&set);
    lw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_add_up),
        cmocka_unit_test(hopeless_levels_have_none),
    };
    return cmocka_run_group_tests_name("congestion", tests, NULL, NULL);
}
