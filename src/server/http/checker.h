/* Requests that take some work to judge, on a thread of their own: the threads that
 * answer requests are few, and each has many connections. */
#ifndef CHECKER_H
#define CHECKER_H

#include "http/exchange.h"

/* Waiting in all, and of one player. */
#define CHECKER_ROOM 64
#define CHECKER_EACH 16

struct checker;

lw_status checker_create(struct app *app, struct checker **out,
                         struct lw_error *err) LW_MUST_CHECK;
/* Answers those that wait (503) and ends. NULL-safe. */
void checker_destroy(struct checker *checker);

/* Has run fill the response, here and now when there is no such thread (tests), else
 * later, and then wakes the exchange. Too many waiting: a problem in the response. */
void checker_run(struct exchange *exchange, void (*run)(struct exchange *exchange));

#endif
