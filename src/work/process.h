/* One worker, seen from the process that gives it work. */
#ifndef WORK_PROCESS_H
#define WORK_PROCESS_H

#include <pthread.h>
#include <sys/types.h>

#include "lw/work/pool.h"
#include "messages.h"

struct work_process {
    pid_t pid; /* 0: it is a thread */
    pthread_t thread;
    struct wire_channel channel;
    struct hello hello;
    uint32_t n_tasks;
    bool in_background;        /* for good: what yields cannot be taken back */
    size_t peak_before;        /* of this program's memory, when it was started */
    struct work_process *next; /* of those that are idle */
};

/* How a worker ended. */
struct work_death {
    int signal;        /* that ended it; 0: none */
    int code;          /* exit code, when no signal did */
    size_t peak_bytes; /* of memory; 0: no more than this program had at its start */
};

/* Starts one and hears its first words. */
lw_status work_process_start(const struct lw_work_config *config,
                             const struct lw_alloc *alloc, struct work_process **out,
                             struct lw_error *err) LW_MUST_CHECK;
/* From now on it takes the processor only when others leave it; a thread stays as it is.
 */
void work_process_yield(struct work_process *process);
/* What it has used of the processor, in seconds; 0 of a thread. */
double work_process_cpu(const struct work_process *process);
/* It may use the processor for so many seconds more; 0: any. */
void work_process_bound(const struct work_process *process, double cpu_seconds);
/* Ends it, if it has not ended by itself, and frees it. */
void work_process_end(struct work_process *process, const struct lw_alloc *alloc,
                      struct work_death *death);

#endif
