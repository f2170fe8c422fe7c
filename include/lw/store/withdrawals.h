/* Leaving a study for good, and making sure that no older backup undoes it. */
#ifndef LW_STORE_WITHDRAWALS_H
#define LW_STORE_WITHDRAWALS_H

#include "lw/store/studies.h"

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

#endif
