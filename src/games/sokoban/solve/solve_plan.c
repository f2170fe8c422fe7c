/* Search in the space of features, after the FESS idea of Shoham and Schaeffer (2020).
 *
 * A move is a whole ride of one box. A state is filed under a cell of two features: how
 * far the packing order has been followed, and into how many parts the boxes cut the
 * board. The search goes round the occupied cells and takes from each the state of least
 * weight. Moves that one of a few advisers recommends weigh nothing, all others one, so
 * that most effort follows advice and yet nothing is left out. */
#include "solve/solve_internal.h"

#define MAX_PARTS 24 /* cut-ups beyond this share a cell */
enum { N_ADVISERS = 5 };

struct child {
    uint32_t id;
    uint32_t cell;
    uint32_t packed, parts, estimate, toward, region;
};

struct sok_plan {
    const struct sok_task *task;
    struct lw_arena arena;
    struct sok_map map;
    struct sok_position pos;
    struct sok_match match;
    struct sok_ride ride;
    struct sok_corral corral;
    struct sok_learned *learned;
    struct sok_store store; /* cost holds the weight, cost2 the cell */
    struct sok_queue *cells;
    size_t n_cells, turn;
    uint16_t *order;
    uint16_t *goal_number; /* [square]: column in the rows of distances */
    uint64_t *frozen, *fresh_frozen, *boxes;
    struct child *children;
    size_t n_children, cap_children;
    uint32_t node, solved;
    bool no_memory;
    struct sok_outcome out;
};

static uint32_t packed_of(const struct sok_plan *plan, const uint64_t *boxes) {
    uint32_t n = 0;
    while (n < plan->map.n_boxes && sok_bit(boxes, plan->order[n])) {
        n++;
    }
    return n;
}

/* Counts the parts of the board between the boxes of pos; the player's is in
 * pos->other already. */
static uint32_t count_parts(struct sok_plan *plan) {
    const struct sok_map *map = &plan->map;
    struct sok_position *pos = &plan->pos;
    uint64_t *left = plan->fresh_frozen; /* scratch */
    uint32_t n = 1;
    for (uint32_t i = 0; i < map->n_words; i++) {
        left[i] = map->squares[i] & ~pos->boxes[i] & ~pos->other[i];
    }
    for (uint32_t i = 0; i < map->n_words && n < MAX_PARTS; i++) {
        while (left[i] != 0 && n < MAX_PARTS) {
            (void)lw_sok_position_low_from(pos, i * 64 + sok_lowest_bit(left[i]));
            for (uint32_t word = i; word < map->n_words; word++) {
                left[word] &= ~pos->other[word];
            }
            n++;
        }
    }
    return n;
}

static uint32_t region_size(const struct sok_plan *plan) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < plan->map.n_words; i++) {
        n += lw_bits_count(plan->pos.other[i]);
    }
    return n;
}

/* How far the box on this square is from the next goal of the order. */
static uint32_t toward(const struct sok_plan *plan, uint32_t packed, unsigned square,
                       unsigned player) {
    if (packed >= plan->map.n_boxes) {
        return 0;
    }
    const struct sok_walls *walls = plan->map.base;
    unsigned side = sok_walls_side(&plan->map, walls, square, player);
    return sok_walls_row(walls, square, side)[plan->goal_number[plan->order[packed]]];
}

/* With the box moved: is the position worth keeping? */
static bool survives(struct sok_plan *plan, unsigned from, unsigned to, unsigned player) {
    struct sok_position *pos = &plan->pos;
    memset(plan->fresh_frozen, 0, plan->map.n_words * sizeof *plan->fresh_frozen);
    lw_sok_position_move(pos, from, to);
    bool alive = lw_sok_freeze_cluster(pos, to, plan->fresh_frozen) &&
                 !lw_sok_learned_hit(plan->learned, pos->boxes, to, player);
    memcpy(plan->boxes, pos->boxes, plan->map.n_words * sizeof *plan->boxes);
    lw_sok_position_move(pos, to, from);
    return alive;
}

