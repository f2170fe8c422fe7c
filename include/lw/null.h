/* The smallest complete game, kept as a template: a counter that moves along a line to a
 * flag. docs/adding-a-game.md explains it. */
#ifndef LW_NULL_H
#define LW_NULL_H

#include "lw/game.h"

extern const struct lw_game_kind lw_null_kind;

#endif
