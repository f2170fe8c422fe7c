/* The graph of box sets and player regions: numbering, and the backward steps of each of
 * the four metrics. A line pulls one box along a straight run, a push one square, a
 * change anywhere one box can be pulled with the others still, a move is one step of the
 * player. */
#include <assert.h>
#include <string.h>

#include "make/farthest/farthest.h"

#define SETS_A_CHUNK 4096

/* Steps of a run of sets, written by one worker. */
struct far_chunk {
    uint32_t *words;
    size_t n_words, cap;
    bool failed;
};

/* The map. */

static void find_goal_squares(struct far_map *map) {
    for (uint32_t i = 0; i < map->n_floors; i++) {
        for (enum lw_dir dir = 0; dir < LW_N_DIRS; dir++) {
            uint8_t near = map->next[i][dir];
            if (near != FAR_NONE && map->next[near][dir] != FAR_NONE) {
                map->may_be_goal[i] = true;
            }
        }
    }
}

/* Floor on two opposite sides, wall on the other six squares around. */
static bool is_slippery(const struct room *room, int64_t x, int64_t y) {
    bool across = room_at(room, x - 1, y) != ROOM_WALL;
    for (int64_t dy = -1; dy <= 1; dy++) {
        for (int64_t dx = -1; dx <= 1; dx++) {
            bool along = across ? dy == 0 && dx != 0 : dx == 0 && dy != 0;
            bool wall = room_at(room, x + dx, y + dy) == ROOM_WALL;
            if ((dx != 0 || dy != 0) && wall == along) {
                return false;
            }
        }
    }
    return true;
}

lw_status lw_sok_far_map_init(struct far_map *map, const struct room *room,
                              struct lw_error *err) {
    uint8_t floor_of[ROOM_MAX_CELLS];
    uint32_t n = lw_sok_room_count_floors(room);
    *map = (struct far_map){.n_floors = n};
    if (n > FAR_MAX_FLOORS) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0,
                       "the room has %u floor squares; farthest takes at most %d", n,
                       FAR_MAX_FLOORS);
    }
    n = 0;
    for (uint32_t i = 0; i < room->width * room->height; i++) {
        floor_of[i] = room->cells[i] == ROOM_WALL ? FAR_NONE : (uint8_t)n;
        if (room->cells[i] != ROOM_WALL) {
            map->cell_of[n++] = (uint16_t)i;
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        int64_t x = map->cell_of[i] % room->width, y = map->cell_of[i] / room->width;
        for (enum lw_dir dir = 0; dir < LW_N_DIRS; dir++) {
            int64_t nx = x + lw_dir_dx(dir), ny = y + lw_dir_dy(dir);
            map->next[i][dir] = room_at(room, nx, ny) == ROOM_WALL
                                    ? FAR_NONE
                                    : floor_of[ny * (int64_t)room->width + nx];
        }
        map->slippery[i] = is_slippery(room, x, y);
    }
    find_goal_squares(map);
    return LW_OK;
}

bool lw_sok_far_is_group(const struct far_map *map, const uint8_t *squares, uint32_t n) {
    bool waits[FAR_MAX_FLOORS] = {false};
    uint8_t stack[FAR_MAX_BOXES];
    uint32_t n_stack = 1, n_met = 0;
    for (uint32_t i = 1; i < n; i++) {
        waits[squares[i]] = true;
    }
    stack[0] = squares[0];
    while (n_stack > 0) {
        const uint8_t *next = map->next[stack[--n_stack]];
        n_met++;
        for (uint32_t dir = 0; dir < LW_N_DIRS; dir++) {
            if (next[dir] != FAR_NONE && waits[next[dir]]) {
                waits[next[dir]] = false;
                stack[n_stack++] = next[dir];
            }
        }
    }
    return n_met == n;
}

/* Numbering. */

static lw_status fail_over(struct lw_error *err) {
    return lw_fail(err, LW_CANCELLED, 0, 0,
                   "the time was over before the room's states "
                   "were all listed");
}

uint64_t lw_sok_far_count_sets(uint32_t n_floors, uint32_t n_boxes) {
    uint64_t count = 1;
    if (n_boxes > n_floors) {
        return 0;
    }
    for (uint32_t i = 1; i <= n_boxes; i++) {
        count = count * (n_floors - n_boxes + i) / i;
        if (count > UINT32_MAX) {
            return UINT64_MAX;
        }
    }
    return count;
}

