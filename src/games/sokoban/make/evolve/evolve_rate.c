/* The solver behind a cache. What costs an evolution its time are positions that exhaust
 * the solver, so the first question gets a small budget ("limit" rejects and proves
 * nothing), the optimum a larger one, and no position is asked about twice. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "make/evolve/evolve_internal.h"

/* Boxes and goals ascending, then the player's region: the same position, the same
 * bytes. */
#define KEY_WORDS (2 * EVOLVE_MAX_BOXES + 2)

static int compare(const void *a, const void *b) {
    uint16_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

static void key_of(struct evolve_run *run, const struct evolve_level *level,
                   uint16_t key[KEY_WORDS]) {
    memset(key, 0xff, KEY_WORDS * sizeof *key);
    for (uint32_t i = 0; i < level->n_pairs; i++) {
        const struct evolve_pair *pair = &level->pairs[i];
        key[i] = pair->route[pair->box];
        key[EVOLVE_MAX_BOXES + i] = pair->route[pair->goal];
    }
    qsort(key, level->n_pairs, sizeof *key, compare);
    qsort(key + EVOLVE_MAX_BOXES, level->n_pairs, sizeof *key, compare);
    key[KEY_WORDS - 2] = (uint16_t)lw_sok_evolve_flood(
        &run->grounds[level->ground], level->player, key, level->n_pairs);
    key[KEY_WORDS - 1] = level->ground;
}

/* NULL when memory is out. */
static struct evolve_known *look_up(struct evolve_run *run,
                                    const struct evolve_level *level) {
    uint16_t key[KEY_WORDS];
    bool added;
    key_of(run, level, key);
    uint32_t number = lw_state_set_add(&run->seen, key, &added);
    if (number == LW_STATE_NONE ||
        !lw_grow(run->runtime->alloc, &run->known, &run->known_cap, (size_t)number + 1,
                 sizeof *run->known)) {
        run->failed = true;
        return NULL;
    }
    if (added) {
        run->known[number] = (struct evolve_known){0};
    }
    return &run->known[number];
}

lw_status lw_sok_evolve_to_level(const struct evolve_run *run,
                                 const struct evolve_level *level, const char *solution,
                                 struct lw_level **out, struct lw_error *err) {
    const struct evolve_ground *ground = &run->grounds[level->ground];
    uint8_t contents[ROOM_MAX_CELLS];
    memset(contents, 0, (size_t)ground->room->width * ground->room->height);
    for (uint32_t i = 0; i < level->n_pairs; i++) {
        const struct evolve_pair *pair = &level->pairs[i];
        contents[ground->cell[pair->route[pair->box]]] |= LW_SOKOBAN_BOX;
        contents[ground->cell[pair->route[pair->goal]]] |= LW_SOKOBAN_GOAL;
    }
    contents[ground->cell[level->player]] |= LW_SOKOBAN_PLAYER;
    if (solution == NULL) {
        return lw_sok_room_to_level(ground->room, contents, false, run->request->game,
                                    out, err);
    }
    struct room room = *ground->room;
    lw_sok_room_trim(&room, contents, solution, run->settings->keep_floor);
    return lw_sok_room_to_level(&room, contents, true, run->request->game, out, err);
}

/* Solves into run->result; LIMIT too when the whole run is out of time. */
static enum lw_outcome solve(struct evolve_run *run, const struct evolve_level *level,
                             size_t metric, uint64_t nodes) {
    struct lw_solve_request request = {.metric = metric, .budget = {.nodes = nodes}};
    struct lw_meter *meter = &run->meter;
    struct lw_level *made;
    lw_solve_result_free(&run->result);
    lw_solve_result_init(&run->result, run->runtime->alloc);
    if (lw_meter_check(meter) != LW_STOP_NONE) {
        return LW_OUTCOME_LIMIT;
    }
    if (meter->budget.nodes != 0 && meter->budget.nodes - meter->nodes < nodes) {
        request.budget.nodes = meter->budget.nodes - meter->nodes;
    }
    if (meter->budget.time_ns != 0) {
        uint64_t elapsed = lw_meter_elapsed_ns(meter);
        request.budget.time_ns =
            elapsed < meter->budget.time_ns ? meter->budget.time_ns - elapsed : 1;
    }
    request.budget.cancel = meter->budget.cancel;
    request.budget.memory_bytes = meter->budget.memory_bytes;
    if (lw_sok_evolve_to_level(run, level, NULL, &made, NULL) != LW_OK) {
        run->failed = true;
        return LW_OUTCOME_LIMIT;
    }
    lw_status status =
        lw_sokoban_kind.solve->solve(made, &request, run->runtime, &run->result, NULL);
    lw_level_destroy(made);
    (void)lw_meter_tick(meter, run->result.expanded + 1);
    return status == LW_OK ? run->result.outcome : LW_OUTCOME_LIMIT;
}

bool lw_sok_evolve_solvable(struct evolve_run *run, const struct evolve_level *level) {
    struct evolve_known *known = look_up(run, level);
    if (known == NULL) {
        return false;
    }
    if (known->any != 0) {
        run->counts[EVOLVE_CACHED]++;
        return known->any == 1;
    }
    enum lw_outcome outcome =
        solve(run, level, LW_SOKOBAN_METRIC_ANY, run->settings->any_nodes);
    run->counts[EVOLVE_ANY_CALLS]++;
    run->counts[EVOLVE_ANY_LIMITS] += outcome == LW_OUTCOME_LIMIT;
    known->any = outcome == LW_OUTCOME_SOLVED ? 1 : 2;
    return known->any == 1;
}

static size_t metric_of(enum evolve_fitness fitness) {
    static const size_t metrics[] = {[EVOLVE_PUSHES] = LW_SOKOBAN_METRIC_PUSHES,
                                     [EVOLVE_LINES] = LW_SOKOBAN_METRIC_LINES,
                                     [EVOLVE_CHANGES] = LW_SOKOBAN_METRIC_CHANGES,
                                     [EVOLVE_MOVES] = LW_SOKOBAN_METRIC_MOVES,
                                     [EVOLVE_CLOSED] = LW_SOKOBAN_METRIC_PUSHES};
    return metrics[fitness];
}

static double value_of(struct evolve_run *run, const struct evolve_level *level) {
    static const size_t measures[] = {[EVOLVE_PUSHES] = LW_SOKOBAN_PUSHES,
                                      [EVOLVE_LINES] = LW_SOKOBAN_LINES,
                                      [EVOLVE_CHANGES] = LW_SOKOBAN_CHANGES,
                                      [EVOLVE_MOVES] = LW_SOKOBAN_MOVES,
                                      [EVOLVE_CLOSED] = LW_SOKOBAN_PUSHES};
    const struct lw_objective *objective = &run->request->objective;
    enum evolve_fitness fitness = run->settings->fitness;
    if (objective->score != NULL) {
        struct lw_level *made;
        const char *solution = lw_buffer_text(&run->result.solution);
        if (lw_sok_evolve_to_level(run, level, solution, &made, NULL) != LW_OK) {
            run->failed = true;
            return 0;
        }
        double score = objective->score(objective->ctx, made, solution, run->worker);
        lw_level_destroy(made);
        return isnan(score) ? 0 : score;
    }
    return fitness == EVOLVE_CLOSED ? (double)run->result.closed
                                    : run->result.measures[measures[fitness]];
}

double lw_sok_evolve_rate(struct evolve_run *run, const struct evolve_level *level,
                          bool *fresh) {
    struct evolve_known *known = look_up(run, level);
    *fresh = false;
    if (known == NULL) {
        return 0;
    }
    if (known->rated != 0) {
        run->counts[EVOLVE_CACHED]++;
        return known->fitness;
    }
    enum lw_outcome outcome = solve(run, level, metric_of(run->settings->fitness),
                                    run->settings->optimal_nodes);
    run->counts[EVOLVE_OPTIMAL_CALLS]++;
    run->counts[EVOLVE_OPTIMAL_LIMITS] += outcome == LW_OUTCOME_LIMIT;
    known->rated = 1;
    *fresh = outcome == LW_OUTCOME_SOLVED;
    known->fitness = *fresh ? value_of(run, level) : 0;
    return known->fitness;
}
