/* Rectangular grids: directions, the eight symmetries, flood fill, canonical form. */
#ifndef LW_GRID_H
#define LW_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Clockwise from up, so that opposite is +2 and a right turn is +1 (mod 4). */
enum lw_dir { LW_DIR_UP, LW_DIR_RIGHT, LW_DIR_DOWN, LW_DIR_LEFT, LW_N_DIRS };

int lw_dir_dx(enum lw_dir dir);
int lw_dir_dy(enum lw_dir dir);
enum lw_dir lw_dir_opposite(enum lw_dir dir);

/* A symmetry of the rectangle: bit 2 transposes first, then bit 0 mirrors left-right and
 * bit 1 mirrors top-bottom. 0 is the identity. */
#define LW_N_SYMMETRIES 8
enum { LW_SYM_MIRROR_X = 1, LW_SYM_MIRROR_Y = 2, LW_SYM_TRANSPOSE = 4 };

/* Size after applying sym to a width x height grid. */
void lw_sym_size(int sym, uint32_t width, uint32_t height, uint32_t *out_width,
                 uint32_t *out_height);
struct lw_grid_cell {
    uint32_t x, y;
};
/* Where a cell of the width x height grid lands. */
struct lw_grid_cell lw_sym_cell(int sym, uint32_t width, uint32_t height,
                                struct lw_grid_cell cell);
enum lw_dir lw_sym_dir(int sym, enum lw_dir dir);

/* Copies the grid in through sym; in and out do not overlap. */
void lw_grid_transform(int sym, uint32_t width, uint32_t height, const uint8_t *in,
                       uint8_t *out);

/* The symmetry whose transformed grid (width, height, then rows) is least in byte order;
 * scratch holds width*height bytes twice, *best points into it. allowed is a mask of the
 * symmetries that may be used (0xff: all). */
int lw_grid_canonical(uint32_t width, uint32_t height, const uint8_t *cells,
                      unsigned allowed, uint8_t *scratch, const uint8_t **best);

struct lw_flood {
    uint32_t width, height;
    const uint8_t *cells;
    uint8_t blocked_bits;
    uint8_t *reached; /* width*height bytes, cleared first */
    uint32_t *stack;  /* scratch for width*height indices */
};
/* Marks in reached every cell 4-connected to start through cells for which
 * (cells[i] & blocked_bits) == 0. Returns the number marked; 0 when start itself is
 * blocked. */
size_t lw_grid_flood(const struct lw_flood *flood, size_t start);

#endif
