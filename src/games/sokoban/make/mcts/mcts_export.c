/* From a finished draft to a level with a solution: the border goes on, empty margins
 * come off, and the recorded pushes become moves with shortest walks between them. */
#include <assert.h>
#include <string.h>

#include "make/mcts/mcts_internal.h"

/* The part of the frame that holds open squares, in frame coordinates. */
struct window {
    uint32_t left, top, right, bottom;
};

static struct window find_window(const struct draft_frame *frame, uint64_t open) {
    struct window window = {frame->width, frame->height, 0, 0};
    for (uint32_t i = 0; i < frame->n_squares; i++) {
        uint32_t x = frame->x[i], y = frame->y[i];
        if ((open & draft_bit(i)) == 0) {
            continue;
        }
        window.left = x < window.left ? x : window.left;
        window.top = y < window.top ? y : window.top;
        window.right = x > window.right ? x : window.right;
        window.bottom = y > window.bottom ? y : window.bottom;
    }
    return window;
}

static uint8_t cell_of(const struct draft_level *level, uint32_t square) {
    uint64_t bit = draft_bit(square);
    unsigned cell = (level->open & bit) == 0 ? LW_SOKOBAN_WALL : 0;
    cell |= (level->boxes & bit) != 0 ? LW_SOKOBAN_BOX : 0;
    cell |= (level->goals & bit) != 0 ? LW_SOKOBAN_GOAL : 0;
    cell |= square == level->player ? LW_SOKOBAN_PLAYER : 0;
    return (uint8_t)cell;
}

lw_status lw_sok_draft_to_level(const struct draft_frame *frame,
                                const struct draft_level *level,
                                const struct lw_game *game, struct lw_level **out,
                                struct lw_error *err) {
    struct window window = find_window(frame, level->open);
    uint32_t width = window.right - window.left + 3;
    uint32_t height = window.bottom - window.top + 3;
    uint8_t cells[2 * DRAFT_MAX_SQUARES]; /* the border adds at most 44 */
    assert((size_t)width * height <= sizeof cells);
    memset(cells, LW_SOKOBAN_WALL, sizeof cells);
    for (uint32_t y = window.top; y <= window.bottom; y++) {
        for (uint32_t x = window.left; x <= window.right; x++) {
            cells[(y - window.top + 1) * width + x - window.left + 1] =
                cell_of(level, y * frame->width + x);
        }
    }
    struct lw_sokoban_level *made;
    lw_status status = lw_sokoban_level_create(game, width, height, cells, &made, err);
    *out = status == LW_OK ? &made->level : NULL;
    return status;
}

/* Appends a shortest walk: layers are flooded outwards from the end, then followed. */
static void walk(const struct draft_frame *frame, uint64_t free, uint32_t from,
                 uint32_t to, struct lw_buffer *out) {
    uint64_t layers[DRAFT_MAX_SQUARES];
    uint32_t n_layers = 0;
    uint64_t reach = draft_bit(to), edge = reach;
    while ((reach & draft_bit(from)) == 0) {
        layers[n_layers++] = edge;
        uint64_t next = 0;
        for (uint32_t dir = 0; dir < LW_N_DIRS; dir++) {
            next |= draft_shift(frame, edge, dir);
        }
        edge = next & free & ~reach;
        assert(edge != 0);
        reach |= edge;
    }
    uint64_t at = draft_bit(from);
    while (n_layers-- > 0) {
        uint32_t dir = 0;
        while ((draft_shift(frame, at, dir) & layers[n_layers]) == 0) {
            dir++;
        }
        at = draft_shift(frame, at, dir);
        lw_buffer_putc(out, "urdl"[dir]);
    }
}

void lw_sok_draft_moves(const struct draft_frame *frame, const struct draft *draft,
                        const struct draft_level *level, uint32_t n_pushes,
                        struct lw_buffer *moves) {
    uint64_t boxes = level->boxes, tracked = 0;
    uint32_t player = level->player;
    /* The draft's other boxes are replayed too, so that squares name boxes rightly, but
     * they stand on no square of the level. */
    for (uint32_t i = 0; i < draft->n_boxes; i++) {
        tracked |= (level->kept >> i & 1u) != 0 ? 0 : draft_bit(draft->start[i]);
    }
    for (uint32_t i = 0; i < n_pushes; i++) {
        uint32_t square = draft->pushes[i] >> 2, dir = draft->pushes[i] & 3u;
        uint64_t bit = draft_bit(square), to = draft_shift(frame, bit, dir);
        if ((tracked & bit) != 0) {
            tracked = (tracked & ~bit) | to;
            continue;
        }
        uint64_t behind = draft_shift(frame, bit, (dir + 2) % LW_N_DIRS);
        walk(frame, level->open & ~boxes, player, lw_bits_first(behind), moves);
        boxes = (boxes & ~bit) | to;
        player = square;
        lw_buffer_putc(moves, "URDL"[dir]);
    }
    assert(boxes == level->goals);
}
