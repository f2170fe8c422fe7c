/* Search in the space of features, after the FESS idea of Shoham and Schaeffer (2020).
 *
 * A move is a whole ride of one box. A state is filed under a cell of four features: how
 * far the packing plan has been followed, how many boxes the next step would shut off,
 * into how many parts the boxes cut the board, how many links between rooms they block.
 * Each cell has a queue of moves that were not made yet, the least weight first. A move
 * that an adviser recommends weighs nothing, all others one, so that most effort follows
 * advice and yet nothing is left out: moves that nobody recommends are found again when
 * their turn has come. The best cell and the next cell in turn alternate. */
#include "solve/solve_plan.h"

#define OTHERS 0x80000000u /* in an entry: the moves of that state nobody recommends */
#define OTHERS_AT_ONCE 3
#define HOPELESS 10    /* boxes that no hope counts as */
#define PROOF_NODES 50 /* a position is worth; rides are costly */
#define MAX_TRIES 8    /* lost recommendations before an adviser is not asked again */

static uint64_t key_of(const struct sok_features *is) {
    uint64_t key = lw_sok_plan_gain(is);
    key = key << 8 | (255u - (is->out > 255 ? 255u : is->out));
    key = key << 8 | (255u - (is->parts > 255 ? 255u : is->parts));
    return key << 8 | (255u - (is->links > 255 ? 255u : is->links));
}

/* Is there a way home for every box if those of `fixed` stand as walls? *walls receives
 * the distances. */
static bool all_get_home(struct sok_plan *plan, struct sok_position *pos,
                         const uint64_t *fixed, const struct sok_walls **walls) {
    lw_sok_map_trim(&plan->map);
    *walls = lw_sok_map_walls(&plan->map, fixed);
    if (*walls == NULL) {
        plan->no_memory = true;
        return false;
    }
    uint32_t n = 0;
    for (uint32_t i = 0; i < pos->n_boxes; i++) {
        unsigned square = pos->list[i];
        if (*walls != plan->map.base && sok_bit(fixed, square)) {
            continue;
        }
        unsigned side = sok_walls_side(&plan->map, *walls, square, pos->player);
        plan->row_of[square] = (uint16_t)n;
        plan->match.row[n++] = sok_walls_row(*walls, square, side);
    }
    return lw_sok_match_solve(&plan->match, n) != SOK_NO_MATCH;
}

/* With what is packed as walls, is there still a way home for the rest? */
static bool has_hope(struct sok_plan *plan, struct sok_position *pos) {
    const struct sok_walls *walls;
    struct sok_filled filled;
    if (!lw_sok_filling_of(&plan->filling, pos->boxes, &filled)) {
        plan->no_memory = true;
        return false;
    }
    for (uint32_t i = 0; i < plan->map.n_words; i++) {
        plan->fixed[i] = (filled.set[i] & plan->map.goals[i]) | plan->frozen[i];
    }
    for (uint32_t k = filled.n; plan->filling.strict && k < plan->packing.n_steps; k++) {
        unsigned from = plan->packing.steps[k].from;
        if (from != SOK_FAR && !sok_bit(plan->frozen, from)) {
            sok_bit_clear(plan->fixed, from);
        }
    }
    return !plan->map.wall_sets || all_get_home(plan, pos, plan->fixed, &walls);
}

/* Bounds, freezing and corrals; false: the position is lost. */
static bool examine(struct sok_plan *plan, struct sok_position *pos) {
    memset(plan->frozen, 0, plan->map.n_words * sizeof *plan->frozen);
    if (!lw_sok_freeze_all(pos, plan->frozen)) {
        return false;
    }
    plan->hope = has_hope(plan, pos);
    if (plan->no_memory || !all_get_home(plan, pos, plan->frozen, &plan->walls)) {
        return false;
    }
    bool found = lw_sok_corral_find(&plan->corral, pos, plan->walls->dead, plan->frozen);
    plan->ride.first = NULL;
    if (lw_sok_learned_examine(plan->learned, &plan->corral, pos)) {
        return false;
    }
    plan->hope = plan->hope && !lw_sok_learned_doomed(plan->learned, &plan->corral, pos,
                                                      plan->map.goals);
    if (found && pos == &plan->pos) {
        memset(plan->first, 0, plan->map.n + 1);
        for (size_t i = 0; i < plan->corral.n_best; i++) {
            const struct sok_push *push = &plan->corral.best[i];
            plan->first[push->from] |= (uint8_t)(1u << push->dir);
        }
        plan->ride.first = plan->first;
    }
    return true;
}

