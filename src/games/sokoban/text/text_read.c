/* Reading text collections (.xsb, .sok, .txt, run-length text, Boxoban).
 *
 * The items between two boards form a gap; gap g stands before board g, and the last gap
 * behind the last board. What this file decides is to whom the items of a gap belong:
 *   - keys and solutions belong to the board before them, in the first gap to the
 *     collection; only when every board has a Title: before it and nothing keyed follows
 *     the last board do they belong to the board after them;
 *   - a `;` line right before a board is its title, and so is a paragraph of one line,
 *     unless the board has a Title: of its own; when text follows the last board and none
 *     precedes the first, the line right behind a board is its title instead;
 *   - all other text is a comment of the board before, or of the collection. */
#include <string.h>

#include "text/scan_internal.h"

struct reader {
    struct scan scan;
    struct lw_collection *set;
    struct lw_sokoban_rows rows;
    size_t *boards; /* item numbers */
    size_t n_boards, boards_cap;
    bool keys_before, titles_behind;
    struct lw_buffer prose; /* text lines not yet made a note */
    size_t prose_blanks;    /* blank lines that wait for more text */
    struct lw_buffer value; /* scratch */
    struct lw_entry *entry; /* whom notes go to; NULL: the collection */
    struct lw_note **tail;
    bool has_title;
    struct lw_error *err;
};

/* Items of gap g: [*first, *end). */
static void gap_of(const struct reader *reader, size_t g, size_t *first, size_t *end) {
    *first = g == 0 ? 0 : reader->boards[g - 1] + 1;
    *end = g < reader->n_boards ? reader->boards[g] : reader->scan.n_items;
}

static bool is_keyed(enum item_kind kind) {
    return kind == ITEM_TITLE || kind == ITEM_KEY || kind == ITEM_SOLUTION ||
           kind == ITEM_SNAPSHOT;
}

static bool is_text(const struct item *item) {
    return (item->kind == ITEM_TEXT || item->kind == ITEM_LABEL) && item->value.len > 0;
}

enum gap_has { GAP_TITLE, GAP_KEYED, GAP_TEXT };

static bool gap_has(const struct reader *reader, size_t g, enum gap_has what) {
    size_t first, end;
    if (g > reader->n_boards) {
        return false;
    }
    gap_of(reader, g, &first, &end);
    for (size_t i = first; i < end; i++) {
        const struct item *item = &reader->scan.items[i];
        if ((what == GAP_TITLE && item->kind == ITEM_TITLE) ||
            (what == GAP_KEYED && is_keyed(item->kind)) ||
            (what == GAP_TEXT && is_text(item))) {
            return true;
        }
    }
    return false;
}

static void decide_styles(struct reader *reader) {
    size_t n = reader->n_boards;
    reader->keys_before = n >= 2 && !gap_has(reader, n, GAP_KEYED);
    for (size_t g = 0; reader->keys_before && g < n; g++) {
        reader->keys_before = gap_has(reader, g, GAP_TITLE);
    }
    reader->titles_behind = !gap_has(reader, 0, GAP_TEXT) && gap_has(reader, n, GAP_TEXT);
}

/* The gap that holds the keys of board b. */
static size_t keys_gap(const struct reader *reader, size_t b) {
    return reader->keys_before ? b : b + 1;
}

static size_t find_title_before(const struct reader *reader, size_t b) {
    const struct item *items = reader->scan.items;
    size_t first, end, none = reader->scan.n_items;
    gap_of(reader, b, &first, &end);
    while (end > first && items[end - 1].kind == ITEM_BLANK) {
        end--;
    }
    if (end == first || !is_text(&items[end - 1])) {
        return none;
    }
    if (items[end - 1].kind == ITEM_LABEL) {
        return end - 1;
    }
    bool alone = end - 1 == first || !is_text(&items[end - 2]);
    /* A heading over the first of many boards, none of which has a title, is no title. */
    bool heading = b == 0 && reader->n_boards > 1 && !gap_has(reader, 1, GAP_TEXT);
    bool titled = gap_has(reader, keys_gap(reader, b), GAP_TITLE);
    return alone && !heading && !titled ? end - 1 : none;
}

/* The item whose text is the title, or the label, of board b; n_items when none is. */
static size_t find_title(const struct reader *reader, size_t b) {
    if (!reader->titles_behind) {
        return find_title_before(reader, b);
    }
    size_t first, end;
    gap_of(reader, b + 1, &first, &end);
    bool there = first < end && is_text(&reader->scan.items[first]) &&
                 !gap_has(reader, keys_gap(reader, b), GAP_TITLE);
    return there ? first : reader->scan.n_items;
}

/* Notes. */

