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
    bool must_exist;              /* do not make a new SQLite file */
    bool keep_version;            /* do not migrate: for looking at an old database */
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

/* Several statements as one: all of them or none. Calls that write make a transaction of
 * their own unless one is open. end with commit false takes everything back. */
lw_status lw_store_begin(struct lw_store *store, struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_end(struct lw_store *store, bool commit,
                       struct lw_error *err) LW_MUST_CHECK;

/* A pool: take waits until one of n connections is free. */
lw_status lw_store_pool_open(const char *url, const struct lw_store_options *options,
                             size_t n, struct lw_store_pool **out,
                             struct lw_error *err) LW_MUST_CHECK;
void lw_store_pool_close(struct lw_store_pool *pool); /* all given back; NULL-safe */
struct lw_store *lw_store_pool_take(struct lw_store_pool *pool);
void lw_store_pool_give(struct lw_store_pool *pool, struct lw_store *store);

/* A part of a list: how many to skip, and how many at most (0: 100). */
struct lw_store_page {
    uint64_t first;
    uint32_t limit;
};

/* A fresh random id. */
void lw_store_new_id(char id[LW_STORE_ID_SIZE]);

#endif
