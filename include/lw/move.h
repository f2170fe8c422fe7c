/* Move below the game table: balls that all go the same way at once (van Kreveld,
 * Löffler, Mutser 2015), the board that play and search share, and the exhaustive
 * search. */
#ifndef LW_MOVE_H
#define LW_MOVE_H

#include "lw/game.h"
#include "lw/grid.h"

extern const struct lw_game_kind lw_move_kind;

#define LW_MOVE_MAX_SIDE 64 /* squares; larger boards are refused on reading */
#define LW_MOVE_MAX_COLOURS 26

/* A square: the ball on it, the goal on it, each 0 or a colour from 1; or a rock. */
struct lw_move_square {
    uint8_t rock;
    uint8_t ball;
    uint8_t goal;
};

struct lw_move_level {
    struct lw_level level;
    uint32_t width, height;
    uint32_t n_balls, n_colours, n_rocks;
    struct lw_move_square squares[]; /* row-major */
};

/* Copies the squares. Refuses what no reader may pass on: sizes out of range, no ball,
 * balls and goals of a colour unlike in number, anything on a rock. */
lw_status lw_move_level_create(const struct lw_game *game, uint32_t width,
                               uint32_t height, const struct lw_move_square *squares,
                               struct lw_move_level **out,
                               struct lw_error *err) LW_MUST_CHECK;
const struct lw_move_level *lw_move_level_of(const struct lw_level *level);
/* Does a row of touching balls move as a whole (rule collide=train), or does any ball
 * ahead block (static)? */
bool lw_move_is_train(const struct lw_game *game);

/* The board. */

#define LW_MOVE_NO_SQUARE UINT16_MAX

/* A packed state is the balls' squares, one byte each (two on boards of more than 256
 * squares), colour by colour and ascending within a colour: balls of one colour are
 * interchangeable. */
struct lw_move_board {
    struct lw_arena arena;
    const struct lw_move_level *level;
    bool train;
    uint32_t n_squares, n_balls;
    uint32_t square_bytes, state_bytes;
    uint16_t (*next)[LW_N_DIRS]; /* [square][dir], LW_MOVE_NO_SQUARE at edges and rocks */
    uint8_t *colour;             /* [ball]: colour of the ball in that place of a state */
    uint8_t *goal;               /* [square] */
    uint16_t *nearest;           /* [ball * n_squares + square]: to the closest goal */
    uint8_t *taken;              /* [square]: scratch, all zero between calls */
    uint16_t *from, *to;         /* [ball]: scratch */
    uint8_t *held;               /* [square]: scratch, all zero between calls */
    uint16_t *order;             /* [ball]: scratch */
};

/* The level outlives the board. One thread at a time. */
lw_status lw_move_board_init(struct lw_move_board *board,
                             const struct lw_move_level *level,
                             const struct lw_alloc *alloc) LW_MUST_CHECK;
void lw_move_board_free(struct lw_move_board *board);
void lw_move_board_start(const struct lw_move_board *board, uint8_t *state);
/* The one state that solves the level. */
void lw_move_board_end(const struct lw_move_board *board, uint8_t *state);
/* Brings the balls' squares in order, colour by colour, and packs them. */
void lw_move_board_pack(const struct lw_move_board *board, uint16_t *squares,
                        uint8_t *state);
/* Moves all balls; false when none moved (out is then a copy). */
bool lw_move_board_step(struct lw_move_board *board, const uint8_t *state,
                        enum lw_dir dir, uint8_t *out);
bool lw_move_board_won(const struct lw_move_board *board, const uint8_t *state);
/* Sum over the balls of the city-block distance to the closest goal of their colour. */
uint32_t lw_move_board_distance(const struct lw_move_board *board, const uint8_t *state);
/* Square of the ball in that place of a state. */
uint32_t lw_move_board_square(const struct lw_move_board *board, const uint8_t *state,
                              uint32_t ball);

/* The search. */

/* Breadth-first over all states. Shortest solutions are counted, and their
 * counterintuitive moves (after which the distance sum is larger), along the layers. */
struct lw_move_search {
    enum lw_outcome outcome;
    enum lw_stop stop;
    uint32_t n_moves;        /* of a shortest solution */
    double n_shortest;       /* shortest solutions; exact up to 2^53 */
    uint32_t ci_first;       /* of the first one in the order up, right, down, left */
    uint32_t ci_min, ci_max; /* over all of them */
    uint32_t n_states;       /* met until the solution was taken up, or all there are */
    uint64_t n_expanded, n_generated;
    size_t peak_bytes;
    struct lw_buffer solution;         /* the first one, letters U R D L */
    const struct lw_state_set *within; /* look at no other states; NULL: at all */
    uint32_t most_moves; /* of the search from both ends: give up beyond; 0: never */
};

/* start NULL: the level's own. search->solution must be initialised. */
lw_status lw_move_search_run(struct lw_move_search *search, struct lw_move_board *board,
                             const uint8_t *start, struct lw_meter *meter,
                             const struct lw_alloc *alloc) LW_MUST_CHECK;
/* The same answer from both ends at once, which meets far fewer states: all members are
 * as above but n_states, n_expanded and n_generated, which count what it met. With many
 * balls it searches from the start alone. */
lw_status lw_move_meet_run(struct lw_move_search *search, struct lw_move_board *board,
                           const uint8_t *start, struct lw_meter *meter,
                           const struct lw_alloc *alloc) LW_MUST_CHECK;

#endif
