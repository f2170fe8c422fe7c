/* Ratings of stored levels, by models and by people. */
#ifndef LW_STORE_RATINGS_H
#define LW_STORE_RATINGS_H

#include "lw/store/connection.h"

/* What a model or a person says of a level: rater "player:ID", or "model:shipped",
 * "model:plain", or "model:VERSION" of one in the store. The last word of a rater counts.
 */
struct lw_store_rating {
    const char *level, *rater;
    double value, low, high; /* low, high: NaN when unknown */
    int64_t made_ms;
};
/* "How hard was it?", said by a player: a whole number of 1 to 10. LW_NOT_FOUND unless
 * the player has played the level. */
struct lw_store_opinion {
    const char *player, *level;
    int value;
    int64_t made_ms;
};
lw_status lw_store_opinion_put(struct lw_store *store,
                               const struct lw_store_opinion *opinion,
                               struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_rating_put(struct lw_store *store,
                              const struct lw_store_rating *rating,
                              struct lw_error *err) LW_MUST_CHECK;
struct lw_store_rating_list {
    struct lw_store_rating *ratings;
    size_t n;
};
/* By rater. */
lw_status lw_store_rating_list(struct lw_store *store, const char *level,
                               struct lw_arena *arena, struct lw_store_rating_list *out,
                               struct lw_error *err) LW_MUST_CHECK;

#endif
