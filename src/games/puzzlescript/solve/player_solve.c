/* Solve requests and replay for the game table, on top of the automated player. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analyse/analyse_internal.h"

static const struct lw_metric metrics[] = {
    {"moves", "fewest key presses"},
    {"any", "any solution, found quickly"},
};
enum { METRIC_MOVES, METRIC_ANY };

static const struct lw_measure measures[] = {
    {"moves", "key presses", LW_MEASURE_COUNTER},
    {"turns", "moves unlike the move before, and the first", LW_MEASURE_HARDER},
    {"rules", "times a rule changed something", 0},
};
enum { MEASURE_MOVES, MEASURE_TURNS, MEASURE_RULES, N_MEASURES };

static const char *const names[] = {
#define X(code, name) name,
    LW_PS_STRATEGIES(X)
#undef X
};

static lw_status choose(const struct lw_solve_request *request, enum lw_ps_strategy *out,
                        struct lw_error *err) {
    *out = LW_PS_PORTFOLIO;
    if (request->engine == NULL) {
        return LW_OK;
    }
    for (size_t i = 0; i < LW_PS_N_STRATEGIES; i++) {
        if (strcmp(request->engine, names[i]) == 0) {
            *out = (enum lw_ps_strategy)i;
            return LW_OK;
        }
    }
    return lw_fail(err, LW_USAGE, 0, 0,
                   "PuzzleScript has no engine '%.40s'; it has bfs, best-first, "
                   "best-first-old, best-first-new, width and portfolio",
                   request->engine);
}

static void fill(struct lw_solve_result *result, const struct lw_ps_playout *playout) {
    result->outcome = playout->outcome;
    result->expanded = playout->expanded;
    result->generated = playout->generated;
    result->closed = playout->closed;
    result->peak_bytes = playout->peak_bytes;
    result->stop = playout->stop;
    result->warning = playout->warning;
}

/* Turns of the generator are part of a state, so a game with random rules has no end of
 * states and "unsolvable" only means that this one run of luck has no solution. */
static void put_note(const struct lw_ps_game *game, struct lw_solve_result *result) {
    static const char luck[] = "random rules are played with one fixed run of luck";
    static const char aimless[] = "the game has no win condition and no rule that wins";
    if (!lw_ps_can_be_won(game)) {
        memcpy(result->note, aimless, sizeof aimless);
    } else if (game->has_random) {
        memcpy(result->note, luck, sizeof luck);
    }
}

bool lw_ps_can_be_won(const struct lw_ps_game *game) {
    bool wins = game->n_wins > 0;
    for (uint32_t i = 0; i < game->n_rules && !wins; i++) {
        wins = (game->rules[i].commands & LW_PS_WIN) != 0;
    }
    return wins;
}

static lw_status measure(const struct lw_level *level, const char *moves, size_t len,
                         double values[LW_MAX_MEASURES], struct lw_error *err);

static lw_status solve(const struct lw_level *level,
                       const struct lw_solve_request *request,
                       const struct lw_runtime *runtime, struct lw_solve_result *result,
                       struct lw_error *err) {
    const struct lw_ps_game *game = lw_ps_game_of(level->game);
    enum lw_ps_strategy strategy;
    lw_status status = choose(request, &strategy, err);
    if (status != LW_OK) {
        return status;
    }
    if (!lw_ps_can_be_won(game)) {
        result->outcome = LW_OUTCOME_UNSOLVABLE;
        result->engine = names[strategy];
        put_note(game, result);
        return LW_OK;
    }
    struct lw_ps_analysis analysis = {.game = game};
    if (strategy != LW_PS_BREADTH) {
        status = lw_ps_analyse(game, runtime->alloc, &analysis, err);
    }
    if (status != LW_OK) {
        return status;
    }
    struct lw_meter meter;
    struct lw_ps_playout playout;
    lw_meter_start(&meter, runtime, &request->budget);
    status = lw_ps_play_level(
        &(struct lw_ps_playing){.level = level,
                                .analysis = &analysis,
                                .state = request->state,
                                .strategy = strategy,
                                .fewest = request->metric == METRIC_MOVES},
        runtime->alloc, &meter, &playout, err);
    fill(result, &playout);
    result->engine = names[strategy];
    result->optimal = playout.optimal;
    result->seconds = (double)lw_meter_elapsed_ns(&meter) * 1e-9;
    lw_buffer_puts(&result->solution, lw_buffer_text(&playout.moves));
    put_note(game, result);
    lw_buffer_free(&playout.moves);
    if (strategy != LW_PS_BREADTH) {
        lw_ps_analysis_free(&analysis);
    }
    if (status == LW_OK && !lw_buffer_ok(&result->solution)) {
        status = lw_fail_memory(err);
    }
    if (status == LW_OK && result->outcome == LW_OUTCOME_SOLVED &&
        request->state == NULL) {
        status = measure(level, lw_buffer_text(&result->solution), result->solution.len,
                         result->measures, err);
    }
    return status;
}

/* Replay. */

static lw_status replay(struct lw_ps_engine *engine, const struct lw_level *base,
                        const char *moves, size_t len, double *values,
                        struct lw_error *err) {
    static const char letters[] = "uldrx";
    const struct lw_ps_level *level = lw_ps_level_of(base);
    lw_ps_start(engine, level->cells);
    lw_ps_rules_applied_clear(engine);
    bool won = false;
    size_t n_turns = 0;
    for (size_t i = 0; i < len; i++) {
        const char *at = moves[i] == '\0' ? NULL : strchr(letters, moves[i]);
        if (at == NULL || won) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           won ? "the level is won before move %zu"
                               : "move %zu is none of u, l, d, r and x",
                           i + 1);
        }
        won = lw_ps_play(engine, (enum lw_ps_input)(int)(at - letters)).won;
        n_turns += i == 0 || moves[i] != moves[i - 1];
    }
    if (!won) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the level is not won after the last move, number %zu", len);
    }
    values[MEASURE_MOVES] = (double)len;
    values[MEASURE_TURNS] = (double)n_turns;
    values[MEASURE_RULES] = (double)lw_ps_rules_applied(engine);
    return LW_OK;
}

static lw_status measure(const struct lw_level *base, const char *moves, size_t len,
                         double values[LW_MAX_MEASURES], struct lw_error *err) {
    const struct lw_ps_level *level = lw_ps_level_of(base);
    const struct lw_ps_game *game = lw_ps_game_of(base->game);
    double own[LW_MAX_MEASURES];
    double *to = values == NULL ? own : values;
    struct lw_ps_engine *engine = NULL;
    for (size_t i = 0; i < LW_MAX_MEASURES; i++) {
        to[i] = NAN;
    }
    lw_status status = lw_ps_engine_create(
        game, (struct lw_ps_engine_spec){level->width, level->height, 0},
        base->game->alloc, &engine, err);
    if (status == LW_OK) {
        status = replay(engine, base, moves, len, to, err);
    }
    lw_ps_engine_destroy(engine);
    return status;
}

const struct lw_solve_ops lw_ps_solve_ops = {.metrics = metrics,
                                             .n_metrics =
                                                 sizeof metrics / sizeof *metrics,
                                             .measures = measures,
                                             .n_measures = N_MEASURES,
                                             .solve = solve,
                                             .measure = measure};
