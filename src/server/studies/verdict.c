/* Measures and flags of one person's log. */
#include <string.h>

#include "studies/judge.h"

static lw_status read_event(const char *text, struct lw_arena *arena,
                            struct lw_study_event *out, struct lw_error *err) {
    struct lw_json *json = NULL;
    lw_status status = lw_json_read(arena, text, strlen(text), &json, err);
    return status == LW_OK ? lw_study_event_read(json, out, err) : status;
}

lw_status judge_verdict(const struct judgement *j, struct lw_store *store,
                        struct lw_arena *arena, struct lw_study_verdict *out,
                        struct lw_error *err) {
    struct lw_store_person_log log = {.n = 0};
    struct lw_store_page all = {.first = 0, .limit = 0};
    lw_status status = lw_store_person_log(store, j->person->id, &all, arena, &log, err);
    struct lw_study_event *events =
        lw_arena_zero(arena, log.n + j->n_new + 1, sizeof *events);
    if (status == LW_OK && events == NULL) {
        status = lw_fail_memory(err);
    }
    for (size_t i = 0; status == LW_OK && i < log.n; i++) {
        status = read_event(log.events[i].event, arena, &events[i], err);
    }
    for (size_t i = 0; status == LW_OK && i < j->n_new; i++) {
        events[log.n + i] = j->events[i];
    }
    const struct lw_study_log read = {&j->request, &j->plan, events, log.n + j->n_new};
    return status == LW_OK ? lw_study_judge(&read, arena, out, err) : status;
}
