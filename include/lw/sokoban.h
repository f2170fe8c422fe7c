/* Sokoban below the game table: the level as cells, the numbered board that solvers and
 * generators work on, and what a line of play measures. */
#ifndef LW_SOKOBAN_H
#define LW_SOKOBAN_H

#include "lw/game.h"
#include "lw/grid.h"

extern const struct lw_game_kind lw_sokoban_kind;

/* Bits of a cell. No bit: floor, or the void outside the walls. */
enum {
    LW_SOKOBAN_WALL = 1,
    LW_SOKOBAN_GOAL = 2,
    LW_SOKOBAN_BOX = 4,
    LW_SOKOBAN_PLAYER = 8
};

#define LW_SOKOBAN_MAX_SIDE 1000 /* squares; larger boards are refused on reading */

struct lw_sokoban_level {
    struct lw_level level;
    uint32_t width, height;
    uint32_t n_boxes, n_goals, n_players;
    uint32_t player; /* cell index when n_players > 0 */
    uint8_t cells[]; /* row-major, width*height */
};

/* Copies the cells and counts; takes what reading takes (no checks but the size). */
lw_status lw_sokoban_level_create(const struct lw_game *game, uint32_t width,
                                  uint32_t height, const uint8_t *cells,
                                  struct lw_sokoban_level **out,
                                  struct lw_error *err) LW_MUST_CHECK;
const struct lw_sokoban_level *lw_sokoban_level_of(const struct lw_level *level);
/* Draws any level, also one that cannot be played yet: what an editor shows. */
void lw_sokoban_draw_level(const struct lw_sokoban_level *level,
                           struct lw_draw_list *list);
/* The level's cells with boxes and player where a state of its play handle has them;
 * cells has width*height bytes. */
void lw_sokoban_play_cells(struct lw_play *play, const void *state, uint8_t *cells);

/* The board: floor squares the player could reach with all boxes away, numbered in
 * row-major order; boxes walled off from them are decoration. Made only from levels that
 * validate. */
#define LW_SOKOBAN_NO_SQUARE UINT16_MAX
struct lw_sokoban_board {
    const struct lw_alloc *alloc;
    uint32_t width, height;
    uint32_t n_squares;
    uint32_t n_boxes; /* on squares */
    uint16_t player;
    uint16_t (*next)[LW_N_DIRS]; /* [square][dir], LW_SOKOBAN_NO_SQUARE at walls */
    uint32_t *cell_of;           /* [square] */
    uint16_t *square_of;         /* [cell], LW_SOKOBAN_NO_SQUARE off the board */
    uint16_t *boxes;             /* [n_boxes], ascending */
    uint16_t *goals;             /* [n_boxes], ascending */
};
lw_status lw_sokoban_board_create(const struct lw_level *level,
                                  const struct lw_alloc *alloc,
                                  struct lw_sokoban_board **out,
                                  struct lw_error *err) LW_MUST_CHECK;
void lw_sokoban_board_destroy(struct lw_sokoban_board *board);

/* Sums over boxes matched with goals, of what lies in the rectangle from box to goal with
 * both ends: Kartal et al. (2016) weigh them into congestion, eq. 1 from the first three,
 * eq. 2 from the last two. */
struct lw_sokoban_congestion {
    double boxes, goals, walls;
    double boxes_by_open, goals_by_open; /* each rectangle's count by its open squares */
};
lw_status lw_sokoban_congestion_of(const struct lw_level *level,
                                   const struct lw_runtime *runtime,
                                   struct lw_sokoban_congestion *out,
                                   struct lw_error *err) LW_MUST_CHECK;

/* What a line of play measures; the order of the kind's measures.
 *   lines     runs of pushes of one box in one direction: a turn or another box starts a
 *             new line, a walk between two such pushes does not
 *   changes   the pushed box differs from the one pushed before; the first push counts
 *   sessions  runs of pushes without a walking step between (pushing sessions)
 *   player_lines  runs of steps in one direction, walking and pushing alike */
#define LW_SOKOBAN_MEASURES(X)                                                           \
    X(MOVES, moves, LW_MEASURE_COUNTER, "steps of the player")                           \
    X(PUSHES, pushes, LW_MEASURE_COUNTER | LW_MEASURE_FEWEST, "steps that push a box")   \
    X(LINES, lines, LW_MEASURE_HARDER, "straight runs of pushes of one box")             \
    X(CHANGES, changes, 0, "times another box is taken up, the first included")          \
    X(SESSIONS, sessions, 0, "runs of pushes with no walking step between")              \
    X(PLAYER_LINES, player_lines, 0, "straight runs of steps of the player")
enum {
#define X(code, name, flags, help) LW_SOKOBAN_##code,
    LW_SOKOBAN_MEASURES(X)
#undef X
        LW_SOKOBAN_N_MEASURES
};

/* The metrics of solve, in kind order. */
#define LW_SOKOBAN_METRICS(X)                                                            \
    X(PUSHES, "pushes", "fewest pushes")                                                 \
    X(ANY, "any", "any solution, quickly")                                               \
    X(MOVES, "moves", "fewest moves")                                                    \
    X(LINES, "lines", "fewest box lines")                                                \
    X(CHANGES, "changes", "fewest box changes")                                          \
    X(PUSHES_MOVES, "pushes-moves", "fewest pushes, then fewest moves")                  \
    X(MOVES_PUSHES, "moves-pushes", "fewest moves, then fewest pushes")
enum lw_sokoban_metric {
#define X(code, name, help) LW_SOKOBAN_METRIC_##code,
    LW_SOKOBAN_METRICS(X)
#undef X
        LW_SOKOBAN_N_METRICS
};

#endif
