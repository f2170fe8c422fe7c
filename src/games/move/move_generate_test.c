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

/* The fewest moves by the search from the start alone; 0: none. */
static uint32_t fewest_moves(const struct lw_move_level *level) {
    struct lw_move_search search = {.outcome = LW_OUTCOME_LIMIT};
    struct lw_move_board board;
    struct lw_meter meter;
    lw_buffer_init(&search.solution, lw_alloc_libc());
    lw_meter_start(&meter, NULL, NULL);
    assert_int_equal(lw_move_board_init(&board, level, lw_alloc_libc()), LW_OK);
    assert_int_equal(lw_move_search_run(&search, &board, NULL, &meter, lw_alloc_libc()),
                     LW_OK);
    lw_move_board_free(&board);
    lw_buffer_free(&search.solution);
    return search.outcome == LW_OUTCOME_SOLVED ? search.n_moves : 0;
}

struct waste {
    unsigned n_rocks, n_idle; /* rocks without which it takes as many moves */
    unsigned n_home;          /* levels with a ball on its goal */
};

static void look_for_waste(const struct lw_move_level *level, struct waste *waste) {
    struct lw_move_square squares[36];
    uint32_t n = level->width * level->height, fewest = fewest_moves(level);
    bool home = false;
    memcpy(squares, level->squares, n * sizeof *squares);
    for (uint32_t i = 0; i < n; i++) {
        home |= squares[i].ball != 0 && squares[i].ball == squares[i].goal;
        if (squares[i].rock) {
            struct lw_move_level *without;
            squares[i].rock = 0;
            assert_int_equal(lw_move_level_create(level->level.game, level->width,
                                                  level->height, squares, &without, NULL),
                             LW_OK);
            squares[i].rock = 1;
            waste->n_rocks++;
            waste->n_idle += fewest_moves(without) == fewest;
            lw_level_destroy(&without->level);
        }
    }
    waste->n_home += home;
}

static struct waste waste_of(const char *const *options) {
    struct game_fixture f;
    struct waste waste = {0};
    fixture_open(&f, kind, NULL);
    generate_candidates(&f, 3, 40, 40, options);
    for (size_t i = 0; i < f.set.n_entries; i++) {
        look_for_waste(lw_move_level_of(f.set.entries[i].level), &waste);
    }
    fixture_close(&f);
    return waste;
}

/* Unless asked for: they are levels as well, and were made so by the paper. */
static void nothing_is_idle_at_the_start(void **unused) {
    (void)unused;
    static const char *const plain[] = {"width=4..5", "height=4..5", NULL};
    static const char *const any[] = {"width=4..5", "height=4..5", "start-home=yes",
                                      "idle-rocks=yes", NULL};
    struct waste now = waste_of(plain), before = waste_of(any);
    assert_int_equal(now.n_home, 0);
    assert_int_equal(now.n_idle, 0);
    assert_true(now.n_rocks >= 80);
    assert_true(before.n_home > 5 && before.n_idle > 20);
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
        cmocka_unit_test(nothing_is_idle_at_the_start),
        cmocka_unit_test(the_same_seed_gives_the_same_levels),
        cmocka_unit_test(requests_that_cannot_fit_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
