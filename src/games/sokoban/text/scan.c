/* Cutting a text collection into items, line by line.
 *
 * Collections in the field mix boards, keys and prose freely; docs/formats.md states the
 * rules that this file applies. */
#include "text/scan_internal.h"

#include <string.h>

/* Rows. */

struct look {
    bool wall, floor_mark, rle, foreign, tab, other;
};

static struct look look_at(const struct lw_sokoban_game *game,
                           struct lw_sokoban_line line) {
    struct look look = {.wall = false};
    for (size_t i = 0; i < line.len; i++) {
        char c = game->symbol[(unsigned char)line.text[i]];
        int cell = lw_sokoban_symbol_cell(c);
        if (c == '#') {
            look.wall = true;
        } else if (c == '-' || c == '_') {
            look.floor_mark = true;
        } else if (c == '\t') {
            look.tab = true;
        } else if ((c >= '0' && c <= '9') || c == '|') {
            look.rle = true;
        } else if (cell < 0) {
            look.foreign = true;
        } else if (cell > 0) {
            look.other = true;
        }
    }
    return look;
}

static bool is_wall(const struct lw_sokoban_game *game, char c) {
    return game->symbol[(unsigned char)c] == '#';
}

enum lw_sokoban_row lw_sokoban_row_kind(const struct lw_sokoban_game *game,
                                        struct lw_sokoban_line line) {
    struct look look = look_at(game, line);
    if (!look.wall) {
        return look.floor_mark && !look.rle && !look.foreign && !look.tab && !look.other
                   ? LW_SOKOBAN_ROW_FLOOR
                   : LW_SOKOBAN_ROW_NONE;
    }
    if (!look.foreign && look.tab) {
        return LW_SOKOBAN_ROW_TABS;
    }
    if (!look.foreign) {
        return look.rle ? LW_SOKOBAN_ROW_RLE : LW_SOKOBAN_ROW_PLAIN;
    }
    line = lw_sokoban_trim(line);
    return line.len >= 2 && is_wall(game, line.text[0]) &&
                   is_wall(game, line.text[line.len - 1])
               ? LW_SOKOBAN_ROW_BROKEN
               : LW_SOKOBAN_ROW_NONE;
}

static bool is_sound_row(uint8_t row) {
    return row == LW_SOKOBAN_ROW_PLAIN || row == LW_SOKOBAN_ROW_RLE;
}

/* "#12" is a title far more often than a row whose count lost its symbol. */
static bool ends_in_count(struct lw_sokoban_line line) {
    line = lw_sokoban_trim(line);
    return line.len > 0 && line.text[line.len - 1] >= '0' &&
           line.text[line.len - 1] <= '9' && memchr(line.text, '|', line.len) == NULL;
}

static bool starts_board(const struct scan *scan, size_t at) {
    switch (scan->rows[at]) {
    case LW_SOKOBAN_ROW_PLAIN:
    case LW_SOKOBAN_ROW_TABS:
        return true;
    case LW_SOKOBAN_ROW_RLE:
        return !ends_in_count(scan->lines[at]);
    case LW_SOKOBAN_ROW_BROKEN:
        return at + 1 < scan->n_lines && is_sound_row(scan->rows[at + 1]);
    default:
        return false;
    }
}

/* The line behind a board's last row. Rows of bare floor count only between others. */
static size_t board_end(const struct scan *scan, size_t at) {
    size_t end = at + 1;
    for (size_t i = end; i < scan->n_lines; i++) {
        uint8_t row = scan->rows[i];
        bool more = i + 1 < scan->n_lines && is_sound_row(scan->rows[i + 1]);
        if (row == LW_SOKOBAN_ROW_NONE ||
            (row == LW_SOKOBAN_ROW_RLE && !more && ends_in_count(scan->lines[i]))) {
            break;
        }
        end = row == LW_SOKOBAN_ROW_FLOOR ? end : i + 1;
    }
    return end;
}

