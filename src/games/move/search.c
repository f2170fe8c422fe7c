/* Exhaustive breadth-first search.
 *
 * The state space is small and needs no cleverness: packed states in one set, a record
 * beside each. States of a layer are taken up in the order of the first move strings
 * that lead to them, so the first path found to the goal is the first shortest solution
 * in the order up, right, down, left. The records carry the number of shortest paths
 * and the least and most counterintuitive moves along them; when the goal is taken up,
 * every path to it has been counted. */
#include "move_internal.h"

#include <string.h>

struct record {
    double n_paths;
    uint32_t parent;
    uint32_t distance;
    uint32_t depth;
    uint16_t ci_min, ci_max;
    uint16_t ci_first;
    uint8_t dir;
};

struct run {
    struct lw_move_search *search;
    struct lw_move_board *board;
    struct lw_meter *meter;
    struct lw_state_set set;
    struct record *records;
    size_t records_cap;
    uint8_t *now, *next;
};

static bool add_record(struct run *run, const struct lw_alloc *alloc, uint32_t number,
                       const struct record *record) {
    if (!lw_grow(alloc, &run->records, &run->records_cap, (size_t)number + 1,
                 sizeof *run->records)) {
        return false;
    }
    run->records[number] = *record;
    return true;
}

/* Takes the edge from state `from` by dir into account; false: memory is out. */
static bool follow(struct run *run, const struct lw_alloc *alloc, uint32_t from,
                   enum lw_dir dir) {
    bool added;
    if (!lw_move_board_step(run->board, run->now, dir, run->next)) {
        return true;
    }
    const struct lw_state_set *within = run->search->within;
    if (within != NULL && lw_state_set_find(within, run->next) == LW_STATE_NONE) {
        return true;
    }
    run->search->n_generated++;
    uint32_t number = lw_state_set_add(&run->set, run->next, &added);
    if (number == LW_STATE_NONE) {
        return false;
    }
    struct record parent = run->records[from];
    if (added) {
        uint32_t distance = lw_move_board_distance(run->board, run->next);
        uint16_t worse = distance > parent.distance;
        struct record record = {.n_paths = parent.n_paths,
                                .parent = from,
                                .distance = distance,
                                .depth = parent.depth + 1,
                                .ci_min = (uint16_t)(parent.ci_min + worse),
                                .ci_max = (uint16_t)(parent.ci_max + worse),
                                .ci_first = (uint16_t)(parent.ci_first + worse),
                                .dir = (uint8_t)dir};
        return add_record(run, alloc, number, &record);
    }
    struct record *record = &run->records[number];
    if (record->depth == parent.depth + 1) {
        uint16_t worse = record->distance > parent.distance;
        uint16_t least = (uint16_t)(parent.ci_min + worse);
        uint16_t most = (uint16_t)(parent.ci_max + worse);
        record->n_paths += parent.n_paths;
        record->ci_min = least < record->ci_min ? least : record->ci_min;
        record->ci_max = most > record->ci_max ? most : record->ci_max;
    }
    return true;
}

static void finish(struct run *run, uint32_t goal) {
    struct lw_move_search *search = run->search;
    const struct record *record = &run->records[goal];
    search->outcome = LW_OUTCOME_SOLVED;
    search->n_moves = record->depth;
    search->n_shortest = record->n_paths;
    search->ci_first = record->ci_first;
    search->ci_min = record->ci_min;
    search->ci_max = record->ci_max;
    lw_buffer_repeat(&search->solution, ' ', record->depth);
    for (uint32_t at = goal;
         run->records[at].depth > 0 && lw_buffer_ok(&search->solution);
         at = run->records[at].parent) {
        search->solution.data[run->records[at].depth - 1] =
            MOVE_LETTERS[run->records[at].dir];
    }
}

/* False: memory is out. */
static bool search_all(struct run *run, const struct lw_alloc *alloc) {
    struct lw_move_search *search = run->search;
    for (uint32_t number = 0; number < run->set.n_states; number++) {
        memcpy(run->now, lw_state_set_get(&run->set, number), run->board->state_bytes);
        if (lw_move_board_won(run->board, run->now)) {
            finish(run, number);
            return true;
        }
        if (lw_meter_tick(run->meter, 1) != LW_STOP_NONE) {
            search->stop = run->meter->stop;
            return true;
        }
        search->n_expanded++;
        for (int dir = 0; dir < LW_N_DIRS; dir++) {
            if (!follow(run, alloc, number, (enum lw_dir)dir)) {
                return false;
            }
        }
    }
    search->outcome = LW_OUTCOME_UNSOLVABLE;
    return true;
}

static bool begin(struct run *run, const uint8_t *start, const struct lw_alloc *alloc) {
    bool added;
    run->now = lw_alloc_get(alloc, run->board->state_bytes);
    run->next = lw_alloc_get(alloc, run->board->state_bytes);
    if (run->now == NULL || run->next == NULL) {
        return false;
    }
    if (start != NULL) {
        memcpy(run->now, start, run->board->state_bytes);
    } else {
        lw_move_board_start(run->board, run->now);
    }
    struct record first = {.n_paths = 1,
                           .distance = lw_move_board_distance(run->board, run->now)};
    uint32_t number = lw_state_set_add(&run->set, run->now, &added);
    return number != LW_STATE_NONE && add_record(run, alloc, number, &first);
}

lw_status lw_move_search_run(struct lw_move_search *search, struct lw_move_board *board,
                             const uint8_t *start, struct lw_meter *meter,
                             const struct lw_alloc *alloc) {
    struct lw_alloc_limit limit;
    struct run run = {.search = search, .board = board, .meter = meter};
    lw_alloc_limit_init(&limit, alloc, meter->budget.memory_bytes);
    lw_state_set_init(&run.set, &limit.alloc, board->state_bytes);
    search->outcome = LW_OUTCOME_LIMIT;
    search->stop = LW_STOP_NONE;
    if (search->within == NULL) {
        search->n_expanded = search->n_generated = 0;
    }
    bool ok = begin(&run, start, &limit.alloc) && search_all(&run, &limit.alloc);
    search->n_states = run.set.n_states;
    search->peak_bytes = limit.peak_bytes;
    lw_state_set_free(&run.set);
    lw_alloc_free(&limit.alloc, run.records, run.records_cap * sizeof *run.records);
    lw_alloc_free(&limit.alloc, run.now, board->state_bytes);
    lw_alloc_free(&limit.alloc, run.next, board->state_bytes);
    if (!ok && limit.refused) {
        search->stop = LW_STOP_MEMORY;
        return LW_OK;
    }
    return ok && lw_buffer_ok(&search->solution) ? LW_OK : LW_NO_MEMORY;
}
