/* Problem decomposition, after Jarušek and Pelánek 2010: solve the level for some of its
 * boxes while the others stand still, then for the rest while these stand still.
 *
 * Boxes are taken home in groups, each as small as possible: first all single boxes are
 * tried, then all pairs, then all threes. A group may go home when its boxes can all be
 * pushed on to goals with every other box a wall, and a short search can still solve the
 * rest with the group a wall. What no group of three can begin is one last group. */
#include <math.h>

#include "features/feature_internal.h"

#define MAX_GROUP 3u
#define MAX_BOXES 64u      /* more are not taken apart */
#define REST_NODES 1500u   /* of the search for the rest */
#define GROUP_STATES 4000u /* of all ways to push one group */
#define REST_PRICE 4u      /* a node of the solver, in states of a group */

struct parts {
    struct measuring *m;
    struct lw_meter meter;
    struct sok_position pos;
    struct sok_store store;
    uint64_t *boxes; /* where all boxes stand now */
    uint64_t *fixed; /* boxes that are home for good */
    uint64_t *group; /* boxes of the group on trial, where they are in a state */
    uint16_t player;
    uint32_t left, largest, n_groups;
    bool unsure; /* some search was too short */
    lw_status status;
};

static bool all_home(const struct parts *p, const uint64_t *boxes) {
    for (uint32_t i = 0; i < p->m->map.n_words; i++) {
        if (boxes[i] & ~p->m->map.goals[i]) {
            return false;
        }
    }
    return true;
}

/* Can the rest be solved with fixed and group as walls? The position under the hand has
 * the group at home. */
static bool rest_solvable(struct parts *p, unsigned player) {
    const struct lw_sokoban_level *level = p->m->level;
    size_t n_cells = (size_t)level->width * level->height;
    uint8_t *cells = lw_alloc_get(p->m->runtime->alloc, n_cells);
    struct lw_sokoban_level *rest = NULL;
    struct lw_solve_result result;
    bool good = false;
    if (all_home(p, p->pos.boxes)) {
        lw_alloc_free(p->m->runtime->alloc, cells, n_cells);
        return true;
    }
    lw_solve_result_init(&result, p->m->runtime->alloc);
    p->status = cells == NULL ? LW_NO_MEMORY : LW_OK;
    for (size_t i = 0; p->status == LW_OK && i < n_cells; i++) {
        unsigned square = p->m->board->square_of[i];
        uint8_t kept = level->cells[i] & (LW_SOKOBAN_WALL | LW_SOKOBAN_GOAL);
        if (square == LW_SOKOBAN_NO_SQUARE) {
            kept = LW_SOKOBAN_WALL;
        } else if (sok_bit(p->fixed, square) || sok_bit(p->group, square)) {
            kept = LW_SOKOBAN_WALL;
        } else if (sok_bit(p->pos.boxes, square)) {
            kept |= LW_SOKOBAN_BOX;
        } else if (square == player) {
            kept |= LW_SOKOBAN_PLAYER;
        }
        cells[i] = kept;
    }
    if (p->status == LW_OK) {
        p->status = lw_sokoban_level_create(p->m->base->game, level->width, level->height,
                                            cells, &rest, NULL);
    }
    /* A level that does not validate has a box or a goal cut off for good. */
    if (p->status == LW_OK &&
        p->m->base->game->kind->level->validate(&rest->level, NULL) == LW_OK) {
        struct lw_solve_request request = {
            .metric = LW_SOKOBAN_METRIC_ANY,
            .budget = {.nodes = REST_NODES, .cancel = p->meter.budget.cancel}};
        lw_status status = lw_sokoban_solve_ops.solve(&rest->level, &request,
                                                      p->m->runtime, &result, NULL);
        good = status == LW_OK && result.outcome == LW_OUTCOME_SOLVED;
        p->unsure |= status == LW_OK && result.outcome == LW_OUTCOME_LIMIT;
        (void)lw_meter_tick(&p->meter, (result.expanded + 1) * REST_PRICE);
    }
    lw_solve_result_free(&result);
    if (rest != NULL) {
        lw_level_destroy(&rest->level);
    }
    lw_alloc_free(p->m->runtime->alloc, cells, n_cells);
    return good;
}

/* Adds what one push of a box of the group leads to. */
static bool push_group(struct parts *p) {
    const struct sok_map *map = &p->m->map;
    unsigned square;
    bool added;
    SOK_FOR_BITS(square, p->group, map->n_words) {
        for (unsigned dir = 0; dir < LW_N_DIRS; dir++) {
            unsigned stand = map->nb[square * 4u + sok_opposite(dir)];
            unsigned to = map->nb[square * 4u + dir];
            if (p->pos.full[to] || !sok_reached(&p->pos, stand) || map->dead[to]) {
                continue;
            }
            unsigned low = lw_sok_position_low_after(&p->pos, square, to, dir);
            lw_sok_position_move(&p->pos, square, to);
            uint32_t id = lw_sok_store_add(&p->store, p->pos.boxes, low, &added);
            lw_sok_position_move(&p->pos, to, square);
            if (id == SOK_NO_NODE) {
                p->status = LW_NO_MEMORY;
                return false;
            }
        }
    }
    return true;
}

/* Tries every way to push the group home; on success the position under the hand has it
 * there and the boxes have moved. */
