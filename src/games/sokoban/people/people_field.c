/* Positions made on demand. Steps follow the rules of people_graph.c and people_walker.c:
 * never plainly dead, never where some box has no goal left. */
#include "people/people_field.h"

#include <math.h>

#include "sokoban_internal.h"

static bool all_home(const struct sok_map *map, const uint64_t *boxes) {
    for (uint32_t i = 0; i < map->n_words; i++) {
        if (boxes[i] & ~map->goals[i]) {
            return false;
        }
    }
    return true;
}

/* The bound of the position under the hand, with the player in that region. */
static uint16_t bound_of(struct people_field *field, unsigned player) {
    const struct sok_walls *walls = field->map->base;
    for (uint32_t i = 0; i < field->n_boxes; i++) {
        unsigned square = field->pos.list[i];
        unsigned side = sok_walls_side(field->map, walls, square, player);
        field->match->row[i] = sok_walls_row(walls, square, side);
    }
    uint32_t total = lw_sok_match_solve(field->match, field->n_boxes);
    return total >= SOK_FAR ? SOK_FAR : (uint16_t)total;
}

/* The node of the position under the hand. */
static uint32_t add_here(struct people_field *field, unsigned low) {
    bool added;
    uint32_t id = lw_sok_store_add(&field->store, field->pos.boxes, low, &added);
    if (id != SOK_NO_NODE && added) {
        struct sok_node *node = field_node(field, id);
        node->bound = bound_of(field, low);
        node->cost2 = all_home(field->map, field->pos.boxes) ? FIELD_SOLVED : 0;
    }
    return id;
}

/* The position with these boxes and the player there; SOK_NO_NODE: out of memory. The
 * boxes must not lie in field->scratch. */
static uint32_t find_position(struct people_field *field, const uint64_t *boxes,
                              unsigned player) {
    lw_sok_position_load(&field->pos, boxes, player);
    return add_here(field, field->pos.low);
}

bool lw_sok_people_field_init(struct people_field *field, struct sok_map *map,
                              struct sok_match *match,
                              const struct people_walk_rules *rules,
                              struct lw_meter *meter, const struct lw_alloc *alloc) {
    *field = (struct people_field){.alloc = alloc,
                                   .map = map,
                                   .match = match,
                                   .rules = rules,
                                   .meter = meter,
                                   .n_boxes = map->board->n_boxes};
    lw_sok_store_init(&field->store, map->n_words, alloc);
    field->scratch = lw_alloc_zero(alloc, (size_t)2 * map->n_words, sizeof(uint64_t));
    bool good = lw_sok_position_init(&field->pos, map, alloc);
    good = lw_sok_ride_init(&field->ride, map, alloc) && good;
    if (!good || field->scratch == NULL) {
        return false;
    }
    field->ride.meter = meter;
    for (uint32_t i = 0; i < field->n_boxes; i++) {
        sok_bit_set(field->scratch + map->n_words, map->board->boxes[i]);
    }
    return find_position(field, field->scratch + map->n_words, map->board->player) == 0;
}

void lw_sok_people_field_free(struct people_field *field) {
    const struct lw_alloc *alloc = field->alloc;
    lw_sok_store_free(&field->store);
    lw_sok_position_free(&field->pos);
    lw_sok_ride_free(&field->ride);
    lw_alloc_free(alloc, field->scratch,
                  (size_t)2 * field->map->n_words * sizeof(uint64_t));
    lw_alloc_free(alloc, field->owner, field->owner_cap * sizeof *field->owner);
    lw_alloc_free(alloc, field->first, field->first_cap * sizeof *field->first);
    lw_alloc_free(alloc, field->weight, field->weight_cap * sizeof *field->weight);
    lw_alloc_free(alloc, field->lost, field->lost_cap * sizeof *field->lost);
    lw_alloc_free(alloc, field->steps, field->steps_cap * sizeof *field->steps);
}

/* Steps. */

static bool frozen_there(struct people_field *field, unsigned to) {
    memset(field->scratch, 0, field->map->n_words * sizeof *field->scratch);
    return !lw_sok_freeze_cluster(&field->pos, to, field->scratch);
}

static uint16_t rank_of(const struct people_field *field, unsigned square) {
    uint16_t rank = 0;
    for (uint32_t i = 0; i < field->n_boxes; i++) {
        rank = (uint16_t)(rank + (field->pos.list[i] < square));
    }
    return rank;
}

/* The box on `from` has come to `to`, with the player in that region. */
static bool add_step(struct people_field *field, unsigned bound, unsigned from,
                     unsigned to, unsigned low, unsigned pushes) {
    bool good = true;
    lw_sok_position_move(&field->pos, from, to);
    if (!frozen_there(field, to)) {
        uint32_t id = add_here(field, low);
        good =
            id != SOK_NO_NODE && lw_grow(field->alloc, &field->steps, &field->steps_cap,
                                         field->n_steps + 1, sizeof *field->steps);
        if (good && field_node(field, id)->bound != SOK_FAR) {
            double rise = (double)field_node(field, id)->bound - (double)bound;
            double home = (double)field->map->goal[to] - (double)field->map->goal[from];
            field->steps[field->n_steps++] =
                (struct field_step){.to = id,
                                    .rank = rank_of(field, to),
                                    .pushes = (uint16_t)pushes,
                                    .weight = exp(-field->rules->per_bound * rise +
                                                  (field->rules->runs ? home : 0))};
        } else if (good) {
            field->lost[field->n_spreads]++;
        }
    }
    lw_sok_position_move(&field->pos, to, from);
    return good;
}

