/* Stepwise: one box more at a time, and for each number of boxes a local search over goal
 * placements whose judge is a whole sweep.
 *
 * Taylor (2015, section 2.4) fixes the goals of each step for good, so that an early
 * choice spoils all later ones. Here a step only says where the next one begins: goals
 * are moved about while that makes the farthest start farther, and now and then a sweep
 * forward from such a start says which goals are farthest from it. Every step keeps its
 * best placements for the next. What is tried depends on nothing but the random stream,
 * never on the budget, so that more of it cannot make the result worse. */
#include <string.h>

#include "make/farthest/farthest_modes.h"
#include "make/farthest/farthest_sweep.h"

#define WAVE 4 /* sweeps side by side; the results depend on it, so it is no option */
#define N_KEPT 8
#define PASS_STATES 50000u /* of each step but the last in the first pass */
#define N_FORWARD 2        /* sweeps forward at a time */
#define FORWARD_SHARES 8   /* of a step's states, for one of them */
#define FORWARD_AT 6       /* waves in vain before a sweep forward */
#define RESTART_AT 24      /* before other goals are begun with */
#define WAVES_IN_VAIN 600  /* of the last step, which end the search */
#define MOVES_TRIED 50

struct point {
    uint8_t goals[FAR_MAX_BOXES]; /* ascending */
    struct sweep_end end;         /* its farthest start */
    uint32_t value;               /* 0: none */
};

struct lane {
    struct far_sweep sweep;
    struct sweep_source source;
    struct point point;
    struct lw_rng rng;
    lw_status status;
    struct lw_error err;
};

/* The search for the best placements of so many goals. */
struct step {
    uint32_t n_boxes;
    struct point kept[N_KEPT]; /* best first */
    uint32_t n_kept, n_begun;
    struct point now;
    uint32_t n_in_vain;    /* waves since `now` got better */
    uint32_t n_since_best; /* waves since kept[0] did */
    uint64_t n_states;
};

struct climb {
    const struct far_task *task;
    const struct far_run *run;
    struct far_found *found;
    uint8_t squares[FAR_MAX_FLOORS];
    uint32_t n_squares; /* that may be goals */
    struct lane lanes[WAVE];
    uint64_t n_states;
    uint64_t forward_states; /* most for one sweep forward */
    struct step steps[FAR_MAX_BOXES + 1];
    struct step *step; /* that is being worked on */
};

/* Goals. */

static bool holds(const uint8_t *boxes, uint32_t n, uint8_t square) {
    return memchr(boxes, square, n) != NULL;
}

static void sort_squares(uint8_t *squares, uint32_t n) {
    for (uint32_t i = 1; i < n; i++) {
        for (uint32_t j = i; j > 0 && squares[j - 1] > squares[j]; j--) {
            uint8_t swap = squares[j];
            squares[j] = squares[j - 1];
            squares[j - 1] = swap;
        }
    }
}

/* Adds goals at random until there are enough. */
static bool add_goals(struct climb *c, uint8_t *goals, uint32_t n) {
    const struct far_map *map = c->run->map;
    while (n < c->step->n_boxes) {
        uint32_t from = lw_rng_below(c->run->rng, c->n_squares), i = 0;
        for (; i < c->n_squares; i++) {
            uint8_t square = c->squares[(from + i) % c->n_squares];
            goals[n] = square;
            if (!holds(goals, n, square) &&
                (!c->task->contiguous || lw_sok_far_is_group(map, goals, n + 1))) {
                break;
            }
        }
        if (i == c->n_squares) {
            return false;
        }
        n++;
    }
    sort_squares(goals, n);
    return true;
}

static bool begin_anew(struct climb *c, uint8_t *goals) {
    const struct step *below = c->step - 1;
    uint32_t n = 0, number = c->step->n_begun++;
    if (below->n_kept > 0 && number % 8 != 7) {
        n = below->n_boxes;
        memcpy(goals, below->kept[number % below->n_kept].goals, n);
    }
    return add_goals(c, goals, n) || (n > 0 && add_goals(c, goals, 0));
}

