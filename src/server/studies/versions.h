/* Which versions of a study count together. It follows from the frozen definitions alone,
 * so every server on a database finds the same. */
#ifndef STUDY_VERSIONS_H
#define STUDY_VERSIONS_H

#include "lw/server/studies.h"

struct study_version {
    const char *study;
    int64_t version;
    const struct lw_study *definition;
    const struct lw_study_cells *cells;
};
/* The oldest version whose people count with those of this one, and why no older one
 * does (empty: it is the first). */
lw_status study_counts_from(struct lw_store *store, const struct study_version *of,
                            int64_t *from, char why[LW_STUDY_CELLS_WHY],
                            struct lw_error *err) LW_MUST_CHECK;

#endif
