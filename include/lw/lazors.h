/* Lazors below the game table: the board in cells and half-cell points, and the exact
 * path of light (van Kreveld, Löffler, Mutser 2015; levels in the .bff convention).
 *
 * Points have half-cell coordinates: x in 0..2*width, y in 0..2*height. Cell (c, r) has
 * its centre at (2c+1, 2r+1). Light is only ever at the midpoint of a cell side, a point
 * with exactly one odd coordinate, and runs diagonally from there. */
#ifndef LW_LAZORS_H
#define LW_LAZORS_H

#include "lw/game.h"

extern const struct lw_game_kind lw_lazors_kind;

#define LW_LAZORS_MAX_SIDE 64 /* cells; larger boards are refused on reading */

enum lw_lazors_block {
    LW_LAZORS_EMPTY,
    LW_LAZORS_MIRROR,  /* A: reflects */
    LW_LAZORS_OPAQUE,  /* B: ends a beam */
    LW_LAZORS_REFRACT, /* C: lets a beam pass and reflects it too */
    LW_LAZORS_N_BLOCKS
};

/* A cell is a fixed block, or a bit that says a movable block may stand there. */
enum { LW_LAZORS_OPEN = 4 };

struct lw_lazors_laser {
    int16_t x, y;
    int8_t vx, vy; /* each +1 or -1 */
};

struct lw_lazors_target {
    int16_t x, y;
};

struct lw_lazors_level {
    struct lw_level level;
    size_t bytes; /* of the whole allocation */
    uint32_t width, height;
    uint32_t n_open, n_lasers, n_targets;
    uint32_t stock[LW_LAZORS_N_BLOCKS]; /* movable blocks; [EMPTY] is 0 */
    const struct lw_lazors_laser *lasers;
    const struct lw_lazors_target *targets;
    const uint32_t *open; /* cell numbers of the open cells, ascending */
    const uint8_t *cells; /* row-major */
};

/* What a level is made from. */
struct lw_lazors_parts {
    uint32_t width, height;
    const uint8_t *cells;
    uint32_t stock[LW_LAZORS_N_BLOCKS];
    const struct lw_lazors_laser *lasers;
    uint32_t n_lasers;
    const struct lw_lazors_target *targets;
    uint32_t n_targets;
};

/* Copies the parts. Refuses what no reader may pass on: sizes out of range, points that
 * are no side midpoint, no laser, no target, more blocks than open cells. */
lw_status lw_lazors_level_create(const struct lw_game *game,
                                 const struct lw_lazors_parts *parts,
                                 struct lw_lazors_level **out,
                                 struct lw_error *err) LW_MUST_CHECK;
const struct lw_lazors_level *lw_lazors_level_of(const struct lw_level *level);
/* Must all movable blocks stand on the board in a solution (rule place=all)? */
bool lw_lazors_place_all(const struct lw_game *game);

/* Light. */

/* A beam state is a point and a direction; states are numbered from 0. */
struct lw_lazors_beam {
    int32_t cell;      /* entered next; -1: off the board */
    int32_t straight;  /* state after passing through that cell */
    int32_t reflected; /* state after turning at its side */
};

/* The level's beam states in a table, and what one trace found. */
struct lw_lazors_trace {
    const struct lw_lazors_level *level;
    struct lw_arena arena;
    uint32_t columns; /* points in a row: 2*width + 1 */
    uint32_t n_points, n_states;
    const struct lw_lazors_beam *beams; /* [n_states] */
    uint8_t *seen;                      /* [n_states]: the beam comes by */
    uint8_t *crossed;                   /* [n_states]: and goes on through the cell */
    uint8_t *lit;                       /* [n_points] */
    uint32_t *queue;                    /* scratch */
    uint32_t n_lit_targets;             /* of the level's list */
    uint32_t reflections, intersections;
};

/* The level outlives the trace. */
lw_status lw_lazors_trace_init(struct lw_lazors_trace *trace,
                               const struct lw_lazors_level *level,
                               const struct lw_alloc *alloc) LW_MUST_CHECK;
void lw_lazors_trace_free(struct lw_lazors_trace *trace);
/* Runs the light over the board; blocks[cell] is what stands there, fixed ones included.
 * Linear in the board. */
void lw_lazors_trace_run(struct lw_lazors_trace *trace, const uint8_t *blocks);

static inline uint32_t lw_lazors_point(const struct lw_lazors_trace *trace, int x,
                                       int y) {
    return (uint32_t)y * trace->columns + (uint32_t)x;
}

/* Directions of a state: bit 0 set goes right, bit 1 set goes down. */
static inline uint32_t lw_lazors_state(const struct lw_lazors_trace *trace, int x, int y,
                                       int vx, int vy) {
    return lw_lazors_point(trace, x, y) * 4 + (vx > 0 ? 1u : 0u) + (vy > 0 ? 2u : 0u);
}

#endif
