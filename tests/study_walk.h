/* A person on the way through the small study: events are judged by the plan as they are
 * sent, kept as text and kept as read. */
#ifndef STUDY_WALK_H
#define STUDY_WALK_H

#include "study_fixture.h"

#define WALK_MAX 20000

struct walk {
    struct fixture_study *f;
    struct lw_study_plan_request request;
    struct lw_study_plan plan;
    struct lw_study_progress progress;
    const char *phase;
    double t, clock;
    char *texts[WALK_MAX];
    struct lw_study_event events[WALK_MAX];
    size_t n;
};

/* Used by programs without cmocka, too. */
static inline void walk_must(bool holds, const char *what) {
    if (!holds) {
        (void)fprintf(stderr, "%s\n", what);
        abort();
    }
}

static inline void walk_begin(struct walk *w, struct fixture_study *f, size_t cell,
                              uint64_t person) {
    memset(w, 0, sizeof *w);
    w->f = f;
    w->t = 1000;
    w->clock = 1794900000000.0;
    w->request =
        (struct lw_study_plan_request){f->study, &f->cells, &f->levels, cell, person};
    walk_must(lw_study_plan_make(&w->request, &f->arena, &w->plan, &f->err) == LW_OK,
              f->err.text);
    lw_study_progress_begin(&w->progress);
}

/* Both clocks go on. */
static inline void walk_wait(struct walk *w, double ms) {
    w->t += ms;
    w->clock += ms;
}

static inline lw_status walk_try(struct walk *w, const char *type, int64_t trial,
                                 const char *data) {
    struct lw_json *json;
    struct lw_buffer text;
    struct lw_study_event *event = &w->events[w->n];
    lw_buffer_init(&text, lw_alloc_libc());
    lw_buffer_printf(&text, "{\"seq\":%lld,\"type\":\"%s\",\"phase\":\"%s\",",
                     (long long)w->progress.next_seq, type, w->phase);
    if (trial >= 0) {
        lw_buffer_printf(&text, "\"trial\":%lld,", (long long)trial);
    }
    lw_buffer_puts(&text, "\"t\":");
    lw_buffer_number(&text, w->t);
    lw_buffer_puts(&text, ",\"clock\":");
    lw_buffer_number(&text, w->clock);
    lw_buffer_printf(&text, ",\"data\":{%s}}", data);
    char *kept = lw_arena_text(&w->f->arena, lw_buffer_text(&text), text.len);
    walk_must(kept != NULL && w->n + 1 < WALK_MAX, "no room");
    lw_status status = lw_json_read(&w->f->arena, kept, text.len, &json, &w->f->err);
    lw_buffer_free(&text);
    status = status == LW_OK ? lw_study_event_read(json, event, &w->f->err) : status;
    status = status == LW_OK ? lw_study_progress_take(&w->request, &w->plan, event,
                                                      &w->progress, &w->f->err)
                             : status;
    if (status == LW_OK) {
        w->texts[w->n++] = kept;
    }
    return status;
}

static inline void walk_send(struct walk *w, const char *type, int64_t trial,
                             const char *data) {
    walk_must(walk_try(w, type, trial, data) == LW_OK, w->f->err.text);
}

static inline const char *walk_level(const struct walk *w,
                                     const struct lw_study_level_ref *ref) {
    return w->f->levels.sets[ref->set].levels[ref->level].id;
}

#define WALK_YES                                                                         \
    "\"answer\":\"yes\",\"version\":\"1\",\"of_age\":true,\"statements\":[\"read\"],"    \
    "\"special\":[\"health\"],\"language\":\"en\""

#endif
