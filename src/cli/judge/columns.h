/* Text in columns. */
#ifndef CLI_COLUMNS_H
#define CLI_COLUMNS_H

#include <stdio.h>

/* Prints text safely (see cli_put_safe), cut with "…" or filled up to exactly so many
 * columns; every scalar counts one. */
void cli_put_columns(FILE *out, const char *text, size_t columns);

#endif
