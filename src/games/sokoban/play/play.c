/* Playing: packed states and single steps.
 *
 * A state is the box bits of the area's squares and the player's square (layout in
 * sokoban_internal.h); the maps from cells to squares and back belong to the play handle.
 * Squares are 32-bit here, so that any board that can be read can be played. */
#include <assert.h>
#include <string.h>

#include "sokoban_internal.h"

#define NO_SQUARE UINT32_MAX

struct play {
    struct lw_play play;
    const struct lw_alloc *alloc;
    uint32_t n_squares;
    uint32_t *cell_of;   /* [square] */
    uint32_t *square_of; /* [cell] */
    bool starts_solved;
};

static const struct lw_sokoban_level *level_of(const struct play *play) {
    return lw_sokoban_level_of(play->play.level);
}

static size_t n_cells_of(const struct play *play) {
    return (size_t)level_of(play)->width * level_of(play)->height;
}

static void close(struct lw_play *base) {
    struct play *play = (struct play *)base;
    if (play != NULL) {
        const struct lw_alloc *alloc = play->alloc;
        lw_alloc_free(alloc, play->cell_of, play->n_squares * sizeof *play->cell_of);
        lw_alloc_free(alloc, play->square_of, n_cells_of(play) * sizeof *play->square_of);
        lw_alloc_free(alloc, play, sizeof *play);
    }
}

static void number_squares(struct play *play, const uint8_t *reached) {
    const struct lw_sokoban_level *level = level_of(play);
    uint32_t square = 0;
    play->starts_solved = true;
    for (uint32_t cell = 0; cell < n_cells_of(play); cell++) {
        play->square_of[cell] = reached[cell] ? square : NO_SQUARE;
        if (reached[cell]) {
            play->cell_of[square++] = cell;
            play->starts_solved = play->starts_solved &&
                                  (level->cells[cell] &
                                   (LW_SOKOBAN_BOX | LW_SOKOBAN_GOAL)) != LW_SOKOBAN_BOX;
        }
    }
}

static lw_status open(const struct lw_level *base, const struct lw_alloc *alloc,
                      struct lw_play **out, struct lw_error *err) {
    lw_status status = lw_sokoban_level_ops.validate(base, err);
    if (status != LW_OK) {
        return status;
    }
    const struct lw_sokoban_level *level = lw_sokoban_level_of(base);
    uint8_t *reached;
    size_t n_squares;
    status = lw_sokoban_area(level, alloc, &reached, &n_squares, err);
    if (status != LW_OK) {
        return status;
    }
    struct play *play = lw_alloc_zero(alloc, 1, sizeof *play);
    if (play != NULL) {
        play->play.level = base;
        play->play.state_bytes = lw_sokoban_state_bytes(n_squares);
        play->alloc = alloc;
        play->n_squares = (uint32_t)n_squares;
        play->cell_of = lw_alloc_get(alloc, n_squares * sizeof *play->cell_of);
        play->square_of = lw_alloc_get(alloc, n_cells_of(play) * sizeof *play->square_of);
    }
    if (play == NULL || play->cell_of == NULL || play->square_of == NULL) {
        close(play == NULL ? NULL : &play->play);
        status = lw_fail_memory(err);
    } else {
        number_squares(play, reached);
        *out = &play->play;
    }
    lw_alloc_free(alloc, reached, (size_t)level->width * level->height);
    return status;
}

static bool has_box(const uint8_t *state, uint32_t square) {
    return state[square / 8] >> (square % 8) & 1;
}

static void flip_box(uint8_t *state, uint32_t square) {
    state[square / 8] ^= (uint8_t)(1u << (square % 8));
}

static const uint8_t *player_bytes(const struct play *play, const uint8_t *state) {
    return state + play->play.state_bytes - 3;
}

/* The player's square with the pushed flag. */
static uint32_t get_player(const struct play *play, const uint8_t *state) {
    const uint8_t *bytes = player_bytes(play, state);
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16;
}

static void set_player(const struct play *play, uint8_t *state, uint32_t value) {
    uint8_t *bytes = state + play->play.state_bytes - 3;
    bytes[0] = (uint8_t)value;
    bytes[1] = (uint8_t)(value >> 8);
    bytes[2] = (uint8_t)(value >> 16);
}

