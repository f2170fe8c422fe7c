/* The levels that a set is chosen from. */
#ifndef STUDY_CANDIDATES_H
#define STUDY_CANDIDATES_H

#include "define/faults.h"
#include "lw/make.h"
#include "lw/open.h"
#include "lw/study/levels.h"

#define STUDY_MAX_FILTERS 32
#define STUDY_MAX_MATCHED 8 /* measures and features that sets are matched on */

struct study_candidate {
    struct lw_made_level made;
    const char *title; /* in the arena; never NULL */
    int64_t number;
};

/* One set in the making. */
struct set_maker {
    const struct lw_study_set *set;
    const struct lw_study_sources *sources;
    const struct lw_runtime *runtime;
    struct lw_arena *arena;
    const struct reporter *report;
    const struct lw_game_kind *kind;
    struct lw_study_opened from; /* the game, and the levels of a source */
    bool is_open;
    struct lw_budget proof; /* of proving and measuring one level */
    struct lw_filter filters[STUDY_MAX_FILTERS];
    size_t n_filters;
    struct study_candidate *items;
    size_t n, cap;
    lw_status stopped; /* NO_MEMORY or CANCELLED; OK: neither */
};

/* Says what is wrong with the set, at that member of it. */
void study_set_wrong(const struct set_maker *maker, const char *member,
                     const char *remedy, const struct lw_error *err);
/* Fills items from the set's source; false after a fault. */
bool study_candidates_read(struct set_maker *maker);
bool study_candidates_make(struct set_maker *maker);
void study_candidates_free(struct set_maker *maker);
/* The value of a filter's measure or feature. */
double study_candidate_value(const struct study_candidate *candidate,
                             const struct lw_filter *filter);

/* choose.c: sorts, matches and takes; items[0..n) are the set then. before: the sets
 * before this one, chosen already. */
bool study_candidates_choose(struct set_maker *maker, const struct set_maker *before,
                             size_t n_before);

#endif
