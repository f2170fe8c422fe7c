/* Every generator of Sokoban levels: one line each. */
#include "make/generators.h"

#include <stddef.h>

#include "sokoban_internal.h"

const struct lw_generator *const lw_sokoban_generators[] = {
    &lw_sokoban_farthest, &lw_sokoban_mcts, &lw_sokoban_evolve, &lw_sokoban_compose, NULL,
};
