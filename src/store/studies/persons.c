/* People in studies: entering, going on, leaving for good. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "studies/studies_internal.h"

static const char *const names[LW_PERSON_STATE_COUNT] = {
#define X(code, name) name,
    LW_PERSON_STATE_LIST(X)
#undef X
};

const char *lw_person_state_name(enum lw_person_state state) {
    return names[state];
}

/* Hex of a hash of 128 bits under the study's key: of a panel's name, a code, a browser's
 * key. `use` keeps them apart. */
static void hash_under(const char *secret, const char *use, const char *text,
                       char out[LW_STORE_ID_SIZE]) {
    unsigned char hash[16];
    crypto_generichash_state state;
    (void)crypto_generichash_init(&state, (const unsigned char *)secret, strlen(secret),
                                  sizeof hash);
    (void)crypto_generichash_update(&state, (const unsigned char *)use, strlen(use) + 1);
    (void)crypto_generichash_update(&state, (const unsigned char *)text, strlen(text));
    (void)crypto_generichash_final(&state, hash, sizeof hash);
    (void)sodium_bin2hex(out, LW_STORE_ID_SIZE, hash, sizeof hash);
}

/* Without 0, 1, I and O; 32 of them, so five bits each. */
static const char letters[] = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

static void new_code(char out[LW_STORE_CODE_SIZE]) {
    for (size_t i = 0; i < LW_STORE_CODE_SIZE - 1; i++) {
        out[i] = i % 5 == 4 ? '-' : letters[randombytes_uniform(32)];
    }
    out[LW_STORE_CODE_SIZE - 1] = '\0';
}

/* As people type it: lower case and blanks are fine. False when it can be no code. */
static bool read_code(const char *text, char out[LW_STORE_CODE_SIZE]) {
    size_t n = 0;
    for (; *text != '\0'; text++) {
        char c = (char)(*text >= 'a' && *text <= 'z' ? *text - 32 : *text);
        if (c == ' ' || c == '-') {
            continue;
        }
        if (strchr(letters, c) == NULL || n >= LW_STORE_CODE_SIZE - 1) {
            return false;
        }
        out[n++] = c;
        if (n % 5 == 4 && n < LW_STORE_CODE_SIZE - 1) {
            out[n++] = '-';
        }
    }
    out[n < LW_STORE_CODE_SIZE ? n : 0] = '\0';
    return n == LW_STORE_CODE_SIZE - 1;
}

#define PERSON_COLUMNS                                                                   \
    "p.id, p.study, p.number, p.version, p.cell, p.state, p.language, p.simulated,"      \
    " p.lease_ms, p.entered_ms, p.seen_ms, p.ended_ms, p.next_seq, p.progress"

static bool read_person(const struct sql_stmt *stmt, struct lw_arena *arena, void *row) {
    struct lw_store_person *out = row;
    bool ok = true;
    *out = (struct lw_store_person){
        .number = sql_int(stmt, 2),
        .version = sql_int(stmt, 3),
        .cell = sql_int(stmt, 4),
        .language = sql_copy(stmt, 6, arena, &ok),
        .simulated = sql_int(stmt, 7) != 0,
        .lease_ms = sql_int(stmt, 8),
        .entered_ms = sql_int(stmt, 9),
        .seen_ms = sql_int(stmt, 10),
        .ended_ms = sql_int(stmt, 11),
        .next_seq = sql_int(stmt, 12),
        .progress = sql_copy(stmt, 13, arena, &ok),
    };
    store_copy_id(stmt, 0, out->id);
    store_copy_id(stmt, 1, out->study);
    for (int i = 0; i < LW_PERSON_STATE_COUNT; i++) {
        if (strcmp(names[i], store_or_empty(sql_text(stmt, 5))) == 0) {
            out->state = (enum lw_person_state)i;
        }
    }
    return ok;
}

