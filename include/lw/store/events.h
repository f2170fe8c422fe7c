/* Events of a play, and the writer that commits events of many players together. Callers
 * have replayed a win before they append it. */
#ifndef LW_STORE_EVENTS_H
#define LW_STORE_EVENTS_H

#include "lw/store/connection.h"

#define LW_EVENT_LIST(X)                                                                 \
    X(START, "start")                                                                    \
    X(RESTART, "restart")                                                                \
    X(UNDO, "undo")                                                                      \
    X(REDO, "redo")                                                                      \
    X(HINT, "hint")                                                                      \
    X(MOVE, "move")                                                                      \
    X(WIN, "win")                                                                        \
    X(QUIT, "quit")

enum lw_event_kind {
#define X(code, name) LW_EVENT_##code,
    LW_EVENT_LIST(X)
#undef X
        LW_EVENT_COUNT
};
/* False when there is no such kind. */
bool lw_event_kind_find(const char *name, enum lw_event_kind *kind);

/* A play counts in sums as no longer than 30 days, so that none of them overflows. */
#define LW_STORE_MAX_PLAY_MS INT64_C(2592000000)
struct lw_store_event {
    const char *play;
    int64_t seq; /* the client's number within the play; a repeat is ignored */
    enum lw_event_kind kind;
    int64_t t_ms; /* since the play began; see LW_STORE_MAX_PLAY_MS */
    int64_t moves, pushes;
    const char *data;  /* a win's moves, or anything; "" for none */
    int64_t stored_ms; /* filled when read */
};
struct lw_store_batch {
    const char *player;
    const struct lw_store_event *events;
    size_t n;
    int64_t now_ms;
};
struct lw_store_appended {
    size_t stored;   /* new */
    size_t repeated; /* were there already */
    size_t wins;     /* new ones */
};
/* One transaction: when this returns LW_OK all events are on disk. A play that is not
 * this player's refuses the whole batch with LW_NOT_FOUND, a number under which another
 * event (of another kind, or a win by other moves) is stored with LW_EXISTS; err->line is
 * then the number of the event, from 1. */
lw_status lw_store_events_append(struct lw_store *store,
                                 const struct lw_store_batch *given,
                                 struct lw_store_appended *out,
                                 struct lw_error *err) LW_MUST_CHECK;

/* Group commit: batches that arrive while one is being written are written together by
 * a thread with a connection of its own. A batch that is refused does not harm others. */
typedef void (*lw_store_done_fn)(void *ctx, lw_status status,
                                 const struct lw_store_appended *appended,
                                 const struct lw_error *err);
lw_status lw_store_writer_open(const char *url, const struct lw_store_options *options,
                               struct lw_store_writer **out,
                               struct lw_error *err) LW_MUST_CHECK;
/* Writes what is waiting, then ends; NULL-safe. */
void lw_store_writer_close(struct lw_store_writer *writer);
/* Copies the events and returns at once; done is called from the writer's thread when
 * they are on disk or refused. LW_BUSY when too much is waiting: nothing was taken. */
lw_status lw_store_writer_submit(struct lw_store_writer *writer,
                                 const struct lw_store_batch *given,
                                 lw_store_done_fn done, void *ctx,
                                 struct lw_error *err) LW_MUST_CHECK;

#endif
