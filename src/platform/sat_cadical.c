/* The CaDiCaL prover (Biere et al.) behind the runtime table. */
#include <ccadical.h>

#include "platform_internal.h"

/* The opaque struct lw_sat of the table is CaDiCaL's own object. */
static CCaDiCaL *solver_of(struct lw_sat *sat) {
    return (CCaDiCaL *)(void *)sat;
}

static struct lw_sat *create(void *ctx, enum lw_sat_aim aim) {
    (void)ctx;
    CCaDiCaL *solver = ccadical_init();
    if (solver != NULL) {
        ccadical_set_option(solver, "quiet", 1);
        /* The proofs asked for are small: what CaDiCaL does to prepare for long runs
         * costs more than it saves (measured on Flow 14x14 and 20x20). Staying near the
         * best assignment so far finds solutions, and delays refutations. */
        ccadical_set_option(solver, "stabilize", aim == LW_SAT_FIND ? 2 : 0);
        ccadical_set_option(solver, "inprocessing", 0);
        if (aim == LW_SAT_FIND) {
            ccadical_set_option(solver, "target", 2);
        } else {
            ccadical_set_option(solver, "walk", 0);
            ccadical_set_option(solver, "lucky", 0);
        }
    }
    return (struct lw_sat *)(void *)solver;
}

static void add(struct lw_sat *sat, int literal) {
    ccadical_add(solver_of(sat), literal);
}

/* CaDiCaL asks often; a question counts as one node, so that node budgets bound it too.
 */
static int should_stop(void *state) {
    struct lw_meter *meter = state;
    return lw_meter_tick(meter, 1) != LW_STOP_NONE;
}

static enum lw_sat_result solve(struct lw_sat *sat, struct lw_meter *meter) {
    if (meter != NULL) {
        ccadical_set_terminate(solver_of(sat), meter, should_stop);
    }
    int answer = ccadical_solve(solver_of(sat));
    ccadical_set_terminate(solver_of(sat), NULL, NULL);
    return answer == 10   ? LW_SAT_SATISFIABLE
           : answer == 20 ? LW_SAT_UNSATISFIABLE
                          : LW_SAT_UNKNOWN;
}

static bool value(struct lw_sat *sat, int variable) {
    return ccadical_val(solver_of(sat), variable) > 0;
}

static void destroy(struct lw_sat *sat) {
    if (sat != NULL) {
        ccadical_release(solver_of(sat));
    }
}

/* The library itself says "sc2021", so the build asks the package (CMakeLists.txt). */
#ifdef LW_CADICAL_VERSION
#define PROVER_NAME "cadical " LW_CADICAL_VERSION
#else
#define PROVER_NAME "cadical"
#endif

static const struct lw_sat_prover prover = {
    .name = PROVER_NAME,
    .create = create,
    .add = add,
    .solve = solve,
    .value = value,
    .destroy = destroy,
};

const struct lw_sat_prover *platform_sat(void) {
    return &prover;
}
