/* A text collection cut into items: boards, keys, solutions and free text. */
#ifndef SOKOBAN_SCAN_INTERNAL_H
#define SOKOBAN_SCAN_INTERNAL_H

#include "text/text_internal.h"

enum item_kind {
    ITEM_BLANK, /* end is the number of lines */
    ITEM_BOARD,
    ITEM_TITLE,    /* Title: text */
    ITEM_KEY,      /* any other key: text, perhaps a block up to Key-End: */
    ITEM_SOLUTION, /* key is its name; lines first..end hold the moves */
    ITEM_SNAPSHOT, /* likewise, with the whole heading as its key */
    ITEM_LABEL,    /* ; text */
    ITEM_TEXT      /* a line of prose */
};

struct item {
    enum item_kind kind;
    size_t first, end;            /* the lines of a board, a block, the moves */
    struct lw_sokoban_line key;   /* as spelled */
    struct lw_sokoban_line value; /* on the key's own line, or the text */
    uint32_t line;                /* from 1 */
};

struct scan {
    const struct lw_alloc *alloc;
    const struct lw_sokoban_game *game;
    struct lw_buffer text; /* the file as UTF-8; lines point into it */
    struct lw_sokoban_line *lines;
    uint8_t *rows; /* [line], enum lw_sokoban_row */
    size_t n_lines, lines_cap, rows_cap;
    struct item *items;
    size_t n_items, items_cap;
    uint64_t no_end; /* bit per known key: no Key-End: follows any more */
};

lw_status lw_sokoban_scan(struct scan *scan, const struct lw_game *game, const char *text,
                          size_t len, struct lw_error *err) LW_MUST_CHECK;
void lw_sokoban_scan_free(struct scan *scan);
/* A block's text with the guards before its own key words taken away. */
void lw_sokoban_scan_block(const struct scan *scan, const struct item *item,
                           struct lw_buffer *out);
/* Would a line of text inside a block of this key end the block? `\` guards it then. */
bool lw_sokoban_is_block_mark(struct lw_sokoban_line line, struct lw_sokoban_line key);
/* Does the reader know the key, so that "Key:" and "Key-End:" frame a text of lines? */
bool lw_sokoban_is_known_key(struct lw_sokoban_line key);
/* Is it one word that is read as a key although it is not known? */
bool lw_sokoban_is_word_key(struct lw_sokoban_line key);

#endif
