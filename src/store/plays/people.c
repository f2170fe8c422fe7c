/* Players, their sessions and their plays. A player is a random number and a key; no
 * name, address or anything else about the person is stored. */
#include <stdio.h>

#include "store_internal.h"

lw_status lw_store_player_create(struct lw_store *store, int64_t now_ms,
                                 char id[LW_STORE_ID_SIZE],
                                 char key[LW_STORE_SECRET_SIZE], struct lw_error *err) {
    char hash[LW_STORE_SECRET_SIZE];
    lw_store_new_id(id);
    store_new_secret(key);
    store_hash_secret(key, hash);
    return sql_do(store->sql,
                  "INSERT INTO players (id, key_hash, created_ms) VALUES (?1, ?2, ?3)",
                  SQL_ARGS(T(id), T(hash), I(now_ms)), NULL, err);
}

lw_status lw_store_player_simulated(struct lw_store *store, const char *id,
                                    struct lw_error *err) {
    int64_t changed = 0;
    lw_status status =
        sql_do(store->sql, "UPDATE players SET simulated = 1 WHERE id = ?1",
               SQL_ARGS(T(id)), &changed, err);
    return status == LW_OK && changed == 0
               ? lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no player '%.40s'", id)
               : status;
}

/* Looking up the hash in an index tells nothing about the key by its timing: who could
 * choose hashes could choose keys. */
lw_status lw_store_player_by_key(struct lw_store *store, const char *key,
                                 char id[LW_STORE_ID_SIZE], struct lw_error *err) {
    char hash[LW_STORE_SECRET_SIZE];
    store_hash_secret(key, hash);
    bool found;
    const struct store_rows rows = {"SELECT id FROM players WHERE key_hash = ?1",
                                    SQL_ARGS(T(hash)), .read = store_read_id};
    lw_status status = store_read_row(store, &rows, NULL, id, &found, err);
    return status == LW_OK && !found
               ? lw_fail(err, LW_NOT_FOUND, 0, 0, "no player has that key")
               : status;
}

/* The player's open session, or a new one when the last play was too long ago, or too far
 * ahead: the clock was wrong then. */
static lw_status find_session(struct lw_store *store, const char *player, int64_t now_ms,
                              char session[LW_STORE_ID_SIZE], struct lw_error *err) {
    bool found;
    const struct store_rows rows = {
        "SELECT id FROM sessions WHERE player = ?1 AND seen_ms"
        " >= ?2 AND seen_ms <= ?3 ORDER BY seen_ms DESC, id LIMIT 1",
        SQL_ARGS(T(player), I(now_ms - LW_STORE_SESSION_GAP_MS),
                 I(now_ms + LW_STORE_SESSION_GAP_MS)),
        .read = store_read_id};
    lw_status status = store_read_row(store, &rows, NULL, session, &found, err);
    if (status == LW_OK && found) {
        return sql_do(store->sql,
                      "UPDATE sessions SET seen_ms = ?2 WHERE id = ?1 AND seen_ms < ?2",
                      SQL_ARGS(T(session), I(now_ms)), NULL, err);
    }
    if (status == LW_OK) {
        lw_store_new_id(session);
        status = sql_do(store->sql,
                        "INSERT INTO sessions (id, player, started_ms, seen_ms)"
                        " VALUES (?1, ?2, ?3, ?3)",
                        SQL_ARGS(T(session), T(player), I(now_ms)), NULL, err);
    }
    return status;
}

