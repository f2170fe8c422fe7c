/* Local reasoning on edges and colours.
 *
 * A square needs one used edge (endpoint) or two. Used edges carry the set of possible
 * colours along; an open edge between squares without a common colour is unused; a piece
 * of path never closes on itself. Every change is on a trail, so that search takes
 * changes back in the reverse order. */
#include "solve/engine.h"

#include <assert.h>
#include <string.h>

/* Lays one array out behind the others; base NULL: only measures. */
static void *place(uint8_t *base, size_t *used, size_t count, size_t bytes_each) {
    size_t at = (*used + 15) & ~(size_t)15;
    *used = at + count * bytes_each;
    return base == NULL ? NULL : base + at;
}

static size_t lay_out(struct flow_engine *engine, uint8_t *base, size_t n) {
    size_t used = sizeof *engine;
    engine->used = place(base, &used, n, 1);
    engine->open = place(base, &used, n, 1);
    engine->inner = place(base, &used, n, 1);
    engine->degree = place(base, &used, n, 1);
    engine->shade = place(base, &used, n, sizeof *engine->shade);
    engine->colours = place(base, &used, n, sizeof *engine->colours);
    engine->mate = place(base, &used, n, sizeof *engine->mate);
    engine->weight = place(base, &used, n, sizeof *engine->weight);
    engine->queue = place(base, &used, n, sizeof *engine->queue);
    engine->queued = place(base, &used, n, 1);
    engine->visits = place(base, &used, n, sizeof *engine->visits);
    engine->seen = place(base, &used, n, sizeof *engine->seen);
    engine->faces = place(base, &used, n, 1);
    engine->order = place(base, &used, n, sizeof *engine->order);
    return used;
}

static void touch(struct flow_engine *engine, uint32_t cell) {
    if ((engine->queued[cell] & 1) != 0) {
        return;
    }
    engine->queued[cell] |= 1;
    uint32_t at = engine->queue_head + engine->queue_len++;
    engine->queue[at >= engine->n_cells ? at - engine->n_cells : at] = (uint16_t)cell;
}

static void fill(struct flow_engine *engine, const struct lw_flow_level *level) {
    uint32_t w = level->width, h = level->height;
    engine->step[LW_DIR_UP] = -(int32_t)w;
    engine->step[LW_DIR_DOWN] = (int32_t)w;
    engine->step[LW_DIR_LEFT] = -1;
    engine->step[LW_DIR_RIGHT] = 1;
    uint64_t all = level->n_colours == 64 ? ~0ULL : (1ULL << level->n_colours) - 1;
    for (uint32_t i = 0; i < engine->n_cells; i++) {
        uint32_t x = i % w, y = i / w;
        uint32_t inner =
            (y > 0 ? 1U << LW_DIR_UP : 0) | (x + 1 < w ? 1U << LW_DIR_RIGHT : 0) |
            (y + 1 < h ? 1U << LW_DIR_DOWN : 0) | (x > 0 ? 1U << LW_DIR_LEFT : 0);
        uint32_t colour = level->cells[i];
        engine->inner[i] = engine->open[i] = (uint8_t)inner;
        engine->degree[i] = colour != 0 ? 1 : 2;
        engine->shade[i] = ((x + y) & 1) != 0 ? -1 : 1;
        engine->colours[i] = colour != 0 ? 1ULL << (colour - 1) : all;
        engine->mate[i] = (uint16_t)i;
        touch(engine, i);
    }
}

lw_status lw_flow_engine_create(const struct lw_flow_level *level, bool strict,
                                const struct lw_alloc *alloc, struct flow_engine **out) {
    struct flow_engine measure;
    size_t n = (size_t)level->width * level->height;
    size_t bytes = lay_out(&measure, NULL, n);
    struct flow_engine *engine = lw_alloc_zero(alloc, 1, bytes);
    if (engine == NULL) {
        return LW_NO_MEMORY;
    }
    (void)lay_out(engine, (uint8_t *)engine, n);
    engine->alloc = alloc;
    engine->level = level;
    engine->bytes = bytes;
    engine->n_cells = (uint32_t)n;
    engine->strict = strict;
    engine->culprit = 0;
    fill(engine, level);
    *out = engine;
    return LW_OK;
}

