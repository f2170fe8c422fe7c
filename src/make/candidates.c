/* A run: numbered candidates made in parallel, taken in the order of their numbers. */
#include <math.h>
#include <string.h>

#include "lw/candidates.h"

/* Candidates of one parallel run at most; results do not depend on it. */
#define MAX_BATCH 1024
/* Batches this short are made longer, so that threads seldom wait for each other. */
#define SHORT_BATCH_NS 200000000u

/* What one candidate gave. */
struct slot {
    const struct crew *crew;
    uint64_t index;
    struct lw_runtime runtime; /* for this candidate alone */
    lw_status status;
    struct lw_error err;
    struct lw_made_level *made;
    size_t n_levels, cap;
    enum lw_refusal *refusals; /* of each level, in step with made */
    size_t refusals_cap;
    struct lw_stat stats[LW_MAX_STATS];
    size_t n_stats;
    bool finished; /* before anyone asked to stop */
    bool cut;      /* its time was over before it ended by itself */
    bool no_memory;
};

struct crew {
    const struct lw_candidate_plan *plan;
    const struct lw_pool *pool;
    const struct lw_runtime *runtime;
    const void *shared;
    struct lw_budget budget; /* of one candidate, cut to what is left of the run */
    struct slot *slots;
    bool alone; /* one candidate at a time, with all workers for itself */
};

/* One candidate. */

static void add_stat(struct lw_stat *stats, size_t *n, const char *name, double value) {
    for (size_t i = 0; i < *n; i++) {
        if (strcmp(stats[i].name, name) == 0) {
            stats[i].sum += value;
            return;
        }
    }
    if (*n < LW_MAX_STATS) {
        stats[(*n)++] = (struct lw_stat){name, value};
    }
}

static void on_stat(void *ctx, const char *name, double value) {
    struct slot *slot = ctx;
    add_stat(slot->stats, &slot->n_stats, name, value);
}

static bool on_level(void *ctx, struct lw_candidate *candidate) {
    struct slot *slot = ctx;
    const struct lw_alloc *alloc = slot->crew->pool->alloc;
    struct lw_made_level made = {.level = candidate->level,
                                 .score = candidate->score,
                                 .shortest = candidate->shortest,
                                 .score_moves = candidate->score_moves,
                                 .index = slot->index,
                                 .part = (uint32_t)slot->n_levels};
    if (candidate->solution != NULL) {
        size_t bytes = strlen(candidate->solution) + 1;
        made.solution = lw_alloc_get(alloc, bytes);
        if (made.solution != NULL) {
            memcpy(made.solution, candidate->solution, bytes);
        }
    }
    if (!lw_grow(alloc, &slot->made, &slot->cap, slot->n_levels + 1,
                 sizeof *slot->made) ||
        !lw_grow(alloc, &slot->refusals, &slot->refusals_cap, slot->n_levels + 1,
                 sizeof *slot->refusals)) {
        lw_made_level_free(alloc, &made);
        slot->no_memory = true;
        return false;
    }
    slot->refusals[slot->n_levels] =
        lw_pool_examine(slot->crew->pool, &slot->runtime, &made);
    slot->made[slot->n_levels++] = made;
    return true;
}

static bool asked_to_stop(const struct lw_budget *budget) {
    return budget->cancel != NULL &&
           atomic_load_explicit(budget->cancel, memory_order_relaxed);
}

static void make_candidate(void *ctx, size_t i, uint32_t worker) {
    struct crew *crew = ctx;
    const struct lw_candidate_plan *plan = crew->plan;
    struct slot *slot = &crew->slots[i];
    if (asked_to_stop(&plan->budget)) {
        return;
    }
    struct lw_generate_request request = plan->request;
    request.stat = on_stat;
    request.stat_ctx = slot;
    request.index = slot->index;
    request.budget = crew->budget;
    struct lw_rng rng = lw_rng_make(plan->seed, slot->index);
    slot->runtime = *crew->runtime;
    if (!crew->alone) {
        slot->runtime.n_workers = 1;
        slot->runtime.parallel = NULL;
        slot->runtime.progress = NULL;
    }
    uint64_t begin_ns = lw_runtime_now_ns(&slot->runtime);
    slot->status =
        plan->generator->make(&request,
                              &(struct lw_generate_task){.shared = crew->shared,
                                                         .rng = &rng,
                                                         .runtime = &slot->runtime,
                                                         .worker = worker,
                                                         .emit = on_level,
                                                         .emit_ctx = slot},
                              &slot->err);
    slot->finished = !asked_to_stop(&plan->budget);
    slot->cut = request.budget.time_ns != 0 &&
                lw_runtime_now_ns(&slot->runtime) - begin_ns >= request.budget.time_ns;
}

