/* The log of what each person did: it only grows, without gaps. */
#include "studies/studies_internal.h"

/* Why no row was ready to take the events. */
static lw_status refuse_append(struct lw_store *store, const char *person,
                               struct lw_error *err) {
    struct sql_stmt *stmt;
    bool row = false;
    lw_status status =
        sql_query(store->sql, "SELECT state FROM study_persons WHERE id = ?1",
                  SQL_ARGS(T(person)), &stmt, err);
    if (status == LW_OK) {
        status = sql_next(stmt, &row, err);
    }
    bool inside = row && store_or_empty(sql_text(stmt, 0))[0] == 'i';
    sql_done(stmt);
    if (status != LW_OK) {
        return status;
    }
    if (!row) {
        return lw_fail(err, LW_NOT_FOUND, 0, 0, "nobody like that is in the study");
    }
    return inside ? lw_fail(err, LW_BUSY, 0, 0,
                            "another window has sent events meanwhile; try again")
                  : lw_fail(err, LW_EXISTS, 0, 0, "this person has ended already");
}

static lw_status append(struct lw_store *store,
                        const struct lw_store_person_events *events,
                        struct lw_error *err) {
    int64_t changed = 0;
    bool ends = events->state != LW_PERSON_INSIDE;
    lw_status status =
        sql_do(store->sql,
               "UPDATE study_persons SET next_seq = next_seq + ?3, progress = ?4,"
               " state = ?5, seen_ms = ?6, lease_ms = ?7, ended_ms = ?8"
               " WHERE id = ?1 AND next_seq = ?2 AND state = 'inside'"
               " AND (?9 = 0 OR progress = ?10)",
               SQL_ARGS(T(events->person), I(events->first), I(events->n),
                        T(store_or_empty(events->progress)),
                        T(lw_person_state_name(events->state)), I(events->now_ms),
                        I(events->now_ms + events->keep_ms), I(ends ? events->now_ms : 0),
                        I(events->before != NULL), T(store_or_empty(events->before))),
               &changed, err);
    if (status == LW_OK && changed == 0) {
        return refuse_append(store, events->person, err);
    }
    for (size_t i = 0; i < events->n && status == LW_OK; i++) {
        status = sql_queue(store->sql,
                           "INSERT INTO study_events (person, seq, stored_ms, event)"
                           " VALUES (?1, ?2, ?3, ?4)",
                           SQL_ARGS(T(events->person), I(events->first + (int64_t)i),
                                    I(events->now_ms), T(events->events[i])),
                           err);
    }
    return status == LW_OK ? sql_flush(store->sql, err) : status;
}

lw_status lw_store_person_append(struct lw_store *store,
                                 const struct lw_store_person_events *events,
                                 struct lw_error *err) {
    lw_status status = sql_begin(store->sql, err);
    if (status == LW_OK) {
        status = append(store, events, err);
        status = sql_end(store->sql, status, err);
    }
    return status;
}

static bool read_person_event(const struct sql_stmt *stmt, struct lw_arena *arena,
                              void *row) {
    bool ok = true;
    struct lw_store_person_event *at = row;
    *at = (struct lw_store_person_event){.seq = sql_int(stmt, 0),
                                         .stored_ms = sql_int(stmt, 1),
                                         .event = sql_copy(stmt, 2, arena, &ok)};
    return ok;
}

lw_status lw_store_person_log(struct lw_store *store, const char *person,
                              const struct lw_store_page *page, struct lw_arena *arena,
                              struct lw_store_person_log *out, struct lw_error *err) {
    *out = (struct lw_store_person_log){0};
    const struct store_rows rows = {
        "SELECT seq, stored_ms, event FROM study_events WHERE person = ?1"
        " AND seq >= ?2 ORDER BY seq LIMIT ?3",
        SQL_ARGS(T(person), I(page->first), I(page->limit > 0 ? page->limit : INT64_MAX)),
        read_person_event, sizeof(struct lw_store_person_event)};
    return store_read_rows(store, &rows, arena, &out->events, &out->n, err);
}
