/* The text of levels: two characters a square, squares separated by white space, a blank
 * line between levels, lines that begin with ';' are comments. The first comment of a
 * level is its title, a comment "solution: ..." a stored solution. */
#include "move_internal.h"

#include <string.h>

struct reader {
    const struct lw_game *game;
    struct lw_collection *set;
    struct lw_error *err;
    const char *next, *end;
    const char *at, *stop, *line_start;
    uint32_t line;
    /* The level so far. */
    struct lw_move_square squares[LW_MOVE_MAX_SIDE * LW_MOVE_MAX_SIDE];
    uint32_t width, height, first_line;
    struct lw_remarks remarks;
};

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static bool next_line(struct reader *reader) {
    if (reader->next == NULL || reader->next >= reader->end) {
        return false;
    }
    const char *newline =
        memchr(reader->next, '\n', (size_t)(reader->end - reader->next));
    reader->line_start = reader->at = reader->next;
    reader->stop = newline != NULL ? newline : reader->end;
    reader->next = newline != NULL ? newline + 1 : reader->end;
    reader->line++;
    while (reader->at < reader->stop && is_space(*reader->at)) {
        reader->at++;
    }
    while (reader->stop > reader->at && is_space(reader->stop[-1])) {
        reader->stop--;
    }
    return true;
}

static uint32_t column_of(const struct reader *reader, const char *at) {
    return (uint32_t)(at - reader->line_start) + 1;
}

static bool colour_of(char c, char first, uint8_t *colour) {
    if (c == '.') {
        *colour = 0;
        return true;
    }
    *colour = (uint8_t)(c - first + 1);
    return c >= first && c <= first + 25;
}

static char printable(char c) {
    return (char)(c > ' ' && c <= '~' ? c : '?');
}

lw_status lw_move_read_square(const char *text, size_t len, struct lw_move_square *square,
                              struct lw_error *err) {
    *square = (struct lw_move_square){0};
    if (len != 2) {
        return lw_fail(
            err, LW_BAD_INPUT, 0, len > 2 ? 3 : 2,
            "a square of %zu character%s: expected two, like .. ## A. .a or Aa", len,
            len == 1 ? "" : "s");
    }
    if (text[0] == '#' && text[1] == '#') {
        square->rock = 1;
        return LW_OK;
    }
    if (!colour_of(text[0], 'A', &square->ball)) {
        return lw_fail(
            err, LW_BAD_INPUT, 0, 1,
            "'%c' cannot begin a square: expected . or a ball A to Z, or ## for a rock",
            printable(text[0]));
    }
    if (!colour_of(text[1], 'a', &square->goal)) {
        return lw_fail(err, LW_BAD_INPUT, 0, 2,
                       "'%c' cannot end a square: expected . or a goal a to z",
                       printable(text[1]));
    }
    return LW_OK;
}

static lw_status read_row(struct reader *reader) {
    uint32_t n = 0;
    if (reader->height == LW_MOVE_MAX_SIDE) {
        return lw_fail(reader->err, LW_BAD_INPUT, reader->line, 1,
                       "more than %d rows: expected a smaller board", LW_MOVE_MAX_SIDE);
    }
    struct lw_move_square *row = reader->squares + (size_t)reader->height * reader->width;
    while (reader->at < reader->stop) {
        const char *start = reader->at;
        uint32_t most = reader->height == 0 ? LW_MOVE_MAX_SIDE : reader->width;
        while (reader->at < reader->stop && !is_space(*reader->at)) {
            reader->at++;
        }
        if (n == most) {
            return lw_fail(reader->err, LW_BAD_INPUT, reader->line,
                           column_of(reader, start),
                           "the row is too long: expected %u squares%s", most,
                           reader->height == 0 ? " at most" : " as in the first row");
        }
        lw_status status = lw_move_read_square(start, (size_t)(reader->at - start),
                                               &row[n++], reader->err);
        if (status != LW_OK) {
            reader->err->line = reader->line;
            reader->err->column += column_of(reader, start) - 1;
            return status;
        }
        while (reader->at < reader->stop && is_space(*reader->at)) {
            reader->at++;
        }
    }
    if (reader->height > 0 && n < reader->width) {
        return lw_fail(
            reader->err, LW_BAD_INPUT, reader->line, column_of(reader, reader->stop),
            "the row has %u squares: expected %u as in the first row", n, reader->width);
    }
    reader->first_line = reader->height == 0 ? reader->line : reader->first_line;
    reader->width = n;
    reader->height++;
    return LW_OK;
}

static lw_status finish_level(struct reader *reader) {
    struct lw_move_level *level;
    lw_status status = lw_move_level_create(reader->game, reader->width, reader->height,
                                            reader->squares, &level, reader->err);
    if (status != LW_OK) {
        reader->err->line = reader->first_line;
        reader->err->column = 1;
        return status;
    }
    if (!lw_remarks_add(&reader->remarks, reader->set, &level->level,
                        reader->first_line)) {
        return lw_fail_memory(reader->err);
    }
    return LW_OK;
}

/* Reads up to a blank line after the rows, or the end; *more tells whether the text goes
 * on. After an error the rest of the level is skipped. */
