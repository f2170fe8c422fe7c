/* Relaxed atomics: counters need no order among each other. */
#include "metrics.h"
#include "app.h"
#include "routes/route.h"

#include <inttypes.h>

#define MAX_ROUTES (64 * APP_ROUTE_WORDS) /* as routes.c asserts */
#define N_BUCKETS 8

static const uint64_t bucket_us[N_BUCKETS] = {100,   500,    2000,    10000,
                                              50000, 250000, 1000000, 5000000};
static const char *const bucket_names[N_BUCKETS] = {"0.0001", "0.0005", "0.002", "0.01",
                                                    "0.05",   "0.25",   "1",     "5"};

struct route_counts {
    _Atomic uint64_t by_class[6]; /* status / 100 */
    _Atomic uint64_t buckets[N_BUCKETS];
    _Atomic uint64_t sum_ns, n;
};

struct metrics {
    const struct lw_alloc *alloc;
    struct route_counts routes[MAX_ROUTES + 1]; /* the last: no route */
    _Atomic int64_t values[METRIC_COUNT];
};

struct metrics *metrics_create(const struct lw_alloc *alloc) {
    struct metrics *metrics = lw_alloc_zero(alloc, 1, sizeof *metrics);
    if (metrics != NULL) {
        metrics->alloc = alloc;
    }
    return metrics;
}

void metrics_destroy(struct metrics *metrics) {
    if (metrics != NULL) {
        lw_alloc_free(metrics->alloc, metrics, sizeof *metrics);
    }
}

static void count(_Atomic uint64_t *counter, uint64_t amount) {
    (void)atomic_fetch_add_explicit(counter, amount, memory_order_relaxed);
}

void metrics_request(struct metrics *metrics, const struct route *route, unsigned status,
                     uint64_t duration_ns) {
    size_t n;
    const struct route *table = routes(&n);
    size_t which = route == NULL ? MAX_ROUTES : (size_t)(route - table);
    struct route_counts *counts = &metrics->routes[which < n ? which : MAX_ROUTES];
    count(&counts->by_class[status / 100 < 6 ? status / 100 : 0], 1);
    count(&counts->n, 1);
    count(&counts->sum_ns, duration_ns);
    for (size_t i = 0; i < N_BUCKETS; i++) {
        if (duration_ns / 1000 <= bucket_us[i]) {
            count(&counts->buckets[i], 1);
            break;
        }
    }
}

void metrics_add(struct metrics *metrics, enum metric metric, int64_t amount) {
    (void)atomic_fetch_add_explicit(&metrics->values[metric], amount,
                                    memory_order_relaxed);
}

static const char *pattern_of(size_t which, const char **method) {
    size_t n;
    const struct route *table = routes(&n);
    *method = which < n ? route_method(&table[which]) : "any";
    return which < n ? table[which].pattern : "static";
}

static void write_route(struct route_counts *counts, const char *method, const char *name,
                        struct lw_buffer *out) {
    for (unsigned i = 1; i < 6; i++) {
        uint64_t value = atomic_load_explicit(&counts->by_class[i], memory_order_relaxed);
        if (value > 0) {
            lw_buffer_printf(out,
                             "levelwright_requests_total{method=\"%s\",route=\"%s\","
                             "status=\"%uxx\"} %" PRIu64 "\n",
                             method, name, i, value);
        }
    }
}

static void write_times(struct route_counts *counts, const char *method, const char *name,
                        struct lw_buffer *out) {
    uint64_t total = 0;
    for (size_t i = 0; i < N_BUCKETS; i++) {
        total += atomic_load_explicit(&counts->buckets[i], memory_order_relaxed);
        lw_buffer_printf(out,
                         "levelwright_request_seconds_bucket{method=\"%s\",route=\"%s\","
                         "le=\"%s\"} %" PRIu64 "\n",
                         method, name, bucket_names[i], total);
    }
    uint64_t n = atomic_load_explicit(&counts->n, memory_order_relaxed);
    double sum =
        (double)atomic_load_explicit(&counts->sum_ns, memory_order_relaxed) / 1e9;
    lw_buffer_printf(out,
                     "levelwright_request_seconds_bucket{method=\"%s\",route=\"%s\","
                     "le=\"+Inf\"} %" PRIu64 "\n"
                     "levelwright_request_seconds_sum{method=\"%s\",route=\"%s\"} %.6f\n"
                     "levelwright_request_seconds_count{method=\"%s\",route=\"%s\"} "
                     "%" PRIu64 "\n",
                     method, name, n, method, name, sum, method, name, n);
}

void metrics_write(struct metrics *metrics, struct lw_buffer *out) {
    static const struct {
        const char *name, *type, *help;
    } rows[] = {
#define X(code, name, type, help) {name, type, help},
        METRIC_LIST(X)
#undef X
    };
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        lw_buffer_printf(out, "# HELP %s %s\n# TYPE %s %s\n%s %" PRId64 "\n",
                         rows[i].name, rows[i].help, rows[i].name, rows[i].type,
                         rows[i].name,
                         atomic_load_explicit(&metrics->values[i], memory_order_relaxed));
    }
    size_t n;
    (void)routes(&n);
    lw_buffer_puts(out, "# HELP levelwright_requests_total Requests answered\n"
                        "# TYPE levelwright_requests_total counter\n");
    for (int times = 0; times < 2; times++) {
        if (times == 1) {
            lw_buffer_puts(out, "# HELP levelwright_request_seconds Time to answer\n"
                                "# TYPE levelwright_request_seconds histogram\n");
        }
        for (size_t i = 0; i <= n; i++) {
            const char *method;
            const char *name = pattern_of(i, &method);
            struct route_counts *counts = &metrics->routes[i < n ? i : MAX_ROUTES];
            if (atomic_load_explicit(&counts->n, memory_order_relaxed) == 0) {
                continue;
            }
            (times == 0 ? write_route : write_times)(counts, method, name, out);
        }
    }
}
