/* Packs: levels in order, each at most once. */
#include <string.h>

#include "levels/keep_internal.h"
#include "lw/store/keep.h"

/* ON CONFLICT passes over a level that is in twice; its position stays free, which the
 * order does not mind. */
static lw_status add_members(struct lw_store *store, const char *pack,
                             const char *const *levels, size_t n, struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < n && status == LW_OK; i++) {
        status = sql_queue(store->sql,
                           "INSERT INTO pack_levels (pack, position, level)"
                           " VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
                           SQL_ARGS(T(pack), I(i + 1), T(levels[i])), err);
    }
    return status == LW_OK ? sql_flush(store->sql, err) : status;
}

/* One game a pack: the number of the first level that is of another, found by statement
 * (with ?1 the pack or set), fails the transaction. */
lw_status store_check_members(struct lw_store *store, const char *statement,
                              const char *id, struct lw_error *err) {
    struct sql_stmt *stmt;
    bool row = false;
    lw_status status =
        sql_query(store->sql, statement, SQL_ARGS(T(id), T(store->today)), &stmt, err);
    if (status == LW_OK) {
        status = sql_next(stmt, &row, err);
    }
    if (status == LW_OK && row && sql_int(stmt, 3) == 0) {
        status = lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no level %lld",
                         (long long)sql_int(stmt, 0));
    } else if (status == LW_OK && row && sql_int(stmt, 2) != 0) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0, "level %lld was removed",
                         (long long)sql_int(stmt, 0));
    } else if (status == LW_OK && row) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "level %lld belongs to another game (%.40s); its members must "
                         "all be of one game",
                         (long long)sql_int(stmt, 0), sql_text(stmt, 1));
    }
    sql_done(stmt);
    return status;
}

static lw_status check_members(struct lw_store *store, const char *pack,
                               struct lw_error *err) {
    return store_check_members(
        store,
        "SELECT m.position, l.game, l.hidden, CASE WHEN " STORE_PUBLIC_BY(
            "?2") " THEN 1 ELSE 0 END FROM packs p JOIN "
                  "pack_levels m ON m.pack = p.id"
                  " JOIN levels l ON l.id = m.level WHERE p.id = ?1"
                  " AND (l.game <> p.game OR l.hidden <> 0 OR NOT " STORE_PUBLIC_BY(
                      "?2") ")"
                            " ORDER BY m.position LIMIT 1",
        pack, err);
}

/* What all of its levels weigh, each source counted once. */
static lw_status weigh_pack(struct lw_store *store, const char *pack,
                            struct lw_error *err) {
    int64_t n_bytes = 0;
    lw_status status = sql_number(
        store->sql,
        "SELECT coalesce((SELECT sum(l.bytes) FROM pack_levels m JOIN levels l"
        " ON l.id = m.level WHERE m.pack = ?1), 0) + coalesce((SELECT sum(s.bytes)"
        " FROM sources s WHERE s.id IN (SELECT l.source FROM pack_levels m"
        " JOIN levels l ON l.id = m.level WHERE m.pack = ?1)), 0)",
        SQL_ARGS(T(pack)), &n_bytes, err);
    return status == LW_OK && (size_t)n_bytes > LW_STORE_MAX_PACK
               ? lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "the levels of a pack may have at most %zu MiB of text in all; "
                         "make several packs of them",
                         LW_STORE_MAX_PACK >> 20)
               : status;
}

static lw_status put_row(struct lw_store *store, const struct lw_store_pack *pack,
                         struct lw_error *err) {
    struct lw_arena arena;
    lw_arena_init(&arena, store->alloc);
    const char *title = store_label(&arena, store_or_empty(pack->title));
    const char *author = store_label(&arena, store_or_empty(pack->author));
    lw_status status;
    if (title == NULL || author == NULL) {
        status = lw_fail_memory(err);
    } else if (*title == '\0' && *store_or_empty(pack->title) != '\0') {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "the title of the pack has no visible character");
    } else {
        status = sql_do(
            store->sql,
            "INSERT INTO packs (id, title, game, author, notes, owner, created_ms)"
            " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            SQL_ARGS(T(pack->id), T(title), T(store_or_empty(pack->game)), T(author),
                     T(store_or_empty(pack->notes)), T(pack->owner), I(pack->created_ms)),
            NULL, err);
    }
    lw_arena_free(&arena);
    return status == LW_OK ? store_rank_new(store, pack->id, err) : status;
}

lw_status lw_store_pack_put(struct lw_store *store, struct lw_store_pack *pack,
                            const char *const *levels, size_t n, struct lw_error *err) {
    if (pack->id[0] == '\0') {
        lw_store_new_id(pack->id);
    }
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    status = lw_store_player_hold(store, pack->owner, err);
    if (status == LW_OK) {
        status = put_row(store, pack, err);
    }
    if (status == LW_OK) {
        status = add_members(store, pack->id, levels, n, err);
    }
    if (status == LW_OK) {
        status = check_members(store, pack->id, err);
    }
    if (status == LW_OK) {
        status = weigh_pack(store, pack->id, err);
    }
    if (status == LW_OK) {
        int64_t n_levels = 0;
        status =
            sql_number(store->sql, "SELECT count(*) FROM pack_levels WHERE pack = ?1",
                       SQL_ARGS(T(pack->id)), &n_levels, err);
        pack->n_levels = (uint64_t)n_levels;
    }
    return sql_end(store->sql, status, err);
}

