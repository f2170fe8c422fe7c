/* Levels of several collections that are alike: the same number of each, so that every
 * one has its like in every other collection. */
#ifndef MATCH_H
#define MATCH_H

#include "lw/base/alloc.h"
#include "lw/base/rng.h"
#include "lw/base/status.h"

#define MATCH_MEASURES 3 /* size, pieces, moves */

struct match_level {
    double value[MATCH_MEASURES]; /* above 0 */
};

struct match_pack {
    const struct match_level *levels;
    size_t n;
    size_t *chosen; /* filled: indices into levels; room for count */
};

/* Every pack must have count levels (asserted). chosen[i] of all packs are alike. The
 * order is random; the same random stream gives the same choice. Time grows with
 * count² · levels. */
lw_status match_choose(struct match_pack *packs, size_t n_packs, size_t count,
                       struct lw_rng *rng, const struct lw_alloc *alloc,
                       struct lw_error *err) LW_MUST_CHECK;

#endif
