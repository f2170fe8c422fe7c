/* SQLite: write-ahead log, foreign keys on, every commit on disk before it returns.
 *
 * synchronous=FULL and not NORMAL: with NORMAL a commit survives kill -9 but not a power
 * cut, and an event that a player was told is stored must survive both. The cost is one
 * fsync a commit; group commit (writer.c) shares it between players. */
#include <fcntl.h>
#include <math.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "sql/sql.h"
#include "sql/sql_sqlite_internal.h"

struct sqlite {
    struct sql sql;
    sqlite3 *db;
    uint64_t locked_ns; /* since when it waits for a lock */
};

static struct sqlite *of(const struct sql *sql) {
    return (struct sqlite *)(uintptr_t)sql;
}

sqlite3 *sqlite_handle(const struct sql *sql) {
    return of(sql)->db;
}

lw_status sqlite_failed(sqlite3 *db, int code, struct lw_error *err) {
    const char *said = db != NULL ? sqlite3_errmsg(db) : sqlite3_errstr(code);
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return lw_fail(err, LW_BUSY, 0, 0,
                       "the database is locked by another program; try again");
    case SQLITE_FULL:
        return lw_fail(err, LW_FULL, 0, 0,
                       "the disk that holds the database is full; make room and try "
                       "again");
    case SQLITE_NOMEM:
        return lw_fail_memory(err);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return lw_fail(
            err, LW_IO, 0, 0,
            "the file is not a database, or it is damaged (%.120s); restore a backup",
            said);
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return lw_fail(err, LW_IO, 0, 0,
                       "the database may not be written (%.120s); check the file's and "
                       "the folder's permissions",
                       said);
    case SQLITE_CANTOPEN:
        return lw_fail(err, LW_IO, 0, 0,
                       "the database cannot be opened; check that the file or at least "
                       "its folder exists and may be used");
    case SQLITE_INTERRUPT:
        return lw_fail(err, LW_LIMIT, 0, 0, "this takes more work than it may cost");
    case SQLITE_TOOBIG:
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "a text is too long for the database");
    case SQLITE_CONSTRAINT:
        if (code == SQLITE_CONSTRAINT_FOREIGNKEY) {
            return lw_fail(err, LW_NOT_FOUND, 0, 0,
                           "it refers to something that is not in the store");
        }
        if (code == SQLITE_CONSTRAINT_UNIQUE || code == SQLITE_CONSTRAINT_PRIMARYKEY) {
            return lw_fail(err, LW_EXISTS, 0, 0, "it is in the store already");
        }
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "the store refuses it: %.120s", said);
    default:
        return lw_fail(err, LW_IO, 0, 0, "the database failed: %.200s", said);
    }
}

static void sqlite_close_it(struct sql *sql) {
    struct sqlite *lite = of(sql);
    (void)sqlite3_close(lite->db);
    lw_alloc_free(sql->alloc, lite, sizeof *lite);
}

static lw_status sqlite_script(struct sql *sql, const char *text, struct lw_error *err) {
    int code = sqlite3_exec(of(sql)->db, text, NULL, NULL, NULL);
    return code == SQLITE_OK ? LW_OK : sqlite_failed(of(sql)->db, code, err);
}

static int bind(sqlite3_stmt *handle, const struct sql_value *value, int at) {
    switch (value->type) {
    case SQL_TEXT:
        return value->text == NULL
                   ? sqlite3_bind_null(handle, at)
                   : sqlite3_bind_text(handle, at, value->text, -1, SQLITE_TRANSIENT);
    case SQL_INT:
        return value->is_null ? sqlite3_bind_null(handle, at)
                              : sqlite3_bind_int64(handle, at, value->i);
    case SQL_REAL:
        return isnan(value->real) ? sqlite3_bind_null(handle, at)
                                  : sqlite3_bind_double(handle, at, value->real);
    }
    return SQLITE_MISUSE;
}

static lw_status sqlite_start(struct sql_stmt *stmt, const struct sql_value *args,
                              size_t n, struct lw_error *err) {
    sqlite3 *db = of(stmt->sql)->db;
    int code = SQLITE_OK;
    if (stmt->handle == NULL) {
        sqlite3_stmt *handle = NULL;
        code = sqlite3_prepare_v3(db, stmt->text, -1, SQLITE_PREPARE_PERSISTENT, &handle,
                                  NULL);
        stmt->handle = handle;
    }
    for (size_t i = 0; i < n && code == SQLITE_OK; i++) {
        code = bind(stmt->handle, &args[i], (int)i + 1);
    }
    return code == SQLITE_OK ? LW_OK : sqlite_failed(db, code, err);
}

static lw_status sqlite_step_it(struct sql_stmt *stmt, bool *row, struct lw_error *err) {
    sqlite3 *db = of(stmt->sql)->db;
    int code = sqlite3_step(stmt->handle);
    *row = code == SQLITE_ROW;
    if (code == SQLITE_ROW) {
        return LW_OK;
    }
    if (code == SQLITE_DONE) {
        stmt->changed = sqlite3_stmt_readonly(stmt->handle) ? 0 : sqlite3_changes64(db);
        return LW_OK;
    }
    return sqlite_failed(db, sqlite3_extended_errcode(db), err);
}