void lw_flow_engine_destroy(struct flow_engine *engine) {
    if (engine != NULL) {
        const struct lw_alloc *alloc = engine->alloc;
        lw_alloc_free(alloc, engine->trail, engine->trail_cap * sizeof *engine->trail);
        lw_alloc_free(alloc, engine, engine->bytes);
    }
}

static void forget_queue(struct flow_engine *engine) {
    while (engine->queue_len > 0) {
        engine->queued[engine->queue[engine->queue_head]] = 0;
        engine->queue_head++;
        if (engine->queue_head == engine->n_cells) {
            engine->queue_head = 0;
        }
        engine->queue_len--;
    }
}

static bool remember(struct flow_engine *engine, enum flow_slot slot, uint32_t cell,
                     uint64_t old) {
    if (engine->trail_len == engine->trail_cap &&
        !lw_grow(engine->alloc, &engine->trail, &engine->trail_cap, engine->trail_len + 1,
                 sizeof *engine->trail)) {
        engine->out_of_memory = true;
        return false;
    }
    engine->trail[engine->trail_len++] =
        (struct flow_undo){.old = old, .cell = (uint16_t)cell, .slot = (uint16_t)slot};
    return true;
}

void lw_flow_undo(struct flow_engine *engine, size_t trail_len) {
    forget_queue(engine);
    while (engine->trail_len > trail_len) {
        const struct flow_undo *undo = &engine->trail[--engine->trail_len];
        switch ((enum flow_slot)undo->slot) {
        case FLOW_SLOT_EDGES:
            engine->used[undo->cell] = (uint8_t)(undo->old & 15);
            engine->open[undo->cell] = (uint8_t)(undo->old >> 4);
            break;
        case FLOW_SLOT_COLOURS:
            engine->colours[undo->cell] = undo->old;
            break;
        case FLOW_SLOT_MATE:
            engine->mate[undo->cell] = (uint16_t)undo->old;
            break;
        case FLOW_SLOT_DONE:
            engine->done = undo->old;
            break;
        }
    }
}

static bool fail_at(struct flow_engine *engine, uint32_t cell) {
    engine->culprit = (uint16_t)cell;
    return false;
}

bool lw_flow_drop_colours(struct flow_engine *engine, uint32_t cell, uint64_t keep) {
    uint64_t old = engine->colours[cell];
    if ((old & keep) == 0) {
        return fail_at(engine, cell);
    }
    if (!remember(engine, FLOW_SLOT_COLOURS, cell, old)) {
        return false;
    }
    engine->colours[cell] = old & keep;
    uint32_t dirs = engine->strict ? engine->inner[cell]
                                   : (uint32_t)(engine->used[cell] | engine->open[cell]);
    touch(engine, cell);
    for (; dirs != 0; dirs &= dirs - 1) {
        touch(engine, flow_neighbour(engine, cell, flow_first_dir(dirs)));
    }
    return true;
}

static bool change_edges(struct flow_engine *engine, uint32_t cell, uint32_t used,
                         uint32_t open) {
    uint64_t old = engine->used[cell] | (uint64_t)engine->open[cell] << 4;
    if (!remember(engine, FLOW_SLOT_EDGES, cell, old)) {
        return false;
    }
    engine->used[cell] = (uint8_t)used;
    engine->open[cell] = (uint8_t)open;
    touch(engine, cell);
    return true;
}

bool lw_flow_set_unused(struct flow_engine *engine, uint32_t cell, uint32_t dir) {
    uint32_t bit = 1U << dir;
    if ((engine->open[cell] & bit) == 0) {
        return (engine->used[cell] & bit) == 0 || fail_at(engine, cell);
    }
    uint32_t other = flow_neighbour(engine, cell, dir);
    uint32_t back = 1U << flow_opposite(dir);
    return change_edges(engine, cell, engine->used[cell], engine->open[cell] & ~bit) &&
           change_edges(engine, other, engine->used[other], engine->open[other] & ~back);
}

