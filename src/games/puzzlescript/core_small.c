/* The engine's core for boards of one word: up to 64 cells, 64 objects, 12 layers. */
#define PS_OW(e) 1U
#define PS_MW(e) 1U
#define PS_BW(e) 1U
#define PS_CORE ps_core_small

#include "core_board.h"
#include "core_effect.h"
#include "core_match.h"
#include "core_move.h"
#include "core_rules.h"
#include "core_turn.h"
