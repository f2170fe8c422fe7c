/* Shared by the handlers of packs. */
#ifndef PACKS_INTERNAL_H
#define PACKS_INTERNAL_H

#include "http/exchange.h"
#include "lw/collection.h"
#include "lw/store.h"

#define PACK_MAX_TITLE 200
#define PACK_MAX_LEVELS 1000

/* Who will own a new pack; NULL: nobody. */
const char *pack_owner(const struct exchange *exchange);
/* Answers that a pack was made; set has the messages of reading it. */
void pack_reply_made(struct exchange *exchange, const struct lw_store_imported *result,
                     const struct lw_collection *set);

#endif
