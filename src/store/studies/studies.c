/* Studies and the versions of their definitions. */
#include <string.h>

#include "studies/studies_internal.h"

static const char *const names[LW_STUDY_STATE_COUNT] = {
#define X(code, name) name,
    LW_STUDY_STATE_LIST(X)
#undef X
};

const char *lw_study_state_name(enum lw_study_state state) {
    return names[state];
}

lw_status store_no_study(const char *id, struct lw_error *err) {
    return lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no study '%.40s'", id);
}

#define STUDY_COLUMNS "id, title, state, version, created_ms, closed_ms, delete_ms"

static bool read_study(const struct sql_stmt *stmt, struct lw_arena *arena, void *row) {
    struct lw_store_study *out = row;
    bool ok = true;
    *out = (struct lw_store_study){
        .title = sql_copy(stmt, 1, arena, &ok),
        .state = LW_STUDY_STATE_CLOSED,
        .version = sql_int(stmt, 3),
        .created_ms = sql_int(stmt, 4),
        .closed_ms = sql_int(stmt, 5),
        .delete_ms = sql_int(stmt, 6),
    };
    store_copy_id(stmt, 0, out->id);
    for (int i = 0; i < LW_STUDY_STATE_COUNT; i++) {
        if (strcmp(names[i], store_or_empty(sql_text(stmt, 2))) == 0) {
            out->state = (enum lw_study_state)i;
        }
    }
    return ok;
}

lw_status lw_store_study_get(struct lw_store *store, const char *id,
                             struct lw_arena *arena, struct lw_store_study *out,
                             struct lw_error *err) {
    bool found;
    const struct store_rows rows = {"SELECT " STUDY_COLUMNS " FROM studies WHERE id = ?1",
                                    SQL_ARGS(T(id)), .read = read_study};
    lw_status status = store_read_row(store, &rows, arena, out, &found, err);
    return status == LW_OK && !found ? store_no_study(id, err) : status;
}

lw_status lw_store_study_list(struct lw_store *store, struct lw_arena *arena,
                              struct lw_store_study_list *out, struct lw_error *err) {
    *out = (struct lw_store_study_list){0};
    const struct store_rows rows = {
        "SELECT " STUDY_COLUMNS " FROM studies ORDER BY created_ms DESC, id", SQL_NO_ARGS,
        read_study, sizeof(struct lw_store_study)};
    return store_read_rows(store, &rows, arena, &out->studies, &out->n, err);
}

static lw_status add_study(struct lw_store *store,
                           const struct lw_store_study_opening *opening,
                           char id[LW_STORE_ID_SIZE], struct lw_error *err) {
    char secret[LW_STORE_SECRET_SIZE];
    lw_store_new_id(id);
    store_new_secret(secret);
    return sql_do(store->sql,
                  "INSERT INTO studies (id, title, state, version, created_ms, closed_ms,"
                  " delete_ms, secret, n_persons) VALUES (?1, ?2, 'open', 0, ?3, 0, ?4,"
                  " ?5, 0)",
                  SQL_ARGS(T(id), T(store_or_empty(opening->title)), I(opening->now_ms),
                           I(opening->delete_ms), T(secret)),
                  NULL, err);
}

/* A version may come while people are inside, never after the end. Those of earlier
 * versions were told when their data goes: it goes on that day, or sooner. */
