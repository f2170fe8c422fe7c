/* The generators of Sokoban, as generators.c lists them. */
#ifndef SOKOBAN_GENERATORS_H
#define SOKOBAN_GENERATORS_H

#include "lw/game.h"

extern const struct lw_generator lw_sokoban_farthest;
extern const struct lw_generator lw_sokoban_mcts;
extern const struct lw_generator lw_sokoban_evolve;
extern const struct lw_generator lw_sokoban_compose;

#endif
