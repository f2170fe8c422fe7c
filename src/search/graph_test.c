/* Graph searches against Bellman-Ford on random graphs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lw/base/rng.h"
#include "lw/base/runtime.h"
#include "lw/search.h"

#define N_STATES 60
#define N_MOVES 4
#define FAR 1000000u

/* A random directed graph with costs; some states have no way on. */
struct world {
    uint16_t next[N_STATES][N_MOVES];
    uint32_t cost[N_STATES][N_MOVES];
    uint32_t left[N_STATES];  /* true cost to the goal */
    uint32_t guess[N_STATES]; /* what the estimate says */
    uint16_t goal;
};

static uint16_t state_of(const void *state) {
    uint16_t value;
    memcpy(&value, state, sizeof value);
    return value;
}

static size_t list_moves(void *ctx, const void *state, uint32_t *moves) {
    (void)ctx, (void)state;
    for (uint32_t i = 0; i < N_MOVES; i++) {
        moves[i] = i;
    }
    return N_MOVES;
}

static bool step(void *ctx, const void *state, uint32_t move, void *out, uint32_t *cost) {
    const struct world *world = ctx;
    uint16_t from = state_of(state);
    memcpy(out, &world->next[from][move], sizeof(uint16_t));
    *cost = world->cost[from][move];
    return world->next[from][move] != from;
}

static bool won(void *ctx, const void *state) {
    const struct world *world = ctx;
    return state_of(state) == world->goal;
}

static uint32_t estimate(void *ctx, const void *state) {
    const struct world *world = ctx;
    return world->guess[state_of(state)];
}

static void relax(struct world *world, bool unit) {
    for (int i = 0; i < N_STATES; i++) {
        world->left[i] = i == world->goal ? 0 : FAR;
    }
    for (int round = 0; round < N_STATES; round++) {
        for (int i = 0; i < N_STATES; i++) {
            for (int m = 0; m < N_MOVES; m++) {
                uint32_t cost = unit ? 1 : world->cost[i][m];
                uint32_t through = world->left[world->next[i][m]] + cost;
                if (through < world->left[i]) {
                    world->left[i] = through;
                }
            }
        }
    }
}

static void make_world(struct world *world, uint64_t seed) {
    struct lw_rng rng = lw_rng_make(seed, 0);
    memset(world, 0, sizeof *world);
    for (uint16_t i = 0; i < N_STATES; i++) {
        bool stuck = lw_rng_below(&rng, 3) == 0;
        for (int m = 0; m < N_MOVES; m++) {
            world->next[i][m] = stuck ? i : (uint16_t)lw_rng_below(&rng, N_STATES);
            world->cost[i][m] = 1 + lw_rng_below(&rng, 9);
        }
    }
    world->goal = (uint16_t)lw_rng_below(&rng, N_STATES);
    relax(world, false);
    for (int i = 0; i < N_STATES; i++) {
        /* Admissible, far from consistent. */
        world->guess[i] = world->left[i] >= FAR ? LW_GRAPH_DEAD
                                                : lw_rng_below(&rng, world->left[i] + 1);
    }
}

static uint32_t replay(const struct world *world, const struct lw_graph_result *result,
                       bool unit) {
    uint16_t at = 0;
    uint32_t cost = 0;
    for (size_t i = 0; i < result->n_path; i++) {
        cost += unit ? 1 : world->cost[at][result->path[i]];
        at = world->next[at][result->path[i]];
    }
    assert_int_equal(at, world->goal);
    return cost;
}

static struct lw_graph graph_of(struct world *world) {
    return (struct lw_graph){.ctx = world,
                             .state_bytes = sizeof(uint16_t),
                             .moves = list_moves,
                             .step = step,
                             .won = won,
                             .estimate = estimate};
}

static void check_order(struct world *world, enum lw_graph_order order) {
    struct lw_graph graph = graph_of(world);
    struct lw_graph_result result;
    struct lw_meter meter;
    bool unit = order == LW_GRAPH_BREADTH;
    uint16_t start = 0;
    lw_meter_start(&meter, NULL, NULL);
    relax(world, unit);
    assert_int_equal(
        lw_graph_search(&graph, order, &start, lw_alloc_libc(), &meter, &result), LW_OK);
    if (world->left[0] >= FAR) {
        assert_int_equal(result.end, LW_SEARCH_EXHAUSTED);
    } else {
        assert_int_equal(result.end, LW_SEARCH_FOUND);
        assert_int_equal(replay(world, &result, unit), result.cost);
        if (order == LW_GRAPH_GREEDY) {
            assert_true(result.cost >= world->left[0]);
        } else {
            assert_int_equal(result.cost, world->left[0]);
        }
    }
    lw_graph_result_free(&result);
}

static void test_orders_agree_with_bellman_ford(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct world world;
        make_world(&world, seed);
        check_order(&world, LW_GRAPH_BREADTH);
        check_order(&world, LW_GRAPH_ASTAR);
        check_order(&world, LW_GRAPH_GREEDY);
    }
}

/* A line of 2^32 numbers with no goal. */
static bool step_line(void *ctx, const void *state, uint32_t move, void *out,
                      uint32_t *cost) {
    uint32_t value;
    (void)ctx, (void)cost;
    memcpy(&value, state, sizeof value);
    value = value * 2 + move;
    memcpy(out, &value, sizeof value);
    return true;
}

static void check_limit(struct lw_budget budget, enum lw_stop stop) {
    struct lw_graph graph = {.state_bytes = 4, .moves = list_moves, .step = step_line};
    struct lw_graph_result result;
    struct lw_meter meter;
    uint32_t start = 1;
    lw_meter_start(&meter, NULL, &budget);
    assert_int_equal(
        lw_graph_search(&graph, LW_GRAPH_ASTAR, &start, lw_alloc_libc(), &meter, &result),
        LW_OK);
    assert_int_equal(result.end, LW_SEARCH_LIMIT);
    assert_int_equal(result.stop, stop);
    if (budget.memory_bytes != 0) {
        assert_true(result.peak_bytes <= budget.memory_bytes);
    } else {
        assert_int_equal(result.expanded, budget.nodes - 1);
    }
    lw_graph_result_free(&result);
}

static void test_limits_are_honoured(void **state) {
    (void)state;
    check_limit((struct lw_budget){.nodes = 500}, LW_STOP_NODES);
    check_limit((struct lw_budget){.memory_bytes = 100000}, LW_STOP_MEMORY);
    /* Not even the start fits. */
    check_limit((struct lw_budget){.memory_bytes = 1}, LW_STOP_MEMORY);
    check_limit((struct lw_budget){.memory_bytes = 8}, LW_STOP_MEMORY);
}

static void test_start_may_be_won(void **state) {
    (void)state;
    struct world world;
    make_world(&world, 1);
    world.goal = 0;
    world.guess[0] = 0;
    for (int order = LW_GRAPH_BREADTH; order <= LW_GRAPH_GREEDY; order++) {
        check_order(&world, (enum lw_graph_order)order);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orders_agree_with_bellman_ford),
        cmocka_unit_test(test_limits_are_honoured),
        cmocka_unit_test(test_start_may_be_won),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
