/* Engine calls of jobs: checked when they are asked for, run when their turn comes, both
 * by the same code under the same ceilings. */
#include <stdio.h>

#include "jobs/jobs.h"
#include "lw/calls.h"

#define MAX_LEVELS 1000

static bool call_progress(void *ctx, const char *json, size_t len) {
    return job_progress(ctx, json, len);
}

static uint32_t whole(const struct lw_json *value) {
    return value != NULL && value->type == LW_JSON_NUMBER && value->number >= 0 &&
                   value->number < UINT32_MAX
               ? (uint32_t)value->number
               : 0;
}

/* The sentence and the place of the reply of a call that failed. */
static lw_status take_failure(const struct lw_alloc *alloc, const struct lw_buffer *reply,
                              lw_status status, struct job_fault *fault,
                              struct lw_error *err) {
    struct lw_arena arena;
    struct lw_json *tree = NULL;
    const struct lw_json *message = NULL;
    lw_arena_init(&arena, alloc);
    if (lw_json_read(&arena, lw_buffer_text(reply), reply->len, &tree, err) == LW_OK) {
        const struct lw_json *place = lw_json_get(tree, "place");
        message = lw_json_get(tree, "message");
        fault->line = whole(lw_json_get(tree, "line"));
        fault->column = whole(lw_json_get(tree, "column"));
        if (place != NULL && place->type == LW_JSON_TEXT) {
            (void)snprintf(fault->place, sizeof fault->place, "%s", place->text);
        }
    }
    status = lw_fail(err, status, fault->line, fault->column, "%s",
                     message != NULL && message->type == LW_JSON_TEXT
                         ? message->text
                         : lw_status_text(status));
    lw_arena_free(&arena);
    return status;
}

/* Memory and ceilings of a call, the same for its check and its run. */
static struct lw_calls_host host_of(const struct app *app, struct lw_alloc_limit *limit) {
    const struct lw_server_config *config = &app->config;
    lw_alloc_limit_init(limit, app->alloc,
                        config->job_memory_bytes + config->job_memory_bytes / 4 +
                            JOB_GRACE_BYTES);
    return (struct lw_calls_host){.max_nodes = config->job_nodes,
                                  .max_seconds = config->job_seconds,
                                  .max_memory_bytes = config->job_memory_bytes,
                                  .max_count = MAX_LEVELS};
}

lw_status job_check(struct app *app, const char *request, size_t len,
                    struct job_fault *fault, struct lw_error *err) {
    struct lw_calls *calls = NULL;
    struct lw_buffer reply;
    struct lw_alloc_limit limit;
    struct lw_calls_host host = host_of(app, &limit);
    struct lw_runtime runtime = lw_runtime_bare(&limit.alloc);
    host.runtime = &runtime;
    *fault = (struct job_fault){.line = 0};
    lw_buffer_init(&reply, app->alloc);
    lw_status status = lw_calls_create(&host, &limit.alloc, &calls, err);
    if (status == LW_OK) {
        status = lw_calls_check(calls, request, len, &reply);
        lw_calls_destroy(calls);
        if (status != LW_OK) {
            status = take_failure(app->alloc, &reply, status, fault, err);
        }
    }
    lw_buffer_free(&reply);
    return status;
}

lw_status job_call(struct job_run *run, const char *request, size_t len,
                   struct lw_error *err) {
    struct lw_calls *calls = NULL;
    struct lw_runtime runtime = *run->runtime;
    struct lw_alloc_limit limit;
    struct lw_calls_host host = host_of(run->app, &limit);
    runtime.alloc = &limit.alloc;
    host.runtime = &runtime;
    host.progress = call_progress;
    host.progress_ctx = run;
    host.cancel = run->cancel;
    if (run->max_seconds > 0) {
        host.max_seconds = run->max_seconds;
    }
    lw_status status = lw_calls_create(&host, &limit.alloc, &calls, err);
    if (status != LW_OK) {
        return status;
    }
    status = lw_calls_run(calls, request, len, &run->result);
    lw_calls_destroy(calls);
    return status == LW_OK
               ? LW_OK
               : take_failure(run->app->alloc, &run->result, status, &run->fault, err);
}
