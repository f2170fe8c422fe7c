/* From stored texts to levels that can be played. */
#ifndef REVIVE_H
#define REVIVE_H

#include "lw/open.h"
#include "store_internal.h"

/* The game of a level. source may be NULL; for a kind that is made from a source the
 * text itself is it then, and also when the text is a whole game. */
lw_status store_game(const struct lw_alloc *alloc, const char *kind_name,
                     const char *rules, const char *source, const char *text,
                     struct lw_game **out, struct lw_error *err) LW_MUST_CHECK;
/* Appends the one level of the text to set. */
lw_status store_read_one(const struct lw_game *game, const char *text,
                         struct lw_collection *set, struct lw_error *err) LW_MUST_CHECK;
/* Refuses a level that cannot be played. */
lw_status store_level_id(const struct lw_level *level, char id[LW_STORE_ID_SIZE],
                         struct lw_error *err) LW_MUST_CHECK;
/* The measure of that name; NaN when the kind has none such. */
double store_measure(const struct lw_game_kind *kind, const double *values,
                     const char *name);

#endif
