/* Solved or not: players and levels on one scale. */
#ifndef LW_STATS_RASCH_H
#define LW_STATS_RASCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/status.h"

/* Answer i: player[i] has solved level[i] or not, both counted from 0. */
struct lw_rasch_data {
    const size_t *player, *level;
    const bool *ok;
    size_t n, n_players, n_levels;
};

struct lw_rasch {
    const struct lw_alloc *alloc;
    size_t n_players, n_levels;
    double b0, se_b0, sd_player, sd_level, minus2_log_lik;
    double *player, *level; /* modes */
};
/* logit P(ok) = b0 + player + level with normal players and levels; maximum of the
 * Laplace approximation. Where players (or levels) do not differ their spread is 0. */
lw_status lw_rasch_fit(const struct lw_alloc *alloc, const struct lw_rasch_data *data,
                       struct lw_rasch *out, struct lw_error *err) LW_MUST_CHECK;
void lw_rasch_free(struct lw_rasch *fit);

#endif
