/* Assignment: which cell the next person gets.
 *
 * A pure function of how many hold or have completed each cell, so that whoever keeps
 * those counts (a database, a simulation) decides alike. Leases and dropouts are the
 * keeper's matter: a cell given back is simply counted no more. */
#ifndef LW_STUDY_ASSIGNMENT_H
#define LW_STUDY_ASSIGNMENT_H

#include "lw/study/definition.h"

struct lw_study_cell_count {
    int64_t open;      /* people who are at it now */
    int64_t completed; /* or kept, if exclusions are made up for: who counts */
};

/* A cell with the fewest open and completed; among several the definition's rule for
 * ties, drawn for this person. Nobody leaving, counts that differed by at most 1 differ
 * by at most 1 afterwards; after dropouts the emptiest fill first. */
size_t lw_study_assign(const struct lw_study *study,
                       const struct lw_study_cell_count *counts, size_t n_cells,
                       uint64_t person);

enum lw_study_none_wanted {
    LW_STUDY_WANTS_MORE,
    LW_STUDY_HAS_ENOUGH, /* so many people have completed it */
    LW_STUDY_IS_FULL,    /* every place is taken at the moment */
    LW_STUDY_IS_OVER     /* its last day has passed */
};
struct lw_study_wanted {
    int64_t n; /* people */
    enum lw_study_none_wanted why_none;
};
/* Whether one more person is wanted. FULL with a sentence when nobody is. */
lw_status lw_study_wants_more(const struct lw_study *study,
                              const struct lw_study_cell_count *counts, size_t n_cells,
                              const char *today, struct lw_study_wanted *out,
                              struct lw_error *err) LW_MUST_CHECK;

#endif
