/* The engine's core for boards of one word: up to 64 cells, 64 objects, 12 layers. */
#define PS_OW(e) 1U
#define PS_MW(e) 1U
#define PS_BW(e) 1U
#define PS_CORE lw_ps_core_small

#include "engine/core_board.h"
#include "engine/core_effect.h"
#include "engine/core_match.h"
#include "engine/core_move.h"
#include "engine/core_rules.h"
#include "engine/core_turn.h"
