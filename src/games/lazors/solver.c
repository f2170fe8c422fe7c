/* All solutions by lazy branching.
 *
 * Beams run until each of them stands before an open cell that nothing has been decided
 * about; only then one such cell is branched on: empty, or one of the blocks still in
 * stock. Cells that no beam enters never matter, so the leaves are classes of
 * solutions. A branch is cut when some target can no longer be lit even if every
 * undecided cell both passed and reflected light, or when the blocks left no longer fit.
 * All cells that beams wait for are tried that way first, and the one with the fewest
 * options left is branched on: with many lasers most nodes then have one way or none.
 *
 * Undoing rests on three lists that only grow along a branch: beam states met, beams
 * that wait, half-steps taken. */
#include "lazors_internal.h"

#include <string.h>

/* A branching: what to go back to, and which option comes next. */
struct frame {
    uint32_t n_beams, n_waiting, n_steps;
    int32_t cell;
    uint32_t options;     /* bits: blocks worth trying */
    uint32_t next_option; /* a block, EMPTY first */
};

struct solver {
    struct lazors_search *search;
    struct lw_lazors_trace trace; /* for its table of beams */
    const struct lw_lazors_beam *beams;
    uint8_t *decided;     /* [cells] */
    uint8_t *seen;        /* [states] */
    uint8_t *lit;         /* [points]: half-steps that end here */
    uint8_t *is_target;   /* [points] */
    uint32_t *met;        /* [states]: in order of discovery */
    uint32_t *waiting;    /* [states]: stand before an open cell */
    uint32_t *steps;      /* [states]: went through a cell */
    uint32_t *reach;      /* [states]: queue of the relaxed test */
    uint32_t *mark;       /* [states]: round in which the relaxed test came by */
    uint32_t *mark_point; /* [points] */
    struct frame *frames; /* [open cells + 1] */
    uint32_t n_met, n_done, n_waiting, n_steps, n_frames;
    uint32_t *looked; /* [cells]: choice in which its options were last tried */
    uint32_t round, look;
    uint64_t
        n_tried; /* options tried since the meter last heard: they cost as nodes do */
    uint32_t n_unlit; /* distinct target points */
    uint32_t n_undecided, n_left;
    uint32_t left[LW_LAZORS_N_BLOCKS];
};

static bool solver_init(struct solver *solver, struct lazors_search *search,
                        const struct lw_alloc *alloc) {
    const struct lw_lazors_level *level = search->level;
    *solver = (struct solver){.search = search};
    if (lw_lazors_trace_init(&solver->trace, level, alloc) != LW_OK) {
        return false;
    }
    struct lw_arena *arena = &solver->trace.arena;
    uint32_t n_states = solver->trace.n_states, n_points = solver->trace.n_points;
    solver->beams = solver->trace.beams;
    solver->decided = lw_arena_get(arena, (size_t)level->width * level->height);
    solver->seen = lw_arena_zero(arena, n_states, 1);
    solver->lit = lw_arena_zero(arena, n_points, 1);
    solver->is_target = lw_arena_zero(arena, n_points, 1);
    solver->met = lw_arena_get(arena, n_states * sizeof(uint32_t));
    solver->waiting = lw_arena_get(arena, n_states * sizeof(uint32_t));
    solver->steps = lw_arena_get(arena, n_states * sizeof(uint32_t));
    solver->reach = lw_arena_get(arena, n_states * sizeof(uint32_t));
    solver->mark = lw_arena_zero(arena, n_states, sizeof(uint32_t));
    solver->mark_point = lw_arena_zero(arena, n_points, sizeof(uint32_t));
    solver->looked =
        lw_arena_zero(arena, (size_t)level->width * level->height, sizeof(uint32_t));
    solver->frames = lw_arena_get(arena, (level->n_open + 1) * sizeof *solver->frames);
    return solver->decided != NULL && solver->seen != NULL && solver->lit != NULL &&
           solver->is_target != NULL && solver->met != NULL && solver->waiting != NULL &&
           solver->steps != NULL && solver->reach != NULL && solver->mark != NULL &&
           solver->mark_point != NULL && solver->looked != NULL && solver->frames != NULL;
}

