/* Rows made by the database itself, from the numbers of a recursive query: millions in
 * minutes. An id is a digit for its table and a number, so that rows find each other
 * without being read; real ids are random, and their indexes are larger in memory, not
 * deeper. */
#include <stdio.h>
#include <string.h>

#include "lw/store/fill.h"
#include "plays/counters.h"

#define CHUNK (INT64_C(200) * LW_STORE_FILL_STEP)
#define FIRST_MS "1700000000000"

#define NUMBERS                                                                          \
    " WITH RECURSIVE n(i) AS (SELECT CAST(?1 AS BIGINT) UNION ALL SELECT i + 1 FROM n"   \
    " WHERE i + 1 < ?2) SELECT "
#define ID(digit, number)                                                                \
    "'" digit "0000000000000000000' || CAST(100000000000 + " number " AS TEXT)"

/* Of each thousand plays so many rows. */
struct fill {
    int64_t per_step;
    const char *text;
};
static const struct fill levels = {
    LW_STORE_FILL_LEVELS,
    "INSERT INTO levels (id, game, rules, text, title, author, method, options, width,"
    " height, percentile, rating, calibrated, created_ms)" NUMBERS ID(
        "a", "i") ","
                  " CASE WHEN i % 3 = 0 THEN 'one' ELSE 'other' END, '', '#', '', '',"
                  " CASE WHEN i % 2 = 0 THEN 'import' ELSE 'farthest' END, '', 5, 5, i % "
                  "100, 3, 1,"
                  " " FIRST_MS " FROM n"};
static const struct fill set = {
    1, "INSERT INTO sets (id, title, game, origin, pinned, position)" NUMBERS ID(
           "5", "i") ", 'filled', 'other', 'generated', 0, 0 FROM n"};
static const struct fill rows[] = {
    {LW_STORE_FILL_STEP / 20, "INSERT INTO players (id, key_hash, created_ms)" NUMBERS ID(
                                  "b", "i") ", " ID("b", "i") ", " FIRST_MS " FROM n"},
    {LW_STORE_FILL_STEP / 4,
     "INSERT INTO sessions (id, player, started_ms, seen_ms)" NUMBERS ID(
         "c", "i") ","
                   " " ID("b", "i / 5") ", " FIRST_MS " + i * 17280, " FIRST_MS
                                        " + i * 17280 FROM n"},
    {LW_STORE_FILL_STEP,
     "INSERT INTO plays (id, player, session, level, set_id, started_ms, won_ms, moves,"
     " pushes, t_ms, last_ms, restarts, undos, quits)" NUMBERS ID(
         "d", "i") ","
                   " " ID("b", "i / 20") ", " ID("c", "i / 4") ", " ID(
                       "a", "i % 2000") ","
                                        " CASE WHEN i % 10 = 0 THEN " ID(
                                            "5",
                                            "0") " END, " FIRST_MS " + i * 4320,"
                                                 " CASE WHEN i % 2 = 0 THEN " FIRST_MS
                                                 " + i * 4320 + 30000 END, 30, 10, 30000,"
                                                 " 30000, i % 3, 0, 0 FROM n"},
    {LW_STORE_FILL_STEP,
     "INSERT INTO events (play, seq, kind, t_ms, moves, pushes, data, stored_ms)" NUMBERS
         ID("d",
            "i") ", 1, CASE WHEN i % 2 = 0 THEN 'win' ELSE 'move' END, 30000, 30, 10,"
                 " '', " FIRST_MS " FROM n"},
    {LW_STORE_FILL_STEP / 10,
     "INSERT INTO jobs (id, kind, request, owner, priority, state, note, result, error,"
     " worker, lease_until_ms, created_ms, started_ms, ended_ms, tries, max_tries,"
     " client)" NUMBERS ID("e", "i") ", 'solve', '{}', " ID(
         "b", "i % 50") ", 0, 'done',"
                        " '', '{}', '', 'w', 0, " FIRST_MS " + i * 43200, " FIRST_MS
                        ", " FIRST_MS " + i, 1,"
                        " 3, '0123456789abcdef' FROM n"},
};

static lw_status put(struct lw_store *store, const struct fill *fill, int64_t from_step,
                     int64_t to_step, struct lw_error *err) {
    return sql_do(store->sql, fill->text,
                  SQL_ARGS(I(from_step * fill->per_step), I(to_step * fill->per_step)),
                  NULL, err);
}

/* One transaction a chunk: the log of a single one would be as large as all. */
static lw_status put_chunk(struct lw_store *store, int64_t from, int64_t to,
                           struct lw_error *err) {
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    if (from == 0) {
        status = put(store, &levels, 0, 1, err);
    }
    if (from == 0 && status == LW_OK) {
        status = put(store, &set, 0, 1, err);
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows && status == LW_OK; i++) {
        status =
            put(store, &rows[i], from / LW_STORE_FILL_STEP, to / LW_STORE_FILL_STEP, err);
    }
    return sql_end(store->sql, status, err);
}

static lw_status switch_counters(struct lw_store *store, bool on, struct lw_error *err) {
    lw_status status = sql_begin(store->sql, err);
    if (status == LW_OK) {
        status = on ? store_counters_start(store, err) : store_counters_stop(store, err);
        status = sql_end(store->sql, status, err);
    }
    return status;
}

lw_status lw_store_fill(struct lw_store *store, int64_t from, int64_t to,
                        struct lw_error *err) {
    if (from < 0 || to <= from || from % LW_STORE_FILL_STEP != 0 ||
        to % LW_STORE_FILL_STEP != 0) {
        return lw_fail(err, LW_USAGE, 0, 0, "plays are filled in whole thousands");
    }
    lw_status status = switch_counters(store, false, err);
    for (int64_t at = from; at < to && status == LW_OK; at += CHUNK) {
        status = put_chunk(store, at, at + CHUNK < to ? at + CHUNK : to, err);
    }
    return status == LW_OK ? switch_counters(store, true, err) : status;
}

static void write_id(char digit, int64_t n, char id[LW_STORE_ID_SIZE]) {
    char text[64];
    (void)snprintf(text, sizeof text, "%c0000000000000000000%012lld", digit,
                   100000000000 + (long long)n);
    memcpy(id, text, LW_STORE_ID_SIZE - 1);
    id[LW_STORE_ID_SIZE - 1] = '\0';
}

void lw_store_fill_player(int64_t n, char id[LW_STORE_ID_SIZE]) {
    write_id('b', n, id);
}

void lw_store_fill_level(int64_t n, char id[LW_STORE_ID_SIZE]) {
    write_id('a', n, id);
}
