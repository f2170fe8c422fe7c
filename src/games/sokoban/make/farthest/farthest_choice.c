/* The choice: ties among the best placements, and the solution written down. */
#include <string.h>

#include "make/farthest/farthest.h"

/* Nodes that breaking ties may look at in all; about a quarter of a second. */
#define TIE_NODES 4000000u

/* Ties. */

struct chooser {
    const struct far_graph *graph, *second; /* second NULL: no tie to break */
    const struct far_result *result;
    uint16_t *distance, *second_distance;
    uint32_t *queue, *second_queue;
    struct far_level best;
    bool any;
    const struct lw_meter *meter;
};

static void offer(struct chooser *c, uint32_t goal_set, uint32_t set, uint32_t player) {
    uint32_t length = 0;
    if (c->second != NULL && c->second->first[set] < c->second->first[set + 1]) {
        length = c->second_distance[far_node(c->second, set, player)];
        length = length == UINT16_MAX ? 0 : length;
    }
    if (!c->any || length > c->best.second) {
        c->any = true;
        c->best = (struct far_level){.start_set = set,
                                     .goal_set = goal_set,
                                     .player = player,
                                     .length = c->result->length,
                                     .second = length};
    }
}

/* All starts farthest from one placement, on every square the player may stand. */
static void look_at(struct chooser *c, uint32_t goal_set) {
    const struct far_graph *graph = c->graph;
    uint32_t n_reached, n_floors = graph->map->n_floors;
    (void)lw_sok_far_distances(graph, goal_set, c->distance, c->queue, &n_reached);
    if (c->second != NULL) {
        uint32_t n_second;
        (void)lw_sok_far_distances(c->second, goal_set, c->second_distance,
                                   c->second_queue, &n_second);
    }
    /* The queue is in order of distance: the farthest are at its end. */
    for (uint32_t i = n_reached; i-- > 0;) {
        uint32_t node = c->queue[i], set = graph->set_of[node];
        if (c->distance[node] < c->result->length) {
            break;
        }
        const uint8_t *part = graph->part + (size_t)set * n_floors;
        for (uint32_t square = 0; square < n_floors; square++) {
            if (part[square] == node - graph->first[set]) {
                offer(c, goal_set, set, square);
            }
        }
    }
}

static lw_status look_at_all(struct chooser *c, size_t n_wanted, struct lw_rng *rng,
                             struct lw_error *err) {
    const struct far_result *result = c->result;
    size_t n = result->n_listed, bytes = n * sizeof(uint32_t);
    uint32_t *order = lw_alloc_get(c->graph->alloc, bytes);
    if (order == NULL) {
        return lw_fail_memory(err);
    }
    memcpy(order, result->best, bytes);
    lw_rng_shuffle(rng, order, n, sizeof *order);
    for (size_t i = 0; i < n && i < n_wanted && (i == 0 || !lw_meter_is_over(c->meter));
         i++) {
        look_at(c, order[i]);
    }
    lw_alloc_free(c->graph->alloc, order, bytes);
    return LW_OK;
}

lw_status lw_sok_far_choose(const struct far_result *result, const struct far_tie *tie,
                            const struct far_run *run, const struct far_field *field,
                            struct far_level *out, struct lw_error *err) {
    const struct far_graph *graph = result->graph;
    const struct lw_alloc *alloc = graph->alloc;
    struct chooser c = {.graph = graph,
                        .result = result,
                        .distance = field->distance,
                        .queue = field->queue,
                        .meter = run->meter};
    struct far_graph *second = NULL;
    lw_status status = LW_OK;
    size_t n_wanted = 1;
    if (tie->used && !lw_meter_is_over(run->meter)) {
        second = lw_alloc_zero(alloc, 1, sizeof *second);
        status =
            second == NULL
                ? lw_fail_memory(err)
                : lw_sok_far_graph_init(second,
                                        &(struct far_setting){.map = graph->map,
                                                              .n_boxes = graph->n_boxes,
                                                              .metric = tie->metric},
                                        alloc, run->meter, err);
        if (status == LW_CANCELLED) {
            lw_sok_far_graph_free(second);
            lw_alloc_free(alloc, second, sizeof *second);
            second = NULL;
            status = LW_OK;
        }
    }
    if (status == LW_OK && second != NULL) {
        size_t n = second->n_nodes;
        c.second = second;
        c.second_distance = lw_alloc_get(alloc, n * sizeof *c.second_distance);
        c.second_queue = lw_alloc_get(alloc, n * sizeof *c.second_queue);
        n_wanted = TIE_NODES / (n + 1) < 1 ? 1 : TIE_NODES / (n + 1);
        n_wanted = n_wanted < tie->max_sets ? n_wanted : tie->max_sets;
        if (c.second_distance == NULL || c.second_queue == NULL) {
            status = lw_fail_memory(err);
        }
    }
    if (status == LW_OK) {
        status = look_at_all(&c, n_wanted, run->rng, err);
    }
    if (status == LW_OK) {
        uint32_t n_reached;
        *out = c.best;
        (void)lw_sok_far_distances(graph, out->goal_set, field->distance, field->queue,
                                   &n_reached);
    }
    if (second != NULL) {
        size_t n = second->n_nodes;
        lw_alloc_free(alloc, c.second_distance, n * sizeof *c.second_distance);
        lw_alloc_free(alloc, c.second_queue, n * sizeof *c.second_queue);
        lw_sok_far_graph_free(second);
        lw_alloc_free(alloc, second, sizeof *second);
    }
    return status;
}

