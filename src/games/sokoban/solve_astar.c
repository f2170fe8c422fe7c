/* Proved optima for pushes, lines and changes: A* over states of boxes and player's
 * region, with the matching as a consistent bound, so that a state is never taken up
 * twice. Without the bound it is plain breadth-first search.
 *
 * What an action is depends on the unit: one push (or a push through a tunnel), a
 * straight line of pushes, or any ride of one box. What may be left out depends on it
 * too: PI-corrals and tunnels keep the fewest pushes but not the fewest lines. */
#include "solve_internal.h"

/* full[] is consulted for deadlocks only after the box has been moved. */
struct astar {
    const struct sok_task *task;
    struct sok_astar_options options;
    struct sok_map map;
    struct sok_position pos;
    struct sok_match match, child_match;
    struct sok_corral corral;
    struct sok_ride ride;
    struct sok_store store;
    struct sok_queue queue;
    struct lw_arena arena;
    uint64_t *boxes;  /* of the child */
    uint64_t *frozen; /* of the node in hand */
    uint64_t *child_frozen;
    uint16_t *row_of; /* [square]: row of the box in match */
    const struct sok_walls *walls;
    uint32_t node, cost; /* in hand */
    uint32_t solved;     /* SOK_NO_NODE: not yet */
    bool no_memory;
    struct sok_outcome out;
};

/* Rows of all boxes that are not frozen; returns their number. */
static uint32_t fill_rows(struct astar *a, struct sok_match *match,
                          const struct sok_walls *walls, const uint64_t *frozen,
                          unsigned player) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->pos.n_boxes; i++) {
        unsigned square = a->pos.list[i];
        if (walls != a->map.base && sok_bit(frozen, square)) {
            continue;
        }
        unsigned side = sok_walls_side(&a->map, walls, square, player);
        if (match == &a->match) {
            a->row_of[square] = (uint16_t)n;
        }
        match->row[n++] = sok_walls_row(walls, square, side);
    }
    return n;
}

/* The bound of the position with the box moved; SOK_NO_MATCH when it is lost. */
static uint32_t bound_after(struct astar *a, unsigned from, unsigned to, unsigned player,
                            uint32_t cost, bool more_frozen) {
    if (!a->options.bound) {
        return 0;
    }
    if (!more_frozen || !a->map.wall_sets) {
        unsigned side = sok_walls_side(&a->map, a->walls, to, player);
        return sok_match_try(&a->match, a->row_of[from],
                             sok_walls_row(a->walls, to, side), cost);
    }
    const struct sok_walls *walls = sok_map_walls(&a->map, a->child_frozen);
    if (walls == NULL) {
        a->no_memory = true;
        return SOK_NO_MATCH;
    }
    sok_position_move(&a->pos, from, to);
    uint32_t n = fill_rows(a, &a->child_match, walls, a->child_frozen, player);
    sok_position_move(&a->pos, to, from);
    return sok_match_solve(&a->child_match, n);
}

/* Freeze test of the child. *more_frozen tells whether boxes came to rest for good. */
static bool survives(struct astar *a, unsigned from, unsigned to, bool *more_frozen) {
    *more_frozen = false;
    if (!a->options.freeze) {
        return true;
    }
    size_t bytes = a->map.n_words * sizeof *a->frozen;
    memcpy(a->child_frozen, a->frozen, bytes);
    sok_position_move(&a->pos, from, to);
    bool alive = sok_freeze_cluster(&a->pos, to, a->child_frozen);
    sok_position_move(&a->pos, to, from);
    *more_frozen = alive && memcmp(a->child_frozen, a->frozen, bytes) != 0;
    return alive;
}

/* Files the child with the box moved from `from` to `to` and the player on `player`,
 * whose region is named low. */
static void generate(struct astar *a, unsigned from, unsigned to, unsigned player,
                     unsigned low, uint32_t step) {
    bool more_frozen, added;
    a->out.generated++;
    if (!survives(a, from, to, &more_frozen)) {
        return;
    }
    memcpy(a->boxes, a->pos.boxes, a->map.n_words * sizeof *a->boxes);
    sok_bit_clear(a->boxes, from);
    sok_bit_set(a->boxes, to);
    uint32_t cost = a->cost + step;
    uint32_t id = sok_store_find(&a->store, a->boxes, low);
    if (id != SOK_NO_NODE && sok_store_node(&a->store, id)->cost <= cost) {
        return;
    }
    uint32_t bound;
    if (id == SOK_NO_NODE) {
        bound = bound_after(a, from, to, player, step, more_frozen);
        if (bound == SOK_NO_MATCH) {
            return;
        }
        id = sok_store_add(&a->store, a->boxes, low, &added);
        if (id == SOK_NO_NODE) {
            a->no_memory = true;
            return;
        }
        sok_store_node(&a->store, id)->bound = (uint16_t)bound;
    }
    struct sok_node *node = sok_store_node(&a->store, id);
    bound = node->bound;
    node->cost = cost;
    node->parent = a->node;
    if (!sok_queue_push(&a->queue, cost + bound, id)) {
        a->no_memory = true;
    }
}

