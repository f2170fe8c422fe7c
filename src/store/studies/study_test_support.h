/* A study with people in it, for the store's tests. */
#ifndef STUDY_TEST_SUPPORT_H
#define STUDY_TEST_SUPPORT_H

#include "store_test_support.h"

#define N_CELLS 5
#define KEEP_MS 60000

/* The emptiest cell, the first of several. */
static inline lw_status choose(void *ctx, const struct lw_store_cell_count *counts,
                               int64_t number, size_t *cell, struct lw_error *err) {
    const int64_t *most = ctx;
    int64_t all = 0;
    *cell = 0;
    for (size_t i = 0; i < N_CELLS; i++) {
        int64_t n = counts[i].inside + counts[i].completed;
        all += n;
        if (n < counts[*cell].inside + counts[*cell].completed) {
            *cell = i;
        }
    }
    assert_true(number > 0);
    if (most != NULL && all >= *most) {
        return lw_fail(err, LW_FULL, 0, 0, "enough");
    }
    return LW_OK;
}

static inline void open_study(struct test_env *env, const char *hash, int64_t delete_ms,
                              char id[LW_STORE_ID_SIZE]) {
    const struct lw_store_study_opening opening = {.title = "A study",
                                                   .hash = hash,
                                                   .frozen = "{\"a\": 1}",
                                                   .delete_ms = delete_ms,
                                                   .now_ms = 10};
    OK(env, lw_store_study_open(env->store, &opening, id, &env->err));
}

static inline struct lw_store_entering entering(const char *study, int64_t now_ms) {
    return (struct lw_store_entering){.study = study,
                                      .language = "en",
                                      .version = 1,
                                      .counts_from = 1,
                                      .n_cells = N_CELLS,
                                      .keep_ms = KEEP_MS,
                                      .now_ms = now_ms,
                                      .choose = choose};
}

static inline struct lw_store_entered enter(struct test_env *env, const char *study,
                                            int64_t now_ms) {
    struct lw_store_entered entered;
    struct lw_store_entering who = entering(study, now_ms);
    OK(env, lw_store_person_enter(env->store, &who, &env->arena, &entered, &env->err));
    return entered;
}

static inline lw_status append(struct test_env *env, const char *person, int64_t first,
                               const char *text, enum lw_person_state state) {
    const char *events[] = {text, text};
    return lw_store_person_append(env->store,
                                  &(struct lw_store_person_events){.person = person,
                                                                   .first = first,
                                                                   .events = events,
                                                                   .n = 2,
                                                                   .progress = "p",
                                                                   .state = state,
                                                                   .keep_ms = KEEP_MS,
                                                                   .now_ms = 50},
                                  &env->err);
}

#endif
