/* Features of levels: named numbers. */
#include "store_internal.h"

lw_status lw_store_features_put(struct lw_store *store, const char *level,
                                const struct lw_store_feature *features, size_t n,
                                struct lw_error *err) {
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    for (size_t i = 0; i < n && status == LW_OK; i++) {
        status = sql_queue(store->sql,
                           "INSERT INTO features (level, name, value, error)"
                           " VALUES (?1, ?2, ?3, ?4) ON CONFLICT (level, name)"
                           " DO UPDATE SET value = excluded.value, error ="
                           " excluded.error",
                           SQL_ARGS(T(level), T(features[i].name), R(features[i].value),
                                    R(features[i].error)),
                           err);
    }
    if (status == LW_OK) {
        status = sql_flush(store->sql, err);
    }
    return sql_end(store->sql, status, err);
}

static bool read_feature(const struct sql_stmt *stmt, struct lw_arena *arena, void *row) {
    bool ok = true;
    struct lw_store_feature *at = row;
    *at = (struct lw_store_feature){.name = sql_copy(stmt, 0, arena, &ok),
                                    .value = sql_real(stmt, 1),
                                    .error = sql_real(stmt, 2)};
    return ok;
}

lw_status lw_store_features_get(struct lw_store *store, const char *level,
                                struct lw_arena *arena, struct lw_store_feature_list *out,
                                struct lw_error *err) {
    *out = (struct lw_store_feature_list){0};
    const struct store_rows rows = {
        "SELECT name, value, error FROM features WHERE level = ?1 ORDER BY name",
        SQL_ARGS(T(level)), read_feature, sizeof(struct lw_store_feature)};
    return store_read_rows(store, &rows, arena, &out->features, &out->n, err);
}
