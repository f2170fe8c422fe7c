/* Work that yields to all other work of the machine. A thread may lower its priority, but
 * not raise it again, so it is done on a thread of its own. */
#include <pthread.h>
#include <sys/resource.h>

#include "platform_internal.h"

#define BACKGROUND_NICE 10

struct background {
    void (*run)(void *ctx);
    void *ctx;
};

static void *background_main(void *arg) {
    const struct background *work = arg;
    /* Of this thread alone, on Linux. Its work is the same without it. */
    (void)setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + BACKGROUND_NICE);
    work->run(work->ctx);
    return NULL;
}

void lw_platform_in_background(void (*run)(void *ctx), void *ctx) {
    struct background work = {run, ctx};
    pthread_t thread;
    if (pthread_create(&thread, NULL, background_main, &work) == 0) {
        (void)pthread_join(thread, NULL);
    } else {
        run(ctx);
    }
}
