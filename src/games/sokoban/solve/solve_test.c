/* The solver against an exhaustive search written here from the rules alone, on random
 * small levels; and the promises about budgets, memory and determinism. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sokoban_internal.h"

/* The oracle: uniform-cost search over single steps. */

#define ORACLE_WIDTH 8
#define ORACLE_CELLS 48
#define NO_COST UINT32_MAX

/* Cells are bits of a word; the last push is remembered for lines and changes. */
struct oracle {
    uint64_t walls, goals;
    size_t metric;
    struct slot {
        uint64_t boxes;
        uint32_t rest; /* player, last pushed box, last direction, used */
        uint32_t cost; /* primary in the upper half */
    } * slots;
    size_t n_slots, n_used;
    struct item {
        uint32_t cost;
        uint32_t slot;
    } * heap;
    size_t n_heap, cap_heap;
};

enum { NOBODY = 63, NOWHERE = 7, USED = 1 << 30 };

static uint32_t rest_of(unsigned player, unsigned box, unsigned dir) {
    return USED | player | box << 8 | dir << 16;
}

static void oracle_grow(struct oracle *o);

static uint32_t oracle_slot(struct oracle *o, uint64_t boxes, uint32_t rest) {
    if (o->n_used * 2 >= o->n_slots) {
        oracle_grow(o);
    }
    uint64_t hash = (boxes * 31 + rest) * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(hash >> 24) & (o->n_slots - 1);
    while (o->slots[at].rest != 0 &&
           (o->slots[at].boxes != boxes || o->slots[at].rest != rest)) {
        at = (at + 1) & (o->n_slots - 1);
    }
    if (o->slots[at].rest == 0) {
        o->slots[at] = (struct slot){boxes, rest, NO_COST};
        o->n_used++;
    }
    return (uint32_t)at;
}

static void heap_push(struct oracle *o, uint32_t cost, uint32_t slot) {
    if (o->n_heap == o->cap_heap) {
        o->cap_heap = o->cap_heap * 2 + 64;
        o->heap = realloc(o->heap, o->cap_heap * sizeof *o->heap);
        assert_non_null(o->heap);
    }
    size_t at = o->n_heap++;
    for (; at > 0 && o->heap[(at - 1) / 2].cost > cost; at = (at - 1) / 2) {
        o->heap[at] = o->heap[(at - 1) / 2];
    }
    o->heap[at] = (struct item){cost, slot};
}

static struct item heap_pop(struct oracle *o) {
    struct item top = o->heap[0], last = o->heap[--o->n_heap];
    size_t at = 0;
    for (size_t child; (child = at * 2 + 1) < o->n_heap; at = child) {
        if (child + 1 < o->n_heap && o->heap[child + 1].cost < o->heap[child].cost) {
            child++;
        }
        if (o->heap[child].cost >= last.cost) {
            break;
        }
        o->heap[at] = o->heap[child];
    }
    o->heap[at] = last;
    return top;
}

/* Slots move, so the heap's numbers are looked up again. */
static void oracle_grow(struct oracle *o) {
    struct slot *old = o->slots;
    size_t n_old = o->n_slots;
    uint32_t *moved = malloc((n_old + 1) * sizeof *moved);
    assert_non_null(moved);
    o->n_slots = n_old == 0 ? 1024 : n_old * 2;
    o->slots = calloc(o->n_slots, sizeof *o->slots);
    assert_non_null(o->slots);
    o->n_used = 0;
    for (size_t i = 0; i < n_old; i++) {
        if (old[i].rest != 0) {
            moved[i] = oracle_slot(o, old[i].boxes, old[i].rest);
            o->slots[moved[i]].cost = old[i].cost;
        }
    }
    for (size_t i = 0; i < o->n_heap; i++) {
        o->heap[i].slot = moved[o->heap[i].slot];
    }
    free(moved);
    free(old);
}

