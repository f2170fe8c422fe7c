/* Shared by the files of the room. */
#ifndef STUDIES_INTERNAL_H
#define STUDIES_INTERNAL_H

#include "store_internal.h"

/* Before events of people are deleted, with a WHERE behind it: whoever is storing some is
 * waited for, and nobody stores any from then on. */
#define STORE_HOLD_PERSONS "UPDATE study_persons SET seen_ms = seen_ms"

lw_status store_no_study(const char *id, struct lw_error *err);
/* Inside a transaction: deletes what people of a study did, and the people. */
lw_status store_study_empty(struct lw_store *store, const char *study,
                            struct lw_error *err) LW_MUST_CHECK;
/* Inside the transaction that ends a study. */
lw_status store_note_ended(struct lw_store *store, const char *study,
                           enum lw_study_state state, int64_t at_ms,
                           struct lw_error *err) LW_MUST_CHECK;
lw_status store_list_ended(struct lw_store *store, struct lw_arena *arena,
                           struct lw_store_withdrawn_list *out,
                           struct lw_error *err) LW_MUST_CHECK;

#endif
