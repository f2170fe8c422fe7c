/* Drivers of a verdict in words, for players. */
#ifndef LW_RATING_WORDS_H
#define LW_RATING_WORDS_H

#include "lw/rating/verdict.h"

/* What a driver is about, for players: "there are many boxes (12 boxes, 3.6 times the
 * usual 3.3)"; and how a level lies outside: "... (44 boxes; the most among known levels
 * is 12)". */
void lw_driver_words(const struct lw_game_kind *kind, const struct lw_driver *driver,
                     struct lw_buffer *out);
void lw_beyond_words(const struct lw_game_kind *kind, const struct lw_driver *driver,
                     struct lw_buffer *out);

#endif
