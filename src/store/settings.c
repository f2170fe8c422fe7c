/* Settings: values by name. */
#include "store_internal.h"

lw_status lw_store_setting_put(struct lw_store *store, const char *name,
                               const char *value, int64_t now_ms, struct lw_error *err) {
    return sql_do(store->sql,
                  "INSERT INTO settings (name, value, changed_ms) VALUES (?1, ?2, ?3)"
                  " ON CONFLICT (name) DO UPDATE SET value = excluded.value,"
                  " changed_ms = excluded.changed_ms",
                  SQL_ARGS(T(name), T(store_or_empty(value)), I(now_ms)), NULL, err);
}

lw_status lw_store_setting_get(struct lw_store *store, const char *name,
                               struct lw_arena *arena, const char **value,
                               struct lw_error *err) {
    *value = NULL;
    struct sql_stmt *stmt;
    lw_status status = sql_query(store->sql, "SELECT value FROM settings WHERE name = ?1",
                                 SQL_ARGS(T(name)), &stmt, err);
    bool row = false;
    bool ok = true;
    if (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        *value = sql_copy(stmt, 0, arena, &ok);
        status = ok ? LW_OK : lw_fail_memory(err);
    }
    sql_done(stmt);
    return status;
}

lw_status lw_store_setting_keep(struct lw_store *store, const char *name,
                                const char *value, int64_t now_ms, struct lw_arena *arena,
                                const char **kept, struct lw_error *err) {
    lw_status status = lw_store_setting_get(store, name, arena, kept, err);
    if (status != LW_OK || *kept != NULL) {
        return status;
    }
    status = sql_do(store->sql,
                    "INSERT INTO settings (name, value, changed_ms) VALUES (?1, ?2, ?3)"
                    " ON CONFLICT (name) DO NOTHING",
                    SQL_ARGS(T(name), T(value), I(now_ms)), NULL, err);
    return status == LW_OK ? lw_store_setting_get(store, name, arena, kept, err) : status;
}
