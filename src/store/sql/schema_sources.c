/* A step of migration 9: texts of levels that were stored whole come apart into the
 * source of their game, which is stored once, and their own part. No rules are read for
 * it: the two together are what was there before. */
#include <string.h>

#include "lw/game.h"
#include "store_internal.h"

/* The next level after *id that is stored whole; *text NULL: there is none. */
static lw_status next_whole(struct lw_store *store, const char *game,
                            char id[LW_STORE_ID_SIZE], struct lw_arena *arena,
                            const char **text, struct lw_error *err) {
    struct sql_stmt *stmt;
    bool row = false;
    bool ok = true;
    *text = NULL;
    lw_status status = sql_query(store->sql,
                                 "SELECT id, text FROM levels WHERE game = ?1 AND id > ?2"
                                 " AND source IS NULL ORDER BY id LIMIT 1",
                                 SQL_ARGS(T(game), T(id)), &stmt, err);
    if (status != LW_OK) {
        return status;
    }
    status = sql_next(stmt, &row, err);
    if (status == LW_OK && row) {
        store_copy_id(stmt, 0, id);
        *text = sql_copy(stmt, 1, arena, &ok);
    }
    sql_done(stmt);
    return status == LW_OK && !ok ? lw_fail_memory(err) : status;
}

/* head: the first bytes of the text, which are the source. */
static lw_status part_row(struct lw_store *store, const char *game, const char *id,
                          const char *text, const char *head, struct lw_error *err) {
    char source[LW_STORE_ID_SIZE];
    size_t at = strlen(head);
    lw_id128_text(lw_hash128(head, at, 0), source);
    lw_status status =
        sql_do(store->sql,
               "INSERT INTO sources (id, game, text, created_ms) VALUES (?1, ?2, ?3, 0)"
               " ON CONFLICT (id) DO NOTHING",
               SQL_ARGS(T(source), T(game), T(head)), NULL, err);
    return status == LW_OK
               ? sql_do(store->sql,
                        "UPDATE levels SET source = ?2, text = ?3 WHERE id = ?1",
                        SQL_ARGS(T(id), T(source), T(text + at)), NULL, err)
               : status;
}

static lw_status part_kind(struct lw_store *store, const struct lw_game_kind *kind,
                           struct lw_error *err) {
    char id[LW_STORE_ID_SIZE] = "";
    const char *text = "";
    lw_status status = LW_OK;
    while (status == LW_OK && text != NULL) {
        struct lw_arena arena;
        lw_arena_init(&arena, store->alloc);
        status = next_whole(store, kind->name, id, &arena, &text, err);
        if (status == LW_OK && text != NULL) {
            size_t at = kind->level->source_len(text, strlen(text));
            const char *head = lw_arena_text(&arena, text, at);
            status = head == NULL ? lw_fail_memory(err)
                     : at > 0     ? part_row(store, kind->name, id, text, head, err)
                                  : LW_OK;
        }
        lw_arena_free(&arena);
    }
    return status;
}

lw_status store_part_rows(struct lw_store *store, struct lw_error *err) {
    bool is_sqlite = strcmp(lw_store_kind(store), "sqlite") == 0;
    lw_status status = LW_OK;
    for (const struct lw_game_kind *const *at = lw_game_kinds();
         *at != NULL && status == LW_OK; at++) {
        if ((*at)->level->source_len != NULL) {
            status = part_kind(store, *at, err);
        }
    }
    if (status != LW_OK) {
        return status;
    }
    return sql_script(store->sql,
                      is_sqlite ? "UPDATE levels SET bytes = length(CAST(text AS BLOB));"
                                  "UPDATE sources SET bytes = length(CAST(text AS BLOB));"
                                : "UPDATE levels SET bytes = octet_length(text);"
                                  "UPDATE sources SET bytes = octet_length(text);",
                      err);
}
