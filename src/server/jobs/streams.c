/* Followers of jobs. The events of a job go into its log; each stream has a position
 * in the log and fills a small buffer of its own from there when the client has taken
 * what it had. So a client that reads slowly, or comes back with the id of the last event
 * it saw, misses progress that is stale, never a level or the end. With nothing to send
 * the connection is paused; whoever publishes next resumes it. Both happen under one
 * lock, so no wake is lost. */
#include "jobs/streams.h"

#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "daily/clock.h"
#include "jobs/job_log.h"
#include "log.h"
#include "metrics.h"

#define MAX_EVENT_BYTES ((size_t)900 * 1024) /* of a note and a result */
#define MAX_STREAMS 500
#define MAX_OF_CLIENT 100 /* a class behind one address, but not all there are */
#define MAX_CHANNELS 256  /* that nobody follows */
#define CHUNK ((size_t)16 * 1024)
#define QUIET_TICKS 15 /* then a comment is sent, so that proxies keep the stream */
/* How many ticks a log outlives its last follower. */
#define KEEP_ENDED 60
#define KEEP_RUNNING 600

/* One job that was told of lately. */
struct channel {
    struct channel *next;
    char job[LW_STORE_ID_SIZE];
    struct job_log *log;
    size_t n_followers;
    unsigned idle; /* ticks since it was followed or told of */
};

struct stream {
    struct streams *streams;
    struct stream *next;
    struct channel *channel;
    uint64_t client;   /* whose it is; 0: not counted */
    uint64_t position; /* in the log */
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
    struct channel *channels;
    size_t n_unfollowed;
};

struct streams *streams_create(struct app *app) {
    struct streams *streams = lw_alloc_zero(app->alloc, 1, sizeof *streams);
    if (streams != NULL) {
        streams->app = app;
        (void)pthread_mutex_init(&streams->lock, NULL);
    }
    return streams;
}

/* Takes *at out of the list. */
static void drop_channel(struct streams *streams, struct channel **at) {
    struct channel *channel = *at;
    *at = channel->next;
    streams->n_unfollowed -= channel->n_followers == 0;
    job_log_destroy(channel->log);
    lw_alloc_free(streams->app->alloc, channel, sizeof *channel);
}

void streams_destroy(struct streams *streams) {
    if (streams != NULL) {
        while (streams->channels != NULL) {
            drop_channel(streams, &streams->channels);
        }
        (void)pthread_mutex_destroy(&streams->lock);
        lw_alloc_free(streams->app->alloc, streams, sizeof *streams);
    }
}

/* Channels, under the lock. */

static void drop_oldest(struct streams *streams) {
    struct channel **oldest = NULL;
    for (struct channel **at = &streams->channels; *at != NULL; at = &(*at)->next) {
        if ((*at)->n_followers == 0 &&
            (oldest == NULL || (*at)->idle >= (*oldest)->idle)) {
            oldest = at;
        }
    }
    if (oldest != NULL) {
        drop_channel(streams, oldest);
    }
}

/* NULL when memory is out. */
static struct channel *channel_of(struct streams *streams, const char *job) {
    const struct lw_alloc *alloc = streams->app->alloc;
    for (struct channel *it = streams->channels; it != NULL; it = it->next) {
        if (strcmp(it->job, job) == 0) {
            return it;
        }
    }
    if (streams->n_unfollowed >= MAX_CHANNELS) {
        drop_oldest(streams);
    }
    struct channel *channel = lw_alloc_zero(alloc, 1, sizeof *channel);
    struct job_log *log =
        channel == NULL ? NULL : job_log_create(alloc, randombytes_random());
    if (log == NULL) {
        lw_alloc_free(alloc, channel, sizeof *channel);
        return NULL;
    }
    (void)snprintf(channel->job, sizeof channel->job, "%s", job);
    channel->log = log;
    channel->next = streams->channels;
    streams->channels = channel;
    streams->n_unfollowed++;
    return channel;
}

static void follow(struct streams *streams, struct channel *channel) {
    streams->n_unfollowed -= channel->n_followers++ == 0;
}

