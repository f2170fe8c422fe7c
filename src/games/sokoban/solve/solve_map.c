/* The level as tables: neighbours, dead squares, corridors, and for each set of frozen
 * boxes the distance of every square to every goal.
 *
 * Distances come from pulling one box back from the goal on the otherwise empty board,
 * with the side of the player tracked: a box in a corridor may be unreachable from one
 * side and two pushes from home on the other. Because a walking player never passes
 * through a box, only the pushed box changes its row, which is what lets the matching be
 * repaired instead of recomputed. */
#include "solve/solve_internal.h"

/* Above this many table entries a set of walls costs more than it saves. */
#define WALL_SET_ENTRIES 400000u
#define MASK_WORDS 2u /* boards of up to 128 squares flood by masks */
#define WALL_CACHE_BYTES ((size_t)48 << 20)

static bool is_floor(const struct sok_map *map, const uint64_t *frozen, unsigned square) {
    return square < map->n && (frozen == NULL || !sok_bit(frozen, square));
}

/* Marks what is connected to start when `hole` is blocked; returns how many. */
static size_t flood(struct sok_map *map, const uint64_t *frozen, unsigned start,
                    unsigned hole, uint8_t value, uint8_t *label) {
    size_t head = 0, tail = 0;
    map->queue[tail++] = start;
    label[start] = value;
    while (head < tail) {
        const uint16_t *nb = map->nb + (size_t)map->queue[head++] * 4;
        for (unsigned dir = 0; dir < 4; dir++) {
            unsigned to = nb[dir];
            if (to != hole && is_floor(map, frozen, to) && label[to] == UINT8_MAX) {
                label[to] = value;
                map->queue[tail++] = to;
            }
        }
    }
    return tail;
}

static void find_parts(struct sok_map *map, struct sok_walls *walls) {
    uint8_t part = 0;
    memset(walls->part, UINT8_MAX, map->n + 1);
    for (unsigned square = 0; square < map->n; square++) {
        if (walls->part[square] == UINT8_MAX && is_floor(map, walls->frozen, square)) {
            flood(map, walls->frozen, square, map->n, part, walls->part);
            /* Parts beyond the 254th share a number: their sides merely look joined,
             * which only weakens a bound. */
            part = part < UINT8_MAX - 1 ? (uint8_t)(part + 1) : part;
        }
    }
}

/* Joins the sides that meet round a corner; returns how many groups are left. */
static unsigned join_locally(const struct sok_map *map, const uint64_t *frozen,
                             unsigned square, uint8_t side[4]) {
    unsigned groups = 0;
    for (unsigned dir = 0; dir < 4; dir++) {
        bool open = is_floor(map, frozen, map->nb[square * 4 + dir]);
        side[dir] = open ? (uint8_t)dir : SOK_NO_SIDE;
        groups += open;
    }
    for (unsigned dir = 0; dir < 4; dir++) {
        unsigned turn = (dir + 1) & 3u;
        if (side[dir] == SOK_NO_SIDE || side[turn] == SOK_NO_SIDE ||
            side[dir] == side[turn]) {
            continue;
        }
        unsigned corner = map->nb[map->nb[square * 4 + dir] * 4u + turn];
        if (!is_floor(map, frozen, corner)) {
            continue;
        }
        uint8_t low = side[dir] < side[turn] ? side[dir] : side[turn];
        uint8_t high = side[dir] < side[turn] ? side[turn] : side[dir];
        for (unsigned i = 0; i < 4; i++) {
            side[i] = side[i] == high ? low : side[i];
        }
        groups--;
    }
    return groups;
}

/* Floods from each side with the square itself blocked. row receives the lowest side of
 * every square of the board. Returns the number of groups. */
static unsigned join_by_walking(struct sok_map *map, const uint64_t *frozen,
                                unsigned square, uint8_t side[4], uint8_t *row) {
    unsigned groups = 0;
    memset(row, UINT8_MAX, map->n);
    for (unsigned dir = 0; dir < 4; dir++) {
        unsigned to = map->nb[square * 4 + dir];
        if (!is_floor(map, frozen, to)) {
            continue;
        }
        if (row[to] == UINT8_MAX) {
            flood(map, frozen, to, square, (uint8_t)dir, row);
            groups++;
        }
        side[dir] = row[to];
    }
    for (unsigned i = 0; i < map->n; i++) {
        row[i] = row[i] == UINT8_MAX ? SOK_NO_SIDE : row[i];
    }
    return groups;
}

