/* Drafts on bit boards against plain loops over squares. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "make/mcts/mcts_internal.h"

static const struct draft_weights usual = {.blocks = 5,
                                           .congestion = 10,
                                           .boxes = 1,
                                           .scale = 50,
                                           .alpha = 1,
                                           .beta = 1,
                                           .gamma = 1,
                                           .min_shift = 2,
                                           .min_pushes = 2,
                                           .max_home = 1,
                                           .gates = true,
                                           .room_wide = 3,
                                           .room_high = 4,
                                           .max_open = 0.7};

/* A connected random draft with boxes, frozen. */
static void random_draft(const struct draft_frame *frame, struct lw_rng *rng,
                         struct draft *draft) {
    lw_sok_draft_init(draft, lw_rng_below(rng, frame->n_squares));
    uint32_t n_open = 3 + lw_rng_below(rng, frame->n_squares - 3);
    while (draft_count(draft->open) < n_open) {
        uint64_t set = lw_sok_draft_deletable(frame, draft);
        draft->open |=
            draft_bit(lw_sok_draft_nth(set, lw_rng_below(rng, draft_count(set))));
    }
    uint32_t n_boxes = 1 + lw_rng_below(rng, 6);
    while (draft->n_boxes < n_boxes && draft_placeable(draft) != 0) {
        uint64_t set = draft_placeable(draft);
        lw_sok_draft_place(draft,
                           lw_sok_draft_nth(set, lw_rng_below(rng, draft_count(set))));
    }
    lw_sok_draft_freeze(draft);
}

static bool has(uint64_t set, int x, int y, const struct draft_frame *frame) {
    return x >= 0 && y >= 0 && x < (int)frame->width && y < (int)frame->height &&
           (set >> (y * (int)frame->width + x) & 1) != 0;
}

static const int step_x[] = {0, 1, 0, -1}, step_y[] = {-1, 0, 1, 0};

/* Player region by repeated sweeps. */
static uint64_t sweep(const struct draft_frame *frame, uint64_t free, uint32_t from) {
    uint64_t reach = draft_bit(from);
    for (bool grown = true; grown;) {
        grown = false;
        for (int i = 0; i < (int)frame->n_squares; i++) {
            int x = i % (int)frame->width, y = i / (int)frame->width;
            for (int d = 0; d < 4 && has(free & ~reach, x, y, frame); d++) {
                if (has(reach, x + step_x[d], y + step_y[d], frame)) {
                    reach |= draft_bit((uint32_t)i);
                    grown = true;
                }
            }
        }
    }
    return reach;
}

static void check_pushable(const struct draft_frame *frame, const struct draft *draft) {
    uint64_t sets[LW_N_DIRS], free = draft->open & ~draft->boxes;
    uint64_t reach = sweep(frame, free, draft->player);
    uint32_t expected = 0, count = lw_sok_draft_pushable(frame, draft, sets);
    for (int i = 0; i < (int)frame->n_squares; i++) {
        int x = i % (int)frame->width, y = i / (int)frame->width;
        for (int d = 0; d < 4; d++) {
            bool can = has(draft->boxes, x, y, frame) &&
                       has(free, x + step_x[d], y + step_y[d], frame) &&
                       has(reach, x - step_x[d], y - step_y[d], frame);
            expected += can;
            assert_int_equal(has(sets[d], x, y, frame), can);
            struct draft copy = *draft;
            assert_int_equal(
                lw_sok_draft_try_push(frame, &copy, (uint32_t)i, (uint32_t)d), can);
        }
    }
    assert_int_equal(count, expected);
}

/* Plays some pushes and checks that boxes are tracked. */
static void play(const struct draft_frame *frame, struct lw_rng *rng,
                 struct draft *draft) {
    for (int n = (int)lw_rng_below(rng, 25); n > 0; n--) {
        uint64_t sets[LW_N_DIRS];
        uint32_t dir = lw_rng_below(rng, LW_N_DIRS);
        (void)lw_sok_draft_pushable(frame, draft, sets);
        if (sets[dir] != 0) {
            lw_sok_draft_push(frame, draft, lw_sok_draft_nth(sets[dir], 0), dir);
        }
    }
    uint64_t boxes = 0;
    for (uint32_t i = 0; i < draft->n_boxes; i++) {
        boxes |= draft_bit(draft->at[i]);
        assert_int_equal(draft->box_at[draft->at[i]], i);
    }
    assert_true(boxes == draft->boxes);
}

static bool uniform_3x3(const struct draft_frame *frame, uint64_t open, int x, int y) {
    int count = 0;
    for (int dy = 0; dy < 3; dy++) {
        for (int dx = 0; dx < 3; dx++) {
            if (x + dx >= (int)frame->width || y + dy >= (int)frame->height) {
                return false;
            }
            count += has(open, x + dx, y + dy, frame);
        }
    }
    return count == 0 || count == 9;
}

