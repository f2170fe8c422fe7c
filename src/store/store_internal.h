/* Shared by the files of the store. */
#ifndef STORE_INTERNAL_H
#define STORE_INTERNAL_H

#include "lw/store.h"
#include "sql/sql.h"

struct lw_store {
    struct sql *sql;
    const struct lw_alloc *alloc;
    size_t max_level_bytes; /* 0: any number */
};

#define STORE_DEFAULT_LIMIT 100
#define STORE_DEFAULT_BUSY_MS 5000

/* Migrations; in schema.c. */
lw_status store_migrate(struct lw_store *store, struct lw_error *err) LW_MUST_CHECK;
lw_status store_read_version(struct lw_store *store, int *version,
                             struct lw_error *err) LW_MUST_CHECK;
/* Inside a transaction: others who ask for this wait until it ends. PostgreSQL's default
 * isolation needs it where rows are counted before one is put; SQLite's transaction has
 * it. */
lw_status store_lock(struct lw_store *store, struct lw_error *err) LW_MUST_CHECK;
/* All tables, parents before children; the last has no name. types has one letter a
 * column: t text, i whole number, r real number. */
struct store_table {
    const char *name, *columns, *types;
};
const struct store_table *store_tables(void);

/* Hex of a keyless BLAKE2b-256 of a secret: secrets are 256 random bits, which no
 * dictionary holds, so a slow password hash would buy nothing. */
void store_hash_secret(const char *secret, char out[LW_STORE_SECRET_SIZE]);
void store_new_secret(char out[LW_STORE_SECRET_SIZE]);

/* Copies an id column; a longer text (which the schema's checks refuse) is cut. */
void store_copy_id(const struct sql_stmt *stmt, int column, char id[LW_STORE_ID_SIZE]);
/* "" for NULL. */
const char *store_or_empty(const char *text);
/* 32 lower-case hexadecimal digits? */
bool store_is_id(const char *text);

/* Lists grow by one; NULL when memory is out. The array is in the arena: it doubles when
 * full, and the old ones stay until the arena goes. */
void *store_list_add(struct lw_arena *arena, void *array_ptr, size_t *n,
                     size_t bytes_each);

/* Fails when the statement (?1 is id) finds a member of another game: its position and
 * game. */
lw_status store_check_members(struct lw_store *store, const char *statement,
                              const char *id, struct lw_error *err) LW_MUST_CHECK;

/* Columns of a level in the order that store_read_level expects. */
#define STORE_LEVEL_COLUMNS                                                              \
    "l.id, l.game, l.rules, l.source, l.text, l.title, l.author, l.method, l.options, "  \
    "l.width, l.height, l.percentile, l.rating, l.calibrated, l.score, l.created_ms, "   \
    "l.hidden"
bool store_read_level(const struct sql_stmt *stmt, struct lw_arena *arena,
                      struct lw_store_level *out);
/* Reads all rows as levels and gives the statement back. */
lw_status store_read_levels(const struct lw_store *store, struct sql_stmt *stmt,
                            struct lw_arena *arena, struct lw_store_level_list *out,
                            struct lw_error *err) LW_MUST_CHECK;

/* One player's events on their way into the store. */
struct store_batch {
    const char *player;
    const struct lw_store_event *events;
    size_t n;
    int64_t now_ms;
    struct lw_store_appended appended; /* filled */
    struct store_batch *next;
};
/* Appends all batches of the list inside the transaction that is open. */
lw_status store_append(struct lw_store *store, struct store_batch *first,
                       struct lw_error *err) LW_MUST_CHECK;

#endif
