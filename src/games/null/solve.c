/* Solving, with the generic search over the play group; and advice from it. That works
 * for any game that is small enough, until a solver of its own pays. */
#include <stdio.h>

#include "lw/search.h"
#include "null_internal.h"

static const struct lw_metric metrics[] = {{"moves", "fewest moves"}};
static const struct lw_measure measures[] = {
    {"moves", "steps of the counter",
     LW_MEASURE_COUNTER | LW_MEASURE_FEWEST | LW_MEASURE_HARDER}};

/* The play operations as the graph that the generic search walks. */
static size_t graph_moves(void *play, const void *state, uint32_t *moves) {
    return lw_null_play_ops.moves(play, state, moves);
}

static bool graph_step(void *play, const void *state, uint32_t move, void *out,
                       uint32_t *cost) {
    (void)cost;
    return lw_null_play_ops.step(play, state, move, out) >= LW_STEP_CHANGED;
}

static bool graph_won(void *play, const void *state) {
    return lw_null_play_ops.won(play, state);
}

static void tell_path(struct lw_play *play, const struct lw_graph_result *found,
                      uint8_t at, struct lw_buffer *out) {
    for (size_t i = 0; i < found->n_path; i++) {
        uint8_t next;
        lw_null_play_ops.move_text(play, &at, found->path[i], out);
        (void)lw_null_play_ops.step(play, &at, found->path[i], &next);
        at = next;
    }
}

lw_status lw_null_solve(const struct lw_level *level,
                        const struct lw_solve_request *request,
                        const struct lw_runtime *runtime, struct lw_solve_result *result,
                        struct lw_error *err) {
    static const enum lw_outcome outcomes[] = {[LW_SEARCH_FOUND] = LW_OUTCOME_SOLVED,
                                               [LW_SEARCH_EXHAUSTED] =
                                                   LW_OUTCOME_UNSOLVABLE,
                                               [LW_SEARCH_LIMIT] = LW_OUTCOME_LIMIT};
    struct lw_play play = {.level = level, .state_bytes = 1};
    const struct lw_graph graph = {.ctx = &play,
                                   .state_bytes = play.state_bytes,
                                   .moves = graph_moves,
                                   .step = graph_step,
                                   .won = graph_won};
    struct lw_graph_result found;
    struct lw_meter meter;
    uint8_t start;
    lw_null_play_ops.start(&play, &start);
    start = request->state == NULL ? start : *(const uint8_t *)request->state;
    lw_meter_start(&meter, runtime, &request->budget);
    lw_status status =
        lw_graph_search(&graph, LW_GRAPH_BREADTH, &start, runtime->alloc, &meter, &found);
    if (status == LW_OK) {
        tell_path(&play, &found, start, &result->solution);
        result->outcome = outcomes[found.end];
        result->optimal = result->outcome == LW_OUTCOME_SOLVED;
        result->stop = found.stop;
        result->expanded = found.expanded;
        result->generated = found.generated;
        result->closed = found.closed;
        result->peak_bytes = found.peak_bytes;
        result->measures[0] = (double)result->solution.len;
    }
    result->engine = "breadth-first";
    result->seconds = (double)lw_meter_elapsed_ns(&meter) * 1e-9;
    lw_graph_result_free(&found);
    return status == LW_OK && lw_buffer_ok(&result->solution) ? LW_OK
                                                              : lw_fail_memory(err);
}

static lw_status measure(const struct lw_level *level, const char *moves, size_t len,
                         double values[LW_MAX_MEASURES], struct lw_error *err) {
    struct lw_play play = {.level = level, .state_bytes = 1};
    uint8_t at, next;
    lw_null_play_ops.start(&play, &at);
    for (size_t i = 0; i < len; i++, at = next) {
        size_t used;
        if (lw_null_play_ops.step_text(&play, &at,
                                       (struct lw_step_text){moves + i, len - i}, &used,
                                       &next, NULL) == LW_STEP_ILLEGAL) {
            return lw_fail(err, LW_BAD_INPUT, 1, (uint32_t)i + 1,
                           "move %zu cannot be made", i + 1);
        }
    }
    if (!lw_null_play_ops.won(&play, &at)) {
        return lw_fail(err, LW_BAD_INPUT, 1, (uint32_t)len + 1,
                       "the moves end %d cells from the flag",
                       (int)level_of(level)->flag - (int)at);
    }
    if (values != NULL) {
        values[0] = (double)len;
    }
    return LW_OK;
}

const struct lw_solve_ops lw_null_solve_ops = {.metrics = metrics,
                                               .n_metrics = 1,
                                               .measures = measures,
                                               .n_measures = 1,
                                               .solve = lw_null_solve,
                                               .measure = measure};

/* Advice: the first move of a solution from here, if there is one. */

static lw_status advise(struct lw_play *play, const void *state,
                        const struct lw_runtime *runtime, const struct lw_budget *budget,
                        bool hint, struct lw_advice *advice) {
    struct lw_solve_request request = {.budget = *budget, .state = state};
    struct lw_solve_result result;
    lw_solve_result_init(&result, runtime->alloc);
    lw_status status = lw_null_solve(play->level, &request, runtime, &result, NULL);
    advice->outcome = result.outcome;
    if (result.outcome == LW_OUTCOME_UNSOLVABLE) {
        (void)snprintf(advice->text, sizeof advice->text, "A rock is in the way.");
    } else if (hint && result.solution.len > 0) {
        lw_buffer_add(&advice->move, result.solution.data, 1);
        (void)snprintf(advice->text, sizeof advice->text, "Step to the %s.",
                       result.solution.data[0] == 'l' ? "left" : "right");
    }
    lw_solve_result_free(&result);
    return status;
}

static lw_status hint(struct lw_play *play, const void *state,
                      const struct lw_runtime *runtime, const struct lw_budget *budget,
                      struct lw_advice *advice) {
    return advise(play, state, runtime, budget, true, advice);
}

static lw_status dead(struct lw_play *play, const void *state,
                      const struct lw_runtime *runtime, const struct lw_budget *budget,
                      struct lw_advice *advice) {
    return advise(play, state, runtime, budget, false, advice);
}

const struct lw_advice_ops lw_null_advice_ops = {.hint = hint, .dead = dead};
