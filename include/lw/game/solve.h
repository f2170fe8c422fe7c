/* The solve group: what a solution is, finding one and judging one. */
#ifndef LW_GAME_SOLVE_H
#define LW_GAME_SOLVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/budget.h"
#include "lw/base/buffer.h"
#include "lw/base/runtime.h"
#include "lw/game/play.h"

enum lw_outcome {
    LW_OUTCOME_SOLVED,
    LW_OUTCOME_UNSOLVABLE, /* proved */
    LW_OUTCOME_LIMIT       /* the budget ended first */
};

const char *lw_outcome_name(enum lw_outcome outcome); /* solved|unsolvable|limit */

/* What is minimised. The first metric of a kind is its default; one of the name "any"
 * takes any solution and finds it soonest. */
struct lw_metric {
    const char *name;
    const char *help;
};

/* What one solution measures: "moves", "pushes", … The JSON keys of solve. */
struct lw_measure {
    const char *name;
    const char *help;
    unsigned flags; /* of the list below */
};
enum {
    LW_MEASURE_COUNTER = 1, /* shown while a level is played */
    LW_MEASURE_FEWEST = 2,  /* what a solution proved optimal has fewest of */
    LW_MEASURE_HARDER = 4   /* more of it is harder; compares the levels of kinds whose
                             * difficulty has not been learned from people. Exactly one */
};
/* Of one level and solution, there are never more of the first than of the second:
 * names of measures, features or options of generators. */
struct lw_never_more {
    const char *first, *second;
};
#define LW_MAX_MEASURES 16
/* Of the values that follow the kind's measures, the one of that name; NaN when the kind
 * has none such. */
double lw_measure_get(const struct lw_game_kind *kind, const double *values,
                      const char *name);

struct lw_solve_request {
    size_t metric;     /* index into metrics */
    const void *state; /* packed start state; NULL: the level's own */
    struct lw_budget budget;
    uint32_t n_threads; /* inside this one level; 0 or 1: one */
    /* Count distinct solutions up to this many; 0: do not count. Kinds whose solutions
     * are unique objects (Flow, Lazors) prove uniqueness with 2. */
    uint64_t count_up_to;
    const char *engine; /* force one engine by name; NULL: the kind chooses */
};

struct lw_solve_result {
    enum lw_outcome outcome;
    bool optimal;        /* proved for the metric */
    bool counted;        /* n_solutions holds */
    bool count_complete; /* no more exist than n_solutions */
    uint64_t n_solutions;
    struct lw_buffer solution;        /* move text; empty unless solved */
    double measures[LW_MAX_MEASURES]; /* of the solution, in kind order; NaN: undefined */
    uint64_t expanded, generated, closed;
    size_t peak_bytes;
    double seconds;
    enum lw_stop stop;         /* why the limit was reached */
    const char *engine;        /* which engine decided; static text */
    char note[160];            /* anything a person should know; may be empty */
    struct lw_warning warning; /* of the rules, met on the way */
};

void lw_solve_result_init(struct lw_solve_result *result, const struct lw_alloc *alloc);
void lw_solve_result_free(struct lw_solve_result *result);

struct lw_solve_ops {
    const struct lw_metric *metrics;
    size_t n_metrics;
    const struct lw_measure *measures;
    size_t n_measures;
    /* Refuses requests that no level can fulfil; ends with first NULL. NULL: none. */
    const struct lw_never_more *never_more;
    /* Solutions are objects that can be counted, not lines of play (Flow, Lazors). */
    bool counts_solutions;
    /* result is initialised; returns other than OK only for bad requests or levels. */
    lw_status (*solve)(const struct lw_level *level,
                       const struct lw_solve_request *request,
                       const struct lw_runtime *runtime, struct lw_solve_result *result,
                       struct lw_error *err);
    /* Replays moves from the start, independently of the solver; fails with the number
     * of the offending move when it does not end in a win. values may be NULL. */
    lw_status (*measure)(const struct lw_level *level, const char *moves, size_t len,
                         double values[LW_MAX_MEASURES], struct lw_error *err);
    /* Counters of a line of play that need not have won; n_moves of it are known. Writes
     * those of LW_MEASURE_COUNTER. NULL: the number of moves is the only counter. */
    void (*count)(const char *moves, size_t len, uint64_t n_moves,
                  double values[LW_MAX_MEASURES]);
};

/* The first measure with this flag; n_measures when there is none. */
size_t lw_measure_find(const struct lw_solve_ops *ops, unsigned flag);

#endif
