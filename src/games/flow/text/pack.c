/* Text formats: the pack of the Numberlink tools, a single board, and (read only) the
 * lines of a levelpack with its solutions. */
#include "text/reader.h"

#include <string.h>

#define MAX_CELLS (LW_FLOW_MAX_SIDE * LW_FLOW_MAX_SIDE)
/* Below every claim that another format makes. */
#define FAINTLY 2

/* "W H" and nothing else. */
static bool is_header(const struct flow_lines *lines, uint32_t *width, uint32_t *height) {
    const char *at = lines->text, *end = at + lines->len;
    if (!lw_flow_read_number(&at, end, width) || at == end || *at != ' ') {
        return false;
    }
    while (at < end && *at == ' ') {
        at++;
    }
    if (!lw_flow_read_number(&at, end, height)) {
        return false;
    }
    while (at < end && (*at == ' ' || *at == '\t')) {
        at++;
    }
    return at == end;
}

int lw_flow_pack_sniff(const char *text, size_t len) {
    struct flow_lines lines = flow_lines_of(text, len);
    uint32_t width, height;
    while (lw_flow_next_line(&lines)) {
        if (lw_flow_blank(&lines) || lines.text[0] == '#') {
            continue;
        }
        return is_header(&lines, &width, &height) ? 90 : 0;
    }
    return 0;
}

/* The first character that cannot stand in a row, or len. */
static size_t find_unprintable(const char *text, size_t len) {
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < 0x20 || c > 0x7e) {
            return i;
        }
    }
    return len;
}

/* One row of a board of known width. */
static lw_status check_row(const struct flow_lines *lines, uint32_t width, uint32_t row,
                           struct lw_error *err) {
    size_t bad = find_unprintable(lines->text, lines->len);
    if (bad < lines->len) {
        return lw_fail(err, LW_BAD_INPUT, lines->line, (uint32_t)bad + 1,
                       "byte 0x%02x in a row; expected letters or digits for endpoints "
                       "and '.' for empty squares",
                       (unsigned char)lines->text[bad]);
    }
    if (lines->len != width) {
        size_t column = lines->len < width ? lines->len + 1 : (size_t)width + 1;
        return lw_fail(err, LW_BAD_INPUT, lines->line, (uint32_t)column,
                       "row %u has %zu squares; expected %u, as wide as the board", row,
                       lines->len, width);
    }
    return LW_OK;
}

/* Reads the rows under a header; on a complaint skips to the end of this level. */
static lw_status read_rows(struct flow_lines *lines, uint32_t width, uint32_t height,
                           char *cells, struct lw_error *err) {
    lw_status status = lw_flow_check_size(width, height, lines->line, 1, err);
    for (uint32_t y = 0; y < height; y++) {
        struct flow_lines before = *lines;
        uint32_t w, h;
        if (!lw_flow_next_line(lines) || lw_flow_blank(lines) ||
            is_header(lines, &w, &h)) {
            *lines = before;
            if (status != LW_OK) {
                return status;
            }
            return lw_fail(err, LW_BAD_INPUT, before.line + 1, 1,
                           "the board ends after %u rows; expected %u", y, height);
        }
        if (status == LW_OK) {
            status = check_row(lines, width, y + 1, err);
        }
        if (status == LW_OK) {
            memcpy(cells + (size_t)y * width, lines->text, width);
        }
    }
    return status;
}

static void take_title(const struct flow_lines *lines, char title[200]) {
    size_t from = 1, len = lines->len;
    while (from < len && lines->text[from] == ' ') {
        from++;
    }
    len = len - from < 199 ? len - from : 199;
    memcpy(title, lines->text + from, len);
    title[len] = '\0';
}

lw_status lw_flow_pack_read(const struct lw_game *game, const char *text, size_t len,
                            struct lw_collection *set, struct lw_error *err) {
    struct flow_reader reader = {.game = game, .set = set};
    struct flow_lines lines = flow_lines_of(text, len);
    char cells[MAX_CELLS], title[200] = "";
    struct lw_error problem;
    bool told = false; /* one complaint for a run of lines that mean nothing */
    while (lw_flow_next_line(&lines)) {
        uint32_t width, height, line = lines.line;
        if (lw_flow_blank(&lines)) {
            continue;
        }
        if (lines.text[0] == '#') {
            take_title(&lines, title);
            continue;
        }
        if (!is_header(&lines, &width, &height)) {
            if (!told) {
                (void)lw_fail(&problem, LW_BAD_INPUT, line, 1,
                              "this line is outside any level; expected the size as "
                              "'WIDTH HEIGHT', a '#' comment or a blank line");
                lw_flow_complain(&reader, &problem);
            }
            told = true;
            continue;
        }
        if (width == 0 && height == 0) {
            break;
        }
        told = false;
        if (read_rows(&lines, width, height, cells, &problem) != LW_OK) {
            lw_flow_complain(&reader, &problem);
        } else if (lw_flow_take(&reader,
                                &(struct flow_board){.width = width,
                                                     .height = height,
                                                     .cells = cells,
                                                     .title = title,
                                                     .line = line,
                                                     .row_line = line + 1},
                                NULL) != LW_OK) {
            return lw_fail_memory(err);
        }
        title[0] = '\0';
    }
    return lw_flow_finish(&reader, "a line 'WIDTH HEIGHT' and that many rows", err);
}