/* NOT_FOUND with the sentence when there is no row. */
static lw_status one_person(struct lw_store *store, const struct store_rows *rows,
                            struct lw_arena *arena, struct lw_store_person *out,
                            struct lw_error *err) {
    bool found;
    lw_status status = store_read_row(store, rows, arena, out, &found, err);
    return status == LW_OK && !found
               ? lw_fail(err, LW_NOT_FOUND, 0, 0, "nobody like that is in the study")
               : status;
}

/* The study's key; whether it may be entered. */
static lw_status read_secret(struct lw_store *store, const char *study,
                             char secret[LW_STORE_SECRET_SIZE], struct lw_error *err) {
    struct sql_stmt *stmt;
    bool row = false;
    lw_status status = sql_query(store->sql, "SELECT secret FROM studies WHERE id = ?1",
                                 SQL_ARGS(T(study)), &stmt, err);
    if (status == LW_OK) {
        status = sql_next(stmt, &row, err);
    }
    if (status == LW_OK) {
        (void)snprintf(secret, LW_STORE_SECRET_SIZE, "%s",
                       row ? store_or_empty(sql_text(stmt, 0)) : "");
    }
    sql_done(stmt);
    if (status == LW_OK && !row) {
        return store_no_study(study, err);
    }
    if (status == LW_OK && secret[0] == '\0') {
        return lw_fail(err, LW_EXISTS, 0, 0, "the study is closed");
    }
    return status;
}

lw_status lw_store_study_trial_key(struct lw_store *store, const char *study,
                                   char key[LW_STORE_ID_SIZE], struct lw_error *err) {
    char secret[LW_STORE_SECRET_SIZE];
    lw_status status = store_is_id(study) ? read_secret(store, study, secret, err)
                                          : store_no_study(study, err);
    if (status == LW_OK) {
        hash_under(secret, "trial", study, key);
        sodium_memzero(secret, sizeof secret);
    }
    return status;
}

lw_status lw_store_cell_counts(struct lw_store *store, const struct lw_store_cells *cells,
                               int64_t now_ms, struct lw_store_cell_count *counts,
                               struct lw_error *err) {
    struct sql_stmt *stmt;
    bool row = true;
    memset(counts, 0, cells->n * sizeof *counts);
    lw_status status =
        sql_query(store->sql,
                  "SELECT cell, state, count(*) FROM study_persons WHERE study = ?1"
                  " AND version BETWEEN ?5 AND ?2 AND simulated = 0"
                  " AND ((state = 'completed' AND progress NOT LIKE ?4)"
                  " OR (state = 'inside' AND lease_ms > ?3)) GROUP BY cell, state",
                  SQL_ARGS(T(cells->study), I(cells->version), I(now_ms),
                           T(store_or_empty(cells->leave_out)), I(cells->counts_from)),
                  &stmt, err);
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        int64_t cell = sql_int(stmt, 0);
        if (cell >= 0 && (uint64_t)cell < cells->n) {
            bool inside = strcmp(store_or_empty(sql_text(stmt, 1)), "inside") == 0;
            *(inside ? &counts[cell].inside : &counts[cell].completed) = sql_int(stmt, 2);
        }
    }
    sql_done(stmt);
    return status;
}

static lw_status add_key(struct lw_store *store, const char *secret, const char *person,
                         int64_t now_ms, char key[LW_STORE_SECRET_SIZE],
                         struct lw_error *err) {
    char hash[LW_STORE_ID_SIZE];
    store_new_secret(key);
    hash_under(secret, "key", key, hash);
    return sql_do(store->sql,
                  "INSERT INTO study_keys (hash, person, made_ms) VALUES (?1, ?2, ?3)",
                  SQL_ARGS(T(hash), T(person), I(now_ms)), NULL, err);
}

/* The panel's person may be inside already; is_back says so. */
static lw_status find_back(struct lw_store *store,
                           const struct lw_store_entering *entering, const char *panel,
                           struct lw_arena *arena, struct lw_store_entered *out,
                           struct lw_error *err) {
    struct lw_error none = {0};
    if (entering->panel == NULL) {
        return LW_OK;
    }
    const struct store_rows rows = {
        "SELECT " PERSON_COLUMNS " FROM study_persons p WHERE p.study = ?1"
        " AND p.panel = ?2",
        SQL_ARGS(T(entering->study), T(panel)), .read = read_person};
    lw_status status = one_person(store, &rows, arena, &out->person, &none);
    out->is_back = status == LW_OK;
    if (status != LW_OK && status != LW_NOT_FOUND) {
        *err = none;
        return status;
    }
    return LW_OK;
}

