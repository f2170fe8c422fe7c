/* Budgets and progress: part of every long call.
 *
 * A budget says how much a call may use; the meter that a call starts from it counts what
 * it has used and answers "go on?" cheaply. Nodes and memory are deterministic; time and
 * cancel are not. */
#ifndef LW_BASE_BUDGET_H
#define LW_BASE_BUDGET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lw_runtime;

enum lw_stop {
    LW_STOP_NONE,
    LW_STOP_NODES,
    LW_STOP_TIME,
    LW_STOP_MEMORY,
    LW_STOP_CANCEL
};

const char *lw_stop_text(enum lw_stop stop);

/* Zero means "no limit" throughout. */
struct lw_budget {
    uint64_t nodes;
    uint64_t time_ns;
    size_t memory_bytes;
    const atomic_bool *cancel; /* may be NULL */
};

struct lw_progress {
    const char *phase; /* static text: what is going on */
    uint64_t done;
    uint64_t total; /* 0: unknown */
    uint64_t found;
    double best; /* of the objective, NaN when there is none */
};

/* Called from the thread that works, at most a few times a second and never from two
 * threads at once for the same call. */
typedef void (*lw_progress_fn)(void *ctx, const struct lw_progress *progress);

struct lw_meter {
    const struct lw_runtime *runtime; /* may be NULL: then no clock, no progress */
    struct lw_budget budget;
    uint64_t nodes;
    uint64_t start_ns;
    uint64_t next_check; /* node count at which the clock is read again */
    enum lw_stop stop;
};

void lw_meter_start(struct lw_meter *meter, const struct lw_runtime *runtime,
                    const struct lw_budget *budget);
/* Reads the clock and the cancel flag now. */
enum lw_stop lw_meter_check(struct lw_meter *meter);
uint64_t lw_meter_elapsed_ns(const struct lw_meter *meter);
/* Time and cancel alone, without changing the meter: for workers that share one. */
bool lw_meter_is_over(const struct lw_meter *meter);

/* Counts nodes; looks at the clock only every few hundred. */
static inline enum lw_stop lw_meter_tick(struct lw_meter *meter, uint64_t nodes) {
    meter->nodes += nodes;
    if (meter->nodes < meter->next_check) {
        return meter->stop;
    }
    return lw_meter_check(meter);
}

#endif
