/* What Khalifa and Fayek's paper says where their program does something else: the
 * exploration score and crossover by rows, each against the definition in the paper. */
#include <math.h>

#include "test_support.h"

#include "lw/puzzlescript_design.h"

static void assert_near(double got, double want) {
    assert_true(fabs(got - want) < 1e-12);
}

static const char pushing[] =
    "OBJECTS\nbackground\nblack\n\nwall\ngray\n\nplayer\nwhite\n\ncrate\nbrown\n\ntarget"
    "\n"
    "blue\n\nLEGEND\n. = background\n# = wall\np = player\n* = crate\no = target\n"
    "SOUNDS\nCOLLISIONLAYERS\nbackground\ntarget\nplayer, wall, crate\nRULES\n"
    "[ > player | crate ] -> [ > player | > crate ]\nWINCONDITIONS\nall target on crate\n"
    "LEVELS\n\n";

struct made {
    struct lw_ps_game *game;
    struct lw_ps_analysis analysis;
};

static void open_game(struct made *made) {
    assert_int_equal(
        lw_ps_compile(lw_alloc_libc(), pushing, strlen(pushing), &made->game, NULL),
        LW_OK);
    assert_int_equal(lw_ps_analyse(made->game, lw_alloc_libc(), &made->analysis, NULL),
                     LW_OK);
}

static void close_game(struct made *made) {
    lw_ps_analysis_free(&made->analysis);
    lw_ps_game_destroy(made->game);
}

/* Two parents, and after a generation also their two children. */
static void breed(const struct made *made, uint64_t seed, uint32_t generations,
                  enum lw_ps_crossing cut, struct lw_ps_best *best) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_ps_rater rater = lw_ps_rater_usual(&made->analysis);
    struct lw_ps_evolution evolution = lw_ps_evolution_usual(LW_PS_START_RANDOM);
    struct lw_ps_level *bare = NULL;
    struct lw_rng rng = lw_rng_make(seed, 0);
    rater.max_states = 50;
    evolution.population = 2;
    evolution.generations = generations;
    evolution.elites = 0;
    evolution.crossover = 1;
    evolution.mutation = 0;
    evolution.cut = cut;
    lw_ps_best_init(best, lw_alloc_libc(), false);
    assert_int_equal(lw_ps_outline(&made->analysis, 3, &bare, NULL), LW_OK);
    assert_int_equal(lw_ps_evolve(&rater, bare, &evolution,
                                  &(struct lw_ps_run){.rng = &rng, .runtime = &runtime},
                                  best, NULL),
                     LW_OK);
    lw_level_destroy(&bare->base);
}

/* Rows of the child that are in neither parent at the same place. */
static uint32_t foreign_rows(const struct lw_ps_game *game,
                             const struct lw_ps_level *child,
                             struct lw_ps_level *const *parents) {
    size_t words = (size_t)child->width * game->obj_words;
    uint32_t n = 0;
    for (uint32_t y = 0; y < child->height; y++) {
        const uint64_t *row = child->cells + y * words;
        bool known = false;
        for (size_t k = 0; k < 2; k++) {
            known = known ||
                    memcmp(row, parents[k]->cells + y * words, words * sizeof *row) == 0;
        }
        n += !known;
    }
    return n;
}

/* Over many pairs: children that are unlike both parents, and rows that no parent has. */
static void count_children(const struct made *made, enum lw_ps_crossing cut,
                           uint32_t *n_new, uint32_t *n_foreign) {
    *n_new = *n_foreign = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct lw_ps_best parents, family;
        breed(made, seed, 0, cut, &parents);
        breed(made, seed, 1, cut, &family);
        for (size_t i = 0; parents.levels[1] != NULL && i < LW_PS_BEST; i++) {
            const struct lw_ps_level *level = family.levels[i];
            size_t bytes = (size_t)level->width * level->height * made->game->obj_words *
                           sizeof *level->cells;
            *n_new += memcmp(level->cells, parents.levels[0]->cells, bytes) != 0 &&
                      memcmp(level->cells, parents.levels[1]->cells, bytes) != 0;
            *n_foreign += foreign_rows(made->game, level, parents.levels);
        }
        lw_ps_best_free(&parents);
        lw_ps_best_free(&family);
    }
}

static void the_papers_crossover_swaps_whole_rows(void **state) {
    (void)state;
    struct made made;
    uint32_t n_new, n_foreign;
    open_game(&made);
    count_children(&made, LW_PS_CROSS_ROWS, &n_new, &n_foreign);
    assert_true(n_new >= 10);
    assert_int_equal(n_foreign, 0);
    count_children(&made, LW_PS_CROSS_CELLS, &n_new, &n_foreign);
    assert_true(n_foreign >= 5);
    close_game(&made);
}

static void the_papers_exploration_counts_every_state(void **state) {
    (void)state;
    struct made made;
    struct lw_ps_best best;
    uint32_t n_solved = 0;
    open_game(&made);
    for (uint64_t seed = 1; seed <= 30; seed++) {
        breed(&made, seed, 0, LW_PS_CROSS_CELLS, &best);
        for (size_t i = 0; i < LW_PS_BEST && best.levels[i] != NULL; i++) {
            struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
            struct lw_ps_rater rater = lw_ps_rater_usual(&made.analysis);
            struct lw_ps_rating program, paper;
            assert_int_equal(
                lw_ps_rate(&rater, &best.levels[i]->base, &runtime, NULL, &program, NULL),
                LW_OK);
            rater.exploration = LW_PS_EXPLORATION_PAPER;
            assert_int_equal(
                lw_ps_rate(&rater, &best.levels[i]->base, &runtime, NULL, &paper, NULL),
                LW_OK);
            double share = (double)paper.playout.expanded / 5000, want = 0.75 + share;
            bool won = program.scores[LW_PS_SCORE_PLAY] > 0 &&
                       paper.playout.outcome == LW_OUTCOME_SOLVED;
            if (won) {
                n_solved++;
                assert_near(paper.scores[LW_PS_SCORE_EXPLORATION], want);
                assert_near(paper.total - program.total, 0.11 * 0.75 * share);
            } else {
                assert_near(paper.scores[LW_PS_SCORE_EXPLORATION],
                            program.scores[LW_PS_SCORE_EXPLORATION]);
            }
            lw_buffer_free(&program.playout.moves);
            lw_buffer_free(&paper.playout.moves);
        }
        lw_ps_best_free(&best);
    }
    assert_true(n_solved >= 3);
    close_game(&made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_papers_crossover_swaps_whole_rows),
        cmocka_unit_test(the_papers_exploration_counts_every_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
