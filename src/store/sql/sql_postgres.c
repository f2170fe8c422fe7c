/* PostgreSQL through libpq: prepared statements only, queued ones in pipeline mode.
 *
 * A lost connection is made anew by the next call. What was under way when it broke is
 * answered with LW_BUSY, except for reads and for the beginning of a transaction, which
 * can do no harm twice and are tried once more. The URL may hold a password, so no
 * message of ours repeats the URL or what libpq says about a URL it does not understand.
 */
#include <inttypes.h>
#include <libpq-fe.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sql/sql.h"

/* Results of queued statements wait in the socket's buffer until flush reads them; more
 * than it holds would block the server while we still send. */
#define MAX_PENDING 500
#define NUMBER_SIZE 32
#define TRIGGER_LOCK 52610017 /* any number that is ours */

enum { OID_INT8 = 20, OID_TEXT = 25, OID_FLOAT8 = 701 };

struct postgres {
    struct sql sql;
    PGconn *conn;
    uint32_t busy_ms;
    uint32_t generation; /* counts connections; statements are prepared for one */
    size_t n_pending;
    bool lost; /* make a new connection before the next call */
};

static struct postgres *of(const struct sql *sql) {
    return (struct postgres *)(uintptr_t)sql;
}

static void first_line(const char *said, char out[200]) {
    size_t len = strcspn(said, "\n");
    len = len < 199 ? len : 199;
    memcpy(out, said, len);
    out[len] = '\0';
}

static lw_status away(struct lw_error *err) {
    return lw_fail(err, LW_BUSY, 0, 0,
                   "the connection to the database server was lost; try again");
}

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

/* SQLSTATE codes are listed in appendix A of PostgreSQL's manual. */
static lw_status by_code(const char *code, const char *said, struct lw_error *err) {
    char line[200];
    first_line(said, line);
    if (strcmp(code, "53100") == 0) {
        return lw_fail(
            err, LW_FULL, 0, 0,
            "the disk of the database server is full; make room and try again");
    }
    if (strcmp(code, "53200") == 0) {
        return lw_fail_memory(err);
    }
    if (strcmp(code, "55P03") == 0 || begins(code, "40") || strcmp(code, "57014") == 0) {
        return lw_fail(err, LW_BUSY, 0, 0,
                       "the database is locked by another program; try again");
    }
    if (begins(code, "08") || begins(code, "57P") || begins(code, "53")) {
        return away(err);
    }
    if (strcmp(code, "23505") == 0) {
        return lw_fail(err, LW_EXISTS, 0, 0, "it is in the store already");
    }
    if (strcmp(code, "23503") == 0) {
        return lw_fail(err, LW_NOT_FOUND, 0, 0,
                       "it refers to something that is not in the store");
    }
    if (begins(code, "22") || begins(code, "23") || strcmp(code, "54000") == 0) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "the store refuses it: %s", line);
    }
    return lw_fail(err, LW_IO, 0, 0, "the database failed: %s", line);
}

/* An error without a code is libpq's own: the connection is broken, even though libpq
 * may not say so before the next call. */
static lw_status failed(struct postgres *pg, const PGresult *result,
                        struct lw_error *err) {
    const char *code =
        result == NULL ? NULL : PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (code == NULL) {
        pg->lost = true;
        return away(err);
    }
    pg->lost = pg->lost || begins(code, "57P") || begins(code, "08");
    return by_code(code, PQresultErrorMessage(result), err);
}

static lw_status broken(struct postgres *pg, struct lw_error *err) {
    pg->lost = true;
    return away(err);
}

