/* Which filled goals count as packed.
 *
 * A plan is one order of filling, but most levels leave some freedom. A set of filled
 * goals is sound when, with its boxes standing as walls, the boxes of all other goals can
 * still be taken off backwards, one after the other, each pulled away to a start square:
 * then the rest can be filled around them. The filled goals of a position are gone
 * through in the order of the plan, and those count that keep the set sound. Verdicts are
 * kept.
 *
 * Where the plan needs boxes to be parked, one after the other will not do; there the
 * steps of the plan count, in their order. */
#include "solve/solve_plan.h"

#define MAX_SETS 100000
#define MAX_SURVEYED 2000 /* squares; on larger boards only start squares are outside */

/* Boxes pulled here from any side can go on to a start square though all goals are
 * full. */
static void find_outside(struct sok_filling *f) {
    const struct sok_map *map = f->map;
    struct sok_position *pos = &f->pos;
    unsigned anywhere = 0;
    while (sok_bit(map->goals, anywhere)) {
        anywhere++;
    }
    lw_sok_position_load(pos, map->goals, anywhere);
    memcpy(f->outside, f->starts, map->n_words * sizeof *f->outside);
    f->ride.until = f->starts;
    for (unsigned square = 0; square < map->n && map->n <= MAX_SURVEYED; square++) {
        if (pos->full[square] || sok_bit(f->starts, square) || map->dead[square] ||
            lw_meter_check(f->meter) != LW_STOP_NONE) {
            continue;
        }
        bool all = true;
        sok_put(pos, square);
        for (unsigned dir = 0; dir < 4 && all; dir++) {
            unsigned player = map->nb[square * 4 + dir];
            if (!pos->full[player]) {
                pos->player = (uint16_t)player;
                lw_sok_ride_explore(&f->ride, pos, square, map->dead);
                all = sok_bit(f->starts, f->ride.stops[f->ride.n_stops - 1].square);
            }
        }
        sok_lift(pos, square);
        if (all) {
            sok_bit_set(f->outside, square);
        }
    }
    f->ride.until = f->outside;
}

/* Can the box on this goal be pulled outside with the player coming from any side? */
static bool comes_off(struct sok_filling *f, unsigned goal) {
    struct sok_position *pos = &f->pos;
    bool off = false;
    unsigned seen = 0;
    for (unsigned dir = 0; dir < 4 && !off; dir++) {
        unsigned player = f->map->nb[goal * 4 + dir];
        if (!pos->full[player] && !(seen >> dir & 1)) {
            pos->player = (uint16_t)player;
            lw_sok_ride_explore(&f->ride, pos, goal, f->map->dead);
            size_t last = f->ride.n_stops - 1;
            off = last > 0 && sok_bit(f->outside, f->ride.stops[last].square);
            seen |= f->ride.stops[0].sides;
            f->ride.again = true;
        }
    }
    f->ride.again = false;
    return off;
}

/* Takes off what comes off of the boxes on `filled`, with those of `set` as walls; the
 * rest is left on the position. */
static void take_off(struct sok_filling *f, const uint64_t *set, const uint64_t *filled) {
    struct sok_position *pos = &f->pos;
    unsigned anywhere = 0;
    while (sok_bit(f->map->goals, anywhere)) {
        anywhere++;
    }
    lw_sok_position_load(pos, filled, anywhere);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = f->n_goals; i-- > 0;) {
            unsigned goal = f->order[i];
            if (pos->full[goal] && !sok_bit(set, goal) && comes_off(f, goal)) {
                sok_lift(pos, goal);
                changed = true;
            }
        }
    }
}

static bool rest_comes_off(struct sok_filling *f, const uint64_t *set,
                           const uint64_t *filled) {
    take_off(f, set, filled);
    for (uint32_t i = 0; i < f->map->n_words; i++) {
        if (f->pos.boxes[i] & ~set[i] & ~f->stuck[i]) {
            return false;
        }
    }
    return true;
}

static bool holds(const uint64_t *a, const uint64_t *b, uint32_t n_words) {
    uint64_t missing = 0;
    for (uint32_t i = 0; i < n_words; i++) {
        missing |= b[i] & ~a[i];
    }
    return missing == 0;
}

/* If a set is known to be sound that holds this one, everything outside that one comes
 * off first, and only the difference is in question. */
static bool is_sound(struct sok_filling *f, const uint64_t *set) {
    uint32_t n_words = f->map->n_words;
    const uint64_t *filled = f->map->goals;
    for (uint32_t i = 0; i < f->n_recent; i++) {
        if (holds(f->recent + i * n_words, set, n_words)) {
            filled = f->recent + i * n_words;
            break;
        }
    }
    bool sound = rest_comes_off(f, set, filled);
    if (sound) {
        uint32_t at = f->turn++ % SOK_N_RECENT;
        memcpy(f->recent + at * n_words, set, n_words * sizeof *set);
        f->n_recent += f->n_recent < SOK_N_RECENT;
    }
    return sound;
}

/* The number of the set among those known; SOK_NO_NODE when memory is out. */
static uint32_t look_up(struct sok_filling *f, const uint64_t *set) {
    bool added;
    uint32_t id = lw_sok_store_add(&f->sets, set, 0, &added);
    if (id != SOK_NO_NODE && added) {
        sok_store_node(&f->sets, id)->cost = is_sound(f, set);
    }
    return id;
}

/* The goals in the order in which they are filled for good. */
static void find_order(struct sok_filling *f) {
    const struct sok_packing *packing = f->packing;
    for (uint32_t k = 0; k < packing->n_steps; k++) {
        unsigned to = packing->steps[k].to;
        bool stays = f->map->goal[to];
        for (uint32_t i = k + 1; i < packing->n_steps; i++) {
            stays = stays && packing->steps[i].from != to;
        }
        if (stays) {
            f->order[f->n_goals++] = (uint16_t)to;
        }
    }
}

