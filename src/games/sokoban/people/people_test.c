/* The graph against the solver, the walker against walking. */
#include "test_support.h"

#include <math.h>

#include "lw/base/rng.h"
#include "people/people_internal.h"

/* Levels by David W. Skinner (Microban 1, 2, 3 and 5), free to pass on with his name, and
 * one of our own that cannot be won although nothing looks lost. */
static const char *const levels[] = {
    "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\n",
    "######\n#    #\n# #@ #\n# $* #\n# .* #\n#    #\n######\n",
    "  ####\n###  ####\n#     $ #\n# #  #$ #\n# . .#@ #\n#########\n",
    " #######\n #     #\n # .$. #\n## $@$ #\n#  .$. #\n#      #\n########\n",
    "#######\n#@ $ .#\n#  #  #\n#. $  #\n#     #\n#######\n",
};
#define N_LEVELS (sizeof levels / sizeof *levels)

struct fixture {
    struct lw_game *game;
    struct lw_collection set;
    struct lw_runtime runtime;
    struct lw_sokoban_board *board;
    struct sok_map map;
    struct sok_match match;
    struct lw_meter meter;
    struct people_graph graph;
};

static void open_level(struct fixture *f, const char *text) {
    struct lw_error err;
    f->game = make_game(NULL);
    f->runtime = lw_runtime_bare(lw_alloc_libc());
    read_text(f->game, "xsb", text, &f->set);
    assert_int_equal(lw_sokoban_board_create(f->set.entries[0].level, lw_alloc_libc(),
                                             &f->board, &err),
                     LW_OK);
    assert_true(lw_sok_map_init(&f->map, f->board, SOK_UNIT_PUSHES, lw_alloc_libc()));
    assert_true(lw_sok_match_init(&f->match, f->board->n_boxes, lw_alloc_libc()));
    lw_meter_start(&f->meter, &f->runtime, NULL);
    assert_int_equal(lw_sok_people_graph_make(&f->graph, &f->map, &f->match, 1000000,
                                              &f->meter, lw_alloc_libc()),
                     PEOPLE_OK);
}

static void close_level(struct fixture *f) {
    lw_sok_people_graph_free(&f->graph);
    lw_sok_match_free(&f->match);
    lw_sok_map_free(&f->map);
    lw_sokoban_board_destroy(f->board);
    lw_collection_free(&f->set);
    lw_game_destroy(f->game);
}

static void the_graph_knows_the_fewest_pushes(void **unused) {
    (void)unused;
    for (size_t i = 0; i < N_LEVELS; i++) {
        struct fixture f;
        struct lw_solve_request request = {.metric = LW_SOKOBAN_METRIC_PUSHES};
        struct lw_solve_result result;
        open_level(&f, levels[i]);
        lw_solve_result_init(&result, lw_alloc_libc());
        assert_int_equal(lw_sokoban_kind.solve->solve(f.set.entries[0].level, &request,
                                                      &f.runtime, &result, NULL),
                         LW_OK);
        if (result.outcome == LW_OUTCOME_SOLVED) {
            assert_true((double)f.graph.away[0] == result.measures[LW_SOKOBAN_PUSHES]);
        } else {
            assert_int_equal(result.outcome, LW_OUTCOME_UNSOLVABLE);
            assert_int_equal(f.graph.away[0], PEOPLE_FAR);
        }
        lw_solve_result_free(&result);
        close_level(&f);
    }
}

static void every_edge_shortens_the_way_by_one_at_most(void **unused) {
    (void)unused;
    for (size_t i = 0; i < N_LEVELS; i++) {
        struct fixture f;
        open_level(&f, levels[i]);
        const struct people_graph *g = &f.graph;
        for (uint32_t at = 0; at < g->n; at++) {
            uint32_t best = PEOPLE_FAR;
            for (uint32_t e = g->first[at]; e < g->first[at + 1]; e++) {
                uint32_t to = g->edges[e].to;
                best = g->away[to] < best ? g->away[to] : best;
            }
            if (g->away[at] > 0 && g->away[at] != PEOPLE_FAR) {
                assert_int_equal(g->away[at], best + 1);
            } else if (g->away[at] == PEOPLE_FAR) {
                assert_int_equal(best, PEOPLE_FAR);
            }
            /* The bound never promises too much. */
            if (g->away[at] != PEOPLE_FAR) {
                assert_true(g->bound[at] <= g->away[at]);
            }
        }
        close_level(&f);
    }
}

