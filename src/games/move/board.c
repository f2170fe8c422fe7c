/* One move of all balls, independent of any order of handling them.
 *
 * Under `train` a ball moves when the first square ahead of it without a ball is free:
 * a row of touching balls moves or stays as a whole. Under `static` any ball ahead
 * blocks. All displacements are equal, so balls never collide. */
#include "move_internal.h"

#include <string.h>

static uint32_t load(const struct lw_move_board *board, const uint8_t *state,
                     uint32_t ball) {
    if (board->square_bytes == 1) {
        return state[ball];
    }
    return (uint32_t)state[2 * ball] | (uint32_t)state[2 * ball + 1] << 8;
}

static void store(const struct lw_move_board *board, uint8_t *state, uint32_t ball,
                  uint32_t square) {
    if (board->square_bytes == 1) {
        state[ball] = (uint8_t)square;
    } else {
        state[2 * ball] = (uint8_t)(square & 0xff);
        state[2 * ball + 1] = (uint8_t)(square >> 8);
    }
}

static void link_squares(struct lw_move_board *board) {
    const struct lw_move_level *level = board->level;
    for (uint32_t i = 0; i < board->n_squares; i++) {
        uint32_t x = i % level->width, y = i / level->width;
        const bool inside[LW_N_DIRS] = {y > 0, x + 1 < level->width,
                                        y + 1 < level->height, x > 0};
        for (int dir = 0; dir < LW_N_DIRS; dir++) {
            int32_t ahead = (int32_t)i + lw_dir_dx((enum lw_dir)dir) +
                            lw_dir_dy((enum lw_dir)dir) * (int32_t)level->width;
            board->next[i][dir] = inside[dir] && !level->squares[ahead].rock
                                      ? (uint16_t)ahead
                                      : LW_MOVE_NO_SQUARE;
        }
        board->goal[i] = level->squares[i].goal;
    }
}

static uint32_t apart(uint32_t a, uint32_t b) {
    return a > b ? a - b : b - a;
}

static uint16_t to_closest_goal(const struct lw_move_level *level, uint32_t square,
                                uint8_t colour) {
    uint32_t least = UINT16_MAX;
    for (uint32_t i = 0; i < level->width * level->height; i++) {
        if (level->squares[i].goal == colour) {
            uint32_t distance = apart(i % level->width, square % level->width) +
                                apart(i / level->width, square / level->width);
            least = distance < least ? distance : least;
        }
    }
    return (uint16_t)least;
}

static void place_balls(struct lw_move_board *board) {
    uint32_t n = 0;
    for (unsigned colour = 1; colour <= LW_MOVE_MAX_COLOURS; colour++) {
        for (uint32_t i = 0; i < board->n_squares; i++) {
            if (board->level->squares[i].ball == colour) {
                board->colour[n++] = (uint8_t)colour;
            }
        }
    }
    for (uint32_t ball = 0; ball < board->n_balls; ball++) {
        uint16_t *row = board->nearest + (size_t)ball * board->n_squares;
        if (ball > 0 && board->colour[ball] == board->colour[ball - 1]) {
            memcpy(row, row - board->n_squares, board->n_squares * sizeof *row);
            continue;
        }
        for (uint32_t i = 0; i < board->n_squares; i++) {
            row[i] = to_closest_goal(board->level, i, board->colour[ball]);
        }
    }
}

lw_status lw_move_board_init(struct lw_move_board *board,
                             const struct lw_move_level *level,
                             const struct lw_alloc *alloc) {
    uint32_t n = level->width * level->height;
    *board = (struct lw_move_board){.level = level,
                                    .train = lw_move_is_train(level->level.game),
                                    .n_squares = n,
                                    .n_balls = level->n_balls,
                                    .square_bytes = n > 256 ? 2 : 1};
    board->state_bytes = board->n_balls * board->square_bytes;
    lw_arena_init(&board->arena, alloc);
    board->next = lw_arena_get(&board->arena, n * sizeof *board->next);
    board->goal = lw_arena_get(&board->arena, n);
    board->taken = lw_arena_zero(&board->arena, n, 1);
    board->held = lw_arena_zero(&board->arena, n, 1);
    board->order = lw_arena_get(&board->arena, board->n_balls * sizeof(uint16_t));
    board->colour = lw_arena_get(&board->arena, board->n_balls);
    board->from = lw_arena_get(&board->arena, board->n_balls * sizeof(uint16_t));
    board->to = lw_arena_get(&board->arena, board->n_balls * sizeof(uint16_t));
    board->nearest =
        lw_arena_get(&board->arena, (size_t)board->n_balls * n * sizeof(uint16_t));
    if (board->next == NULL || board->goal == NULL || board->taken == NULL ||
        board->held == NULL || board->order == NULL || board->colour == NULL ||
        board->from == NULL || board->to == NULL || board->nearest == NULL) {
        lw_move_board_free(board);
        return LW_NO_MEMORY;
    }
    link_squares(board);
    place_balls(board);
    return LW_OK;
}

