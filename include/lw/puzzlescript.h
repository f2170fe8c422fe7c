/* PuzzleScript: a game is one source file, compiled; levels are its LEVELS section.
 *
 * The compiled form is open to read, for analysers and generators: objects, names,
 * expanded rules with their masks, win conditions, levels. Sets of objects are runs of
 * 64-bit words (game->obj_words of them, bit = object id), sets of movements likewise
 * (game->mov_words; bit = 5 * layer + enum lw_ps_dir). The engine plays one level with
 * all of the language: again, checkpoints, undo, randomness; see docs/puzzlescript.md. */
#ifndef LW_PUZZLESCRIPT_H
#define LW_PUZZLESCRIPT_H

#include "lw/puzzlescript/conform.h"
#include "lw/puzzlescript/engine.h"
#include "lw/puzzlescript/game.h"
#include "lw/puzzlescript/level.h"

#endif
