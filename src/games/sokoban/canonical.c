/* The canonical form: one id for all spellings of the same puzzle.
 *
 * Two levels are the same puzzle when a symmetry of the square and a shift turn one into
 * the other after
 *   - everything outside the player's area became wall: void, walled-off rooms,
 *     decoration boxes on their goals, and walls that touch no square of the area;
 *   - the player was replaced by the set of squares reachable without a push. Where in
 *     that set the player starts changes no push and no count of pushes, lines or
 *     changes, only the first walk; such levels count as duplicates.
 * The canonical level shows the player on the first square of that set in reading order,
 * and only those walls that touch the area. The id is the hash of the least of the eight
 * transformed grids. Levels that do not validate are compared as they stand, trimmed to
 * what is not floor, under the eight symmetries. */
#include <string.h>

#include "sokoban_internal.h"

enum { SEED_VALID = 0x50b0, SEED_AS_IT_STANDS = 0x50b1 };

struct form {
    const struct lw_alloc *alloc;
    uint32_t width, height;
    uint8_t *cells; /* then two more grids of scratch */
    bool valid;
};

static size_t n_cells_of(const struct form *form) {
    return (size_t)form->width * form->height;
}

/* The smallest rectangle around the marked cells; false when none is marked. */
static bool bounds(const uint8_t *marks, uint32_t width, uint32_t height,
                   uint32_t box[4]) {
    box[0] = width;
    box[1] = height;
    box[2] = box[3] = 0;
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            if (marks[(size_t)y * width + x]) {
                box[0] = x < box[0] ? x : box[0];
                box[1] = y < box[1] ? y : box[1];
                box[2] = x > box[2] ? x : box[2];
                box[3] = y > box[3] ? y : box[3];
            }
        }
    }
    return box[0] <= box[2];
}

static bool form_allocate(struct form *form, uint32_t width, uint32_t height) {
    form->width = width;
    form->height = height;
    form->cells = lw_alloc_zero(form->alloc, n_cells_of(form), 3);
    return form->cells != NULL;
}

/* Marks every square the player reaches without a push, with the player's bit. */
static bool spread_player(struct form *form, size_t player) {
    size_t n = n_cells_of(form);
    uint32_t *stack = lw_alloc_get(form->alloc, n * sizeof *stack);
    if (stack == NULL) {
        return false;
    }
    uint8_t *reached = form->cells + n;
    (void)lw_grid_flood(
        &(struct lw_flood){.width = form->width,
                           .height = form->height,
                           .cells = form->cells,
                           .blocked_bits = LW_SOKOBAN_WALL | LW_SOKOBAN_BOX,
                           .reached = reached,
                           .stack = stack},
        player);
    for (size_t i = 0; i < n; i++) {
        form->cells[i] |= reached[i] ? LW_SOKOBAN_PLAYER : 0;
    }
    lw_alloc_free(form->alloc, stack, n * sizeof *stack);
    return true;
}

/* A valid level never touches the rim, so the margin of one wall always exists. */
static bool form_valid(struct form *form, const struct lw_sokoban_level *level) {
    uint8_t *reached;
    size_t n_squares;
    if (lw_sokoban_area(level, form->alloc, &reached, &n_squares, NULL) != LW_OK) {
        return false;
    }
    uint32_t box[4];
    (void)bounds(reached, level->width, level->height, box);
    bool ok = form_allocate(form, box[2] - box[0] + 3, box[3] - box[1] + 3);
    size_t player = 0;
    for (size_t i = 0; ok && i < n_cells_of(form); i++) {
        size_t from = (i / form->width + box[1] - 1) * level->width +
                      (i % form->width + box[0] - 1);
        uint8_t keep = LW_SOKOBAN_BOX | LW_SOKOBAN_GOAL;
        form->cells[i] = reached[from] ? level->cells[from] & keep : LW_SOKOBAN_WALL;
        player = from == level->player ? i : player;
    }
    lw_alloc_free(form->alloc, reached, (size_t)level->width * level->height);
    return ok && spread_player(form, player);
}

