/* Rows of levels beside a compiled game. */
#ifndef ROWS_H
#define ROWS_H

#include "lw/puzzlescript.h"

/* False: the text is more than plain rows, and nothing was added. Else *status says what
 * came of adding its levels to the set. */
bool lw_ps_read_rows(const struct lw_ps_game *game, const char *text, size_t len,
                     struct lw_collection *set, lw_status *status, struct lw_error *err);

#endif
