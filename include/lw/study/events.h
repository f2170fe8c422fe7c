/* Events: what a person did, one after the other; the log of a study is made of nothing
 * else. Every table of the export follows from it.
 *
 * One table says which events there are, in which phases and with which data. The server
 * judges what it is sent by it, simulated people write by it, the export's codebook
 * and the list in docs/studies.md are made from it.
 *
 * An event as JSON:
 *   {"seq": 12, "type": "level-end", "phase": "main", "trial": 3,
 *    "t": 61234.567, "clock": 1794900000123.456, "data": {"outcome": "solved", ...}}
 * seq counts a person's events from 0 without gaps; it is the idempotent key: the same
 * seq with the same bytes is the same event sent again. t is performance.now() of the
 * page in milliseconds, clock the time of day in milliseconds since 1970 by the person's
 * machine (performance.timeOrigin + t). The server adds its own time. */
#ifndef LW_STUDY_EVENTS_H
#define LW_STUDY_EVENTS_H

#include "lw/study/plan.h"

enum lw_study_field_type {
    LW_STUDY_FIELD_NUMBER,
    LW_STUDY_FIELD_WHOLE,
    LW_STUDY_FIELD_FLAG,
    LW_STUDY_FIELD_WORD,  /* one of choices */
    LW_STUDY_FIELD_TEXT,  /* of at most max bytes */
    LW_STUDY_FIELD_LEVEL, /* canonical id of a level of the trial or phase */
    LW_STUDY_FIELD_NAMES, /* a list of ids */
    LW_STUDY_FIELD_VALUE  /* an answer: judged by its question */
};

struct lw_study_field {
    const char *name;
    enum lw_study_field_type type;
    bool required;
    double min, max; /* both 0: any */
    const char *choices;
    const char *unit; /* "ms"; NULL: none */
    const char *about;
};

/* Whether an event belongs to a trial. */
enum lw_study_in_trial { LW_STUDY_NO_TRIAL, LW_STUDY_ANY_TRIAL, LW_STUDY_THE_TRIAL };

struct lw_study_event_type {
    const char *name;
    const char *table; /* of the export that it becomes a row or a column of */
    uint32_t phases;   /* bit of each enum lw_study_phase_type; 0: all */
    enum lw_study_in_trial trial;
    const struct lw_study_field *fields;
    size_t n_fields;
    const char *about;
};
extern const struct lw_study_event_type lw_study_event_types[]; /* ends with name NULL */
const struct lw_study_event_type *lw_study_event_type_find(const char *name);

struct lw_study_event {
    int64_t seq;
    const struct lw_study_event_type *type;
    const char *phase;
    int64_t trial; /* -1: none */
    double t, clock;
    const struct lw_json *data; /* an object; NULL: none */
};

/* From JSON: members, types and ranges of the table. USAGE, with the place in
 * err->field ("data/outcome") and what is allowed. */
lw_status lw_study_event_read(const struct lw_json *json, struct lw_study_event *out,
                              struct lw_error *err) LW_MUST_CHECK;

/* A word that was played, and how often it was answered. */
struct lw_study_heard {
    int64_t prompt, answers; /* prompt -1: none */
};

/* How far a person has come: what the log so far amounts to. */
struct lw_study_progress {
    int64_t next_seq;
    uint32_t phase; /* place in the plan */
    bool in_phase;  /* phase-start has been seen */
    int64_t trial;  /* that is going on; -1: none */
    int64_t n_done; /* trials ended in this phase */
    double last_clock;
    /* Of a check: right answers of the attempt that is going on or was the last, the
     * number of the last attempt that has its result, whether one was passed. */
    int64_t right, attempt;
    bool passed;
    struct lw_study_heard heard[2]; /* the last word, and the one before it */
    bool consented, declined, completed;
    uint32_t special; /* special consents given: a bit for each, in the list's order */
    /* In this phase: trials that have ended, questions that have their answer (trial
     * times questions plus question), prompts that were played. */
    uint64_t ended[LW_STUDY_MAX_TRIALS / 64];
    uint64_t answered[LW_STUDY_MAX_TRIALS / 64];
    uint64_t prompted[LW_STUDY_MAX_TRIALS / 64];
};
void lw_study_progress_begin(struct lw_study_progress *progress);

/* Judges an event by the plan and what went before, and takes it. USAGE when it is out of
 * order, out of range, of another phase or trial, a second answer or after the end;
 * EXISTS when its seq was taken already (the keeper compares the bytes). Nothing changes
 * then. Replaying a stored log through this gives the place to resume at. */
lw_status lw_study_progress_take(const struct lw_study_plan_request *request,
                                 const struct lw_study_plan *plan,
                                 const struct lw_study_event *event,
                                 struct lw_study_progress *progress,
                                 struct lw_error *err) LW_MUST_CHECK;

/* The table as Markdown, for docs/studies.md. */
void lw_study_events_page(struct lw_buffer *out);

#endif
