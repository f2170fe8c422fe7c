/* Rows of numbers: people see the words, programs an object a row, and other commands of
 * the laboratory take the numbers themselves. */
#ifndef LAB_ROW_H
#define LAB_ROW_H

#include "lw/command/cli.h"

struct lab_columns {
    const char *const *keys; /* [n], of the object */
    size_t n;
    int digits; /* for people */
};

/* Where rows go. */
struct lab_rows {
    struct cli *cli;
    bool json;
    /* Takes the rows in place of printing them; then nothing else is printed either.
     * NULL: they are printed. */
    void (*take)(void *ctx, const char *table, const char *row,
                 const struct lab_columns *columns, const double *values);
    void *ctx;
};
void lab_put_row(const struct lab_rows *rows, const char *table, const char *row,
                 const struct lab_columns *columns, const double *values);
/* May headings and remarks for people be printed? */
bool lab_rows_for_people(const struct lab_rows *rows);

#endif
