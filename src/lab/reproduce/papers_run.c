/* Running the rows: one job for each call, the short ones first, within a time budget.
 *
 * A job is begun when its time, judged by how long those before really took, still fits.
 * Jobs work on one thread each and share nothing, so the numbers do not depend on how
 * many run side by side. */
#include "reproduce/papers.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Below this, what a job takes says more of the machine's other work than of its speed.
 */
#define TELLING_S 0.3
#define AS_STATED_S 5.0

struct loop {
    struct paper_run *run;
    FILE *nowhere; /* messages of the jobs' commands */
    size_t n;      /* jobs of this part */
    struct paper_job *jobs;
    uint64_t begun_ns;
    double total_s;        /* of all jobs that fit, for progress */
    atomic_flag reporting; /* one thread at a time */
    atomic_uint_fast64_t done_ms, expected_ms, taken_ms;
};

bool paper_wanted(const struct paper_run *run, const struct paper *paper,
                  const struct paper_row *row) {
    for (const char *at = run->only; at != NULL && *at != '\0';) {
        size_t len = strcspn(at, ",");
        if ((strlen(paper->id) == len && strncmp(paper->id, at, len) == 0) ||
            (strlen(row->item) == len && strncmp(row->item, at, len) == 0)) {
            return true;
        }
        at += len + (at[len] == ',');
    }
    return run->only == NULL;
}

static bool same_call(const struct paper_row *a, const struct paper_row *b) {
    return a->compute == b->compute && strcmp(a->arg, b->arg) == 0;
}

const struct paper_job *paper_job_of(const struct paper_run *run,
                                     const struct paper *paper,
                                     const struct paper_row *row) {
    for (size_t i = 0; row->compute != NULL && i < run->n_jobs; i++) {
        if (run->jobs[i].paper == paper && same_call(run->jobs[i].row, row)) {
            return &run->jobs[i];
        }
    }
    return NULL;
}

/* Those that come last behind all others, else by time; equal ones as in the table. */
static int by_time(const void *a, const void *b) {
    const struct paper_job *x = a, *y = b;
    if (x->row->last != y->row->last) {
        return x->row->last ? 1 : -1;
    }
    if (x->row->seconds != y->row->seconds) {
        return x->row->seconds < y->row->seconds ? -1 : 1;
    }
    return x->paper != y->paper ? (x->paper < y->paper ? -1 : 1)
                                : (x->row > y->row) - (x->row < y->row);
}

static lw_status list_jobs(struct paper_run *run, struct lw_error *err) {
    size_t n_rows = 0;
    for (size_t p = 0; p < N_PAPERS; p++) {
        n_rows += papers[p]->n_rows;
    }
    run->jobs = lw_alloc_zero(run->cli->alloc, n_rows, sizeof *run->jobs);
    if (run->jobs == NULL) {
        return lw_fail_memory(err);
    }
    run->n_jobs = 0;
    for (size_t p = 0; p < N_PAPERS; p++) {
        for (size_t i = 0; i < papers[p]->n_rows; i++) {
            const struct paper_row *row = &papers[p]->rows[i];
            if (row->compute != NULL && paper_wanted(run, papers[p], row) &&
                paper_job_of(run, papers[p], row) == NULL) {
                run->jobs[run->n_jobs++] =
                    (struct paper_job){.paper = papers[p], .row = row};
            }
        }
    }
    qsort(run->jobs, run->n_jobs, sizeof *run->jobs, by_time);
    return LW_OK;
}

static void prepare(struct loop *loop, struct paper_job *job) {
    const struct paper_run *run = loop->run;
    job->cli = *run->cli;
    job->cli.out = loop->nowhere;
    job->cli.err = loop->nowhere;
    job->runtime = *run->cli->runtime;
    job->runtime.n_workers = 1;
    job->runtime.parallel = NULL;
    job->runtime.progress = NULL;
    job->cli.runtime = &job->runtime;
    job->args = run->args;
    job->shared = run->shared;
    job->folder = run->folder;
    job->seed = run->seed;
    job->others = run->jobs;
    job->n_others = run->n_jobs;
    lw_arena_init(&job->arena, run->cli->alloc);
}

/* How much longer than stated the jobs took so far, beside some seconds as stated: the
 * first few say little. */
static double slowness(struct loop *loop) {
    double expected = (double)atomic_load(&loop->expected_ms) + 1000 * AS_STATED_S;
    double taken = (double)atomic_load(&loop->taken_ms) + 1000 * AS_STATED_S;
    return taken / expected;
}

static bool fits(struct loop *loop, const struct paper_job *job) {
    const struct paper_run *run = loop->run;
    double elapsed_s =
        (double)(lw_runtime_now_ns(run->cli->runtime) - loop->begun_ns) * 1e-9;
    return elapsed_s + job->row->seconds * slowness(loop) <=
           (double)run->budget_ns * 1e-9;
}

