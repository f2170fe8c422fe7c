/* Can anything be stored? Found out by trying, not by asking for free bytes. */
#ifndef HEALTH_H
#define HEALTH_H

#include "app.h"

/* Storing something ended so. */
void health_note(struct app *app, lw_status status);
/* From time to time: tries to store something, more of it when that failed before. */
void health_tick(struct app *app, bool is_due);

#endif
