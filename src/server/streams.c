/* A stream has a buffer of what is to be sent. When it is empty the connection is paused;
 * whoever publishes next resumes it. Both happen under one lock, so no wake is lost. A
 * client that reads too slowly misses progress, never the end. */
#include "streams.h"

#include <stdio.h>
#include <string.h>

#include "log.h"
#include "metrics.h"

#define MAX_STREAMS 500
#define MAX_WAITING ((size_t)512 * 1024)
#define QUIET_TICKS 15 /* then a comment is sent, so that proxies keep the stream */

struct stream {
    struct streams *streams;
    struct stream *next;
    char job[LW_STORE_ID_SIZE];
    struct lw_buffer waiting;
    size_t sent;
    bool paused, ended;
    unsigned quiet; /* ticks since the last event */
    void (*pause)(void *ctx);
    void (*resume)(void *ctx);
    void *ctx;
};

struct streams {
    struct app *app;
    pthread_mutex_t lock;
    struct stream *first;
    size_t n;
};

struct streams *streams_create(struct app *app) {
    struct streams *streams = lw_alloc_zero(app->alloc, 1, sizeof *streams);
    if (streams != NULL) {
        streams->app = app;
        (void)pthread_mutex_init(&streams->lock, NULL);
    }
    return streams;
}

void streams_destroy(struct streams *streams) {
    if (streams != NULL) {
        (void)pthread_mutex_destroy(&streams->lock);
        lw_alloc_free(streams->app->alloc, streams, sizeof *streams);
    }
}

bool job_has_ended(const struct lw_store_job *job) {
    return job->state != LW_JOB_QUEUED && job->state != LW_JOB_RUNNING;
}

/* Text that is itself JSON goes in as it is. */
static void json_raw(struct lw_json_writer *json, const char *key, const char *text) {
    if (text == NULL || (*text != '{' && *text != '[')) {
        lw_json_null(json, key);
        return;
    }
    if (json->need_comma) {
        lw_buffer_putc(json->buf, ',');
    }
    lw_buffer_printf(json->buf, "\"%s\":", key);
    lw_buffer_puts(json->buf, text);
    json->need_comma = true;
}

void job_json(struct lw_json_writer *json, const struct lw_store_job *job) {
    lw_json_text(json, "job", job->id);
    lw_json_text(json, "call", job->kind);
    lw_json_text(json, "state", lw_job_state_name(job->state));
    lw_json_int(json, "attempts", job->tries);
    json_raw(json, "progress", job->note);
    json_raw(json, "result", job->state == LW_JOB_DONE ? job->result : NULL);
    if (job->state == LW_JOB_FAILED && job->error != NULL && *job->error == '{') {
        json_raw(json, "error", job->error);
    } else if (job->state == LW_JOB_FAILED) {
        lw_json_object(json, "error");
        lw_json_text(json, "code", "failed");
        lw_json_text(json, "message", job->error == NULL ? "" : job->error);
        lw_json_object_end(json);
    } else {
        lw_json_null(json, "error");
    }
    json_time(json, "created", job->created_ms);
    int64_t updated = job->ended_ms > 0     ? job->ended_ms
                      : job->started_ms > 0 ? job->started_ms
                                            : job->created_ms;
    json_time(json, "updated", updated);
}

static void wake_stream(struct stream *stream) {
    if (stream->paused) {
        stream->paused = false;
        stream->resume(stream->ctx);
    }
}

/* Under the lock. */
static void push(struct stream *stream, const char *event, const char *json,
                 bool is_last) {
    if (stream->ended) {
        return;
    }
    if (is_last || stream->waiting.len - stream->sent < MAX_WAITING) {
        lw_buffer_printf(&stream->waiting, "event: %s\ndata: ", event);
        lw_buffer_puts(&stream->waiting, json);
        lw_buffer_puts(&stream->waiting, "\n\n");
    }
    stream->quiet = 0;
    stream->ended = is_last;
    wake_stream(stream);
}

static const char *end_event(enum lw_job_state state) {
    return state == LW_JOB_DONE     ? "done"
           : state == LW_JOB_FAILED ? "failed"
                                    : "cancelled";
}

void streams_publish(struct streams *streams, const char *job, const char *event,
                     const char *json, bool is_last) {
    (void)pthread_mutex_lock(&streams->lock);
    for (struct stream *it = streams->first; it != NULL; it = it->next) {
        if (strcmp(it->job, job) == 0) {
            push(it, event, json, is_last);
        }
    }
    (void)pthread_mutex_unlock(&streams->lock);
}

