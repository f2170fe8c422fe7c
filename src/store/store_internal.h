/* Shared by the files of the store. */
#ifndef STORE_INTERNAL_H
#define STORE_INTERNAL_H

#include "lw/store.h"
#include "sql/sql.h"

struct lw_store {
    struct sql *sql;
    const struct lw_alloc *alloc;
    size_t max_level_bytes; /* 0: any number */
    bool scrubbed_later;    /* see lw_store_options */
    char today[11];         /* levels that are sealed beyond it are not there */
};

/* Greater than every date: nothing is sealed for whoever has this day. */
#define STORE_DAY_WITHOUT_SEALS "~"
/* The one condition that says whether a level, as l, is public by the day of this
 * connection (the parameter, T(store->today)). Every statement that shows levels has it.
 */
#define STORE_PUBLIC_BY(parameter) "l.sealed <= " parameter

#define STORE_DEFAULT_LIMIT 100
#define STORE_DEFAULT_BUSY_MS 5000

/* Migrations; in schema.c, and a step in schema_sources.c. */
lw_status store_migrate(struct lw_store *store, struct lw_error *err) LW_MUST_CHECK;
lw_status store_part_rows(struct lw_store *store, struct lw_error *err) LW_MUST_CHECK;
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

/* Reads the statement's row into *row; false when memory is out. */
typedef bool store_reader(const struct sql_stmt *stmt, struct lw_arena *arena, void *row);
/* The first column, into a const char *. */
store_reader store_read_text;
/* The first column, into a char[LW_STORE_ID_SIZE]; needs no arena. */
store_reader store_read_id;
/* A query, and what each of its rows becomes. */
struct store_rows {
    const char *text;
    const struct sql_value *args;
    size_t n_args;
    store_reader *read;
    size_t row_bytes;
};
/* All of them behind the n that *list_ptr has, as store_list_add does it. */
lw_status store_read_rows(struct lw_store *store, const struct store_rows *rows,
                          struct lw_arena *arena, void *list_ptr, size_t *n,
                          struct lw_error *err) LW_MUST_CHECK;
/* The first; *found is false where there is none, and *row is as it was. */
lw_status store_read_row(struct lw_store *store, const struct store_rows *rows,
                         struct lw_arena *arena, void *row, bool *found,
                         struct lw_error *err) LW_MUST_CHECK;

/* Inside a transaction: LW_NOT_FOUND unless the player has played the level. */
lw_status store_check_played(struct lw_store *store, const char *player,
                             const char *level, struct lw_error *err) LW_MUST_CHECK;

/* Fails when the statement (?1 is id, ?2 the day) finds a member that may not be one: its
 * position, game, whether it is hidden, and whether it is public. */
lw_status store_check_members(struct lw_store *store, const char *statement,
                              const char *id, struct lw_error *err) LW_MUST_CHECK;

/* Columns of a level in the order that store_read_level expects. */
#define STORE_LEVEL_COLUMNS                                                              \
    "l.id, l.game, l.rules, l.source, l.text, l.title, l.author, l.method, l.options, "  \
    "l.width, l.height, l.percentile, l.rating, l.calibrated, l.score, l.created_ms, "   \
    "l.hidden, l.sealed, l.bytes,"                                                       \
    " (SELECT s.bytes FROM sources s WHERE s.id = l.source), l.aside, l.owner"
store_reader store_read_level;
/* The level of that id, sealed or not; *found false: there is none. */
lw_status store_find_level(struct lw_store *store, const char *id, struct lw_arena *arena,
                           struct lw_store_level *out, bool *found,
                           struct lw_error *err) LW_MUST_CHECK;
/* Inside a transaction: if the level is that of the connection's day or of one to come,
 * the day has none any more and may get another. */
lw_status store_daily_free(struct lw_store *store, const char *level,
                           struct lw_error *err) LW_MUST_CHECK;
/* The place of a new pack in lists; in ranking.c. */
lw_status store_rank_new(struct lw_store *store, const char *id,
                         struct lw_error *err) LW_MUST_CHECK;
/* The same text after the same source? */
bool store_same_text(const struct lw_store_level *a, const struct lw_store_level *b);
/* The levels that a statement finds: which is what follows its columns. Where the store
 * has a limit of bytes, what they weigh is looked up first, and nothing is read of more
 * than that (LW_LIMIT). */
struct store_which {
    const char *text;
    const struct sql_value *args;
    size_t n;
};
lw_status store_find_levels(struct lw_store *store, const struct store_which *which,
                            struct lw_arena *arena, struct lw_store_level_list *out,
                            struct lw_error *err) LW_MUST_CHECK;

/* Inside a transaction: everyone who has withdrawn from a study is forgotten (again). n,
 * which may be NULL: how many were there all the same. */
lw_status store_forget_withdrawn(struct lw_store *store, int64_t *n,
                                 struct lw_error *err) LW_MUST_CHECK;

/* Inside a transaction: studies that have ended are ended (again), without keys. */
lw_status store_end_again(struct lw_store *store, struct lw_error *err) LW_MUST_CHECK;
/* Inside a transaction that deletes people or keys: the database's files have to forget
 * them, too, which lw_store_study_scrub does after the commit. */
lw_status store_scrub_mark(struct lw_store *store, struct lw_error *err) LW_MUST_CHECK;
/* After it: at once, unless somebody else does it from time to time. */
lw_status store_scrub_soon(struct lw_store *store, struct lw_error *err) LW_MUST_CHECK;

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
