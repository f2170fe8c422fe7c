/* The .bff text: a grid of symbols, then lines for blocks, lasers and targets.
 *
 * Reading is liberal about white space, line ends, comments and the order of lines, and
 * strict about everything else. A plain file holds one level; as an extension a line that
 * begins with --- separates levels, so that a collection fits one file. The first
 * comment is the title, a comment "solution: ..." a stored solution. */
#include "lazors_internal.h"

#include <string.h>

struct token {
    const char *text;
    size_t len;
    uint32_t column;
};

/* A laser or target line, kept until the grid's size is known. */
struct point_line {
    bool is_laser;
    uint32_t line;
    uint32_t columns[4];
    int32_t numbers[4];
};

struct reader {
    const struct lw_game *game;
    const struct lw_alloc *alloc;
    struct lw_error *err;
    const char *text, *end, *next; /* next line begins here */
    uint32_t line;
    const char *at, *stop; /* what is left of this line */
    const char *line_start;
    /* The level so far. */
    uint8_t cells[LW_LAZORS_MAX_SIDE * LW_LAZORS_MAX_SIDE];
    uint32_t width, height, n_open;
    bool in_grid, have_grid;
    uint32_t grid_line, block_line, first_line;
    uint64_t stock[LW_LAZORS_N_BLOCKS];
    struct point_line *points;
    size_t n_points, points_cap;
    struct lw_remarks remarks;
};

/* Takes the next line; false at the end of the text. */
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
    return true;
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static bool next_token(struct reader *reader, struct token *token) {
    while (reader->at < reader->stop && is_space(*reader->at)) {
        reader->at++;
    }
    token->text = reader->at;
    token->column = (uint32_t)(reader->at - reader->line_start) + 1;
    while (reader->at < reader->stop && !is_space(*reader->at)) {
        reader->at++;
    }
    token->len = (size_t)(reader->at - token->text);
    return token->len > 0;
}

static bool is_word(const struct token *token, const char *word) {
    return lw_text_equal_nocase(token->text, token->len, word);
}

/* The token made fit for a message. */
static const char *shown(const struct token *token, char out[24]) {
    size_t len = token->len < 20 ? token->len : 20;
    for (size_t i = 0; i < len; i++) {
        char c = token->text[i];
        out[i] = (char)(c >= ' ' && c <= '~' ? c : '?');
    }
    out[len] = '\0';
    return out;
}

static lw_status read_number(struct reader *reader, const struct token *token,
                             const char *what, int32_t *out) {
    char text[24];
    size_t at = token->text[0] == '-' || token->text[0] == '+';
    int32_t value = 0;
    bool good = token->len > at && token->len - at <= 9;
    for (size_t i = at; good && i < token->len; i++) {
        good = token->text[i] >= '0' && token->text[i] <= '9';
        value = good ? value * 10 + (token->text[i] - '0') : 0;
    }
    if (!good) {
        return lw_fail(reader->err, LW_BAD_INPUT, reader->line, token->column,
                       "'%s' is not %s: expected a whole number", shown(token, text),
                       what);
    }
    *out = token->text[0] == '-' ? -value : value;
    return LW_OK;
}

static lw_status expect_end(struct reader *reader, const char *shape) {
    struct token token;
    char text[24];
    if (!next_token(reader, &token)) {
        return LW_OK;
    }
    return lw_fail(reader->err, LW_BAD_INPUT, reader->line, token.column,
                   "unexpected '%s' on this line: expected '%s' and nothing more",
                   shown(&token, text), shape);
}

/* The grid. */

static lw_status read_grid_word(struct reader *reader) {
    struct token token;
    char text[24];
    if (!next_token(reader, &token)) {
        return lw_fail(reader->err, LW_BAD_INPUT, reader->line, token.column,
                       "GRID alone: expected GRID START or GRID STOP");
    }
    bool start = is_word(&token, "START");
    if (!start && !is_word(&token, "STOP")) {
        return lw_fail(reader->err, LW_BAD_INPUT, reader->line, token.column,
                       "GRID %s: expected GRID START before the rows and GRID STOP after "
                       "them",
                       shown(&token, text));
    }
    if (start && (reader->in_grid || reader->have_grid)) {
        return lw_fail(reader->err, LW_BAD_INPUT, reader->line, token.column,
                       "a second grid (the first begins in line %u): expected one; put a "
                       "line --- between levels",
                       reader->grid_line);
    }
    if (!start && !reader->in_grid) {
        return lw_fail(reader->err, LW_BAD_INPUT, reader->line, token.column,
                       "GRID STOP without GRID START: expected GRID START first");
    }
    if (!start && reader->height == 0) {
        return lw_fail(
            reader->err, LW_BAD_INPUT, reader->line, token.column,
            "the grid has no rows: expected rows of o x A B C before GRID STOP");
    }
    reader->grid_line = start ? reader->line : reader->grid_line;
    reader->in_grid = start;
    reader->have_grid = !start;
    return expect_end(reader, start ? "GRID START" : "GRID STOP");
}

