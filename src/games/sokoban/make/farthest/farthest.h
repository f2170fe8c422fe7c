/* The farthest start: for a room and a number of boxes, the goal placement and the start
 * whose shortest solution is longest (Taylor 2015, chapter 2).
 *
 * The pieces: a map numbers the floor; a graph has one node for every box set and player
 * region (or player square) and one edge for every backward step of the metric; the
 * search proves goal placements against each other; the choice breaks ties and writes
 * the solution down. */
#ifndef SOKOBAN_FARTHEST_H
#define SOKOBAN_FARTHEST_H

#include "make/rooms/rooms.h"

#define FAR_MAX_FLOORS 250
#define FAR_MAX_BOXES 16
#define FAR_NONE 0xff

enum far_metric { FAR_LINES, FAR_PUSHES, FAR_CHANGES, FAR_MOVES };

/* The map. */

struct far_map {
    uint32_t n_floors;
    uint8_t next[FAR_MAX_FLOORS][LW_N_DIRS]; /* FAR_NONE at walls */
    uint16_t cell_of[FAR_MAX_FLOORS];
    bool may_be_goal[FAR_MAX_FLOORS]; /* a box can be pushed onto it */
    bool slippery[FAR_MAX_FLOORS];    /* inside a hallway one square wide */
};

/* Are the squares one group, side by side? */
bool lw_sok_far_is_group(const struct far_map *map, const uint8_t *squares, uint32_t n);
/* Marked squares are floor. UNSUPPORTED when the room has too many floor squares. */
lw_status lw_sok_far_map_init(struct far_map *map, const struct room *room,
                              struct lw_error *err) LW_MUST_CHECK;

/* What is searched: boxes on the floor of a map, and what counts as one step. */
struct far_setting {
    const struct far_map *map;
    uint32_t n_boxes;
    enum far_metric metric;
    bool skip_slippery;
};

/* What one run works with. */
struct far_run {
    const struct far_map *map;
    struct lw_rng *rng;
    const struct lw_runtime *runtime;
    struct lw_meter *meter;
};

/* The graph. */

/* Box sets are numbered by their rank in colexicographic order, the nodes of one set
 * follow each other. For lines, pushes and changes a node is a set and a region of floor
 * that the player can walk in; for moves it is a set and the player's square. */
struct far_graph {
    const struct lw_alloc *alloc;
    const struct far_map *map;
    enum far_metric metric;
    bool skip_slippery;
    uint32_t n_boxes;
    uint32_t n_sets;
    uint32_t n_nodes;
    uint32_t binomial[FAR_MAX_FLOORS + 1][FAR_MAX_BOXES + 1];
    uint8_t *boxes;  /* [set][n_boxes], ascending */
    uint8_t *part;   /* [set][floor]: region, or rank among free squares; FAR_NONE: box */
    uint32_t *first; /* [set + 1]: its first node */
    uint32_t *set_of; /* [node] */
    /* [node]: a head, then the nodes that backward steps lead to, near ones first. NULL
     * until lw_sok_far_graph_link. */
    const uint32_t **steps;
    struct far_chunk *chunks;
    size_t n_chunks;
    const struct lw_meter *meter; /* while it is being built */
};

/* Numbers of box sets of this kind, UINT64_MAX when they do not fit 32 bits. */
uint64_t lw_sok_far_count_sets(uint32_t n_floors, uint32_t n_boxes);
/* Numbers all nodes. LIMIT when memory or numbers run out, CANCELLED when the meter's
 * time is over. */
lw_status lw_sok_far_graph_init(struct far_graph *graph,
                                const struct far_setting *setting,
                                const struct lw_alloc *alloc,
                                const struct lw_meter *meter,
                                struct lw_error *err) LW_MUST_CHECK;
