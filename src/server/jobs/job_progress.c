/* What a running job tells: kept by its worker, which stores it from time to time, and
 * published to whoever follows. */
#include "jobs/jobs_internal.h"

#include <pthread.h>
#include <string.h>

#include "jobs/streams.h"

/* What a worker calls a name may be anything. */
static void write_key(struct lw_buffer *out, const char *key) {
    struct lw_json_writer json;
    lw_json_begin(&json, out);
    lw_json_text(&json, NULL, key);
    lw_buffer_putc(out, ':');
}

void json_write_tree(struct lw_buffer *out, const struct lw_json *value) {
    struct lw_json_writer json;
    bool is_object = value->type == LW_JSON_OBJECT;
    switch (value->type) {
    case LW_JSON_NULL:
        lw_buffer_puts(out, "null");
        return;
    case LW_JSON_FALSE:
    case LW_JSON_TRUE:
        lw_buffer_puts(out, value->type == LW_JSON_TRUE ? "true" : "false");
        return;
    case LW_JSON_NUMBER:
        lw_buffer_add(out, value->text, value->text_len);
        return;
    case LW_JSON_TEXT:
        lw_json_begin(&json, out);
        lw_json_text_len(&json, NULL, value->text, value->text_len);
        return;
    default:
        break;
    }
    lw_buffer_putc(out, is_object ? '{' : '[');
    for (const struct lw_json *it = value->first; it != NULL; it = it->next) {
        if (it != value->first) {
            lw_buffer_putc(out, ',');
        }
        if (is_object) {
            write_key(out, it->key);
        }
        json_write_tree(out, it);
    }
    lw_buffer_putc(out, is_object ? '}' : ']');
}

/* The message without its levels, which are sent one by one, and without its best, which
 * is remembered. */
static void keep_latest(struct worker *worker, const struct lw_json *message) {
    lw_buffer_clear(&worker->latest);
    lw_buffer_putc(&worker->latest, '{');
    for (const struct lw_json *it = message->first; it != NULL; it = it->next) {
        if (strcmp(it->key, "levels") == 0) {
            continue;
        }
        if (strcmp(it->key, "best") == 0) {
            lw_buffer_clear(&worker->best);
            json_write_tree(&worker->best, it);
            continue;
        }
        if (strcmp(it->key, "fraction") == 0 && it->type == LW_JSON_NUMBER) {
            worker->fraction = it->number;
        }
        if (worker->latest.len > 1) {
            lw_buffer_putc(&worker->latest, ',');
        }
        write_key(&worker->latest, it->key);
        json_write_tree(&worker->latest, it);
    }
    worker->changed = true;
}

void job_write_note(const struct worker *worker, struct lw_buffer *out) {
    lw_buffer_puts(out, worker->latest.len > 0 ? lw_buffer_text(&worker->latest) : "{");
    if (worker->best.len > 0) {
        lw_buffer_puts(out, worker->latest.len > 1 ? "," : "");
        lw_buffer_puts(out, "\"best\":");
        lw_buffer_puts(out, lw_buffer_text(&worker->best));
    }
    if (worker->state.len > 0) {
        lw_buffer_puts(out, worker->latest.len + worker->best.len > 1 ? "," : "");
        lw_buffer_puts(out, "\"state\":");
        lw_buffer_puts(out, lw_buffer_text(&worker->state));
    }
    lw_buffer_putc(out, '}');
}

static void publish_levels(struct app *app, const char *job,
                           const struct lw_json *message) {
    const struct lw_json *levels = lw_json_get(message, "levels");
    for (const struct lw_json *it =
             levels != NULL && levels->type == LW_JSON_ARRAY ? levels->first : NULL;
         it != NULL; it = it->next) {
        struct lw_buffer text;
        lw_buffer_init(&text, app->alloc);
        json_write_tree(&text, it);
        streams_publish(app->streams, job, "level", lw_buffer_text(&text), false);
        lw_buffer_free(&text);
    }
}

bool job_progress(struct job_run *run, const char *json, size_t len) {
    struct worker *worker = run->worker;
    struct lw_error err;
    struct lw_arena arena;
    struct lw_json *message = NULL;
    struct lw_buffer note;
    if (run->progressed != NULL) {
        run->progressed(run, run->progressed_ctx);
    }
    struct lw_alloc_limit limit;
    lw_alloc_limit_init(&limit, run->app->alloc, JOB_TREE_BYTES);
    lw_arena_init(&arena, &limit.alloc);
    lw_buffer_init(&note, run->app->alloc);
    if (lw_json_read(&arena, json, len, &message, &err) == LW_OK &&
        message->type == LW_JSON_OBJECT) {
        (void)pthread_mutex_lock(&worker->lock);
        keep_latest(worker, message);
        job_write_note(worker, &note);
        (void)pthread_mutex_unlock(&worker->lock);
        publish_levels(run->app, run->job->id, message);
        streams_publish(run->app->streams, run->job->id, "progress",
                        lw_buffer_text(&note), false);
    }
    lw_buffer_free(&note);
    lw_arena_free(&arena);
    return atomic_load(run->cancel);
}

void job_report(struct job_run *run, const struct job_report *report) {
    struct worker *worker = run->worker;
    struct lw_buffer note;
    struct lw_json_writer json;
    if (run->progressed != NULL) {
        run->progressed(run, run->progressed_ctx);
    }
    lw_buffer_init(&note, run->app->alloc);
    (void)pthread_mutex_lock(&worker->lock);
    lw_buffer_clear(&worker->latest);
    lw_json_begin(&json, &worker->latest);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "phase", report->phase != NULL ? report->phase : "working");
    lw_json_uint(&json, "done", report->done);
    lw_json_uint(&json, "total", report->total);
    lw_json_uint(&json, "candidates", report->candidates);
    lw_json_real(&json, "fraction", report->fraction);
    /* The object stays open: job_write_note goes on with it. */
    worker->fraction = report->fraction;
    worker->changed = true;
    job_write_note(worker, &note);
    (void)pthread_mutex_unlock(&worker->lock);
    streams_publish(run->app->streams, run->job->id, "progress", lw_buffer_text(&note),
                    false);
    lw_buffer_free(&note);
}

void job_state(struct job_run *run, const char *json) {
    struct worker *worker = run->worker;
    (void)pthread_mutex_lock(&worker->lock);
    lw_buffer_clear(&worker->state);
    lw_buffer_puts(&worker->state, json);
    worker->changed = true;
    (void)pthread_mutex_unlock(&worker->lock);
}