static void add_child(struct sok_plan *plan, unsigned from, const struct sok_stop *stop) {
    struct sok_position *pos = &plan->pos;
    unsigned to = stop->square;
    bool added;
    plan->out.generated++;
    if (!survives(plan, from, to, stop->player)) {
        return;
    }
    uint32_t id = lw_sok_store_add(&plan->store, plan->boxes, stop->low, &added);
    if (id == SOK_NO_NODE ||
        !lw_grow(plan->task->alloc, &plan->children, &plan->cap_children,
                 plan->n_children + 1, sizeof *plan->children)) {
        plan->no_memory = true;
        return;
    }
    if (!added) {
        return;
    }
    const struct sok_walls *walls = plan->map.base;
    unsigned side = sok_walls_side(&plan->map, walls, to, stop->player);
    uint32_t box = pos->slot[from], goal = plan->match.goal_of[box];
    struct child *child = &plan->children[plan->n_children++];
    *child = (struct child){.id = id, .packed = packed_of(plan, plan->boxes)};
    child->estimate = plan->match.total - plan->match.row[box][goal] +
                      sok_walls_row(walls, to, side)[goal];
    child->toward = toward(plan, child->packed, to, stop->player);
    lw_sok_position_move(pos, from, to);
    (void)lw_sok_position_low_from(pos, stop->player);
    child->region = region_size(plan);
    child->parts = count_parts(plan);
    lw_sok_position_move(pos, to, from);
    sok_store_node(&plan->store, id)->parent = plan->node;
}

/* Does adviser number `who` like a better than b? */
static bool prefers(unsigned who, const struct child *a, const struct child *b) {
    switch (who) {
    case 0: /* pack */
        return a->packed != b->packed ? a->packed > b->packed : a->estimate < b->estimate;
    case 1: /* connect */
        return a->parts != b->parts ? a->parts < b->parts : a->estimate < b->estimate;
    case 2: /* bring a box to the next goal */
        return a->toward != b->toward ? a->toward < b->toward : a->estimate < b->estimate;
    case 3: /* bring all boxes home */
        return a->estimate < b->estimate;
    default: /* give the player room */
        return a->region != b->region ? a->region > b->region : a->estimate < b->estimate;
    }
}

static void file_children(struct sok_plan *plan, uint32_t packed) {
    size_t advised[N_ADVISERS];
    uint32_t weight = sok_store_node(&plan->store, plan->node)->cost;
    for (unsigned who = 0; who < N_ADVISERS; who++) {
        size_t best = SIZE_MAX;
        for (size_t i = 0; i < plan->n_children; i++) {
            /* No adviser takes apart what is packed. */
            if (plan->children[i].packed >= packed &&
                (best == SIZE_MAX ||
                 prefers(who, &plan->children[i], &plan->children[best]))) {
                best = i;
            }
        }
        advised[who] = best;
    }
    for (size_t i = 0; i < plan->n_children; i++) {
        const struct child *child = &plan->children[i];
        bool free = false;
        for (unsigned who = 0; who < N_ADVISERS; who++) {
            free = free || advised[who] == i;
        }
        uint32_t cost = weight + !free;
        size_t cell = (size_t)child->packed * (MAX_PARTS + 1) + child->parts;
        sok_store_node(&plan->store, child->id)->cost = cost;
        if (!lw_sok_queue_push(&plan->cells[cell], cost, child->id)) {
            plan->no_memory = true;
        }
    }
}

