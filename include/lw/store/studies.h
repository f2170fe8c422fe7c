/* Studies (a definition that the study code understands) and the comparisons that players
 * made in them. */
#ifndef LW_STORE_STUDIES_H
#define LW_STORE_STUDIES_H

#include "lw/store/connection.h"

struct lw_store_study {
    char id[LW_STORE_ID_SIZE]; /* empty on put: a new one is made */
    const char *title, *definition /* JSON */, *state;
    int64_t created_ms;
};
/* Makes or replaces. */
lw_status lw_store_study_put(struct lw_store *store, struct lw_store_study *study,
                             struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_study_get(struct lw_store *store, const char *id,
                             struct lw_arena *arena, struct lw_store_study *out,
                             struct lw_error *err) LW_MUST_CHECK;
struct lw_store_study_list {
    struct lw_store_study *studies;
    size_t n;
};
lw_status lw_store_study_list(struct lw_store *store, struct lw_arena *arena,
                              struct lw_store_study_list *out,
                              struct lw_error *err) LW_MUST_CHECK;

/* "Which of the two is harder?" answered by a player; study may be NULL. */
struct lw_store_comparison {
    const char *study, *player, *level_a, *level_b;
    int answer; /* -1: a, 0: equal, 1: b */
    int64_t made_ms;
};
lw_status lw_store_comparison_add(struct lw_store *store,
                                  const struct lw_store_comparison *comparison,
                                  struct lw_error *err) LW_MUST_CHECK;
struct lw_store_comparison_list {
    struct lw_store_comparison *comparisons;
    size_t n;
};
/* study NULL: all. */
lw_status lw_store_comparison_list(struct lw_store *store, const char *study,
                                   struct lw_arena *arena,
                                   struct lw_store_comparison_list *out,
                                   struct lw_error *err) LW_MUST_CHECK;

#endif
