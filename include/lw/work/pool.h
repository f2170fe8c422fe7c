/* The pool of workers: starts them, keeps some of them warm, bounds what they may use,
 * and makes of a worker's death a status and a sentence. */
#ifndef LW_WORK_POOL_H
#define LW_WORK_POOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/work/result.h"
#include "lw/work/task.h"

/* What the waiting thread wants. Everything may be 0. */
struct lw_work_watch {
    const atomic_bool *cancel; /* set from any thread: stop and keep what there is */
    double seconds;     /* by the clock, then its worker is ended and the answer LIMIT */
    double cpu_seconds; /* of the processor, likewise */
    double grace_seconds; /* after a cancel, then its worker is ended; 0: 5 */
    bool in_background;   /* nobody waits at a page: its worker yields to all others */
    /* Hears of a call as struct lw_calls_host's progress does, on the waiting thread. */
    void (*progress)(void *ctx, const char *json, size_t len);
    void *ctx;
};

struct lw_work_config {
    const char *program; /* to start; NULL: workers are threads of this process (tests) */
    size_t memory_bytes; /* of a task, at most */
    bool needs_sandbox;  /* a worker that lacks a layer of its sandbox is not used */
    uint32_t n_idle;     /* workers that are kept; 0: 4 */
    uint32_t n_tasks;    /* of one worker, then another takes its place; 0: 5000 */
    /* A sentence for the log; may come from any thread. NULL: none. */
    void (*log)(void *ctx, const char *sentence);
    void *log_ctx;
};

struct lw_work_pool;

/* Starts the first worker, and fails when none can be started, with UNSUPPORTED when it
 * lacks a layer of a sandbox that is needed. Texts are borrowed. */
lw_status lw_work_pool_create(const struct lw_work_config *config,
                              const struct lw_alloc *alloc, struct lw_work_pool **out,
                              struct lw_error *err) LW_MUST_CHECK;
/* Ends all workers; no task may run any more. NULL-safe. */
void lw_work_pool_destroy(struct lw_work_pool *pool);

/* Has a worker do the task and waits for it. Returns what the task returned, its error in
 * err and its result in the arena. A worker that dies of it is replaced and the task
 * tried once more, unless it was memory or time that ran out (LIMIT); then the status is
 * CRASHED. What has killed two workers is refused for a while without a try. IO when
 * there is no worker, or a new one lacks what the first one had. */
lw_status lw_work_run(struct lw_work_pool *pool, const struct lw_work_task *task,
                      const struct lw_work_watch *watch, struct lw_arena *arena,
                      struct lw_work_result *out, struct lw_error *err) LW_MUST_CHECK;

/* Fails: a worker's reply is not what was asked for, so the process is not to be
 * believed. */
lw_status lw_work_bad_reply(struct lw_error *err);

struct lw_work_state {
    unsigned
        lacking; /* layers of the sandbox, LW_SANDBOX_*, that a worker could not get */
    bool is_process;
    uint64_t n_started, n_died;
    uint32_t n_idle, n_busy;
};
void lw_work_pool_state(struct lw_work_pool *pool, struct lw_work_state *out);

#endif
