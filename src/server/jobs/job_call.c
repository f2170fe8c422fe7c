/* Engine calls of jobs: checked when they are asked for, within the budget of that
 * request; run when their turn comes. Both by workers (lw/work.h) under the same
 * ceilings. */
#include <stdio.h>
#include <string.h>

#include "jobs/jobs.h"
#include "levels/engine.h"
#include "lw/work/pool.h"

#define MAX_LEVELS 1000
#define RUN_CPU_S 20.0 /* beyond a job's time: somebody else stops it before that */

static struct lw_work_task task_of(const struct app *app, enum lw_work_kind kind,
                                   const char *request, size_t len) {
    const struct lw_server_config *config = &app->config;
    return (struct lw_work_task){.kind = kind,
                                 .limits = {.nodes = config->job_nodes,
                                            .seconds = config->job_seconds,
                                            .memory_bytes = config->job_memory_bytes,
                                            .count = MAX_LEVELS},
                                 .request = request,
                                 .request_len = len};
}

static void take_fault(const struct lw_work_result *result, const struct lw_error *err,
                       struct job_fault *fault) {
    *fault = (struct job_fault){.line = err->line, .column = err->column};
    (void)snprintf(fault->place, sizeof fault->place, "%s", result->place);
}

lw_status job_check(struct exchange *exchange, const char *request, size_t len,
                    struct job_fault *fault, struct lw_error *err) {
    struct lw_work_task task = task_of(exchange->app, LW_WORK_CHECK, request, len);
    struct lw_work_result result;
    struct lw_arena arena;
    *fault = (struct job_fault){.line = 0};
    lw_arena_init(&arena, exchange_alloc(exchange));
    lw_status status = engine_run(exchange, &task, &arena, &result, err);
    if (status != LW_OK) {
        take_fault(&result, err, fault);
    }
    lw_arena_free(&arena);
    return status;
}

static void call_progress(void *ctx, const char *json, size_t len) {
    (void)job_progress(ctx, json, len);
}

/* A worker may be in a stranger's hands: what it calls JSON is read before it becomes
 * part of answers. */
static lw_status check_object(const struct lw_alloc *alloc, const char *json, size_t len,
                              struct lw_error *err) {
    struct lw_alloc_limit limit;
    struct lw_arena arena;
    struct lw_json *tree = NULL;
    lw_alloc_limit_init(&limit, alloc, JOB_TREE_BYTES);
    lw_arena_init(&arena, &limit.alloc);
    bool good = json != NULL && lw_json_read(&arena, json, len, &tree, err) == LW_OK &&
                tree->type == LW_JSON_OBJECT;
    lw_arena_free(&arena);
    return good            ? LW_OK
           : limit.refused ? lw_fail(err, LW_LIMIT, 0, 0,
                                     "the result has too many parts; ask for less")
                           : lw_work_bad_reply(err);
}

lw_status job_call(struct job_run *run, const char *request, size_t len,
                   struct lw_error *err) {
    struct app *app = run->app;
    struct lw_work_task task = task_of(app, LW_WORK_CALL, request, len);
    struct lw_work_result result;
    struct lw_arena arena;
    if (run->max_seconds > 0) {
        task.limits.seconds = run->max_seconds;
    }
    const struct lw_work_watch watch = {.cancel = run->cancel,
                                        .cpu_seconds = task.limits.seconds + RUN_CPU_S,
                                        .in_background = true,
                                        .progress = call_progress,
                                        .ctx = run};
    lw_arena_init(&arena, app->alloc);
    lw_status status = app_models(app, &arena, &task.models, err);
    if (status != LW_OK) {
        lw_arena_free(&arena);
        return status;
    }
    status = lw_work_run(app->work, &task, &watch, &arena, &result, err);
    if (status != LW_OK) {
        take_fault(&result, err, &run->fault);
    } else {
        status = check_object(app->alloc, result.reply, result.reply_len, err);
    }
    if (status == LW_OK) {
        lw_buffer_clear(&run->result);
        lw_buffer_add(&run->result, result.reply, result.reply_len);
    }
    lw_arena_free(&arena);
    return status;
}