static void report(struct loop *loop) {
    const struct lw_runtime *runtime = loop->run->cli->runtime;
    if (runtime->progress != NULL && !atomic_flag_test_and_set(&loop->reporting)) {
        const struct lw_progress progress = {.phase = "seconds of work",
                                             .done = atomic_load(&loop->done_ms) / 1000,
                                             .total = (uint64_t)ceil(loop->total_s),
                                             .best = (double)NAN};
        runtime->progress(runtime->progress_ctx, &progress);
        atomic_flag_clear(&loop->reporting);
    }
}

static bool is_stopped(const struct paper_run *run) {
    return run->cli->cancel != NULL && atomic_load(run->cli->cancel);
}

static void compute(struct loop *loop, struct paper_job *job) {
    uint64_t cpu = lw_platform_thread_cpu_ns();
    uint64_t clock = lw_runtime_now_ns(&job->runtime);
    lw_status status = job->row->compute(job, job->row->arg, &job->err);
    job->cpu_s = (double)(lw_platform_thread_cpu_ns() - cpu) * 1e-9;
    if (status == LW_OK && job->failed) {
        status = lw_fail_memory(&job->err);
    }
    /* A job that was stopped may have ended early without saying so. */
    job->state = status == LW_CANCELLED || is_stopped(loop->run) ? PAPER_STOPPED
                 : status == LW_OK                               ? PAPER_DONE
                 : status == LW_NOT_FOUND && job->row->last      ? PAPER_NO_TIME
                                                                 : PAPER_FAILED;
    if (job->row->seconds >= TELLING_S) {
        uint64_t taken_ms = (lw_runtime_now_ns(&job->runtime) - clock) / 1000000;
        atomic_fetch_add(&loop->expected_ms, (uint64_t)(1000 * job->row->seconds));
        atomic_fetch_add(&loop->taken_ms, taken_ms);
    }
}

static void work(void *ctx, size_t index, uint32_t worker) {
    struct loop *loop = ctx;
    struct paper_job *job = &loop->jobs[index];
    (void)worker;
    if (is_stopped(loop->run)) {
        job->state = PAPER_STOPPED;
    } else if (job->row->shared && loop->run->shared == NULL) {
        job->state = PAPER_NO_SHARED;
    } else if (!job->row->last && !fits(loop, job)) {
        job->state = PAPER_NO_TIME;
    } else {
        compute(loop, job);
    }
    atomic_fetch_add(&loop->done_ms, (uint64_t)(1000 * job->row->seconds));
    report(loop);
}

lw_status paper_run_all(struct paper_run *run, struct lw_error *err) {
    struct loop loop = {.run = run, .reporting = ATOMIC_FLAG_INIT};
    lw_status status = list_jobs(run, err);
    if (status != LW_OK) {
        return status;
    }
    loop.nowhere = fopen("/dev/null", "we");
    if (loop.nowhere == NULL) {
        return lw_fail(err, LW_IO, 0, 0, "/dev/null cannot be opened");
    }
    size_t n_first = 0;
    for (size_t i = 0; i < run->n_jobs; i++) {
        prepare(&loop, &run->jobs[i]);
        n_first += !run->jobs[i].row->last;
        double with = loop.total_s + run->jobs[i].row->seconds;
        double most = (double)run->budget_ns * 1e-9 * run->cli->runtime->n_workers;
        loop.total_s = with <= most ? with : loop.total_s;
    }
    struct cli_progress *progress = cli_progress_begin(run->cli, "reproduce");
    loop.begun_ns = lw_runtime_now_ns(run->cli->runtime);
    loop.jobs = run->jobs;
    lw_runtime_parallel(run->cli->runtime, n_first, work, &loop);
    for (size_t i = n_first; i < run->n_jobs; i++) {
        work(&loop, i, 0);
    }
    run->seconds = (double)(lw_runtime_now_ns(run->cli->runtime) - loop.begun_ns) * 1e-9;
    cli_progress_end(progress);
    (void)fclose(loop.nowhere);
    return LW_OK;
}

void paper_run_free(struct paper_run *run) {
    size_t n_rows = 0;
    for (size_t p = 0; p < N_PAPERS; p++) {
        n_rows += papers[p]->n_rows;
    }
    for (size_t i = 0; i < run->n_jobs; i++) {
        lw_arena_free(&run->jobs[i].arena);
    }
    lw_alloc_free(run->cli->alloc, run->jobs, n_rows * sizeof *run->jobs);
    run->jobs = NULL;
    run->n_jobs = 0;
}
