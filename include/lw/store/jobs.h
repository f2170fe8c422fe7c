/* Jobs: a queue that several processes may work on. Each job is leased to one worker; a
 * lease that is not renewed in time ends, and the job is given to another. */
#ifndef LW_STORE_JOBS_H
#define LW_STORE_JOBS_H

#include "lw/store/connection.h"

#define LW_JOB_STATE_LIST(X)                                                             \
    X(QUEUED, "queued")                                                                  \
    X(RUNNING, "running")                                                                \
    X(DONE, "done")                                                                      \
    X(FAILED, "failed")                                                                  \
    X(CANCELLED, "cancelled")

enum lw_job_state {
#define X(code, name) LW_JOB_##code,
    LW_JOB_STATE_LIST(X)
#undef X
        LW_JOB_STATE_COUNT
};
const char *lw_job_state_name(enum lw_job_state state);

struct lw_store_job {
    char id[LW_STORE_ID_SIZE];
    const char *kind;    /* "generate", "solve", "daily", … */
    const char *request; /* JSON; of one that has ended, its hash when it was long */
    const char *owner;   /* a player's id or any name; NULL: nobody's */
    int64_t priority;    /* higher first, then older first */
    enum lw_job_state state;
    double progress;    /* 0..1; NaN: unknown */
    const char *note;   /* JSON, the last progress report */
    const char *result; /* JSON, when done */
    const char *error;  /* a sentence, when failed */
    const char *worker; /* who has or had the lease; "" before */
    int64_t lease_until_ms, created_ms, started_ms, ended_ms;
    int64_t tries, max_tries;
};
struct lw_store_job_request {
    const char *kind, *request, *owner;
    int64_t priority;
    int64_t max_tries;  /* 0: 3 */
    const char *id;     /* chosen by whoever asks; NULL: a new one */
    const char *client; /* where it was asked from, hashed; NULL or "": not counted */
    double seconds;     /* that it may take: shorter ones overtake; 0: unknown */
    /* How many may wait or run, of the owner, of the client and of all; 0: any number. */
    uint32_t max_owner, max_client, max_all;
};
/* LW_EXISTS when the chosen id is taken; LW_LIMIT when the owner or the client has too
 * many open jobs, LW_BUSY when there are too many in all. */
lw_status lw_store_job_enqueue(struct lw_store *store,
                               const struct lw_store_job_request *request, int64_t now_ms,
                               char id[LW_STORE_ID_SIZE],
                               struct lw_error *err) LW_MUST_CHECK;
/* Is that the request it was made of? Ended ones too. */
bool lw_store_job_is_of(const struct lw_store_job *job, const char *request);
/* One lease of a job. The number is that of the try, which rises with every lease, so a
 * lease that was lost is told from a later one, also of a worker of the same name. */
struct lw_store_lease {
    char id[LW_STORE_ID_SIZE];
    const char *worker;
    int64_t number;
};
/* As lw_store_job_lease gave it; worker is borrowed from the job. */
struct lw_store_lease lw_store_lease_of(const struct lw_store_job *job);

struct lw_store_lease_request {
    const char *worker;
    const char *kind;         /* NULL: any */
    const char *const *kinds; /* besides: one of these, ended by NULL; NULL: any */
    int64_t now_ms, lease_ms;
    /* Running at a time of one owner or one client; 0: any number. Counted are those of
     * the workers whose names are like this ("host/12/%"); NULL: of all. */
    uint32_t max_running;
    const char *workers;
    /* What the same process works on: when the database was locked for longer than a
     * lease, these are renewed and not given out again. */
    const struct lw_store_lease *held;
    size_t n_held;
};
/* Takes the next job: of those with the highest priority one of the client and owner that
 * have fewest running, then the oldest, where a job counts as younger by the seconds that
 * it may take. *found false when there is none. Jobs whose lease has ended wait
 * again before, or have failed when their tries are used up. */
lw_status lw_store_job_lease(struct lw_store *store,
                             const struct lw_store_lease_request *request,
                             struct lw_arena *arena, struct lw_store_job *out,
                             bool *found, struct lw_error *err) LW_MUST_CHECK;
struct lw_store_renewal {
    int64_t now_ms, lease_ms;
    double progress;  /* 0..1; NaN: unknown */
    const char *note; /* NULL: as it was */
};
/* Renews the lease and notes the progress (note NULL: as it was). *go_on false: the job
 * was cancelled or given to another worker; stop and forget it. */
lw_status lw_store_job_progress(struct lw_store *store,
                                const struct lw_store_lease *lease,
                                const struct lw_store_renewal *renewal, bool *go_on,
                                struct lw_error *err) LW_MUST_CHECK;
/* LW_NOT_FOUND when the lease is lost: the result is then not kept. */
lw_status lw_store_job_finish(struct lw_store *store, const struct lw_store_lease *lease,
                              const char *result, int64_t now_ms,
                              struct lw_error *err) LW_MUST_CHECK;
/* retry: queue it again unless its tries are used up. */
lw_status lw_store_job_fail(struct lw_store *store, const struct lw_store_lease *lease,
                            const char *sentence, bool retry, int64_t now_ms,
                            struct lw_error *err) LW_MUST_CHECK;
/* Back into the queue because the worker ends: the job may be tried once more for it. */
lw_status lw_store_job_release(struct lw_store *store, const struct lw_store_lease *lease,
                               struct lw_error *err) LW_MUST_CHECK;
/* A queued or running job; LW_EXISTS when it has ended already. */
lw_status lw_store_job_cancel(struct lw_store *store, const char *id, int64_t now_ms,
                              struct lw_error *err) LW_MUST_CHECK;
/* At start: jobs whose lease has ended, and those that worker (NULL: nobody) held in an
 * earlier life, are queued again, or failed when their tries are used up. */
lw_status lw_store_jobs_requeue(struct lw_store *store, const char *worker,
                                int64_t now_ms, size_t *n_queued, size_t *n_failed,
                                struct lw_error *err) LW_MUST_CHECK;
/* The names of all who have a job now, each once. */
lw_status lw_store_job_workers(struct lw_store *store, struct lw_arena *arena,
                               const char ***out, size_t *n,
                               struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_job_get(struct lw_store *store, const char *id, struct lw_arena *arena,
                           struct lw_store_job *out, struct lw_error *err) LW_MUST_CHECK;
struct lw_store_job_list {
    struct lw_store_job *jobs;
    size_t n;
};
/* owner NULL: all. Newest first. */
lw_status lw_store_job_list(struct lw_store *store, const char *owner,
                            struct lw_store_page page, struct lw_arena *arena,
                            struct lw_store_job_list *out,
                            struct lw_error *err) LW_MUST_CHECK;
/* Deletes jobs that ended before that moment, at most so many. */
lw_status lw_store_jobs_prune(struct lw_store *store, int64_t before_ms, uint32_t most,
                              size_t *n_deleted, struct lw_error *err) LW_MUST_CHECK;

#endif