/* A line of walls alone is an ornament in prose, not a board. */
static bool is_ornament(const struct scan *scan, size_t first, size_t end) {
    for (size_t i = first; i < end; i++) {
        struct look look = look_at(scan->game, scan->lines[i]);
        if (look.other || look.rle || look.foreign || look.tab) {
            return false;
        }
    }
    return end - first < 3;
}

/* Keys. */

static const char *const known_keys[] = {
    "Title",      "Collection", "Set",      "Author",         "Email",
    "Homepage",   "Website",    "Url",      "Copyright",      "Comment",
    "Date",       "Difficulty", "View",     "Author comment", "Description",
    "ID",         "Source",     "Snapshot", "Savegame",       "Solution name",
    "Created by", "Licence",    "License",
};
enum { N_KNOWN_KEYS = sizeof known_keys / sizeof *known_keys };

/* "Snapshot/Pushes" is the known key Snapshot with a name. */
static size_t known_key(struct lw_sokoban_line key) {
    const char *slash = key.len == 0 ? NULL : memchr(key.text, '/', key.len);
    struct lw_sokoban_line base = key;
    base.len = slash == NULL ? key.len : (size_t)(slash - key.text);
    size_t i = 0;
    while (i < N_KNOWN_KEYS && !lw_sokoban_line_is(base, known_keys[i])) {
        i++;
    }
    return i;
}

bool lw_sokoban_is_known_key(struct lw_sokoban_line key) {
    return known_key(key) < N_KNOWN_KEYS;
}

bool lw_sokoban_is_word_key(struct lw_sokoban_line key) {
    for (size_t i = 0; i < key.len; i++) {
        char c = key.text[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '-' || c == '_'))) {
            return false;
        }
    }
    return key.len > 0 && key.len <= 24;
}

/* Splits "Key: value"; false when the line has no such form. */
static bool split_key(struct lw_sokoban_line line, struct lw_sokoban_line *key,
                      struct lw_sokoban_line *value) {
    line = lw_sokoban_trim(line);
    const char *colon = line.len == 0 ? NULL : memchr(line.text, ':', line.len);
    if (colon == NULL || colon == line.text) {
        return false;
    }
    size_t at = (size_t)(colon - line.text);
    *key = lw_sokoban_trim((struct lw_sokoban_line){line.text, at});
    *value = lw_sokoban_trim((struct lw_sokoban_line){colon + 1, line.len - at - 1});
    return true;
}

static bool same_word(struct lw_sokoban_line a, struct lw_sokoban_line b, size_t len) {
    for (size_t i = 0; i < len; i++) {
        char x = a.text[i], y = b.text[i];
        x = x >= 'A' && x <= 'Z' ? (char)(x + 32) : x;
        y = y >= 'A' && y <= 'Z' ? (char)(y + 32) : y;
        if (x != y) {
            return false;
        }
    }
    return true;
}

/* "Key:…" gives 1, "Key-End:" gives 2, anything else 0. */
static int block_mark(struct lw_sokoban_line line, struct lw_sokoban_line key) {
    line = lw_sokoban_trim(line);
    if (line.len < key.len || !same_word(line, key, key.len)) {
        return 0;
    }
    struct lw_sokoban_line rest = {line.text + key.len, line.len - key.len};
    if (lw_sokoban_line_is(rest, "-End:") || lw_sokoban_line_is(rest, "-End")) {
        return 2;
    }
    return lw_sokoban_trim(rest).len > 0 && lw_sokoban_trim(rest).text[0] == ':';
}

bool lw_sokoban_is_block_mark(struct lw_sokoban_line line, struct lw_sokoban_line key) {
    line = lw_sokoban_trim(line);
    while (line.len > 0 && line.text[0] == '\\') {
        line.text++;
        line.len--;
    }
    return block_mark(line, key) != 0;
}

