/* Text boards: reading. */
#include <string.h>

#include "sokoban_internal.h"

static int cell_of(char c) {
    static const char symbols[] = "# -_.o$b*B@p+P";
    static const uint8_t cells[] = {1, 0, 0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10};
    const char *at = c == '\0' ? NULL : strchr(symbols, c);
    return at == NULL ? -1 : cells[at - symbols];
}

static bool is_row(const char *line, size_t len) {
    bool wall = false;
    for (size_t i = 0; i < len; i++) {
        if (cell_of(line[i]) < 0) {
            return false;
        }
        wall = wall || line[i] == '#';
    }
    return wall;
}

static size_t next_line(const char *text, size_t len, size_t at, size_t *line_len) {
    size_t end = at;
    while (end < len && text[end] != '\n' && text[end] != '\r') {
        end++;
    }
    *line_len = end - at;
    if (end + 1 < len && text[end] == '\r' && text[end + 1] == '\n') {
        end++;
    }
    return end < len ? end + 1 : end;
}

static int sniff(const char *text, size_t len) {
    for (size_t at = 0, n; at < len;) {
        size_t next = next_line(text, len, at, &n);
        if (is_row(text + at, n)) {
            return 60;
        }
        at = next;
    }
    return 0;
}

static lw_status add_board(const struct lw_game *game, const char *text, size_t from,
                           size_t to, const char *title, uint32_t line,
                           struct lw_collection *set, struct lw_error *err) {
    size_t width = 0, height = 0, n;
    for (size_t at = from; at < to; height++) {
        at = next_line(text, to, at, &n);
        width = n > width ? n : width;
    }
    if (width > LW_SOKOBAN_MAX_SIDE || height > LW_SOKOBAN_MAX_SIDE) {
        lw_collection_message(set, true, line, 0, "the board is too large");
        return LW_OK;
    }
    uint8_t *cells = lw_alloc_zero(game->alloc, width * height, 1);
    if (cells == NULL) {
        return lw_fail_memory(err);
    }
    size_t y = 0;
    for (size_t at = from; at < to; y++) {
        size_t next = next_line(text, to, at, &n);
        for (size_t x = 0; x < n; x++) {
            cells[y * width + x] = (uint8_t)cell_of(text[at + x]);
        }
        at = next;
    }
    struct lw_sokoban_level *level;
    lw_status status = lw_sokoban_level_create(game, (uint32_t)width, (uint32_t)height,
                                               cells, &level, err);
    lw_alloc_free(game->alloc, cells, width * height);
    if (status == LW_OK && lw_collection_add(set, &level->level, title, line) == NULL) {
        status = lw_fail_memory(err);
    }
    return status;
}

static lw_status read_text(const struct lw_game *game, const char *text, size_t len,
                           struct lw_collection *set, struct lw_error *err) {
    char title[200] = "";
    uint32_t line = 0;
    for (size_t at = 0, n; at < len;) {
        size_t next = next_line(text, len, at, &n);
        line++;
        if (n > 0 && text[at] == ';') {
            size_t skip = n > 1 && text[at + 1] == ' ' ? 2 : 1;
            size_t take = n - skip < sizeof title - 1 ? n - skip : sizeof title - 1;
            memcpy(title, text + at + skip, take);
            title[take] = '\0';
        }
        if (is_row(text + at, n)) {
            uint32_t first = line;
            size_t end = next;
            while (end < len) {
                size_t after = next_line(text, len, end, &n);
                if (!is_row(text + end, n)) {
                    break;
                }
                end = after;
                line++;
            }
            lw_status status = add_board(game, text, at, end, title, first, set, err);
            if (status != LW_OK) {
                return status;
            }
            next = end;
        }
        at = next;
    }
    return set->n_entries > 0 ? LW_OK
                              : lw_fail(err, LW_BAD_INPUT, 0, 0, "no board was found");
}

const struct lw_format lw_sokoban_formats[LW_SOKOBAN_N_FORMATS] = {
    {.name = "xsb",
     .title = "XSB text collection",
     .endings = ".xsb .txt",
     .sniff = sniff,
     .read = read_text},
};
