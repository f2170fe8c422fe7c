/* The log of what each person of a study did.
 *
 * The log only grows. An event is named by its person and its number; the numbers have no
 * gaps. What an event says, and whether it may come next, is judged above the store. */
#ifndef LW_STORE_PERSON_LOG_H
#define LW_STORE_PERSON_LOG_H

#include "lw/store/persons.h"

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

#endif
