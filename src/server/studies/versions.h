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
/* Versions that count together are all those from the oldest to the newest of them, so
 * one row says it of all. A version never changes; what was found stays right. The row
 * that was written first goes when there is no room. */
#define STUDY_MAX_RUNS 64
struct study_run {
    char study[LW_STORE_ID_SIZE];
    int64_t from, to;
};
struct study_runs {
    struct study_run runs[STUDY_MAX_RUNS];
    size_t n;      /* written so far */
    size_t n_read; /* versions that were read to find them out */
};
/* The oldest version that counts with that one; 0: not known. */
int64_t study_runs_find(const struct study_runs *runs, const char *study,
                        int64_t version);
void study_runs_note(struct study_runs *runs, const char *study, int64_t from,
                     int64_t to);

/* The oldest version whose people count with those of this one, and why no older one
 * does (empty: it is the first). */
lw_status study_counts_from(struct lw_store *store, const struct study_version *of,
                            int64_t *from, char why[LW_STUDY_CELLS_WHY],
                            struct lw_error *err) LW_MUST_CHECK;
/* The same without the reason, by what is known in runs (a copy, which gets what is found
 * out): a version is read only if nobody has compared it yet. */
lw_status study_counts_known(struct lw_store *store, const struct study_version *of,
                             struct study_runs *runs, int64_t *from,
                             struct lw_error *err) LW_MUST_CHECK;

#endif
