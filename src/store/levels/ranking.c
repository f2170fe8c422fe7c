/* The order of packs: those that many people play and finish first, and few of one owner
 * before the others'.
 *
 * A pack's score counts people, not plays, and only at levels that its owner brought: a
 * pack of other people's popular levels gains nothing by them, nor by its owner's own
 * plays. The tier is the place among the owner's packs by threes; lists show a tier
 * before the next, so that two hundred packs of one owner fill three places of a page.
 * Both are renewed from time to time, a few packs at once. */
#include <math.h>

#include "store_internal.h"

#define MAX_PLAYS 20000 /* that are looked at for a pack */
#define OWNERS_PLACES "3"
#define FRESH_MS (INT64_C(5) * 60 * 1000)

struct ranked {
    char id[LW_STORE_ID_SIZE];
    const char *owner; /* NULL: the studio's own */
    double score;
};

struct turn {
    int64_t now_ms;
    size_t most;
    struct lw_arena arena;
    struct ranked *packs;
    size_t n;
};

/* A clock that was set back makes them wait no longer. */
static lw_status next_packs(struct lw_store *store, struct turn *turn,
                            struct lw_error *err) {
    struct sql_stmt *stmt;
    bool row = true;
    lw_status status = sql_query(
        store->sql,
        "SELECT id, owner FROM packs WHERE ranked_ms <= ?2 OR ranked_ms > ?3"
        " ORDER BY ranked_ms, id LIMIT ?1",
        SQL_ARGS(I(turn->most), I(turn->now_ms - FRESH_MS), I(turn->now_ms)), &stmt, err);
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        bool ok = true;
        struct ranked *at =
            store_list_add(&turn->arena, &turn->packs, &turn->n, sizeof *at);
        if (at != NULL) {
            store_copy_id(stmt, 0, at->id);
            at->owner = sql_copy(stmt, 1, &turn->arena, &ok);
        }
        status = at != NULL && ok ? LW_OK : lw_fail_memory(err);
    }
    sql_done(stmt);
    return status;
}

/* Grows with the logarithm of the people and with the part of them who finish; one of one
 * counts less than nine of ten. The studio's own packs begin above those that nobody has
 * played. */
static double score_of(int64_t people, int64_t finished, bool is_own) {
    double part = ((double)finished + 1) / ((double)people + 2);
    return log2(1 + (double)people) * (0.25 + 0.75 * part) + (is_own ? 1 : 0);
}

static lw_status count_people(struct lw_store *store, struct ranked *pack,
                              struct lw_error *err) {
    struct sql_stmt *stmt;
    bool row = false;
    lw_status status = sql_query(
        store->sql,
        "SELECT count(DISTINCT player),"
        " count(DISTINCT CASE WHEN won_ms IS NOT NULL THEN player END) FROM"
        " (SELECT y.player, y.won_ms FROM pack_levels m JOIN levels l ON l.id = m.level"
        "  JOIN plays y ON y.level = m.level WHERE m.pack = ?1"
        "  AND coalesce(l.owner, '') = ?2 AND y.player <> ?2 LIMIT ?3) AS looked_at",
        SQL_ARGS(T(pack->id), T(store_or_empty(pack->owner)), I(MAX_PLAYS)), &stmt, err);
    if (status == LW_OK) {
        status = sql_next(stmt, &row, err);
    }
    if (status == LW_OK && row) {
        pack->score = score_of(sql_int(stmt, 0), sql_int(stmt, 1), pack->owner == NULL);
    }
    sql_done(stmt);
    return status;
}

static lw_status put_place(struct lw_store *store, const struct ranked *pack,
                           int64_t now_ms, struct lw_error *err) {
    return sql_do(store->sql,
                  "UPDATE packs SET score = ?2, ranked_ms = ?3,"
                  " tier = (SELECT count(*) FROM packs o WHERE o.owner = packs.owner"
                  "  AND (o.score > ?2 OR (o.score = ?2 AND (o.created_ms <"
                  "  packs.created_ms OR (o.created_ms = packs.created_ms AND"
                  "  o.id < packs.id)))) AND o.id <> packs.id) / " OWNERS_PLACES
                  " WHERE id = ?1",
                  SQL_ARGS(T(pack->id), R(pack->score), I(now_ms)), NULL, err);
}

/* People are counted before the database is locked. */
lw_status lw_store_packs_rank(struct lw_store *store, int64_t now_ms, size_t most,
                              struct lw_error *err) {
    struct turn turn = {.now_ms = now_ms, .most = most};
    lw_arena_init(&turn.arena, store->alloc);
    lw_status status = next_packs(store, &turn, err);
    for (size_t i = 0; i < turn.n && status == LW_OK; i++) {
        status = count_people(store, &turn.packs[i], err);
    }
    if (status == LW_OK && turn.n > 0) {
        status = sql_begin(store->sql, err);
        if (status == LW_OK) {
            for (size_t i = 0; i < turn.n && status == LW_OK; i++) {
                status = put_place(store, &turn.packs[i], now_ms, err);
            }
            status = sql_end(store->sql, status, err);
        }
    }
    lw_arena_free(&turn.arena);
    return status;
}

/* A new pack has no players yet; it stands behind its owner's others. */
lw_status store_rank_new(struct lw_store *store, const char *id, struct lw_error *err) {
    return sql_do(store->sql,
                  "UPDATE packs SET score = CASE WHEN owner IS NULL THEN 1 ELSE 0 END,"
                  " tier = (SELECT count(*) FROM packs o WHERE o.owner = packs.owner"
                  "  AND o.id <> packs.id) / " OWNERS_PLACES " WHERE id = ?1",
                  SQL_ARGS(T(id)), NULL, err);
}
