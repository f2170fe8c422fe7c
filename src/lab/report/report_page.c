/* How a report is kept and shown: HTML, CSV, JSON. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "lw/base/csv.h"
#include "lw/render.h"
#include "report/report.h"

void report_init(struct report *r, const struct lw_alloc *alloc) {
    *r = (struct report){.title = "", .subtitle = ""};
    lw_arena_init(&r->arena, alloc);
}

void report_free(struct report *r) {
    lw_arena_free(&r->arena);
}

static const char *keep(struct report *r, const char *text) {
    const char *kept = lw_arena_text(&r->arena, text, strlen(text));
    r->failed = r->failed || kept == NULL;
    return kept != NULL ? kept : "";
}

static struct report_part *add_part(struct report *r, const char *name, const char *title,
                                    const char *note) {
    if (r->n_parts == REPORT_MAX_PARTS) {
        r->failed = true;
        return &r->parts[REPORT_MAX_PARTS - 1];
    }
    struct report_part *part = &r->parts[r->n_parts++];
    *part = (struct report_part){
        .name = keep(r, name), .title = keep(r, title), .note = keep(r, note)};
    return part;
}

struct report_part *report_table(struct report *r, const char *name, const char *title,
                                 const char *note, const char *const *columns,
                                 size_t n_columns) {
    struct report_part *part = add_part(r, name, title, note);
    assert(n_columns <= REPORT_MAX_COLUMNS);
    part->columns = columns;
    part->n_columns = n_columns;
    return part;
}

static void add_cell(struct report *r, struct report_part *part,
                     struct report_cell cell) {
    if (part->n_cells == part->cap) {
        size_t cap = part->cap == 0 ? 64 : part->cap * 2;
        struct report_cell *cells = lw_arena_zero(&r->arena, cap, sizeof *cells);
        if (cells == NULL) {
            r->failed = true;
            return;
        }
        if (part->n_cells > 0) {
            memcpy(cells, part->cells, part->n_cells * sizeof *cells);
        }
        part->cells = cells;
        part->cap = cap;
    }
    part->cells[part->n_cells++] = cell;
}

void report_text(struct report *r, struct report_part *part, const char *text) {
    add_cell(r, part, (struct report_cell){.text = keep(r, text)});
}

void report_number(struct report *r, struct report_part *part, double number) {
    add_cell(r, part, (struct report_cell){.number = number});
}

static void keep_svg(struct report *r, struct report_part *part, struct lw_buffer *svg,
                     lw_status status) {
    part->svg = keep(r, lw_buffer_text(svg));
    r->failed = r->failed || status != LW_OK;
    lw_buffer_free(svg);
}

void report_chart(struct report *r, const char *name, const char *title, const char *note,
                  const struct lw_chart *chart) {
    struct lw_buffer svg;
    struct report_part *part = add_part(r, name, title, note);
    lw_buffer_init(&svg, r->arena.alloc);
    keep_svg(r, part, &svg, lw_chart_svg(chart, &svg, NULL));
}

void report_put_beans(struct report *r, const struct report_beans *about,
                      const struct lw_chart_bean *beans, size_t n) {
    struct lw_buffer svg;
    struct report_part *part = add_part(r, about->name, about->title, about->note);
    lw_buffer_init(&svg, r->arena.alloc);
    keep_svg(r, part, &svg,
             lw_chart_beans_svg(about->title, about->axis, beans, n, &svg, NULL));
}

/* HTML. */

/* How a column's numbers are written, so that they stand below each other. */
enum digits { DIGITS_NONE, DIGITS_ONE, DIGITS_THREE };

static enum digits digits_of(const struct report_part *part, size_t column) {
    bool whole = true;
    double largest = 0;
    for (size_t i = column; i < part->n_cells; i += part->n_columns) {
        double number = part->cells[i].number;
        if (part->cells[i].text == NULL && isfinite(number)) {
            whole = whole && number == floor(number) && fabs(number) < 1e9;
            largest = fmax(largest, fabs(number));
        }
    }
    return whole ? DIGITS_NONE : largest < 100 ? DIGITS_THREE : DIGITS_ONE;
}

/* A number as people read it: with a true minus, an exponent where its digits would
 * vanish, and a dash where there is none. */
static void put_number(struct lw_buffer *out, double number, enum digits digits) {
    if (!isfinite(number)) {
        lw_buffer_puts(out, "\xe2\x80\x93"); /* en dash */
        return;
    }
    double size = fabs(number), least = digits == DIGITS_ONE ? 0.05 : 0.0005;
    bool tiny = digits != DIGITS_NONE && size > 0 && size < least;
    lw_buffer_puts(out, number < 0 && size > 0 ? "\xe2\x88\x92" : "");
    if (tiny) {
        lw_buffer_printf(out, "%.1e", size);
    } else {
        lw_buffer_printf(out, "%.*f",
                         digits == DIGITS_NONE  ? 0
                         : digits == DIGITS_ONE ? 1
                                                : 3,
                         size);
    }
}

static void put_html_cell(const struct report_cell *cell, enum digits digits,
                          struct lw_buffer *out) {
    if (cell->text == NULL) {
        lw_buffer_puts(out, "<td class=\"n\">");
        put_number(out, cell->number, digits);
    } else {
        /* Sentences wrap, names do not. */
        lw_buffer_puts(out, strlen(cell->text) > 30 ? "<td class=\"w\">" : "<td>");
        lw_markup_escape(out, cell->text);
    }
    lw_buffer_puts(out, "</td>");
}