/* Inside the lock: is it open, and is that still its newest version? */
static lw_status check_open(struct lw_store *store,
                            const struct lw_store_entering *entering,
                            struct lw_arena *arena, struct lw_error *err) {
    struct lw_store_study study;
    lw_status status = lw_store_study_get(store, entering->study, arena, &study, err);
    bool is_trial = entering->simulated && study.state == LW_STUDY_STATE_PAUSED;
    if (status == LW_OK && study.state != LW_STUDY_STATE_OPEN && !is_trial) {
        return lw_fail(err, LW_EXISTS, 0, 0,
                       study.state == LW_STUDY_STATE_PAUSED
                           ? "the study is paused; nobody can enter it now"
                           : "the study is closed");
    }
    if (status == LW_OK && study.version != entering->version) {
        return lw_fail(err, LW_BUSY, 0, 0, "the study has a new version; try again");
    }
    return status;
}

static lw_status choose_cell(struct lw_store *store,
                             const struct lw_store_entering *entering, int64_t number,
                             size_t *cell, struct lw_error *err) {
    const struct lw_store_cells cells = {entering->study, entering->counts_from,
                                         entering->version, entering->n_cells,
                                         entering->leave_out};
    struct lw_store_cell_count *counts =
        lw_alloc_zero(store->alloc, entering->n_cells, sizeof *counts);
    if (counts == NULL) {
        return lw_fail_memory(err);
    }
    lw_status status = lw_store_cell_counts(store, &cells, entering->now_ms, counts, err);
    if (status == LW_OK) {
        status = entering->choose(entering->ctx, counts, number, cell, err);
    }
    lw_alloc_free(store->alloc, counts, entering->n_cells * sizeof *counts);
    return status;
}

/* Draws a code, and the id that follows from it. The code is the one thing that the
 * person and nobody else has from the first moment to the last. */
static void draw_code(const char *secret, struct lw_store_entered *out) {
    char code[LW_STORE_CODE_SIZE];
    new_code(out->code);
    (void)read_code(out->code, code);
    hash_under(secret, "person", code, out->person.id);
}

/* Whoever comes back and has decided nothing yet may never have got the answer to their
 * entering, and with it the code: there is another one. Keys that were handed out before
 * end, because whoever has them has a code that is no longer good. */
static lw_status renew_code(struct lw_store *store, const char *secret,
                            struct lw_store_entered *out, struct lw_error *err) {
    char before[LW_STORE_ID_SIZE];
    memcpy(before, out->person.id, sizeof before);
    draw_code(secret, out);
    lw_status status = sql_do(store->sql, "DELETE FROM study_keys WHERE person = ?1",
                              SQL_ARGS(T(before)), NULL, err);
    return status == LW_OK
               ? sql_do(store->sql, "UPDATE study_persons SET id = ?2 WHERE id = ?1",
                        SQL_ARGS(T(before), T(out->person.id)), NULL, err)
               : status;
}