static uint32_t step_cost(size_t metric, bool push, bool other, bool turn) {
    const uint32_t first = 1u << 16;
    switch (metric) {
    case LW_SOKOBAN_METRIC_MOVES:
        return first;
    case LW_SOKOBAN_METRIC_LINES:
        return push && (other || turn) ? first : 0;
    case LW_SOKOBAN_METRIC_CHANGES:
        return push && other ? first : 0;
    case LW_SOKOBAN_METRIC_PUSHES_MOVES:
        return (push ? first : 0) + 1;
    case LW_SOKOBAN_METRIC_MOVES_PUSHES:
        return first + (push ? 1 : 0);
    default:
        return push ? first : 0;
    }
}

static void oracle_step(struct oracle *o, struct slot from, unsigned dir) {
    static const int delta[4] = {-ORACLE_WIDTH, 1, ORACLE_WIDTH, -1};
    unsigned player = from.rest & 63, box = from.rest >> 8 & 63,
             last = from.rest >> 16 & 7;
    unsigned to = (unsigned)((int)player + delta[dir]);
    uint64_t boxes = from.boxes;
    bool push = boxes >> to & 1, other = box != to, turn = last != dir;
    bool lines = o->metric == LW_SOKOBAN_METRIC_LINES;
    if (o->walls >> to & 1) {
        return;
    }
    if (push) {
        unsigned beyond = (unsigned)((int)to + delta[dir]);
        if ((o->walls | boxes) >> beyond & 1) {
            return;
        }
        boxes ^= UINT64_C(1) << to | UINT64_C(1) << beyond;
        box = lines || o->metric == LW_SOKOBAN_METRIC_CHANGES ? beyond : NOBODY;
        last = lines ? dir : NOWHERE;
    }
    uint32_t cost = from.cost + step_cost(o->metric, push, other, turn);
    uint32_t slot = oracle_slot(o, boxes, rest_of(to, box, last));
    if (cost < o->slots[slot].cost) {
        o->slots[slot].cost = cost;
        heap_push(o, cost, slot);
    }
}

/* The optimum with the primary cost in the upper half, or NO_COST. */
static uint32_t oracle_solve(const struct lw_sokoban_level *level, size_t metric) {
    struct oracle o = {.metric = metric};
    uint64_t boxes = 0;
    for (unsigned i = 0; i < ORACLE_CELLS; i++) {
        uint64_t bit = UINT64_C(1) << i;
        o.walls |= level->cells[i] & LW_SOKOBAN_WALL ? bit : 0;
        o.goals |= level->cells[i] & LW_SOKOBAN_GOAL ? bit : 0;
        boxes |= level->cells[i] & LW_SOKOBAN_BOX ? bit : 0;
    }
    uint32_t start = oracle_slot(&o, boxes, rest_of(level->player, NOBODY, NOWHERE));
    uint32_t best = NO_COST;
    o.slots[start].cost = 0;
    heap_push(&o, 0, start);
    while (o.n_heap > 0 && best == NO_COST) {
        struct item item = heap_pop(&o);
        struct slot from = o.slots[item.slot];
        if (from.cost != item.cost) {
            continue;
        }
        if (from.boxes == o.goals) {
            best = from.cost;
        }
        for (unsigned dir = 0; dir < 4; dir++) {
            oracle_step(&o, from, dir);
        }
    }
    free(o.slots);
    free(o.heap);
    return best;
}

/* Random levels. */

static void put(struct lw_rng *rng, uint8_t *cells, uint8_t bit, uint8_t avoid) {
    for (unsigned tries = 0; tries < 200; tries++) {
        unsigned cell = ORACLE_WIDTH + lw_rng_below(rng, ORACLE_CELLS - 2 * ORACLE_WIDTH);
        if (!(cells[cell] & (LW_SOKOBAN_WALL | avoid))) {
            cells[cell] |= bit;
            return;
        }
    }
}

/* Walks backwards at random from a solved board, pulling now and then: what comes out can
 * be solved. */