/* The solution. */

struct pen {
    const struct far_graph *graph;
    const uint16_t *distance;
    struct lw_buffer *out;
    uint32_t set;
    uint8_t player;
};

static const char walk_letters[] = "urdl", push_letters[] = "URDL";

void lw_sok_far_walk(const struct far_map *map, const uint8_t *part, uint8_t from,
                     uint8_t to, struct lw_buffer *out) {
    uint8_t queue[FAR_MAX_FLOORS], came[FAR_MAX_FLOORS], path[FAR_MAX_FLOORS];
    uint32_t n = 0, n_path = 0;
    memset(came, FAR_NONE, sizeof came);
    queue[n++] = from;
    came[from] = LW_N_DIRS;
    for (uint32_t i = 0; i < n && came[to] == FAR_NONE; i++) {
        for (uint32_t dir = 0; dir < LW_N_DIRS; dir++) {
            uint8_t next = map->next[queue[i]][dir];
            if (next != FAR_NONE && part[next] != FAR_NONE && came[next] == FAR_NONE) {
                came[next] = (uint8_t)dir;
                queue[n++] = next;
            }
        }
    }
    for (uint8_t at = to; came[at] < LW_N_DIRS;) {
        path[n_path++] = came[at];
        at = map->next[at][(came[at] + 2) % LW_N_DIRS];
    }
    while (n_path > 0) {
        lw_buffer_putc(out, walk_letters[path[--n_path]]);
    }
}

static void walk_to(struct pen *pen, uint8_t to) {
    const struct far_map *map = pen->graph->map;
    lw_sok_far_walk(map, pen->graph->part + (size_t)pen->set * map->n_floors, pen->player,
                    to, pen->out);
    pen->player = to;
}

static void push(struct pen *pen, uint32_t set, uint8_t box, uint32_t dir) {
    lw_buffer_putc(pen->out, push_letters[dir]);
    pen->set = set;
    pen->player = box;
}

/* Where one box may go while the others stay: a push after another, as the metric allows
 * within one step. */
struct trail {
    uint32_t set;
    uint8_t box, player, dir;
    uint16_t before; /* index of the entry it was pushed from */
    uint16_t depth;
};

static bool may_follow(enum far_metric metric, const struct trail *last, uint32_t dir) {
    return last->depth == 0 || metric == FAR_CHANGES ||
           (metric == FAR_LINES && last->dir == dir);
}

static bool is_known(const struct far_graph *graph, const struct trail *trails, size_t n,
                     uint32_t node) {
    for (size_t i = 0; i < n; i++) {
        if (far_node(graph, trails[i].set, trails[i].player) == node) {
            return true;
        }
    }
    return false;
}

static size_t extend(const struct pen *pen, struct trail *trails, size_t n, size_t at,
                     uint32_t index) {
    const struct far_graph *graph = pen->graph;
    const struct far_map *map = graph->map;
    const struct trail last = trails[at];
    const uint8_t *part = graph->part + (size_t)last.set * map->n_floors;
    for (uint32_t dir = 0; dir < LW_N_DIRS && n < FAR_MAX_STEPS; dir++) {
        uint8_t to = map->next[last.box][dir];
        uint8_t behind = map->next[last.box][(dir + 2) % LW_N_DIRS];
        if (to == FAR_NONE || part[to] == FAR_NONE || behind == FAR_NONE ||
            part[behind] != part[last.player] || !may_follow(graph->metric, &last, dir)) {
            continue;
        }
        uint32_t set = lw_sok_far_moved_set(graph, far_boxes(graph, pen->set), index, to);
        /* A set without nodes, in a hallway that is skipped, can still be passed. */
        bool passing = graph->first[set] == graph->first[set + 1];
        if (passing || graph->metric != FAR_CHANGES ||
            !is_known(graph, trails, n, far_node(graph, set, last.box))) {
            trails[n++] = (struct trail){.set = set,
                                         .box = to,
                                         .player = last.box,
                                         .dir = (uint8_t)dir,
                                         .before = (uint16_t)at,
                                         .depth = (uint16_t)(last.depth + 1)};
        }
    }
    return n;
}

