/* The solve and advice groups over the search from both ends. */
#include "move_internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct lw_metric metrics[] = {{"moves", "fewest moves"}};

enum { MEASURE_MOVES, MEASURE_COUNTERINTUITIVE };

static const struct lw_measure measures[] = {
    {"moves", "moves that change something",
     LW_MEASURE_COUNTER | LW_MEASURE_FEWEST | LW_MEASURE_HARDER},
    {"counterintuitive", "moves after which the balls are farther from their goals", 0},
};

static void fill_result(const struct lw_move_search *search,
                        const struct lw_solve_request *request,
                        struct lw_solve_result *result) {
    result->engine = "two-sided";
    result->outcome = search->outcome;
    result->stop = search->stop;
    result->expanded = search->n_expanded;
    result->generated = search->n_generated;
    result->closed = search->n_states;
    result->peak_bytes = search->peak_bytes;
    bool solved = search->outcome == LW_OUTCOME_SOLVED;
    result->optimal = solved;
    if (request->count_up_to > 0 && search->outcome != LW_OUTCOME_LIMIT) {
        double n = solved ? search->n_shortest : 0;
        result->counted = true;
        result->count_complete = n <= (double)request->count_up_to;
        result->n_solutions = result->count_complete ? (uint64_t)n : request->count_up_to;
        (void)snprintf(result->note, sizeof result->note,
                       "solutions are counted among the shortest");
    }
    if (solved) {
        result->measures[MEASURE_MOVES] = search->n_moves;
        result->measures[MEASURE_COUNTERINTUITIVE] = search->ci_first;
        lw_buffer_puts(&result->solution, lw_buffer_text(&search->solution));
    }
}

static lw_status solve(const struct lw_level *level,
                       const struct lw_solve_request *request,
                       const struct lw_runtime *runtime, struct lw_solve_result *result,
                       struct lw_error *err) {
    struct lw_move_search search = {.outcome = LW_OUTCOME_LIMIT};
    struct lw_move_board board;
    struct lw_meter meter;
    lw_buffer_init(&search.solution, runtime->alloc);
    lw_status status =
        lw_move_board_init(&board, lw_move_level_of(level), runtime->alloc);
    if (status == LW_OK) {
        lw_meter_start(&meter, runtime, &request->budget);
        status =
            lw_move_meet_run(&search, &board, request->state, &meter, runtime->alloc);
    }
    if (status == LW_OK) {
        fill_result(&search, request, result);
        result->seconds = (double)lw_meter_elapsed_ns(&meter) * 1e-9;
    }
    lw_move_board_free(&board);
    lw_buffer_free(&search.solution);
    return status == LW_OK ? LW_OK : lw_fail_memory(err);
}

/* Replay. */

/* Steps through the text; states holds two. */
static lw_status replay(struct lw_move_board *board, const char *moves, size_t len,
                        uint8_t *states, double *values, struct lw_error *err) {
    uint8_t *now = states, *next = states + board->state_bytes;
    lw_move_board_start(board, now);
    unsigned n_moves = 0, n_worse = 0, n_letters = 0;
    for (size_t i = 0; i < len; i++) {
        char letter = (char)(moves[i] >= 'a' ? moves[i] - 32 : moves[i]);
        if (letter == ' ' || letter == '\n' || letter == '\r') {
            continue;
        }
        const char *found = letter == '\0' ? NULL : strchr(MOVE_LETTERS, letter);
        n_letters++;
        if (found == NULL) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0, "move %u: expected U, R, D or L",
                           n_letters);
        }
        uint32_t before = lw_move_board_distance(board, now);
        if (lw_move_board_step(board, now, (enum lw_dir)(found - MOVE_LETTERS), next)) {
            n_moves++;
            n_worse += lw_move_board_distance(board, next) > before;
            memcpy(now, next, board->state_bytes);
        }
    }
    if (!lw_move_board_won(board, now)) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "after move %u the level is not solved: expected every ball on a "
                       "goal of its colour",
                       n_letters);
    }
    values[MEASURE_MOVES] = n_moves;
    values[MEASURE_COUNTERINTUITIVE] = n_worse;
    return LW_OK;
}

static lw_status measure(const struct lw_level *level, const char *moves, size_t len,
                         double values[LW_MAX_MEASURES], struct lw_error *err) {
    struct lw_move_board board;
    double unwanted[LW_MAX_MEASURES];
    lw_status status =
        lw_move_board_init(&board, lw_move_level_of(level), level->game->alloc);
    if (status != LW_OK) {
        return lw_fail_memory(err);
    }
    uint8_t *states = lw_arena_get(&board.arena, 2 * board.state_bytes);
    status = states == NULL ? lw_fail_memory(err)
                            : replay(&board, moves, len, states,
                                     values != NULL ? values : unwanted, err);
    lw_move_board_free(&board);
    return status;
}

const struct lw_solve_ops lw_move_solve_ops = {
    .metrics = metrics,
    .n_metrics = sizeof metrics / sizeof *metrics,
    .measures = measures,
    .n_measures = sizeof measures / sizeof *measures,
    .solve = solve,
    .measure = measure,
};

/* Advice. */

static lw_status advise(struct lw_play *play, const void *state,
                        const struct lw_runtime *runtime, const struct lw_budget *budget,
                        struct lw_advice *advice) {
    struct lw_solve_request request = {.state = state};
    struct lw_solve_result result;
    if (budget != NULL) {
        request.budget = *budget;
    }
    lw_solve_result_init(&result, runtime->alloc);
    lw_status status = solve(play->level, &request, runtime, &result, NULL);
    advice->outcome = result.outcome;
    size_t n = result.solution.len;
    if (status == LW_OK && result.outcome == LW_OUTCOME_SOLVED && n > 0) {
        static const char *const ways[] = {"up", "right", "down", "left"};
        char letter = result.solution.data[0];
        lw_buffer_putc(&advice->move, letter);
        (void)snprintf(
            advice->text, sizeof advice->text, "Move everything %s; %zu move%s to go.",
            ways[strchr(MOVE_LETTERS, letter) - MOVE_LETTERS], n, n == 1 ? "" : "s");
    } else if (status == LW_OK) {
        (void)snprintf(advice->text, sizeof advice->text, "%s",
                       result.outcome == LW_OUTCOME_SOLVED
                           ? "Solved: every ball is on a goal of its colour."
                       : result.outcome == LW_OUTCOME_UNSOLVABLE
                           ? "No moves lead to the goals from here: take some back."
                           : "Not found within the budget: give it more to be sure.");
    }
    lw_solve_result_free(&result);
    return status == LW_OK && !lw_buffer_ok(&advice->move) ? LW_NO_MEMORY : status;
}

const struct lw_advice_ops lw_move_advice_ops = {.hint = advise, .dead = advise};