/* Bounds, freezing and corrals; false: the position is lost. */
static bool prepare(struct sok_plan *plan) {
    struct sok_position *pos = &plan->pos;
    memset(plan->frozen, 0, plan->map.n_words * sizeof *plan->frozen);
    if (!lw_sok_freeze_all(pos, plan->frozen)) {
        return false;
    }
    for (uint32_t pass = 0; pass < 2; pass++) {
        /* First with the frozen boxes as walls, for the verdict; then on the bare board,
         * whose columns the estimates need. */
        lw_sok_map_trim(&plan->map);
        const struct sok_walls *walls =
            pass == 0 ? lw_sok_map_walls(&plan->map, plan->frozen) : plan->map.base;
        if (walls == NULL) {
            plan->no_memory = true;
            return false;
        }
        if (pass == 0 && walls == plan->map.base) {
            continue;
        }
        uint32_t n = 0;
        for (uint32_t i = 0; i < pos->n_boxes; i++) {
            unsigned square = pos->list[i];
            if (pass == 0 && sok_bit(plan->frozen, square)) {
                continue;
            }
            unsigned side = sok_walls_side(&plan->map, walls, square, pos->player);
            plan->match.row[n++] = sok_walls_row(walls, square, side);
        }
        if (lw_sok_match_solve(&plan->match, n) == SOK_NO_MATCH) {
            return false;
        }
    }
    (void)lw_sok_corral_find(&plan->corral, pos, plan->map.dead, plan->frozen);
    return !lw_sok_learned_examine(plan->learned, &plan->corral, pos);
}

static void expand(struct sok_plan *plan, uint32_t id) {
    struct sok_node *node = sok_store_node(&plan->store, id);
    unsigned player = node->player;
    plan->node = id;
    plan->n_children = 0;
    plan->out.expanded++;
    lw_sok_position_load(&plan->pos, sok_node_boxes(node),
                         player == SOK_GHOST_PLAYER ? plan->task->player : player);
    if (!prepare(plan)) {
        return;
    }
    for (uint32_t i = 0; i < plan->pos.n_boxes && !plan->no_memory; i++) {
        unsigned from = plan->pos.list[i];
        if (sok_bit(plan->frozen, from)) {
            continue;
        }
        lw_sok_ride_explore(&plan->ride, &plan->pos, from, plan->map.dead);
        for (size_t k = 1; k < plan->ride.n_stops; k++) {
            add_child(plan, from, &plan->ride.stops[k]);
        }
    }
    file_children(plan, packed_of(plan, plan->pos.boxes));
    for (size_t i = 0; i < plan->n_children; i++) {
        if (plan->children[i].packed == plan->map.n_boxes) {
            plan->solved = plan->children[i].id;
        }
    }
}

/* The next state in turn: each occupied cell gives one before any gives another. */
static uint32_t next_state(struct sok_plan *plan) {
    size_t priority;
    for (size_t tries = 0; tries < plan->n_cells; tries++) {
        plan->turn = plan->turn == 0 ? plan->n_cells - 1 : plan->turn - 1;
        if (plan->cells[plan->turn].n_queued > 0) {
            return lw_sok_queue_pop(&plan->cells[plan->turn], &priority);
        }
    }
    return SOK_NO_NODE;
}

enum sok_end lw_sok_plan_run(struct sok_plan *plan, uint64_t generated) {
    uint64_t end = plan->out.generated + generated;
    do {
        uint32_t id = next_state(plan);
        if (id == SOK_NO_NODE) {
            return SOK_END_EXHAUSTED;
        }
        expand(plan, id);
        if (plan->solved != SOK_NO_NODE) {
            return SOK_END_SOLVED;
        }
        if (plan->no_memory) {
            return SOK_END_MEMORY;
        }
        plan->task->meter->next_check = 0;
        if (lw_meter_tick(plan->task->meter, 1) != LW_STOP_NONE) {
            return SOK_END_STOPPED;
        }
    } while (plan->out.generated < end);
    return SOK_END_SLICE;
}

