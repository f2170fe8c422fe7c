/* All positions a player who avoids plain blunders can meet. */
#include "people/people_internal.h"

#include <string.h>

struct maker {
    struct people_graph *graph;
    struct sok_map *map;
    struct sok_match *match;
    struct lw_meter *meter;
    struct sok_store store;
    struct sok_position pos;
    uint64_t *scratch; /* two bit sets */
    uint32_t max_positions;
    uint32_t *starts; /* [cap] first edge of each position */
    size_t starts_cap;
};

static bool add_edge(struct people_graph *graph, uint32_t to, unsigned from_square,
                     unsigned to_square) {
    if (!lw_grow(graph->alloc, &graph->edges, &graph->edges_cap, graph->n_edges + 1,
                 sizeof *graph->edges)) {
        return false;
    }
    graph->edges[graph->n_edges++] =
        (struct people_edge){to, (uint16_t)from_square, (uint16_t)to_square};
    return true;
}

static bool solved(const struct sok_map *map, const uint64_t *boxes) {
    for (uint32_t i = 0; i < map->n_words; i++) {
        if (boxes[i] & ~map->goals[i]) {
            return false;
        }
    }
    return true;
}

/* Pushes the box and says whether that is plainly dead; the position is left as it was.
 */
static bool plainly_dead(struct maker *m, unsigned from, unsigned to) {
    uint64_t *frozen = m->scratch + m->map->n_words;
    memset(frozen, 0, m->map->n_words * sizeof *frozen);
    lw_sok_position_move(&m->pos, from, to);
    bool alive = lw_sok_freeze_cluster(&m->pos, to, frozen);
    lw_sok_position_move(&m->pos, to, from);
    return !alive;
}

static enum people_end try_push(struct maker *m, unsigned from, unsigned dir) {
    const uint16_t *nb = m->map->nb;
    unsigned stand = nb[from * 4 + sok_opposite(dir)], to = nb[from * 4 + dir];
    bool added;
    if (m->pos.full[to] || !sok_reached(&m->pos, stand) || m->map->dead[to] ||
        plainly_dead(m, from, to)) {
        return PEOPLE_OK;
    }
    unsigned low = lw_sok_position_low_after(&m->pos, from, to, dir);
    uint64_t *boxes = m->scratch;
    memcpy(boxes, m->pos.boxes, m->map->n_words * sizeof *boxes);
    sok_bit_clear(boxes, from);
    sok_bit_set(boxes, to);
    uint32_t id = lw_sok_store_add(&m->store, boxes, low, &added);
    if (id == SOK_NO_NODE || !add_edge(m->graph, id, from, to)) {
        return PEOPLE_MEMORY;
    }
    return m->store.n_nodes > m->max_positions ? PEOPLE_TOO_LARGE : PEOPLE_OK;
}

static enum people_end expand(struct maker *m, uint32_t at) {
    struct sok_node *node = sok_store_node(&m->store, at);
    if (!lw_grow(m->graph->alloc, &m->starts, &m->starts_cap, (size_t)at + 1,
                 sizeof *m->starts)) {
        return PEOPLE_MEMORY;
    }
    m->starts[at] = (uint32_t)m->graph->n_edges;
    if (solved(m->map, sok_node_boxes(node))) {
        return PEOPLE_OK;
    }
    lw_sok_position_load(&m->pos, sok_node_boxes(node), node->player);
    for (uint32_t i = 0; i < m->pos.n_boxes; i++) {
        for (unsigned dir = 0; dir < LW_N_DIRS; dir++) {
            enum people_end end = try_push(m, m->pos.list[i], dir);
            if (end != PEOPLE_OK) {
                return end;
            }
        }
    }
    return lw_meter_tick(m->meter, 1) == LW_STOP_NONE ? PEOPLE_OK : PEOPLE_STOPPED;
}

/* Boxes and bound of every position, once all are known. */
static bool describe(struct maker *m) {
    struct people_graph *graph = m->graph;
    const struct sok_walls *walls = m->map->base;
    uint32_t k = graph->n_boxes;
    graph->n = m->store.n_nodes;
    graph->first = lw_arena_get(&graph->arena, ((size_t)graph->n + 1) * sizeof(uint32_t));
    graph->boxes = lw_arena_get(&graph->arena, (size_t)graph->n * k * sizeof(uint16_t));
    graph->bound = lw_arena_get(&graph->arena, (size_t)graph->n * sizeof(uint16_t));
    if (graph->first == NULL || graph->boxes == NULL || graph->bound == NULL) {
        return false;
    }
    memcpy(graph->first, m->starts, (size_t)graph->n * sizeof(uint32_t));
    graph->first[graph->n] = (uint32_t)graph->n_edges;
    for (uint32_t at = 0; at < graph->n; at++) {
        struct sok_node *node = sok_store_node(&m->store, at);
        uint16_t *list = graph->boxes + (size_t)at * k;
        unsigned square;
        uint32_t n = 0;
        SOK_FOR_BITS(square, sok_node_boxes(node), m->map->n_words) {
            unsigned side = sok_walls_side(m->map, walls, square, node->player);
            m->match->row[n] = sok_walls_row(walls, square, side);
            list[n++] = (uint16_t)square;
        }
        uint32_t total = lw_sok_match_solve(m->match, k);
        graph->bound[at] = total >= SOK_FAR ? SOK_FAR : (uint16_t)total;
    }
    return true;
}

