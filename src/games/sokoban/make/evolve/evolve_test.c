/* Goal ranges against the solver; the genetic generator through its table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "make/evolve/evolve_internal.h"
#include "make/generators.h"

static struct lw_game *make_game(void) {
    struct lw_game *game;
    assert_int_equal(lw_sokoban_kind.game->create(
                         lw_alloc_libc(), &(struct lw_game_spec){0}, &game, NULL, NULL),
                     LW_OK);
    return game;
}

/* Fewest pushes, or -1, by the breadth-first engine. */
static double optimum(const struct lw_level *level) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_solve_request request = {.metric = LW_SOKOBAN_METRIC_PUSHES,
                                       .engine = "bfs"};
    struct lw_solve_result result;
    struct lw_error err;
    double pushes = -1;
    lw_solve_result_init(&result, lw_alloc_libc());
    assert_int_equal(
        lw_sokoban_kind.solve->solve(level, &request, &runtime, &result, &err), LW_OK);
    if (result.outcome == LW_OUTCOME_SOLVED) {
        pushes = result.measures[LW_SOKOBAN_PUSHES];
    }
    lw_solve_result_free(&result);
    return pushes;
}

static double one_box(struct evolve_run *run, uint32_t goal, uint32_t box,
                      uint32_t player) {
    struct evolve_level level = {.n_pairs = 1, .player = (uint16_t)player};
    struct lw_level *made;
    level.pairs[0].n = 2;
    level.pairs[0].goal = 1;
    level.pairs[0].route[0] = (uint16_t)box;
    level.pairs[0].route[1] = (uint16_t)goal;
    assert_int_equal(lw_sok_evolve_to_level(run, &level, false, &made, NULL), LW_OK);
    /* Walls may cut the box off from the player: then it is no level at all. */
    struct lw_error err;
    bool playable = lw_sokoban_kind.level->validate(made, &err) == LW_OK;
    double pushes = playable ? optimum(made) : -1;
    lw_level_destroy(made);
    return pushes;
}

/* The farthest square by trying every box and player with the solver. */
static double farthest(struct evolve_run *run, uint32_t goal) {
    double most = 0;
    for (uint32_t box = 0; box < run->grounds[0].n; box++) {
        double least = -1;
        for (uint32_t player = 0; box != goal && player < run->grounds[0].n; player++) {
            double pushes = player == box ? -1 : one_box(run, goal, box, player);
            least = pushes >= 0 && (least < 0 || pushes < least) ? pushes : least;
        }
        most = least > most ? least : most;
    }
    return most;
}

static void random_room(struct room *room, uint64_t seed) {
    struct lw_rng rng = lw_rng_make(seed, 3);
    memset(room, 0, sizeof *room);
    room->width = 4;
    room->height = 4;
    for (int i = 0; i < 16; i++) {
        room->cells[i] = lw_rng_below(&rng, 4) == 0 ? ROOM_WALL : ROOM_FLOOR;
    }
}

static void test_goal_ranges(void **state) {
    (void)state;
    struct lw_game *game = make_game();
    uint32_t scratch[16 * 8];
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct room room;
        struct evolve_ground ground;
        struct lw_rng rng = lw_rng_make(seed, 0);
        struct lw_generate_request request = {.game = game};
        struct evolve_run run = {.request = &request, .grounds = &ground};
        struct lw_arena arena;
        lw_arena_init(&arena, lw_alloc_libc());
        random_room(&room, seed);
        assert_int_equal(lw_sok_evolve_ground_init(&ground, &room, &arena), LW_OK);
        for (uint32_t goal = 0; goal < ground.n; goal++) {
            struct evolve_pair pair;
            uint16_t player = 0;
            double most = farthest(&run, goal);
            bool found = lw_sok_evolve_goal_range(
                &ground, (struct evolve_wanted){goal, 1, scratch}, &rng, &pair, &player);
            assert_int_equal(found, most >= 1);
            if (found) {
                assert_true(pair.n - 1 == most);
                assert_int_equal(pair.route[pair.goal], goal);
                assert_true(one_box(&run, goal, pair.route[0], player) == most);
            }
            assert_false(lw_sok_evolve_goal_range(
                &ground, (struct evolve_wanted){goal, (uint32_t)most + 1, scratch}, &rng,
                &pair, &player));
        }
        lw_arena_free(&arena);
    }
    lw_game_destroy(game);
}

