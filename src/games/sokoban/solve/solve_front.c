/* A search front: A* over states of boxes and player's region, with the matching as a
 * consistent bound, so that a state is never taken up twice. That proves optima for
 * pushes, lines and changes. Without the bound it is plain breadth-first search; with a
 * weight on the bound it hurries towards any solution; in reverse it pulls from the end
 * towards the start, and two fronts can meet.
 *
 * What an action is depends on the unit: one push (or a push through a tunnel), a
 * straight line of pushes, or any ride of one box. What may be left out depends on it
 * too: PI-corrals and tunnels keep the fewest pushes but not the fewest lines. */
#include "solve/solve_internal.h"

/* Squares; one node of a larger board takes so long that the clock is read at each. */
#define LARGE_BOARD 1000

struct sok_front {
    const struct sok_task *task;
    struct sok_front_options options;
    struct sok_front *other; /* looked in for a meeting; NULL: none */
    uint32_t met;            /* node of the other front */
    struct sok_map map;
    struct sok_position pos;
    struct sok_match match, child_match;
    struct sok_corral corral;
    struct sok_learned *learned; /* NULL: none is kept */
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
static uint32_t fill_rows(struct sok_front *f, struct sok_match *match,
                          const struct sok_walls *walls, const uint64_t *frozen,
                          unsigned player) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->pos.n_boxes; i++) {
        unsigned square = f->pos.list[i];
        if (walls != f->map.base && sok_bit(frozen, square)) {
            continue;
        }
        unsigned side = sok_walls_side(&f->map, walls, square, player);
        if (match == &f->match) {
            f->row_of[square] = (uint16_t)n;
        }
        match->row[n++] = sok_walls_row(walls, square, side);
    }
    return n;
}

/* The bound of the position with the box moved; SOK_NO_MATCH when it is lost. */
static uint32_t bound_after(struct sok_front *f, unsigned from, unsigned to,
                            unsigned player, uint32_t cost, bool more_frozen) {
    if (!f->options.bound) {
        return 0;
    }
    if (!more_frozen || !f->map.wall_sets) {
        unsigned side = sok_walls_side(&f->map, f->walls, to, player);
        return lw_sok_match_try(&f->match, f->row_of[from],
                                sok_walls_row(f->walls, to, side), cost);
    }
    const struct sok_walls *walls = lw_sok_map_walls(&f->map, f->child_frozen);
    if (walls == NULL) {
        f->no_memory = true;
        return SOK_NO_MATCH;
    }
    lw_sok_position_move(&f->pos, from, to);
    uint32_t n = fill_rows(f, &f->child_match, walls, f->child_frozen, player);
    lw_sok_position_move(&f->pos, to, from);
    return lw_sok_match_solve(&f->child_match, n);
}

/* Freeze test of the child. *more_frozen tells whether boxes came to rest for good. */
static bool survives(struct sok_front *f, unsigned from, unsigned to, bool *more_frozen) {
    *more_frozen = false;
    if (!f->options.freeze) {
        return true;
    }
    size_t bytes = f->map.n_words * sizeof *f->frozen;
    memcpy(f->child_frozen, f->frozen, bytes);
    lw_sok_position_move(&f->pos, from, to);
    bool alive = lw_sok_freeze_cluster(&f->pos, to, f->child_frozen);
    lw_sok_position_move(&f->pos, to, from);
    *more_frozen = alive && memcmp(f->child_frozen, f->frozen, bytes) != 0;
    return alive;
}

/* Files the child with the box moved from `from` to `to` and the player on `player`,
 * whose region is named low. */
static void generate(struct sok_front *f, unsigned from, unsigned to, unsigned player,
                     unsigned low, uint32_t step) {
    bool more_frozen, added;
    f->out.generated++;
    if (!survives(f, from, to, &more_frozen)) {
        return;
    }
    memcpy(f->boxes, f->pos.boxes, f->map.n_words * sizeof *f->boxes);
    sok_bit_clear(f->boxes, from);
    sok_bit_set(f->boxes, to);
    if (f->learned != NULL && lw_sok_learned_hit(f->learned, f->boxes, to, player)) {
        return;
    }
    uint32_t cost = f->cost + step;
    uint32_t id = lw_sok_store_find(&f->store, f->boxes, low);
    if (id != SOK_NO_NODE && sok_store_node(&f->store, id)->cost <= cost) {
        return;
    }
    uint32_t bound;
    if (id == SOK_NO_NODE) {
        bound = bound_after(f, from, to, player, step, more_frozen);
        if (bound == SOK_NO_MATCH) {
            return;
        }
        id = lw_sok_store_add(&f->store, f->boxes, low, &added);
        if (id == SOK_NO_NODE) {
            f->no_memory = true;
            return;
        }
        sok_store_node(&f->store, id)->bound = (uint16_t)bound;
    }
    struct sok_node *node = sok_store_node(&f->store, id);
    bound = node->bound;
    node->cost = cost;
    node->parent = f->node;
    if (!lw_sok_queue_push(&f->queue, cost + bound * f->options.weight, id)) {
        f->no_memory = true;
    }
    if (f->other != NULL && f->solved == SOK_NO_NODE) {
        f->met = lw_sok_store_find(&f->other->store, f->boxes, low);
        f->solved = f->met == SOK_NO_NODE ? SOK_NO_NODE : id;
    }
}

