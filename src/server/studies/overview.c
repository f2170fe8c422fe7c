/* Counting people by what is kept beside their logs; no log is read. */
#include "studies/overview.h"

#include <string.h>

#define PAGE 500

lw_status persons_each(struct lw_store *store, const char *study,
                       const struct person_visit *visit, struct lw_error *err) {
    struct lw_store_page page = {.first = 0, .limit = PAGE};
    lw_status status = LW_OK;
    bool more = true;
    while (status == LW_OK && more) {
        struct lw_store_person_list list = {.n = 0};
        struct lw_arena arena;
        lw_arena_init(&arena, lw_alloc_libc());
        status = lw_store_person_list(store, study, &page, &arena, &list, err);
        for (size_t i = 0; i < list.n && status == LW_OK; i++) {
            struct person_state state;
            status = person_state_read(list.persons[i].progress, &arena, &state, err);
            if (status == LW_OK) {
                status = visit->take(visit->ctx, &list.persons[i], &state, err);
            }
            page.first = (uint64_t)list.persons[i].number;
        }
        more = list.n == PAGE;
        lw_arena_free(&arena);
    }
    return status;
}

struct counting {
    const struct lw_study *study;
    int64_t now_ms;
    struct study_overview *out;
};

static lw_status count(void *ctx, const struct lw_store_person *person,
                       const struct person_state *state, struct lw_error *err) {
    const struct counting *counting = ctx;
    struct study_overview *out = counting->out;
    (void)err;
    if (person->simulated) {
        out->n_trials++;
        return LW_OK;
    }
    out->n++;
    out->by_state[person->state]++;
    out->n_excluded += state->is_excluded;
    for (size_t i = 0; i < LW_STUDY_N_FLAGS; i++) {
        out->flags[i] += state->flags >> i & 1;
    }
    for (size_t i = 0; i < OVERVIEW_PHASES; i++) {
        out->reached[i] += (int64_t)(state->been >> i & 1);
    }
    bool gone =
        person->state == LW_PERSON_DECLINED || person->state == LW_PERSON_UNFIT ||
        (person->state == LW_PERSON_INSIDE && person->lease_ms <= counting->now_ms);
    size_t at =
        person_phase_slot(counting->study, state->at[0] == '\0' ? "consent" : state->at);
    if (gone && at < OVERVIEW_PHASES) {
        out->left[at]++;
    }
    return LW_OK;
}

lw_status study_overview(const struct study_held *held, struct lw_store *store,
                         int64_t now_ms, struct study_overview *out,
                         struct lw_error *err) {
    struct counting counting = {held->frozen.study, now_ms, out};
    const struct person_visit visit = {count, &counting};
    *out = (struct study_overview){.n = 0};
    return persons_each(store, held->study, &visit, err);
}
