/* PuzzleScript as a kind of game, and its levels. */
#ifndef LW_PUZZLESCRIPT_LEVEL_H
#define LW_PUZZLESCRIPT_LEVEL_H

#include "lw/game.h"
#include "lw/puzzlescript/engine.h"

struct lw_ps_level {
    struct lw_level base;
    uint32_t width, height;
    uint32_t line;
    uint64_t *cells; /* column-major */
};

/* cells is copied. */
lw_status lw_ps_level_create(const struct lw_ps_game *game, uint32_t width,
                             uint32_t height, const uint64_t *cells,
                             struct lw_ps_level **out,
                             struct lw_error *err) LW_MUST_CHECK;
const struct lw_ps_level *lw_ps_level_of(const struct lw_level *level);
/* The engine behind a play handle of this kind. */
struct lw_ps_engine *lw_ps_engine_of(struct lw_play *play);

extern const struct lw_game_kind lw_puzzlescript_kind;

#endif
