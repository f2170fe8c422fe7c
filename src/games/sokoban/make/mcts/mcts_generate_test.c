/* The Monte-Carlo generator through its table: what it emits replays, scores rise, and
 * threads change nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lw/sokoban.h"
#include "make/generators.h"

#define MAX_LEVELS 64

struct catch {
    struct lw_level *levels[MAX_LEVELS];
    double scores[MAX_LEVELS];
    double pushes[MAX_LEVELS];
    uint64_t solution_hash;
    size_t n;
    double playouts;
    struct lw_objective objective;
    size_t metric, measure; /* what score claims, by its measure plus one; 0: neither */
};

static void check_no_gaming(const struct lw_sokoban_level *level) {
    uint32_t on_goal = 0;
    for (uint32_t i = 0; i < level->width * level->height; i++) {
        on_goal += (level->cells[i] & (LW_SOKOBAN_BOX | LW_SOKOBAN_GOAL)) ==
                   (LW_SOKOBAN_BOX | LW_SOKOBAN_GOAL);
    }
    /* The gate makes each such box cost its share of the whole score. */
    assert_true(on_goal * 2 <= level->n_boxes);
}

static void check_claim(const struct catch *catch, const struct lw_candidate *candidate,
                        double measured) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_solve_request request = {.metric = catch->metric, .engine = "bfs"};
    struct lw_solve_result result;
    struct lw_error err;
    lw_solve_result_init(&result, lw_alloc_libc());
    assert_int_equal(
        lw_sokoban_kind.solve->solve(candidate->level, &request, &runtime, &result, &err),
        LW_OK);
    assert_int_equal(result.outcome, LW_OUTCOME_SOLVED);
    /* Gates may lower the score below the measure, never raise it. */
    assert_true(measured == result.measures[catch->measure - 1]);
    assert_true(candidate->score <= measured && candidate->score > 0.3 * measured);
    lw_solve_result_free(&result);
}

static bool take(void *ctx, struct lw_candidate *candidate) {
    struct catch *catch = ctx;
    double values[LW_MAX_MEASURES];
    struct lw_error err;
    assert_true(catch->n < MAX_LEVELS);
    size_t len = strlen(candidate->solution);
    assert_int_equal(lw_sokoban_kind.level->validate(candidate->level, &err), LW_OK);
    assert_int_equal(lw_sokoban_kind.solve->measure(candidate->level, candidate->solution,
                                                    len, values, &err),
                     LW_OK);
    const struct lw_sokoban_level *level = lw_sokoban_level_of(candidate->level);
    /* A foolish objective may leave a box or two where they are. */
    assert_true(catch->objective.score != NULL ||
                values[LW_SOKOBAN_PUSHES] >= 2.0 * level->n_boxes);
    check_no_gaming(level);
    catch->pushes[catch->n] = values[LW_SOKOBAN_PUSHES];
    if (catch->measure != 0) {
        check_claim(catch, candidate, values[catch->measure - 1]);
    }
    catch->solution_hash = lw_hash64(candidate->solution, len, catch->solution_hash);
    catch->scores[catch->n] = candidate->score;
    catch->levels[catch->n++] = candidate->level;
    return true;
}

static void count(void *ctx, const char *name, double value) {
    struct catch *catch = ctx;
    if (strcmp(name, "playouts") == 0) {
        catch->playouts += value;
    }
}

static void drop(struct catch *catch) {
    for (size_t i = 0; i < catch->n; i++) {
        lw_level_destroy(catch->levels[i]);
    }
}

/* Texts are "name=value". */
static lw_status run(const struct lw_runtime *runtime, const char *const *texts,
                     uint64_t seed, struct catch *catch, struct lw_error *err) {
    const struct lw_generator *generator = &lw_sokoban_mcts;
    struct lw_option_value values[64];
    struct lw_game *game;
    void *shared = NULL;
    lw_options_defaults(generator->options, generator->n_options, values);
    for (; texts != NULL && *texts != NULL; texts++) {
        size_t len = strcspn(*texts, "=");
        size_t at = lw_option_find(generator->options, generator->n_options, *texts, len);
        assert_true(at < generator->n_options);
        assert_int_equal(
            lw_option_parse(&generator->options[at], *texts + len + 1, &values[at], err),
            LW_OK);
    }
    assert_int_equal(lw_sokoban_kind.game->create(
                         lw_alloc_libc(), &(struct lw_game_spec){0}, &game, NULL, NULL),
                     LW_OK);
    struct lw_generate_request request = {.game = game,
                                          .values = values,
                                          .objective = catch->objective,
                                          .stat = count,
                                          .stat_ctx = catch};
    struct lw_rng rng = lw_rng_make(seed, 0);
    lw_status status = generator->prepare(&request, runtime, &shared, err);
    if (status == LW_OK) {
        status = generator->make(&request,
                                 &(struct lw_generate_task){.shared = shared,
                                                            .rng = &rng,
                                                            .runtime = runtime,
                                                            .emit = take,
                                                            .emit_ctx = catch},
                                 err);
        generator->release(&request, shared);
    }
    /* Levels outlive the game only as bytes from here on. */
    for (size_t i = 0; i < catch->n; i++) {
        const struct lw_sokoban_level *level = lw_sokoban_level_of(catch->levels[i]);
        catch->solution_hash = lw_hash64(
            level->cells, (size_t)level->width * level->height, catch->solution_hash);
    }
    drop(catch);
    lw_game_destroy(game);
    return status;
}

static void backwards(void *ctx, size_t n, lw_task_fn fn, void *task_ctx) {
    (void)ctx;
    while (n-- > 0) {
        fn(task_ctx, n, 0);
    }
}