/* Writes down every node's backward steps; fails as lw_sok_far_graph_init. */
lw_status lw_sok_far_graph_link(struct far_graph *graph, const struct lw_runtime *runtime,
                                const struct lw_meter *meter,
                                struct lw_error *err) LW_MUST_CHECK;
void lw_sok_far_graph_free(struct far_graph *graph);

uint32_t lw_sok_far_rank(const struct far_graph *graph, const uint8_t *boxes);
static inline const uint8_t *far_boxes(const struct far_graph *graph, uint32_t set) {
    return graph->boxes + (size_t)set * graph->n_boxes;
}
/* The node of a set with the player on a free square. */
static inline uint32_t far_node(const struct far_graph *graph, uint32_t set,
                                uint32_t square) {
    return graph->first[set] + graph->part[(size_t)set * graph->map->n_floors + square];
}

#define FAR_MAX_STEPS 4096
/* The head of a node's steps holds both numbers. */
static inline uint32_t far_head(size_t n_steps, size_t n_near) {
    return (uint32_t)n_steps | (uint32_t)n_near << 16;
}
static inline uint32_t far_n_steps(const uint32_t *steps) {
    return steps[0] & 0xffff;
}
static inline uint32_t far_n_near(const uint32_t *steps) {
    return steps[0] >> 16;
}

/* Distances to the set as goals by the graph's metric, UINT16_MAX where it cannot be
 * reached. queue holds n_nodes numbers; works with or without lw_sok_far_graph_link.
 * Returns the greatest distance. */
uint32_t lw_sok_far_distances(const struct far_graph *graph, uint32_t goal_set,
                              uint16_t *distance, uint32_t *queue, uint32_t *n_reached);

/* The search. */

/* Which goal placements compete. */
struct far_filter {
    bool must[FAR_MAX_FLOORS]; /* squares that every placement holds */
    bool contiguous;           /* goals side by side only */
};

struct far_result {
    const struct lw_alloc *alloc;
    const struct far_graph *graph; /* that was searched */
    uint32_t length;               /* of the longest shortest solution */
    uint64_t n_best; /* goal placements that have it, mirror images counted */
    uint32_t *best;  /* those placements without mirror images, ascending sets */
    size_t n_listed, cap;
    uint64_t n_placements; /* all that compete, without mirror images */
    uint64_t n_searched;   /* by search; the others were bounded away */
    uint64_t n_rounds;
    enum lw_stop stop; /* NONE: every placement is proven */
};
void lw_sok_far_result_free(struct far_result *result);

/* The graph must be linked. Work is counted in placements searched times nodes / 256.
 * Stops early only when the meter says so; the result then holds the best so far. */
lw_status lw_sok_far_search(const struct far_graph *graph, const struct room *room,
                            const struct far_filter *filter, const struct far_run *run,
                            struct far_result *result,
                            struct lw_error *err) LW_MUST_CHECK;

/* Its parts. */

/* Upper bounds on how far any start can be from a node.
 *
 * The graph falls into strongly connected parts, numbered so that steps lead to the same
 * or an earlier part. Whatever start reaches a node reaches the whole part of that node,
 * so it may use the best way on from there; a start from an earlier part came in through
 * one of the nodes a step before. Bounds therefore flow from part to part in order, and
 * a few exact values keep them low. */
struct far_bounds {
    const struct lw_alloc *alloc;
    const struct far_graph *graph;
    uint32_t n_parts;
    uint32_t *part;    /* [node] */
    uint32_t *members; /* nodes, part after part */
    uint32_t *begin;   /* [part + 1]: its first member */
    uint16_t *across;  /* [part]: greatest distance inside; FAR_FAR: not known */
    uint16_t *exact;   /* [node]: what a search found; FAR_FAR: none yet */
    uint16_t *at_most; /* [node]: the bounds of the last sweep */
    uint32_t *stamp;   /* [part]: scratch of a sweep */
    uint16_t *least;   /* [part]: scratch of a sweep */
    const struct lw_meter *meter;
};
#define FAR_FAR UINT16_MAX
/* Once the meter's time is over, what stands in the bounds and what sweeps return means
 * nothing any more. */
