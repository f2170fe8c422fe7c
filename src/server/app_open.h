/* Making the application: everything but sockets and threads. Tests and the fuzzer open
 * one without a daemon. */
#ifndef APP_OPEN_H
#define APP_OPEN_H

#include "app.h"

/* n_connections to the store. */
lw_status app_open(const struct lw_server_config *config, size_t n_connections,
                   struct app **out, struct lw_error *err) LW_MUST_CHECK;
void app_close(struct app *app); /* NULL-safe */

#endif
