/* The farthest start against a plain search written for this test: one goal placement at
 * a time, states as bytes, no graph, no bits, no bounds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "make/farthest/farthest_modes.h"
#include "make/farthest/farthest_plain.h"
#include "make/generators.h"

/* The oracle. */

/* boxes ascending, then the least square of the player's region (or the player's square
 * for moves). */
struct oracle {
    const struct far_map *map;
    uint32_t n_boxes;
    enum far_metric metric;
    struct lw_state_set seen;
    uint16_t *depth;
    size_t depth_cap;
};

static bool has_box(const struct oracle *o, const uint8_t *state, uint8_t square) {
    return memchr(state, square, o->n_boxes) != NULL;
}

static void reach(const struct oracle *o, const uint8_t *state, uint8_t from,
                  bool *reached) {
    uint8_t stack[FAR_MAX_FLOORS];
    size_t n = 0;
    memset(reached, 0, FAR_MAX_FLOORS * sizeof *reached);
    stack[n++] = from;
    reached[from] = true;
    while (n > 0) {
        uint8_t at = stack[--n];
        for (int dir = 0; dir < LW_N_DIRS; dir++) {
            uint8_t to = o->map->next[at][dir];
            if (to != FAR_NONE && !reached[to] && !has_box(o, state, to)) {
                reached[to] = true;
                stack[n++] = to;
            }
        }
    }
}

static int by_byte(const void *a, const void *b) {
    return *(const uint8_t *)a - *(const uint8_t *)b;
}

static void visit(struct oracle *o, uint8_t *state, uint8_t player, uint32_t depth) {
    qsort(state, o->n_boxes, 1, by_byte);
    state[o->n_boxes] = player;
    if (o->metric != FAR_MOVES) {
        bool reached[FAR_MAX_FLOORS];
        reach(o, state, player, reached);
        uint8_t least = 0;
        while (!reached[least]) {
            least++;
        }
        state[o->n_boxes] = least;
    }
    bool added;
    uint32_t number = lw_state_set_add(&o->seen, state, &added);
    assert_int_not_equal(number, LW_STATE_NONE);
    if (added) {
        assert_true(lw_grow(lw_alloc_libc(), &o->depth, &o->depth_cap, number + 1,
                            sizeof *o->depth));
        o->depth[number] = (uint16_t)depth;
    }
}

/* Pulls box i while the player walks backwards in one direction. */
static void pull_line(struct oracle *o, const uint8_t *state, uint32_t i, int dir,
                      uint32_t depth) {
    uint8_t box = state[i], player = o->map->next[box][dir];
    for (;;) {
        uint8_t back = o->map->next[player][dir];
        if (back == FAR_NONE || has_box(o, state, back)) {
            return;
        }
        uint8_t next[FAR_MAX_BOXES + 1];
        memcpy(next, state, o->n_boxes);
        next[i] = player;
        visit(o, next, back, depth + 1);
        if (o->metric != FAR_LINES) {
            return;
        }
        player = back;
    }
}

static void expand(struct oracle *o, uint32_t number) {
    uint8_t state[FAR_MAX_BOXES + 1], next[FAR_MAX_BOXES + 1];
    memcpy(state, lw_state_set_get(&o->seen, number), o->n_boxes + 1);
    uint32_t depth = o->depth[number];
    bool reached[FAR_MAX_FLOORS] = {false};
    if (o->metric == FAR_MOVES) {
        reached[state[o->n_boxes]] = true;
        for (int dir = 0; dir < LW_N_DIRS; dir++) {
            uint8_t to = o->map->next[state[o->n_boxes]][dir];
            if (to != FAR_NONE && !has_box(o, state, to)) {
                memcpy(next, state, o->n_boxes);
                visit(o, next, to, depth + 1);
            }
        }
    } else {
        reach(o, state, state[o->n_boxes], reached);
    }
    for (uint32_t i = 0; i < o->n_boxes; i++) {
        for (int dir = 0; dir < LW_N_DIRS; dir++) {
            uint8_t player = o->map->next[state[i]][dir];
            if (player != FAR_NONE && reached[player]) {
                pull_line(o, state, i, dir, depth);
            }
        }
    }
}

