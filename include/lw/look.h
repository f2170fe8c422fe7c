/* How a level looks, cell by cell, and how unlike two levels are: for every game, by what
 * a terminal would show. */
#ifndef LW_LOOK_H
#define LW_LOOK_H

#include "lw/game.h"

struct lw_look {
    const struct lw_alloc *alloc;
    uint32_t width, height;
    uint8_t *cells;       /* [8][width * height], a class each, in all eight symmetries */
    uint32_t counts[256]; /* of cells of each class */
};

/* Letters and digits name colours or pieces, which may be renamed: all capital letters
 * are one class, so are all small ones and all digits. */
lw_status lw_look_take(const struct lw_level *level, const struct lw_alloc *alloc,
                       struct lw_look *out, struct lw_error *err) LW_MUST_CHECK;
void lw_look_free(struct lw_look *look); /* also of zeros */

/* Share of the cells that are not background in both in which the two differ, one laid
 * upon the other in the best of the eight ways; 1 when their sizes never agree. */
double lw_look_distance(const struct lw_look *a, const struct lw_look *b);

#endif
