/* Judging the events of one request: all are right, or none is stored. */
#ifndef STUDY_JUDGE_H
#define STUDY_JUDGE_H

#include "http/exchange.h"
#include "lw/study/measures.h"
#include "studies/state.h"
#include "studies/studies.h"

#define JUDGE_MAX_EVENTS 500 /* of a request */
#define JUDGE_MAX_ALL 30000  /* of a person */

/* How an event was refused. */
enum judge_fault {
    JUDGE_GOOD,
    JUDGE_BAD,          /* its members, types, ranges */
    JUDGE_OUT_OF_ORDER, /* not its turn */
    JUDGE_DIFFERS,      /* its number is taken by another event */
    JUDGE_FINISHED,     /* nothing comes any more */
    JUDGE_NO_WIN,       /* its moves do not win */
    JUDGE_FAILED        /* not the event's fault: err->status */
};

struct judgement {
    const struct study_held *held;
    const struct lw_store_person *person;
    int64_t now_ms; /* the server's, for events that are judged */
    struct lw_study_plan_request request;
    struct lw_study_plan plan;
    struct person_state state;           /* before, then after */
    const char *texts[JUDGE_MAX_EVENTS]; /* new events, as they are stored */
    struct lw_study_event *events;       /* the same, as they were read */
    size_t n_new;
    size_t n_old;  /* those before are stored already, or said to be */
    char compared; /* the open pair was judged: 'l'eft or 'r'ight harder; 0: it was not */
    int64_t compared_seq; /* of that answer */
    char place[100];      /* of what is wrong: "/events/3/data/outcome" */
    struct lw_error err;
};

/* Reads the person's state and makes the plan. */
lw_status judge_begin(struct judgement *j, const struct study_held *held,
                      const struct lw_store_person *person,
                      struct lw_arena *arena) LW_MUST_CHECK;
/* events: an array of 1 to JUDGE_MAX_EVENTS. Wins are replayed by a worker, which may
 * take a while. */
enum judge_fault judge_events(struct judgement *j, struct exchange *exchange,
                              const struct lw_json *events, struct lw_store *store);

/* What the log amounts to in measures and flags: what is stored, and what j will store.
 * The verdict lives in the arena. */
lw_status judge_verdict(const struct judgement *j, struct lw_store *store,
                        struct lw_arena *arena, struct lw_study_verdict *out,
                        struct lw_error *err) LW_MUST_CHECK;

#endif