static void empty_slot(struct slot *slot, const struct lw_alloc *alloc) {
    for (size_t i = 0; i < slot->n_levels; i++) {
        lw_made_level_free(alloc, &slot->made[i]);
    }
    lw_alloc_free(alloc, slot->made, slot->cap * sizeof *slot->made);
    lw_alloc_free(alloc, slot->refusals, slot->refusals_cap * sizeof *slot->refusals);
    *slot = (struct slot){.crew = NULL};
}

/* Merging. */

struct run {
    struct crew crew;
    struct lw_pool *pool;
    struct lw_make_report *report;
    struct lw_meter meter;
    uint64_t n_in_vain; /* candidates since one gave a level */
    double best;
};

/* Takes one candidate's levels. */
static lw_status merge(struct run *run, struct slot *slot, struct lw_error *err) {
    const struct lw_candidate_plan *plan = run->crew.plan;
    struct lw_make_report *report = run->report;
    bool gave = false;
    report->n_candidates++;
    report->n_offered += slot->n_levels;
    report->next_index = slot->index + 1;
    for (size_t i = 0; i < slot->n_stats; i++) {
        add_stat(report->stats, &report->n_stats, slot->stats[i].name,
                 slot->stats[i].sum);
    }
    for (size_t i = 0; i < slot->n_levels && run->pool->n_levels < plan->count; i++) {
        enum lw_refusal refusal = slot->refusals[i];
        if (refusal == LW_REFUSED_NOT) {
            struct lw_made_level made = slot->made[i];
            slot->made[i] = (struct lw_made_level){.level = NULL};
            lw_status status = lw_pool_take(run->pool, &made, &refusal, err);
            if (status != LW_OK) {
                return status;
            }
        }
        report->counts[refusal]++;
        if (refusal == LW_REFUSED_NOT) {
            const struct lw_made_level *taken =
                &run->pool->levels[run->pool->n_levels - 1];
            gave = true;
            run->best = run->best > taken->score ? run->best : taken->score;
            if (plan->taken != NULL) {
                plan->taken(plan->ctx, taken);
            }
        }
    }
    run->n_in_vain = gave ? 0 : run->n_in_vain + 1;
    if (slot->status != LW_OK) {
        report->n_failed++;
        report->last_error = slot->err;
    }
    return slot->no_memory ? lw_fail_memory(err) : LW_OK;
}

/* A failure that the next candidate would meet as well. */
static bool is_hopeless(lw_status status) {
    return status != LW_OK && status != LW_LIMIT && status != LW_CANCELLED &&
           status != LW_IMPOSSIBLE;
}

static lw_status merge_all(struct run *run, size_t n, struct lw_error *err) {
    const struct lw_candidate_plan *plan = run->crew.plan;
    lw_status status = LW_OK;
    bool whole = true;
    for (size_t i = 0; i < n && status == LW_OK; i++) {
        struct slot *slot = &run->crew.slots[i];
        bool enough = run->pool->n_levels >= plan->count ||
                      (plan->patience != 0 && run->n_in_vain >= plan->patience);
        /* After a stop only what was finished before counts, so that taking the run up
         * again gives the same levels; unless there would be nothing at all. */
        if (!slot->finished) {
            enough = enough || run->pool->n_levels > 0 || slot->n_levels == 0;
        }
        if (enough) {
            break;
        }
        whole = whole && slot->finished;
        size_t before = run->pool->n_levels;
        status = merge(run, slot, err);
        run->report->n_cut += slot->cut ? run->pool->n_levels - before : 0;
        run->report->unfinished |= !slot->finished && run->pool->n_levels > before;
        if (status == LW_OK && is_hopeless(slot->status)) {
            if (err != NULL) {
                *err = slot->err;
            }
            status = slot->status;
        }
    }
    if (status == LW_OK && whole && plan->checkpoint != NULL) {
        plan->checkpoint(plan->ctx, run->report->next_index);
    }
    for (size_t i = 0; i < n; i++) {
        empty_slot(&run->crew.slots[i], run->pool->alloc);
    }
    return status;
}

