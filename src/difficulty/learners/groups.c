/* Work that is done once for every group that is left out. */
#include <math.h>

#include "difficulty_internal.h"

struct round {
    const struct lw_runtime *runtime;
    const struct lw_evidence *e;
    const struct lw_group_work *work;
    atomic_size_t n_done;
    lw_status *status;       /* [n_groups] */
    struct lw_error *errors; /* [n_groups] */
};

bool lw_evidence_stopped(const struct lw_evidence *e) {
    return e->cancel != NULL && atomic_load(e->cancel);
}

size_t lw_evidence_n_judged(const struct lw_evidence *e) {
    return e->n_judged > 0 && e->n_judged < e->n_groups ? e->n_judged : e->n_groups;
}

const double *lw_answers_without(const struct lw_evidence *e, size_t group) {
    return e->y_without != NULL && group < e->n_groups ? e->y_without + group * e->n
                                                       : e->y;
}

static void do_group(void *ctx, size_t g, uint32_t worker) {
    struct round *round = ctx;
    const struct lw_runtime *runtime = round->runtime;
    round->status[g] = LW_CANCELLED;
    if (lw_evidence_stopped(round->e)) {
        return;
    }
    round->status[g] = round->work->run(round->work->ctx, g, &round->errors[g]);
    size_t n_done = round->status[g] == LW_OK ? atomic_fetch_add(&round->n_done, 1) + 1
                                              : atomic_load(&round->n_done);
    /* One worker speaks for all, so that no two speak at once. */
    if (worker == 0 && runtime->progress != NULL && round->e->n_judged != 1) {
        const struct lw_progress progress = {.phase = round->work->phase,
                                             .done = n_done,
                                             .total = lw_evidence_n_judged(round->e),
                                             .best = (double)NAN};
        runtime->progress(runtime->progress_ctx, &progress);
    }
}

lw_status lw_groups_run(const struct lw_runtime *runtime, const struct lw_evidence *e,
                        const struct lw_group_work *work, struct lw_error *err) {
    struct lw_arena arena;
    struct round round = {.runtime = runtime, .e = e, .work = work};
    lw_arena_init(&arena, runtime->alloc);
    size_t n = lw_evidence_n_judged(e);
    round.status = lw_arena_zero(&arena, n + 1, sizeof *round.status);
    round.errors = lw_arena_zero(&arena, n + 1, sizeof *round.errors);
    lw_status status =
        round.status == NULL || round.errors == NULL ? lw_fail_memory(err) : LW_OK;
    if (status == LW_OK) {
        lw_runtime_parallel(runtime, n, do_group, &round);
    }
    for (size_t g = 0; status == LW_OK && g < n; g++) {
        status = round.status[g];
        if (status != LW_OK && err != NULL) {
            *err = round.errors[g];
        }
    }
    if (status == LW_CANCELLED) {
        status = lw_fail(err, LW_CANCELLED, 0, 0,
                         "stopped on request while %s; %zu of %zu groups were done",
                         work->phase, atomic_load(&round.n_done), n);
    }
    lw_arena_free(&arena);
    return status;
}
