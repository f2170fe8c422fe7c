/* What a person sees who plays in a terminal: the board, the state of things, the keys.
 */
#ifndef CLI_PLAY_VIEW_H
#define CLI_PLAY_VIEW_H

#include "draw/picture.h"
#include "lw/command/levels.h"

#define MESSAGE_BYTES 2048

struct screen {
    struct cli *cli;
    const struct cli_levels *levels;
    size_t index;
    enum lw_theme theme;
    const char *save_path;
    struct lw_session *session;
    struct lw_draw_list list;
    struct lw_buffer frame;
    char message[MESSAGE_BYTES];
    uint32_t columns, rows; /* of the terminal */
    uint32_t *marked;       /* cells that advice points at */
    bool mark_dead;         /* they are lost, not where to go on */
    size_t n_marked, marked_cap;
    uint32_t cursor;       /* cell index; only for games without keys */
    uint32_t focus;        /* the cell to keep in sight when the board is too large */
    struct lw_glyph *seen; /* the glyphs last shown, and how many */
    size_t n_seen;
    uint32_t *path; /* cells of the drag in progress */
    size_t n_path, path_cap;
    struct lw_part part; /* of the board that the game shows */
    uint64_t tick_ns;    /* between two ticks; 0: time does not run in this level */
    uint64_t next_tick_ns;
    bool waits; /* time does not run yet: there is a message to be read */
    bool quit;
    struct lw_warning told; /* of the rules; said once */
};

static inline const struct lw_play_ops *ops_of(const struct screen *screen) {
    return screen->levels->game->kind->play;
}

static inline bool points(const struct screen *screen) {
    return ops_of(screen)->keys == NULL;
}

/* Draws the board as it stands and prints the whole screen. */
void play_show(struct screen *screen);
/* Takes what changed since the last call (of the drawn board) for where the player is. */
void play_find_focus(struct screen *screen);

#endif