static void start(struct lw_play *base, void *out) {
    struct play *play = (struct play *)base;
    const struct lw_sokoban_level *level = level_of(play);
    uint8_t *state = out;
    memset(state, 0, base->state_bytes);
    for (uint32_t square = 0; square < play->n_squares; square++) {
        if (level->cells[play->cell_of[square]] & LW_SOKOBAN_BOX) {
            flip_box(state, square);
        }
    }
    set_player(play, state, play->square_of[level->player]);
}

static bool won(struct lw_play *base, const void *packed) {
    struct play *play = (struct play *)base;
    const struct lw_sokoban_level *level = level_of(play);
    const uint8_t *state = packed;
    if (play->starts_solved && !(get_player(play, state) & LW_SOKOBAN_STATE_PUSHED)) {
        return false;
    }
    for (uint32_t square = 0; square < play->n_squares; square++) {
        if (has_box(state, square) &&
            !(level->cells[play->cell_of[square]] & LW_SOKOBAN_GOAL)) {
            return false;
        }
    }
    return true;
}

/* A valid level is closed, so the neighbour exists. */
static uint32_t next_square(const struct play *play, uint32_t square, enum lw_dir dir) {
    int64_t cell = (int64_t)play->cell_of[square] + lw_dir_dx(dir) +
                   (int64_t)lw_dir_dy(dir) * level_of(play)->width;
    return play->square_of[cell];
}

static enum lw_sokoban_act look(const struct play *play, const uint8_t *state,
                                enum lw_dir dir, uint32_t *to, uint32_t *beyond) {
    uint32_t square = get_player(play, state) & ~LW_SOKOBAN_STATE_PUSHED;
    *to = next_square(play, square, dir);
    if (*to == NO_SQUARE) {
        return LW_SOKOBAN_BLOCKED;
    }
    if (!has_box(state, *to)) {
        return LW_SOKOBAN_WALK;
    }
    *beyond = next_square(play, *to, dir);
    return *beyond == NO_SQUARE || has_box(state, *beyond) ? LW_SOKOBAN_BLOCKED
                                                           : LW_SOKOBAN_PUSH;
}

static size_t moves(struct lw_play *base, const void *state,
                    lw_step_move out[LW_MAX_MOVES]) {
    size_t n = 0;
    uint32_t to, beyond;
    for (int dir = 0; dir < LW_N_DIRS; dir++) {
        if (look((struct play *)base, state, (enum lw_dir)dir, &to, &beyond) !=
            LW_SOKOBAN_BLOCKED) {
            out[n++] = (lw_step_move)dir;
        }
    }
    return n;
}

static enum lw_step step(struct lw_play *base, const void *state, lw_step_move move,
                         void *out) {
    struct play *play = (struct play *)base;
    uint32_t to, beyond;
    if (move >= LW_N_DIRS) {
        return LW_STEP_ILLEGAL;
    }
    enum lw_sokoban_act act = look(play, state, (enum lw_dir)move, &to, &beyond);
    if (act == LW_SOKOBAN_BLOCKED) {
        return LW_STEP_ILLEGAL;
    }
    memcpy(out, state, base->state_bytes);
    uint32_t flag = get_player(play, state) & LW_SOKOBAN_STATE_PUSHED;
    if (act == LW_SOKOBAN_PUSH) {
        flip_box(out, to);
        flip_box(out, beyond);
        flag = play->starts_solved ? LW_SOKOBAN_STATE_PUSHED : 0;
    }
    set_player(play, out, to | flag);
    return act == LW_SOKOBAN_PUSH && won(base, out) ? LW_STEP_WON : LW_STEP_CHANGED;
}

static void move_text(struct lw_play *base, const void *state, lw_step_move move,
                      struct lw_buffer *out) {
    uint32_t to, beyond;
    assert(move < LW_N_DIRS);
    enum lw_sokoban_act act =
        look((struct play *)base, state, (enum lw_dir)move, &to, &beyond);
    lw_buffer_putc(out, act == LW_SOKOBAN_PUSH ? lw_sokoban_push_letters[move]
                                               : lw_sokoban_walk_letters[move]);
}

