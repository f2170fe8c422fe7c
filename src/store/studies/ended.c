/* Studies that have ended, remembered beside their rows: an older backup that is copied
 * over the database holds the study's key and would open it again. And what the files of
 * the database still have to forget. */
#include "studies/studies_internal.h"

lw_status store_note_ended(struct lw_store *store, const char *study,
                           enum lw_study_state state, int64_t at_ms,
                           struct lw_error *err) {
    return sql_do(store->sql,
                  "INSERT INTO study_ended (study, state, at_ms) VALUES (?1, ?2, ?3)"
                  " ON CONFLICT DO NOTHING",
                  SQL_ARGS(T(study), T(lw_study_state_name(state)), I(at_ms)), NULL, err);
}

lw_status store_end_again(struct lw_store *store, struct lw_error *err) {
#define DELETED "(SELECT study FROM study_ended WHERE state = 'deleted')"
    static const char *const steps[] = {
        "DELETE FROM study_keys WHERE person IN (SELECT p.id FROM study_persons p"
        " JOIN study_ended e ON e.study = p.study)",
        "UPDATE study_persons SET panel = NULL WHERE panel IS NOT NULL"
        " AND study IN (SELECT study FROM study_ended)",
        "UPDATE studies SET state = 'closed', secret = '', closed_ms ="
        " (SELECT min(e.at_ms) FROM study_ended e WHERE e.study = studies.id)"
        " WHERE state IN ('open', 'paused') AND id IN (SELECT study FROM study_ended)",
        "DELETE FROM study_events WHERE person IN (SELECT id FROM study_persons"
        " WHERE study IN " DELETED ")",
        "DELETE FROM study_persons WHERE study IN " DELETED,
        "DELETE FROM study_withdrawn WHERE study IN " DELETED,
        "UPDATE studies SET state = 'deleted' WHERE state <> 'deleted'"
        " AND id IN " DELETED,
    };
    lw_status status = LW_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && status == LW_OK; i++) {
        status = sql_do(store->sql, steps[i], SQL_NO_ARGS, NULL, err);
    }
    return status;
}

static bool read_study_ended(const struct sql_stmt *stmt, struct lw_arena *arena,
                             void *row) {
    struct lw_store_study_ended *at = row;
    (void)arena;
    store_copy_id(stmt, 0, at->study);
    at->state = store_or_empty(sql_text(stmt, 1))[0] == 'd' ? LW_STUDY_STATE_DELETED
                                                            : LW_STUDY_STATE_CLOSED;
    at->at_ms = sql_int(stmt, 2);
    return true;
}

lw_status store_list_ended(struct lw_store *store, struct lw_arena *arena,
                           struct lw_store_withdrawn_list *out, struct lw_error *err) {
    const struct store_rows rows = {"SELECT study, state, at_ms FROM study_ended"
                                    " ORDER BY study, state",
                                    SQL_NO_ARGS, read_study_ended,
                                    sizeof(struct lw_store_study_ended)};
    return store_read_rows(store, &rows, arena, &out->ended, &out->n_ended, err);
}

/* The mark commits with the deletion, so that neither a reader nor a power cut can make
 * the store forget that something is left to be done. */
lw_status store_scrub_mark(struct lw_store *store, struct lw_error *err) {
    char mark[LW_STORE_ID_SIZE];
    lw_store_new_id(mark);
    return sql_do(store->sql, "INSERT INTO study_scrub (mark) VALUES (?1)",
                  SQL_ARGS(T(mark)), NULL, err);
}

struct mark {
    char id[LW_STORE_ID_SIZE];
};
struct marks {
    struct mark *list;
    size_t n;
};

static bool read_mark(const struct sql_stmt *stmt, struct lw_arena *arena, void *row) {
    struct mark *at = row;
    (void)arena;
    store_copy_id(stmt, 0, at->id);
    return true;
}

static lw_status read_marks(struct lw_store *store, struct lw_arena *arena,
                            struct marks *out, struct lw_error *err) {
    *out = (struct marks){.n = 0};
    const struct store_rows rows = {"SELECT mark FROM study_scrub", SQL_NO_ARGS,
                                    read_mark, sizeof(struct mark)};
    return store_read_rows(store, &rows, arena, &out->list, &out->n, err);
}

lw_status lw_store_study_scrub(struct lw_store *store, struct lw_error *err) {
    static const struct sql_scrub what = {
        .small = "studies, study_keys, study_withdrawn",
        .large = "study_persons, study_events",
    };
    struct marks marks;
    struct lw_arena arena;
    bool done = false;
    lw_arena_init(&arena, store->alloc);
    lw_status status = read_marks(store, &arena, &marks, err);
    if (status == LW_OK && marks.n > 0) {
        status = sql_scrub_files(store->sql, &what, &done, err);
    }
    /* Only those from before: what was deleted meanwhile has a mark of its own. */
    for (size_t i = 0; i < marks.n && status == LW_OK && done; i++) {
        status = sql_do(store->sql, "DELETE FROM study_scrub WHERE mark = ?1",
                        SQL_ARGS(T(marks.list[i].id)), NULL, err);
    }
    lw_arena_free(&arena);
    return status;
}

lw_status store_scrub_soon(struct lw_store *store, struct lw_error *err) {
    return store->scrubbed_later ? LW_OK : lw_store_study_scrub(store, err);
}
