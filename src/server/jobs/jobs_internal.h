/* The workers, as the files that run jobs and tell of them see them. */
#ifndef JOBS_INTERNAL_H
#define JOBS_INTERNAL_H

#include <pthread.h>

#include "jobs/jobs.h"
#include "jobs/process.h"
#include "lw/calls.h"

struct worker {
    struct jobs *jobs;
    const char *const *kinds; /* NULL: any */
    pthread_t thread;
    bool started;
    struct lw_platform *platform;
    char name[PROCESS_NAME_SIZE + 24];
    atomic_bool cancel;
    /* Under the lock: */
    pthread_mutex_t lock;
    struct lw_store_lease lease; /* of the job that runs; its id is empty when idle */
    struct lw_buffer latest;     /* the last progress, without its best */
    struct lw_buffer best;       /* the best so far, as JSON */
    struct lw_buffer state;      /* what the run wants to find again */
    double fraction;
    bool changed, cancelled;
    bool lost;         /* the job is another's now */
    bool late;         /* stopped because it took too long */
    uint64_t start_ns; /* of the job */
    bool may_be_long;  /* it has a time of its own */
    unsigned ticks;
};

struct jobs {
    struct app *app;
    struct worker *workers;
    size_t n;
    /* What a worker takes, ended by NULL. With several workers the first is kept for
     * people and the second has no batches, so that neither a day's work nor the level of
     * the day makes anybody wait. */
    const char *for_people[LW_CALLS_MAX_LONG + 1];
    const char *for_people_and_days[LW_CALLS_MAX_LONG + 2];
    pthread_mutex_t lock;
    pthread_cond_t wake;
    atomic_bool stopping;
};

/* job_progress.c. Under the worker's lock: the note to store, a whole object. */
void job_write_note(const struct worker *worker, struct lw_buffer *out);

#endif
