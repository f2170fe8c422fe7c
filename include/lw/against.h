/* Levels that are there already: what is made must be other puzzles. Only their ids are
 * kept, so the levels themselves may go. */
#ifndef LW_AGAINST_H
#define LW_AGAINST_H

#include "lw/base/hash.h"
#include "lw/collection.h"

struct lw_against {
    const struct lw_alloc *alloc;
    struct lw_id128 *ids;
    size_t n_ids, cap;
};

void lw_against_init(struct lw_against *against, const struct lw_alloc *alloc);
void lw_against_free(struct lw_against *against); /* also of zeros */

lw_status lw_against_add(struct lw_against *against, struct lw_id128 id,
                         struct lw_error *err) LW_MUST_CHECK;
/* All that can be played; what cannot is never made either. */
lw_status lw_against_add_levels(struct lw_against *against,
                                const struct lw_collection *set,
                                struct lw_error *err) LW_MUST_CHECK;

#endif
