/* Workers that take numbers one by one.
 *
 * Nobody waits for a round to end: a worker that is done takes the next number, up to the
 * limit that the merger sets after each merge. Whoever finds the merger's place free
 * takes it; the others go on. So what is final is final as soon as it can be, and the
 * result is the one that a single worker would give. */
#include "crew.h"

#include <string.h>

/* One candidate. */

void lw_crew_add_stat(struct lw_stat *stats, size_t *n, const char *name, double value) {
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
    struct crew_slot *slot = ctx;
    lw_crew_add_stat(slot->stats, &slot->n_stats, name, value);
}

static bool on_level(void *ctx, struct lw_candidate *candidate) {
    struct crew_slot *slot = ctx;
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

/* Of one candidate, cut to what is left of the run. */
static struct lw_budget candidate_budget(const struct crew *crew) {
    const struct lw_candidate_plan *plan = crew->plan;
    struct lw_budget budget = plan->request.budget;
    budget.cancel = plan->budget.cancel;
    if (plan->budget.time_ns != 0) {
        uint64_t used = lw_meter_elapsed_ns(crew->meter);
        uint64_t left = used < plan->budget.time_ns ? plan->budget.time_ns - used : 1;
        budget.time_ns =
            budget.time_ns != 0 && budget.time_ns < left ? budget.time_ns : left;
    }
    return budget;
}

static void make_candidate(struct crew *crew, struct crew_slot *slot, uint32_t worker) {
    const struct lw_candidate_plan *plan = crew->plan;
    if (asked_to_stop(&plan->budget)) {
        return;
    }
    struct lw_rng rng = lw_rng_make(plan->seed, slot->index);
    const struct make_variant *variant = lw_make_variants_pick(crew->variants, &rng);
    struct lw_generate_request request = variant->request;
    request.stat = on_stat;
    request.stat_ctx = slot;
    request.index = slot->index;
    request.budget = candidate_budget(crew);
    slot->runtime = *crew->runtime;
    if (!crew->alone) {
        slot->runtime.n_workers = 1;
        slot->runtime.parallel = NULL;
        slot->runtime.progress = NULL;
    }
    uint64_t begin_ns = lw_runtime_now_ns(&slot->runtime);
    slot->status =
        plan->generator->make(&request,
                              &(struct lw_generate_task){.shared = variant->shared,
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

static void empty_slot(struct crew_slot *slot, const struct lw_alloc *alloc) {
    for (size_t i = 0; i < slot->n_levels; i++) {
        lw_made_level_free(alloc, &slot->made[i]);
    }
    lw_alloc_free(alloc, slot->made, slot->cap * sizeof *slot->made);
    lw_alloc_free(alloc, slot->refusals, slot->refusals_cap * sizeof *slot->refusals);
    slot->made = NULL;
    slot->refusals = NULL;
    slot->n_levels = slot->cap = slot->refusals_cap = 0;
    slot->n_stats = 0;
    slot->status = LW_OK;
    slot->finished = slot->cut = slot->no_memory = false;
    atomic_store(&slot->ready, false);
}

/* All candidates. */

static struct crew_slot *slot_of(const struct crew *crew, uint64_t index) {
    return &crew->slots[index % CREW_WINDOW];
}

/* The next number, if there is one to take now. */
static bool take_number(struct crew *crew, uint64_t *index) {
    uint_fast64_t next = atomic_load(&crew->next);
    do {
        if (atomic_load(&crew->gone) || atomic_load(&crew->over) ||
            next >= atomic_load(&crew->until) ||
            next - atomic_load(&crew->head) >= CREW_WINDOW) {
            return false;
        }
    } while (!atomic_compare_exchange_weak(&crew->next, &next, next + 1));
    *index = next;
    return true;
}

static bool head_is_ready(const struct crew *crew) {
    uint64_t head = atomic_load(&crew->head);
    /* After the end slots are only emptied. */
    return !atomic_load(&crew->over) && atomic_load(&slot_of(crew, head)->ready);
}

static void merge_ready(struct crew *crew) {
    while (head_is_ready(crew)) {
        uint64_t head = atomic_load(&crew->head);
        struct crew_slot *slot = slot_of(crew, head);
        bool more = crew->merge(crew->ctx, slot);
        empty_slot(slot, crew->pool->alloc);
        atomic_store(&crew->head, head + 1);
        if (!more) {
            atomic_store(&crew->over, true);
        }
    }
    atomic_store(&crew->until, crew->limit(crew->ctx));
}

/* What is made ready while somebody merges is merged by that somebody, or by whoever
 * looks after the place is free again: all stores here are in one order. */
static void try_to_merge(struct crew *crew) {
    while (head_is_ready(crew) && !atomic_flag_test_and_set(&crew->merging)) {
        merge_ready(crew);
        atomic_flag_clear(&crew->merging);
    }
}

static void work(void *ctx, size_t i, uint32_t worker) {
    struct crew *crew = ctx;
    uint64_t index;
    (void)i;
    do {
        if (!take_number(crew, &index)) {
            break;
        }
        struct crew_slot *slot = slot_of(crew, index);
        slot->crew = crew;
        slot->index = index;
        make_candidate(crew, slot, worker);
        atomic_store(&slot->ready, true);
        try_to_merge(crew);
    } while (!crew->alone);
    atomic_store(&crew->gone, true);
}

void lw_crew_work(struct crew *crew, uint64_t first) {
    atomic_store(&crew->next, first);
    atomic_store(&crew->head, first);
    atomic_store(&crew->gone, false);
    atomic_store(&crew->over, false);
    atomic_flag_clear(&crew->merging);
    atomic_store(&crew->until, crew->limit(crew->ctx));
    uint64_t n = atomic_load(&crew->until) - first;
    crew->alone = n == 1;
    if (n <= 1) {
        work(crew, 0, 0);
    } else {
        uint32_t n_workers = crew->runtime->n_workers;
        lw_runtime_parallel(crew->runtime, n < n_workers ? (size_t)n : n_workers, work,
                            crew);
    }
    /* What was made beyond the end. */
    for (uint64_t at = atomic_load(&crew->head); at < atomic_load(&crew->next); at++) {
        empty_slot(slot_of(crew, at), crew->pool->alloc);
    }
}