/* The last square of the tunnel a box pushed from `from` in direction dir slides to.
 * Inside a one-wide corridor a box off goal must go on, nothing else can happen beside
 * it, and going back would undo the push; so going on at once loses nothing. Both the
 * square left behind and the one ahead must be corridor too. */
static unsigned slide(const struct astar *a, unsigned from, unsigned dir) {
    const struct sok_map *map = &a->map;
    unsigned walls = dir & 1u ? 2u : 1u;
    unsigned to = map->nb[from * 4 + dir];
    if (!a->options.tunnels || !(map->corridor[from] & walls)) {
        return to;
    }
    while ((map->corridor[to] & walls) && !map->goal[to]) {
        unsigned ahead = map->nb[to * 4 + dir];
        if (a->pos.full[ahead] || map->dead[ahead] || !(map->corridor[ahead] & walls)) {
            break;
        }
        to = ahead;
    }
    return to;
}

static void try_push(struct astar *a, unsigned from, unsigned dir) {
    const struct sok_map *map = &a->map;
    unsigned to = map->nb[from * 4 + dir];
    if (a->pos.full[to] || a->walls->dead[to] ||
        !sok_reached(&a->pos, map->nb[from * 4 + sok_opposite(dir)])) {
        return;
    }
    unsigned end = slide(a, from, dir);
    uint32_t pushes = 1;
    unsigned player = from;
    for (unsigned at = to; at != end; at = map->nb[at * 4 + dir]) {
        player = at;
        pushes++;
    }
    unsigned low = sok_position_low_after(&a->pos, from, end, dir);
    generate(a, from, end, player, low, pushes);
}

static void try_lines(struct astar *a, unsigned from, unsigned dir) {
    const struct sok_map *map = &a->map;
    if (!sok_reached(&a->pos, map->nb[from * 4 + sok_opposite(dir)])) {
        return;
    }
    unsigned player = from;
    unsigned to = map->nb[from * 4 + dir];
    while (!a->pos.full[to] && !a->walls->dead[to]) {
        unsigned low = sok_position_low_after(&a->pos, from, to, dir);
        generate(a, from, to, player, low, 1);
        player = to;
        to = map->nb[to * 4 + dir];
    }
}

static void try_rides(struct astar *a, unsigned from) {
    sok_ride_explore(&a->ride, &a->pos, from, a->walls->dead);
    for (size_t i = 1; i < a->ride.n_stops; i++) {
        struct sok_stop stop = a->ride.stops[i];
        generate(a, from, stop.square, stop.player, stop.low, 1);
    }
}

static void expand_all(struct astar *a) {
    for (uint32_t i = 0; i < a->pos.n_boxes; i++) {
        unsigned from = a->pos.list[i];
        if (sok_bit(a->frozen, from)) {
            continue;
        }
        if (a->options.unit == SOK_UNIT_CHANGES) {
            try_rides(a, from);
            continue;
        }
        for (unsigned dir = 0; dir < 4; dir++) {
            if (a->options.unit == SOK_UNIT_LINES) {
                try_lines(a, from, dir);
            } else {
                try_push(a, from, dir);
            }
        }
    }
}

/* Prepares what the children of the position in hand share; false: it is lost. */
static bool prepare(struct astar *a) {
    memset(a->frozen, 0, a->map.n_words * sizeof *a->frozen);
    if (a->options.freeze && !sok_freeze_all(&a->pos, a->frozen)) {
        return false;
    }
    sok_map_trim(&a->map);
    a->walls = sok_map_walls(&a->map, a->frozen);
    if (a->walls == NULL) {
        a->no_memory = true;
        return false;
    }
    if (!a->options.bound) {
        return true;
    }
    uint32_t n = fill_rows(a, &a->match, a->walls, a->frozen, a->pos.player);
    return sok_match_solve(&a->match, n) != SOK_NO_MATCH;
}