/* Loads the state into pos. */
static void load(struct sok_plan *plan, struct sok_position *pos, uint32_t id) {
    struct sok_node *node = sok_store_node(&plan->store, id);
    lw_sok_position_load(pos, sok_node_boxes(node),
                         node->player == SOK_GHOST_PLAYER ? plan->task->player
                                                          : node->player);
}

/* Stores the child; SOK_NO_NODE when it is known, lost, or memory is out. */
static uint32_t take(struct sok_plan *plan, struct sok_child *child, uint32_t weight) {
    bool added;
    child->taken = 1;
    memcpy(plan->boxes, plan->pos.boxes, plan->map.n_words * sizeof *plan->boxes);
    sok_bit_clear(plan->boxes, child->from);
    sok_bit_set(plan->boxes, child->to);
    uint32_t id = lw_sok_store_add(&plan->store, plan->boxes, child->low, &added);
    if (id == SOK_NO_NODE) {
        plan->no_memory = true;
        return SOK_NO_NODE;
    }
    if (!added) {
        return SOK_NO_NODE;
    }
    struct sok_node *node = sok_store_node(&plan->store, id);
    node->parent = plan->node;
    node->cost = weight;
    if (memcmp(plan->boxes, plan->map.goals, plan->map.n_words * sizeof *plan->boxes) ==
        0) {
        plan->solved = id;
        return id;
    }
    load(plan, &plan->probe, id);
    return examine(plan, &plan->probe) ? id : SOK_NO_NODE;
}

static void push(struct sok_plan *plan, uint64_t key, uint32_t weight, uint32_t entry) {
    if (!lw_sok_cells_push(&plan->cells, key, weight, entry)) {
        plan->no_memory = true;
    }
}

static void measure(struct sok_plan *plan) {
    struct sok_filled filled;
    lw_sok_plan_measure(plan, &plan->pos, &plan->is, &filled);
    plan->is.parts = (uint16_t)lw_sok_position_parts(&plan->pos);
    plan->step = filled.step;
    plan->is.out = (uint16_t)(plan->is.out + (plan->hope ? 0 : HOPELESS));
    memcpy(plan->packed, filled.set, plan->map.n_words * sizeof *plan->packed);
}

static bool going(const struct sok_plan *plan) {
    return plan->solved == SOK_NO_NODE && !plan->no_memory;
}

static void follow_advice(struct sok_plan *plan, uint64_t key, uint32_t weight) {
    /* One of them is not asked in every manner. */
    unsigned n = SOK_N_ADVISERS - (plan->manner % 2 == 0);
    for (unsigned who = n; who-- > 0;) {
        uint32_t id = SOK_NO_NODE;
        for (unsigned tries = 0; tries < MAX_TRIES && id == SOK_NO_NODE && going(plan);
             tries++) {
            size_t best = lw_sok_plan_advice(plan, who);
            if (best == plan->n_children) {
                break;
            }
            id = take(plan, &plan->children[best], weight);
            if (id != SOK_NO_NODE && !plan->hope && going(plan)) {
                push(plan, key, weight + 1, id);
                id = SOK_NO_NODE;
            }
        }
        if (id != SOK_NO_NODE && going(plan)) {
            push(plan, key, weight, id);
        }
    }
}

static void follow_others(struct sok_plan *plan, uint64_t key, uint32_t weight) {
    for (unsigned n = 0; n < OTHERS_AT_ONCE && going(plan);) {
        size_t best = lw_sok_plan_other(plan);
        if (best == plan->n_children) {
            return;
        }
        uint32_t id = take(plan, &plan->children[best], weight);
        if (id != SOK_NO_NODE && going(plan)) {
            push(plan, key, weight, id);
            n++;
        }
    }
}

static bool any_left(const struct sok_plan *plan) {
    for (size_t i = 0; i < plan->n_children; i++) {
        if (!plan->children[i].taken) {
            return true;
        }
    }
    return false;
}

static void expand(struct sok_plan *plan, uint32_t entry) {
    uint32_t id = entry & ~OTHERS;
    bool others = (entry & OTHERS) != 0;
    uint32_t weight = sok_store_node(&plan->store, id)->cost;
    plan->node = id;
    plan->out.expanded++;
    load(plan, &plan->pos, id);
    if (!examine(plan, &plan->pos)) {
        return;
    }
    measure(plan);
    lw_sok_plan_children(plan);
    plan->ride.first = NULL;
    if (plan->way == SOK_FAR && plan->is.out < HOPELESS) {
        plan->is.out += HOPELESS;
    }
    uint64_t key = key_of(&plan->is);
    if (others) {
        follow_others(plan, key, weight + 1);
    } else {
        follow_advice(plan, key, weight);
    }
    if (going(plan) && any_left(plan)) {
        push(plan, key, weight + 1, id | OTHERS);
    }
}

