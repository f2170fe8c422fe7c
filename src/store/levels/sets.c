/* Level sets, and the order in which one player sees them.
 *
 * Taylor (2015, chapter 3) showed the easy set first and the others in an order made from
 * the player's name, so that a reload shows the same. Here the order is that of a hash of
 * player and set: nothing has to be stored, and a new set does not move the others. */
#include <stdlib.h>
#include <string.h>

#include "store_internal.h"

static lw_status add_members(struct lw_store *store, const char *set,
                             const char *const *levels, size_t n, struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < n && status == LW_OK; i++) {
        status = sql_queue(store->sql,
                           "INSERT INTO set_levels (set_id, position, level)"
                           " VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
                           SQL_ARGS(T(set), I(i + 1), T(levels[i])), err);
    }
    return status == LW_OK ? sql_flush(store->sql, err) : status;
}

lw_status lw_store_set_put(struct lw_store *store, struct lw_store_set *set,
                           const char *const *levels, size_t n, struct lw_error *err) {
    if (set->id[0] == '\0') {
        lw_store_new_id(set->id);
    }
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    status = sql_do(store->sql,
                    "INSERT INTO sets (id, title, game, origin, pinned, position)"
                    " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                    SQL_ARGS(T(set->id), T(store_or_empty(set->title)),
                             T(store_or_empty(set->game)), T(store_or_empty(set->origin)),
                             I(set->pinned), I(set->position)),
                    NULL, err);
    if (status == LW_OK) {
        status = add_members(store, set->id, levels, n, err);
    }
    if (status == LW_OK) {
        status = store_check_members(
            store,
            "SELECT m.position, l.game, l.hidden, CASE WHEN " STORE_PUBLIC_BY(
                "?2") " THEN 1 ELSE 0 END FROM sets s "
                      "JOIN set_levels m ON m.set_id = s.id"
                      " JOIN levels l ON l.id = m.level WHERE s.id = ?1"
                      " AND (l.game <> s.game OR l.hidden <> 0 OR NOT " STORE_PUBLIC_BY(
                          "?2") ")"
                                " ORDER BY m.position LIMIT 1",
            set->id, err);
    }
    return sql_end(store->sql, status, err);
}

static lw_status no_set(const char *id, struct lw_error *err) {
    return lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no level set '%.40s'", id);
}

lw_status lw_store_set_delete(struct lw_store *store, const char *id,
                              struct lw_error *err) {
    int64_t changed = 0;
    lw_status status = sql_do(store->sql, "DELETE FROM sets WHERE id = ?1",
                              SQL_ARGS(T(id)), &changed, err);
    return status == LW_OK && changed == 0 ? no_set(id, err) : status;
}

#define SET_COLUMNS                                                                      \
    "s.id, s.title, s.game, s.origin, s.pinned, s.position,"                             \
    " (SELECT count(*) FROM set_levels m WHERE m.set_id = s.id)"

static bool read_set(const struct sql_stmt *stmt, struct lw_arena *arena, void *row) {
    struct lw_store_set *out = row;
    bool ok = true;
    *out = (struct lw_store_set){
        .title = sql_copy(stmt, 1, arena, &ok),
        .game = sql_copy(stmt, 2, arena, &ok),
        .origin = sql_copy(stmt, 3, arena, &ok),
        .pinned = sql_int(stmt, 4) != 0,
        .position = sql_int(stmt, 5),
        .n_levels = (uint64_t)sql_int(stmt, 6),
    };
    store_copy_id(stmt, 0, out->id);
    return ok;
}

struct placed {
    struct lw_store_set set;
    uint64_t place;
};

static int compare_placed(const void *a, const void *b) {
    const struct placed *x = a;
    const struct placed *y = b;
    if (x->set.pinned != y->set.pinned) {
        return x->set.pinned ? -1 : 1;
    }
    if (x->place != y->place) {
        return x->place < y->place ? -1 : 1;
    }
    return strcmp(x->set.id, y->set.id);
}

static lw_status order_for(const char *player, struct lw_arena *arena,
                           struct lw_store_set_list *list, struct lw_error *err) {
    struct placed *placed = lw_arena_zero(arena, list->n + 1, sizeof *placed);
    if (placed == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < list->n; i++) {
        placed[i].set = list->sets[i];
        uint64_t seed = lw_hash64(player, strlen(player), 0);
        placed[i].place = lw_hash64(list->sets[i].id, LW_STORE_ID_SIZE - 1, seed);
    }
    qsort(placed, list->n, sizeof *placed, compare_placed);
    for (size_t i = 0; i < list->n; i++) {
        list->sets[i] = placed[i].set;
    }
    return LW_OK;
}

static lw_status find_authors(struct lw_store *store, const char *game,
                              struct lw_arena *arena, struct lw_store_set_list *out,
                              struct lw_error *err) {
    const struct store_rows rows = {
        "SELECT DISTINCT l.author FROM sets s JOIN set_levels m ON m.set_id = s.id"
        " JOIN levels l ON l.id = m.level WHERE (?1 IS NULL OR s.game = ?1)"
        " AND l.author <> '' AND " STORE_PUBLIC_BY("?2") " ORDER BY l.author",
        SQL_ARGS(T(game), T(store->today)), store_read_text, sizeof(const char *)};
    return store_read_rows(store, &rows, arena, &out->authors, &out->n_authors, err);
}

lw_status lw_store_set_list(struct lw_store *store, const char *game, const char *player,
                            struct lw_arena *arena, struct lw_store_set_list *out,
                            struct lw_error *err) {
    *out = (struct lw_store_set_list){0};
    const struct store_rows rows = {
        "SELECT " SET_COLUMNS " FROM sets s WHERE ?1 IS NULL OR s.game = ?1"
        " ORDER BY s.pinned DESC, s.position, s.id",
        SQL_ARGS(T(game)), read_set, sizeof(struct lw_store_set)};
    lw_status status = store_read_rows(store, &rows, arena, &out->sets, &out->n, err);
    if (status == LW_OK && player != NULL && out->n > 0) {
        status = order_for(player, arena, out, err);
    }
    return status == LW_OK ? find_authors(store, game, arena, out, err) : status;
}

lw_status lw_store_set_get(struct lw_store *store, const char *id, struct lw_arena *arena,
                           struct lw_store_set *out, struct lw_error *err) {
    bool found;
    const struct store_rows rows = {"SELECT " SET_COLUMNS " FROM sets s WHERE s.id = ?1",
                                    SQL_ARGS(T(id)), .read = read_set};
    lw_status status = store_read_row(store, &rows, arena, out, &found, err);
    return status == LW_OK && !found ? no_set(id, err) : status;
}

lw_status lw_store_set_levels(struct lw_store *store, const char *id,
                              struct lw_arena *arena, struct lw_store_level_list *out,
                              struct lw_error *err) {
    *out = (struct lw_store_level_list){0};
    lw_status status = store_find_levels(
        store,
        &(struct store_which){
            " FROM set_levels m JOIN levels l ON l.id = m.level WHERE m.set_id = ?1"
            " AND " STORE_PUBLIC_BY("?2") " ORDER BY m.position",
            SQL_ARGS(T(id), T(store->today))},
        arena, out, err);
    out->total = out->n;
    return status;
}
