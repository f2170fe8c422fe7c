/* A level into the store, with all that is known of it. */
#include "lw/store/keep.h"

#include <math.h>
#include <string.h>

#include "levels/keep_internal.h"

static lw_status put_solutions(struct lw_store *store, const struct lw_store_ready *ready,
                               struct lw_store_kept *out, struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < ready->n_solutions && status == LW_OK; i++) {
        status = lw_store_solution_put(store, &ready->solutions[i], err);
        out->n_solutions += status == LW_OK;
    }
    return status;
}

static lw_status put_rating(struct lw_store *store, const struct lw_store_ready *ready,
                            const struct lw_store_level *stored, struct lw_error *err) {
    const struct lw_store_level *row = &ready->row;
    lw_status status = LW_OK;
    if (ready->rated && stored != NULL && isnan(stored->percentile)) {
        status = lw_store_level_set_rating(store, row->id, row->percentile, row->rating,
                                           row->calibrated, err);
    }
    return status == LW_OK && ready->measured
               ? lw_store_rating_put(store, &ready->rating, err)
               : status;
}

/* Somebody brings a level that is sealed. It says no word of the day that it was kept
 * for, and may still be taken for one. */
static lw_status unseal(struct lw_store *store, const struct lw_store_level *row,
                        struct lw_error *err) {
    return sql_do(
        store->sql,
        "UPDATE levels SET sealed = '', title = ?2, author = ?3, created_ms = ?4"
        " WHERE id = ?1 AND (sealed = '" LW_STORE_SEALED "' OR sealed > ?5)",
        SQL_ARGS(T(row->id), T(row->title), T(row->author), I(row->created_ms),
                 T(store->today)),
        NULL, err);
}

/* A row that another has stored meanwhile may be the same puzzle mirrored, for which the
 * solutions were not replayed: it keeps those that came with it. */
static lw_status put_all(struct lw_store *store, const struct lw_store_ready *ready,
                         struct lw_arena *arena, struct lw_store_kept *out,
                         struct lw_error *err) {
    const struct lw_store_level *row = &ready->row;
    const struct lw_store_level proved = {.text = ready->proved_text,
                                          .source = ready->proved_source};
    enum lw_store_put put = LW_STORE_DUPLICATE;
    struct lw_store_level stored = *row;
    char source[LW_STORE_ID_SIZE];
    lw_status status = LW_OK;
    if (ready->source_text != NULL) {
        status = lw_store_source_put(store, row->game, ready->source_text,
                                     row->created_ms, source, err);
    }
    if (status == LW_OK) {
        status = lw_store_level_put(store, row, &put, err);
    }
    bool known = put == LW_STORE_DUPLICATE;
    bool sealed = row->sealed[0] != '\0';
    out->is_new = !known;
    out->is_sealed = sealed;
    if (status == LW_OK && known && !sealed) {
        status = unseal(store, row, err);
    }
    if (status == LW_OK && known) {
        status = lw_store_level_get(store, row->id, arena, &stored, err);
    }
    if (status == LW_OK && known) {
        out->is_sealed = stored.sealed[0] != '\0';
    }
    if (status == LW_OK && known && stored.hidden) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0, "this level was removed");
    }
    if (status == LW_OK && store_same_text(&stored, &proved)) {
        status = put_solutions(store, ready, out, err);
    }
    if (status == LW_OK && ready->n_features > 0) {
        status = lw_store_features_put(store, row->id, ready->features, ready->n_features,
                                       err);
    }
    return status == LW_OK ? put_rating(store, ready, known ? &stored : NULL, err)
                           : status;
}

lw_status lw_store_keep_put(struct lw_store *store, const struct lw_store_ready *ready,
                            struct lw_store_kept *out, struct lw_error *err) {
    struct lw_arena arena;
    *out = (struct lw_store_kept){.is_new = false};
    memcpy(out->id, ready->row.id, sizeof out->id);
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    lw_arena_init(&arena, store->alloc);
    status = put_all(store, ready, &arena, out, err);
    lw_arena_free(&arena);
    return sql_end(store->sql, status, err);
}

lw_status lw_store_keep(struct lw_store *store, const struct lw_made_level *made,
                        const struct lw_store_origin *origin, struct lw_store_kept *out,
                        struct lw_error *err) {
    struct lw_arena arena;
    struct lw_store_ready *ready = NULL;
    *out = (struct lw_store_kept){.is_new = false};
    lw_arena_init(&arena, store->alloc);
    lw_status status = lw_store_keep_ready(store, made, origin, &arena, &ready, err);
    if (status == LW_OK) {
        status = lw_store_keep_put(store, ready, out, err);
    }
    lw_arena_free(&arena);
    return status;
}
