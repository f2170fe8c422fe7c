/* Packs: levels from text into the store, and out again as files. */
#ifndef PACKS_H
#define PACKS_H

#include "levels/levels.h"

/* Keeps every level of the collection and makes a pack of them, all or nothing. Levels
 * that cannot be played are left out with a message in the collection. LW_BAD_INPUT when
 * none is left. */
lw_status packs_put(struct lw_store *store, struct lw_collection *set,
                    const struct lw_store_import *pack, struct lw_store_imported *out,
                    struct lw_error *err) LW_MUST_CHECK;

/* The levels of a pack in a text format of the game. */
lw_status packs_write_text(struct app *app, const struct lw_store_pack *pack,
                           const struct lw_store_level_list *list,
                           const struct lw_format *format, struct lw_buffer *out,
                           struct lw_error *err) LW_MUST_CHECK;
/* A sheet of pictures. */
lw_status packs_write_sheet(struct app *app, const struct lw_store_pack *pack,
                            const struct lw_store_level_list *list, bool is_png,
                            struct lw_buffer *out, struct lw_error *err) LW_MUST_CHECK;

#endif
