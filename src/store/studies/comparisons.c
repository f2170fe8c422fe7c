/* Comparisons: which of two levels a player found harder. */
#include <string.h>

#include "store_internal.h"

/* What they said before of this pair, which way round it was. */
static lw_status take_back(struct lw_store *store, const struct lw_store_comparison *at,
                           struct lw_error *err) {
    static const char text[] = "DELETE FROM comparisons WHERE player = ?1 AND"
                               " level_a = ?2 AND level_b = ?3 AND study IS NULL";
    lw_status status =
        sql_do(store->sql, text, SQL_ARGS(T(at->player), T(at->level_a), T(at->level_b)),
               NULL, err);
    return status == LW_OK
               ? sql_do(store->sql, text,
                        SQL_ARGS(T(at->player), T(at->level_b), T(at->level_a)), NULL,
                        err)
               : status;
}

lw_status lw_store_comparison_put(struct lw_store *store,
                                  const struct lw_store_comparison *comparison,
                                  struct lw_error *err) {
    const struct lw_store_comparison *at = comparison;
    char id[LW_STORE_ID_SIZE];
    lw_store_new_id(id);
    if (strcmp(at->level_a, at->level_b) == 0) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "a level is not compared with itself");
    }
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    status = store_check_played(store, at->player, at->level_a, err);
    if (status == LW_OK) {
        status = store_check_played(store, at->player, at->level_b, err);
    }
    if (status == LW_OK) {
        status = take_back(store, at, err);
    }
    if (status == LW_OK) {
        status = sql_do(store->sql,
                        "INSERT INTO comparisons (id, player, level_a, level_b, answer,"
                        " made_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                        SQL_ARGS(T(id), T(at->player), T(at->level_a), T(at->level_b),
                                 I(at->answer), I(at->made_ms)),
                        NULL, err);
    }
    return sql_end(store->sql, status, err);
}

/* a was harder: -1; and the level may be on either side. */
#define HARDER "(answer = -1 AND level_a = ?1) OR (answer = 1 AND level_b = ?1)"

lw_status lw_store_said_of(struct lw_store *store, const char *level,
                           struct lw_store_said *out, struct lw_error *err) {
    struct sql_stmt *stmt;
    bool row = false;
    *out = (struct lw_store_said){0};
    lw_status status = sql_query(
        store->sql,
        "SELECT r.n, r.mean, c.n, c.harder, c.equal FROM (SELECT count(*) AS n,"
        " avg(value) AS mean FROM ratings WHERE level = ?1 AND rater LIKE 'player:%')"
        " AS r, (SELECT count(*) AS n, coalesce(sum(CASE WHEN " HARDER
        " THEN 1 ELSE 0 END), 0) AS harder, coalesce(sum(CASE WHEN answer = 0 THEN 1"
        " ELSE 0 END), 0) AS equal FROM comparisons"
        " WHERE level_a = ?1 OR level_b = ?1) AS c",
        SQL_ARGS(T(level)), &stmt, err);
    if (status == LW_OK) {
        status = sql_next(stmt, &row, err);
    }
    if (status == LW_OK && row) {
        *out = (struct lw_store_said){.n_ratings = sql_int(stmt, 0),
                                      .mean_rating = sql_real(stmt, 1),
                                      .n_harder = sql_int(stmt, 3),
                                      .n_equal = sql_int(stmt, 4)};
        out->n_easier = sql_int(stmt, 2) - out->n_harder - out->n_equal;
    }
    sql_done(stmt);
    return status;
}
