/* Writing text collections: .xsb with titles before the boards, .sok with keys behind
 * them, run-length text, Boxoban, and bare solutions. What the reader understood is
 * written so that it understands the same again. */
#include <string.h>

#include "text/scan_internal.h"

void lw_sokoban_put_row(const struct lw_sokoban_level *level, uint32_t y,
                        struct lw_buffer *out) {
    const uint8_t *row = level->cells + (size_t)y * level->width;
    uint32_t len = level->width;
    while (len > 0 && row[len - 1] == 0) {
        len--;
    }
    for (uint32_t x = 0; x < len; x++) {
        lw_buffer_putc(out, lw_sokoban_cell_symbol(row[x]));
    }
    if (len == 0) {
        lw_buffer_putc(out, '-'); /* an empty line would end the board */
    }
}

static void put_board(const struct lw_entry *entry, struct lw_buffer *out) {
    const struct lw_sokoban_level *level = lw_sokoban_level_of(entry->level);
    for (uint32_t y = 0; y < level->height; y++) {
        lw_sokoban_put_row(level, y, out);
        lw_buffer_putc(out, '\n');
    }
}

static void put_runs(const char *text, size_t len, struct lw_buffer *out) {
    for (size_t i = 0, end; i < len; i = end) {
        end = i + 1;
        while (end < len && text[end] == text[i]) {
            end++;
        }
        if (end - i > 1) {
            lw_buffer_printf(out, "%zu", end - i);
        }
        lw_buffer_putc(out, text[i] == ' ' ? '-' : text[i]);
    }
}

static void put_board_rle(const struct lw_entry *entry, struct lw_buffer *out) {
    const struct lw_sokoban_level *level = lw_sokoban_level_of(entry->level);
    struct lw_buffer row;
    lw_buffer_init(&row, out->alloc);
    for (uint32_t y = 0; y < level->height; y++) {
        lw_buffer_clear(&row);
        lw_sokoban_put_row(level, y, &row);
        put_runs(lw_buffer_text(&row), row.len, out);
        lw_buffer_puts(out, y + 1 < level->height ? "|" : "\n");
    }
    out->failed = out->failed || !lw_buffer_ok(&row);
    lw_buffer_free(&row);
}

/* Notes. */

static struct lw_sokoban_line line_of(const char *text) {
    return (struct lw_sokoban_line){text, strlen(text)};
}

/* Lines that could be taken for the block's own marks get a backslash. */
static void put_block(const char *key, const char *text, struct lw_buffer *out) {
    lw_buffer_printf(out, "%s:\n", key);
    size_t at = 0, len = strlen(text);
    struct lw_sokoban_line line;
    while (lw_sokoban_next_line(text, len, &at, &line)) {
        if (lw_sokoban_is_block_mark(line, line_of(key))) {
            lw_buffer_putc(out, '\\');
        }
        lw_buffer_add(out, line.text, line.len);
        lw_buffer_putc(out, '\n');
    }
    if (len > 0 && text[len - 1] == '\n') {
        lw_buffer_putc(out, '\n'); /* the empty line behind the last line end */
    }
    lw_buffer_printf(out, "%s-End:\n", key);
}

/* One line that reads back as it is? */
static bool fits_a_line(const char *text) {
    struct lw_sokoban_line line = line_of(text);
    return strpbrk(text, "\r\n") == NULL && lw_sokoban_trim(line).len == line.len;
}

static bool is_key_text(const char *key) {
    return key[0] != '\0' && key[0] != ';' && strpbrk(key, ":\r\n") == NULL &&
           fits_a_line(key);
}

static void put_note(const struct lw_note *note, struct lw_buffer *out) {
    struct lw_sokoban_line key = line_of(note->key);
    bool known = is_key_text(note->key) && lw_sokoban_is_known_key(key);
    bool named = strchr(note->key, '/') != NULL;
    bool title = lw_sokoban_line_is(key, "Title");
    bool word = lw_sokoban_is_word_key(key) && note->text[0] != '\0' &&
                note->text[0] != '/' && !lw_sokoban_line_is(key, "Solution");
    if (lw_sokoban_line_is(key, "Comment") ||
        (known && !named && !title && !fits_a_line(note->text))) {
        put_block(note->key, note->text, out);
    } else if ((known || word) && fits_a_line(note->text)) {
        lw_buffer_printf(out, "%s:%s%s\n", note->key, note->text[0] == '\0' ? "" : " ",
                         note->text);
    } else {
        /* No key that readers of this text would see as one: keep it as a comment. */
        struct lw_buffer text;
        lw_buffer_init(&text, out->alloc);
        lw_buffer_printf(&text, "%s: %s", note->key, note->text);
        put_block("Comment", lw_buffer_text(&text), out);
        out->failed = out->failed || !lw_buffer_ok(&text);
        lw_buffer_free(&text);
    }
}

static bool has_title_note(const struct lw_note *notes) {
    return lw_note_find(notes, "Title") != NULL;
}

static void put_title(const char *title, struct lw_buffer *out) {
    lw_buffer_printf(out, "Title:%s%s\n", title[0] == '\0' ? "" : " ", title);
}

static void put_notes(const struct lw_note *notes, struct lw_buffer *out) {
    for (; notes != NULL; notes = notes->next) {
        put_note(notes, out);
    }
}

