/* Breadth-first, A* and greedy best-first search over packed states.
 *
 * States live in one lw_state_set; arrays of parent, move and cost hang off their
 * numbers. Breadth-first needs no queue: numbers are given in the order of discovery.
 * The other orders use a binary heap with lazy deletion: an entry whose cost is no
 * longer its state's cost is skipped. */
#include "lw/search.h"

#include <string.h>

#include "lw/base/hash.h"

struct entry {
    uint64_t key;
    uint32_t cost;
    uint32_t state;
};

struct node {
    uint32_t parent;
    uint32_t move;
    uint32_t cost;
    uint32_t estimate;
};

struct run {
    const struct lw_graph *graph;
    enum lw_graph_order order;
    struct lw_meter *meter;
    struct lw_alloc_limit limit;
    const struct lw_alloc *alloc;
    struct lw_state_set set;
    struct node *nodes;
    size_t nodes_cap;
    struct entry *heap;
    size_t n_heap, heap_cap;
    uint8_t *from, *to; /* one state each, copied because the pool moves */
    uint32_t goal;      /* a generated goal, LW_STATE_NONE when none */
    struct lw_graph_result *result;
};

static bool heap_push(struct run *run, struct entry entry) {
    if (!lw_grow(run->alloc, &run->heap, &run->heap_cap, run->n_heap + 1,
                 sizeof *run->heap)) {
        return false;
    }
    size_t at = run->n_heap++;
    while (at > 0 && run->heap[(at - 1) / 2].key > entry.key) {
        run->heap[at] = run->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    run->heap[at] = entry;
    return true;
}

static struct entry heap_pop(struct run *run) {
    struct entry top = run->heap[0], last = run->heap[--run->n_heap];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= run->n_heap) {
            break;
        }
        if (child + 1 < run->n_heap && run->heap[child + 1].key < run->heap[child].key) {
            child++;
        }
        if (run->heap[child].key >= last.key) {
            break;
        }
        run->heap[at] = run->heap[child];
        at = child;
    }
    run->heap[at] = last;
    return top;
}

static uint64_t key_of(const struct run *run, const struct node *node) {
    uint64_t total = (uint64_t)node->cost + node->estimate;
    if (run->order == LW_GRAPH_GREEDY) {
        return (uint64_t)node->estimate << 32 | node->cost;
    }
    /* Among equal totals the one nearer to a goal goes first. */
    return total << 31 | (node->estimate & 0x7fffffffu);
}

/* Records a way to the state in run->to. False when memory is out. */
static bool reach(struct run *run, uint32_t parent, uint32_t move, uint32_t cost) {
    bool added;
    uint32_t number = lw_state_set_add(&run->set, run->to, &added);
    if (number == LW_STATE_NONE || !lw_grow(run->alloc, &run->nodes, &run->nodes_cap,
                                            (size_t)number + 1, sizeof *run->nodes)) {
        return false;
    }
    struct node *node = &run->nodes[number];
    if (added) {
        *node = (struct node){.cost = LW_GRAPH_DEAD};
        if (run->order != LW_GRAPH_BREADTH && run->graph->estimate != NULL) {
            node->estimate = run->graph->estimate(run->graph->ctx, run->to);
        }
    } else if (run->order != LW_GRAPH_ASTAR || cost >= node->cost) {
        return true;
    }
    node->parent = parent;
    node->move = move;
    node->cost = cost;
    if (node->estimate == LW_GRAPH_DEAD) {
        return true;
    }
    /* A* may find a cheaper way to a goal it has generated, so it waits. */
    if (run->order != LW_GRAPH_ASTAR && run->graph->won != NULL &&
        run->graph->won(run->graph->ctx, run->to)) {
        run->goal = number;
        return true;
    }
    return run->order == LW_GRAPH_BREADTH ||
           heap_push(run, (struct entry){key_of(run, node), cost, number});
}

/* The next state to expand, LW_STATE_NONE when there is none. */
static uint32_t take(struct run *run) {
    if (run->order == LW_GRAPH_BREADTH) {
        uint64_t next = run->result->expanded;
        return next < run->set.n_states ? (uint32_t)next : LW_STATE_NONE;
    }
    while (run->n_heap > 0) {
        struct entry entry = heap_pop(run);
        if (run->nodes[entry.state].cost == entry.cost) {
            return entry.state;
        }
    }
    return LW_STATE_NONE;
}

