/* The generator fills requests by number of moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game_fixture.h"
#include "lw/move.h"

static const struct lw_game_kind *const kind = &lw_move_kind;

static bool collect(void *ctx, struct lw_candidate *candidate) {
    struct lw_collection *set = ctx;
    struct lw_entry *entry = lw_collection_add(set, candidate->level, "", 0);
    assert_non_null(entry);
    assert_true(lw_collection_solution(set, entry, "", candidate->solution));
    return true;
}

static void generate(struct game_fixture *f, uint64_t seed, uint64_t n_candidates,
                     const char *const *options) {
    const struct lw_generator *generator = kind->generators[0];
    struct lw_option_value values[16];
    struct lw_error err = {0};
    void *shared;
    lw_options_defaults(generator->options, generator->n_options, values);
    for (; *options != NULL; options++) {
        size_t len = strcspn(*options, "=");
        size_t at =
            lw_option_find(generator->options, generator->n_options, *options, len);
        assert_int_equal(lw_option_parse(&generator->options[at], *options + len + 1,
                                         &values[at], &err),
                         LW_OK);
    }
    struct lw_generate_request request = {.game = f->game, .values = values};
    assert_int_equal(generator->prepare(&request, &f->runtime, &shared, &err), LW_OK);
    for (uint64_t i = 0; i < n_candidates; i++) {
        struct lw_rng rng = lw_rng_make(seed, i);
        request.index = i;
        assert_int_equal(generator->make(&request, shared, &rng, &f->runtime, 0, collect,
                                         &f->set, &err),
                         LW_OK);
    }
    generator->release(&request, shared);
}

/* The composition of the paper's study: ten levels for each of three to ten moves. */
static void ten_levels_for_each_number_of_moves(void **unused) {
    (void)unused;
    static const char *const options[] = {"moves=3..10", NULL};
    static const char *const rules[] = {"collide=train", "collide=static"};
    for (unsigned rule = 0; rule < 2; rule++) {
        struct game_fixture f;
        unsigned n_of[16] = {0};
        fixture_open(&f, kind, rules[rule]);
        generate(&f, 2015, 80, options);
        assert_int_equal(f.set.n_entries, 80);
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
    struct lw_buffer texts[3];
    for (unsigned i = 0; i < 3; i++) {
        struct game_fixture f;
        fixture_open(&f, kind, NULL);
        generate(&f, i == 2 ? 9 : 8, 20, options);
        lw_buffer_init(&texts[i], lw_alloc_libc());
        assert_int_equal(kind->level->formats[0].write(f.game, &f.set, &texts[i], NULL),
                         LW_OK);
        fixture_close(&f);
    }
    assert_string_equal(lw_buffer_text(&texts[0]), lw_buffer_text(&texts[1]));
    assert_string_not_equal(lw_buffer_text(&texts[0]), lw_buffer_text(&texts[2]));
    for (unsigned i = 0; i < 3; i++) {
        lw_buffer_free(&texts[i]);
    }
}

static void requests_that_cannot_fit_are_refused(void **unused) {
    (void)unused;
    static const char *const bad[][2] = {{"colors", "9"}, {"rocks", "100"}};
    const struct lw_generator *generator = kind->generators[0];
    for (unsigned i = 0; i < 2; i++) {
        struct game_fixture f;
        struct lw_option_value values[16];
        struct lw_error err = {0};
        void *shared;
        fixture_open(&f, kind, NULL);
        lw_options_defaults(generator->options, generator->n_options, values);
        size_t at = lw_option_find(generator->options, generator->n_options, bad[i][0],
                                   strlen(bad[i][0]));
        assert_int_equal(
            lw_option_parse(&generator->options[at], bad[i][1], &values[at], &err),
            LW_OK);
        struct lw_generate_request request = {.game = f.game, .values = values};
        assert_int_equal(generator->prepare(&request, &f.runtime, &shared, &err),
                         LW_USAGE);
        fixture_close(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_levels_for_each_number_of_moves),
        cmocka_unit_test(the_same_seed_gives_the_same_levels),
        cmocka_unit_test(requests_that_cannot_fit_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