static lw_status read_symbol(struct reader *reader, const struct token *token,
                             uint8_t *cell) {
    char text[24];
    char symbol = token->text[0];
    if (token->len == 1 && (symbol == 'o' || symbol == 'x')) {
        *cell = symbol == 'o' ? LW_LAZORS_OPEN : LW_LAZORS_EMPTY;
        return LW_OK;
    }
    if (token->len == 1 && symbol >= 'A' && symbol <= 'C') {
        *cell = (uint8_t)lw_lazors_block_of(symbol);
        return LW_OK;
    }
    return lw_fail(reader->err, LW_BAD_INPUT, reader->line, token->column,
                   "unknown symbol '%s' in the grid: expected o, x, A, B or C with white "
                   "space between",
                   shown(token, text));
}

static lw_status read_row(struct reader *reader, struct token token) {
    uint32_t n = 0;
    if (reader->height == LW_LAZORS_MAX_SIDE) {
        return lw_fail(reader->err, LW_BAD_INPUT, reader->line, token.column,
                       "more than %d rows: expected a smaller grid", LW_LAZORS_MAX_SIDE);
    }
    uint8_t *row = reader->cells + (size_t)reader->height * reader->width;
    do {
        uint32_t most = reader->height == 0 ? LW_LAZORS_MAX_SIDE : reader->width;
        uint8_t cell = LW_LAZORS_EMPTY;
        lw_status status = read_symbol(reader, &token, &cell);
        if (status != LW_OK) {
            return status;
        }
        if (n == most) {
            return lw_fail(reader->err, LW_BAD_INPUT, reader->line, token.column,
                           reader->height == 0
                               ? "the row is longer than %u symbols: expected a smaller "
                                 "grid"
                               : "the row is longer than the first: expected %u symbols",
                           most);
        }
        row[n++] = cell;
        reader->n_open += (cell & LW_LAZORS_OPEN) != 0;
    } while (next_token(reader, &token));
    if (reader->height > 0 && n < reader->width) {
        return lw_fail(reader->err, LW_BAD_INPUT, reader->line, token.column,
                       "the row has %u symbols: expected %u as in the first row", n,
                       reader->width);
    }
    reader->width = n;
    reader->height++;
    return LW_OK;
}

/* The other lines. */

static lw_status read_blocks(struct reader *reader, unsigned block) {
    struct token token;
    int32_t count;
    if (!next_token(reader, &token)) {
        return lw_fail(reader->err, LW_BAD_INPUT, reader->line, token.column,
                       "the count is missing: expected '%c' and a number",
                       lw_lazors_block_letter(block));
    }
    lw_status status = read_number(reader, &token, "a count of blocks", &count);
    if (status == LW_OK && count < 0) {
        status = lw_fail(reader->err, LW_BAD_INPUT, reader->line, token.column,
                         "%d blocks: expected 0 or more", count);
    }
    if (status == LW_OK) {
        reader->stock[block] += (uint64_t)count;
        reader->block_line = reader->line;
        status = expect_end(reader, "A, B or C and a count");
    }
    return status;
}

static lw_status read_point(struct reader *reader, bool is_laser) {
    static const char *const names[] = {"x", "y", "vx", "vy"};
    struct point_line point = {.is_laser = is_laser, .line = reader->line};
    const char *shape = is_laser ? "L x y vx vy" : "P x y";
    for (unsigned i = 0; i < (is_laser ? 4u : 2u); i++) {
        struct token token;
        if (!next_token(reader, &token)) {
            return lw_fail(reader->err, LW_BAD_INPUT, reader->line, token.column,
                           "%s is missing: expected '%s'", names[i], shape);
        }
        point.columns[i] = token.column;
        lw_status status = read_number(reader, &token, names[i], &point.numbers[i]);
        if (status != LW_OK) {
            return status;
        }
        if (i >= 2 && point.numbers[i] != 1 && point.numbers[i] != -1) {
            return lw_fail(reader->err, LW_BAD_INPUT, reader->line, token.column,
                           "direction %s is %d: expected 1 or -1", names[i],
                           point.numbers[i]);
        }
    }
    if (!lw_grow(reader->alloc, &reader->points, &reader->points_cap,
                 reader->n_points + 1, sizeof *reader->points)) {
        return lw_fail_memory(reader->err);
    }
    reader->points[reader->n_points++] = point;
    return expect_end(reader, shape);
}

