/* Play: drawn paths as a packed state.
 *
 * One byte a square: 0 nothing drawn, 1 + direction towards the square before it on its
 * path, FLOW_START at the endpoint where a path of two or more squares begins. A complete
 * path begins at its colour's first endpoint, so equal drawings are equal bytes. */
#ifndef FLOW_PLAY_H
#define FLOW_PLAY_H

#include "flow_internal.h"

#define FLOW_START 5

struct flow_play {
    struct lw_play play;
    const struct lw_alloc *alloc;
    const struct lw_flow_level *level;
    uint8_t *scratch; /* a state */
};

/* The neighbour in a direction; false off the board. */
bool lw_flow_step_cell(const struct lw_flow_level *level, uint32_t cell, uint32_t dir,
                       uint32_t *next);
/* The colour drawn on a square (its own colour for endpoints), or n_colours. */
uint32_t lw_flow_colour_at(const struct lw_flow_level *level, const uint8_t *state,
                           uint32_t cell);
/* Where the path of a colour begins, or n_cells when nothing of it is drawn. */
uint32_t lw_flow_path_start(const struct lw_flow_level *level, const uint8_t *state,
                            uint32_t colour);
/* The square after this one on its path; false at the tip. */
bool lw_flow_path_next(const struct lw_flow_level *level, const uint8_t *state,
                       uint32_t cell, uint32_t *next, uint32_t *dir);
bool lw_flow_path_complete(const struct lw_flow_level *level, const uint8_t *state,
                           uint32_t colour);
bool lw_flow_state_won(const struct lw_flow_level *level, const uint8_t *state);

/* One press-drag-release. begin puts the finger down; step moves it by one square and
 * refuses what the finger cannot do; end lifts it. why names the reason of a refusal. */
struct flow_drag {
    const struct lw_flow_level *level;
    uint8_t *state;
    uint32_t colour, tip;
    const char *why;
};
bool lw_flow_drag_begin(struct flow_drag *drag, const struct lw_flow_level *level,
                        uint8_t *state, uint32_t cell);
bool lw_flow_drag_step(struct flow_drag *drag, uint32_t dir);
void lw_flow_drag_end(struct flow_drag *drag);

void lw_flow_draw(struct lw_play *play, const void *state, struct lw_draw_list *list);

#endif