/* One walk by the same rules, step by step; the discount it earned. */
static double walk_once(const struct people_graph *g, struct lw_rng *rng, uint32_t *mark,
                        uint32_t *stamp) {
    static uint32_t ends[4096];
    static uint16_t squares[4096];
    uint32_t at = 0;
    int last = -1;
    double discount = 1;
    while (g->away[at] > 0 && discount > 1e-4) {
        double total = 0, pick = -1;
        uint32_t to = PEOPLE_FAR;
        int to_last = -1;
        for (int pass = 0; pass < 2; pass++) {
            double sum = 0;
            for (uint32_t b = 0; b < g->n_boxes && to == PEOPLE_FAR; b++) {
                uint16_t square = g->boxes[at * g->n_boxes + b];
                if ((int)square == last) {
                    continue;
                }
                size_t n = lw_sok_people_runs(
                    g, at, square, (struct people_runs){mark, ++*stamp, ends, squares});
                size_t allowed = 0;
                for (size_t i = 0; i < n; i++) {
                    allowed += g->bound[ends[i]] != SOK_FAR;
                }
                for (size_t i = 0; i < n && to == PEOPLE_FAR; i++) {
                    if (g->bound[ends[i]] == SOK_FAR) {
                        continue;
                    }
                    sum += exp(-0.3 * ((double)g->bound[ends[i]] - g->bound[at]) +
                               g->map->goal[squares[i]] - g->map->goal[square]) /
                           (double)allowed;
                    if (pass == 1 && sum > pick) {
                        to = ends[i];
                        to_last = squares[i];
                    }
                }
            }
            total = pass == 0 ? sum : total;
            pick = total * lw_rng_unit(rng);
        }
        if (to == PEOPLE_FAR) {
            return 0;
        }
        at = to;
        last = to_last;
        discount *= 0.97;
    }
    return g->away[at] == 0 ? discount : 0;
}

static void the_walker_s_chance_is_that_of_walking(void **unused) {
    (void)unused;
    const struct people_walk_rules rules = {
        .per_bound = 0.3, .patience = 0.97, .runs = true, .share_per_box = true};
    for (size_t i = 0; i < 4; i++) {
        struct fixture f;
        struct people_walk walk;
        struct lw_rng rng = lw_rng_make(7, i);
        enum { WALKS = 4000 };
        double sum = 0, squares = 0;
        open_level(&f, levels[i]);
        assert_int_equal(lw_sok_people_walk(&f.graph, &rules, &f.meter, &walk),
                         PEOPLE_OK);
        uint32_t *mark = calloc(f.graph.n, sizeof *mark), stamp = 0;
        for (int k = 0; k < WALKS; k++) {
            double got = walk_once(&f.graph, &rng, mark, &stamp);
            sum += got;
            squares += got * got;
        }
        free(mark);
        double mean = sum / WALKS;
        double error = sqrt((squares / WALKS - mean * mean) / WALKS);
        if (!(fabs(mean - walk.chance) < 4.5 * error + 1e-4)) {
            fail_msg("level %zu: computed %g, walked %g +- %g", i, walk.chance, mean,
                     error);
        }
        close_level(&f);
    }
}

static void a_lost_level_has_no_chance(void **unused) {
    (void)unused;
    struct fixture f;
    struct people_walk walk;
    struct people_paths paths;
    double learned;
    const struct people_walk_rules rules = {.per_bound = 0.5, .patience = 0.99};
    /* Two boxes in a one-wide corridor, their goals behind each other. */
    open_level(&f, "#########\n#@ $ $..#\n#########\n");
    assert_int_equal(lw_sok_people_walk(&f.graph, &rules, &f.meter, &walk), PEOPLE_OK);
    assert_true(walk.chance == 0);
    assert_int_equal(lw_sok_people_paths(&f.graph, &paths), PEOPLE_OK);
    assert_true(paths.hidden_dead == 1 && isnan(paths.trap_steps));
    assert_int_equal(lw_sok_people_learn(&f.graph, false, &f.meter, &learned), PEOPLE_OK);
    assert_true(isnan(learned));
    close_level(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_graph_knows_the_fewest_pushes),
        cmocka_unit_test(every_edge_shortens_the_way_by_one_at_most),
        cmocka_unit_test(the_walker_s_chance_is_that_of_walking),
        cmocka_unit_test(a_lost_level_has_no_chance),
    };
    return cmocka_run_group_tests_name("people", tests, NULL, NULL);
}
