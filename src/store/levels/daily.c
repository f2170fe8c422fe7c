/* The level of the day, its archive, and the reserve.
 *
 * Levels made for a day to come are stored sealed (lw_store_origin), and a day opens its
 * own: what is sealed is decided by levels.sealed alone.
 *
 * The unique keys of the table are the promise: a date has one level, a number one date,
 * a level one day. Numbers follow the dates. Two programs that make days at once wait for
 * each other. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "store_internal.h"

static bool is_date(const char *date) {
    static const char form[] = "dddd-dd-dd";
    for (size_t i = 0; i < sizeof form; i++) {
        bool digit = date[i] >= '0' && date[i] <= '9';
        if (form[i] == 'd' ? !digit : date[i] != form[i]) {
            return false;
        }
    }
    return true;
}

static lw_status check_free(struct lw_store *store, const char *game, const char *band,
                            const char *date, const char *level, struct lw_error *err) {
    int64_t taken = 0;
    lw_status status = sql_number(store->sql,
                                  "SELECT count(*) FROM daily WHERE game = ?1 AND"
                                  " band = ?2 AND date = ?3",
                                  SQL_ARGS(T(game), T(band), T(date)), &taken, err);
    if (status == LW_OK && taken > 0) {
        return lw_fail(err, LW_EXISTS, 0, 0, "%.20s already has its %.20s %.20s level",
                       date, band, game);
    }
    if (status == LW_OK) {
        status = sql_number(store->sql, "SELECT count(*) FROM daily WHERE level = ?1",
                            SQL_ARGS(T(level)), &taken, err);
    }
    if (status == LW_OK && taken > 0) {
        return lw_fail(err, LW_EXISTS, 0, 0,
                       "level '%.40s' has already been a level of the day", level);
    }
    return status;
}

/* Days that come after this one move up by one number: numbers follow the dates even
 * when tomorrow's level was made before today's. They pass through negative numbers
 * because each row is held against the unique key at once. */
static lw_status make_room(struct lw_store *store, const char *game, const char *band,
                           const char *date, struct lw_error *err) {
    lw_status status = sql_do(store->sql,
                              "UPDATE daily SET number = -number - 1 WHERE game = ?1 AND"
                              " band = ?2 AND date > ?3",
                              SQL_ARGS(T(game), T(band), T(date)), NULL, err);
    return status != LW_OK
               ? status
               : sql_do(store->sql,
                        "UPDATE daily SET number = -number WHERE game = ?1 AND"
                        " band = ?2 AND number < 0",
                        SQL_ARGS(T(game), T(band)), NULL, err);
}

/* The later days move down again. */
static lw_status close_gap(struct lw_store *store, const struct lw_store_daily *day,
                           struct lw_error *err) {
    lw_status status =
        sql_do(store->sql,
               "UPDATE daily SET number = 1 - number WHERE game = ?1 AND"
               " band = ?2 AND date > ?3",
               SQL_ARGS(T(day->game), T(day->band), T(day->date)), NULL, err);
    return status != LW_OK
               ? status
               : sql_do(store->sql,
                        "UPDATE daily SET number = -number WHERE game = ?1 AND"
                        " band = ?2 AND number <= 0",
                        SQL_ARGS(T(day->game), T(day->band)), NULL, err);
}

/* In a transaction; gives the day its number. */
static lw_status put(struct lw_store *store, struct lw_store_daily *day,
                     struct lw_error *err) {
    lw_status status =
        check_free(store, day->game, day->band, day->date, day->level, err);
    if (status == LW_OK) {
        status = sql_number(store->sql,
                            "SELECT count(*) FROM daily WHERE game = ?1 AND"
                            " band = ?2 AND date < ?3",
                            SQL_ARGS(T(day->game), T(day->band), T(day->date)),
                            &day->number, err);
    }
    day->number++;
    if (status == LW_OK) {
        status = make_room(store, day->game, day->band, day->date, err);
    }
    if (status == LW_OK) {
        status = sql_do(store->sql,
                        "INSERT INTO daily (game, band, date, number, level,"
                        " from_reserve, made_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                        SQL_ARGS(T(day->game), T(day->band), T(day->date), I(day->number),
                                 T(day->level), I(day->from_reserve), I(day->made_ms)),
                        NULL, err);
    }
    if (status == LW_OK) {
        status = sql_do(store->sql, "DELETE FROM reserve WHERE level = ?1",
                        SQL_ARGS(T(day->level)), NULL, err);
    }
    /* A level that is public already, because somebody brought the same, stays so. */
    if (status == LW_OK) {
        status = sql_do(store->sql,
                        "UPDATE levels SET sealed = ?2 WHERE id = ?1 AND sealed <> ''",
                        SQL_ARGS(T(day->level), T(day->date)), NULL, err);
    }
    return status;
}

