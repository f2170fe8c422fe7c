/* What the reports need, counted as it happens.
 *
 * A count over all plays takes seconds when there are millions. So each number that a
 * report shows is kept in a table, and triggers change it in the transaction that changes
 * the plays, levels, sessions or jobs: a report is right at every moment, and nobody who
 * writes a statement can forget to count. Distinct players are counted with the help of a
 * row for each player and day, and for each player, set and level.
 *
 * Events are the exception: a trigger for each would be a tenth of their cost, so the
 * writer of events adds up what it stored (store_count_events). What is deleted again is
 * counted apart, so that this one row never waits for another.
 *
 * A level's counters hang together by the cell that it is counted in (game, method, tenth
 * and whether it is hidden). count_levels remembers that cell, so that a level that is
 * rated anew leaves the cell that it was in, whatever else the transaction does.
 *
 * Means of percentiles are kept as sums of millionths in whole numbers: sums of fractions
 * would drift. */
#include "plays/counters.h"

#include <assert.h>
#include <string.h>

/* LW_STORE_MAX_PLAY_MS stands in the statements: no sum may overflow. */
static_assert(LW_STORE_MAX_PLAY_MS == INT64_C(2592000000), "as in the statements");

#define NEW_DAY "NEW.started_ms / 86400000"
#define NEW_WIN "CASE WHEN NEW.won_ms IS NULL THEN 0 ELSE 1 END"
#define NEW_WIN_MS                                                                       \
    "CASE WHEN NEW.won_ms IS NULL THEN 0 WHEN NEW.t_ms > 2592000000 THEN 2592000000"     \
    " ELSE NEW.t_ms END"
#define WIN_MS                                                                           \
    "CASE WHEN won_ms IS NULL THEN 0 WHEN t_ms > 2592000000 THEN 2592000000"             \
    " ELSE t_ms END"
#define TIME_MS "CASE WHEN last_ms > 2592000000 THEN 2592000000 ELSE last_ms END"
#define IS_HIDDEN "CASE WHEN hidden = 0 THEN 0 ELSE 1 END"
#define MILLIONTHS                                                                       \
    "CASE WHEN percentile IS NULL THEN 0 ELSE CAST(round(percentile * 1000000)"          \
    " AS BIGINT) END"

/* A row is added to the row of its key, which is made when there is none. */
#define ADD_TO_CELL                                                                      \
    "INSERT INTO count_cells (game, method, tenth, hidden, levels, plays, wins, win_ms," \
    " millionths) "
#define CELL_ADDED                                                                       \
    " ON CONFLICT (game, method, tenth, hidden) DO UPDATE SET"                           \
    " levels = count_cells.levels + excluded.levels,"                                    \
    " plays = count_cells.plays + excluded.plays,"                                       \
    " wins = count_cells.wins + excluded.wins,"                                          \
    " win_ms = count_cells.win_ms + excluded.win_ms,"                                    \
    " millionths = count_cells.millionths + excluded.millionths; "
#define ADD_TO_LEVEL                                                                     \
    "INSERT INTO count_levels (level, game, method, tenth, hidden, millionths, plays,"   \
    " wins, win_ms) "
#define LEVEL_ADDED                                                                      \
    " ON CONFLICT (level) DO UPDATE SET plays = count_levels.plays + excluded.plays,"    \
    " wins = count_levels.wins + excluded.wins,"                                         \
    " win_ms = count_levels.win_ms + excluded.win_ms; "
#define ADD_TO_DAY "INSERT INTO count_days (day, plays, wins, players) "
#define DAY_ADDED                                                                        \
    " ON CONFLICT (day) DO UPDATE SET plays = count_days.plays + excluded.plays,"        \
    " wins = count_days.wins + excluded.wins,"                                           \
    " players = count_days.players + excluded.players; "
#define ADD_TO_DAY_PLAYER "INSERT INTO count_day_players (day, player, plays) "
#define DAY_PLAYER_ADDED                                                                 \
    " ON CONFLICT (day, player) DO UPDATE SET"                                           \
    " plays = count_day_players.plays + excluded.plays; "