static lw_status read_line(struct reader *reader, struct token token) {
    char text[24];
    if (is_word(&token, "GRID")) {
        return read_grid_word(reader);
    }
    if (reader->in_grid) {
        return read_row(reader, token);
    }
    if (token.len == 1) {
        char letter = token.text[0];
        if (letter >= 'A' && letter <= 'C') {
            return read_blocks(reader, lw_lazors_block_of(letter));
        }
        if (letter == 'L' || letter == 'P') {
            return read_point(reader, letter == 'L');
        }
    }
    return lw_fail(reader->err, LW_BAD_INPUT, reader->line, token.column,
                   "no line begins with '%s': expected GRID START, A, B, C, L or P",
                   shown(&token, text));
}

/* Cuts the comment off the line and keeps it. */
static void take_comment(struct reader *reader) {
    const char *mark = memchr(reader->at, '#', (size_t)(reader->stop - reader->at));
    if (mark == NULL) {
        return;
    }
    lw_remarks_take(&reader->remarks, mark + 1, (size_t)(reader->stop - mark - 1));
    reader->stop = mark;
}

/* Putting a level together. */

static lw_status check_coordinates(struct reader *reader,
                                   const struct point_line *point) {
    const char *what = point->is_laser ? "laser" : "target";
    uint32_t most[2] = {2 * reader->width, 2 * reader->height};
    for (unsigned i = 0; i < 2; i++) {
        if (point->numbers[i] < 0 || point->numbers[i] > (int32_t)most[i]) {
            return lw_fail(reader->err, LW_BAD_INPUT, point->line, point->columns[i],
                           "the %s's %c is %d: expected 0 to %u on this grid", what,
                           "xy"[i], point -> numbers[i], most[i]);
        }
    }
    if ((point->numbers[0] + point->numbers[1]) % 2 == 0) {
        return lw_fail(reader->err, LW_BAD_INPUT, point->line, point->columns[0],
                       "the %s is at %d %d, %s of a cell: expected one odd and one even "
                       "coordinate, the midpoint of a side",
                       what, point->numbers[0], point->numbers[1],
                       point->numbers[0] % 2 != 0 ? "in the middle" : "at a corner");
    }
    return LW_OK;
}

static lw_status check_level(struct reader *reader) {
    uint64_t n_blocks = reader->stock[1] + reader->stock[2] + reader->stock[3];
    if (reader->in_grid) {
        return lw_fail(reader->err, LW_BAD_INPUT, reader->line, 1,
                       "the grid that begins in line %u has no end: expected GRID STOP",
                       reader->grid_line);
    }
    if (!reader->have_grid) {
        return lw_fail(reader->err, LW_BAD_INPUT, reader->line, 1,
                       "no grid: expected GRID START, rows of o x A B C, GRID STOP");
    }
    if (n_blocks > reader->n_open) {
        return lw_fail(reader->err, LW_BAD_INPUT, reader->block_line, 1,
                       "%llu movable blocks but only %u open cells: expected an 'o' cell "
                       "for every block",
                       (unsigned long long)n_blocks, reader->n_open);
    }
    size_t n_lasers = 0;
    for (size_t i = 0; i < reader->n_points; i++) {
        lw_status status = check_coordinates(reader, &reader->points[i]);
        if (status != LW_OK) {
            return status;
        }
        n_lasers += reader->points[i].is_laser;
    }
    if (n_lasers == 0) {
        return lw_fail(reader->err, LW_BAD_INPUT, reader->line, 1,
                       "no laser: expected at least one line like 'L 3 6 1 -1'");
    }
    if (n_lasers == reader->n_points) {
        return lw_fail(reader->err, LW_BAD_INPUT, reader->line, 1,
                       "no target: expected at least one line like 'P 0 3'");
    }
    return LW_OK;
}