/* Levels that nobody can know come first, then those that every copy of the program
 * brings along, and at last those that have become public. */
static lw_status best_of_reserve(struct lw_store *store, const char *game,
                                 const char *band, char level[LW_STORE_ID_SIZE],
                                 struct lw_error *err) {
    bool found;
    const struct store_rows rows = {
        "SELECT r.level FROM reserve r JOIN levels l ON l.id = r.level"
        " WHERE r.game = ?1 AND r.band = ?2 AND l.hidden = 0"
        " AND NOT EXISTS (SELECT 1 FROM daily d WHERE d.level = r.level)"
        " ORDER BY CASE WHEN l.sealed = '' THEN 2"
        "  WHEN l.method = 'shipped' THEN 1 ELSE 0 END,"
        " r.score DESC, r.made_ms, r.level LIMIT 1",
        SQL_ARGS(T(game), T(band)), .read = store_read_id};
    lw_status status = store_read_row(store, &rows, NULL, level, &found, err);
    return status == LW_OK && !found
               ? lw_fail(err, LW_NOT_FOUND, 0, 0,
                         "there is no %.20s %.20s level in the reserve", band, game)
               : status;
}

/* The level that day->level names, or the best of the reserve. */
static lw_status give_level(struct lw_store *store, struct lw_store_daily *day,
                            struct lw_error *err) {
    if (!is_date(day->date)) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "'%.20s' is not a date; YYYY-MM-DD was expected", day->date);
    }
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    status = store_lock(store, err);
    if (status == LW_OK && day->from_reserve) {
        status = best_of_reserve(store, day->game, day->band, day->level, err);
    }
    if (status == LW_OK) {
        status = put(store, day, err);
    }
    return sql_end(store->sql, status, err);
}

lw_status lw_store_daily_put(struct lw_store *store, const struct lw_store_day *day,
                             const char *level, int64_t now_ms, int64_t *number,
                             struct lw_error *err) {
    struct lw_store_daily row = {
        .game = day->game, .band = day->band, .date = day->date, .made_ms = now_ms};
    (void)snprintf(row.level, sizeof row.level, "%s", level);
    lw_status status = give_level(store, &row, err);
    *number = row.number;
    return status;
}

lw_status lw_store_daily_from_reserve(struct lw_store *store,
                                      const struct lw_store_day *day, int64_t now_ms,
                                      char level[LW_STORE_ID_SIZE], int64_t *number,
                                      struct lw_error *err) {
    struct lw_store_daily row = {.game = day->game,
                                 .band = day->band,
                                 .date = day->date,
                                 .from_reserve = true,
                                 .made_ms = now_ms};
    lw_status status = give_level(store, &row, err);
    memcpy(level, row.level, sizeof row.level);
    *number = row.number;
    return status;
}

#define DAILY_COLUMNS "game, band, date, number, level, from_reserve, made_ms"

static bool read_daily(const struct sql_stmt *stmt, struct lw_arena *arena, void *row) {
    struct lw_store_daily *out = row;
    bool ok = true;
    *out = (struct lw_store_daily){
        .game = sql_copy(stmt, 0, arena, &ok),
        .band = sql_copy(stmt, 1, arena, &ok),
        .date = sql_copy(stmt, 2, arena, &ok),
        .number = sql_int(stmt, 3),
        .from_reserve = sql_int(stmt, 5) != 0,
        .made_ms = sql_int(stmt, 6),
    };
    store_copy_id(stmt, 4, out->level);
    return ok;
}

lw_status lw_store_daily_get(struct lw_store *store, const struct lw_store_day *day,
                             struct lw_arena *arena, struct lw_store_daily *out,
                             struct lw_error *err) {
    bool found;
    const struct store_rows by_date = {
        "SELECT " DAILY_COLUMNS " FROM daily WHERE game = ?1 AND"
        " band = ?2 AND date = ?3 AND date <= ?4",
        SQL_ARGS(T(day->game), T(day->band), T(day->date), T(store->today)),
        .read = read_daily};
    const struct store_rows by_number = {
        "SELECT " DAILY_COLUMNS " FROM daily WHERE game = ?1 AND"
        " band = ?2 AND number = ?3 AND date <= ?4",
        SQL_ARGS(T(day->game), T(day->band), I(day->number), T(store->today)),
        .read = read_daily};
    lw_status status = store_read_row(store, day->date != NULL ? &by_date : &by_number,
                                      arena, out, &found, err);
    return status == LW_OK && !found
               ? lw_fail(err, LW_NOT_FOUND, 0, 0,
                         "there is no such %.20s %.20s level of the day", day->band,
                         day->game)
               : status;
}