/* One goal moves, to a neighbour or anywhere; seldom two do. */
static void vary(struct climb *c, const uint8_t *from, uint8_t *goals) {
    struct lw_rng *rng = c->run->rng;
    const struct far_map *map = c->run->map;
    uint32_t n = c->step->n_boxes;
    for (uint32_t tries = 0; tries < MOVES_TRIED; tries++) {
        uint32_t n_moves = lw_rng_below(rng, 5) == 0 ? 2 : 1;
        memcpy(goals, from, n);
        for (uint32_t k = 0; k < n_moves; k++) {
            uint32_t i = lw_rng_below(rng, n);
            uint8_t to = c->squares[lw_rng_below(rng, c->n_squares)];
            uint8_t near = map->next[goals[i]][lw_rng_below(rng, LW_N_DIRS)];
            if (lw_rng_below(rng, 2) == 0 && near != FAR_NONE && map->may_be_goal[near]) {
                to = near;
            }
            if (!holds(goals, n, to)) {
                goals[i] = to;
            }
        }
        sort_squares(goals, n);
        if (memcmp(goals, from, n) != 0 &&
            (!c->task->contiguous || lw_sok_far_is_group(map, goals, n))) {
            return;
        }
    }
}

/* Waves. */

/* A level that leaves a box idle is poor, but its goals may be a good beginning. */
static bool is_last(const struct climb *c) {
    return c->step->n_boxes == c->task->n_boxes;
}

static uint32_t value_of(const struct climb *c, const struct sweep_end *end) {
    uint32_t n = c->step->n_boxes;
    return end->n_idle == 0 || !is_last(c) ? 2 * end->length + (end->n_idle == 0)
                                           : end->length * (n - end->n_idle) / n;
}

static void judge(void *ctx, size_t i, uint32_t worker) {
    (void)worker;
    struct climb *c = ctx;
    struct lane *lane = &c->lanes[i];
    lane->point.value = 0;
    lane->source.way = SWEEP_BACKWARD;
    lane->source.boxes = lane->point.goals;
    lane->source.max_states = UINT64_MAX;
    lane->source.max_length = UINT32_MAX;
    lane->status = lw_sok_sweep_run(&lane->sweep, &lane->source, &lane->err);
    if (lane->status == LW_OK &&
        lw_sok_sweep_end(&lane->sweep, (struct sweep_wish){.idle_boxes = !is_last(c)},
                         &lane->rng, &lane->point.end)) {
        lane->point.value = value_of(c, &lane->point.end);
    }
}

/* From the start of the lane's point to the goals farthest from it. They become the
 * goals of this lane and of the next but one. */
static void look_ahead(void *ctx, size_t i, uint32_t worker) {
    (void)worker;
    struct climb *c = ctx;
    struct lane *lane = &c->lanes[i];
    const struct point from = lane->point;
    const struct sweep_wish wish = {.contiguous = c->task->contiguous,
                                    .idle_boxes = true};
    lane->source = (struct sweep_source){.way = SWEEP_FORWARD,
                                         .boxes = from.end.boxes,
                                         .player = from.end.player,
                                         .max_states = c->forward_states,
                                         .max_length = UINT32_MAX};
    lane->status = lw_sok_sweep_run(&lane->sweep, &lane->source, &lane->err);
    for (size_t k = i; k < WAVE; k += N_FORWARD) {
        struct point *point = &c->lanes[k].point;
        struct sweep_end end;
        memcpy(point->goals, from.goals, sizeof point->goals);
        if (lane->status == LW_OK &&
            lw_sok_sweep_end(&lane->sweep, wish, &lane->rng, &end)) {
            memcpy(point->goals, end.boxes, c->step->n_boxes);
        }
    }
}

static bool better(const struct point *a, const struct point *b) {
    return a->value > b->value;
}

/* Best first, no placement twice. */
static void keep(struct climb *c, const struct point *point) {
    for (uint32_t i = 0; i < c->step->n_kept; i++) {
        if (memcmp(c->step->kept[i].goals, point->goals, c->step->n_boxes) == 0) {
            return;
        }
    }
    uint32_t at = c->step->n_kept < N_KEPT ? c->step->n_kept++ : N_KEPT;
    while (at > 0 && better(point, &c->step->kept[at - 1])) {
        if (at < N_KEPT) {
            c->step->kept[at] = c->step->kept[at - 1];
        }
        at--;
    }
    if (at < N_KEPT) {
        c->step->kept[at] = *point;
    }
}

