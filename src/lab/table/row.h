/* Rows of numbers: people see the words, programs an object a row. */
#ifndef LAB_ROW_H
#define LAB_ROW_H

#include "lw/command/cli.h"

struct lab_columns {
    const char *const *keys; /* [n], of the object */
    size_t n;
    int digits; /* for people */
};
void lab_put_row(struct cli *cli, bool json, const char *table, const char *row,
                 const struct lab_columns *columns, const double *values);

#endif