/* The last square of the tunnel a box pushed from `from` in direction dir slides to.
 * Inside a one-wide corridor a box off goal must go on, nothing else can happen beside
 * it, and going back would undo the push; so going on at once loses nothing. Both the
 * square left behind and the one ahead must be corridor too. */
static unsigned slide(const struct sok_front *f, unsigned from, unsigned dir) {
    const struct sok_map *map = &f->map;
    unsigned walls = dir & 1u ? 2u : 1u;
    unsigned to = map->nb[from * 4 + dir];
    if (!f->options.tunnels || !(map->corridor[from] & walls)) {
        return to;
    }
    while ((map->corridor[to] & walls) && !map->goal[to]) {
        unsigned ahead = map->nb[to * 4 + dir];
        if (f->pos.full[ahead] || map->dead[ahead] || !(map->corridor[ahead] & walls)) {
            break;
        }
        to = ahead;
    }
    return to;
}

static void try_push(struct sok_front *f, unsigned from, unsigned dir) {
    const struct sok_map *map = &f->map;
    unsigned to = map->nb[from * 4 + dir];
    if (f->pos.full[to] || f->walls->dead[to] ||
        !sok_reached(&f->pos, map->nb[from * 4 + sok_opposite(dir)])) {
        return;
    }
    unsigned end = slide(f, from, dir);
    uint32_t pushes = 1;
    unsigned player = from;
    for (unsigned at = to; at != end; at = map->nb[at * 4 + dir]) {
        player = at;
        pushes++;
    }
    unsigned low = lw_sok_position_low_after(&f->pos, from, end, dir);
    generate(f, from, end, player, low, pushes);
}

static void try_pull(struct sok_front *f, unsigned from, unsigned dir) {
    const struct sok_map *map = &f->map;
    unsigned to = map->nb[from * 4 + dir];
    unsigned player = map->nb[to * 4 + dir];
    if (!sok_reached(&f->pos, to) || f->pos.full[player] || map->dead[to]) {
        return;
    }
    lw_sok_position_move(&f->pos, from, to);
    unsigned low = lw_sok_position_low_from(&f->pos, player);
    lw_sok_position_move(&f->pos, to, from);
    generate(f, from, to, player, low, 1);
}

static void try_lines(struct sok_front *f, unsigned from, unsigned dir) {
    const struct sok_map *map = &f->map;
    if (!sok_reached(&f->pos, map->nb[from * 4 + sok_opposite(dir)])) {
        return;
    }
    unsigned player = from;
    unsigned to = map->nb[from * 4 + dir];
    while (!f->pos.full[to] && !f->walls->dead[to]) {
        unsigned low = lw_sok_position_low_after(&f->pos, from, to, dir);
        generate(f, from, to, player, low, 1);
        player = to;
        to = map->nb[to * 4 + dir];
    }
}

static void try_rides(struct sok_front *f, unsigned from) {
    lw_sok_ride_explore(&f->ride, &f->pos, from, f->walls->dead);
    for (size_t i = 1; i < f->ride.n_stops; i++) {
        struct sok_stop stop = f->ride.stops[i];
        generate(f, from, stop.square, stop.player, stop.low, 1);
    }
}

static void expand_all(struct sok_front *f) {
    for (uint32_t i = 0; i < f->pos.n_boxes; i++) {
        unsigned from = f->pos.list[i];
        if (sok_bit(f->frozen, from)) {
            continue;
        }
        if (f->options.unit == SOK_UNIT_CHANGES) {
            try_rides(f, from);
            continue;
        }
        for (unsigned dir = 0; dir < 4; dir++) {
            if (f->options.reverse) {
                try_pull(f, from, dir);
            } else if (f->options.unit == SOK_UNIT_LINES) {
                try_lines(f, from, dir);
            } else {
                try_push(f, from, dir);
            }
        }
    }
}

