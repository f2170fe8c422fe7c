/* The path of light.
 *
 * Beams loop between mirrors and merge with one another, so every state (point and
 * direction) is handled once; a trace is then linear in the board. */
#include "lazors_internal.h"

#include <string.h>

static int32_t state_or_none(const struct lw_lazors_trace *trace, int x, int y, int vx,
                             int vy) {
    const struct lw_lazors_level *level = trace->level;
    bool inside =
        x >= 0 && y >= 0 && x <= 2 * (int)level->width && y <= 2 * (int)level->height;
    return inside ? (int32_t)lw_lazors_state(trace, x, y, vx, vy) : -1;
}

static struct lw_lazors_beam beam_at(const struct lw_lazors_trace *trace, int x, int y,
                                     int vx, int vy) {
    const struct lw_lazors_level *level = trace->level;
    bool upright = y % 2 != 0; /* the side between a left and a right cell */
    int column = upright ? x / 2 - (vx < 0) : (x - 1) / 2;
    int row = upright ? (y - 1) / 2 : y / 2 - (vy < 0);
    struct lw_lazors_beam beam = {-1, -1, -1};
    if (column < 0 || row < 0 || column >= (int)level->width ||
        row >= (int)level->height) {
        return beam;
    }
    beam.cell = row * (int32_t)level->width + column;
    beam.straight = state_or_none(trace, x + vx, y + vy, vx, vy);
    beam.reflected = state_or_none(trace, x, y, upright ? -vx : vx, upright ? vy : -vy);
    return beam;
}

static void fill_beams(struct lw_lazors_trace *trace, struct lw_lazors_beam *beams) {
    for (int y = 0; y <= 2 * (int)trace->level->height; y++) {
        for (int x = 0; x <= 2 * (int)trace->level->width; x++) {
            for (int dir = 0; dir < 4; dir++) {
                int vx = dir & 1 ? 1 : -1, vy = dir & 2 ? 1 : -1;
                beams[lw_lazors_state(trace, x, y, vx, vy)] =
                    (x + y) % 2 != 0 ? beam_at(trace, x, y, vx, vy)
                                     : (struct lw_lazors_beam){-1, -1, -1};
            }
        }
    }
}

lw_status lw_lazors_trace_init(struct lw_lazors_trace *trace,
                               const struct lw_lazors_level *level,
                               const struct lw_alloc *alloc) {
    *trace = (struct lw_lazors_trace){.level = level, .columns = 2 * level->width + 1};
    lw_arena_init(&trace->arena, alloc);
    trace->n_points = trace->columns * (2 * level->height + 1);
    trace->n_states = trace->n_points * 4;
    struct lw_lazors_beam *beams =
        lw_arena_get(&trace->arena, trace->n_states * sizeof *beams);
    trace->seen = lw_arena_get(&trace->arena, trace->n_states);
    trace->crossed = lw_arena_get(&trace->arena, trace->n_states);
    trace->lit = lw_arena_get(&trace->arena, trace->n_points);
    trace->queue = lw_arena_get(&trace->arena, trace->n_states * sizeof *trace->queue);
    if (beams == NULL || trace->seen == NULL || trace->crossed == NULL ||
        trace->lit == NULL || trace->queue == NULL) {
        lw_lazors_trace_free(trace);
        return LW_NO_MEMORY;
    }
    fill_beams(trace, beams);
    trace->beams = beams;
    return LW_OK;
}

void lw_lazors_trace_free(struct lw_lazors_trace *trace) {
    if (trace->arena.alloc != NULL) {
        lw_arena_free(&trace->arena);
    }
}

static uint32_t push(struct lw_lazors_trace *trace, uint32_t tail, uint32_t state) {
    if (trace->seen[state]) {
        return tail;
    }
    trace->seen[state] = 1;
    trace->queue[tail] = state;
    return tail + 1;
}

static void run_beams(struct lw_lazors_trace *trace, const uint8_t *blocks) {
    uint32_t tail = 0;
    for (uint32_t i = 0; i < trace->level->n_lasers; i++) {
        const struct lw_lazors_laser *laser = &trace->level->lasers[i];
        tail = push(trace, tail,
                    lw_lazors_state(trace, laser->x, laser->y, laser->vx, laser->vy));
    }
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t state = trace->queue[head];
        const struct lw_lazors_beam *beam = &trace->beams[state];
        unsigned block = beam->cell < 0 ? LW_LAZORS_OPAQUE : blocks[beam->cell];
        if (block == LW_LAZORS_EMPTY || block == LW_LAZORS_REFRACT) {
            trace->crossed[state] = 1;
            trace->lit[state / 4] = 1;
            trace->lit[(uint32_t)beam->straight / 4] = 1;
            tail = push(trace, tail, (uint32_t)beam->straight);
        }
        if (block == LW_LAZORS_MIRROR || block == LW_LAZORS_REFRACT) {
            trace->reflections++;
            tail = push(trace, tail, (uint32_t)beam->reflected);
        }
    }
}

/* Is the half-step from the point towards dir lit, whichever way the light goes? */
static bool half_step(const struct lw_lazors_trace *trace, uint32_t point, unsigned dir) {
    uint32_t state = point * 4 + dir;
    const struct lw_lazors_beam *beam = &trace->beams[state];
    if (beam->cell < 0) {
        return false;
    }
    return trace->crossed[state] ||
           trace->crossed[((uint32_t)beam->straight & ~3u) | (dir ^ 3u)];
}

void lw_lazors_trace_run(struct lw_lazors_trace *trace, const uint8_t *blocks) {
    memset(trace->seen, 0, trace->n_states);
    memset(trace->crossed, 0, trace->n_states);
    memset(trace->lit, 0, trace->n_points);
    trace->n_lit_targets = trace->reflections = trace->intersections = 0;
    run_beams(trace, blocks);
    for (uint32_t i = 0; i < trace->level->n_targets; i++) {
        const struct lw_lazors_target *target = &trace->level->targets[i];
        trace->n_lit_targets += trace->lit[lw_lazors_point(trace, target->x, target->y)];
    }
    for (uint32_t point = 0; point < trace->n_points; point++) {
        trace->intersections += trace->lit[point] && half_step(trace, point, 0) &&
                                half_step(trace, point, 1) &&
                                half_step(trace, point, 2) && half_step(trace, point, 3);
    }
}
