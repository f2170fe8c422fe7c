/* Workers that are kept warm, what happens when one dies, and which requests have killed
 * too often. */
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "lw/base/hash.h"
#include "lw/platform.h"
#include "process.h"

#define LOOK_MS 50   /* how often a waiting thread looks at its cancel flag */
#define CANCEL_S 5.0 /* to end by itself after a word to do so */
#define MESSAGE_BYTES ((size_t)64 << 10) /* of a result besides its reply */
#define N_KILLERS 64
#define KILLS 2
#define KILLER_NS (UINT64_C(600) * 1000000000) /* for which a killer is refused */

/* A request that has ended a worker. */
struct killer {
    struct lw_id128 hash;
    unsigned n;
    uint64_t last_ns;
};

struct lw_work_pool {
    struct lw_work_config config;
    const struct lw_alloc *alloc;
    pthread_mutex_t lock;
    /* Under the lock: */
    struct work_process *idle; /* the one used last is first: it is the warmest */
    struct lw_work_state state;
    uint32_t next_number;
    struct killer killers[N_KILLERS];
};

static uint64_t now_ns(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void say(const struct lw_work_pool *pool, const char *sentence) {
    if (pool->config.log != NULL) {
        pool->config.log(pool->config.log_ctx, sentence);
    }
}

/* Killers. */

/* Under the lock; NULL: it has killed nobody, or long ago. */
static struct killer *find_killer(struct lw_work_pool *pool, struct lw_id128 hash) {
    uint64_t now = now_ns();
    for (size_t i = 0; i < N_KILLERS; i++) {
        struct killer *at = &pool->killers[i];
        if (at->n > 0 && now - at->last_ns < KILLER_NS &&
            lw_id128_equal(at->hash, hash)) {
            return at;
        }
    }
    return NULL;
}

static bool is_killer(struct lw_work_pool *pool, struct lw_id128 hash) {
    (void)pthread_mutex_lock(&pool->lock);
    const struct killer *at = find_killer(pool, hash);
    bool is = at != NULL && at->n >= KILLS;
    (void)pthread_mutex_unlock(&pool->lock);
    return is;
}

static void note_kill(struct lw_work_pool *pool, struct lw_id128 hash) {
    (void)pthread_mutex_lock(&pool->lock);
    struct killer *at = find_killer(pool, hash);
    if (at == NULL) {
        at = &pool->killers[0];
        for (size_t i = 1; i < N_KILLERS; i++) {
            at = pool->killers[i].last_ns < at->last_ns ? &pool->killers[i] : at;
        }
        *at = (struct killer){.hash = hash};
    }
    at->n++;
    at->last_ns = now_ns();
    pool->state.n_died++;
    (void)pthread_mutex_unlock(&pool->lock);
}

/* Workers. */

static void end_quietly(struct lw_work_pool *pool, struct work_process *process) {
    struct work_death death;
    work_process_end(process, pool->alloc, &death);
}

/* if_lacking: what it is when a layer of the sandbox is needed and not there. */
static lw_status start_one(struct lw_work_pool *pool, lw_status if_lacking,
                           struct work_process **out, struct lw_error *err) {
    lw_status status = work_process_start(&pool->config, pool->alloc, out, err);
    if (status != LW_OK) {
        return status;
    }
    unsigned lacking = pool->state.is_process ? (*out)->hello.lacking : LW_SANDBOX_ALL;
    (void)pthread_mutex_lock(&pool->lock);
    pool->state.n_started++;
    pool->state.lacking |= (*out)->hello.lacking;
    (void)pthread_mutex_unlock(&pool->lock);
    if (pool->config.needs_sandbox && lacking != 0) {
        char names[80];
        lw_sandbox_names(lacking, names, sizeof names);
        end_quietly(pool, *out);
        *out = NULL;
        return lw_fail(err, if_lacking, 0, 0,
                       "this system lacks layers of the workers' sandbox: %s", names);
    }
    return LW_OK;
}

/* The warmest idle worker of that sort, off the list; NULL: none. */
static struct work_process *take_idle(struct lw_work_pool *pool, bool in_background) {
    (void)pthread_mutex_lock(&pool->lock);
    struct work_process **at = &pool->idle;
    while (*at != NULL && (*at)->in_background != in_background) {
        at = &(*at)->next;
    }
    struct work_process *process = *at;
    if (process != NULL) {
        *at = process->next;
        pool->state.n_idle--;
    }
    (void)pthread_mutex_unlock(&pool->lock);
    return process;
}

/* One that waits, or a new one. What somebody waits for never goes to a worker that
 * yields: a process may lower its priority, but not raise it again. */
static lw_status take(struct lw_work_pool *pool, bool in_background,
                      struct work_process **out, struct lw_error *err) {
    for (;;) {
        struct wire_message message;
        struct work_process *process = take_idle(pool, in_background);
        if (process == NULL) {
            lw_status status = start_one(pool, LW_IO, out, err); /* the request is fine */
            if (status == LW_OK && in_background) {
                work_process_yield(*out);
            }
            return status;
        }
        /* One that speaks unasked or has ended while nobody looked is no good. */
        if (wire_receive(&process->channel, 0, &message) == WIRE_NOTHING &&
            wire_rest(&process->channel)) {
            *out = process;
            return LW_OK;
        }
        end_quietly(pool, process);
    }
}

static void give(struct lw_work_pool *pool, struct work_process *process) {
    bool keep = ++process->n_tasks < pool->config.n_tasks && wire_rest(&process->channel);
    (void)pthread_mutex_lock(&pool->lock);
    keep = keep && pool->state.n_idle < pool->config.n_idle;
    if (keep) {
        process->next = pool->idle;
        pool->idle = process;
        pool->state.n_idle++;
    }
    (void)pthread_mutex_unlock(&pool->lock);
    if (!keep) {
        end_quietly(pool, process);
    }
}

/* One task. */

enum ending {
    ENDED_WELL,
    ENDED_BY_CANCEL,
    ENDED_BY_TIME,
    ENDED_BY_ITSELF,
    ENDED_BY_NONSENSE /* what it said is no message */
};

struct run {
    struct lw_work_pool *pool;
    const struct lw_work_task *task;
    const struct lw_work_watch *watch;
    struct lw_arena *arena;
    struct lw_work_result *result;
    struct lw_error *err;
    lw_status status;
    uint32_t number;
    uint64_t begun_ns, cancelled_ns; /* 0: not cancelled */
    double begun_cpu;                /* what its worker had used before */
    double cpu_seconds;              /* of all workers that tried it */
};

/* Passes a word to stop on, once. True: time to lose patience. */
static bool is_out_of_time(struct run *run, struct work_process *process,
                           enum ending *how) {
    const struct lw_work_watch *watch = run->watch;
    uint64_t now = now_ns();
    if (watch->seconds > 0 && (double)(now - run->begun_ns) > watch->seconds * 1e9) {
        *how = ENDED_BY_TIME;
        return true;
    }
    /* Wherever its engine is: the kernel's own limit counts whole seconds. */
    if (watch->cpu_seconds > 0 &&
        work_process_cpu(process) - run->begun_cpu > watch->cpu_seconds) {
        *how = ENDED_BY_TIME;
        return true;
    }
    if (watch->cancel == NULL || !atomic_load(watch->cancel)) {
        return false;
    }
    if (run->cancelled_ns == 0) {
        run->cancelled_ns = now;
        (void)wire_send(&process->channel, WIRE_CANCEL, run->number, NULL);
    }
    *how = ENDED_BY_CANCEL;
    double grace = watch->grace_seconds > 0 ? watch->grace_seconds : CANCEL_S;
    return (double)(now - run->cancelled_ns) > grace * 1e9;
}

/* True when the message is the end of the task, or none that belongs here. */
static bool take_message(struct run *run, const struct wire_message *message,
                         enum ending *how) {
    *how = ENDED_BY_NONSENSE;
    if (message->number != run->number) {
        return true;
    }
    if (message->type == WIRE_PROGRESS) {
        if (run->watch->progress != NULL && message->body.len > 0) {
            run->watch->progress(run->watch->ctx, message->body.data, message->body.len);
        }
        return false;
    }
    struct wire_reader in = {
        .at = message->body.data, .left = message->body.len, .arena = run->arena};
    if (message->type == WIRE_RESULT &&
        result_get(&in, &run->status, run->err, run->result)) {
        *how = ENDED_WELL;
    }
    return true;
}

/* Levels, drawings and files may be large; what calls reply is not. */
static size_t max_message(enum lw_work_kind kind) {
    return kind == LW_WORK_CALL || kind == LW_WORK_CHECK || kind == LW_WORK_REPLAY ||
                   kind == LW_WORK_MEASURE
               ? LW_WORK_REPLY_BYTES + MESSAGE_BYTES
               : WIRE_MAX_BYTES;
}

static enum ending talk(struct run *run, struct work_process *process,
                        const struct lw_buffer *body) {
    enum ending how = ENDED_BY_ITSELF;
    work_process_bound(process, run->watch->cpu_seconds);
    process->channel.max_bytes = max_message(run->task->kind);
    run->begun_ns = now_ns();
    run->begun_cpu = work_process_cpu(process);
    run->cancelled_ns = 0;
    if (!wire_send(&process->channel, WIRE_TASK, run->number, body)) {
        return how;
    }
    for (;;) {
        struct wire_message message;
        enum wire_event event = wire_receive(&process->channel, LOOK_MS, &message);
        if (event == WIRE_CLOSED || event == WIRE_BAD) {
            return event == WIRE_BAD ? ENDED_BY_NONSENSE : ENDED_BY_ITSELF;
        }
        if (event == WIRE_MESSAGE && take_message(run, &message, &how)) {
            return how;
        }
        if (is_out_of_time(run, process, &how)) {
            return how;
        }
    }
}

/* Deaths. */

static lw_status explain(const struct run *run, enum ending how,
                         const struct work_death *death) {
    const struct lw_work_limits *limits = &run->task->limits;
    size_t most = limits->memory_bytes + limits->memory_bytes / 4 + LW_WORK_GRACE_BYTES;
    if (how == ENDED_BY_CANCEL) {
        return lw_fail(run->err, LW_CANCELLED, 0, 0, "stopped on request");
    }
    if (how == ENDED_BY_TIME || death->signal == SIGXCPU) {
        return lw_fail(run->err, LW_LIMIT, 0, 0,
                       "this took longer than is allowed; ask for less at once");
    }
    /* Ended by the system, not by us: the only reason that it has is memory. */
    if ((limits->memory_bytes > 0 && death->peak_bytes >= most) ||
        (death->signal == SIGKILL && how == ENDED_BY_ITSELF)) {
        return lw_fail(run->err, LW_LIMIT, 0, 0,
                       "this needs more memory than a task may have here");
    }
    return lw_fail(run->err, LW_CRASHED, 0, 0,
                   "the engine crashed on this request, which is a fault in Levelwright "
                   "and not in the request; other work goes on");
}

lw_status lw_work_bad_reply(struct lw_error *err) {
    return lw_fail(err, LW_CRASHED, 0, 0, "a worker process sent an invalid reply");
}

static lw_status bury(struct run *run, struct work_process *process, enum ending how,
                      struct lw_id128 hash) {
    struct work_death death;
    char sentence[300];
    char peak[40] = "";
    work_process_end(process, run->pool->alloc, &death);
    lw_status status = explain(run, how, &death);
    if (how != ENDED_BY_CANCEL) {
        char hex[33];
        note_kill(run->pool, hash);
        lw_id128_text(hash, hex);
        if (death.peak_bytes > 0) { /* else unknown */
            (void)snprintf(peak, sizeof peak, ", %zu MiB at most",
                           death.peak_bytes >> 20);
        }
        (void)snprintf(sentence, sizeof sentence,
                       "a worker ended by signal %d (exit code %d%s) on a request of "
                       "hash %s: %s",
                       death.signal, death.code, peak, hex, lw_status_name(status));
        say(run->pool, sentence);
    }
    return status;
}

static lw_status try_once(struct run *run, const struct lw_buffer *body,
                          struct lw_id128 hash) {
    struct work_process *process = NULL;
    lw_status status = take(run->pool, run->watch->in_background, &process, run->err);
    if (status != LW_OK) {
        return status;
    }
    enum ending how = talk(run, process, body);
    run->cpu_seconds += work_process_cpu(process) - run->begun_cpu;
    if (how == ENDED_WELL) {
        give(run->pool, process);
        return run->status;
    }
    return bury(run, process, how, hash);
}

lw_status lw_work_run(struct lw_work_pool *pool, const struct lw_work_task *task,
                      const struct lw_work_watch *watch, struct lw_arena *arena,
                      struct lw_work_result *out, struct lw_error *err) {
    const struct lw_work_watch none = {.cancel = NULL};
    struct run run = {.pool = pool,
                      .task = task,
                      .watch = watch != NULL ? watch : &none,
                      .arena = arena,
                      .result = out,
                      .err = err};
    struct lw_buffer body;
    lw_status status = LW_CRASHED;
    *out = (struct lw_work_result){.reply = NULL};
    /* Of the request alone: what kills when it is run is refused when it is checked. */
    lw_buffer_init(&body, pool->alloc);
    task_put(&body, task);
    struct lw_id128 hash = task->request != NULL
                               ? lw_hash128(task->request, task->request_len, 0)
                               : lw_hash128(lw_buffer_text(&body), body.len, 0);
    if (is_killer(pool, hash)) {
        lw_buffer_free(&body);
        return lw_fail(err, LW_CRASHED, 0, 0,
                       "the engine crashed on this same request a short while ago; it is "
                       "not tried again for %d minutes",
                       (int)(KILLER_NS / 60000000000u));
    }
    (void)pthread_mutex_lock(&pool->lock);
    run.number = ++pool->next_number;
    pool->state.n_busy++;
    (void)pthread_mutex_unlock(&pool->lock);
    if (!lw_buffer_ok(&body)) {
        status = lw_fail_memory(err);
    }
    for (unsigned i = 0; i < KILLS && status == LW_CRASHED && !is_killer(pool, hash);
         i++) {
        status = try_once(&run, &body, hash);
    }
    lw_buffer_free(&body);
    out->cpu_seconds = run.cpu_seconds;
    (void)pthread_mutex_lock(&pool->lock);
    pool->state.n_busy--;
    (void)pthread_mutex_unlock(&pool->lock);
    return status;
}

/* Life. */

static void tell_sandbox(const struct lw_work_pool *pool) {
    char names[80];
    char sentence[300];
    unsigned lacking = pool->state.lacking;
    lw_sandbox_names(lacking, names, sizeof names);
    if (pool->config.program == NULL || lacking == 0) {
        return;
    }
    (void)snprintf(
        sentence, sizeof sentence,
        lw_sandbox_is_relaxed()
            ? "workers of this build, which a sanitizer watches, run without: %s"
            : "workers run without these layers of their sandbox, which this "
              "system does not offer: %s",
        names);
    say(pool, sentence);
}

lw_status lw_work_pool_create(const struct lw_work_config *config,
                              const struct lw_alloc *alloc, struct lw_work_pool **out,
                              struct lw_error *err) {
    struct work_process *first = NULL;
    struct lw_work_pool *pool = lw_alloc_zero(alloc, 1, sizeof *pool);
    if (pool == NULL) {
        return lw_fail_memory(err);
    }
    pool->config = *config;
    pool->alloc = alloc;
    pool->config.n_idle = config->n_idle == 0 ? 4 : config->n_idle;
    pool->config.n_tasks = config->n_tasks == 0 ? 5000 : config->n_tasks;
    pool->state.is_process = config->program != NULL;
    (void)pthread_mutex_init(&pool->lock, NULL);
    lw_status status = start_one(pool, LW_UNSUPPORTED, &first, err);
    if (status != LW_OK) {
        lw_work_pool_destroy(pool);
        return status;
    }
    tell_sandbox(pool);
    give(pool, first);
    *out = pool;
    return LW_OK;
}

void lw_work_pool_destroy(struct lw_work_pool *pool) {
    if (pool == NULL) {
        return;
    }
    while (pool->idle != NULL) {
        struct work_process *process = pool->idle;
        pool->idle = process->next;
        end_quietly(pool, process);
    }
    (void)pthread_mutex_destroy(&pool->lock);
    lw_alloc_free(pool->alloc, pool, sizeof *pool);
}

void lw_work_pool_state(struct lw_work_pool *pool, struct lw_work_state *out) {
    (void)pthread_mutex_lock(&pool->lock);
    *out = pool->state;
    (void)pthread_mutex_unlock(&pool->lock);
}
