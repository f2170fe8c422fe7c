/* Hints. A drawing can always be redrawn, so no position is lost; "dead" here means that
 * what is drawn cannot all stay. */
#include <stdio.h>
#include <string.h>

#include "play/play.h"
#include "solve/prove.h"

/* Asks with the drawing kept (state) or from scratch (NULL). */
static lw_status ask(const struct flow_play *play, const uint8_t *state,
                     const struct lw_runtime *runtime, const struct lw_budget *budget,
                     struct flow_answer *answer) {
    struct flow_question question = {.level = play->level,
                                     .strict = lw_flow_is_strict(play->level->level.game),
                                     .state = state};
    struct lw_meter meter;
    lw_meter_start(&meter, runtime, budget);
    lw_flow_prove(&question, runtime, play->alloc, &meter, answer);
    return answer->out_of_memory ? LW_NO_MEMORY : LW_OK;
}

/* Whether what is drawn of a colour differs from the solution. */
static bool deviates(const struct flow_play *play, const uint8_t *state,
                     const uint8_t *used, uint32_t colour) {
    const struct lw_flow_level *level = play->level;
    uint32_t cell = lw_flow_path_start(level, state, colour), next, dir;
    if (cell == play->play.state_bytes) {
        return false;
    }
    while (lw_flow_path_next(level, state, cell, &next, &dir)) {
        if ((used[cell] >> dir & 1) == 0) {
            return true;
        }
        cell = next;
    }
    return false;
}

/* The colour to draw next: a wrong one first, else the open one with the shortest way. */
static uint32_t choose_colour(const struct flow_play *play, const uint8_t *state,
                              const uint8_t *used) {
    const struct lw_flow_level *level = play->level;
    uint32_t best = level->n_colours, best_steps = UINT32_MAX;
    for (uint32_t k = 0; k < level->n_colours; k++) {
        if (deviates(play, state, used, k)) {
            return k;
        }
        if (lw_flow_path_complete(level, state, k)) {
            continue;
        }
        uint32_t steps = 0, cell = level->ends[k][0], dirs = used[cell];
        while (dirs != 0) {
            uint32_t dir = flow_first_dir(dirs);
            (void)lw_flow_step_cell(level, cell, dir, &cell);
            dirs = used[cell] & ~(1U << flow_opposite(dir));
            steps++;
        }
        if (steps < best_steps) {
            best_steps = steps;
            best = k;
        }
    }
    return best;
}

static lw_status point_at(struct lw_advice *advice, uint32_t cell) {
    size_t bytes = advice->n_cells * sizeof *advice->cells;
    uint32_t *grown = lw_alloc_resize(advice->alloc, advice->cells, bytes,
                                      bytes + sizeof *advice->cells);
    if (grown == NULL) {
        return LW_NO_MEMORY;
    }
    advice->cells = grown;
    advice->cells[advice->n_cells++] = cell;
    return LW_OK;
}

static lw_status suggest(const struct flow_play *play, const uint8_t *state,
                         const uint8_t *used, struct lw_advice *advice) {
    const struct lw_flow_level *level = play->level;
    uint32_t colour = choose_colour(play, state, used);
    if (colour == level->n_colours) {
        (void)snprintf(advice->text, sizeof advice->text, "The level is solved.");
        return LW_OK;
    }
    bool wrong = deviates(play, state, used, colour);
    (void)snprintf(advice->text, sizeof advice->text,
                   wrong ? "The path of %c cannot stay as it is; draw it like this."
                         : "Draw the path of %c like this.",
                   level->letters[colour]);
    lw_flow_put_path(level, used, colour, &advice->move);
    return lw_buffer_ok(&advice->move) ? LW_OK : LW_NO_MEMORY;
}

