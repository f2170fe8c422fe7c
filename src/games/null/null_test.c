/* The null game through its table, as every game's test begins. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lw/null.h"

struct fixture {
    struct lw_game *game;
    struct lw_collection set;
    struct lw_runtime runtime;
};

static struct fixture open_text(const char *text) {
    struct fixture f;
    struct lw_error err;
    f.runtime = lw_runtime_bare(lw_alloc_libc());
    assert_int_equal(
        lw_null_kind.game->create(lw_alloc_libc(), NULL, NULL, 0, &f.game, NULL, &err),
        LW_OK);
    lw_collection_init(&f.set, lw_alloc_libc());
    assert_int_equal(lw_game_read(f.game, "null", text, strlen(text), &f.set, NULL, &err),
                     LW_OK);
    return f;
}

static void close_fixture(struct fixture *f) {
    lw_collection_free(&f->set);
    lw_game_destroy(f->game);
}

static void reads_and_writes_back(void **unused) {
    (void)unused;
    const char *text = "@..F\nF.#@.\n";
    struct fixture f = open_text(text);
    struct lw_buffer out;
    lw_buffer_init(&out, lw_alloc_libc());
    assert_int_equal(f.set.n_entries, 2);
    assert_int_equal(lw_null_kind.level->formats[0].write(f.game, &f.set, &out, NULL),
                     LW_OK);
    assert_string_equal(lw_buffer_text(&out), text);
    lw_buffer_free(&out);
    close_fixture(&f);
}

static void a_bad_line_is_reported_with_its_place(void **unused) {
    (void)unused;
    struct fixture f = open_text("@.F\n@.x.F\n@.@F\n");
    assert_int_equal(f.set.n_entries, 1);
    assert_int_equal(f.set.n_errors, 2);
    assert_int_equal(f.set.messages[0].line, 2);
    assert_int_equal(f.set.messages[0].column, 3);
    assert_int_equal(f.set.messages[1].line, 3);
    close_fixture(&f);
}

static void solutions_replay_and_dead_lines_are_proved(void **unused) {
    (void)unused;
    struct fixture f = open_text("..@..F\n@.#.F\n");
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
    close_fixture(&f);
}

static void a_mirror_image_is_the_same_level(void **unused) {
    (void)unused;
    struct fixture f = open_text("@.#.F\nF.#.@\n@..#F\n");
    struct lw_id128 id[3];
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(
            lw_null_kind.level->canonical(f.set.entries[i].level, &id[i], NULL), LW_OK);
    }
    assert_true(lw_id128_equal(id[0], id[1]));
    assert_false(lw_id128_equal(id[0], id[2]));
    close_fixture(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_and_writes_back),
        cmocka_unit_test(a_bad_line_is_reported_with_its_place),
        cmocka_unit_test(solutions_replay_and_dead_lines_are_proved),
        cmocka_unit_test(a_mirror_image_is_the_same_level),
    };
    return cmocka_run_group_tests_name("null", tests, NULL, NULL);
}
