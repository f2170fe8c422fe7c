/* Reasoning about the whole board: what every path must pass through.
 *
 * One depth-first walk over the edges that are not ruled out finds the squares that hold
 * a part of the board to the rest (Tarjan 1972). A colour with one endpoint behind such a
 * square must pass it, two such colours are a contradiction, a colour with both
 * endpoints behind it stays there, and one with none never enters. Each part so split
 * must also balance like a chessboard: a path between squares of the same shade covers
 * one more of that shade, any other path as many of each. */
#include "solve/engine.h"

#include <string.h>

/* Squares inside a piece of path are not visited: they have the colours of its ends, and
 * twice their shades is counted with the end that is met last. */
static int32_t inner_balance(const struct flow_engine *engine, uint32_t cell) {
    uint32_t mate = engine->mate[cell];
    bool odd = engine->shade[cell] == engine->shade[mate];
    return odd && mate != cell && engine->seen[mate] != 0 ? -2 * engine->shade[cell] : 0;
}

static void enter(struct flow_engine *engine, uint32_t cell, uint32_t parent,
                  uint32_t via, uint32_t number) {
    bool endpoint = engine->degree[cell] == 1;
    uint64_t bit = endpoint ? engine->colours[cell] : 0;
    bool piece = engine->mate[cell] != cell;
    engine->visits[cell] = (struct flow_visit){
        .any = bit,
        .odd = bit,
        /* Twice the square's shade, less its shade when half a pair's share. */
        .balance = engine->shade[cell] * (endpoint ? 1 : 2) + inner_balance(engine, cell),
        .parent = (uint16_t)parent,
        .low = (uint16_t)number,
        .dirs = (uint8_t)(engine->open[cell] | (piece ? 1U << FLOW_ALONG : 0)),
        .via = (uint8_t)via,
    };
    engine->seen[cell] = (uint16_t)number;
    engine->order[number - 1] = (uint16_t)cell;
}

/* Walks one component; seen numbers count from 1. Returns the next number. */
static uint32_t walk(struct flow_engine *engine, uint32_t root, uint32_t number) {
    struct flow_visit *visits = engine->visits;
    const uint16_t *seen = engine->seen;
    enter(engine, root, FLOW_NO_CELL, 0, number++);
    uint32_t cell = root;
    for (;;) {
        struct flow_visit *visit = &visits[cell];
        if (visit->dirs == 0) {
            uint32_t parent = visit->parent;
            if (parent == FLOW_NO_CELL) {
                return number;
            }
            visit->cut = visit->low >= seen[parent];
            if (visit->low < visits[parent].low) {
                visits[parent].low = visit->low;
            }
            cell = parent;
            continue;
        }
        uint32_t dir = flow_first_dir(visit->dirs);
        visit->dirs &= (uint8_t)(visit->dirs - 1);
        uint32_t next =
            dir == FLOW_ALONG ? engine->mate[cell] : flow_neighbour(engine, cell, dir);
        if (seen[next] == 0) {
            enter(engine, next, cell, dir, number++);
            cell = next;
        } else if (next != visit->parent && seen[next] < visit->low) {
            visit->low = seen[next];
        }
    }
}

/* What hangs from parent by that square alone, with cell as its root. */
static bool judge_cut(struct flow_engine *engine, uint32_t cell, uint32_t parent) {
    struct flow_visit *visit = &engine->visits[cell];
    uint64_t through = visit->odd, within = visit->any & ~visit->odd;
    int32_t side = engine->shade[parent];
    bool bridge = visit->low > engine->seen[parent], along = visit->via == FLOW_ALONG;
    visit->home = within & ~visit->closed;
    visit->closed |= within;
    engine->visits[parent].guest |= visit->home;
    if (through != 0) {
        return flow_single(through) && visit->balance == -side &&
               flow_keep_colours(engine, parent, through) &&
               (!bridge || along || lw_flow_set_used(engine, parent, visit->via));
    }
    if (bridge && (along || !lw_flow_set_unused(engine, parent, visit->via))) {
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

bool lw_flow_connect(struct flow_engine *engine) {
    memset(engine->seen, 0, engine->n_cells * sizeof *engine->seen);
    uint32_t number = 1;
    for (uint32_t i = 0; i < engine->n_cells; i++) {
        bool node = engine->open[i] != 0 || engine->degree[i] == 1;
        if (!node || engine->seen[i] != 0 || (engine->colours[i] & engine->done) != 0) {
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
