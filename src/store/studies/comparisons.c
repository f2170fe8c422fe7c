/* Comparisons: which of two levels a player found harder. */
#include "store_internal.h"

lw_status lw_store_comparison_add(struct lw_store *store,
                                  const struct lw_store_comparison *comparison,
                                  struct lw_error *err) {
    char id[LW_STORE_ID_SIZE];
    lw_store_new_id(id);
    return sql_do(store->sql,
                  "INSERT INTO comparisons (id, study, player, level_a, level_b, answer,"
                  " made_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                  SQL_ARGS(T(id), T(comparison->study), T(comparison->player),
                           T(comparison->level_a), T(comparison->level_b),
                           I(comparison->answer), I(comparison->made_ms)),
                  NULL, err);
}

static bool read_comparison(const struct sql_stmt *stmt, struct lw_arena *arena,
                            struct lw_store_comparison *out) {
    bool ok = true;
    *out = (struct lw_store_comparison){
        .study = sql_copy(stmt, 0, arena, &ok),
        .player = sql_copy(stmt, 1, arena, &ok),
        .level_a = sql_copy(stmt, 2, arena, &ok),
        .level_b = sql_copy(stmt, 3, arena, &ok),
        .answer = (int)sql_int(stmt, 4),
        .made_ms = sql_int(stmt, 5),
    };
    return ok;
}

lw_status lw_store_comparison_list(struct lw_store *store, const char *study,
                                   struct lw_arena *arena,
                                   struct lw_store_comparison_list *out,
                                   struct lw_error *err) {
    *out = (struct lw_store_comparison_list){0};
    struct sql_stmt *stmt;
    lw_status status = sql_query(store->sql,
                                 "SELECT study, player, level_a, level_b, answer, made_ms"
                                 " FROM comparisons WHERE ?1 IS NULL OR study = ?1"
                                 " ORDER BY made_ms, id",
                                 SQL_ARGS(T(study)), &stmt, err);
    bool row = true;
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        struct lw_store_comparison *at =
            store_list_add(arena, &out->comparisons, &out->n, sizeof *at);
        if (at == NULL || !read_comparison(stmt, arena, at)) {
            status = lw_fail_memory(err);
        }
    }
    sql_done(stmt);
    return status;
}