static void fill_binomials(struct far_graph *graph) {
    for (uint32_t n = 0; n <= graph->map->n_floors; n++) {
        graph->binomial[n][0] = 1;
        for (uint32_t k = 1; k <= graph->n_boxes; k++) {
            graph->binomial[n][k] =
                n == 0 ? 0 : graph->binomial[n - 1][k - 1] + graph->binomial[n - 1][k];
        }
    }
}

uint32_t lw_sok_far_rank(const struct far_graph *graph, const uint8_t *boxes) {
    uint32_t rank = 0;
    for (uint32_t i = 0; i < graph->n_boxes; i++) {
        rank += graph->binomial[boxes[i]][i + 1];
    }
    return rank;
}

/* Next set in colexicographic order. */
static void advance(uint8_t *boxes, uint32_t n_boxes) {
    uint32_t i = 0;
    while (i + 1 < n_boxes && boxes[i] + 1 == boxes[i + 1]) {
        boxes[i] = (uint8_t)i;
        i++;
    }
    boxes[i]++;
}

/* Labels the free squares of one set; returns the number of nodes. */
static uint32_t label_regions(const struct far_map *map, uint8_t *part) {
    uint8_t stack[FAR_MAX_FLOORS];
    uint32_t n_regions = 0;
    for (uint32_t i = 0; i < map->n_floors; i++) {
        if (part[i] != 0xfe) {
            continue;
        }
        uint32_t n = 0;
        stack[n++] = (uint8_t)i;
        part[i] = (uint8_t)n_regions;
        while (n > 0) {
            const uint8_t *next = map->next[stack[--n]];
            for (uint32_t dir = 0; dir < LW_N_DIRS; dir++) {
                if (next[dir] != FAR_NONE && part[next[dir]] == 0xfe) {
                    part[next[dir]] = (uint8_t)n_regions;
                    stack[n++] = next[dir];
                }
            }
        }
        n_regions++;
    }
    return n_regions;
}

static uint32_t label_squares(const struct far_map *map, uint8_t *part) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < map->n_floors; i++) {
        if (part[i] == 0xfe) {
            part[i] = (uint8_t)n++;
        }
    }
    return n;
}

static uint32_t label(const struct far_graph *graph, const uint8_t *boxes,
                      uint8_t *part) {
    memset(part, 0xfe, graph->map->n_floors);
    bool slips = false;
    for (uint32_t i = 0; i < graph->n_boxes; i++) {
        part[boxes[i]] = FAR_NONE;
        slips |= graph->map->slippery[boxes[i]];
    }
    uint32_t n = graph->metric == FAR_MOVES ? label_squares(graph->map, part)
                                            : label_regions(graph->map, part);
    /* A set that rests in a hallway gets no node: nothing leads to it or from it. */
    return slips && graph->skip_slippery ? 0 : n;
}

static lw_status number_nodes(struct far_graph *graph, struct lw_error *err) {
    const uint32_t n_floors = graph->map->n_floors, n_boxes = graph->n_boxes;
    uint8_t boxes[FAR_MAX_BOXES];
    uint64_t n_nodes = 0;
    for (uint32_t i = 0; i < n_boxes; i++) {
        boxes[i] = (uint8_t)i;
    }
    for (uint32_t set = 0; set < graph->n_sets; set++) {
        memcpy(graph->boxes + (size_t)set * n_boxes, boxes, n_boxes);
        graph->first[set] = (uint32_t)n_nodes;
        n_nodes += label(graph, boxes, graph->part + (size_t)set * n_floors);
        advance(boxes, n_boxes);
        if (set % SETS_A_CHUNK == 0 && lw_meter_is_over(graph->meter)) {
            return fail_over(err);
        }
        if (n_nodes >= UINT32_MAX) {
            return lw_fail(err, LW_LIMIT, 0, 0,
                           "the room has more than %u states with %u boxes; use mode "
                           "stepwise",
                           UINT32_MAX, n_boxes);
        }
    }
    graph->first[graph->n_sets] = graph->n_nodes = (uint32_t)n_nodes;
    return LW_OK;
}

static lw_status fail_limit(const struct far_graph *graph, struct lw_error *err) {
    return lw_fail(err, LW_LIMIT, 0, 0,
                   "%u boxes on %u floor squares do not fit the memory limit; use mode "
                   "stepwise, a smaller room, or raise the limit",
                   graph->n_boxes, graph->map->n_floors);
}

