/* The driver: what the typed functions need of a database, and nothing more.
 *
 * Statements are written once, in the dialect that both databases share, with parameters
 * ?1, ?2, … The few differences are words between at-signs that sql_expand replaces:
 *   @SKIP_LOCKED@  rows that another worker holds are passed over
 *   @CLUSTERED@    the table lies in the order of its primary key
 *   @TEXT@         text compared byte by byte
 *   @FLOOR@(x)     the next lower whole number, as a whole number */
#ifndef SQL_H
#define SQL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/buffer.h"
#include "lw/base/status.h"
#include "lw/store/connection.h"
#include "sql/turns.h"

#define SQL_MAX_ARGS 32

enum sql_type { SQL_TEXT, SQL_INT, SQL_REAL };

struct sql_value {
    enum sql_type type;
    const char *text; /* NULL: null */
    int64_t i;
    double real;  /* NaN: null */
    bool is_null; /* for whole numbers */
};
#define T(x) ((struct sql_value){.type = SQL_TEXT, .text = (x)})
#define I(x) ((struct sql_value){.type = SQL_INT, .i = (int64_t)(x)})
#define R(x) ((struct sql_value){.type = SQL_REAL, .real = (x)})
#define SQL_ARGS(...)                                                                    \
    (const struct sql_value[]){__VA_ARGS__},                                             \
        sizeof((const struct sql_value[]){__VA_ARGS__}) / sizeof(struct sql_value)
#define SQL_NO_ARGS NULL, 0

struct sql;

/* A prepared statement, kept for the next use of the same text. */
struct sql_stmt {
    struct sql *sql;
    char *text; /* expanded for the dialect */
    uint64_t hash;
    bool in_use;
    bool reads;   /* begins with SELECT: may be tried again on a new connection */
    bool streams; /* rows come one by one: the result may be larger than memory */
    struct sql_stmt *next;
    void *handle; /* sqlite3_stmt, PGresult */
    uint32_t number;
    uint32_t generation; /* of the connection that it was prepared on */
    int row;
    int64_t changed;
};

/* What the database does by itself in the transaction of a change. The body is written
 * once for both databases: NEW and OLD are the row that was put or changed, and for
 * deletions @GONE@ stands for a table of the rows that went. PostgreSQL runs those for
 * puts and changes when the transaction ends, one transaction at a time, so that two
 * programs never wait for each other's rows; nothing else may be locked after. */
struct sql_trigger {
    const char *name, *table;
    const char *event; /* "INSERT", "UPDATE OF column, …" or "DELETE" */
    const char *when;  /* a condition on NEW and OLD; NULL: always */
    const char *body;
    const char *gone; /* for deletions: the columns of @GONE@, "OLD.id AS id, …" */
};

/* One a database. All return LW_OK or a mapped status with a sentence. */
/* Names of tables, parted by commas: small ones may be written anew as a whole. */
struct sql_scrub {
    const char *small, *large;
};

struct sql_ops {
    const char *name;
    const char *skip_locked, *clustered, *text_type, *floor, *param;
    const char *snapshot; /* makes a transaction see one moment; NULL: it does anyway */
    void (*close)(struct sql *sql);
    /* Runs a text of several statements without parameters. */
    lw_status (*script)(struct sql *sql, const char *text, struct lw_error *err);
    /* Prepares when needed, binds and begins. */
    lw_status (*start)(struct sql_stmt *stmt, const struct sql_value *args, size_t n,
                       struct lw_error *err);
    lw_status (*step)(struct sql_stmt *stmt, bool *row, struct lw_error *err);
    void (*finish)(struct sql_stmt *stmt);
    void (*drop)(struct sql_stmt *stmt);
    bool (*is_null)(const struct sql_stmt *stmt, int column);
    int64_t (*get_int)(const struct sql_stmt *stmt, int column);
    double (*get_real)(const struct sql_stmt *stmt, int column);
    const char *(*get_text)(const struct sql_stmt *stmt, int column);
    /* Sends a statement without waiting for its result; flush waits for all of them and
     * notes with sql_note_changed how many rows each has changed, in order. */
    lw_status (*queue)(struct sql_stmt *stmt, const struct sql_value *args, size_t n,
                       struct lw_error *err);
    lw_status (*flush)(struct sql *sql, struct lw_error *err);
    lw_status (*begin)(struct sql *sql, struct lw_error *err);
    lw_status (*commit)(struct sql *sql, struct lw_error *err);
    void (*rollback)(struct sql *sql);
    /* Appends the statements that make a trigger, and those that remove it. */
    void (*trigger_create)(const struct sql_trigger *trigger, struct lw_buffer *out);
    void (*trigger_drop)(const struct sql_trigger *trigger, struct lw_buffer *out);
    /* Outside of transactions: what was deleted from these tables is also gone from the
     * database's files. Not done (OK all the same) while somebody still reads it. */
    lw_status (*scrub)(struct sql *sql, const struct sql_scrub *what, bool *done,
                       struct lw_error *err);
};

#define SQL_BUCKETS 64