/* What the store says of the job now, to all who follow it. */
static void tell_state(struct streams *streams, const char *job) {
    struct app *app = streams->app;
    struct lw_store_job row;
    struct lw_error err = {.status = LW_OK};
    struct lw_arena arena;
    struct lw_buffer text;
    struct lw_json_writer json;
    lw_arena_init(&arena, app->alloc);
    lw_buffer_init(&text, app->alloc);
    struct lw_store *store = app_store(app);
    lw_status status = lw_store_job_get(store, job, &arena, &row, &err);
    app_give(app, store);
    if (status == LW_OK) {
        lw_json_begin(&json, &text);
        lw_json_object(&json, NULL);
        job_json(&json, &row);
        lw_json_object_end(&json);
        bool ended = job_has_ended(&row);
        streams_publish(streams, job, ended ? end_event(row.state) : "state",
                        lw_buffer_text(&text), ended);
    }
    lw_buffer_free(&text);
    lw_arena_free(&arena);
}

struct stream *streams_open(struct app *app, const char *job, void (*pause)(void *ctx),
                            void (*resume)(void *ctx), void *ctx) {
    struct streams *streams = app->streams;
    struct stream *stream = lw_alloc_zero(app->alloc, 1, sizeof *stream);
    if (stream == NULL) {
        return NULL;
    }
    stream->streams = streams;
    (void)snprintf(stream->job, sizeof stream->job, "%s", job);
    lw_buffer_init(&stream->waiting, app->alloc);
    stream->pause = pause;
    stream->resume = resume;
    stream->ctx = ctx;
    (void)pthread_mutex_lock(&streams->lock);
    bool room = streams->n < MAX_STREAMS && !atomic_load(&app->stopping);
    if (room) {
        stream->next = streams->first;
        streams->first = stream;
        streams->n++;
    }
    (void)pthread_mutex_unlock(&streams->lock);
    if (!room) {
        lw_alloc_free(app->alloc, stream, sizeof *stream);
        return NULL;
    }
    metrics_add(app->metrics, METRIC_STREAMS, 1);
    /* On the list first, then the state: what happens between is told twice, not never.
     */
    tell_state(streams, job);
    return stream;
}

void stream_close(struct stream *stream) {
    struct streams *streams = stream->streams;
    (void)pthread_mutex_lock(&streams->lock);
    struct stream **at = &streams->first;
    while (*at != stream) {
        at = &(*at)->next;
    }
    *at = stream->next;
    streams->n--;
    (void)pthread_mutex_unlock(&streams->lock);
    metrics_add(streams->app->metrics, METRIC_STREAMS, -1);
    lw_buffer_free(&stream->waiting);
    lw_alloc_free(streams->app->alloc, stream, sizeof *stream);
}

ssize_t stream_read(struct stream *stream, char *buf, size_t max) {
    (void)pthread_mutex_lock(&stream->streams->lock);
    size_t left = stream->waiting.len - stream->sent;
    ssize_t result = 0;
    if (left > 0) {
        size_t n = left < max ? left : max;
        memcpy(buf, lw_buffer_text(&stream->waiting) + stream->sent, n);
        stream->sent += n;
        if (stream->sent == stream->waiting.len) {
            lw_buffer_clear(&stream->waiting);
            stream->sent = 0;
        }
        result = (ssize_t)n;
    } else if (stream->ended || !lw_buffer_ok(&stream->waiting)) {
        result = -1;
    } else {
        stream->paused = true;
        stream->pause(stream->ctx);
    }
    (void)pthread_mutex_unlock(&stream->streams->lock);
    return result;
}

/* Jobs of this process tell of themselves often; one that was silent for some seconds
 * waits in the queue or is another process's. */
void streams_tick(struct streams *streams) {
    char jobs[16][LW_STORE_ID_SIZE];
    size_t n = 0;
    (void)pthread_mutex_lock(&streams->lock);
    for (struct stream *it = streams->first; it != NULL; it = it->next) {
        it->quiet++;
        if (!it->ended && it->quiet % 3 == 0 && n < 16) {
            memcpy(jobs[n++], it->job, sizeof it->job);
        }
        if (!it->ended && it->quiet % QUIET_TICKS == QUIET_TICKS - 1) {
            lw_buffer_puts(&it->waiting, ": still here\n\n");
            wake_stream(it);
        }
    }
    (void)pthread_mutex_unlock(&streams->lock);
    for (size_t i = 0; i < n; i++) {
        tell_state(streams, jobs[i]);
    }
}

void streams_end(struct streams *streams) {
    (void)pthread_mutex_lock(&streams->lock);
    for (struct stream *it = streams->first; it != NULL; it = it->next) {
        it->ended = true;
        wake_stream(it);
    }
    (void)pthread_mutex_unlock(&streams->lock);
}