static void expand(struct astar *a, uint32_t id) {
    struct sok_node *node = sok_store_node(&a->store, id);
    unsigned player = node->player;
    node->player |= SOK_CLOSED;
    a->node = id;
    a->cost = node->cost;
    a->out.expanded++;
    sok_position_load(&a->pos, sok_node_boxes(node),
                      player == SOK_GHOST_PLAYER ? a->task->player : player);
    if (!prepare(a)) {
        return;
    }
    if (a->options.corral &&
        sok_corral_find(&a->corral, &a->pos, a->walls->dead, a->frozen)) {
        for (size_t i = 0; i < a->corral.n_best; i++) {
            try_push(a, a->corral.best[i].from, a->corral.best[i].dir);
        }
        return;
    }
    expand_all(a);
}

static bool is_solved(const struct astar *a, uint32_t id) {
    struct sok_node *node = sok_store_node(&a->store, id);
    return memcmp(sok_node_boxes(node), a->map.goals,
                  a->map.n_words * sizeof *a->map.goals) == 0 &&
           node->player != SOK_GHOST_PLAYER;
}

static enum sok_end search(struct astar *a) {
    size_t priority;
    for (;;) {
        uint32_t id = sok_queue_pop(&a->queue, &priority);
        if (id == SOK_NO_NODE) {
            return SOK_END_EXHAUSTED;
        }
        struct sok_node *node = sok_store_node(&a->store, id);
        if (node->player & SOK_CLOSED) {
            continue;
        }
        if (is_solved(a, id)) {
            a->solved = id;
            return SOK_END_SOLVED;
        }
        expand(a, id);
        if (a->no_memory) {
            return SOK_END_MEMORY;
        }
        if (sok_tick(a->task->meter) != LW_STOP_NONE) {
            return SOK_END_STOPPED;
        }
    }
}

static bool init(struct astar *a, const struct sok_task *task) {
    const struct lw_alloc *alloc = task->alloc;
    lw_arena_init(&a->arena, alloc);
    sok_store_init(&a->store, (task->board->n_squares + 63) / 64, alloc);
    sok_queue_init(&a->queue, alloc);
    if (!sok_map_init(&a->map, task->board, a->options.unit, alloc)) {
        return false;
    }
    size_t n_words = a->map.n_words;
    a->boxes = lw_arena_zero(&a->arena, n_words, sizeof *a->boxes);
    a->frozen = lw_arena_zero(&a->arena, n_words, sizeof *a->frozen);
    a->child_frozen = lw_arena_zero(&a->arena, n_words, sizeof *a->child_frozen);
    a->row_of = lw_arena_zero(&a->arena, a->map.n + 1, sizeof *a->row_of);
    bool ok = a->boxes != NULL && a->frozen != NULL && a->child_frozen != NULL &&
              a->row_of != NULL;
    ok = sok_position_init(&a->pos, &a->map, alloc) && ok;
    ok = sok_match_init(&a->match, a->map.n_boxes, alloc) && ok;
    ok = sok_match_init(&a->child_match, a->map.n_boxes, alloc) && ok;
    ok = sok_corral_init(&a->corral, &a->map, alloc) && ok;
    return sok_ride_init(&a->ride, &a->map, alloc) && ok;
}

static bool add_start(struct astar *a) {
    const struct sok_task *task = a->task;
    sok_position_load(&a->pos, task->boxes, task->player);
    unsigned player = task->circular ? SOK_GHOST_PLAYER : a->pos.low;
    bool added;
    uint32_t id = sok_store_add(&a->store, task->boxes, player, &added);
    return id != SOK_NO_NODE && sok_queue_push(&a->queue, 0, id);
}

static void release(struct astar *a) {
    sok_position_free(&a->pos);
    sok_match_free(&a->match);
    sok_match_free(&a->child_match);
    sok_corral_free(&a->corral);
    sok_ride_free(&a->ride);
    sok_store_free(&a->store);
    sok_queue_free(&a->queue);
    lw_arena_free(&a->arena);
    sok_map_free(&a->map);
}

struct sok_outcome sok_astar(const struct sok_task *task,
                             const struct sok_astar_options *options,
                             struct lw_buffer *moves) {
    struct astar a = {.task = task, .options = *options, .solved = SOK_NO_NODE};
    a.out.end = SOK_END_MEMORY;
    if (init(&a, task) && add_start(&a)) {
        a.out.end = search(&a);
        a.out.optimal = a.out.end == SOK_END_SOLVED;
        if (a.out.optimal && !sok_path_regions(task, &a.map, &a.store, a.solved, moves)) {
            a.out.end = SOK_END_MEMORY;
        }
    }
    a.out.closed = a.store.n_nodes;
    release(&a);
    return a.out;
}