/* Prepares what the children of the position in hand share; false: it is lost. */
static bool prepare(struct sok_front *f) {
    memset(f->frozen, 0, f->map.n_words * sizeof *f->frozen);
    if (f->options.freeze && !lw_sok_freeze_all(&f->pos, f->frozen)) {
        return false;
    }
    lw_sok_map_trim(&f->map);
    f->walls = lw_sok_map_walls(&f->map, f->frozen);
    if (f->walls == NULL) {
        f->no_memory = true;
        return false;
    }
    if (!f->options.bound) {
        return true;
    }
    uint32_t n = fill_rows(f, &f->match, f->walls, f->frozen, f->pos.player);
    return lw_sok_match_solve(&f->match, n) != SOK_NO_MATCH;
}

static void expand(struct sok_front *f, uint32_t id) {
    struct sok_node *node = sok_store_node(&f->store, id);
    unsigned player = node->player;
    node->player |= SOK_CLOSED;
    f->node = id;
    f->cost = node->cost;
    f->out.expanded++;
    lw_sok_position_load(&f->pos, sok_node_boxes(node),
                         player == SOK_GHOST_PLAYER ? f->task->player : player);
    if (!prepare(f)) {
        return;
    }
    bool found = f->options.corral &&
                 lw_sok_corral_find(&f->corral, &f->pos, f->walls->dead, f->frozen);
    if (f->learned != NULL && lw_sok_learned_examine(f->learned, &f->corral, &f->pos)) {
        return;
    }
    if (found) {
        for (size_t i = 0; i < f->corral.n_best; i++) {
            try_push(f, f->corral.best[i].from, f->corral.best[i].dir);
        }
        return;
    }
    expand_all(f);
}

static bool is_solved(const struct sok_front *f, const struct sok_node *node) {
    size_t bytes = f->map.n_words * sizeof *f->map.goals;
    return !f->options.reverse && node->player != SOK_GHOST_PLAYER &&
           memcmp((const uint64_t *)(const void *)(node + 1), f->map.goals, bytes) == 0;
}

enum sok_end lw_sok_front_run(struct sok_front *f, uint64_t nodes) {
    size_t priority;
    while (nodes > 0) {
        uint32_t id = lw_sok_queue_pop(&f->queue, &priority);
        if (id == SOK_NO_NODE) {
            return SOK_END_EXHAUSTED;
        }
        struct sok_node *node = sok_store_node(&f->store, id);
        if (node->player & SOK_CLOSED) {
            continue;
        }
        if (is_solved(f, node)) {
            f->solved = id;
            return SOK_END_SOLVED;
        }
        expand(f, id);
        nodes--;
        if (f->no_memory) {
            return SOK_END_MEMORY;
        }
        if (f->solved != SOK_NO_NODE) {
            return SOK_END_SOLVED;
        }
        if (f->map.n > LARGE_BOARD) {
            f->task->meter->next_check = 0;
        }
        if (sok_tick(f->task->meter) != LW_STOP_NONE) {
            return SOK_END_STOPPED;
        }
    }
    return SOK_END_SLICE;
}

static bool init_map(struct sok_front *f) {
    const struct sok_task *task = f->task;
    return f->options.reverse
               ? lw_sok_map_init_reverse(&f->map, task->board, task->boxes, task->player,
                                         task->alloc)
               : lw_sok_map_init(&f->map, task->board, f->options.unit, task->alloc);
}

static bool init(struct sok_front *f) {
    const struct lw_alloc *alloc = f->task->alloc;
    lw_arena_init(&f->arena, alloc);
    lw_sok_store_init(&f->store, (f->task->board->n_squares + 63) / 64, alloc);
    lw_sok_queue_init(&f->queue, alloc);
    if (!init_map(f)) {
        return false;
    }
    size_t n_words = f->map.n_words;
    f->boxes = lw_arena_zero(&f->arena, n_words, sizeof *f->boxes);
    f->frozen = lw_arena_zero(&f->arena, n_words, sizeof *f->frozen);
    f->child_frozen = lw_arena_zero(&f->arena, n_words, sizeof *f->child_frozen);
    f->row_of = lw_arena_zero(&f->arena, f->map.n + 1, sizeof *f->row_of);
    bool ok = f->boxes != NULL && f->frozen != NULL && f->child_frozen != NULL &&
              f->row_of != NULL;
    ok = lw_sok_position_init(&f->pos, &f->map, alloc) && ok;
    ok = lw_sok_match_init(&f->match, f->map.n_boxes, alloc) && ok;
    f->match.parity = f->options.unit == SOK_UNIT_PUSHES;
    ok = lw_sok_match_init(&f->child_match, f->map.n_boxes, alloc) && ok;
    ok = lw_sok_corral_init(&f->corral, &f->map, alloc) && ok;
    if (f->options.learn) {
        f->learned = lw_sok_learned_create(&f->map, alloc);
        ok = f->learned != NULL && ok;
    }
    ok = lw_sok_ride_init(&f->ride, &f->map, alloc) && ok;
    f->ride.meter = f->task->meter;
    return ok;
}