#define ADD_TO_SET                                                                       \
    "INSERT INTO count_sets (set_id, users, attempted, restarted, solved, quit,"         \
    " time_ms) "
#define SET_ADDED                                                                        \
    " ON CONFLICT (set_id) DO UPDATE SET users = count_sets.users + excluded.users,"     \
    " attempted = count_sets.attempted + excluded.attempted,"                            \
    " restarted = count_sets.restarted + excluded.restarted,"                            \
    " solved = count_sets.solved + excluded.solved,"                                     \
    " quit = count_sets.quit + excluded.quit,"                                           \
    " time_ms = count_sets.time_ms + excluded.time_ms; "
#define ADD_TO_SET_LEVEL                                                                 \
    "INSERT INTO count_set_levels (set_id, player, level, plays, wins) "
#define SET_LEVEL_ADDED                                                                  \
    " ON CONFLICT (set_id, player, level) DO UPDATE SET"                                 \
    " plays = count_set_levels.plays + excluded.plays,"                                  \
    " wins = count_set_levels.wins + excluded.wins; "
#define ADD_TO_PLAYER "INSERT INTO count_players (player, sessions) "
#define PLAYER_ADDED                                                                     \
    " ON CONFLICT (player) DO UPDATE SET"                                                \
    " sessions = count_players.sessions + excluded.sessions; "
#define ADD_TO_SESSIONS "INSERT INTO count_sessions (sessions, users) "
#define SESSIONS_ADDED                                                                   \
    " ON CONFLICT (sessions) DO UPDATE SET"                                              \
    " users = count_sessions.users + excluded.users; "

/* Of a level into the cell that it is counted in, and out of it. */
#define LEVEL_ENTERS                                                                     \
    ADD_TO_CELL                                                                          \
    "SELECT game, method, tenth, hidden, 1, plays, wins, win_ms, millionths * plays"     \
    " FROM count_levels WHERE level = NEW.id" CELL_ADDED
#define LEVEL_LEAVES                                                                     \
    ADD_TO_CELL                                                                          \
    "SELECT game, method, tenth, hidden, -1, -plays, -wins, -win_ms,"                    \
    " -millionths * plays FROM count_levels WHERE level = NEW.id" CELL_ADDED
/* The columns of count_levels that a level itself tells. */
#define CELL_OF_LEVEL "game, method, " COUNTERS_TENTH ", " IS_HIDDEN ", " MILLIONTHS " "

/* Looks at the table and not at NEW: PostgreSQL runs this when the transaction ends, and
 * the level may be another or gone by then. */
#define LEVEL_NOT_COUNTED                                                                \
    " FROM levels WHERE id = NEW.id AND NOT EXISTS"                                      \
    " (SELECT 1 FROM count_levels WHERE level = NEW.id)"
static const char level_put[] =
    ADD_TO_CELL "SELECT game, method, " COUNTERS_TENTH ", " IS_HIDDEN
                ", 1, 0, 0, 0, 0" LEVEL_NOT_COUNTED CELL_ADDED ADD_TO_LEVEL
                "SELECT id, " CELL_OF_LEVEL ", 0, 0, 0" LEVEL_NOT_COUNTED "; ";
static const char level_changed[] = LEVEL_LEAVES
    "UPDATE count_levels SET (game, method, tenth, hidden, millionths) ="
    " (SELECT " CELL_OF_LEVEL " FROM levels WHERE id = NEW.id) WHERE level = NEW.id;"
    " " LEVEL_ENTERS;
static const char levels_gone[] = ADD_TO_CELL
    "SELECT c.game, c.method, c.tenth, c.hidden, -count(*), -sum(c.plays), -sum(c.wins),"
    " -sum(c.win_ms), -sum(c.millionths * c.plays) FROM @GONE@ g JOIN count_levels c"
    " ON c.level = g.id GROUP BY c.game, c.method, c.tenth, c.hidden" CELL_ADDED
    "DELETE FROM count_levels WHERE level IN (SELECT g.id FROM @GONE@ g); ";

