/* Solve requests: which engine answers which metric, and the result as the game table
 * wants it. */
#include <stdio.h>

#include "sokoban_internal.h"
#include "solve/solve_internal.h"

struct job {
    struct sok_task task;
    size_t metric;
    struct lw_buffer *moves;
};

static enum sok_unit unit_of(size_t metric) {
    return metric == LW_SOKOBAN_METRIC_LINES     ? SOK_UNIT_LINES
           : metric == LW_SOKOBAN_METRIC_CHANGES ? SOK_UNIT_CHANGES
                                                 : SOK_UNIT_PUSHES;
}

/* Runs one front to its end; nothing but the meter stops it. */
static struct sok_outcome run_front(const struct job *job,
                                    const struct sok_front_options *options) {
    struct sok_outcome out = {.end = SOK_END_MEMORY};
    struct sok_front *front = lw_sok_front_create(&job->task, options);
    if (front != NULL) {
        out.end = lw_sok_front_run(front, UINT64_MAX);
        out.optimal = out.end == SOK_END_SOLVED && options->weight <= 1;
        lw_sok_front_count(front, &out);
        if (out.end == SOK_END_SOLVED && !lw_sok_front_moves(front, job->moves)) {
            out.end = SOK_END_MEMORY;
        }
    }
    lw_sok_front_destroy(front);
    return out;
}

static struct sok_outcome run_bfs(const struct job *job) {
    return run_front(job, &(struct sok_front_options){.unit = unit_of(job->metric)});
}

static struct sok_outcome run_astar(const struct job *job) {
    enum sok_unit unit = unit_of(job->metric);
    bool pushes = unit == SOK_UNIT_PUSHES;
    return run_front(job, &(struct sok_front_options){.unit = unit,
                                                      .bound = true,
                                                      .freeze = true,
                                                      .corral = pushes,
                                                      .learn = pushes,
                                                      .tunnels = pushes,
                                                      .weight = 1});
}

static struct sok_outcome run_portfolio(const struct job *job) {
    return lw_sok_portfolio(&job->task, job->moves);
}

static struct sok_outcome run_plan(const struct job *job) {
    struct sok_outcome out = {.end = SOK_END_MEMORY};
    struct sok_plan *plan = lw_sok_plan_create(&job->task, 0);
    if (plan != NULL) {
        out.end = lw_sok_plan_run(plan, UINT64_MAX / 2);
        lw_sok_plan_count(plan, &out);
        if (out.end == SOK_END_SOLVED && !lw_sok_plan_moves(plan, job->moves)) {
            out.end = SOK_END_MEMORY;
        }
    }
    lw_sok_plan_destroy(plan);
    return out;
}

static struct sok_outcome run_exact(const struct job *job) {
    enum sok_exact order =
        job->metric == LW_SOKOBAN_METRIC_PUSHES_MOVES   ? SOK_EXACT_PUSHES_MOVES
        : job->metric == LW_SOKOBAN_METRIC_MOVES_PUSHES ? SOK_EXACT_MOVES_PUSHES
                                                        : SOK_EXACT_MOVES;
    return lw_sok_exact(&job->task, order, job->moves);
}

#define METRIC(code) (1u << LW_SOKOBAN_METRIC_##code)

/* metrics: which ones the engine can answer; the first engine that can is the default. */
static const struct engine {
    const char *name;
    unsigned metrics;
    struct sok_outcome (*run)(const struct job *job);
} engines[] = {
    {"portfolio", METRIC(ANY), run_portfolio},
    {"astar", METRIC(PUSHES) | METRIC(LINES) | METRIC(CHANGES) | METRIC(ANY), run_astar},
    {"astar-moves", METRIC(MOVES) | METRIC(PUSHES_MOVES) | METRIC(MOVES_PUSHES),
     run_exact},
    {"plan", METRIC(ANY), run_plan},
    {"bfs", METRIC(PUSHES) | METRIC(LINES) | METRIC(CHANGES) | METRIC(ANY), run_bfs},
};
#define N_ENGINES (sizeof engines / sizeof *engines)

static lw_status find_engine(const struct lw_solve_request *request,
                             const struct engine **out, struct lw_error *err) {
    for (size_t i = 0; i < N_ENGINES; i++) {
        bool fits = engines[i].metrics >> request->metric & 1;
        if (fits &&
            (request->engine == NULL || strcmp(request->engine, engines[i].name) == 0)) {
            *out = &engines[i];
            return LW_OK;
        }
    }
    char names[160] = "";
    for (size_t i = 0, len = 0; i < N_ENGINES && len < sizeof names; i++) {
        if (engines[i].metrics >> request->metric & 1) {
            len += (size_t)snprintf(names + len, sizeof names - len, "%s%s",
                                    len == 0 ? "" : ", ", engines[i].name);
        }
    }
    return lw_fail(err, LW_USAGE, 0, 0,
                   "engine '%.40s' cannot answer metric %s; one of %s is expected",
                   request->engine == NULL ? "" : request->engine,
                   lw_sokoban_metrics[request->metric].name, names);
}