static lw_status make_level(struct reader *reader, struct lw_lazors_level **out) {
    struct lw_arena arena;
    lw_arena_init(&arena, reader->alloc);
    struct lw_lazors_laser *lasers =
        lw_arena_get(&arena, reader->n_points * sizeof *lasers);
    struct lw_lazors_target *targets =
        lw_arena_get(&arena, reader->n_points * sizeof *targets);
    struct lw_lazors_parts parts = {.width = reader->width,
                                    .height = reader->height,
                                    .cells = reader->cells,
                                    .lasers = lasers,
                                    .targets = targets};
    lw_status status = LW_NO_MEMORY;
    if (lasers == NULL || targets == NULL) {
        (void)lw_fail_memory(reader->err);
        goto done;
    }
    for (size_t i = 0; i < reader->n_points; i++) {
        const struct point_line *point = &reader->points[i];
        int16_t x = (int16_t)point->numbers[0], y = (int16_t)point->numbers[1];
        if (point->is_laser) {
            lasers[parts.n_lasers++] = (struct lw_lazors_laser){
                x, y, (int8_t)point->numbers[2], (int8_t)point->numbers[3]};
        } else {
            targets[parts.n_targets++] = (struct lw_lazors_target){x, y};
        }
    }
    for (unsigned block = 1; block < LW_LAZORS_N_BLOCKS; block++) {
        parts.stock[block] = (uint32_t)reader->stock[block];
    }
    status = lw_lazors_level_create(reader->game, &parts, out, reader->err);
done:
    lw_arena_free(&arena);
    return status;
}

static lw_status finish_level(struct reader *reader, struct lw_collection *set) {
    struct lw_lazors_level *level;
    lw_status status = check_level(reader);
    if (status == LW_OK) {
        status = make_level(reader, &level);
    }
    if (status != LW_OK) {
        return status;
    }
    if (!lw_remarks_add(&reader->remarks, set, &level->level, reader->first_line)) {
        return lw_fail_memory(reader->err);
    }
    return LW_OK;
}

static void begin_level(struct reader *reader) {
    reader->width = reader->height = reader->n_open = 0;
    reader->in_grid = reader->have_grid = false;
    reader->block_line = 0;
    reader->first_line = reader->line + 1;
    memset(reader->stock, 0, sizeof reader->stock);
    reader->n_points = 0;
    lw_remarks_clear(&reader->remarks);
}

static bool is_separator(const struct reader *reader) {
    return reader->stop - reader->at >= 3 && memcmp(reader->at, "---", 3) == 0;
}

static void title_from_separator(struct reader *reader) {
    const char *at = reader->at + 3, *stop = reader->stop;
    while (at < stop && (is_space(*at) || *at == '-')) {
        at++;
    }
    while (stop > at && is_space(stop[-1])) {
        stop--;
    }
    lw_buffer_add(&reader->remarks.title, at, (size_t)(stop - at));
}

/* Reads the lines of one level, up to a separator (*more) or the end. After an error the
 * level's other lines are skipped. *empty: there was nothing but comments. */
static lw_status read_level(struct reader *reader, struct lw_collection *set,
                            bool *empty) {
    lw_status status = LW_OK;
    *empty = true;
    while (next_line(reader)) {
        struct token token;
        if (is_separator(reader)) {
            reader->line--;
            reader->next = reader->line_start;
            break;
        }
        take_comment(reader);
        if (next_token(reader, &token)) {
            *empty = false;
            status = status == LW_OK ? read_line(reader, token) : status;
        }
    }
    if (*empty) {
        return LW_OK;
    }
    return status == LW_OK ? finish_level(reader, set) : status;
}

static lw_status read_levels(struct reader *reader, struct lw_collection *set,
                             struct lw_error *first) {
    bool empty;
    for (bool more = true; more;) {
        struct lw_error err = {0};
        reader->err = &err;
        lw_status status = read_level(reader, set, &empty);
        if (status == LW_NO_MEMORY) {
            return status;
        }
        if (status != LW_OK) {
            lw_collection_fault(set, &err, first);
        }
        more = next_line(reader);
        begin_level(reader);
        if (more) {
            title_from_separator(reader);
        }
    }
    return LW_OK;
}

lw_status lw_lazors_read_bff(const struct lw_game *game, const char *text, size_t len,
                             struct lw_collection *set, struct lw_error *err) {
    struct reader *reader = lw_alloc_zero(game->alloc, 1, sizeof *reader);
    struct lw_error first = {0};
    size_t n_before = set->n_entries;
    if (reader == NULL) {
        return lw_fail_memory(err);
    }
    reader->game = game;
    reader->alloc = game->alloc;
    reader->text = reader->next = text;
    reader->end = text + len;
    lw_remarks_init(&reader->remarks, game->alloc);
    begin_level(reader);
    lw_status status = read_levels(reader, set, &first);
    if (first.status == LW_OK) {
        lw_error_set(&first, LW_BAD_INPUT, reader->line, 1,
                     "no grid: expected GRID START, rows of o x A B C, GRID STOP");
    }
    status = status == LW_OK ? lw_collection_found(set, n_before, &first, err)
                             : lw_fail_memory(err);
    lw_alloc_free(reader->alloc, reader->points,
                  reader->points_cap * sizeof *reader->points);
    lw_remarks_free(&reader->remarks);
    lw_alloc_free(game->alloc, reader, sizeof *reader);
    return status;
}
