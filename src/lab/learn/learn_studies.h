/* What people did in studies, in the words of what they did in the studio. */
#ifndef LAB_LEARN_STUDIES_H
#define LAB_LEARN_STUDIES_H

#include "lw/base/runtime.h"
#include "lw/store/gathered.h"

/* A level that stands in a frozen study. */
struct learn_study_level {
    const char *id, *game, *rules, *source, *text, *title, *author;
    const char *from; /* its study and set */
};

struct learn_studies {
    struct lw_store_gathered gathered;
    struct learn_study_level *levels; /* of all versions; one may stand here twice */
    size_t n_levels;
    size_t n_studies, n_people; /* that something was taken from */
    /* Left out: people who did not allow it or were not asked; by a rule of the
     * definition; versions and logs that cannot be read. */
    size_t n_not_allowed, n_excluded, n_unread;
};

/* In the order of studies and people. People are named by the hash that the study knows
 * them by; who did not allow it or has withdrawn is not among them. out lives in arena.
 */
lw_status learn_studies_gather(struct lw_store *store,
                               const struct lw_store_gathering *how,
                               struct lw_arena *arena, struct learn_studies *out,
                               struct lw_error *err) LW_MUST_CHECK;

#endif