/* Light forwards and backwards. */

static void meet(struct solver *solver, int32_t state) {
    if (!solver->seen[state]) {
        solver->seen[state] = 1;
        solver->met[solver->n_met++] = (uint32_t)state;
    }
}

static void light_point(struct solver *solver, uint32_t point) {
    solver->n_unlit -= solver->lit[point]++ == 0 && solver->is_target[point];
}

static void unlight_point(struct solver *solver, uint32_t point) {
    solver->n_unlit += --solver->lit[point] == 0 && solver->is_target[point];
}

static void enter(struct solver *solver, uint32_t state, unsigned block) {
    const struct lw_lazors_beam *beam = &solver->beams[state];
    if (block == LW_LAZORS_EMPTY || block == LW_LAZORS_REFRACT) {
        solver->steps[solver->n_steps++] = state;
        light_point(solver, state / 4);
        light_point(solver, (uint32_t)beam->straight / 4);
        meet(solver, beam->straight);
    }
    if (block == LW_LAZORS_MIRROR || block == LW_LAZORS_REFRACT) {
        meet(solver, beam->reflected);
    }
}

static void run(struct solver *solver) {
    while (solver->n_done < solver->n_met) {
        uint32_t state = solver->met[solver->n_done++];
        int32_t cell = solver->beams[state].cell;
        if (cell < 0) {
            continue;
        }
        if (solver->decided[cell] == LAZORS_UNDECIDED) {
            solver->waiting[solver->n_waiting++] = state;
        } else {
            enter(solver, state, solver->decided[cell]);
        }
    }
}

static void decide(struct solver *solver, int32_t cell, unsigned block) {
    uint32_t n_waiting = solver->n_waiting;
    solver->decided[cell] = (uint8_t)block;
    solver->n_undecided--;
    if (block != LW_LAZORS_EMPTY) {
        solver->left[block]--;
        solver->n_left--;
    }
    for (uint32_t i = 0; i < n_waiting; i++) {
        if (solver->beams[solver->waiting[i]].cell == cell) {
            enter(solver, solver->waiting[i], block);
        }
    }
    run(solver);
}

static void undo(struct solver *solver, const struct frame *frame) {
    unsigned block = solver->decided[frame->cell];
    if (block == LAZORS_UNDECIDED) {
        return;
    }
    solver->decided[frame->cell] = LAZORS_UNDECIDED;
    solver->n_undecided++;
    if (block != LW_LAZORS_EMPTY) {
        solver->left[block]++;
        solver->n_left++;
    }
    while (solver->n_steps > frame->n_steps) {
        uint32_t state = solver->steps[--solver->n_steps];
        unlight_point(solver, state / 4);
        unlight_point(solver, (uint32_t)solver->beams[state].straight / 4);
    }
    while (solver->n_met > frame->n_beams) {
        solver->seen[solver->met[--solver->n_met]] = 0;
    }
    solver->n_done = solver->n_met;
    solver->n_waiting = frame->n_waiting;
}

/* Cutting. */

static uint32_t reach_state(struct solver *solver, uint32_t tail, int32_t state) {
    if (solver->seen[state] || solver->mark[state] == solver->round) {
        return tail;
    }
    solver->mark[state] = solver->round;
    solver->reach[tail] = (uint32_t)state;
    return tail + 1;
}

/* Marks a point as within reach; true when that was the last target missing. */
static bool reach_point(struct solver *solver, uint32_t point, uint32_t *n_missing) {
    if (solver->is_target[point] && solver->lit[point] == 0 &&
        solver->mark_point[point] != solver->round) {
        solver->mark_point[point] = solver->round;
        (*n_missing)--;
    }
    return *n_missing == 0;
}

