/* Play: states, the moves of search and of people, their text.
 *
 * Move text is a square and the way the finger goes from it: "B2rrd" presses B2 and drags
 * right, right, down; a square alone is a tap. Search draws one colour after the other,
 * in a fixed order and one square a move, so that it meets every drawing in one way. */
#include "play/play.h"

#include <string.h>

static const char dir_letters[] = "urdl";

static struct flow_play *play_of(struct lw_play *play) {
    return (struct flow_play *)play;
}

void lw_flow_put_cell(uint32_t width, uint32_t cell, struct lw_buffer *out) {
    uint32_t x = cell % width;
    if (x >= 26) {
        lw_buffer_putc(out, (char)('A' + x / 26 - 1));
    }
    lw_buffer_putc(out, (char)('A' + x % 26));
    lw_buffer_printf(out, "%u", cell / width + 1);
}

/* Reads one at text[*at], steps behind it; false when there is none on the board. */
static bool read_cell(const struct lw_flow_level *level, const char *text, size_t len,
                      size_t *at, uint32_t *cell) {
    uint32_t x = 0, y = 0;
    size_t i = *at;
    while (i < len && i < *at + 2 && text[i] >= 'A' && text[i] <= 'Z') {
        x = x * 26 + (uint32_t)(text[i++] - 'A' + 1);
    }
    size_t digits = i;
    while (i < len && i < digits + 2 && text[i] >= '0' && text[i] <= '9') {
        y = y * 10 + (uint32_t)(text[i++] - '0');
    }
    if (x == 0 || y == 0 || x > level->width || y > level->height) {
        return false;
    }
    *at = i;
    *cell = (y - 1) * level->width + (x - 1);
    return true;
}

static lw_status play_open(const struct lw_level *level, const struct lw_alloc *alloc,
                           struct lw_play **out, struct lw_error *err) {
    const struct lw_flow_level *flow = lw_flow_level_of(level);
    size_t n_cells = (size_t)flow->width * flow->height;
    struct flow_play *play = lw_alloc_zero(alloc, 1, sizeof *play + n_cells);
    if (play == NULL) {
        return lw_fail_memory(err);
    }
    play->play = (struct lw_play){.level = level, .state_bytes = n_cells};
    play->alloc = alloc;
    play->level = flow;
    play->scratch = (uint8_t *)(play + 1);
    *out = &play->play;
    return LW_OK;
}

static void play_close(struct lw_play *play) {
    if (play != NULL) {
        lw_alloc_free(play_of(play)->alloc, play,
                      sizeof(struct flow_play) + play->state_bytes);
    }
}

static void play_start(struct lw_play *play, void *state) {
    memset(state, 0, play->state_bytes);
}

static bool play_won(struct lw_play *play, const void *state) {
    return lw_flow_state_won(play_of(play)->level, state);
}

/* Where a colour's path can grow: its tip, or its first endpoint. */
static uint32_t find_tip(const struct lw_flow_level *level, const uint8_t *state,
                         uint32_t colour) {
    uint32_t cell = lw_flow_path_start(level, state, colour), next, dir;
    if (cell == level->width * level->height) {
        return level->ends[colour][0];
    }
    while (lw_flow_path_next(level, state, cell, &next, &dir)) {
        cell = next;
    }
    return cell;
}

/* May the path that ends in tip grow that way without cutting anything? */
static bool can_grow(const struct lw_flow_level *level, const uint8_t *state,
                     uint32_t tip, uint32_t dir, uint32_t *next) {
    if (!lw_flow_step_cell(level, tip, dir, next) || state[*next] != 0) {
        return false;
    }
    uint32_t colour = lw_flow_colour_at(level, state, tip);
    return level->cells[*next] == 0 || level->cells[*next] == colour + 1;
}

static size_t play_moves(struct lw_play *play, const void *state,
                         lw_step_move moves[LW_MAX_MOVES]) {
    const struct lw_flow_level *level = play_of(play)->level;
    for (uint32_t k = 0; k < level->n_colours; k++) {
        if (lw_flow_path_complete(level, state, k)) {
            continue;
        }
        uint32_t tip = find_tip(level, state, k), next;
        size_t n = 0;
        for (uint32_t dir = 0; dir < LW_N_DIRS; dir++) {
            if (can_grow(level, state, tip, dir, &next)) {
                moves[n++] = tip * LW_N_DIRS + dir;
            }
        }
        return n;
    }
    return 0;
}

static enum lw_step finish_step(struct lw_play *play, const void *state, void *out) {
    if (memcmp(state, out, play->state_bytes) == 0) {
        return LW_STEP_SAME;
    }
    return play_won(play, out) ? LW_STEP_WON : LW_STEP_CHANGED;
}