static void test_emitted_levels_replay(void **state) {
    (void)state;
    static const char *const settings[][6] = {
        {"playouts=3000", "objective=score", NULL},
        {"playouts=3000", "board=5x5", "set=8", "objective=score", NULL},
        {"playouts=2000", "board=8x8", "max-boxes=4", "objective=score", "player=corner",
         NULL},
        {"playouts=2000", "board=16x4", "refine=0", "set=5", "objective=score", NULL},
        {"playouts=4000", "search=literal", "gates=on", "set=6", "board=6x6", NULL},
        {"playouts=1500", "weight-distance=1", "objective=score", "player=centre", NULL},
    };
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        for (uint64_t seed = 1; seed <= 6; seed++) {
            struct catch catch = {.n = 0};
            struct lw_error err;
            assert_int_equal(run(&runtime, settings[i], seed, &catch, &err), LW_OK);
            assert_true(catch.n >= 1);
            assert_true(catch.playouts >= 1500);
            for (size_t j = 1; j < catch.n; j++) {
                assert_true(catch.scores[j] > catch.scores[j - 1]);
            }
        }
    }
}

/* With a measure as objective the claimed value is the optimum of what is emitted. */
static void test_objectives_are_optima(void **state) {
    (void)state;
    static const char *const settings[][7] = {
        {"playouts=1000", "objective=pushes", "max-boxes=4", "climb=10", "refine=2000",
         "solve-nodes=3000", NULL},
        {"playouts=1000", "objective=lines", "max-boxes=3", "climb=10", "refine=2000",
         "board=6x6", NULL}};
    static const size_t measures[] = {LW_SOKOBAN_PUSHES, LW_SOKOBAN_LINES};
    static const size_t metrics[] = {LW_SOKOBAN_METRIC_PUSHES, LW_SOKOBAN_METRIC_LINES};
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    for (size_t i = 0; i < 2; i++) {
        for (uint64_t seed = 1; seed <= 4; seed++) {
            struct catch catch = {.metric = metrics[i], .measure = measures[i] + 1};
            struct lw_error err;
            assert_int_equal(run(&runtime, settings[i], seed, &catch, &err), LW_OK);
            assert_int_equal(catch.n, 1);
        }
    }
}

static void test_target_stops_the_run(void **state) {
    (void)state;
    static const char *const settings[] = {"playouts=100000", "target=0.8", NULL};
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct catch catch = {.n = 0};
    struct lw_error err;
    assert_int_equal(run(&runtime, settings, 1, &catch, &err), LW_OK);
    assert_int_equal(catch.n, 1);
    assert_true(catch.scores[0] >= 0.8);
    assert_true(catch.playouts < 100000);
}

static void test_order_of_roots_changes_nothing(void **state) {
    (void)state;
    static const char *const settings[] = {
        "playouts=800", "roots=5", "set=3", "refine=500", "climb=5", "max-boxes=5", NULL};
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_runtime other = runtime;
    other.parallel = backwards;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct catch a = {.n = 0}, b = {.n = 0}, c = {.n = 0};
        struct lw_error err;
        assert_int_equal(run(&runtime, settings, seed, &a, &err), LW_OK);
        assert_int_equal(run(&other, settings, seed, &b, &err), LW_OK);
        assert_int_equal(run(&runtime, settings, seed + 1, &c, &err), LW_OK);
        assert_true(a.solution_hash == b.solution_hash);
        assert_true(a.solution_hash != c.solution_hash);
    }
}

/* What a rating may be taken in by: boxes that need not move at all. */
static double count_home(void *ctx, const struct lw_level *level, const char *solution,
                         uint32_t worker) {
    (void)ctx;
    (void)solution;
    (void)worker;
    const struct lw_sokoban_level *board = lw_sokoban_level_of(level);
    double n_home = 0;
    for (uint32_t i = 0; i < board->width * board->height; i++) {
        n_home += (board->cells[i] & LW_SOKOBAN_BOX) != 0 &&
                  (board->cells[i] & LW_SOKOBAN_GOAL) != 0;
    }
    return n_home / board->n_boxes;
}

/* take() refuses levels with most boxes on goals. */
static void test_no_objective_gets_boxes_that_are_home(void **state) {
    (void)state;
    static const char *const settings[] = {"playouts=800", "climb=800", "board=6x6",
                                           "solve-nodes=2000", NULL};
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    size_t n = 0;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        struct catch catch = {.objective = {.score = count_home}};
        struct lw_error err;
        assert_int_equal(run(&runtime, settings, seed, &catch, &err), LW_OK);
        n += catch.n;
    }
    assert_true(n > 0);
}

static void test_impossible_requests(void **state) {
    (void)state;
    static const char *const settings[][4] = {
        {"board=9x9", NULL}, {"board=2x3", NULL}, {"min-boxes=5", "max-boxes=4", NULL}};
    static const lw_status expected[] = {LW_USAGE, LW_IMPOSSIBLE, LW_USAGE};
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    for (size_t i = 0; i < 3; i++) {
        struct catch catch = {.n = 0};
        struct lw_error err;
        assert_int_equal(run(&runtime, settings[i], 1, &catch, &err), expected[i]);
        assert_int_equal(catch.n, 0);
        assert_true(strlen(err.text) > 20);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_emitted_levels_replay),
        cmocka_unit_test(test_objectives_are_optima),
        cmocka_unit_test(test_target_stops_the_run),
        cmocka_unit_test(test_order_of_roots_changes_nothing),
        cmocka_unit_test(test_no_objective_gets_boxes_that_are_home),
        cmocka_unit_test(test_impossible_requests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
