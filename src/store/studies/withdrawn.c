/* Who has withdrawn from studies, and which studies have ended, as a list that goes from
 * one database to another: a backup is older than some of it, and cannot know. */
#include "studies/studies_internal.h"

static bool read_withdrawn(const struct sql_stmt *stmt, struct lw_arena *arena,
                           void *row) {
    struct lw_store_withdrawn *at = row;
    (void)arena;
    store_copy_id(stmt, 0, at->person);
    store_copy_id(stmt, 1, at->study);
    at->at_ms = sql_int(stmt, 2);
    return true;
}

lw_status lw_store_withdrawn_list(struct lw_store *store, struct lw_arena *arena,
                                  struct lw_store_withdrawn_list *out,
                                  struct lw_error *err) {
    *out = (struct lw_store_withdrawn_list){.n = 0};
    const struct store_rows rows = {"SELECT person, study, at_ms FROM study_withdrawn"
                                    " ORDER BY person",
                                    SQL_NO_ARGS, read_withdrawn,
                                    sizeof(struct lw_store_withdrawn)};
    lw_status status = store_read_rows(store, &rows, arena, &out->rows, &out->n, err);
    return status == LW_OK ? store_list_ended(store, arena, out, err) : status;
}

static lw_status add(struct lw_store *store, const struct lw_store_withdrawn_list *list,
                     struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < list->n && status == LW_OK; i++) {
        const struct lw_store_withdrawn *row = &list->rows[i];
        if (!store_is_id(row->person) || !store_is_id(row->study)) {
            return lw_fail(err, LW_BAD_INPUT, (uint32_t)i + 1, 1,
                           "this is no withdrawal: PERSON STUDY TIME is expected");
        }
        status =
            sql_do(store->sql,
                   "INSERT INTO study_withdrawn (person, study, at_ms)"
                   " VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
                   SQL_ARGS(T(row->person), T(row->study), I(row->at_ms)), NULL, err);
    }
    for (size_t i = 0; i < list->n_ended && status == LW_OK; i++) {
        const struct lw_store_study_ended *row = &list->ended[i];
        if (!store_is_id(row->study)) {
            return lw_fail(err, LW_BAD_INPUT, (uint32_t)i + 1, 1,
                           "this is no study that has ended: closed STUDY TIME or "
                           "deleted STUDY TIME is expected");
        }
        status = store_note_ended(store, row->study, row->state, row->at_ms, err);
    }
    status = status == LW_OK ? store_forget_withdrawn(store, NULL, err) : status;
    status = status == LW_OK ? store_end_again(store, err) : status;
    return status == LW_OK ? store_scrub_mark(store, err) : status;
}

lw_status lw_store_withdrawn_add(struct lw_store *store,
                                 const struct lw_store_withdrawn_list *list,
                                 struct lw_error *err) {
    lw_status status = sql_begin(store->sql, err);
    if (status == LW_OK) {
        status = add(store, list, err);
        status = sql_end(store->sql, status, err);
    }
    return status == LW_OK ? store_scrub_soon(store, err) : status;
}