static void scramble(struct lw_rng *rng, uint8_t *cells) {
    static const int delta[4] = {-ORACLE_WIDTH, 1, ORACLE_WIDTH, -1};
    int player = -1;
    for (int i = 0; i < ORACLE_CELLS; i++) {
        player = cells[i] & LW_SOKOBAN_PLAYER ? i : player;
    }
    for (unsigned step = 0; step < 300 && player >= 0; step++) {
        int way = delta[lw_rng_below(rng, 4)], to = player + way, back = player - way;
        if (cells[to] & (LW_SOKOBAN_WALL | LW_SOKOBAN_BOX)) {
            continue;
        }
        if ((cells[back] & LW_SOKOBAN_BOX) && lw_rng_below(rng, 4) != 0) {
            cells[back] &= (uint8_t)~LW_SOKOBAN_BOX;
            cells[player] |= LW_SOKOBAN_BOX;
        }
        cells[player] &= (uint8_t)~LW_SOKOBAN_PLAYER;
        cells[to] |= LW_SOKOBAN_PLAYER;
        player = to;
    }
}

/* NULL when the throw is no playable level. */
static struct lw_sokoban_level *random_level(const struct lw_game *game, uint64_t seed) {
    struct lw_rng rng = lw_rng_make(seed, 0x50c0);
    uint8_t cells[ORACLE_CELLS];
    unsigned width = 4 + lw_rng_below(&rng, 3), height = 3 + lw_rng_below(&rng, 2);
    uint32_t walls = lw_rng_below(&rng, 30);
    bool solvable = lw_rng_below(&rng, 3) != 0;
    for (unsigned i = 0; i < ORACLE_CELLS; i++) {
        unsigned x = i % ORACLE_WIDTH, y = i / ORACLE_WIDTH;
        bool border = x == 0 || y == 0 || x > width || y > height;
        cells[i] = border || lw_rng_below(&rng, 100) < walls ? LW_SOKOBAN_WALL : 0;
    }
    unsigned n_boxes = 1 + lw_rng_below(&rng, 4);
    for (unsigned i = 0; i < n_boxes; i++) {
        if (solvable) {
            put(&rng, cells, LW_SOKOBAN_BOX | LW_SOKOBAN_GOAL, LW_SOKOBAN_BOX);
        } else {
            put(&rng, cells, LW_SOKOBAN_BOX, LW_SOKOBAN_BOX);
            put(&rng, cells, LW_SOKOBAN_GOAL, LW_SOKOBAN_GOAL);
        }
    }
    put(&rng, cells, LW_SOKOBAN_PLAYER, LW_SOKOBAN_BOX);
    if (solvable) {
        scramble(&rng, cells);
    }
    struct lw_sokoban_level *level = NULL;
    if (lw_sokoban_level_create(game, ORACLE_WIDTH, ORACLE_CELLS / ORACLE_WIDTH, cells,
                                &level, NULL) != LW_OK) {
        return NULL;
    }
    bool solved = true;
    for (unsigned i = 0; i < ORACLE_CELLS; i++) {
        solved =
            solved && (cells[i] & (LW_SOKOBAN_BOX | LW_SOKOBAN_GOAL)) != LW_SOKOBAN_BOX;
    }
    /* Levels that start solved have their own test. */
    if (solved || lw_sokoban_level_ops.validate(&level->level, NULL) != LW_OK) {
        lw_level_destroy(&level->level);
        return NULL;
    }
    return level;
}

static struct lw_game *make_game(void) {
    struct lw_game *game = NULL;
    assert_int_equal(lw_sokoban_kind.game->create(
                         lw_alloc_libc(), &(struct lw_game_spec){0}, &game, NULL, NULL),
                     LW_OK);
    return game;
}

static void run(const struct lw_level *level, size_t metric, const char *engine,
                struct lw_solve_result *result) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_solve_request request = {.metric = metric, .engine = engine};
    struct lw_error err = {.text = ""};
    lw_solve_result_init(result, lw_alloc_libc());
    lw_status status =
        lw_sokoban_solve_ops.solve(level, &request, &runtime, result, &err);
    if (status != LW_OK) {
        fail_msg("%s", err.text);
    }
}

static uint32_t cost_of(size_t metric, const double *measures) {
    uint32_t moves = (uint32_t)measures[LW_SOKOBAN_MOVES];
    uint32_t pushes = (uint32_t)measures[LW_SOKOBAN_PUSHES];
    switch (metric) {
    case LW_SOKOBAN_METRIC_MOVES:
        return moves << 16;
    case LW_SOKOBAN_METRIC_LINES:
        return (uint32_t)measures[LW_SOKOBAN_LINES] << 16;
    case LW_SOKOBAN_METRIC_CHANGES:
        return (uint32_t)measures[LW_SOKOBAN_CHANGES] << 16;
    case LW_SOKOBAN_METRIC_PUSHES_MOVES:
        return (pushes << 16) + moves;
    case LW_SOKOBAN_METRIC_MOVES_PUSHES:
        return (moves << 16) + pushes;
    default:
        return pushes << 16;
    }
}

