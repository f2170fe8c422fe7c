/* What every game shares: a game, a level, and one thread's access to a level. Structs of
 * a kind embed these as their first member. */
#ifndef LW_GAME_TYPES_H
#define LW_GAME_TYPES_H

#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/status.h"

struct lw_game_kind;

struct lw_game {
    const struct lw_game_kind *kind;
    const struct lw_alloc *alloc;
};
typedef struct lw_game lw_game;

/* Immutable once made; may be shared between threads. */
struct lw_level {
    const struct lw_game *game; /* outlives the level */
};
typedef struct lw_level lw_level;

/* One thread's access to a level: scratch memory for stepping. */
struct lw_play {
    const struct lw_level *level; /* outlives the play handle */
    size_t state_bytes;           /* of every packed state of this level */
    /* Of games whose rules people bring: what the start and all steps have cost so far,
     * in a unit of the kind, and where they are cut off (0: nowhere). Whoever sets
     * max_work looks at work after each step: one that reached it means nothing. */
    uint64_t work, max_work;
};
typedef struct lw_play lw_play;

#endif