lw_status lw_sok_far_graph_init(struct far_graph *graph,
                                const struct far_setting *setting,
                                const struct lw_alloc *alloc,
                                const struct lw_meter *meter, struct lw_error *err) {
    *graph = (struct far_graph){.alloc = alloc,
                                .meter = meter,
                                .map = setting->map,
                                .metric = setting->metric,
                                .skip_slippery = setting->skip_slippery,
                                .n_boxes = setting->n_boxes};
    uint64_t n_sets = lw_sok_far_count_sets(setting->map->n_floors, setting->n_boxes);
    if (setting->n_boxes == 0 || setting->n_boxes > FAR_MAX_BOXES || n_sets == 0 ||
        n_sets == UINT64_MAX) {
        return fail_limit(graph, err);
    }
    graph->n_sets = (uint32_t)n_sets;
    fill_binomials(graph);
    graph->boxes = lw_alloc_get(alloc, (size_t)n_sets * setting->n_boxes);
    graph->part = lw_alloc_get(alloc, (size_t)n_sets * setting->map->n_floors);
    graph->first = lw_alloc_get(alloc, ((size_t)n_sets + 1) * sizeof *graph->first);
    if (graph->boxes == NULL || graph->part == NULL || graph->first == NULL) {
        return fail_limit(graph, err);
    }
    lw_status status = number_nodes(graph, err);
    if (status != LW_OK) {
        return status;
    }
    graph->set_of = lw_alloc_get(alloc, (size_t)graph->n_nodes * sizeof *graph->set_of);
    if (graph->set_of == NULL) {
        return fail_limit(graph, err);
    }
    for (uint32_t set = 0; set < graph->n_sets; set++) {
        for (uint32_t node = graph->first[set]; node < graph->first[set + 1]; node++) {
            graph->set_of[node] = set;
        }
    }
    return LW_OK;
}

void lw_sok_far_graph_free(struct far_graph *graph) {
    const struct lw_alloc *alloc = graph->alloc;
    if (alloc == NULL) {
        return;
    }
    uint64_t n_sets = graph->n_sets;
    for (size_t i = 0; graph->chunks != NULL && i < graph->n_chunks; i++) {
        lw_alloc_free(alloc, graph->chunks[i].words,
                      graph->chunks[i].cap * sizeof(uint32_t));
    }
    lw_alloc_free(alloc, graph->chunks, graph->n_chunks * sizeof *graph->chunks);
    lw_alloc_free(alloc, graph->boxes, (size_t)n_sets * graph->n_boxes);
    lw_alloc_free(alloc, graph->part,
                  graph->map == NULL ? 0 : (size_t)n_sets * graph->map->n_floors);
    lw_alloc_free(alloc, graph->first, ((size_t)n_sets + 1) * sizeof *graph->first);
    lw_alloc_free(alloc, graph->set_of, (size_t)graph->n_nodes * sizeof *graph->set_of);
    lw_alloc_free(alloc, graph->steps, (size_t)graph->n_nodes * sizeof *graph->steps);
    *graph = (struct far_graph){.alloc = NULL};
}

/* Steps. */

/* The set with box number `index` on square `to` instead; moved gets its boxes. */
static uint32_t moved_set(const struct far_graph *graph, const uint8_t *boxes,
                          uint32_t index, uint8_t to, uint8_t *moved) {
    uint32_t n = graph->n_boxes, out = 0, rank = 0;
    bool placed = false;
    for (uint32_t i = 0; i < n; i++) {
        if (i == index) {
            continue;
        }
        if (!placed && to < boxes[i]) {
            moved[out++] = to;
            placed = true;
        }
        moved[out++] = boxes[i];
    }
    if (!placed) {
        moved[out] = to;
    }
    for (uint32_t i = 0; i < n; i++) {
        rank += graph->binomial[moved[i]][i + 1];
    }
    return rank;
}

uint32_t lw_sok_far_moved_set(const struct far_graph *graph, const uint8_t *boxes,
                              uint32_t index, uint8_t to) {
    uint8_t moved[FAR_MAX_BOXES];
    return moved_set(graph, boxes, index, to, moved);
}

/* Sets without nodes (slippery ones) have first[set] == first[set + 1]. */
static size_t add_step(const struct far_graph *graph, uint32_t set, uint8_t player,
                       uint32_t *steps, size_t n) {
    if (graph->first[set] < graph->first[set + 1]) {
        steps[n++] = far_node(graph, set, player);
    }
    return n;
}

