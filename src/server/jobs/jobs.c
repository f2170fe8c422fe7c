/* A worker leases a job, runs it and stores what came out. The lease is renewed by the
 * housekeeping thread, not by the job, so that a job that reports rarely keeps it; when
 * the process dies, the lease ends and the job is given to another worker.
 *
 * A lease may end while its worker lives: the database was locked or away, or the clock
 * was set. Workers of the same process do not take the job then, since they tell the
 * store what they hold whenever they ask for work. When another process took it, this
 * one learns so at its next word to the store, stops, and stores nothing more: the end of
 * a job needs the number of the lease. Levels that a batch or a daily job has stored
 * meanwhile do no harm, because the other makes the same, and the store has each once. */
#include "jobs/jobs_internal.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "controls.h"
#include "http/quota.h"
#include "jobs/streams.h"
#include "log.h"
#include "lw/platform.h"
#include "metrics.h"

#define LEASE_MS 20000
/* Engines keep to a budget of time by themselves, but not in every step: what they may
 * take beyond it before they are stopped. */
#define GRACE_S 5.0
#define RENEW_TICKS 5
#define JOBS_KEPT_MS (INT64_C(30) * 86400 * 1000) /* after they have ended */
#define PRUNED_AT_ONCE 1000
#define PATIENCE_NS (UINT64_C(600) * 1000000000)

bool job_is_asked(struct lw_store *store, struct lw_arena *arena,
                  const struct lw_store_job_request *request, bool open) {
    struct lw_error err;
    struct lw_store_job_list list;
    if (lw_store_job_list(store, request->owner, (struct lw_store_page){0, 100}, arena,
                          &list, &err) != LW_OK) {
        return true; /* when the store is away, ask for nothing */
    }
    for (size_t i = 0; i < list.n; i++) {
        if ((!open || !job_has_ended(&list.jobs[i])) &&
            strcmp(list.jobs[i].request, request->request) == 0) {
            return true;
        }
    }
    return false;
}

/* Running. */

static lw_status run_kind(struct job_run *run, struct lw_error *err) {
    const struct lw_store_job *job = run->job;
    if (strcmp(job->kind, "daily") == 0) {
        return daily_run(run, err);
    }
    if (strcmp(job->kind, "batch") == 0) {
        return batch_run(run, err);
    }
    if (strcmp(job->kind, "learn") == 0) {
        return learn_run(run, err);
    }
    return job_call(run, job->request, strlen(job->request), err);
}

/* NULL: idle. */
static void set_current(struct worker *worker, const struct lw_store_job *job) {
    (void)pthread_mutex_lock(&worker->lock);
    worker->lease = (struct lw_store_lease){.worker = worker->name};
    if (job != NULL) {
        memcpy(worker->lease.id, job->id, sizeof job->id);
        worker->lease.number = job->tries;
    }
    worker->start_ns = worker->jobs->app->now_ns();
    worker->may_be_long = job != NULL && strcmp(job->kind, "batch") == 0;
    lw_buffer_free(&worker->latest);
    lw_buffer_free(&worker->best);
    lw_buffer_free(&worker->state);
    worker->fraction = NAN;
    worker->changed = worker->cancelled = worker->lost = worker->late = false;
    worker->ticks = 0;
    atomic_store(&worker->cancel, atomic_load(&worker->jobs->stopping));
    (void)pthread_mutex_unlock(&worker->lock);
}

static void tell_end(struct app *app, const char *job) {
    struct lw_error err;
    struct lw_arena arena;
    struct lw_store_job row;
    struct lw_buffer text;
    lw_arena_init(&arena, app->alloc);
    lw_buffer_init(&text, app->alloc);
    struct lw_store *store = app_store(app);
    lw_status status = lw_store_job_get(store, job, &arena, &row, &err);
    app_give(app, store);
    if (status == LW_OK && job_has_ended(&row)) {
        job_event_json(&text, &row);
        streams_publish(app->streams, job, lw_job_state_name(row.state),
                        lw_buffer_text(&text), true);
    }
    lw_buffer_free(&text);
    lw_arena_free(&arena);
}

/* A failed job's error is a problem object, kept as its text. */
static void write_problem(const struct job_run *run, lw_status status,
                          const struct lw_error *err, struct lw_buffer *out) {
    struct lw_json_writer json;
    lw_json_begin(&json, out);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "code", lw_status_name(status));
    lw_json_text(&json, "message", err->text);
    if (run->fault.place[0] != '\0') {
        lw_json_text(&json, "place", run->fault.place);
    }
    if (run->fault.line > 0) {
        lw_json_uint(&json, "line", run->fault.line);
        lw_json_uint(&json, "column", run->fault.column);
    }
    lw_json_object_end(&json);
}

