/* The genetic generator's view: a room whose floor is numbered, box-goal pairs with the
 * route that once joined them, and the solver behind a cache. Schaa (2021), chapter 4. */
#ifndef SOKOBAN_EVOLVE_INTERNAL_H
#define SOKOBAN_EVOLVE_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "lw/base/hash.h"
#include "lw/search.h"
#include "lw/sokoban.h"
#include "make/rooms/rooms.h"

#define EVOLVE_MAX_BOXES 16
#define EVOLVE_MAX_ROUTE 120 /* squares; longer goal ranges are cut at the box's end */
#define EVOLVE_MIN_APART 2   /* squares along the route that box and goal keep */

/* The floor of a room, numbered in row-major order. */
struct evolve_ground {
    const struct room *room;
    uint32_t n;
    uint16_t (*next)[LW_N_DIRS]; /* LW_SOKOBAN_NO_SQUARE at walls */
    uint16_t *cell;              /* [square], in the room */
    uint16_t *queue;             /* scratch, [n] */
    uint32_t *mark;              /* scratch, [n]: reached in flood number `stamp` */
    uint32_t stamp;
};

/* route[box] is where the box starts, route[goal] its goal; 0 <= box < goal < n. The
 * squares before and after are where crossover may not go back to, but inversion may. */
struct evolve_pair {
    uint16_t n, box, goal;
    uint16_t route[EVOLVE_MAX_ROUTE];
};

struct evolve_level {
    uint16_t ground; /* which room, in archive mode */
    uint16_t player;
    uint32_t n_pairs;
    uint32_t solution; /* number of the stored solution, in archive mode */
    struct evolve_pair pairs[EVOLVE_MAX_BOXES];
};

enum evolve_fitness {
    EVOLVE_PUSHES,
    EVOLVE_LINES,
    EVOLVE_CHANGES,
    EVOLVE_MOVES,
    EVOLVE_CLOSED
};

struct evolve_settings {
    struct room_plan rooms;
    uint32_t generations;
    uint32_t population; /* 0: the author's min(10, floor / 2) */
    uint32_t max_boxes;
    uint32_t min_route;
    double invert, move_player; /* probabilities */
    uint32_t elites, tournament;
    enum evolve_fitness fitness;
    uint64_t any_nodes, optimal_nodes;
    uint32_t keep_floor;     /* steps from what the solution uses */
    uint64_t archive_rounds; /* 0: one genetic run; else MAP-Elites */
    uint32_t archive_rooms;
};

/* Counted over a run; the first four are the thesis' Figure 4.6. */
#define EVOLVE_COUNTS(X)                                                                 \
    X(INVERT_DONE, "invert-done")                                                        \
    X(INVERT_REJECTED, "invert-rejected")                                                \
    X(PLAYER_DONE, "player-done")                                                        \
    X(PLAYER_REJECTED, "player-rejected")                                                \
    X(PAIR_DONE, "pair-done")                                                            \
    X(PAIR_REJECTED, "pair-rejected")                                                    \
    X(ANY_CALLS, "any-calls")                                                            \
    X(ANY_LIMITS, "any-limits")                                                          \
    X(OPTIMAL_CALLS, "optimal-calls")                                                    \
    X(OPTIMAL_LIMITS, "optimal-limits")                                                  \
    X(CACHED, "cached")
enum evolve_count {
#define X(code, name) EVOLVE_##code,
    EVOLVE_COUNTS(X)
#undef X
        EVOLVE_N_COUNTS
};

/* What the solver has said about one position. */
struct evolve_known {
    uint8_t any;   /* 0 not asked, 1 solvable, 2 not, or not within the budget */
    uint8_t rated; /* fitness holds */
    double fitness;
};

struct evolve_run {
    const struct lw_generate_request *request;
    const struct evolve_settings *settings;
    const struct lw_runtime *runtime;
    uint32_t worker;
    struct lw_meter meter;
    struct lw_arena arena;
    struct evolve_ground *grounds;
    uint32_t n_grounds;
    struct lw_state_set seen;
    struct evolve_known *known;
    size_t known_cap;
    struct lw_solve_result result; /* of the last optimal solve */
    double counts[EVOLVE_N_COUNTS];
    /* The best level of a genetic run and its solution. */
    double best_fitness;
    struct lw_buffer best_solution;
    bool failed; /* memory was out */
};

lw_status lw_sok_evolve_ground_init(struct evolve_ground *ground, const struct room *room,
                                    struct lw_arena *arena);
/* Marks (mark[s] == stamp) what is joined to from without passing blocked[0..n). Returns
 * the least square reached. */
uint32_t lw_sok_evolve_flood(struct evolve_ground *ground, uint32_t from,
                             const uint16_t *blocked, uint32_t n_blocked);
/* The farthest square from which a lone box can be pushed to goal, the route there, and a
 * place for the player from which it works. False when the goal range is shorter than
 * min_route pushes. scratch holds 8 numbers a square. */
struct evolve_wanted {
    uint32_t goal, min_route;
    uint32_t *scratch;
};
bool lw_sok_evolve_goal_range(struct evolve_ground *ground, struct evolve_wanted wanted,
                              struct lw_rng *rng, struct evolve_pair *pair,
                              uint16_t *player);

/* Is there a solution? Within the small budget, else no. */
bool lw_sok_evolve_solvable(struct evolve_run *run, const struct evolve_level *level);
/* The chosen fitness of the optimal solution; 0 when the budget ends first. After a fresh
 * solve run->result holds it (*fresh true). */
double lw_sok_evolve_rate(struct evolve_run *run, const struct evolve_level *level,
                          bool *fresh);
/* With a solution the level is as it is given out, trimmed to what that uses; without one
 * it is the whole room. */
lw_status lw_sok_evolve_to_level(const struct evolve_run *run,
                                 const struct evolve_level *level, const char *solution,
                                 struct lw_level **out, struct lw_error *err);

/* The operators. */
bool lw_sok_evolve_seed(struct evolve_run *run, uint32_t ground, struct lw_rng *rng,
                        struct evolve_level *level);
void lw_sok_evolve_cross(struct evolve_run *run, struct lw_rng *rng,
                         struct evolve_level *a, struct evolve_level *b);
void lw_sok_evolve_mutate(struct evolve_run *run, struct lw_rng *rng,
                          struct evolve_level *level);

/* MAP-Elites instead of generations; emits the cells. */
lw_status lw_sok_evolve_archive(struct evolve_run *run, struct lw_rng *rng,
                                lw_emit_fn emit, void *emit_ctx, struct lw_error *err);

#endif
