/* A run: numbered candidates made in parallel, taken in the order of their numbers. */
#include <math.h>
#include <string.h>

#include "crew.h"
#include "lw/candidates.h"

/* Merging. */

struct run {
    struct crew crew;
    struct lw_pool *pool;
    struct lw_make_report *report;
    struct lw_meter meter;
    struct lw_error *err;
    lw_status status;
    uint64_t n_in_vain;    /* candidates since one gave a level */
    uint64_t n_checkpoint; /* the last one told */
    bool whole;            /* all that was merged was finished */
    double best;
};

/* Takes one candidate's levels. */
static lw_status merge(struct run *run, struct crew_slot *slot, struct lw_error *err) {
    const struct lw_candidate_plan *plan = run->crew.plan;
    struct lw_make_report *report = run->report;
    bool gave = false;
    report->n_candidates++;
    report->n_offered += slot->n_levels;
    report->next_index = slot->index + 1;
    for (size_t i = 0; i < slot->n_stats; i++) {
        lw_crew_add_stat(report->stats, &report->n_stats, slot->stats[i].name,
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

static bool is_enough(const struct run *run) {
    const struct lw_candidate_plan *plan = run->crew.plan;
    return run->status != LW_OK || run->pool->n_levels >= plan->count ||
           (plan->patience != 0 && run->n_in_vain >= plan->patience);
}

static bool merge_next(void *ctx, struct crew_slot *slot) {
    struct run *run = ctx;
    bool none_yet = run->pool->n_levels == 0 && slot->n_levels > 0;
    /* After a stop only what was finished before counts, so that taking the run up
     * again gives the same levels; unless there would be nothing at all. */
    if (is_enough(run) || (!slot->finished && !none_yet)) {
        return false;
    }
    run->whole = run->whole && slot->finished;
    size_t before = run->pool->n_levels;
    run->status = merge(run, slot, run->err);
    run->report->n_cut += slot->cut ? run->pool->n_levels - before : 0;
    run->report->unfinished |= !slot->finished && run->pool->n_levels > before;
    if (run->status == LW_OK && is_hopeless(slot->status)) {
        if (run->err != NULL) {
            *run->err = slot->err;
        }
        run->status = slot->status;
    }
    return !is_enough(run);
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

/* How far candidates are made ahead: no more than seem to be needed. */
static uint64_t count_ahead(const struct run *run) {
    const struct lw_candidate_plan *plan = run->crew.plan;
    double needed = (double)(plan->count - run->pool->n_levels);
    double rate = (double)(run->report->counts[LW_REFUSED_NOT] + 1) /
                  (double)(run->report->n_candidates + 1);
    double n = ceil(needed / rate);
    uint64_t ahead = n < CREW_WINDOW ? (uint64_t)n : CREW_WINDOW;
    ahead = ahead < 1 ? 1 : ahead;
    if (plan->max_candidates != 0) {
        uint64_t left = plan->max_candidates - run->report->next_index;
        ahead = left < ahead ? left : ahead;
    }
    return ahead;
}

static uint64_t limit(void *ctx) {
    struct run *run = ctx;
    const struct lw_candidate_plan *plan = run->crew.plan;
    uint64_t next = run->report->next_index;
    if (run->status == LW_OK && run->whole && plan->checkpoint != NULL &&
        next != run->n_checkpoint) {
        plan->checkpoint(plan->ctx, next);
        run->n_checkpoint = next;
    }
    show_progress(run);
    return run->status == LW_OK && goes_on(run) ? next + count_ahead(run) : next;
}

static lw_status run_all(struct run *run) {
    while (run->status == LW_OK && goes_on(run)) {
        lw_crew_work(&run->crew, run->report->next_index);
    }
    return run->status;
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

size_t lw_make_option_of_run(const struct lw_generator *generator) {
    return lw_option_find(generator->options, generator->n_options, "apart", 5);
}

static uint32_t read_apart(const struct lw_candidate_plan *plan) {
    const struct lw_generator *generator = plan->generator;
    size_t at = lw_make_option_of_run(generator);
    return at < generator->n_options ? (uint32_t)plan->request.values[at].i : 0;
}

lw_status lw_candidates_check(const struct lw_candidate_plan *plan,
                              const struct lw_runtime *runtime, struct lw_error *err) {
    struct make_variants variants;
    lw_status status = lw_make_variants_open(&variants, plan, runtime, err);
    lw_make_variants_close(&variants);
    return status;
}

lw_status lw_candidates_make(const struct lw_candidate_plan *plan,
                             const struct lw_runtime *runtime, struct lw_pool *pool,
                             struct lw_make_report *report, struct lw_error *err) {
    memset(report, 0, sizeof *report);
    pool->apart = read_apart(plan);
    report->next_index = plan->first_index;
    struct run run = {.crew = {.plan = plan,
                               .pool = pool,
                               .runtime = runtime,
                               .merge = merge_next,
                               .limit = limit},
                      .pool = pool,
                      .report = report,
                      .err = err,
                      .status = LW_OK,
                      .n_checkpoint = plan->first_index,
                      .whole = true,
                      .best = (double)NAN};
    run.crew.ctx = &run;
    run.crew.meter = &run.meter;
    struct make_variants variants;
    lw_status status = lw_make_variants_open(&variants, plan, runtime, err);
    if (status != LW_OK) {
        lw_make_variants_close(&variants);
        return status;
    }
    run.crew.variants = &variants;
    run.crew.slots = lw_alloc_zero(pool->alloc, CREW_WINDOW, sizeof *run.crew.slots);
    if (run.crew.slots == NULL) {
        status = lw_fail_memory(err);
    } else {
        lw_meter_start(&run.meter, runtime, &plan->budget);
        run.meter.budget.nodes = 0;
        status = run_all(&run);
        lw_alloc_free(pool->alloc, run.crew.slots, CREW_WINDOW * sizeof *run.crew.slots);
    }
    lw_make_variants_close(&variants);
    return status == LW_OK ? conclude(&run, err) : status;
}