static lw_status add_note(struct reader *reader, const char *key, const char *text) {
    if (!lw_collection_note(reader->set, reader->tail, key, text)) {
        return lw_fail_memory(reader->err);
    }
    /* Going on from here keeps a gap of many notes linear. */
    reader->tail = &(*reader->tail)->next;
    return LW_OK;
}

static lw_status flush_prose(struct reader *reader) {
    lw_status status = LW_OK;
    if (reader->prose.len > 0) {
        status = add_note(reader, "Comment", lw_buffer_text(&reader->prose));
    }
    lw_buffer_clear(&reader->prose);
    reader->prose_blanks = 0;
    return status;
}

static void add_prose(struct reader *reader, const struct item *item) {
    struct lw_sokoban_line text = item->value;
    if (text.len == 0) {
        size_t n_lines = item->kind == ITEM_BLANK ? item->end : 1;
        reader->prose_blanks += reader->prose.len > 0 ? n_lines : 0;
        return;
    }
    if (reader->prose.len > 0) {
        lw_buffer_repeat(&reader->prose, '\n', reader->prose_blanks + 1);
    }
    reader->prose_blanks = 0;
    lw_buffer_add(&reader->prose, text.text, text.len);
}

static const char *keep(struct reader *reader, struct lw_sokoban_line text) {
    return lw_arena_text(&reader->set->arena, text.text, text.len);
}

static lw_status add_title(struct reader *reader, const struct item *item) {
    const char *text = keep(reader, item->value);
    if (text == NULL) {
        return lw_fail_memory(reader->err);
    }
    if (reader->has_title) {
        return add_note(reader, "Title", text);
    }
    reader->has_title = true;
    if (reader->entry != NULL) {
        reader->entry->title = text;
    } else if (reader->set->title[0] == '\0') {
        reader->set->title = text;
    }
    return LW_OK;
}

static void join_moves(struct reader *reader, const struct item *item) {
    lw_buffer_clear(&reader->value);
    lw_buffer_add(&reader->value, item->value.text, item->value.len);
    for (size_t i = item->first; i < item->end; i++) {
        struct lw_sokoban_line line = lw_sokoban_trim(reader->scan.lines[i]);
        lw_buffer_add(&reader->value, line.text, line.len);
    }
}

static lw_status add_moves(struct reader *reader, const struct item *item) {
    const char *key = keep(reader, item->key);
    join_moves(reader, item);
    if (key == NULL || !lw_buffer_ok(&reader->value)) {
        return lw_fail_memory(reader->err);
    }
    const char *text = lw_buffer_text(&reader->value);
    if (item->kind == ITEM_SNAPSHOT) {
        return add_note(reader, key, text);
    }
    if (reader->entry == NULL) {
        lw_collection_message(reader->set, false, item->line, 0,
                              "a solution before the first board belongs to no level and "
                              "is left out");
        return LW_OK;
    }
    return lw_sokoban_add_solution(
        reader->set, reader->entry,
        &(struct sokoban_stored){key, text, reader->value.len, item->line}, reader->err);
}

static lw_status add_key(struct reader *reader, const struct item *item) {
    const char *key = keep(reader, item->key);
    lw_buffer_clear(&reader->value);
    lw_sokoban_scan_block(&reader->scan, item, &reader->value);
    if (key == NULL || !lw_buffer_ok(&reader->value)) {
        return lw_fail_memory(reader->err);
    }
    return add_note(reader, key, lw_buffer_text(&reader->value));
}

static lw_status add_item(struct reader *reader, const struct item *item) {
    if (!is_keyed(item->kind)) {
        add_prose(reader, item);
        return lw_buffer_ok(&reader->prose) ? LW_OK : lw_fail_memory(reader->err);
    }
    lw_status status = flush_prose(reader);
    if (status != LW_OK) {
        return status;
    }
    switch (item->kind) {
    case ITEM_TITLE:
        return add_title(reader, item);
    case ITEM_SOLUTION:
    case ITEM_SNAPSHOT:
        return add_moves(reader, item);
    default:
        return add_key(reader, item);
    }
}

/* Boards. */

static void set_owner(struct reader *reader, struct lw_entry *entry) {
    reader->entry = entry;
    reader->has_title = false;
    reader->tail = entry == NULL ? &reader->set->notes : &entry->notes;
    while (*reader->tail != NULL) {
        reader->tail = &(*reader->tail)->next;
    }
}

static lw_status read_rows(struct reader *reader, const struct item *item,
                           struct lw_error *why) {
    const struct scan *scan = &reader->scan;
    lw_sokoban_rows_clear(&reader->rows);
    for (size_t i = item->first; i < item->end; i++) {
        uint32_t line = (uint32_t)(i + 1);
        lw_status status =
            scan->rows[i] == LW_SOKOBAN_ROW_RLE
                ? lw_sokoban_rows_add_rle(&reader->rows, scan->lines[i].text,
                                          scan->lines[i].len, line, why)
                : lw_sokoban_rows_add(&reader->rows, scan->lines[i].text,
                                      scan->lines[i].len, line, why);
        if (status != LW_OK) {
            return status;
        }
    }
    return LW_OK;
}

