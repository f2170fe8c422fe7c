/* Choosing level sets as Taylor did (2015, chapter 3): from each of several large
 * collections the same number of levels, of a stated size, number of pieces (what the
 * game's table calls so: boxes) and number of moves. Chosen levels are matched: each has
 * its like in every other set. */
#ifndef LW_STORE_CHOICE_H
#define LW_STORE_CHOICE_H

#include <stdatomic.h>

#include "lw/base/runtime.h"
#include "lw/store/sets.h"

struct lw_store_range {
    double min, max; /* both 0: any */
};
struct lw_store_choice_pack {
    const char *pack, *title;
    const char *origin; /* "generated" or "handmade" */
    bool pinned;
};
struct lw_store_choice {
    const struct lw_store_choice_pack *packs;
    size_t n_packs;
    size_t count; /* levels a set; 0: 25 */
    uint64_t seed;
    struct lw_store_range width, height, pieces, moves;
    /* Levels without a known solution are solved with so many nodes each and, if the
     * runtime has a clock, until that moment; 0: they are left out, or no end. Solutions
     * are kept. */
    uint64_t solve_nodes, solve_until_ns;
    const struct lw_runtime *runtime;
    const atomic_bool *cancel; /* may be NULL */
    int64_t now_ms;
};
struct lw_store_chosen {
    struct lw_store_set set;
    size_t n_pack, n_fit, n_unsolved; /* levels of the pack, in the ranges, left out */
    double size, pieces, moves;       /* means over the set; size in squares */
};
#define LW_STORE_MAX_CHOICE 20
/* Makes a set of each pack, all or none. LW_BAD_INPUT when a pack has too few levels that
 * fit; err->line is then its number, from 1, as with any other failure of one pack. A
 * level that several packs have counts for the first of them. out has room for n_packs.
 */
lw_status lw_store_sets_choose(struct lw_store *store,
                               const struct lw_store_choice *choice,
                               struct lw_arena *arena, struct lw_store_chosen *out,
                               struct lw_error *err) LW_MUST_CHECK;

#endif
