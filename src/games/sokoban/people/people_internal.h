/* How a level looks to people: the graph of all positions that a player who avoids plain
 * blunders can meet, and simulated players on it.
 *
 * Definitions follow the study of which measures predict how many players finish a level.
 * A push is *plainly dead* when it goes on to a square from which a lone box reaches no
 * goal, or freezes a group with a box off goal; such pushes are not in the graph. A
 * position from which no solution exists all the same is *secretly dead*. */
#ifndef SOKOBAN_PEOPLE_INTERNAL_H
#define SOKOBAN_PEOPLE_INTERNAL_H

#include "solve/solve_internal.h"

#define PEOPLE_FAR UINT32_MAX

struct people_edge {
    uint32_t to;
    uint16_t from_square, to_square; /* of the box pushed */
};

struct people_graph {
    const struct lw_alloc *alloc;
    struct lw_arena arena;
    const struct sok_map *map;
    uint32_t n_boxes;
    uint32_t n; /* positions; 0 is the start */
    struct people_edge *edges;
    size_t n_edges, edges_cap;
    uint32_t *first; /* [n + 1] into edges */
    uint16_t *boxes; /* [n * n_boxes], ascending */
    uint16_t *bound; /* [n]: matching, SOK_FAR when some box has no goal left */
    uint32_t *away;  /* [n]: pushes to the nearest end; PEOPLE_FAR: dead */
    uint32_t *order; /* positions that can be won, nearest to the end first */
    uint32_t n_alive;
};

enum people_end { PEOPLE_OK, PEOPLE_TOO_LARGE, PEOPLE_STOPPED, PEOPLE_MEMORY };

/* Enumerates everything, up to that many positions. map must be of pushes. */
enum people_end lw_sok_people_graph_make(struct people_graph *graph, struct sok_map *map,
                                         struct sok_match *match, uint32_t max_positions,
                                         struct lw_meter *meter,
                                         const struct lw_alloc *alloc);
void lw_sok_people_graph_free(struct people_graph *graph);

static inline bool people_alive(const struct people_graph *graph, uint32_t at) {
    return graph->away[at] != PEOPLE_FAR;
}

/* Simulated players (people_walker.c). */

struct people_walk_rules {
    double per_bound;    /* weight is exp(-per_bound * rise of the bound …) */
    double patience;     /* factor a step */
    bool runs;           /* a step pushes one box any distance; otherwise one square */
    bool share_per_box;  /* divide by the number of the box's runs */
    uint32_t sees_traps; /* avoids dead ends of at most this many positions */
};

/* What a walker makes of a level: its chance to reach the end, discounted; and the
 * largest leap of ln(chance) along the likeliest way. */
struct people_walk {
    double chance;
    double leap;
};
enum people_end lw_sok_people_walk(const struct people_graph *graph,
                                   const struct people_walk_rules *rules,
                                   struct lw_meter *meter, struct people_walk *out);

/* Properties of the ways to the end (people_paths.c). */

struct people_paths {
    double trap_steps;  /* fewest steps that offer a secretly dead push */
    double choice_cost; /* least sum of ln(pushes / pushes on a shortest way) */
    double narrowness;  /* share of depths with one position on the shortest ways */
    double hidden_dead; /* secretly dead share of the positions */
    double greedy;      /* positions opened by best-first search with the bound */
};
enum people_end lw_sok_people_paths(const struct people_graph *graph,
                                    struct people_paths *out);

/* Players that learn (people_learner.c). */

/* Mean log10 of the steps until the end. */
enum people_end lw_sok_people_learn(const struct people_graph *graph, bool counting,
                                    struct lw_meter *meter, double *out);

/* Where one box can be pushed while the others stand still. */
struct people_runs {
    uint32_t *mark; /* [positions], all different from stamp */
    uint32_t stamp;
    uint32_t *ends;    /* gets the positions */
    uint16_t *squares; /* gets where the box is then */
};
size_t lw_sok_people_runs(const struct people_graph *graph, uint32_t from,
                          uint16_t square, struct people_runs runs);
/* No box has more runs than this. */
size_t lw_sok_people_max_runs(const struct people_graph *graph);

#endif
