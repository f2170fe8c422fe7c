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
#define QUOTA_PLAY_BYTES 400   /* of a play, with its indexes */
/* More than a player takes, since each may store as much as any: 16,000 of an address at
 * once, then one a second. */
#define QUOTA_NEW_PLAYER_BYTES 4096

/* False with a problem in the response when the player or the address has stored too
 * much. The administrator may always, and so may this machine, unless it is limited. */
bool quota_take(struct exchange *exchange, size_t n_bytes);

/* What a player's job has found is stored when nobody can be refused any more: it counts
 * towards what may be stored next. owner: as of a job. */
void quota_charge(struct app *app, const char *owner, size_t n_bytes);

/* Packs and complaints, a day and an address; players are free to make, so limits of a
 * player do not suffice. */
#define QUOTA_CLIENT_ACTS 60
bool quota_take_act(struct exchange *exchange);

#endif