static double naive_blocks(const struct draft_frame *frame, uint64_t open) {
    int free = 0;
    for (int y = 0; y < (int)frame->height; y++) {
        for (int x = 0; x < (int)frame->width; x++) {
            bool inside = false;
            for (int ty = y < 2 ? 0 : y - 2; ty <= y; ty++) {
                for (int tx = x < 2 ? 0 : x - 2; tx <= x; tx++) {
                    inside = inside || uniform_3x3(frame, open, tx, ty);
                }
            }
            free += !inside;
        }
    }
    return (double)free / (double)frame->n_squares;
}

static int naive_rooms(const struct draft_frame *frame, uint64_t open) {
    int rooms = 0;
    for (int turn = 0; turn < 2; turn++) {
        int wide = turn ? 3 : 4, high = turn ? 4 : 3;
        for (int y = 0; y < (int)frame->height; y++) {
            for (int x = 0; x < (int)frame->width; x++) {
                int count = 0;
                for (int i = 0; i < wide * high; i++) {
                    count += has(open, x + i % wide, y + i / wide, frame);
                }
                rooms += count == 12;
            }
        }
    }
    return rooms;
}

struct naive {
    double congestion;
    int on_goal;
};

static struct naive naive_pairs(const struct draft_frame *frame,
                                const struct draft_level *level) {
    struct naive sums = {0};
    int width = (int)frame->width;
    for (int i = 0; i < level->n_boxes; i++) {
        int x1 = level->start[i] % width, y1 = level->start[i] / width;
        int x2 = level->goal[i] % width, y2 = level->goal[i] / width;
        int boxes = 0, goals = 0, walls = 0, area = 0;
        for (int s = 0; s < (int)frame->n_squares; s++) {
            int x = s % width, y = s / width;
            bool in_x = (x >= x1 && x <= x2) || (x >= x2 && x <= x1);
            bool in_y = (y >= y1 && y <= y2) || (y >= y2 && y <= y1);
            if (in_x && in_y) {
                area++;
                boxes += has(level->boxes, x, y, frame);
                goals += has(level->goals, x, y, frame);
                walls += !has(level->open, x, y, frame);
            }
        }
        sums.congestion += (double)(boxes + goals) / (double)(area - walls);
        sums.on_goal += has(level->goals, x1, y1, frame);
    }
    return sums;
}

static void near(double a, double b) {
    assert_true(a - b < 1e-9 && b - a < 1e-9);
}

static void check_level(const struct draft_frame *frame,
                        const struct draft_level *level) {
    struct naive naive = naive_pairs(frame, level);
    double plain =
        (5 * naive_blocks(frame, level->open) + 10 * naive.congestion + level->n_boxes) /
        50;
    double gated = plain * (level->n_boxes - naive.on_goal) /
                   (level->n_boxes == 0 ? 1 : level->n_boxes) /
                   (1 + naive_rooms(frame, level->open));
    double share = (double)draft_count(level->open) / (double)frame->n_squares;
    gated *= share > 0.7 ? 0.7 / share : 1;
    near(lw_sok_draft_score(frame, &usual, level), level->n_boxes == 0 ? 0 : gated);
    struct draft_weights far = usual;
    far.distance = 2;
    double more = plain + 2.0 * lw_sok_draft_push_bound(frame, level) / 50;
    near(lw_sok_draft_score(frame, &far, level),
         level->n_boxes == 0 ? 0 : gated * more / plain);
}

/* Push distances square by square, then the best of all assignments. */
static void naive_distances(const struct draft_frame *frame, uint64_t open, int goal,
                            int *distance) {
    for (int i = 0; i < (int)frame->n_squares; i++) {
        distance[i] = i == goal ? 0 : 1000;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < (int)frame->n_squares; i++) {
            int x = i % (int)frame->width, y = i / (int)frame->width;
            for (int d = 0; d < 4; d++) {
                int tx = x + step_x[d], ty = y + step_y[d];
                int to = ty * (int)frame->width + tx;
                if (has(open, x, y, frame) && has(open, tx, ty, frame) &&
                    has(open, x - step_x[d], y - step_y[d], frame) &&
                    distance[to] + 1 < distance[i]) {
                    distance[i] = distance[to] + 1;
                    changed = true;
                }
            }
        }
    }
}

static int best_assignment(int cost[6][DRAFT_MAX_SQUARES],
                           const struct draft_level *level, int goal, unsigned used) {
    int best = 100000;
    if (goal == level->n_boxes) {
        return 0;
    }
    for (int box = 0; box < level->n_boxes; box++) {
        if ((used >> box & 1u) == 0) {
            int rest = best_assignment(cost, level, goal + 1, used | 1u << box);
            int total = cost[goal][level->start[box]] + rest;
            best = total < best ? total : best;
        }
    }
    return best;
}

