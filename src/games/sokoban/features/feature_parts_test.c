/* Decomposition against the solver on levels of two boxes, box by box. */
#include "test_support.h"

#include <math.h>

#include "sokoban_internal.h"

static size_t feature(const char *name) {
    const struct lw_feature_ops *ops = lw_sokoban_kind.features;
    size_t i = 0;
    while (i < ops->n_features && strcmp(ops->features[i].name, name) != 0) {
        i++;
    }
    assert_true(i < ops->n_features);
    return i;
}

static double measure(const struct lw_level *level, const char *name) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_budget budget = {.nodes = 60000};
    struct lw_feature_values values;
    assert_int_equal(lw_sokoban_kind.features->compute(level, LW_COST_SOLVE, &budget,
                                                       &runtime, &values, NULL),
                     LW_OK);
    assert_true(values.error[feature(name)] == 0);
    return values.value[feature(name)];
}

/* Solves these cells; the player's cell at the end, or UINT32_MAX when that cannot be. */
static uint32_t end_of(const struct lw_game *game, const struct lw_sokoban_level *like,
                       const uint8_t *cells) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_solve_request request = {.metric = LW_SOKOBAN_METRIC_ANY};
    struct lw_solve_result result;
    struct lw_sokoban_level *level;
    uint32_t at = UINT32_MAX;
    assert_int_equal(
        lw_sokoban_level_create(game, like->width, like->height, cells, &level, NULL),
        LW_OK);
    lw_solve_result_init(&result, lw_alloc_libc());
    if (lw_sokoban_kind.level->validate(&level->level, NULL) == LW_OK &&
        lw_sokoban_kind.solve->solve(&level->level, &request, &runtime, &result, NULL) ==
            LW_OK &&
        result.outcome == LW_OUTCOME_SOLVED) {
        const int step[] = {-(int)like->width, 1, (int)like->width, -1};
        at = level->player;
        for (const char *move = lw_buffer_text(&result.solution); *move != '\0'; move++) {
            at = (uint32_t)((int)at + step[lw_sokoban_lurd_dir(*move)]);
        }
    }
    lw_solve_result_free(&result);
    lw_level_destroy(&level->level);
    return at;
}

/* Does some box go home alone, and with the player where that leaves him the other? */
static void oracle(const struct lw_game *game, const struct lw_sokoban_level *level,
                   bool *may, bool *must) {
    uint8_t cells[400];
    size_t n = (size_t)level->width * level->height;
    assert_true(n <= sizeof cells);
    *may = *must = false;
    for (size_t box = 0; box < n; box++) {
        for (size_t goal = 0; goal < n; goal++) {
            if (!(level->cells[box] & LW_SOKOBAN_BOX) ||
                !(level->cells[goal] & LW_SOKOBAN_GOAL)) {
                continue;
            }
            for (size_t i = 0; i < n; i++) {
                uint8_t bits = level->cells[i] & (LW_SOKOBAN_WALL | LW_SOKOBAN_PLAYER);
                bool other = i != box && (level->cells[i] & LW_SOKOBAN_BOX);
                cells[i] = other      ? LW_SOKOBAN_WALL
                           : i == box ? (uint8_t)(bits | LW_SOKOBAN_BOX)
                                      : bits;
                cells[i] =
                    (uint8_t)(cells[i] | (i == goal && !other ? LW_SOKOBAN_GOAL : 0));
            }
            bool home = box == goal;
            uint32_t at = home ? level->player : end_of(game, level, cells);
            if (at == UINT32_MAX) {
                continue;
            }
            *may = true;
            for (size_t i = 0; i < n; i++) {
                cells[i] = level->cells[i] & (LW_SOKOBAN_WALL | LW_SOKOBAN_GOAL);
                cells[i] |= i != box ? level->cells[i] & LW_SOKOBAN_BOX : 0;
                cells[i] |= i == at ? LW_SOKOBAN_PLAYER : 0;
            }
            cells[goal] = LW_SOKOBAN_WALL;
            *must = *must || end_of(game, level, cells) != UINT32_MAX;
        }
    }
}

static void two_boxes(void **unused) {
    (void)unused;
    size_t len = 0;
    int n[3] = {0, 0, 0};
    char *text = load_file(LW_TEST_DATA "/sokoban/microban-sample.xsb", &len);
    assert_non_null(text);
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    read_text(game, "xsb", text, &set);
    for (size_t i = 0; i < set.n_entries; i++) {
        const struct lw_sokoban_level *level = lw_sokoban_level_of(set.entries[i].level);
        if (level->n_boxes != 2) {
            continue;
        }
        bool may, must;
        double found = measure(set.entries[i].level, "decomposition");
        oracle(game, level, &may, &must);
        assert_true(found == 1 || found == 2);
        assert_true(found == 2 || may);
        assert_true(found == 1 || !must);
        n[(int)found]++;
    }
    print_message("%d levels box by box, %d both together\n", n[1], n[2]);
    assert_true(n[1] + n[2] > 0);
    lw_collection_free(&set);
    lw_game_destroy(game);
    free(text);
}

static void by_hand(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        double largest, parts;
    } cases[] = {
        {"########\n#@ $ . #\n########\n", 1, 1},
        /* Each box has its own room. */
        {"#########\n#.$ @ $.#\n#########\n", 1, 1},
    };
    struct lw_game *game = make_game(NULL);
    for (size_t i = 0; i < 2; i++) {
        struct lw_collection set;
        read_text(game, "xsb", cases[i].text, &set);
        assert_true(measure(set.entries[0].level, "decomposition") == cases[i].largest);
        assert_true(measure(set.entries[0].level, "parts") == cases[i].parts);
        lw_collection_free(&set);
    }
    lw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(by_hand),
                                       cmocka_unit_test(two_boxes)};
    return cmocka_run_group_tests_name("feature_parts", tests, NULL, NULL);
}