static uint32_t oracle_farthest(struct oracle *o, const uint8_t *goals) {
    uint8_t state[FAR_MAX_BOXES + 1];
    lw_state_set_clear(&o->seen);
    for (uint32_t square = 0; square < o->map->n_floors; square++) {
        memcpy(state, goals, o->n_boxes);
        if (!has_box(o, state, (uint8_t)square)) {
            visit(o, state, (uint8_t)square, 0);
        }
    }
    for (uint32_t i = 0; i < o->seen.n_states; i++) {
        expand(o, i);
    }
    return o->seen.n_states == 0 ? 0 : o->depth[o->seen.n_states - 1];
}

/* Comparing. */

static const struct lw_option_value *set_value(struct lw_option_value *values,
                                               const char *name, const char *text) {
    const struct lw_generator *g = &lw_sokoban_farthest;
    size_t i = lw_option_find(g->options, g->n_options, name, strlen(name));
    assert_true(i < g->n_options);
    assert_int_equal(lw_option_parse(&g->options[i], text, &values[i], NULL), LW_OK);
    values[i].set = values[i].given = true;
    return values;
}

static void make_room(const char *size, uint32_t n_boxes, uint64_t seed,
                      struct room *room) {
    const struct lw_generator *g = &lw_sokoban_farthest;
    struct lw_option_value values[64];
    lw_options_defaults(g->options, g->n_options, values);
    struct lw_generate_request request = {.values = set_value(values, "size", size)};
    struct room_plan plan;
    assert_int_equal(
        lw_sok_room_plan_init(&plan, &request,
                              (struct room_options){g->options, g->n_options, n_boxes},
                              lw_alloc_libc(), NULL),
        LW_OK);
    struct lw_rng rng = lw_rng_make(seed, 0);
    assert_int_equal(lw_sok_room_make(&plan, &rng, room, NULL, NULL), LW_OK);
    lw_sok_room_plan_free(&plan);
}

static void compare_room(const struct room *room, uint32_t n_boxes,
                         enum far_metric metric) {
    struct far_map map;
    assert_int_equal(lw_sok_far_map_init(&map, room, NULL), LW_OK);
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct far_graph *graph = calloc(1, sizeof *graph);
    struct far_result result;
    struct lw_meter meter;
    struct lw_rng rng = lw_rng_make(7, 7);
    lw_meter_start(&meter, &runtime, NULL);
    assert_int_equal(
        lw_sok_far_graph_init(
            graph,
            &(struct far_setting){.map = &map, .n_boxes = n_boxes, .metric = metric},
            lw_alloc_libc(), &meter, NULL),
        LW_OK);
    assert_int_equal(lw_sok_far_graph_link(graph, &runtime, &meter, NULL), LW_OK);
    assert_int_equal(
        lw_sok_far_search(
            graph, room, NULL,
            &(struct far_run){.runtime = &runtime, .meter = &meter, .rng = &rng}, &result,
            NULL),
        LW_OK);
    struct oracle o = {.map = &map, .n_boxes = n_boxes, .metric = metric};
    lw_state_set_init(&o.seen, lw_alloc_libc(), n_boxes + 1);
    uint32_t longest = 0, n_best = 0;
    for (uint32_t set = 0; set < graph->n_sets; set++) {
        const uint8_t *goals = far_boxes(graph, set);
        bool may = true;
        for (uint32_t i = 0; i < n_boxes; i++) {
            may = may && map.may_be_goal[goals[i]];
        }
        if (!may) {
            continue;
        }
        uint32_t length = oracle_farthest(&o, goals);
        n_best = length > longest ? 1 : n_best + (length == longest);
        longest = length > longest ? length : longest;
    }
    assert_int_equal(result.length, longest);
    assert_int_equal(result.n_best, n_best);
    lw_state_set_free(&o.seen);
    lw_alloc_free(lw_alloc_libc(), o.depth, o.depth_cap * sizeof *o.depth);
    lw_sok_far_result_free(&result);
    lw_sok_far_graph_free(graph);
    free(graph);
}

static void fifty_rooms_agree_on_length_and_number(void **state) {
    (void)state;
    struct room room;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        make_room("1x2", 2, seed, &room);
        compare_room(&room, 2, FAR_LINES);
    }
    for (uint64_t seed = 1; seed <= 15; seed++) {
        make_room("1x2", 3, seed, &room);
        compare_room(&room, 3, FAR_LINES);
    }
    for (uint64_t seed = 1; seed <= 5; seed++) {
        make_room("2x2", 2, seed, &room);
        compare_room(&room, 2, FAR_LINES);
    }
}

