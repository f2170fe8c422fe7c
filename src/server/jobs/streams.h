/* Event streams (server-sent events) of jobs. */
#ifndef STREAMS_H
#define STREAMS_H

#include <sys/types.h>

#include "app.h"

struct stream;

struct streams *streams_create(struct app *app);
void streams_destroy(struct streams *streams); /* all closed; NULL-safe */

/* Who follows a job, and how to pause and resume their connection. */
struct follower {
    uint64_t client;           /* whose streams it is counted with; 0: nobody's */
    const char *last_event_id; /* where they left off; NULL: nowhere */
    void (*pause)(void *ctx);
    void (*resume)(void *ctx);
    void *ctx;
};
/* Follows a job from its state of now on, or from behind the last event. NULL when too
 * many are open. */
struct stream *streams_open(struct app *app, const char *job,
                            const struct follower *follower);
void stream_close(struct stream *stream);
/* Bytes to send; 0 after pausing the connection; -1 at the end. */
ssize_t stream_read(struct stream *stream, char *buf, size_t max);

/* Sends an event to all who follow the job; the last one ends their streams. */
void streams_publish(struct streams *streams, const char *job, const char *event,
                     const char *json, bool is_last);
/* Once a second: reports on jobs that another process works on, and keeps quiet streams
 * open. */
void streams_tick(struct streams *streams);
/* Ends every stream. */
void streams_end(struct streams *streams);

/* The JSON object of a job, as the interface has it. */
void job_json(struct lw_json_writer *json, const struct lw_store_job *job);
/* The same as the data of an event, which is short: what is long is left out of it, and
 * whoever wants it asks for the job. */
void job_event_json(struct lw_buffer *out, const struct lw_store_job *job);
bool job_has_ended(const struct lw_store_job *job);

#endif