static enum lw_step play_step(struct lw_play *play, const void *state, lw_step_move move,
                              void *out) {
    const struct lw_flow_level *level = play_of(play)->level;
    uint32_t cell = move / LW_N_DIRS, dir = move % LW_N_DIRS, next;
    if (cell >= play->state_bytes) {
        return LW_STEP_ILLEGAL;
    }
    uint32_t colour = lw_flow_colour_at(level, state, cell);
    if (colour == level->n_colours || lw_flow_path_complete(level, state, colour) ||
        find_tip(level, state, colour) != cell ||
        !can_grow(level, state, cell, dir, &next)) {
        return LW_STEP_ILLEGAL;
    }
    struct flow_drag drag;
    memcpy(out, state, play->state_bytes);
    if (!lw_flow_drag_begin(&drag, level, out, cell) || !lw_flow_drag_step(&drag, dir)) {
        return LW_STEP_ILLEGAL;
    }
    lw_flow_drag_end(&drag);
    return finish_step(play, state, out);
}

static void play_move_text(struct lw_play *play, const void *state, lw_step_move move,
                           struct lw_buffer *out) {
    (void)state;
    lw_flow_put_cell(play_of(play)->level->width, move / LW_N_DIRS, out);
    lw_buffer_putc(out, dir_letters[move % LW_N_DIRS]);
}

static enum lw_step play_step_text(struct lw_play *play, const void *state,
                                   struct lw_step_text moves, size_t *used, void *out,
                                   struct lw_error *err) {
    const char *text = moves.at;
    size_t len = moves.len;
    const struct lw_flow_level *level = play_of(play)->level;
    struct flow_drag drag;
    uint32_t cell;
    size_t at = 0;
    while (at < len && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r')) {
        at++;
    }
    size_t begin = at;
    *used = len;
    if (!read_cell(level, text, len, &at, &cell)) {
        (void)lw_fail(err, LW_BAD_INPUT, 1, (uint32_t)at + 1,
                      "expected a square such as B2 (columns A.., rows 1..%u) and then "
                      "the letters u r d l",
                      level->height);
        return LW_STEP_ILLEGAL;
    }
    memcpy(play_of(play)->scratch, state, play->state_bytes);
    bool ok = lw_flow_drag_begin(&drag, level, play_of(play)->scratch, cell);
    while (ok && at < len && text[at] != ' ' && text[at] != '\n' && text[at] != '\r') {
        const char *letter = memchr(dir_letters, text[at], LW_N_DIRS);
        if (letter == NULL) {
            drag.why = "expected one of u r d l";
        }
        ok = letter != NULL && lw_flow_drag_step(&drag, (uint32_t)(letter - dir_letters));
        at += ok;
    }
    if (!ok) {
        (void)lw_fail(err, LW_BAD_INPUT, 1, (uint32_t)at + 1, "in '%.*s': %s",
                      (int)(len - begin < 40 ? len - begin : 40), text + begin, drag.why);
        return LW_STEP_ILLEGAL;
    }
    lw_flow_drag_end(&drag);
    *used = at;
    memcpy(out, drag.state, play->state_bytes);
    return finish_step(play, state, out);
}

/* One step of the finger towards a square, the longer way first. */
static bool approach(struct flow_drag *drag, uint32_t target, struct lw_buffer *out) {
    int width = (int)drag->level->width;
    int dx = (int)target % width - (int)drag->tip % width;
    int dy = (int)target / width - (int)drag->tip / width;
    uint32_t across = dx > 0 ? LW_DIR_RIGHT : LW_DIR_LEFT;
    uint32_t along = dy > 0 ? LW_DIR_DOWN : LW_DIR_UP;
    bool across_first = (dx < 0 ? -dx : dx) >= (dy < 0 ? -dy : dy);
    for (int i = 0; i < 2; i++) {
        bool try_across = across_first == (i == 0);
        uint32_t dir = try_across ? across : along;
        if ((try_across ? dx : dy) != 0 && lw_flow_drag_step(drag, dir)) {
            lw_buffer_putc(out, dir_letters[dir]);
            return true;
        }
    }
    return false;
}

static bool play_pointer_text(struct lw_play *play, const void *state,
                              const uint32_t *cells, size_t n_cells,
                              struct lw_buffer *out) {
    struct flow_play *flow = play_of(play);
    struct flow_drag drag;
    memcpy(flow->scratch, state, play->state_bytes);
    if (n_cells == 0 || cells[0] >= play->state_bytes ||
        !lw_flow_drag_begin(&drag, flow->level, flow->scratch, cells[0])) {
        return false;
    }
    lw_flow_put_cell(flow->level->width, cells[0], out);
    for (size_t i = 1; i < n_cells; i++) {
        while (cells[i] < play->state_bytes && drag.tip != cells[i] &&
               approach(&drag, cells[i], out)) {
        }
    }
    return lw_buffer_ok(out);
}

const struct lw_play_ops lw_flow_play_ops = {
    .open = play_open,
    .close = play_close,
    .start = play_start,
    .won = play_won,
    .moves = play_moves,
    .step = play_step,
    .move_text = play_move_text,
    .step_text = play_step_text,
    .move_separator = " ",
    .draw = lw_flow_draw,
    .pointer_text = play_pointer_text,
};