lw_status lw_flow_pack_write(const struct lw_game *game, const struct lw_collection *set,
                             struct lw_buffer *out, struct lw_error *err) {
    (void)game;
    for (size_t i = 0; i < set->n_entries; i++) {
        const struct lw_flow_level *level = lw_flow_level_of(set->entries[i].level);
        if (set->entries[i].title[0] != '\0') {
            lw_buffer_puts(out, "# ");
            lw_buffer_safe(out, set->entries[i].title, strlen(set->entries[i].title));
            lw_buffer_putc(out, '\n');
        }
        lw_buffer_printf(out, "%u %u\n", level->width, level->height);
        lw_flow_put_rows(level, "", "\n", out);
        lw_buffer_putc(out, '\n');
    }
    lw_buffer_puts(out, "0 0\n");
    return lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
}

/* A single board. */

/* Sure when it is a rectangle of '.' and characters that appear exactly twice. What only
 * looks like a board with a fault in it is claimed faintly, so that reading names the
 * fault. */
int lw_flow_single_sniff(const char *text, size_t len) {
    struct flow_lines lines = flow_lines_of(text, len);
    uint32_t seen[256] = {0};
    size_t width = 0, n_dots = 0, n_ends = 0, n_other = 0;
    bool faulty = false;
    while (lw_flow_next_line(&lines)) {
        if (lw_flow_blank(&lines)) {
            continue;
        }
        if (find_unprintable(lines.text, lines.len) < lines.len) {
            return 0;
        }
        faulty |= width != 0 && lines.len != width;
        width = lines.len;
        for (size_t i = 0; i < width; i++) {
            char c = lines.text[i];
            seen[(unsigned char)c] += lw_flow_is_colour(c);
            n_dots += c == '.';
            n_ends += lw_flow_is_colour(c);
            n_other += !lw_flow_is_colour(c) && c != '.';
        }
    }
    for (size_t c = 0; c < 256; c++) {
        faulty |= seen[c] != 0 && seen[c] != 2;
    }
    if (faulty || n_ends == 0) {
        return n_other == 0 && n_dots > 0 && n_dots >= n_ends ? FAINTLY : 0;
    }
    return n_other == 0 ? 70 : 15;
}

lw_status lw_flow_single_read(const struct lw_game *game, const char *text, size_t len,
                              struct lw_collection *set, struct lw_error *err) {
    struct flow_reader reader = {.game = game, .set = set};
    struct flow_lines lines = flow_lines_of(text, len);
    char cells[MAX_CELLS];
    uint32_t width = 0, height = 0, first_line = 0;
    bool ended = false;
    while (lw_flow_next_line(&lines)) {
        if (lw_flow_blank(&lines)) {
            ended = height > 0;
            continue;
        }
        if (ended) {
            return lw_fail(err, LW_BAD_INPUT, lines.line, 1,
                           "a second board begins here; expected one board (use the pack "
                           "format for several)");
        }
        if (height == 0) {
            width = lines.len > UINT32_MAX ? UINT32_MAX : (uint32_t)lines.len;
            first_line = lines.line;
        }
        lw_status status = lw_flow_check_size(width, height + 1, lines.line, 1, err);
        if (status == LW_OK) {
            status = check_row(&lines, width, height + 1, err);
        }
        if (status != LW_OK) {
            return status;
        }
        memcpy(cells + (size_t)height * width, lines.text, width);
        height++;
    }
    if (height > 0 && lw_flow_take(&reader,
                                   &(struct flow_board){.width = width,
                                                        .height = height,
                                                        .cells = cells,
                                                        .title = "",
                                                        .line = first_line,
                                                        .row_line = first_line},
                                   NULL) != LW_OK) {
        return lw_fail_memory(err);
    }
    return lw_flow_finish(&reader, "rows of letters and '.'", err);
}

lw_status lw_flow_single_write(const struct lw_game *game,
                               const struct lw_collection *set, struct lw_buffer *out,
                               struct lw_error *err) {
    (void)game;
    if (set->n_entries != 1) {
        return lw_fail(
            err, LW_USAGE, 0, 0,
            "the single format holds one level, but there are %zu; use the pack format",
            set->n_entries);
    }
    lw_flow_put_rows(lw_flow_level_of(set->entries[0].level), "", "\n", out);
    return lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
}
