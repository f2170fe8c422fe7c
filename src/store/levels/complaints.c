/* Complaints and decisions.
 *
 * A complaint is a row a thing and player; `decided` ones are kept, so that nobody
 * complains of the same twice, but count no more. */
#include "lw/store/complaints.h"

#include <string.h>

#include "lw/store/packs.h"
#include "store_internal.h"

#define MAX_SHOWN 20 /* complaints of a case */
#define ASIDE "reported"

static const char *const names[] = {[LW_STORE_LEVEL] = "level", [LW_STORE_PACK] = "pack"};

/* Addresses that complain of a thing, by people who have played here at all: making
 * players is free, so players do not count. */
#define CLIENTS_OF(thing, id)                                                            \
    "(SELECT count(DISTINCT c.client) FROM complaints c JOIN players q ON q.id ="        \
    " c.reporter WHERE c.thing = " thing " AND c.target = " id                           \
    " AND c.decided = 0 AND q.ignored = 0"                                               \
    " AND EXISTS (SELECT 1 FROM plays y WHERE y.player = c.reporter))"

/* Is it there, for whoever complains? */
static lw_status check_thing(struct lw_store *store, enum lw_store_thing thing,
                             const char *id, struct lw_error *err) {
    int64_t n = 0;
    lw_status status =
        thing == LW_STORE_LEVEL
            ? sql_number(store->sql,
                         "SELECT count(*) FROM levels l WHERE l.id = ?1"
                         " AND l.hidden = 0 AND " STORE_PUBLIC_BY("?2"),
                         SQL_ARGS(T(id), T(store->today)), &n, err)
            : sql_number(store->sql, "SELECT count(*) FROM packs WHERE id = ?1",
                         SQL_ARGS(T(id)), &n, err);
    return status == LW_OK && n == 0 ? lw_fail(err, LW_NOT_FOUND, 0, 0,
                                               "there is no %s '%.40s'", names[thing], id)
                                     : status;
}

static lw_status check_often(struct lw_store *store,
                             const struct lw_store_complaint *complaint,
                             struct lw_error *err) {
    int64_t n = 0;
    lw_status status = sql_number(
        store->sql,
        "SELECT count(*) FROM complaints WHERE reporter = ?1 AND made_ms > ?2",
        SQL_ARGS(T(complaint->reporter), I(complaint->made_ms - INT64_C(86400000))), &n,
        err);
    return status == LW_OK && n >= LW_STORE_COMPLAINTS_A_DAY
               ? lw_fail(
                     err, LW_LIMIT, 0, 0,
                     "at most %d reports a day are accepted; send the others tomorrow",
                     LW_STORE_COMPLAINTS_A_DAY)
               : status;
}

static lw_status put(struct lw_store *store, const struct lw_store_complaint *complaint,
                     struct lw_error *err) {
    int64_t added = 0;
    lw_status status = sql_do(
        store->sql,
        "INSERT INTO complaints (thing, target, reporter, client, reason, note, made_ms,"
        " decided) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0) ON CONFLICT DO NOTHING",
        SQL_ARGS(T(names[complaint->thing]), T(complaint->id), T(complaint->reporter),
                 T(store_or_empty(complaint->client)), T(complaint->reason),
                 T(store_or_empty(complaint->note)), I(complaint->made_ms)),
        &added, err);
    if (status != LW_OK || added == 0) {
        return status;
    }
    return sql_do(store->sql,
                  complaint->thing == LW_STORE_LEVEL
                      ? "UPDATE levels SET aside = '" ASIDE "' WHERE id = ?1 AND aside ="
                        " '' AND " CLIENTS_OF("'level'", "?1") " >= ?2"
                      : "UPDATE packs SET aside = '" ASIDE "' WHERE id = ?1 AND aside ="
                        " '' AND " CLIENTS_OF("'pack'", "?1") " >= ?2",
                  SQL_ARGS(T(complaint->id), I(LW_STORE_COMPLAINTS_TO_HIDE)), NULL, err);
}

lw_status lw_store_complaint_put(struct lw_store *store,
                                 const struct lw_store_complaint *complaint,
                                 struct lw_error *err) {
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    /* Two at once, through two servers, would both count one too few. */
    status = lw_store_player_hold(store, complaint->reporter, err);
    if (status == LW_OK) {
        status = check_thing(store, complaint->thing, complaint->id, err);
    }
    if (status == LW_OK) {
        status = check_often(store, complaint, err);
    }
    if (status == LW_OK) {
        status = put(store, complaint, err);
    }
    return sql_end(store->sql, status, err);
}