/* Near steps are written from the front, farther squares of lines kept aside. */
static size_t pulls(const struct far_graph *graph, uint32_t node, bool whole_lines,
                    uint32_t *steps, size_t *n_near) {
    const struct far_map *map = graph->map;
    uint32_t set = graph->set_of[node];
    const uint8_t *boxes = far_boxes(graph, set);
    const uint8_t *part = graph->part + (size_t)set * map->n_floors;
    uint8_t region = (uint8_t)(node - graph->first[set]);
    uint8_t moved[FAR_MAX_BOXES];
    uint32_t farther[FAR_MAX_BOXES * LW_N_DIRS * ROOM_MAX_SIDE];
    size_t n = 0, n_farther = 0;
    for (uint32_t i = 0; i < graph->n_boxes; i++) {
        for (uint32_t dir = 0; dir < LW_N_DIRS; dir++) {
            uint8_t to = map->next[boxes[i]][dir];
            if (to == FAR_NONE || part[to] != region) {
                continue;
            }
            uint8_t player = map->next[to][dir];
            size_t n_before = n;
            while (player != FAR_NONE && part[player] != FAR_NONE) {
                uint32_t target = moved_set(graph, boxes, i, to, moved);
                if (n == n_before) {
                    n = add_step(graph, target, player, steps, n);
                } else {
                    n_farther = add_step(graph, target, player, farther, n_farther);
                }
                if (!whole_lines) {
                    break;
                }
                to = player;
                player = map->next[to][dir];
            }
        }
    }
    memcpy(steps + n, farther, n_farther * sizeof *steps);
    *n_near = n;
    return n + n_farther;
}

/* All places one box can be pulled to with the others still. */
static size_t tours(const struct far_graph *graph, uint32_t node, uint32_t *steps) {
    const struct far_map *map = graph->map;
    uint32_t start_set = graph->set_of[node];
    size_t n = 0;
    for (uint32_t i = 0; i < graph->n_boxes; i++) {
        uint8_t others[FAR_MAX_BOXES], at[FAR_MAX_STEPS], moved[FAR_MAX_BOXES];
        memcpy(others, far_boxes(graph, start_set), graph->n_boxes);
        size_t from = n, look = n;
        uint32_t now = node;
        uint8_t box = others[i];
        for (;;) {
            uint32_t set = graph->set_of[now];
            const uint8_t *part = graph->part + (size_t)set * map->n_floors;
            uint8_t region = (uint8_t)(now - graph->first[set]);
            for (uint32_t dir = 0; dir < LW_N_DIRS; dir++) {
                uint8_t to = map->next[box][dir];
                uint8_t player =
                    to == FAR_NONE || part[to] != region ? FAR_NONE : map->next[to][dir];
                if (player == FAR_NONE || part[player] == FAR_NONE) {
                    continue;
                }
                uint32_t target =
                    far_node(graph, moved_set(graph, others, i, to, moved), player);
                bool known = target == node;
                for (size_t j = from; j < n && !known; j++) {
                    known = steps[j] == target;
                }
                if (!known && n < FAR_MAX_STEPS) {
                    at[n] = to;
                    steps[n++] = target;
                }
            }
            if (look == n) {
                break;
            }
            box = at[look];
            now = steps[look++];
        }
    }
    return n;
}

static size_t walks(const struct far_graph *graph, uint32_t node, uint32_t *steps) {
    const struct far_map *map = graph->map;
    uint32_t set = graph->set_of[node];
    const uint8_t *boxes = far_boxes(graph, set);
    const uint8_t *part = graph->part + (size_t)set * map->n_floors;
    uint8_t index = (uint8_t)(node - graph->first[set]), moved[FAR_MAX_BOXES];
    /* Free squares are ranked in order, so the square is the rank plus the boxes before.
     */
    uint32_t square = index;
    for (uint32_t i = 0; i < graph->n_boxes && boxes[i] <= square; i++) {
        square++;
    }
    size_t n = 0;
    for (uint32_t dir = 0; dir < LW_N_DIRS; dir++) {
        uint8_t player = map->next[square][dir];
        if (player == FAR_NONE || part[player] == FAR_NONE) {
            continue;
        }
        steps[n++] = graph->first[set] + part[player];
        uint8_t box = map->next[square][(dir + 2) % LW_N_DIRS];
        if (box == FAR_NONE || part[box] != FAR_NONE) {
            continue;
        }
        uint32_t i = 0;
        while (boxes[i] != box) {
            i++;
        }
        uint32_t target = moved_set(graph, boxes, i, (uint8_t)square, moved);
        n = add_step(graph, target, player, steps, n);
    }
    return n;
}

/* The nodes one backward step away, each once; returns their number. The first *n_near
 * are such that every other can reach one of them: the first squares of lines. */