static void count(struct climb *c, uint32_t n_lanes) {
    for (uint32_t i = 0; i < n_lanes; i++) {
        uint64_t n = c->lanes[i].sweep.n_nodes;
        c->step->n_states += n;
        c->n_states += n;
        (void)lw_meter_tick(c->run->meter, n + 1);
        c->found->n_searched++;
    }
}

/* Judges the goals of all lanes; the best of them are the next to be varied, unless they
 * are worse than those of now. */
static void run_wave(struct climb *c) {
    const struct point *best = &c->lanes[0].point;
    lw_runtime_parallel(c->run->runtime, WAVE, judge, c);
    count(c, WAVE);
    for (uint32_t i = 0; i < WAVE; i++) {
        const struct point *point = &c->lanes[i].point;
        if (point->value > 0) {
            keep(c, point);
        }
        best = better(point, best) ? point : best;
    }
    c->step->n_in_vain = better(best, &c->step->now) ? 0 : c->step->n_in_vain + 1;
    if (best->value >= c->step->now.value) {
        c->step->now = *best;
    }
}

/* One sweep goes on from where the search is, one from one of the best placements. */
static void run_forward(struct climb *c) {
    struct step *step = c->step;
    c->lanes[0].point = step->now;
    c->lanes[1].point = step->kept[lw_rng_below(c->run->rng, step->n_kept)];
    lw_runtime_parallel(c->run->runtime, N_FORWARD, look_ahead, c);
    count(c, N_FORWARD);
    run_wave(c);
}

/* The steps. */

/* What the next wave judges; false: there is no place for so many goals. */
static bool propose(struct climb *c) {
    struct step *step = c->step;
    bool anew = step->now.value == 0 || step->n_in_vain >= RESTART_AT;
    if (anew) {
        step->now.value = 0;
        step->n_in_vain = 0;
    }
    for (uint32_t i = 0; i < WAVE; i++) {
        uint8_t *goals = c->lanes[i].point.goals;
        if (!anew) {
            vary(c, step->now.goals, goals);
        } else if (!begin_anew(c, goals)) {
            return false;
        }
    }
    return true;
}

static lw_status next_wave(struct climb *c, struct lw_error *err) {
    struct step *step = c->step;
    uint32_t best = step->n_kept > 0 ? step->kept[0].value : 0;
    if (step->now.value > 0 && step->n_in_vain % FORWARD_AT == FORWARD_AT - 1) {
        run_forward(c);
    } else if (propose(c)) {
        run_wave(c);
    } else {
        return lw_fail(err, LW_IMPOSSIBLE, 0, 0,
                       "there is no place for goal %u of %u in the room; ask for fewer "
                       "boxes or a larger room",
                       step->n_boxes, c->task->n_boxes);
    }
    step->n_since_best =
        step->n_kept > 0 && step->kept[0].value > best ? 0 : step->n_since_best + 1;
    for (uint32_t i = 0; i < WAVE && step->n_kept == 0; i++) {
        if (c->lanes[i].status != LW_OK) {
            *err = c->lanes[i].err;
            return c->lanes[i].status;
        }
    }
    c->found->stop = lw_meter_check(c->run->meter);
    return LW_OK;
}

/* Waves of one step until its share of the states is used, at least one. */
static lw_status run_step(struct climb *c, uint32_t n_boxes, uint64_t n_states,
                          struct lw_error *err) {
    struct step *step = &c->steps[n_boxes];
    lw_status status = LW_OK;
    c->step = step;
    for (uint32_t i = 0; i < WAVE; i++) {
        lw_sok_sweep_resize(&c->lanes[i].sweep, n_boxes);
    }
    uint64_t end = step->n_states + n_states;
    do {
        status = next_wave(c, err);
    } while (status == LW_OK && step->n_states < end && c->found->stop == LW_STOP_NONE &&
             step->n_since_best < WAVES_IN_VAIN);
    return status;
}

/* In passes, each twice as long as the one before, so that a short search has seen the
 * last step as well. */
static lw_status run_passes(struct climb *c, struct lw_error *err) {
    uint32_t n_boxes = c->task->n_boxes, least = n_boxes < 2 ? 1 : 2;
    lw_status status = LW_OK;
    for (uint64_t share = PASS_STATES; status == LW_OK; share *= 2) {
        c->forward_states = share * FORWARD_SHARES;
        for (uint32_t n = least; n < n_boxes && status == LW_OK; n++) {
            status = run_step(c, n, share, err);
        }
        if (status == LW_OK) {
            status = run_step(c, n_boxes, share * n_boxes, err);
        }
        if (c->found->stop != LW_STOP_NONE || c->n_states >= c->task->max_states ||
            c->step->n_since_best >= WAVES_IN_VAIN) {
            break;
        }
    }
    return status;
}

