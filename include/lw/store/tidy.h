/* What players did in the open studio, as tables for whoever analyses it: rows come one
 * after the other, of any number. Players and plays are numbers, in the order in which
 * they came; ids and keys of players are not told. */
#ifndef LW_STORE_TIDY_H
#define LW_STORE_TIDY_H

#include "lw/store/connection.h"

enum lw_store_tidy_type {
    LW_STORE_TIDY_INTEGER,
    LW_STORE_TIDY_NUMBER,
    LW_STORE_TIDY_FLAG,
    LW_STORE_TIDY_TEXT
};

struct lw_store_tidy_column {
    const char *name;
    enum lw_store_tidy_type type;
    bool required;
    const char *unit;    /* NULL: none */
    const char *choices; /* "a|b"; NULL: any */
    const char *about;
};

struct lw_store_tidy_key {
    const char *columns, *table, *there;
};

struct lw_store_tidy_table {
    const char *name, *about;
    const struct lw_store_tidy_column *columns;
    size_t n_columns;
    const char *primary_key; /* columns parted by blanks */
    const struct lw_store_tidy_key *keys;
    size_t n_keys;
    const char *select; /* the store's own */
};
extern const struct lw_store_tidy_table lw_store_tidy_tables[]; /* ends with name NULL */

struct lw_store_tidy_value {
    bool is_null;
    int64_t integer; /* INTEGER, FLAG */
    double number;
    const char *text; /* until the function returns */
};
/* values: one a column. */
typedef lw_status (*lw_store_tidy_fn)(void *ctx, const struct lw_store_tidy_table *table,
                                      const struct lw_store_tidy_value *values,
                                      struct lw_error *err);
/* All rows of all tables as of one moment, table by table, each in the order of its
 * primary key. Nothing else may use the connection meanwhile. */
lw_status lw_store_tidy(struct lw_store *store, lw_store_tidy_fn row, void *ctx,
                        struct lw_error *err) LW_MUST_CHECK;

#endif