static lw_status add_to_study(struct lw_store *store,
                              const struct lw_store_study_opening *opening,
                              struct lw_error *err) {
    int64_t changed = 0;
    int64_t there = 0;
    lw_status status =
        sql_do(store->sql,
               "UPDATE studies SET title = ?2, delete_ms = CASE WHEN delete_ms = 0"
               " OR (?3 > 0 AND ?3 < delete_ms) THEN ?3 ELSE delete_ms END"
               " WHERE id = ?1 AND state IN ('open', 'paused')",
               SQL_ARGS(T(opening->study), T(store_or_empty(opening->title)),
                        I(opening->delete_ms)),
               &changed, err);
    if (status == LW_OK && changed == 0) {
        status = sql_number(store->sql, "SELECT count(*) FROM studies WHERE id = ?1",
                            SQL_ARGS(T(opening->study)), &there, err);
        if (status == LW_OK && there == 0) {
            return store_no_study(opening->study, err);
        }
        if (status == LW_OK) {
            return lw_fail(err, LW_EXISTS, 0, 0,
                           "the study is closed; open the definition as a new study");
        }
    }
    if (status == LW_OK) {
        status = sql_number(store->sql,
                            "SELECT count(*) FROM study_versions v JOIN studies s"
                            " ON s.id = v.study AND s.version = v.version"
                            " WHERE s.id = ?1 AND v.hash = ?2",
                            SQL_ARGS(T(opening->study), T(opening->hash)), &there, err);
    }
    if (status == LW_OK && there > 0) {
        status = lw_fail(err, LW_EXISTS, 0, 0,
                         "this is the study's newest version already; nothing changed");
    }
    return status;
}

lw_status lw_store_study_open(struct lw_store *store,
                              const struct lw_store_study_opening *opening,
                              char id[LW_STORE_ID_SIZE], struct lw_error *err) {
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    if (opening->study == NULL) {
        status = add_study(store, opening, id, err);
    } else {
        status = store_is_id(opening->study) ? add_to_study(store, opening, err)
                                             : store_no_study(opening->study, err);
        if (status == LW_OK) {
            memcpy(id, opening->study, LW_STORE_ID_SIZE);
        }
    }
    if (status == LW_OK) {
        status =
            sql_do(store->sql, "UPDATE studies SET version = version + 1 WHERE id = ?1",
                   SQL_ARGS(T(id)), NULL, err);
    }
    if (status == LW_OK) {
        status = sql_do(store->sql,
                        "INSERT INTO study_versions (study, version, hash, frozen,"
                        " added_ms) SELECT id, version, ?2, ?3, ?4 FROM studies"
                        " WHERE id = ?1",
                        SQL_ARGS(T(id), T(store_or_empty(opening->hash)),
                                 T(store_or_empty(opening->frozen)), I(opening->now_ms)),
                        NULL, err);
    }
    return sql_end(store->sql, status, err);
}

static bool read_version(const struct sql_stmt *stmt, struct lw_arena *arena, void *row) {
    struct lw_store_study_version *out = row;
    bool ok = true;
    *out = (struct lw_store_study_version){
        .number = sql_int(stmt, 0),
        .hash = sql_copy(stmt, 1, arena, &ok),
        .frozen = sql_copy(stmt, 2, arena, &ok),
        .added_ms = sql_int(stmt, 3),
    };
    return ok;
}

lw_status lw_store_study_version_get(struct lw_store *store, const char *study,
                                     int64_t number, struct lw_arena *arena,
                                     struct lw_store_study_version *out,
                                     struct lw_error *err) {
    bool found;
    const struct store_rows rows = {"SELECT version, hash, frozen, added_ms"
                                    " FROM study_versions WHERE study = ?1"
                                    " AND (?2 = 0 OR version = ?2)"
                                    " ORDER BY version DESC LIMIT 1",
                                    SQL_ARGS(T(study), I(number)), .read = read_version};
    lw_status status = store_read_row(store, &rows, arena, out, &found, err);
    return status == LW_OK && !found ? store_no_study(study, err) : status;
}

/* What tied people to their data. */
static lw_status destroy_keys(struct lw_store *store, const char *study, int64_t now_ms,
                              struct lw_error *err) {
    lw_status status = sql_do(store->sql,
                              "DELETE FROM study_keys WHERE person IN"
                              " (SELECT id FROM study_persons WHERE study = ?1)",
                              SQL_ARGS(T(study)), NULL, err);
    if (status == LW_OK) {
        status =
            sql_do(store->sql, "UPDATE study_persons SET panel = NULL WHERE study = ?1",
                   SQL_ARGS(T(study)), NULL, err);
    }
    if (status == LW_OK) {
        status = store_note_ended(store, study, LW_STUDY_STATE_CLOSED, now_ms, err);
    }
    return status == LW_OK ? store_scrub_mark(store, err) : status;
}