/* Breadth-first from the ends, backwards along the edges. */
static bool find_alive(struct people_graph *graph) {
    uint32_t n = graph->n;
    uint32_t *into = lw_alloc_zero(graph->alloc, (size_t)n + 1, sizeof *into);
    uint32_t *from = lw_alloc_get(graph->alloc, (graph->n_edges + 1) * sizeof *from);
    graph->away = lw_arena_get(&graph->arena, (size_t)n * sizeof *graph->away);
    graph->order = lw_arena_get(&graph->arena, (size_t)n * sizeof *graph->order);
    bool good =
        into != NULL && from != NULL && graph->away != NULL && graph->order != NULL;
    for (size_t i = 0; good && i < graph->n_edges; i++) {
        into[graph->edges[i].to + 1]++;
    }
    for (uint32_t i = 0; good && i < n; i++) {
        into[i + 1] += into[i];
    }
    for (uint32_t at = n; good && at-- > 0;) {
        /* Filling from the back leaves into[t + 1] at the start of t's list. */
        for (uint32_t e = graph->first[at]; e < graph->first[at + 1]; e++) {
            from[--into[graph->edges[e].to + 1]] = at;
        }
    }
    for (uint32_t at = 0; good && at < n; at++) {
        bool end = true;
        for (uint32_t i = 0; i < graph->n_boxes; i++) {
            end = end && graph->map->goal[graph->boxes[(size_t)at * graph->n_boxes + i]];
        }
        graph->away[at] = end ? 0 : PEOPLE_FAR;
        if (end) {
            graph->order[graph->n_alive++] = at;
        }
    }
    for (uint32_t done = 0; good && done < graph->n_alive; done++) {
        uint32_t at = graph->order[done];
        uint32_t last = at + 2 <= n ? into[at + 2] : (uint32_t)graph->n_edges;
        for (uint32_t i = into[at + 1]; i < last; i++) {
            if (graph->away[from[i]] == PEOPLE_FAR) {
                graph->away[from[i]] = graph->away[at] + 1;
                graph->order[graph->n_alive++] = from[i];
            }
        }
    }
    lw_alloc_free(graph->alloc, into, ((size_t)n + 1) * sizeof *into);
    lw_alloc_free(graph->alloc, from, (graph->n_edges + 1) * sizeof *from);
    return good;
}

static enum people_end make(struct maker *m) {
    const struct lw_sokoban_board *board = m->map->board;
    bool added;
    memset(m->scratch, 0, m->map->n_words * sizeof *m->scratch);
    for (uint32_t i = 0; i < board->n_boxes; i++) {
        sok_bit_set(m->scratch, board->boxes[i]);
    }
    lw_sok_position_load(&m->pos, m->scratch, board->player);
    if (lw_sok_store_add(&m->store, m->scratch, m->pos.low, &added) == SOK_NO_NODE) {
        return PEOPLE_MEMORY;
    }
    for (uint32_t at = 0; at < m->store.n_nodes; at++) {
        enum people_end end = expand(m, at);
        if (end != PEOPLE_OK) {
            return end;
        }
    }
    return describe(m) && find_alive(m->graph) ? PEOPLE_OK : PEOPLE_MEMORY;
}

enum people_end lw_sok_people_graph_make(struct people_graph *graph, struct sok_map *map,
                                         struct sok_match *match, uint32_t max_positions,
                                         struct lw_meter *meter,
                                         const struct lw_alloc *alloc) {
    struct maker m = {.graph = graph,
                      .map = map,
                      .match = match,
                      .meter = meter,
                      .max_positions = max_positions};
    *graph =
        (struct people_graph){.alloc = alloc, .map = map, .n_boxes = map->board->n_boxes};
    lw_arena_init(&graph->arena, alloc);
    lw_sok_store_init(&m.store, map->n_words, alloc);
    m.scratch = lw_alloc_get(alloc, 2 * map->n_words * sizeof *m.scratch);
    enum people_end end = PEOPLE_MEMORY;
    if (m.scratch != NULL && lw_sok_position_init(&m.pos, map, alloc)) {
        end = make(&m);
        lw_sok_position_free(&m.pos);
    }
    lw_alloc_free(alloc, m.scratch, 2 * map->n_words * sizeof *m.scratch);
    lw_alloc_free(alloc, m.starts, m.starts_cap * sizeof *m.starts);
    lw_sok_store_free(&m.store);
    if (end != PEOPLE_OK) {
        lw_sok_people_graph_free(graph);
    }
    return end;
}

void lw_sok_people_graph_free(struct people_graph *graph) {
    lw_alloc_free(graph->alloc, graph->edges, graph->edges_cap * sizeof *graph->edges);
    graph->edges = NULL;
    graph->edges_cap = 0;
    lw_arena_free(&graph->arena);
}

size_t lw_sok_people_max_runs(const struct people_graph *graph) {
    /* A box has at most four regions beside it on every square. */
    return (size_t)graph->map->n * 4;
}

size_t lw_sok_people_runs(const struct people_graph *graph, uint32_t from,
                          uint16_t square, struct people_runs runs) {
    uint32_t *mark = runs.mark, *ends = runs.ends, stamp = runs.stamp;
    uint16_t *squares = runs.squares;
    size_t n = 0, done = 0;
    uint32_t at = from;
    mark[from] = stamp;
    for (;;) {
        for (uint32_t e = graph->first[at]; e < graph->first[at + 1]; e++) {
            const struct people_edge *edge = &graph->edges[e];
            if (edge->from_square == square && mark[edge->to] != stamp) {
                mark[edge->to] = stamp;
                ends[n] = edge->to;
                squares[n++] = edge->to_square;
            }
        }
        if (done == n) {
            return n;
        }
        at = ends[done];
        square = squares[done++];
    }
}