/* Solves and compares; returns the primary optimum or NO_COST. */
static uint32_t check_metric(const struct lw_sokoban_level *level, size_t metric,
                             const char *engine, uint32_t expected, uint64_t seed) {
    struct lw_solve_result result;
    double measures[LW_MAX_MEASURES];
    run(&level->level, metric, engine, &result);
    if (expected == NO_COST) {
        if (result.outcome != LW_OUTCOME_UNSOLVABLE) {
            fail_msg("seed %llu metric %zu: solved, but the oracle says never",
                     (unsigned long long)seed, metric);
        }
    } else {
        if (result.outcome != LW_OUTCOME_SOLVED) {
            fail_msg("seed %llu metric %zu: not solved, but the oracle did",
                     (unsigned long long)seed, metric);
        }
        assert_int_equal(lw_sokoban_measure(&level->level,
                                            lw_buffer_text(&result.solution),
                                            result.solution.len, measures, NULL),
                         LW_OK);
        if (metric != LW_SOKOBAN_METRIC_ANY) {
            assert_true(result.optimal);
            if (cost_of(metric, measures) != expected) {
                fail_msg("seed %llu metric %zu engine %s: %u.%u, the oracle has %u.%u",
                         (unsigned long long)seed, metric, result.engine,
                         cost_of(metric, measures) >> 16,
                         cost_of(metric, measures) & 0xffff, expected >> 16,
                         expected & 0xffff);
            }
        }
    }
    lw_solve_result_free(&result);
    return expected == NO_COST ? NO_COST : expected >> 16;
}

static void optima_equal_the_oracle(void **state) {
    (void)state;
    struct lw_game *game = make_game();
    unsigned n_levels = 0, n_solvable = 0;
    for (uint64_t seed = 1; n_levels < 500; seed++) {
        struct lw_sokoban_level *level = random_level(game, seed);
        if (level == NULL) {
            continue;
        }
        uint32_t optimum[LW_SOKOBAN_N_METRICS];
        for (size_t metric = 0; metric < LW_SOKOBAN_N_METRICS; metric++) {
            uint32_t expected = oracle_solve(level, metric);
            optimum[metric] = check_metric(level, metric, NULL, expected, seed);
            if (metric == LW_SOKOBAN_METRIC_PUSHES || metric == LW_SOKOBAN_METRIC_LINES ||
                metric == LW_SOKOBAN_METRIC_CHANGES) {
                (void)check_metric(level, metric, "bfs", expected, seed);
            }
        }
        (void)check_metric(level, LW_SOKOBAN_METRIC_ANY, "plan",
                           optimum[LW_SOKOBAN_METRIC_PUSHES], seed);
        assert_true(optimum[LW_SOKOBAN_METRIC_MOVES] >=
                    optimum[LW_SOKOBAN_METRIC_PUSHES]);
        assert_true(optimum[LW_SOKOBAN_METRIC_PUSHES] >=
                    optimum[LW_SOKOBAN_METRIC_LINES]);
        assert_true(optimum[LW_SOKOBAN_METRIC_LINES] >=
                    optimum[LW_SOKOBAN_METRIC_CHANGES]);
        n_solvable += optimum[LW_SOKOBAN_METRIC_PUSHES] != NO_COST;
        n_levels++;
        lw_level_destroy(&level->level);
    }
    print_message("%u random levels, %u of them solvable\n", n_levels, n_solvable);
    assert_true(n_solvable >= 100 && n_solvable <= n_levels - 50);
    lw_game_destroy(game);
}

static struct lw_level *level_from(const struct lw_game *game, struct lw_collection *set,
                                   const char *text) {
    lw_collection_init(set, lw_alloc_libc());
    assert_int_equal(lw_game_read(game, NULL, text, strlen(text), set, NULL), LW_OK);
    assert_int_equal(set->n_entries, 1);
    return set->entries[0].level;
}

