/* Repetitions of a study with other simulated people, and what its tests say. */
#include "study/power.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "lw/stats.h"
#include "study/taylor_models.h"

/* Repetitions that are simulated together before their models are fitted: as many as keep
 * all workers busy, and few enough to be stopped soon. */
#define BLOCK_PER_WORKER 4

/* One repetition while it is worked on. */
struct task {
    struct lw_study_simulation simulation;
    struct lw_study_truth truth;
    struct lw_arena arena;
    struct taylor_data data;
    struct power_result *result;
    lw_status status;
    struct lw_error err;
};

struct block {
    struct task *tasks;
    size_t n;
};

/* People differ from thread to thread in nothing: each repetition has its own stream. */
static void simulate_one(void *ctx, size_t i, uint32_t worker) {
    (void)worker;
    struct task *task = &((struct block *)ctx)->tasks[i];
    task->status =
        power_taylor_data(&task->simulation, &task->arena, &task->data, &task->err);
}

static void take_rule(const struct taylor_results *results, double alpha,
                      struct power_result *out) {
    for (size_t m = 0; m < TAYLOR_N_MEASURES; m++) {
        for (size_t c = 0; c < TAYLOR_N_CONGRUENCIES; c++) {
            const struct taylor_outcome *of = results->of[m][c];
            size_t best = taylor_best_of(of);
            out->rule_variables += best < TAYLOR_MODELS;
            out->rule_significant +=
                best < TAYLOR_MODELS && of[best].got.difference.p_value < alpha;
        }
    }
}

static lw_status analyze_one(const struct power_plan *plan, struct task *task,
                             struct lw_error *err) {
    struct taylor_outcome primary = {.known = false};
    struct taylor_results *results = lw_arena_zero(&task->arena, 1, sizeof *results);
    struct power_result *out = task->result;
    if (results == NULL) {
        return lw_fail_memory(err);
    }
    lw_status status = power_taylor_finish(&task->data, err);
    if (status == LW_OK) {
        status = taylor_fit_primary(&task->data, &primary, err);
    }
    if (status == LW_OK) {
        status = taylor_fit_models(&task->data, results, err);
    }
    if (status != LW_OK) {
        return status;
    }
    const struct lw_mixed_estimate *e = &primary.got.difference;
    *out = (struct power_result){
        .done = true, .known = primary.known, .people = (double)task->data.n};
    if (primary.known) {
        out->difference = e->value;
        out->low = e->low;
        out->high = e->high;
        out->p = e->p_value;
        out->se = e->se;
        out->df = e->df;
        out->p_equivalence = lw_tost(e->value, e->se, e->df, plan->margin).p;
    }
    take_rule(results, plan->alpha, out);
    return LW_OK;
}

static void begin_task(const struct power_plan *plan, size_t index, struct task *task) {
    const struct simulate_job *job = plan->job;
    struct power_cell *cell = &plan->cells[index % plan->n_cells];
    size_t repetition = index / plan->n_cells;
    *task = (struct task){.simulation = job->simulation, .truth = job->truth};
    lw_arena_init(&task->arena, job->cli->alloc);
    task->truth.value[LW_STUDY_TRUTH_SET_REACTION] = cell->effect;
    task->simulation.people = cell->people;
    task->simulation.repetition = (uint32_t)repetition;
    task->result = &cell->results[repetition];
}

static bool is_stopped(const struct power_plan *plan) {
    const atomic_bool *cancel = plan->job->cli->cancel;
    return cancel != NULL && atomic_load_explicit(cancel, memory_order_relaxed);
}

static void tell(const struct power_plan *plan, size_t done) {
    const struct lw_runtime *runtime = plan->job->cli->runtime;
    const struct lw_progress progress = {
        .done = done, .total = plan->n_cells * plan->repetitions, .best = NAN};
    if (runtime->progress != NULL) {
        runtime->progress(runtime->progress_ctx, &progress);
    }
}

/* Simulated side by side; models one after the other, in the order of their numbers. */
static lw_status run_block(struct power_plan *plan, size_t first, struct block *block,
                           struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < block->n; i++) {
        struct task *task = &block->tasks[i];
        begin_task(plan, first + i, task);
        task->simulation.truth = &task->truth;
    }
    lw_runtime_parallel(plan->job->cli->runtime, block->n, simulate_one, block);
    for (size_t i = 0; i < block->n; i++) {
        struct task *task = &block->tasks[i];
        if (status == LW_OK && task->status != LW_OK) {
            *err = task->err;
            status = task->status;
        }
        status = status == LW_OK ? analyze_one(plan, task, err) : status;
        lw_arena_free(&task->arena);
    }
    return status;
}

static void summarize(const struct power_plan *plan, struct power_cell *cell) {
    double squares = 0, ses = 0, known = 0, tried = 0, rules = 0, any = 0;
    double significant = 0, holds = 0, equivalent = 0, people = 0, sum = 0;
    for (size_t i = 0; i < plan->repetitions; i++) {
        const struct power_result *r = &cell->results[i];
        cell->n += r->done;
        tried += r->rule_variables;
        rules += r->rule_significant;
        any += r->rule_significant > 0;
        if (!r->done || !r->known) {
            continue;
        }
        known++;
        people += r->people;
        significant += r->p < plan->alpha;
        holds += r->low <= cell->effect && cell->effect <= r->high;
        equivalent += r->p_equivalence < plan->alpha;
        sum += r->difference;
        squares += r->difference * r->difference;
        ses += r->se;
    }
    cell->n_known = known;
    cell->n_people = people / known;
    cell->significant = significant / known;
    cell->holds = holds / known;
    cell->equivalent = equivalent / known;
    cell->rule = rules / tried;
    cell->rule_any = any / cell->n;
    cell->mean = sum / known;
    cell->sd = sqrt(fmax(squares / known - cell->mean * cell->mean, 0));
    cell->se = ses / known;
}

static lw_status make_cells(struct power_plan *plan, struct lw_arena *arena,
                            struct lw_error *err) {
    plan->n_cells = plan->n_people * plan->n_effects;
    plan->cells = lw_arena_zero(arena, plan->n_cells + 1, sizeof *plan->cells);
    for (size_t i = 0; plan->cells != NULL && i < plan->n_cells; i++) {
        struct power_cell *cell = &plan->cells[i];
        cell->effect = plan->effects[i / plan->n_people];
        cell->people = plan->people[i % plan->n_people];
        cell->results =
            lw_arena_zero(arena, plan->repetitions + 1, sizeof *cell->results);
        if (cell->results == NULL) {
            return lw_fail_memory(err);
        }
    }
    return plan->cells == NULL ? lw_fail_memory(err) : LW_OK;
}

lw_status power_run(struct power_plan *plan, struct lw_arena *arena,
                    struct lw_error *err) {
    lw_status status = make_cells(plan, arena, err);
    size_t total = plan->n_cells * plan->repetitions;
    size_t most = BLOCK_PER_WORKER * plan->job->cli->runtime->n_workers;
    struct task *tasks = lw_arena_zero(arena, most, sizeof *tasks);
    if (status == LW_OK && tasks == NULL) {
        status = lw_fail_memory(err);
    }
    for (size_t first = 0; status == LW_OK && first < total; first += most) {
        struct block block = {tasks, total - first < most ? total - first : most};
        status = is_stopped(plan) ? LW_CANCELLED : run_block(plan, first, &block, err);
        tell(plan, first + block.n);
    }
    for (size_t i = 0; plan->cells != NULL && i < plan->n_cells; i++) {
        summarize(plan, &plan->cells[i]);
    }
    return status;
}