static void write_trail(struct pen *pen, const struct trail *trails, size_t end) {
    const struct far_map *map = pen->graph->map;
    uint16_t path[FAR_MAX_STEPS];
    size_t n = 0;
    for (size_t at = end; at != 0; at = trails[at].before) {
        path[n++] = (uint16_t)at;
    }
    while (n > 0) {
        const struct trail *step = &trails[path[--n]];
        uint8_t from = trails[step->before].box;
        walk_to(pen, map->next[from][(step->dir + 2) % LW_N_DIRS]);
        push(pen, step->set, from, step->dir);
    }
}

/* One step of the metric that brings the goals one nearer. */
static bool step_nearer(struct pen *pen, struct trail *trails) {
    const struct far_graph *graph = pen->graph;
    uint32_t wanted = pen->distance[far_node(graph, pen->set, pen->player)] - 1u;
    for (uint32_t i = 0; i < graph->n_boxes; i++) {
        size_t n = 1;
        trails[0] = (struct trail){
            .set = pen->set, .box = far_boxes(graph, pen->set)[i], .player = pen->player};
        for (size_t at = 0; at < n; at++) {
            if (at > 0 &&
                graph->first[trails[at].set] < graph->first[trails[at].set + 1]) {
                uint32_t node = far_node(graph, trails[at].set, trails[at].player);
                if (pen->distance[node] == wanted) {
                    write_trail(pen, trails, at);
                    return true;
                }
            }
            n = extend(pen, trails, n, at, i);
        }
    }
    return false;
}

/* One step of the player that brings the goals one nearer. */
static bool move_nearer(struct pen *pen) {
    const struct far_graph *graph = pen->graph;
    const struct far_map *map = graph->map;
    const uint8_t *part = graph->part + (size_t)pen->set * map->n_floors;
    uint32_t wanted = pen->distance[far_node(graph, pen->set, pen->player)] - 1u;
    for (uint32_t dir = 0; dir < LW_N_DIRS; dir++) {
        uint8_t to = map->next[pen->player][dir];
        if (to == FAR_NONE) {
            continue;
        }
        if (part[to] != FAR_NONE) {
            if (pen->distance[far_node(graph, pen->set, to)] == wanted) {
                lw_buffer_putc(pen->out, walk_letters[dir]);
                pen->player = to;
                return true;
            }
            continue;
        }
        uint8_t beyond = map->next[to][dir];
        if (beyond == FAR_NONE || part[beyond] == FAR_NONE) {
            continue;
        }
        const uint8_t *boxes = far_boxes(graph, pen->set);
        uint32_t i = 0;
        while (boxes[i] != to) {
            i++;
        }
        uint32_t set = lw_sok_far_moved_set(graph, boxes, i, beyond);
        if (pen->distance[far_node(graph, set, to)] == wanted) {
            push(pen, set, to, dir);
            return true;
        }
    }
    return false;
}

lw_status lw_sok_far_solution(const struct far_graph *graph,
                              const struct far_level *level, const uint16_t *distance,
                              struct lw_buffer *out, struct lw_error *err) {
    struct pen pen = {.graph = graph,
                      .distance = distance,
                      .out = out,
                      .set = level->start_set,
                      .player = (uint8_t)level->player};
    size_t bytes = FAR_MAX_STEPS * sizeof(struct trail);
    struct trail *trails = lw_alloc_get(graph->alloc, bytes);
    if (trails == NULL) {
        return lw_fail_memory(err);
    }
    bool good = true;
    while (good && pen.set != level->goal_set) {
        good = graph->metric == FAR_MOVES ? move_nearer(&pen) : step_nearer(&pen, trails);
    }
    lw_alloc_free(graph->alloc, trails, bytes);
    if (!lw_buffer_ok(out)) {
        return lw_fail_memory(err);
    }
    /* Only a graph and distances that do not belong together can end here. */
    return good ? LW_OK
                : lw_fail(err, LW_BAD_INPUT, 0, 0,
                          "no step leads from the start towards the goals");
}
