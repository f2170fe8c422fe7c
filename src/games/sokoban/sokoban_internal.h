/* What the files of this folder share. */
#ifndef SOKOBAN_INTERNAL_H
#define SOKOBAN_INTERNAL_H

#include "lw/sokoban.h"

/* The text formats, in the order they are offered. */
enum { LW_SOKOBAN_N_FORMATS = 7 };
extern const struct lw_format lw_sokoban_formats[LW_SOKOBAN_N_FORMATS];

/* The groups of the kind's table, each in its own file. */
extern const struct lw_level_ops lw_sokoban_level_ops;
extern const struct lw_play_ops lw_sokoban_play_ops;
extern const struct lw_solve_ops lw_sokoban_solve_ops;
extern const struct lw_advice_ops lw_sokoban_advice_ops;
extern const struct lw_feature_ops lw_sokoban_feature_ops;
extern const struct lw_generator *const lw_sokoban_generators[]; /* NULL-terminated */
extern const struct lw_edit_ops lw_sokoban_edit_ops;
extern const struct lw_pointing_ops lw_sokoban_pointing_ops;
extern const struct lw_preset_ops lw_sokoban_preset_ops;
extern const struct lw_guide lw_sokoban_guide;
extern const struct lw_idea lw_sokoban_ideas[];

/* For lw_sokoban_solve_ops. */
extern const struct lw_metric lw_sokoban_metrics[LW_SOKOBAN_N_METRICS];
extern const struct lw_measure lw_sokoban_measures[LW_SOKOBAN_N_MEASURES];
lw_status lw_sokoban_measure(const struct lw_level *level, const char *moves, size_t len,
                             double values[LW_MAX_MEASURES], struct lw_error *err);

struct lw_sokoban_game {
    struct lw_game game;
    /* What a byte of a text board means after the private symbols of --rule symbols=…;
     * identity without them. */
    char symbol[256];
};

lw_status lw_sokoban_canonical(const struct lw_level *level, struct lw_id128 *id,
                               struct lw_level **canonical);

/* Where the player could walk with all boxes away: reached has one byte a cell and is
 * given to the caller, n_squares is the number set. The level has a player. */
lw_status lw_sokoban_area(const struct lw_sokoban_level *level,
                          const struct lw_alloc *alloc, uint8_t **reached,
                          size_t *n_squares, struct lw_error *err) LW_MUST_CHECK;

/* Packed states, the same for play, solve and advice: one bit a square (row-major numbers
 * of the area, as in lw_sokoban_board) for boxes, lowest bit of the first byte first,
 * then three bytes, little-endian: the player's square, and in bit 23 whether a push was
 * made in a level that starts solved (such a level is won only after a push; 0 in all
 * other levels). */
#define LW_SOKOBAN_STATE_PUSHED 0x800000u
static inline size_t lw_sokoban_state_bytes(size_t n_squares) {
    return (n_squares + 7) / 8 + 3;
}

/* Draws a position: cells as in the level but with boxes and player where they are now,
 * in_area has a byte other than 0 for every cell that is floor to be seen. */
void lw_sokoban_draw(const struct lw_sokoban_level *level, const uint8_t *cells,
                     const uint8_t *in_area, struct lw_draw_list *list);

/* A board that moves are replayed on, for measuring and for giving LURD its case. */
struct lw_sokoban_replay {
    const struct lw_sokoban_level *level;
    uint8_t *cells;
    uint32_t player;
};
lw_status lw_sokoban_replay_open(struct lw_sokoban_replay *replay,
                                 const struct lw_sokoban_level *level,
                                 struct lw_error *err) LW_MUST_CHECK;
void lw_sokoban_replay_close(struct lw_sokoban_replay *replay);
enum lw_sokoban_act { LW_SOKOBAN_BLOCKED, LW_SOKOBAN_WALK, LW_SOKOBAN_PUSH };
enum lw_sokoban_act lw_sokoban_replay_step(struct lw_sokoban_replay *replay,
                                           enum lw_dir dir);
bool lw_sokoban_replay_solved(const struct lw_sokoban_replay *replay);
/* The direction of a letter of LURD in either case; LW_N_DIRS when it is none. */
enum lw_dir lw_sokoban_lurd_dir(char letter);
extern const char lw_sokoban_walk_letters[LW_N_DIRS + 1]; /* "urdl" */
extern const char lw_sokoban_push_letters[LW_N_DIRS + 1]; /* "URDL" */

#endif