/* Solves with the drawing kept if that is possible, else from scratch. */
static lw_status hint_with(const struct flow_play *play, const uint8_t *state,
                           const struct lw_runtime *runtime,
                           const struct lw_budget *budget, struct flow_answer *answer,
                           struct lw_advice *advice) {
    lw_status status = ask(play, state, runtime, budget, answer);
    if (status == LW_OK && answer->n_solutions == 0) {
        status = ask(play, NULL, runtime, budget, answer);
    }
    if (status != LW_OK) {
        return status;
    }
    if (answer->n_solutions > 0) {
        advice->outcome = LW_OUTCOME_SOLVED;
        return suggest(play, state, answer->used, advice);
    }
    bool proved = answer->end == FLOW_END_ALL;
    advice->outcome = proved ? LW_OUTCOME_UNSOLVABLE : LW_OUTCOME_LIMIT;
    (void)snprintf(advice->text, sizeof advice->text, "%s",
                   proved ? "This level has no solution."
                          : "No solution was found in the time allowed.");
    return LW_OK;
}

typedef lw_status advise_fn(const struct flow_play *play, const uint8_t *state,
                            const struct lw_runtime *runtime,
                            const struct lw_budget *budget, struct flow_answer *answer,
                            struct lw_advice *advice);

static lw_status with_answer(advise_fn *advise, struct lw_play *play, const void *state,
                             const struct lw_runtime *runtime,
                             const struct lw_budget *budget, struct lw_advice *advice) {
    struct flow_play *flow = (struct flow_play *)play;
    struct flow_answer answer = {0};
    answer.used = lw_alloc_zero(flow->alloc, play->state_bytes, 1);
    if (answer.used == NULL) {
        return LW_NO_MEMORY;
    }
    lw_status status = advise(flow, state, runtime, budget, &answer, advice);
    lw_alloc_free(flow->alloc, answer.used, play->state_bytes);
    return status;
}

static lw_status hint(struct lw_play *play, const void *state,
                      const struct lw_runtime *runtime, const struct lw_budget *budget,
                      struct lw_advice *advice) {
    return with_answer(hint_with, play, state, runtime, budget, advice);
}

/* Points at the paths that leave every solution known: those of one solution. */
static lw_status point_at_wrong(const struct flow_play *play, const uint8_t *state,
                                const uint8_t *used, struct lw_advice *advice) {
    for (uint32_t i = 0; i < play->play.state_bytes; i++) {
        if (state[i] != 0 &&
            deviates(play, state, used, lw_flow_colour_at(play->level, state, i))) {
            lw_status status = point_at(advice, i);
            if (status != LW_OK) {
                return status;
            }
        }
    }
    return LW_OK;
}

static lw_status dead_with(const struct flow_play *play, const uint8_t *state,
                           const struct lw_runtime *runtime,
                           const struct lw_budget *budget, struct flow_answer *answer,
                           struct lw_advice *advice) {
    lw_status status = ask(play, state, runtime, budget, answer);
    if (status != LW_OK) {
        return status;
    }
    if (answer->n_solutions > 0 || answer->end != FLOW_END_ALL) {
        advice->outcome = answer->n_solutions > 0 ? LW_OUTCOME_SOLVED : LW_OUTCOME_LIMIT;
        (void)snprintf(advice->text, sizeof advice->text, "%s",
                       answer->n_solutions > 0
                           ? "What is drawn can stay."
                           : "Whether what is drawn can stay was not decided.");
        return LW_OK;
    }
    advice->outcome = LW_OUTCOME_UNSOLVABLE;
    (void)snprintf(advice->text, sizeof advice->text,
                   "What is drawn cannot all stay; some path must be redrawn.");
    status = ask(play, NULL, runtime, budget, answer);
    return status == LW_OK && answer->n_solutions > 0
               ? point_at_wrong(play, state, answer->used, advice)
               : status;
}

static lw_status dead(struct lw_play *play, const void *state,
                      const struct lw_runtime *runtime, const struct lw_budget *budget,
                      struct lw_advice *advice) {
    return with_answer(dead_with, play, state, runtime, budget, advice);
}

const struct lw_advice_ops lw_flow_advice_ops = {.hint = hint, .dead = dead};