struct catch {
    size_t n;
    uint64_t hash;
    double pushes, boxes;
    double counts[64];
    char names[64][32];
    size_t n_counts;
    uint32_t max_boxes;
    bool check_optimum;
};

static bool take(void *ctx, struct lw_candidate *candidate) {
    struct catch *catch = ctx;
    const struct lw_sokoban_level *level = lw_sokoban_level_of(candidate->level);
    double values[LW_MAX_MEASURES];
    struct lw_error err;
    size_t len = strlen(candidate->solution);
    assert_int_equal(lw_sokoban_kind.level->validate(candidate->level, &err), LW_OK);
    assert_int_equal(lw_sokoban_kind.solve->measure(candidate->level, candidate->solution,
                                                    len, values, &err),
                     LW_OK);
    assert_true(level->n_boxes >= 1 && level->n_boxes <= catch->max_boxes);
    if (catch->check_optimum) {
        assert_true(candidate->score == values[LW_SOKOBAN_PUSHES]);
        assert_true(optimum(candidate->level) == candidate->score);
    }
    catch->n++;
    catch->pushes += values[LW_SOKOBAN_PUSHES];
    catch->boxes += level->n_boxes;
    catch->hash = lw_hash64(candidate->solution, len, catch->hash);
    catch->hash =
        lw_hash64(level->cells, (size_t)level->width * level->height, catch->hash);
    lw_level_destroy(candidate->level);
    return true;
}

static void count(void *ctx, const char *name, double value) {
    struct catch *catch = ctx;
    (void)snprintf(catch->names[catch->n_counts], sizeof catch->names[0], "%s", name);
    catch->counts[catch->n_counts++] = value;
}

static double count_of(const struct catch *catch, const char *name) {
    double sum = 0;
    for (size_t i = 0; i < catch->n_counts; i++) {
        sum += strcmp(catch->names[i], name) == 0 ? catch->counts[i] : 0;
    }
    return sum;
}

static double score_boxes(void *ctx, const struct lw_level *level, const char *solution,
                          uint32_t worker) {
    (void)ctx, (void)solution, (void)worker;
    return 100.0 - lw_sokoban_level_of(level)->n_boxes;
}

struct how {
    const char *const *texts; /* "name=value" */
    uint64_t seed;
    struct lw_budget budget;
    const struct lw_runtime *runtime;
    struct lw_objective objective;
};

static lw_status run(const struct how *how, struct catch *catch) {
    const struct lw_generator *generator = &lw_sokoban_evolve;
    struct lw_runtime bare = lw_runtime_bare(lw_alloc_libc());
    const struct lw_runtime *runtime = how->runtime != NULL ? how->runtime : &bare;
    struct lw_option_value values[64];
    struct lw_error err = {0};
    void *shared = NULL;
    lw_options_defaults(generator->options, generator->n_options, values);
    for (const char *const *text = how->texts; *text != NULL; text++) {
        size_t len = strcspn(*text, "=");
        size_t at = lw_option_find(generator->options, generator->n_options, *text, len);
        assert_true(at < generator->n_options);
        assert_int_equal(
            lw_option_parse(&generator->options[at], *text + len + 1, &values[at], &err),
            LW_OK);
        values[at].given = true;
    }
    struct lw_game *game = make_game();
    struct lw_generate_request request = {.game = game,
                                          .values = values,
                                          .budget = how->budget,
                                          .objective = how->objective,
                                          .stat = count,
                                          .stat_ctx = catch};
    struct lw_rng rng = lw_rng_make(how->seed, 0);
    lw_status status = generator->prepare(&request, runtime, &shared, &err);
    if (status == LW_OK) {
        status = generator->make(&request,
                                 &(struct lw_generate_task){.shared = shared,
                                                            .rng = &rng,
                                                            .runtime = runtime,
                                                            .emit = take,
                                                            .emit_ctx = catch},
                                 &err);
        generator->release(&request, shared);
    }
    lw_game_destroy(game);
    return status;
}