static void check_bound(const struct draft_frame *frame,
                        const struct draft_level *level) {
    int cost[6][DRAFT_MAX_SQUARES];
    for (int i = 0; i < level->n_boxes; i++) {
        naive_distances(frame, level->open, level->goal[i], cost[i]);
    }
    assert_int_equal(lw_sok_draft_push_bound(frame, level),
                     best_assignment(cost, level, 0, 0));
}

static void test_drafts_agree_with_plain_loops(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 1500; seed++) {
        struct lw_rng rng = lw_rng_make(seed, 1);
        struct draft_frame frame;
        struct draft draft;
        struct draft_level level;
        uint32_t width = 2 + lw_rng_below(&rng, 7), height = 2 + lw_rng_below(&rng, 7);
        lw_sok_draft_frame_init(&frame, width, height);
        random_draft(&frame, &rng, &draft);
        check_pushable(&frame, &draft);
        play(&frame, &rng, &draft);
        check_pushable(&frame, &draft);
        lw_sok_draft_finish(&frame, &usual, &draft, &level);
        lw_sok_draft_close_off(&frame, &level);
        assert_true(level.open == sweep(&frame, level.open, level.player));
        check_level(&frame, &level);
        check_bound(&frame, &level);
    }
}

static void test_wide_and_high_boards(void **state) {
    (void)state;
    static const uint32_t sizes[][2] = {{16, 4}, {4, 16}, {8, 8}, {2, 16}, {3, 3}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (uint64_t seed = 0; seed < 50; seed++) {
            struct lw_rng rng = lw_rng_make(seed, i);
            struct draft_frame frame;
            struct draft draft;
            struct draft_level level;
            lw_sok_draft_frame_init(&frame, sizes[i][0], sizes[i][1]);
            random_draft(&frame, &rng, &draft);
            play(&frame, &rng, &draft);
            check_pushable(&frame, &draft);
            lw_sok_draft_finish(&frame, &usual, &draft, &level);
            check_level(&frame, &level);
        }
    }
}

/* Boxes of a corridor: one is pushed twice, one once, one never. */
static void test_post_processing(void **state) {
    (void)state;
    struct draft_frame frame;
    struct draft draft;
    struct draft_level level;
    lw_sok_draft_frame_init(&frame, 8, 3);
    lw_sok_draft_init(&draft, 8);
    draft.open = frame.all;
    lw_sok_draft_place(&draft, 9);
    lw_sok_draft_place(&draft, 18);
    lw_sok_draft_place(&draft, 4);
    lw_sok_draft_freeze(&draft);
    assert_true(lw_sok_draft_try_push(&frame, &draft, 9, LW_DIR_RIGHT));
    assert_true(lw_sok_draft_try_push(&frame, &draft, 10, LW_DIR_RIGHT));
    assert_true(lw_sok_draft_try_push(&frame, &draft, 18, LW_DIR_RIGHT));
    lw_sok_draft_finish(&frame, &usual, &draft, &level);
    assert_int_equal(level.n_boxes, 1);
    assert_true(level.boxes == draft_bit(9));
    assert_true(level.goals == draft_bit(11));
    assert_true(level.open == (frame.all & ~draft_bit(4)));
}

/* Every variation is a play from its own start; some only move the start away, with the
 * play before as the end of the new one. */
static void test_variations_stay_playable(void **state) {
    (void)state;
    uint32_t n_pulled = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct lw_rng rng = lw_rng_make(seed, 3);
        struct mcts_settings *settings = calloc(1, sizeof *settings);
        struct draft from, to, again;
        settings->max_boxes = 8;
        settings->weights = usual;
        lw_sok_draft_frame_init(&settings->frame, 6, 5);
        random_draft(&settings->frame, &rng, &from);
        play(&settings->frame, &rng, &from);
        lw_sok_mcts_vary(settings, &rng, &from, &to);
        lw_sok_draft_init(&again, to.player_start);
        again.open = to.open;
        for (uint32_t i = 0; i < to.n_boxes; i++) {
            lw_sok_draft_place(&again, to.start[i]);
        }
        lw_sok_draft_freeze(&again);
        for (uint32_t i = 0; i < to.n_pushes; i++) {
            assert_true(lw_sok_draft_try_push(&settings->frame, &again, to.pushes[i] >> 2,
                                              to.pushes[i] & 3u));
        }
        assert_true(again.boxes == to.boxes);
        n_pulled += to.n_pushes > from.n_pushes && to.boxes == from.boxes &&
                    memcmp(to.pushes + (to.n_pushes - from.n_pushes), from.pushes,
                           from.n_pushes * sizeof *from.pushes) == 0;
        free(settings);
    }
    assert_true(n_pulled > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_drafts_agree_with_plain_loops),
        cmocka_unit_test(test_wide_and_high_boards),
        cmocka_unit_test(test_post_processing),
        cmocka_unit_test(test_variations_stay_playable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