/* The run. */

static void show_progress(const struct run *run) {
    const struct lw_runtime *runtime = run->crew.runtime;
    if (runtime->progress != NULL) {
        struct lw_progress progress = {.phase = "generating",
                                       .done = run->pool->n_levels,
                                       .total = run->crew.plan->count,
                                       .found = run->report->next_index,
                                       .best = run->best};
        runtime->progress(runtime->progress_ctx, &progress);
    }
}

/* How many candidates to make before looking again: no more than seem to be needed. */
static size_t plan_batch(const struct run *run, size_t wish) {
    const struct lw_candidate_plan *plan = run->crew.plan;
    double needed = (double)(plan->count - run->pool->n_levels);
    double rate = (double)(run->report->counts[LW_REFUSED_NOT] + 1) /
                  (double)(run->report->n_candidates + 1);
    double n = ceil(needed / rate);
    size_t batch = n < (double)wish ? (size_t)n : wish;
    batch = batch < 1 ? 1 : batch;
    if (plan->max_candidates != 0) {
        uint64_t left = plan->max_candidates - run->report->next_index;
        batch = left < batch ? (size_t)left : batch;
    }
    return batch;
}

static struct lw_budget candidate_budget(const struct run *run) {
    const struct lw_candidate_plan *plan = run->crew.plan;
    struct lw_budget budget = plan->request.budget;
    budget.cancel = plan->budget.cancel;
    if (plan->budget.time_ns != 0) {
        uint64_t used = lw_meter_elapsed_ns(&run->meter);
        uint64_t left = used < plan->budget.time_ns ? plan->budget.time_ns - used : 1;
        budget.time_ns =
            budget.time_ns != 0 && budget.time_ns < left ? budget.time_ns : left;
    }
    return budget;
}

static bool goes_on(struct run *run) {
    const struct lw_candidate_plan *plan = run->crew.plan;
    struct lw_make_report *report = run->report;
    if (run->pool->n_levels >= plan->count) {
        return false;
    }
    report->stop = lw_meter_check(&run->meter);
    report->out_of_candidates =
        plan->max_candidates != 0 && report->next_index >= plan->max_candidates;
    report->out_of_patience = plan->patience != 0 && run->n_in_vain >= plan->patience;
    return report->stop == LW_STOP_NONE && !report->out_of_candidates &&
           !report->out_of_patience;
}

static lw_status run_batches(struct run *run, struct lw_error *err) {
    const struct lw_runtime *runtime = run->crew.runtime;
    size_t wish = runtime->n_workers;
    lw_status status = LW_OK;
    while (status == LW_OK && goes_on(run)) {
        size_t n = plan_batch(run, wish);
        uint64_t begin_ns = lw_runtime_now_ns(runtime);
        run->crew.budget = candidate_budget(run);
        run->crew.alone = n == 1;
        for (size_t i = 0; i < n; i++) {
            run->crew.slots[i] =
                (struct slot){.crew = &run->crew, .index = run->report->next_index + i};
        }
        if (n == 1) {
            make_candidate(&run->crew, 0, 0);
        } else {
            lw_runtime_parallel(runtime, n, make_candidate, &run->crew);
        }
        status = merge_all(run, n, err);
        show_progress(run);
        if (lw_runtime_now_ns(runtime) - begin_ns < SHORT_BATCH_NS && n == wish) {
            wish = wish * 2 < MAX_BATCH ? wish * 2 : MAX_BATCH;
        }
    }
    return status;
}

