/* Ratings of levels: the last word of each rater. */
#include "store_internal.h"

lw_status lw_store_rating_put(struct lw_store *store,
                              const struct lw_store_rating *rating,
                              struct lw_error *err) {
    return sql_do(store->sql,
                  "INSERT INTO ratings (level, rater, value, low, high, made_ms)"
                  " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (level, rater)"
                  " DO UPDATE SET value = excluded.value, low = excluded.low,"
                  " high = excluded.high, made_ms = excluded.made_ms",
                  SQL_ARGS(T(rating->level), T(rating->rater), R(rating->value),
                           R(rating->low), R(rating->high), I(rating->made_ms)),
                  NULL, err);
}

lw_status lw_store_rating_list(struct lw_store *store, const char *level,
                               struct lw_arena *arena, struct lw_store_rating_list *out,
                               struct lw_error *err) {
    *out = (struct lw_store_rating_list){0};
    struct sql_stmt *stmt;
    lw_status status = sql_query(store->sql,
                                 "SELECT level, rater, value, low, high, made_ms"
                                 " FROM ratings WHERE level = ?1 ORDER BY rater",
                                 SQL_ARGS(T(level)), &stmt, err);
    bool row = true;
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        bool ok = true;
        struct lw_store_rating *at =
            store_list_add(arena, &out->ratings, &out->n, sizeof *at);
        if (at != NULL) {
            *at = (struct lw_store_rating){.level = sql_copy(stmt, 0, arena, &ok),
                                           .rater = sql_copy(stmt, 1, arena, &ok),
                                           .value = sql_real(stmt, 2),
                                           .low = sql_real(stmt, 3),
                                           .high = sql_real(stmt, 4),
                                           .made_ms = sql_int(stmt, 5)};
        }
        status = at != NULL && ok ? LW_OK : lw_fail_memory(err);
    }
    sql_done(stmt);
    return status;
}
