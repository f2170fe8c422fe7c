/* Changing levels a little: the right way, proved, no puzzle twice, the same again, and
 * one solution where there was one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lw/change.h"
#include "lw/open.h"

struct fixture {
    struct lw_game *game;
    struct lw_level *level;
    struct lw_runtime runtime;
};

static void begin(struct fixture *f, const char *game, const char *text) {
    f->runtime = lw_runtime_bare(lw_alloc_libc());
    assert_int_equal(
        lw_game_create(lw_game_kind_find(game), lw_alloc_libc(), &f->game, NULL), LW_OK);
    assert_int_equal(lw_level_read(f->game, text, strlen(text), &f->level, NULL), LW_OK);
}

static void end(struct fixture *f) {
    lw_level_destroy(f->level);
    lw_game_destroy(f->game);
}

static lw_status change(struct fixture *f, bool harder, uint64_t n_tries,
                        struct lw_change *out) {
    struct lw_change_request request = {.level = f->level,
                                        .harder = harder,
                                        .seed = 5,
                                        .n_tries = n_tries,
                                        .solve = {.nodes = 100000}};
    struct lw_error err;
    return lw_change_run(out, &request, &f->runtime, &err);
}

static void goes_the_way_that_was_asked_for(void **state) {
    (void)state;
    struct fixture f;
    begin(&f, "null", "..@....F..\n");
    for (int harder = 0; harder < 2; harder++) {
        struct lw_change one, two;
        assert_int_equal(change(&f, harder, 200, &one), LW_OK);
        assert_false(one.by_rating); /* nobody's play was learned from */
        double before = lw_change_value(&one, &one.before);
        double after = lw_change_value(&one, &one.best);
        assert_true(before == 5);
        assert_true(harder ? after == 6 : after == 4);
        assert_int_equal(f.game->kind->solve->measure(one.best.level, one.best.solution,
                                                      strlen(one.best.solution), NULL,
                                                      NULL),
                         LW_OK);
        assert_int_equal(change(&f, harder, 200, &two), LW_OK);
        assert_int_equal(one.n_tried, two.n_tried);
        assert_memory_equal(&one.best.id, &two.best.id, sizeof one.best.id);
        lw_change_close(&one);
        lw_change_close(&two);
    }
    end(&f);
}

/* A line that has no longer way: all tries are made, and no puzzle is in the pool twice,
 * nor the level itself. */
static void takes_no_puzzle_twice(void **state) {
    (void)state;
    struct fixture f;
    struct lw_change tried;
    begin(&f, "null", "@..F\n");
    assert_int_equal(change(&f, true, 300, &tried), LW_LIMIT);
    assert_int_equal(tried.n_tried, 300);
    assert_true(tried.pool.n_levels > 0);
    for (size_t i = 0; i < tried.pool.n_levels; i++) {
        const struct lw_id128 *id = &tried.pool.levels[i].id;
        assert_memory_not_equal(id, &tried.before.id, sizeof *id);
        for (size_t k = 0; k < i; k++) {
            assert_memory_not_equal(id, &tried.pool.levels[k].id, sizeof *id);
        }
    }
    lw_change_close(&tried);
    end(&f);
}

static void one_solution_stays_one(void **state) {
    (void)state;
    struct fixture f;
    struct lw_change found;
    begin(&f, "flow", "5 5\n.RB..\n.....\n..Y..\n.G...\nRY.GB\n\n0 0\n");
    struct lw_solve_request request = {.budget = {.nodes = 100000}, .count_up_to = 2};
    struct lw_solve_result result;
    assert_int_equal(change(&f, false, 3000, &found), LW_OK);
    assert_true(found.is_unique);
    lw_solve_result_init(&result, lw_alloc_libc());
    assert_int_equal(
        f.game->kind->solve->solve(found.best.level, &request, &f.runtime, &result, NULL),
        LW_OK);
    assert_int_equal(result.n_solutions, 1);
    assert_true(result.count_complete);
    lw_solve_result_free(&result);
    lw_change_close(&found);
    end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goes_the_way_that_was_asked_for),
        cmocka_unit_test(takes_no_puzzle_twice),
        cmocka_unit_test(one_solution_stays_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
