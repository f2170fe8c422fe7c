/* The edit group: a level's text as a grid of cells that a person can paint, and the
 * changes that a program makes to a level.
 *
 * Sketched against all games:
 *   sokoban       one character a cell; one player; a wall stays around a cleared board
 *   puzzlescript  one character a cell; the palette is the legend of the game's source
 *   flow          its own text begins with the size, so the cells are those of the format
 *                 for one board
 *   lazors        words between GRID START and GRID STOP; lasers, targets and the stock
 *                 of blocks are lines after the cells, so a turn has to turn those too
 *   move          words of two characters: ball and goal
 *   null          one character a cell, one row
 */
#ifndef LW_GAME_EDIT_H
#define LW_GAME_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lw/base/alloc.h"
#include "lw/base/buffer.h"
#include "lw/base/rng.h"
#include "lw/base/status.h"
#include "lw/draw.h"
#include "lw/game/types.h"

/* What a cell may be: its text, and its name for people. */
struct lw_brush {
    const char *glyph, *title;
};

/* What there may be only one of: painting it turns the other one into something else. A
 * thing that has several glyphs (a player, a player on a goal) has rows beside each other
 * with the same number. */
struct lw_single {
    const char *glyph, *becomes;
    unsigned thing;
};

/* A level's text cut into cells. The text is before, then each row's cells with the
 * separator between them and a line feed, then after. */
struct lw_cells {
    const char *before, *after, *separator;
    const char **cells; /* row-major, texts */
    uint32_t width, height;
};

/* What a survey says of a cell. */
enum {
    LW_CELL_FLOOR = 1, /* something can stand here */
    LW_CELL_DEAD = 2   /* what is brought here can never be brought home */
};

/* Takes one glyph of a palette, in order. */
typedef void (*lw_brush_fn)(void *ctx, const char *glyph, const char *title);

struct lw_edit_ops {
    /* The palette that all games of the kind share, or NULL. */
    const struct lw_brush *palette;
    size_t n_palette;
    /* Of kinds whose games each have their own palette; else NULL. */
    void (*game_palette)(const struct lw_game *game, lw_brush_fn add, void *ctx);
    const char *blank; /* the glyph of an empty cell */
    const char *frame; /* what a cleared board keeps around it; NULL: nothing */
    const struct lw_single
        *single;           /* ends with glyph NULL; NULL: there is no such thing */
    const char *separator; /* between the cells of a row; "" or " " */
    const char *format;    /* whose text is cut into cells; NULL: the kind's own */
    /* The lines between which the cells stand; NULL: the text is nothing but cells. */
    const char *first_line, *last_line;
    /* Appends one level without what belongs to its game: the rows of a PuzzleScript
     * level without the rules. NULL: the kind's own format is as bare as it gets. */
    lw_status (*bare_text)(const struct lw_level *level, struct lw_buffer *out,
                           struct lw_error *err);
    /* Symmetries of lw/grid.h through which a level is still a level: bit i for i. */
    unsigned symmetries;
    /* The level through one of them. NULL: turning the cells is enough. */
    lw_status (*turn)(const struct lw_level *level, int sym, struct lw_level **out,
                      struct lw_error *err);
    /* The level without what can never matter. NULL: levels are not trimmed. */
    lw_status (*trim)(const struct lw_level *level, struct lw_level **out,
                      struct lw_error *err);
    /* A small random change: one or two things are elsewhere. The result may be no good
     * (not valid, not solvable, the same puzzle): the caller judges. NULL: levels are not
     * changed. Kinds that need nothing better use lw_level_swap_cells. */
    lw_status (*mutate)(const struct lw_level *level, struct lw_rng *rng,
                        struct lw_level **out, struct lw_error *err);
    /* Draws a level that cannot be played yet. NULL: only play->draw draws. */
    void (*draw)(const struct lw_level *level, struct lw_draw_list *list);
    /* Writes the LW_CELL_ bits of every cell, also of a level that cannot be played yet.
     * NULL: there is nothing to mark. */
    lw_status (*survey)(const struct lw_level *level, uint8_t *cells,
                        struct lw_error *err);
};

/* One level as bare text (see bare_text), in the form that can be read again beside its
 * game. */
lw_status lw_level_bare_text(const struct lw_level *level, struct lw_buffer *out,
                             struct lw_error *err) LW_MUST_CHECK;
/* All texts are in the arena. UNSUPPORTED for kinds without an edit group. */
lw_status lw_level_cells(const struct lw_level *level, struct lw_arena *arena,
                         struct lw_cells *out, struct lw_error *err) LW_MUST_CHECK;
void lw_cells_text(const struct lw_cells *cells, struct lw_buffer *out);
/* The level of these cells. */
lw_status lw_cells_level(const struct lw_game *game, const struct lw_cells *cells,
                         struct lw_level **out, struct lw_error *err) LW_MUST_CHECK;
/* The level through a symmetry, by the kind's turn or by its cells. */
lw_status lw_level_turn(const struct lw_level *level, int sym, struct lw_level **out,
                        struct lw_error *err) LW_MUST_CHECK;
/* A mutate for any kind: once or twice two cells change places, neighbours as often as
 * not. */
lw_status lw_level_swap_cells(const struct lw_level *level, struct lw_rng *rng,
                              struct lw_level **out, struct lw_error *err);
/* The same within a frame of `margin` cells, which stays; boards that are all frame have
 * none. */
lw_status lw_level_swap_within(const struct lw_level *level, uint32_t margin,
                               struct lw_rng *rng, struct lw_level **out,
                               struct lw_error *err);

#endif
