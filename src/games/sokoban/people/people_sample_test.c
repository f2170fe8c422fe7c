/* Sampled measures against the enumerated graph. */
#include "test_support.h"

#include <math.h>

#include "people/people_field.h"

#define TEST_NODES 60000
/* Errors below this are not told apart from the sweeps' own tolerance. */
#define LEAST_ERROR 0.02

struct fixture {
    struct lw_runtime runtime;
    struct lw_sokoban_board *board;
    struct sok_map map;
    struct sok_match match;
};

static void open_level(struct fixture *f, const struct lw_level *level) {
    struct lw_error err;
    f->runtime = lw_runtime_bare(lw_alloc_libc());
    assert_int_equal(lw_sokoban_board_create(level, lw_alloc_libc(), &f->board, &err),
                     LW_OK);
    assert_true(lw_sok_map_init(&f->map, f->board, SOK_UNIT_PUSHES, lw_alloc_libc()));
    assert_true(lw_sok_match_init(&f->match, f->board->n_boxes, lw_alloc_libc()));
}

static void close_level(struct fixture *f) {
    lw_sok_match_free(&f->match);
    lw_sok_map_free(&f->map);
    lw_sokoban_board_destroy(f->board);
}

static double as_scale(double chance) {
    return log(1 - log10(chance));
}

static void read_sample(struct lw_game *game, struct lw_collection *set) {
    size_t len = 0;
    char *text = load_file(LW_TEST_DATA "/sokoban/microban-sample.xsb", &len);
    assert_non_null(text);
    read_text(game, "xsb", text, set);
    free(text);
}

static void sample(struct fixture *f, const struct people_walk_rules *rules,
                   const char *moves, uint64_t seed, uint64_t nodes,
                   struct people_sampled *out) {
    struct lw_meter meter;
    struct lw_budget budget = {.nodes = nodes};
    lw_meter_start(&meter, &f->runtime, &budget);
    assert_int_equal(lw_sok_people_sample(&(struct people_board){.map = &f->map,
                                                                 .match = &f->match,
                                                                 .moves = moves,
                                                                 .seed = seed},
                                          rules, &meter, lw_alloc_libc(), out),
                     PEOPLE_OK);
}

static const struct people_walk_rules rules[] = {
    {.per_bound = 0.3, .patience = 0.97, .runs = true, .share_per_box = true},
    {.per_bound = 0.5, .patience = 0.99},
};

struct tally {
    int n, outside;
    double bias;
};

static void compare(const struct lw_level *level, struct tally *tally) {
    struct fixture f;
    struct people_graph graph;
    struct lw_meter meter;
    struct lw_solve_request request = {.metric = LW_SOKOBAN_METRIC_ANY};
    struct lw_solve_result result;
    open_level(&f, level);
    lw_meter_start(&meter, &f.runtime, NULL);
    lw_solve_result_init(&result, lw_alloc_libc());
    assert_int_equal(
        lw_sokoban_kind.solve->solve(level, &request, &f.runtime, &result, NULL), LW_OK);
    assert_int_equal(lw_sok_people_graph_make(&graph, &f.map, &f.match, 30000, &meter,
                                              lw_alloc_libc()),
                     PEOPLE_OK);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct people_walk exact;
        struct people_sampled got;
        assert_int_equal(lw_sok_people_walk(&graph, &rules[i], &meter, &exact),
                         PEOPLE_OK);
        sample(&f, &rules[i], lw_buffer_text(&result.solution), 7, TEST_NODES, &got);
        double off = as_scale(got.chance) - as_scale(exact.chance);
        double error = got.error / (log(10) * (1 - log10(got.chance)));
        tally->n++;
        tally->outside += fabs(off) > 3 * hypot(error, LEAST_ERROR);
        tally->bias += off;
        /* What known positions give can only be less than the whole. */
        assert_true(got.least <= exact.chance * 1.001);
    }
    lw_sok_people_graph_free(&graph);
    lw_solve_result_free(&result);
    close_level(&f);
}

static void estimates_lie_within_three_errors(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    struct tally tally = {0, 0, 0};
    read_sample(game, &set);
    for (size_t i = 0; i < set.n_entries; i++) {
        compare(set.entries[i].level, &tally);
    }
    print_message("%d estimates, %d outside three errors, bias %.4f\n", tally.n,
                  tally.outside, tally.bias / tally.n);
    assert_true(tally.n >= 10);
    assert_true(tally.outside * 20 <= tally.n);
    assert_true(fabs(tally.bias / tally.n) < 0.05);
    lw_collection_free(&set);
    lw_game_destroy(game);
}

/* Steps made on demand are those of the enumerated graph. */
static void steps_are_those_of_the_graph(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    read_sample(game, &set);
    for (size_t n = 0; n < set.n_entries; n++) {
        struct fixture f;
        struct people_graph graph;
        struct people_field field;
        struct lw_meter meter;
        open_level(&f, set.entries[n].level);
        lw_meter_start(&meter, &f.runtime, NULL);
        assert_int_equal(lw_sok_people_graph_make(&graph, &f.map, &f.match, 30000, &meter,
                                                  lw_alloc_libc()),
                         PEOPLE_OK);
        assert_true(lw_sok_people_field_init(&field, &f.map, &f.match, &rules[1], &meter,
                                             lw_alloc_libc()));
        /* Breadth-first here too; positions without a matching are not kept as steps,
         * so only they may be missing. */
        size_t lost = 0;
        for (uint32_t id = 0; id < field.store.n_nodes; id++) {
            assert_int_equal(lw_sok_people_field_spread(&field, id), PEOPLE_OK);
        }
        for (uint32_t i = 0; i < field.n_spreads; i++) {
            lost += field.lost[i];
        }
        assert_true(field.store.n_nodes <= graph.n);
        assert_int_equal(field.n_steps + lost <= graph.n_edges, 1);
        if (field.store.n_nodes == graph.n) {
            assert_int_equal(field.n_steps + lost, graph.n_edges);
        }
        lw_sok_people_field_free(&field);
        lw_sok_people_graph_free(&graph);
        close_level(&f);
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
}

static void the_same_seed_gives_the_same_sample(void **unused) {
    (void)unused;
    struct lw_game *game = make_game(NULL);
    struct lw_collection set;
    struct people_sampled a, b;
    read_sample(game, &set);
    struct fixture f;
    open_level(&f, set.entries[set.n_entries - 1].level);
    sample(&f, &rules[0], NULL, 3, 5000, &a);
    sample(&f, &rules[0], NULL, 3, 5000, &b);
    assert_memory_equal(&a, &b, sizeof a);
    close_level(&f);
    lw_collection_free(&set);
    lw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(estimates_lie_within_three_errors),
        cmocka_unit_test(steps_are_those_of_the_graph),
        cmocka_unit_test(the_same_seed_gives_the_same_sample),
    };
    return cmocka_run_group_tests_name("people_sample", tests, NULL, NULL);
}
