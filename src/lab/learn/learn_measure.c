/* Features that the store does not know yet. Anybody may have brought the levels, so this
 * process, which has the database, opens none of them: sandboxed workers do (lw/work.h),
 * and all that comes back is numbers. */
#include <math.h>
#include <pthread.h>

#include "learn/learn.h"
#include "lw/platform.h"
#include "lw/store/open.h"
#include "lw/work.h"

#define WORKER "levelwright"
#define MEMORY_BYTES ((size_t)512 << 20) /* as the command features has it */
#define PATIENCE_S 2.0 /* beyond the time for one level: to read it, and to notice */

/* What the threads share. The lock is for all of it but the pool: a connection to the
 * store is for one thread at a time. */
struct measuring {
    struct learn *learn;
    const size_t *wanted; /* levels without all of their features */
    size_t n;
    struct lw_work_pool *pool;
    pthread_mutex_t lock;
    pthread_cond_t done;
    size_t next, n_done;
    lw_status status; /* of the store */
    struct lw_error err;
};

static lw_status ask_worker(struct measuring *m, const struct lw_row *row,
                            struct lw_arena *arena, struct lw_work_result *result,
                            struct lw_error *err) {
    const struct cli_args *args = m->learn->args;
    double seconds = (double)cli_value(args, "time")->u / 1e9;
    const struct lw_work_rows rows = {.list = {.rows = row, .n = 1}};
    const struct lw_work_task task = {
        .kind = LW_WORK_MEASURE,
        .limits = {.nodes = (uint64_t)cli_value(args, "nodes")->i,
                   .seconds = seconds,
                   .memory_bytes = MEMORY_BYTES},
        .rows = &rows};
    const struct lw_work_watch watch = {.cancel = m->learn->cli->cancel,
                                        .cpu_seconds = seconds + PATIENCE_S};
    lw_status status = lw_work_run(m->pool, &task, &watch, arena, result, err);
    return status == LW_OK && result->n_features != m->learn->kind->features->n_features
               ? lw_work_bad_reply(err)
               : status;
}

/* A level that stands in a study alone. */
static lw_status frozen_row(struct measuring *m, size_t level, struct lw_arena *arena,
                            struct lw_row_list *out, struct lw_error *err) {
    const char *id = m->learn->levels[level].id;
    const struct learn_study_level *there = learn_in_studies(m->learn, id);
    struct lw_row *row = lw_arena_zero(arena, 1, sizeof *row);
    if (row == NULL || there == NULL) {
        return lw_fail_memory(err);
    }
    *row = (struct lw_row){.id = there->id,
                           .game = there->game,
                           .rules = there->rules == NULL ? "" : there->rules,
                           .source = there->source,
                           .text = there->text,
                           .title = there->title,
                           .author = there->author == NULL ? "" : there->author};
    *out = (struct lw_row_list){row, 1};
    return LW_OK;
}

/* Under the lock. */
static lw_status read_row(struct measuring *m, size_t level, struct lw_arena *arena,
                          struct lw_row_list *out, struct lw_error *err) {
    struct lw_store *store = m->learn->store;
    if (!m->learn->levels[level].stored) {
        return frozen_row(m, level, arena, out, err);
    }
    struct lw_store_level *row = lw_arena_zero(arena, 1, sizeof *row);
    const struct lw_store_level_list one = {.levels = row, .n = 1};
    lw_status status = row == NULL ? lw_fail_memory(err)
                                   : lw_store_level_get(store, m->learn->levels[level].id,
                                                        arena, row, err);
    return status == LW_OK ? lw_store_rows(store, &one, arena, out, err) : status;
}

/* Under the lock: at once, so that nothing is lost when somebody ends this process. */
static lw_status keep(struct measuring *m, size_t level,
                      const struct lw_work_result *result, struct lw_error *err) {
    const struct lw_feature_ops *ops = m->learn->kind->features;
    struct lw_feature_values *values = &m->learn->items[level].values;
    struct lw_store_feature rows[LW_MAX_FEATURES];
    for (size_t i = 0; i < ops->n_features; i++) {
        values->value[i] = result->features[i].value;
        values->error[i] = result->features[i].error;
        rows[i] = (struct lw_store_feature){.name = ops->features[i].name,
                                            .value = values->value[i],
                                            .error = values->error[i]};
    }
    if (!m->learn->levels[level].stored) {
        return LW_OK;
    }
    return lw_store_features_put(m->learn->store, m->learn->levels[level].id, rows,
                                 ops->n_features, err);
}

/* Under the lock, but for the worker's time. A level that cannot be read or measured,
 * whatever its worker says, is left out; without the store nothing goes on. */
