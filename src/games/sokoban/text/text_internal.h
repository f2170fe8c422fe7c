/* What the text formats share: rows to levels, lines of a file, moves in run-length
 * form. */
#ifndef SOKOBAN_TEXT_INTERNAL_H
#define SOKOBAN_TEXT_INTERNAL_H

#include "sokoban_internal.h"

/* All boards of one file together; keeps a small hostile file from growing without end.
 */
#define LW_SOKOBAN_MAX_CELLS_A_FILE ((size_t)64 << 20)
#define LW_SOKOBAN_MAX_MOVES 1000000  /* of one stored solution */
#define LW_SOKOBAN_MAX_SOLUTIONS 1000 /* of one level */

/* The bits of a board symbol (plain, not private); -1 when it is none. */
int lw_sokoban_symbol_cell(char symbol);
char lw_sokoban_cell_symbol(uint8_t cell);

/* lines.c: a file as UTF-8 and as lines. */

/* Reads Latin-1 where the bytes are not UTF-8, drops a byte order mark, replaces NUL. */
lw_status lw_sokoban_to_utf8(const char *text, size_t len, struct lw_buffer *out,
                             struct lw_error *err) LW_MUST_CHECK;
struct lw_sokoban_line {
    const char *text;
    size_t len; /* without the line end, which is LF, CRLF or CR */
};
/* The line at *at, which is moved behind its end; false at the end of the text. */
bool lw_sokoban_next_line(const char *text, size_t len, size_t *at,
                          struct lw_sokoban_line *line);
struct lw_sokoban_line lw_sokoban_trim(struct lw_sokoban_line line);
bool lw_sokoban_line_is(struct lw_sokoban_line line, const char *word); /* any case */
/* Names the character at text[at] for a sentence: 'x', a tab, U+00E9. */
const char *lw_sokoban_describe(const char *text, size_t len, size_t at, char out[16]);
/* The column of byte `at`, counting characters from 1. */
uint32_t lw_sokoban_column(const char *text, size_t at);

/* rows.c: rows of symbols to a level in a collection. */

struct lw_sokoban_rows {
    const struct lw_sokoban_game *game;
    uint8_t *cells; /* the rows one behind the other */
    size_t n_cells, cells_cap;
    uint32_t n_rows;
    size_t file_cells; /* of all levels made so far */
    uint32_t ends[LW_SOKOBAN_MAX_SIDE];
};
void lw_sokoban_rows_init(struct lw_sokoban_rows *rows, const struct lw_game *game);
void lw_sokoban_rows_free(struct lw_sokoban_rows *rows);
void lw_sokoban_rows_clear(struct lw_sokoban_rows *rows);
/* Adds one row, or several of a run-length line. BAD_INPUT carries line and column. */
lw_status lw_sokoban_rows_add(struct lw_sokoban_rows *rows, const char *text, size_t len,
                              uint32_t line, struct lw_error *err) LW_MUST_CHECK;
lw_status lw_sokoban_rows_add_rle(struct lw_sokoban_rows *rows, const char *text,
                                  size_t len, uint32_t line,
                                  struct lw_error *err) LW_MUST_CHECK;
/* Trims the void around, makes the level, adds it to the set with the warnings that
 * concern it, and clears the rows. BAD_INPUT: no such level. */
lw_status lw_sokoban_rows_level(struct lw_sokoban_rows *rows, uint32_t line,
                                struct lw_collection *set, struct lw_entry **out,
                                struct lw_error *err) LW_MUST_CHECK;
/* The error of a text without one good level: its first message since first_message. */
lw_status lw_sokoban_fail_empty(const struct lw_collection *set, size_t first_message,
                                struct lw_error *err);

/* lurd.c: moves. */

/* Only letters, counts, groups, the mark * and white space? */
bool lw_sokoban_is_lurd(struct lw_sokoban_line line);
/* A solution as a file has it. */
struct sokoban_stored {
    const char *name, *text;
    size_t len;
    uint32_t line; /* where it stands */
};
/* Expands, gives the letters their case by replay and stores the solution; what does not
 * replay is kept with a warning, what is no moves at all is dropped with a message. */
lw_status lw_sokoban_add_solution(struct lw_collection *set, struct lw_entry *entry,
                                  const struct sokoban_stored *stored,
                                  struct lw_error *err) LW_MUST_CHECK;

/* The formats' functions. */

lw_status lw_sokoban_text_read(const struct lw_game *game, const char *text, size_t len,
                               struct lw_collection *set, struct lw_error *err);
/* Is this line a row of a board, plain or run-length? */
enum lw_sokoban_row {
    LW_SOKOBAN_ROW_NONE,
    LW_SOKOBAN_ROW_PLAIN,
    LW_SOKOBAN_ROW_RLE,
    LW_SOKOBAN_ROW_FLOOR, /* only - _ and spaces: a row between other rows */
    LW_SOKOBAN_ROW_TABS,  /* a row but for its tabs */
    LW_SOKOBAN_ROW_BROKEN /* between walls, with foreign characters: a row near others */
};
enum lw_sokoban_row lw_sokoban_row_kind(const struct lw_sokoban_game *game,
                                        struct lw_sokoban_line line);

lw_status lw_sokoban_xsb_write(const struct lw_game *game,
                               const struct lw_collection *set, struct lw_buffer *out,
                               struct lw_error *err);
lw_status lw_sokoban_sok_write(const struct lw_game *game,
                               const struct lw_collection *set, struct lw_buffer *out,
                               struct lw_error *err);
lw_status lw_sokoban_rle_write(const struct lw_game *game,
                               const struct lw_collection *set, struct lw_buffer *out,
                               struct lw_error *err);
lw_status lw_sokoban_boxoban_write(const struct lw_game *game,
                                   const struct lw_collection *set, struct lw_buffer *out,
                                   struct lw_error *err);
lw_status lw_sokoban_lurd_write(const struct lw_game *game,
                                const struct lw_collection *set, struct lw_buffer *out,
                                struct lw_error *err);
lw_status lw_sokoban_slc_read(const struct lw_game *game, const char *text, size_t len,
                              struct lw_collection *set, struct lw_error *err);
lw_status lw_sokoban_slc_write(const struct lw_game *game,
                               const struct lw_collection *set, struct lw_buffer *out,
                               struct lw_error *err);
lw_status lw_sokoban_json_read(const struct lw_game *game, const char *text, size_t len,
                               struct lw_collection *set, struct lw_error *err);
lw_status lw_sokoban_json_write(const struct lw_game *game,
                                const struct lw_collection *set, struct lw_buffer *out,
                                struct lw_error *err);
/* Row y of the level as symbols, trailing floor cut, an empty row as one '-'. */
void lw_sokoban_put_row(const struct lw_sokoban_level *level, uint32_t y,
                        struct lw_buffer *out);

#endif
