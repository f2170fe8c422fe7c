/* The null game through its table, as every game's test begins. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game_properties.h"
#include "lw/grid.h"
#include "null_internal.h"

static struct game_fixture open_text(const char *text) {
    struct game_fixture f;
    fixture_open(&f, &lw_null_kind, NULL);
    fixture_read(&f, text);
    return f;
}

static void reads_and_writes_back(void **unused) {
    (void)unused;
    const char *text = "@..F\nF.#@.\n";
    struct game_fixture f = open_text(text);
    struct lw_buffer out;
    lw_buffer_init(&out, lw_alloc_libc());
    assert_int_equal(f.set.n_entries, 2);
    assert_int_equal(
        lw_game_write(f.game, &lw_null_kind.level->formats[0], &f.set, &out, NULL),
        LW_OK);
    assert_string_equal(lw_buffer_text(&out), text);
    lw_buffer_free(&out);
    fixture_close(&f);
}

static void a_bad_line_is_reported_with_its_place(void **unused) {
    (void)unused;
    struct game_fixture f = open_text("@.F\n@.x.F\n@.@F\n");
    assert_int_equal(f.set.n_entries, 1);
    assert_int_equal(f.set.n_errors, 2);
    assert_int_equal(f.set.messages[0].line, 2);
    assert_int_equal(f.set.messages[0].column, 3);
    assert_int_equal(f.set.messages[1].line, 3);
    fixture_close(&f);
}

static void solutions_replay_and_dead_lines_are_proved(void **unused) {
    (void)unused;
    struct game_fixture f = open_text("..@..F\n@.#.F\n");
    const enum lw_outcome want[] = {LW_OUTCOME_SOLVED, LW_OUTCOME_UNSOLVABLE};
    for (size_t i = 0; i < 2; i++) {
        struct lw_solve_request request = {0};
        struct lw_solve_result result;
        double values[LW_MAX_MEASURES];
        struct lw_level *level = f.set.entries[i].level;
        lw_solve_result_init(&result, lw_alloc_libc());
        assert_int_equal(
            lw_null_kind.solve->solve(level, &request, &f.runtime, &result, NULL), LW_OK);
        assert_int_equal(result.outcome, want[i]);
        if (result.outcome == LW_OUTCOME_SOLVED) {
            assert_int_equal(
                lw_null_kind.solve->measure(level, lw_buffer_text(&result.solution),
                                            result.solution.len, values, NULL),
                LW_OK);
            assert_true(values[0] == 3);
        }
        lw_solve_result_free(&result);
    }
    fixture_close(&f);
}

static void a_spent_budget_is_a_limit(void **unused) {
    (void)unused;
    a_spent_budget_is_a_limit_in(&lw_null_kind, "@......F\n", 3, 100);
}

static void a_mirror_image_is_the_same_level(void **unused) {
    (void)unused;
    struct game_fixture f = open_text("@.#.F\nF.#.@\n@..#F\n");
    struct lw_id128 id[3];
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(
            lw_null_kind.level->canonical(f.set.entries[i].level, &id[i], NULL), LW_OK);
    }
    assert_true(lw_id128_equal(id[0], id[1]));
    assert_false(lw_id128_equal(id[0], id[2]));
    fixture_close(&f);
}

static struct lw_advice advise(struct game_fixture *f, size_t entry, bool hint) {
    const struct lw_game_kind *kind = &lw_null_kind;
    struct lw_budget budget = {.nodes = 1000};
    struct lw_advice advice;
    struct lw_play *play;
    uint8_t state;
    lw_advice_init(&advice, lw_alloc_libc());
    assert_int_equal(
        kind->play->open(f->set.entries[entry].level, lw_alloc_libc(), &play, NULL),
        LW_OK);
    kind->play->start(play, &state);
    assert_int_equal((hint ? kind->advice->hint : kind->advice->dead)(
                         play, &state, &f->runtime, &budget, &advice),
                     LW_OK);
    kind->play->close(play);
    return advice;
}

static void hints_lead_to_the_flag(void **unused) {
    (void)unused;
    struct game_fixture f = open_text("F..@\nF#.@\n");
    struct lw_advice advice = advise(&f, 0, true);
    assert_int_equal(advice.outcome, LW_OUTCOME_SOLVED);
    assert_string_equal(lw_buffer_text(&advice.move), "l");
    lw_advice_free(&advice);
    advice = advise(&f, 1, false);
    assert_int_equal(advice.outcome, LW_OUTCOME_UNSOLVABLE);
    lw_advice_free(&advice);
    fixture_close(&f);
}

static void lines_turn_over_and_stay_lines(void **unused) {
    (void)unused;
    struct game_fixture f = open_text("@.#F.\n");
    const struct lw_level *level = f.set.entries[0].level;
    struct lw_level *turned = NULL;
    struct lw_buffer text;
    lw_buffer_init(&text, lw_alloc_libc());
    assert_int_equal(lw_level_turn(level, LW_SYM_MIRROR_X, &turned, NULL), LW_OK);
    assert_int_equal(lw_level_bare_text(turned, &text, NULL), LW_OK);
    assert_string_equal(lw_buffer_text(&text), ".F#.@\n");
    lw_level_destroy(turned);
    assert_int_equal(lw_level_turn(level, LW_SYM_TRANSPOSE, &turned, NULL),
                     LW_UNSUPPORTED);
    lw_buffer_free(&text);
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_and_writes_back),
        cmocka_unit_test(a_bad_line_is_reported_with_its_place),
        cmocka_unit_test(solutions_replay_and_dead_lines_are_proved),
        cmocka_unit_test(a_spent_budget_is_a_limit),
        cmocka_unit_test(a_mirror_image_is_the_same_level),
        cmocka_unit_test(hints_lead_to_the_flag),
        cmocka_unit_test(lines_turn_over_and_stay_lines),
    };
    return cmocka_run_group_tests_name("null", tests, NULL, NULL);
}
