/* Persons: who takes part in a study, and the log of what each of them did.
 *
 * A person is a keyed hash. The key belongs to the study and is destroyed when the study
 * closes; what is left then cannot be tied to anybody, not even with the links and codes
 * that people still have. Neither addresses nor names of devices are stored.
 *
 * The log only grows. An event is named by its person and its number; the numbers have no
 * gaps. What an event says, and whether it may come next, is judged above the store. */
#ifndef LW_STORE_PERSONS_H
#define LW_STORE_PERSONS_H

#include "lw/store/studies.h"

/* "XXXX-XXXX-XXXX-XXXX": letters and digits that cannot be confused, 80 random bits. */
#define LW_STORE_CODE_SIZE 20

#define LW_PERSON_STATE_LIST(X)                                                          \
    X(INSIDE, "inside")       /* has entered and not ended */                            \
    X(COMPLETED, "completed") /* to the last phase */                                    \
    X(DECLINED, "declined")   /* did not consent */                                      \
    X(UNFIT, "unfit")         /* did not pass a check */
enum lw_person_state {
#define X(code, name) LW_PERSON_##code,
    LW_PERSON_STATE_LIST(X)
#undef X
        LW_PERSON_STATE_COUNT
};
const char *lw_person_state_name(enum lw_person_state state);

struct lw_store_person {
    char id[LW_STORE_ID_SIZE];
    char study[LW_STORE_ID_SIZE];
    int64_t number;  /* in the study, from 1, never given twice */
    int64_t version; /* of the definition */
    int64_t cell;    /* from 0 */
    enum lw_person_state state;
    const char *language;
    bool simulated;   /* a trial of the study: never counted */
    int64_t lease_ms; /* until then the cell is kept */
    int64_t entered_ms, seen_ms, ended_ms;
    int64_t next_seq;     /* of the log */
    const char *progress; /* what the log amounts to, as the caller wrote it */
};

/* How a cell is taken: people who are inside and have been heard of, and people who count
 * as having completed it. */
struct lw_store_cell_count {
    int64_t inside, completed;
};

/* The key that lets somebody try the study without being counted, for as long as the
 * study has not closed (EXISTS). It follows from the study's own key and is not stored.
 */
lw_status lw_store_study_trial_key(struct lw_store *store, const char *study,
                                   char key[LW_STORE_ID_SIZE],
                                   struct lw_error *err) LW_MUST_CHECK;