static const char play_put[] =
    "UPDATE count_levels SET plays = plays + 1, wins = wins + " NEW_WIN ","
    " win_ms = win_ms + " NEW_WIN_MS " WHERE level = NEW.level; " ADD_TO_CELL
    "SELECT game, method, tenth, hidden, 0, 1, " NEW_WIN ", " NEW_WIN_MS ", millionths"
    " FROM count_levels WHERE level = NEW.level" CELL_ADDED ADD_TO_DAY_PLAYER
    "VALUES (" NEW_DAY ", NEW.player, 1)" DAY_PLAYER_ADDED ADD_TO_DAY
    "SELECT day, 1, " NEW_WIN ", CASE WHEN plays = 1 THEN 1 ELSE 0 END"
    " FROM count_day_players WHERE day = " NEW_DAY " AND player = NEW.player" DAY_ADDED;
/* Asked before the play's own row is added: has the player tried the set, the level, and
 * solved it? */
#define THERE_FOR_SET                                                                    \
    "EXISTS (SELECT 1 FROM count_set_levels WHERE set_id = NEW.set_id"                   \
    " AND player = NEW.player"
static const char set_play_put[] = ADD_TO_SET
    "SELECT NEW.set_id, CASE WHEN " THERE_FOR_SET ") THEN 0 ELSE 1 END,"
    " CASE WHEN " THERE_FOR_SET " AND level = NEW.level) THEN 0 ELSE 1 END, NEW.restarts,"
    " CASE WHEN NEW.won_ms IS NULL OR " THERE_FOR_SET " AND level = NEW.level"
    " AND wins > 0) THEN 0 ELSE 1 END, NEW.quits, CASE WHEN NEW.last_ms > 2592000000"
    " THEN 2592000000 ELSE NEW.last_ms END WHERE NEW.set_id IS NOT NULL" SET_ADDED
        ADD_TO_SET_LEVEL "VALUES (NEW.set_id, NEW.player, NEW.level, 1, " NEW_WIN
    ")" SET_LEVEL_ADDED;

static const char play_won[] =
    "UPDATE count_levels SET wins = wins + 1, win_ms = win_ms + " NEW_WIN_MS
    " WHERE level = NEW.level; " ADD_TO_CELL
    "SELECT game, method, tenth, hidden, 0, 0, 1, " NEW_WIN_MS ", 0"
    " FROM count_levels WHERE level = NEW.level" CELL_ADDED
    "UPDATE count_days SET wins = wins + 1 WHERE day = " NEW_DAY "; ";
static const char set_play_won[] =
    "UPDATE count_sets SET solved = solved + CASE WHEN " THERE_FOR_SET
    " AND level = NEW.level AND wins > 0) THEN 0 ELSE 1 END WHERE set_id = NEW.set_id; "
    "UPDATE count_set_levels SET wins = wins + 1 WHERE set_id = NEW.set_id"
    " AND player = NEW.player AND level = NEW.level; ";
static const char set_play_went_on[] =
    "UPDATE count_sets SET restarted = restarted + NEW.restarts - OLD.restarts,"
    " quit = quit + NEW.quits - OLD.quits, time_ms = time_ms"
    " + CASE WHEN NEW.last_ms > 2592000000 THEN 2592000000 ELSE NEW.last_ms END"
    " - CASE WHEN OLD.last_ms > 2592000000 THEN 2592000000 ELSE OLD.last_ms END"
    " WHERE set_id = NEW.set_id; ";

static const char plays_gone[] = ADD_TO_CELL
    "SELECT c.game, c.method, c.tenth, c.hidden, 0, -count(*), -count(g.won_ms),"
    " -sum(" WIN_MS "), -sum(c.millionths) FROM @GONE@ g JOIN count_levels c"
    " ON c.level = g.level GROUP BY c.game, c.method, c.tenth, c.hidden" CELL_ADDED
        ADD_TO_LEVEL
    "SELECT c.level, c.game, c.method, c.tenth, c.hidden, c.millionths, -count(*),"
    " -count(g.won_ms), -sum(" WIN_MS ") FROM @GONE@ g JOIN count_levels c"
    " ON c.level = g.level GROUP BY c.level, c.game, c.method, c.tenth, c.hidden,"
    " c.millionths" LEVEL_ADDED;