lw_status lw_store_play_start(struct lw_store *store,
                              const struct lw_store_play_start *start, int64_t now_ms,
                              char id[LW_STORE_ID_SIZE], struct lw_error *err) {
    char session[LW_STORE_ID_SIZE] = "";
    lw_store_new_id(id);
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    /* Two plays of one player that start at once must see one session: the first takes
     * the player's row. */
    int64_t changed = 0;
    status =
        sql_do(store->sql, "UPDATE players SET created_ms = created_ms WHERE id = ?1",
               SQL_ARGS(T(start->player)), &changed, err);
    if (status == LW_OK && changed == 0) {
        status =
            lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no player '%.40s'", start->player);
    }
    int64_t n_levels = 0;
    if (status == LW_OK) {
        status = sql_number(store->sql,
                            "SELECT count(*) FROM levels l WHERE l.id = ?1"
                            " AND l.hidden = 0 AND " STORE_PUBLIC_BY("?2"),
                            SQL_ARGS(T(start->level), T(store->today)), &n_levels, err);
    }
    if (status == LW_OK && n_levels == 0) {
        status =
            lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no level '%.40s'", start->level);
    }
    if (status == LW_OK) {
        status = find_session(store, start->player, now_ms, session, err);
    }
    if (status == LW_OK) {
        status =
            sql_do(store->sql,
                   "INSERT INTO plays (id, player, session, level, set_id, study,"
                   " started_ms) VALUES (?1, ?2, ?3, ?4, (SELECT set_id FROM set_levels"
                   " WHERE set_id = ?5 AND level = ?4), ?6, ?7)",
                   SQL_ARGS(T(id), T(start->player), T(session), T(start->level),
                            T(start->set), T(start->study), I(now_ms)),
                   NULL, err);
    }
    return sql_end(store->sql, status, err);
}

#define PLAY_COLUMNS                                                                     \
    "id, player, level, session, set_id, study, started_ms, won_ms, moves, pushes,"      \
    " t_ms, restarts, undos, quits"

static bool read_play(const struct sql_stmt *stmt, struct lw_arena *arena, void *row) {
    struct lw_store_play *out = row;
    bool ok = true;
    bool won = !sql_is_null(stmt, 7);
    *out = (struct lw_store_play){
        .set = sql_copy(stmt, 4, arena, &ok),
        .study = sql_copy(stmt, 5, arena, &ok),
        .started_ms = sql_int(stmt, 6),
        .won_ms = won ? sql_int(stmt, 7) : 0,
        .moves = won ? sql_int(stmt, 8) : 0,
        .pushes = won ? sql_int(stmt, 9) : 0,
        .t_ms = won ? sql_int(stmt, 10) : 0,
        .restarts = sql_int(stmt, 11),
        .undos = sql_int(stmt, 12),
        .quits = sql_int(stmt, 13),
    };
    store_copy_id(stmt, 0, out->id);
    store_copy_id(stmt, 1, out->player);
    store_copy_id(stmt, 2, out->level);
    store_copy_id(stmt, 3, out->session);
    return ok;
}

lw_status lw_store_play_get(struct lw_store *store, const char *id,
                            struct lw_arena *arena, struct lw_store_play *out,
                            struct lw_error *err) {
    bool found;
    const struct store_rows rows = {"SELECT " PLAY_COLUMNS " FROM plays WHERE id = ?1",
                                    SQL_ARGS(T(id)), .read = read_play};
    lw_status status = store_read_row(store, &rows, arena, out, &found, err);
    return status == LW_OK && !found
               ? lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no play '%.40s'", id)
               : status;
}

static bool read_progress_row(const struct sql_stmt *stmt, struct lw_arena *arena,
                              void *row) {
    struct lw_store_progress_row *at = row;
    (void)arena;
    store_copy_id(stmt, 0, at->level);
    at->plays = sql_int(stmt, 1);
    at->solved = sql_int(stmt, 2) > 0;
    at->best_moves = sql_int(stmt, 3);
    at->best_pushes = sql_int(stmt, 4);
    return true;
}

lw_status lw_store_progress(struct lw_store *store, const char *player,
                            uint32_t max_plays, struct lw_arena *arena,
                            struct lw_store_progress *out, struct lw_error *err) {
    *out = (struct lw_store_progress){0};
    lw_status status =
        sql_number(store->sql, "SELECT sessions FROM count_players WHERE player = ?1",
                   SQL_ARGS(T(player)), &out->sessions, err);
    if (status != LW_OK) {
        return status;
    }
    const struct store_rows rows = {
        "SELECT level, count(*), count(won_ms),"
        " min(CASE WHEN won_ms IS NOT NULL THEN moves END),"
        " min(CASE WHEN won_ms IS NOT NULL THEN pushes END)"
        " FROM (SELECT level, won_ms, moves, pushes, started_ms FROM plays"
        "  WHERE player = ?1 ORDER BY started_ms DESC, id LIMIT ?2) AS latest"
        " GROUP BY level ORDER BY max(started_ms) DESC, level",
        SQL_ARGS(T(player), I(max_plays)), read_progress_row,
        sizeof(struct lw_store_progress_row)};
    return store_read_rows(store, &rows, arena, &out->rows, &out->n, err);
}