enum sok_end lw_sok_plan_run(struct sok_plan *plan, uint64_t generated) {
    uint64_t end = plan->out.generated + generated;
    do {
        unsigned every = plan->manner / 2 % 2 == 1 ? 4 : 2;
        uint32_t entry = plan->turn++ % every == 0 ? lw_sok_cells_pop_best(&plan->cells)
                                                   : lw_sok_cells_pop_next(&plan->cells);
        if (entry == SOK_NO_NODE) {
            return SOK_END_EXHAUSTED;
        }
        expand(plan, entry);
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
    lw_sok_cells_init(&plan->cells, alloc);
    if (!lw_sok_map_init(&plan->map, task->board, SOK_UNIT_PUSHES, alloc)) {
        return false;
    }
    struct sok_map *map = &plan->map;
    size_t share = task->meter->budget.memory_bytes / 4;
    map->cache_limit = share != 0 && share < map->cache_limit ? share : map->cache_limit;
    struct lw_arena *arena = &plan->arena;
    plan->frozen = lw_arena_zero(arena, map->n_words, sizeof *plan->frozen);
    plan->fresh_frozen = lw_arena_zero(arena, map->n_words, sizeof *plan->fresh_frozen);
    plan->boxes = lw_arena_zero(arena, map->n_words, sizeof *plan->boxes);
    plan->fixed = lw_arena_zero(arena, map->n_words, sizeof *plan->fixed);
    plan->packed = lw_arena_zero(arena, map->n_words, sizeof *plan->packed);
    plan->row_of = lw_arena_zero(arena, (size_t)map->n + 1, sizeof *plan->row_of);
    plan->first = lw_arena_zero(arena, (size_t)map->n + 1, 1);
    plan->learned = lw_sok_learned_create(map, alloc);
    if (plan->learned != NULL) {
        lw_sok_learned_set_effort(plan->learned, PROOF_NODES);
    }
    bool ok = lw_sok_position_init(&plan->pos, map, alloc);
    ok = lw_sok_position_init(&plan->probe, map, alloc) && ok;
    ok = lw_sok_match_init(&plan->match, map->n_boxes, alloc) && ok;
    ok = lw_sok_ride_init(&plan->ride, map, alloc) && ok;
    plan->ride.meter = task->meter;
    ok = lw_sok_corral_init(&plan->corral, map, alloc) && ok;
    ok = lw_sok_detour_init(&plan->detour, map, alloc) && ok;
    ok = lw_sok_rooms_init(&plan->rooms, map, alloc) && ok;
    return ok && plan->frozen != NULL && plan->fresh_frozen != NULL &&
           plan->boxes != NULL && plan->packed != NULL && plan->fixed != NULL &&
           plan->first != NULL && plan->row_of != NULL && plan->learned != NULL &&
           lw_sok_packing_find(task, map, &plan->rooms, &plan->packing) &&
           lw_sok_filling_init(&plan->filling, task, map, &plan->packing,
                               plan->manner % 8 == 7);
}

static bool add_start(struct sok_plan *plan) {
    const struct sok_task *task = plan->task;
    bool added;
    lw_sok_position_load(&plan->pos, task->boxes, task->player);
    unsigned player = task->circular ? SOK_GHOST_PLAYER : plan->pos.low;
    uint32_t id = lw_sok_store_add(&plan->store, task->boxes, player, &added);
    return id != SOK_NO_NODE && lw_sok_cells_push(&plan->cells, 0, 0, id);
}

struct sok_plan *lw_sok_plan_create(const struct sok_task *task, unsigned manner) {
    struct sok_plan *plan = lw_alloc_zero(task->alloc, 1, sizeof *plan);
    if (plan == NULL) {
        return NULL;
    }
    plan->task = task;
    plan->manner = manner;
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
    lw_alloc_free(alloc, plan->children, plan->cap_children * sizeof *plan->children);
    lw_sok_learned_destroy(plan->learned);
    lw_sok_position_free(&plan->pos);
    lw_sok_position_free(&plan->probe);
    lw_sok_match_free(&plan->match);
    lw_sok_ride_free(&plan->ride);
    lw_sok_corral_free(&plan->corral);
    lw_sok_detour_free(&plan->detour);
    lw_sok_rooms_free(&plan->rooms);
    lw_sok_packing_free(&plan->packing);
    lw_sok_filling_free(&plan->filling);
    lw_sok_store_free(&plan->store);
    lw_sok_cells_free(&plan->cells);
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
