/* Writing CSV (RFC 4180) that a spreadsheet opens as data and nothing else.
 *
 * A cell that begins like a formula (=, +, -, @, tab or return, after any blanks) and is
 * no number gets an apostrophe in front; reading it back shows that apostrophe. */
#ifndef LW_BASE_CSV_H
#define LW_BASE_CSV_H

#include <stddef.h>

#include "lw/base/buffer.h"

struct lw_csv_writer {
    struct lw_buffer *buf;
    size_t n_cells; /* of the row so far */
};

void lw_csv_begin(struct lw_csv_writer *csv, struct lw_buffer *buf);
/* NULL writes an empty cell. */
void lw_csv_text(struct lw_csv_writer *csv, const char *text);
/* The shortest decimal that reads back the same; NaN and infinity are empty cells. */
void lw_csv_number(struct lw_csv_writer *csv, double value);
void lw_csv_row_end(struct lw_csv_writer *csv);

#endif
