/* Sweeps against the plain search, which knows neither ranks nor tables; and what
 * stepwise promises: no less for more boxes or more states, no box left idle, the optimum
 * where it can be had, the same level with any number of threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "make/farthest/farthest_modes.h"
#include "make/farthest/farthest_plain.h"
#include "make/farthest/farthest_sweep.h"
#include "make/generators.h"

static void make_room(const char *size, uint32_t n_boxes, uint64_t seed,
                      struct room *room) {
    const struct lw_generator *g = &lw_sokoban_farthest;
    struct lw_option_value values[64];
    lw_options_defaults(g->options, g->n_options, values);
    size_t i = lw_option_find(g->options, g->n_options, "size", 4);
    assert_int_equal(lw_option_parse(&g->options[i], size, &values[i], NULL), LW_OK);
    values[i].set = values[i].given = true;
    struct lw_generate_request request = {.values = values};
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

struct searches {
    struct far_map map;
    struct lw_meter meter;
    struct far_sweep sweep;
    struct far_plain plain;
    struct lw_rng rng;
};

static struct searches *begin(const char *size, uint32_t n_boxes, uint64_t seed,
                              enum far_metric metric) {
    struct searches *s = calloc(1, sizeof *s);
    struct room room;
    make_room(size, n_boxes, seed, &room);
    assert_int_equal(lw_sok_far_map_init(&s->map, &room, NULL), LW_OK);
    lw_meter_start(&s->meter, NULL, NULL);
    s->rng = lw_rng_make(seed, 1);
    struct far_setting setting = {.map = &s->map, .n_boxes = n_boxes, .metric = metric};
    assert_true(lw_sok_sweep_serves(&setting));
    lw_sok_sweep_init(&s->sweep, &setting, (size_t)1 << 28, lw_alloc_libc(), &s->meter);
    lw_sok_far_plain_init(&s->plain, &setting, UINT64_MAX, lw_alloc_libc(), &s->meter);
    return s;
}

static void end(struct searches *s) {
    lw_sok_sweep_free(&s->sweep);
    lw_sok_far_plain_free(&s->plain);
    free(s);
}

static void draw_goals(struct searches *s, uint32_t n_boxes, uint8_t *goals) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->map.n_floors && n < n_boxes; i++) {
        uint32_t left = s->map.n_floors - i;
        if (lw_rng_below(&s->rng, left) < n_boxes - n) {
            goals[n++] = (uint8_t)i;
        }
    }
    assert_int_equal(n, n_boxes);
}

static void compare(const char *size, uint32_t n_boxes, uint64_t seed,
                    enum far_metric metric) {
    struct searches *s = begin(size, n_boxes, seed, metric);
    for (uint32_t round = 0; round < 12; round++) {
        uint8_t goals[FAR_MAX_BOXES];
        struct far_plain_result plain;
        struct sweep_end far;
        draw_goals(s, n_boxes, goals);
        assert_int_equal(
            lw_sok_far_plain_search(&s->plain, goals, &s->rng, &plain, NULL, NULL),
            LW_OK);
        assert_int_equal(
            lw_sok_sweep_run(&s->sweep,
                             &(struct sweep_source){.way = SWEEP_BACKWARD,
                                                    .boxes = goals,
                                                    .max_states = UINT64_MAX,
                                                    .max_length = UINT32_MAX},
                             NULL),
            LW_OK);
        assert_false(s->sweep.cut);
        assert_int_equal(s->sweep.n_nodes, plain.n_states);
        assert_int_equal(s->sweep.n_layers, plain.length + 1);
        if (lw_sok_sweep_end(&s->sweep, (struct sweep_wish){.idle_boxes = true}, &s->rng,
                             &far)) {
            assert_int_equal(far.length, plain.length);
        }
    }
    end(s);
}

static void sweeps_agree_with_the_plain_search(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        compare("1x2", 3, seed, FAR_LINES);
        compare("2x2", 3, seed, FAR_LINES);
        compare("2x2", 2, seed, FAR_PUSHES);
    }
    /* More than 64 squares of floor: two words a set. */
    compare("4x4", 2, 1, FAR_LINES);
}

static void sweep(struct searches *s, enum sweep_way way, const uint8_t *boxes,
                  uint8_t player) {
    assert_int_equal(lw_sok_sweep_run(&s->sweep,
                                      &(struct sweep_source){.way = way,
                                                             .boxes = boxes,
                                                             .player = player,
                                                             .max_states = UINT64_MAX,
                                                             .max_length = UINT32_MAX},
                                      NULL),
                     LW_OK);
}

/* The layer of the node that these boxes and one of their regions make; UINT32_MAX: none.
 */
static uint32_t layer_of(struct searches *s, const uint8_t *boxes) {
    struct sweep_end at;
    memcpy(at.boxes, boxes, 3);
    for (at.length = 0; at.length < s->sweep.n_layers; at.length++) {
        for (at.player = 0; at.player < s->map.n_floors; at.player++) {
            if (lw_sok_sweep_find(&s->sweep, &at)) {
                return at.length;
            }
        }
    }
    return UINT32_MAX;
}

