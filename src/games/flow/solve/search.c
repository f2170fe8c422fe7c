/* Depth-first search over edges with the reasoning of engine.c and connect.c.
 *
 * Branches where few choices are left and where reasoning has failed before (Boussemart
 * et al. 2004 weigh constraints the same way), so that a proof stays in the corner of
 * the board that makes it. */
#include "solve/engine.h"

struct choice {
    size_t trail_len;
    uint16_t cell;
    uint8_t dir;
    bool second;
};

/* The square to branch on; FLOW_NO_CELL when every edge is decided. */
static uint32_t choose_cell(const struct flow_engine *engine) {
    uint32_t best = FLOW_NO_CELL;
    uint64_t best_score = 0;
    for (uint32_t i = 0; i < engine->n_cells; i++) {
        uint32_t could = flow_bits(engine->open[i]);
        if (could == 0) {
            continue;
        }
        uint32_t want = engine->degree[i] - flow_bits(engine->used[i]);
        /* Ways to choose: 2 of 2..4 or 1 of 2..3. */
        uint32_t ways = want == 2 ? could * (could - 1) / 2 : could;
        uint64_t score = ((uint64_t)engine->weight[i] + 1) << 12;
        score /= ways * ways + lw_bits_count(engine->colours[i]);
        if (score > best_score) {
            best_score = score;
            best = i;
        }
    }
    return best;
}

static bool too_many_turns(const struct flow_engine *engine,
                           const struct flow_search_options *options) {
    return options->turn_limit != NULL &&
           lw_flow_count_turns(engine->used, engine->degree, engine->n_cells) >=
               *options->turn_limit;
}

/* Towards the tightest neighbour: what is not covered now is hard to cover later. */
static uint32_t choose_dir(const struct flow_engine *engine, uint32_t cell) {
    uint32_t best = 0, fewest = 5;
    for (uint32_t dirs = engine->open[cell]; dirs != 0; dirs &= dirs - 1) {
        uint32_t dir = flow_first_dir(dirs);
        uint32_t could = flow_bits(engine->open[flow_neighbour(engine, cell, dir)]);
        if (could < fewest) {
            fewest = could;
            best = dir;
        }
    }
    return best;
}

struct stack {
    struct choice *items;
    size_t len, cap;
};

/* Goes back to the last choice with a second way and takes it; false: none left. */
static bool back_up(struct flow_engine *engine, struct stack *stack) {
    while (stack->len > 0) {
        struct choice *choice = &stack->items[stack->len - 1];
        lw_flow_undo(engine, choice->trail_len);
        if (!choice->second) {
            choice->second = true;
            if (lw_flow_set_unused(engine, choice->cell, choice->dir)) {
                return true;
            }
        }
        stack->len--;
    }
    return false;
}

static enum flow_end run(struct flow_engine *engine, struct lw_meter *meter,
                         const struct flow_search_options *options, struct stack *stack,
                         flow_found_fn found, void *ctx) {
    uint64_t first = engine->nodes;
    for (;;) {
        engine->nodes++;
        if (lw_meter_tick(meter, 1) != LW_STOP_NONE ||
            (options->max_nodes != 0 && engine->nodes - first > options->max_nodes)) {
            return FLOW_END_LIMIT;
        }
        uint32_t cell = FLOW_NO_CELL;
        bool alive = lw_flow_settle(engine);
        if (engine->out_of_memory) {
            return FLOW_END_LIMIT;
        }
        if (!alive) {
            engine->weight[engine->culprit]++;
        } else if (!too_many_turns(engine, options)) {
            cell = choose_cell(engine);
            if (cell == FLOW_NO_CELL && !found(ctx, engine)) {
                return FLOW_END_STOPPED;
            }
        }
        if (cell == FLOW_NO_CELL) {
            if (!back_up(engine, stack)) {
                return FLOW_END_ALL;
            }
            continue;
        }
        if (!lw_grow(engine->alloc, &stack->items, &stack->cap, stack->len + 1,
                     sizeof *stack->items)) {
            engine->out_of_memory = true;
            return FLOW_END_LIMIT;
        }
        uint32_t dir = choose_dir(engine, cell);
        stack->items[stack->len++] = (struct choice){
            .trail_len = engine->trail_len, .cell = (uint16_t)cell, .dir = (uint8_t)dir};
        if (!lw_flow_set_used(engine, cell, dir) && !back_up(engine, stack)) {
            return FLOW_END_ALL;
        }
    }
}

enum flow_end lw_flow_search(struct flow_engine *engine, struct lw_meter *meter,
                             const struct flow_search_options *options,
                             flow_found_fn found, void *ctx) {
    struct stack stack = {0};
    enum flow_end end = run(engine, meter, options, &stack, found, ctx);
    lw_alloc_free(engine->alloc, stack.items, stack.cap * sizeof *stack.items);
    return end;
}