bool job_tries_again(struct app *app, struct job_patience *patience, lw_status status) {
    const struct timespec pause = {.tv_nsec = 200000000};
    uint64_t now = app->now_ns();
    if (status != LW_BUSY && status != LW_FULL && status != LW_IO) {
        return false;
    }
    if (patience->since_ns == 0) {
        patience->since_ns = now;
    }
    if (atomic_load(patience->stop) || now - patience->since_ns > PATIENCE_NS) {
        return false;
    }
    (void)nanosleep(&pause, NULL);
    return true;
}

/* The server stops: the job waits for the next one, unless it is another's already. When
 * not even this can be stored, the next start finds that the worker's process has ended.
 */
static void give_back(struct worker *worker) {
    struct app *app = worker->jobs->app;
    struct lw_error err = {.status = LW_OK};
    struct lw_store *store = app_patient_store(app);
    lw_status status = lw_store_job_release(store, &worker->lease, &err);
    app_patient_give(app, store);
    log_event(app->log, status == LW_OK ? LOG_INFO : LOG_WARNING, "requeued", "%s",
              status == LW_OK ? "an unfinished job is queued again" : err.text);
}

/* Stores how the job has ended, and is patient about it. */
static void keep_end(struct worker *worker, const struct job_run *run, lw_status status,
                     const struct lw_error *err) {
    struct app *app = run->app;
    struct job_patience patience = {.stop = &worker->jobs->stopping};
    struct lw_error store_err = {.status = LW_OK};
    bool is_done = status == LW_OK && lw_buffer_ok(&run->result);
    bool retry = status == LW_BUSY || status == LW_FULL || status == LW_IO;
    lw_status kept;
    struct lw_buffer problem;
    lw_buffer_init(&problem, app->alloc);
    if (!is_done) {
        write_problem(run, status, err, &problem);
    }
    do {
        struct lw_store *store = app_patient_store(app);
        kept =
            is_done
                ? lw_store_job_finish(store, &worker->lease, lw_buffer_text(&run->result),
                                      app_now_ms(app), &store_err)
                : lw_store_job_fail(store, &worker->lease, lw_buffer_text(&problem),
                                    retry, app_now_ms(app), &store_err);
        app_patient_give(app, store);
    } while (job_tries_again(app, &patience, kept));
    lw_buffer_free(&problem);
    if (is_done && kept == LW_OK) {
        quota_charge(app, run->job->owner, run->result.len);
    }
    metrics_add(app->metrics, is_done ? METRIC_JOBS_DONE : METRIC_JOBS_FAILED, 1);
    if (!is_done) {
        log_event(app->log, LOG_WARNING, "job-failed", "%s: %s", run->job->kind,
                  err->text);
    }
    if (kept != LW_OK) {
        log_event(app->log, LOG_ERROR, "job-not-kept", "%s: %s", run->job->kind,
                  store_err.text);
    }
}

static void end_job(struct worker *worker, struct job_run *run, lw_status status,
                    const struct lw_error *err) {
    struct app *app = run->app;
    struct lw_error late_err;
    (void)pthread_mutex_lock(&worker->lock);
    bool stopping = atomic_load(&worker->jobs->stopping);
    bool not_ours = worker->cancelled || worker->lost;
    bool late = worker->late && !not_ours && !stopping;
    (void)pthread_mutex_unlock(&worker->lock);
    if (late) {
        status =
            lw_fail(&late_err, LW_LIMIT, 0, 0,
                    "this took longer than %.0f s, the most that a job may take here",
                    app->config.job_seconds);
        err = &late_err;
    }
    /* Cancelled by a person, or another's: the store knows. */
    if (!not_ours && stopping) {
        give_back(worker);
    } else if (!not_ours) {
        keep_end(worker, run, status, err);
    }
    tell_end(app, run->job->id);
}

