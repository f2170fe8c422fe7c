/* The play group: states, moves, pictures. */
#ifndef LW_GAME_PLAY_H
#define LW_GAME_PLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/buffer.h"
#include "lw/draw.h"
#include "lw/game/types.h"

typedef uint32_t lw_step_move;
#define LW_MAX_MOVES 1024 /* no state of any game offers more search moves */

enum lw_step {
    LW_STEP_ILLEGAL, /* not a move here; out is not written */
    LW_STEP_SAME,    /* allowed, but nothing changed */
    LW_STEP_CHANGED,
    LW_STEP_WON /* changed, and the level is now won */
};

/* What only playing shows about the rules of a game, for whoever wrote them. */
struct lw_warning {
    uint32_t line;    /* of the game's source; 0: none */
    const char *text; /* static; NULL: there is nothing to say */
};

/* Cells of a board. */
struct lw_part {
    uint32_t x, y, width, height;
};

/* What one step looked and sounded like, for pages that show it. */
struct lw_step_trace {
    struct lw_buffer moved;  /* pairs of cells from, to, as uint32_t */
    struct lw_buffer sounds; /* the seeds of sounds, each ended by NUL */
};

void lw_step_trace_moved(struct lw_step_trace *trace, uint32_t from, uint32_t to);

/* Moves as text. */
struct lw_step_text {
    const char *at;
    size_t len;
};

struct lw_play_ops {
    lw_status (*open)(const struct lw_level *level, const struct lw_alloc *alloc,
                      struct lw_play **out, struct lw_error *err);
    void (*close)(struct lw_play *play); /* NULL-safe */
    /* States are packed bytes with no padding: equal bytes, equal state. */
    void (*start)(struct lw_play *play, void *state);
    bool (*won)(struct lw_play *play, const void *state);
    /* Search moves worth trying from here, in a fixed order. */
    size_t (*moves)(struct lw_play *play, const void *state,
                    lw_step_move moves[LW_MAX_MOVES]);
    /* Pure in state; state and out may not overlap. */
    enum lw_step (*step)(struct lw_play *play, const void *state, lw_step_move move,
                         void *out);
    /* One search move as text ("u", "D", "A3>B4") and back. Text of a whole line of play
     * is the concatenation with move_separator between. move_text may look at the state
     * to choose its spelling (capital letters for pushes). */
    void (*move_text)(struct lw_play *play, const void *state, lw_step_move move,
                      struct lw_buffer *out);
    /* Applies the first move in text, as a person would make it, and says how many bytes
     * it took. Covers every move_text and whatever else the game lets people do. */
    enum lw_step (*step_text)(struct lw_play *play, const void *state,
                              struct lw_step_text text, size_t *used, void *out,
                              struct lw_error *err);
    const char *move_separator;
    /* Where it does not depend on the state which moves can be made: reads the first move
     * in text as step_text does, without a play. NULL: only the play can tell. */
    lw_status (*read_move)(const struct lw_game *game, const char *text, size_t len,
                           size_t *used, struct lw_error *err);
    /* What the game told the player in the last step; NULL when nothing. The function may
     * be NULL. */
    const char *(*said)(struct lw_play *play);
    /* The first warning since the handle was opened; text NULL when there is none. The
     * function may be NULL. */
    struct lw_warning (*warning)(struct lw_play *play);
    /* What the step from before to after did; move is its text as it was given. after is
     * before when it changed nothing. The function may be NULL. */
    void (*trace)(struct lw_play *play, const void *before, const void *after,
                  const char *move, struct lw_step_trace *out);
    /* Draws state (NULL: the start). */
    void (*draw)(struct lw_play *play, const void *state, struct lw_draw_list *list);
    /* The part of the board that the game shows to its player; false (and part is left
     * alone) when it cannot tell. NULL: all of it, always. */
    bool (*part)(struct lw_play *play, const void *state, struct lw_part *part);
    /* Games in which time runs: seconds between ticks, 0 when it stands in this level;
     * and the text of the move that a tick makes. Both NULL: it never runs. */
    double (*tick_s)(const struct lw_level *level);
    const char *tick_move;
    /* Which keys of a terminal or browser mean which move text; ends with key NULL. Keys
     * are "up", "right", "down", "left", "space" or one character. NULL when moves need
     * pointing: then pointer_text turns a drag from cell to cell into move text. */
    const struct lw_key {
        const char *key;
        const char *move;
    } * keys;
    bool (*pointer_text)(struct lw_play *play, const void *state, const uint32_t *cells,
                         size_t n_cells, struct lw_buffer *out);
};

#endif
