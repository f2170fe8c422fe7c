/* Players who leave. Somebody who has played for years has millions of rows, and nobody
 * else can write while a transaction deletes them. So the key is void first, and what the
 * player did goes in slices, a transaction each. Whoever is leaving is known by a mark in
 * place of the key's hash, so that a stop or a power cut in the middle loses nothing. */
#include <stdio.h>

#include "store_internal.h"

#define SLICE_PLAYS "200"
#define SLICE_ROWS "2000"
#define SLICES_AT_ONCE 10
/* No hash: hashes are hexadecimal. */
#define GONE "gone:"
#define AFTER_GONE "gone;"

/* Names, and the only things that need the player to be whole. */
static lw_status void_key(struct lw_store *store, const char *id, struct lw_error *err) {
    static const char *const steps[] = {
        "DELETE FROM passphrases WHERE player = ?1",
        "UPDATE packs SET owner = NULL WHERE owner = ?1",
        "UPDATE levels SET owner = NULL WHERE owner = ?1",
        "UPDATE jobs SET owner = NULL WHERE owner = ?1",
    };
    char rater[LW_STORE_ID_SIZE + 8];
    char mark[LW_STORE_ID_SIZE + 8];
    int64_t changed = 0;
    (void)snprintf(rater, sizeof rater, "player:%s", id);
    (void)snprintf(mark, sizeof mark, GONE "%s", id);
    lw_status status =
        sql_do(store->sql, "UPDATE players SET key_hash = ?2 WHERE id = ?1",
               SQL_ARGS(T(id), T(mark)), &changed, err);
    if (status == LW_OK && changed == 0) {
        status = lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no player '%.40s'", id);
    }
    if (status == LW_OK) {
        status = sql_do(store->sql, "DELETE FROM ratings WHERE rater = ?1",
                        SQL_ARGS(T(rater)), NULL, err);
    }
    for (size_t i = 0; i < sizeof steps / sizeof *steps && status == LW_OK; i++) {
        status = sql_do(store->sql, steps[i], SQL_ARGS(T(id)), NULL, err);
    }
    return status;
}

/* Writing the row as it is keeps it from whoever would leave or hold it now, until this
 * transaction ends. */
lw_status lw_store_player_hold(struct lw_store *store, const char *owner,
                               struct lw_error *err) {
    int64_t changed = 0;
    if (owner == NULL || !store_is_id(owner)) {
        return LW_OK;
    }
    lw_status status =
        sql_do(store->sql,
               "UPDATE players SET key_hash = key_hash WHERE id = ?1"
               " AND (key_hash < '" GONE "' OR key_hash >= '" AFTER_GONE "')",
               SQL_ARGS(T(owner)), &changed, err);
    return status == LW_OK && changed == 0
               ? lw_fail(err, LW_NOT_FOUND, 0, 0, "this player has left")
               : status;
}

/* Inside a transaction: some of the events, or else some of the plays, or else some of
 * the sessions, or else the player. */
static lw_status delete_some(struct lw_store *store, const char *id, bool *is_gone,
                             struct lw_error *err) {
    static const struct {
        const char *text;
        int64_t enough; /* rows for one transaction */
    } steps[] = {
        {"DELETE FROM events WHERE (play, seq) IN (SELECT e.play, e.seq FROM events e"
         " WHERE e.play IN (SELECT id FROM plays WHERE player = ?1"
         " ORDER BY started_ms LIMIT " SLICE_PLAYS ") LIMIT " SLICE_ROWS ")",
         2000},
        {"DELETE FROM plays WHERE id IN (SELECT p.id FROM plays p WHERE p.player = ?1"
         " AND NOT EXISTS (SELECT 1 FROM events e WHERE e.play = p.id)"
         " ORDER BY p.started_ms LIMIT " SLICE_PLAYS ")",
         1},
        {"DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE player = ?1"
         " LIMIT " SLICE_PLAYS ")",
         1},
    };
    int64_t changed = 0;
    lw_status status = LW_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        status = sql_do(store->sql, steps[i].text, SQL_ARGS(T(id)), &changed, err);
        if (status != LW_OK || changed >= steps[i].enough) {
            return status;
        }
    }
    *is_gone = true;
    return sql_do(store->sql, "DELETE FROM players WHERE id = ?1", SQL_ARGS(T(id)), NULL,
                  err);
}

/* As what a cascade deletes, these rows are not metered: who has played much may go. */
static lw_status delete_slices(struct lw_store *store, const char *id, bool *is_gone,
                               struct lw_error *err) {
    struct lw_store_meter *meter = store->sql->meter;
    lw_status status = LW_OK;
    *is_gone = false;
    store->sql->meter = NULL;
    for (int i = 0; i < SLICES_AT_ONCE && status == LW_OK && !*is_gone; i++) {
        status = sql_begin(store->sql, err);
        if (status == LW_OK) {
            status = delete_some(store, id, is_gone, err);
            status = sql_end(store->sql, status, err);
        }
    }
    store->sql->meter = meter;
    return status;
}

lw_status lw_store_player_delete(struct lw_store *store, const char *id,
                                 struct lw_error *err) {
    bool is_gone;
    struct lw_error later = {.status = LW_OK};
    if (!store_is_id(id)) {
        return lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no player '%.40s'", id);
    }
    lw_status status = sql_begin(store->sql, err);
    if (status == LW_OK) {
        status = void_key(store, id, err);
        status = sql_end(store->sql, status, err);
    }
    if (status == LW_OK) {
        /* What cannot be done now is done later: the player has left already. */
        (void)delete_slices(store, id, &is_gone, &later);
    }
    return status;
}

lw_status lw_store_players_finish(struct lw_store *store, bool *is_done,
                                  struct lw_error *err) {
    char id[LW_STORE_ID_SIZE] = "";
    bool found;
    bool is_gone;
    const struct store_rows rows = {"SELECT id FROM players WHERE key_hash >= ?1"
                                    " AND key_hash < ?2 LIMIT 1",
                                    SQL_ARGS(T(GONE), T(AFTER_GONE)),
                                    .read = store_read_id};
    lw_status status = store_read_row(store, &rows, NULL, id, &found, err);
    *is_done = status == LW_OK && !found;
    return status == LW_OK && found ? delete_slices(store, id, &is_gone, err) : status;
}