static void test_levels_are_optimal_and_repeat(void **state) {
    (void)state;
    static const char *const texts[] = {"size=2x2", "max-boxes=4", NULL};
    double boxes = 0, pushes = 0, changes = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct catch a = {.max_boxes = 4, .check_optimum = true}, b = a;
        struct how how = {.texts = texts, .seed = seed};
        assert_int_equal(run(&how, &a), LW_OK);
        assert_int_equal(run(&how, &b), LW_OK);
        assert_true(a.hash == b.hash);
        boxes += a.boxes;
        pushes += a.pushes;
        changes += count_of(&a, "invert-done") + count_of(&a, "player-done");
        assert_true(count_of(&a, "invert-rejected") >= 0);
    }
    /* Evolution must have joined pairs: without it every level has one box. */
    assert_true(boxes >= 20);
    assert_true(pushes >= 80);
    assert_true(changes > 0);
}

static void test_fitness_and_objective(void **state) {
    (void)state;
    static const char *const choices[] = {"fitness=lines", "fitness=changes",
                                          "fitness=moves", "fitness=closed"};
    for (size_t i = 0; i < 4; i++) {
        const char *texts[] = {"size=2x2", choices[i], "generations=4", NULL};
        struct catch catch = {.max_boxes = 6};
        assert_int_equal(run(&(struct how){.texts = texts, .seed = 4}, &catch), LW_OK);
        assert_int_equal(catch.n, 1);
    }
    static const char *const texts[] = {"size=2x2", NULL};
    struct catch catch = {.max_boxes = 1};
    struct how how = {
        .texts = texts, .seed = 4, .objective = {.score = score_boxes, .ctx = NULL}};
    assert_int_equal(run(&how, &catch), LW_OK);
    assert_int_equal(catch.n, 1);
    /* Left to itself, a bound objective gets small levels. */
    static const char *const nothing[] = {NULL}, *const small[] = {"size=2x2",
                                                                   "max-boxes=4", NULL};
    struct catch own = {.max_boxes = 4}, same = own;
    how.texts = nothing;
    assert_int_equal(run(&how, &own), LW_OK);
    how.texts = small;
    assert_int_equal(run(&how, &same), LW_OK);
    assert_true(own.hash == same.hash);
}

/* A clock that runs a millisecond each time it is read. */
static uint64_t creeping_clock(void *ctx) {
    uint64_t *now = ctx;
    return *now += 1000000;
}

static void test_budgets_are_honoured(void **state) {
    (void)state;
    static const char *const texts[] = {"size=3x3", "max-boxes=10", NULL};
    uint64_t clock = 0;
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    runtime.now_ns = creeping_clock;
    runtime.ctx = &clock;
    struct catch timed = {.max_boxes = 10}, counted = {.max_boxes = 10};
    struct how how = {.texts = texts,
                      .seed = 2,
                      .runtime = &runtime,
                      .budget = {.time_ns = 100u * 1000000u}};
    assert_int_equal(run(&how, &timed), LW_OK);
    assert_int_equal(timed.n, 1);
    assert_true(clock < 150u * 1000000u);
    how = (struct how){.texts = texts, .seed = 2, .budget = {.nodes = 300}};
    assert_int_equal(run(&how, &counted), LW_OK);
    assert_int_equal(counted.n, 1);
}

static void test_archive_gives_unlike_levels(void **state) {
    (void)state;
    static const char *const few[] = {"size=2x2", "archive=30", "archive-rooms=3", NULL};
    static const char *const many[] = {"size=2x2", "archive=300", "archive-rooms=3",
                                       NULL};
    struct catch a = {.max_boxes = 6}, b = {.max_boxes = 6}, c = {.max_boxes = 6};
    assert_int_equal(run(&(struct how){.texts = few, .seed = 3}, &a), LW_OK);
    assert_int_equal(run(&(struct how){.texts = many, .seed = 3}, &b), LW_OK);
    assert_int_equal(run(&(struct how){.texts = many, .seed = 3}, &c), LW_OK);
    assert_true(a.n >= 2);
    assert_true(b.n > a.n);
    assert_true((double)b.n == count_of(&b, "archive-cells"));
    assert_true(b.hash == c.hash);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_goal_ranges),
        cmocka_unit_test(test_levels_are_optimal_and_repeat),
        cmocka_unit_test(test_fitness_and_objective),
        cmocka_unit_test(test_budgets_are_honoured),
        cmocka_unit_test(test_archive_gives_unlike_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
