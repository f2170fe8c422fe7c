/* Rows of symbols to a level in a collection, for every format that has rows. */
#include <string.h>

#include "text/text_internal.h"

int lw_sokoban_symbol_cell(char symbol) {
    switch (symbol) {
    case '#':
        return LW_SOKOBAN_WALL;
    case ' ':
    case '-':
    case '_':
        return 0;
    case '.':
    case 'o':
        return LW_SOKOBAN_GOAL;
    case '$':
    case 'b':
        return LW_SOKOBAN_BOX;
    case '*':
    case 'B':
        return LW_SOKOBAN_BOX | LW_SOKOBAN_GOAL;
    case '@':
    case 'p':
        return LW_SOKOBAN_PLAYER;
    case '+':
    case 'P':
        return LW_SOKOBAN_PLAYER | LW_SOKOBAN_GOAL;
    default:
        return -1;
    }
}

char lw_sokoban_cell_symbol(uint8_t cell) {
    static const char symbols[16] = " #.#$#*#@#+#@#+#";
    return symbols[cell & 15];
}

void lw_sokoban_rows_init(struct lw_sokoban_rows *rows, const struct lw_game *game) {
    rows->game = (const struct lw_sokoban_game *)game;
    rows->cells = NULL;
    rows->n_cells = rows->cells_cap = rows->file_cells = 0;
    rows->n_rows = 0;
}

void lw_sokoban_rows_free(struct lw_sokoban_rows *rows) {
    lw_alloc_free(rows->game->game.alloc, rows->cells, rows->cells_cap);
    rows->cells = NULL;
    rows->cells_cap = 0;
}

void lw_sokoban_rows_clear(struct lw_sokoban_rows *rows) {
    rows->n_cells = 0;
    rows->n_rows = 0;
}

static uint32_t row_start(const struct lw_sokoban_rows *rows, uint32_t row) {
    return row == 0 ? 0 : rows->ends[row - 1];
}

static lw_status refuse_more(uint32_t line, struct lw_error *err) {
    return lw_fail(
        err, LW_BAD_INPUT, line, 1,
        "the boards of this text hold more than %zu squares together; split it "
        "into several files",
        LW_SOKOBAN_MAX_CELLS_A_FILE);
}

static lw_status begin_row(struct lw_sokoban_rows *rows, uint32_t line,
                           struct lw_error *err) {
    if (rows->file_cells > LW_SOKOBAN_MAX_CELLS_A_FILE) {
        return refuse_more(line, err); /* before its runs are written out */
    }
    if (rows->n_rows >= LW_SOKOBAN_MAX_SIDE) {
        return lw_fail(err, LW_BAD_INPUT, line, 1,
                       "the board has more than %d rows; larger boards are not taken",
                       LW_SOKOBAN_MAX_SIDE);
    }
    rows->ends[rows->n_rows++] = (uint32_t)rows->n_cells;
    return LW_OK;
}

/* Appends count equal cells to the row begun last. */
static lw_status put_run(struct lw_sokoban_rows *rows, uint8_t cell, size_t count,
                         uint32_t line, struct lw_error *err) {
    size_t width = rows->n_cells - row_start(rows, rows->n_rows - 1);
    if (count > LW_SOKOBAN_MAX_SIDE - width) {
        return lw_fail(err, LW_BAD_INPUT, line, 1,
                       "a row is more than %d squares wide; larger boards are not taken",
                       LW_SOKOBAN_MAX_SIDE);
    }
    if (!lw_grow(rows->game->game.alloc, &rows->cells, &rows->cells_cap,
                 rows->n_cells + count, 1)) {
        return lw_fail_memory(err);
    }
    if (count > 0) {
        memset(rows->cells + rows->n_cells, cell, count);
    }
    rows->n_cells += count;
    rows->ends[rows->n_rows - 1] = (uint32_t)rows->n_cells;
    return LW_OK;
}

static lw_status refuse_symbol(const char *text, size_t len, size_t at, uint32_t line,
                               struct lw_error *err) {
    char found[16];
    return lw_fail(err, LW_BAD_INPUT, line, lw_sokoban_column(text, at),
                   "%s in a board row; expected # . $ * @ + or floor as space, - or _%s",
                   lw_sokoban_describe(text, len, at, found),
                   text[at] == '\t' ? " (replace tabs by spaces)" : "");
}

static int cell_at(const struct lw_sokoban_rows *rows, char c) {
    return lw_sokoban_symbol_cell(rows->game->symbol[(unsigned char)c]);
}

/* Floor at the end of a row is void like what lies beyond it. */
static size_t without_trailing_floor(const struct lw_sokoban_rows *rows, const char *text,
                                     size_t len) {
    while (len > 0 && cell_at(rows, text[len - 1]) == 0) {
        len--;
    }
    return len;
}

lw_status lw_sokoban_rows_add(struct lw_sokoban_rows *rows, const char *text, size_t len,
                              uint32_t line, struct lw_error *err) {
    len = without_trailing_floor(rows, text, len);
    lw_status status = begin_row(rows, line, err);
    for (size_t i = 0; status == LW_OK && i < len; i++) {
        int cell = cell_at(rows, text[i]);
        if (cell < 0) {
            return refuse_symbol(text, len, i, line, err);
        }
        status = put_run(rows, (uint8_t)cell, 1, line, err);
    }
    return status;
}

