/* Study definitions. */
#include "store_internal.h"

lw_status lw_store_study_put(struct lw_store *store, struct lw_store_study *study,
                             struct lw_error *err) {
    if (study->id[0] == '\0') {
        lw_store_new_id(study->id);
    }
    return sql_do(store->sql,
                  "INSERT INTO studies (id, title, definition, state, created_ms)"
                  " VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (id) DO UPDATE SET"
                  " title = excluded.title, definition = excluded.definition,"
                  " state = excluded.state",
                  SQL_ARGS(T(study->id), T(store_or_empty(study->title)),
                           T(store_or_empty(study->definition)),
                           T(store_or_empty(study->state)), I(study->created_ms)),
                  NULL, err);
}

static bool read_study(const struct sql_stmt *stmt, struct lw_arena *arena,
                       struct lw_store_study *out) {
    bool ok = true;
    *out = (struct lw_store_study){
        .title = sql_copy(stmt, 1, arena, &ok),
        .definition = sql_copy(stmt, 2, arena, &ok),
        .state = sql_copy(stmt, 3, arena, &ok),
        .created_ms = sql_int(stmt, 4),
    };
    store_copy_id(stmt, 0, out->id);
    return ok;
}

lw_status lw_store_study_get(struct lw_store *store, const char *id,
                             struct lw_arena *arena, struct lw_store_study *out,
                             struct lw_error *err) {
    struct sql_stmt *stmt;
    lw_status status = sql_query(
        store->sql,
        "SELECT id, title, definition, state, created_ms FROM studies WHERE id = ?1",
        SQL_ARGS(T(id)), &stmt, err);
    bool row = false;
    if (status == LW_OK) {
        status = sql_next(stmt, &row, err);
    }
    if (status == LW_OK && !row) {
        status = lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no study '%.40s'", id);
    } else if (status == LW_OK && !read_study(stmt, arena, out)) {
        status = lw_fail_memory(err);
    }
    sql_done(stmt);
    return status;
}

lw_status lw_store_study_list(struct lw_store *store, struct lw_arena *arena,
                              struct lw_store_study_list *out, struct lw_error *err) {
    *out = (struct lw_store_study_list){0};
    struct sql_stmt *stmt;
    lw_status status = sql_query(store->sql,
                                 "SELECT id, title, definition, state, created_ms"
                                 " FROM studies ORDER BY created_ms DESC, id",
                                 SQL_NO_ARGS, &stmt, err);
    bool row = true;
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        struct lw_store_study *study =
            store_list_add(arena, &out->studies, &out->n, sizeof *study);
        if (study == NULL || !read_study(stmt, arena, study)) {
            status = lw_fail_memory(err);
        }
    }
    sql_done(stmt);
    return status;
}
