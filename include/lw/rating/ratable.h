/* Whether a level can be rated at all. */
#ifndef LW_RATING_RATABLE_H
#define LW_RATING_RATABLE_H

#include "lw/game.h"

/* Whether a level that was measured is there to be rated: what is solved already or has
 * no solution is not hard for anyone, and a model would give it a number all the same. */
enum lw_ratable {
    LW_RATABLE_YES,
    LW_RATABLE_WON,        /* before the first move */
    LW_RATABLE_UNSOLVABLE, /* proved */
    LW_RATABLE_STOPPED     /* someone asked to stop before it was known */
};
/* ok|solved-already|unsolvable|cancelled, and a sentence (NULL when it can be rated) */
const char *lw_ratable_name(enum lw_ratable ratable);
const char *lw_ratable_text(enum lw_ratable ratable);
/* The same before anything is measured: is it won before the first move? */
lw_status lw_ratable_at_start(const struct lw_level *level,
                              const struct lw_runtime *runtime, bool *won,
                              struct lw_error *err) LW_MUST_CHECK;
/* Asks the solver only where features of the solution are unknown, and for no longer than
 * measuring left of the budget's time. */
lw_status lw_ratable_of(const struct lw_level *level,
                        const struct lw_feature_values *values,
                        const struct lw_budget *budget, const struct lw_runtime *runtime,
                        enum lw_ratable *out, struct lw_error *err) LW_MUST_CHECK;

#endif