/* Someone wants to enter. */
struct lw_store_entering {
    const char *study, *language;
    const char *panel;   /* a recruiting panel's name for the person; NULL: none */
    int64_t version;     /* the newest, or it is refused as BUSY: read it again */
    int64_t counts_from; /* see lw_store_cells */
    size_t n_cells;
    bool simulated;  /* by the study's trial key; may enter a paused study, too */
    int64_t keep_ms; /* how long the cell is kept for someone who is not heard of */
    int64_t now_ms;
    const char *leave_out; /* see lw_store_cells */
    /* Names the cell of person `number`, or refuses. Called inside the transaction, with
     * how all cells are taken at that moment, so that any number who enter at once fill
     * them evenly. */
    lw_status (*choose)(void *ctx, const struct lw_store_cell_count *counts,
                        int64_t number, size_t *cell, struct lw_error *err);
    void *ctx;
};
struct lw_store_entered {
    struct lw_store_person person;
    char key[LW_STORE_SECRET_SIZE]; /* by which the browser goes on; shown once */
    char code[LW_STORE_CODE_SIZE];  /* for withdrawing; empty when the panel's person is
                                     * back: it was shown the first time */
    bool is_back;
};
/* A panel's person who comes again gets another key and is where they were. */
lw_status lw_store_person_enter(struct lw_store *store,
                                const struct lw_store_entering *entering,
                                struct lw_arena *arena, struct lw_store_entered *out,
                                struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_person_by_key(struct lw_store *store, const char *study,
                                 const char *key, struct lw_arena *arena,
                                 struct lw_store_person *out,
                                 struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_person_get(struct lw_store *store, const char *study, int64_t number,
                              struct lw_arena *arena, struct lw_store_person *out,
                              struct lw_error *err) LW_MUST_CHECK;

/* Events that follow those stored, with what the log amounts to then. */
struct lw_store_person_events {
    const char *person;
    int64_t first;             /* number of the first: next_seq of the person */
    const char *const *events; /* JSON, one each */
    size_t n;
    const char *progress;
    const char *before; /* progress that the row must still have; NULL: any */
    enum lw_person_state state;
    int64_t keep_ms, now_ms;
};
/* n may be 0: only the progress changes. All or none, on disk when it returns. BUSY when
 * the log has grown meanwhile (two tabs): read the person again. EXISTS when the person
 * has ended. */
lw_status lw_store_person_append(struct lw_store *store,
                                 const struct lw_store_person_events *events,
                                 struct lw_error *err) LW_MUST_CHECK;

struct lw_store_person_event {
    int64_t seq, stored_ms;
    const char *event;
};
struct lw_store_person_log {
    struct lw_store_person_event *events;
    size_t n;
};
/* From the number page->first on; limit 0: all. */
lw_status lw_store_person_log(struct lw_store *store, const char *person,
                              const struct lw_store_page *page, struct lw_arena *arena,
                              struct lw_store_person_log *out,
                              struct lw_error *err) LW_MUST_CHECK;

/* Everything of the person goes: row, log and keys, also from the file of the database as
 * far as the database can tell (docs/studies.md says what may be left). Only the hash
 * stays, so that the person does not come back when an older backup is restored.
 * NOT_FOUND when no person of an open or paused study has that code. */
lw_status lw_store_person_withdraw(struct lw_store *store, const char *study,
                                   const char *code, int64_t now_ms,
                                   struct lw_error *err) LW_MUST_CHECK;
/* Everybody who has withdrawn from any study, and the studies that have ended: what a
 * database knows that its older backups do not. */
struct lw_store_withdrawn {
    char person[LW_STORE_ID_SIZE], study[LW_STORE_ID_SIZE];
    int64_t at_ms;
};
struct lw_store_study_ended {
    char study[LW_STORE_ID_SIZE];
    enum lw_study_state state; /* closed or deleted */
    int64_t at_ms;
};
struct lw_store_withdrawn_list {
    struct lw_store_withdrawn *rows;
    size_t n;
    struct lw_store_study_ended *ended;
    size_t n_ended;
};
lw_status lw_store_withdrawn_list(struct lw_store *store, struct lw_arena *arena,
                                  struct lw_store_withdrawn_list *out,
                                  struct lw_error *err) LW_MUST_CHECK;
/* From now on they have withdrawn here, too, and the studies have ended: what there is of
 * them goes, and what is copied into the database later. */
lw_status lw_store_withdrawn_add(struct lw_store *store,
                                 const struct lw_store_withdrawn_list *list,
                                 struct lw_error *err) LW_MUST_CHECK;
/* Cells of a version, as they are taken at that time: n of them into counts. */
struct lw_store_cells {
    const char *study;
    int64_t counts_from, version; /* people of these versions and those between count */
    size_t n;
    /* Completed persons whose progress is LIKE this do not count; NULL: all do. */
    const char *leave_out;
};
lw_status lw_store_cell_counts(struct lw_store *store, const struct lw_store_cells *cells,
                               int64_t now_ms, struct lw_store_cell_count *counts,
                               struct lw_error *err) LW_MUST_CHECK;

struct lw_store_person_list {
    struct lw_store_person *persons;
    size_t n;
};
/* In the order of their numbers, those after page->first. */
lw_status lw_store_person_list(struct lw_store *store, const char *study,
                               const struct lw_store_page *page, struct lw_arena *arena,
                               struct lw_store_person_list *out,
                               struct lw_error *err) LW_MUST_CHECK;

#endif