/* Large enough that bounds and pivots do the proving. */
static void bounded_searches_agree_too(void **state) {
    (void)state;
    struct room room;
    make_room("2x2", 3, 4, &room);
    compare_room(&room, 3, FAR_LINES);
    compare_room(&room, 3, FAR_PUSHES);
    make_room("2x2", 3, 2, &room);
    compare_room(&room, 3, FAR_LINES);
    compare_room(&room, 3, FAR_MOVES);
}

static void other_metrics_agree(void **state) {
    (void)state;
    struct room room;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        make_room("1x2", 3, seed, &room);
        compare_room(&room, 3, FAR_PUSHES);
        compare_room(&room, 3, FAR_MOVES);
    }
}

/* The level that comes out. */

struct seen_level {
    uint32_t n;
    double length, second;
    const char *metric, *tie;
};

static void keep_stat(void *ctx, const char *name, double value) {
    struct seen_level *seen = ctx;
    if (strcmp(name, "length") == 0) {
        seen->length = value;
    }
    if (strcmp(name, "second") == 0) {
        seen->second = value;
    }
}

/* Replayed for the claimed length, and solved anew by the solver, which knows nothing of
 * how the level was made. */
static bool check_level(void *ctx, struct lw_candidate *candidate) {
    struct seen_level *seen = ctx;
    const struct lw_solve_ops *ops = lw_sokoban_kind.solve;
    double values[LW_MAX_MEASURES];
    assert_int_equal(ops->measure(candidate->level, candidate->solution,
                                  strlen(candidate->solution), values, NULL),
                     LW_OK);
    for (size_t i = 0; i < ops->n_measures; i++) {
        if (strcmp(ops->measures[i].name, seen->metric) == 0) {
            assert_true(values[i] == candidate->score);
        }
    }
    for (size_t metric = 0; metric < ops->n_metrics; metric++) {
        if (strcmp(ops->metrics[metric].name, seen->metric) != 0) {
            continue;
        }
        struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
        struct lw_solve_request request = {.metric = metric};
        struct lw_solve_result result;
        lw_solve_result_init(&result, lw_alloc_libc());
        assert_int_equal(ops->solve(candidate->level, &request, &runtime, &result, NULL),
                         LW_OK);
        assert_int_equal(result.outcome, LW_OUTCOME_SOLVED);
        assert_true(result.optimal);
        for (size_t i = 0; i < ops->n_measures; i++) {
            if (strcmp(ops->measures[i].name, seen->metric) == 0) {
                assert_true(result.measures[i] == candidate->score);
            }
        }
        lw_solve_result_free(&result);
    }
    lw_level_destroy(candidate->level);
    seen->n++;
    return true;
}

struct wanted {
    const char *size, *boxes, *metric, *mode;
    const char *more, *value; /* one further option and its value, or NULL */
};

static void run_generator(struct wanted wanted, uint64_t seed) {
    const struct lw_generator *g = &lw_sokoban_farthest;
    struct lw_option_value values[64], rules[8];
    struct lw_game *game;
    lw_options_defaults(lw_sokoban_kind.rule_options, lw_sokoban_kind.n_rule_options,
                        rules);
    assert_int_equal(lw_sokoban_kind.game->create(lw_alloc_libc(),
                                                  &(struct lw_game_spec){.rules = rules},
                                                  &game, NULL, NULL),
                     LW_OK);
    lw_options_defaults(g->options, g->n_options, values);
    set_value(values, "size", wanted.size);
    set_value(values, "boxes", wanted.boxes);
    set_value(values, "metric", wanted.metric);
    set_value(values, "mode", wanted.mode);
    if (wanted.more != NULL) {
        set_value(values, wanted.more, wanted.value);
    }
    struct seen_level seen = {.metric = wanted.metric};
    struct lw_generate_request request = {
        .game = game, .values = values, .stat = keep_stat, .stat_ctx = &seen};
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_rng rng = lw_rng_make(seed, 0);
    struct lw_error err = {.text = ""};
    void *shared;
    assert_int_equal(g->prepare(&request, &runtime, &shared, &err), LW_OK);
    assert_int_equal(g->make(&request,
                             &(struct lw_generate_task){.shared = shared,
                                                        .rng = &rng,
                                                        .runtime = &runtime,
                                                        .emit = check_level,
                                                        .emit_ctx = &seen},
                             &err),
                     LW_OK);
    assert_int_equal(seen.n, 1);
    g->release(&request, shared);
    lw_game_destroy(game);
}

