/* Playing: blocks are dragged between open cells and a tray.
 *
 * The .bff convention does not say where movable blocks stand at first, so all of them
 * begin in a tray beside the board. A move is "A>C2" (a mirror from the tray to column C,
 * row 2), "C2>D4" (whatever stands on C2 to D4) or "C2>A" (back into the tray). Cells
 * have letters for columns and numbers for rows, so a letter without a number is the
 * tray. The light is always on: a state is won as soon as it lights every target and,
 * under place=all, the tray is empty. */
#include "lazors_internal.h"

#include <string.h>

lw_status lw_lazors_play_open(const struct lw_level *base, const struct lw_alloc *alloc,
                              struct lw_play **out, struct lw_error *err) {
    const struct lw_lazors_level *level = lw_lazors_level_of(base);
    struct lazors_play *play = lw_alloc_zero(alloc, 1, sizeof *play);
    uint32_t n_cells = level->width * level->height;
    if (play == NULL) {
        return lw_fail_memory(err);
    }
    play->alloc = alloc;
    play->level = level;
    play->play = (struct lw_play){.level = base,
                                  .state_bytes = level->n_open > 0 ? level->n_open : 1};
    if (lw_lazors_trace_init(&play->trace, level, alloc) != LW_OK) {
        lw_alloc_free(alloc, play, sizeof *play);
        return lw_fail_memory(err);
    }
    play->blocks = lw_arena_get(&play->trace.arena, n_cells);
    play->slot_of = lw_arena_get(&play->trace.arena, n_cells * sizeof *play->slot_of);
    if (play->blocks == NULL || play->slot_of == NULL) {
        lw_lazors_play_close(&play->play);
        return lw_fail_memory(err);
    }
    for (uint32_t i = 0; i < n_cells; i++) {
        play->slot_of[i] = -1;
    }
    for (uint32_t i = 0; i < level->n_open; i++) {
        play->slot_of[level->open[i]] = (int32_t)i;
    }
    *out = &play->play;
    return LW_OK;
}

void lw_lazors_play_close(struct lw_play *base) {
    struct lazors_play *play = (struct lazors_play *)base;
    if (play != NULL) {
        lw_lazors_trace_free(&play->trace);
        lw_alloc_free(play->alloc, play, sizeof *play);
    }
}

static void start(struct lw_play *base, void *state) {
    memset(state, 0, base->state_bytes);
}

static uint32_t count_tray(const struct lw_lazors_level *level, const uint8_t *state,
                           uint32_t tray[LW_LAZORS_N_BLOCKS]) {
    memcpy(tray, level->stock, sizeof level->stock);
    for (uint32_t i = 0; i < level->n_open; i++) {
        if (state[i] != LW_LAZORS_EMPTY) {
            tray[state[i]]--;
        }
    }
    return tray[LW_LAZORS_MIRROR] + tray[LW_LAZORS_OPAQUE] + tray[LW_LAZORS_REFRACT];
}

uint32_t lw_lazors_play_trace(struct lazors_play *play, const uint8_t *state,
                              uint32_t tray[LW_LAZORS_N_BLOCKS]) {
    const struct lw_lazors_level *level = play->level;
    for (uint32_t i = 0; i < level->width * level->height; i++) {
        play->blocks[i] = level->cells[i] & 3;
    }
    for (uint32_t i = 0; i < level->n_open; i++) {
        play->blocks[level->open[i]] = state[i];
    }
    lw_lazors_trace_run(&play->trace, play->blocks);
    return count_tray(level, state, tray);
}

static bool won(struct lw_play *base, const void *state) {
    struct lazors_play *play = (struct lazors_play *)base;
    uint32_t tray[LW_LAZORS_N_BLOCKS];
    uint32_t n_left = lw_lazors_play_trace(play, state, tray);
    return play->trace.n_lit_targets == play->level->n_targets &&
           (n_left == 0 || !lw_lazors_place_all(base->level->game));
}

/* While the tray holds blocks, placing one is the only thing worth trying: every board
 * can be reached that way; afterwards blocks change places. Boards with more moves than
 * the table allows offer the first of them. */
static size_t moves(struct lw_play *base, const void *state_bytes,
                    lw_step_move out[LW_MAX_MOVES]) {
    const struct lazors_play *play = (const struct lazors_play *)base;
    const struct lw_lazors_level *level = play->level;
    const uint8_t *state = state_bytes;
    uint32_t tray[LW_LAZORS_N_BLOCKS];
    uint32_t n_left = count_tray(level, state, tray);
    size_t n = 0;
    for (unsigned block = 1; block < LW_LAZORS_N_BLOCKS; block++) {
        for (uint32_t to = 0; tray[block] > 0 && to < level->n_open; to++) {
            if (state[to] == LW_LAZORS_EMPTY && n < LW_MAX_MOVES) {
                out[n++] = lazors_move(LAZORS_TRAY + block, to);
            }
        }
    }
    for (uint32_t from = 0; n_left == 0 && from < level->n_open; from++) {
        for (uint32_t to = 0; state[from] != LW_LAZORS_EMPTY && to < level->n_open;
             to++) {
            if (state[to] == LW_LAZORS_EMPTY && n < LW_MAX_MOVES) {
                out[n++] = lazors_move(from, to);
            }
        }
    }
    return n;
}

