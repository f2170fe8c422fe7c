/* The parts of the design Schaa. */
#ifndef LAB_STUDY_SCHAA_H
#define LAB_STUDY_SCHAA_H

#include "study/designs.h"
#include "study/estimates.h"
#include "study/levels.h"

enum { SCHAA_DIFFICULTY, SCHAA_ENTERTAINMENT };

struct schaa {
    const struct study_export *e;
    struct report *r;
    struct study_levels levels;
    struct study_plays plays;
    size_t *shown; /* levels that were played, in the definition's order */
    size_t n_shown;
    const char **sets; /* that they are from */
    size_t n_sets;
};

/* Medians and figures of one set: Tables 5.1 to 5.3, Figures 5.1 and 5.2, A.3 and A.4. */
lw_status schaa_levels(struct schaa *s, struct lw_error *err) LW_MUST_CHECK;
/* Table 5.4, and entertainment with difficulty. */
lw_status schaa_correlations(struct schaa *s, struct lw_error *err) LW_MUST_CHECK;
/* Figures 5.4 to 5.7: diversity, and which levels are taken for a person's. */
lw_status schaa_diversity(struct schaa *s, struct lw_error *err) LW_MUST_CHECK;
lw_status schaa_makers(struct schaa *s, struct lw_error *err) LW_MUST_CHECK;
/* Figures 5.3, A.1 and A.2: who they were. */
lw_status schaa_people(struct schaa *s, struct lw_error *err) LW_MUST_CHECK;

#endif
