/* Composed levels: the number of boxes asked for, every one of them moved, won by replay;
 * and a refusal at once where there is no room. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lw/sokoban.h"
#include "make/generators.h"

struct taken {
    char *moves;
    struct lw_id128 id;
    size_t n_boxes, n_home;
};

static bool take(void *ctx, struct lw_candidate *candidate) {
    struct taken *taken = ctx;
    double values[LW_MAX_MEASURES];
    /* Refuses moves that do not win. */
    assert_int_equal(lw_sokoban_kind.solve->measure(candidate->level, candidate->solution,
                                                    strlen(candidate->solution), values,
                                                    NULL),
                     LW_OK);
    assert_int_equal(lw_sokoban_kind.level->canonical(candidate->level, &taken->id, NULL),
                     LW_OK);
    const struct lw_sokoban_level *level = lw_sokoban_level_of(candidate->level);
    taken->moves = strdup(candidate->solution);
    for (uint32_t i = 0; i < level->width * level->height; i++) {
        uint8_t both = LW_SOKOBAN_BOX | LW_SOKOBAN_GOAL;
        taken->n_boxes += (level->cells[i] & LW_SOKOBAN_BOX) != 0;
        taken->n_home += (level->cells[i] & both) == both;
    }
    lw_level_destroy(candidate->level);
    return true;
}

static lw_status compose(const char *squares, const char *boxes, uint64_t seed,
                         struct taken *taken, struct lw_error *err) {
    const struct lw_generator *g = &lw_sokoban_compose;
    struct lw_option_value values[16], rules[8];
    struct lw_game *game;
    lw_options_defaults(lw_sokoban_kind.rule_options, lw_sokoban_kind.n_rule_options,
                        rules);
    assert_int_equal(lw_sokoban_kind.game->create(lw_alloc_libc(),
                                                  &(struct lw_game_spec){.rules = rules},
                                                  &game, NULL, NULL),
                     LW_OK);
    lw_options_defaults(g->options, g->n_options, values);
    assert_int_equal(lw_option_parse(&g->options[0], squares, &values[0], NULL), LW_OK);
    assert_int_equal(lw_option_parse(&g->options[1], boxes, &values[1], NULL), LW_OK);
    *taken = (struct taken){.moves = NULL};
    struct lw_generate_request request = {.game = game, .values = values};
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    void *shared = NULL;
    lw_status status = g->prepare(&request, &runtime, &shared, err);
    /* Some candidates find no order; a run goes on to the next. */
    for (uint64_t i = 0; i < 40 && status == LW_OK && taken->moves == NULL; i++) {
        struct lw_rng rng = lw_rng_make(seed, i);
        lw_status one = g->make(&request,
                                &(struct lw_generate_task){.shared = shared,
                                                           .rng = &rng,
                                                           .runtime = &runtime,
                                                           .emit = take,
                                                           .emit_ctx = taken},
                                err);
        assert_true(one == LW_OK || one == LW_LIMIT);
    }
    if (status == LW_OK) {
        g->release(&request, shared);
    }
    lw_game_destroy(game);
    return status;
}

static void check(const char *squares, const char *boxes, uint64_t seed) {
    struct taken taken;
    assert_int_equal(compose(squares, boxes, seed, &taken, NULL), LW_OK);
    assert_non_null(taken.moves);
    assert_int_equal(taken.n_boxes, (size_t)strtoul(boxes, NULL, 10));
    assert_int_equal(taken.n_home, 0);
    free(taken.moves);
}

static void boxes_are_counted_and_all_away_from_home(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        check("18x13", "12", seed);
        check("9x9", "3", seed);
    }
    check("25x20", "20", 1);
}

static void the_same_seed_gives_the_same_level(void **state) {
    (void)state;
    struct taken a, b;
    assert_int_equal(compose("15x12", "8", 4, &a, NULL), LW_OK);
    assert_int_equal(compose("15x12", "8", 4, &b, NULL), LW_OK);
    assert_memory_equal(&a.id, &b.id, sizeof a.id);
    assert_string_equal(a.moves, b.moves);
    free(a.moves);
    free(b.moves);
}

static void too_many_boxes_are_refused_at_once(void **state) {
    (void)state;
    struct taken taken;
    struct lw_error err;
    assert_int_equal(compose("9x9", "20", 1, &taken, &err), LW_IMPOSSIBLE);
    assert_non_null(strstr(err.text, "at least 200 squares"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_are_counted_and_all_away_from_home),
        cmocka_unit_test(the_same_seed_gives_the_same_level),
        cmocka_unit_test(too_many_boxes_are_refused_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
