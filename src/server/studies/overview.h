/* A study as its researcher sees it: who is where, who left, what looks odd. */
#ifndef STUDY_OVERVIEW_H
#define STUDY_OVERVIEW_H

#include "studies/judge.h"

#define OVERVIEW_PHASES 64

struct study_overview {
    int64_t n;
    int64_t by_state[LW_PERSON_STATE_COUNT];
    int64_t reached[OVERVIEW_PHASES], left[OVERVIEW_PHASES]; /* by person_phase_slot */
    int64_t flags[LW_STUDY_N_FLAGS];
    int64_t n_excluded;
    int64_t n_trials; /* people of the trial link; counted nowhere else */
};

/* Calls take for each person, in the order of their numbers. */
struct person_visit {
    lw_status (*take)(void *ctx, const struct lw_store_person *person,
                      const struct person_state *state, struct lw_error *err);
    void *ctx;
};
lw_status persons_each(struct lw_store *store, const char *study,
                       const struct person_visit *visit,
                       struct lw_error *err) LW_MUST_CHECK;
/* held: phases are named by it; people of other versions count by the names of theirs. */
lw_status study_overview(const struct study_held *held, struct lw_store *store,
                         int64_t now_ms, struct study_overview *out,
                         struct lw_error *err) LW_MUST_CHECK;

#endif
