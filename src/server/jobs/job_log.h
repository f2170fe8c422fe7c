/* The events of one job, numbered, so that whoever lost the connection or reads slowly
 * gets what it has missed. Levels are kept, up to a size; of progress only the latest;
 * the end ends it. Not locked: the owner does that. */
#ifndef JOB_LOG_H
#define JOB_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/buffer.h"

struct job_log;

/* tag tells this log from another of the same job, e.g. before a restart. NULL when
 * memory is out. */
struct job_log *job_log_create(const struct lw_alloc *alloc, uint32_t tag);
void job_log_destroy(struct job_log *log); /* NULL-safe */

enum job_log_kind {
    JOB_LOG_LATEST, /* replaces the last such */
    JOB_LOG_KEPT,
    JOB_LOG_END /* the last of all; nothing is added after it */
};
/* What does not fit into memory is left out, and so is what is longer than all levels
 * together may be; of an end, its data. */
void job_log_add(struct job_log *log, enum job_log_kind kind, const char *event,
                 const char *json);
bool job_log_has_ended(const struct job_log *log);

/* The number that an event's id names; 0, the beginning, when it is of another log. */
uint64_t job_log_position(const struct job_log *log, const char *event_id);
/* The number of the last event. */
uint64_t job_log_last(const struct job_log *log);
/* Appends events after the position in the form of server-sent events, until out has at
 * least max bytes; returns the position of the last one. */
uint64_t job_log_read(const struct job_log *log, uint64_t after, size_t max,
                      struct lw_buffer *out);

#endif
