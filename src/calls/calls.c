/* The context and its one entry: finds the call, and turns what fails into an object. */
#include <stdio.h>
#include <string.h>

#include "calls_internal.h"

/* Larger requests are refused before they are read: a pack of thousands of levels is far
 * smaller, and the tree of a request takes many times its size. */
#define MAX_REQUEST_BYTES ((size_t)16 << 20)
#define MAX_TREE_BYTES ((size_t)512 << 20)
#define TELL_EVERY_NS 100000000u

static const struct call {
    const char *name;
    calls_fn run;
    bool is_long; /* a job may run it, so it heeds check_only */
} table[] = {
    {"kinds", lw_calls_kinds, false},
    {"parse", lw_calls_parse, false},
    {"draw", lw_calls_draw, false},
    {"play.open", lw_calls_play_open, false},
    {"play.do", lw_calls_play_do, false},
    {"play.undo", lw_calls_play_undo, false},
    {"play.redo", lw_calls_play_redo, false},
    {"play.restart", lw_calls_play_restart, false},
    {"play.walk", lw_calls_play_walk, false},
    {"play.drag", lw_calls_play_drag, false},
    {"play.targets", lw_calls_play_targets, false},
    {"play.state", lw_calls_play_state, false},
    {"play.close", lw_calls_play_close, false},
    {"play.hint", lw_calls_play_hint, false},
    {"play.dead", lw_calls_play_dead, false},
    {"generate", lw_calls_generate, true},
    {"solve", lw_calls_solve, true},
    {"replay", lw_calls_replay, false},
    {"squares", lw_calls_squares, false},
    {"features", lw_calls_features, true},
    {"rate", lw_calls_rate, true},
    {"mutate", lw_calls_mutate, true},
    {"transform", lw_calls_transform, false},
    {"export", lw_calls_export, false},
};
#define N_CALLS (sizeof table / sizeof *table)

const char *lw_calls_long(size_t i) {
    for (size_t at = 0; at < N_CALLS; at++) {
        if (table[at].is_long && i-- == 0) {
            return table[at].name;
        }
    }
    return NULL;
}

/* Progress. */

double lw_calls_seconds(const struct lw_calls *calls) {
    const struct lw_runtime *runtime = calls->host.runtime;
    return (double)(lw_runtime_now_ns(runtime) - calls->began_ns) * 1e-9;
}

void lw_calls_tell(struct lw_calls *calls) {
    if (calls->host.progress == NULL || calls->telling) {
        return;
    }
    uint64_t now_ns = lw_runtime_now_ns(calls->host.runtime);
    if (calls->host.runtime->now_ns != NULL && now_ns - calls->told_ns < TELL_EVERY_NS) {
        return;
    }
    struct lw_json_writer json;
    calls->telling = true;
    calls->told_ns = now_ns;
    lw_buffer_clear(&calls->note);
    lw_json_begin(&json, &calls->note);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "call", calls->name);
    if (calls->describe != NULL) {
        calls->describe(calls->describe_ctx, &json);
    } else {
        lw_json_text(&json, "phase", "working");
    }
    lw_json_real(&json, "seconds", lw_calls_seconds(calls));
    lw_json_object_end(&json);
    if (lw_buffer_ok(&calls->note) &&
        calls->host.progress(calls->host.progress_ctx, lw_buffer_text(&calls->note),
                             calls->note.len)) {
        atomic_store_explicit(calls->cancel, true, memory_order_relaxed);
    }
    calls->telling = false;
}

/* Every engine reads the clock now and then, so with one worker that is where a host
 * hears of a call that is busy inside one engine. */
static uint64_t clock_that_tells(void *ctx) {
    struct lw_calls *calls = ctx;
    lw_calls_tell(calls);
    return lw_runtime_now_ns(calls->host.runtime);
}

static void on_progress(void *ctx, const struct lw_progress *progress) {
    struct lw_calls *calls = ctx;
    calls->latest = *progress;
    lw_calls_tell(calls);
}

/* Lifecycle. */

lw_status lw_calls_create(const struct lw_calls_host *host, const struct lw_alloc *alloc,
                          struct lw_calls **out, struct lw_error *err) {
    struct lw_calls *calls = lw_alloc_zero(alloc, 1, sizeof *calls);
    if (calls == NULL) {
        return lw_fail_memory(err);
    }
    calls->host = *host;
    calls->alloc = alloc;
    if (calls->host.max_handles == 0) {
        calls->host.max_handles = 64;
    }
    if (calls->host.max_count == 0) {
        calls->host.max_count = 10000;
    }
    atomic_init(&calls->own_cancel, false);
    calls->cancel = host->cancel != NULL ? host->cancel : &calls->own_cancel;
    lw_buffer_init(&calls->note, alloc);
    calls->runtime = *host->runtime;
    calls->runtime.progress = on_progress;
    calls->runtime.progress_ctx = calls;
    if (host->runtime->n_workers == 1 && host->runtime->now_ns != NULL) {
        calls->runtime.ctx = calls;
        calls->runtime.now_ns = clock_that_tells;
        calls->runtime.parallel = NULL;
    }
    *out = calls;
    return LW_OK;
}

void lw_calls_destroy(struct lw_calls *calls) {
    if (calls == NULL) {
        return;
    }
    for (size_t i = 0; i < calls->n_slots; i++) {
        lw_calls_play_destroy(calls->slots[i].play);
    }
    lw_alloc_free(calls->alloc, calls->slots, calls->slots_cap * sizeof *calls->slots);
    lw_buffer_free(&calls->note);
    lw_alloc_free(calls->alloc, calls, sizeof *calls);
}

/* One call. */

