/* Settings: values by name. */
#include <sodium.h>
#include <string.h>

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
    bool found;
    const struct store_rows rows = {"SELECT value FROM settings WHERE name = ?1",
                                    SQL_ARGS(T(name)), .read = store_read_text};
    return store_read_row(store, &rows, arena, value, &found, err);
}

lw_status lw_store_setting_keep(struct lw_store *store,
                                const struct lw_store_setting *setting,
                                struct lw_arena *arena, const char **kept,
                                struct lw_error *err) {
    lw_status status = lw_store_setting_get(store, setting->name, arena, kept, err);
    if (status != LW_OK || *kept != NULL) {
        return status;
    }
    status = sql_do(store->sql,
                    "INSERT INTO settings (name, value, changed_ms) VALUES (?1, ?2, ?3)"
                    " ON CONFLICT (name) DO NOTHING",
                    SQL_ARGS(T(setting->name), T(setting->value), I(setting->now_ms)),
                    NULL, err);
    return status == LW_OK ? lw_store_setting_get(store, setting->name, arena, kept, err)
                           : status;
}

lw_status lw_store_secret_keep(struct lw_store *store, const char *name, int64_t now_ms,
                               char secret[LW_STORE_SECRET_SIZE], struct lw_error *err) {
    char fresh[LW_STORE_SECRET_SIZE];
    const char *kept = NULL;
    struct lw_arena arena;
    lw_arena_init(&arena, store->alloc);
    store_new_secret(fresh);
    lw_status status = lw_store_setting_keep(
        store, &(struct lw_store_setting){name, fresh, now_ms}, &arena, &kept, err);
    if (status == LW_OK && strlen(kept) != LW_STORE_SECRET_SIZE - 1) {
        status = lw_fail(err, LW_IO, 0, 0, "the setting '%.40s' is damaged", name);
    }
    if (status == LW_OK) {
        memcpy(secret, kept, LW_STORE_SECRET_SIZE);
    }
    sodium_memzero(fresh, sizeof fresh);
    lw_arena_free(&arena);
    return status;
}