bool lw_sok_task_load(struct sok_task *task, const void *packed, uint64_t *boxes) {
    const struct lw_sokoban_board *board = task->board;
    const uint8_t *bytes = packed;
    bool level_solved = true, solved = true;
    for (uint32_t i = 0; i < board->n_boxes; i++) {
        level_solved = level_solved && board->boxes[i] == board->goals[i];
        if (bytes == NULL) {
            sok_bit_set(boxes, board->boxes[i]);
        }
    }
    uint32_t player = board->player;
    if (bytes != NULL) {
        for (unsigned square = 0; square < board->n_squares; square++) {
            if (bytes[square / 8] >> (square % 8) & 1) {
                sok_bit_set(boxes, square);
            }
        }
        bytes += lw_sokoban_state_bytes(board->n_squares) - 3;
        player = bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16;
    }
    for (uint32_t i = 0; i < board->n_boxes; i++) {
        solved = solved && sok_bit(boxes, board->goals[i]);
    }
    task->circular = solved && level_solved && !(player & LW_SOKOBAN_STATE_PUSHED);
    task->player = (uint16_t)(player & ~LW_SOKOBAN_STATE_PUSHED);
    task->boxes = boxes;
    return solved;
}

static void fill_result(struct lw_solve_result *result, const struct sok_outcome *out,
                        const struct lw_meter *meter) {
    result->expanded = out->expanded;
    result->generated = out->generated;
    result->closed = out->closed;
    result->optimal = out->optimal;
    result->stop = LW_STOP_NONE;
    switch (out->end) {
    case SOK_END_SOLVED:
        result->outcome = LW_OUTCOME_SOLVED;
        break;
    case SOK_END_EXHAUSTED:
        result->outcome = LW_OUTCOME_UNSOLVABLE;
        break;
    case SOK_END_MEMORY:
    case SOK_END_STOPPED:
    case SOK_END_SLICE:
        result->outcome = LW_OUTCOME_LIMIT;
        result->stop = out->end == SOK_END_MEMORY ? LW_STOP_MEMORY : meter->stop;
        break;
    }
}

static lw_status run(const struct lw_sokoban_board *board,
                     const struct lw_solve_request *request, struct job *job,
                     const struct engine *engine, struct lw_solve_result *result) {
    size_t n_words = (board->n_squares + 63) / 64;
    struct sok_outcome out = {.end = SOK_END_MEMORY};
    uint64_t *boxes = lw_alloc_zero(job->task.alloc, n_words, sizeof *boxes);
    if (boxes != NULL) {
        bool solved = lw_sok_task_load(&job->task, request->state, boxes);
        if (solved && !job->task.circular) {
            out = (struct sok_outcome){.end = SOK_END_SOLVED, .optimal = true};
        } else {
            out = engine->run(job);
        }
    }
    lw_alloc_free(job->task.alloc, boxes, n_words * sizeof *boxes);
    fill_result(result, &out, job->task.meter);
    return LW_OK;
}

static lw_status solve(const struct lw_level *level,
                       const struct lw_solve_request *request,
                       const struct lw_runtime *runtime, struct lw_solve_result *result,
                       struct lw_error *err) {
    const struct engine *engine = NULL;
    lw_status status = find_engine(request, &engine, err);
    if (status != LW_OK) {
        return status;
    }
    struct lw_alloc_limit limit;
    lw_alloc_limit_init(&limit, runtime->alloc, request->budget.memory_bytes);
    struct lw_meter meter;
    lw_meter_start(&meter, runtime, &request->budget);
    struct lw_sokoban_board *board = NULL;
    status = lw_sokoban_board_create(level, &limit.alloc, &board, err);
    if (status != LW_OK && !limit.refused) {
        return status;
    }
    result->engine = engine->name;
    if (board != NULL && board->n_squares <= SOK_MAX_SQUARES) {
        struct job job = {
            .task = {.board = board, .alloc = &limit.alloc, .meter = &meter},
            .metric = request->metric,
            .moves = &result->solution};
        status = run(board, request, &job, engine, result);
    } else {
        result->outcome = LW_OUTCOME_LIMIT;
        result->stop = LW_STOP_MEMORY;
        status = LW_OK;
    }
    lw_sokoban_board_destroy(board);
    result->peak_bytes = limit.peak_bytes;
    result->seconds = (double)lw_meter_elapsed_ns(&meter) * 1e-9;
    if (status == LW_OK && result->outcome == LW_OUTCOME_SOLVED &&
        request->state == NULL) {
        status = lw_sokoban_measure(level, lw_buffer_text(&result->solution),
                                    result->solution.len, result->measures, err);
    }
    return status;
}

/* Pushes are written in capital letters. */
static void count(const char *moves, size_t len, uint64_t n_moves,
                  double values[LW_MAX_MEASURES]) {
    uint64_t pushes = 0;
    for (size_t i = 0; i < len; i++) {
        pushes += moves[i] >= 'A' && moves[i] <= 'Z';
    }
    values[LW_SOKOBAN_MOVES] = (double)n_moves;
    values[LW_SOKOBAN_PUSHES] = (double)pushes;
}

static const struct lw_never_more never_more[] = {
    {"lines", "pushes"}, {"changes", "lines"},      {"sessions", "pushes"},
    {"pushes", "moves"}, {"player_lines", "moves"}, {"boxes_off_goal", "boxes"},
    {"boxes", "floor"},  {"boxes_moved", "boxes"},  {NULL, NULL}};

const struct lw_solve_ops lw_sokoban_solve_ops = {
    .metrics = lw_sokoban_metrics,
    .n_metrics = LW_SOKOBAN_N_METRICS,
    .never_more = never_more,
    .measures = lw_sokoban_measures,
    .n_measures = LW_SOKOBAN_N_MEASURES,
    .solve = solve,
    .measure = lw_sokoban_measure,
    .count = count,
};
