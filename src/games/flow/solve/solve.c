/* The solve group: requests in, solutions and claims out.
 *
 * "Unsolvable" and "unique" are claims about one rule set, so the note names it. */
#include "solve/prove.h"

#include <stdio.h>
#include <string.h>

#include "play/play.h"

enum { METRIC_ANY, METRIC_TURNS };
enum { MEASURE_MOVES, MEASURE_TURNS, MEASURE_DETOUR, N_MEASURES };

static const struct lw_metric metrics[] = {
    {.name = "any", .help = "any solution, quickly"},
    {.name = "turns", .help = "fewest turns"},
};

static const struct lw_measure measures[] = {
    {.name = "moves", .help = "press-drag-release gestures", .flags = LW_MEASURE_COUNTER},
    {.name = "turns", .help = "squares where a path turns", .flags = LW_MEASURE_HARDER},
    {.name = "detour", .help = "steps beyond the shortest between the endpoints, summed"},
};

static lw_status read_engine(const char *name, const struct lw_runtime *runtime,
                             enum flow_engine_choice *out, struct lw_error *err) {
    *out = FLOW_ANY_ENGINE;
    if (name == NULL) {
        return LW_OK;
    }
    if (strcmp(name, "native") == 0) {
        *out = FLOW_NATIVE;
        return LW_OK;
    }
    if (strcmp(name, "cadical") != 0) {
        return lw_fail(err, LW_USAGE, 0, 0,
                       "flow has no engine '%s'; expected native or cadical", name);
    }
    if (runtime == NULL || runtime->sat == NULL) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0,
                       "this program was built without CaDiCaL; use the native engine");
    }
    *out = FLOW_SAT;
    return LW_OK;
}

double lw_flow_detour(const struct lw_flow_level *level) {
    /* All squares are covered, so the paths' total length is known before solving. */
    double steps = (double)level->width * level->height - level->n_colours;
    return steps - lw_flow_mean_distance(level) * level->n_colours;
}

double lw_flow_mean_distance(const struct lw_flow_level *level) {
    uint32_t sum = 0;
    for (uint32_t k = 0; k < level->n_colours; k++) {
        int a = level->ends[k][0], b = level->ends[k][1], w = (int)level->width;
        int dx = a % w - b % w, dy = a / w - b / w;
        sum += (uint32_t)((dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy));
    }
    return (double)sum / level->n_colours;
}

static void put_solution(const struct lw_flow_level *level,
                         const struct flow_answer *answer,
                         struct lw_solve_result *result) {
    for (uint32_t k = 0; k < level->n_colours; k++) {
        if (k > 0) {
            lw_buffer_putc(&result->solution, ' ');
        }
        lw_flow_put_path(level, answer->used, k, &result->solution);
    }
    result->measures[MEASURE_MOVES] = level->n_colours;
    result->measures[MEASURE_TURNS] = answer->turns;
    result->measures[MEASURE_DETOUR] = lw_flow_detour(level);
}

static void put_note(const struct flow_question *question,
                     struct lw_solve_result *result) {
    const char *rules = question->strict ? "strict" : "loose";
    const char *claim = "";
    if (result->outcome == LW_OUTCOME_UNSOLVABLE) {
        claim = "no solution";
    } else if (result->outcome == LW_OUTCOME_LIMIT && result->solution.len == 0) {
        claim = "undecided";
    } else if (!result->counted) {
        claim = "";
    } else if (result->n_solutions > 1) {
        claim = "more than one solution";
    } else {
        claim = result->count_complete ? "exactly one solution"
                                       : "a solution; whether it is the only one is open";
    }
    (void)snprintf(result->note, sizeof result->note, "rules=%s%s%s", rules,
                   claim[0] != '\0' ? ": " : "", claim);
}

static void fill_result(const struct flow_question *question,
                        const struct flow_answer *answer, uint64_t count_up_to,
                        const struct lw_meter *meter, struct lw_solve_result *result) {
    bool all = answer->end == FLOW_END_ALL;
    result->outcome = answer->n_solutions > 0 ? LW_OUTCOME_SOLVED
                      : all                   ? LW_OUTCOME_UNSOLVABLE
                                              : LW_OUTCOME_LIMIT;
    result->stop = answer->out_of_memory ? LW_STOP_MEMORY
                   : meter->stop != LW_STOP_NONE
                       ? meter->stop
                       : (answer->end == FLOW_END_LIMIT ? LW_STOP_NODES : LW_STOP_NONE);
    result->counted = count_up_to > 0 && answer->end != FLOW_END_LIMIT;
    result->count_complete = result->counted && all;
    result->n_solutions = answer->n_solutions;
    result->engine = answer->engine;
    result->expanded += answer->nodes;
    result->generated = result->expanded;
    /* With one solution there is nothing to compare. */
    result->optimal = all && answer->n_solutions == 1 && !question->fewest_turns;
    if (answer->n_solutions > 0) {
        put_solution(question->level, answer, result);
    }
}

