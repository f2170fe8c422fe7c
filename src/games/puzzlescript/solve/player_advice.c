/* Advice for a player: the next move of a shortest line where one is found soon, else of
 * any line; "dead" only when the search has seen everything that can still happen. */
#include <stdio.h>

#include "analyse/analyse_internal.h"

#define UNBOUNDED_STATES 200000

static lw_status advise(struct lw_play *play, const void *state,
                        const struct lw_runtime *runtime, const struct lw_budget *budget,
                        struct lw_ps_playout *playout) {
    struct lw_budget bounded = budget == NULL ? (struct lw_budget){.nodes = 0} : *budget;
    if (bounded.nodes == 0 && bounded.time_ns == 0) {
        bounded.nodes = UNBOUNDED_STATES;
    }
    struct lw_meter meter;
    lw_meter_start(&meter, runtime, &bounded);
    return lw_ps_play_level(&(struct lw_ps_playing){.level = play->level,
                                                    .state = state,
                                                    .strategy = LW_PS_BREADTH},
                            runtime->alloc, &meter, playout, NULL);
}

static lw_status hint(struct lw_play *play, const void *state,
                      const struct lw_runtime *runtime, const struct lw_budget *budget,
                      struct lw_advice *advice) {
    struct lw_ps_playout playout;
    lw_status status = advise(play, state, runtime, budget, &playout);
    advice->outcome = playout.outcome;
    if (status == LW_OK && playout.outcome == LW_OUTCOME_SOLVED) {
        lw_buffer_add(&advice->move, lw_buffer_text(&playout.moves), 1);
        (void)snprintf(advice->text, sizeof advice->text, "%zu more %s will do.",
                       playout.moves.len, playout.moves.len == 1 ? "move" : "moves");
    } else if (playout.outcome == LW_OUTCOME_UNSOLVABLE) {
        (void)snprintf(advice->text, sizeof advice->text,
                       "This position cannot be won any more: take moves back.");
    } else {
        (void)snprintf(advice->text, sizeof advice->text,
                       "No way was found within %llu positions.",
                       (unsigned long long)playout.expanded);
    }
    lw_buffer_free(&playout.moves);
    return status == LW_OK && !lw_buffer_ok(&advice->move) ? LW_NO_MEMORY : status;
}

static lw_status dead(struct lw_play *play, const void *state,
                      const struct lw_runtime *runtime, const struct lw_budget *budget,
                      struct lw_advice *advice) {
    lw_status status = hint(play, state, runtime, budget, advice);
    lw_buffer_clear(&advice->move);
    return status;
}

const struct lw_advice_ops lw_ps_advice_ops = {.hint = hint, .dead = dead};
