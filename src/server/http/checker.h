/* Requests that take some work, on threads of their own: the threads that answer requests
 * are few, and each has many connections.
 *
 * There are two of these. The checker judges what takes long (packs, jobs, files); it is
 * one thread, whatever the number of processors: judging requests may then take one of
 * them and no more, however many people send what is hard to read. The prover does what
 * is usually done at once and could take long (wins, pictures) on two threads, of which
 * nobody has both.
 *
 * Keys of players are free, so turns go by address first, and by player among those of
 * one address: the address that has taken least of late comes first, and of it the
 * player who has. A part of the room is for addresses of whom nobody waits. On this
 * machine, unless it is limited (--rate), players count as if they were addresses. */
#ifndef CHECKER_H
#define CHECKER_H

#include "http/exchange.h"

#define CHECKER_MAX_THREADS 4
#define CHECKER_MAX_ROOM 512

struct checker_shape {
    unsigned n_threads;
    size_t room;    /* waiting in all; the last quarter is for those of whom none waits */
    size_t address; /* of one address */
    size_t each;    /* of one player */
};
extern const struct checker_shape checker_shape, prover_shape;

struct checker;

lw_status checker_create(struct app *app, const struct checker_shape *shape,
                         struct checker **out, struct lw_error *err) LW_MUST_CHECK;
/* Answers those that wait (503) and ends. NULL-safe. */
void checker_destroy(struct checker *checker);

/* Has run fill the response, here and now when there is no such thread (tests), else
 * later, and then wakes the exchange. Too many waiting: a problem in the response. */
void checker_run(struct exchange *exchange, void (*run)(struct exchange *exchange));
/* The same by the prover. */
void prover_run(struct exchange *exchange, void (*run)(struct exchange *exchange));
/* The same, but run wakes the exchange itself, or hands it on to somebody who does. */
void prover_pass(struct exchange *exchange, void (*run)(struct exchange *exchange));

#endif
