/* The rate limit: a bucket of requests an address, in memory only; and of bytes, see
 * quota.h. */
#ifndef LIMITS_H
#define LIMITS_H

#include <sys/socket.h>

#include "app.h"

/* A bucket fills at `rate` a second and holds `full`. */
struct limits *limits_create(const struct lw_alloc *alloc, double rate, double full);
void limits_destroy(struct limits *limits);
/* Takes `cost` requests from the bucket of that client; false when it is empty. *retry_s
 * then says when there will be enough. client is a hash of an address. A time before one
 * that was given already adds nothing. */
bool limits_take(struct limits *limits, uint64_t client, unsigned cost, uint64_t now_ns,
                 unsigned *retry_s);
/* Takes it in any case, once it is known how much it was: the bucket may then be in debt,
 * by as much as it holds at most. */
void limits_charge(struct limits *limits, uint64_t client, uint64_t cost,
                   uint64_t now_ns);
/* A number for an address that changes with every start; an IPv6 network of 64 bits
 * counts as one. */
uint64_t limits_client(const struct limits *limits, const struct sockaddr *address);

/* The same of a name. */
uint64_t limits_name(const struct limits *limits, const char *name);

/* Who asks: the peer, or what a named proxy forwards. */
struct peer {
    uint64_t client;
    bool is_local; /* this machine, and nobody forwarded it */
    bool is_shut;  /* not among those that may ask */
};
bool limits_is_address(const char *text);
bool limits_is_network(const char *text); /* an address, or ADDRESS/PREFIX */
/* Is it one of the named proxies? */
bool limits_is_proxy(const struct app *app, const struct sockaddr *address);
struct peer limits_peer(const struct app *app, const struct sockaddr *address,
                        const char *forwarded_for);

#endif
