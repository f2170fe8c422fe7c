/* Levels of the store as the interface has them. */
#ifndef LEVELS_H
#define LEVELS_H

#include "app.h"
#include "lw/store/open.h"

/* The JSON members of a level as the interface has them. A row with a source gives its
 * source_id, and text is what stands behind that source. */
void level_json(struct lw_json_writer *json, const struct lw_store_level *row,
                const struct lw_store_best *best);
/* "levels", and "sources" of those that have one, by their ids. */
void level_list_json(struct lw_json_writer *json, const struct lw_store_level_list *list,
                     const struct lw_store_source_list *sources);
/* A level that is answered alone has its source in its text. */
lw_status levels_make_whole(struct lw_store *store, struct lw_store_level *row,
                            struct lw_arena *arena, struct lw_error *err) LW_MUST_CHECK;

#endif
