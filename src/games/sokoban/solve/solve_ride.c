/* Rides: all places one box can be pushed to while the others stand still.
 *
 * A stop is a square of the box together with the region the player is in then; from a
 * stop the box can go wherever the player can get behind it. */
#include "solve/solve_internal.h"

bool lw_sok_ride_init(struct sok_ride *ride, const struct sok_map *map,
                      const struct lw_alloc *alloc) {
    *ride = (struct sok_ride){.last_square = SOK_FAR};
    lw_arena_init(&ride->arena, alloc);
    ride->stops = lw_arena_get(&ride->arena, (size_t)map->n * 4 * sizeof *ride->stops);
    ride->seen = lw_arena_zero(&ride->arena, map->n + 1, 1);
    return lw_sok_cut_init(&ride->cut, map, alloc) && ride->stops != NULL &&
           ride->seen != NULL;
}

void lw_sok_ride_free(struct sok_ride *ride) {
    lw_sok_cut_free(&ride->cut);
    lw_arena_free(&ride->arena);
}

static void add_stop(struct sok_ride *ride, struct sok_position *pos,
                     struct sok_stop stop) {
    struct sok_piece piece;
    lw_sok_cut_look(&ride->cut, pos->full, stop.square, stop.player, &piece);
    stop.low = (uint16_t)piece.low;
    stop.region = (uint16_t)piece.size;
    stop.parts = (uint16_t)piece.n_parts;
    stop.sides = piece.sides;
    ride->seen[stop.square] |= stop.sides;
    ride->stops[ride->n_stops++] = stop;
}

static bool is_stop(const struct sok_ride *ride, size_t i, unsigned square,
                    unsigned low) {
    return ride->stops[i].square == square && ride->stops[i].low == low;
}

/* Could the box be moved if the player were anywhere? */
static bool can_budge(const struct sok_ride *ride, const struct sok_position *pos,
                      unsigned from) {
    const uint16_t *nb = pos->map->nb;
    for (unsigned dir = 0; dir < 4; dir++) {
        unsigned to = nb[from * 4 + dir];
        unsigned player =
            ride->pull ? nb[to * 4 + dir] : nb[from * 4 + sok_opposite(dir)];
        if (!pos->full[to] && !pos->full[player]) {
            return true;
        }
    }
    return false;
}

/* Stops early at the stop asked for (SOK_FAR: none), and when the meter says so: one ride
 * on a large open board takes seconds. */
static void explore(struct sok_ride *ride, struct sok_position *pos, unsigned from,
                    const uint8_t *dead, unsigned to_square, unsigned to_low) {
    const struct sok_map *map = pos->map;
    for (size_t i = 0; i < ride->n_stops; i++) {
        ride->seen[ride->stops[i].square] = 0;
    }
    ride->n_stops = 0;
    struct sok_stop first = {
        .square = (uint16_t)from, .player = pos->player, .before = SOK_NO_NODE};
    if (to_square == SOK_FAR && !can_budge(ride, pos, from)) {
        ride->stops[ride->n_stops++] = first;
        return;
    }
    sok_lift(pos, from);
    if (!ride->again) {
        lw_sok_cut_walk(&ride->cut, pos->full);
    }
    add_stop(ride, pos, first);
    bool over = is_stop(ride, 0, to_square, to_low);
    for (size_t i = 0; i < ride->n_stops && !over; i++) {
        struct sok_stop at = ride->stops[i];
        over = i % 64 == 63 && ride->meter != NULL &&
               lw_meter_check(ride->meter) != LW_STOP_NONE;
        bool arrived = i > 0 && at.square == ride->last_square;
        for (unsigned dir = 0; dir < 4 && !over && !arrived; dir++) {
            unsigned to = map->nb[at.square * 4u + dir];
            unsigned behind = ride->pull ? dir : sok_opposite(dir);
            unsigned player = ride->pull ? map->nb[to * 4u + dir] : at.square;
            if (!(at.sides >> behind & 1) || pos->full[to] || pos->full[player] ||
                dead[to] || (ride->seen[to] >> behind & 1) ||
                (i == 0 && ride->first != NULL && !(ride->first[from] >> dir & 1))) {
                continue;
            }
            struct sok_stop next = {.square = (uint16_t)to,
                                    .player = (uint16_t)player,
                                    .pushes = (uint16_t)(at.pushes + 1),
                                    .before = (uint32_t)i,
                                    .dir = (uint8_t)dir};
            add_stop(ride, pos, next);
            over = is_stop(ride, ride->n_stops - 1, to_square, to_low) ||
                   (ride->until != NULL && sok_bit(ride->until, to));
        }
    }
    sok_put(pos, from);
}

void lw_sok_ride_explore(struct sok_ride *ride, struct sok_position *pos, unsigned from,
                         const uint8_t *dead) {
    explore(ride, pos, from, dead, SOK_FAR, 0);
}

size_t lw_sok_ride_find(struct sok_ride *ride, struct sok_position *pos, unsigned from,
                        const uint8_t *dead, unsigned to, unsigned low) {
    explore(ride, pos, from, dead, to, low);
    size_t last = ride->n_stops - 1;
    return is_stop(ride, last, to, low) ? last : ride->n_stops;
}