/* A solution of a level that starts solved must still push. */
static void circular_levels_push(void **state) {
    (void)state;
    static const char *const text = "#######\n#@    #\n# *   #\n#     #\n#######\n";
    static const double optima[LW_SOKOBAN_N_METRICS] = {
        [LW_SOKOBAN_METRIC_PUSHES] = 2,       [LW_SOKOBAN_METRIC_ANY] = 2,
        [LW_SOKOBAN_METRIC_MOVES] = 7,        [LW_SOKOBAN_METRIC_LINES] = 2,
        [LW_SOKOBAN_METRIC_CHANGES] = 1,      [LW_SOKOBAN_METRIC_PUSHES_MOVES] = 2,
        [LW_SOKOBAN_METRIC_MOVES_PUSHES] = 7,
    };
    static const size_t measure[LW_SOKOBAN_N_METRICS] = {
        [LW_SOKOBAN_METRIC_PUSHES] = LW_SOKOBAN_PUSHES,
        [LW_SOKOBAN_METRIC_ANY] = LW_SOKOBAN_PUSHES,
        [LW_SOKOBAN_METRIC_MOVES] = LW_SOKOBAN_MOVES,
        [LW_SOKOBAN_METRIC_LINES] = LW_SOKOBAN_LINES,
        [LW_SOKOBAN_METRIC_CHANGES] = LW_SOKOBAN_CHANGES,
        [LW_SOKOBAN_METRIC_PUSHES_MOVES] = LW_SOKOBAN_PUSHES,
        [LW_SOKOBAN_METRIC_MOVES_PUSHES] = LW_SOKOBAN_MOVES,
    };
    struct lw_game *game = make_game();
    struct lw_collection set;
    struct lw_level *level = level_from(game, &set, text);
    for (size_t metric = 0; metric < LW_SOKOBAN_N_METRICS; metric++) {
        struct lw_solve_result result;
        run(level, metric, NULL, &result);
        assert_int_equal(result.outcome, LW_OUTCOME_SOLVED);
        assert_float_equal(result.measures[measure[metric]], optima[metric], 0);
        lw_solve_result_free(&result);
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
}

/* Sixteen boxes in the open: far more states than any test budget. */
static const char *const huge_text = "##################\n"
                                     "#@               #\n"
                                     "# $ $ $ $ $ $ $  #\n"
                                     "#                #\n"
                                     "#  $ $ $ $ $ $ $ #\n"
                                     "#                #\n"
                                     "##  ##  ##  ## ###\n"
                                     "#                #\n"
                                     "#...... . .......#\n"
                                     "##################\n";

static void run_with(const struct lw_level *level, size_t metric, struct lw_budget budget,
                     struct lw_solve_result *result) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_solve_request request = {.metric = metric, .budget = budget};
    lw_solve_result_init(result, lw_alloc_libc());
    assert_int_equal(lw_sokoban_solve_ops.solve(level, &request, &runtime, result, NULL),
                     LW_OK);
}