/* The board's entry; NULL when the board is bad, which is a message. */
static lw_status read_board(struct reader *reader, const struct item *item,
                            struct lw_entry **entry) {
    struct lw_error why;
    *entry = NULL;
    lw_status status = read_rows(reader, item, &why);
    if (status == LW_OK) {
        status =
            lw_sokoban_rows_level(&reader->rows, item->line, reader->set, entry, &why);
    }
    if (status == LW_BAD_INPUT) {
        lw_collection_message(reader->set, true, why.line, why.column, "%s", why.text);
        return LW_OK;
    }
    return status == LW_OK ? LW_OK : lw_fail_memory(reader->err);
}

/* Everything in gap g but the items that are titles goes to the owner. */
static lw_status read_gap(struct reader *reader, size_t g, size_t title_before,
                          size_t title_behind) {
    size_t first, end;
    gap_of(reader, g, &first, &end);
    lw_status status = LW_OK;
    for (size_t i = first; status == LW_OK && i < end; i++) {
        if (i != title_before && i != title_behind) {
            status = add_item(reader, &reader->scan.items[i]);
        }
    }
    return status == LW_OK ? flush_prose(reader) : status;
}

/* Board b with its title and the gap that belongs to it. */
static lw_status read_level(struct reader *reader, size_t b) {
    struct lw_entry *entry;
    lw_status status = read_board(reader, &reader->scan.items[reader->boards[b]], &entry);
    if (status != LW_OK || entry == NULL) {
        return status;
    }
    set_owner(reader, entry);
    size_t title = find_title(reader, b);
    if (title < reader->scan.n_items) {
        struct lw_sokoban_line text = reader->scan.items[title].value;
        const char *kept = keep(reader, text);
        if (kept == NULL) {
            return lw_fail_memory(reader->err);
        }
        /* With a Title: of its own the label ("; 07") is a remark. */
        if (gap_has(reader, keys_gap(reader, b), GAP_TITLE)) {
            status = add_note(reader, "Comment", kept);
        } else {
            entry->title = kept;
        }
    }
    size_t next =
        b + 1 < reader->n_boards ? find_title(reader, b + 1) : reader->scan.n_items;
    size_t gap = keys_gap(reader, b);
    return status == LW_OK ? read_gap(reader, gap, gap == b ? title : next, title)
                           : status;
}

static lw_status read_all(struct reader *reader) {
    for (size_t i = 0; i < reader->scan.n_items; i++) {
        if (reader->scan.items[i].kind == ITEM_BOARD) {
            if (!lw_grow(reader->scan.alloc, &reader->boards, &reader->boards_cap,
                         reader->n_boards + 1, sizeof *reader->boards)) {
                return lw_fail_memory(reader->err);
            }
            reader->boards[reader->n_boards++] = i;
        }
    }
    if (reader->n_boards == 0) {
        return lw_fail(reader->err, LW_BAD_INPUT, 0, 0,
                       "no board was found; rows of # . $ * @ + and floor are expected");
    }
    decide_styles(reader);
    lw_status status = LW_OK;
    if (!reader->keys_before) {
        set_owner(reader, NULL);
        status = read_gap(reader, 0, find_title(reader, 0), reader->scan.n_items);
    }
    for (size_t b = 0; status == LW_OK && b < reader->n_boards; b++) {
        status = read_level(reader, b);
    }
    return status;
}

lw_status lw_sokoban_text_read(const struct lw_game *game, const char *text, size_t len,
                               struct lw_collection *set, struct lw_error *err) {
    struct reader reader = {.set = set, .err = err};
    size_t n_before = set->n_entries, n_messages = set->n_messages;
    lw_buffer_init(&reader.prose, game->alloc);
    lw_buffer_init(&reader.value, game->alloc);
    lw_sokoban_rows_init(&reader.rows, game);
    lw_status status = lw_sokoban_scan(&reader.scan, game, text, len, err);
    if (status == LW_OK) {
        status = read_all(&reader);
    }
    if (status == LW_OK && set->n_entries == n_before) {
        status = lw_sokoban_fail_empty(set, n_messages, err);
    }
    lw_alloc_free(game->alloc, reader.boards, reader.boards_cap * sizeof *reader.boards);
    lw_buffer_free(&reader.prose);
    lw_buffer_free(&reader.value);
    lw_sokoban_rows_free(&reader.rows);
    lw_sokoban_scan_free(&reader.scan);
    return status;
}