/* The farthest goals of a start lie as many steps from it as it lies from them. */
static void both_ways_agree(void **state) {
    (void)state;
    struct searches *s = begin("2x2", 3, 5, FAR_LINES);
    uint32_t n_compared = 0;
    for (uint32_t round = 0; round < 60; round++) {
        uint8_t boxes[FAR_MAX_BOXES], player = 0;
        struct sweep_end far;
        draw_goals(s, 3, boxes);
        while (memchr(boxes, player, 3) != NULL) {
            player++;
        }
        sweep(s, SWEEP_BACKWARD, boxes, 0);
        bool one_region = s->sweep.layer[1] == 1;
        sweep(s, SWEEP_FORWARD, boxes, player);
        if (one_region &&
            lw_sok_sweep_end(&s->sweep, (struct sweep_wish){.idle_boxes = true}, &s->rng,
                             &far)) {
            sweep(s, SWEEP_BACKWARD, far.boxes, 0);
            assert_int_equal(layer_of(s, boxes), far.length);
            n_compared++;
        }
    }
    assert_true(n_compared > 10);
    end(s);
}

/* What stepwise promises. */

struct wanted {
    const char *size;
    uint32_t n_boxes;
    uint64_t seed, n_states;
    enum far_mode mode;
};

static uint64_t run(struct wanted wanted, const struct lw_runtime *runtime,
                    struct far_found *found) {
    struct room room;
    struct far_task task = {.n_boxes = wanted.n_boxes,
                            .mode = wanted.mode,
                            .max_states = wanted.n_states,
                            .step = 2,
                            .memory_bytes = (size_t)1 << 30};
    struct lw_rng rng = lw_rng_make(wanted.seed, 0);
    make_room(wanted.size, wanted.n_boxes, wanted.seed, &room);
    assert_int_equal(lw_sok_far_find(&task, &room,
                                     &(struct far_means){&rng, runtime, NULL}, found,
                                     NULL),
                     LW_OK);
    return found->length;
}

static uint64_t length_of(struct wanted wanted) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct far_found found;
    uint64_t length = run(wanted, &runtime, &found);
    lw_buffer_free(&found.solution);
    return length;
}

static void small_rooms_get_the_optimum(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        assert_int_equal(length_of((struct wanted){"2x2", 2, seed, 300000, FAR_STEPWISE}),
                         length_of((struct wanted){"2x2", 2, seed, 0, FAR_EXHAUSTIVE}));
    }
}

static void more_is_never_worse(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        uint64_t last = 0;
        for (uint64_t n_states = 20000; n_states <= 500000; n_states *= 5) {
            uint64_t length =
                length_of((struct wanted){"2x2", 6, seed, n_states, FAR_STEPWISE});
            assert_true(length >= last);
            last = length;
        }
        last = 0;
        for (uint32_t n_boxes = 2; n_boxes <= 6; n_boxes++) {
            uint64_t length =
                length_of((struct wanted){"2x3", n_boxes, seed, 1500000, FAR_STEPWISE});
            assert_true(length >= last);
            last = length;
        }
    }
}

/* Six boxes in 3x3 templates used to give six lines with most boxes at home. */
static void six_boxes_are_all_used(void **state) {
    (void)state;
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct far_found found;
    assert_true(
        run((struct wanted){"3x3", 6, 1, 1000000, FAR_STEPWISE}, &runtime, &found) >= 20);
    uint32_t n_home = 0;
    for (size_t i = 0; i < ROOM_MAX_CELLS; i++) {
        uint8_t both = LW_SOKOBAN_BOX | LW_SOKOBAN_GOAL;
        n_home += (found.contents[i] & both) == both;
    }
    assert_true(n_home <= 1);
    lw_buffer_free(&found.solution);
}

static void backwards(void *ctx, size_t count, lw_task_fn fn, void *task_ctx) {
    (void)ctx;
    for (size_t i = count; i-- > 0;) {
        fn(task_ctx, i, (uint32_t)(i % 2));
    }
}

static void threads_change_nothing(void **state) {
    (void)state;
    struct lw_runtime one = lw_runtime_bare(lw_alloc_libc()), two = one;
    struct far_found a, b;
    two.n_workers = 2;
    two.parallel = backwards;
    assert_int_equal(run((struct wanted){"2x2", 5, 3, 200000, FAR_STEPWISE}, &one, &a),
                     run((struct wanted){"2x2", 5, 3, 200000, FAR_STEPWISE}, &two, &b));
    assert_string_equal(lw_buffer_text(&a.solution), lw_buffer_text(&b.solution));
    assert_memory_equal(a.contents, b.contents, sizeof a.contents);
    lw_buffer_free(&a.solution);
    lw_buffer_free(&b.solution);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps_agree_with_the_plain_search),
        cmocka_unit_test(both_ways_agree),
        cmocka_unit_test(small_rooms_get_the_optimum),
        cmocka_unit_test(more_is_never_worse),
        cmocka_unit_test(six_boxes_are_all_used),
        cmocka_unit_test(threads_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
