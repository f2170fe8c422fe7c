/* Making levels: one request and one result, whoever asks.
 *
 *   request -> numbered candidates -> proof -> features and rating -> filters -> no
 *   duplicates -> selection for diversity -> order -> result
 *
 * What the program, a page or a job wants is said in the request; everything between
 * there and the levels is done here. */
#ifndef LW_MAKE_H
#define LW_MAKE_H

#include "lw/candidates.h"

/* Of proving or measuring one level. */
#define LW_PROOF_NODES 5000000u
#define LW_PROOF_BYTES ((size_t)1 << 30)

/* Everything is borrowed, and outlives the run. */
struct lw_make_request {
    const struct lw_game *game;
    const struct lw_generator *generator;
    const struct lw_option_value *values; /* of its options */
    const struct lw_collection *examples; /* NULL: none */
    const char *aux_text;                 /* templates; NULL: none */
    size_t aux_len;
    const struct lw_filter *filters;
    size_t n_filters;
    const struct lw_against *against; /* levels not to be made again; NULL: none */
    bool by_rating;                   /* only levels with these ratings, within 1..10 */
    double min_rating, max_rating;
    bool rate;             /* every level of the result, wanted by rating or not */
    uint64_t rate_time_ns; /* for all of that, then the rest stays unrated; 0: any */
    const struct lw_rater *rater; /* NULL: by the game's model of those that follow */
    const struct lw_model_texts *models; /* NULL: what ships */
    lw_measure_fn measure;               /* for ratings; NULL: the kind's compute */
    void *measure_ctx;
    uint64_t seed;
    uint64_t first_index; /* as in struct lw_candidate_plan, as those below */
    size_t count;
    size_t diverse; /* times as many are made and those unlike each other kept; 0: 1 */
    uint64_t max_candidates, patience;
    struct lw_budget budget;           /* of the run: time and cancel */
    struct lw_budget candidate_budget; /* nodes and time */
    size_t memory_bytes;               /* of proving or measuring; 0: LW_PROOF_BYTES */
    const char *order;                 /* as lw_pool_order; NULL: what suits */
    void (*taken)(void *ctx, const struct lw_made_level *made);
    void (*checkpoint)(void *ctx, uint64_t next_index);
    void *ctx;
};

/* A run, and its result. */
struct lw_make {
    struct lw_make_request request;
    const struct lw_runtime *runtime;
    struct lw_rater own; /* unless the request has one */
    struct lw_grader grader;
    struct lw_pool pool; /* the levels, in order when the run has ended */
    struct lw_make_report report;
    size_t n_found; /* before the selection */
    double seconds;
    bool repeatable; /* the same request gives the same levels again */
    bool cut_short;  /* with more time the levels would be others, or more */
};

/* Judges the request. USAGE or IMPOSSIBLE with a sentence, and the field (filters,
 * difficulty, order or an option of the generator) where the fault is. Nothing is made
 * yet: the levels of an earlier run are given to the pool now. */
lw_status lw_make_open(struct lw_make *make, const struct lw_make_request *request,
                       const struct lw_runtime *runtime,
                       struct lw_error *err) LW_MUST_CHECK;
/* What lw_make_run would say before its first candidate, and nothing else. */
lw_status lw_make_check(const struct lw_make *make, struct lw_error *err) LW_MUST_CHECK;
/* Makes the levels, selects, rates and orders them. As lw_candidates_make: LIMIT,
 * CANCELLED and, after some candidates, IMPOSSIBLE leave what was found. */
lw_status lw_make_run(struct lw_make *make, struct lw_error *err) LW_MUST_CHECK;
/* After that status: is there a result, if only a part of what was asked for? */
bool lw_make_has_result(const struct lw_make *make, lw_status status);
void lw_make_close(struct lw_make *make); /* also after a failure */

/* How much of what was asked for is there, 0..1; latest: what the run's progress said
 * last, which may be about a candidate that takes long. */
double lw_make_fraction(const struct lw_make *make, const struct lw_progress *latest);

/* The kind's generator of that name, its first for NULL; NULL when there is none. */
const struct lw_generator *lw_generator_find(const struct lw_game_kind *kind,
                                             const char *name);
/* The same; USAGE with the names that there are when there is none. */
lw_status lw_generator_get(const struct lw_game_kind *kind, const char *name,
                           const struct lw_generator **out,
                           struct lw_error *err) LW_MUST_CHECK;
/* Which of its versions this is, from 1. */
uint32_t lw_generator_version(const struct lw_generator *generator);
/* Its option number i as one may give it: for a whole number a range will do, of which
 * every candidate draws one. */
struct lw_option lw_generator_option(const struct lw_generator *generator, size_t i);
#define LW_MAX_GENERATOR_OPTIONS 64 /* no generator has more */
/* From names and values as text to the generator's options, as lw_options_read. What it
 * may spend on memory (options in bytes) stays below memory_bytes; 0: as it wishes. */
lw_status lw_generator_settings(const struct lw_generator *generator,
                                const struct lw_settings *settings, uint64_t memory_bytes,
                                struct lw_option_value *values,
                                struct lw_error *err) LW_MUST_CHECK;

#endif