static void sqlite_finish(struct sql_stmt *stmt) {
    if (stmt->handle != NULL) {
        (void)sqlite3_reset(stmt->handle);
        (void)sqlite3_clear_bindings(stmt->handle);
    }
}

static void sqlite_drop(struct sql_stmt *stmt) {
    (void)sqlite3_finalize(stmt->handle);
}

static bool sqlite_is_null(const struct sql_stmt *stmt, int column) {
    return sqlite3_column_type(stmt->handle, column) == SQLITE_NULL;
}

static int64_t sqlite_int(const struct sql_stmt *stmt, int column) {
    return sqlite3_column_int64(stmt->handle, column);
}

static double sqlite_real(const struct sql_stmt *stmt, int column) {
    return sqlite3_column_double(stmt->handle, column);
}

static const char *sqlite_text(const struct sql_stmt *stmt, int column) {
    return (const char *)sqlite3_column_text(stmt->handle, column);
}

/* SQLite is a call away, so there is nothing to gain by waiting. */
static lw_status sqlite_queue(struct sql_stmt *stmt, const struct sql_value *args,
                              size_t n, struct lw_error *err) {
    bool row = true;
    lw_status status = sqlite_start(stmt, args, n, err);
    while (status == LW_OK && row) {
        status = sqlite_step_it(stmt, &row, err);
    }
    if (status == LW_OK) {
        status = sql_note_changed(stmt->sql, stmt->changed, err);
    }
    sqlite_finish(stmt);
    return status;
}

static lw_status sqlite_flush(struct sql *sql, struct lw_error *err) {
    (void)sql;
    (void)err;
    return LW_OK;
}

/* Immediate: a transaction that would begin by reading and find out later that another
 * writes could not wait its turn. */
static lw_status sqlite_begin(struct sql *sql, struct lw_error *err) {
    return sqlite_script(sql, "BEGIN IMMEDIATE", err);
}

static lw_status sqlite_commit(struct sql *sql, struct lw_error *err) {
    return sqlite_script(sql, "COMMIT", err);
}

static void sqlite_rollback(struct sql *sql) {
    /* A full disk may have ended the transaction already. */
    if (sqlite3_get_autocommit(of(sql)->db) == 0) {
        (void)sqlite3_exec(of(sql)->db, "ROLLBACK", NULL, NULL, NULL);
    }
}

static void lite_trigger_create(const struct sql_trigger *trigger,
                                struct lw_buffer *out) {
    struct lw_buffer gone;
    lw_buffer_init(&gone, lw_alloc_libc());
    lw_buffer_printf(&gone, "(SELECT %s)", trigger->gone != NULL ? trigger->gone : "");
    lw_buffer_printf(out, "CREATE TRIGGER %s AFTER %s ON %s FOR EACH ROW%s%s BEGIN ",
                     trigger->name, trigger->event, trigger->table,
                     trigger->when != NULL ? " WHEN " : "",
                     trigger->when != NULL ? trigger->when : "");
    sql_trigger_body(trigger, lw_buffer_text(&gone), out);
    lw_buffer_puts(out, "END;");
    lw_buffer_free(&gone);
}

static void lite_trigger_drop(const struct sql_trigger *trigger, struct lw_buffer *out) {
    lw_buffer_printf(out, "DROP TRIGGER IF EXISTS %s;", trigger->name);
}

#define SCRUB_WAIT_MS 20

/* Freed pages are overwritten with zeros as they are freed (secure_delete); what is left
 * is the log, which a checkpoint empties as soon as nobody reads from it. */