enum lw_step lw_lazors_step(struct lw_play *base, const void *state_bytes,
                            lw_step_move move, void *out) {
    const struct lazors_play *play = (const struct lazors_play *)base;
    const uint8_t *state = state_bytes;
    uint8_t *next = out;
    uint32_t from = move >> 16, to = move & 0xffff, tray[LW_LAZORS_N_BLOCKS];
    uint32_t n_open = play->level->n_open;
    bool from_tray = from > LAZORS_TRAY, to_tray = to > LAZORS_TRAY;
    if ((from_tray && to_tray) || (!from_tray && from >= n_open) ||
        (!to_tray && to >= n_open)) {
        return LW_STEP_ILLEGAL;
    }
    (void)count_tray(play->level, state, tray);
    unsigned block = from_tray ? (from - LAZORS_TRAY) & 3 : state[from];
    if (block == LW_LAZORS_EMPTY || (from_tray && tray[block] == 0) ||
        (to_tray && to - LAZORS_TRAY != block) ||
        (!to_tray && to != from && state[to] != LW_LAZORS_EMPTY)) {
        return LW_STEP_ILLEGAL;
    }
    memcpy(next, state, base->state_bytes);
    if (from == to) {
        return LW_STEP_SAME;
    }
    if (!from_tray) {
        next[from] = LW_LAZORS_EMPTY;
    }
    if (!to_tray) {
        next[to] = (uint8_t)block;
    }
    return won(base, next) ? LW_STEP_WON : LW_STEP_CHANGED;
}

/* Text. */

void lw_lazors_cell_text(const struct lw_lazors_level *level, uint32_t cell,
                         struct lw_buffer *out) {
    uint32_t column = cell % level->width;
    if (column >= 26) {
        lw_buffer_putc(out, (char)('A' + column / 26 - 1));
    }
    lw_buffer_putc(out, (char)('A' + column % 26));
    lw_buffer_printf(out, "%u", cell / level->width + 1);
}

static void put_end(const struct lw_lazors_level *level, uint32_t end,
                    struct lw_buffer *out) {
    if (end > LAZORS_TRAY) {
        lw_buffer_putc(out, lw_lazors_block_letter(end - LAZORS_TRAY));
    } else {
        lw_lazors_cell_text(level, level->open[end], out);
    }
}

void lw_lazors_move_text(struct lw_play *base, const void *state, lw_step_move move,
                         struct lw_buffer *out) {
    const struct lazors_play *play = (const struct lazors_play *)base;
    (void)state;
    put_end(play->level, move >> 16, out);
    lw_buffer_putc(out, '>');
    put_end(play->level, move & 0xffff, out);
}

static bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* Reads a cell or a tray at text[*at]; end becomes part of a move. */
static bool read_end(const struct lazors_play *play, const char *text, size_t len,
                     size_t *at, uint32_t *end) {
    uint32_t column = 0, row = 0;
    size_t first = *at, digits;
    while (*at < len && is_letter(text[*at]) && *at - first < 3) {
        column = column * 26 + (uint32_t)((text[*at] & 31));
        (*at)++;
    }
    digits = *at;
    while (*at < len && text[*at] >= '0' && text[*at] <= '9' && *at - digits < 4) {
        row = row * 10 + (uint32_t)(text[*at] - '0');
        (*at)++;
    }
    if (digits == first) {
        return false;
    }
    if (*at == digits) {
        unsigned block = digits - first == 1 ? lw_lazors_block_of(text[first]) : 0;
        *end = LAZORS_TRAY + block;
        return block != 0;
    }
    if (column > play->level->width || row == 0 || row > play->level->height) {
        return false;
    }
    int32_t slot = play->slot_of[(row - 1) * play->level->width + column - 1];
    *end = (uint32_t)slot;
    return slot >= 0;
}

static enum lw_step refuse(struct lw_error *err, size_t at, const char *text) {
    (void)lw_fail(err, LW_BAD_INPUT, 1, (uint32_t)at + 1, "%s", text);
    return LW_STEP_ILLEGAL;
}

static enum lw_step step_text(struct lw_play *base, const void *state,
                              struct lw_step_text moves, size_t *used, void *out,
                              struct lw_error *err) {
    const char *text = moves.at;
    size_t len = moves.len;
    const struct lazors_play *play = (const struct lazors_play *)base;
    uint32_t from, to;
    size_t at = 0;
    while (at < len && (text[at] == ' ' || text[at] == ',' || text[at] == '\n')) {
        at++;
    }
    *used = at;
    if (!read_end(play, text, len, &at, &from)) {
        return refuse(
            err, at,
            "expected an open cell like B4, or A, B or C for a block of the tray");
    }
    if (at >= len || text[at] != '>') {
        return refuse(err, at,
                      "expected > and where the block goes, as in A>B4 or B4>C1");
    }
    at++;
    if (!read_end(play, text, len, &at, &to)) {
        return refuse(err, at,
                      "expected an open cell like B4, or the block's letter to take it "
                      "back");
    }
    enum lw_step step = lw_lazors_step(base, state, lazors_move(from, to), out);
    if (step == LW_STEP_ILLEGAL) {
        return refuse(err, 0,
                      "no such block to move, or the other cell is taken: expected a "
                      "block and a free cell");
    }
    *used = at;
    return step;
}

const struct lw_play_ops lw_lazors_play_ops = {
    .open = lw_lazors_play_open,
    .close = lw_lazors_play_close,
    .start = start,
    .won = won,
    .moves = moves,
    .step = lw_lazors_step,
    .move_text = lw_lazors_move_text,
    .step_text = step_text,
    .move_separator = " ",
    .draw = lw_lazors_draw,
    .keys = NULL,
    .pointer_text = lw_lazors_pointer_text,
};
