/* CSV into columns. */
#include "lw/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lw/base/buffer.h"

#define MAX_COLUMNS 2000

/* Where reading stands in the text. */
struct reader {
    const char *text;
    size_t len, at;
    uint32_t line;
    bool only_returns; /* no line feed occurs */
    struct lw_buffer cell;
    struct lw_error *err;
};

enum cell_end { CELL_COMMA, CELL_LINE, CELL_FILE };

static lw_status read_quoted(struct reader *r) {
    uint32_t opened = r->line;
    for (r->at++; r->at < r->len; r->at++) {
        char c = r->text[r->at];
        if (c == '"') {
            if (r->at + 1 < r->len && r->text[r->at + 1] == '"') {
                r->at++;
            } else {
                r->at++;
                return LW_OK;
            }
        }
        r->line += c == '\n';
        lw_buffer_putc(&r->cell, c);
    }
    return lw_fail(r->err, LW_BAD_INPUT, opened, 0, "a quoted cell is never closed");
}

/* A carriage return ends a line before a line feed, at the end, and in files that know
 * nothing else; elsewhere it is a sign like any other. */
static bool ends_cell(const struct reader *r) {
    char c = r->text[r->at];
    bool last = r->at + 1 == r->len;
    return c == ',' || c == '\n' ||
           (c == '\r' && (r->only_returns || last || r->text[r->at + 1] == '\n'));
}

static lw_status read_cell(struct reader *r, enum cell_end *end) {
    bool quoted = r->at < r->len && r->text[r->at] == '"';
    lw_buffer_clear(&r->cell);
    if (quoted) {
        lw_status status = read_quoted(r);
        if (status != LW_OK) {
            return status;
        }
        if (r->at < r->len && !ends_cell(r)) {
            return lw_fail(
                r->err, LW_BAD_INPUT, r->line, 0,
                "after the closing quote of a cell '%c' stands where a comma or "
                "the end of the line is expected; write a quote inside as \"\"",
                r->text[r->at]);
        }
    }
    while (r->at < r->len && !ends_cell(r)) {
        lw_buffer_putc(&r->cell, r->text[r->at++]);
    }
    *end = r->at >= r->len ? CELL_FILE : r->text[r->at] == ',' ? CELL_COMMA : CELL_LINE;
    if (r->at + 1 < r->len && r->text[r->at] == '\r' && r->text[r->at + 1] == '\n') {
        r->at++;
    }
    r->at++;
    r->line += *end == CELL_LINE;
    return lw_buffer_ok(&r->cell) ? LW_OK : lw_fail_memory(r->err);
}

/* The cells of the whole file in one list, row after row. */
struct cells {
    const char **text;
    size_t n, cap;
    uint32_t *lines; /* of the rows */
    size_t n_lines, lines_cap;
};

static lw_status read_row(struct reader *r, struct lw_table *table, struct cells *cells,
                          size_t *n_cells) {
    enum cell_end end = CELL_COMMA;
    for (*n_cells = 0; end == CELL_COMMA; (*n_cells)++) {
        lw_status status = read_cell(r, &end);
        if (status != LW_OK) {
            return status;
        }
        char *copy = lw_arena_text(&table->arena, lw_buffer_text(&r->cell), r->cell.len);
        if (copy == NULL || !lw_grow(table->arena.alloc, &cells->text, &cells->cap,
                                     cells->n + 1, sizeof *cells->text)) {
            return lw_fail_memory(r->err);
        }
        cells->text[cells->n++] = copy;
    }
    return LW_OK;
}

static bool missing(const char *text) {
    return text[0] == '\0' || strcmp(text, "NA") == 0;
}

/* Decimal digits with a point and an exponent, blanks around them; not what strtod takes
 * besides (hexadecimal, infinity). NaN when it is something else. */
static double number(const char *text) {
    char *end;
    double value = strtod(text, &end);
    bool decimal = text[strspn(text, " \t0123456789+-.eE")] == '\0';
    return decimal && end != text && end[strspn(end, " \t")] == '\0' && isfinite(value)
               ? value
               : NAN;
}

