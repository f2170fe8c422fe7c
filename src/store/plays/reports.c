/* Reports: Taylor's (2015) Tables 3.1 and 3.2 from live data, and what the Insight page
 * shows. Each reads counters that are kept as events come (counters.c), so its cost does
 * not grow with the plays. */
#include <math.h>
#include <string.h>

#include "plays/counters.h"
#include "store_internal.h"

#define DAY_MS INT64_C(86400000)

static bool read_sessions_row(const struct sql_stmt *stmt, struct lw_arena *arena,
                              void *row) {
    struct lw_store_sessions_row *at = row;
    (void)arena;
    *at = (struct lw_store_sessions_row){.sessions = sql_int(stmt, 0),
                                         .users = sql_int(stmt, 1)};
    return true;
}

lw_status lw_store_report_sessions(struct lw_store *store, struct lw_arena *arena,
                                   struct lw_store_sessions_table *out,
                                   struct lw_error *err) {
    *out = (struct lw_store_sessions_table){0};
    const struct store_rows rows = {
        "SELECT sessions, users FROM count_sessions WHERE users > 0"
        " ORDER BY sessions",
        SQL_NO_ARGS, read_sessions_row, sizeof(struct lw_store_sessions_row)};
    return store_read_rows(store, &rows, arena, &out->rows, &out->n, err);
}

