/* What is in the way of the plan's next step: the way from some box to its slot, and of
 * the player to that box, through as few other boxes as possible. Boxes packed already
 * stand as walls. The player's walks between two pushes are judged on the bare board. */
#include "solve/solve_plan.h"

#define NOWHERE UINT32_MAX

bool lw_sok_detour_init(struct sok_detour *detour, const struct sok_map *map,
                        const struct lw_alloc *alloc) {
    *detour = (struct sok_detour){.cost = NULL};
    lw_arena_init(&detour->arena, alloc);
    lw_sok_queue_init(&detour->queue, alloc);
    size_t n = (size_t)map->n + 1;
    detour->cost = lw_arena_get(&detour->arena, n * SOK_N_SIDES * sizeof *detour->cost);
    detour->came = lw_arena_get(&detour->arena, n * SOK_N_SIDES * sizeof *detour->came);
    detour->walk = lw_arena_get(&detour->arena, n * sizeof *detour->walk);
    detour->walk_from = lw_arena_get(&detour->arena, n * sizeof *detour->walk_from);
    detour->blockers =
        lw_arena_zero(&detour->arena, map->n_words, sizeof *detour->blockers);
    return detour->cost != NULL && detour->came != NULL && detour->walk != NULL &&
           detour->walk_from != NULL && detour->blockers != NULL;
}

void lw_sok_detour_free(struct sok_detour *detour) {
    if (detour->queue.alloc != NULL) {
        lw_sok_queue_free(&detour->queue);
    }
    lw_arena_free(&detour->arena);
}

/* How many boxes stand between the player and each square. */
static void measure_walks(struct sok_detour *d, const struct sok_position *pos,
                          const uint64_t *packed, unsigned player) {
    const struct sok_map *map = pos->map;
    size_t priority;
    memset(d->walk, 0xff, ((size_t)map->n + 1) * sizeof *d->walk);
    d->walk[player] = 0;
    d->walk_from[player] = SOK_FAR;
    (void)lw_sok_queue_push(&d->queue, 0, player);
    for (uint32_t at; (at = lw_sok_queue_pop(&d->queue, &priority)) != SOK_NO_NODE;) {
        if (d->walk[at] != priority) {
            continue;
        }
        for (unsigned dir = 0; dir < 4; dir++) {
            unsigned to = map->nb[at * 4 + dir];
            if (to == map->n || sok_bit(packed, to)) {
                continue;
            }
            uint16_t cost = (uint16_t)(d->walk[at] + pos->full[to]);
            if (cost < d->walk[to]) {
                d->walk[to] = cost;
                d->walk_from[to] = (uint16_t)at;
                (void)lw_sok_queue_push(&d->queue, cost, to);
            }
        }
    }
}

/* The cheapest place beside (square, side) for the player to come to. */
static unsigned stand_of(const struct sok_detour *d, const struct sok_map *map,
                         unsigned square, unsigned side) {
    unsigned best = map->n;
    for (unsigned dir = 0; dir < 4; dir++) {
        unsigned at = map->nb[square * 4 + dir];
        if (map->base->side[square * 4 + dir] == side && at != map->n &&
            (best == map->n || d->walk[at] < d->walk[best])) {
            best = at;
        }
    }
    return best;
}

/* Pulls a box back from the slot; returns the entry that is cheapest to begin with. */
static uint32_t measure_pushes(struct sok_detour *d, const struct sok_position *pos,
                               const uint64_t *packed, struct sok_packing_step step,
                               uint32_t *least) {
    const struct sok_map *map = pos->map;
    uint32_t best = NOWHERE;
    size_t priority;
    memset(d->cost, 0xff, (size_t)map->n * SOK_N_SIDES * sizeof *d->cost);
    for (unsigned dir = 0; dir < 4; dir++) {
        unsigned side = map->base->side[step.to * 4u + dir];
        if (side != SOK_NO_SIDE && d->cost[step.to * SOK_N_SIDES + side] != 0) {
            d->cost[step.to * SOK_N_SIDES + side] = 0;
            d->came[step.to * SOK_N_SIDES + side] = NOWHERE;
            (void)lw_sok_queue_push(&d->queue, 0, step.to * SOK_N_SIDES + side);
        }
    }
    *least = SOK_FAR;
    for (uint32_t entry;
         (entry = lw_sok_queue_pop(&d->queue, &priority)) != SOK_NO_NODE;) {
        unsigned at = entry / SOK_N_SIDES, side = entry % SOK_N_SIDES;
        if (d->cost[entry] != priority || priority >= *least) {
            continue;
        }
        bool source = step.from == SOK_FAR ? pos->full[at] && !sok_bit(packed, at)
                                           : at == step.from;
        if (source) {
            unsigned stand = stand_of(d, map, at, side);
            uint32_t walk = stand == map->n ? SOK_FAR : d->walk[stand];
            uint32_t total = (uint32_t)priority + walk;
            if (walk != SOK_FAR && total < *least) {
                *least = total;
                best = entry;
            }
        }
        for (unsigned dir = 0; dir < 4; dir++) {
            unsigned from = map->nb[at * 4 + dir], stand = map->nb[from * 4 + dir];
            if (map->base->side[at * 4 + dir] != side || from == map->n ||
                stand == map->n || (sok_bit(packed, from) && from != step.from) ||
                (sok_bit(packed, stand) && stand != step.from)) {
                continue;
            }
            uint32_t cost = (uint32_t)priority +
                            (pos->full[at] && at != step.to && at != step.from) +
                            (pos->full[stand] && stand != step.from);
            uint32_t next = from * SOK_N_SIDES + map->base->side[from * 4 + dir];
            if (cost < d->cost[next]) {
                d->cost[next] = (uint16_t)cost;
                d->came[next] = entry;
                (void)lw_sok_queue_push(&d->queue, cost, next);
            }
        }
    }
    return best;
}

static void mark(struct sok_detour *d, const struct sok_position *pos, unsigned square) {
    if (square != pos->map->n && pos->full[square]) {
        sok_bit_set(d->blockers, square);
    }
}

static void find_blockers(struct sok_detour *d, const struct sok_position *pos,
                          uint32_t entry) {
    const struct sok_map *map = pos->map;
    unsigned box = entry / SOK_N_SIDES;
    memset(d->blockers, 0, map->n_words * sizeof *d->blockers);
    unsigned stand = stand_of(d, map, box, entry % SOK_N_SIDES);
    for (unsigned at = stand; at != SOK_FAR; at = d->walk_from[at]) {
        mark(d, pos, at);
    }
    for (uint32_t at = entry; d->came[at] != NOWHERE; at = d->came[at]) {
        unsigned from = at / SOK_N_SIDES, to = d->came[at] / SOK_N_SIDES;
        for (unsigned dir = 0; dir < 4; dir++) {
            if (map->nb[to * 4 + dir] == from) {
                mark(d, pos, map->nb[from * 4 + dir]);
            }
        }
        mark(d, pos, to);
    }
}

uint32_t lw_sok_detour_measure(struct sok_detour *detour, const struct sok_position *pos,
                               const uint64_t *packed, struct sok_packing_step step,
                               unsigned player, bool tell) {
    uint32_t least;
    measure_walks(detour, pos, packed, player);
    uint32_t entry = measure_pushes(detour, pos, packed, step, &least);
    if (entry == NOWHERE) {
        return SOK_FAR;
    }
    if (tell) {
        find_blockers(detour, pos, entry);
    }
    return least;
}