/* Cases. */

static lw_status read_complaints(struct lw_store *store, struct lw_store_case *out,
                                 struct lw_arena *arena, struct lw_error *err) {
    struct sql_stmt *stmt;
    bool row = true;
    lw_status status =
        sql_query(store->sql,
                  "SELECT c.reporter, c.client, c.reason, c.note, c.made_ms FROM"
                  " complaints c JOIN players q ON q.id = c.reporter WHERE c.thing = ?1"
                  " AND c.target = ?2 AND c.decided = 0 AND q.ignored = 0"
                  " ORDER BY c.made_ms DESC, c.reporter LIMIT ?3",
                  SQL_ARGS(T(names[out->thing]), T(out->id), I(MAX_SHOWN)), &stmt, err);
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        bool ok = true;
        struct lw_store_complaint *at =
            store_list_add(arena, &out->complaints, &out->n, sizeof *at);
        if (at != NULL) {
            *at = (struct lw_store_complaint){.thing = out->thing,
                                              .id = out->id,
                                              .reporter = sql_copy(stmt, 0, arena, &ok),
                                              .client = sql_copy(stmt, 1, arena, &ok),
                                              .reason = sql_copy(stmt, 2, arena, &ok),
                                              .note = sql_copy(stmt, 3, arena, &ok),
                                              .made_ms = sql_int(stmt, 4)};
        }
        status = at != NULL && ok ? LW_OK : lw_fail_memory(err);
    }
    sql_done(stmt);
    return status;
}

static lw_status fill_level(struct lw_store *store, struct lw_store_case *out,
                            struct lw_arena *arena, struct lw_error *err) {
    lw_status status = lw_store_level_get(store, out->id, arena, &out->level, err);
    out->has_level = status == LW_OK;
    if (status == LW_OK) {
        out->title = out->level.title;
        out->author = out->level.author;
        out->game = out->level.game;
        out->owner = out->level.owner;
        out->is_aside = out->level.aside[0] != '\0';
    }
    return status;
}

static lw_status fill_pack(struct lw_store *store, struct lw_store_case *out,
                           struct lw_arena *arena, struct lw_error *err) {
    struct lw_store_pack pack;
    struct lw_store_level_list levels = {0};
    lw_status status = lw_store_pack_get(store, out->id, arena, &pack, err);
    if (status == LW_OK) {
        status = lw_store_pack_page(store, out->id, (struct lw_store_page){0, 1}, arena,
                                    &levels, err);
    }
    if (status == LW_OK) {
        out->title = pack.title;
        out->author = pack.author;
        out->game = pack.game;
        out->owner = pack.owner;
        out->is_aside = pack.aside[0] != '\0';
        out->has_level = levels.n > 0;
        if (levels.n > 0) {
            out->level = levels.levels[0];
        }
    }
    return status;
}

#define OPEN_CASES                                                                       \
    " FROM complaints c JOIN players q ON q.id = c.reporter WHERE c.decided = 0"         \
    " AND q.ignored = 0 AND (c.thing = 'level' OR EXISTS (SELECT 1 FROM packs p"         \
    " WHERE p.id = c.target)) GROUP BY c.thing, c.target"

static lw_status read_cases(struct lw_store *store, struct lw_store_page page,
                            struct lw_arena *arena, struct lw_store_case_list *out,
                            struct lw_error *err) {
    struct sql_stmt *stmt;
    bool row = true;
    lw_status status = sql_query(
        store->sql,
        "SELECT c.thing, c.target, count(*), count(DISTINCT c.client)" OPEN_CASES
        " ORDER BY 4 DESC, 3 DESC, max(c.made_ms) DESC, c.target LIMIT ?1 OFFSET ?2",
        SQL_ARGS(I(page.limit > 0 ? page.limit : STORE_DEFAULT_LIMIT), I(page.first)),
        &stmt, err);
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        struct lw_store_case *at =
            store_list_add(arena, &out->cases, &out->n, sizeof *at);
        if (at == NULL) {
            status = lw_fail_memory(err);
            break;
        }
        *at = (struct lw_store_case){.thing = strcmp(sql_text(stmt, 0), "pack") == 0
                                                  ? LW_STORE_PACK
                                                  : LW_STORE_LEVEL,
                                     .n_complaints = sql_int(stmt, 2),
                                     .n_clients = sql_int(stmt, 3)};
        store_copy_id(stmt, 1, at->id);
    }
    sql_done(stmt);
    return status;
}