static const char day_plays_gone[] = ADD_TO_DAY_PLAYER
    "SELECT g.started_ms / 86400000, g.player, -count(*) FROM @GONE@ g"
    " GROUP BY g.started_ms / 86400000, g.player" DAY_PLAYER_ADDED ADD_TO_DAY
    "SELECT g.started_ms / 86400000, -count(*), -count(g.won_ms), 0 FROM @GONE@ g"
    " GROUP BY g.started_ms / 86400000" DAY_ADDED ADD_TO_DAY
    "SELECT d.day, 0, 0, -count(*) FROM (SELECT DISTINCT g.started_ms / 86400000 AS day,"
    " g.player FROM @GONE@ g) AS t JOIN count_day_players d ON d.day = t.day"
    " AND d.player = t.player WHERE d.plays = 0 GROUP BY d.day" DAY_ADDED
    "DELETE FROM count_day_players WHERE plays = 0 AND (day, player) IN"
    " (SELECT g.started_ms / 86400000, g.player FROM @GONE@ g); ";
#define GONE_FOR_SETS                                                                    \
    "(SELECT g.set_id, g.player, g.level, count(*) AS plays, count(g.won_ms) AS wins,"   \
    " sum(g.restarts) AS restarts, sum(g.quits) AS quits, sum(" TIME_MS ") AS time_ms"   \
    " FROM @GONE@ g WHERE g.set_id IS NOT NULL GROUP BY g.set_id, g.player, g.level)"    \
    " AS t "
static const char set_plays_gone[] = ADD_TO_SET_LEVEL
    "SELECT t.set_id, t.player, t.level, -t.plays, -t.wins FROM " GONE_FOR_SETS
    "WHERE t.plays > 0" SET_LEVEL_ADDED ADD_TO_SET
    "SELECT t.set_id, 0, -sum(CASE WHEN s.plays = 0 THEN 1 ELSE 0 END), -sum(t.restarts),"
    " -sum(CASE WHEN s.wins = 0 AND t.wins > 0 THEN 1 ELSE 0 END), -sum(t.quits),"
    " -sum(t.time_ms) FROM " GONE_FOR_SETS "JOIN count_set_levels s"
    " ON s.set_id = t.set_id AND s.player = t.player AND s.level = t.level"
    " GROUP BY t.set_id" SET_ADDED
    "DELETE FROM count_set_levels WHERE plays = 0 AND (set_id, player, level) IN"
    " (SELECT g.set_id, g.player, g.level FROM @GONE@ g); " ADD_TO_SET
    "SELECT t.set_id, -count(*), 0, 0, 0, 0, 0 FROM (SELECT DISTINCT g.set_id, g.player"
    " FROM @GONE@ g WHERE g.set_id IS NOT NULL) AS t WHERE NOT EXISTS (SELECT 1 FROM"
    " count_set_levels s WHERE s.set_id = t.set_id AND s.player = t.player)"
    " GROUP BY t.set_id" SET_ADDED;

static const char session_put[] = ADD_TO_PLAYER
    "VALUES (NEW.player, 1)" PLAYER_ADDED ADD_TO_SESSIONS
    "SELECT sessions - 1, -1 FROM count_players WHERE player = NEW.player"
    " AND sessions > 1" SESSIONS_ADDED ADD_TO_SESSIONS
    "SELECT sessions, 1 FROM count_players WHERE player = NEW.player" SESSIONS_ADDED;
#define PLAYERS_OF_GONE                                                                  \
    "FROM (SELECT DISTINCT g.player FROM @GONE@ g) AS t JOIN count_players p"            \
    " ON p.player = t.player "
static const char sessions_gone[] = ADD_TO_SESSIONS
    "SELECT p.sessions, -count(*) " PLAYERS_OF_GONE
    "GROUP BY p.sessions" SESSIONS_ADDED ADD_TO_PLAYER
    "SELECT g.player, -count(*) FROM @GONE@ g GROUP BY g.player" PLAYER_ADDED
        ADD_TO_SESSIONS "SELECT p.sessions, count(*) " PLAYERS_OF_GONE
    "WHERE p.sessions > 0 GROUP BY p.sessions" SESSIONS_ADDED
    "DELETE FROM count_players WHERE sessions = 0"
    " AND player IN (SELECT g.player FROM @GONE@ g); ";