static bool good(const PGresult *result) {
    ExecStatusType status = PQresultStatus(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ||
           status == PGRES_EMPTY_QUERY;
}

static lw_status run(struct postgres *pg, const char *text, struct lw_error *err) {
    PGresult *result = PQexec(pg->conn, text);
    lw_status status = good(result) ? LW_OK : failed(pg, result, err);
    PQclear(result);
    return status;
}

static lw_status set_up(struct postgres *pg, struct lw_error *err) {
    const char *encoding = PQparameterStatus(pg->conn, "server_encoding");
    if (encoding == NULL || strcmp(encoding, "UTF8") != 0) {
        return lw_fail(err, LW_IO, 0, 0,
                       "the database keeps its text as %.40s; make one with encoding "
                       "UTF8",
                       encoding != NULL ? encoding : "something unknown");
    }
    char text[160];
    (void)snprintf(text, sizeof text,
                   "SET lock_timeout = %" PRIu32 "; SET synchronous_commit = on;"
                   " SET standard_conforming_strings = on",
                   pg->busy_ms);
    pg->generation++;
    pg->n_pending = 0;
    pg->lost = false;
    return run(pg, text, err);
}

static lw_status reconnect(struct postgres *pg, struct lw_error *err) {
    PQreset(pg->conn);
    return PQstatus(pg->conn) == CONNECTION_OK ? set_up(pg, err) : away(err);
}

static bool is_lost(const struct postgres *pg) {
    return pg->lost || PQstatus(pg->conn) == CONNECTION_BAD;
}

static void pg_close(struct sql *sql) {
    PQfinish(of(sql)->conn);
    lw_alloc_free(sql->alloc, of(sql), sizeof(struct postgres));
}

/* The arguments as libpq wants them. */
struct bound {
    Oid types[SQL_MAX_ARGS];
    const char *values[SQL_MAX_ARGS];
    char numbers[SQL_MAX_ARGS][NUMBER_SIZE];
};

static void bind(struct bound *bound, const struct sql_value *args, size_t n) {
    for (size_t i = 0; i < n; i++) {
        char *number = bound->numbers[i];
        bound->values[i] = number;
        switch (args[i].type) {
        case SQL_TEXT:
            bound->types[i] = OID_TEXT;
            bound->values[i] = args[i].text;
            break;
        case SQL_INT:
            bound->types[i] = OID_INT8;
            (void)snprintf(number, NUMBER_SIZE, "%" PRId64, args[i].i);
            if (args[i].is_null) {
                bound->values[i] = NULL;
            }
            break;
        case SQL_REAL:
            bound->types[i] = OID_FLOAT8;
            (void)snprintf(number, NUMBER_SIZE, "%.17g", args[i].real);
            if (isnan(args[i].real)) {
                bound->values[i] = NULL;
            }
            break;
        }
    }
}

static void name_of(const struct sql_stmt *stmt, char name[NUMBER_SIZE]) {
    (void)snprintf(name, NUMBER_SIZE, "lw%" PRIu32, stmt->number);
}

static lw_status prepare(struct postgres *pg, struct sql_stmt *stmt,
                         const struct bound *bound, size_t n, struct lw_error *err) {
    if (stmt->generation == pg->generation) {
        return LW_OK;
    }
    char name[NUMBER_SIZE];
    name_of(stmt, name);
    PGresult *result = PQprepare(pg->conn, name, stmt->text, (int)n, bound->types);
    lw_status status = good(result) ? LW_OK : failed(pg, result, err);
    PQclear(result);
    if (status == LW_OK) {
        stmt->generation = pg->generation;
    }
    return status;
}

static lw_status drain(struct postgres *pg, struct lw_error *err);

static lw_status execute(struct postgres *pg, struct sql_stmt *stmt,
                         const struct bound *bound, size_t n, struct lw_error *err) {
    lw_status status = prepare(pg, stmt, bound, n, err);
    if (status != LW_OK) {
        return status;
    }
    char name[NUMBER_SIZE];
    name_of(stmt, name);
    if (stmt->streams) {
        bool sent = PQsendQueryPrepared(pg->conn, name, (int)n, bound->values, NULL, NULL,
                                        0) == 1 &&
                    PQsetSingleRowMode(pg->conn) == 1;
        return sent ? LW_OK : broken(pg, err);
    }
    PGresult *result =
        PQexecPrepared(pg->conn, name, (int)n, bound->values, NULL, NULL, 0);
    if (!good(result)) {
        status = failed(pg, result, err);
        PQclear(result);
        return status;
    }
    stmt->handle = result;
    stmt->row = -1;
    stmt->changed = strtoll(PQcmdTuples(result), NULL, 10);
    return LW_OK;
}

static lw_status pg_start(struct sql_stmt *stmt, const struct sql_value *args, size_t n,
                          struct lw_error *err) {
    struct postgres *pg = of(stmt->sql);
    struct bound bound;
    bind(&bound, args, n);
    lw_status status = LW_OK;
    if (pg->n_pending > 0) {
        status = drain(pg, err);
    }
    bool free_standing = stmt->sql->depth == 0;
    if (status == LW_OK && free_standing && is_lost(pg)) {
        status = reconnect(pg, err);
    }
    if (status != LW_OK) {
        return status;
    }
    status = execute(pg, stmt, &bound, n, err);
    if (status == LW_BUSY && free_standing && stmt->reads && is_lost(pg)) {
        status = reconnect(pg, err);
        if (status == LW_OK) {
            status = execute(pg, stmt, &bound, n, err);
        }
    }
    return status;
}

static lw_status step_stream(struct sql_stmt *stmt, bool *row, struct lw_error *err) {
    struct postgres *pg = of(stmt->sql);
    PQclear(stmt->handle);
    stmt->handle = PQgetResult(pg->conn);
    stmt->row = 0;
    if (stmt->handle == NULL) {
        return LW_OK;
    }
    *row = PQresultStatus(stmt->handle) == PGRES_SINGLE_TUPLE;
    return *row || good(stmt->handle) ? LW_OK : failed(pg, stmt->handle, err);
}

static lw_status pg_step(struct sql_stmt *stmt, bool *row, struct lw_error *err) {
    if (stmt->streams) {
        return step_stream(stmt, row, err);
    }
    stmt->row++;
    *row = stmt->row < PQntuples(stmt->handle);
    return LW_OK;
}

static void pg_finish(struct sql_stmt *stmt) {
    PQclear(stmt->handle);
    stmt->handle = NULL;
    if (stmt->streams) {
        PGresult *left;
        while ((left = PQgetResult(of(stmt->sql)->conn)) != NULL) {
            PQclear(left);
        }
        stmt->streams = false;
    }
}

static bool pg_is_null(const struct sql_stmt *stmt, int column) {
    return PQgetisnull(stmt->handle, stmt->row, column) != 0;
}

static int64_t pg_int(const struct sql_stmt *stmt, int column) {
    return strtoll(PQgetvalue(stmt->handle, stmt->row, column), NULL, 10);
}

static double pg_real(const struct sql_stmt *stmt, int column) {
    return strtod(PQgetvalue(stmt->handle, stmt->row, column), NULL);
}

static const char *pg_text(const struct sql_stmt *stmt, int column) {
    return PQgetvalue(stmt->handle, stmt->row, column);
}

/* Reads the result of one queued statement. The first failure is the one to report: the
 * statements behind it are only said to be aborted. */
static lw_status drain_one(struct postgres *pg, lw_status so_far, struct lw_error *err) {
    PGresult *result = PQgetResult(pg->conn);
    lw_status status = so_far;
    if (so_far == LW_OK && good(result)) {
        status = sql_note_changed(&pg->sql, strtoll(PQcmdTuples(result), NULL, 10), err);
    } else if (so_far == LW_OK) {
        status = failed(pg, result, err);
    }
    bool there = result != NULL;
    PQclear(result);
    while (there && (result = PQgetResult(pg->conn)) != NULL) {
        PQclear(result);
    }
    return status;
}

static lw_status drain(struct postgres *pg, struct lw_error *err) {
    lw_status status = LW_OK;
    size_t n = pg->n_pending;
    pg->n_pending = 0;
    if (n == 0) {
        return LW_OK;
    }
    if (PQpipelineSync(pg->conn) != 1) {
        return broken(pg, err);
    }
    for (size_t i = 0; i < n && !is_lost(pg); i++) {
        status = drain_one(pg, status, err);
    }
    PGresult *sync = PQgetResult(pg->conn);
    bool in_order = PQresultStatus(sync) == PGRES_PIPELINE_SYNC;
    PQclear(sync);
    if (status == LW_OK && (!in_order || PQexitPipelineMode(pg->conn) != 1)) {
        return broken(pg, err);
    }
    if (status != LW_OK && !is_lost(pg)) {
        (void)PQexitPipelineMode(pg->conn);
    }
    return status;
}

static lw_status pg_queue(struct sql_stmt *stmt, const struct sql_value *args, size_t n,
                          struct lw_error *err) {
    struct postgres *pg = of(stmt->sql);
    struct bound bound;
    bind(&bound, args, n);
    lw_status status = LW_OK;
    if (pg->n_pending >= MAX_PENDING || stmt->generation != pg->generation) {
        status = drain(pg, err);
    }
    if (status == LW_OK) {
        status = prepare(pg, stmt, &bound, n, err);
    }
    if (status == LW_OK && pg->n_pending == 0 && PQenterPipelineMode(pg->conn) != 1) {
        status = broken(pg, err);
    }
    char name[NUMBER_SIZE];
    name_of(stmt, name);
    if (status == LW_OK &&
        PQsendQueryPrepared(pg->conn, name, (int)n, bound.values, NULL, NULL, 0) != 1) {
        status = broken(pg, err);
    }
    pg->n_pending += status == LW_OK;
    return status;
}

static lw_status pg_flush(struct sql *sql, struct lw_error *err) {
    return drain(of(sql), err);
}

static lw_status pg_script(struct sql *sql, const char *text, struct lw_error *err) {
    lw_status status = drain(of(sql), err);
    return status == LW_OK ? run(of(sql), text, err) : status;
}

static lw_status pg_begin(struct sql *sql, struct lw_error *err) {
    struct postgres *pg = of(sql);
    lw_status status = is_lost(pg) ? reconnect(pg, err) : LW_OK;
    if (status != LW_OK) {
        return status;
    }
    status = run(pg, "BEGIN", err);
    if (status != LW_OK && is_lost(pg)) {
        status = reconnect(pg, err);
        if (status == LW_OK) {
            status = run(pg, "BEGIN", err);
        }
    }
    return status;
}

/* COMMIT of a transaction in which something failed is a ROLLBACK and no error. */
static lw_status pg_commit(struct sql *sql, struct lw_error *err) {
    struct postgres *pg = of(sql);
    lw_status status = drain(pg, err);
    if (status != LW_OK) {
        return status;
    }
    PGresult *result = PQexec(pg->conn, "COMMIT");
    if (!good(result)) {
        status = failed(pg, result, err);
    } else if (strcmp(PQcmdStatus(result), "COMMIT") != 0) {
        status = lw_fail(err, LW_IO, 0, 0, "the database rolled the change back");
    }
    PQclear(result);
    return status;
}

static void pg_rollback(struct sql *sql) {
    struct postgres *pg = of(sql);
    struct lw_error ignored;
    if (pg->n_pending > 0) {
        (void)drain(pg, &ignored);
    }
    if (!is_lost(pg) && PQtransactionStatus(pg->conn) != PQTRANS_IDLE) {
        (void)run(pg, "ROLLBACK", &ignored);
    }
}

/* The lock is taken last of all in a transaction, and under it only counters change.
 * Those who wait for it wait for the commits before theirs, however long a disk takes. */
static void pg_trigger_create(const struct sql_trigger *trigger, struct lw_buffer *out) {
    bool deletes = trigger->gone != NULL;
    lw_buffer_printf(out,
                     "CREATE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql "
                     "SET lock_timeout = '15s' AS $$ BEGIN "
                     "PERFORM pg_advisory_xact_lock(%d); ",
                     trigger->name, TRIGGER_LOCK);
    sql_trigger_body(trigger, "gone", out);
    lw_buffer_puts(out, "RETURN NULL; END $$;");
    lw_buffer_printf(out, "CREATE %sTRIGGER %s AFTER %s ON %s %s",
                     deletes ? "" : "CONSTRAINT ", trigger->name, trigger->event,
                     trigger->table,
                     deletes ? "REFERENCING OLD TABLE AS gone FOR EACH STATEMENT"
                             : "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW");
    if (trigger->when != NULL) {
        lw_buffer_printf(out, " WHEN (%s)", trigger->when);
    }
    lw_buffer_printf(out, " EXECUTE FUNCTION %s();", trigger->name);
}

static void pg_trigger_drop(const struct sql_trigger *trigger, struct lw_buffer *out) {
    lw_buffer_printf(out,
                     "DROP TRIGGER IF EXISTS %s ON %s; DROP FUNCTION IF EXISTS %s();",
                     trigger->name, trigger->table, trigger->name);
}

/* Plain VACUUM leaves the bytes of a dead row where they are until something is written
 * over them; FULL writes the table into a new file, and keeps everybody waiting as long
 * as that takes. */
static lw_status pg_scrub(struct sql *sql, const struct sql_scrub *what, bool *done,
                          struct lw_error *err) {
    const char *const orders[][2] = {{"VACUUM FULL", what->small},
                                     {"VACUUM", what->large}};
    lw_status status = LW_OK;
    for (size_t i = 0; i < 2 && status == LW_OK; i++) {
        struct lw_buffer text;
        lw_buffer_init(&text, sql->alloc);
        lw_buffer_printf(&text, "%s %s", orders[i][0], orders[i][1]);
        status = lw_buffer_ok(&text) ? pg_script(sql, lw_buffer_text(&text), err)
                                     : lw_fail_memory(err);
        lw_buffer_free(&text);
    }
    *done = status == LW_OK;
    return status == LW_BUSY ? LW_OK : status;
}

static const struct sql_ops ops = {
    .name = "postgresql",
    .skip_locked = "FOR UPDATE SKIP LOCKED",
    .clustered = "",
    .text_type = "TEXT COLLATE \"C\"",
    .floor = "floor",
    .param = "$",
    .snapshot = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
    .close = pg_close,
    .script = pg_script,
    .start = pg_start,
    .step = pg_step,
    .finish = pg_finish,
    .drop = pg_finish,
    .is_null = pg_is_null,
    .get_int = pg_int,
    .get_real = pg_real,
    .get_text = pg_text,
    .queue = pg_queue,
    .flush = pg_flush,
    .begin = pg_begin,
    .commit = pg_commit,
    .rollback = pg_rollback,
    .trigger_create = pg_trigger_create,
    .trigger_drop = pg_trigger_drop,
    .scrub = pg_scrub,
};

static void no_notices(void *ctx, const char *message) {
    (void)ctx;
    (void)message;
}

static lw_status check_url(const char *url, struct lw_error *err) {
    char *ignored = NULL;
    PQconninfoOption *parsed = PQconninfoParse(url, &ignored);
    PQfreemem(ignored);
    if (parsed == NULL) {
        return lw_fail(err, LW_USAGE, 0, 0,
                       "the database's URL is not understood; it should be "
                       "postgres://USER@HOST:PORT/DATABASE");
    }
    PQconninfoFree(parsed);
    return LW_OK;
}

static lw_status connect_to(struct postgres *pg, const char *url, struct lw_error *err) {
    const char *keys[] = {"connect_timeout", "application_name", "dbname",
                          "client_encoding", NULL};
    const char *values[] = {"10", "levelwright", url, "UTF8", NULL};
    pg->conn = PQconnectdbParams(keys, values, 1);
    if (pg->conn == NULL) {
        return lw_fail_memory(err);
    }
    (void)PQsetNoticeProcessor(pg->conn, no_notices, NULL);
    if (is_lost(pg)) {
        char line[200];
        first_line(PQerrorMessage(pg->conn), line);
        return lw_fail(err, LW_BUSY, 0, 0,
                       "the database server refused the connection: %s", line);
    }
    return set_up(pg, err);
}

lw_status sql_open_postgres(const char *url, const struct lw_alloc *alloc,
                            uint32_t busy_ms, struct sql **out, struct lw_error *err) {
    lw_status status = check_url(url, err);
    if (status != LW_OK) {
        return status;
    }
    struct postgres *pg = lw_alloc_zero(alloc, 1, sizeof *pg);
    if (pg == NULL) {
        return lw_fail_memory(err);
    }
    pg->sql.ops = &ops;
    pg->sql.alloc = alloc;
    pg->busy_ms = busy_ms;
    status = connect_to(pg, url, err);
    if (status != LW_OK) {
        pg_close(&pg->sql);
        return status;
    }
    *out = &pg->sql;
    return LW_OK;
}