/* May every unlit target still be lit? Undecided cells pass light on and, while there
 * are blocks that reflect, reflect it too. */
static bool targets_in_reach(struct solver *solver) {
    uint32_t n_missing = solver->n_unlit, tail = 0;
    if (n_missing == 0) {
        return true;
    }
    bool reflects = solver->left[LW_LAZORS_MIRROR] + solver->left[LW_LAZORS_REFRACT] > 0;
    solver->round++;
    for (uint32_t i = 0; i < solver->n_waiting; i++) {
        uint32_t state = solver->waiting[i];
        if (solver->decided[solver->beams[state].cell] == LAZORS_UNDECIDED) {
            solver->reach[tail++] = state;
        }
    }
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t state = solver->reach[head];
        const struct lw_lazors_beam *beam = &solver->beams[state];
        if (beam->cell < 0) {
            continue;
        }
        unsigned block = solver->decided[beam->cell];
        if (block != LW_LAZORS_MIRROR && block != LW_LAZORS_OPAQUE) {
            if (reach_point(solver, state / 4, &n_missing) ||
                reach_point(solver, (uint32_t)beam->straight / 4, &n_missing)) {
                return true;
            }
            tail = reach_state(solver, tail, beam->straight);
        }
        if (block == LW_LAZORS_MIRROR || block == LW_LAZORS_REFRACT ||
            (block == LAZORS_UNDECIDED && reflects)) {
            tail = reach_state(solver, tail, beam->reflected);
        }
    }
    return false;
}

/* The search. */

static bool allowed(const struct solver *solver, unsigned block) {
    if (block != LW_LAZORS_EMPTY) {
        return solver->left[block] > 0;
    }
    /* An empty cell must leave room for all blocks that have to be placed. */
    return !solver->search->place_all || solver->n_left < solver->n_undecided;
}

static struct frame frame_at(const struct solver *solver, int32_t cell) {
    return (struct frame){.n_beams = solver->n_met,
                          .n_waiting = solver->n_waiting,
                          .n_steps = solver->n_steps,
                          .cell = cell};
}

/* Can the targets still be lit, and do the blocks left still fit? */
static bool alive(struct solver *solver) {
    return (!solver->search->place_all || solver->n_left <= solver->n_undecided) &&
           targets_in_reach(solver);
}

/* The options of a cell that do not die at once, as a set of bits. */
static uint32_t try_options(struct solver *solver, const struct frame *frame) {
    uint32_t options = 0;
    for (unsigned block = 0; block < LW_LAZORS_N_BLOCKS; block++) {
        if (allowed(solver, block)) {
            solver->n_tried++;
            decide(solver, frame->cell, block);
            options |= alive(solver) ? 1U << block : 0;
            undo(solver, frame);
        }
    }
    return options;
}

static uint32_t all_options(const struct solver *solver) {
    uint32_t options = 0;
    for (unsigned block = 0; block < LW_LAZORS_N_BLOCKS; block++) {
        options |= allowed(solver, block) ? 1U << block : 0;
    }
    return options;
}

/* Branches on the cell with the fewest options among those that beams wait for; cell -1:
 * none is waited for. Once all targets are lit no option dies, and the first will do. */
static struct frame choose(struct solver *solver) {
    struct frame best = {.cell = -1};
    uint32_t fewest = LW_LAZORS_N_BLOCKS + 1;
    solver->look++;
    for (uint32_t i = 0; i < solver->n_waiting && fewest > 1; i++) {
        int32_t cell = solver->beams[solver->waiting[i]].cell;
        if (solver->decided[cell] != LAZORS_UNDECIDED ||
            solver->looked[cell] == solver->look) {
            continue;
        }
        solver->looked[cell] = solver->look;
        struct frame frame = frame_at(solver, cell);
        bool settled = solver->n_unlit == 0;
        frame.options = settled ? all_options(solver) : try_options(solver, &frame);
        uint32_t n = lw_bits_count(frame.options);
        if (n < fewest) {
            fewest = n;
            best = frame;
        }
        if (settled) {
            break;
        }
    }
    return best;
}

