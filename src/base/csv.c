/* CSV cells. */
#include "lw/base/csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void lw_csv_begin(struct lw_csv_writer *csv, struct lw_buffer *buf) {
    *csv = (struct lw_csv_writer){.buf = buf};
}

static void separate(struct lw_csv_writer *csv) {
    if (csv->n_cells++ > 0) {
        lw_buffer_putc(csv->buf, ',');
    }
}

/* Digits, one point, one exponent: not what strtod also takes (hexadecimal, inf). */
static bool is_number(const char *text) {
    char *end;
    if (text[strspn(text, "0123456789+-.eE")] != '\0') {
        return false;
    }
    (void)strtod(text, &end);
    return *end == '\0' && end != text;
}

static bool looks_like_formula(const char *text) {
    const char *at = text + strspn(text, " ");
    return *at != '\0' && strchr("=+-@\t\r\n", *at) != NULL && !is_number(text);
}

void lw_csv_text(struct lw_csv_writer *csv, const char *text) {
    separate(csv);
    if (text == NULL) {
        return;
    }
    bool guard = looks_like_formula(text);
    if (strpbrk(text, "\",\r\n") == NULL) {
        lw_buffer_puts(csv->buf, guard ? "'" : "");
        lw_buffer_puts(csv->buf, text);
        return;
    }
    lw_buffer_puts(csv->buf, guard ? "\"'" : "\"");
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '"') {
            lw_buffer_putc(csv->buf, '"');
        }
        lw_buffer_putc(csv->buf, *at);
    }
    lw_buffer_putc(csv->buf, '"');
}

void lw_csv_number(struct lw_csv_writer *csv, double value) {
    separate(csv);
    if (isfinite(value)) {
        lw_buffer_number(csv->buf, value);
    }
}

void lw_csv_row_end(struct lw_csv_writer *csv) {
    lw_buffer_putc(csv->buf, '\n');
    csv->n_cells = 0;
}
