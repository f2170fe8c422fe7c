/* The packing plan: in which order boxes come to rest, found by playing backwards.
 *
 * From the solved board, with the player in any of its zones, boxes are pulled. A box
 * that comes to a square where some box starts leaves the board; a box that can leave
 * does so. When none can, boxes are pulled aside, which the plan then tells as parking: a
 * box waits there until it is moved on to its goal. The search goes by cells of features
 * (boxes left, zones of the player, links between rooms blocked), the best cell first and
 * now and then the next in turn. The way it found, read backwards, is the plan. The idea
 * is that of the packing search described by Shoham and Schaeffer (2020). */
#include "solve/solve_internal.h"

#define MAX_STOPS 200000  /* looked at before the best way so far has to do */
#define PARKING_WEIGHT 20 /* pulls that an excursion counts for besides its own */
#define MAX_WEIGHT 20000

struct packer {
    const struct sok_task *task;
    const struct sok_map *map;
    const struct sok_rooms *rooms;
    struct lw_arena arena;
    struct sok_position pos;
    struct sok_ride ride;
    struct sok_store store; /* cost: pulls so far, cost2: boxes left */
    struct sok_cells cells;
    uint64_t *boxes;
    uint32_t node, best;
    uint64_t n_stops;
    bool no_memory;
};

static uint64_t cell_key(struct packer *p, uint32_t left) {
    uint32_t parts = lw_sok_position_parts(&p->pos);
    uint32_t links = lw_sok_rooms_blocked(p->rooms, p->pos.boxes, NULL);
    parts = parts > 255 ? 255 : parts;
    links = links > 255 ? 255 : links;
    return (uint64_t)(p->map->n_boxes - left) << 16 | (255 - parts) << 8 | (255 - links);
}

/* Files the position under the hand with the player on that square. */
static void file(struct packer *p, uint32_t left, unsigned player, uint32_t weight) {
    bool added;
    unsigned low = lw_sok_position_low_from(&p->pos, player);
    uint32_t id = lw_sok_store_add(&p->store, p->pos.boxes, low, &added);
    if (id == SOK_NO_NODE) {
        p->no_memory = true;
        return;
    }
    if (!added) {
        return;
    }
    struct sok_node *node = sok_store_node(&p->store, id);
    weight = weight > MAX_WEIGHT ? MAX_WEIGHT : weight;
    node->parent = p->node;
    node->cost = weight;
    node->cost2 = left;
    if (p->best == SOK_NO_NODE || left < sok_store_node(&p->store, p->best)->cost2) {
        p->best = id;
    }
    if (!lw_sok_cells_push(&p->cells, cell_key(p, left), weight, id)) {
        p->no_memory = true;
    }
}

/* Takes off the board what can be pulled to a start square. */
static bool remove_boxes(struct packer *p, uint32_t left, uint32_t weight) {
    struct sok_position *pos = &p->pos;
    bool any = false;
    for (uint32_t i = 0; i < pos->n_boxes && !p->no_memory; i++) {
        unsigned from = pos->list[i];
        lw_sok_ride_explore(&p->ride, pos, from, p->map->dead);
        p->n_stops += p->ride.n_stops + p->map->n / 16;
        for (size_t k = 1; k < p->ride.n_stops; k++) {
            const struct sok_stop *stop = &p->ride.stops[k];
            if (sok_bit(p->task->boxes, stop->square)) {
                any = true;
                sok_lift(pos, from);
                file(p, left - 1, stop->player, weight + stop->pushes);
                sok_put(pos, from);
                break;
            }
        }
    }
    return any;
}

/* Boxes that may stay where they start. */
static bool remove_settled(struct packer *p, uint32_t left, uint32_t weight) {
    struct sok_position *pos = &p->pos;
    bool any = false;
    for (uint32_t i = 0; i < pos->n_boxes; i++) {
        unsigned from = pos->list[i];
        if (sok_bit(p->task->boxes, from)) {
            any = true;
            sok_lift(pos, from);
            file(p, left - 1, pos->player, weight);
            sok_put(pos, from);
        }
    }
    return any;
}

static void park(struct packer *p, uint32_t left, uint32_t weight) {
    struct sok_position *pos = &p->pos;
    for (uint32_t i = 0; i < pos->n_boxes && !p->no_memory; i++) {
        unsigned from = pos->list[i];
        lw_sok_ride_explore(&p->ride, pos, from, p->map->dead);
        p->n_stops += p->ride.n_stops + p->map->n / 16;
        for (size_t k = 1; k < p->ride.n_stops; k++) {
            struct sok_stop stop = p->ride.stops[k];
            sok_lift(pos, from);
            sok_put(pos, stop.square);
            file(p, left, stop.player, weight + stop.pushes + PARKING_WEIGHT);
            sok_lift(pos, stop.square);
            sok_put(pos, from);
        }
    }
}

