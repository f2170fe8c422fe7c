/* "Which of the two is harder?", asked in the open studio and answered by players. */
#ifndef LW_STORE_COMPARISONS_H
#define LW_STORE_COMPARISONS_H

#include "lw/store/connection.h"

struct lw_store_comparison {
    const char *player, *level_a, *level_b;
    int answer; /* -1: a, 0: equal, 1: b */
    int64_t made_ms;
};
/* A player is asked about a pair once: the same two levels again, in either order,
 * replace what was said. LW_NOT_FOUND unless the player has played both. */
lw_status lw_store_comparison_put(struct lw_store *store,
                                  const struct lw_store_comparison *comparison,
                                  struct lw_error *err) LW_MUST_CHECK;

/* What players said of one level, as sums that name nobody. */
struct lw_store_said {
    int64_t n_ratings;
    double mean_rating; /* NaN without ratings */
    int64_t n_harder, n_equal, n_easier;
};
lw_status lw_store_said_of(struct lw_store *store, const char *level,
                           struct lw_store_said *out, struct lw_error *err) LW_MUST_CHECK;

#endif