/* The goal that ends the level when the box on `from` comes there; SOK_FAR: none does. */
static uint32_t last_goal(const struct people_field *field, unsigned from) {
    uint32_t found = SOK_FAR, n = 0;
    for (uint32_t i = 0; i < field->n_boxes; i++) {
        unsigned goal = field->map->board->goals[i];
        if (!field->pos.full[goal] || goal == from) {
            found = goal;
            n++;
        }
    }
    return n == 1 ? found : SOK_FAR;
}

static bool add_runs(struct people_field *field, unsigned bound, unsigned from) {
    field->ride.last_square = last_goal(field, from);
    lw_sok_ride_explore(&field->ride, &field->pos, from, field->map->dead);
    (void)lw_meter_tick(field->meter, field->ride.n_stops);
    bool good = true;
    for (size_t i = 1; good && i < field->ride.n_stops; i++) {
        const struct sok_stop *stop = &field->ride.stops[i];
        good = add_step(field, bound, from, stop->square, stop->low, stop->pushes);
    }
    return good;
}

static bool add_pushes(struct people_field *field, unsigned bound, unsigned from) {
    const uint16_t *nb = field->map->nb;
    bool good = true;
    for (unsigned dir = 0; good && dir < LW_N_DIRS; dir++) {
        unsigned stand = nb[from * 4 + sok_opposite(dir)], to = nb[from * 4 + dir];
        if (!field->pos.full[to] && sok_reached(&field->pos, stand) &&
            !field->map->dead[to]) {
            unsigned low = lw_sok_position_low_after(&field->pos, from, to, dir);
            good = add_step(field, bound, from, to, low, 1);
            (void)lw_meter_tick(field->meter, 1);
        }
    }
    return good;
}

static bool add_box(struct people_field *field, uint32_t spread, uint32_t box,
                    unsigned bound) {
    size_t slot = (size_t)spread * field->n_boxes + box, start = field->n_steps;
    unsigned from = field->pos.list[box];
    field->first[slot] = start;
    if (!(field->rules->runs ? add_runs(field, bound, from)
                             : add_pushes(field, bound, from))) {
        return false;
    }
    size_t n = field->n_steps - start;
    double share = field->rules->share_per_box && n > 0 ? 1.0 / (double)n : 1, sum = 0;
    for (size_t i = start; i < field->n_steps; i++) {
        field->steps[i].weight *= share;
        sum += field->steps[i].weight;
    }
    field->weight[slot] = sum;
    return true;
}

enum people_end lw_sok_people_field_spread(struct people_field *field, uint32_t id) {
    struct sok_node *node = field_node(field, id);
    uint32_t spread = field->n_spreads, k = field->n_boxes;
    size_t slots = ((size_t)spread + 1) * k;
    if (node->cost != 0 || (node->cost2 & FIELD_SOLVED) != 0) {
        return PEOPLE_OK;
    }
    if (lw_meter_tick(field->meter, 1) != LW_STOP_NONE) {
        return PEOPLE_STOPPED;
    }
    if (!lw_grow(field->alloc, &field->owner, &field->owner_cap, (size_t)spread + 1,
                 sizeof *field->owner) ||
        !lw_grow(field->alloc, &field->first, &field->first_cap, slots + 1,
                 sizeof *field->first) ||
        !lw_grow(field->alloc, &field->weight, &field->weight_cap, slots,
                 sizeof *field->weight) ||
        !lw_grow(field->alloc, &field->lost, &field->lost_cap, (size_t)spread + 1,
                 sizeof *field->lost)) {
        return PEOPLE_MEMORY;
    }
    field->lost[spread] = 0;
    lw_sok_position_load(&field->pos, sok_node_boxes(node), node->player);
    size_t before = field->n_steps;
    for (uint32_t i = 0; i < k; i++) {
        if (!add_box(field, spread, i, node->bound)) {
            return PEOPLE_MEMORY;
        }
    }
    if (field->meter->stop != LW_STOP_NONE) {
        /* A ride may have ended early: half a spread is none. */
        field->n_steps = before;
        return PEOPLE_STOPPED;
    }
    field->first[slots] = field->n_steps;
    field->owner[spread] = id;
    field->n_spreads = spread + 1;
    node->cost = spread + 1;
    return PEOPLE_OK;
}

size_t lw_sok_people_field_follow(struct people_field *field, uint32_t from,
                                  unsigned player, const char *moves, uint32_t *way,
                                  size_t cap) {
    const struct sok_map *map = field->map;
    struct sok_node *node = field_node(field, from);
    size_t n = 0;
    unsigned last_box = SOK_FAR;
    uint32_t here = from;
    lw_sok_position_load(&field->pos, sok_node_boxes(node), player);
    node->cost2 |= FIELD_ALIVE;
    for (; *moves != '\0'; moves++) {
        enum lw_dir dir = lw_sokoban_lurd_dir(*moves);
        unsigned to = map->nb[player * 4u + dir];
        bool push = field->pos.full[to];
        player = to;
        if (!push) {
            continue;
        }
        unsigned beyond = map->nb[to * 4u + dir];
        bool step = !field->rules->runs || to != last_box;
        if (step && last_box != SOK_FAR && way != NULL && n < cap) {
            way[n++] = here;
        }
        last_box = beyond;
        lw_sok_position_move(&field->pos, to, beyond);
        here = add_here(field, lw_sok_position_low_from(&field->pos, player));
        if (here == SOK_NO_NODE) {
            return SIZE_MAX;
        }
        field_node(field, here)->cost2 |= FIELD_ALIVE;
    }
    return n;
}
