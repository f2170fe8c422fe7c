/* The generic walker: exact against plain walking, sampled against exact. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lw/move.h"
#include "lw/walker.h"
#include "test_size.h"

struct fixture {
    struct lw_game *game;
    struct lw_collection set;
    struct lw_runtime runtime;
};

static int set_up(void **state) {
    static char text[200000];
    struct fixture *f = calloc(1, sizeof *f);
    struct lw_error err = {.text = ""};
    FILE *file = fopen(LW_TEST_DATA "/move/levels.txt", "rb");
    assert_non_null(file);
    size_t len = fread(text, 1, sizeof text, file);
    (void)fclose(file);
    f->runtime = lw_runtime_bare(lw_alloc_libc());
    assert_int_equal(lw_move_kind.game->create(lw_alloc_libc(), &(struct lw_game_spec){0},
                                               &f->game, NULL, &err),
                     LW_OK);
    lw_collection_init(&f->set, lw_alloc_libc());
    assert_int_equal(lw_game_read(f->game, NULL, text, len, &f->set, &err), LW_OK);
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    lw_collection_free(&f->set);
    lw_game_destroy(f->game);
    free(f);
    return 0;
}

static struct lw_walker measure(const struct fixture *f, size_t level, uint64_t nodes) {
    struct lw_walker walker;
    struct lw_budget budget = {.nodes = nodes};
    struct lw_error err = {.text = ""};
    if (lw_walker_measure(f->set.entries[level].level, &budget, &f->runtime, &walker,
                          &err) != LW_OK) {
        fail_msg("%s", err.text);
    }
    return walker;
}

/* The discount earned by one walk. */
static double walk_once(struct lw_play *play, struct lw_rng *rng, uint8_t *at,
                        uint8_t *ways) {
    const struct lw_play_ops *ops = lw_move_kind.play;
    lw_step_move moves[LW_MAX_MOVES];
    double discount = 1;
    ops->start(play, at);
    for (int step = 0; step < 1500; step++) {
        size_t n = ops->moves(play, at, moves), n_ways = 0;
        bool won[LW_MAX_MOVES];
        for (size_t i = 0; i < n; i++) {
            enum lw_step got =
                ops->step(play, at, moves[i], ways + n_ways * play->state_bytes);
            won[n_ways] = got == LW_STEP_WON;
            n_ways += got == LW_STEP_WON || got == LW_STEP_CHANGED;
        }
        if (n_ways == 0) {
            return 0;
        }
        size_t pick = lw_rng_below(rng, (uint32_t)n_ways);
        discount *= 0.99;
        if (won[pick]) {
            return discount;
        }
        memcpy(at, ways + pick * play->state_bytes, play->state_bytes);
    }
    return 0;
}

static void exact_is_what_walking_gives(void **state) {
    const struct fixture *f = *state;
    for (size_t i = 0; i < f->set.n_entries && i < test_size(3, 1); i++) {
        struct lw_walker walker = measure(f, i, 3000000);
        struct lw_play *play = NULL;
        struct lw_rng rng = lw_rng_make(5, i);
        enum { WALKS = 3000 };
        double sum = 0, squares = 0;
        assert_true(walker.exact && walker.error == 0);
        assert_int_equal(lw_move_kind.play->open(f->set.entries[i].level, lw_alloc_libc(),
                                                 &play, NULL),
                         LW_OK);
        uint8_t *ways = malloc((LW_MAX_MOVES + 1) * play->state_bytes);
        for (int k = 0; k < WALKS; k++) {
            double got =
                walk_once(play, &rng, ways + LW_MAX_MOVES * play->state_bytes, ways);
            sum += got;
            squares += got * got;
        }
        double mean = sum / WALKS, chance = pow(10, 1 - exp(walker.value));
        double error = sqrt((squares / WALKS - mean * mean) / WALKS);
        if (!(fabs(mean - chance) < 4.5 * error + 1e-4)) {
            fail_msg("level %zu: computed %g, walked %g +- %g", i + 1, chance, mean,
                     error);
        }
        free(ways);
        lw_move_kind.play->close(play);
    }
}

static void sampled_is_near_exact(void **state) {
    const struct fixture *f = *state;
    int n = 0, far = 0;
    double bias = 0;
    for (size_t i = 0; i < f->set.n_entries && i < test_size(8, 2); i++) {
        struct lw_walker exact = measure(f, i, 3000000);
        struct lw_walker some = measure(f, i, 4000), again = measure(f, i, 4000);
        assert_memory_equal(&some.value, &again.value, sizeof some.value);
        assert_memory_equal(&some.error, &again.error, sizeof some.error);
        assert_int_equal(some.n_states, again.n_states);
        assert_int_equal(some.exact, again.exact);
        assert_false(isnan(some.value));
        if (!exact.exact || some.exact) {
            continue;
        }
        assert_true(some.error > 0);
        n++;
        far += fabs(some.value - exact.value) > 3 * hypot(some.error, 0.05);
        bias += some.value - exact.value;
    }
    print_message("%d sampled, %d beyond three errors, bias %.3f\n", n, far,
                  n > 0 ? bias / n : 0);
    assert_true(far * 8 <= n);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(exact_is_what_walking_gives, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sampled_is_near_exact, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("walker", tests, NULL, NULL);
}
