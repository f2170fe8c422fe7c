/* Small changes of Sokoban levels: a thing goes elsewhere, a wall comes or goes.
 *
 * They are made on a board with a wall of its own around it and the void filled, so that
 * a room can grow; afterwards what was void and still is no room's wall becomes void
 * again.
 */
#include "edit/edit_internal.h"
#include "lw/grid.h"
#include "lw/open.h"

#define NO_CELL UINT32_MAX

enum change { MOVE_BOX, MOVE_GOAL, MOVE_PLAYER, ADD_WALL, TAKE_WALL, N_CHANGES };

struct board {
    uint32_t width, height;
    uint8_t *cells, *was_void, *reached;
    uint32_t *stack;
};

static bool board_open(struct board *board, const struct lw_sokoban_level *level,
                       struct lw_arena *arena) {
    uint32_t width = level->width + 2, height = level->height + 2;
    size_t n = (size_t)width * height;
    *board = (struct board){.width = width,
                            .height = height,
                            .cells = lw_arena_zero(arena, n, 1),
                            .was_void = lw_arena_zero(arena, n, 1),
                            .reached = lw_arena_zero(arena, n, 1),
                            .stack = lw_arena_get(arena, n * sizeof *board->stack)};
    if (board->cells == NULL || board->was_void == NULL || board->reached == NULL ||
        board->stack == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < level->width * level->height; i++) {
        board->cells[(i / level->width + 1) * width + i % level->width + 1] =
            level->cells[i];
    }
    uint32_t player =
        (level->player / level->width + 1) * width + level->player % level->width + 1;
    (void)lw_grid_flood(&(struct lw_flood){.width = width,
                                           .height = height,
                                           .cells = board->cells,
                                           .blocked_bits = LW_SOKOBAN_WALL,
                                           .reached = board->reached,
                                           .stack = board->stack},
                        player);
    for (uint32_t i = 0; i < n; i++) {
        if (board->cells[i] == 0 && !board->reached[i]) {
            board->cells[i] = LW_SOKOBAN_WALL;
            board->was_void[i] = 1;
        }
    }
    return true;
}

/* Is there floor among the neighbours? With corners: among all eight. */
static bool has_floor_beside(const struct board *board, uint32_t cell, bool corners) {
    for (uint32_t k = 0; k < 9; k++) {
        bool corner = k % 2 == 0;
        int64_t x = (int64_t)(cell % board->width) + k % 3 - 1;
        int64_t y = (int64_t)(cell / board->width) + k / 3 - 1;
        if (k != 4 && (corners || !corner) && x >= 0 && y >= 0 && x < board->width &&
            y < board->height &&
            (board->cells[y * board->width + x] & LW_SOKOBAN_WALL) == 0) {
            return true;
        }
    }
    return false;
}

/* A random inner cell for which (cell & mask) == value; a wall must have floor beside it.
 * NO_CELL: there is none. */
static uint32_t pick(const struct board *board, struct lw_rng *rng, uint8_t mask,
                     uint8_t value) {
    uint32_t found = NO_CELL, n = 0;
    for (uint32_t y = 1; y + 1 < board->height; y++) {
        for (uint32_t x = 1; x + 1 < board->width; x++) {
            uint32_t cell = y * board->width + x;
            if ((board->cells[cell] & mask) == value &&
                (value != LW_SOKOBAN_WALL || has_floor_beside(board, cell, false)) &&
                lw_rng_below(rng, ++n) == 0) {
                found = cell;
            }
        }
    }
    return found;
}

static void move_bit(struct board *board, struct lw_rng *rng, uint8_t bit,
                     uint8_t not_on) {
    uint32_t from = pick(board, rng, bit, bit);
    uint32_t to = pick(board, rng, not_on | bit | LW_SOKOBAN_WALL, 0);
    if (from != NO_CELL && to != NO_CELL) {
        board->cells[from] &= (uint8_t)~bit;
        board->cells[to] |= bit;
    }
}

static void change_wall(struct board *board, struct lw_rng *rng, bool add) {
    uint32_t cell = add ? pick(board, rng, 0xff, 0)
                        : pick(board, rng, LW_SOKOBAN_WALL, LW_SOKOBAN_WALL);
    if (cell != NO_CELL) {
        board->cells[cell] = add ? LW_SOKOBAN_WALL : 0;
    }
}

static void change_board(struct board *board, struct lw_rng *rng) {
    switch ((enum change)lw_rng_below(rng, N_CHANGES)) {
    case MOVE_BOX:
        move_bit(board, rng, LW_SOKOBAN_BOX, LW_SOKOBAN_PLAYER);
        break;
    case MOVE_GOAL:
        move_bit(board, rng, LW_SOKOBAN_GOAL, 0);
        break;
    case MOVE_PLAYER:
        move_bit(board, rng, LW_SOKOBAN_PLAYER, LW_SOKOBAN_BOX);
        break;
    case ADD_WALL:
        change_wall(board, rng, true);
        break;
    default:
        change_wall(board, rng, false);
        break;
    }
}

/* Reading drops the void around. */
static lw_status read_again(struct lw_level *wide, struct lw_level **out,
                            struct lw_error *err) {
    struct lw_buffer text;
    lw_buffer_init(&text, wide->game->alloc);
    lw_status status = lw_level_bare_text(wide, &text, err);
    if (status == LW_OK) {
        status = lw_level_read(wide->game, lw_buffer_text(&text), text.len, out, err);
    }
    lw_buffer_free(&text);
    return status;
}

lw_status lw_sokoban_level_tight(const struct lw_game *game, uint32_t width,
                                 uint32_t height, const uint8_t *cells,
                                 struct lw_level **out, struct lw_error *err) {
    struct lw_sokoban_level *level = NULL;
    lw_status status = lw_sokoban_level_create(game, width, height, cells, &level, err);
    if (status == LW_OK) {
        status = read_again(&level->level, out, err);
        lw_level_destroy(&level->level);
    }
    return status;
}

/* What was void and still borders on no floor becomes void again. */
static void restore_void(struct board *board) {
    for (uint32_t i = 0; i < board->width * board->height; i++) {
        if (board->was_void[i] && board->cells[i] == LW_SOKOBAN_WALL &&
            !has_floor_beside(board, i, true)) {
            board->reached[i] = 2;
        }
    }
    for (uint32_t i = 0; i < board->width * board->height; i++) {
        board->cells[i] = board->reached[i] == 2 ? 0 : board->cells[i];
    }
}

lw_status lw_sokoban_mutate(const struct lw_level *level, struct lw_rng *rng,
                            struct lw_level **out, struct lw_error *err) {
    struct lw_arena arena;
    struct board board;
    lw_arena_init(&arena, level->game->alloc);
    lw_status status = lw_fail_memory(err);
    if (board_open(&board, lw_sokoban_level_of(level), &arena)) {
        for (uint32_t left = 1 + lw_rng_below(rng, 2); left > 0; left--) {
            change_board(&board, rng);
        }
        restore_void(&board);
        status = lw_sokoban_level_tight(level->game, board.width, board.height,
                                        board.cells, out, err);
    }
    lw_arena_free(&arena);
    return status;
}