static enum lw_step step_text(struct lw_play *base, const void *state,
                              struct lw_step_text moves, size_t *used, void *out,
                              struct lw_error *err) {
    const char *text = moves.at;
    size_t len = moves.len;
    size_t at = 0;
    while (at < len && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' ||
                        text[at] == '\r')) {
        at++;
    }
    *used = at < len ? at + 1 : at;
    enum lw_dir dir = at < len ? lw_sokoban_lurd_dir(text[at]) : LW_N_DIRS;
    if (dir == LW_N_DIRS) {
        (void)lw_fail(err, LW_BAD_INPUT, 0, (uint32_t)*used,
                      at < len
                          ? "a move is one of l u r d, in either case"
                          : "there is no move in the text; l, u, r or d is expected");
        return LW_STEP_ILLEGAL;
    }
    enum lw_step result = step(base, state, (lw_step_move)dir, out);
    if (result == LW_STEP_ILLEGAL) {
        (void)lw_fail(
            err, LW_BAD_INPUT, 0, (uint32_t)*used,
            "'%c' is not possible here: a wall or a box that cannot be pushed is "
            "in the way",
            text[at]);
    }
    return result;
}

/* Boxes and player are taken out of the area and put where the state has them; what is
 * walled off stays as the level has it. */
void lw_sokoban_play_cells(struct lw_play *base, const void *packed, uint8_t *cells) {
    struct play *play = (struct play *)base;
    const uint8_t *state = packed;
    uint32_t player = get_player(play, state) & ~LW_SOKOBAN_STATE_PUSHED;
    memcpy(cells, level_of(play)->cells, n_cells_of(play));
    for (uint32_t square = 0; square < play->n_squares; square++) {
        uint8_t *cell = &cells[play->cell_of[square]];
        *cell = (uint8_t)((*cell & LW_SOKOBAN_GOAL) |
                          (has_box(state, square) ? LW_SOKOBAN_BOX : 0) |
                          (player == square ? LW_SOKOBAN_PLAYER : 0));
    }
}

static void draw(struct lw_play *base, const void *state, struct lw_draw_list *list) {
    struct play *play = (struct play *)base;
    const struct lw_sokoban_level *level = level_of(play);
    size_t n_cells = n_cells_of(play);
    uint8_t *cells = lw_alloc_get(play->alloc, 2 * n_cells);
    if (cells == NULL) {
        list->failed = true;
        return;
    }
    uint8_t *in_area = cells + n_cells;
    for (size_t cell = 0; cell < n_cells; cell++) {
        in_area[cell] = play->square_of[cell] != NO_SQUARE;
    }
    if (state == NULL) {
        memcpy(cells, level->cells, n_cells);
    } else {
        lw_sokoban_play_cells(base, state, cells);
    }
    lw_sokoban_draw(level, cells, in_area, list);
    lw_alloc_free(play->alloc, cells, 2 * n_cells);
}

/* The player, and the box that was where the player now is. */
static void trace(struct lw_play *base, const void *before, const void *after,
                  const char *move, struct lw_step_trace *out) {
    const struct lw_sokoban_level *level = lw_sokoban_level_of(base->level);
    const struct lw_alloc *alloc = base->level->game->alloc;
    uint32_t n = level->width * level->height, from = 0, to = 0;
    uint8_t *cells = before == after ? NULL : lw_alloc_get(alloc, 2 * (size_t)n);
    (void)move;
    if (cells == NULL) {
        return;
    }
    lw_sokoban_play_cells(base, before, cells);
    lw_sokoban_play_cells(base, after, cells + n);
    for (uint32_t i = 0; i < n; i++) {
        from = cells[i] & LW_SOKOBAN_PLAYER ? i : from;
        to = cells[n + i] & LW_SOKOBAN_PLAYER ? i : to;
    }
    lw_step_trace_moved(out, from, to);
    if (cells[to] & LW_SOKOBAN_BOX) {
        lw_step_trace_moved(out, to, to + (to - from));
    }
    lw_alloc_free(alloc, cells, 2 * (size_t)n);
}

static const struct lw_key keys[] = {
    {"up", "u"}, {"right", "r"}, {"down", "d"}, {"left", "l"}, {NULL, NULL},
};

const struct lw_play_ops lw_sokoban_play_ops = {
    .open = open,
    .close = close,
    .start = start,
    .won = won,
    .moves = moves,
    .step = step,
    .move_text = move_text,
    .step_text = step_text,
    .move_separator = "",
    .trace = trace,
    .draw = draw,
    .keys = keys,
};
