/* The levels of a study: resolved from packs, files, recipes and queries, then frozen
 * together with the definition. */
#ifndef LW_STUDY_LEVELS_H
#define LW_STUDY_LEVELS_H

#include "lw/base/hash.h"
#include "lw/base/runtime.h"
#include "lw/open.h"
#include "lw/study/definition.h"

struct lw_study_level {
    char id[33];          /* canonical */
    const char *text;     /* in the kind's own format */
    const char *title;    /* never NULL */
    const char *solution; /* replays to a win; NULL: none is known */
    int64_t number;       /* in its source, from 1 */
    double moves, pushes; /* fewest known, of the solution; NaN: unknown */
};

struct lw_study_level_set {
    const struct lw_study_set *set; /* of the definition */
    const char *game, *rules, *source;
    struct lw_study_level *levels;
    size_t n;
};

struct lw_study_levels {
    struct lw_study_level_set *sets; /* in the definition's order */
    size_t n_sets;
};

/* Levels that a source hands over. Texts are in the arena. */
struct lw_study_opened {
    struct lw_opened opened;
    const char *rules;  /* that they were stored with; NULL: those that were asked for */
    const char *source; /* of a kind whose games are made from one; NULL: none */
};
/* Opens a text as the request says, and keeps it as the source where it is a whole game.
 */
lw_status lw_study_text_open(const struct lw_open_request *request,
                             struct lw_arena *arena, struct lw_study_opened *out,
                             struct lw_error *err) LW_MUST_CHECK;

/* The levels of a set's pack or query. how: the game, its rules and the limits, for a
 * source that has a text; one that has levels hands these over. out begins as all zero,
 * and is closed by the caller in any case. */
typedef lw_status (*lw_study_source_fn)(void *ctx, const struct lw_study_set *set,
                                        const struct lw_open_request *how,
                                        struct lw_arena *arena,
                                        struct lw_study_opened *out,
                                        struct lw_error *err);

/* Where levels come from, and what having them may cost. Each source may be NULL: then
 * sets of that kind are refused. */
struct lw_study_sources {
    void *ctx;
    lw_study_source_fn pack, query;
    /* Appends the file's text to out. */
    lw_status (*file)(void *ctx, const char *path, struct lw_buffer *out,
                      struct lw_error *err);
    /* Of making a set's levels: time; of proving one: memory, which bounds generators
     * too; 0: none but the usual. A recipe that time cuts short is a fault, because
     * it would make other levels elsewhere. */
    struct lw_budget budget;
};

/* Reads, makes, filters, matches, sorts. Faults name the set at fault. Deterministic:
 * what time decides is refused. CANCELLED when the sources' budget says so. */
lw_status lw_study_levels_resolve(const struct lw_study *study,
                                  const struct lw_study_sources *sources,
                                  const struct lw_runtime *runtime,
                                  struct lw_arena *arena, struct lw_study_faults *faults,
                                  struct lw_study_levels *out) LW_MUST_CHECK;

/* The levels that the recipe `made_with` of the set of that number makes, all of them. */
struct lw_study_remake {
    const struct lw_study *study;
    size_t set;
    const struct lw_study_sources *sources;
    const struct lw_runtime *runtime;
};
lw_status lw_study_set_remake(const struct lw_study_remake *remake,
                              struct lw_arena *arena, struct lw_study_faults *faults,
                              struct lw_study_level_set *out) LW_MUST_CHECK;

/* The frozen form: canonical JSON of
 *   {"definition": ..., "format": 1, "sets": [{"game","id","levels":[...],...}]}
 * and its hash. What a person saw is named by this id for ever. */
lw_status lw_study_freeze(const struct lw_study *study,
                          const struct lw_study_levels *levels, struct lw_buffer *out,
                          char id[33], struct lw_error *err) LW_MUST_CHECK;

/* A frozen study, read back: nothing is made or looked up again. */
struct lw_study_frozen {
    struct lw_study *study;
    struct lw_study_levels levels;
    char id[33];
};
lw_status lw_study_thaw(struct lw_arena *arena, const char *text, size_t len,
                        struct lw_study_frozen *out, struct lw_error *err) LW_MUST_CHECK;

#endif
