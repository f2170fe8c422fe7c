/* Those who make candidates: every worker takes the next number as soon as it has done
 * with one, and whoever has done with the number that all wait for merges what follows.
 */
#ifndef MAKE_CREW_H
#define MAKE_CREW_H

#include "lw/candidates.h"
#include "variants.h"

/* Candidates that are done ahead of one that is not, at most. */
#define CREW_WINDOW 1024

/* What one candidate gave. */
struct crew_slot {
    const struct crew *crew;
    uint64_t index;
    struct lw_runtime runtime; /* for this candidate alone */
    lw_status status;
    struct lw_error err;
    struct lw_made_level *made;
    size_t n_levels, cap;
    enum lw_refusal *refusals; /* of each level, in step with made */
    size_t refusals_cap;
    struct lw_stat stats[LW_MAX_STATS];
    size_t n_stats;
    bool finished; /* before anyone asked to stop */
    bool cut;      /* its time was over before it ended by itself */
    bool no_memory;
    atomic_bool ready; /* to be merged */
};

struct crew {
    const struct lw_candidate_plan *plan;
    const struct lw_pool *pool; /* examining does not change it */
    const struct lw_runtime *runtime;
    const struct make_variants *variants;
    const struct lw_meter *meter; /* of the run */
    struct crew_slot *slots;      /* [CREW_WINDOW]; number n is in slot n % CREW_WINDOW */
    bool alone; /* one candidate at a time, with all workers for itself */

    /* Called for one candidate after the other, in the order of their numbers and never
     * from two threads at once. False: no further candidate is wanted. */
    bool (*merge)(void *ctx, struct crew_slot *slot);
    /* After merging, and before the first: the first number not to be made yet. */
    uint64_t (*limit)(void *ctx);
    void *ctx;

    atomic_uint_fast64_t next;  /* to be taken */
    atomic_uint_fast64_t head;  /* to be merged */
    atomic_uint_fast64_t until; /* not to be taken yet */
    atomic_bool gone;           /* somebody found nothing to take, and has left */
    atomic_bool over;           /* no further candidate is wanted */
    atomic_flag merging;
};

void lw_crew_add_stat(struct lw_stat *stats, size_t *n, const char *name, double value);
/* Makes and merges candidates from number `first` on, until the limit or the end. Workers
 * leave when there is nothing to take; the rest then end what they have, so that the next
 * call has all of them again. */
void lw_crew_work(struct crew *crew, uint64_t first);

#endif
