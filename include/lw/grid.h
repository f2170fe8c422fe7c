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
/* Where cell (x, y) of the width x height grid lands. */
void lw_sym_cell(int sym, uint32_t width, uint32_t height, uint32_t x, uint32_t y,
                 uint32_t *out_x, uint32_t *out_y);
enum lw_dir lw_sym_dir(int sym, enum lw_dir dir);

/* Copies the grid in through sym; in and out do not overlap. */
void lw_grid_transform(int sym, uint32_t width, uint32_t height, const uint8_t *in,
                       uint8_t *out);

/* The symmetry whose transformed grid (width, height, then rows) is least in byte order;
 * scratch holds width*height bytes twice, *best points into it. allowed is a mask of the
 * symmetries that may be used (0xff: all). */
int lw_grid_canonical(uint32_t width, uint32_t height, const uint8_t *cells,
                      unsigned allowed, uint8_t *scratch, const uint8_t **best);

/* Marks in reached (width*height bytes, cleared first) every cell 4-connected to start
 * through cells for which (cells[i] & blocked_bits) == 0. stack holds width*height
 * indices. Returns the number marked; 0 when start itself is blocked. */
size_t lw_grid_flood(uint32_t width, uint32_t height, const uint8_t *cells,
                     uint8_t blocked_bits, size_t start, uint8_t *reached,
                     uint32_t *stack);

#endif