static lw_status find_day_of(struct lw_store *store, const char *level,
                             struct lw_arena *arena, struct lw_store_daily *out,
                             bool *found, struct lw_error *err) {
    const struct store_rows rows = {
        "SELECT " DAILY_COLUMNS " FROM daily WHERE level = ?1 AND date >= ?2",
        SQL_ARGS(T(level), T(store->today)), .read = read_daily};
    return store_read_row(store, &rows, arena, out, found, err);
}

lw_status store_daily_free(struct lw_store *store, const char *level,
                           struct lw_error *err) {
    struct lw_arena arena;
    struct lw_store_daily day;
    bool found = false;
    lw_arena_init(&arena, store->alloc);
    lw_status status = store_lock(store, err);
    if (status == LW_OK) {
        status = find_day_of(store, level, &arena, &day, &found, err);
    }
    if (status == LW_OK && found) {
        status = sql_do(store->sql, "DELETE FROM daily WHERE level = ?1",
                        SQL_ARGS(T(level)), NULL, err);
    }
    if (status == LW_OK && found) {
        status = close_gap(store, &day, err);
    }
    lw_arena_free(&arena);
    return status;
}

lw_status lw_store_daily_archive(struct lw_store *store, const struct lw_store_day *day,
                                 struct lw_store_page page, struct lw_arena *arena,
                                 struct lw_store_daily_list *out, struct lw_error *err) {
    *out = (struct lw_store_daily_list){0};
    int64_t total = 0;
    lw_status status =
        sql_number(store->sql,
                   "SELECT count(*) FROM daily WHERE game = ?1 AND band = ?2"
                   " AND date <= ?3",
                   SQL_ARGS(T(day->game), T(day->band), T(store->today)), &total, err);
    if (status != LW_OK) {
        return status;
    }
    out->total = (uint64_t)total;
    const struct store_rows rows = {
        "SELECT " DAILY_COLUMNS " FROM daily WHERE game = ?1 AND"
        " band = ?2 AND date <= ?3 ORDER BY date DESC"
        " LIMIT ?4 OFFSET ?5",
        SQL_ARGS(T(day->game), T(day->band), T(store->today),
                 I(page.limit > 0 ? page.limit : STORE_DEFAULT_LIMIT), I(page.first)),
        read_daily, sizeof(struct lw_store_daily)};
    return store_read_rows(store, &rows, arena, &out->days, &out->n, err);
}

lw_status lw_store_daily_forget_after(struct lw_store *store, const char *date,
                                      struct lw_error *err) {
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    status = sql_do(store->sql,
                    "UPDATE levels SET sealed = '' WHERE id IN"
                    " (SELECT level FROM daily WHERE date > ?1)",
                    SQL_ARGS(T(date)), NULL, err);
    if (status == LW_OK) {
        status = sql_do(store->sql, "DELETE FROM daily WHERE date > ?1",
                        SQL_ARGS(T(date)), NULL, err);
    }
    return sql_end(store->sql, status, err);
}

lw_status lw_store_daily_used(struct lw_store *store, const char *level, bool *used,
                              struct lw_error *err) {
    int64_t n = 0;
    lw_status status =
        sql_number(store->sql, "SELECT count(*) FROM daily WHERE level = ?1",
                   SQL_ARGS(T(level)), &n, err);
    *used = n > 0;
    return status;
}

/* In a transaction that has the lock: no level may become one of a day meanwhile. */
static lw_status put_in_reserve(struct lw_store *store, const struct lw_store_day *day,
                                const char *level, double score, int64_t now_ms,
                                struct lw_error *err) {
    bool used = false;
    lw_status status = lw_store_daily_used(store, level, &used, err);
    if (status == LW_OK && used) {
        return lw_fail(err, LW_EXISTS, 0, 0,
                       "level '%.40s' has already been a level of the day", level);
    }
    return status != LW_OK
               ? status
               : sql_do(store->sql,
                        "INSERT INTO reserve (level, game, band, score, made_ms)"
                        " VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (level) DO UPDATE SET"
                        " game = excluded.game, band = excluded.band,"
                        " score = excluded.score",
                        SQL_ARGS(T(level), T(day->game), T(day->band),
                                 R(isnan(score) ? 0 : score), I(now_ms)),
                        NULL, err);
}

lw_status lw_store_reserve_put(struct lw_store *store, const struct lw_store_day *day,
                               const char *level, double score, int64_t now_ms,
                               struct lw_error *err) {
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    status = store_lock(store, err);
    if (status == LW_OK) {
        status = put_in_reserve(store, day, level, score, now_ms, err);
    }
    return sql_end(store->sql, status, err);
}