bool lw_sok_filling_init(struct sok_filling *f, const struct sok_task *task,
                         const struct sok_map *map, const struct sok_packing *packing,
                         bool strict) {
    *f = (struct sok_filling){.map = map,
                              .packing = packing,
                              .alloc = task->alloc,
                              .meter = task->meter,
                              .starts = task->boxes};
    lw_arena_init(&f->arena, task->alloc);
    lw_sok_store_init(&f->sets, map->n_words, task->alloc);
    lw_sok_store_init(&f->known, map->n_words, task->alloc);
    size_t n_words = map->n_words;
    f->outside = lw_arena_zero(&f->arena, n_words, sizeof *f->outside);
    f->stuck = lw_arena_zero(&f->arena, n_words, sizeof *f->stuck);
    f->set = lw_arena_zero(&f->arena, n_words, sizeof *f->set);
    f->order = lw_arena_zero(&f->arena, packing->n_steps + 1, sizeof *f->order);
    bool ok = lw_sok_position_init(&f->pos, map, task->alloc);
    ok = lw_sok_ride_init(&f->ride, map, task->alloc) && ok;
    f->ride.pull = true;
    f->ride.meter = task->meter;
    f->useful = lw_arena_zero(&f->arena, n_words, sizeof *f->useful);
    f->filled = lw_arena_zero(&f->arena, n_words, sizeof *f->filled);
    f->recent = lw_arena_zero(&f->arena, n_words * SOK_N_RECENT, sizeof *f->recent);
    if (!ok || f->recent == NULL || f->useful == NULL || f->filled == NULL ||
        f->outside == NULL || f->stuck == NULL || f->set == NULL || f->order == NULL) {
        return false;
    }
    find_order(f);
    find_outside(f);
    take_off(f, f->set, map->goals);
    memcpy(f->stuck, f->pos.boxes, n_words * sizeof *f->stuck);
    bool any_stuck = false;
    for (size_t i = 0; i < n_words; i++) {
        any_stuck = any_stuck || f->stuck[i] != 0;
    }
    f->strict = (any_stuck || strict) && packing->left == 0;
    return true;
}

void lw_sok_filling_free(struct sok_filling *f) {
    if (f->alloc != NULL) {
        lw_sok_position_free(&f->pos);
        lw_sok_ride_free(&f->ride);
        lw_sok_store_free(&f->sets);
        lw_sok_store_free(&f->known);
        lw_arena_free(&f->arena);
    }
}

/* Goes through the filled goals; false: out of memory. */
static bool choose(struct sok_filling *f, struct sok_node *known) {
    memset(f->set, 0, f->map->n_words * sizeof *f->set);
    uint32_t last = look_up(f, f->set);
    known->cost2 = f->n_goals;
    for (uint32_t k = 0; k < f->n_goals && last != SOK_NO_NODE; k++) {
        unsigned goal = f->order[k];
        bool counts = sok_bit(f->filled, goal);
        if (counts) {
            sok_bit_set(f->set, goal);
            uint32_t id = look_up(f, f->set);
            counts = id == SOK_NO_NODE || sok_store_node(&f->sets, id)->cost != 0;
            last = counts ? id : last;
        }
        if (counts) {
            known->bound++;
        } else {
            sok_bit_clear(f->set, goal);
            known->cost2 = k < known->cost2 ? k : known->cost2;
        }
    }
    known->cost = last;
    return last != SOK_NO_NODE;
}

static void follow_plan(const struct sok_filling *f, const uint64_t *boxes,
                        struct sok_filled *out) {
    out->n = out->next = lw_sok_packing_count(f->packing, boxes);
    if (out->n < f->packing->n_steps) {
        out->step = f->packing->steps[out->n];
    }
    out->set = lw_sok_packing_set(f->packing, out->n);
    out->out = lw_sok_packing_out(f->packing, out->n, boxes);
}

bool lw_sok_filling_of(struct sok_filling *f, const uint64_t *boxes,
                       struct sok_filled *out) {
    size_t n_words = f->map->n_words;
    bool added;
    *out = (struct sok_filled){.step = {SOK_FAR, SOK_FAR}};
    if (f->strict) {
        follow_plan(f, boxes, out);
        return true;
    }
    if (f->sets.n_nodes > MAX_SETS || f->known.n_nodes > MAX_SETS) {
        lw_sok_store_clear(&f->sets);
        lw_sok_store_clear(&f->known);
        f->useful_known = false;
    }
    for (size_t i = 0; i < n_words; i++) {
        f->filled[i] = boxes[i] & f->map->goals[i];
    }
    uint32_t id = lw_sok_store_add(&f->known, f->filled, 0, &added);
    if (id == SOK_NO_NODE || (added && !choose(f, sok_store_node(&f->known, id)))) {
        return false;
    }
    struct sok_node *known = sok_store_node(&f->known, id);
    out->n = known->bound;
    out->next = known->cost2;
    out->step.to = out->next < f->n_goals ? f->order[out->next] : SOK_FAR;
    out->set = sok_node_boxes(sok_store_node(&f->sets, known->cost));
    /* Squares from which an open goal can be reached. */
    if (f->useful_of != known->cost || !f->useful_known) {
        for (size_t i = 0; i < n_words; i++) {
            f->useful[i] = f->map->goals[i] & ~out->set[i];
        }
        lw_sok_spread(f->map, out->set, f->useful, f->pos.stack);
        f->useful_of = known->cost;
        f->useful_known = true;
    }
    for (size_t i = 0; i < n_words; i++) {
        out->out += lw_bits_count(boxes[i] & ~out->set[i] & ~f->useful[i]);
    }
    return true;
}
