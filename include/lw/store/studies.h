/* Studies: frozen definitions by version, whether people may take part, and when what
 * they did is deleted. The store does not read definitions; lw/study.h does. */
#ifndef LW_STORE_STUDIES_H
#define LW_STORE_STUDIES_H

#include "lw/store/connection.h"

/* Open: people may enter and go on. Paused: nobody enters, whoever is inside goes on.
 * Closed: for good; the key that tied people to their data is destroyed. Deleted: closed,
 * and the day has come on which nothing of the people may be left. */
#define LW_STUDY_STATE_LIST(X)                                                           \
    X(OPEN, "open")                                                                      \
    X(PAUSED, "paused")                                                                  \
    X(CLOSED, "closed")                                                                  \
    X(DELETED, "deleted")
enum lw_study_state {
#define X(code, name) LW_STUDY_STATE_##code,
    LW_STUDY_STATE_LIST(X)
#undef X
        LW_STUDY_STATE_COUNT
};
const char *lw_study_state_name(enum lw_study_state state);

struct lw_store_study {
    char id[LW_STORE_ID_SIZE];
    const char *title;
    enum lw_study_state state;
    int64_t version; /* newest, from 1 */
    int64_t created_ms;
    int64_t closed_ms; /* 0: not yet */
    int64_t delete_ms; /* when its data is deleted; 0: no such day */
};
struct lw_store_study_list {
    struct lw_store_study *studies;
    size_t n;
};
lw_status lw_store_study_get(struct lw_store *store, const char *id,
                             struct lw_arena *arena, struct lw_store_study *out,
                             struct lw_error *err) LW_MUST_CHECK;
/* The newest first. */
lw_status lw_store_study_list(struct lw_store *store, struct lw_arena *arena,
                              struct lw_store_study_list *out,
                              struct lw_error *err) LW_MUST_CHECK;

/* A frozen definition, as it came to people. */
struct lw_store_study_version {
    int64_t number;     /* from 1 */
    const char *hash;   /* 32 digits that name the frozen bytes for ever */
    const char *frozen; /* JSON; the store does not look inside */
    int64_t added_ms;
};
struct lw_store_study_opening {
    const char *study; /* NULL: a new study; else a new version of that one */
    const char *title, *hash, *frozen;
    int64_t delete_ms, now_ms;
};
/* Opens a study, or gives one that is open or paused a new version: people who are inside
 * stay with theirs, and the day of deletion never becomes later. EXISTS when its newest
 * version has that hash already. */
lw_status lw_store_study_open(struct lw_store *store,
                              const struct lw_store_study_opening *opening,
                              char id[LW_STORE_ID_SIZE],
                              struct lw_error *err) LW_MUST_CHECK;
/* number 0: the newest. */
lw_status lw_store_study_version_get(struct lw_store *store, const char *study,
                                     int64_t number, struct lw_arena *arena,
                                     struct lw_store_study_version *out,
                                     struct lw_error *err) LW_MUST_CHECK;

/* Between open and paused, as often as one likes; closed is for good. From then on nobody
 * can enter, go on or withdraw: the study's key and the keys of its people are gone, and
 * their codes mean nothing any more. */
lw_status lw_store_study_set_state(struct lw_store *store, const char *id,
                                   enum lw_study_state state, int64_t now_ms,
                                   struct lw_error *err) LW_MUST_CHECK;
/* What was deleted goes from the database's files, too, where that could not be done at
 * once because somebody was reading. Does nothing when nothing is left to be done; OK
 * also when it has to be asked again. */
lw_status lw_store_study_scrub(struct lw_store *store,
                               struct lw_error *err) LW_MUST_CHECK;
/* Deletes people and what they did in all studies whose day has come; definitions stay.
 * n_deleted: studies. */
lw_status lw_store_study_expire(struct lw_store *store, int64_t now_ms,
                                int64_t *n_deleted, struct lw_error *err) LW_MUST_CHECK;

#endif
