/* Directions, symmetries, flood fill. */
#include "lw/grid.h"

#include <string.h>

int lw_dir_dx(enum lw_dir dir) {
    static const int dx[LW_N_DIRS] = {0, 1, 0, -1};
    return dx[dir];
}

int lw_dir_dy(enum lw_dir dir) {
    static const int dy[LW_N_DIRS] = {-1, 0, 1, 0};
    return dy[dir];
}

enum lw_dir lw_dir_opposite(enum lw_dir dir) {
    return (enum lw_dir)((dir + 2) & 3);
}

void lw_sym_size(int sym, uint32_t width, uint32_t height, uint32_t *out_width,
                 uint32_t *out_height) {
    bool swap = (sym & LW_SYM_TRANSPOSE) != 0;
    *out_width = swap ? height : width;
    *out_height = swap ? width : height;
}

struct lw_grid_cell lw_sym_cell(int sym, uint32_t width, uint32_t height,
                                struct lw_grid_cell cell) {
    if (sym & LW_SYM_TRANSPOSE) {
        cell = (struct lw_grid_cell){cell.y, cell.x};
        uint32_t hold = width;
        width = height;
        height = hold;
    }
    return (struct lw_grid_cell){sym & LW_SYM_MIRROR_X ? width - 1 - cell.x : cell.x,
                                 sym & LW_SYM_MIRROR_Y ? height - 1 - cell.y : cell.y};
}

enum lw_dir lw_sym_dir(int sym, enum lw_dir dir) {
    unsigned d = (unsigned)dir;
    if (sym & LW_SYM_TRANSPOSE) {
        d = 3 - d; /* up <-> left, right <-> down */
    }
    if ((sym & LW_SYM_MIRROR_X) && (d & 1)) {
        d ^= 2;
    }
    if ((sym & LW_SYM_MIRROR_Y) && !(d & 1)) {
        d ^= 2;
    }
    return (enum lw_dir)d;
}

void lw_grid_transform(int sym, uint32_t width, uint32_t height, const uint8_t *in,
                       uint8_t *out) {
    uint32_t out_width, out_height;
    lw_sym_size(sym, width, height, &out_width, &out_height);
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            struct lw_grid_cell to =
                lw_sym_cell(sym, width, height, (struct lw_grid_cell){x, y});
            out[(size_t)to.y * out_width + to.x] = in[(size_t)y * width + x];
        }
    }
}

int lw_grid_canonical(uint32_t width, uint32_t height, const uint8_t *cells,
                      unsigned allowed, uint8_t *scratch, const uint8_t **best) {
    size_t n = (size_t)width * height;
    uint8_t *kept = scratch, *trial = scratch + n;
    int best_sym = -1;
    uint32_t best_width = 0;
    for (int sym = 0; sym < LW_N_SYMMETRIES; sym++) {
        if (!(allowed >> sym & 1)) {
            continue;
        }
        uint32_t w, h;
        lw_sym_size(sym, width, height, &w, &h);
        /* The narrower orientation wins before any cell is looked at. */
        if (best_sym >= 0 && w > best_width) {
            continue;
        }
        lw_grid_transform(sym, width, height, cells, trial);
        if (best_sym < 0 || w < best_width || memcmp(trial, kept, n) < 0) {
            uint8_t *hold = kept;
            kept = trial;
            trial = hold;
            best_sym = sym;
            best_width = w;
        }
    }
    *best = kept;
    return best_sym;
}

size_t lw_grid_flood(const struct lw_flood *flood, size_t start) {
    const uint32_t width = flood->width, height = flood->height;
    const uint8_t *cells = flood->cells, blocked_bits = flood->blocked_bits;
    uint8_t *reached = flood->reached;
    uint32_t *stack = flood->stack;
    size_t n_marked = 0, n_stack = 0;
    memset(reached, 0, (size_t)width * height);
    if (cells[start] & blocked_bits) {
        return 0;
    }
    stack[n_stack++] = (uint32_t)start;
    reached[start] = 1;
    while (n_stack > 0) {
        uint32_t at = stack[--n_stack];
        uint32_t x = at % width, y = at / width;
        n_marked++;
        for (int dir = 0; dir < LW_N_DIRS; dir++) {
            if ((dir == LW_DIR_UP && y == 0) || (dir == LW_DIR_DOWN && y + 1 == height) ||
                (dir == LW_DIR_LEFT && x == 0) ||
                (dir == LW_DIR_RIGHT && x + 1 == width)) {
                continue;
            }
            uint32_t to = (uint32_t)((int64_t)at + lw_dir_dx((enum lw_dir)dir) +
                                     (int64_t)lw_dir_dy((enum lw_dir)dir) * width);
            if (!reached[to] && !(cells[to] & blocked_bits)) {
                reached[to] = 1;
                stack[n_stack++] = to;
            }
        }
    }
    return n_marked;
}
