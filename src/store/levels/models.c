/* Difficulty models by version. What was in use before is found by the time at which it
 * was last taken into use, so that going back twice goes back two steps. */
#include <string.h>

#include "lw/rating.h"
#include "store_internal.h"

const char *lw_store_model_state_name(enum lw_store_model_state state) {
    static const char *const names[] = {
#define X(code, name) name,
        LW_STORE_MODEL_STATES(X)
#undef X
    };
    return names[state];
}

void lw_store_model_json(const struct lw_store_model *model,
                         struct lw_json_writer *json) {
    lw_json_object(json, NULL);
    lw_json_int(json, "version", model->version);
    lw_json_text(json, "game", model->game);
    lw_json_text(json, "state", lw_store_model_state_name(model->state));
    lw_json_int(json, "made_ms", model->made_ms);
    lw_json_text(json, "data_hash", model->data_hash);
    lw_json_bool(json, "simulated", model->simulated);
    lw_json_bool(json, "readable", !model->unreadable);
    lw_json_raw(json, "figures", model->figures);
    lw_json_object_end(json);
}

static enum lw_store_model_state state_of(const char *name) {
    enum lw_store_model_state state = LW_STORE_MODEL_OFFERED;
    while (state + 1 < LW_STORE_MODEL_N_STATES &&
           strcmp(lw_store_model_state_name(state), name) != 0) {
        state++;
    }
    return state;
}

static lw_status check_text(const char *game, const char *text, size_t len,
                            const struct lw_alloc *alloc, struct lw_error *err) {
    const struct lw_game_kind *kind = lw_game_kind_find(game);
    struct lw_rater rater;
    if (kind == NULL || kind->features == NULL) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the model is for '%.40s', a game whose levels are not rated",
                       game);
    }
    lw_status status = lw_rater_open(&rater, kind, text, len, alloc, err);
    if (status == LW_OK) {
        lw_rater_close(&rater);
    }
    return status;
}

bool lw_store_model_reads(const char *game, const char *text, size_t len,
                          const struct lw_alloc *alloc, struct lw_error *why) {
    return check_text(game, text, len, alloc, why) == LW_OK;
}

/* What is in use must work in every job that rates. */
static lw_status check(struct lw_store *store, const struct lw_store_model *model,
                       struct lw_error *err) {
    size_t len = strlen(model->text);
    if (len > LW_STORE_MODEL_BYTES) {
        return lw_fail(err, LW_LIMIT, 0, 0,
                       "the model has %zu bytes; the store takes %zu MiB", len,
                       LW_STORE_MODEL_BYTES >> 20);
    }
    return check_text(model->game, model->text, len, store->alloc, err);
}

lw_status lw_store_model_put(struct lw_store *store, struct lw_store_model *model,
                             struct lw_error *err) {
    int64_t last = 0;
    lw_status status = check(store, model, err);
    if (status == LW_OK) {
        status = sql_begin(store->sql, err);
    }
    if (status != LW_OK) {
        return status;
    }
    /* One that was stored and is gone is not counted again by accident: none ever goes.
     */
    status = sql_number(store->sql, "SELECT coalesce(max(version), 0) FROM models",
                        SQL_NO_ARGS, &last, err);
    if (status == LW_OK) {
        model->version = last + 1;
        model->state = LW_STORE_MODEL_OFFERED;
        model->used_ms = 0;
        status =
            sql_do(store->sql,
                   "INSERT INTO models (version, game, state, made_ms, used_ms,"
                   " data_hash, data_ms, simulated, figures, text)"
                   " VALUES (?1, ?2, ?3, ?4, 0, ?5, ?6, ?7, ?8, ?9)",
                   SQL_ARGS(I(model->version), T(model->game),
                            T(lw_store_model_state_name(model->state)), I(model->made_ms),
                            T(model->data_hash), I(model->data_ms), I(model->simulated),
                            T(model->figures), T(model->text)),
                   NULL, err);
    }
    return sql_end(store->sql, status, err);
}

