/* A database into another: backup, and moving between SQLite and PostgreSQL.
 *
 * Ids are texts that the program makes, so rows are copied as they are and no database
 * has counters to be set. The source is read at one moment, the target is written in one
 * transaction: it has everything or nothing. */
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "plays/counters.h"
#include "store_internal.h"

#define CLAIM_TRIES 50 /* a tenth of a second apart, as long as a write waits */

/* Who has withdrawn from a study stays so, and a study that has ended, whatever is copied
 * over it: these lists are joined with those of the source, and what is on them does not
 * come back with an old backup. */
static bool is_kept(const struct store_table *table) {
    return strcmp(table->name, "study_withdrawn") == 0 ||
           strcmp(table->name, "study_ended") == 0 ||
           strcmp(table->name, "study_scrub") == 0;
}

lw_status lw_store_is_empty(struct lw_store *store, bool *empty, struct lw_error *err) {
    lw_status status = LW_OK;
    *empty = true;
    for (const struct store_table *at = store_tables();
         at->name != NULL && status == LW_OK && *empty; at++) {
        if (is_kept(at)) {
            continue;
        }
        struct lw_buffer text;
        lw_buffer_init(&text, store->alloc);
        lw_buffer_printf(&text, "SELECT count(*) FROM (SELECT 1 FROM %s LIMIT 1) AS t",
                         at->name);
        int64_t n = 0;
        status = lw_buffer_ok(&text)
                     ? sql_number(store->sql, lw_buffer_text(&text), SQL_NO_ARGS, &n, err)
                     : lw_fail_memory(err);
        *empty = n == 0;
        lw_buffer_free(&text);
    }
    return status;
}

/* Children before parents. */
static lw_status clear_all(struct lw_store *store, struct lw_error *err) {
    const struct store_table *tables = store_tables();
    size_t n = 0;
    while (tables[n].name != NULL) {
        n++;
    }
    lw_status status = LW_OK;
    for (size_t i = n; i > 0 && status == LW_OK; i--) {
        if (is_kept(&tables[i - 1])) {
            continue;
        }
        struct lw_buffer text;
        lw_buffer_init(&text, store->alloc);
        lw_buffer_printf(&text, "DELETE FROM %s", tables[i - 1].name);
        status = lw_buffer_ok(&text)
                     ? sql_do(store->sql, lw_buffer_text(&text), SQL_NO_ARGS, NULL, err)
                     : lw_fail_memory(err);
        lw_buffer_free(&text);
    }
    return status;
}

static void read_row(const struct sql_stmt *stmt, const char *types,
                     struct sql_value *row) {
    for (int i = 0; types[i] != '\0'; i++) {
        switch (types[i]) {
        case 't':
            row[i] = T(sql_text(stmt, i));
            break;
        case 'i':
            row[i] = I(0);
            row[i].is_null = sql_is_null(stmt, i);
            row[i].i = row[i].is_null ? 0 : sql_int(stmt, i);
            break;
        default:
            row[i] = R(sql_real(stmt, i));
            break;
        }
    }
}

/* select gives the values that insert takes, in the order of types. */
struct row_copy {
    const char *types, *select, *insert;
};

static lw_status copy_rows(struct lw_store *from, struct lw_store *to,
                           const struct row_copy *how, size_t *n_rows,
                           struct lw_error *err) {
    struct sql_stmt *stmt;
    lw_status status = sql_stream(from->sql, how->select, &stmt, err);
    bool row = true;
    while (status == LW_OK && (status = sql_next(stmt, &row, err)) == LW_OK && row) {
        struct sql_value values[SQL_MAX_ARGS];
        read_row(stmt, how->types, values);
        status = sql_queue(to->sql, how->insert, values, strlen(how->types), err);
        (*n_rows)++;
    }
    sql_done(stmt);
    return status == LW_OK ? sql_flush(to->sql, err) : status;
}

