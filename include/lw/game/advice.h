/* The advice group: hints, and whether a position is lost. */
#ifndef LW_GAME_ADVICE_H
#define LW_GAME_ADVICE_H

#include <stddef.h>
#include <stdint.h>

#include "lw/game/solve.h"

struct lw_advice {
    enum lw_outcome outcome; /* of the position: can it still be won? */
    struct lw_buffer move;   /* next move(s) when solved */
    uint32_t *cells; /* cells concerned when dead, or to point at; row-major indices */
    size_t n_cells;
    const struct lw_alloc *alloc;
    char text[200]; /* a sentence for the player */
};

void lw_advice_init(struct lw_advice *advice, const struct lw_alloc *alloc);
void lw_advice_free(struct lw_advice *advice);

struct lw_advice_ops {
    lw_status (*hint)(struct lw_play *play, const void *state,
                      const struct lw_runtime *runtime, const struct lw_budget *budget,
                      struct lw_advice *advice);
    /* UNSOLVABLE only when proved; LIMIT: cannot tell within the budget. */
    lw_status (*dead)(struct lw_play *play, const void *state,
                      const struct lw_runtime *runtime, const struct lw_budget *budget,
                      struct lw_advice *advice);
};

#endif