static void unfollow(struct streams *streams, struct channel *channel) {
    channel->idle = 0;
    streams->n_unfollowed += --channel->n_followers == 0;
}

static void age_channels(struct streams *streams) {
    for (struct channel **at = &streams->channels; *at != NULL;) {
        unsigned keep = job_log_has_ended((*at)->log) ? KEEP_ENDED : KEEP_RUNNING;
        if ((*at)->n_followers == 0 && ++(*at)->idle > keep) {
            drop_channel(streams, at);
        } else {
            at = &(*at)->next;
        }
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

void job_event_json(struct lw_buffer *out, const struct lw_store_job *job) {
    struct lw_store_job row = *job;
    size_t note = row.note == NULL ? 0 : strlen(row.note);
    size_t result = row.result == NULL ? 0 : strlen(row.result);
    if (note + result > MAX_EVENT_BYTES) {
        row.note = row.result = NULL;
    }
    struct lw_json_writer json;
    lw_json_begin(&json, out);
    lw_json_object(&json, NULL);
    job_json(&json, &row);
    lw_json_object_end(&json);
}

static void wake_stream(struct stream *stream) {
    if (stream->paused) {
        stream->paused = false;
        stream->resume(stream->ctx);
    }
}

static const char *end_event(enum lw_job_state state) {
    return state == LW_JOB_DONE     ? "done"
           : state == LW_JOB_FAILED ? "failed"
                                    : "cancelled";
}

void streams_publish(struct streams *streams, const char *job, const char *event,
                     const char *json, bool is_last) {
    enum job_log_kind kind = is_last                       ? JOB_LOG_END
                             : strcmp(event, "level") == 0 ? JOB_LOG_KEPT
                                                           : JOB_LOG_LATEST;
    (void)pthread_mutex_lock(&streams->lock);
    struct channel *channel = channel_of(streams, job);
    if (channel != NULL) {
        channel->idle = 0;
        job_log_add(channel->log, kind, event, json);
    }
    for (struct stream *it = streams->first; it != NULL && channel != NULL;
         it = it->next) {
        if (it->channel == channel) {
            it->quiet = 0;
            wake_stream(it);
        }
    }
    (void)pthread_mutex_unlock(&streams->lock);
}

/* What the store says of the job now; LW_OK with its JSON in text. */
static lw_status read_state(struct app *app, const char *job, struct lw_buffer *text,
                            enum lw_job_state *state) {
    struct lw_store_job row;
    struct lw_error err = {.status = LW_OK};
    struct lw_arena arena;
    lw_arena_init(&arena, app->alloc);
    struct lw_store *store = app_store(app);
    lw_status status = lw_store_job_get(store, job, &arena, &row, &err);
    app_give(app, store);
    if (status == LW_OK) {
        *state = row.state;
        job_event_json(text, &row);
    }
    lw_arena_free(&arena);
    return status;
}

static bool is_end(enum lw_job_state state) {
    return state != LW_JOB_QUEUED && state != LW_JOB_RUNNING;
}

/* To all who follow the job. */
static void tell_state(struct streams *streams, const char *job) {
    struct lw_buffer text;
    enum lw_job_state state;
    lw_buffer_init(&text, streams->app->alloc);
    if (read_state(streams->app, job, &text, &state) == LW_OK) {
        streams_publish(streams, job, is_end(state) ? end_event(state) : "state",
                        lw_buffer_text(&text), is_end(state));
    }
    lw_buffer_free(&text);
}

/* Under the lock: where the stream begins. One that comes back goes on in the log; a new
 * one first gets the state, which is all there is to say when the job has ended. */
static void begin_stream(struct stream *stream, const char *last_event_id, bool known,
                         enum lw_job_state state, const char *json) {
    stream->position = job_log_position(stream->channel->log, last_event_id);
    bool goes_on = stream->position > 0;
    lw_buffer_puts(&stream->waiting, "retry: 2000\n\n");
    if (!known || goes_on) {
        return;
    }
    lw_buffer_printf(&stream->waiting,
                     "event: %s\ndata: ", is_end(state) ? end_event(state) : "state");
    lw_buffer_puts(&stream->waiting, json);
    lw_buffer_puts(&stream->waiting, "\n\n");
    stream->ended = is_end(state);
}

static bool has_room(const struct streams *streams, uint64_t client) {
    size_t n_own = 0;
    for (const struct stream *it = streams->first; it != NULL && client != 0;
         it = it->next) {
        n_own += it->client == client;
    }
    return streams->n < MAX_STREAMS && n_own < MAX_OF_CLIENT;
}

static struct stream *add_stream(struct streams *streams, const char *job,
                                 uint64_t client) {
    struct channel *channel =
        has_room(streams, client) && !atomic_load(&streams->app->stopping)
            ? channel_of(streams, job)
            : NULL;
    struct stream *stream =
        channel == NULL ? NULL : lw_alloc_zero(streams->app->alloc, 1, sizeof *stream);
    if (stream != NULL) {
        stream->streams = streams;
        stream->channel = channel;
        stream->client = client;
        lw_buffer_init(&stream->waiting, streams->app->alloc);
        stream->next = streams->first;
        streams->first = stream;
        streams->n++;
        follow(streams, channel);
    }
    return stream;
}

struct stream *streams_open(struct app *app, const char *job,
                            const struct follower *follower) {
    struct streams *streams = app->streams;
    struct lw_buffer text;
    enum lw_job_state state = LW_JOB_QUEUED;
    lw_buffer_init(&text, app->alloc);
    /* The state before the list: what happens between is in the log. */
    bool known = read_state(app, job, &text, &state) == LW_OK;
    (void)pthread_mutex_lock(&streams->lock);
    struct stream *stream = add_stream(streams, job, follower->client);
    if (stream != NULL) {
        stream->pause = follower->pause;
        stream->resume = follower->resume;
        stream->ctx = follower->ctx;
        begin_stream(stream, follower->last_event_id, known, state,
                     lw_buffer_text(&text));
    }
    bool missing_end = stream != NULL && known && is_end(state) && !stream->ended &&
                       !job_log_has_ended(stream->channel->log);
    (void)pthread_mutex_unlock(&streams->lock);
    if (missing_end) {
        streams_publish(streams, job, end_event(state), lw_buffer_text(&text), true);
    }
    lw_buffer_free(&text);
    if (stream != NULL) {
        metrics_add(app->metrics, METRIC_STREAMS, 1);
    }
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
    unfollow(streams, stream->channel);
    (void)pthread_mutex_unlock(&streams->lock);
    metrics_add(streams->app->metrics, METRIC_STREAMS, -1);
    lw_buffer_free(&stream->waiting);
    lw_alloc_free(streams->app->alloc, stream, sizeof *stream);
}

/* Under the lock: more from the log when all was sent. */
static void refill(struct stream *stream) {
    if (stream->sent < stream->waiting.len || stream->ended) {
        return;
    }
    lw_buffer_clear(&stream->waiting);
    stream->sent = 0;
    stream->position =
        job_log_read(stream->channel->log, stream->position, CHUNK, &stream->waiting);
    stream->ended = job_log_has_ended(stream->channel->log) &&
                    stream->position == job_log_last(stream->channel->log);
}

ssize_t stream_read(struct stream *stream, char *buf, size_t max) {
    (void)pthread_mutex_lock(&stream->streams->lock);
    refill(stream);
    size_t left = stream->waiting.len - stream->sent;
    ssize_t result = 0;
    if (!lw_buffer_ok(&stream->waiting)) {
        result = -1;
    } else if (left > 0) {
        size_t n = left < max ? left : max;
        memcpy(buf, lw_buffer_text(&stream->waiting) + stream->sent, n);
        stream->sent += n;
        result = (ssize_t)n;
    } else if (stream->ended) {
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
        bool listed = n > 0 && strcmp(jobs[n - 1], it->channel->job) == 0;
        if (!it->ended && it->quiet % 3 == 0 && n < 16 && !listed) {
            memcpy(jobs[n++], it->channel->job, sizeof it->channel->job);
        }
        if (!it->ended && it->quiet % QUIET_TICKS == QUIET_TICKS - 1) {
            lw_buffer_puts(&it->waiting, ": still here\n\n");
            wake_stream(it);
        }
    }
    age_channels(streams);
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