/* The line of Key-End:, or n_lines. Another Key: before it means there is no block. */
static size_t find_block_end(struct scan *scan, size_t at, struct lw_sokoban_line key) {
    uint64_t bit = (uint64_t)1 << known_key(key);
    if (scan->no_end & bit) {
        return scan->n_lines;
    }
    for (size_t i = at + 1; i < scan->n_lines; i++) {
        int mark = block_mark(scan->lines[i], key);
        if (mark != 0) {
            return mark == 2 ? i : scan->n_lines;
        }
    }
    scan->no_end |= bit;
    return scan->n_lines;
}

void lw_sokoban_scan_block(const struct scan *scan, const struct item *item,
                           struct lw_buffer *out) {
    bool begun = item->value.len > 0;
    lw_buffer_add(out, item->value.text, item->value.len);
    for (size_t i = item->first; i < item->end; i++) {
        struct lw_sokoban_line line = scan->lines[i];
        if (begun) {
            lw_buffer_putc(out, '\n');
        }
        if (line.len > 0 && line.text[0] == '\\' &&
            lw_sokoban_is_block_mark(line, item->key)) {
            line.text++;
            line.len--;
        }
        lw_buffer_add(out, line.text, line.len);
        begun = true;
    }
}

/* Items. */

/* Blank lines in a row are one item, so that they cost no more than they are worth. */
static bool add_item(struct scan *scan, struct item item) {
    if (item.kind == ITEM_BLANK && scan->n_items > 0 &&
        scan->items[scan->n_items - 1].kind == ITEM_BLANK) {
        scan->items[scan->n_items - 1].end++;
        return true;
    }
    if (!lw_grow(scan->alloc, &scan->items, &scan->items_cap, scan->n_items + 1,
                 sizeof item)) {
        return false;
    }
    scan->items[scan->n_items++] = item;
    return true;
}

static bool is_blank(struct lw_sokoban_line line) {
    return lw_sokoban_trim(line).len == 0;
}

/* Lines of moves from `at` on, after at most one blank line; *end is behind the last. */
static size_t find_moves(const struct scan *scan, size_t at, size_t *end) {
    at += at < scan->n_lines && is_blank(scan->lines[at]);
    *end = at;
    while (*end < scan->n_lines && lw_sokoban_is_lurd(scan->lines[*end])) {
        (*end)++;
    }
    return at;
}

/* "Solution", "Solution/name", "Solution: name or moves", and Snapshot without colon. */
static bool scan_moves(struct scan *scan, size_t at, struct item *item) {
    struct lw_sokoban_line line = lw_sokoban_trim(scan->lines[at]);
    struct lw_sokoban_line word = {line.text, line.len < 8 ? line.len : 8};
    bool snapshot =
        lw_sokoban_line_is(word, "Snapshot") || lw_sokoban_line_is(word, "Savegame");
    bool solution = lw_sokoban_line_is(word, "Solution");
    char next = line.len > 8 ? line.text[8] : '/';
    if ((!snapshot && !solution) || (next != '/' && next != ':') ||
        (snapshot && memchr(line.text, ':', line.len) != NULL)) {
        return false;
    }
    size_t skip = line.len > 8 ? 9 : 8;
    struct lw_sokoban_line rest =
        lw_sokoban_trim((struct lw_sokoban_line){line.text + skip, line.len - skip});
    item->kind = solution ? ITEM_SOLUTION : ITEM_SNAPSHOT;
    item->key = solution ? rest : line;
    if (solution && next == ':' && lw_sokoban_is_lurd(rest)) {
        item->key.len = 0;
        item->value = rest;
    }
    item->first = find_moves(scan, at + 1, &item->end);
    return item->first < item->end || item->value.len > 0;
}

