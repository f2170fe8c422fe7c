/* Tokens: secrets by name, stored hashed. */
#include <sodium.h>
#include <string.h>

#include "store_internal.h"

void lw_store_token_new(char token[LW_STORE_SECRET_SIZE]) {
    store_new_secret(token);
}

lw_status lw_store_token_keep(struct lw_store *store, const char *name, const char *token,
                              int64_t now_ms, bool *kept, struct lw_error *err) {
    char hash[LW_STORE_SECRET_SIZE];
    int64_t changed = 0;
    store_hash_secret(token, hash);
    lw_status status =
        sql_do(store->sql,
               "INSERT INTO tokens (name, hash, created_ms) VALUES (?1, ?2, ?3)"
               " ON CONFLICT (name) DO NOTHING",
               SQL_ARGS(T(name), T(hash), I(now_ms)), &changed, err);
    *kept = status == LW_OK && changed > 0;
    return status;
}

lw_status lw_store_token_rotate(struct lw_store *store, const char *name, int64_t now_ms,
                                char token[LW_STORE_SECRET_SIZE], struct lw_error *err) {
    char hash[LW_STORE_SECRET_SIZE];
    store_new_secret(token);
    store_hash_secret(token, hash);
    return sql_do(store->sql,
                  "INSERT INTO tokens (name, hash, created_ms) VALUES (?1, ?2, ?3)"
                  " ON CONFLICT (name) DO UPDATE SET hash = excluded.hash,"
                  " created_ms = excluded.created_ms",
                  SQL_ARGS(T(name), T(hash), I(now_ms)), NULL, err);
}

lw_status lw_store_token_check(struct lw_store *store, const char *name,
                               const char *token, bool *valid, bool *there,
                               struct lw_error *err) {
    *valid = false;
    *there = false;
    char hash[LW_STORE_SECRET_SIZE];
    store_hash_secret(token, hash);
    struct sql_stmt *stmt;
    lw_status status = sql_query(store->sql, "SELECT hash FROM tokens WHERE name = ?1",
                                 SQL_ARGS(T(name)), &stmt, err);
    if (status == LW_OK && (status = sql_next(stmt, there, err)) == LW_OK && *there) {
        const char *stored = store_or_empty(sql_text(stmt, 0));
        *valid = strlen(stored) == sizeof hash - 1 &&
                 sodium_memcmp(stored, hash, sizeof hash - 1) == 0;
    }
    sql_done(stmt);
    return status;
}
