/* Hill climbing with the solver. The paper's score is cheap and weak: at 1.2 a level asks
 * for about two pushes a box. So the best draft of a search is varied further, each
 * variation solved, and kept when its shortest solution is better by the objective. A
 * lower bound on pushes, gates included, decides which variations are worth solving. */
#include <math.h>
#include <string.h>

#include "make/mcts/mcts_internal.h"

/* Variations whose bound falls below this share of the best one's pushes are not solved:
 * they could only win by conflicts that the bound does not see. */
#define WORTH_SOLVING 0.6

struct climb {
    const struct mcts_climbing *with;
    uint32_t n_solved;
    double pushes;      /* of the solution in result */
    double best_pushes; /* of the best level's */
    struct lw_solve_result result;
};

static size_t metric_of(enum mcts_objective objective) {
    static const size_t metrics[] = {[MCTS_SCORE] = LW_SOKOBAN_METRIC_PUSHES,
                                     [MCTS_PUSHES] = LW_SOKOBAN_METRIC_PUSHES,
                                     [MCTS_LINES] = LW_SOKOBAN_METRIC_LINES,
                                     [MCTS_CHANGES] = LW_SOKOBAN_METRIC_CHANGES,
                                     [MCTS_MOVES] = LW_SOKOBAN_METRIC_MOVES};
    return metrics[objective];
}

static double measure_of(const struct climb *climb) {
    static const size_t measures[] = {[MCTS_SCORE] = LW_SOKOBAN_PUSHES,
                                      [MCTS_PUSHES] = LW_SOKOBAN_PUSHES,
                                      [MCTS_LINES] = LW_SOKOBAN_LINES,
                                      [MCTS_CHANGES] = LW_SOKOBAN_CHANGES,
                                      [MCTS_MOVES] = LW_SOKOBAN_MOVES};
    return climb->result.measures[measures[climb->with->settings->objective]];
}

/* The gates as a factor of their own: 1 for a level that games nothing. */
static double gate_of(const struct climb *climb, const struct draft_level *level) {
    struct draft_weights plain = climb->with->settings->weights;
    plain.gates = false;
    if (!climb->with->settings->weights.gates) {
        return 1;
    }
    double before = lw_sok_draft_score(&climb->with->settings->frame, &plain, level);
    double after = lw_sok_draft_score(&climb->with->settings->frame,
                                      &climb->with->settings->weights, level);
    return before > 0 ? after / before : 0;
}

static bool solve(struct climb *climb, const struct lw_level *level) {
    struct lw_solve_request request = {
        .metric = metric_of(climb->with->settings->objective),
        .budget = {.nodes = climb->with->settings->solve_nodes,
                   .cancel = climb->with->meter->budget.cancel}};
    if (climb->with->meter->budget.time_ns != 0) {
        uint64_t elapsed = lw_meter_elapsed_ns(climb->with->meter);
        uint64_t all = climb->with->meter->budget.time_ns;
        request.budget.time_ns = elapsed < all ? all - elapsed : 1;
    }
    lw_solve_result_free(&climb->result);
    lw_solve_result_init(&climb->result, climb->with->runtime->alloc);
    climb->n_solved++;
    lw_status status = lw_sokoban_kind.solve->solve(level, &request, climb->with->runtime,
                                                    &climb->result, NULL);
    (void)lw_meter_tick(climb->with->meter, climb->result.expanded);
    if (status != LW_OK || climb->result.outcome != LW_OUTCOME_SOLVED) {
        return false;
    }
    climb->pushes = climb->result.measures[LW_SOKOBAN_PUSHES];
    return true;
}

/* The objective's value of a level; -1 when it was not solved. */
static double value_of(struct climb *climb, const struct draft_level *level) {
    const struct lw_objective *objective = &climb->with->request->objective;
    struct lw_level *made = NULL;
    double value = -1;
    if (!draft_is_mostly_home(&climb->with->settings->weights, level) &&
        lw_sok_draft_to_level(&climb->with->settings->frame, level,
                              climb->with->request->game, &made, NULL) == LW_OK &&
        solve(climb, made)) {
        value = objective->score != NULL
                    ? objective->score(objective->ctx, made,
                                       lw_buffer_text(&climb->result.solution),
                                       climb->with->worker)
                    : measure_of(climb) * gate_of(climb, level);
        value = isnan(value) ? -1 : value;
    }
    lw_level_destroy(made);
    return value;
}

