/* The whole database: its check, its backup, its copy. */
#ifndef LW_STORE_DATABASE_H
#define LW_STORE_DATABASE_H

#include "lw/store/connection.h"

typedef void (*lw_store_finding_fn)(void *ctx, const char *sentence);
struct lw_store_checked {
    size_t n_findings;
    size_t n_levels, n_solutions, n_plays; /* looked at */
};
/* Is everything as it should be? The database's own check, foreign keys, and ours: ids
 * are those of the levels' texts, solutions replay, sums agree with events, days are
 * numbered without gaps. */
lw_status lw_store_check(struct lw_store *store, lw_store_finding_fn finding, void *ctx,
                         struct lw_store_checked *out,
                         struct lw_error *err) LW_MUST_CHECK;

/* Writes a SQLite file with everything in it while the store is in use; the file appears
 * complete or not at all. A file that is there already is LW_EXISTS unless force, and
 * LW_BUSY if it is a database that is in use. */
lw_status lw_store_backup(struct lw_store *store, const char *path, bool force,
                          struct lw_error *err) LW_MUST_CHECK;
/* Empty, that is: nothing but the schema. */
lw_status lw_store_is_empty(struct lw_store *store, bool *empty,
                            struct lw_error *err) LW_MUST_CHECK;
/* Copies everything in one transaction of the target, which must be empty (LW_EXISTS)
 * unless force, which empties it first; a SQLite target that another connection has open
 * is then LW_BUSY. n_rows may be NULL. */
lw_status lw_store_copy(struct lw_store *from, struct lw_store *to, bool force,
                        size_t *n_rows, struct lw_error *err) LW_MUST_CHECK;

#endif