static bool form_as_it_stands(struct form *form, const struct lw_sokoban_level *level) {
    uint32_t box[4];
    if (!bounds(level->cells, level->width, level->height, box)) {
        box[0] = box[1] = box[2] = box[3] = 0;
    }
    if (!form_allocate(form, box[2] - box[0] + 1, box[3] - box[1] + 1)) {
        return false;
    }
    for (uint32_t y = 0; y < form->height; y++) {
        memcpy(form->cells + (size_t)y * form->width,
               level->cells + (size_t)(y + box[1]) * level->width + box[0], form->width);
    }
    return true;
}

static struct lw_id128 hash_form(uint32_t width, uint32_t height, const uint8_t *cells,
                                 bool valid, uint8_t *bytes) {
    for (int i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(width >> (8 * i));
        bytes[4 + i] = (uint8_t)(height >> (8 * i));
    }
    size_t n = (size_t)width * height;
    memcpy(bytes + 8, cells, n);
    return lw_hash128(bytes, n + 8, valid ? SEED_VALID : SEED_AS_IT_STANDS);
}

static bool touches_area(const uint8_t *cells, uint32_t width, uint32_t height,
                         uint32_t x, uint32_t y) {
    for (uint32_t dy = 0; dy < 3; dy++) {
        for (uint32_t dx = 0; dx < 3; dx++) {
            if (x + dx > 0 && y + dy > 0 && x + dx <= width && y + dy <= height &&
                !(cells[(size_t)(y + dy - 1) * width + (x + dx - 1)] & LW_SOKOBAN_WALL)) {
                return true;
            }
        }
    }
    return false;
}

/* From the grid that was hashed to a level for people. */
static void make_presentable(const uint8_t *cells, uint32_t width, uint32_t height,
                             uint8_t *out) {
    bool placed = false;
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            size_t i = (size_t)y * width + x;
            out[i] = cells[i];
            if (cells[i] & LW_SOKOBAN_PLAYER) {
                out[i] &= placed ? (uint8_t)~LW_SOKOBAN_PLAYER : UINT8_MAX;
                placed = true;
            } else if (cells[i] == LW_SOKOBAN_WALL &&
                       !touches_area(cells, width, height, x, y)) {
                out[i] = 0;
            }
        }
    }
}

lw_status lw_sokoban_canonical(const struct lw_level *base, struct lw_id128 *id,
                               struct lw_level **canonical) {
    const struct lw_sokoban_level *level = lw_sokoban_level_of(base);
    const struct lw_alloc *alloc = base->game->alloc;
    struct form form = {.alloc = alloc};
    uint8_t *bytes = NULL;
    lw_status status = LW_NO_MEMORY;
    form.valid = lw_sokoban_level_ops.validate(base, NULL) == LW_OK;
    if (!(form.valid ? form_valid(&form, level) : form_as_it_stands(&form, level))) {
        goto done;
    }
    size_t n = n_cells_of(&form);
    bytes = lw_alloc_get(alloc, n + 8);
    if (bytes == NULL) {
        goto done;
    }
    const uint8_t *best;
    int sym = lw_grid_canonical(form.width, form.height, form.cells, 0xff, form.cells + n,
                                &best);
    uint32_t width, height;
    lw_sym_size(sym, form.width, form.height, &width, &height);
    *id = hash_form(width, height, best, form.valid, bytes);
    status = LW_OK;
    if (canonical != NULL) {
        struct lw_sokoban_level *made;
        memcpy(bytes, best, n);
        if (form.valid) {
            make_presentable(best, width, height, bytes);
        }
        status = lw_sokoban_level_create(base->game, width, height, bytes, &made, NULL);
        *canonical = status == LW_OK ? &made->level : NULL;
    }
done:
    lw_alloc_free(alloc, form.cells, n_cells_of(&form) * 3);
    lw_alloc_free(alloc, bytes, n_cells_of(&form) + 8);
    return status;
}
