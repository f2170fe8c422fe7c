/* How the cells of a study are taken, so that they fill evenly. */
#ifndef LW_STORE_CELLS_H
#define LW_STORE_CELLS_H

#include "lw/store/connection.h"

/* How a cell is taken: people who are inside and have been heard of, and people who count
 * as having completed it. */
struct lw_store_cell_count {
    int64_t inside, completed;
};

/* Cells of a version, as they are taken at that time: n of them into counts. */
struct lw_store_cells {
    const char *study;
    int64_t counts_from, version; /* people of these versions and those between count */
    size_t n;
    /* Completed persons whose progress is LIKE this do not count; NULL: all do. */
    const char *leave_out;
};
lw_status lw_store_cell_counts(struct lw_store *store, const struct lw_store_cells *cells,
                               int64_t now_ms, struct lw_store_cell_count *counts,
                               struct lw_error *err) LW_MUST_CHECK;

#endif