static void levels_have_the_claimed_optimum(void **state) {
    (void)state;
    static const char *const metrics[] = {"lines", "pushes", "changes", "moves"};
    for (size_t i = 0; i < 4; i++) {
        for (uint64_t seed = 1; seed <= 5; seed++) {
            run_generator(
                (struct wanted){"1x2", "3", metrics[i], "exhaustive", NULL, NULL}, seed);
        }
        run_generator(
            (struct wanted){"2x2", "2", metrics[i], "exhaustive", "trim", "yes"}, 4);
    }
}

static void other_modes_have_it_too(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        run_generator((struct wanted){"2x2", "4", "lines", "fixed", NULL, NULL}, seed);
        run_generator((struct wanted){"2x2", "4", "lines", "stepwise", "states", "20000"},
                      seed);
        run_generator(
            (struct wanted){"1x2", "3", "pushes", "stepwise", "states", "20000"}, seed);
        run_generator(
            (struct wanted){"1x2", "3", "pushes", "fixed", "graph-memory", "1K"}, seed);
        run_generator((struct wanted){"1x2", "3", "lines", "fixed", "stop", "optimal"},
                      seed);
        run_generator((struct wanted){"1x2", "2", "lines", "frontiers", NULL, NULL},
                      seed);
    }
    run_generator((struct wanted){"2x2", "3", "lines", "fixed", "contiguous", "yes"}, 4);
    run_generator((struct wanted){"2x2", "3", "lines", "stepwise", "contiguous", "yes"},
                  4);
    run_generator((struct wanted){"2x2", "3", "lines", "exhaustive", "contiguous", "yes"},
                  4);
}

/* The paper's three frontiers, the plain search and the graph: three ways, one length. */
static void three_searches_agree(void **state) {
    (void)state;
    struct room room;
    struct far_map map;
    struct far_graph *graph = calloc(1, sizeof *graph);
    struct lw_meter meter;
    lw_meter_start(&meter, NULL, NULL);
    make_room("1x2", 3, 3, &room);
    assert_int_equal(lw_sok_far_map_init(&map, &room, NULL), LW_OK);
    assert_int_equal(
        lw_sok_far_graph_init(
            graph, &(struct far_setting){.map = &map, .n_boxes = 3, .metric = FAR_LINES},
            lw_alloc_libc(), &meter, NULL),
        LW_OK);
    uint16_t *distance = calloc(graph->n_nodes, sizeof *distance);
    uint32_t *queue = calloc(graph->n_nodes, sizeof *queue), n_reached;
    struct far_plain plain;
    lw_sok_far_plain_init(
        &plain, &(struct far_setting){.map = &map, .n_boxes = 3, .metric = FAR_LINES},
        UINT64_MAX, lw_alloc_libc(), &meter);
    struct lw_rng rng = lw_rng_make(1, 1);
    for (uint32_t set = 0; set < graph->n_sets; set += 7) {
        struct far_plain_result a, b;
        uint32_t length = lw_sok_far_distances(graph, set, distance, queue, &n_reached);
        assert_int_equal(
            lw_sok_far_plain_search(&plain, far_boxes(graph, set), &rng, &a, NULL, NULL),
            LW_OK);
        assert_int_equal(lw_sok_far_plain_frontiers(&plain, far_boxes(graph, set), &rng,
                                                    &b, NULL, NULL),
                         LW_OK);
        assert_int_equal(a.length, length);
        assert_int_equal(a.n_states, n_reached);
        assert_int_equal(b.length, length);
    }
    lw_sok_far_plain_free(&plain);
    lw_sok_far_graph_free(graph);
    free(graph);
    free(distance);
    free(queue);
}