/* What people say of levels, 1 to 10; models rate them, too. */
#define BY_PLAYER(row) row "rater LIKE 'player:%'"
#define ADD_TO_RATINGS "INSERT INTO count_ratings (game, ratings, total) "
#define RATINGS_ADDED                                                                    \
    " ON CONFLICT (game) DO UPDATE SET"                                                  \
    " ratings = count_ratings.ratings + excluded.ratings,"                               \
    " total = count_ratings.total + excluded.total; "
static const char rating_put[] =
    ADD_TO_RATINGS "SELECT game, 1, CAST(NEW.value AS BIGINT) FROM levels WHERE id = "
                   "NEW.level" RATINGS_ADDED;
static const char rating_changed[] = ADD_TO_RATINGS
    "SELECT game, 0, CAST(NEW.value AS BIGINT) - CAST(OLD.value AS BIGINT) FROM levels"
    " WHERE id = NEW.level" RATINGS_ADDED;
static const char ratings_gone[] = ADD_TO_RATINGS
    "SELECT l.game, -count(*), -sum(CAST(g.value AS BIGINT)) FROM @GONE@ g JOIN levels l"
    " ON l.id = g.level WHERE " BY_PLAYER("g.") " GROUP BY l.game" RATINGS_ADDED;

#define ONE_MORE(name) "UPDATE count_totals SET n = n + 1 WHERE name = '" name "'; "
#define FEWER(name)                                                                      \
    "UPDATE count_totals SET n = n - (SELECT count(*) FROM @GONE@ g)"                    \
    " WHERE name = '" name "'; "
#define COUNT_ROWS(name)                                                                 \
    {"count_" name "_put", name, "INSERT", NULL, ONE_MORE(name), NULL}, {                \
        "count_" name "_gone", name, "DELETE", NULL, FEWER(name), "1 AS one"             \
    }

#define WINS "OLD.won_ms IS NULL AND NEW.won_ms IS NOT NULL"
#define GONE_PLAY                                                                        \
    "OLD.player AS player, OLD.level AS level, OLD.set_id AS set_id,"                    \
    " OLD.started_ms AS started_ms, OLD.won_ms AS won_ms, OLD.t_ms AS t_ms,"             \
    " OLD.last_ms AS last_ms, OLD.restarts AS restarts, OLD.quits AS quits"

static const struct sql_trigger triggers[] = {
    {"count_level_put", "levels", "INSERT", NULL, level_put, NULL},
    {"count_level_changed", "levels", "UPDATE OF game, method, percentile, hidden", NULL,
     level_changed, NULL},
    {"count_levels_gone", "levels", "DELETE", NULL, levels_gone, "OLD.id AS id"},
    {"count_play_put", "plays", "INSERT", NULL, play_put, NULL},
    {"count_set_play_put", "plays", "INSERT", "NEW.set_id IS NOT NULL", set_play_put,
     NULL},
    {"count_play_won", "plays", "UPDATE OF won_ms", WINS, play_won, NULL},
    {"count_set_play_won", "plays", "UPDATE OF won_ms",
     WINS " AND NEW.set_id IS NOT NULL", set_play_won, NULL},
    {"count_set_play_went_on", "plays", "UPDATE OF restarts, quits, last_ms",
     "NEW.set_id IS NOT NULL", set_play_went_on, NULL},
    {"count_plays_gone", "plays", "DELETE", NULL, plays_gone, GONE_PLAY},
    {"count_day_plays_gone", "plays", "DELETE", NULL, day_plays_gone, GONE_PLAY},
    {"count_set_plays_gone", "plays", "DELETE", NULL, set_plays_gone, GONE_PLAY},
    {"count_session_put", "sessions", "INSERT", NULL, session_put, NULL},
    {"count_sessions_gone", "sessions", "DELETE", NULL, sessions_gone,
     "OLD.player AS player"},
    {"count_events_gone", "events", "DELETE", NULL,
     "UPDATE count_totals SET n = n + (SELECT count(*) FROM @GONE@ g)"
     " WHERE name = 'events_gone'; ",
     "1 AS one"},
    {"count_rating_put", "ratings", "INSERT", BY_PLAYER("NEW."), rating_put, NULL},
    {"count_rating_changed", "ratings", "UPDATE OF value", BY_PLAYER("NEW."),
     rating_changed, NULL},
    {"count_ratings_gone", "ratings", "DELETE", NULL, ratings_gone,
     "OLD.level AS level, OLD.rater AS rater, OLD.value AS value"},
    COUNT_ROWS("comparisons"),
    COUNT_ROWS("players"),
    COUNT_ROWS("packs"),
    COUNT_ROWS("daily"),
    COUNT_ROWS("jobs"),
};
#define N_TRIGGERS (sizeof triggers / sizeof *triggers)

