/* The store: levels, packs, players, plays, events, jobs and everything else that lasts.
 *
 * One schema, two databases: SQLite by default, PostgreSQL by URL. All statements are
 * parametrised and written once; only the driver below knows which database it is.
 *
 * Threads: a struct lw_store is one connection. It may pass from thread to thread but
 * serves one at a time. Open one a worker, or share a struct lw_store_pool. A struct
 * lw_store_writer may be used by any number of threads at once.
 *
 * Time: the store has no clock. Callers pass now_ms, milliseconds since 1970 (UTC).
 *
 * Memory: texts and lists that a call returns live in the arena that the caller passes.
 *
 * Failures that callers tell apart (lw/base/status.h): LW_NOT_FOUND, LW_EXISTS, LW_BUSY
 * (locked, or the server is away: try again), LW_FULL (no room left). After any failure
 * nothing of that call is stored. Text must be UTF-8, else LW_BAD_INPUT. */
#ifndef LW_STORE_CONNECTION_H
#define LW_STORE_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/buffer.h"
#include "lw/base/status.h"

struct lw_store;
struct lw_store_pool;
struct lw_store_turns;
struct lw_store_writer;

/* Ids are 32 lower-case hexadecimal digits and a NUL; secrets 64 and a NUL. */
#define LW_STORE_ID_SIZE 33
#define LW_STORE_SECRET_SIZE 65

/* Zero-initialise for the usual. */
struct lw_store_options {
    const struct lw_alloc *alloc; /* NULL: libc's */
    uint32_t busy_ms;             /* how long to wait for a lock; 0: 5000 */
    size_t max_level_bytes;       /* of texts in one list of levels, LW_LIMIT beyond; 0:
                                   * any number */
    struct lw_store_turns *turns; /* of all writers of this program to SQLite; or NULL */
    bool urgent;                  /* next after whoever writes, see turns */
    bool scrubbed_later; /* somebody calls lw_store_study_scrub every few seconds,
                          * so those who delete need not */
    bool must_exist;     /* do not make a new SQLite file */
    bool keep_version;   /* do not migrate: for looking at an old database */
};

/* url: "postgres://…", "postgresql://…", "sqlite:FILE" or a file's name. Brings the
 * schema to the newest version; a database of a newer program is refused. */
lw_status lw_store_open(const char *url, const struct lw_store_options *options,
                        struct lw_store **out, struct lw_error *err) LW_MUST_CHECK;
void lw_store_close(struct lw_store *store); /* NULL-safe */
/* "sqlite" or "postgresql". */
const char *lw_store_kind(const struct lw_store *store);
int lw_store_newest_version(void);
lw_status lw_store_version(struct lw_store *store, int *version,
                           struct lw_error *err) LW_MUST_CHECK;
/* Is the database there and answering? */
lw_status lw_store_ping(struct lw_store *store, struct lw_error *err) LW_MUST_CHECK;
/* Appends url as it may be shown: without its password. */
void lw_store_url_safe(const char *url, struct lw_buffer *out);
/* Overwrites the password in url in place, e.g. in argv; true when there was one. */
bool lw_store_url_hide(char *url);

/* The writers of one program line up, first come first served, instead of waiting for
 * each other's locks: LW_BUSY is then the fault of another program alone. PostgreSQL
 * needs none. Made before, and destroyed after, the stores that are opened with it. A
 * transaction that is open keeps its turn, so a thread must not write with a second store
 * meanwhile. Reading needs no turn. */
lw_status lw_store_turns_create(const struct lw_alloc *alloc, struct lw_store_turns **out,
                                struct lw_error *err) LW_MUST_CHECK;
void lw_store_turns_destroy(struct lw_store_turns *turns); /* NULL-safe */

/* Several statements as one: all of them or none. Calls that write make a transaction of
 * their own unless one is open. end with commit false takes everything back. */
lw_status lw_store_begin(struct lw_store *store, struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_end(struct lw_store *store, bool commit,
                       struct lw_error *err) LW_MUST_CHECK;

/* Who reads through this connection from now on: levels that are sealed until a later day
 * than today (YYYY-MM-DD) are not there, as if they were not stored. NULL: all of them
 * are, for the administrator and for the program's own work; so it is after opening. */
void lw_store_see_as_of(struct lw_store *store, const char *today);

/* A pool: take waits until one of n connections is free. */
lw_status lw_store_pool_open(const char *url, const struct lw_store_options *options,
                             size_t n, struct lw_store_pool **out,
                             struct lw_error *err) LW_MUST_CHECK;
void lw_store_pool_close(struct lw_store_pool *pool); /* all given back; NULL-safe */
struct lw_store *lw_store_pool_take(struct lw_store_pool *pool);
void lw_store_pool_give(struct lw_store_pool *pool, struct lw_store *store);

/* What one user of a connection may do with it. A change of more rows than may be written
 * is refused and taken back with LW_LIMIT; so is everything from when go_on says no,
 * which is asked before every change, row and commit, and now and then inside a statement
 * (of SQLite). */
struct lw_store_meter {
    uint64_t max_rows;        /* that may be written */
    uint64_t rows;            /* that were, taken back or not */
    bool refused;             /* there were too many */
    bool (*go_on)(void *ctx); /* NULL: always */
    void *ctx;
};
/* Borrowed until another is set; NULL, as at first: anything may be done. */
void lw_store_meter_set(struct lw_store *store, struct lw_store_meter *meter);

/* A part of a list: how many to skip, and how many at most (0: 100). */
struct lw_store_page {
    uint64_t first;
    uint32_t limit;
};

/* A fresh random id. */
void lw_store_new_id(char id[LW_STORE_ID_SIZE]);

#endif
