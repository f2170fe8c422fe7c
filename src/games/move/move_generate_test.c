/* The generator fills requests by number of moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game_properties.h"
#include "lw/move.h"

static const struct lw_game_kind *const kind = &lw_move_kind;

/* The composition of the paper's study: ten levels for each of three to ten moves. */
static void ten_levels_for_each_number_of_moves(void **unused) {
    (void)unused;
    static const char *const options[] = {"moves=3..10", NULL};
    static const char *const rules[] = {"collide=train", "collide=static"};
    for (unsigned rule = 0; rule < 2; rule++) {
        struct game_fixture f;
        unsigned n_of[16] = {0};
        fixture_open(&f, kind, rules[rule]);
        generate_candidates(&f, 2015, 80, 80, options);
        for (size_t i = 0; i < 80; i++) {
            const struct lw_entry *entry = &f.set.entries[i];
            const struct lw_move_level *level = lw_move_level_of(entry->level);
            struct lw_solve_request request = {0};
            struct lw_solve_result result;
            lw_solve_result_init(&result, lw_alloc_libc());
            assert_int_equal(
                kind->solve->solve(entry->level, &request, &f.runtime, &result, NULL),
                LW_OK);
            assert_int_equal(result.outcome, LW_OUTCOME_SOLVED);
            assert_in_range(result.solution.len, 3, 10);
            n_of[result.solution.len]++;
            lw_solve_result_free(&result);
            assert_int_equal(kind->solve->measure(entry->level, entry->solutions->moves,
                                                  strlen(entry->solutions->moves), NULL,
                                                  NULL),
                             LW_OK);
            assert_in_range(level->width, 4, 6);
            assert_in_range(level->height, 4, 6);
            assert_in_range(level->n_balls, 2, 4);
            assert_in_range(level->n_colours, 1, 3);
        }
        for (unsigned moves = 3; moves <= 10; moves++) {
            assert_int_equal(n_of[moves], 10);
        }
        fixture_close(&f);
    }
}

static void the_same_seed_gives_the_same_levels(void **unused) {
    (void)unused;
    static const char *const options[] = {"moves=4..6", "balls=3", "colors=2", NULL};
    a_seed_names_its_levels_in(kind, 20, options);
}

static void requests_that_cannot_fit_are_refused(void **unused) {
    (void)unused;
    static const char *const first[] = {"colors=9", NULL}, *const second[] = {"rocks=100",
                                                                              NULL};
    a_request_is_refused_in(kind, first, "every colour needs a ball");
    a_request_is_refused_in(kind, second, "do not fit a board");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_levels_for_each_number_of_moves),
        cmocka_unit_test(the_same_seed_gives_the_same_levels),
        cmocka_unit_test(requests_that_cannot_fit_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