static bool find_sides(struct sok_map *map, struct sok_walls *walls) {
    size_t n_forks = 0, cap = 0;
    uint8_t *forks = NULL;
    bool ok = true;
    for (unsigned square = 0; square < map->n && ok; square++) {
        uint8_t *side = walls->side + (size_t)square * 4;
        walls->fork_of[square] = SOK_FAR;
        if (!is_floor(map, walls->frozen, square)) {
            memset(side, SOK_NO_SIDE, 4);
        } else if (join_locally(map, walls->frozen, square, side) > 1) {
            ok = lw_grow(map->alloc, &forks, &cap, (n_forks + 1) * map->n, 1);
            if (ok && join_by_walking(map, walls->frozen, square, side,
                                      forks + n_forks * map->n) > 1) {
                walls->fork_of[square] = (uint16_t)n_forks++;
            }
        }
    }
    if (ok && n_forks > 0) {
        walls->forks = lw_arena_get(&walls->arena, n_forks * map->n);
        ok = walls->forks != NULL;
        if (ok) {
            memcpy(walls->forks, forks, n_forks * map->n);
            walls->bytes += n_forks * map->n;
        }
    }
    lw_alloc_free(map->alloc, forks, cap);
    return ok;
}

/* Distances to one goal under way; tail: the end of the map's queue. */
struct measuring {
    struct sok_map *map;
    struct sok_walls *walls;
    size_t goal, tail;
};

/* Files (square, side) at that distance unless it is known. */
static void settle(struct measuring *m, unsigned square, unsigned side, uint16_t steps) {
    unsigned low = m->walls->side[square * 4 + side];
    uint16_t *cell = m->walls->dist +
                     ((size_t)square * SOK_N_SIDES + low) * m->walls->n_goals + m->goal;
    if (*cell == SOK_FAR) {
        *cell = steps;
        m->map->queue[m->tail++] = square * SOK_N_SIDES + low;
    }
}

/* Pulls from (square, side): marks each place the box may have come from. */
static void pull_from(struct measuring *m, unsigned square, unsigned side,
                      uint16_t steps) {
    const struct sok_map *map = m->map;
    const struct sok_walls *walls = m->walls;
    for (unsigned dir = 0; dir < 4; dir++) {
        if (walls->side[square * 4 + dir] != side) {
            continue;
        }
        unsigned at = map->nb[square * 4 + dir];
        do {
            if (!is_floor(map, walls->frozen, at) ||
                !is_floor(map, walls->frozen, map->nb[at * 4 + dir])) {
                break;
            }
            settle(m, at, dir, steps);
            at = map->nb[at * 4 + dir];
        } while (map->unit == SOK_UNIT_LINES);
    }
}

/* Pushes from (square, side): marks each place the box may go to. */
static void push_from(struct measuring *m, unsigned square, unsigned side,
                      uint16_t steps) {
    const struct sok_map *map = m->map;
    const struct sok_walls *walls = m->walls;
    for (unsigned dir = 0; dir < 4; dir++) {
        unsigned to = map->nb[square * 4 + sok_opposite(dir)];
        if (walls->side[square * 4 + dir] == side && is_floor(map, walls->frozen, to)) {
            settle(m, to, dir, steps);
        }
    }
}

static void measure_goal(struct sok_map *map, struct sok_walls *walls, unsigned target,
                         size_t goal) {
    struct measuring m = {.map = map, .walls = walls, .goal = goal};
    /* A box that was never pushed still has the player on the side he started on. */
    unsigned only = map->reverse ? sok_walls_side(map, walls, target, map->player) : 4;
    for (unsigned dir = 0; dir <= 4; dir++) {
        if (dir < 4 &&
            (walls->side[target * 4 + dir] != dir || (map->reverse && dir != only))) {
            continue;
        }
        walls->dist[((size_t)target * SOK_N_SIDES + dir) * walls->n_goals + goal] = 0;
        if (dir < 4) {
            map->queue[m.tail++] = target * SOK_N_SIDES + dir;
        }
    }
    for (size_t head = 0; head < m.tail; head++) {
        unsigned entry = map->queue[head];
        uint16_t steps = walls->dist[(size_t)entry * walls->n_goals + goal];
        (map->reverse ? push_from : pull_from)(
            &m, entry / SOK_N_SIDES, entry % SOK_N_SIDES, (uint16_t)(steps + 1));
    }
}

