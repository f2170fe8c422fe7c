/* A list of events, oldest first. The latest progress moves to the end each time it is
 * told, so numbers rise along the list and a reader needs to remember but one. */
#include "jobs/job_log.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MAX_BYTES ((size_t)1024 * 1024)

struct entry {
    struct entry *next;
    uint64_t number;
    enum job_log_kind kind;
    size_t len; /* of the text */
    char text[];
};

struct job_log {
    const struct lw_alloc *alloc;
    uint32_t tag;
    uint64_t last;
    size_t bytes; /* of kept entries */
    struct entry *first, *end;
};

struct job_log *job_log_create(const struct lw_alloc *alloc, uint32_t tag) {
    struct job_log *log = lw_alloc_zero(alloc, 1, sizeof *log);
    if (log != NULL) {
        log->alloc = alloc;
        log->tag = tag;
    }
    return log;
}

static void free_entry(struct job_log *log, struct entry *entry) {
    log->bytes -= entry->kind == JOB_LOG_KEPT ? entry->len : 0;
    lw_alloc_free(log->alloc, entry, sizeof *entry + entry->len + 1);
}

void job_log_destroy(struct job_log *log) {
    if (log == NULL) {
        return;
    }
    while (log->first != NULL) {
        struct entry *entry = log->first;
        log->first = entry->next;
        free_entry(log, entry);
    }
    lw_alloc_free(log->alloc, log, sizeof *log);
}

/* Takes the first of that kind out of the list. */
static void drop_first(struct job_log *log, enum job_log_kind kind) {
    struct entry *before = NULL;
    for (struct entry *it = log->first; it != NULL; before = it, it = it->next) {
        if (it->kind == kind) {
            *(before == NULL ? &log->first : &before->next) = it->next;
            log->end = log->end == it ? before : log->end;
            free_entry(log, it);
            return;
        }
    }
}

bool job_log_has_ended(const struct job_log *log) {
    return log->end != NULL && log->end->kind == JOB_LOG_END;
}

static struct entry *make_entry(struct job_log *log, enum job_log_kind kind,
                                const char *event, const char *json) {
    struct lw_buffer text;
    struct entry *entry = NULL;
    lw_buffer_init(&text, log->alloc);
    lw_buffer_printf(&text, "id: %08" PRIx32 "-%" PRIu64 "\nevent: %s\ndata: ", log->tag,
                     log->last + 1, event);
    lw_buffer_puts(&text, json);
    lw_buffer_puts(&text, "\n\n");
    if (lw_buffer_ok(&text)) {
        entry = lw_alloc_get(log->alloc, sizeof *entry + text.len + 1);
    }
    if (entry != NULL) {
        *entry = (struct entry){.number = ++log->last, .kind = kind, .len = text.len};
        memcpy(entry->text, lw_buffer_text(&text), text.len + 1);
    }
    lw_buffer_free(&text);
    return entry;
}

void job_log_add(struct job_log *log, enum job_log_kind kind, const char *event,
                 const char *json) {
    bool is_long = strlen(json) > MAX_BYTES;
    if (job_log_has_ended(log) || (is_long && kind != JOB_LOG_END)) {
        return;
    }
    struct entry *entry = make_entry(log, kind, event, is_long ? "{}" : json);
    if (entry == NULL) {
        return;
    }
    if (kind == JOB_LOG_LATEST) {
        drop_first(log, JOB_LOG_LATEST);
    }
    *(log->end == NULL ? &log->first : &log->end->next) = entry;
    log->end = entry;
    log->bytes += kind == JOB_LOG_KEPT ? entry->len : 0;
    while (log->bytes > MAX_BYTES) {
        drop_first(log, JOB_LOG_KEPT);
    }
}

uint64_t job_log_position(const struct job_log *log, const char *event_id) {
    uint32_t tag;
    uint64_t number;
    char rest;
    if (event_id == NULL || strlen(event_id) > 40 ||
        sscanf(event_id, "%8" SCNx32 "-%19" SCNu64 "%c", &tag, &number, &rest) != 2) {
        return 0;
    }
    return tag == log->tag && number <= log->last ? number : 0;
}

uint64_t job_log_last(const struct job_log *log) {
    return log->last;
}

uint64_t job_log_read(const struct job_log *log, uint64_t after, size_t max,
                      struct lw_buffer *out) {
    for (const struct entry *it = log->first; it != NULL && out->len < max;
         it = it->next) {
        if (it->number > after) {
            lw_buffer_add(out, it->text, it->len);
            after = it->number;
        }
    }
    return after;
}
