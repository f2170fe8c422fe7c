/* Whose turn it is to write.
 *
 * A database takes one writer at a time, and a connection that finds it locked waits by
 * asking again and again, until it gives up: writers of one program would starve each
 * other and then blame another program. So those of one program line up here, first come
 * first served, and only the first of them asks the database. Whoever stores the events
 * of many at once is urgent: it comes next after the one that writes, but not twice in a
 * row while others wait. */
#ifndef TURNS_H
#define TURNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/status.h"

struct lw_store_turns;

/* Waits for its turn, for as long as others of this program write. LW_BUSY when the one
 * whose turn it is has been locked out by another program for patience_ms. */
lw_status turns_take(struct lw_store_turns *turns, bool urgent, uint32_t patience_ms,
                     struct lw_error *err) LW_MUST_CHECK;
/* By the one whose turn it is: another program has the database; it is ours. */
void turns_locked_out(struct lw_store_turns *turns);
void turns_begun(struct lw_store_turns *turns);
void turns_give(struct lw_store_turns *turns);

#endif