static bool report(struct solver *solver) {
    struct lazors_search *search = solver->search;
    struct lazors_solution solution = {.decided = solver->decided,
                                       .n_undecided = solver->n_undecided};
    memcpy(solution.left, solver->left, sizeof solution.left);
    search->n_classes++;
    return search->found == NULL || search->found(search->ctx, &solution);
}

/* Looks at the node reached: opens a frame, reports a solution, or neither. False: stop
 * altogether. */
static bool visit(struct solver *solver) {
    solver->search->nodes++;
    if (!alive(solver)) {
        return true;
    }
    struct frame frame = choose(solver);
    if (frame.cell < 0) {
        return report(solver);
    }
    if (frame.options != 0) {
        solver->frames[solver->n_frames++] = frame;
    }
    return true;
}

static void search_all(struct solver *solver, struct lw_meter *meter) {
    bool go_on = visit(solver);
    while (go_on && solver->n_frames > 0) {
        struct frame *frame = &solver->frames[solver->n_frames - 1];
        undo(solver, frame);
        while (frame->next_option < LW_LAZORS_N_BLOCKS &&
               (frame->options >> frame->next_option & 1) == 0) {
            frame->next_option++;
        }
        if (frame->next_option == LW_LAZORS_N_BLOCKS) {
            solver->n_frames--;
            continue;
        }
        uint64_t n_tried = 1 + solver->n_tried;
        solver->n_tried = 0;
        if (lw_meter_tick(meter, n_tried) != LW_STOP_NONE) {
            solver->search->stop = meter->stop;
            return;
        }
        solver->search->generated++;
        decide(solver, frame->cell, frame->next_option++);
        go_on = visit(solver);
    }
    solver->search->complete = go_on;
}

static void begin(struct solver *solver) {
    const struct lw_lazors_level *level = solver->search->level;
    for (uint32_t i = 0; i < level->width * level->height; i++) {
        bool open = (level->cells[i] & LW_LAZORS_OPEN) != 0;
        solver->decided[i] = (uint8_t)(open ? LAZORS_UNDECIDED : level->cells[i]);
    }
    solver->n_undecided = level->n_open;
    memcpy(solver->left, solver->search->stock, sizeof solver->left);
    solver->n_left = solver->left[1] + solver->left[2] + solver->left[3];
    for (uint32_t i = 0; i < level->n_targets; i++) {
        uint32_t point =
            lw_lazors_point(&solver->trace, level->targets[i].x, level->targets[i].y);
        solver->n_unlit += !solver->is_target[point];
        solver->is_target[point] = 1;
    }
    for (uint32_t i = 0; i < level->n_lasers; i++) {
        const struct lw_lazors_laser *laser = &level->lasers[i];
        meet(solver, (int32_t)lw_lazors_state(&solver->trace, laser->x, laser->y,
                                              laser->vx, laser->vy));
    }
    run(solver);
}

lw_status lw_lazors_enumerate(struct lazors_search *search, struct lw_meter *meter,
                              const struct lw_alloc *alloc) {
    struct lw_alloc_limit limit;
    struct solver solver;
    lw_alloc_limit_init(&limit, alloc, meter->budget.memory_bytes);
    search->nodes = search->generated = search->n_classes = 0;
    search->complete = false;
    search->stop = LW_STOP_NONE;
    bool ready = solver_init(&solver, search, &limit.alloc);
    if (ready) {
        begin(&solver);
        search_all(&solver, meter);
    }
    search->peak_bytes = limit.peak_bytes;
    lw_lazors_trace_free(&solver.trace);
    if (!ready && limit.refused) {
        search->stop = LW_STOP_MEMORY;
        return LW_OK;
    }
    return ready ? LW_OK : LW_NO_MEMORY;
}