static bool expand(struct run *run, uint32_t number) {
    const struct lw_graph *graph = run->graph;
    uint32_t moves[LW_GRAPH_MAX_MOVES];
    memcpy(run->from, lw_state_set_get(&run->set, number), graph->state_bytes);
    if (run->order == LW_GRAPH_ASTAR && graph->won != NULL &&
        graph->won(graph->ctx, run->from)) {
        run->goal = number;
        return true;
    }
    run->result->expanded++;
    size_t n_moves = graph->moves(graph->ctx, run->from, moves);
    for (size_t i = 0; i < n_moves && run->goal == LW_STATE_NONE; i++) {
        uint32_t cost = 1;
        if (!graph->step(graph->ctx, run->from, moves[i], run->to, &cost)) {
            continue;
        }
        run->result->generated++;
        if (run->order == LW_GRAPH_BREADTH) {
            cost = 1;
        }
        if (!reach(run, number, moves[i], run->nodes[number].cost + cost)) {
            return false;
        }
    }
    return true;
}

static lw_status trace(struct run *run, const struct lw_alloc *alloc) {
    struct lw_graph_result *result = run->result;
    size_t len = 0;
    for (uint32_t at = run->goal; run->nodes[at].parent != LW_STATE_NONE;
         at = run->nodes[at].parent) {
        len++;
    }
    result->cost = run->nodes[run->goal].cost;
    if (len == 0) {
        return LW_OK;
    }
    result->path = lw_alloc_get(alloc, len * sizeof *result->path);
    if (result->path == NULL) {
        return LW_NO_MEMORY;
    }
    result->n_path = len;
    for (uint32_t at = run->goal; len > 0; at = run->nodes[at].parent) {
        result->path[--len] = run->nodes[at].move;
    }
    return LW_OK;
}

static void loop(struct run *run) {
    struct lw_graph_result *result = run->result;
    result->end = LW_SEARCH_EXHAUSTED;
    while (run->goal == LW_STATE_NONE) {
        uint32_t number = take(run);
        if (number == LW_STATE_NONE) {
            return;
        }
        if (lw_meter_tick(run->meter, 1) != LW_STOP_NONE || !expand(run, number)) {
            result->end = LW_SEARCH_LIMIT;
            result->stop =
                run->meter->stop != LW_STOP_NONE ? run->meter->stop : LW_STOP_MEMORY;
            return;
        }
    }
    result->end = LW_SEARCH_FOUND;
}

lw_status lw_graph_search(const struct lw_graph *graph, enum lw_graph_order order,
                          const void *start, const struct lw_alloc *alloc,
                          struct lw_meter *meter, struct lw_graph_result *result) {
    struct run run = {.graph = graph,
                      .order = order,
                      .meter = meter,
                      .goal = LW_STATE_NONE,
                      .result = result};
    lw_status status = LW_OK;
    *result = (struct lw_graph_result){.alloc = alloc};
    lw_alloc_limit_init(&run.limit, alloc, meter->budget.memory_bytes);
    run.alloc = &run.limit.alloc;
    lw_state_set_init(&run.set, run.alloc, graph->state_bytes);
    run.from = lw_alloc_get(run.alloc, graph->state_bytes);
    run.to = lw_alloc_get(run.alloc, graph->state_bytes);
    bool ready = run.from != NULL && run.to != NULL;
    if (ready) {
        memcpy(run.to, start, graph->state_bytes);
        ready = reach(&run, LW_STATE_NONE, 0, 0);
    }
    if (ready) {
        loop(&run);
    } else {
        result->end = LW_SEARCH_LIMIT;
        result->stop = LW_STOP_MEMORY;
    }
    result->closed = run.set.n_states;
    result->peak_bytes = run.limit.peak_bytes;
    if (result->end == LW_SEARCH_FOUND) {
        status = trace(&run, alloc);
    }
    lw_alloc_free(run.alloc, run.from, graph->state_bytes);
    lw_alloc_free(run.alloc, run.to, graph->state_bytes);
    lw_alloc_free(run.alloc, run.heap, run.heap_cap * sizeof *run.heap);
    lw_alloc_free(run.alloc, run.nodes, run.nodes_cap * sizeof *run.nodes);
    lw_state_set_free(&run.set);
    return status;
}

void lw_graph_result_free(struct lw_graph_result *result) {
    if (result->path != NULL) {
        lw_alloc_free(result->alloc, result->path, result->n_path * sizeof *result->path);
        result->path = NULL;
        result->n_path = 0;
    }
}
