/* Simulated people: people who do not exist take part in a study.
 *
 * They are assigned by the same rule as people, meet the same plan, their events are
 * judged as those of people are, and their export is written by the same code; every row
 * of it is marked as simulated. What they are like is a handful of numbers, the truth,
 * which an analysis should find again. Nothing looks at a clock: the same definition,
 * truth and seed give the same people, events and times. */
#ifndef LW_STUDY_SIMULATE_H
#define LW_STUDY_SIMULATE_H

#include <stdatomic.h>

#include "lw/study/assignment.h"
#include "lw/study/events.h"
#include "lw/study/export.h"
#include "lw/study/truth.h"

/* When the first of them comes: Monday, 2026-01-05, 08:00 UTC. */
#define LW_STUDY_SIMULATED_MS INT64_C(1767600000000)

struct lw_study_simulation {
    const struct lw_study *study;
    const struct lw_study_cells *cells;
    const struct lw_study_levels *levels;
    const struct lw_study_truth *truth;
    uint64_t seed;
    uint32_t repetition;       /* of the same study with other people */
    int64_t people;            /* who count: as the study's stopping rule counts them */
    const atomic_bool *cancel; /* NULL: cannot be stopped */
};

/* One of them, from the first event to the last; of use until the call returns. */
struct lw_study_simulated {
    struct lw_study_log log;
    const char *const *texts; /* the events as they would be sent */
    uint64_t number;          /* from 1 */
    const char *state;        /* as persons.csv says */
    bool completed;
    bool excluded; /* a rule of the definition leaves this one out */
    bool counted;  /* completed, and not left out where that matters */
    int64_t entered_ms, seen_ms, ended_ms; /* ended 0: left on the way */
};
/* What is not LW_OK ends the simulation. */
typedef lw_status (*lw_study_simulated_fn)(void *ctx,
                                           const struct lw_study_simulated *person,
                                           struct lw_error *err);

struct lw_study_crowd {
    int64_t entered, completed, counted, left, unfit, refused;
};
/* Calls each for one person after the other, in the order of their numbers. LIMIT when so
 * many never count, however many come. */
lw_status lw_study_simulate(const struct lw_study_simulation *simulation,
                            const struct lw_alloc *alloc, lw_study_simulated_fn each,
                            void *ctx, struct lw_study_crowd *out,
                            struct lw_error *err) LW_MUST_CHECK;

/* How hard a level truly is for them, in logits: NaN where there is no such level. */
double lw_study_simulated_difficulty(const struct lw_study_simulation *simulation,
                                     struct lw_study_level_ref ref);

/* All of it as an export. frozen: the definition with its levels, byte for byte. */
lw_status lw_study_simulate_export(const struct lw_study_simulation *simulation,
                                   const char *frozen, const struct lw_study_files *files,
                                   const struct lw_alloc *alloc,
                                   struct lw_study_crowd *out,
                                   struct lw_error *err) LW_MUST_CHECK;

#endif
