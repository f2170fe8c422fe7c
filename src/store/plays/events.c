/* Events: a batch is one transaction, a repeated event is ignored, and the play's row
 * keeps the sums that reports need.
 *
 * A client sends a batch again when it did not hear the answer. Only events that are new
 * may count in the sums, so each insertion says whether it changed anything. Insertions
 * of all batches of a group are queued and waited for together, then the updates of all
 * plays: a group costs a few round trips, however many players are in it. */
#include <string.h>

#include "plays/counters.h"

static const char *const names[LW_EVENT_COUNT] = {
#define X(code, name) name,
    LW_EVENT_LIST(X)
#undef X
};

bool lw_event_kind_find(const char *name, enum lw_event_kind *kind) {
    for (int i = 0; i < LW_EVENT_COUNT; i++) {
        if (strcmp(names[i], name) == 0) {
            *kind = (enum lw_event_kind)i;
            return true;
        }
    }
    return false;
}

/* Is this the first event of the batch for its play? Batches are short. */
static bool is_first_of_play(const struct lw_store_event *events, size_t at) {
    for (size_t i = at; i > 0; i--) {
        if (strcmp(events[i - 1].play, events[at].play) == 0) {
            return false;
        }
    }
    return true;
}

/* Why was nothing inserted? Fine when the very event is there already. */
static lw_status check_repeated(struct lw_store *store, const char *player,
                                const struct lw_store_event *events, size_t at,
                                struct lw_error *err) {
    enum { NOT_THERE, SAME, OTHER };
    const struct lw_store_event *event = &events[at];
    int64_t found = NOT_THERE;
    lw_status status = sql_number(
        store->sql,
        "SELECT CASE WHEN e.kind <> ?4 OR (e.kind = 'win' AND e.data <> ?5) THEN 2 ELSE 1"
        " END FROM plays p JOIN events e ON e.play = p.id AND e.seq = ?3"
        " WHERE p.id = ?1 AND p.player = ?2",
        SQL_ARGS(T(event->play), T(player), I(event->seq), T(names[event->kind]),
                 T(store_or_empty(event->data))),
        &found, err);
    if (status == LW_OK && found == NOT_THERE) {
        status =
            lw_fail(err, LW_NOT_FOUND, (uint32_t)at + 1, 0,
                    "event %zu: this player has no play '%.40s'", at + 1, event->play);
    }
    if (status == LW_OK && found == OTHER) {
        status = lw_fail(err, LW_EXISTS, (uint32_t)at + 1, 0,
                         "event %zu: another event is stored as number %lld of this play",
                         at + 1, (long long)event->seq);
    }
    return status;
}

/* Changes nothing when the event is known, or when the play is not this player's; which
 * of the two it was is asked only then. */
static lw_status insert(struct lw_store *store, const char *player,
                        const struct lw_store_event *event, int64_t now_ms,
                        struct lw_error *err) {
    return sql_queue(store->sql,
                     "INSERT INTO events (play, seq, kind, t_ms, moves, pushes, data,"
                     " stored_ms) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE EXISTS"
                     " (SELECT 1 FROM plays WHERE id = ?1 AND player = ?9)"
                     " ON CONFLICT (play, seq) DO NOTHING",
                     SQL_ARGS(T(event->play), I(event->seq), T(names[event->kind]),
                              I(event->t_ms), I(event->moves), I(event->pushes),
                              T(store_or_empty(event->data)), I(now_ms), T(player)),
                     err);
}

/* What the new events add to their play. */
struct sums {
    int64_t restarts, undos, quits, last_ms;
};

static struct sums sum_of_play(const struct lw_store_event *events, size_t n,
                               const char *play, const int64_t *is_new) {
    struct sums sums = {0};
    for (size_t i = 0; i < n; i++) {
        if (is_new[i] == 0 || strcmp(events[i].play, play) != 0) {
            continue;
        }
        sums.restarts += events[i].kind == LW_EVENT_RESTART;
        sums.undos += events[i].kind == LW_EVENT_UNDO;
        sums.quits += events[i].kind == LW_EVENT_QUIT;
        sums.last_ms = events[i].t_ms > sums.last_ms ? events[i].t_ms : sums.last_ms;
    }
    return sums;
}

/* last_ms is how long the play has lasted so far. */
static lw_status add_sums(struct lw_store *store, const char *play, struct sums sums,
                          struct lw_error *err) {
    return sql_queue(store->sql,
                     "UPDATE plays SET restarts = restarts + ?2, undos = undos + ?3,"
                     " quits = quits + ?4,"
                     " last_ms = CASE WHEN last_ms < ?5 THEN ?5 ELSE last_ms END"
                     " WHERE id = ?1",
                     SQL_ARGS(T(play), I(sums.restarts), I(sums.undos), I(sums.quits),
                              I(sums.last_ms)),
                     err);
}