/* A finished path leaves its colour to nobody else. */
static bool finish_colour(struct flow_engine *engine, uint32_t end) {
    uint64_t bit = engine->colours[end];
    if (!remember(engine, FLOW_SLOT_DONE, 0, engine->done)) {
        return false;
    }
    engine->done |= bit;
    uint8_t *on_path = engine->queued; /* bit 1 is free for marks */
    uint32_t cell = end, came = LW_N_DIRS;
    for (;;) {
        on_path[cell] |= 2;
        uint32_t dirs = engine->used[cell];
        if (came != LW_N_DIRS) {
            dirs &= ~(1U << came);
        }
        if (dirs == 0) {
            break;
        }
        uint32_t dir = flow_first_dir(dirs);
        cell = flow_neighbour(engine, cell, dir);
        came = flow_opposite(dir);
    }
    bool ok = true;
    for (uint32_t i = 0; i < engine->n_cells; i++) {
        bool mine = (on_path[i] & 2) != 0;
        on_path[i] &= 1;
        if (ok && !mine) {
            ok = flow_keep_colours(engine, i, ~bit);
        }
    }
    return ok;
}

/* Joins the pieces of path that end in a and b. */
static bool join(struct flow_engine *engine, uint32_t a, uint32_t b) {
    uint32_t far_a = engine->mate[a], far_b = engine->mate[b];
    if (far_a == b) {
        return fail_at(engine, a);
    }
    if (!remember(engine, FLOW_SLOT_MATE, far_a, engine->mate[far_a]) ||
        !remember(engine, FLOW_SLOT_MATE, far_b, engine->mate[far_b])) {
        return false;
    }
    engine->mate[far_a] = (uint16_t)far_b;
    engine->mate[far_b] = (uint16_t)far_a;
    if (engine->degree[far_a] == 1 && engine->degree[far_b] == 1) {
        if (engine->colours[far_a] != engine->colours[far_b]) {
            return fail_at(engine, a);
        }
        return finish_colour(engine, far_a);
    }
    uint32_t dirs = engine->open[far_a];
    for (; dirs != 0; dirs &= dirs - 1) {
        uint32_t dir = flow_first_dir(dirs);
        if (flow_neighbour(engine, far_a, dir) == far_b) {
            return lw_flow_set_unused(engine, far_a, dir);
        }
    }
    return true;
}

bool lw_flow_set_used(struct flow_engine *engine, uint32_t cell, uint32_t dir) {
    uint32_t bit = 1U << dir;
    if ((engine->open[cell] & bit) == 0) {
        return (engine->used[cell] & bit) != 0 || fail_at(engine, cell);
    }
    uint32_t other = flow_neighbour(engine, cell, dir);
    uint32_t back = 1U << flow_opposite(dir);
    /* Only ends of pieces may be joined: elsewhere mate[] says nothing. */
    if (flow_bits(engine->used[cell]) == engine->degree[cell] ||
        flow_bits(engine->used[other]) == engine->degree[other]) {
        return fail_at(engine, cell);
    }
    return change_edges(engine, cell, engine->used[cell] | bit,
                        engine->open[cell] & ~bit) &&
           change_edges(engine, other, engine->used[other] | back,
                        engine->open[other] & ~back) &&
           join(engine, cell, other);
}

static bool check_degree(struct flow_engine *engine, uint32_t cell) {
    uint32_t have = flow_bits(engine->used[cell]);
    uint32_t could = flow_bits(engine->open[cell]);
    uint32_t want = engine->degree[cell];
    if (have > want || have + could < want) {
        return fail_at(engine, cell);
    }
    if (could == 0) {
        return true;
    }
    if (have == want) {
        for (uint32_t dirs = engine->open[cell]; dirs != 0; dirs &= dirs - 1) {
            if (!lw_flow_set_unused(engine, cell, flow_first_dir(dirs))) {
                return false;
            }
        }
    } else if (have + could == want) {
        for (uint32_t dirs = engine->open[cell]; dirs != 0; dirs &= dirs - 1) {
            if (!lw_flow_set_used(engine, cell, flow_first_dir(dirs))) {
                return false;
            }
        }
    }
    return true;
}