static void find_distances(struct sok_map *map, struct sok_walls *walls) {
    size_t n_entries = (size_t)map->n * SOK_N_SIDES * walls->n_goals;
    memset(walls->dist, 0xff, n_entries * sizeof *walls->dist);
    size_t goal = 0;
    for (unsigned square = 0; square < map->n; square++) {
        if (map->goal[square] && is_floor(map, walls->frozen, square)) {
            measure_goal(map, walls, square, goal++);
        }
    }
    if (map->unit == SOK_UNIT_CHANGES) {
        for (size_t i = 0; i < n_entries; i++) {
            if (walls->dist[i] != SOK_FAR && walls->dist[i] > 1) {
                walls->dist[i] = 1;
            }
        }
    }
    for (unsigned square = 0; square < map->n; square++) {
        const uint16_t *row = sok_walls_row(walls, square, 0);
        bool dead = true;
        for (size_t i = 0; i < (size_t)SOK_N_SIDES * walls->n_goals && dead; i++) {
            dead = row[i] == SOK_FAR;
        }
        walls->dead[square] = dead;
    }
    walls->dead[map->n] = 1;
}

static void walls_destroy(const struct lw_alloc *alloc, struct sok_walls *walls) {
    if (walls != NULL) {
        lw_arena_free(&walls->arena);
        lw_alloc_free(alloc, walls, sizeof *walls);
    }
}

static struct sok_walls *walls_create(struct sok_map *map, const uint64_t *frozen) {
    struct sok_walls *walls = lw_alloc_zero(map->alloc, 1, sizeof *walls);
    if (walls == NULL) {
        return NULL;
    }
    lw_arena_init(&walls->arena, map->alloc);
    size_t n = map->n;
    walls->n_goals = map->n_boxes;
    for (size_t i = 0; i < map->n_words && frozen != NULL; i++) {
        walls->n_goals -= lw_bits_count(frozen[i]);
    }
    size_t dist_bytes = n * SOK_N_SIDES * walls->n_goals * sizeof *walls->dist;
    uint64_t *key = lw_arena_zero(&walls->arena, map->n_words, sizeof *key);
    walls->side = lw_arena_get(&walls->arena, n * 4);
    walls->part = lw_arena_get(&walls->arena, n + 1);
    walls->fork_of = lw_arena_get(&walls->arena, n * sizeof *walls->fork_of);
    walls->dist = lw_arena_get(&walls->arena, dist_bytes);
    walls->dead = lw_arena_get(&walls->arena, n + 1);
    walls->bytes = sizeof *walls + dist_bytes + n * 8;
    bool ok = key != NULL && walls->side != NULL && walls->part != NULL &&
              walls->fork_of != NULL && walls->dist != NULL && walls->dead != NULL;
    if (ok) {
        if (frozen != NULL) {
            memcpy(key, frozen, map->n_words * sizeof *key);
        }
        walls->frozen = key;
        find_parts(map, walls);
        ok = find_sides(map, walls);
    }
    if (!ok) {
        walls_destroy(map->alloc, walls);
        return NULL;
    }
    find_distances(map, walls);
    return walls;
}

static void cache_clear(struct sok_map *map) {
    for (size_t i = 0; i < SOK_WALLS_BUCKETS; i++) {
        while (map->cache[i] != NULL) {
            struct sok_walls *next = map->cache[i]->next;
            walls_destroy(map->alloc, map->cache[i]);
            map->cache[i] = next;
        }
    }
    map->cache_bytes = 0;
}