static lw_status read_level(struct reader *reader, bool *more) {
    lw_status status = LW_OK;
    bool any_row = false;
    reader->width = reader->height = 0;
    lw_remarks_clear(&reader->remarks);
    while ((*more = next_line(reader))) {
        if (reader->at == reader->stop) {
            if (any_row) {
                break;
            }
        } else if (*reader->at == ';') {
            lw_remarks_take(&reader->remarks, reader->at + 1,
                            (size_t)(reader->stop - reader->at - 1));
        } else {
            any_row = true;
            status = status == LW_OK ? read_row(reader) : status;
        }
    }
    return any_row && status == LW_OK ? finish_level(reader) : status;
}

static lw_status read_levels(struct reader *reader, struct lw_error *first) {
    for (bool more = true; more;) {
        struct lw_error err = {0};
        reader->err = &err;
        lw_status status = read_level(reader, &more);
        if (status == LW_NO_MEMORY) {
            return status;
        }
        if (status != LW_OK) {
            lw_collection_fault(reader->set, &err, first);
        }
    }
    return LW_OK;
}

lw_status lw_move_read_text(const struct lw_game *game, const char *text, size_t len,
                            struct lw_collection *set, struct lw_error *err) {
    struct reader *reader = lw_alloc_zero(game->alloc, 1, sizeof *reader);
    struct lw_error first = {0};
    size_t n_before = set->n_entries;
    if (reader == NULL) {
        return lw_fail_memory(err);
    }
    reader->game = game;
    reader->set = set;
    reader->next = text;
    reader->end = text + len;
    lw_remarks_init(&reader->remarks, game->alloc);
    lw_status status = read_levels(reader, &first);
    if (first.status == LW_OK) {
        lw_error_set(&first, LW_BAD_INPUT, reader->line, 1,
                     "no level: expected rows of squares like .. ## A. .a");
    }
    status = status == LW_OK ? lw_collection_found(set, n_before, &first, err)
                             : lw_fail_memory(err);
    lw_remarks_free(&reader->remarks);
    lw_alloc_free(game->alloc, reader, sizeof *reader);
    return status;
}

/* Writing. */

void lw_move_put_row(const struct lw_move_level *level, uint32_t y,
                     struct lw_buffer *out) {
    for (uint32_t x = 0; x < level->width; x++) {
        const struct lw_move_square *square = &level->squares[y * level->width + x];
        if (x > 0) {
            lw_buffer_putc(out, ' ');
        }
        if (square->rock) {
            lw_buffer_puts(out, "##");
            continue;
        }
        lw_buffer_putc(out, (char)(square->ball ? 'A' + square->ball - 1 : '.'));
        lw_buffer_putc(out, (char)(square->goal ? 'a' + square->goal - 1 : '.'));
    }
}

static void put_comment(struct lw_buffer *out, const char *key, const char *text) {
    lw_buffer_puts(out, key);
    for (; *text != '\0'; text++) {
        lw_buffer_putc(out, *text);
        if (*text == '\n') {
            lw_buffer_puts(out, "; ");
        }
    }
    lw_buffer_putc(out, '\n');
}

static void put_entry(const struct lw_entry *entry, struct lw_buffer *out) {
    const struct lw_move_level *level = lw_move_level_of(entry->level);
    if (entry->title[0] != '\0') {
        put_comment(out, "; ", entry->title);
        for (const struct lw_note *note = entry->notes; note != NULL; note = note->next) {
            lw_buffer_puts(out, "; ");
            if (!lw_text_equal_nocase(note->key, strlen(note->key), "comment")) {
                lw_buffer_printf(out, "%s: ", note->key);
            }
            put_comment(out, "", note->text);
        }
    }
    for (const struct lw_stored_solution *solution = entry->solutions; solution != NULL;
         solution = solution->next) {
        put_comment(out, "; solution: ", solution->moves);
    }
    for (uint32_t y = 0; y < level->height; y++) {
        lw_move_put_row(level, y, out);
        lw_buffer_putc(out, '\n');
    }
}

lw_status lw_move_write_text(const struct lw_game *game, const struct lw_collection *set,
                             struct lw_buffer *out, struct lw_error *err) {
    (void)game;
    for (size_t i = 0; i < set->n_entries; i++) {
        if (i > 0) {
            lw_buffer_putc(out, '\n');
        }
        put_entry(&set->entries[i], out);
    }
    return lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
}

/* Most words of the first rows are two characters long and begin like a square. */
int lw_move_sniff_text(const char *text, size_t len) {
    struct reader reader = {.next = text, .end = text + len};
    uint32_t n_good = 0, n_bad = 0, n_balls = 0;
    while (next_line(&reader) && n_good + n_bad < 400) {
        while (reader.at < reader.stop && *reader.at != ';') {
            const char *start = reader.at;
            struct lw_move_square square;
            while (reader.at < reader.stop && !is_space(*reader.at)) {
                reader.at++;
            }
            bool good = lw_move_read_square(start, (size_t)(reader.at - start), &square,
                                            NULL) == LW_OK;
            n_good += good;
            n_bad += !good;
            n_balls += good && square.ball != 0;
            while (reader.at < reader.stop && is_space(*reader.at)) {
                reader.at++;
            }
        }
    }
    if (n_good == 0 || n_bad > n_good) {
        return 0;
    }
    return n_bad == 0 && n_balls > 0 ? 90 : 40;
}