static bool try_group(struct parts *p, const uint16_t *squares, uint32_t n) {
    const struct sok_map *map = &p->m->map;
    size_t bytes = map->n_words * sizeof *p->boxes;
    uint64_t still[SOK_MAX_SQUARES / 64 + 1];
    bool added;
    memcpy(still, p->boxes, bytes);
    for (uint32_t i = 0; i < n; i++) {
        sok_bit_clear(still, squares[i]);
    }
    lw_sok_store_clear(&p->store);
    lw_sok_position_load(&p->pos, p->boxes, p->player);
    if (lw_sok_store_add(&p->store, p->boxes, p->pos.low, &added) == SOK_NO_NODE) {
        p->status = LW_NO_MEMORY;
        return false;
    }
    for (uint32_t id = 0; id < p->store.n_nodes && p->status == LW_OK; id++) {
        struct sok_node *node = sok_store_node(&p->store, id);
        lw_sok_position_load(&p->pos, sok_node_boxes(node), node->player);
        for (uint32_t i = 0; i < map->n_words; i++) {
            p->group[i] = p->pos.boxes[i] & ~still[i];
        }
        if (all_home(p, p->group) && rest_solvable(p, node->player)) {
            memcpy(p->boxes, p->pos.boxes, bytes);
            for (uint32_t i = 0; i < map->n_words; i++) {
                p->fixed[i] |= p->group[i];
            }
            p->player = node->player;
            return true;
        }
        p->unsure |= id >= GROUP_STATES;
        if (lw_meter_tick(&p->meter, 1) != LW_STOP_NONE || id >= GROUP_STATES ||
            !push_group(p)) {
            return false;
        }
    }
    return false;
}

/* The next choice of n of the first `all` numbers; false after the last. */
static bool next_choice(uint32_t *choice, uint32_t n, uint32_t all) {
    uint32_t i = n;
    while (i-- > 0) {
        if (choice[i] + (n - i) < all) {
            choice[i]++;
            for (uint32_t k = i + 1; k < n; k++) {
                choice[k] = choice[k - 1] + 1;
            }
            return true;
        }
    }
    return false;
}

/* Finds one group of n boxes that can go home now. */
static bool find_group(struct parts *p, uint32_t n) {
    uint16_t free[MAX_BOXES], squares[MAX_GROUP];
    uint32_t choice[MAX_GROUP], n_free = 0;
    unsigned square;
    SOK_FOR_BITS(square, p->boxes, p->m->map.n_words) {
        if (!sok_bit(p->fixed, square) && n_free < MAX_BOXES) {
            free[n_free++] = (uint16_t)square;
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        choice[i] = i;
    }
    do {
        for (uint32_t i = 0; i < n; i++) {
            squares[i] = free[choice[i]];
        }
        if (try_group(p, squares, n)) {
            return true;
        }
    } while (p->status == LW_OK && p->meter.stop == LW_STOP_NONE &&
             next_choice(choice, n, n_free));
    return false;
}

static void take_apart(struct parts *p) {
    while (p->left > 0 && p->status == LW_OK) {
        uint32_t n = 1;
        while (n <= MAX_GROUP && n < p->left && !find_group(p, n) && p->status == LW_OK &&
               p->meter.stop == LW_STOP_NONE) {
            n++;
        }
        if (n > MAX_GROUP || n >= p->left || p->meter.stop != LW_STOP_NONE) {
            p->unsure |= p->left > MAX_GROUP + 1 || p->meter.stop != LW_STOP_NONE;
            n = p->left;
        }
        p->largest = n > p->largest ? n : p->largest;
        p->n_groups++;
        p->left -= n;
    }
}

lw_status lw_sokoban_parts_features(struct measuring *m, struct lw_error *err) {
    struct parts p = {.m = m, .player = m->board->player, .left = m->board->n_boxes};
    const struct lw_alloc *alloc = m->runtime->alloc;
    size_t words = m->map.n_words;
    if (!m->matched || m->unsolvable || m->way.len == 0 || p.left > MAX_BOXES) {
        return LW_OK;
    }
    struct lw_budget budget = lw_sokoban_budget_share(m, 0.2);
    uint64_t start_ns = lw_runtime_now_ns(m->runtime);
    lw_meter_start(&p.meter, m->runtime, &budget);
    lw_sok_store_init(&p.store, m->map.n_words, alloc);
    p.boxes = lw_alloc_zero(alloc, 3 * words, sizeof *p.boxes);
    if (p.boxes == NULL || !lw_sok_position_init(&p.pos, &m->map, alloc)) {
        p.status = LW_NO_MEMORY;
    } else {
        p.fixed = p.boxes + words;
        p.group = p.fixed + words;
        for (uint32_t i = 0; i < m->board->n_boxes; i++) {
            sok_bit_set(p.boxes, m->board->boxes[i]);
        }
        take_apart(&p);
        lw_sok_position_free(&p.pos);
    }
    lw_alloc_free(alloc, p.boxes, 3 * words * sizeof *p.boxes);
    lw_sok_store_free(&p.store);
    if (p.status != LW_OK) {
        return p.status == LW_NO_MEMORY ? lw_fail_memory(err) : LW_OK;
    }
    double n = m->board->n_boxes;
    m->values->value[FEATURE_DECOMPOSITION] = p.largest;
    m->values->value[FEATURE_PARTS] = p.n_groups / n;
    if (p.unsure) {
        m->values->error[FEATURE_DECOMPOSITION] = fmax(1, p.largest / 3.0);
        m->values->error[FEATURE_PARTS] = 0.2;
    }
    m->values->seconds[FEATURE_DECOMPOSITION] =
        (double)(lw_runtime_now_ns(m->runtime) - start_ns) * 1e-9;
    return LW_OK;
}