static lw_status no_pack(const char *id, struct lw_error *err) {
    return lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no pack '%.40s'", id);
}

lw_status lw_store_pack_delete(struct lw_store *store, const char *id,
                               struct lw_error *err) {
    int64_t changed = 0;
    lw_status status = sql_do(store->sql, "DELETE FROM packs WHERE id = ?1",
                              SQL_ARGS(T(id)), &changed, err);
    return status == LW_OK && changed == 0 ? no_pack(id, err) : status;
}

#define PACK_COLUMNS                                                                     \
    "p.id, p.title, p.game, p.author, p.notes, p.owner, p.created_ms,"                   \
    " (SELECT count(*) FROM pack_levels m WHERE m.pack = p.id), p.aside"

#define SELECT_LISTED                                                                    \
    "SELECT " PACK_COLUMNS " FROM packs p"                                               \
    " WHERE p.aside = '' AND (?1 IS NULL OR p.game = ?1)"
#define PART " LIMIT ?2 OFFSET ?3"

static bool read_pack(const struct sql_stmt *stmt, struct lw_arena *arena, void *row) {
    struct lw_store_pack *out = row;
    bool ok = true;
    *out = (struct lw_store_pack){
        .title = sql_copy(stmt, 1, arena, &ok),
        .game = sql_copy(stmt, 2, arena, &ok),
        .author = sql_copy(stmt, 3, arena, &ok),
        .notes = sql_copy(stmt, 4, arena, &ok),
        .owner = sql_copy(stmt, 5, arena, &ok),
        .created_ms = sql_int(stmt, 6),
        .n_levels = (uint64_t)sql_int(stmt, 7),
        .aside = sql_copy(stmt, 8, arena, &ok),
    };
    store_copy_id(stmt, 0, out->id);
    return ok;
}

lw_status lw_store_pack_get(struct lw_store *store, const char *id,
                            struct lw_arena *arena, struct lw_store_pack *out,
                            struct lw_error *err) {
    bool found;
    const struct store_rows rows = {"SELECT " PACK_COLUMNS
                                    " FROM packs p WHERE p.id = ?1",
                                    SQL_ARGS(T(id)), .read = read_pack};
    lw_status status = store_read_row(store, &rows, arena, out, &found, err);
    return status == LW_OK && !found ? no_pack(id, err) : status;
}

lw_status lw_store_pack_list(struct lw_store *store,
                             const struct lw_store_pack_filter *filter,
                             struct lw_arena *arena, struct lw_store_pack_list *out,
                             struct lw_error *err) {
    *out = (struct lw_store_pack_list){0};
    int64_t total = 0;
    uint32_t limit = filter->page.limit > 0 ? filter->page.limit : STORE_DEFAULT_LIMIT;
    lw_status status = sql_number(store->sql,
                                  "SELECT count(*) FROM packs"
                                  " WHERE aside = '' AND (?1 IS NULL OR game = ?1)",
                                  SQL_ARGS(T(filter->game)), &total, err);
    if (status != LW_OK) {
        return status;
    }
    out->total = (uint64_t)total;
    const struct store_rows rows = {
        filter->best ? SELECT_LISTED " ORDER BY p.tier, p.score DESC,"
                                     " p.created_ms DESC, p.id" PART
                     : SELECT_LISTED " ORDER BY p.created_ms DESC, p.id" PART,
        SQL_ARGS(T(filter->game), I(limit), I(filter->page.first)), read_pack,
        sizeof(struct lw_store_pack)};
    return store_read_rows(store, &rows, arena, &out->packs, &out->n, err);
}

lw_status lw_store_packs_aside(struct lw_store *store, struct lw_arena *arena,
                               struct lw_store_pack_list *out, struct lw_error *err) {
    *out = (struct lw_store_pack_list){0};
    const struct store_rows rows = {"SELECT " PACK_COLUMNS " FROM packs p"
                                    " WHERE p.aside <> '' ORDER BY p.created_ms, p.id",
                                    SQL_NO_ARGS, read_pack, sizeof(struct lw_store_pack)};
    lw_status status = store_read_rows(store, &rows, arena, &out->packs, &out->n, err);
    out->total = out->n;
    return status;
}

lw_status lw_store_pack_levels(struct lw_store *store, const char *id,
                               struct lw_arena *arena, struct lw_store_level_list *out,
                               struct lw_error *err) {
    return lw_store_pack_page(store, id, (struct lw_store_page){0, INT32_MAX}, arena, out,
                              err);
}

lw_status lw_store_pack_page(struct lw_store *store, const char *id,
                             struct lw_store_page page, struct lw_arena *arena,
                             struct lw_store_level_list *out, struct lw_error *err) {
    *out = (struct lw_store_level_list){0};
    lw_status status = store_find_levels(
        store,
        &(struct store_which){
            " FROM pack_levels m JOIN levels l ON l.id = m.level WHERE m.pack = ?1"
            " AND " STORE_PUBLIC_BY("?4") " ORDER BY m.position LIMIT ?2 OFFSET ?3",
            SQL_ARGS(T(id), I(page.limit), I(page.first), T(store->today))},
        arena, out, err);
    out->total = out->n;
    return status;
}
