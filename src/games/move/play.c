/* Playing: four moves, each for all balls. */
#include "move_internal.h"

#include <string.h>

static lw_status open_play(const struct lw_level *level, const struct lw_alloc *alloc,
                           struct lw_play **out, struct lw_error *err) {
    struct move_play *play = lw_alloc_zero(alloc, 1, sizeof *play);
    if (play == NULL) {
        return lw_fail_memory(err);
    }
    if (lw_move_board_init(&play->board, lw_move_level_of(level), alloc) != LW_OK) {
        lw_alloc_free(alloc, play, sizeof *play);
        return lw_fail_memory(err);
    }
    play->alloc = alloc;
    play->play = (struct lw_play){.level = level, .state_bytes = play->board.state_bytes};
    *out = &play->play;
    return LW_OK;
}

static void close_play(struct lw_play *base) {
    struct move_play *play = (struct move_play *)base;
    if (play != NULL) {
        lw_move_board_free(&play->board);
        lw_alloc_free(play->alloc, play, sizeof *play);
    }
}

static void start(struct lw_play *base, void *state) {
    lw_move_board_start(&((struct move_play *)base)->board, state);
}

static bool won(struct lw_play *base, const void *state) {
    return lw_move_board_won(&((struct move_play *)base)->board, state);
}

static size_t moves(struct lw_play *base, const void *state,
                    lw_step_move out[LW_MAX_MOVES]) {
    (void)base;
    (void)state;
    for (lw_step_move dir = 0; dir < LW_N_DIRS; dir++) {
        out[dir] = dir;
    }
    return LW_N_DIRS;
}

static enum lw_step step(struct lw_play *base, const void *state, lw_step_move move,
                         void *out) {
    struct lw_move_board *board = &((struct move_play *)base)->board;
    if (move >= LW_N_DIRS) {
        return LW_STEP_ILLEGAL;
    }
    if (!lw_move_board_step(board, state, (enum lw_dir)move, out)) {
        return LW_STEP_SAME;
    }
    return lw_move_board_won(board, out) ? LW_STEP_WON : LW_STEP_CHANGED;
}

static void move_text(struct lw_play *base, const void *state, lw_step_move move,
                      struct lw_buffer *out) {
    (void)base;
    (void)state;
    lw_buffer_putc(out, MOVE_LETTERS[move]);
}

static enum lw_step step_text(struct lw_play *base, const void *state,
                              struct lw_step_text moves, size_t *used, void *out,
                              struct lw_error *err) {
    const char *text = moves.at;
    size_t len = moves.len;
    size_t at = 0;
    while (at < len && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r')) {
        at++;
    }
    *used = at;
    if (at < len) {
        char letter = (char)(text[at] >= 'a' ? text[at] - 32 : text[at]);
        const char *found = letter == '\0' ? NULL : strchr(MOVE_LETTERS, letter);
        if (found != NULL) {
            *used = at + 1;
            return step(base, state, (lw_step_move)(found - MOVE_LETTERS), out);
        }
    }
    (void)lw_fail(err, LW_BAD_INPUT, 1, (uint32_t)at + 1,
                  "expected U, R, D or L: the way all balls go");
    return LW_STEP_ILLEGAL;
}

/* A swipe: the longer way between its ends tells the direction. */
static bool pointer_text(struct lw_play *base, const void *state, const uint32_t *cells,
                         size_t n_cells, struct lw_buffer *out) {
    uint32_t width = lw_move_level_of(base->level)->width;
    (void)state;
    if (n_cells < 2) {
        return false;
    }
    int dx = (int)(cells[n_cells - 1] % width) - (int)(cells[0] % width);
    int dy = (int)(cells[n_cells - 1] / width) - (int)(cells[0] / width);
    if (dx * dx == dy * dy) {
        return false;
    }
    bool across = dx * dx > dy * dy;
    lw_buffer_putc(out, (char)(across ? (dx > 0 ? 'R' : 'L') : (dy > 0 ? 'D' : 'U')));
    return true;
}

/* Which squares of a row or column have balls, in order. */
static uint32_t balls_of_line(const struct lw_move_board *board, const void *state,
                              bool across, uint32_t line,
                              uint32_t cells[LW_MOVE_MAX_SIDE]) {
    uint32_t width = board->level->width, n = 0;
    uint32_t length = across ? width : board->level->height;
    bool has_ball[LW_MOVE_MAX_SIDE] = {false};
    for (uint32_t ball = 0; ball < board->n_balls; ball++) {
        uint32_t square = lw_move_board_square(board, state, ball);
        uint32_t x = square % width, y = square / width;
        if ((across ? y : x) == line) {
            has_ball[across ? x : y] = true;
        }
    }
    for (uint32_t i = 0; i < length; i++) {
        if (has_ball[i]) {
            cells[n++] = across ? line * width + i : i * width + line;
        }
    }
    return n;
}

/* Balls of a row or column never pass each other, so the k-th of a line stays the k-th.
 */
static void trace(struct lw_play *base, const void *before, const void *after,
                  const char *move, struct lw_step_trace *out) {
    const struct lw_move_level *level = lw_move_level_of(base->level);
    struct lw_move_board board;
    bool across = strchr("LRlr", move[0]) != NULL;
    if (before == after ||
        lw_move_board_init(&board, level, base->level->game->alloc) != LW_OK) {
        return;
    }
    for (uint32_t line = 0; line < (across ? level->height : level->width); line++) {
        uint32_t from[LW_MOVE_MAX_SIDE], to[LW_MOVE_MAX_SIDE];
        uint32_t n_from = balls_of_line(&board, before, across, line, from);
        uint32_t n_to = balls_of_line(&board, after, across, line, to);
        for (uint32_t i = 0; i < n_from && i < n_to; i++) {
            if (from[i] != to[i]) {
                lw_step_trace_moved(out, from[i], to[i]);
            }
        }
    }
    lw_move_board_free(&board);
}

static const struct lw_key keys[] = {
    {"up", "U"}, {"right", "R"}, {"down", "D"}, {"left", "L"}, {NULL, NULL}};

const struct lw_play_ops lw_move_play_ops = {
    .open = open_play,
    .close = close_play,
    .start = start,
    .won = won,
    .moves = moves,
    .step = step,
    .move_text = move_text,
    .step_text = step_text,
    .move_separator = "",
    .trace = trace,
    .draw = lw_move_draw,
    .keys = keys,
    .pointer_text = pointer_text,
};
