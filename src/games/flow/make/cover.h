/* Covers: disjoint paths that fill the board; what the generator works on. */
#ifndef FLOW_COVER_H
#define FLOW_COVER_H

#include "solve/engine.h"

struct flow_cover {
    uint32_t width, height, n_cells, n_paths;
    int32_t step[LW_N_DIRS];
    uint8_t *links; /* [cell] directions to the neighbours on the path */
    uint8_t *path;  /* [cell] which path */
    uint8_t *old_links, *old_path;
    uint8_t inner[LW_FLOW_MAX_SIDE * LW_FLOW_MAX_SIDE];
    uint16_t ends[LW_FLOW_MAX_COLOURS][2];
    uint16_t old_ends[LW_FLOW_MAX_COLOURS][2];
    uint32_t len[LW_FLOW_MAX_COLOURS];
    uint8_t cells[4][LW_FLOW_MAX_SIDE * LW_FLOW_MAX_SIDE];
};

struct flow_cover_wish {
    uint32_t min_len; /* squares of the shortest path */
    uint32_t turns;   /* more are disliked */
    uint32_t border;  /* fewer ends on the border are disliked */
};

/* A random cover with so many paths; false when that many do not fit. */
bool lw_flow_cover_begin(struct flow_cover *cover, uint32_t width, uint32_t height,
                         uint32_t n_paths, uint32_t min_len, struct lw_rng *rng);
/* Tries n random changes, cooling down; near (may be NULL) marks the squares that a
 * change must begin at. */
void lw_flow_cover_anneal(struct flow_cover *cover, const struct flow_cover_wish *wish,
                          uint32_t n, double heat, const uint8_t *near_cells,
                          struct lw_rng *rng);
/* Cuts a path at an edge that `other` does not use, so that `other` is no solution any
 * more; false when no cut leaves paths long enough. */
bool lw_flow_cover_cut(struct flow_cover *cover, const uint8_t *other, uint32_t min_len,
                       struct lw_rng *rng);
/* Ends on the border of the board. */
uint32_t lw_flow_cover_border(const struct flow_cover *cover);
uint32_t lw_flow_cover_turns(const struct flow_cover *cover);
/* Neighbouring squares of one path that are not consecutive on it. */
uint32_t lw_flow_cover_touches(const struct flow_cover *cover);

#endif
