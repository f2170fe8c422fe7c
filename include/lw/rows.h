/* Levels as a store has them: rows of texts, opened as games and levels; and levels as
 * the rows that they become. Whoever has no engine at hand, or may not use it on what
 * strangers brought, hands these over to somebody who has. */
#ifndef LW_ROWS_H
#define LW_ROWS_H

#include "lw/open.h"

/* A level that is stored. */
struct lw_row {
    const char *id;     /* canonical, 32 hexadecimal digits; NULL: it is not compared */
    const char *game;   /* the kind's name */
    const char *rules;  /* "name=value" lines */
    const char *source; /* text of the game's source; NULL: none, or in front of: */
    const char *text;
    const char *title, *author;
};
struct lw_row_list {
    const struct lw_row *rows;
    size_t n;
};

/* Opens the one level of a row; see lw_open. Close out in any case. */
lw_status lw_row_open(const struct lw_alloc *alloc,
                      const struct lw_game_kind *const *kinds, const struct lw_row *row,
                      struct lw_opened *out, struct lw_error *err) LW_MUST_CHECK;
/* Opens all rows as levels of one game, with their titles and authors. Each must be the
 * level of its id: read under other rules it would become another, which is
 * LW_UNSUPPORTED. The list must not be empty. */
lw_status lw_rows_open(const struct lw_alloc *alloc,
                       const struct lw_game_kind *const *kinds,
                       const struct lw_row_list *list, struct lw_opened *out,
                       struct lw_error *err) LW_MUST_CHECK;
/* Hands over each level of a list, in order and open until the call returns. Levels of
 * one game that follow each other have it created once. */
struct lw_rows_each {
    lw_status (*take)(void *ctx, size_t index, const struct lw_level *level,
                      struct lw_error *err);
    void *ctx;
};
lw_status lw_rows_each(const struct lw_alloc *alloc,
                       const struct lw_game_kind *const *kinds,
                       const struct lw_row_list *list, const struct lw_rows_each *each,
                       struct lw_error *err) LW_MUST_CHECK;

/* A level that was read and is to be stored. */
struct lw_found_solution {
    const char *name; /* may be empty */
    const char *moves;
    double measures[LW_MAX_MEASURES];
};
struct lw_found {
    const struct lw_game_kind *kind;
    struct lw_id128 id;
    uint32_t width, height;
    const char *source; /* of its game; NULL: none */
    size_t source_len;
    const char *text; /* in the kind's own format, behind that source */
    size_t text_len;
    const struct lw_found_solution *solutions; /* that were replayed on this text */
    size_t n_solutions;
    double score; /* that its file gives it; NaN: none */
};
/* Its id, size and text; LW_BAD_INPUT when it may not be played. id: when it is known
 * already, else NULL. A source that before (NULL: none) has as well is the same pointer.
 * Texts live in the arena. */
lw_status lw_found_level(const struct lw_level *level, const struct lw_id128 *id,
                         const struct lw_found *before, struct lw_arena *arena,
                         struct lw_found *out, struct lw_error *err) LW_MUST_CHECK;

#endif
