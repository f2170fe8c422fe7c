/* A genetic algorithm. */
#ifndef LW_SEARCH_GENETIC_H
#define LW_SEARCH_GENETIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/budget.h"
#include "lw/base/rng.h"
#include "lw/base/status.h"

struct lw_genetic_problem {
    void *ctx;
    size_t bytes; /* of one individual: plain bytes that may be copied */
    /* Fills individual number index of the first generation; false when there are no
     * more, which ends the first generation early. */
    bool (*seed)(void *ctx, uint32_t index, struct lw_rng *rng, void *individual);
    /* Exchanges material between two copies of parents, in place. */
    void (*cross)(void *ctx, struct lw_rng *rng, void *a, void *b);
    void (*mutate)(void *ctx, struct lw_rng *rng, void *individual);
    /* Higher is better. Called once for each new individual. */
    double (*fitness)(void *ctx, const void *individual);
    /* Told after every generation, the first included; false ends the run. May be NULL.
     */
    bool (*generation)(void *ctx, uint32_t number, const void *best, double fitness);
};

struct lw_genetic_params {
    uint32_t population;
    uint32_t generations;
    uint32_t elites;     /* best individuals that pass on unchanged */
    uint32_t tournament; /* entrants beyond the first */
    double crossover;    /* probability; 1 or more: always */
    bool roulette; /* parents by chance in proportion to fitness, not by tournament */
};

struct lw_genetic_result {
    uint32_t population;  /* really seeded */
    uint32_t generations; /* really bred */
    uint64_t evaluations;
    enum lw_stop stop;
    void *best; /* given by the caller; receives the fittest individual ever seen */
    double best_fitness;
};

/* The meter is only checked here; the callbacks tick it. LW_LIMIT when nothing could be
 * seeded. */
lw_status lw_genetic_run(const struct lw_genetic_problem *problem,
                         const struct lw_genetic_params *params, struct lw_rng *rng,
                         const struct lw_alloc *alloc, struct lw_meter *meter,
                         struct lw_genetic_result *out) LW_MUST_CHECK;

#endif
