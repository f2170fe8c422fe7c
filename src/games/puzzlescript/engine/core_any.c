/* The engine's core for any size. */
#define PS_OW(e) ((e)->ow)
#define PS_MW(e) ((e)->mw)
#define PS_BW(e) ((e)->board_words)
#define PS_CORE lw_ps_core_any

#include "engine/core_board.h"
#include "engine/core_effect.h"
#include "engine/core_match.h"
#include "engine/core_move.h"
#include "engine/core_rules.h"
#include "engine/core_turn.h"
