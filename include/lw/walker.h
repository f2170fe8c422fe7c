/* A simulated player for any game that can be played: picks any move that changes
 * something, all alike, until the level is won. His chance to win, discounted by a factor
 * a move, says how hard it is to get through by trying.
 *
 * Exact where all positions fit the budget; otherwise sampled round a known solution. */
#ifndef LW_WALKER_H
#define LW_WALKER_H

#include "lw/game.h"

#define LW_WALKER_HELP                                                                   \
    "ln(1 - log10 u), u the chance to win of a player who makes any move that changes "  \
    "something, times 0.99 for each move"

struct lw_walker {
    double value;      /* ln(1 - log10 chance); NaN: not to be had */
    double error;      /* standard error, 0 when exact */
    uint32_t n_states; /* looked at */
    bool exact;
};

/* Counts steps of play against the budget's nodes. UNSUPPORTED for kinds that cannot be
 * played. */
lw_status lw_walker_measure(const struct lw_level *level, const struct lw_budget *budget,
                            const struct lw_runtime *runtime, struct lw_walker *out,
                            struct lw_error *err) LW_MUST_CHECK;

/* The same as feature number `feature` of values. Only memory that is out is an error. */
lw_status lw_walker_feature(const struct lw_level *level, const struct lw_budget *budget,
                            const struct lw_runtime *runtime,
                            struct lw_feature_values *values, size_t feature,
                            struct lw_error *err) LW_MUST_CHECK;

#endif
