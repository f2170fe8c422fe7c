/* Switches of the studio, which are settings, and invitations. */
#include <stdio.h>
#include <string.h>

#include "lw/store/studio.h"
#include "store_internal.h"

#define MAX_LISTED 1000
#define ROUTE "route:"

const char *lw_control_name(enum lw_control control) {
    static const char *const names[] = {
#define X(code, name, help) name,
        LW_CONTROL_LIST(X)
#undef X
    };
    return names[control];
}

const char *lw_control_help(enum lw_control control) {
    static const char *const texts[] = {
#define X(code, name, help) help,
        LW_CONTROL_LIST(X)
#undef X
    };
    return texts[control];
}

bool lw_control_find(const char *name, enum lw_control *out) {
    for (int i = 0; i < LW_CONTROL_COUNT; i++) {
        if (strcmp(lw_control_name(i), name) == 0) {
            *out = i;
            return true;
        }
    }
    return false;
}

static void setting_name(enum lw_control control, char name[60]) {
    (void)snprintf(name, 60, "control:%s", lw_control_name(control));
}

lw_status lw_store_controls_get(struct lw_store *store, unsigned *on,
                                struct lw_error *err) {
    struct sql_stmt *stmt;
    bool row = true;
    *on = 0;
    lw_status status = sql_query(store->sql,
                                 "SELECT name FROM settings WHERE name >= 'control:'"
                                 " AND name < 'control;' AND value = 'on'",
                                 SQL_NO_ARGS, &stmt, err);
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        enum lw_control control;
        if (lw_control_find(store_or_empty(sql_text(stmt, 0)) + 8, &control)) {
            *on |= 1u << control;
        }
    }
    sql_done(stmt);
    return status;
}

lw_status lw_store_control_put(struct lw_store *store, enum lw_control control, bool on,
                               int64_t now_ms, struct lw_error *err) {
    char name[60];
    setting_name(control, name);
    return lw_store_setting_put(store, name, on ? "on" : "off", now_ms, err);
}

lw_status lw_store_routes_off(struct lw_store *store, struct lw_arena *arena,
                              struct lw_store_routes *out, struct lw_error *err) {
    struct sql_stmt *stmt;
    bool row = true;
    bool ok = true;
    memset(out, 0, sizeof *out);
    lw_status status = sql_query(store->sql,
                                 "SELECT name FROM settings WHERE name >= 'route:'"
                                 " AND name < 'route;' AND value = 'off' ORDER BY name"
                                 " LIMIT ?1",
                                 SQL_ARGS(I(MAX_LISTED)), &stmt, err);
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        const char **at = store_list_add(arena, &out->names, &out->n, sizeof *at);
        if (at != NULL) {
            *at = sql_copy(stmt, 0, arena, &ok);
        }
        status = at != NULL && ok ? LW_OK : lw_fail_memory(err);
        if (status == LW_OK) {
            *at += strlen(ROUTE);
        }
    }
    sql_done(stmt);
    return status;
}

lw_status lw_store_route_put(struct lw_store *store, const char *name, bool off,
                             int64_t now_ms, struct lw_error *err) {
    char setting[LW_ROUTE_NAME_SIZE + sizeof ROUTE];
    (void)snprintf(setting, sizeof setting, ROUTE "%s", name);
    return lw_store_setting_put(store, setting, off ? "off" : "on", now_ms, err);
}

lw_status lw_store_invitation_put(struct lw_store *store, struct lw_store_invitation *row,
                                  char code[LW_STORE_SECRET_SIZE], struct lw_error *err) {
    char hash[LW_STORE_SECRET_SIZE];
    lw_store_new_id(row->id);
    store_new_secret(code);
    /* Half of it is 128 random bits, and a link that people can send. */
    code[32] = '\0';
    store_hash_secret(code, hash);
    return sql_do(store->sql,
                  "INSERT INTO invitations (id, code_hash, note, uses_left, created_ms,"
                  " expires_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                  SQL_ARGS(T(row->id), T(hash), T(store_or_empty(row->note)),
                           I(row->uses_left), I(row->created_ms), I(row->expires_ms)),
                  NULL, err);
}

static bool read_invitation(const struct sql_stmt *stmt, struct lw_arena *arena,
                            void *row) {
    bool ok = true;
    struct lw_store_invitation *at = row;
    store_copy_id(stmt, 0, at->id);
    at->note = sql_copy(stmt, 1, arena, &ok);
    at->uses_left = sql_int(stmt, 2);
    at->created_ms = sql_int(stmt, 3);
    at->expires_ms = sql_int(stmt, 4);
    return ok;
}

lw_status lw_store_invitations_list(struct lw_store *store, struct lw_arena *arena,
                                    struct lw_store_invitations *out,
                                    struct lw_error *err) {
    memset(out, 0, sizeof *out);
    const struct store_rows rows = {
        "SELECT id, note, uses_left, created_ms, expires_ms FROM invitations"
        " ORDER BY created_ms DESC, id LIMIT ?1",
        SQL_ARGS(I(MAX_LISTED)), read_invitation, sizeof(struct lw_store_invitation)};
    return store_read_rows(store, &rows, arena, &out->rows, &out->n, err);
}

lw_status lw_store_invitation_delete(struct lw_store *store, const char *id,
                                     struct lw_error *err) {
    int64_t changed = 0;
    lw_status status = sql_do(store->sql, "DELETE FROM invitations WHERE id = ?1",
                              SQL_ARGS(T(id)), &changed, err);
    return status == LW_OK && changed == 0
               ? lw_fail(err, LW_NOT_FOUND, 0, 0, "there is no such invitation")
               : status;
}

lw_status lw_store_invitation_use(struct lw_store *store, const char *code,
                                  int64_t now_ms, struct lw_error *err) {
    char hash[LW_STORE_SECRET_SIZE];
    int64_t changed = 0;
    store_hash_secret(code, hash);
    lw_status status = sql_do(store->sql,
                              "UPDATE invitations SET uses_left = uses_left - 1"
                              " WHERE code_hash = ?1 AND uses_left > 0"
                              " AND expires_ms > ?2",
                              SQL_ARGS(T(hash), I(now_ms)), &changed, err);
    return status == LW_OK && changed == 0
               ? lw_fail(err, LW_NOT_FOUND, 0, 0,
                         "this invitation is not known, used up or too old; ask for "
                         "another")
               : status;
}