static void run_job(struct worker *worker, const struct lw_store_job *job) {
    struct app *app = worker->jobs->app;
    struct lw_error err = {.status = LW_OK};
    struct job_run run = {.app = app,
                          .job = job,
                          .runtime = lw_platform_runtime(worker->platform),
                          .cancel = &worker->cancel,
                          .worker = worker};
    lw_arena_init(&run.arena, app->alloc);
    lw_buffer_init(&run.result, app->alloc);
    metrics_add(app->metrics, METRIC_JOBS_RUNNING, 1);
    uint64_t start = app->now_ns();
    lw_status status = run_kind(&run, &err);
    log_event(app->log, LOG_INFO, "job", "%s ended after %.1f s: %s", job->kind,
              (double)(app->now_ns() - start) / 1e9, lw_status_name(status));
    end_job(worker, &run, status, &err);
    metrics_add(app->metrics, METRIC_JOBS_RUNNING, -1);
    set_current(worker, NULL);
    lw_buffer_free(&run.result);
    lw_arena_free(&run.arena);
}

/* What all workers of this process hold. */
static size_t list_held(struct jobs *jobs, struct lw_store_lease *held) {
    size_t n = 0;
    for (size_t i = 0; i < jobs->n; i++) {
        struct worker *worker = &jobs->workers[i];
        (void)pthread_mutex_lock(&worker->lock);
        if (worker->lease.id[0] != '\0') {
            held[n++] = worker->lease;
        }
        (void)pthread_mutex_unlock(&worker->lock);
    }
    return n;
}

/* One worker of this process is left for others: what runs is not taken away from whoever
 * has it, and other servers on the database have workers of their own. */
static uint32_t share_of(const struct jobs *jobs) {
    return jobs->n > 1 ? (uint32_t)jobs->n - 1 : 1;
}

/* One worker at a time, as long as it has the one patient connection: so that each knows
 * what the others hold. */
static lw_status lease_next(struct worker *worker, struct lw_arena *arena,
                            struct lw_store_job *job, bool *found, struct lw_error *err) {
    struct jobs *jobs = worker->jobs;
    struct app *app = jobs->app;
    struct lw_store_lease *held = lw_arena_zero(arena, jobs->n, sizeof *held);
    if (held == NULL) {
        return lw_fail_memory(err);
    }
    char siblings[sizeof worker->name + 1];
    (void)snprintf(siblings, sizeof siblings, "%.*s/%%",
                   (int)(strrchr(worker->name, '/') - worker->name), worker->name);
    struct lw_store *store = app_patient_store(app);
    struct lw_store_lease_request request = {.worker = worker->name,
                                             .workers = siblings,
                                             .kinds = worker->kinds,
                                             .max_running = share_of(jobs),
                                             .now_ms = app_now_ms(app),
                                             .lease_ms = LEASE_MS,
                                             .held = held,
                                             .n_held = list_held(jobs, held)};
    lw_status status = lw_store_job_lease(store, &request, arena, job, found, err);
    if (status == LW_OK && *found) {
        set_current(worker, job);
    }
    app_patient_give(app, store);
    return status;
}

static bool run_next(struct worker *worker) {
    struct app *app = worker->jobs->app;
    struct lw_error err = {.status = LW_OK};
    struct lw_arena arena;
    struct lw_store_job job;
    bool found = false;
    lw_arena_init(&arena, app->alloc);
    lw_status status = lease_next(worker, &arena, &job, &found, &err);
    if (status != LW_OK && status != LW_BUSY) {
        log_event(app->log, LOG_ERROR, "queue", "%s", err.text);
    }
    if (status == LW_OK && found) {
        run_job(worker, &job);
    }
    lw_arena_free(&arena);
    return status == LW_OK && found;
}

static void *worker_main(void *arg) {
    struct worker *worker = arg;
    struct jobs *jobs = worker->jobs;
    for (;;) {
        if (atomic_load(&jobs->stopping)) {
            return NULL;
        }
        if (!controls_is_on(jobs->app, LW_CONTROL_READ_ONLY) && run_next(worker)) {
            continue;
        }
        /* A second at most: other processes put jobs into the same queue. */
        struct timespec until;
        (void)clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += 1;
        (void)pthread_mutex_lock(&jobs->lock);
        if (!atomic_load(&jobs->stopping)) {
            (void)pthread_cond_timedwait(&jobs->wake, &jobs->lock, &until);
        }
        (void)pthread_mutex_unlock(&jobs->lock);
    }
}

/* Life. */

/* Jobs of the worker (NULL: nobody), and those whose lease has ended. */
static void requeue(struct app *app, struct lw_store *store, const char *worker) {
    struct lw_error err = {.status = LW_OK};
    size_t n_queued = 0;
    size_t n_failed = 0;
    if (lw_store_jobs_requeue(store, worker, app_now_ms(app), &n_queued, &n_failed,
                              &err) != LW_OK) {
        log_event(app->log, LOG_ERROR, "queue", "%s", err.text);
    } else if (n_queued + n_failed > 0) {
        log_event(app->log, LOG_INFO, "requeued",
                  "%zu unfinished jobs are queued again, %zu have failed too often",
                  n_queued, n_failed);
    }
}

