/* Work that takes long, on threads of its own: engine calls that clients ask for, the
 * level of the day, batches. The queue is in the store, so nothing is lost with the
 * process. */
#ifndef JOBS_H
#define JOBS_H

#include "app.h"
#include "lw/base/json.h"
#include "lw/game/preset.h"

struct exchange;

/* Where a request is wrong. */
struct job_fault {
    char place[100];       /* JSON pointer, or "" */
    uint32_t line, column; /* in the text that is there; 0: no place in it */
};
/* What the engines would refuse of a request, told before it becomes a job. The same code
 * judges it that runs it. */
lw_status job_check(struct exchange *exchange, const char *request, size_t len,
                    struct job_fault *fault, struct lw_error *err) LW_MUST_CHECK;

/* One job while it runs, as its worker sees it. */
struct job_run {
    struct app *app;
    const struct lw_store_job *job;
    const struct lw_runtime *runtime;
    atomic_bool *cancel;     /* set to stop it: it was cancelled, or the server stops */
    struct lw_arena arena;   /* lives as long as the run */
    struct lw_buffer result; /* JSON, when done */
    double max_seconds;      /* of one call; 0: the server's ceiling */
    struct job_fault fault;  /* where the request is wrong, when it is */
    /* Called with every report of progress, from the run's own thread; may be NULL. */
    void (*progressed)(struct job_run *run, void *ctx);
    void *progressed_ctx;
    void *worker;
};

lw_status jobs_create(struct app *app, struct jobs **out,
                      struct lw_error *err) LW_MUST_CHECK;
/* Tells what runs to stop, and does not wait for it. NULL-safe. */
void jobs_stop(struct jobs *jobs);
/* Stops what runs and puts it back into the queue. NULL-safe. */
void jobs_destroy(struct jobs *jobs);
/* There is something in the queue. */
void jobs_wake(struct jobs *jobs);
/* Stops the job if it runs here. */
void jobs_cancel(struct jobs *jobs, const char *id);
/* Now and then: deletes jobs that ended long ago. */
void jobs_prune(struct app *app);
/* Once a second: renews leases, stores progress, learns of cancels elsewhere. */
void jobs_tick(struct jobs *jobs);

/* What a job has made is not given up because the database is locked, full or away for
 * a while, as a request is, whose client asks again. */
struct job_patience {
    const atomic_bool *stop; /* gives up at once when it is set */
    uint64_t since_ns;       /* 0: not tried yet */
};
/* After an attempt to store something: true, after a pause, when it failed in a way that
 * passes; for ten minutes at most. */
bool job_tries_again(struct app *app, struct job_patience *patience, lw_status status);

/* For runs. Tells of progress: a JSON object, published and stored. True: stop. */
bool job_progress(struct job_run *run, const char *json, size_t len);
/* The same from a run that makes levels by itself. */
struct job_report {
    const char *phase; /* NULL: not begun */
    uint64_t done, total, candidates;
    double fraction;
};
void job_report(struct job_run *run, const struct job_report *report);
/* What a run wants to find again after a restart: a JSON object that stands as "state" in
 * every progress note from now on. */
void job_state(struct job_run *run, const char *json);
/* Engines keep to a budget of memory by themselves, but not in every step: what they may
 * take beyond it before they get no more. */
#define JOB_GRACE_BYTES ((size_t)64 * 1024 * 1024)
/* What a worker's JSON may become when it is read. */
#define JOB_TREE_BYTES ((size_t)128 * 1024 * 1024)
/* Runs one engine call; the reply is kept in run->result. */
lw_status job_call(struct job_run *run, const char *request, size_t len,
                   struct lw_error *err) LW_MUST_CHECK;
/* Appends a value that was read as JSON again. */
void json_write_tree(struct lw_buffer *out, const struct lw_json *value);

/* Is the same asked for already, before a restart or by another server? open: only jobs
 * that wait or run count. */
bool job_is_asked(struct lw_store *store, struct lw_arena *arena,
                  const struct lw_store_job_request *request, bool open);

/* What the server's own kinds of jobs do; see daily.c, batch.c and learn.c. */
lw_status daily_run(struct job_run *run, struct lw_error *err) LW_MUST_CHECK;
lw_status batch_run(struct job_run *run, struct lw_error *err) LW_MUST_CHECK;
lw_status learn_run(struct job_run *run, struct lw_error *err) LW_MUST_CHECK;
/* The game of that name, if its levels are made in batches; NULL otherwise. Without a
 * name the first that people see. */
const struct lw_game_kind *batch_kind(const char *name);
/* The i-th option that the request of such a batch may fix; NULL after the last. */
const struct lw_option *batch_option(const struct lw_game_kind *kind, size_t i);
/* What a batch is asked for. */
struct batch_request {
    const struct lw_game_kind *kind; /* NULL: the first that has batches */
    double seconds;
    uint64_t seed;
    /* Options that are fixed, in the order of batch_option; "": drawn. */
    struct lw_drawn values[LW_MAX_DRAWN];
};
/* As job_check, of the request of a batch. */
lw_status batch_check(struct app *app, const struct batch_request *request,
                      struct job_fault *fault, struct lw_error *err) LW_MUST_CHECK;
/* The request as it is stored. */
void batch_request_json(const struct batch_request *request, struct lw_buffer *out);
/* From time to time: asks for the day's batch, when the server makes one every day. */
void batch_tick(struct app *app);

#endif
