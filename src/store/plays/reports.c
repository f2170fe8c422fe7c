/* Reports: Taylor's (2015) Tables 3.1 and 3.2 from live data, and what the Insight page
 * shows. Each is one statement over indexed columns. */
#include <math.h>
#include <string.h>

#include "store_internal.h"

#define DAY_MS INT64_C(86400000)

lw_status lw_store_report_sessions(struct lw_store *store, struct lw_arena *arena,
                                   struct lw_store_sessions_table *out,
                                   struct lw_error *err) {
    *out = (struct lw_store_sessions_table){0};
    struct sql_stmt *stmt;
    lw_status status =
        sql_query(store->sql,
                  "SELECT n, count(*) FROM (SELECT player, count(*) AS n FROM sessions"
                  " GROUP BY player) AS per_player GROUP BY n ORDER BY n",
                  SQL_NO_ARGS, &stmt, err);
    bool row = true;
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        struct lw_store_sessions_row *at =
            store_list_add(arena, &out->rows, &out->n, sizeof *at);
        if (at == NULL) {
            status = lw_fail_memory(err);
        } else {
            *at = (struct lw_store_sessions_row){.sessions = sql_int(stmt, 0),
                                                 .users = sql_int(stmt, 1)};
        }
    }
    sql_done(stmt);
    return status;
}

static bool read_set_row(const struct sql_stmt *stmt, struct lw_arena *arena,
                         struct lw_store_set_row *out) {
    bool ok = true;
    *out = (struct lw_store_set_row){
        .title = sql_copy(stmt, 1, arena, &ok),
        .origin = sql_copy(stmt, 2, arena, &ok),
        .users = sql_int(stmt, 3),
        .attempted = sql_int(stmt, 4),
        .restarted = sql_int(stmt, 5),
        .solved = sql_int(stmt, 6),
        .quit = sql_int(stmt, 7),
        .time_ms = sql_int(stmt, 8),
    };
    store_copy_id(stmt, 0, out->set);
    return ok;
}

/* One row a player and level first, so that a level tried twice is attempted once; then
 * one row a set. */
lw_status lw_store_report_sets(struct lw_store *store, struct lw_arena *arena,
                               struct lw_store_set_table *out, struct lw_error *err) {
    *out = (struct lw_store_set_table){0};
    struct sql_stmt *stmt;
    lw_status status = sql_query(
        store->sql,
        "SELECT s.id, s.title, s.origin, count(DISTINCT t.player), count(t.level),"
        " CAST(coalesce(sum(t.restarts), 0) AS BIGINT),"
        " CAST(coalesce(sum(t.solved), 0) AS BIGINT),"
        " CAST(coalesce(sum(t.quits), 0) AS BIGINT),"
        " CAST(coalesce(sum(t.time_ms), 0) AS BIGINT)"
        " FROM sets s LEFT JOIN (SELECT set_id, player, level, sum(restarts) AS restarts,"
        " max(CASE WHEN won_ms IS NULL THEN 0 ELSE 1 END) AS solved,"
        " sum(quits) AS quits,"
        " sum(CASE WHEN last_ms > ?1 THEN ?1 ELSE last_ms END) AS time_ms FROM plays"
        " WHERE set_id IS NOT NULL GROUP BY set_id, player, level) AS t"
        " ON t.set_id = s.id GROUP BY s.id, s.title, s.origin, s.pinned, s.position"
        " ORDER BY CASE WHEN s.origin = 'generated' THEN 0 ELSE 1 END, s.pinned DESC,"
        " s.position, s.id",
        SQL_ARGS(I(LW_STORE_MAX_PLAY_MS)), &stmt, err);
    bool row = true;
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        struct lw_store_set_row *at =
            store_list_add(arena, &out->rows, &out->n, sizeof *at);
        if (at == NULL || !read_set_row(stmt, arena, at)) {
            status = lw_fail_memory(err);
        }
    }
    sql_done(stmt);
    return status;
}

/* Percentile 100 belongs to the last tenth. */
#define TENTH                                                                            \
    "CASE WHEN l.percentile IS NULL THEN -1"                                             \
    " WHEN l.percentile >= 100 THEN 9 WHEN l.percentile < 0 THEN 0"                      \
    " ELSE @FLOOR@(l.percentile / 10) END"

