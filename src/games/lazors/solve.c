/* The solve group: first solution, number of solutions, replay.
 *
 * Solutions are counted as classes: two placements that differ only on cells no beam
 * touches light the same way and count once; the note says how many placements that is
 * when it is not one each. */
#include "lazors_internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MEASURE_MOVES, MEASURE_BLOCKS, MEASURE_REFLECTIONS, MEASURE_INTERSECTIONS };

static const struct lw_metric metrics[] = {
    {"moves", "fewest blocks moved"},
};

static const struct lw_measure measures[] = {
    {"moves", "blocks moved", LW_MEASURE_COUNTER},
    {"blocks", "blocks on the board at the end", 0},
    {"reflections", "places where a beam is reflected at the end", LW_MEASURE_HARDER},
    {"intersections", "points where beams cross at the end", 0},
};

/* What solve keeps while solutions come in. */
struct keeper {
    struct lazors_play *play;
    const uint8_t *state;
    uint8_t *scratch;
    struct lazors_plan trial, best;
    bool have_best, failed;
    bool first_is_best; /* all solutions need the same number of moves */
    uint64_t stop_after;
    uint64_t n_found;
    double placements;
};

/* In how many ways the blocks left over fill the cells no beam touches. */
static double count_placements(const struct lazors_solution *solution, bool place_all) {
    double ways = 1;
    uint32_t room = solution->n_undecided;
    for (unsigned block = 1; place_all && block < LW_LAZORS_N_BLOCKS; block++) {
        for (uint32_t i = 0; i < solution->left[block]; i++) {
            ways = ways * (room - i) / (i + 1);
        }
        room -= solution->left[block];
    }
    return ways;
}

static bool keep(void *ctx, const struct lazors_solution *solution) {
    struct keeper *keeper = ctx;
    keeper->n_found++;
    keeper->placements +=
        count_placements(solution, lw_lazors_place_all(keeper->play->play.level->game));
    if (!keeper->have_best || !keeper->first_is_best) {
        if (!lw_lazors_plan_make(&keeper->trial, keeper->play, keeper->state, solution,
                                 keeper->scratch)) {
            keeper->failed = true;
            return false;
        }
        if (!keeper->have_best || keeper->trial.n < keeper->best.n) {
            struct lazors_plan hold = keeper->best;
            keeper->best = keeper->trial;
            keeper->trial = hold;
            keeper->have_best = true;
        }
    }
    return keeper->n_found < keeper->stop_after;
}

static void write_plan(struct keeper *keeper, struct lw_buffer *out) {
    for (size_t i = 0; i < keeper->best.n; i++) {
        if (i > 0) {
            lw_buffer_putc(out, ' ');
        }
        lw_lazors_move_text(&keeper->play->play, keeper->state, keeper->best.moves[i],
                            out);
    }
}

/* Measures of the board that the plan ends in. */
static void measure_plan(struct keeper *keeper, double values[LW_MAX_MEASURES]) {
    size_t bytes = keeper->play->play.state_bytes;
    uint32_t tray[LW_LAZORS_N_BLOCKS];
    uint8_t *now = keeper->scratch, *next = keeper->scratch + bytes;
    memcpy(now, keeper->state, bytes);
    for (size_t i = 0; i < keeper->best.n; i++) {
        (void)lw_lazors_step(&keeper->play->play, now, keeper->best.moves[i], next);
        memcpy(now, next, bytes);
    }
    uint32_t n_left = lw_lazors_play_trace(keeper->play, now, tray);
    const uint32_t *stock = keeper->play->level->stock;
    values[MEASURE_MOVES] = (double)keeper->best.n;
    values[MEASURE_BLOCKS] = stock[1] + stock[2] + stock[3] - n_left;
    values[MEASURE_REFLECTIONS] = keeper->play->trace.reflections;
    values[MEASURE_INTERSECTIONS] = keeper->play->trace.intersections;
}

static void fill_result(struct keeper *keeper, const struct lazors_search *search,
                        const struct lw_solve_request *request,
                        struct lw_solve_result *result) {
    result->engine = "lazy-branching";
    result->expanded = search->nodes;
    result->generated = search->generated;
    result->peak_bytes = search->peak_bytes;
    result->stop = search->stop;
    result->counted = request->count_up_to > 0;
    result->count_complete = search->complete;
    result->n_solutions = search->n_classes;
    if (!keeper->have_best) {
        result->outcome = search->complete ? LW_OUTCOME_UNSOLVABLE : LW_OUTCOME_LIMIT;
        return;
    }
    result->outcome = LW_OUTCOME_SOLVED;
    result->optimal = keeper->first_is_best || search->complete;
    write_plan(keeper, &result->solution);
    measure_plan(keeper, result->measures);
    if (result->counted && keeper->placements > (double)keeper->n_found) {
        (void)snprintf(result->note, sizeof result->note,
                       "%.17g placements in all: they differ only on cells no beam "
                       "touches",
                       keeper->placements);
    }
}

/* Searches as the request says and leaves the best plan in keeper, which keeper_end
 * releases. */
