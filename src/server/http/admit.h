/* Who may have a connection when there are many.
 *
 * One address has a share of all connections, and when they become few those that wait
 * without a request are closed first, the longest waiting of them: thousands of idle
 * connections keep nobody out. Connections of an address that come and go quickly are
 * limited as requests are. Addresses are keyed hashes, as in limits.c. */
#ifndef ADMIT_H
#define ADMIT_H

#include "http/daemon_internal.h"

#define ADMIT_SHARE 8 /* an address may have an eighth of all */

/* How many connections an address may begin. */
struct limits *admit_limits(const struct lw_alloc *alloc, double rate);

/* Both under the daemon's lock. Counts a new connection that is in the list; may cut
 * another one, or this one. */
void admit_connection(struct daemon *daemon, struct connection *connection,
                      const struct sockaddr *address);
void admit_forget(struct daemon *daemon, struct connection *connection);
/* Ends a connection from outside its own thread, which then closes it. */
void admit_cut(struct daemon *daemon, struct connection *connection);

#endif
