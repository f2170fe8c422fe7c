/* Stored rows as games and levels. */
#ifndef LW_STORE_OPEN_H
#define LW_STORE_OPEN_H

#include "lw/rows.h"
#include "lw/store/levels.h"

/* Opens the one level of a row; see lw_open. store is asked only for the source of a game
 * whose row names one, and may be NULL for other rows. Not inside a transaction, like all
 * of these. Close out in any case. */
lw_status lw_store_level_open(struct lw_store *store, const struct lw_alloc *alloc,
                              const struct lw_store_level *row, struct lw_opened *out,
                              struct lw_error *err) LW_MUST_CHECK;
/* Opens all rows of a list as levels of one game, with their titles and authors. Each
 * must be the level that it was: read under other rules (another PuzzleScript source) it
 * would become another, which is LW_UNSUPPORTED. The list must not be empty. */
lw_status lw_store_levels_open(struct lw_store *store, const struct lw_alloc *alloc,
                               const struct lw_store_level_list *list,
                               struct lw_opened *out, struct lw_error *err) LW_MUST_CHECK;
/* The rows of a list with their sources, for whoever opens them elsewhere. They live in
 * the arena and borrow from the list. */
lw_status lw_store_rows(struct lw_store *store, const struct lw_store_level_list *list,
                        struct lw_arena *arena, struct lw_row_list *out,
                        struct lw_error *err) LW_MUST_CHECK;
/* The id of a level that can be played, as the store writes it. */
lw_status lw_store_level_id(const struct lw_level *level, char id[LW_STORE_ID_SIZE],
                            struct lw_error *err) LW_MUST_CHECK;

#endif
