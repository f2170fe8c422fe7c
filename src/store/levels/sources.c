/* The sources of games: each stored once, whoever refers to it. */
#include <string.h>

#include "store_internal.h"

lw_status lw_store_source_put(struct lw_store *store, const char *game, const char *text,
                              int64_t now_ms, char id[LW_STORE_ID_SIZE],
                              struct lw_error *err) {
    lw_id128_text(lw_hash128(text, strlen(text), 0), id);
    return sql_do(store->sql,
                  "INSERT INTO sources (id, game, text, created_ms, bytes) VALUES"
                  " (?1, ?2, ?3, ?4, ?5) ON CONFLICT (id) DO NOTHING",
                  SQL_ARGS(T(id), T(game), T(text), I(now_ms), I(strlen(text))), NULL,
                  err);
}

lw_status lw_store_source_get(struct lw_store *store, const char *id,
                              struct lw_arena *arena, const char **text,
                              struct lw_error *err) {
    bool found;
    const struct store_rows rows = {"SELECT text FROM sources WHERE id = ?1",
                                    SQL_ARGS(T(id)), .read = store_read_text};
    lw_status status = store_read_row(store, &rows, arena, text, &found, err);
    return status == LW_OK && !found
               ? lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no game source '%.40s'", id)
               : status;
}

lw_status lw_store_level_whole(struct lw_store *store, const struct lw_store_level *level,
                               struct lw_arena *arena, const char **text,
                               struct lw_error *err) {
    const char *source = NULL;
    *text = level->text;
    if (level->source == NULL) {
        return LW_OK;
    }
    lw_status status = lw_store_source_get(store, level->source, arena, &source, err);
    if (status != LW_OK) {
        return status;
    }
    size_t source_len = strlen(source);
    size_t len = strlen(level->text);
    char *whole = lw_arena_get(arena, source_len + len + 1);
    if (whole == NULL) {
        return lw_fail_memory(err);
    }
    memcpy(whole, source, source_len);
    memcpy(whole + source_len, level->text, len);
    whole[source_len + len] = '\0';
    *text = whole;
    return LW_OK;
}

static bool has_source(const struct lw_store_source_list *list, const char *id) {
    for (size_t i = list->n; i > 0; i--) {
        if (strcmp(list->sources[i - 1].id, id) == 0) {
            return true;
        }
    }
    return false;
}

lw_status lw_store_source_list(struct lw_store *store,
                               const struct lw_store_level_list *levels,
                               struct lw_arena *arena, struct lw_store_source_list *out,
                               struct lw_error *err) {
    lw_status status = LW_OK;
    *out = (struct lw_store_source_list){0};
    for (size_t i = 0; i < levels->n && status == LW_OK; i++) {
        const char *id = levels->levels[i].source;
        if (id == NULL || has_source(out, id)) {
            continue;
        }
        struct lw_store_source *source =
            store_list_add(arena, &out->sources, &out->n, sizeof *source);
        if (source == NULL) {
            return lw_fail_memory(err);
        }
        source->id = id;
        status = lw_store_source_get(store, id, arena, &source->text, err);
    }
    return status;
}