static bool init(struct sok_plan *plan) {
    const struct sok_task *task = plan->task;
    const struct lw_alloc *alloc = task->alloc;
    lw_arena_init(&plan->arena, alloc);
    lw_sok_store_init(&plan->store, (task->board->n_squares + 63) / 64, alloc);
    if (!lw_sok_map_init(&plan->map, task->board, SOK_UNIT_PUSHES, alloc)) {
        return false;
    }
    struct sok_map *map = &plan->map;
    struct lw_arena *arena = &plan->arena;
    plan->n_cells = ((size_t)map->n_boxes + 1) * (MAX_PARTS + 1);
    plan->cells = lw_arena_zero(arena, plan->n_cells, sizeof *plan->cells);
    plan->order = lw_arena_zero(arena, map->n_boxes, sizeof *plan->order);
    plan->goal_number = lw_arena_zero(arena, map->n, sizeof *plan->goal_number);
    plan->frozen = lw_arena_zero(arena, map->n_words, sizeof *plan->frozen);
    plan->fresh_frozen = lw_arena_zero(arena, map->n_words, sizeof *plan->fresh_frozen);
    plan->boxes = lw_arena_zero(arena, map->n_words, sizeof *plan->boxes);
    plan->learned = lw_sok_learned_create(map, alloc);
    bool ok = lw_sok_position_init(&plan->pos, map, alloc);
    ok = lw_sok_match_init(&plan->match, map->n_boxes, alloc) && ok;
    ok = lw_sok_ride_init(&plan->ride, map, alloc) && ok;
    plan->ride.meter = task->meter;
    ok = lw_sok_corral_init(&plan->corral, map, alloc) && ok;
    if (!ok || plan->cells == NULL || plan->order == NULL || plan->goal_number == NULL ||
        plan->frozen == NULL || plan->fresh_frozen == NULL || plan->boxes == NULL ||
        plan->learned == NULL || !lw_sok_packing_order(task, map, plan->order)) {
        return false;
    }
    uint16_t goal = 0;
    for (unsigned square = 0; square < map->n; square++) {
        goal = (uint16_t)(goal + (plan->goal_number[square] = goal, map->goal[square]));
    }
    for (size_t i = 0; i < plan->n_cells; i++) {
        lw_sok_queue_init(&plan->cells[i], alloc);
    }
    return true;
}

static bool add_start(struct sok_plan *plan) {
    const struct sok_task *task = plan->task;
    bool added;
    lw_sok_position_load(&plan->pos, task->boxes, task->player);
    unsigned player = task->circular ? SOK_GHOST_PLAYER : plan->pos.low;
    uint32_t id = lw_sok_store_add(&plan->store, task->boxes, player, &added);
    return id != SOK_NO_NODE && lw_sok_queue_push(&plan->cells[0], 0, id);
}

struct sok_plan *lw_sok_plan_create(const struct sok_task *task) {
    struct sok_plan *plan = lw_alloc_zero(task->alloc, 1, sizeof *plan);
    if (plan == NULL) {
        return NULL;
    }
    plan->task = task;
    plan->solved = SOK_NO_NODE;
    if (!init(plan) || !add_start(plan)) {
        lw_sok_plan_destroy(plan);
        return NULL;
    }
    return plan;
}

void lw_sok_plan_destroy(struct sok_plan *plan) {
    if (plan == NULL) {
        return;
    }
    const struct lw_alloc *alloc = plan->task->alloc;
    for (size_t i = 0; i < plan->n_cells && plan->cells != NULL; i++) {
        if (plan->cells[i].alloc != NULL) {
            lw_sok_queue_free(&plan->cells[i]);
        }
    }
    lw_alloc_free(alloc, plan->children, plan->cap_children * sizeof *plan->children);
    lw_sok_learned_destroy(plan->learned);
    lw_sok_position_free(&plan->pos);
    lw_sok_match_free(&plan->match);
    lw_sok_ride_free(&plan->ride);
    lw_sok_corral_free(&plan->corral);
    lw_sok_store_free(&plan->store);
    lw_arena_free(&plan->arena);
    lw_sok_map_free(&plan->map);
    lw_alloc_free(alloc, plan, sizeof *plan);
}

void lw_sok_plan_count(const struct sok_plan *plan, struct sok_outcome *out) {
    out->expanded += plan->out.expanded;
    out->generated += plan->out.generated;
    out->closed += plan->store.n_nodes;
}

bool lw_sok_plan_moves(struct sok_plan *plan, struct lw_buffer *moves) {
    struct sok_link *chain;
    size_t n;
    const struct lw_alloc *alloc = plan->task->alloc;
    if (!lw_sok_path_chain(&plan->store, plan->solved, 0, alloc, &chain, &n)) {
        return false;
    }
    bool ok = lw_sok_path_regions(plan->task, &plan->map, chain, n, moves);
    lw_alloc_free(alloc, chain, n * sizeof *chain);
    return ok;
}
