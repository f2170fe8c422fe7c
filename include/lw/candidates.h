/* From numbered candidates to a pool of levels, for every game and generator:
 *
 *   candidate -> replayed proof -> measures and features -> filters -> canonical id, no
 *   duplicates -> selection for diversity -> order.
 *
 * Each number has its own random stream, and levels are taken in the order of numbers
 * after the work on them is merged. So the same plan gives the same levels with any
 * number of threads, and a run can be taken up where it stopped. */
#ifndef LW_CANDIDATES_H
#define LW_CANDIDATES_H

#include "lw/pool.h"

#define LW_MAX_STATS 32
struct lw_stat {
    const char *name; /* as the generator gave it: static text */
    double sum;
};

struct lw_candidate_plan {
    const struct lw_generator *generator;
    struct lw_generate_request request; /* its stat is set by the run */
    uint64_t seed;
    uint64_t first_index;    /* where to begin: 0, or where an earlier run stopped */
    size_t count;            /* levels wanted in all, the pool's included */
    uint64_t max_candidates; /* number of the first candidate not to be made; 0: none */
    uint64_t patience;       /* candidates in a row that give nothing; 0: any number */
    struct lw_budget budget; /* of the whole run */
    /* Both may be NULL; called in the order of candidates from one thread. checkpoint:
     * all candidates below next_index are done. */
    void (*taken)(void *ctx, const struct lw_made_level *made);
    void (*checkpoint)(void *ctx, uint64_t next_index);
    void *ctx;
};

struct lw_make_report {
    uint64_t next_index; /* first candidate not made */
    uint64_t n_candidates, n_failed;
    uint64_t n_offered; /* levels that they gave; a candidate may give several */
    uint64_t counts[LW_N_REFUSALS];
    struct lw_stat stats[LW_MAX_STATS];
    size_t n_stats;
    enum lw_stop stop;
    bool out_of_patience, out_of_candidates;
    size_t n_cut;    /* levels taken from searches that the time limit ended */
    bool unfinished; /* levels of a stopped candidate were taken, for want of others */
    struct lw_error last_error; /* of a candidate that failed */
};

/* What lw_candidates_make would say before its first candidate, and nothing else. */
lw_status lw_candidates_check(const struct lw_candidate_plan *plan,
                              const struct lw_runtime *runtime,
                              struct lw_error *err) LW_MUST_CHECK;
/* Makes candidates until the pool holds `count` levels or something ends. OK when it
 * does; LIMIT or CANCELLED when the run ended first (the pool keeps what was found);
 * IMPOSSIBLE and USAGE as the generator said. */
lw_status lw_candidates_make(const struct lw_candidate_plan *plan,
                             const struct lw_runtime *runtime, struct lw_pool *pool,
                             struct lw_make_report *report,
                             struct lw_error *err) LW_MUST_CHECK;

#endif