static void put_html_table(const struct report_part *part, struct lw_buffer *out) {
    enum digits digits[REPORT_MAX_COLUMNS] = {DIGITS_NONE};
    lw_buffer_puts(out, "<div class=\"scroll\"><table>\n<thead><tr>");
    for (size_t c = 0; c < part->n_columns; c++) {
        bool numbers = c < part->n_cells && part->cells[c].text == NULL;
        digits[c] = digits_of(part, c);
        lw_buffer_printf(out, "<th scope=\"col\"%s>", numbers ? " class=\"n\"" : "");
        lw_markup_escape(out, part->columns[c]);
        lw_buffer_puts(out, "</th>");
    }
    lw_buffer_puts(out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < part->n_cells; i++) {
        lw_buffer_puts(out, i % part->n_columns == 0 ? "<tr>" : "");
        put_html_cell(&part->cells[i], digits[i % part->n_columns], out);
        lw_buffer_puts(out, (i + 1) % part->n_columns == 0 ? "</tr>\n" : "");
    }
    lw_buffer_puts(out, "</tbody></table></div>\n");
}

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1c1e21;--soft:#5b6169;--page:#fdfdfc;"
    "--line:#dcdfe3;--chart-ink:#3a3f45;--chart-grid:#e4e6e9}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e8eaed;--soft:#a3aab3;--page:#16181b;"
    "--line:#34383e;--chart-ink:#cfd4da;--chart-grid:#2c3036;--chart-1:#56b4e9;"
    "--chart-2:#f0883e;--chart-3:#2fbf94;--chart-4:#dd92bd;--chart-5:#e0b13c;"
    "--chart-6:#b4bac2}}\n"
    "body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem 4rem;background:var(--page);"
    "color:var(--ink);font:16px/1.5 system-ui,sans-serif}\n"
    "h1{font-size:1.7rem;margin:0 0 .25rem}h2{font-size:1.2rem;margin:2.5rem 0 .25rem}\n"
    "p{color:var(--soft);margin:.25rem 0 .75rem}\n"
    "nav ul{columns:2;padding-left:1.2rem}nav a{color:inherit}\n"
    ".scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;"
    "font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.25rem .55rem;border-bottom:1px solid var(--line);text-align:left;"
    "white-space:nowrap}th.n,td.n{text-align:right}td.w{white-space:normal;"
    "min-width:12rem}th{white-space:normal;vertical-align:bottom}\n"
    "svg{width:100%;height:auto;max-width:44rem}\n"
    "@media print{body{max-width:none}h2{break-after:avoid}}\n";

void report_html(const struct report *r, struct lw_buffer *out) {
    /* The policy forbids scripts and loading even if a label were let through. */
    lw_buffer_puts(out,
                   "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta "
                   "charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" "
                   "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<meta "
                   "name=\"viewport\" content=\"width=device-width\">\n<title>");
    lw_markup_escape(out, r->title);
    lw_buffer_printf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>", style);
    lw_markup_escape(out, r->title);
    lw_buffer_puts(out, "</h1>\n<p>");
    lw_markup_escape(out, r->subtitle);
    lw_buffer_puts(out, "</p>\n<nav aria-label=\"Contents\"><ul>\n");
    for (size_t i = 0; i < r->n_parts; i++) {
        lw_buffer_printf(out, "<li><a href=\"#part%zu\">", i + 1);
        lw_markup_escape(out, r->parts[i].title);
        lw_buffer_puts(out, "</a></li>\n");
    }
    lw_buffer_puts(out, "</ul></nav>\n<main>\n");
    for (size_t i = 0; i < r->n_parts; i++) {
        const struct report_part *part = &r->parts[i];
        lw_buffer_printf(out, "<section id=\"part%zu\">\n<h2>", i + 1);
        lw_markup_escape(out, part->title);
        lw_buffer_puts(out, "</h2>\n<p>");
        lw_markup_escape(out, part->note);
        lw_buffer_puts(out, "</p>\n");
        if (part->svg != NULL) {
            lw_buffer_puts(out, part->svg);
        } else {
            put_html_table(part, out);
        }
        lw_buffer_puts(out, "</section>\n");
    }
    lw_buffer_puts(out, "</main>\n</body>\n</html>\n");
}

/* CSV and JSON. */

void report_csv(const struct report_part *part, struct lw_buffer *out) {
    struct lw_csv_writer csv;
    lw_csv_begin(&csv, out);
    for (size_t c = 0; c < part->n_columns; c++) {
        lw_csv_text(&csv, part->columns[c]);
    }
    lw_csv_row_end(&csv);
    for (size_t i = 0; i < part->n_cells; i++) {
        if (part->cells[i].text != NULL) {
            lw_csv_text(&csv, part->cells[i].text);
        } else {
            lw_csv_number(&csv, part->cells[i].number);
        }
        if ((i + 1) % part->n_columns == 0) {
            lw_csv_row_end(&csv);
        }
    }
}

void report_json(const struct report_part *part, struct lw_buffer *out) {
    struct lw_json_writer json;
    lw_json_begin(&json, out);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "table", part->name);
    lw_json_text(&json, "title", part->title);
    lw_json_array(&json, "rows");
    for (size_t i = 0; i < part->n_cells; i++) {
        const struct report_cell *cell = &part->cells[i];
        const char *column = part->columns[i % part->n_columns];
        if (i % part->n_columns == 0) {
            lw_json_object(&json, NULL);
        }
        if (cell->text != NULL) {
            lw_json_text(&json, column, cell->text);
        } else {
            lw_json_real(&json, column, cell->number);
        }
        if ((i + 1) % part->n_columns == 0) {
            lw_json_object_end(&json);
        }
    }
    lw_json_array_end(&json);
    lw_json_object_end(&json);
}