void lw_move_board_free(struct lw_move_board *board) {
    if (board->arena.alloc != NULL) {
        lw_arena_free(&board->arena);
    }
}

void lw_move_board_start(const struct lw_move_board *board, uint8_t *state) {
    uint32_t n = 0;
    for (unsigned colour = 1; colour <= LW_MOVE_MAX_COLOURS; colour++) {
        for (uint32_t i = 0; i < board->n_squares; i++) {
            if (board->level->squares[i].ball == colour) {
                store(board, state, n++, i);
            }
        }
    }
}

/* Where every ball of a place in the state has to end. */
void lw_move_board_end(const struct lw_move_board *board, uint8_t *state) {
    uint32_t n = 0;
    for (unsigned colour = 1; colour <= LW_MOVE_MAX_COLOURS; colour++) {
        for (uint32_t i = 0; i < board->n_squares; i++) {
            if (board->level->squares[i].goal == colour) {
                store(board, state, n++, i);
            }
        }
    }
}

/* Nearly in order already: a ball can only be overtaken by its neighbour. */
void lw_move_board_pack(const struct lw_move_board *board, uint16_t *squares,
                        uint8_t *state) {
    for (uint32_t ball = 0; ball < board->n_balls; ball++) {
        uint16_t square = squares[ball];
        uint32_t at = ball;
        for (; at > 0 && board->colour[at - 1] == board->colour[ball] &&
               squares[at - 1] > square;
             at--) {
            squares[at] = squares[at - 1];
        }
        squares[at] = square;
    }
    for (uint32_t ball = 0; ball < board->n_balls; ball++) {
        store(board, state, ball, squares[ball]);
    }
}

static bool moves(const struct lw_move_board *board, uint32_t square, enum lw_dir dir) {
    uint16_t ahead = board->next[square][dir];
    while (board->train && ahead != LW_MOVE_NO_SQUARE && board->taken[ahead]) {
        ahead = board->next[ahead][dir];
    }
    return ahead != LW_MOVE_NO_SQUARE && !board->taken[ahead];
}

bool lw_move_board_step(struct lw_move_board *board, const uint8_t *state,
                        enum lw_dir dir, uint8_t *out) {
    bool changed = false;
    for (uint32_t ball = 0; ball < board->n_balls; ball++) {
        board->from[ball] = (uint16_t)load(board, state, ball);
        board->taken[board->from[ball]] = 1;
    }
    for (uint32_t ball = 0; ball < board->n_balls; ball++) {
        uint16_t square = board->from[ball];
        if (moves(board, square, dir)) {
            square = board->next[square][dir];
            changed = true;
        }
        board->to[ball] = square;
    }
    for (uint32_t ball = 0; ball < board->n_balls; ball++) {
        board->taken[board->from[ball]] = 0;
    }
    lw_move_board_pack(board, board->to, out);
    return changed;
}

bool lw_move_board_won(const struct lw_move_board *board, const uint8_t *state) {
    for (uint32_t ball = 0; ball < board->n_balls; ball++) {
        if (board->goal[load(board, state, ball)] != board->colour[ball]) {
            return false;
        }
    }
    return true;
}

uint32_t lw_move_board_distance(const struct lw_move_board *board, const uint8_t *state) {
    uint32_t sum = 0;
    for (uint32_t ball = 0; ball < board->n_balls; ball++) {
        sum += board->nearest[(size_t)ball * board->n_squares + load(board, state, ball)];
    }
    return sum;
}

uint32_t lw_move_board_square(const struct lw_move_board *board, const uint8_t *state,
                              uint32_t ball) {
    return load(board, state, ball);
}
