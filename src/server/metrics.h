/* Counters for Prometheus. */
#ifndef METRICS_H
#define METRICS_H

#include "app.h"

struct route;

/* One a route and one for everything else (pages, unknown addresses). */
struct metrics *metrics_create(const struct lw_alloc *alloc);
void metrics_destroy(struct metrics *metrics);
void metrics_request(struct metrics *metrics, const struct route *route, unsigned status,
                     uint64_t duration_ns);

/* Single numbers; gauges may fall. */
#define METRIC_LIST(X)                                                                   \
    X(CONNECTIONS, "levelwright_connections", "gauge", "Open connections")               \
    X(STREAMS, "levelwright_event_streams", "gauge", "Open event streams")               \
    X(TRAFFIC, "levelwright_traffic_bytes", "gauge",                                     \
      "Memory of large requests and answers under way")                                  \
    X(CUT, "levelwright_connections_cut_total", "counter",                               \
      "Connections closed because a request came too slowly")                            \
    X(LIMITED, "levelwright_rate_limited_total", "counter",                              \
      "Requests refused by the rate limit")                                              \
    X(OVER_BYTES_IN, "levelwright_over_bytes_in_total", "counter",                       \
      "Requests refused for the size of their body")                                     \
    X(OVER_BYTES_OUT, "levelwright_over_bytes_out_total", "counter",                     \
      "Requests refused for the size of their answer")                                   \
    X(OVER_CPU_MS, "levelwright_over_cpu_ms_total", "counter",                           \
      "Requests refused for the processor time they took")                               \
    X(OVER_MEMORY_BYTES, "levelwright_over_memory_bytes_total", "counter",               \
      "Requests refused for the memory they took")                                       \
    X(OVER_ROWS, "levelwright_over_rows_total", "counter",                               \
      "Requests refused for the rows they would write")                                  \
    X(EVENTS, "levelwright_events_stored_total", "counter", "Events of plays stored")    \
    X(WINS, "levelwright_wins_total", "counter", "Wins that replayed")                   \
    X(FORGED, "levelwright_wins_refused_total", "counter", "Wins that did not replay")   \
    X(JOBS_RUNNING, "levelwright_jobs_running", "gauge", "Jobs running in this process") \
    X(JOBS_DONE, "levelwright_jobs_done_total", "counter", "Jobs finished")              \
    X(JOBS_FAILED, "levelwright_jobs_failed_total", "counter", "Jobs failed")            \
    X(DAILY_MADE, "levelwright_daily_made_total", "counter", "Levels of the day made")   \
    X(DAILY_RESERVE, "levelwright_daily_reserve_total", "counter",                       \
      "Levels of the day taken from the reserve")

enum metric {
#define X(code, name, type, help) METRIC_##code,
    METRIC_LIST(X)
#undef X
        METRIC_COUNT
};
void metrics_add(struct metrics *metrics, enum metric metric, int64_t amount);
void metrics_write(struct metrics *metrics, struct lw_buffer *out);

#endif