/* Among several solutions, the one with the fewest turns. */
static void minimise(struct flow_question question, const struct lw_runtime *runtime,
                     const struct lw_alloc *alloc, struct lw_meter *meter,
                     struct flow_answer *answer, struct lw_solve_result *result) {
    question.fewest_turns = true;
    lw_flow_prove(&question, runtime, alloc, meter, answer);
    result->expanded += answer->nodes;
    if (answer->n_solutions > 0) {
        lw_buffer_clear(&result->solution);
        put_solution(question.level, answer, result);
    }
    result->optimal = answer->end == FLOW_END_ALL;
}

static lw_status solve(const struct lw_level *level,
                       const struct lw_solve_request *request,
                       const struct lw_runtime *runtime, struct lw_solve_result *result,
                       struct lw_error *err) {
    struct flow_question question = {.level = lw_flow_level_of(level),
                                     .strict = lw_flow_is_strict(level->game),
                                     .state = request->state,
                                     .up_to = request->count_up_to};
    lw_status status = read_engine(request->engine, runtime, &question.engine, err);
    if (status != LW_OK) {
        return status;
    }
    struct lw_meter meter;
    struct lw_alloc_limit limit;
    lw_alloc_limit_init(&limit, result->solution.alloc, request->budget.memory_bytes);
    lw_meter_start(&meter, runtime, &request->budget);
    bool minimal = request->metric == METRIC_TURNS;
    if (minimal && question.up_to < 2) {
        question.up_to = 2;
    }
    struct flow_answer answer = {0};
    size_t n_cells = (size_t)question.level->width * question.level->height;
    answer.used = lw_alloc_zero(&limit.alloc, n_cells, 1);
    if (answer.used == NULL) {
        result->outcome = LW_OUTCOME_LIMIT;
        result->stop = LW_STOP_MEMORY;
        result->engine = "native";
        return LW_OK;
    }
    lw_flow_prove(&question, runtime, &limit.alloc, &meter, &answer);
    fill_result(&question, &answer, request->count_up_to, &meter, result);
    if (minimal && answer.n_solutions > 1) {
        minimise(question, runtime, &limit.alloc, &meter, &answer, result);
    }
    put_note(&question, result);
    lw_alloc_free(&limit.alloc, answer.used, n_cells);
    result->peak_bytes = limit.peak_bytes;
    result->seconds = (double)lw_meter_elapsed_ns(&meter) * 1e-9;
    return lw_buffer_ok(&result->solution) ? LW_OK : lw_fail_memory(err);
}

static uint32_t count_drawn_turns(const struct lw_flow_level *level,
                                  const uint8_t *state) {
    uint32_t turns = 0;
    for (uint32_t i = 0; i < level->width * level->height; i++) {
        uint32_t next, dir;
        turns += level->cells[i] == 0 &&
                 lw_flow_path_next(level, state, i, &next, &dir) &&
                 (state[i] - 1U) % 2 != dir % 2;
    }
    return turns;
}

static lw_status replay(struct lw_play *play, uint8_t *states, const char *moves,
                        size_t len, uint32_t *n_moves, struct lw_error *err) {
    const struct lw_play_ops *ops = &lw_flow_play_ops;
    uint8_t *now = states, *then = states + play->state_bytes;
    ops->start(play, now);
    for (size_t at = 0; at < len;) {
        if (moves[at] == ' ' || moves[at] == '\n' || moves[at] == '\r') {
            at++;
            continue;
        }
        size_t used;
        struct lw_error why = {0};
        enum lw_step step = ops->step_text(
            play, now, (struct lw_step_text){moves + at, len - at}, &used, then, &why);
        if (step == LW_STEP_ILLEGAL) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0, "move %u is not possible: %.300s",
                           *n_moves + 1, why.text);
        }
        ++*n_moves;
        at += used;
        memcpy(now, then, play->state_bytes);
    }
    if (!ops->won(play, now)) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the level is not solved after move %u; every square must be "
                       "covered and every pair joined",
                       *n_moves);
    }
    return LW_OK;
}

static lw_status measure(const struct lw_level *level, const char *moves, size_t len,
                         double values[LW_MAX_MEASURES], struct lw_error *err) {
    const struct lw_flow_level *flow = lw_flow_level_of(level);
    const struct lw_alloc *alloc = level->game->alloc;
    struct lw_play *play;
    lw_status status = lw_flow_play_ops.open(level, alloc, &play, err);
    if (status != LW_OK) {
        return status;
    }
    size_t bytes = 2 * play->state_bytes;
    uint32_t n_moves = 0;
    uint8_t *states = lw_alloc_zero(alloc, 1, bytes);
    status = states == NULL ? lw_fail_memory(err)
                            : replay(play, states, moves, len, &n_moves, err);
    if (status == LW_OK && values != NULL) {
        values[MEASURE_MOVES] = n_moves;
        values[MEASURE_TURNS] = count_drawn_turns(flow, states);
        values[MEASURE_DETOUR] = lw_flow_detour(flow);
    }
    lw_alloc_free(alloc, states, states == NULL ? 0 : bytes);
    lw_flow_play_ops.close(play);
    return status;
}

const struct lw_solve_ops lw_flow_solve_ops = {
    .metrics = metrics,
    .n_metrics = sizeof metrics / sizeof *metrics,
    .measures = measures,
    .n_measures = N_MEASURES,
    .counts_solutions = true,
    .solve = solve,
    .measure = measure,
};
