/* The numbered board: what solvers and generators work on. */
#include <string.h>

#include "sokoban_internal.h"

static bool allocate(struct lw_sokoban_board *board, size_t n_squares, size_t n_cells) {
    const struct lw_alloc *alloc = board->alloc;
    board->next = lw_alloc_get(alloc, n_squares * sizeof *board->next);
    board->cell_of = lw_alloc_get(alloc, n_squares * sizeof *board->cell_of);
    board->square_of = lw_alloc_get(alloc, n_cells * sizeof *board->square_of);
    board->boxes = lw_alloc_get(alloc, board->n_boxes * sizeof *board->boxes);
    board->goals = lw_alloc_get(alloc, board->n_boxes * sizeof *board->goals);
    return board->next != NULL && board->cell_of != NULL && board->square_of != NULL &&
           board->boxes != NULL && board->goals != NULL;
}

void lw_sokoban_board_destroy(struct lw_sokoban_board *board) {
    if (board == NULL) {
        return;
    }
    const struct lw_alloc *alloc = board->alloc;
    size_t n_cells = (size_t)board->width * board->height;
    lw_alloc_free(alloc, board->next, board->n_squares * sizeof *board->next);
    lw_alloc_free(alloc, board->cell_of, board->n_squares * sizeof *board->cell_of);
    lw_alloc_free(alloc, board->square_of, n_cells * sizeof *board->square_of);
    lw_alloc_free(alloc, board->boxes, board->n_boxes * sizeof *board->boxes);
    lw_alloc_free(alloc, board->goals, board->n_boxes * sizeof *board->goals);
    lw_alloc_free(alloc, board, sizeof *board);
}

static void number_squares(struct lw_sokoban_board *board,
                           const struct lw_sokoban_level *level, const uint8_t *reached) {
    uint32_t square = 0, n_boxes = 0, n_goals = 0;
    for (uint32_t cell = 0; cell < board->width * board->height; cell++) {
        board->square_of[cell] = LW_SOKOBAN_NO_SQUARE;
        if (!reached[cell]) {
            continue;
        }
        board->square_of[cell] = (uint16_t)square;
        board->cell_of[square] = cell;
        if (level->cells[cell] & LW_SOKOBAN_BOX) {
            board->boxes[n_boxes++] = (uint16_t)square;
        }
        if (level->cells[cell] & LW_SOKOBAN_GOAL) {
            board->goals[n_goals++] = (uint16_t)square;
        }
        square++;
    }
    board->player = board->square_of[level->player];
}

/* A valid level is closed, so no neighbour lies off the grid. */
static void link_squares(struct lw_sokoban_board *board) {
    for (uint32_t square = 0; square < board->n_squares; square++) {
        for (int dir = 0; dir < LW_N_DIRS; dir++) {
            int64_t cell = (int64_t)board->cell_of[square] + lw_dir_dx((enum lw_dir)dir) +
                           (int64_t)lw_dir_dy((enum lw_dir)dir) * board->width;
            board->next[square][dir] = board->square_of[cell];
        }
    }
}

lw_status lw_sokoban_board_create(const struct lw_level *base,
                                  const struct lw_alloc *alloc,
                                  struct lw_sokoban_board **out, struct lw_error *err) {
    const struct lw_sokoban_level *level = lw_sokoban_level_of(base);
    lw_status status = lw_sokoban_level_ops.validate(base, err);
    if (status != LW_OK) {
        return status;
    }
    uint8_t *reached;
    size_t n_squares, n_cells = (size_t)level->width * level->height;
    status = lw_sokoban_area(level, alloc, &reached, &n_squares, err);
    if (status != LW_OK) {
        return status;
    }
    struct lw_sokoban_board *board = NULL;
    if (n_squares >= LW_SOKOBAN_NO_SQUARE) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "the player's area has %zu squares; at most %d can be searched",
                         n_squares, LW_SOKOBAN_NO_SQUARE - 1);
        goto done;
    }
    board = lw_alloc_zero(alloc, 1, sizeof *board);
    if (board == NULL) {
        status = lw_fail_memory(err);
        goto done;
    }
    board->alloc = alloc;
    board->width = level->width;
    board->height = level->height;
    board->n_squares = (uint32_t)n_squares;
    for (size_t i = 0; i < n_cells; i++) {
        board->n_boxes += reached[i] && (level->cells[i] & LW_SOKOBAN_BOX);
    }
    if (!allocate(board, n_squares, n_cells)) {
        status = lw_fail_memory(err);
        goto done;
    }
    number_squares(board, level, reached);
    link_squares(board);
    *out = board;
    board = NULL;
done:
    lw_sokoban_board_destroy(board);
    lw_alloc_free(alloc, reached, n_cells);
    return status;
}