lw_status lw_store_case_list(struct lw_store *store, struct lw_store_page page,
                             struct lw_arena *arena, struct lw_store_case_list *out,
                             struct lw_error *err) {
    int64_t total = 0;
    *out = (struct lw_store_case_list){0};
    lw_status status = sql_number(
        store->sql, "SELECT count(*) FROM (SELECT c.thing, c.target" OPEN_CASES ") AS x",
        SQL_NO_ARGS, &total, err);
    out->total = (uint64_t)total;
    if (status == LW_OK) {
        status = read_cases(store, page, arena, out, err);
    }
    for (size_t i = 0; i < out->n && status == LW_OK; i++) {
        struct lw_store_case *at = &out->cases[i];
        status = at->thing == LW_STORE_LEVEL ? fill_level(store, at, arena, err)
                                             : fill_pack(store, at, arena, err);
        if (status == LW_OK) {
            status = read_complaints(store, at, arena, err);
        }
    }
    return status;
}

/* Decisions. */

static lw_status do_all(struct lw_store *store, const char *const *statements,
                        const char *first, const char *second, struct lw_error *err) {
    lw_status status = LW_OK;
    for (; *statements != NULL && status == LW_OK; statements++) {
        status = strstr(*statements, "?2") != NULL
                     ? sql_do(store->sql, *statements, SQL_ARGS(T(first), T(second)),
                              NULL, err)
                     : sql_do(store->sql, *statements, SQL_ARGS(T(first)), NULL, err);
    }
    return status;
}

/* Hidden levels stand nowhere. */
#define LEAVE_COLLECTIONS                                                                \
    "DELETE FROM set_levels WHERE level IN (SELECT id FROM levels WHERE owner = ?1"      \
    " AND hidden <> 0)",                                                                 \
        "DELETE FROM reserve WHERE level IN (SELECT id FROM levels WHERE owner = ?1"     \
        " AND hidden <> 0)"

static lw_status remove_pack(struct lw_store *store, const char *id, const char *owner,
                             struct lw_error *err) {
    static const char *const statements[] = {
        "UPDATE levels SET hidden = 1 WHERE owner = ?1 AND id IN"
        " (SELECT level FROM pack_levels WHERE pack = ?2) AND id NOT IN"
        " (SELECT level FROM pack_levels WHERE pack <> ?2)",
        LEAVE_COLLECTIONS, NULL};
    lw_status status = owner == NULL ? LW_OK : do_all(store, statements, owner, id, err);
    return status == LW_OK ? lw_store_pack_delete(store, id, err) : status;
}

static lw_status remove_owner(struct lw_store *store, const char *owner,
                              struct lw_error *err) {
    static const char *const statements[] = {
        "UPDATE levels SET hidden = 1 WHERE owner = ?1 AND id NOT IN"
        " (SELECT m.level FROM pack_levels m JOIN packs p ON p.id = m.pack"
        "  WHERE p.owner IS NULL OR p.owner <> ?1)",
        LEAVE_COLLECTIONS, "DELETE FROM packs WHERE owner = ?1",
        "UPDATE complaints SET decided = 1 WHERE thing = 'level' AND target IN"
        " (SELECT id FROM levels WHERE owner = ?1)",
        NULL};
    return do_all(store, statements, owner, NULL, err);
}

/* Whose it is; *owner NULL: nobody's. */
static lw_status find_owner(struct lw_store *store, enum lw_store_thing thing,
                            const char *id, struct lw_arena *arena, const char **owner,
                            struct lw_error *err) {
    struct lw_store_level level = {.owner = NULL};
    struct lw_store_pack pack = {.owner = NULL};
    lw_status status = thing == LW_STORE_LEVEL
                           ? lw_store_level_get(store, id, arena, &level, err)
                           : lw_store_pack_get(store, id, arena, &pack, err);
    *owner = thing == LW_STORE_LEVEL ? level.owner : pack.owner;
    return status;
}

