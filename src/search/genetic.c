/* A generational genetic algorithm: tournament or roulette selection, crossover of
 * copies, mutation, elitism. What an individual is, only the callbacks know. */
#include "lw/search.h"

#include <assert.h>
#include <math.h>
#include <string.h>

struct run {
    const struct lw_genetic_problem *problem;
    const struct lw_genetic_params *params;
    struct lw_rng *rng;
    struct lw_meter *meter;
    struct lw_genetic_result *out;
    uint8_t *now, *next; /* population individuals each */
    double *fit, *next_fit;
    uint32_t count;
};

static uint8_t *at(const struct run *run, uint8_t *base, uint32_t index) {
    return base + (size_t)index * run->problem->bytes;
}

static void rate(struct run *run, uint8_t *base, double *fit, uint32_t index) {
    const uint8_t *individual = at(run, base, index);
    fit[index] = run->problem->fitness(run->problem->ctx, individual);
    run->out->evaluations++;
    if (fit[index] > run->out->best_fitness) {
        run->out->best_fitness = fit[index];
        memcpy(run->out->best, individual, run->problem->bytes);
    }
}

/* Fitness below nothing counts as nothing; when nobody has any, all are equal. */
static uint32_t spin_roulette(struct run *run) {
    double sum = 0;
    for (uint32_t i = 0; i < run->count; i++) {
        sum += run->fit[i] > 0 ? run->fit[i] : 0;
    }
    double at = lw_rng_unit(run->rng) * sum;
    uint32_t last = lw_rng_below(run->rng, run->count);
    for (uint32_t i = 0; sum > 0 && i < run->count; i++) {
        if (run->fit[i] > 0) {
            last = i;
            at -= run->fit[i];
        }
        if (at < 0) {
            break;
        }
    }
    return last;
}

static uint32_t choose_parent(struct run *run) {
    if (run->params->roulette) {
        return spin_roulette(run);
    }
    uint32_t winner = lw_rng_below(run->rng, run->count);
    for (uint32_t i = 0; i < run->params->tournament; i++) {
        uint32_t other = lw_rng_below(run->rng, run->count);
        if (run->fit[other] > run->fit[winner]) {
            winner = other;
        }
    }
    return winner;
}

/* Copies the fittest individuals, best first, ties to the lower index. */
static uint32_t keep_elites(struct run *run) {
    uint32_t wanted = run->params->elites < run->count ? run->params->elites : run->count;
    double above = HUGE_VAL;
    uint32_t after = 0;
    for (uint32_t kept = 0; kept < wanted; kept++) {
        uint32_t pick = run->count;
        for (uint32_t i = 0; i < run->count; i++) {
            bool left =
                run->fit[i] < above || (run->fit[i] == above && kept > 0 && i > after);
            if (left && (pick == run->count || run->fit[i] > run->fit[pick])) {
                pick = i;
            }
        }
        if (pick == run->count) {
            return kept;
        }
        memcpy(at(run, run->next, kept), at(run, run->now, pick), run->problem->bytes);
        run->next_fit[kept] = run->fit[pick];
        above = run->fit[pick];
        after = pick;
    }
    return wanted;
}

/* Two children in spare places; the second is dropped when there is only room for one. */
static void breed(struct run *run, uint32_t index, uint8_t *spare) {
    const struct lw_genetic_problem *problem = run->problem;
    uint8_t *a = at(run, run->next, index);
    uint8_t *b = index + 1 < run->count ? at(run, run->next, index + 1) : spare;
    memcpy(a, at(run, run->now, choose_parent(run)), problem->bytes);
    memcpy(b, at(run, run->now, choose_parent(run)), problem->bytes);
    if (lw_rng_unit(run->rng) < run->params->crossover) {
        problem->cross(problem->ctx, run->rng, a, b);
    }
    problem->mutate(problem->ctx, run->rng, a);
    rate(run, run->next, run->next_fit, index);
    if (b != spare) {
        problem->mutate(problem->ctx, run->rng, b);
        rate(run, run->next, run->next_fit, index + 1);
    }
}

static bool stopped(struct run *run) {
    run->out->stop = lw_meter_check(run->meter);
    return run->out->stop != LW_STOP_NONE;
}

static bool tell(struct run *run, uint32_t number) {
    const struct lw_genetic_problem *problem = run->problem;
    return problem->generation == NULL ||
           problem->generation(problem->ctx, number, run->out->best,
                               run->out->best_fitness);
}

static void seed(struct run *run) {
    const struct lw_genetic_problem *problem = run->problem;
    while (run->count < run->params->population && !stopped(run) &&
           problem->seed(problem->ctx, run->count, run->rng,
                         at(run, run->now, run->count))) {
        rate(run, run->now, run->fit, run->count++);
    }
    run->out->population = run->count;
}

static void evolve(struct run *run, uint8_t *spare) {
    for (uint32_t number = 1; number <= run->params->generations; number++) {
        uint32_t index = keep_elites(run);
        for (; index < run->count; index += 2) {
            if (stopped(run)) {
                return;
            }
            breed(run, index, spare);
        }
        uint8_t *hold = run->now;
        double *hold_fit = run->fit;
        run->now = run->next;
        run->fit = run->next_fit;
        run->next = hold;
        run->next_fit = hold_fit;
        run->out->generations = number;
        if (!tell(run, number)) {
            return;
        }
    }
}

lw_status lw_genetic_run(const struct lw_genetic_problem *problem,
                         const struct lw_genetic_params *params, struct lw_rng *rng,
                         const struct lw_alloc *alloc, struct lw_meter *meter,
                         struct lw_genetic_result *out) {
    struct run run = {
        .problem = problem, .params = params, .rng = rng, .meter = meter, .out = out};
    assert(params->population > 0 && problem->bytes > 0);
    *out = (struct lw_genetic_result){.best = out->best, .best_fitness = -HUGE_VAL};
    struct lw_arena arena;
    lw_arena_init(&arena, alloc);
    size_t bytes = (size_t)params->population * problem->bytes;
    run.now = lw_arena_get(&arena, bytes);
    run.next = lw_arena_get(&arena, bytes);
    run.fit = lw_arena_zero(&arena, params->population, sizeof *run.fit);
    run.next_fit = lw_arena_zero(&arena, params->population, sizeof *run.next_fit);
    uint8_t *spare = lw_arena_get(&arena, problem->bytes);
    lw_status status = LW_NO_MEMORY;
    if (run.now != NULL && run.next != NULL && run.fit != NULL && run.next_fit != NULL &&
        spare != NULL) {
        seed(&run);
        if (run.count > 0 && tell(&run, 0)) {
            evolve(&run, spare);
        }
        status = run.count > 0 ? LW_OK : LW_LIMIT;
    }
    lw_arena_free(&arena);
    return status;
}