const struct sok_walls *lw_sok_map_walls(struct sok_map *map, const uint64_t *frozen) {
    uint64_t any = 0, hash = 0;
    for (size_t i = 0; i < map->n_words; i++) {
        any |= frozen[i];
        hash = (hash ^ frozen[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    if (any == 0 || !map->wall_sets) {
        return map->base;
    }
    struct sok_walls **bucket = &map->cache[hash % SOK_WALLS_BUCKETS];
    for (struct sok_walls *walls = *bucket; walls != NULL; walls = walls->next) {
        if (memcmp(walls->frozen, frozen, map->n_words * sizeof *frozen) == 0) {
            return walls;
        }
    }
    struct sok_walls *walls = walls_create(map, frozen);
    if (walls != NULL) {
        walls->next = *bucket;
        *bucket = walls;
        map->cache_bytes += walls->bytes;
    }
    return walls;
}

void lw_sok_map_trim(struct sok_map *map) {
    if (map->cache_bytes > map->cache_limit) {
        cache_clear(map);
    }
}

static void fill_squares(struct sok_map *map) {
    const struct lw_sokoban_board *board = map->board;
    for (unsigned square = 0; square < map->n; square++) {
        uint16_t *nb = map->nb + (size_t)square * 4;
        sok_bit_set(map->squares, square);
        for (unsigned dir = 0; dir < 4; dir++) {
            uint16_t to = board->next[square][dir];
            nb[dir] = to == LW_SOKOBAN_NO_SQUARE ? (uint16_t)map->n : to;
            if (nb[dir] != map->n && map->near != NULL) {
                sok_bit_set(map->near + (size_t)square * map->n_words, to);
            }
        }
        map->corridor[square] = (uint8_t)((nb[1] == map->n && nb[3] == map->n) |
                                          (nb[0] == map->n && nb[2] == map->n) << 1);
    }
    for (unsigned dir = 0; dir < 4; dir++) {
        map->nb[(size_t)map->n * 4 + dir] = (uint16_t)map->n;
    }
}

static bool init(struct sok_map *map, const struct lw_sokoban_board *board,
                 enum sok_unit unit, const struct lw_alloc *alloc) {
    *map = (struct sok_map){.alloc = alloc,
                            .board = board,
                            .n = board->n_squares,
                            .n_words = (board->n_squares + 63) / 64,
                            .n_boxes = board->n_boxes,
                            .unit = unit,
                            .cache_limit = WALL_CACHE_BYTES};
    lw_arena_init(&map->arena, alloc);
    size_t n = map->n;
    map->nb = lw_arena_get(&map->arena, (n + 1) * 4 * sizeof *map->nb);
    map->goal = lw_arena_zero(&map->arena, n + 1, 1);
    map->corridor = lw_arena_zero(&map->arena, n + 1, 1);
    map->goals = lw_arena_zero(&map->arena, map->n_words, sizeof *map->goals);
    map->squares = lw_arena_zero(&map->arena, map->n_words, sizeof *map->squares);
    map->queue = lw_arena_get(&map->arena, n * SOK_N_SIDES * sizeof *map->queue);
    if (map->n_words <= MASK_WORDS) {
        map->near = lw_arena_zero(&map->arena, n * map->n_words, sizeof *map->near);
    }
    if (map->nb == NULL || map->goal == NULL || map->corridor == NULL ||
        map->goals == NULL || map->queue == NULL || map->squares == NULL ||
        (map->n_words <= MASK_WORDS && map->near == NULL)) {
        return false;
    }
    map->wall_sets = n * SOK_N_SIDES * map->n_boxes <= WALL_SET_ENTRIES;
    fill_squares(map);
    return true;
}

static bool finish(struct sok_map *map) {
    unsigned square;
    SOK_FOR_BITS(square, map->goals, map->n_words) {
        map->goal[square] = 1;
    }
    map->base = walls_create(map, NULL);
    if (map->base == NULL) {
        return false;
    }
    map->dead = map->base->dead;
    return true;
}

bool lw_sok_map_init(struct sok_map *map, const struct lw_sokoban_board *board,
                     enum sok_unit unit, const struct lw_alloc *alloc) {
    if (!init(map, board, unit, alloc)) {
        return false;
    }
    for (size_t i = 0; i < board->n_boxes; i++) {
        sok_bit_set(map->goals, board->goals[i]);
    }
    return finish(map);
}

bool lw_sok_map_init_reverse(struct sok_map *map, const struct lw_sokoban_board *board,
                             const uint64_t *boxes, unsigned player,
                             const struct lw_alloc *alloc) {
    if (!init(map, board, SOK_UNIT_PUSHES, alloc)) {
        return false;
    }
    map->reverse = true;
    map->player = (uint16_t)player;
    memcpy(map->goals, boxes, map->n_words * sizeof *boxes);
    return finish(map);
}

void lw_sok_map_free(struct sok_map *map) {
    cache_clear(map);
    walls_destroy(map->alloc, map->base);
    map->base = NULL;
    lw_arena_free(&map->arena);
}