/* How each table is counted afresh, in order: later ones read earlier ones. rows is what
 * the table holds apart from rows that have become empty. */
struct counted {
    const char *table, *columns, *afresh, *rows;
};
static const struct counted counted[] = {
    {"count_levels",
     "level, game, method, tenth, hidden, millionths, plays, wins, win_ms",
     "SELECT id, " CELL_OF_LEVEL ", coalesce(p.plays, 0), coalesce(p.wins, 0),"
     " coalesce(p.win_ms, 0) FROM levels LEFT JOIN (SELECT level, count(*) AS plays,"
     " count(won_ms) AS wins, sum(" WIN_MS ") AS win_ms FROM plays GROUP BY level) AS p"
     " ON p.level = levels.id",
     "count_levels"},
    {"count_cells",
     "game, method, tenth, hidden, levels, plays, wins, win_ms, millionths",
     "SELECT game, method, tenth, hidden, count(*), sum(plays), sum(wins), sum(win_ms),"
     " sum(millionths * plays) FROM count_levels GROUP BY game, method, tenth, hidden",
     "count_cells WHERE levels <> 0 OR plays <> 0 OR wins <> 0 OR win_ms <> 0"
     " OR millionths <> 0"},
    {"count_day_players", "day, player, plays",
     "SELECT started_ms / 86400000, player, count(*) FROM plays"
     " GROUP BY started_ms / 86400000, player",
     "count_day_players"},
    {"count_days", "day, plays, wins, players",
     "SELECT started_ms / 86400000, count(*), count(won_ms), count(DISTINCT player)"
     " FROM plays GROUP BY started_ms / 86400000",
     "count_days WHERE plays <> 0 OR wins <> 0 OR players <> 0"},
    {"count_set_levels", "set_id, player, level, plays, wins",
     "SELECT set_id, player, level, count(*), count(won_ms) FROM plays"
     " WHERE set_id IS NOT NULL GROUP BY set_id, player, level",
     "count_set_levels"},
    {"count_sets", "set_id, users, attempted, restarted, solved, quit, time_ms",
     "SELECT set_id, count(DISTINCT player), count(*), sum(restarts), sum(solved),"
     " sum(quits), sum(time_ms) FROM (SELECT set_id, player, level,"
     " sum(restarts) AS restarts, max(CASE WHEN won_ms IS NULL THEN 0 ELSE 1 END)"
     " AS solved, sum(quits) AS quits, sum(" TIME_MS ") AS time_ms FROM plays"
     " WHERE set_id IS NOT NULL GROUP BY set_id, player, level) AS t GROUP BY set_id",
     "count_sets WHERE users <> 0 OR attempted <> 0 OR restarted <> 0 OR solved <> 0"
     " OR quit <> 0 OR time_ms <> 0"},
    {"count_players", "player, sessions",
     "SELECT player, count(*) FROM sessions GROUP BY player", "count_players"},
    {"count_sessions", "sessions, users",
     "SELECT sessions, count(*) FROM count_players GROUP BY sessions",
     "count_sessions WHERE users <> 0"},
    {"count_ratings", "game, ratings, total",
     "SELECT l.game, count(*), CAST(sum(CAST(r.value AS BIGINT)) AS BIGINT)"
     " FROM ratings r JOIN levels l ON l.id = r.level WHERE " BY_PLAYER(
         "r.") " GROUP BY l.game",
     "count_ratings WHERE ratings <> 0 OR total <> 0"},
    {"count_totals", "name, n",
     "SELECT 'comparisons', count(*) FROM comparisons UNION ALL "
     "SELECT 'players', count(*) FROM players UNION ALL"
     " SELECT 'packs', count(*) FROM packs UNION ALL"
     " SELECT 'daily', count(*) FROM daily UNION ALL"
     " SELECT 'jobs', count(*) FROM jobs UNION ALL"
     " SELECT 'events', count(*) FROM events UNION ALL SELECT 'events_gone', 0",
     "(SELECT name, CASE WHEN name = 'events' THEN n - (SELECT n FROM count_totals"
     " WHERE name = 'events_gone') WHEN name = 'events_gone' THEN 0 ELSE n END AS n"
     " FROM count_totals) AS t"},
};
#define N_COUNTED (sizeof counted / sizeof *counted)