static lw_status check_request(const char *request, size_t len, struct lw_error *err) {
    if (len > MAX_REQUEST_BYTES) {
        return lw_fail(err, LW_USAGE, 0, 0,
                       "the request is %zu bytes long; the limit is %zu", len,
                       MAX_REQUEST_BYTES);
    }
    uint32_t line = 1;
    size_t line_start = 0, used;
    for (size_t at = 0; at < len; at += used) {
        if (lw_utf8_decode(request + at, len - at, &used) == UINT32_MAX) {
            return lw_fail(err, LW_BAD_INPUT, line, (uint32_t)(at - line_start + 1),
                           "the request is not UTF-8: byte 0x%02x is out of place",
                           (unsigned)(unsigned char)request[at]);
        }
        if (request[at] == '\n') {
            line++;
            line_start = at + 1;
        }
    }
    return LW_OK;
}

static lw_status check(struct calls_request *rq, const struct call *call) {
    if (!call->is_long) {
        return lw_fail(rq->err, LW_UNSUPPORTED, 0, 0,
                       "the call '%s' has no check; make the call itself", call->name);
    }
    lw_status status = call->run(rq);
    return status == LW_OK ? lw_calls_check_members(rq) : status;
}

static lw_status answer(struct calls_request *rq) {
    const char *name;
    if (rq->json->type != LW_JSON_OBJECT) {
        return lw_fail(rq->err, LW_USAGE, 0, 0,
                       "a request must be an object such as {\"call\":\"kinds\"}");
    }
    lw_status status = lw_calls_get_name(rq, "call", &name);
    if (status != LW_OK) {
        return status;
    }
    for (size_t i = 0; name != NULL && i < N_CALLS; i++) {
        if (strcmp(table[i].name, name) == 0) {
            rq->calls->name = table[i].name;
            return rq->check_only ? check(rq, &table[i]) : table[i].run(rq);
        }
    }
    lw_calls_point(rq, NULL, "call");
    return name == NULL
               ? lw_fail(
                     rq->err, LW_USAGE, 0, 0,
                     "'call' is missing; it names what to do, as in {\"call\":\"kinds\"}")
               : lw_fail(rq->err, LW_USAGE, 0, 0,
                         "there is no call '%.40s'; docs/engine-calls.md lists them all",
                         name);
}

/* Settles what the failure says, for people who ask by a request. */
static void word_failure(struct lw_calls_failure *failure, lw_status status) {
    struct lw_error *err = &failure->error;
    err->status = status;
    lw_error_without_dashes(err);
    if (status == LW_NO_MEMORY || err->text[0] == '\0') {
        (void)snprintf(err->text, sizeof err->text, "%s",
                       status == LW_NO_MEMORY
                           ? "out of memory; ask for less, or allow more"
                           : lw_status_text(status));
    }
}

static void put_failure(struct lw_buffer *reply, const struct lw_calls_failure *failure) {
    struct lw_json_writer json;
    lw_buffer_clear(reply);
    lw_json_begin(&json, reply);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "error", lw_status_name(failure->error.status));
    lw_json_text(&json, "message", failure->error.text);
    lw_json_uint(&json, "line", failure->error.line);
    lw_json_uint(&json, "column", failure->error.column);
    if (failure->place[0] != '\0') {
        lw_json_text(&json, "place", failure->place);
    }
    lw_json_object_end(&json);
}

static void begin(struct lw_calls *calls) {
    calls->began_ns = calls->told_ns = lw_runtime_now_ns(calls->host.runtime);
    calls->name = "";
    calls->failure = (struct lw_calls_failure){.error = {.status = LW_OK}};
    calls->describe = NULL;
    calls->latest = (struct lw_progress){.phase = "working"};
    atomic_store_explicit(&calls->own_cancel, false, memory_order_relaxed);
}

static lw_status run_or_check(struct lw_calls *calls, const char *request, size_t len,
                              bool check_only, struct lw_buffer *reply) {
    struct lw_arena arena;
    struct lw_alloc_limit limit;
    struct lw_json *tree = NULL;
    struct lw_json_writer json;
    struct lw_calls_failure *failure = &calls->failure;
    begin(calls);
    lw_alloc_limit_init(&limit, calls->alloc, MAX_TREE_BYTES);
    lw_arena_init(&arena, &limit.alloc);
    lw_buffer_clear(reply);
    lw_json_begin(&json, reply);
    lw_json_object(&json, NULL);
    lw_status status = check_request(request, len, &failure->error);
    if (status == LW_OK) {
        status = lw_json_read(&arena, request, len, &tree, &failure->error);
    }
    if (status == LW_OK) {
        struct calls_request rq = {.calls = calls,
                                   .json = tree,
                                   .arena = &arena,
                                   .out = &json,
                                   .err = &failure->error,
                                   .place = failure->place,
                                   .check_only = check_only};
        status = answer(&rq);
    }
    lw_json_object_end(&json);
    lw_arena_free(&arena);
    calls->describe = NULL;
    if (status == LW_OK && !lw_buffer_ok(reply)) {
        status = LW_NO_MEMORY;
        lw_buffer_free(reply);
    }
    if (status == LW_OK) { /* what was overcome on the way is no failure */
        *failure = (struct lw_calls_failure){.error = {.status = LW_OK}};
    } else {
        word_failure(failure, status);
        put_failure(reply, failure);
    }
    return status;
}

const struct lw_calls_failure *lw_calls_get_failure(const struct lw_calls *calls) {
    return &calls->failure;
}

lw_status lw_calls_run(struct lw_calls *calls, const char *request, size_t len,
                       struct lw_buffer *reply) {
    return run_or_check(calls, request, len, false, reply);
}

lw_status lw_calls_check(struct lw_calls *calls, const char *request, size_t len,
                         struct lw_buffer *reply) {
    return run_or_check(calls, request, len, true, reply);
}
