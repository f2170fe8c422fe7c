/* Work in parallel, results in order: whoever finishes an item prints every result that
 * is next in line. */
#include "judge/in_order.h"

#include <math.h>
#include <pthread.h>

struct run {
    struct cli *cli;
    const struct cli_in_order *job;
    struct lw_runtime inner; /* what each item is given */
    struct cli_progress *progress;
    pthread_mutex_t lock; /* guards what follows and all printing */
    bool *done;
    size_t n_done;
    size_t n_printed;
    atomic_bool broken; /* the output failed */
};

static void report(struct run *run) {
    const struct lw_runtime *runtime = run->cli->runtime;
    if (runtime->progress != NULL && run->job->n > 1) {
        struct lw_progress progress = {.phase = run->job->phase,
                                       .done = run->n_done,
                                       .total = run->job->n,
                                       .best = (double)NAN};
        runtime->progress(runtime->progress_ctx, &progress);
    }
}

static void finish_one(struct run *run, size_t index) {
    (void)pthread_mutex_lock(&run->lock);
    run->done[index] = true;
    run->n_done++;
    if (run->done[run->n_printed]) {
        cli_progress_hide(run->progress);
    }
    while (run->n_printed < run->job->n && run->done[run->n_printed]) {
        run->job->print(run->job->ctx, run->n_printed++);
    }
    report(run);
    atomic_store(&run->broken, run->cli->out_errno != 0);
    (void)pthread_mutex_unlock(&run->lock);
}

static void do_one(void *ctx, size_t index, uint32_t worker) {
    (void)worker;
    struct run *run = ctx;
    if (atomic_load(&run->broken) || atomic_load(run->cli->cancel)) {
        return;
    }
    run->job->work(run->job->ctx, index, &run->inner);
    finish_one(run, index);
}

void cli_run_in_order(struct cli *cli, const struct cli_in_order *job) {
    struct run run = {.cli = cli,
                      .job = job,
                      .lock = PTHREAD_MUTEX_INITIALIZER,
                      .done = lw_alloc_zero(cli->alloc, job->n, sizeof(bool))};
    if (run.done == NULL) {
        struct lw_error err;
        (void)lw_fail_memory(&err);
        (void)cli_fail(cli, NULL, &err);
        return;
    }
    run.progress = cli_progress_begin(cli, job->phase);
    run.inner = *cli->runtime;
    if (job->n > 1) {
        run.inner.n_workers = 1;
        run.inner.parallel = NULL;
        run.inner.progress = NULL;
        lw_runtime_parallel(cli->runtime, job->n, do_one, &run);
    } else {
        do_one(&run, 0, 0);
    }
    cli_progress_end(run.progress);
    lw_alloc_free(cli->alloc, run.done, job->n * sizeof(bool));
}