/* What a server that crashed has left is taken up at once, not when its leases end; what
 * other servers work on is left alone. */
static void requeue_left(struct app *app) {
    struct lw_error err = {.status = LW_OK};
    struct lw_arena arena;
    const char **workers = NULL;
    size_t n = 0;
    lw_arena_init(&arena, app->alloc);
    struct lw_store *store = app_patient_store(app);
    requeue(app, store, NULL);
    if (lw_store_job_workers(store, &arena, &workers, &n, &err) != LW_OK) {
        log_event(app->log, LOG_ERROR, "queue", "%s", err.text);
    }
    for (size_t i = 0; i < n; i++) {
        if (process_has_ended(workers[i])) {
            requeue(app, store, workers[i]);
        }
    }
    app_patient_give(app, store);
    lw_arena_free(&arena);
}

static void list_kinds(struct jobs *jobs) {
    const char *name;
    size_t n = 0;
    for (; (name = lw_calls_long(n)) != NULL; n++) {
        assert(n < LW_CALLS_MAX_LONG);
        jobs->for_people[n] = jobs->for_people_and_days[n] = name;
    }
    jobs->for_people_and_days[n] = "daily";
}

lw_status jobs_create(struct app *app, struct jobs **out, struct lw_error *err) {
    struct jobs *jobs = lw_alloc_zero(app->alloc, 1, sizeof *jobs);
    size_t n = app->config.n_workers == UINT32_MAX ? 0 : app->config.n_workers;
    char process[PROCESS_NAME_SIZE];
    lw_status status = LW_OK;
    if (jobs == NULL) {
        return lw_fail_memory(err);
    }
    jobs->app = app;
    (void)pthread_mutex_init(&jobs->lock, NULL);
    (void)pthread_cond_init(&jobs->wake, NULL);
    jobs->workers = lw_alloc_zero(app->alloc, n + 1, sizeof *jobs->workers);
    jobs->n = jobs->workers == NULL ? 0 : n;
    process_name(process);
    list_kinds(jobs);
    for (size_t i = 0; i < jobs->n; i++) {
        struct worker *worker = &jobs->workers[i];
        worker->jobs = jobs;
        worker->kinds = i == 0 && n > 1   ? jobs->for_people
                        : i == 1 && n > 2 ? jobs->for_people_and_days
                                          : NULL;
        (void)pthread_mutex_init(&worker->lock, NULL);
        lw_buffer_init(&worker->latest, app->alloc);
        lw_buffer_init(&worker->best, app->alloc);
        lw_buffer_init(&worker->state, app->alloc);
        (void)snprintf(worker->name, sizeof worker->name, "%s/%zu", process, i);
        if (status == LW_OK) {
            status = lw_platform_create(1, &worker->platform, err);
        }
    }
    requeue_left(app);
    for (size_t i = 0; i < jobs->n && status == LW_OK; i++) {
        struct worker *worker = &jobs->workers[i];
        worker->started = pthread_create(&worker->thread, NULL, worker_main, worker) == 0;
        if (!worker->started) {
            status = lw_fail(err, LW_IO, 0, 0, "a worker thread cannot be started");
        }
    }
    if (status != LW_OK) {
        jobs_destroy(jobs);
        return status;
    }
    *out = jobs;
    return LW_OK;
}

void jobs_stop(struct jobs *jobs) {
    if (jobs == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&jobs->lock);
    atomic_store(&jobs->stopping, true);
    (void)pthread_cond_broadcast(&jobs->wake);
    (void)pthread_mutex_unlock(&jobs->lock);
    for (size_t i = 0; i < jobs->n; i++) {
        (void)pthread_mutex_lock(&jobs->workers[i].lock);
        atomic_store(&jobs->workers[i].cancel, true);
        (void)pthread_mutex_unlock(&jobs->workers[i].lock);
    }
}

