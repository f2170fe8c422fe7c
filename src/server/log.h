/* The log: JSON lines without addresses or secrets.
 *
 * What strangers can cause is written a few times a second and counted beyond that, so
 * that nobody fills the disk with refusals: a line says how many like it were left out
 * before ("more"), and log_tick says it of those that nothing followed. */
#ifndef LOG_H
#define LOG_H

#include <pthread.h>
#include <stdint.h>

#include "http/exchange.h"

enum log_level { LOG_INFO, LOG_WARNING, LOG_ERROR };

/* Lines of one sort: an event, or the requests that were refused with one code. */
struct log_sort {
    const char *event, *code; /* static texts; event NULL: not used yet */
    int64_t second;           /* in which these were: */
    unsigned n_written;
    uint64_t n_left_out;
};
#define LOG_SORTS 64

struct log {
    lw_server_log_fn write; /* may be NULL */
    void *ctx;
    int64_t (*now_ms)(void *ctx);
    void *now_ctx;
    bool all_requests; /* the operator wants to see each */
    pthread_mutex_t lock;
    struct log_sort sorts[LOG_SORTS]; /* under the lock */
};

/* {"time":…,"level":…,"event":event,"message":…} */
void log_event(struct log *log, enum log_level level, const char *event, const char *fmt,
               ...) LW_PRINTF(4, 5);
/* One request: route (not the address asked for, which may hold a secret), status, time.
 */
void log_request(struct log *log, const struct exchange *exchange, uint64_t duration_ns);
/* Once a second: tells what was left out and is over. */
void log_tick(struct log *log);

#endif
