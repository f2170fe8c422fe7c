/* From a chain of stored states to move text. States hold no moves: the box that moved
 * is the difference of two neighbours in the chain, its way is found again by a ride. */
#include "sokoban_internal.h"
#include "solve/solve_internal.h"

struct tracer {
    const struct sok_map *map;
    struct sok_position pos;
    struct sok_ride ride;
    uint16_t *queue; /* of walking */
    uint8_t *came;   /* [square]: direction of the step, 4 for none */
    uint32_t *way;   /* of one ride, last stop first */
    uint8_t *none;   /* [square]: no square is forbidden; what is lost was never stored */
    struct lw_arena arena;
    struct lw_buffer *moves;
};

static bool tracer_init(struct tracer *tracer, const struct sok_map *map,
                        const struct lw_alloc *alloc, struct lw_buffer *moves) {
    *tracer = (struct tracer){.map = map, .moves = moves};
    lw_arena_init(&tracer->arena, alloc);
    tracer->queue =
        lw_arena_get(&tracer->arena, ((size_t)map->n + 1) * sizeof *tracer->queue);
    tracer->came = lw_arena_get(&tracer->arena, (size_t)map->n + 1);
    tracer->way = lw_arena_get(&tracer->arena, (size_t)map->n * 4 * sizeof *tracer->way);
    tracer->none = lw_arena_zero(&tracer->arena, (size_t)map->n + 1, 1);
    bool ok = lw_sok_position_init(&tracer->pos, map, alloc);
    ok = lw_sok_ride_init(&tracer->ride, map, alloc) && ok;
    return ok && tracer->queue != NULL && tracer->came != NULL && tracer->way != NULL &&
           tracer->none != NULL;
}

static void tracer_free(struct tracer *tracer) {
    lw_sok_position_free(&tracer->pos);
    lw_sok_ride_free(&tracer->ride);
    lw_arena_free(&tracer->arena);
}

/* A shortest walk among the boxes, found from its end so that it is read off forwards.
 */
static void walk(struct tracer *tracer, unsigned from, unsigned to) {
    const uint16_t *nb = tracer->map->nb;
    size_t head = 0, tail = 0;
    memset(tracer->came, 4, tracer->map->n + 1);
    tracer->came[to] = 5;
    tracer->queue[tail++] = (uint16_t)to;
    while (head < tail && tracer->came[from] == 4) {
        unsigned at = tracer->queue[head++];
        for (unsigned dir = 0; dir < 4; dir++) {
            unsigned next = nb[at * 4 + dir];
            if (!tracer->pos.full[next] && tracer->came[next] == 4) {
                tracer->came[next] = (uint8_t)sok_opposite(dir);
                tracer->queue[tail++] = (uint16_t)next;
            }
        }
    }
    while (from != to) {
        unsigned dir = tracer->came[from];
        lw_buffer_putc(tracer->moves, lw_sokoban_walk_letters[dir]);
        from = nb[from * 4 + dir];
    }
}

/* Walks behind the box and pushes; the position and its player follow. */
static void push(struct tracer *tracer, unsigned box, unsigned dir) {
    const uint16_t *nb = tracer->map->nb;
    walk(tracer, tracer->pos.player, nb[box * 4 + sok_opposite(dir)]);
    lw_buffer_putc(tracer->moves, lw_sokoban_push_letters[dir]);
    lw_sok_position_move(&tracer->pos, box, nb[box * 4 + dir]);
    tracer->pos.player = (uint16_t)box;
}

static void changed_box(const struct sok_map *map, const uint64_t *before,
                        const uint64_t *after, unsigned *from, unsigned *to) {
    *from = *to = map->n;
    for (unsigned i = 0; i < map->n_words; i++) {
        if (before[i] & ~after[i]) {
            *from = i * 64 + sok_lowest_bit(before[i] & ~after[i]);
        }
        if (after[i] & ~before[i]) {
            *to = i * 64 + sok_lowest_bit(after[i] & ~before[i]);
        }
    }
}

/* false: this box has no such ride. */
static bool ride_to(struct tracer *tracer, unsigned from, unsigned to, unsigned low) {
    struct sok_ride *ride = &tracer->ride;
    size_t last = lw_sok_ride_find(ride, &tracer->pos, from, tracer->none, to, low);
    if (last == ride->n_stops) {
        return false;
    }
    size_t n = 0;
    for (size_t i = last; ride->stops[i].before != SOK_NO_NODE;
         i = ride->stops[i].before) {
        tracer->way[n++] = (uint32_t)i;
    }
    while (n > 0) {
        const struct sok_stop *stop = &ride->stops[tracer->way[--n]];
        push(tracer, ride->stops[stop->before].square, stop->dir);
    }
    return true;
}

/* A box went out and came back only to let the player round it. */
static bool ride_back(struct tracer *tracer, unsigned low) {
    for (uint32_t i = 0; i < tracer->pos.n_boxes; i++) {
        if (ride_to(tracer, tracer->pos.list[i], tracer->pos.list[i], low)) {
            return true;
        }
    }
    return false;
}

bool lw_sok_path_chain(const struct sok_store *store, uint32_t last, size_t spare,
                       const struct lw_alloc *alloc, struct sok_link **chain, size_t *n) {
    *n = 0;
    for (uint32_t id = last; id != SOK_NO_NODE; ++*n) {
        id = sok_store_node(store, id)->parent;
    }
    *chain = lw_alloc_get(alloc, (*n + spare) * sizeof **chain);
    if (*chain == NULL) {
        return false;
    }
    uint32_t id = last;
    for (size_t i = *n; i-- > 0;) {
        (*chain)[i].node = sok_store_node(store, id);
        id = (*chain)[i].node->parent;
    }
    return true;
}

static void push_between(struct tracer *tracer, unsigned from, unsigned to) {
    unsigned dir = 0;
    while (dir < 3 && tracer->map->nb[from * 4 + dir] != to) {
        dir++;
    }
    push(tracer, from, dir);
}

static bool trace(const struct sok_task *task, const struct sok_map *map,
                  const struct sok_link *chain, size_t n, bool exact,
                  struct lw_buffer *moves) {
    struct tracer tracer;
    bool ok = tracer_init(&tracer, map, task->alloc, moves);
    if (ok) {
        lw_sok_position_load(&tracer.pos, task->boxes, task->player);
    }
    for (size_t i = 1; ok && i < n; i++) {
        unsigned from, to, low = chain[i].node->player & ~SOK_CLOSED;
        changed_box(map, tracer.pos.boxes, sok_node_boxes(chain[i].node), &from, &to);
        if (from == map->n) {
            ok = ride_back(&tracer, low);
        } else if (exact) {
            push_between(&tracer, from, to);
        } else {
            ok = ride_to(&tracer, from, to, low);
        }
    }
    tracer_free(&tracer);
    return ok && lw_buffer_ok(moves);
}

bool lw_sok_path_regions(const struct sok_task *task, const struct sok_map *map,
                         const struct sok_link *chain, size_t n,
                         struct lw_buffer *moves) {
    return trace(task, map, chain, n, false, moves);
}

bool lw_sok_path_exact(const struct sok_task *task, const struct sok_map *map,
                       const struct sok_link *chain, size_t n, struct lw_buffer *moves) {
    return trace(task, map, chain, n, true, moves);
}
