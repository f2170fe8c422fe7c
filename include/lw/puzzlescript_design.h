/* Designing for PuzzleScript games: what their rules mean, an automated player, six
 * scores of a level, and level outlines. After Khalifa and Fayek, "Automatic Puzzle Level
 * Generation: A General Approach using a Description Language" (2015). */
#ifndef LW_PUZZLESCRIPT_DESIGN_H
#define LW_PUZZLESCRIPT_DESIGN_H

#include "lw/puzzlescript/analysis.h"
#include "lw/puzzlescript/make.h"
#include "lw/puzzlescript/player.h"
#include "lw/puzzlescript/scores.h"

#endif