/* t_ms is the time of the first win. */
static lw_status note_win(struct lw_store *store, const struct lw_store_event *event,
                          int64_t now_ms, struct lw_error *err) {
    return sql_queue(store->sql,
                     "UPDATE plays SET won_ms = ?2, moves = ?3, pushes = ?4, t_ms = ?5"
                     " WHERE id = ?1 AND won_ms IS NULL",
                     SQL_ARGS(T(event->play), I(now_ms), I(event->moves),
                              I(event->pushes), I(event->t_ms)),
                     err);
}

/* After the insertions: counts what was new and queues what that means for the plays. */
static lw_status note_new(struct lw_store *store, struct store_batch *batch,
                          const int64_t *is_new, struct lw_error *err) {
    const struct lw_store_event *events = batch->events;
    lw_status status = LW_OK;
    batch->appended = (struct lw_store_appended){0};
    for (size_t i = 0; i < batch->n && status == LW_OK; i++) {
        batch->appended.stored += is_new[i] > 0;
        batch->appended.repeated += is_new[i] == 0;
        batch->appended.wins += is_new[i] > 0 && events[i].kind == LW_EVENT_WIN;
        if (is_new[i] == 0) {
            status = check_repeated(store, batch->player, events, i, err);
        }
    }
    for (size_t i = 0; i < batch->n && status == LW_OK && batch->appended.stored > 0;
         i++) {
        if (is_new[i] > 0 && events[i].kind == LW_EVENT_WIN) {
            status = note_win(store, &events[i], batch->now_ms, err);
        }
        if (status == LW_OK && is_first_of_play(events, i)) {
            status = add_sums(store, events[i].play,
                              sum_of_play(events, batch->n, events[i].play, is_new), err);
        }
    }
    return status;
}

static lw_status check_event(const struct lw_store_event *event, size_t at,
                             struct lw_error *err) {
    if (event->seq < 0 || event->t_ms < 0 || event->moves < 0 || event->pushes < 0) {
        return lw_fail(err, LW_BAD_INPUT, (uint32_t)at + 1, 0,
                       "event %zu: its numbers must not be below 0", at + 1);
    }
    return LW_OK;
}

static lw_status insert_all(struct lw_store *store, const struct store_batch *batch,
                            struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < batch->n && status == LW_OK; i++) {
        status = check_event(&batch->events[i], i, err);
        if (status == LW_OK) {
            status = insert(store, batch->player, &batch->events[i], batch->now_ms, err);
        }
    }
    return status;
}

lw_status store_append(struct lw_store *store, struct store_batch *first,
                       struct lw_error *err) {
    lw_status status = LW_OK;
    size_t n = 0;
    for (struct store_batch *at = first; at != NULL && status == LW_OK; at = at->next) {
        status = insert_all(store, at, err);
        n += at->n;
    }
    if (status == LW_OK) {
        status = sql_flush(store->sql, err);
    }
    if (status != LW_OK || n == 0) {
        return status;
    }
    int64_t *is_new = lw_alloc_zero(store->alloc, n, sizeof *is_new);
    if (is_new == NULL) {
        return lw_fail_memory(err);
    }
    memcpy(is_new, store->sql->changed, n * sizeof *is_new);
    size_t done = 0;
    size_t stored = 0;
    for (struct store_batch *at = first; at != NULL && status == LW_OK; at = at->next) {
        status = note_new(store, at, is_new + done, err);
        done += at->n;
        stored += at->appended.stored;
    }
    if (status == LW_OK && stored > 0) {
        status = store_count_events(store, stored, err);
    }
    lw_alloc_free(store->alloc, is_new, n * sizeof *is_new);
    return status == LW_OK ? sql_flush(store->sql, err) : status;
}

lw_status lw_store_events_append(struct lw_store *store,
                                 const struct lw_store_batch *given,
                                 struct lw_store_appended *out, struct lw_error *err) {
    struct store_batch batch = {.player = given->player,
                                .events = given->events,
                                .n = given->n,
                                .now_ms = given->now_ms};
    *out = (struct lw_store_appended){0};
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    status = store_append(store, &batch, err);
    status = sql_end(store->sql, status, err);
    if (status == LW_OK) {
        *out = batch.appended;
    }
    return status;
}
