/* The graph of people_internal.h where it is too large to be enumerated: positions come
 * into being when somebody looks at them, and their steps when somebody goes there. */
#ifndef SOKOBAN_PEOPLE_FIELD_H
#define SOKOBAN_PEOPLE_FIELD_H

#include "people/people_internal.h"

/* What is known of a position; kept in its node's cost2. */
enum {
    FIELD_SOLVED = 1,
    FIELD_DEAD = 2,  /* proved */
    FIELD_ALIVE = 4, /* a solution goes through it */
    FIELD_ASKED = 8  /* the solver has been asked */
};

struct field_step {
    uint32_t to;
    uint16_t rank; /* of the pushed box among the boxes of `to` */
    uint16_t pushes;
    double weight; /* how much it appeals */
};

struct people_field {
    const struct lw_alloc *alloc;
    struct sok_map *map;
    struct sok_match *match;
    const struct people_walk_rules *rules;
    struct lw_meter *meter; /* counts steps made */
    struct sok_store store; /* node.cost: number of its spread + 1, 0: not spread out */
    struct sok_position pos;
    struct sok_ride ride;
    uint64_t *scratch; /* two bit sets */
    uint32_t n_boxes;
    uint32_t *owner; /* [n_spreads]: position of each spread */
    size_t owner_cap;
    uint32_t n_spreads;
    size_t *first; /* [n_spreads * n_boxes + 1] into steps, by box */
    size_t first_cap;
    double *weight; /* [n_spreads * n_boxes]: sums of weights, by box */
    size_t weight_cap;
    uint32_t *lost; /* [n_spreads]: steps that leave some box without a goal, not kept */
    size_t lost_cap;
    struct field_step *steps;
    size_t n_steps, steps_cap;
};

/* A budget of so many nodes within what time the meter has left. */
static inline struct lw_budget field_budget(const struct lw_meter *meter,
                                            uint64_t nodes) {
    struct lw_budget budget = {.nodes = nodes, .cancel = meter->budget.cancel};
    if (meter->budget.time_ns != 0) {
        uint64_t used = lw_meter_elapsed_ns(meter);
        budget.time_ns = used < meter->budget.time_ns ? meter->budget.time_ns - used : 1;
    }
    return budget;
}

/* Position 0 is the board's start. false: out of memory. */
bool lw_sok_people_field_init(struct people_field *field, struct sok_map *map,
                              struct sok_match *match,
                              const struct people_walk_rules *rules,
                              struct lw_meter *meter, const struct lw_alloc *alloc);
void lw_sok_people_field_free(struct people_field *field);

static inline struct sok_node *field_node(const struct people_field *field, uint32_t id) {
    return sok_store_node(&field->store, id);
}

/* Makes the steps from a position, if not made yet. PEOPLE_STOPPED when the meter ends.
 */
enum people_end lw_sok_people_field_spread(struct people_field *field, uint32_t id);
/* Plays moves from a position and marks all positions on the way as alive; way (may be
 * NULL) gets the positions from which a step is made (with runs: where one box is left
 * for another), cap at most, the first one left out. Returns how many there are, SIZE_MAX
 * when memory is out. */
size_t lw_sok_people_field_follow(struct people_field *field, uint32_t from,
                                  unsigned player, const char *moves, uint32_t *way,
                                  size_t cap);

/* The board that is looked at, and what is known of it. */
struct people_board {
    struct sok_map *map;
    struct sok_match *match;
    const char *moves; /* a solution; NULL: none is known */
    double pushes;     /* the fewest, or a guess at it */
    uint64_t seed;
};

/* A walker's chance by guided walks (people_sample.c). */

struct people_sampled {
    double chance; /* as of struct people_walk */
    double error;  /* standard error of ln(chance) */
    double least;  /* the chance is not smaller: what known positions alone give */
    double leap;
    uint32_t n_walks, n_won;
};
enum people_end lw_sok_people_sample(const struct people_board *board,
                                     const struct people_walk_rules *rules,
                                     struct lw_meter *meter, const struct lw_alloc *alloc,
                                     struct people_sampled *out);

/* The other measures, by looking at some positions (people_guess.c). Each comes with its
 * standard error; NaN: nothing can be said. */
struct people_guess {
    double trap_steps, trap_error;
    double choice_cost, choice_error;
    double narrowness, narrow_error;
    double hidden_dead, hidden_error;
    double greedy, greedy_error; /* log10 */
};
/* Each of the parts may use up to `nodes`. */
enum people_end lw_sok_people_guess(const struct people_board *board, uint64_t nodes,
                                    const struct lw_runtime *runtime,
                                    const struct lw_budget *rest,
                                    struct people_guess *out);

#endif
