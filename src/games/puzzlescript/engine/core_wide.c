/* The engine's core for cells of one word, boards of any size. */
#define PS_OW(e) 1U
#define PS_MW(e) 1U
#define PS_BW(e) ((e)->board_words)
#define PS_CORE lw_ps_core_wide

#include "engine/core_board.h"
#include "engine/core_effect.h"
#include "engine/core_match.h"
#include "engine/core_move.h"
#include "engine/core_rules.h"
#include "engine/core_turn.h"
