/* The effect of one score on Khalifa and Fayek's levels: one that does not count is left
 * out of the fitness and of nothing else. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench/bench_khalifa.h"
#include "lw/lab.h"

#define DATA LW_TEST_DATA "/puzzlescript/push.txt"

/* The total of a level is the weighted sum of the scores that count. */
static double weighted(const struct lw_ps_rating *rating, size_t dropped) {
    static const double weights[LW_PS_N_SCORES] = {
#define X(code, name, weight, help) weight,
        LW_PS_SCORES(X)
#undef X
    };
    double sum = 0;
    for (size_t i = 0; i < LW_PS_N_SCORES; i++) {
        sum += i == dropped ? 0 : weights[i] * rating->scores[i];
    }
    return sum;
}

static void a_dropped_score_is_not_bred_for(void **state) {
    (void)state;
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    atomic_bool cancel = false;
    struct cli cli = {.alloc = lw_alloc_libc(),
                      .runtime = &runtime,
                      .cancel = &cancel,
                      .out = stdout,
                      .err = stderr,
                      .program = &lw_lab_program};
    struct khalifa_set set = {.n = 1};
    struct khalifa_task tasks[2] = {
        {.technique = KHALIFA_CONSTRUCTIVE_START, .dropped = LW_PS_N_SCORES},
        {.technique = KHALIFA_CONSTRUCTIVE_START, .dropped = LW_PS_SCORE_LENGTH}};
    struct khalifa_game *game = &set.games[0];
    assert_int_equal(cli_levels_open(&cli, DATA, "puzzlescript", &game->human), 0);
    assert_int_equal(
        lw_ps_analyse(lw_ps_game_of(game->human.game), cli.alloc, &game->analysis, NULL),
        LW_OK);
    khalifa_run(&cli, &set, 3, tasks, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(tasks[i].status, LW_OK);
        assert_non_null(tasks[i].best.levels[1]);
        for (size_t k = 0; k < LW_PS_BEST; k++) {
            const struct lw_ps_rating *rating = &tasks[i].best.ratings[k];
            assert_true(fabs(rating->total - weighted(rating, tasks[i].dropped)) < 1e-12);
        }
    }
    struct khalifa_effect all = khalifa_effect_of(tasks, 2, LW_PS_N_SCORES);
    struct khalifa_effect less = khalifa_effect_of(tasks, 2, LW_PS_SCORE_LENGTH);
    const struct lw_ps_rating *r = tasks[0].best.ratings;
    assert_string_equal(all.without, "nothing");
    assert_string_equal(less.without, "length");
    assert_int_equal(all.n, 2);
    for (size_t s = 0; s < LW_PS_N_SCORES; s++) {
        assert_true(fabs(all.scores[s] - (r[0].scores[s] + r[1].scores[s]) / 2) < 1e-12);
    }
    assert_true(all.playable == 50.0 * tasks[0].n_playable);
    assert_true(all.scores[LW_PS_SCORE_LENGTH] > less.scores[LW_PS_SCORE_LENGTH]);
    lw_ps_best_free(&tasks[0].best);
    lw_ps_best_free(&tasks[1].best);
    khalifa_close(&set);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dropped_score_is_not_bred_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