/* A budget of almost nothing still gives a level with all its boxes. */
static void budgets_end_with_the_best_so_far(void **state) {
    (void)state;
    struct room room;
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    static const enum far_mode modes[] = {FAR_EXHAUSTIVE, FAR_FIXED, FAR_STEPWISE};
    for (int mode = 0; mode < 3; mode++) {
        make_room("2x2", 4, 5, &room);
        struct far_task task = {.n_boxes = 4,
                                .mode = modes[mode],
                                .step = 2,
                                .goal_nodes = 1000,
                                .memory_bytes = mode != 1 ? (size_t)1 << 30 : 1};
        struct lw_budget budget = {.nodes = 1};
        struct lw_rng rng = lw_rng_make(2, 2);
        struct far_found found;
        assert_int_equal(lw_sok_far_find(&task, &room,
                                         &(struct far_means){&rng, &runtime, &budget},
                                         &found, NULL),
                         LW_OK);
        assert_int_equal(found.stop, LW_STOP_NODES);
        assert_true(found.length > 0);
        uint32_t n_boxes = 0;
        for (size_t i = 0; i < (size_t)room.width * room.height; i++) {
            n_boxes += (found.contents[i] & LW_SOKOBAN_BOX) != 0;
        }
        assert_int_equal(n_boxes, 4);
        lw_buffer_free(&found.solution);
    }
}

/* A run that is stopped before it begins still gives a level with all its boxes, unless
 * its metric needs the graph that there was no time for. */
static void a_stopped_search_gives_a_level_too(void **state) {
    (void)state;
    static const enum far_mode modes[] = {FAR_EXHAUSTIVE, FAR_FIXED, FAR_FRONTIERS,
                                          FAR_STEPWISE};
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    const atomic_bool cancel = true;
    const struct lw_budget budget = {.cancel = &cancel};
    for (size_t i = 0; i < 5; i++) {
        struct room room;
        struct far_found found;
        struct lw_rng rng = lw_rng_make(2, 2);
        struct lw_error err;
        struct far_task task = {.n_boxes = 5,
                                .mode = modes[i % 4],
                                .metric = i < 4 ? FAR_LINES : FAR_MOVES,
                                .step = 2,
                                .goal_nodes = 100000,
                                .memory_bytes = (size_t)1 << 31};
        make_room("2x2", 5, 5, &room);
        lw_status status = lw_sok_far_find(
            &task, &room, &(struct far_means){&rng, &runtime, &budget}, &found, &err);
        assert_int_equal(status, i < 4 ? LW_OK : LW_CANCELLED);
        assert_int_equal(found.stop, LW_STOP_CANCEL);
        assert_true(i == 4 || found.length > 0);
        lw_buffer_free(&found.solution);
    }
}

/* Interrupted at many moments, so that every stage of the search is hit by one. */
static uint64_t count_calls(void *ctx) {
    return ++*(uint64_t *)ctx;
}

static void an_interrupted_search_keeps_its_best(void **state) {
    (void)state;
    uint32_t longest = 0;
    for (uint64_t moment = 1; moment < 60; moment += 3) {
        uint64_t n_calls = 0;
        struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
        const struct lw_budget budget = {.time_ns = moment};
        struct far_task task = {
            .n_boxes = 4,
            .tie = {.used = true, .metric = FAR_MOVES, .max_sets = 64},
            .step = 2,
            .goal_nodes = 100000,
            .memory_bytes = (size_t)1 << 31};
        struct room room;
        struct far_found found;
        struct lw_rng rng = lw_rng_make(2, 2);
        runtime.now_ns = count_calls;
        runtime.ctx = &n_calls;
        make_room("2x2", 4, 8, &room);
        assert_int_equal(lw_sok_far_find(&task, &room,
                                         &(struct far_means){&rng, &runtime, &budget},
                                         &found, NULL),
                         LW_OK);
        assert_true(found.length > 0);
        if (found.stop == LW_STOP_NONE) {
            assert_true(found.length >= longest);
        }
        longest = found.length > longest ? found.length : longest;
        lw_buffer_free(&found.solution);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fifty_rooms_agree_on_length_and_number),
        cmocka_unit_test(bounded_searches_agree_too),
        cmocka_unit_test(other_metrics_agree),
        cmocka_unit_test(levels_have_the_claimed_optimum),
        cmocka_unit_test(other_modes_have_it_too),
        cmocka_unit_test(three_searches_agree),
        cmocka_unit_test(budgets_end_with_the_best_so_far),
        cmocka_unit_test(a_stopped_search_gives_a_level_too),
        cmocka_unit_test(an_interrupted_search_keeps_its_best),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