/* A colour needs as many neighbours that can have it as the square needs edges. */
static bool check_colours(struct flow_engine *engine, uint32_t cell) {
    uint64_t mine = engine->colours[cell];
    uint64_t once = 0, twice = 0;
    for (uint32_t dirs = engine->used[cell]; dirs != 0; dirs &= dirs - 1) {
        uint32_t other = flow_neighbour(engine, cell, flow_first_dir(dirs));
        mine &= engine->colours[other];
        twice |= once & engine->colours[other];
        once |= engine->colours[other];
    }
    for (uint32_t dirs = engine->open[cell]; dirs != 0; dirs &= dirs - 1) {
        uint32_t dir = flow_first_dir(dirs);
        uint64_t theirs = engine->colours[flow_neighbour(engine, cell, dir)];
        if ((theirs & mine) == 0 && !lw_flow_set_unused(engine, cell, dir)) {
            return false;
        }
        twice |= once & theirs;
        once |= theirs;
    }
    mine &= engine->degree[cell] == 1 ? once : twice;
    if (!flow_keep_colours(engine, cell, mine)) {
        return false;
    }
    for (uint32_t dirs = engine->used[cell]; dirs != 0; dirs &= dirs - 1) {
        uint32_t other = flow_neighbour(engine, cell, flow_first_dir(dirs));
        if (!flow_keep_colours(engine, other, mine)) {
            return false;
        }
    }
    return true;
}

/* The strict rule: neighbours of one colour are joined. */
static bool check_touching(struct flow_engine *engine, uint32_t cell) {
    uint64_t mine = engine->colours[cell];
    if (!flow_single(mine)) {
        return true;
    }
    uint32_t dirs = engine->inner[cell] & ~(uint32_t)engine->used[cell];
    for (; dirs != 0; dirs &= dirs - 1) {
        uint32_t dir = flow_first_dir(dirs);
        uint32_t other = flow_neighbour(engine, cell, dir);
        if ((engine->open[cell] >> dir & 1) == 0) {
            if (!flow_keep_colours(engine, other, ~mine)) {
                return false;
            }
        } else if (engine->colours[other] == mine &&
                   !lw_flow_set_used(engine, cell, dir)) {
            return false;
        }
    }
    return true;
}

/* Local reasoning to its fixed point. */
static bool propagate(struct flow_engine *engine) {
    while (engine->queue_len > 0) {
        uint32_t cell = engine->queue[engine->queue_head];
        engine->queue_head++;
        if (engine->queue_head == engine->n_cells) {
            engine->queue_head = 0;
        }
        engine->queue_len--;
        engine->queued[cell] = 0;
        if (!check_degree(engine, cell) || !check_colours(engine, cell) ||
            (engine->strict && !check_touching(engine, cell))) {
            return false;
        }
    }
    return true;
}

bool lw_flow_settle(struct flow_engine *engine) {
    do {
        if (!propagate(engine) || !lw_flow_connect(engine)) {
            return false;
        }
    } while (engine->queue_len > 0);
    return lw_flow_uncrossed(engine);
}

uint32_t lw_flow_count_turns(const uint8_t *used, const uint8_t *degree, size_t n_cells) {
    const uint32_t vertical = 1U << LW_DIR_UP | 1U << LW_DIR_DOWN;
    const uint32_t horizontal = 1U << LW_DIR_LEFT | 1U << LW_DIR_RIGHT;
    uint32_t turns = 0;
    for (size_t i = 0; i < n_cells; i++) {
        turns += degree[i] == 2 && flow_bits(used[i]) == 2 && used[i] != vertical &&
                 used[i] != horizontal;
    }
    return turns;
}