static void fill_column(struct lw_column *column, size_t n_rows) {
    for (size_t i = 0; i < n_rows; i++) {
        column->value[i] = number(column->text[i]);
        if (missing(column->text[i])) {
            column->value[i] = NAN;
            column->n_missing++;
            if (column->first_missing_row == 0) {
                column->first_missing_row = i + 1;
            }
        } else if (isnan(column->value[i])) {
            column->n_not_numbers++;
        } else {
            continue;
        }
        if (column->first_bad_row == 0) {
            column->first_bad_row = i + 1;
        }
    }
}

static lw_status refuse_separator(const char *header, struct lw_error *err) {
    return lw_fail(err, LW_BAD_INPUT, 1, 0,
                   "the header has one column, '%.60s': this table seems to be separated "
                   "by %s; separate the cells by commas and write decimals with a point",
                   header, strchr(header, ';') != NULL ? "semicolons" : "tabs");
}

static lw_status check_names(const struct lw_table *table, struct lw_error *err) {
    for (size_t i = 0; i < table->n_columns; i++) {
        const char *name = table->columns[i].name;
        if (name[0] == '\0') {
            return lw_fail(err, LW_BAD_INPUT, 1, 0, "column %zu has no name", i + 1);
        }
        if (table->n_columns == 1 && strpbrk(name, ";\t") != NULL) {
            return refuse_separator(name, err);
        }
        for (size_t j = 0; j < i; j++) {
            if (strcmp(name, table->columns[j].name) == 0) {
                return lw_fail(err, LW_BAD_INPUT, 1, 0,
                               "columns %zu and %zu are both named '%.60s'", j + 1, i + 1,
                               name);
            }
        }
    }
    return LW_OK;
}

static lw_status build(struct lw_table *table, const struct cells *cells,
                       struct lw_error *err) {
    size_t n = table->n_columns;
    table->n_rows = cells->n / n - 1;
    table->columns = lw_arena_zero(&table->arena, n, sizeof *table->columns);
    if (table->columns == NULL) {
        return lw_fail_memory(err);
    }
    table->lines = lw_arena_zero(&table->arena, table->n_rows, sizeof *table->lines);
    if (table->lines == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t row = 0; row < table->n_rows; row++) {
        table->lines[row] = cells->lines[row + 1];
    }
    for (size_t i = 0; i < n; i++) {
        struct lw_column *column = &table->columns[i];
        column->name = cells->text[i];
        column->text = lw_arena_zero(&table->arena, table->n_rows, sizeof *column->text);
        column->value =
            lw_arena_zero(&table->arena, table->n_rows, sizeof *column->value);
        if (column->text == NULL || column->value == NULL) {
            return lw_fail_memory(err);
        }
        for (size_t row = 0; row < table->n_rows; row++) {
            column->text[row] = cells->text[(row + 1) * n + i];
        }
        fill_column(column, table->n_rows);
    }
    return check_names(table, err);
}

static lw_status read_rows(struct reader *r, struct lw_table *table,
                           struct cells *cells) {
    /* In a table of one column a blank line is a missing cell, but not at the end. */
    while (r->len > 0 && strchr("\r\n", r->text[r->len - 1]) != NULL) {
        r->len--;
    }
    while (r->at < r->len) {
        uint32_t line = r->line;
        size_t n_cells;
        lw_status status = read_row(r, table, cells, &n_cells);
        if (status != LW_OK) {
            return status;
        }
        if (table->n_columns == 0) {
            table->n_columns = n_cells;
        }
        if (n_cells == 1 && table->n_columns > 1 && cells->text[cells->n - 1][0] == 0) {
            cells->n--; /* a blank line */
        } else if (n_cells != table->n_columns) {
            if (table->n_columns == 1 && strpbrk(cells->text[0], ";\t") != NULL) {
                return refuse_separator(cells->text[0], r->err);
            }
            return lw_fail(r->err, LW_BAD_INPUT, line, 0,
                           "this row has %zu cells, the header has %zu", n_cells,
                           table->n_columns);
        } else if (!lw_grow(table->arena.alloc, &cells->lines, &cells->lines_cap,
                            cells->n_lines + 1, sizeof *cells->lines)) {
            return lw_fail_memory(r->err);
        } else {
            cells->lines[cells->n_lines++] = line;
        }
    }
    return LW_OK;
}