static bool scan_key(struct scan *scan, size_t at, struct item *item, size_t *next) {
    if (!split_key(scan->lines[at], &item->key, &item->value)) {
        return false;
    }
    item->kind = lw_sokoban_line_is(item->key, "Title") ? ITEM_TITLE : ITEM_KEY;
    if (!lw_sokoban_is_known_key(item->key)) {
        /* "http://…" is prose, and so is a heading of moves that did not come. */
        return lw_sokoban_is_word_key(item->key) && item->value.len > 0 &&
               item->value.text[0] != '/' && !lw_sokoban_line_is(item->key, "Solution");
    }
    bool comment = lw_sokoban_line_is(item->key, "Comment");
    bool named = memchr(item->key.text, '/', item->key.len) != NULL;
    if (item->kind == ITEM_KEY && !named && (comment || item->value.len == 0)) {
        size_t end = find_block_end(scan, at, item->key);
        if (end < scan->n_lines) {
            item->first = at + 1;
            item->end = end;
            *next = end + 1;
        }
    }
    return true;
}

/* The item that begins at line `at`; returns the line behind it. */
static size_t scan_item(struct scan *scan, size_t at, struct item *item) {
    struct lw_sokoban_line line = lw_sokoban_trim(scan->lines[at]);
    size_t next = at + 1;
    *item = (struct item){.kind = ITEM_TEXT,
                          .line = (uint32_t)(at + 1),
                          .value = {.text = line.text},
                          .key = {.text = line.text}};
    if (line.len == 0) {
        item->kind = ITEM_BLANK;
        item->end = 1;
        return next;
    }
    if (starts_board(scan, at)) {
        size_t end = board_end(scan, at);
        if (!is_ornament(scan, at, end)) {
            item->kind = ITEM_BOARD;
            item->first = at;
            item->end = end;
            return end;
        }
    }
    if (line.text[0] == ';') {
        item->kind = ITEM_LABEL;
        item->value =
            lw_sokoban_trim((struct lw_sokoban_line){line.text + 1, line.len - 1});
        return next;
    }
    if (line.text[0] != ':' && scan_moves(scan, at, item)) {
        return item->end > next ? item->end : next;
    }
    item->first = item->end = 0;
    item->value = (struct lw_sokoban_line){.text = line.text};
    if (line.text[0] != ':' && scan_key(scan, at, item, &next)) {
        return next;
    }
    *item = (struct item){
        .kind = ITEM_TEXT, .line = (uint32_t)(at + 1), .value = line, .key = line};
    return at + 1;
}

static bool split_lines(struct scan *scan) {
    size_t at = 0;
    struct lw_sokoban_line line;
    while (lw_sokoban_next_line(scan->text.data, scan->text.len, &at, &line)) {
        if (!lw_grow(scan->alloc, &scan->lines, &scan->lines_cap, scan->n_lines + 1,
                     sizeof line) ||
            !lw_grow(scan->alloc, &scan->rows, &scan->rows_cap, scan->n_lines + 1, 1)) {
            return false;
        }
        scan->rows[scan->n_lines] = (uint8_t)lw_sokoban_row_kind(scan->game, line);
        scan->lines[scan->n_lines++] = line;
    }
    return true;
}

lw_status lw_sokoban_scan(struct scan *scan, const struct lw_game *game, const char *text,
                          size_t len, struct lw_error *err) {
    *scan =
        (struct scan){.alloc = game->alloc, .game = (const struct lw_sokoban_game *)game};
    lw_buffer_init(&scan->text, scan->alloc);
    lw_status status = lw_sokoban_to_utf8(text, len, &scan->text, err);
    if (status != LW_OK) {
        return status;
    }
    if (!split_lines(scan)) {
        return lw_fail_memory(err);
    }
    for (size_t at = 0; at < scan->n_lines;) {
        struct item item;
        at = scan_item(scan, at, &item);
        if (!add_item(scan, item)) {
            return lw_fail_memory(err);
        }
    }
    return LW_OK;
}

void lw_sokoban_scan_free(struct scan *scan) {
    lw_alloc_free(scan->alloc, scan->lines, scan->lines_cap * sizeof *scan->lines);
    lw_alloc_free(scan->alloc, scan->rows, scan->rows_cap);
    lw_alloc_free(scan->alloc, scan->items, scan->items_cap * sizeof *scan->items);
    lw_buffer_free(&scan->text);
}
