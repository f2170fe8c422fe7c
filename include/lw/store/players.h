/* Players: anonymous. The key is shown once and stored hashed. */
#ifndef LW_STORE_PLAYERS_H
#define LW_STORE_PLAYERS_H

#include "lw/store/connection.h"

lw_status lw_store_player_create(struct lw_store *store, int64_t now_ms,
                                 char id[LW_STORE_ID_SIZE],
                                 char key[LW_STORE_SECRET_SIZE],
                                 struct lw_error *err) LW_MUST_CHECK;
/* Marks a player that a program simulates: what it does is no evidence about people. */
lw_status lw_store_player_simulated(struct lw_store *store, const char *id,
                                    struct lw_error *err) LW_MUST_CHECK;
/* LW_NOT_FOUND for a wrong key. */
lw_status lw_store_player_by_key(struct lw_store *store, const char *key,
                                 char id[LW_STORE_ID_SIZE],
                                 struct lw_error *err) LW_MUST_CHECK;
/* Removes the player with sessions, plays, events, ratings and comparisons. The key is
 * void at once. Twenty thousand rows go with it, a few thousand in each transaction, so
 * not inside of another; the rest of somebody who has more by the next call. */
lw_status lw_store_player_delete(struct lw_store *store, const char *id,
                                 struct lw_error *err) LW_MUST_CHECK;
/* Inside a transaction: LW_NOT_FOUND when the owner is a player who has left, else nobody
 * of that id leaves before it ends, nor is held by another transaction. Other names, or
 * none, are nobody's concern. */
lw_status lw_store_player_hold(struct lw_store *store, const char *owner,
                               struct lw_error *err) LW_MUST_CHECK;
/* As many rows again of one who has left; is_done: nobody has any. */
lw_status lw_store_players_finish(struct lw_store *store, bool *is_done,
                                  struct lw_error *err) LW_MUST_CHECK;

#endif
