/* The level as clauses for the runtime's SAT prover. */
#ifndef FLOW_SAT_H
#define FLOW_SAT_H

#include "solve/engine.h"

struct flow_sat_result {
    enum flow_end end; /* ALL: no further solution exists */
    uint64_t n_solutions;
    bool out_of_memory;
};

/* Looks for solutions besides those already blocked, up to `up_to`. engine must be
 * settled at its root (nothing on its trail that search put there); found is called with
 * the solution's used edges (one byte a square). */
typedef bool (*flow_sat_found_fn)(void *ctx, const uint8_t *used);
/* aim FIND writes fewer clauses: solutions come sooner, refutations later. */
struct flow_sat_query {
    const struct lw_sat_prover *prover;
    enum lw_sat_aim aim;
    flow_sat_found_fn found;
    void *ctx;
};
struct flow_sat_result lw_flow_sat_search(struct flow_engine *engine,
                                          const struct flow_sat_query *query,
                                          struct lw_meter *meter);

#endif