static void put_solutions(const struct lw_entry *entry, bool rle, struct lw_buffer *out) {
    for (const struct lw_stored_solution *at = entry->solutions; at != NULL;
         at = at->next) {
        lw_buffer_puts(out, "Solution");
        if (at->name[0] != '\0') {
            lw_buffer_printf(out, "/%s", at->name);
        }
        lw_buffer_putc(out, '\n');
        if (rle) {
            put_runs(at->moves, strlen(at->moves), out);
        } else {
            lw_buffer_puts(out, at->moves);
        }
        lw_buffer_puts(out, "\n");
    }
}

/* Collections. */

enum style { STYLE_XSB, STYLE_SOK, STYLE_RLE };

static void put_head(const struct lw_collection *set, struct lw_buffer *out) {
    if (set->title[0] != '\0' || has_title_note(set->notes)) {
        put_title(set->title, out);
    }
    put_notes(set->notes, out);
    if (set->title[0] != '\0' || set->notes != NULL) {
        lw_buffer_putc(out, '\n');
    }
}

/* In .xsb the title stands before the board unless some level has a second one, which
 * only keys can tell apart. */
static bool wants_labels(const struct lw_collection *set, enum style style) {
    bool labels = style == STYLE_XSB;
    for (size_t i = 0; labels && i < set->n_entries; i++) {
        labels = !has_title_note(set->entries[i].notes);
    }
    return labels;
}

static void put_entry(const struct lw_entry *entry, enum style style, bool label,
                      bool last, bool guard, struct lw_buffer *out) {
    if (label && entry->title[0] != '\0') {
        lw_buffer_printf(out, "; %s\n\n", entry->title);
    }
    if (style == STYLE_RLE) {
        put_board_rle(entry, out);
    } else {
        put_board(entry, out);
    }
    if (!label && (entry->title[0] != '\0' || has_title_note(entry->notes) || guard)) {
        put_title(entry->title, out);
    }
    put_notes(entry->notes, out);
    put_solutions(entry, style == STYLE_RLE, out);
    if (!last) {
        lw_buffer_putc(out, '\n');
    }
}

static lw_status finish(const struct lw_buffer *out, struct lw_error *err) {
    return lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
}

static lw_status write_text(const struct lw_collection *set, enum style style,
                            struct lw_buffer *out, struct lw_error *err) {
    bool labels = wants_labels(set, style);
    put_head(set, out);
    for (size_t i = 0; i < set->n_entries; i++) {
        bool last = i + 1 == set->n_entries;
        /* Behind the last board a key must stand, else titles seem to come first. */
        put_entry(&set->entries[i], style, labels, last, last && i > 0, out);
    }
    return finish(out, err);
}

lw_status lw_sokoban_xsb_write(const struct lw_game *game,
                               const struct lw_collection *set, struct lw_buffer *out,
                               struct lw_error *err) {
    (void)game;
    return write_text(set, STYLE_XSB, out, err);
}

lw_status lw_sokoban_sok_write(const struct lw_game *game,
                               const struct lw_collection *set, struct lw_buffer *out,
                               struct lw_error *err) {
    (void)game;
    return write_text(set, STYLE_SOK, out, err);
}

lw_status lw_sokoban_rle_write(const struct lw_game *game,
                               const struct lw_collection *set, struct lw_buffer *out,
                               struct lw_error *err) {
    (void)game;
    return write_text(set, STYLE_RLE, out, err);
}

/* Boxoban knows 10 x 10 squares and the symbols # @ $ . and space, nothing else. */
static lw_status check_boxoban(const struct lw_entry *entry, size_t number,
                               struct lw_error *err) {
    const struct lw_sokoban_level *level = lw_sokoban_level_of(entry->level);
    if (level->width != 10 || level->height != 10) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "level %zu is %u x %u; Boxoban text holds only 10 x 10 squares, "
                       "choose xsb instead",
                       number, level->width, level->height);
    }
    for (size_t i = 0; i < 100; i++) {
        uint8_t cell = level->cells[i];
        if (cell & LW_SOKOBAN_GOAL && cell != LW_SOKOBAN_GOAL) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "level %zu has a %s on a goal; Boxoban text has no symbol for "
                           "it, choose xsb instead",
                           number, cell & LW_SOKOBAN_BOX ? "box" : "player");
        }
    }
    return LW_OK;
}

lw_status lw_sokoban_boxoban_write(const struct lw_game *game,
                                   const struct lw_collection *set, struct lw_buffer *out,
                                   struct lw_error *err) {
    (void)game;
    for (size_t i = 0; i < set->n_entries; i++) {
        const struct lw_entry *entry = &set->entries[i];
        lw_status status = check_boxoban(entry, i + 1, err);
        if (status != LW_OK) {
            return status;
        }
        if (entry->title[0] != '\0') {
            lw_buffer_printf(out, "; %s\n", entry->title);
        } else {
            lw_buffer_printf(out, "; %zu\n", i);
        }
        put_board(entry, out);
        lw_buffer_putc(out, '\n');
    }
    return finish(out, err);
}

lw_status lw_sokoban_lurd_write(const struct lw_game *game,
                                const struct lw_collection *set, struct lw_buffer *out,
                                struct lw_error *err) {
    (void)game;
    size_t n_written = 0;
    for (size_t i = 0; i < set->n_entries; i++) {
        const struct lw_entry *entry = &set->entries[i];
        if (entry->solutions == NULL) {
            continue;
        }
        if (set->n_entries > 1) {
            lw_buffer_printf(out, "; %zu%s%s\n", i + 1,
                             entry->title[0] == '\0' ? "" : " ", entry->title);
        }
        lw_buffer_printf(out, "%s\n", entry->solutions->moves);
        n_written++;
    }
    if (n_written == 0) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "no level has a stored solution to write; solve the levels first");
    }
    return finish(out, err);
}