lw_status store_counters_stop(struct lw_store *store, struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < N_TRIGGERS && status == LW_OK; i++) {
        status = sql_trigger_drop(store->sql, &triggers[i], err);
    }
    return status;
}

lw_status store_counters_start(struct lw_store *store, struct lw_error *err) {
    struct lw_buffer text;
    lw_status status = store_counters_stop(store, err);
    lw_buffer_init(&text, store->alloc);
    for (size_t i = 0; i < N_COUNTED && status == LW_OK; i++) {
        lw_buffer_clear(&text);
        lw_buffer_printf(&text, "DELETE FROM %s; INSERT INTO %s (%s) %s;",
                         counted[i].table, counted[i].table, counted[i].columns,
                         counted[i].afresh);
        status = lw_buffer_ok(&text) ? sql_script(store->sql, lw_buffer_text(&text), err)
                                     : lw_fail_memory(err);
    }
    lw_buffer_free(&text);
    for (size_t i = 0; i < N_TRIGGERS && status == LW_OK; i++) {
        status = sql_trigger_create(store->sql, &triggers[i], err);
    }
    return status;
}

/* The rows of one side that the other lacks. */
static lw_status compare_one(struct lw_store *store, const struct counted *at,
                             const char *query, store_miscount_fn found, void *ctx,
                             struct lw_error *err) {
    struct sql_stmt *stmt;
    bool row = true;
    lw_status status = sql_query(store->sql, query, SQL_NO_ARGS, &stmt, err);
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        found(ctx, at->table, store_or_empty(sql_text(stmt, 0)));
    }
    sql_done(stmt);
    return status;
}

lw_status store_counters_compare(struct lw_store *store, store_miscount_fn found,
                                 void *ctx, struct lw_error *err) {
    struct lw_buffer text;
    lw_status status = LW_OK;
    lw_buffer_init(&text, store->alloc);
    for (size_t i = 0; i < 2 * N_COUNTED && status == LW_OK; i++) {
        const struct counted *at = &counted[i / 2];
        lw_buffer_clear(&text);
        lw_buffer_printf(&text, "SELECT * FROM (");
        if (i % 2 == 0) {
            lw_buffer_printf(&text,
                             "SELECT * FROM (%s) AS afresh EXCEPT SELECT %s FROM "
                             "%s",
                             at->afresh, at->columns, at->rows);
        } else {
            lw_buffer_printf(&text,
                             "SELECT %s FROM %s EXCEPT SELECT * FROM (%s) AS "
                             "afresh",
                             at->columns, at->rows, at->afresh);
        }
        lw_buffer_puts(&text, ") AS differs");
        status = lw_buffer_ok(&text)
                     ? compare_one(store, at, lw_buffer_text(&text), found, ctx, err)
                     : lw_fail_memory(err);
    }
    lw_buffer_free(&text);
    return status;
}

lw_status store_count_events(struct lw_store *store, size_t n, struct lw_error *err) {
    return sql_queue(store->sql,
                     "UPDATE count_totals SET n = n + ?1 WHERE name = 'events'",
                     SQL_ARGS(I(n)), err);
}
