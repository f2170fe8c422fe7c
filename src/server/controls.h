/* The operator's switches, as they are now: those of the command line, and those that the
 * administrator has stored, read again every second so that all servers of a database and
 * the command 'levelwright studio' agree. */
#ifndef CONTROLS_H
#define CONTROLS_H

#include "app.h"

bool controls_is_on(const struct app *app, enum lw_control control);
/* Is that line of routes.c switched off? */
bool controls_route_is_off(const struct app *app, size_t line);
/* Reads what is stored; keeps the last when the database does not answer. */
void controls_tick(struct app *app);

#endif
