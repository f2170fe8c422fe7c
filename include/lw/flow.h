/* Flow (Numberlink with full cover) below the game table: the level as squares.
 *
 * Rules: van Kreveld, Löffler and Mutser 2015, section IV-A1. One simple path per colour
 * joins its two endpoints; the paths are disjoint and cover every square. */
#ifndef LW_FLOW_H
#define LW_FLOW_H

#include "lw/game.h"
#include "lw/grid.h"

extern const struct lw_game_kind lw_flow_kind;

#define LW_FLOW_MAX_SIDE 64
#define LW_FLOW_MAX_COLOURS 62 /* A-Z a-z 0-9 */

/* Colours are numbered by their first endpoint in reading order. */
struct lw_flow_level {
    struct lw_level level;
    uint32_t width, height;
    uint32_t n_colours;
    char letters[LW_FLOW_MAX_COLOURS];     /* as read, for writing back */
    uint16_t ends[LW_FLOW_MAX_COLOURS][2]; /* cell indices, ascending */
    uint8_t cells[];                       /* 0, or colour + 1; row-major */
};

/* text holds width*height characters without line ends: letters and digits are
 * endpoints, anything else is empty. An error's line and column are those of the board
 * itself, from 1. */
lw_status lw_flow_level_create(const struct lw_game *game, uint32_t width,
                               uint32_t height, const char *text,
                               struct lw_flow_level **out,
                               struct lw_error *err) LW_MUST_CHECK;
const struct lw_flow_level *lw_flow_level_of(const struct lw_level *level);
/* May a path not touch itself? */
bool lw_flow_is_strict(const struct lw_game *game);

#endif
