/* How much a player and an address may store: a bucket of bytes for each, which fills
 * again slowly. In memory only, as the rate limit is. */
#ifndef QUOTA_H
#define QUOTA_H

#include "http/exchange.h"

#define QUOTA_PLAYER_BYTES ((size_t)16 << 20) /* at once */
#define QUOTA_PLAYER_RATE 512                 /* bytes a second: 44 MB a day */
#define QUOTA_CLIENT_BYTES ((size_t)64 << 20)
#define QUOTA_CLIENT_RATE 4096 /* 354 MB a day: many players may share an address */
#define QUOTA_EVENT_BYTES 120  /* of an event besides its data */

/* False with a problem in the response when the player or the address has stored too
 * much. The administrator may always, and so may this machine, unless it is limited. */
bool quota_take(struct exchange *exchange, size_t n_bytes);

#endif
