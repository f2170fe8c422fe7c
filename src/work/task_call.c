/* Engine calls: checked when they are asked for, run when their turn comes, both by the
 * same code under the same ceilings. */
#include <assert.h>
#include <string.h>

#include "lw/calls.h"
#include "worker.h"

static_assert(sizeof((struct lw_work_result *)0)->place ==
                  sizeof((struct lw_calls_failure *)0)->place,
              "a place is handed on as it is");

static bool call_progress(void *ctx, const char *json, size_t len) {
    struct worker *worker = ctx;
    struct lw_buffer body = {.data = (char *)(uintptr_t)json, .len = len};
    if (!wire_send(&worker->channel, WIRE_PROGRESS, worker->number, &body)) {
        atomic_store(&worker->cancel, true);
    }
    return atomic_load(&worker->cancel);
}

static lw_status call(const struct lw_work_task *task, const struct lw_calls_host *host,
                      struct lw_buffer *reply, struct lw_work_result *out,
                      struct lw_error *err) {
    struct lw_calls *calls = NULL;
    lw_status status = lw_calls_create(host, host->runtime->alloc, &calls, err);
    if (status != LW_OK) {
        return status;
    }
    status = task->kind == LW_WORK_CHECK
                 ? lw_calls_check(calls, task->request, task->request_len, reply)
                 : lw_calls_run(calls, task->request, task->request_len, reply);
    if (status != LW_OK) {
        const struct lw_calls_failure *failure = lw_calls_get_failure(calls);
        *err = failure->error;
        memcpy(out->place, failure->place, sizeof out->place);
    }
    lw_calls_destroy(calls);
    return status;
}

lw_status task_call(struct worker *worker, const struct lw_work_task *task,
                    struct lw_work_result *out, struct lw_error *err) {
    const struct lw_work_limits *limits = &task->limits;
    bool is_check = task->kind == LW_WORK_CHECK;
    struct lw_alloc_limit limit;
    struct lw_buffer reply;
    worker_limit(task, &limit);
    /* A check is bounded by the size of its request: it needs no clock. */
    struct lw_runtime runtime =
        is_check ? lw_runtime_bare(&limit.alloc) : worker->runtime;
    runtime.alloc = &limit.alloc;
    struct lw_calls_host host = {.runtime = &runtime,
                                 .max_nodes = limits->nodes,
                                 .max_seconds = limits->seconds,
                                 .max_memory_bytes = limits->memory_bytes,
                                 .max_count = limits->count,
                                 .models = &task->models,
                                 .progress = is_check ? NULL : call_progress,
                                 .progress_ctx = worker,
                                 .cancel = is_check ? NULL : &worker->cancel};
    lw_status status = worker_fault(worker, is_check ? "check" : "run", task->request,
                                    task->request_len, err);
    if (status != LW_OK) {
        return status;
    }
    lw_buffer_init(&reply, lw_alloc_libc());
    status = call(task, &host, &reply, out, err);
    if (status == LW_OK && reply.len > LW_WORK_REPLY_BYTES) {
        status = lw_fail(err, LW_LIMIT, 0, 0,
                         "the result is larger than %zu MiB; ask for less at once",
                         LW_WORK_REPLY_BYTES >> 20);
    } else if (status == LW_OK && !is_check) {
        out->reply = lw_arena_text(&worker->arena, lw_buffer_text(&reply), reply.len);
        out->reply_len = reply.len;
        status = out->reply == NULL ? lw_fail_memory(err) : LW_OK;
    }
    lw_buffer_free(&reply);
    return status;
}