lw_status lw_table_read(const struct lw_alloc *alloc, const char *text, size_t len,
                        struct lw_table *out, struct lw_error *err) {
    struct reader r = {.text = text, .len = len, .line = 1, .err = err};
    r.only_returns = len > 0 && memchr(text, '\n', len) == NULL;
    struct cells cells = {0};
    *out = (struct lw_table){0};
    lw_arena_init(&out->arena, alloc);
    lw_buffer_init(&r.cell, alloc);
    if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        r.at = 3;
    }
    const char *zero = len > 0 ? memchr(text, '\0', len) : NULL;
    lw_status status =
        zero != NULL
            ? lw_fail(err, LW_BAD_INPUT, 0, 0,
                      "byte %zu is zero: this is not text, or it is UTF-16; save the "
                      "table as UTF-8",
                      (size_t)(zero - text) + 1)
            : read_rows(&r, out, &cells);
    if (status == LW_OK && (cells.n == 0 || out->n_columns > MAX_COLUMNS)) {
        status = cells.n == 0 ? lw_fail(err, LW_BAD_INPUT, 1, 0, "the table is empty")
                              : lw_fail(err, LW_BAD_INPUT, 1, 0, "more than %d columns",
                                        MAX_COLUMNS);
    }
    if (status == LW_OK) {
        status = build(out, &cells, err);
    }
    lw_buffer_free(&r.cell);
    lw_alloc_free(alloc, cells.text, cells.cap * sizeof *cells.text);
    lw_alloc_free(alloc, cells.lines, cells.lines_cap * sizeof *cells.lines);
    if (status != LW_OK) {
        lw_table_free(out);
    }
    return status;
}

void lw_table_free(struct lw_table *table) {
    lw_arena_free(&table->arena);
    table->columns = NULL;
    table->n_columns = table->n_rows = 0;
}

const struct lw_column *lw_table_find(const struct lw_table *table, const char *name) {
    for (size_t i = 0; i < table->n_columns; i++) {
        if (strcmp(table->columns[i].name, name) == 0) {
            return &table->columns[i];
        }
    }
    return NULL;
}

lw_status lw_table_numbers(const struct lw_table *table, const char *name,
                           const double **out, struct lw_error *err) {
    const struct lw_column *column = lw_table_find(table, name);
    if (column == NULL) {
        return lw_fail(err, LW_BAD_INPUT, 1, 0, "there is no column '%.60s'", name);
    }
    if (column->first_bad_row != 0) {
        const char *cell = column->text[column->first_bad_row - 1];
        const char *comma = strchr(cell, ',');
        bool decimal_comma =
            comma != NULL && strspn(cell, "0123456789+-,") == strlen(cell);
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "column '%.60s', row %zu: '%.40s' is not a number%s; leave such "
                       "rows out first (%zu missing, %zu not numbers)",
                       name, column->first_bad_row, cell,
                       decimal_comma ? " (decimals are written with a point)" : "",
                       column->n_missing, column->n_not_numbers);
    }
    *out = column->value;
    return LW_OK;
}

lw_status lw_column_name(const struct lw_column *column, size_t row,
                         struct lw_error *err) {
    return missing(column->text[row])
               ? lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "column '%.60s', row %zu: the name is missing; write it there "
                         "or leave such rows out first (%zu missing)",
                         column->name, row + 1, column->n_missing)
               : LW_OK;
}

lw_status lw_column_names(const struct lw_column *column, struct lw_error *err) {
    size_t row = column->first_missing_row;
    return row == 0 ? LW_OK : lw_column_name(column, row - 1, err);
}
