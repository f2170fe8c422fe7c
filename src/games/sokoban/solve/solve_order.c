/* The packing order: which goal to fill first.
 *
 * Backwards from the solved board, a box can be taken off its goal when, with the others
 * standing as walls, it can be pulled to a square where some box starts. Boxes that come
 * away are taken off one by one, the one with the shortest way first; the order of
 * filling is the reverse. The idea is the backward half of packing-order searches such
 * as Festival's. */
#include "solve/solve_internal.h"

struct puller {
    const struct sok_map *map;
    const uint64_t *starts;
    struct sok_position pos;
    struct lw_arena arena;
    struct stop {
        uint16_t square, player, pulls;
    } * stops;
    uint8_t *seen; /* [square]: sides on which the player has stood */
};

/* Marks the sides the player can stand on; false: nothing new about this stop. */
static bool arrive(struct puller *puller, struct stop stop) {
    const uint16_t *near = puller->map->nb + (size_t)stop.square * 4;
    uint8_t sides = 0;
    (void)lw_sok_position_low_from(&puller->pos, stop.player);
    for (unsigned dir = 0; dir < 4; dir++) {
        if (near[dir] != puller->map->n && sok_bit(puller->pos.other, near[dir])) {
            sides |= (uint8_t)(1u << dir);
        }
    }
    bool fresh = sides & ~puller->seen[stop.square];
    puller->seen[stop.square] |= sides;
    return fresh;
}

/* The fewest pulls that bring the box on `from` to a start square with the player coming
 * from `player`; SOK_FAR when it cannot be done. */
static unsigned way_out(struct puller *puller, unsigned from, unsigned player) {
    const uint16_t *nb = puller->map->nb;
    struct sok_position *pos = &puller->pos;
    size_t head = 0, tail = 0;
    memset(puller->seen, 0, puller->map->n);
    puller->stops[tail] = (struct stop){(uint16_t)from, (uint16_t)player, 0};
    tail += arrive(puller, puller->stops[0]);
    sok_lift(pos, from);
    unsigned found = SOK_FAR;
    while (head < tail && found == SOK_FAR) {
        struct stop at = puller->stops[head++];
        if (sok_bit(puller->starts, at.square) && at.pulls > 0) {
            found = at.pulls;
        }
        sok_put(pos, at.square);
        (void)lw_sok_position_low_from(pos, at.player);
        sok_lift(pos, at.square);
        uint64_t sides = 0;
        for (unsigned dir = 0; dir < 4; dir++) {
            unsigned side = nb[at.square * 4u + dir];
            sides |= (uint64_t)(side != puller->map->n && sok_bit(pos->other, side))
                     << dir;
        }
        for (unsigned dir = 0; dir < 4; dir++) {
            unsigned to = nb[at.square * 4u + dir];
            unsigned stand = nb[to * 4 + dir];
            if (!(sides >> dir & 1) || pos->full[stand]) {
                continue;
            }
            struct stop next = {(uint16_t)to, (uint16_t)stand, (uint16_t)(at.pulls + 1)};
            sok_put(pos, to);
            if (tail < (size_t)puller->map->n * 4 && arrive(puller, next)) {
                puller->stops[tail++] = next;
            }
            sok_lift(pos, to);
        }
    }
    sok_put(pos, from);
    return found;
}

/* The best way out of a box from any region that touches it. */
static unsigned any_way_out(struct puller *puller, unsigned from) {
    unsigned best = SOK_FAR;
    for (unsigned dir = 0; dir < 4; dir++) {
        unsigned side = puller->map->nb[from * 4 + dir];
        if (!puller->pos.full[side]) {
            unsigned pulls = way_out(puller, from, side);
            best = pulls < best ? pulls : best;
        }
    }
    return best;
}

static bool puller_init(struct puller *puller, const struct sok_task *task,
                        const struct sok_map *map) {
    *puller = (struct puller){.map = map, .starts = task->boxes};
    lw_arena_init(&puller->arena, task->alloc);
    puller->stops =
        lw_arena_get(&puller->arena, ((size_t)map->n * 4 + 1) * sizeof *puller->stops);
    puller->seen = lw_arena_zero(&puller->arena, (size_t)map->n + 1, 1);
    return lw_sok_position_init(&puller->pos, map, task->alloc) &&
           puller->stops != NULL && puller->seen != NULL;
}

bool lw_sok_packing_order(const struct sok_task *task, const struct sok_map *map,
                          uint16_t *order) {
    struct puller puller;
    bool ok = puller_init(&puller, task, map);
    if (ok) {
        unsigned anywhere = 0;
        while (sok_bit(map->goals, anywhere)) {
            anywhere++;
        }
        lw_sok_position_load(&puller.pos, map->goals, anywhere);
    }
    for (uint32_t left = map->n_boxes; ok && left > 0; left--) {
        unsigned best = SOK_FAR, choice = map->n;
        for (unsigned square = 0; square < map->n; square++) {
            if (!puller.pos.full[square]) {
                continue;
            }
            /* Out of time the rest is taken as it comes. */
            bool hurry = lw_meter_check(task->meter) != LW_STOP_NONE;
            unsigned pulls = hurry ? SOK_FAR : any_way_out(&puller, square);
            if (choice == map->n || pulls < best) {
                best = pulls;
                choice = square;
            }
        }
        order[left - 1] = (uint16_t)choice;
        sok_lift(&puller.pos, choice);
    }
    lw_sok_position_free(&puller.pos);
    lw_arena_free(&puller.arena);
    return ok;
}