static lw_status put_person(struct lw_store *store,
                            const struct lw_store_entering *entering, const char *secret,
                            const char *panel, struct lw_store_entered *out,
                            struct lw_error *err) {
    struct lw_store_person *person = &out->person;
    int64_t next = 0;
    size_t cell = 0;
    lw_status status =
        sql_number(store->sql, "SELECT n_persons + 1 FROM studies WHERE id = ?1",
                   SQL_ARGS(T(entering->study)), &next, err);
    if (status == LW_OK) {
        status = choose_cell(store, entering, next, &cell, err);
    }
    if (status != LW_OK) {
        return status;
    }
    *person = (struct lw_store_person){
        .number = next,
        .version = entering->version,
        .cell = (int64_t)cell,
        .language = entering->language,
        .simulated = entering->simulated,
        .lease_ms = entering->now_ms + entering->keep_ms,
        .entered_ms = entering->now_ms,
        .seen_ms = entering->now_ms,
        .progress = "",
    };
    memcpy(person->study, entering->study, LW_STORE_ID_SIZE);
    draw_code(secret, out);
    status = sql_do(store->sql, "UPDATE studies SET n_persons = ?2 WHERE id = ?1",
                    SQL_ARGS(T(entering->study), I(next)), NULL, err);
    if (status == LW_OK) {
        status = sql_do(
            store->sql,
            "INSERT INTO study_persons (id, study, number, version, cell, state,"
            " language, simulated, lease_ms, entered_ms, seen_ms, ended_ms, next_seq,"
            " progress, panel) VALUES (?1, ?2, ?3, ?4, ?5, 'inside', ?6, ?7, ?8,"
            " ?9, ?9, 0, 0, '', ?10)",
            SQL_ARGS(T(person->id), T(person->study), I(next), I(person->version),
                     I(cell), T(store_or_empty(person->language)), I(person->simulated),
                     I(person->lease_ms), I(entering->now_ms),
                     T(entering->panel != NULL ? panel : NULL)),
            NULL, err);
    }
    return status;
}

lw_status lw_store_person_enter(struct lw_store *store,
                                const struct lw_store_entering *entering,
                                struct lw_arena *arena, struct lw_store_entered *out,
                                struct lw_error *err) {
    char secret[LW_STORE_SECRET_SIZE];
    char panel[LW_STORE_ID_SIZE] = "";
    *out = (struct lw_store_entered){.is_back = false};
    if (!store_is_id(entering->study)) {
        return store_no_study(entering->study, err);
    }
    lw_status status = sql_begin(store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    status = store_lock(store, err);
    if (status == LW_OK) {
        status = read_secret(store, entering->study, secret, err);
    }
    if (status == LW_OK && entering->panel != NULL) {
        hash_under(secret, "panel", entering->panel, panel);
    }
    if (status == LW_OK) {
        status = find_back(store, entering, panel, arena, out, err);
    }
    if (status == LW_OK && out->is_back && out->person.next_seq == 0) {
        status = renew_code(store, secret, out, err);
    }
    if (status == LW_OK && !out->is_back) {
        status = check_open(store, entering, arena, err);
    }
    if (status == LW_OK && !out->is_back) {
        status = put_person(store, entering, secret, panel, out, err);
    }
    if (status == LW_OK) {
        status = add_key(store, secret, out->person.id, entering->now_ms, out->key, err);
    }
    sodium_memzero(secret, sizeof secret);
    return sql_end(store->sql, status, err);
}

lw_status lw_store_person_by_key(struct lw_store *store, const char *study,
                                 const char *key, struct lw_arena *arena,
                                 struct lw_store_person *out, struct lw_error *err) {
    char secret[LW_STORE_SECRET_SIZE];
    char hash[LW_STORE_ID_SIZE];
    lw_status status = store_is_id(study) ? read_secret(store, study, secret, err)
                                          : store_no_study(study, err);
    if (status != LW_OK) {
        return status;
    }
    hash_under(secret, "key", key, hash);
    sodium_memzero(secret, sizeof secret);
    const struct store_rows rows = {
        "SELECT " PERSON_COLUMNS " FROM study_keys k JOIN study_persons p"
        " ON p.id = k.person WHERE k.hash = ?1 AND p.study = ?2",
        SQL_ARGS(T(hash), T(study)), .read = read_person};
    return one_person(store, &rows, arena, out, err);
}

lw_status lw_store_person_get(struct lw_store *store, const char *study, int64_t number,
                              struct lw_arena *arena, struct lw_store_person *out,
                              struct lw_error *err) {
    const struct store_rows rows = {"SELECT " PERSON_COLUMNS
                                    " FROM study_persons p WHERE p.study = ?1"
                                    " AND p.number = ?2",
                                    SQL_ARGS(T(study), I(number)), .read = read_person};
    return one_person(store, &rows, arena, out, err);
}

lw_status lw_store_person_list(struct lw_store *store, const char *study,
                               const struct lw_store_page *page, struct lw_arena *arena,
                               struct lw_store_person_list *out, struct lw_error *err) {
    *out = (struct lw_store_person_list){0};
    const struct store_rows rows = {
        "SELECT " PERSON_COLUMNS " FROM study_persons p WHERE p.study = ?1"
        " AND p.number > ?2 ORDER BY p.number LIMIT ?3",
        SQL_ARGS(T(study), I(page->first),
                 I(page->limit > 0 ? page->limit : STORE_DEFAULT_LIMIT)),
        read_person, sizeof(struct lw_store_person)};
    return store_read_rows(store, &rows, arena, &out->persons, &out->n, err);
}

/* Inside a transaction. */
static lw_status forget(struct lw_store *store, const char *person,
                        struct lw_error *err) {
    static const char *const steps[] = {
        "DELETE FROM study_keys WHERE person = ?1",
        "DELETE FROM study_events WHERE person = ?1",
        "DELETE FROM study_persons WHERE id = ?1",
    };
    lw_status status = LW_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && status == LW_OK; i++) {
        status = sql_do(store->sql, steps[i], SQL_ARGS(T(person)), NULL, err);
    }
    return status;
}