static void expand(struct packer *p, uint32_t id) {
    struct sok_node *node = sok_store_node(&p->store, id);
    uint32_t left = node->cost2, weight = node->cost;
    p->node = id;
    lw_sok_position_load(&p->pos, sok_node_boxes(node), node->player);
    if (!remove_boxes(p, left, weight) && !remove_settled(p, left, weight)) {
        park(p, left, weight);
    }
}

static void search(struct packer *p) {
    const struct sok_map *map = p->map;
    uint64_t turn = 0;
    lw_sok_position_load(&p->pos, map->goals, 0);
    p->node = SOK_NO_NODE;
    for (unsigned square = 0; square < map->n && !p->no_memory; square++) {
        if (!sok_bit(map->goals, square)) {
            file(p, map->n_boxes, square, 0);
        }
    }
    while (!p->no_memory && p->n_stops < MAX_STOPS &&
           sok_store_node(&p->store, p->best)->cost2 > 0 &&
           lw_meter_check(p->task->meter) == LW_STOP_NONE) {
        uint32_t id = ++turn % 4 == 0 ? lw_sok_cells_pop_next(&p->cells)
                                      : lw_sok_cells_pop_best(&p->cells);
        if (id == SOK_NO_NODE) {
            break;
        }
        expand(p, id);
    }
}

/* Boxes the search could not take off come first, the one furthest from all starts at the
 * very beginning. Appends the sets that lead to `boxes`. */
static void begin(struct packer *p, struct sok_packing *out, const uint64_t *boxes) {
    const struct sok_map *map = p->map;
    memset(out->sets, 0, map->n_words * sizeof *out->sets);
    memcpy(p->boxes, boxes, map->n_words * sizeof *boxes);
    for (;;) {
        unsigned square, choice = map->n;
        uint32_t furthest = 0;
        SOK_FOR_BITS(square, p->boxes, map->n_words) {
            uint32_t nearest = SOK_FAR;
            unsigned start;
            uint32_t goal = 0;
            for (unsigned other = 0; other < square; other++) {
                goal += map->goal[other];
            }
            SOK_FOR_BITS(start, p->task->boxes, map->n_words) {
                unsigned side = sok_walls_side(map, map->base, start, p->task->player);
                uint32_t pushes =
                    map->goal[square] ? sok_walls_row(map->base, start, side)[goal] : 0;
                nearest = pushes < nearest ? pushes : nearest;
            }
            if (choice == map->n || nearest > furthest) {
                choice = square;
                furthest = nearest;
            }
        }
        if (choice == map->n) {
            return;
        }
        uint64_t *set = lw_sok_packing_set(out, out->n_steps + 1);
        memcpy(set, lw_sok_packing_set(out, out->n_steps), map->n_words * sizeof *set);
        sok_bit_set(set, choice);
        sok_bit_clear(p->boxes, choice);
        out->n_steps++;
    }
}

/* A square that is in `a` and not in b; SOK_FAR: none. */
static uint16_t only_in(const uint64_t *a, const uint64_t *b, uint32_t n_words) {
    for (uint32_t i = 0; i < n_words; i++) {
        if (a[i] & ~b[i]) {
            return (uint16_t)(i * 64 + sok_lowest_bit(a[i] & ~b[i]));
        }
    }
    return SOK_FAR;
}

void lw_sok_spread(const struct sok_map *map, const uint64_t *walls, uint64_t *reach,
                   uint16_t *stack) {
    const uint16_t *nb = map->nb;
    size_t top = 0;
    unsigned square;
    SOK_FOR_BITS(square, reach, map->n_words) {
        stack[top++] = (uint16_t)square;
    }
    while (top > 0) {
        unsigned at = stack[--top];
        for (unsigned dir = 0; dir < 4; dir++) {
            unsigned from = nb[at * 4 + dir], stand = nb[from * 4 + dir];
            if (from != map->n && stand != map->n && !sok_bit(reach, from) &&
                !sok_bit(walls, from) && !sok_bit(walls, stand)) {
                sok_bit_set(reach, from);
                stack[top++] = (uint16_t)from;
            }
        }
    }
}

/* For each step: from where it can be served, and from where any later one can. */
static void find_reach(const struct packer *p, struct sok_packing *out) {
    uint32_t n_words = p->map->n_words;
    for (uint32_t k = 0; k < out->n_steps; k++) {
        uint64_t *serves = out->serves + (size_t)k * n_words;
        uint64_t *later = out->later + (size_t)k * n_words;
        sok_bit_set(serves, out->steps[k].to);
        lw_sok_spread(p->map, lw_sok_packing_set(out, k), serves, p->pos.stack);
        for (uint32_t i = k + 1; i < out->n_steps; i++) {
            if (out->steps[i].from == SOK_FAR) {
                sok_bit_set(later, out->steps[i].to);
            }
        }
        lw_sok_spread(p->map, lw_sok_packing_set(out, k + 1), later, p->pos.stack);
    }
}

