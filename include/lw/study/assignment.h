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

/* Whether one more person is wanted. FULL with a sentence: there are enough, or enough at
 * it; n_wanted gets how many still are. */
lw_status lw_study_wants_more(const struct lw_study *study,
                              const struct lw_study_cell_count *counts, size_t n_cells,
                              const char *today, int64_t *n_wanted,
                              struct lw_error *err) LW_MUST_CHECK;

#endif
