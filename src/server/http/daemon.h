/* The socket side: libmicrohttpd, and nothing else knows it. */
#ifndef DAEMON_H
#define DAEMON_H

#include "http/exchange.h"

struct daemon;

lw_status daemon_start(struct app *app, struct daemon **out,
                       struct lw_error *err) LW_MUST_CHECK;
uint16_t daemon_port(const struct daemon *daemon);
/* Takes no more connections. */
void daemon_quiesce(struct daemon *daemon);
/* Waits until every exchange is answered, at most so long; how many are not. */
size_t daemon_drain(struct daemon *daemon, uint32_t wait_ms);
void daemon_stop(struct daemon *daemon); /* NULL-safe */

/* Closes connections whose request is too slow; called a few times a second. */
void daemon_cut_slow(struct daemon *daemon, uint64_t now_ns);
/* Reads on behalf of clients that send more than was wanted; likewise. */
void daemon_drain_lingering(struct daemon *daemon, uint64_t now_ns);

#endif
