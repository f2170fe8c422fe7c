/* The engine's core for any size. */
#define PS_OW(e) ((e)->ow)
#define PS_MW(e) ((e)->mw)
#define PS_BW(e) ((e)->board_words)
#define PS_CORE ps_core_any

#include "core_board.h"
#include "core_effect.h"
#include "core_match.h"
#include "core_move.h"
#include "core_rules.h"
#include "core_turn.h"