void jobs_destroy(struct jobs *jobs) {
    if (jobs == NULL) {
        return;
    }
    struct app *app = jobs->app;
    jobs_stop(jobs);
    for (size_t i = 0; i < jobs->n; i++) {
        struct worker *worker = &jobs->workers[i];
        if (worker->started) {
            (void)pthread_join(worker->thread, NULL);
        }
    }
    for (size_t i = 0; i < jobs->n; i++) {
        struct worker *worker = &jobs->workers[i];
        lw_platform_destroy(worker->platform);
        lw_buffer_free(&worker->latest);
        lw_buffer_free(&worker->best);
        lw_buffer_free(&worker->state);
        (void)pthread_mutex_destroy(&worker->lock);
    }
    lw_alloc_free(app->alloc, jobs->workers, (jobs->n + 1) * sizeof *jobs->workers);
    (void)pthread_mutex_destroy(&jobs->lock);
    (void)pthread_cond_destroy(&jobs->wake);
    lw_alloc_free(app->alloc, jobs, sizeof *jobs);
}

void jobs_prune(struct app *app) {
    struct lw_error err = {.status = LW_OK};
    size_t n = 0;
    struct lw_store *store = app_store(app);
    lw_status status = lw_store_jobs_prune(store, app_now_ms(app) - JOBS_KEPT_MS,
                                           PRUNED_AT_ONCE, &n, &err);
    app_give(app, store);
    if (status != LW_OK && status != LW_BUSY) {
        log_event(app->log, LOG_WARNING, "queue", "%s", err.text);
    }
}

void jobs_wake(struct jobs *jobs) {
    if (jobs != NULL) {
        (void)pthread_mutex_lock(&jobs->lock);
        (void)pthread_cond_broadcast(&jobs->wake);
        (void)pthread_mutex_unlock(&jobs->lock);
    }
}

void jobs_cancel(struct jobs *jobs, const char *id) {
    for (size_t i = 0; jobs != NULL && i < jobs->n; i++) {
        struct worker *worker = &jobs->workers[i];
        (void)pthread_mutex_lock(&worker->lock);
        if (strcmp(worker->lease.id, id) == 0) {
            worker->cancelled = true;
            atomic_store(&worker->cancel, true);
        }
        (void)pthread_mutex_unlock(&worker->lock);
    }
}

/* Under the lock: stops a job that takes too long. */
static void check_time(const struct app *app, struct worker *worker) {
    double seconds = (double)(app->now_ns() - worker->start_ns) / 1e9;
    if (worker->lease.id[0] != '\0' && !worker->may_be_long && !worker->late &&
        seconds > app->config.job_seconds + GRACE_S) {
        worker->late = true;
        atomic_store(&worker->cancel, true);
    }
}

/* The job was cancelled elsewhere or is another's, unless the worker has a new one by
 * now. */
static void stop_lost(struct worker *worker, const struct lw_store_lease *lease) {
    (void)pthread_mutex_lock(&worker->lock);
    if (strcmp(worker->lease.id, lease->id) == 0 &&
        worker->lease.number == lease->number) {
        worker->lost = true;
        atomic_store(&worker->cancel, true);
    }
    (void)pthread_mutex_unlock(&worker->lock);
}

static void renew(struct app *app, struct worker *worker) {
    struct lw_error err = {.status = LW_OK};
    struct lw_buffer note;
    bool go_on = true;
    lw_buffer_init(&note, app->alloc);
    (void)pthread_mutex_lock(&worker->lock);
    struct lw_store_lease lease = worker->lease;
    bool due = worker->changed || ++worker->ticks % RENEW_TICKS == 0;
    check_time(app, worker);
    double fraction = worker->fraction;
    job_write_note(worker, &note);
    worker->changed = false;
    (void)pthread_mutex_unlock(&worker->lock);
    if (lease.id[0] != '\0' && due) {
        struct lw_store *store = app_store(app);
        lw_status status = lw_store_job_progress(
            store, &lease,
            &(struct lw_store_renewal){.now_ms = app_now_ms(app),
                                       .lease_ms = LEASE_MS,
                                       .progress = fraction,
                                       .note =
                                           note.len > 2 ? lw_buffer_text(&note) : NULL},
            &go_on, &err);
        app_give(app, store);
        if (status == LW_OK && !go_on) {
            stop_lost(worker, &lease);
        } else if (status != LW_OK) {
            (void)pthread_mutex_lock(&worker->lock);
            worker->changed = true; /* at the next tick again */
            (void)pthread_mutex_unlock(&worker->lock);
        }
    }
    lw_buffer_free(&note);
}

void jobs_tick(struct jobs *jobs) {
    for (size_t i = 0; i < jobs->n; i++) {
        renew(jobs->app, &jobs->workers[i]);
    }
}
