/* Advice for a player: none yet, and it says so. */
#include <stdio.h>

#include "sokoban_internal.h"

static lw_status cannot_tell(struct lw_play *play, const void *state,
                             const struct lw_runtime *runtime,
                             const struct lw_budget *budget, struct lw_advice *advice) {
    (void)play;
    (void)state;
    (void)runtime;
    (void)budget;
    advice->outcome = LW_OUTCOME_LIMIT;
    (void)snprintf(advice->text, sizeof advice->text, "I cannot tell.");
    return LW_OK;
}

const struct lw_advice_ops lw_sokoban_advice_ops = {.hint = cannot_tell,
                                                    .dead = cannot_tell};