#define COLUMNS                                                                          \
    "version, game, state, made_ms, used_ms, data_hash, data_ms, simulated, figures"

static lw_status take_row(struct sql_stmt *stmt, bool with_text, struct lw_arena *arena,
                          struct lw_store_model *out, struct lw_error *err) {
    bool ok = true;
    const char *state = sql_copy(stmt, 2, arena, &ok);
    *out = (struct lw_store_model){.version = sql_int(stmt, 0),
                                   .game = sql_copy(stmt, 1, arena, &ok),
                                   .made_ms = sql_int(stmt, 3),
                                   .used_ms = sql_int(stmt, 4),
                                   .data_hash = sql_copy(stmt, 5, arena, &ok),
                                   .data_ms = sql_int(stmt, 6),
                                   .simulated = sql_int(stmt, 7) != 0,
                                   .figures = sql_copy(stmt, 8, arena, &ok)};
    out->text = with_text ? sql_copy(stmt, 9, arena, &ok) : NULL;
    if (!ok) {
        return lw_fail_memory(err);
    }
    out->state = state_of(state);
    return LW_OK;
}

/* Another release may have stored them. */
static lw_status mark_unreadable(struct lw_store *store, struct lw_store_model_list *list,
                                 struct lw_arena *arena, struct lw_error *err) {
    struct lw_model_texts in_use;
    struct lw_error why;
    lw_status status = lw_store_models_in_use(store, arena, &in_use, err);
    for (size_t i = 0; status == LW_OK && i < in_use.n; i++) {
        const struct lw_model_text *at = &in_use.models[i];
        for (size_t k = 0; k < list->n; k++) {
            struct lw_store_model *model = &list->models[k];
            if (model->version == (int64_t)at->version) {
                model->unreadable = !lw_store_model_reads(at->game, at->text, at->len,
                                                          store->alloc, &why);
            }
        }
    }
    return status;
}

lw_status lw_store_model_list(struct lw_store *store, const char *game,
                              struct lw_arena *arena, struct lw_store_model_list *out,
                              struct lw_error *err) {
    *out = (struct lw_store_model_list){0};
    struct sql_stmt *stmt;
    lw_status status = sql_query(
        store->sql,
        "SELECT " COLUMNS " FROM models WHERE ?1 = '' OR game = ?1 ORDER BY version DESC",
        SQL_ARGS(T(store_or_empty(game))), &stmt, err);
    bool row = true;
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        struct lw_store_model *at =
            store_list_add(arena, &out->models, &out->n, sizeof *at);
        status = at == NULL ? lw_fail_memory(err) : take_row(stmt, false, arena, at, err);
    }
    sql_done(stmt);
    return status == LW_OK ? mark_unreadable(store, out, arena, err) : status;
}

lw_status lw_store_model_get(struct lw_store *store, int64_t version,
                             struct lw_arena *arena, struct lw_store_model *out,
                             struct lw_error *err) {
    struct sql_stmt *stmt;
    bool row = false;
    lw_status status =
        sql_query(store->sql, "SELECT " COLUMNS ", text FROM models WHERE version = ?1",
                  SQL_ARGS(I(version)), &stmt, err);
    if (status == LW_OK) {
        status = sql_next(stmt, &row, err);
    }
    if (status == LW_OK) {
        status = row ? take_row(stmt, true, arena, out, err)
                     : lw_fail(err, LW_NOT_FOUND, 0, 0,
                               "there is no version %lld of the difficulty model",
                               (long long)version);
    }
    sql_done(stmt);
    return status;
}

/* 0: none. */
static lw_status version_in_use(struct lw_store *store, const char *game, int64_t *out,
                                struct lw_error *err) {
    return sql_number(store->sql,
                      "SELECT coalesce(max(version), 0) FROM models"
                      " WHERE game = ?1 AND state = 'in use'",
                      SQL_ARGS(T(game)), out, err);
}