static lw_status lite_scrub(struct sql *sql, const struct sql_scrub *what, bool *done,
                            struct lw_error *err) {
    struct sqlite *lite = (struct sqlite *)sql;
    uint32_t patience_ms = sql->busy_ms;
    (void)what;
    /* Nobody writes while this waits for readers; they may take long, writers may not. */
    sql->busy_ms = patience_ms < SCRUB_WAIT_MS ? patience_ms : SCRUB_WAIT_MS;
    int code =
        sqlite3_wal_checkpoint_v2(lite->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sql->busy_ms = patience_ms;
    bool later = (code & 0xff) == SQLITE_BUSY || (code & 0xff) == SQLITE_LOCKED;
    *done = code == SQLITE_OK;
    return code == SQLITE_OK || later ? LW_OK : sqlite_failed(lite->db, code, err);
}

static const struct sql_ops ops = {
    .name = "sqlite",
    .skip_locked = "",
    .clustered = "WITHOUT ROWID",
    .text_type = "TEXT",
    .floor = "lw_floor",
    .param = "?",
    .close = sqlite_close_it,
    .script = sqlite_script,
    .start = sqlite_start,
    .step = sqlite_step_it,
    .finish = sqlite_finish,
    .drop = sqlite_drop,
    .is_null = sqlite_is_null,
    .get_int = sqlite_int,
    .get_real = sqlite_real,
    .get_text = sqlite_text,
    .queue = sqlite_queue,
    .flush = sqlite_flush,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .trigger_create = lite_trigger_create,
    .trigger_drop = lite_trigger_drop,
    .scrub = lite_scrub,
};

/* SQLite may be built without its mathematical functions. */
static void floor_function(sqlite3_context *ctx, int n, sqlite3_value **values) {
    (void)n;
    if (sqlite3_value_type(values[0]) == SQLITE_NULL) {
        sqlite3_result_null(ctx);
    } else {
        sqlite3_result_int64(ctx, (sqlite3_int64)floor(sqlite3_value_double(values[0])));
    }
}

/* Turning a new file to WAL takes a lock that SQLite does not wait for when another
 * program does the same, lest both wait for each other: so we ask again. */
static int use_wal(sqlite3 *db, uint32_t busy_ms) {
    enum { PAUSE_MS = 5 };
    int code;
    uint32_t waited_ms = 0;
    while (((code = sqlite3_exec(db, "PRAGMA journal_mode=WAL", NULL, NULL, NULL)) &
            0xff) == SQLITE_BUSY &&
           waited_ms < busy_ms) {
        (void)sqlite3_sleep(PAUSE_MS);
        waited_ms += PAUSE_MS;
    }
    return code;
}

/* Some ten thousand steps of SQLite's machine are about a millisecond. */
#define STEPS_BETWEEN 10000

static int ends(void *ctx) {
    return !sql_goes_on(ctx);
}

static uint64_t now_ns(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* SQLite asks this when it finds the database locked: 0 gives up. As its own timeout, but
 * those who wait for our turn to end learn that it has not begun. */
static int locked(void *ctx, int n_before) {
    static const int pauses_ms[] = {1, 2, 5, 10, 15, 20, 25};
    enum { N_PAUSES = sizeof pauses_ms / sizeof *pauses_ms };
    struct sqlite *lite = ctx;
    if (n_before == 0) {
        lite->locked_ns = now_ns();
    }
    if (lite->sql.beginning) {
        turns_locked_out(lite->sql.turns);
    }
    if (now_ns() - lite->locked_ns >= (uint64_t)lite->sql.busy_ms * 1000000u) {
        return 0;
    }
    (void)sqlite3_sleep(pauses_ms[n_before < N_PAUSES ? n_before : N_PAUSES - 1]);
    return 1;
}

static lw_status set_up(struct sqlite *lite, uint32_t busy_ms, struct lw_error *err) {
    (void)sqlite3_extended_result_codes(lite->db, 1);
    sqlite3_progress_handler(lite->db, STEPS_BETWEEN, ends, &lite->sql);
    lite->sql.busy_ms = busy_ms;
    int code = sqlite3_busy_handler(lite->db, locked, lite);
    if (code == SQLITE_OK) {
        code = sqlite3_create_function(lite->db, "lw_floor", 1,
                                       SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL,
                                       floor_function, NULL, NULL);
    }
    if (code == SQLITE_OK) {
        code = use_wal(lite->db, busy_ms);
    }
    if (code == SQLITE_OK) {
        code = sqlite3_exec(lite->db,
                            "PRAGMA synchronous=FULL;"
                            "PRAGMA foreign_keys=ON; PRAGMA trusted_schema=OFF;"
                            "PRAGMA cache_size=-16000; PRAGMA temp_store=MEMORY;"
                            "PRAGMA secure_delete=ON;",
                            NULL, NULL, NULL);
    }
    return code == SQLITE_OK ? LW_OK : sqlite_failed(lite->db, code, err);
}

void sqlite_make_private(const char *path) {
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd >= 0) {
        (void)close(fd);
    }
}

lw_status sql_open_sqlite(const char *path, const struct lw_alloc *alloc,
                          uint32_t busy_ms, bool must_exist, struct sql **out,
                          struct lw_error *err) {
    struct sqlite *lite = lw_alloc_zero(alloc, 1, sizeof *lite);
    if (lite == NULL) {
        return lw_fail_memory(err);
    }
    lite->sql.ops = &ops;
    lite->sql.alloc = alloc;
    /* One thread at a time is our contract, so SQLite need not lock. */
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX |
                (must_exist ? 0 : SQLITE_OPEN_CREATE);
    if (!must_exist && path[0] != '\0' && strcmp(path, ":memory:") != 0) {
        sqlite_make_private(path);
    }
    int code = sqlite3_open_v2(path, &lite->db, flags, NULL);
    lw_status status = code == SQLITE_OK ? set_up(lite, busy_ms, err)
                                         : sqlite_failed(lite->db, code, err);
    if (status != LW_OK) {
        sqlite_close_it(&lite->sql);
        return status;
    }
    *out = &lite->sql;
    return LW_OK;
}