/* The part that both drivers share; each embeds it as its first member. */
struct sql {
    const struct sql_ops *ops;
    const struct lw_alloc *alloc;
    struct sql_stmt *buckets[SQL_BUCKETS];
    uint32_t n_stmts;
    int depth;        /* of open transactions; only the outermost is real */
    bool spoiled;     /* something inside failed: the outermost cannot commit */
    int64_t *changed; /* rows that each queued statement changed, since the last flush */
    size_t n_changed, changed_cap;
    bool flushed;                 /* the next sql_queue starts the list anew */
    struct lw_store_meter *meter; /* NULL: no limits */
    struct lw_store_turns *turns; /* NULL: writers need none */
    bool urgent;
    bool beginning;   /* has its turn, and asks the database for the lock */
    uint32_t busy_ms; /* how long another program may lock us out */
};
/* Does the meter let it go on? Drivers ask inside of long statements. */
bool sql_goes_on(const struct sql *sql);

lw_status sql_open_sqlite(const char *path, const struct lw_alloc *alloc,
                          uint32_t busy_ms, bool must_exist, struct sql **out,
                          struct lw_error *err) LW_MUST_CHECK;
lw_status sql_open_postgres(const char *url, const struct lw_alloc *alloc,
                            uint32_t busy_ms, struct sql **out,
                            struct lw_error *err) LW_MUST_CHECK;
void sql_close(struct sql *sql);

/* The text in the words of this database; NULL when memory is out. Free with
 * sql_free_text. */
char *sql_expand(const struct sql *sql, const char *text);
void sql_free_text(const struct sql *sql, char *text);
lw_status sql_script(struct sql *sql, const char *text,
                     struct lw_error *err) LW_MUST_CHECK;

/* Begins a statement; read its rows with sql_next and give it back with sql_done (which
 * takes NULL) whatever happened. */
lw_status sql_query(struct sql *sql, const char *text, const struct sql_value *args,
                    size_t n, struct sql_stmt **out, struct lw_error *err) LW_MUST_CHECK;
/* The same for results of any size; nothing else may run on sql until sql_done. */
lw_status sql_stream(struct sql *sql, const char *text, struct sql_stmt **out,
                     struct lw_error *err) LW_MUST_CHECK;
lw_status sql_next(struct sql_stmt *stmt, bool *row, struct lw_error *err) LW_MUST_CHECK;
void sql_done(struct sql_stmt *stmt);

/* A statement without rows; changed may be NULL. */
lw_status sql_do(struct sql *sql, const char *text, const struct sql_value *args,
                 size_t n, int64_t *changed, struct lw_error *err) LW_MUST_CHECK;
/* The first column of the first row as a number; 0 when there is no row or it is null. */
lw_status sql_number(struct sql *sql, const char *text, const struct sql_value *args,
                     size_t n, int64_t *out, struct lw_error *err) LW_MUST_CHECK;

/* Inside a transaction: many statements with one wait at the end. After sql_flush
 * sql->changed[i] tells how many rows the i-th of them has changed. */
lw_status sql_queue(struct sql *sql, const char *text, const struct sql_value *args,
                    size_t n, struct lw_error *err) LW_MUST_CHECK;
lw_status sql_flush(struct sql *sql, struct lw_error *err) LW_MUST_CHECK;
/* For drivers. */
lw_status sql_note_changed(struct sql *sql, int64_t changed,
                           struct lw_error *err) LW_MUST_CHECK;

bool sql_is_null(const struct sql_stmt *stmt, int column);
int64_t sql_int(const struct sql_stmt *stmt, int column);
double sql_real(const struct sql_stmt *stmt, int column); /* NaN for null */
/* NULL for null; valid until the next sql_next. */
const char *sql_text(const struct sql_stmt *stmt, int column);
/* A copy in the arena; never NULL unless *ok turns false or the value is null. */
const char *sql_copy(const struct sql_stmt *stmt, int column, struct lw_arena *arena,
                     bool *ok);

/* drop: also when it is not there. */
lw_status sql_trigger_create(struct sql *sql, const struct sql_trigger *trigger,
                             struct lw_error *err) LW_MUST_CHECK;
lw_status sql_trigger_drop(struct sql *sql, const struct sql_trigger *trigger,
                           struct lw_error *err) LW_MUST_CHECK;
/* For drivers: appends the body with a table in place of @GONE@. */
void sql_trigger_body(const struct sql_trigger *trigger, const char *gone,
                      struct lw_buffer *out);

/* A copy of a SQLite database while it is in use, into a new file. */
lw_status sql_backup_sqlite(struct sql *sql, const char *path,
                            struct lw_error *err) LW_MUST_CHECK;
/* Is the file of the database the one at path? */
bool sql_is_file_sqlite(const struct sql *sql, const char *path);
/* Have both the same file? */
bool sql_same_sqlite(const struct sql *a, const struct sql *b);
#define STORE_IN_USE                                                                     \
    "the database is in use, and what it holds cannot be replaced under its users; "     \
    "stop the server or program that uses it and try again"
/* Takes a SQLite database for this connection alone, outside of a transaction; LW_BUSY
 * when another has it open. */
lw_status sql_claim_sqlite(struct sql *sql, struct lw_error *err) LW_MUST_CHECK;
void sql_unclaim_sqlite(struct sql *sql);

/* Transactions nest: only the outermost begins and commits. sql_end returns status when
 * that is a failure (and rolls back), else what committing gave. */
lw_status sql_begin(struct sql *sql, struct lw_error *err) LW_MUST_CHECK;
lw_status sql_end(struct sql *sql, lw_status status, struct lw_error *err) LW_MUST_CHECK;
/* Outside of transactions; see the table's entry. It keeps writers out, so it waits for
 * its turn as they do. */
lw_status sql_scrub_files(struct sql *sql, const struct sql_scrub *what, bool *done,
                          struct lw_error *err) LW_MUST_CHECK;

#endif