static bool tell(struct packer *p, struct sok_packing *out) {
    uint32_t n_words = p->map->n_words;
    size_t n_max = p->map->n_boxes;
    for (uint32_t id = p->best; id != SOK_NO_NODE; n_max++) {
        id = sok_store_node(&p->store, id)->parent;
    }
    struct lw_arena *arena = &out->arena;
    out->n_words = n_words;
    out->sets = lw_arena_zero(arena, (n_max + 1) * n_words, sizeof *out->sets);
    out->serves = lw_arena_zero(arena, n_max * n_words, sizeof *out->serves);
    out->later = lw_arena_zero(arena, n_max * n_words, sizeof *out->later);
    out->steps = lw_arena_zero(arena, n_max + 1, sizeof *out->steps);
    if (out->sets == NULL || out->serves == NULL || out->later == NULL ||
        out->steps == NULL) {
        return false;
    }
    struct sok_node *node = sok_store_node(&p->store, p->best);
    out->left = node->cost2;
    begin(p, out, sok_node_boxes(node));
    for (uint32_t id = node->parent; id != SOK_NO_NODE; id = node->parent) {
        node = sok_store_node(&p->store, id);
        const uint64_t *last = lw_sok_packing_set(out, out->n_steps);
        if (memcmp(last, sok_node_boxes(node), n_words * sizeof *last) != 0) {
            out->n_steps++;
            memcpy(lw_sok_packing_set(out, out->n_steps), sok_node_boxes(node),
                   n_words * sizeof *last);
        }
    }
    for (uint32_t k = 0; k < out->n_steps; k++) {
        const uint64_t *a = lw_sok_packing_set(out, k);
        const uint64_t *b = lw_sok_packing_set(out, k + 1);
        out->steps[k].from = only_in(a, b, n_words);
        out->steps[k].to = only_in(b, a, n_words);
    }
    find_reach(p, out);
    return true;
}

bool lw_sok_packing_find(const struct sok_task *task, const struct sok_map *map,
                         const struct sok_rooms *rooms, struct sok_packing *out) {
    struct packer p = {.task = task, .map = map, .rooms = rooms, .best = SOK_NO_NODE};
    lw_arena_init(&p.arena, task->alloc);
    *out = (struct sok_packing){.n_steps = 0};
    lw_arena_init(&out->arena, task->alloc);
    lw_sok_store_init(&p.store, map->n_words, task->alloc);
    lw_sok_cells_init(&p.cells, task->alloc);
    p.boxes = lw_arena_zero(&p.arena, map->n_words, sizeof *p.boxes);
    bool ok = lw_sok_position_init(&p.pos, map, task->alloc) && p.boxes != NULL;
    ok = lw_sok_ride_init(&p.ride, map, task->alloc) && ok;
    p.ride.meter = task->meter;
    p.ride.pull = true;
    if (ok) {
        search(&p);
        ok = p.best != SOK_NO_NODE && tell(&p, out);
    }
    lw_sok_position_free(&p.pos);
    lw_sok_ride_free(&p.ride);
    lw_sok_store_free(&p.store);
    lw_sok_cells_free(&p.cells);
    lw_arena_free(&p.arena);
    return ok;
}

void lw_sok_packing_free(struct sok_packing *packing) {
    lw_arena_free(&packing->arena);
}

uint32_t lw_sok_packing_count(const struct sok_packing *packing, const uint64_t *boxes) {
    for (uint32_t k = packing->n_steps; k > 0; k--) {
        const uint64_t *set = lw_sok_packing_set(packing, k);
        uint64_t missing = 0;
        for (uint32_t i = 0; i < packing->n_words; i++) {
            missing |= set[i] & ~boxes[i];
        }
        if (missing == 0) {
            return k;
        }
    }
    return 0;
}

uint32_t lw_sok_packing_out(const struct sok_packing *packing, uint32_t k,
                            const uint64_t *boxes) {
    if (k >= packing->n_steps) {
        return 0;
    }
    const uint64_t *set = lw_sok_packing_set(packing, k);
    const uint64_t *later = packing->later + (size_t)k * packing->n_words;
    const uint64_t *serves = packing->serves + (size_t)k * packing->n_words;
    uint32_t n = 0;
    bool serving = false;
    for (uint32_t i = 0; i < packing->n_words; i++) {
        uint64_t bad = boxes[i] & ~set[i] & ~later[i];
        n += lw_bits_count(bad);
        serving = serving || (bad & serves[i]) != 0;
    }
    return n - (serving && packing->steps[k].from == SOK_FAR);
}
