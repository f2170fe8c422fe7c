/* Rows in bulk, to measure how the cost of a call grows with what is stored. */
#ifndef LW_STORE_FILL_H
#define LW_STORE_FILL_H

#include "lw/store/connection.h"

#define LW_STORE_FILL_LEVELS 2000
#define LW_STORE_FILL_STEP 1000 /* plays are filled in multiples of this */

/* A database that has so many plays of this kind (0: none, and nothing else) gets more of
 * them, up to another number. With each 1000 plays come 50 players, 250 sessions, 1000
 * events and 100 ended jobs; half of the plays are won, a tenth is of a set, and a day
 * has 20,000. Counters are counted afresh. Nothing of this is a level that can be read.
 */
lw_status lw_store_fill(struct lw_store *store, int64_t from, int64_t to,
                        struct lw_error *err) LW_MUST_CHECK;
/* Player number n and level number n of those. */
void lw_store_fill_player(int64_t n, char id[LW_STORE_ID_SIZE]);
void lw_store_fill_level(int64_t n, char id[LW_STORE_ID_SIZE]);

#endif