static lw_status decide(struct lw_store *store, enum lw_store_thing thing, const char *id,
                        enum lw_store_decision decision, const char *owner,
                        struct lw_error *err) {
    if (decision == LW_STORE_REMOVE_OWNER && owner == NULL) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "it has no known owner; remove it alone");
    }
    if (decision == LW_STORE_REMOVE_OWNER) {
        return remove_owner(store, owner, err);
    }
    if (decision == LW_STORE_REMOVE_IT) {
        return thing == LW_STORE_LEVEL ? lw_store_level_hide(store, id, err)
                                       : remove_pack(store, id, owner, err);
    }
    return sql_do(
        store->sql,
        thing == LW_STORE_LEVEL
            ? "UPDATE levels SET aside = '' WHERE id = ?1 AND aside = '" ASIDE "'"
            : "UPDATE packs SET aside = '' WHERE id = ?1 AND aside = '" ASIDE "'",
        SQL_ARGS(T(id)), NULL, err);
}

lw_status lw_store_case_decide(struct lw_store *store, enum lw_store_thing thing,
                               const char *id, enum lw_store_decision decision,
                               struct lw_error *err) {
    struct lw_arena arena;
    const char *owner = NULL;
    lw_arena_init(&arena, store->alloc);
    lw_status status = sql_begin(store->sql, err);
    if (status == LW_OK) {
        status = find_owner(store, thing, id, &arena, &owner, err);
        if (status == LW_OK) {
            status = decide(store, thing, id, decision, owner, err);
        }
        if (status == LW_OK) {
            status = sql_do(store->sql,
                            "UPDATE complaints SET decided = 1 WHERE thing = ?1"
                            " AND target = ?2",
                            SQL_ARGS(T(names[thing]), T(id)), NULL, err);
        }
        status = sql_end(store->sql, status, err);
    }
    lw_arena_free(&arena);
    return status;
}

lw_status lw_store_reporter_ignore(struct lw_store *store, const char *player,
                                   struct lw_error *err) {
    /* What stood aside by this player's word is listed again. */
    static const char *const statements[] = {
        "UPDATE levels SET aside = '' WHERE aside = '" ASIDE "' AND id IN"
        " (SELECT target FROM complaints WHERE thing = 'level' AND reporter = ?1"
        "  AND decided = 0) AND " CLIENTS_OF("'level'", "levels.id") " < 3",
        "UPDATE packs SET aside = '' WHERE aside = '" ASIDE "' AND id IN"
        " (SELECT target FROM complaints WHERE thing = 'pack' AND reporter = ?1"
        "  AND decided = 0) AND " CLIENTS_OF("'pack'", "packs.id") " < 3",
        NULL};
    _Static_assert(LW_STORE_COMPLAINTS_TO_HIDE == 3, "as in the statements");
    int64_t changed = 0;
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    status = sql_do(store->sql, "UPDATE players SET ignored = 1 WHERE id = ?1",
                    SQL_ARGS(T(player)), &changed, err);
    if (status == LW_OK && changed == 0) {
        status = lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no player '%.40s'", player);
    }
    if (status == LW_OK) {
        status = do_all(store, statements, player, NULL, err);
    }
    return sql_end(store->sql, status, err);
}

lw_status lw_store_brought_by(struct lw_store *store, const char *player,
                              int64_t since_ms, struct lw_store_brought *out,
                              struct lw_error *err) {
    const struct {
        const char *text;
        int64_t *into;
        int64_t since;
    } counts[] = {
        {"SELECT count(*) FROM packs WHERE owner = ?1 AND created_ms > ?2", &out->packs,
         INT64_MIN},
        {"SELECT count(*) FROM levels WHERE owner = ?1 AND created_ms > ?2", &out->levels,
         INT64_MIN},
        {"SELECT count(*) FROM packs WHERE owner = ?1 AND created_ms > ?2",
         &out->recent_packs, since_ms},
        {"SELECT count(*) FROM levels WHERE owner = ?1 AND created_ms > ?2",
         &out->recent_levels, since_ms},
    };
    lw_status status = LW_OK;
    for (size_t i = 0; i < sizeof counts / sizeof *counts && status == LW_OK; i++) {
        status = sql_number(store->sql, counts[i].text,
                            SQL_ARGS(T(player), I(counts[i].since)), counts[i].into, err);
    }
    return status;
}