lw_status lw_sok_far_bounds_init(struct far_bounds *bounds, const struct far_graph *graph,
                                 const struct lw_alloc *alloc,
                                 const struct lw_meter *meter,
                                 struct lw_error *err) LW_MUST_CHECK;
void lw_sok_far_bounds_free(struct far_bounds *bounds);
/* Computes all bounds anew from the exact values. Nodes whose bound is not below `enough`
 * go to pivots (room for every node) and count as `guess` from there on; with no pivots
 * the bounds are proven, else they only say what to search next. */
uint32_t lw_sok_far_bounds_sweep(struct far_bounds *bounds, uint32_t enough,
                                 uint32_t guess, uint32_t *pivots);
/* Of a goal placement; proven after a sweep without pivots. */
uint32_t lw_sok_far_bounds_set(const struct far_bounds *bounds, uint32_t set);

#define FAR_BATCH 256
/* Backward searches of up to FAR_BATCH goal placements at once; one worker's memory. */
struct far_batch {
    const struct lw_alloc *alloc;
    uint32_t n_nodes;
    struct far_record *records; /* [node] */
    uint32_t *now, *next;       /* frontier nodes */
    uint64_t (*bits)[FAR_BATCH / 64];
};
size_t lw_sok_far_batch_bytes(uint32_t n_nodes);
lw_status lw_sok_far_batch_init(struct far_batch *batch, uint32_t n_nodes,
                                const struct lw_alloc *alloc,
                                struct lw_error *err) LW_MUST_CHECK;
void lw_sok_far_batch_free(struct far_batch *batch);
/* Nodes that one search begins from: all of a goal placement, or one alone. */
struct far_source {
    uint32_t begin, end; /* nodes */
};
/* farthest[i] gets the greatest distance to sources[i]. False: the meter's time was over
 * first. */
bool lw_sok_far_batch_run(struct far_batch *batch, const struct far_graph *graph,
                          const struct far_source *sources, size_t n_sources,
                          const struct lw_meter *meter, uint16_t *farthest);

/* The choice. */

/* One level: boxes and goals as sets of the graph, the player's square. */
struct far_level {
    uint32_t start_set, goal_set;
    uint32_t player;
    uint32_t length; /* by the graph's metric */
    uint32_t second; /* by the second metric; 0 when there is none */
};

struct far_tie {
    bool used;              /* false: the first of the best */
    enum far_metric metric; /* longest by this among the best */
    uint32_t max_sets;      /* goal placements looked at, drawn at random when more */
};

/* Room for distances to one goal placement: as many elements each as the graph has nodes.
 */
struct far_field {
    uint16_t *distance;
    uint32_t *queue;
};

/* Chooses among the best placements and their farthest starts. The field's distances are
 * left filled for the chosen goals. */
lw_status lw_sok_far_choose(const struct far_result *result, const struct far_tie *tie,
                            const struct far_run *run, const struct far_field *field,
                            struct far_level *out, struct lw_error *err) LW_MUST_CHECK;

/* A solution that is shortest by the graph's metric, as move text. */
lw_status lw_sok_far_solution(const struct far_graph *graph,
                              const struct far_level *level, const uint16_t *distance,
                              struct lw_buffer *out, struct lw_error *err) LW_MUST_CHECK;

/* Appends the shortest walk between two squares, free being those with part other than
 * FAR_NONE. */
void lw_sok_far_walk(const struct far_map *map, const uint8_t *part, uint8_t from,
                     uint8_t to, struct lw_buffer *out);

/* The set with the box number `index` of boxes on `to` instead. */
uint32_t lw_sok_far_moved_set(const struct far_graph *graph, const uint8_t *boxes,
                              uint32_t index, uint8_t to);

#endif
