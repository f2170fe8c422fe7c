/* Shared by the platform's files only. */
#ifndef PLATFORM_INTERNAL_H
#define PLATFORM_INTERNAL_H

#include <pthread.h>
#include <signal.h>

#include "lw/platform.h"

struct lw_platform {
    struct lw_runtime runtime;
    struct lw_sat_prover sat;
    char sat_name[32];
    /* Signals: a thread waits for them and sets the flag, so no handler and no global is
     * needed. */
    atomic_bool cancelled;
    bool catching;
    pthread_t catcher;
};

void platform_stop_catching(struct lw_platform *platform);

/* Fills platform->sat with CaDiCaL and names it with its version. */
void platform_init_sat(struct lw_platform *platform);

#endif