static lw_status write_level(struct climb *c, struct room *room, struct lw_error *err) {
    struct far_found *found = c->found;
    const struct far_map *map = c->run->map;
    struct far_sweep *sweep = &c->lanes[0].sweep;
    struct point *best = &c->step->kept[0];
    sweep->meter = NULL; /* this has to end with what is known to be there */
    lw_status status =
        lw_sok_sweep_run(sweep,
                         &(struct sweep_source){.way = SWEEP_BACKWARD,
                                                .boxes = best->goals,
                                                .max_states = UINT64_MAX,
                                                .max_length = best->end.length},
                         err);
    if (status != LW_OK || !lw_sok_sweep_find(sweep, &best->end)) {
        return status;
    }
    lw_sok_sweep_solution(sweep, &best->end, &found->solution);
    memset(found->contents, 0, sizeof found->contents);
    for (uint32_t i = 0; i < c->step->n_boxes; i++) {
        found->contents[map->cell_of[best->goals[i]]] |= LW_SOKOBAN_GOAL;
        found->contents[map->cell_of[best->end.boxes[i]]] |= LW_SOKOBAN_BOX;
    }
    found->contents[map->cell_of[best->end.player]] |= LW_SOKOBAN_PLAYER;
    found->length = best->end.length;
    found->n_best = 1;
    if (!lw_buffer_ok(&found->solution)) {
        return lw_fail_memory(err);
    }
    if (c->task->trim) {
        lw_sok_room_trim(room, found->contents, lw_buffer_text(&found->solution),
                         c->task->keep_floor);
    }
    return LW_OK;
}

static lw_status climb_steps(struct climb *c, struct room *room, struct lw_error *err) {
    uint32_t n_boxes = c->task->n_boxes;
    for (uint32_t i = 0; i < c->run->map->n_floors; i++) {
        if (c->run->map->may_be_goal[i]) {
            c->squares[c->n_squares++] = (uint8_t)i;
        }
    }
    if (c->n_squares < n_boxes) {
        return lw_fail(err, LW_IMPOSSIBLE, 0, 0,
                       "the room has places for %u goals, %u are wanted; ask for fewer "
                       "boxes or a larger room",
                       c->n_squares, n_boxes);
    }
    for (uint32_t i = 0; i < WAVE; i++) {
        c->lanes[i].rng = lw_rng_fork(c->run->rng, i);
    }
    for (uint32_t n = 0; n <= n_boxes; n++) {
        c->steps[n].n_boxes = n;
    }
    lw_status status = run_passes(c, err);
    return status == LW_OK && c->step->n_kept > 0 ? write_level(c, room, err) : status;
}

lw_status lw_sok_far_find_stepwise(const struct far_task *task, struct room *room,
                                   const struct far_run *run, struct far_found *found,
                                   struct lw_error *err) {
    const struct lw_alloc *alloc = run->runtime->alloc;
    const struct far_setting setting = {.map = run->map,
                                        .n_boxes = task->n_boxes,
                                        .metric = task->metric,
                                        .skip_slippery = task->skip_slippery};
    if (!lw_sok_sweep_serves(&setting)) {
        return lw_sok_far_find_fixed(task, room, run, found, err);
    }
    struct climb *c = lw_alloc_zero(alloc, 1, sizeof *c);
    if (c == NULL) {
        return lw_fail_memory(err);
    }
    c->task = task;
    c->run = run;
    c->found = found;
    for (uint32_t i = 0; i < WAVE; i++) {
        lw_sok_sweep_init(&c->lanes[i].sweep, &setting, task->memory_bytes / WAVE, alloc,
                          run->meter);
    }
    lw_status status = climb_steps(c, room, err);
    found->n_placements = found->n_searched;
    for (uint32_t i = 0; i < WAVE; i++) {
        lw_sok_sweep_free(&c->lanes[i].sweep);
    }
    lw_alloc_free(alloc, c, sizeof *c);
    return status;
}
