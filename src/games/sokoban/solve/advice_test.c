/* Hints lead home, and a position is called dead only when it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sokoban_internal.h"

struct table {
    struct lw_game *game;
    struct lw_collection set;
    struct lw_play *play;
};

static void open_level(struct table *table, const char *text) {
    assert_int_equal(lw_sokoban_kind.game->create(lw_alloc_libc(),
                                                  &(struct lw_game_spec){0}, &table->game,
                                                  NULL, NULL),
                     LW_OK);
    lw_collection_init(&table->set, lw_alloc_libc());
    assert_int_equal(
        lw_game_read(table->game, NULL, text, strlen(text), &table->set, NULL), LW_OK);
    assert_int_equal(lw_sokoban_play_ops.open(table->set.entries[0].level,
                                              lw_alloc_libc(), &table->play, NULL),
                     LW_OK);
}

static void close_level(struct table *table) {
    lw_sokoban_play_ops.close(table->play);
    lw_collection_free(&table->set);
    lw_game_destroy(table->game);
}

/* Applies move text; returns the last step's outcome. */
static enum lw_step apply(struct table *table, uint8_t *state, const char *text) {
    enum lw_step step = LW_STEP_SAME;
    for (size_t len = strlen(text), at = 0; at < len;) {
        uint8_t next[256];
        size_t used;
        step = lw_sokoban_play_ops.step_text(table->play, state,
                                             (struct lw_step_text){text + at, len - at},
                                             &used, next, NULL);
        assert_int_not_equal(step, LW_STEP_ILLEGAL);
        memcpy(state, next, table->play->state_bytes);
        at += used;
    }
    return step;
}

static void hints_lead_home(void **unused) {
    (void)unused;
    static const char *const levels[] = {
        "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\n",
        "######\n#    #\n# #@ #\n# $* #\n# .* #\n#    #\n######\n",
        "  ####\n###  ####\n#     $ #\n# #  #$ #\n# . .#@ #\n#########\n",
        "#######\n#@    #\n# *   #\n#     #\n#######\n",
    };
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        struct table table;
        uint8_t state[256];
        struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
        struct lw_budget budget = {.nodes = 50000};
        enum lw_step step = LW_STEP_SAME;
        open_level(&table, levels[i]);
        lw_sokoban_play_ops.start(table.play, state);
        for (unsigned pushes = 0; pushes < 60 && step != LW_STEP_WON; pushes++) {
            struct lw_advice advice;
            lw_advice_init(&advice, lw_alloc_libc());
            assert_int_equal(
                lw_sokoban_advice_ops.hint(table.play, state, &runtime, &budget, &advice),
                LW_OK);
            assert_int_equal(advice.outcome, LW_OUTCOME_SOLVED);
            assert_int_equal(advice.n_cells, 1);
            step = apply(&table, state, lw_buffer_text(&advice.move));
            lw_advice_free(&advice);
        }
        assert_int_equal(step, LW_STEP_WON);
        close_level(&table);
    }
}

static void check_dead(const char *text, enum lw_outcome expected, size_t n_cells) {
    struct table table;
    uint8_t state[256];
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_budget budget = {.nodes = 50000};
    struct lw_advice advice;
    open_level(&table, text);
    lw_sokoban_play_ops.start(table.play, state);
    lw_advice_init(&advice, lw_alloc_libc());
    assert_int_equal(
        lw_sokoban_advice_ops.dead(table.play, state, &runtime, &budget, &advice), LW_OK);
    assert_int_equal(advice.outcome, expected);
    assert_int_equal(advice.n_cells, n_cells);
    assert_true(strlen(advice.text) > 10);
    const struct lw_sokoban_level *level =
        lw_sokoban_level_of(table.set.entries[0].level);
    for (size_t i = 0; i < advice.n_cells; i++) {
        assert_true(level->cells[advice.cells[i]] & LW_SOKOBAN_BOX);
    }
    lw_advice_free(&advice);
    close_level(&table);
}

static void dead_positions_are_told(void **unused) {
    (void)unused;
    /* a corner */
    check_dead("#######\n#$    #\n#  $ .#\n#@   .#\n#######\n", LW_OUTCOME_UNSOLVABLE, 1);
    /* two side by side at a wall hold each other; the third has no part in it */
    check_dead("########\n#. $$ .#\n#  $   #\n#@    .#\n########\n",
               LW_OUTCOME_UNSOLVABLE, 2);
    /* two boxes on a wall line with a single goal */
    check_dead("########\n#  $ $.#\n#      #\n#@  $ .#\n#     .#\n########\n",
               LW_OUTCOME_UNSOLVABLE, 2);
    /* all well */
    check_dead("########\n#      #\n#  $   #\n#@   . #\n########\n", LW_OUTCOME_SOLVED,
               0);
}

/* All boxes on goals is never lost: not where no box can move any more, and not where a
 * push could only spoil it. */
static void solved_levels_are_called_solved(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        bool can_push;
    } levels[] = {
        {"#####\n#*  #\n# @ #\n#####\n", false},
        {"######\n#**  #\n#**@ #\n######\n", false},
        {"#######\n#@ *  #\n#     #\n#######\n", true},
        {"#####\n#@* #\n#####\n", false},
    };
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        for (int hint = 0; hint < 2; hint++) {
            struct table table;
            uint8_t state[256];
            struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
            struct lw_budget budget = {.nodes = 50000};
            struct lw_advice advice;
            open_level(&table, levels[i].text);
            lw_sokoban_play_ops.start(table.play, state);
            lw_advice_init(&advice, lw_alloc_libc());
            lw_status status =
                (hint ? lw_sokoban_advice_ops.hint : lw_sokoban_advice_ops.dead)(
                    table.play, state, &runtime, &budget, &advice);
            assert_int_equal(status, LW_OK);
            assert_int_equal(advice.outcome, LW_OUTCOME_SOLVED);
            assert_non_null(strstr(advice.text, "solved already"));
            assert_int_equal(advice.move.len > 0, hint && levels[i].can_push);
            lw_advice_free(&advice);
            close_level(&table);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hints_lead_home),
        cmocka_unit_test(solved_levels_are_called_solved),
        cmocka_unit_test(dead_positions_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