static lw_status withdraw(struct lw_store *store, const char *study, const char *code,
                          int64_t now_ms, struct lw_error *err) {
    char secret[LW_STORE_SECRET_SIZE];
    char compact[LW_STORE_CODE_SIZE];
    char person[LW_STORE_ID_SIZE];
    int64_t changed = 0;
    if (!store_is_id(study)) {
        return store_no_study(study, err);
    }
    if (!read_code(code, compact)) {
        return lw_fail(err, LW_NOT_FOUND, 0, 0,
                       "nobody in the study has that code; it has sixteen letters and "
                       "digits, such as ABCD-EFGH-JKLM-NPQR");
    }
    lw_status status = store_lock(store, err);
    if (status == LW_OK) {
        status = read_secret(store, study, secret, err);
    }
    if (status != LW_OK) {
        return status;
    }
    hash_under(secret, "person", compact, person);
    sodium_memzero(secret, sizeof secret);
    status = sql_do(store->sql, STORE_HOLD_PERSONS " WHERE id = ?1 AND study = ?2",
                    SQL_ARGS(T(person), T(study)), &changed, err);
    if (status == LW_OK && changed == 0) {
        status = lw_fail(err, LW_NOT_FOUND, 0, 0, "nobody in the study has that code");
    }
    if (status == LW_OK) {
        status = forget(store, person, err);
    }
    if (status == LW_OK) {
        status = sql_do(store->sql,
                        "INSERT INTO study_withdrawn (person, study, at_ms)"
                        " VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
                        SQL_ARGS(T(person), T(study), I(now_ms)), NULL, err);
    }
    return status == LW_OK ? store_scrub_mark(store, err) : status;
}

lw_status lw_store_person_withdraw(struct lw_store *store, const char *study,
                                   const char *code, int64_t now_ms,
                                   struct lw_error *err) {
    lw_status status = sql_begin(store->sql, err);
    if (status == LW_OK) {
        status = withdraw(store, study, code, now_ms, err);
        status = sql_end(store->sql, status, err);
    }
    return status == LW_OK ? store_scrub_soon(store, err) : status;
}

lw_status store_forget_withdrawn(struct lw_store *store, int64_t *n,
                                 struct lw_error *err) {
    static const char *const steps[] = {
        "DELETE FROM study_keys WHERE person IN (SELECT person FROM study_withdrawn)",
        "DELETE FROM study_events WHERE person IN (SELECT person FROM study_withdrawn)",
        "DELETE FROM study_persons WHERE id IN (SELECT person FROM study_withdrawn)",
    };
    lw_status status = LW_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && status == LW_OK; i++) {
        status = sql_do(store->sql, steps[i], SQL_NO_ARGS, n, err);
    }
    return status;
}
