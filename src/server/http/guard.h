/* Which names this server answers to, and from which pages. */
#ifndef GUARD_H
#define GUARD_H

#include "http/exchange.h"

/* Checks Host and Origin; false with a problem in the response. */
bool guard_check(struct exchange *exchange);

#endif
