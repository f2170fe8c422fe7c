/* Numbered floor and goal ranges.
 *
 * The goal range (Murase, Matsubara, Hiraga 1996) of a square holds every square from
 * which a lone box can be pushed to it. It is found by pulling: a state is the box and
 * the side on which the player stands; after a pull the player may walk to every side
 * that the box does not cut off. */
#include <string.h>

#include "make/evolve/evolve_internal.h"

#define NONE LW_SOKOBAN_NO_SQUARE
#define UNSEEN UINT32_MAX

lw_status lw_sok_evolve_ground_init(struct evolve_ground *ground, const struct room *room,
                                    struct lw_arena *arena) {
    size_t n_cells = (size_t)room->width * room->height;
    uint16_t *square_of = lw_arena_get(arena, n_cells * sizeof *square_of);
    uint32_t n = lw_sok_room_count_floors(room);
    *ground = (struct evolve_ground){.room = room, .n = n};
    ground->next = lw_arena_get(arena, n * sizeof *ground->next);
    ground->cell = lw_arena_get(arena, n * sizeof *ground->cell);
    ground->queue = lw_arena_get(arena, n * sizeof *ground->queue);
    ground->mark = lw_arena_zero(arena, n, sizeof *ground->mark);
    if (square_of == NULL || ground->next == NULL || ground->cell == NULL ||
        ground->queue == NULL || ground->mark == NULL) {
        return LW_NO_MEMORY;
    }
    uint32_t at = 0;
    for (size_t i = 0; i < n_cells; i++) {
        square_of[i] = room->cells[i] == ROOM_WALL ? NONE : (uint16_t)at;
        if (square_of[i] != NONE) {
            ground->cell[at++] = (uint16_t)i;
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        int64_t x = ground->cell[i] % room->width, y = ground->cell[i] / room->width;
        for (enum lw_dir dir = 0; dir < LW_N_DIRS; dir++) {
            int64_t to_x = x + lw_dir_dx(dir), to_y = y + lw_dir_dy(dir);
            bool wall = room_at(room, to_x, to_y) == ROOM_WALL;
            ground->next[i][dir] =
                wall ? NONE : square_of[to_y * (int64_t)room->width + to_x];
        }
    }
    return LW_OK;
}

uint32_t lw_sok_evolve_flood(struct evolve_ground *ground, uint32_t from,
                             const uint16_t *blocked, uint32_t n_blocked) {
    /* Blocked squares get the stamp first and lose it at the end. */
    uint32_t stamp = ++ground->stamp, head = 0, tail = 0, least = from;
    for (uint32_t i = 0; i < n_blocked; i++) {
        ground->mark[blocked[i]] = stamp;
    }
    ground->mark[from] = stamp;
    ground->queue[tail++] = (uint16_t)from;
    while (head < tail) {
        uint16_t at = ground->queue[head++];
        least = at < least ? at : least;
        for (int dir = 0; dir < LW_N_DIRS; dir++) {
            uint16_t to = ground->next[at][dir];
            if (to != NONE && ground->mark[to] != stamp) {
                ground->mark[to] = stamp;
                ground->queue[tail++] = to;
            }
        }
    }
    for (uint32_t i = 0; i < n_blocked; i++) {
        ground->mark[blocked[i]] = 0;
    }
    return least;
}

/* States are box * 4 + side. */
struct range {
    struct evolve_ground *ground;
    uint32_t *parent; /* [state], UNSEEN, or the state itself at the goal */
    uint32_t *queue;  /* states in the order they were reached */
    uint32_t n;
};

/* Adds every side of box that the marked squares touch. */
static void add_sides(struct range *range, uint32_t box, uint32_t from, bool any_side) {
    struct evolve_ground *ground = range->ground;
    for (uint32_t side = 0; side < LW_N_DIRS; side++) {
        uint16_t stand = ground->next[box][side];
        uint32_t state = box * LW_N_DIRS + side;
        if (stand == NONE || range->parent[state] != UNSEEN ||
            (!any_side && ground->mark[stand] != ground->stamp)) {
            continue;
        }
        range->parent[state] = from == UNSEEN ? state : from;
        range->queue[range->n++] = state;
    }
}

static void pull_all(struct range *range, uint32_t goal) {
    struct evolve_ground *ground = range->ground;
    add_sides(range, goal, UNSEEN, true);
    for (uint32_t head = 0; head < range->n; head++) {
        uint32_t state = range->queue[head];
        uint32_t box = state / LW_N_DIRS, side = state % LW_N_DIRS;
        uint16_t to = ground->next[box][side], back = ground->next[to][side];
        if (back == NONE) {
            continue;
        }
        (void)lw_sok_evolve_flood(ground, back, &to, 1);
        add_sides(range, to, state, false);
    }
}

/* The squares from the state's box to the goal; their number less one is the pushes. */
static uint32_t trace(const struct range *range, uint32_t state, uint16_t *route,
                      uint32_t room) {
    uint32_t n = 0;
    for (;;) {
        if (n < room) {
            route[n] = (uint16_t)(state / LW_N_DIRS);
        }
        n++;
        if (range->parent[state] == state) {
            return n;
        }
        state = range->parent[state];
    }
}

bool lw_sok_evolve_goal_range(struct evolve_ground *ground, struct evolve_wanted wanted,
                              struct lw_rng *rng, struct evolve_pair *pair,
                              uint16_t *player) {
    struct range range = {.ground = ground,
                          .parent = wanted.scratch,
                          .queue = wanted.scratch + (size_t)ground->n * LW_N_DIRS};
    for (uint32_t i = 0; i < ground->n * LW_N_DIRS; i++) {
        range.parent[i] = UNSEEN;
    }
    pull_all(&range, wanted.goal);
    /* The queue is in order of distance, but a square may appear late by one side though
     * it was near by another: a square counts where it appears first. */
    uint32_t farthest = 0, best = 0, ties = 0;
    uint32_t stamp = ++ground->stamp;
    for (uint32_t i = 0; i < range.n; i++) {
        uint32_t box = range.queue[i] / LW_N_DIRS;
        if (ground->mark[box] == stamp) {
            continue;
        }
        ground->mark[box] = stamp;
        uint32_t len = trace(&range, range.queue[i], NULL, 0) - 1;
        if (len > farthest || ties == 0) {
            farthest = len;
            best = range.queue[i];
            ties = 1;
        } else if (len == farthest && lw_rng_below(rng, ++ties) == 0) {
            best = range.queue[i];
        }
    }
    if (ties == 0 || farthest < wanted.min_route || farthest >= EVOLVE_MAX_ROUTE) {
        return false;
    }
    memset(pair, 0, sizeof *pair);
    pair->n = (uint16_t)trace(&range, best, pair->route, EVOLVE_MAX_ROUTE);
    pair->goal = (uint16_t)(pair->n - 1);
    uint16_t box = pair->route[0];
    (void)lw_sok_evolve_flood(ground, ground->next[box][best % LW_N_DIRS], &box, 1);
    uint32_t reached = 0;
    for (uint32_t i = 0; i < ground->n; i++) {
        if (ground->mark[i] == ground->stamp && lw_rng_below(rng, ++reached) == 0) {
            *player = (uint16_t)i;
        }
    }
    return true;
}
