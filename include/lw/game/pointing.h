/* The pointing group: what a mouse or a finger on the board means.
 *
 * Keys are part of the play group; so is pointer_text, which turns the cells that a drag
 * went over into a move. This group says how a page has to listen, and has the calls that
 * find whole ways.
 *
 *   sokoban       a tap walks, a drag from a box pushes it, a swipe steps
 *   puzzlescript  a swipe steps, a tap is the action key
 *   flow          the cells a drag goes over are the move
 *   lazors        a drag carries a block; a cell of the board is three by three drawn
 *                 ones
 *   move, null    a swipe steps
 */
#ifndef LW_GAME_POINTING_H
#define LW_GAME_POINTING_H

#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/buffer.h"
#include "lw/base/status.h"
#include "lw/game/types.h"

enum lw_pointing {
    LW_POINTING_SWIPE, /* a swipe is an arrow key */
    LW_POINTING_WALK,  /* as swipe; a tap walks, and what is held is dragged */
    LW_POINTING_PATH,  /* all cells of a drag are the move */
    LW_POINTING_CARRY, /* first and last cell of a drag are the move */
    LW_N_POINTINGS
};

const char *lw_pointing_name(enum lw_pointing pointing); /* swipe|walk|path|carry */

struct lw_cell_list {
    uint32_t *cells;
    size_t n;
};

struct lw_pointing_ops {
    enum lw_pointing how;
    uint32_t stride; /* drawn cells across one cell of the board; 0 means 1 */
    /* Letters of the drawn rows that a finger can take hold of; with ^ before them, all
     * but these. NULL: none. */
    const char *held;
    const char *tap_key; /* the key that a tap stands for; NULL: a tap is no key */
    /* Moves that lead the player to a cell without changing anything else. */
    lw_status (*walk)(struct lw_play *play, const void *state, uint32_t to,
                      struct lw_buffer *moves, struct lw_error *err);
    /* Moves that bring what stands at one cell to another. */
    lw_status (*drag)(struct lw_play *play, const void *state, uint32_t from, uint32_t to,
                      struct lw_buffer *moves, struct lw_error *err);
    /* Cells that drag could lead to, in the arena. */
    lw_status (*targets)(struct lw_play *play, const void *state, uint32_t from,
                         struct lw_arena *arena, struct lw_cell_list *out,
                         struct lw_error *err);
};

#endif