lw_status lw_store_models_in_use(struct lw_store *store, struct lw_arena *arena,
                                 struct lw_model_texts *out, struct lw_error *err) {
    struct lw_model_text *models = NULL;
    size_t n = 0;
    struct sql_stmt *stmt;
    lw_status status = sql_query(
        store->sql, "SELECT " COLUMNS ", text FROM models WHERE state = 'in use'",
        SQL_NO_ARGS, &stmt, err);
    bool row = true;
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        struct lw_store_model model;
        struct lw_model_text *at = store_list_add(arena, &models, &n, sizeof *at);
        status =
            at == NULL ? lw_fail_memory(err) : take_row(stmt, true, arena, &model, err);
        if (status == LW_OK) {
            *at = (struct lw_model_text){.game = model.game,
                                         .text = model.text,
                                         .len = strlen(model.text),
                                         .version = (uint32_t)model.version};
        }
    }
    sql_done(stmt);
    *out = (struct lw_model_texts){models, n};
    return status;
}

/* Inside a transaction. The one in use steps back; used_ms 0: as if it never was. */
static lw_status retire(struct lw_store *store, const char *game, bool forget,
                        struct lw_error *err) {
    return sql_do(store->sql,
                  "UPDATE models SET state = 'retired',"
                  " used_ms = CASE WHEN ?2 = 1 THEN 0 ELSE used_ms END"
                  " WHERE game = ?1 AND state = 'in use'",
                  SQL_ARGS(T(game), I(forget)), NULL, err);
}

/* Of two that were taken into use within a millisecond the later is the later. */
static lw_status take_into_use(struct lw_store *store, const char *game, int64_t version,
                               int64_t now_ms, struct lw_error *err) {
    int64_t changed = 0;
    lw_status status =
        sql_do(store->sql,
               "UPDATE models SET state = 'in use', used_ms ="
               " (SELECT CASE WHEN max(m.used_ms) >= ?3 THEN max(m.used_ms) + 1 ELSE ?3"
               " END FROM models m WHERE m.game = ?1) WHERE game = ?1 AND version = ?2",
               SQL_ARGS(T(game), I(version), I(now_ms)), &changed, err);
    return status == LW_OK && changed == 0
               ? lw_fail(err, LW_NOT_FOUND, 0, 0,
                         "there is no version %lld of the difficulty model of %s",
                         (long long)version, game)
               : status;
}

lw_status lw_store_model_use(struct lw_store *store, const char *game, int64_t version,
                             int64_t now_ms, struct lw_error *err) {
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    status = retire(store, game, false, err);
    if (status == LW_OK && version != 0) {
        status = take_into_use(store, game, version, now_ms, err);
    }
    return sql_end(store->sql, status, err);
}

lw_status lw_store_model_back(struct lw_store *store, const char *game, int64_t *version,
                              struct lw_error *err) {
    int64_t now = 0;
    *version = 0;
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    status = version_in_use(store, game, &now, err);
    if (status == LW_OK) {
        status = sql_number(store->sql,
                            "SELECT coalesce(max(version), 0) FROM models WHERE game = ?1"
                            " AND state = 'retired' AND used_ms > 0 AND used_ms ="
                            " (SELECT max(used_ms) FROM models WHERE game = ?1"
                            " AND state = 'retired')",
                            SQL_ARGS(T(game)), version, err);
    }
    if (status == LW_OK && now == 0 && *version == 0) {
        status =
            lw_fail(err, LW_NOT_FOUND, 0, 0,
                    "no earlier version of the difficulty model of %s was in use", game);
    }
    if (status == LW_OK) {
        status = retire(store, game, true, err);
    }
    if (status == LW_OK && *version != 0) {
        status =
            sql_do(store->sql, "UPDATE models SET state = 'in use' WHERE version = ?1",
                   SQL_ARGS(I(*version)), NULL, err);
    }
    return sql_end(store->sql, status, err);
}
