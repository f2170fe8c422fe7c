/* What the papers' models and tables share. */
#ifndef DIFFICULTY_PAPERS_INTERNAL_H
#define DIFFICULTY_PAPERS_INTERNAL_H

#include "lw/difficulty_papers.h"

/* The column of that name, or e->p. */
size_t papers_find(const struct lw_evidence *e, const char *name);
/* Kartal's congestion weights with the highest Pearson correlation with the answers, over
 * the rows to learn from (NULL: all). second: of eq. 2, otherwise of eq. 1. */
lw_status papers_grid_search(const struct lw_alloc *alloc, const struct lw_evidence *e,
                             const unsigned char *learn, bool second,
                             struct lw_kartal_weights *best, double *r,
                             struct lw_error *err) LW_MUST_CHECK;

#endif