lw_status lw_sokoban_rows_add_rle(struct lw_sokoban_rows *rows, const char *text,
                                  size_t len, uint32_t line, struct lw_error *err) {
    lw_status status = begin_row(rows, line, err);
    for (size_t i = 0; status == LW_OK && i < len; i++) {
        size_t count = 0, digits = i;
        while (i < len && text[i] >= '0' && text[i] <= '9') {
            count = count > LW_SOKOBAN_MAX_SIDE ? count
                                                : count * 10 + (size_t)(text[i] - '0');
            i++;
        }
        if (i == len) {
            return lw_fail(err, LW_BAD_INPUT, line, lw_sokoban_column(text, digits),
                           "a count with nothing after it; a board symbol is expected");
        }
        count = digits == i ? 1 : count;
        if (text[i] == '|') {
            /* At the line's end it says no more than the line end itself. */
            for (size_t k = 0; status == LW_OK && k < count - (i + 1 == len && count > 0);
                 k++) {
                status = begin_row(rows, line, err);
            }
            continue;
        }
        int cell = cell_at(rows, text[i]);
        if (cell < 0) {
            return refuse_symbol(text, len, i, line, err);
        }
        status = put_run(rows, (uint8_t)cell, count, line, err);
    }
    return status;
}

struct bounds {
    uint32_t left, top, right, bottom; /* right and bottom lie outside */
};

/* Where the board lies, and whether it is one: something stands on it, and every row
 * that is not all floor has a wall, without which text could not hold it. */
static lw_status find_bounds(const struct lw_sokoban_rows *rows, uint32_t line,
                             struct bounds *out, struct lw_error *err) {
    struct bounds bounds = {.left = UINT32_MAX, .top = UINT32_MAX};
    uint8_t all = 0;
    for (uint32_t y = 0; y < rows->n_rows; y++) {
        uint32_t start = row_start(rows, y);
        uint8_t seen = 0;
        for (uint32_t i = start; i < rows->ends[y]; i++) {
            seen |= rows->cells[i];
            if (rows->cells[i] == 0) {
                continue;
            }
            uint32_t x = i - start;
            bounds.left = x < bounds.left ? x : bounds.left;
            bounds.right = x >= bounds.right ? x + 1 : bounds.right;
            bounds.top = bounds.top == UINT32_MAX ? y : bounds.top;
            bounds.bottom = y + 1;
        }
        all |= seen;
        if (seen != 0 && !(seen & LW_SOKOBAN_WALL)) {
            return lw_fail(err, LW_BAD_INPUT, line, 0,
                           "row %u of the board has no wall; at least one # is expected",
                           y + 1);
        }
    }
    *out = bounds;
    return (all & ~LW_SOKOBAN_WALL) != 0
               ? LW_OK
               : lw_fail(err, LW_BAD_INPUT, line, 0,
                         "the board has neither a player nor a box nor a goal; it is no "
                         "level");
}

static lw_status make_level(const struct lw_sokoban_rows *rows, struct bounds bounds,
                            struct lw_sokoban_level **out, struct lw_error *err) {
    const struct lw_alloc *alloc = rows->game->game.alloc;
    uint32_t width = bounds.right - bounds.left, height = bounds.bottom - bounds.top;
    uint8_t *cells = lw_alloc_zero(alloc, (size_t)width * height, 1);
    if (cells == NULL) {
        return lw_fail_memory(err);
    }
    for (uint32_t y = 0; y < height; y++) {
        uint32_t start = row_start(rows, y + bounds.top) + bounds.left;
        uint32_t end = rows->ends[y + bounds.top];
        uint32_t take = end > start ? end - start : 0;
        take = take > width ? width : take;
        if (take > 0) {
            memcpy(cells + (size_t)y * width, rows->cells + start, take);
        }
    }
    lw_status status =
        lw_sokoban_level_create(&rows->game->game, width, height, cells, out, err);
    lw_alloc_free(alloc, cells, (size_t)width * height);
    return status;
}

lw_status lw_sokoban_rows_level(struct lw_sokoban_rows *rows, uint32_t line,
                                struct lw_collection *set, struct lw_entry **out,
                                struct lw_error *err) {
    struct bounds bounds = {.left = 0};
    lw_status status = find_bounds(rows, line, &bounds, err);
    if (status != LW_OK) {
        lw_sokoban_rows_clear(rows);
        return status;
    }
    rows->file_cells +=
        (size_t)(bounds.right - bounds.left) * (bounds.bottom - bounds.top);
    if (rows->file_cells > LW_SOKOBAN_MAX_CELLS_A_FILE) {
        lw_sokoban_rows_clear(rows);
        return refuse_more(line, err);
    }
    struct lw_sokoban_level *level;
    status = make_level(rows, bounds, &level, err);
    lw_sokoban_rows_clear(rows);
    if (status != LW_OK) {
        return status;
    }
    *out = lw_collection_add(set, &level->level, "", line);
    if (*out == NULL) {
        return lw_fail_memory(err);
    }
    struct lw_error why;
    status = lw_sokoban_level_ops.validate(&level->level, &why);
    if (status == LW_BAD_INPUT) {
        lw_collection_message(set, false, line, 0, "kept, but cannot be played: %s",
                              why.text);
        status = LW_OK;
    }
    return status;
}

lw_status lw_sokoban_fail_empty(const struct lw_collection *set, size_t first_message,
                                struct lw_error *err) {
    if (first_message >= set->n_messages) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "no board was found; rows of # . $ * @ + and floor are expected");
    }
    const struct lw_message *why = &set->messages[first_message];
    return lw_fail(err, LW_BAD_INPUT, why->line, why->column,
                   "no level could be read: %s", why->text);
}