static lw_status conclude(const struct run *run, struct lw_error *err) {
    const struct lw_make_report *report = run->report;
    size_t n = run->pool->n_levels, wanted = run->crew.plan->count;
    if (report->unfinished) {
        return lw_fail(err, LW_CANCELLED, 0, 0,
                       "stopped on request with %zu of %zu levels, the best so far of a "
                       "search that was not finished",
                       n, wanted);
    }
    if (n >= wanted) {
        return LW_OK;
    }
    if (report->stop == LW_STOP_CANCEL) {
        return lw_fail(err, LW_CANCELLED, 0, 0,
                       "stopped on request with %zu of %zu levels", n, wanted);
    }
    const char *why = report->stop == LW_STOP_TIME ? "the time is up"
                      : report->out_of_candidates  ? "all candidates were tried"
                      : report->out_of_patience    ? "too many candidates gave no level"
                                                   : "the budget is spent";
    if (report->n_failed == report->n_candidates && report->n_failed > 0) {
        return lw_fail(
            err, report->last_error.status == LW_IMPOSSIBLE ? LW_IMPOSSIBLE : LW_LIMIT, 0,
            0, "%zu of %zu levels found, %s; %.250s", n, wanted, why,
            report->last_error.text);
    }
    uint64_t n_refused = 0;
    for (size_t i = 0; i < LW_N_REFUSALS; i++) {
        n_refused += i == LW_REFUSED_NOT ? 0 : report->counts[i];
    }
    if (n_refused == 0) {
        return lw_fail(err, LW_LIMIT, 0, 0,
                       "%zu of %zu levels found, %s: the generator drew no other level "
                       "in %llu candidates, and none was filtered out; ask it for less "
                       "or raise the budget",
                       n, wanted, why, (unsigned long long)report->n_candidates);
    }
    return lw_fail(
        err, LW_LIMIT, 0, 0,
        "%zu of %zu levels found, %s: of %llu candidates' levels %llu were "
        "filtered out, %llu were duplicates, %llu too alike, %llu unproven; loosen the "
        "filters or raise the budget",
        n, wanted, why, (unsigned long long)report->n_candidates,
        (unsigned long long)report->counts[LW_REFUSED_FILTER],
        (unsigned long long)report->counts[LW_REFUSED_DUPLICATE],
        (unsigned long long)report->counts[LW_REFUSED_ALIKE],
        (unsigned long long)(report->counts[LW_REFUSED_UNPROVEN] +
                             report->counts[LW_REFUSED_INVALID]));
}

static uint32_t read_apart(const struct lw_candidate_plan *plan) {
    const struct lw_generator *generator = plan->generator;
    size_t at = lw_option_find(generator->options, generator->n_options, "apart", 5);
    return at < generator->n_options ? (uint32_t)plan->request.values[at].i : 0;
}

static lw_status prepare(const struct lw_candidate_plan *plan,
                         const struct lw_runtime *runtime, void **shared,
                         struct lw_error *err) {
    const struct lw_generator *generator = plan->generator;
    *shared = NULL;
    return generator->prepare == NULL
               ? LW_OK
               : generator->prepare(&plan->request, runtime, shared, err);
}

static void release(const struct lw_candidate_plan *plan, void *shared) {
    if (plan->generator->release != NULL) {
        plan->generator->release(&plan->request, shared);
    }
}

lw_status lw_candidates_check(const struct lw_candidate_plan *plan,
                              const struct lw_runtime *runtime, struct lw_error *err) {
    void *shared;
    lw_status status = prepare(plan, runtime, &shared, err);
    if (status == LW_OK) {
        release(plan, shared);
    }
    return status;
}

lw_status lw_candidates_make(const struct lw_candidate_plan *plan,
                             const struct lw_runtime *runtime, struct lw_pool *pool,
                             struct lw_make_report *report, struct lw_error *err) {
    memset(report, 0, sizeof *report);
    pool->apart = read_apart(plan);
    report->next_index = plan->first_index;
    struct run run = {.crew = {.plan = plan, .pool = pool, .runtime = runtime},
                      .pool = pool,
                      .report = report,
                      .best = (double)NAN};
    void *shared;
    lw_status status = prepare(plan, runtime, &shared, err);
    if (status != LW_OK) {
        return status;
    }
    run.crew.shared = shared;
    run.crew.slots = lw_alloc_zero(pool->alloc, MAX_BATCH, sizeof *run.crew.slots);
    if (run.crew.slots == NULL) {
        status = lw_fail_memory(err);
    } else {
        lw_meter_start(&run.meter, runtime, &plan->budget);
        run.meter.budget.nodes = 0;
        status = run_batches(&run, err);
        lw_alloc_free(pool->alloc, run.crew.slots, MAX_BATCH * sizeof *run.crew.slots);
    }
    release(plan, shared);
    return status == LW_OK ? conclude(&run, err) : status;
}
