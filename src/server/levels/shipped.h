/* The packs that ship: put into a new store once. */
#ifndef SHIPPED_H
#define SHIPPED_H

#include "app.h"

lw_status shipped_put(struct app *app, struct lw_error *err) LW_MUST_CHECK;

#endif
