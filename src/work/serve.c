/* A worker's life: a task comes, its result goes. One thread does it all, so the filter
 * of system calls need allow no other; while an engine runs, the socket is looked at
 * whenever the engine looks at the clock. */
#include "worker.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LOOK_EVERY_NS UINT64_C(20000000)

/* Whoever waited is gone: nobody wants the result. */
static void leave(struct worker *worker) {
    if (worker->is_process) {
        _exit(0);
    }
    atomic_store(&worker->cancel, true);
}

/* All that may come while a task runs is a word to end it. */
static void look(struct worker *worker) {
    struct wire_message message;
    enum wire_event event = wire_receive(&worker->channel, 0, &message);
    if (event == WIRE_MESSAGE && message.type == WIRE_CANCEL) {
        if (message.number == worker->number) {
            atomic_store(&worker->cancel, true);
        }
    } else if (event != WIRE_NOTHING) {
        leave(worker);
    }
}

static uint64_t clock_that_looks(void *ctx) {
    struct worker *worker = ctx;
    uint64_t now = worker->outer->now_ns(worker->outer->ctx);
    if (now - worker->looked_ns >= LOOK_EVERY_NS) {
        worker->looked_ns = now;
        look(worker);
    }
    return now;
}

static lw_status run(struct worker *worker, const struct lw_work_task *task,
                     struct lw_work_result *out, struct lw_error *err) {
    switch (task->kind) {
    case LW_WORK_CALL:
    case LW_WORK_CHECK:
        return task_call(worker, task, out, err);
    case LW_WORK_READ:
        return task_read(worker, task, out, err);
    case LW_WORK_REPLAY:
    case LW_WORK_DRAW:
    case LW_WORK_WRITE:
    case LW_WORK_MEASURE:
        return task_rows(worker, task, out, err);
    }
    return lw_fail(err, LW_UNSUPPORTED, 0, 0, "there is no such task");
}

/* A result that cannot be sent whole is a failure that can. */
static bool send_result(struct worker *worker, lw_status status,
                        const struct lw_error *err, const struct lw_work_result *result) {
    struct lw_buffer body;
    struct lw_error large;
    lw_buffer_init(&body, lw_alloc_libc());
    result_put(&body, status, err, result);
    if (!lw_buffer_ok(&body) || body.len > WIRE_MAX_BYTES) {
        const struct lw_work_result none = {.reply = NULL};
        lw_buffer_free(&body);
        status = lw_fail(&large, LW_LIMIT, 0, 0,
                         "the result is larger than %zu MiB; ask for less at once",
                         WIRE_MAX_BYTES >> 20);
        lw_error_point(&large, "");
        result_put(&body, status, &large, &none);
    }
    bool sent = wire_send(&worker->channel, WIRE_RESULT, worker->number, &body);
    lw_buffer_free(&body);
    return sent;
}

static bool serve_task(struct worker *worker, const struct wire_message *message) {
    struct lw_work_task task;
    struct lw_work_result result = {.reply = NULL};
    struct lw_error err = {.status = LW_OK};
    lw_arena_init(&worker->arena, lw_alloc_libc());
    struct wire_reader in = {
        .at = message->body.data, .left = message->body.len, .arena = &worker->arena};
    worker->number = message->number;
    worker->looked_ns = 0;
    atomic_store(&worker->cancel, false);
    lw_status status = task_get(&in, &task)
                           ? run(worker, &task, &result, &err)
                           : lw_fail(&err, LW_USAGE, 0, 0, "this is no task");
    bool sent = send_result(worker, status, &err, &result);
    for (size_t i = 0; i < result.n_lists; i++) {
        lw_draw_free(&result.lists[i]);
    }
    lw_arena_free(&worker->arena);
    return sent;
}

void worker_serve(struct worker *worker, unsigned lacking) {
    struct hello hello = {.version = WORK_VERSION, .lacking = lacking};
    struct wire_message message;
    struct lw_buffer body;
    lw_buffer_init(&body, lw_alloc_libc());
    hello_put(&body, &hello);
    bool good = wire_send(&worker->channel, WIRE_HELLO, 0, &body);
    lw_buffer_free(&body);
    while (good) {
        enum wire_event event = wire_receive(&worker->channel, -1, &message);
        if (event == WIRE_MESSAGE && message.type == WIRE_TASK) {
            good = serve_task(worker, &message);
            (void)wire_rest(&worker->channel);
        } else {
            /* A word to end a task that has ended already does no harm. */
            good = event == WIRE_NOTHING ||
                   (event == WIRE_MESSAGE && message.type == WIRE_CANCEL);
        }
    }
}

static lw_status open_worker(struct worker *worker, int fd,
                             struct lw_platform **platform) {
    struct lw_error err;
    lw_status status = lw_platform_create(1, platform, &err);
    if (status == LW_OK) {
        worker->outer = lw_platform_runtime(*platform);
        worker->runtime = *worker->outer;
        worker->runtime.ctx = worker;
        worker->runtime.now_ns = clock_that_looks;
        worker->runtime.parallel = NULL;
        atomic_init(&worker->cancel, false);
        wire_open(&worker->channel, fd, lw_alloc_libc());
    }
    return status;
}

void worker_in_thread(int fd) {
    struct worker worker = {.is_process = false};
    struct lw_platform *platform = NULL;
    if (open_worker(&worker, fd, &platform) == LW_OK) {
        worker_serve(&worker, LW_SANDBOX_ALL);
        wire_close(&worker.channel);
    } else {
        (void)close(fd);
    }
    lw_platform_destroy(platform);
}

int lw_work_main(int fd, size_t memory_bytes) {
    struct worker worker = {.is_process = true,
                            .with_faults = getenv(WORK_FAULTS) != NULL};
    struct lw_platform *platform = NULL;
    size_t most = memory_bytes == 0 ? 0
                                    : memory_bytes + memory_bytes / 4 +
                                          LW_WORK_GRACE_BYTES + LW_WORK_RESERVE_BYTES;
    /* A closed socket is an answer, not a reason to die by a signal. */
    (void)signal(SIGPIPE, SIG_IGN);
    if (open_worker(&worker, fd, &platform) != LW_OK) {
        return lw_status_exit_code(LW_NO_MEMORY);
    }
    worker_serve(&worker, lw_sandbox_enter(fd, most));
    wire_close(&worker.channel);
    lw_platform_destroy(platform);
    return 0;
}