lw_status lw_store_study_set_state(struct lw_store *store, const char *id,
                                   enum lw_study_state state, int64_t now_ms,
                                   struct lw_error *err) {
    struct lw_arena arena;
    struct lw_store_study study;
    bool closes = state == LW_STUDY_STATE_CLOSED;
    lw_arena_init(&arena, store->alloc);
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    /* Whoever enters waits until this has ended, or has ended before. */
    status = store_lock(store, err);
    if (status == LW_OK) {
        status = lw_store_study_get(store, id, &arena, &study, err);
    }
    if (status == LW_OK && study.state >= LW_STUDY_STATE_CLOSED) {
        status = lw_fail(err, LW_EXISTS, 0, 0, "the study is closed, which is for good");
    }
    if (status == LW_OK) {
        status =
            sql_do(store->sql,
                   "UPDATE studies SET state = ?2, closed_ms = ?3,"
                   " secret = CASE WHEN ?3 > 0 THEN '' ELSE secret END WHERE id = ?1",
                   SQL_ARGS(T(id), T(names[state]), I(closes ? now_ms : 0)), NULL, err);
    }
    if (status == LW_OK && closes) {
        status = destroy_keys(store, id, now_ms, err);
    }
    lw_arena_free(&arena);
    status = sql_end(store->sql, status, err);
    return status == LW_OK && closes ? store_scrub_soon(store, err) : status;
}

lw_status store_study_empty(struct lw_store *store, const char *study,
                            struct lw_error *err) {
    static const char *const steps[] = {
        STORE_HOLD_PERSONS " WHERE study = ?1",
        "DELETE FROM study_keys WHERE person IN"
        " (SELECT id FROM study_persons WHERE study = ?1)",
        "DELETE FROM study_events WHERE person IN"
        " (SELECT id FROM study_persons WHERE study = ?1)",
        "DELETE FROM study_persons WHERE study = ?1",
        "DELETE FROM study_withdrawn WHERE study = ?1",
        "UPDATE studies SET state = 'deleted', secret = '',"
        " closed_ms = CASE WHEN closed_ms > 0 THEN closed_ms ELSE delete_ms END"
        " WHERE id = ?1",
        "INSERT INTO study_ended (study, state, at_ms) SELECT id, 'deleted', delete_ms"
        " FROM studies WHERE id = ?1 ON CONFLICT DO NOTHING",
    };
    lw_status status = LW_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && status == LW_OK; i++) {
        status = sql_do(store->sql, steps[i], SQL_ARGS(T(study)), NULL, err);
    }
    return status == LW_OK ? store_scrub_mark(store, err) : status;
}

lw_status lw_store_study_expire(struct lw_store *store, int64_t now_ms,
                                int64_t *n_deleted, struct lw_error *err) {
    struct lw_arena arena;
    struct lw_store_study_list list;
    *n_deleted = 0;
    lw_arena_init(&arena, store->alloc);
    lw_status status = lw_store_study_list(store, &arena, &list, err);
    for (size_t i = 0; status == LW_OK && i < list.n; i++) {
        const struct lw_store_study *study = &list.studies[i];
        if (study->delete_ms == 0 || study->delete_ms > now_ms ||
            study->state == LW_STUDY_STATE_DELETED) {
            continue;
        }
        status = sql_begin(store->sql, err);
        if (status == LW_OK) {
            status = store_lock(store, err);
            if (status == LW_OK) {
                status = store_study_empty(store, study->id, err);
            }
            status = sql_end(store->sql, status, err);
        }
        *n_deleted += status == LW_OK;
    }
    lw_arena_free(&arena);
    return status == LW_OK && *n_deleted > 0 ? lw_store_study_scrub(store, err) : status;
}
