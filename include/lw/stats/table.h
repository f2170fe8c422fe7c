/* Tables: CSV with named columns. */
#ifndef LW_STATS_TABLE_H
#define LW_STATS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/status.h"

struct lw_column {
    const char *name;
    const char **text;        /* [n_rows], as written, never NULL */
    double *value;            /* [n_rows], NaN where the cell is no number */
    size_t n_missing;         /* empty cells, or "NA" */
    size_t n_not_numbers;     /* neither missing nor a number */
    size_t first_bad_row;     /* first row that is no number, from 1; 0: none */
    size_t first_missing_row; /* the same for missing cells */
};

struct lw_table {
    struct lw_arena arena;
    struct lw_column *columns;
    size_t n_columns, n_rows;
    uint32_t *lines; /* [n_rows], where each row begins in the text, from 1 */
};

/* Reads CSV (RFC 4180, a header line; LF, CRLF or CR; a byte order mark is skipped, blank
 * lines are no rows). Refuses duplicate or empty column names, ragged rows, other
 * separators and zero bytes, naming row and column. */
lw_status lw_table_read(const struct lw_alloc *alloc, const char *text, size_t len,
                        struct lw_table *out, struct lw_error *err) LW_MUST_CHECK;
void lw_table_free(struct lw_table *table);
const struct lw_column *lw_table_find(const struct lw_table *table, const char *name);
/* The column, which must exist and hold a number in every row. */
lw_status lw_table_numbers(const struct lw_table *table, const char *name,
                           const double **out, struct lw_error *err) LW_MUST_CHECK;
/* For columns of names: refuses a missing cell, in one row (from 0) or in any. */
lw_status lw_column_name(const struct lw_column *column, size_t row,
                         struct lw_error *err) LW_MUST_CHECK;
lw_status lw_column_names(const struct lw_column *column,
                          struct lw_error *err) LW_MUST_CHECK;

#endif
