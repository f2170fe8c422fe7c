/* Packs: levels from text into the store, and out again as files. */
#ifndef PACKS_H
#define PACKS_H

#include "http/exchange.h"
#include "levels/levels.h"

/* Keeps every level of the collection and makes a pack of them, all or nothing. Levels
 * that cannot be played are left out with a message in the collection. LW_BAD_INPUT when
 * none is left. */
lw_status packs_put(struct lw_store *store, struct lw_collection *set,
                    const struct lw_store_import *pack, struct lw_store_imported *out,
                    struct lw_error *err) LW_MUST_CHECK;

/* The levels of a pack in a text format of the game, as the response's body. */
lw_status packs_write_text(struct exchange *exchange, const struct lw_store_pack *pack,
                           const struct lw_store_level_list *list, const char *format,
                           struct lw_error *err) LW_MUST_CHECK;
/* A sheet of pictures. */
lw_status packs_write_sheet(struct exchange *exchange, const struct lw_store_pack *pack,
                            const struct lw_store_level_list *list, bool is_png,
                            struct lw_error *err) LW_MUST_CHECK;

/* From time to time: finds the places of some packs in the list anew. */
void packs_tick(struct app *app);

#endif
