/* The log: JSON lines without addresses or secrets. */
#ifndef LOG_H
#define LOG_H

#include <stdint.h>

#include "http/exchange.h"

enum log_level { LOG_INFO, LOG_WARNING, LOG_ERROR };

struct log {
    lw_server_log_fn write; /* may be NULL */
    void *ctx;
    int64_t (*now_ms)(void *ctx);
    void *now_ctx;
};

/* {"time":…,"level":…,"event":event,"message":…} */
void log_event(struct log *log, enum log_level level, const char *event, const char *fmt,
               ...) LW_PRINTF(4, 5);
/* One request: route (not the address asked for, which may hold a secret), status, time.
 */
void log_request(struct log *log, const struct exchange *exchange, uint64_t duration_ns);

#endif
