/* The engine's core for cells of one word, boards of any size. */
#define PS_OW(e) 1U
#define PS_MW(e) 1U
#define PS_BW(e) ((e)->board_words)
#define PS_CORE ps_core_wide

#include "core_board.h"
#include "core_effect.h"
#include "core_match.h"
#include "core_move.h"
#include "core_rules.h"
#include "core_turn.h"
