/* Persons: who takes part in a study.
 *
 * A person is a keyed hash. The key belongs to the study and is destroyed when the study
 * closes; what is left then cannot be tied to anybody, not even with the links and codes
 * that people still have. Neither addresses nor names of devices are stored. */
#ifndef LW_STORE_PERSONS_H
#define LW_STORE_PERSONS_H

#include "lw/store/cells.h"
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
                                     * back after their first event: they have it */
    bool is_back;
};
/* A panel's person who comes again gets another key and is where they were; before their
 * first event another code as well, and earlier keys and the earlier code end. */
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