static void keep(struct climb *climb, double value, struct mcts_record *record,
                 struct lw_buffer *solution) {
    record->score = value;
    record->n_pushes = record->draft.n_pushes;
    lw_buffer_clear(solution);
    lw_buffer_puts(solution, lw_buffer_text(&climb->result.solution));
}

static bool worth_solving(const struct climb *climb, const struct draft_level *level,
                          double best_pushes) {
    if (climb->with->request->objective.score != NULL) {
        return level->n_boxes > 0;
    }
    double bound = lw_sok_draft_push_bound(&climb->with->settings->frame, level);
    return level->n_boxes > 0 &&
           bound * gate_of(climb, level) >= WORTH_SOLVING * best_pushes;
}

static bool is_enough(const struct climb *climb, double value) {
    const struct lw_objective *objective = &climb->with->request->objective;
    return objective->score != NULL && objective->enough > 0 &&
           value >= objective->enough;
}

/* Where a climb stands; the record holds the best of all climbs. */
struct place {
    struct draft draft;
    struct draft_level level;
    double value;
};

static bool same_level(const struct draft_level *a, const struct draft_level *b) {
    return a->open == b->open && a->boxes == b->boxes && a->goals == b->goals &&
           a->player == b->player;
}

/* Goes uphill from a place until so many variations are solved in all. Most are not worth
 * solving; they cost microseconds. */
static void go_up(struct climb *climb, struct place *at, uint32_t until, uint64_t *tries,
                  struct mcts_record *record, struct lw_buffer *solution) {
    const struct mcts_settings *settings = climb->with->settings;
    for (; *tries > 0 && climb->n_solved <= until &&
           lw_meter_check(climb->with->meter) == LW_STOP_NONE &&
           !is_enough(climb, record->score);
         (*tries)--) {
        struct place next;
        lw_sok_mcts_vary(settings, climb->with->rng, &at->draft, &next.draft);
        lw_sok_draft_finish(&settings->frame, &settings->weights, &next.draft,
                            &next.level);
        lw_sok_draft_close_off(&settings->frame, &next.level);
        if (!worth_solving(climb, &next.level, climb->best_pushes) ||
            same_level(&next.level, &at->level)) {
            continue;
        }
        next.value = value_of(climb, &next.level);
        if (next.value >= at->value) {
            *at = next;
        }
        if (next.value >= record->score) {
            climb->best_pushes =
                next.value > record->score ? climb->pushes : climb->best_pushes;
            record->draft = next.draft;
            record->level = next.level;
            keep(climb, next.value, record, solution);
        }
    }
}

/* A climb that goes wrong early stays wrong: half of the variations go to several climbs
 * from the same start, the rest to the best of them. */
lw_status lw_sok_mcts_climb(const struct mcts_climbing *with, struct mcts_record *record,
                            struct lw_buffer *solution, uint32_t *n_solved) {
    struct climb climb = {.with = with};
    lw_solve_result_init(&climb.result, with->runtime->alloc);
    struct place start = {record->draft, record->level, value_of(&climb, &record->level)};
    uint64_t tries = 50u * (uint64_t)with->settings->climb;
    if (start.value >= 0) {
        climb.best_pushes = climb.pushes;
        keep(&climb, start.value, record, solution);
        uint32_t part = with->settings->climb / 2 / (with->settings->starts + 1);
        for (uint32_t i = 0; i < with->settings->starts; i++) {
            struct place at = start;
            go_up(&climb, &at, part * (i + 1), &tries, record, solution);
        }
        struct place best = {record->draft, record->level, record->score};
        go_up(&climb, &best, with->settings->climb, &tries, record, solution);
    }
    *n_solved += climb.n_solved;
    lw_solve_result_free(&climb.result);
    return lw_buffer_ok(solution) ? LW_OK : LW_NO_MEMORY;
}