static lw_status copy_table(struct lw_store *from, struct lw_store *to,
                            const struct store_table *table, size_t *n_rows,
                            struct lw_error *err) {
    struct lw_buffer select;
    struct lw_buffer insert;
    lw_buffer_init(&select, to->alloc);
    lw_buffer_init(&insert, to->alloc);
    lw_buffer_printf(&select, "SELECT %s FROM %s", table->columns, table->name);
    lw_buffer_printf(&insert, "INSERT INTO %s (%s) VALUES (", table->name,
                     table->columns);
    for (size_t i = 0; table->types[i] != '\0'; i++) {
        lw_buffer_printf(&insert, "%s?%zu", i > 0 ? ", " : "", i + 1);
    }
    lw_buffer_puts(&insert, is_kept(table) ? ") ON CONFLICT DO NOTHING" : ")");
    lw_status status =
        lw_buffer_ok(&select) && lw_buffer_ok(&insert)
            ? copy_rows(from, to,
                        &(struct row_copy){table->types, lw_buffer_text(&select),
                                           lw_buffer_text(&insert)},
                        n_rows, err)
            : lw_fail_memory(err);
    lw_buffer_free(&insert);
    lw_buffer_free(&select);
    return status;
}

static lw_status copy_all(struct lw_store *from, struct lw_store *to, bool force,
                          size_t *n_rows, struct lw_error *err) {
    bool empty = false;
    lw_status status = lw_store_is_empty(to, &empty, err);
    if (status == LW_OK && !empty && !force) {
        status = lw_fail(err, LW_EXISTS, 0, 0,
                         "the target is not empty; --force replaces what it holds");
    }
    if (status == LW_OK) {
        status = store_counters_stop(to, err);
    }
    if (status == LW_OK && !empty) {
        status = clear_all(to, err);
    }
    for (const struct store_table *at = store_tables();
         at->name != NULL && status == LW_OK; at++) {
        status = copy_table(from, to, at, n_rows, err);
    }
    if (status == LW_OK) {
        status = store_forget_withdrawn(to, NULL, err);
    }
    if (status == LW_OK) {
        status = store_end_again(to, err);
    }
    if (status == LW_OK) {
        status = store_scrub_mark(to, err);
    }
    return status == LW_OK ? store_counters_start(to, err) : status;
}

static lw_status copy_at_once(struct lw_store *from, struct lw_store *to, bool force,
                              size_t *n_rows, struct lw_error *err) {
    size_t count = 0;
    lw_status status = sql_begin(from->sql, err);
    if (status != LW_OK) {
        return status;
    }
    if (from->sql->ops->snapshot != NULL) {
        status = sql_script(from->sql, from->sql->ops->snapshot, err);
    }
    if (status == LW_OK) {
        status = sql_begin(to->sql, err);
    }
    if (status == LW_OK) {
        status = copy_all(from, to, force, &count, err);
        status = sql_end(to->sql, status, err);
    }
    struct lw_error ignored;
    (void)!sql_end(from->sql, LW_CANCELLED, &ignored);
    if (status == LW_OK) {
        status = lw_store_study_scrub(to, err);
    }
    if (n_rows != NULL) {
        *n_rows = count;
    }
    return status;
}

/* A lock that only one session of a database can have: who cannot get it is in the same
 * one, by whatever address. */
static lw_status is_same_postgres(struct lw_store *from, struct lw_store *to, bool *same,
                                  struct lw_error *err) {
    static const char take[] = "SELECT CASE WHEN pg_try_advisory_lock(?1) THEN 1 ELSE 0"
                               " END";
    static const char give[] = "SELECT CASE WHEN pg_advisory_unlock(?1) THEN 1 ELSE 0"
                               " END";
    char id[LW_STORE_ID_SIZE];
    int64_t key = 0;
    int64_t first = 0;
    int64_t second = 0;
    int64_t given = 0;
    lw_store_new_id(id);
    for (int i = 0; i < 15; i++) {
        key = key * 16 + (id[i] <= '9' ? id[i] - '0' : id[i] - 'a' + 10);
    }
    lw_status status = sql_number(from->sql, take, SQL_ARGS(I(key)), &first, err);
    if (status == LW_OK) {
        status = sql_number(to->sql, take, SQL_ARGS(I(key)), &second, err);
    }
    *same = first == 1 && second == 0;
    struct lw_error ignored;
    if (first == 1) {
        (void)!sql_number(from->sql, give, SQL_ARGS(I(key)), &given, &ignored);
    }
    if (second == 1) {
        (void)!sql_number(to->sql, give, SQL_ARGS(I(key)), &given, &ignored);
    }
    return status;
}