static void measure_one(struct measuring *m, size_t level) {
    struct cli_measured *item = &m->learn->items[level];
    struct lw_work_result result;
    struct lw_row_list list;
    struct lw_arena arena;
    struct lw_error err = {.status = LW_OK};
    lw_arena_init(&arena, m->learn->cli->alloc);
    m->status = read_row(m, level, &arena, &list, &m->err);
    if (m->status == LW_OK) {
        (void)pthread_mutex_unlock(&m->lock);
        lw_status status = ask_worker(m, &list.rows[0], &arena, &result, &err);
        (void)pthread_mutex_lock(&m->lock);
        item->status = status;
        if (status == LW_OK && m->status == LW_OK) {
            m->status = keep(m, level, &result, &m->err);
        }
    }
    m->learn->n_unmeasured += item->status != LW_OK;
    lw_arena_free(&arena);
}

/* Under the lock. */
static void tell(const struct measuring *m) {
    const struct lw_runtime *runtime = m->learn->cli->runtime;
    if (runtime->progress != NULL && m->n > 1) {
        const struct lw_progress progress = {
            .phase = "measuring", .done = m->n_done, .total = m->n, .best = (double)NAN};
        runtime->progress(runtime->progress_ctx, &progress);
    }
}

static bool is_cancelled(const struct learn *learn) {
    return learn->cli->cancel != NULL && atomic_load(learn->cli->cancel);
}

static bool goes_on(const struct measuring *m) {
    return m->status == LW_OK && m->next < m->n && !is_cancelled(m->learn);
}

/* A thread's part. The system ends workers with the thread that has started them, so all
 * threads stay until the last level is done: any of them may be using any worker. */
static void run_lane(void *ctx, size_t index, uint32_t thread) {
    struct measuring *m = ctx;
    (void)index;
    (void)pthread_mutex_lock(&m->lock);
    while (goes_on(m)) {
        measure_one(m, m->wanted[m->next++]);
        m->n_done++;
        if (thread == 0) {
            tell(m);
        }
    }
    (void)pthread_cond_broadcast(&m->done);
    while (m->n_done < m->next) {
        (void)pthread_cond_wait(&m->done, &m->lock);
    }
    (void)pthread_mutex_unlock(&m->lock);
}

static void log_worker(void *ctx, const char *sentence) {
    struct learn *learn = ctx;
    (void)fprintf(learn->cli->err, "%s: %s\n", learn->cli->program->name, sentence);
}

static lw_status run_all(struct measuring *m, struct lw_error *err) {
    struct learn *learn = m->learn;
    struct lw_runtime *runtime = learn->cli->runtime;
    (void)pthread_mutex_init(&m->lock, NULL);
    (void)pthread_cond_init(&m->done, NULL);
    struct cli_progress *progress = cli_progress_begin(learn->cli, "measuring");
    size_t n_lanes = runtime->n_workers < 1 ? 1 : runtime->n_workers;
    lw_runtime_parallel(runtime, n_lanes < m->n ? n_lanes : m->n, run_lane, m);
    cli_progress_end(progress);
    (void)pthread_cond_destroy(&m->done);
    (void)pthread_mutex_destroy(&m->lock);
    if (m->status != LW_OK) {
        *err = m->err;
        return m->status;
    }
    return is_cancelled(learn)
               ? lw_fail(
                     err, LW_CANCELLED, 0, 0,
                     "stopped on request while measuring; what was measured is stored")
               : LW_OK;
}

lw_status learn_measure(struct learn *learn, const size_t *wanted, size_t n,
                        struct lw_error *err) {
    struct measuring m = {.learn = learn, .wanted = wanted, .n = n};
    struct lw_buffer program;
    if (n == 0) {
        return LW_OK;
    }
    lw_buffer_init(&program, learn->cli->alloc);
    lw_platform_find_program(WORKER, &program);
    const struct lw_work_config config = {
        .program = lw_buffer_text(&program),
        .memory_bytes = MEMORY_BYTES,
        .needs_sandbox = cli_value(learn->args, "require-sandbox")->flag,
        .n_idle = learn->cli->runtime->n_workers,
        .log = log_worker,
        .log_ctx = learn};
    lw_status status = lw_buffer_ok(&program)
                           ? lw_work_pool_create(&config, learn->cli->alloc, &m.pool, err)
                           : lw_fail_memory(err);
    if (status == LW_OK) {
        status = run_all(&m, err);
    }
    lw_work_pool_destroy(m.pool);
    lw_buffer_free(&program);
    return status;
}
