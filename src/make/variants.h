/* The settings of a generator when options were given as ranges: every combination of
 * numbers, prepared once; a candidate draws one from its own stream. */
#ifndef MAKE_VARIANTS_H
#define MAKE_VARIANTS_H

#include "lw/candidates.h"

#define MAKE_MAX_VARIANTS 256

struct make_variant {
    struct lw_generate_request request; /* its values follow the generator's options */
    void *shared;                       /* what the generator prepared */
};

struct make_variants {
    const struct lw_alloc *alloc;
    const struct lw_generator *generator;
    struct make_variant *list;
    struct lw_option_value *values; /* of all, unless nothing is a range */
    size_t n, room;
    bool drawn; /* by each candidate */
};

/* Index of the option that says how far apart levels are, which is the run's affair and
 * no candidate's; n_options: the generator has none. */
size_t lw_make_option_of_run(const struct lw_generator *generator);

/* Combinations that the generator refuses are left out; if it refuses all, that is the
 * result. */
lw_status lw_make_variants_open(struct make_variants *out,
                                const struct lw_candidate_plan *plan,
                                const struct lw_runtime *runtime,
                                struct lw_error *err) LW_MUST_CHECK;
void lw_make_variants_close(struct make_variants *variants); /* also after a failure */
/* Draws nothing when nothing is a range. */
const struct make_variant *lw_make_variants_pick(const struct make_variants *variants,
                                                 struct lw_rng *rng);

#endif