static size_t list_steps(const struct far_graph *graph, uint32_t node,
                         uint32_t steps[FAR_MAX_STEPS], size_t *n_near) {
    switch (graph->metric) {
    case FAR_LINES:
        return pulls(graph, node, true, steps, n_near);
    case FAR_PUSHES:
        return pulls(graph, node, false, steps, n_near);
    case FAR_CHANGES:
        return *n_near = tours(graph, node, steps);
    default:
        return *n_near = walks(graph, node, steps);
    }
}

/* Links. */

static void link_chunk(void *ctx, size_t index, uint32_t worker) {
    (void)worker;
    struct far_graph *graph = ctx;
    struct far_chunk *chunk = &graph->chunks[index];
    uint32_t begin = (uint32_t)index * SETS_A_CHUNK;
    uint32_t end =
        graph->n_sets - begin < SETS_A_CHUNK ? graph->n_sets : begin + SETS_A_CHUNK;
    uint32_t steps[FAR_MAX_STEPS];
    if (lw_meter_is_over(graph->meter)) {
        return;
    }
    for (uint32_t node = graph->first[begin]; node < graph->first[end]; node++) {
        size_t n_near, n = list_steps(graph, node, steps, &n_near);
        if (!lw_grow(graph->alloc, &chunk->words, &chunk->cap, chunk->n_words + n + 1,
                     sizeof *chunk->words)) {
            chunk->failed = true;
            return;
        }
        chunk->words[chunk->n_words] = far_head(n, n_near);
        memcpy(chunk->words + chunk->n_words + 1, steps, n * sizeof *steps);
        chunk->n_words += n + 1;
    }
    /* Give back what growing took too much; addresses are taken only now. */
    uint32_t *exact =
        lw_alloc_resize(graph->alloc, chunk->words, chunk->cap * sizeof *chunk->words,
                        chunk->n_words * sizeof *chunk->words);
    if (exact != NULL) {
        chunk->words = exact;
        chunk->cap = chunk->n_words;
    }
    const uint32_t *at = chunk->words;
    for (uint32_t node = graph->first[begin]; node < graph->first[end]; node++) {
        graph->steps[node] = at;
        at += far_n_steps(at) + 1;
    }
}

lw_status lw_sok_far_graph_link(struct far_graph *graph, const struct lw_runtime *runtime,
                                const struct lw_meter *meter, struct lw_error *err) {
    graph->meter = meter;
    graph->n_chunks = ((size_t)graph->n_sets + SETS_A_CHUNK - 1) / SETS_A_CHUNK;
    graph->chunks = lw_alloc_zero(graph->alloc, graph->n_chunks, sizeof *graph->chunks);
    graph->steps =
        lw_alloc_get(graph->alloc, (size_t)graph->n_nodes * sizeof *graph->steps);
    if (graph->chunks == NULL || graph->steps == NULL) {
        return fail_limit(graph, err);
    }
    lw_runtime_parallel(runtime, graph->n_chunks, link_chunk, graph);
    for (size_t i = 0; i < graph->n_chunks; i++) {
        if (graph->chunks[i].failed) {
            return fail_limit(graph, err);
        }
    }
    /* Some chunks may have been left out; no matter which, the answer is the same. */
    return lw_meter_is_over(meter) ? fail_over(err) : LW_OK;
}

uint32_t lw_sok_far_distances(const struct far_graph *graph, uint32_t goal_set,
                              uint16_t *distance, uint32_t *queue, uint32_t *n_reached) {
    uint32_t buffer[FAR_MAX_STEPS], n = 0, depth = 0;
    memset(distance, 0xff, (size_t)graph->n_nodes * sizeof *distance);
    for (uint32_t node = graph->first[goal_set]; node < graph->first[goal_set + 1];
         node++) {
        distance[node] = 0;
        queue[n++] = node;
    }
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t *steps = buffer;
        size_t n_steps;
        depth = distance[queue[i]];
        if (graph->steps != NULL) {
            steps = graph->steps[queue[i]] + 1;
            n_steps = far_n_steps(steps - 1);
        } else {
            size_t n_near;
            n_steps = list_steps(graph, queue[i], buffer, &n_near);
        }
        for (size_t j = 0; j < n_steps; j++) {
            if (distance[steps[j]] == UINT16_MAX) {
                distance[steps[j]] = (uint16_t)(depth + 1);
                queue[n++] = steps[j];
            }
        }
    }
    *n_reached = n;
    return depth;
}
