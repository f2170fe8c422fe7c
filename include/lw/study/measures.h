/* Measures: what a person's log amounts to in numbers, and whom the rules of the
 * definition leave out.
 *
 * Pure functions of the plan and the log, so that the researcher's page, the export and
 * the stopping rule judge alike. docs/studies.md says how each measure is worked out. */
#ifndef LW_STUDY_MEASURES_H
#define LW_STUDY_MEASURES_H

#include "lw/study/events.h"

/* A person's log, read: events in the order of their numbers, from the first on. */
struct lw_study_log {
    const struct lw_study_plan_request *request;
    const struct lw_study_plan *plan;
    const struct lw_study_event *events;
    size_t n;
};

/* Fills out by enum lw_study_measure_code; NaN where there is nothing to measure by.
 * phase: the id of a phase or group; NULL: over all. Scratch memory comes from arena. */
lw_status lw_study_measure(const struct lw_study_log *log, const char *phase,
                           struct lw_arena *arena, double out[LW_STUDY_N_MEASURES],
                           struct lw_error *err) LW_MUST_CHECK;

/* Worth a second look, whatever the definition says; a rule of the definition that speaks
 * of the same thing and holds raises the flag too. */
#define LW_STUDY_FLAG_LIST(X)                                                            \
    X(TOO_FAST, "too-fast",                                                              \
      "completed in less than a third of the stated minutes, or answered within 200 ms") \
    X(BLURRED, "blurred", "the page was left for more than 60 s, or more than 10 times") \
    X(MISSED, "missed", "more than a quarter of prompts or trials have no answer")       \
    X(NO_HEADPHONES, "no-headphones", "the headphone check was not passed")              \
    X(EVENTS_LOST, "events-lost", "some of the events could not be stored")
enum lw_study_flag {
#define X(code, name, about) LW_STUDY_FLAG_##code,
    LW_STUDY_FLAG_LIST(X)
#undef X
        LW_STUDY_N_FLAGS
};
const char *lw_study_flag_name(enum lw_study_flag flag);

struct lw_study_verdict {
    double measures[LW_STUDY_N_MEASURES]; /* over all */
    uint32_t flags;                       /* a bit for each enum lw_study_flag */
    bool excluded;                        /* by a rule that does more than flag */
    const bool *holds; /* one for each exclusion of the definition; in the arena */
};
lw_status lw_study_judge(const struct lw_study_log *log, struct lw_arena *arena,
                         struct lw_study_verdict *out,
                         struct lw_error *err) LW_MUST_CHECK;
/* Names parted by blanks: the flags, then the ids of rules that only flag. */
void lw_study_verdict_flags(const struct lw_study *study,
                            const struct lw_study_verdict *verdict,
                            struct lw_buffer *out);
/* The ids of the rules that leave the person out, parted by blanks. */
void lw_study_verdict_excluded_by(const struct lw_study *study,
                                  const struct lw_study_verdict *verdict,
                                  struct lw_buffer *out);

#endif
