/* What the parts of the generators share. */
#ifndef GENERATE_INTERNAL_H
#define GENERATE_INTERNAL_H

#include "analyse/analyse_internal.h"

#define PS_LEAST_ROOM 4 /* free cells without which an outline is of no use */

/* How many of the object a level needs before every rule can happen and a win means
 * something. */
uint32_t lw_ps_needed(const struct lw_ps_analysis *analysis, uint32_t id);

/* generate_outline.c */

/* Does the object belong to the outline, so that generators leave it alone? */
bool lw_ps_is_fixed(const struct lw_ps_analysis *analysis, uint32_t id);
/* The object that walls are made of; n_objects when there is none. */
uint32_t lw_ps_wall(const struct lw_ps_analysis *analysis);
/* Does the cell hold nothing but ground? */
bool lw_ps_is_ground(const struct lw_ps_analysis *analysis, const uint64_t *cell);
/* Cells of the outline that hold nothing but ground; returns their number. */
uint32_t lw_ps_free_cells(const struct lw_ps_analysis *analysis,
                          const struct lw_ps_level *outline, uint32_t *cells);
/* Takes ownership of neither: keeps copies when the rating is among the best. */
lw_status lw_ps_best_offer(struct lw_ps_best *best, const struct lw_ps_game *game,
                           const struct lw_level *level,
                           const struct lw_ps_rating *rating) LW_MUST_CHECK;

/* Also when it fails, to->playout.moves has to be freed. */
lw_status lw_ps_rating_copy(const struct lw_alloc *alloc, const struct lw_ps_rating *from,
                            struct lw_ps_rating *to) LW_MUST_CHECK;

extern const struct lw_generator lw_ps_constructive;
extern const struct lw_generator lw_ps_genetic;

#endif
