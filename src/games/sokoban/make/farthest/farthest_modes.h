/* The ways to look for the farthest start in one room. */
#ifndef SOKOBAN_FARTHEST_MODES_H
#define SOKOBAN_FARTHEST_MODES_H

#include "make/farthest/farthest.h"

enum far_mode { FAR_EXHAUSTIVE, FAR_STEPWISE, FAR_FIXED, FAR_FRONTIERS };

struct far_task {
    uint32_t n_boxes;
    enum far_mode mode;
    enum far_metric metric;
    struct far_tie tie;
    uint32_t step;
    bool stop_early;
    uint64_t goal_nodes;
    uint64_t max_states;
    bool contiguous, skip_slippery, trim;
    uint32_t keep_floor; /* of trim */
    size_t memory_bytes;
};

struct far_found {
    uint32_t length; /* by the task's metric; 0: nothing found */
    uint32_t second; /* by the tie's metric, when known */
    uint64_t n_placements, n_searched, n_best;
    enum lw_stop stop;
    uint8_t contents[ROOM_MAX_CELLS]; /* as lw_sok_room_to_level takes them */
    struct lw_buffer solution;
};

/* found is initialised here; free its solution whatever the outcome. With trim the room
 * loses unused floor. IMPOSSIBLE when no placement of so many boxes has any start. */
struct far_means {
    struct lw_rng *rng;
    const struct lw_runtime *runtime;
    const struct lw_budget *budget;
};
lw_status lw_sok_far_find(const struct far_task *task, struct room *room,
                          const struct far_means *means, struct far_found *found,
                          struct lw_error *err) LW_MUST_CHECK;

/* One graph of the task's boxes, searched as a whole: every placement that holds the
 * squares of filter. */
lw_status lw_sok_far_find_in_graph(const struct far_task *task, struct room *room,
                                   const struct far_filter *filter,
                                   const struct far_run *run, struct far_found *found,
                                   struct lw_error *err) LW_MUST_CHECK;
/* Would that graph fit the task's memory? */
bool lw_sok_far_graph_fits(const struct far_task *task, uint32_t n_boxes,
                           const struct far_map *map);

lw_status lw_sok_far_find_fixed(const struct far_task *task, struct room *room,
                                const struct far_run *run, struct far_found *found,
                                struct lw_error *err) LW_MUST_CHECK;
/* Metrics and rooms that sweeps do not serve go to the one above. */
lw_status lw_sok_far_find_stepwise(const struct far_task *task, struct room *room,
                                   const struct far_run *run, struct far_found *found,
                                   struct lw_error *err) LW_MUST_CHECK;

#endif