static lw_status refuse_same(struct lw_store *from, struct lw_store *to,
                             struct lw_error *err) {
    bool same = false;
    lw_status status = LW_OK;
    if (strcmp(lw_store_kind(from), lw_store_kind(to)) != 0) {
        return LW_OK;
    }
    if (strcmp(lw_store_kind(from), "sqlite") == 0) {
        same = sql_same_sqlite(from->sql, to->sql);
    } else {
        status = is_same_postgres(from, to, &same, err);
    }
    return status == LW_OK && same
               ? lw_fail(err, LW_USAGE, 0, 0,
                         "source and target are the same database, so there is nothing "
                         "to copy; name another one")
               : status;
}

/* Is anybody else in it? A program that has just ended may be seen for a moment. */
static lw_status claim_postgres(struct lw_store *store, struct lw_error *err) {
    const struct timespec pause = {.tv_nsec = 100000000};
    int64_t others = 1;
    lw_status status = LW_OK;
    for (int i = 0; i < CLAIM_TRIES && status == LW_OK && others > 0; i++) {
        if (i > 0) {
            (void)nanosleep(&pause, NULL);
        }
        status = sql_number(store->sql,
                            "SELECT count(*) FROM pg_stat_activity"
                            " WHERE datname = current_database()"
                            " AND pid <> pg_backend_pid()"
                            " AND coalesce(backend_type, 'client backend') ="
                            " 'client backend'",
                            SQL_NO_ARGS, &others, err);
    }
    return status == LW_OK && others > 0 ? lw_fail(err, LW_BUSY, 0, 0, STORE_IN_USE)
                                         : status;
}

/* A server whose players vanished under it would refuse all of them. */
lw_status lw_store_copy(struct lw_store *from, struct lw_store *to, bool force,
                        size_t *n_rows, struct lw_error *err) {
    lw_status status = refuse_same(from, to, err);
    if (status != LW_OK) {
        return status;
    }
    if (!force) {
        return copy_at_once(from, to, force, n_rows, err);
    }
    if (strcmp(lw_store_kind(to), "sqlite") != 0) {
        status = claim_postgres(to, err);
        return status == LW_OK ? copy_at_once(from, to, force, n_rows, err) : status;
    }
    status = sql_claim_sqlite(to->sql, err);
    if (status == LW_OK) {
        status = copy_at_once(from, to, force, n_rows, err);
        sql_unclaim_sqlite(to->sql);
    }
    return status;
}

/* PostgreSQL is backed up into a SQLite file too: one file that can be carried, checked
 * and restored into either. */
static lw_status backup_by_copy(struct lw_store *store, const char *path,
                                struct lw_error *err) {
    struct lw_buffer scratch;
    lw_buffer_init(&scratch, store->alloc);
    lw_buffer_printf(&scratch, "%s.copy", path);
    if (!lw_buffer_ok(&scratch)) {
        lw_buffer_free(&scratch);
        return lw_fail_memory(err);
    }
    (void)unlink(lw_buffer_text(&scratch));
    struct lw_store *copy = NULL;
    lw_status status = lw_store_open(lw_buffer_text(&scratch), NULL, &copy, err);
    if (status == LW_OK) {
        status = lw_store_copy(store, copy, false, NULL, err);
    }
    if (status == LW_OK) {
        status = sql_backup_sqlite(copy->sql, path, err);
    }
    lw_store_close(copy);
    (void)unlink(lw_buffer_text(&scratch));
    lw_buffer_puts(&scratch, "-wal");
    (void)unlink(lw_buffer_text(&scratch));
    lw_buffer_free(&scratch);
    return status;
}

lw_status lw_store_backup(struct lw_store *store, const char *path, bool force,
                          struct lw_error *err) {
    bool is_sqlite = strcmp(lw_store_kind(store), "sqlite") == 0;
    if (is_sqlite && sql_is_file_sqlite(store->sql, path)) {
        return lw_fail(err, LW_USAGE, 0, 0,
                       "'%.200s' is the database itself; a backup needs another name",
                       path);
    }
    if (!force && access(path, F_OK) == 0) {
        return lw_fail(err, LW_EXISTS, 0, 0,
                       "'%.200s' already exists; --force replaces it", path);
    }
    return is_sqlite ? sql_backup_sqlite(store->sql, path, err)
                     : backup_by_copy(store, path, err);
}
