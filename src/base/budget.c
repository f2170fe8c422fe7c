/* Meters and the bare runtime. */
#include "lw/base/budget.h"
#include "lw/base/runtime.h"

/* Reading the clock costs about as much as a few nodes; this many between two reads keep
 * a time limit honest to well under a millisecond in every engine. */
#define NODES_BETWEEN_CHECKS 256u

const char *lw_stop_text(enum lw_stop stop) {
    static const char *const texts[] = {"", "node limit", "time limit", "memory limit",
                                        "cancelled"};
    return texts[stop];
}

void lw_meter_start(struct lw_meter *meter, const struct lw_runtime *runtime,
                    const struct lw_budget *budget) {
    *meter = (struct lw_meter){.runtime = runtime, .next_check = NODES_BETWEEN_CHECKS};
    if (budget != NULL) {
        meter->budget = *budget;
    }
    if (meter->budget.nodes != 0 && meter->budget.nodes < meter->next_check) {
        meter->next_check = meter->budget.nodes;
    }
    meter->start_ns = lw_runtime_now_ns(runtime);
}

uint64_t lw_meter_elapsed_ns(const struct lw_meter *meter) {
    return lw_runtime_now_ns(meter->runtime) - meter->start_ns;
}

bool lw_meter_is_over(const struct lw_meter *meter) {
    const struct lw_budget *budget = &meter->budget;
    return meter->stop != LW_STOP_NONE ||
           (budget->cancel != NULL &&
            atomic_load_explicit(budget->cancel, memory_order_relaxed)) ||
           (budget->time_ns != 0 && lw_meter_elapsed_ns(meter) >= budget->time_ns);
}

enum lw_stop lw_meter_check(struct lw_meter *meter) {
    const struct lw_budget *budget = &meter->budget;
    if (meter->stop != LW_STOP_NONE) {
        return meter->stop;
    }
    meter->next_check = meter->nodes + NODES_BETWEEN_CHECKS;
    if (budget->nodes != 0) {
        if (meter->nodes >= budget->nodes) {
            return meter->stop = LW_STOP_NODES;
        }
        if (budget->nodes < meter->next_check) {
            meter->next_check = budget->nodes;
        }
    }
    if (budget->cancel != NULL &&
        atomic_load_explicit(budget->cancel, memory_order_relaxed)) {
        return meter->stop = LW_STOP_CANCEL;
    }
    if (budget->time_ns != 0 && lw_meter_elapsed_ns(meter) >= budget->time_ns) {
        return meter->stop = LW_STOP_TIME;
    }
    return LW_STOP_NONE;
}

struct lw_runtime lw_runtime_bare(const struct lw_alloc *alloc) {
    struct lw_runtime runtime = {.alloc = alloc, .n_workers = 1};
    return runtime;
}

uint64_t lw_runtime_now_ns(const struct lw_runtime *runtime) {
    return runtime == NULL || runtime->now_ns == NULL ? 0 : runtime->now_ns(runtime->ctx);
}

void lw_runtime_parallel(const struct lw_runtime *runtime, size_t count, lw_task_fn fn,
                         void *task_ctx) {
    if (runtime->parallel != NULL) {
        runtime->parallel(runtime->ctx, count, fn, task_ctx);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        fn(task_ctx, i, 0);
    }
}
