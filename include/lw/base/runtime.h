/* The runtime table: what the core needs from the system, as callbacks.
 *
 * The core has no threads, clock, files or SAT solver of its own; `platform` fills this
 * table natively, `wasm` fills it for the browser, and every entry may be missing. */
#ifndef LW_BASE_RUNTIME_H
#define LW_BASE_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/budget.h"

/* Work on item number `index`; `worker` < n_workers tells which thread's scratch to use.
 */
typedef void (*lw_task_fn)(void *ctx, size_t index, uint32_t worker);

/* SAT clauses go in as signed literals; variables count from 1. */
struct lw_sat; /* opaque */
enum lw_sat_result { LW_SAT_UNKNOWN, LW_SAT_SATISFIABLE, LW_SAT_UNSATISFIABLE };
/* What is expected, which decides how to search: that nothing fits, or that much does. */
enum lw_sat_aim { LW_SAT_REFUTE, LW_SAT_FIND };
struct lw_sat_prover {
    const char *name; /* "cadical 1.5.3" */
    struct lw_sat *(*create)(void *ctx, enum lw_sat_aim aim);
    void (*add)(struct lw_sat *sat, int literal); /* 0 ends a clause */
    /* Stops with UNKNOWN when the meter's budget is spent. */
    enum lw_sat_result (*solve)(struct lw_sat *sat, struct lw_meter *meter);
    bool (*value)(struct lw_sat *sat, int variable);
    void (*destroy)(struct lw_sat *sat);
    void *ctx;
};

struct lw_runtime {
    void *ctx;
    const struct lw_alloc *alloc; /* never NULL */
    uint32_t n_workers;           /* at least 1 */
    /* Monotonic; NULL: no clock, time budgets are ignored. */
    uint64_t (*now_ns)(void *ctx);
    /* Runs fn for every index in [0, count) on up to n_workers threads and returns when
     * all are done; indices are handed out in ascending order. NULL: run in a loop. */
    void (*parallel)(void *ctx, size_t count, lw_task_fn fn, void *task_ctx);
    lw_progress_fn progress; /* may be NULL */
    void *progress_ctx;
    const struct lw_sat_prover *sat; /* NULL: none */
};

/* A runtime of nothing but memory: one worker, no clock. */
struct lw_runtime lw_runtime_bare(const struct lw_alloc *alloc);
/* parallel, or the loop when there is none. */
void lw_runtime_parallel(const struct lw_runtime *runtime, size_t count, lw_task_fn fn,
                         void *task_ctx);
uint64_t lw_runtime_now_ns(const struct lw_runtime *runtime);

#endif
