/* Generic searches over small callback tables: breadth-first, A* and best-first over
 * packed states; Monte-Carlo tree search; a genetic algorithm; a quality-diversity
 * archive (MAP-Elites). No game is named here; a game's play operations fill the graph
 * table almost one to one.
 *
 * All of them are deterministic in (callbacks, parameters, random stream) as long as the
 * meter's budget has no time in it. */
#ifndef LW_SEARCH_H
#define LW_SEARCH_H

#include "lw/search/archive.h"
#include "lw/search/genetic.h"
#include "lw/search/graph.h"
#include "lw/search/mcts.h"

#endif
