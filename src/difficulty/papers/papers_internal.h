/* What the papers' models and tables share. */
#ifndef DIFFICULTY_PAPERS_INTERNAL_H
#define DIFFICULTY_PAPERS_INTERNAL_H

#include "lw/difficulty/paper_tables.h"
#include "lw/difficulty/papers.h"

/* The column of that name, or e->p. */
size_t papers_find(const struct lw_evidence *e, const char *name);
#define LW_PAPER_MAX_LINE 200
/* After least squares failed: refuses with the name of the first column that is constant
 * or made up of those before it. data->x: rows of stride, ones first, then names[0..p-1).
 */
lw_status papers_name_culprit(const struct lw_alloc *alloc,
                              const struct lw_regression_data *data, size_t stride,
                              const char *const *names,
                              struct lw_error *err) LW_MUST_CHECK;
struct papers_congestion {
    struct lw_kartal_weights weights;
    double r;
};
/* Kartal's congestion weights with the highest Pearson correlation with the answers, over
 * the rows to learn from (NULL: all). second: of eq. 2, otherwise of eq. 1. */
lw_status papers_grid_search(const struct lw_alloc *alloc, const struct lw_evidence *e,
                             const unsigned char *learn, bool second,
                             struct papers_congestion *out,
                             struct lw_error *err) LW_MUST_CHECK;

#endif
