/* The worker's side, as its files see it. */
#ifndef WORKER_H
#define WORKER_H

#include "lw/platform.h"
#include "lw/work/result.h"
#include "lw/work/task.h"
#include "lw/work/worker.h"
#include "messages.h"

struct worker {
    struct wire_channel channel;
    bool is_process;
    bool with_faults;          /* tests may ask for them; see faults.c */
    struct lw_runtime runtime; /* whose clock also listens to the socket */
    const struct lw_runtime *outer;
    /* Of the task at hand: */
    uint32_t number;
    atomic_bool cancel;
    uint64_t looked_ns;
    struct lw_arena arena;
};

/* Serves tasks until the socket is closed. */
void worker_serve(struct worker *worker, unsigned lacking);
/* The worker of a thread: everything but the sandbox. fd becomes its own. */
void worker_in_thread(int fd);

/* What the kinds of tasks do; results live in the worker's arena. */
lw_status task_call(struct worker *worker, const struct lw_work_task *task,
                    struct lw_work_result *out, struct lw_error *err) LW_MUST_CHECK;
lw_status task_read(struct worker *worker, const struct lw_work_task *task,
                    struct lw_work_result *out, struct lw_error *err) LW_MUST_CHECK;
lw_status task_rows(struct worker *worker, const struct lw_work_task *task,
                    struct lw_work_result *out, struct lw_error *err) LW_MUST_CHECK;

/* All that a task's engines get. */
void worker_limit(const struct lw_work_task *task, struct lw_alloc_limit *out);

/* For tests, in builds that have them (LW_TESTS) and were started with
 * LEVELWRIGHT_WORK_FAULTS: a request that has "fault-WHEN-WHAT" in it makes this process
 * misbehave. OK when there is none.
 */
#define WORK_FAULTS "LEVELWRIGHT_WORK_FAULTS"
lw_status worker_fault(const struct worker *worker, const char *when, const char *text,
                       size_t len, struct lw_error *err) LW_MUST_CHECK;

#endif
