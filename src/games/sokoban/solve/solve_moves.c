/* Proved optima where walking counts: fewest moves, and the paired metrics.
 *
 * A state is the boxes and the square where the player stands just after a push; an edge
 * is a walk and one push. Costs are pairs compared in order; the matching bound counts
 * for moves as well as for pushes, since every push is a move. It is consistent in both
 * places of the pair, so a state is settled when it is first taken up. */
#include "solve/solve_internal.h"

struct entry {
    uint64_t key; /* both places of cost plus bound */
    uint32_t id;
};

struct exact {
    const struct sok_task *task;
    enum sok_exact order;
    struct sok_map map;
    struct sok_position pos;
    struct sok_match match;
    struct sok_store store;
    struct lw_arena arena;
    struct entry *heap;
    size_t n_heap, cap_heap;
    uint64_t *boxes;
    uint64_t *frozen;
    uint32_t *steps; /* [square]: of the walk, UINT32_MAX where none leads */
    uint16_t *queue;
    bool no_memory;
    struct sok_outcome out;
};

/* Ties go to the younger entry, which is usually nearer the end. */
static bool before(const struct entry *a, const struct entry *b) {
    return a->key != b->key ? a->key < b->key : a->id > b->id;
}

static void heap_push(struct exact *e, uint64_t key, uint32_t id) {
    if (!lw_grow(e->task->alloc, &e->heap, &e->cap_heap, e->n_heap + 1,
                 sizeof *e->heap)) {
        e->no_memory = true;
        return;
    }
    struct entry entry = {key, id};
    size_t at = e->n_heap++;
    while (at > 0 && before(&entry, &e->heap[(at - 1) / 2])) {
        e->heap[at] = e->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    e->heap[at] = entry;
}

static uint32_t heap_pop(struct exact *e) {
    uint32_t id = e->heap[0].id;
    struct entry last = e->heap[--e->n_heap];
    size_t at = 0;
    for (;;) {
        size_t child = at * 2 + 1;
        if (child >= e->n_heap) {
            break;
        }
        if (child + 1 < e->n_heap && before(&e->heap[child + 1], &e->heap[child])) {
            child++;
        }
        if (!before(&e->heap[child], &last)) {
            break;
        }
        e->heap[at] = e->heap[child];
        at = child;
    }
    e->heap[at] = last;
    return id;
}

static void walk_everywhere(struct exact *e) {
    const uint16_t *nb = e->map.nb;
    size_t head = 0, tail = 0;
    memset(e->steps, 0xff, ((size_t)e->map.n + 1) * sizeof *e->steps);
    e->steps[e->pos.player] = 0;
    e->queue[tail++] = e->pos.player;
    while (head < tail) {
        unsigned at = e->queue[head++];
        for (unsigned dir = 0; dir < 4; dir++) {
            unsigned to = nb[at * 4 + dir];
            if (!e->pos.full[to] && e->steps[to] == UINT32_MAX) {
                e->steps[to] = e->steps[at] + 1;
                e->queue[tail++] = (uint16_t)to;
            }
        }
    }
}

static void cost_after(const struct exact *e, const struct sok_node *node, uint32_t moves,
                       uint32_t *cost, uint32_t *cost2) {
    bool pushes_first = e->order == SOK_EXACT_PUSHES_MOVES;
    *cost = node->cost + (pushes_first ? 1 : moves);
    *cost2 = e->order == SOK_EXACT_MOVES ? 0 : node->cost2 + (pushes_first ? moves : 1);
}

static bool alive_after(struct exact *e, unsigned from, unsigned to) {
    lw_sok_position_move(&e->pos, from, to);
    bool alive = lw_sok_freeze_cluster(&e->pos, to, e->frozen);
    lw_sok_position_move(&e->pos, to, from);
    return alive;
}

static void try_push(struct exact *e, uint32_t id, unsigned from, unsigned dir) {
    const struct sok_map *map = &e->map;
    unsigned to = map->nb[from * 4 + dir];
    unsigned back = map->nb[from * 4 + sok_opposite(dir)];
    if (e->pos.full[to] || map->dead[to] || e->steps[back] == UINT32_MAX) {
        return;
    }
    e->out.generated++;
    if (!alive_after(e, from, to)) {
        return;
    }
    unsigned side = sok_walls_side(map, map->base, to, from);
    uint32_t bound = lw_sok_match_try(&e->match, e->pos.slot[from],
                                      sok_walls_row(map->base, to, side), 1);
    if (bound == SOK_NO_MATCH) {
        return;
    }
    memcpy(e->boxes, e->pos.boxes, map->n_words * sizeof *e->boxes);
    sok_bit_clear(e->boxes, from);
    sok_bit_set(e->boxes, to);
    uint32_t cost, cost2;
    cost_after(e, sok_store_node(&e->store, id), e->steps[back] + 1, &cost, &cost2);
    bool added;
    uint32_t child = lw_sok_store_add(&e->store, e->boxes, from, &added);
    if (child == SOK_NO_NODE) {
        e->no_memory = true;
        return;
    }
    struct sok_node *node = sok_store_node(&e->store, child);
    if (!added && (node->cost < cost || (node->cost == cost && node->cost2 <= cost2))) {
        return;
    }
    node->cost = cost;
    node->cost2 = cost2;
    node->bound = (uint16_t)bound;
    node->parent = id;
    uint32_t bound2 = e->order == SOK_EXACT_MOVES ? 0 : bound;
    heap_push(e, (uint64_t)(cost + bound) << 32 | (cost2 + bound2), child);
}

static void expand(struct exact *e, uint32_t id) {
    struct sok_node *node = sok_store_node(&e->store, id);
    unsigned player = node->player;
    node->player |= SOK_CLOSED;
    e->out.expanded++;
    lw_sok_position_load(&e->pos, sok_node_boxes(node),
                         player == SOK_GHOST_PLAYER ? e->task->player : player);
    for (uint32_t i = 0; i < e->pos.n_boxes; i++) {
        unsigned side =
            sok_walls_side(&e->map, e->map.base, e->pos.list[i], e->pos.player);
        e->match.row[i] = sok_walls_row(e->map.base, e->pos.list[i], side);
    }
    if (lw_sok_match_solve(&e->match, e->pos.n_boxes) == SOK_NO_MATCH) {
        return;
    }
    walk_everywhere(e);
    for (uint32_t i = 0; i < e->pos.n_boxes; i++) {
        for (unsigned dir = 0; dir < 4; dir++) {
            try_push(e, id, e->pos.list[i], dir);
        }
    }
}

static enum sok_end search(struct exact *e, uint32_t *solved) {
    size_t bytes = e->map.n_words * sizeof *e->map.goals;
    while (e->n_heap > 0) {
        uint32_t id = heap_pop(e);
        struct sok_node *node = sok_store_node(&e->store, id);
        if (node->player & SOK_CLOSED) {
            continue;
        }
        if (node->player != SOK_GHOST_PLAYER &&
            memcmp(sok_node_boxes(node), e->map.goals, bytes) == 0) {
            *solved = id;
            return SOK_END_SOLVED;
        }
        expand(e, id);
        if (e->no_memory) {
            return SOK_END_MEMORY;
        }
        if (sok_tick(e->task->meter) != LW_STOP_NONE) {
            return SOK_END_STOPPED;
        }
    }
    return SOK_END_EXHAUSTED;
}

static bool init(struct exact *e) {
    const struct lw_alloc *alloc = e->task->alloc;
    lw_arena_init(&e->arena, alloc);
    lw_sok_store_init(&e->store, (e->task->board->n_squares + 63) / 64, alloc);
    if (!lw_sok_map_init(&e->map, e->task->board, SOK_UNIT_PUSHES, alloc)) {
        return false;
    }
    size_t n = e->map.n;
    e->boxes = lw_arena_zero(&e->arena, e->map.n_words, sizeof *e->boxes);
    e->frozen = lw_arena_zero(&e->arena, e->map.n_words, sizeof *e->frozen);
    e->steps = lw_arena_get(&e->arena, (n + 1) * sizeof *e->steps);
    e->queue = lw_arena_get(&e->arena, (n + 1) * sizeof *e->queue);
    bool ok = e->boxes != NULL && e->frozen != NULL && e->steps != NULL &&
              e->queue != NULL && lw_sok_position_init(&e->pos, &e->map, alloc);
    ok = lw_sok_match_init(&e->match, e->map.n_boxes, alloc) && ok;
    e->match.parity = true;
    if (!ok) {
        return false;
    }
    bool added;
    unsigned player = e->task->circular ? SOK_GHOST_PLAYER : e->task->player;
    uint32_t id = lw_sok_store_add(&e->store, e->task->boxes, player, &added);
    if (id != SOK_NO_NODE) {
        heap_push(e, 0, id);
    }
    return id != SOK_NO_NODE && !e->no_memory;
}

static bool trace(struct exact *e, uint32_t solved, struct lw_buffer *moves) {
    struct sok_link *chain;
    size_t n;
    if (!lw_sok_path_chain(&e->store, solved, 0, e->task->alloc, &chain, &n)) {
        return false;
    }
    bool ok = lw_sok_path_exact(e->task, &e->map, chain, n, moves);
    lw_alloc_free(e->task->alloc, chain, n * sizeof *chain);
    return ok;
}

struct sok_outcome lw_sok_exact(const struct sok_task *task, enum sok_exact order,
                                struct lw_buffer *moves) {
    struct exact e = {.task = task, .order = order};
    uint32_t solved = SOK_NO_NODE;
    e.out.end = SOK_END_MEMORY;
    if (init(&e)) {
        e.out.end = search(&e, &solved);
        e.out.optimal = e.out.end == SOK_END_SOLVED;
        if (e.out.optimal && !trace(&e, solved, moves)) {
            e.out.end = SOK_END_MEMORY;
        }
    }
    e.out.closed = e.store.n_nodes;
    lw_alloc_free(task->alloc, e.heap, e.cap_heap * sizeof *e.heap);
    lw_sok_position_free(&e.pos);
    lw_sok_match_free(&e.match);
    lw_sok_store_free(&e.store);
    lw_arena_free(&e.arena);
    lw_sok_map_free(&e.map);
    return e.out;
}
