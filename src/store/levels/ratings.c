/* Ratings of levels: the last word of each rater. */
#include <math.h>
#include <stdio.h>

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

/* What is said of a level counts only from somebody who knows it. The player is held
 * first, so that one who is leaving leaves nothing behind. */
lw_status store_check_played(struct lw_store *store, const char *player,
                             const char *level, struct lw_error *err) {
    int64_t n = 0;
    lw_status status = lw_store_player_hold(store, player, err);
    if (status == LW_OK) {
        status = sql_number(store->sql,
                            "SELECT count(*) FROM levels l WHERE l.id = ?1 AND"
                            " l.hidden = 0 AND " STORE_PUBLIC_BY(
                                "?3") " AND EXISTS"
                                      " (SELECT 1 FROM plays p WHERE p.level = ?1 AND"
                                      " p.player = ?2)",
                            SQL_ARGS(T(level), T(player), T(store->today)), &n, err);
    }
    if (status == LW_OK && n == 0) {
        status = lw_fail(err, LW_NOT_FOUND, 0, 0,
                         "this player has not played a level '%.40s'", level);
    }
    return status;
}

lw_status lw_store_opinion_put(struct lw_store *store,
                               const struct lw_store_opinion *opinion,
                               struct lw_error *err) {
    char rater[LW_STORE_ID_SIZE + 8];
    if (opinion->value < 1 || opinion->value > 10) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "a rating is 1 to 10");
    }
    (void)snprintf(rater, sizeof rater, "player:%s", opinion->player);
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    status = store_check_played(store, opinion->player, opinion->level, err);
    if (status == LW_OK) {
        status =
            lw_store_rating_put(store,
                                &(struct lw_store_rating){.level = opinion->level,
                                                          .rater = rater,
                                                          .value = opinion->value,
                                                          .low = NAN,
                                                          .high = NAN,
                                                          .made_ms = opinion->made_ms},
                                err);
    }
    return sql_end(store->sql, status, err);
}
