/* Shared by the platform's files only. */
#ifndef PLATFORM_INTERNAL_H
#define PLATFORM_INTERNAL_H

#include <pthread.h>
#include <signal.h>

#include "lw/platform.h"

struct lw_platform {
    struct lw_runtime runtime;
    /* Signals: a thread waits for them and sets the flag, so no handler and no global is
     * needed. */
    atomic_bool cancelled;
    bool catching;
    pthread_t catcher;
};

void platform_stop_catching(struct lw_platform *platform);

const struct lw_sat_prover *platform_sat(void); /* CaDiCaL */

/* From now on only the system calls that computing needs; false: the kernel cannot. */
bool platform_filter_calls(void);

#endif