lw_status lw_store_report_levels(struct lw_store *store, struct lw_arena *arena,
                                 struct lw_store_level_counts *out,
                                 struct lw_error *err) {
    *out = (struct lw_store_level_counts){0};
    struct sql_stmt *stmt;
    lw_status status =
        sql_query(store->sql,
                  "SELECT l.game, l.method, " TENTH " AS tenth, count(*),"
                  " CAST(coalesce(sum(p.plays), 0) AS BIGINT),"
                  " CAST(coalesce(sum(p.wins), 0) AS BIGINT) FROM levels l LEFT JOIN"
                  " (SELECT level, count(*) AS plays, count(won_ms) AS wins FROM plays"
                  "  GROUP BY level) AS p ON p.level = l.id WHERE l.hidden = 0"
                  " GROUP BY l.game, l.method, tenth ORDER BY l.game, l.method, tenth",
                  SQL_NO_ARGS, &stmt, err);
    bool row = true;
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        bool ok = true;
        struct lw_store_level_count *at =
            store_list_add(arena, &out->rows, &out->n, sizeof *at);
        if (at != NULL) {
            *at = (struct lw_store_level_count){.game = sql_copy(stmt, 0, arena, &ok),
                                                .method = sql_copy(stmt, 1, arena, &ok),
                                                .tenth = sql_int(stmt, 2),
                                                .levels = sql_int(stmt, 3),
                                                .plays = sql_int(stmt, 4),
                                                .wins = sql_int(stmt, 5)};
        }
        status = at != NULL && ok ? LW_OK : lw_fail_memory(err);
    }
    sql_done(stmt);
    return status;
}

lw_status lw_store_report_days(struct lw_store *store, int64_t now_ms, int64_t n_days,
                               struct lw_arena *arena, struct lw_store_day_counts *out,
                               struct lw_error *err) {
    *out = (struct lw_store_day_counts){0};
    int64_t first_day = now_ms / DAY_MS - n_days + 1;
    struct sql_stmt *stmt;
    lw_status status =
        sql_query(store->sql,
                  "SELECT started_ms / 86400000 AS day, count(*), count(won_ms),"
                  " count(DISTINCT player) FROM plays WHERE started_ms >= ?1"
                  " GROUP BY day ORDER BY day",
                  SQL_ARGS(I(first_day * DAY_MS)), &stmt, err);
    bool row = true;
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        struct lw_store_day_count *at =
            store_list_add(arena, &out->rows, &out->n, sizeof *at);
        if (at == NULL) {
            status = lw_fail_memory(err);
        } else {
            *at = (struct lw_store_day_count){.day = sql_int(stmt, 0),
                                              .plays = sql_int(stmt, 1),
                                              .wins = sql_int(stmt, 2),
                                              .players = sql_int(stmt, 3)};
        }
    }
    sql_done(stmt);
    return status;
}

lw_status lw_store_report_calibration(struct lw_store *store, struct lw_arena *arena,
                                      struct lw_store_calibration *out,
                                      struct lw_error *err) {
    *out = (struct lw_store_calibration){0};
    struct sql_stmt *stmt;
    lw_status status = sql_query(
        store->sql,
        "SELECT l.game, " TENTH " AS tenth, avg(l.percentile), count(*),"
        " count(p.won_ms), CAST(avg(CASE WHEN p.won_ms IS NULL THEN NULL ELSE p.t_ms END)"
        " AS DOUBLE PRECISION) FROM plays p JOIN levels l ON l.id = p.level"
        " WHERE l.percentile IS NOT NULL GROUP BY l.game, tenth "
        "ORDER BY l.game, tenth",
        SQL_NO_ARGS, &stmt, err);
    bool row = true;
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        bool ok = true;
        struct lw_store_calibration_row *at =
            store_list_add(arena, &out->rows, &out->n, sizeof *at);
        if (at != NULL) {
            *at = (struct lw_store_calibration_row){.game = sql_copy(stmt, 0, arena, &ok),
                                                    .tenth = sql_int(stmt, 1),
                                                    .predicted = sql_real(stmt, 2),
                                                    .plays = sql_int(stmt, 3),
                                                    .wins = sql_int(stmt, 4),
                                                    .mean_win_ms = sql_real(stmt, 5)};
        }
        status = at != NULL && ok ? LW_OK : lw_fail_memory(err);
    }
    sql_done(stmt);
    return status;
}

lw_status lw_store_report_totals(struct lw_store *store, struct lw_store_totals *out,
                                 struct lw_error *err) {
    *out = (struct lw_store_totals){0};
    const struct {
        const char *text;
        int64_t *into;
    } counts[] = {
        {"SELECT count(*) FROM levels", &out->levels},
        {"SELECT count(*) FROM packs", &out->packs},
        {"SELECT count(*) FROM sets", &out->sets},
        {"SELECT count(*) FROM players", &out->players},
        {"SELECT count(*) FROM sessions", &out->sessions},
        {"SELECT count(*) FROM plays", &out->plays},
        {"SELECT count(won_ms) FROM plays", &out->wins},
        {"SELECT count(*) FROM events", &out->events},
        {"SELECT count(*) FROM daily", &out->days},
        {"SELECT count(*) FROM reserve", &out->reserve},
        {"SELECT count(*) FROM jobs", &out->jobs},
        {"SELECT count(*) FROM studies", &out->studies},
    };
    lw_status status = LW_OK;
    for (size_t i = 0; i < sizeof counts / sizeof *counts && status == LW_OK; i++) {
        status = sql_number(store->sql, counts[i].text, SQL_NO_ARGS, counts[i].into, err);
    }
    return status;
}