static lw_status keeper_run(struct keeper *keeper, struct lazors_search *search,
                            const struct lw_level *base,
                            const struct lw_solve_request *request,
                            struct lw_meter *meter, struct lw_error *err) {
    const struct lw_lazors_level *level = lw_lazors_level_of(base);
    const struct lw_alloc *alloc = meter->runtime->alloc;
    const void *state = request->state;
    bool place_all = lw_lazors_place_all(base->game);
    struct lw_play *play;
    lw_status status = lw_lazors_play_open(base, alloc, &play, err);
    *keeper = (struct keeper){.trial = {.alloc = alloc},
                              .best = {.alloc = alloc},
                              .first_is_best = place_all && state == NULL};
    if (status != LW_OK) {
        return status;
    }
    keeper->play = (struct lazors_play *)play;
    uint8_t *memory = lw_arena_zero(&keeper->play->trace.arena, 3, play->state_bytes);
    if (memory == NULL) {
        return lw_fail_memory(err);
    }
    keeper->scratch = memory + play->state_bytes;
    keeper->state = state != NULL ? state : memory;
    /* Without a count the search ends when the fewest moves are known. */
    keeper->stop_after = request->count_up_to > 0 ? request->count_up_to
                         : keeper->first_is_best  ? 1
                                                  : UINT64_MAX;
    *search = (struct lazors_search){
        .level = level, .place_all = place_all, .found = keep, .ctx = keeper};
    memcpy(search->stock, level->stock, sizeof search->stock);
    status = lw_lazors_enumerate(search, meter, alloc);
    return status != LW_OK || keeper->failed ? lw_fail_memory(err) : LW_OK;
}

static void keeper_end(struct keeper *keeper) {
    lw_lazors_plan_free(&keeper->trial);
    lw_lazors_plan_free(&keeper->best);
    if (keeper->play != NULL) {
        lw_lazors_play_close(&keeper->play->play);
    }
}

static lw_status solve(const struct lw_level *base,
                       const struct lw_solve_request *request,
                       const struct lw_runtime *runtime, struct lw_solve_result *result,
                       struct lw_error *err) {
    struct lw_meter meter;
    struct keeper keeper;
    struct lazors_search search;
    lw_meter_start(&meter, runtime, &request->budget);
    lw_status status = keeper_run(&keeper, &search, base, request, &meter, err);
    if (status == LW_OK) {
        fill_result(&keeper, &search, request, result);
        result->seconds = (double)lw_meter_elapsed_ns(&meter) * 1e-9;
    }
    keeper_end(&keeper);
    return status;
}

lw_status lw_lazors_first_move(const struct lw_level *level, const void *state,
                               const struct lw_runtime *runtime,
                               const struct lw_budget *budget,
                               struct lazors_first_move *out) {
    struct lw_meter meter;
    struct keeper keeper;
    struct lazors_search search;
    struct lw_solve_request request = {.state = state};
    lw_meter_start(&meter, runtime, budget);
    lw_status status = keeper_run(&keeper, &search, level, &request, &meter, NULL);
    *out = (struct lazors_first_move){.any = false};
    if (status == LW_OK) {
        out->outcome = keeper.have_best  ? LW_OUTCOME_SOLVED
                       : search.complete ? LW_OUTCOME_UNSOLVABLE
                                         : LW_OUTCOME_LIMIT;
        out->any = keeper.have_best && keeper.best.n > 0;
        out->move = out->any ? keeper.best.moves[0] : 0;
    }
    keeper_end(&keeper);
    return status;
}

/* Replay. */

static lw_status replay(struct lw_play *play, const char *moves, size_t len,
                        uint8_t *memory, uint32_t *n_moves, struct lw_error *err) {
    uint8_t *now = memory, *next = memory + play->state_bytes;
    size_t at = 0;
    while (len > 0 && (moves[len - 1] == ' ' || moves[len - 1] == '\n')) {
        len--;
    }
    while (at < len) {
        struct lw_error detail = {0};
        size_t used = 0;
        (*n_moves)++;
        enum lw_step step = lw_lazors_play_ops.step_text(
            play, now, (struct lw_step_text){moves + at, len - at}, &used, next, &detail);
        if (step == LW_STEP_ILLEGAL) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0, "move %u: %s", *n_moves, detail.text);
        }
        at += used;
        memcpy(now, next, play->state_bytes);
    }
    return LW_OK;
}

static lw_status measure(const struct lw_level *base, const char *moves, size_t len,
                         double values[LW_MAX_MEASURES], struct lw_error *err) {
    struct lw_play *play;
    lw_status status = lw_lazors_play_open(base, base->game->alloc, &play, err);
    if (status != LW_OK) {
        return status;
    }
    struct lazors_play *own = (struct lazors_play *)play;
    uint32_t n_moves = 0, tray[LW_LAZORS_N_BLOCKS];
    uint8_t *memory = lw_arena_zero(&own->trace.arena, 2, play->state_bytes);
    status = memory == NULL ? lw_fail_memory(err)
                            : replay(play, moves, len, memory, &n_moves, err);
    if (status == LW_OK && !lw_lazors_play_ops.won(play, memory)) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "after move %u the level is not solved: %u of %u targets lit",
                         n_moves, own->trace.n_lit_targets, own->level->n_targets);
    }
    if (status == LW_OK && values != NULL) {
        uint32_t n_left = lw_lazors_play_trace(own, memory, tray);
        const uint32_t *stock = own->level->stock;
        values[MEASURE_MOVES] = n_moves;
        values[MEASURE_BLOCKS] = stock[1] + stock[2] + stock[3] - n_left;
        values[MEASURE_REFLECTIONS] = own->trace.reflections;
        values[MEASURE_INTERSECTIONS] = own->trace.intersections;
    }
    lw_lazors_play_close(play);
    return status;
}

const struct lw_solve_ops lw_lazors_solve_ops = {
    .metrics = metrics,
    .n_metrics = sizeof metrics / sizeof *metrics,
    .measures = measures,
    .n_measures = sizeof measures / sizeof *measures,
    .counts_solutions = true,
    .solve = solve,
    .measure = measure,
};