static void memory_limits_are_kept(void **state) {
    (void)state;
    struct lw_game *game = make_game();
    struct lw_collection set;
    struct lw_level *level = level_from(game, &set, huge_text);
    /* From too little to begin with, to enough for a while. */
    for (size_t bytes = 100; bytes <= 1000000; bytes = bytes * 7 / 4) {
        for (size_t metric = 0; metric < LW_SOKOBAN_N_METRICS; metric++) {
            struct lw_solve_result result;
            run_with(level, metric, (struct lw_budget){.memory_bytes = bytes}, &result);
            if (result.outcome != LW_OUTCOME_SOLVED) {
                assert_int_equal(result.outcome, LW_OUTCOME_LIMIT);
                assert_int_equal(result.stop, LW_STOP_MEMORY);
            }
            assert_true(result.peak_bytes <= bytes);
            lw_solve_result_free(&result);
        }
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
}

/* Short of memory parts of the search are given up; what is still answered is right. */
static void answers_under_memory_limits_are_right(void **state) {
    (void)state;
    struct lw_game *game = make_game();
    unsigned n_levels = 0, n_answers = 0;
    for (uint64_t seed = 70000; n_levels < 60; seed++) {
        struct lw_sokoban_level *level = random_level(game, seed);
        if (level == NULL) {
            continue;
        }
        uint32_t expected = oracle_solve(level, LW_SOKOBAN_METRIC_ANY);
        for (size_t bytes = 30000; bytes <= 2000000; bytes *= 2) {
            struct lw_solve_result result;
            run_with(&level->level, LW_SOKOBAN_METRIC_ANY,
                     (struct lw_budget){.memory_bytes = bytes}, &result);
            if (result.outcome != LW_OUTCOME_LIMIT) {
                assert_int_equal(result.outcome, expected == NO_COST
                                                     ? LW_OUTCOME_UNSOLVABLE
                                                     : LW_OUTCOME_SOLVED);
                n_answers++;
            }
            lw_solve_result_free(&result);
        }
        n_levels++;
        lw_level_destroy(&level->level);
    }
    assert_true(n_answers > 100);
    lw_game_destroy(game);
}

static void node_limits_are_exact_and_repeatable(void **state) {
    (void)state;
    struct lw_game *game = make_game();
    struct lw_collection set;
    struct lw_level *level = level_from(game, &set, huge_text);
    for (size_t metric = 0; metric < LW_SOKOBAN_N_METRICS; metric++) {
        struct lw_solve_result first, second;
        struct lw_budget budget = {.nodes = 300};
        run_with(level, metric, budget, &first);
        run_with(level, metric, budget, &second);
        assert_true(first.expanded <= 300);
        assert_int_equal(first.expanded, second.expanded);
        assert_int_equal(first.generated, second.generated);
        assert_string_equal(lw_buffer_text(&first.solution),
                            lw_buffer_text(&second.solution));
        if (first.outcome != LW_OUTCOME_SOLVED) {
            assert_int_equal(first.stop, LW_STOP_NODES);
        }
        lw_solve_result_free(&first);
        lw_solve_result_free(&second);
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
}

/* At most 40 bytes a stored state on boards of up to 64 squares. */
static void states_are_small(void **state) {
    (void)state;
    static const char *const text = "##########\n"
                                    "#@   #   #\n"
                                    "# $$   $ #\n"
                                    "#   $ $  #\n"
                                    "#  #  $  #\n"
                                    "#...#    #\n"
                                    "#...     #\n"
                                    "##########\n";
    struct lw_game *game = make_game();
    struct lw_collection set;
    struct lw_level *level = level_from(game, &set, text);
    for (uint64_t nodes = 20000; nodes < 90000; nodes = nodes * 5 / 4) {
        struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
        struct lw_solve_request request = {.metric = LW_SOKOBAN_METRIC_PUSHES,
                                           .engine = "bfs",
                                           .budget = {.nodes = nodes}};
        struct lw_solve_result result;
        lw_solve_result_init(&result, lw_alloc_libc());
        assert_int_equal(
            lw_sokoban_solve_ops.solve(level, &request, &runtime, &result, NULL), LW_OK);
        assert_true(result.closed >= nodes);
        assert_true((double)result.peak_bytes / (double)result.closed <= 40);
        lw_solve_result_free(&result);
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
}

static void unknown_engines_are_refused(void **state) {
    (void)state;
    struct lw_game *game = make_game();
    struct lw_collection set;
    struct lw_level *level = level_from(game, &set, huge_text);
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_solve_request request = {.engine = "oracle"};
    struct lw_solve_result result;
    struct lw_error err;
    lw_solve_result_init(&result, lw_alloc_libc());
    assert_int_equal(lw_sokoban_solve_ops.solve(level, &request, &runtime, &result, &err),
                     LW_USAGE);
    assert_non_null(strstr(err.text, "astar"));
    lw_solve_result_free(&result);
    lw_collection_free(&set);
    lw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(optima_equal_the_oracle),
        cmocka_unit_test(circular_levels_push),
        cmocka_unit_test(memory_limits_are_kept),
        cmocka_unit_test(answers_under_memory_limits_are_right),
        cmocka_unit_test(node_limits_are_exact_and_repeatable),
        cmocka_unit_test(states_are_small),
        cmocka_unit_test(unknown_engines_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
