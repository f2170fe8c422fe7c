/* Reasoning about the whole board: what every path must pass through.
 *
 * One depth-first walk over the edges that are not ruled out finds the squares that hold
 * a part of the board to the rest (Tarjan 1972). A colour with one endpoint behind such a
 * square must pass it, two such colours are a contradiction, a colour with both
 * endpoints behind it stays there, and one with none never enters. Each part so split
 * must also balance like a chessboard: a path between squares of the same shade covers
 * one more of that shade, any other path as many of each. */
#include "engine.h"

static int32_t shade(const struct flow_engine *engine, uint32_t cell) {
    uint32_t w = engine->level->width;
    return ((cell % w + cell / w) & 1) != 0 ? -1 : 1;
}

static void enter(struct flow_engine *engine, uint32_t cell, uint32_t parent,
                  uint32_t number) {
    bool endpoint = engine->degree[cell] == 1;
    uint64_t bit = endpoint ? engine->colours[cell] : 0;
    engine->visits[cell] = (struct flow_visit){
        .any = bit,
        .odd = bit,
        /* Twice the square's shade, less its shade when half a pair's share. */
        .balance = shade(engine, cell) * (endpoint ? 1 : 2),
        .parent = (uint16_t)parent,
        .seen = (uint16_t)number,
        .low = (uint16_t)number,
        .dirs = (uint8_t)(engine->used[cell] | engine->open[cell]),
    };
    engine->order[number - 1] = (uint16_t)cell;
}

/* Walks one component; seen numbers count from 1. Returns the next number. */
static uint32_t walk(struct flow_engine *engine, uint32_t root, uint32_t number) {
    struct flow_visit *visits = engine->visits;
    enter(engine, root, FLOW_NO_CELL, number++);
    uint32_t cell = root;
    for (;;) {
        struct flow_visit *visit = &visits[cell];
        if (visit->dirs == 0) {
            uint32_t parent = visit->parent;
            if (parent == FLOW_NO_CELL) {
                return number;
            }
            visit->cut = visit->low >= visits[parent].seen;
            if (visit->low < visits[parent].low) {
                visits[parent].low = visit->low;
            }
            cell = parent;
            continue;
        }
        uint32_t dir = flow_first_dir(visit->dirs);
        visit->dirs &= (uint8_t)(visit->dirs - 1);
        uint32_t next = flow_neighbour(engine, cell, dir);
        if (visits[next].seen == 0) {
            enter(engine, next, cell, number++);
            cell = next;
        } else if (next != visit->parent && visits[next].seen < visit->low) {
            visit->low = visits[next].seen;
        }
    }
}

/* What hangs from parent by that square alone, with cell as its root. */
static bool judge_cut(struct flow_engine *engine, uint32_t cell, uint32_t parent) {
    struct flow_visit *visit = &engine->visits[cell];
    uint64_t through = visit->odd, within = visit->any & ~visit->odd;
    int32_t side = shade(engine, parent);
    bool bridge = visit->low > engine->visits[parent].seen;
    uint32_t difference = cell > parent ? cell - parent : parent - cell;
    uint32_t down = difference == 1 && engine->level->width > 1
                        ? (cell > parent ? LW_DIR_RIGHT : LW_DIR_LEFT)
                        : (cell > parent ? LW_DIR_DOWN : LW_DIR_UP);
    visit->home = within & ~visit->closed;
    visit->closed |= within;
    engine->visits[parent].guest |= visit->home;
    if (through != 0) {
        return flow_single(through) && visit->balance == -side &&
               flow_keep_colours(engine, parent, through) &&
               (!bridge || flow_set_used(engine, parent, down));
    }
    if (bridge && !flow_set_unused(engine, parent, down)) {
        return false;
    }
    if (visit->balance == 0) {
        /* The parent is covered from outside. */
        return within != 0 && flow_keep_colours(engine, parent, ~within);
    }
    return engine->degree[parent] == 2 && visit->balance + 2 * side == 0 &&
           flow_keep_colours(engine, parent, within);
}

static bool gather(struct flow_engine *engine, uint32_t first, uint32_t last) {
    struct flow_visit *visits = engine->visits;
    for (uint32_t i = last; i-- > first;) {
        uint32_t cell = engine->order[i];
        struct flow_visit *visit = &visits[cell];
        if (visit->parent == FLOW_NO_CELL) {
            if (visit->odd != 0 || visit->balance != 0) {
                engine->culprit = (uint16_t)cell;
                return false;
            }
            continue;
        }
        struct flow_visit *parent = &visits[visit->parent];
        if (visit->cut && !judge_cut(engine, cell, visit->parent)) {
            engine->culprit = visit->parent;
            return false;
        }
        parent->any |= visit->any;
        parent->odd ^= visit->odd;
        parent->closed |= visit->closed;
        parent->balance += visit->balance;
    }
    return true;
}

static bool spread(struct flow_engine *engine, uint32_t first, uint32_t last) {
    struct flow_visit *visits = engine->visits;
    uint64_t closed = visits[engine->order[first]].closed;
    for (uint32_t i = first; i < last; i++) {
        uint32_t cell = engine->order[i];
        struct flow_visit *visit = &visits[cell];
        if (visit->parent == FLOW_NO_CELL) {
            visit->reach = visit->any;
        } else {
            const struct flow_visit *parent = &visits[visit->parent];
            visit->reach = parent->reach & (visit->cut ? visit->any : ~0ULL);
            visit->inside = parent->inside | visit->home;
        }
        uint64_t keep = visit->reach & (~closed | visit->inside | visit->guest);
        if (!flow_keep_colours(engine, cell, keep)) {
            return false;
        }
    }
    return true;
}

bool flow_connect(struct flow_engine *engine) {
    for (uint32_t i = 0; i < engine->n_cells; i++) {
        engine->visits[i].seen = 0;
    }
    uint32_t number = 1;
    for (uint32_t i = 0; i < engine->n_cells; i++) {
        if (engine->visits[i].seen != 0 || (engine->colours[i] & engine->done) != 0) {
            continue;
        }
        uint32_t first = number - 1;
        number = walk(engine, i, number);
        if (!gather(engine, first, number - 1) || !spread(engine, first, number - 1)) {
            return false;
        }
    }
    return true;
}