/* Backwards, the end may be reached with the player in any region. */
static bool add_ends(struct sok_front *f) {
    bool added, ok = true;
    for (uint32_t i = 0; i < f->map.n_boxes; i++) {
        sok_bit_set(f->boxes, f->task->board->goals[i]);
    }
    for (unsigned square = 0; square < f->map.n && ok; square++) {
        if (sok_bit(f->boxes, square)) {
            continue;
        }
        lw_sok_position_load(&f->pos, f->boxes, square);
        uint32_t id = lw_sok_store_add(&f->store, f->boxes, f->pos.low, &added);
        ok = id != SOK_NO_NODE && (!added || lw_sok_queue_push(&f->queue, 0, id));
    }
    return ok;
}

static bool add_start(struct sok_front *f) {
    const struct sok_task *task = f->task;
    if (f->options.reverse) {
        return add_ends(f);
    }
    lw_sok_position_load(&f->pos, task->boxes, task->player);
    unsigned player = task->circular ? SOK_GHOST_PLAYER : f->pos.low;
    bool added;
    uint32_t id = lw_sok_store_add(&f->store, task->boxes, player, &added);
    return id != SOK_NO_NODE && lw_sok_queue_push(&f->queue, 0, id);
}

void lw_sok_front_destroy(struct sok_front *f) {
    if (f == NULL) {
        return;
    }
    lw_sok_position_free(&f->pos);
    lw_sok_match_free(&f->match);
    lw_sok_match_free(&f->child_match);
    lw_sok_corral_free(&f->corral);
    lw_sok_learned_destroy(f->learned);
    lw_sok_ride_free(&f->ride);
    lw_sok_store_free(&f->store);
    lw_sok_queue_free(&f->queue);
    lw_arena_free(&f->arena);
    lw_sok_map_free(&f->map);
    lw_alloc_free(f->task->alloc, f, sizeof *f);
}

struct sok_front *lw_sok_front_create(const struct sok_task *task,
                                      const struct sok_front_options *options) {
    struct sok_front *f = lw_alloc_zero(task->alloc, 1, sizeof *f);
    if (f == NULL) {
        return NULL;
    }
    f->task = task;
    f->options = *options;
    f->solved = f->met = SOK_NO_NODE;
    if (!init(f) || !add_start(f)) {
        lw_sok_front_destroy(f);
        return NULL;
    }
    return f;
}

void lw_sok_front_pair(struct sok_front *a, struct sok_front *b) {
    a->other = b;
    b->other = a;
}

void lw_sok_front_count(const struct sok_front *f, struct sok_outcome *out) {
    out->expanded += f->out.expanded;
    out->generated += f->out.generated;
    out->closed += f->store.n_nodes;
}

bool lw_sok_front_moves(struct sok_front *f, struct lw_buffer *moves) {
    struct sok_front *ahead = f->options.reverse ? f->other : f;
    const struct sok_front *behind = f->options.reverse ? f : f->other;
    uint32_t last = f->options.reverse ? f->met : f->solved;
    uint32_t met = f->options.reverse ? f->solved : f->met;
    struct sok_link *chain;
    size_t n, spare = 0;
    for (uint32_t id = met; id != SOK_NO_NODE; spare++) {
        id = sok_store_node(&behind->store, id)->parent;
    }
    const struct lw_alloc *alloc = f->task->alloc;
    if (!lw_sok_path_chain(&ahead->store, last, spare, alloc, &chain, &n)) {
        return false;
    }
    size_t total = n;
    /* The meeting state is in both chains. */
    while (spare > 0 &&
           (met = sok_store_node(&behind->store, met)->parent) != SOK_NO_NODE) {
        chain[total++].node = sok_store_node(&behind->store, met);
    }
    bool ok = lw_sok_path_regions(f->task, &ahead->map, chain, total, moves);
    lw_alloc_free(alloc, chain, (n + spare) * sizeof *chain);
    return ok;
}