static bool read_set_row(const struct sql_stmt *stmt, struct lw_arena *arena, void *row) {
    struct lw_store_set_row *out = row;
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

lw_status lw_store_report_sets(struct lw_store *store, struct lw_arena *arena,
                               struct lw_store_set_table *out, struct lw_error *err) {
    *out = (struct lw_store_set_table){0};
    const struct store_rows rows = {
        "SELECT s.id, s.title, s.origin, coalesce(c.users, 0), coalesce(c.attempted, 0),"
        " coalesce(c.restarted, 0), coalesce(c.solved, 0), coalesce(c.quit, 0),"
        " coalesce(c.time_ms, 0) FROM sets s LEFT JOIN count_sets c ON c.set_id = s.id"
        " ORDER BY CASE WHEN s.origin = 'generated' THEN 0 ELSE 1 END, s.pinned DESC,"
        " s.position, s.id",
        SQL_NO_ARGS, read_set_row, sizeof(struct lw_store_set_row)};
    return store_read_rows(store, &rows, arena, &out->rows, &out->n, err);
}

static bool read_level_count(const struct sql_stmt *stmt, struct lw_arena *arena,
                             void *row) {
    bool ok = true;
    struct lw_store_level_count *at = row;
    *at = (struct lw_store_level_count){.game = sql_copy(stmt, 0, arena, &ok),
                                        .method = sql_copy(stmt, 1, arena, &ok),
                                        .tenth = sql_int(stmt, 2),
                                        .levels = sql_int(stmt, 3),
                                        .plays = sql_int(stmt, 4),
                                        .wins = sql_int(stmt, 5)};
    return ok;
}

lw_status lw_store_report_levels(struct lw_store *store, struct lw_arena *arena,
                                 struct lw_store_level_counts *out,
                                 struct lw_error *err) {
    *out = (struct lw_store_level_counts){0};
    const struct store_rows rows = {
        "SELECT c.game, c.method, c.tenth, c.levels - coalesce(s.n, 0), c.plays, c.wins"
        " FROM count_cells c LEFT JOIN (SELECT game, method, " COUNTERS_TENTH " AS tenth,"
        "  count(*) AS n FROM levels WHERE hidden = 0 AND sealed > ?1"
        "  GROUP BY game, method, " COUNTERS_TENTH ") AS s"
        " ON s.game = c.game AND s.method = c.method AND s.tenth = c.tenth"
        " WHERE c.hidden = 0 AND c.levels > coalesce(s.n, 0)"
        " ORDER BY c.game, c.method, c.tenth",
        SQL_ARGS(T(store->today)), read_level_count, sizeof(struct lw_store_level_count)};
    return store_read_rows(store, &rows, arena, &out->rows, &out->n, err);
}

static bool read_day_count(const struct sql_stmt *stmt, struct lw_arena *arena,
                           void *row) {
    struct lw_store_day_count *at = row;
    (void)arena;
    *at = (struct lw_store_day_count){.day = sql_int(stmt, 0),
                                      .plays = sql_int(stmt, 1),
                                      .wins = sql_int(stmt, 2),
                                      .players = sql_int(stmt, 3)};
    return true;
}

lw_status lw_store_report_days(struct lw_store *store, int64_t now_ms, int64_t n_days,
                               struct lw_arena *arena, struct lw_store_day_counts *out,
                               struct lw_error *err) {
    *out = (struct lw_store_day_counts){0};
    int64_t first_day = now_ms / DAY_MS - n_days + 1;
    const struct store_rows rows = {
        "SELECT day, plays, wins, players FROM count_days WHERE day >= ?1"
        " AND plays > 0 ORDER BY day",
        SQL_ARGS(I(first_day)), read_day_count, sizeof(struct lw_store_day_count)};
    return store_read_rows(store, &rows, arena, &out->rows, &out->n, err);
}

static bool read_calibration_row(const struct sql_stmt *stmt, struct lw_arena *arena,
                                 void *row) {
    bool ok = true;
    struct lw_store_calibration_row *at = row;
    *at = (struct lw_store_calibration_row){.game = sql_copy(stmt, 0, arena, &ok),
                                            .tenth = sql_int(stmt, 1),
                                            .predicted = sql_real(stmt, 2),
                                            .plays = sql_int(stmt, 3),
                                            .wins = sql_int(stmt, 4),
                                            .mean_win_ms = sql_real(stmt, 5)};
    return ok;
}

lw_status lw_store_report_calibration(struct lw_store *store, struct lw_arena *arena,
                                      struct lw_store_calibration *out,
                                      struct lw_error *err) {
    *out = (struct lw_store_calibration){0};
    const struct store_rows rows = {
        "SELECT game, tenth, CAST(sum(millionths) AS DOUBLE PRECISION) / 1000000"
        " / CAST(sum(plays) AS DOUBLE PRECISION), CAST(sum(plays) AS BIGINT),"
        " CAST(sum(wins) AS BIGINT), CASE WHEN sum(wins) > 0 THEN"
        " CAST(sum(win_ms) AS DOUBLE PRECISION) / CAST(sum(wins) AS DOUBLE PRECISION) END"
        " FROM count_cells WHERE tenth >= 0 AND plays > 0 GROUP BY game, tenth"
        " ORDER BY game, tenth",
        SQL_NO_ARGS, read_calibration_row, sizeof(struct lw_store_calibration_row)};
    return store_read_rows(store, &rows, arena, &out->rows, &out->n, err);
}

static bool read_rating_count(const struct sql_stmt *stmt, struct lw_arena *arena,
                              void *row) {
    bool ok = true;
    struct lw_store_rating_count *at = row;
    *at = (struct lw_store_rating_count){.game = sql_copy(stmt, 0, arena, &ok),
                                         .ratings = sql_int(stmt, 1),
                                         .mean = (double)sql_int(stmt, 2) /
                                                 (double)sql_int(stmt, 1)};
    return ok;
}

lw_status lw_store_report_ratings(struct lw_store *store, struct lw_arena *arena,
                                  struct lw_store_rating_counts *out,
                                  struct lw_error *err) {
    *out = (struct lw_store_rating_counts){0};
    const struct store_rows rows = {
        "SELECT game, ratings, total FROM count_ratings WHERE ratings > 0"
        " ORDER BY game",
        SQL_NO_ARGS, read_rating_count, sizeof(struct lw_store_rating_count)};
    return store_read_rows(store, &rows, arena, &out->rows, &out->n, err);
}

#define TOTAL(name) "SELECT n FROM count_totals WHERE name = '" name "'"

lw_status lw_store_report_totals(struct lw_store *store, struct lw_store_totals *out,
                                 struct lw_error *err) {
    *out = (struct lw_store_totals){0};
    const struct {
        const char *text;
        int64_t *into;
    } counts[] = {
        {"SELECT CAST(sum(levels) AS BIGINT) FROM count_cells", &out->levels},
        {TOTAL("packs"), &out->packs},
        {"SELECT count(*) FROM sets", &out->sets},
        {TOTAL("players"), &out->players},
        {"SELECT CAST(sum(sessions * users) AS BIGINT) FROM count_sessions",
         &out->sessions},
        {"SELECT CAST(sum(plays) AS BIGINT) FROM count_days", &out->plays},
        {"SELECT CAST(sum(wins) AS BIGINT) FROM count_days", &out->wins},
        {"SELECT CAST(sum(CASE WHEN name = 'events' THEN n ELSE -n END) AS BIGINT)"
         " FROM count_totals WHERE name IN ('events', 'events_gone')",
         &out->events},
        {TOTAL("daily"), &out->days},
        {"SELECT count(*) FROM reserve", &out->reserve},
        {TOTAL("jobs"), &out->jobs},
        {"SELECT count(*) FROM studies", &out->studies},
        {"SELECT CAST(coalesce(sum(ratings), 0) AS BIGINT) FROM count_ratings",
         &out->ratings},
        {TOTAL("comparisons"), &out->comparisons},
    };
    lw_status status = LW_OK;
    for (size_t i = 0; i < sizeof counts / sizeof *counts && status == LW_OK; i++) {
        status = sql_number(store->sql, counts[i].text, SQL_NO_ARGS, counts[i].into, err);
    }
    return status;
}
