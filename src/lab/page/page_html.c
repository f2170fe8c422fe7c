/* A report as one page, for the screen and for paper. */
#include <math.h>
#include <string.h>

#include "lw/render.h"
#include "page/page.h"

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

static void put_escaped(struct lw_buffer *out, const char *before, const char *text,
                        const char *after) {
    lw_buffer_puts(out, before);
    lw_markup_escape(out, text);
    lw_buffer_puts(out, after);
}

static void put_html_cell(const struct report_cell *cell, enum digits digits,
                          struct lw_buffer *out) {
    static const char *const marks[] = {"", "good", "differs", "missing"};
    if (cell->text == NULL) {
        lw_buffer_puts(out, "<td class=\"n\">");
        put_number(out, cell->number, digits);
    } else if (cell->mark != REPORT_PLAIN) {
        lw_buffer_printf(out, "<td class=\"w\"><span class=\"v %s\">", marks[cell->mark]);
        put_escaped(out, "", cell->text, "</span>");
    } else {
        /* Sentences wrap, names do not. */
        lw_buffer_puts(out, strlen(cell->text) > 30 ? "<td class=\"w\">" : "<td>");
        lw_markup_escape(out, cell->text);
    }
    lw_buffer_puts(out, "</td>");
}

static void put_html_table(const struct report_part *part, struct lw_buffer *out) {
    enum digits *digits = lw_alloc_zero(out->alloc, part->n_columns, sizeof *digits);
    if (digits == NULL) {
        out->failed = true;
        return;
    }
    lw_buffer_puts(out, "<div class=\"scroll\"><table>\n<thead><tr>");
    for (size_t c = 0; c < part->n_columns; c++) {
        bool numbers = c < part->n_cells && part->cells[c].text == NULL;
        digits[c] = digits_of(part, c);
        lw_buffer_printf(out, "<th scope=\"col\"%s>", numbers ? " class=\"n\"" : "");
        put_escaped(out, "", part->columns[c], "</th>");
    }
    lw_buffer_puts(out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < part->n_cells; i++) {
        lw_buffer_puts(out, i % part->n_columns == 0 ? "<tr>" : "");
        put_html_cell(&part->cells[i], digits[i % part->n_columns], out);
        lw_buffer_puts(out, (i + 1) % part->n_columns == 0 ? "</tr>\n" : "");
    }
    lw_buffer_puts(out, "</tbody></table></div>\n");
    lw_alloc_free(out->alloc, digits, part->n_columns * sizeof *digits);
}

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1c1e21;--soft:#5b6169;--page:#fdfdfc;"
    "--line:#dcdfe3;--chart-ink:#3a3f45;--chart-grid:#e4e6e9}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e8eaed;--soft:#a3aab3;--page:#16181b;"
    "--line:#34383e;--chart-ink:#cfd4da;--chart-grid:#2c3036;--chart-1:#56b4e9;"
    "--chart-2:#f0883e;--chart-3:#2fbf94;--chart-4:#dd92bd;--chart-5:#e0b13c;"
    "--chart-6:#b4bac2}}\n"
    "body{margin:0 auto;max-width:66rem;padding:1.5rem 1rem 4rem;background:var(--page);"
    "color:var(--ink);font:16px/1.5 system-ui,sans-serif}\n"
    "h1{font-size:1.7rem;margin:0 0 .25rem}h2{font-size:1.3rem;margin:2.5rem 0 .25rem}\n"
    "h3{font-size:1.05rem;margin:1.75rem 0 .1rem}\n"
    "p{color:var(--soft);margin:.25rem 0 .75rem}p.a{font-size:.85rem;margin:0 0 .25rem}\n"
    "p.warning{color:#fff;background:#9a3412;padding:.5rem .75rem;font-weight:600}\n"
    "nav ul{columns:2;padding-left:1.2rem}nav a{color:inherit}li.s{font-weight:600;"
    "margin-top:.35rem;break-after:avoid}\n"
    ".scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;"
    "font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.25rem .55rem;border-bottom:1px solid var(--line);text-align:left;"
    "white-space:nowrap}td{vertical-align:top}th.n,td.n{text-align:right}td.w{white-"
    "space:normal;"
    "min-width:10rem}th{white-space:normal;vertical-align:bottom}\n"
    ".v{display:block;border-left:.3rem solid #767d86;padding-left:.4rem}"
    ".v.good{border-color:#1a7f4b}.v.differs{border-color:#c2590a}"
    ".v.missing{border-left-style:dotted}\n"
    "svg{width:100%;height:auto;max-width:44rem}\n"
    /* On paper nothing can be scrolled, and a table's head is repeated. */
    "@page{margin:16mm 14mm}\n"
    "@media print{:root{color-scheme:light;--ink:#000;--soft:#333;--page:#fff;"
    "--line:#bbb;--chart-ink:#222;--chart-grid:#ddd}\n"
    "body{max-width:none;padding:0;font-size:10pt}nav{display:none}\n"
    "h1{font-size:16pt}h2{font-size:13pt}h3{font-size:11pt}h2,h3,p.a{break-after:avoid}\n"
    ".scroll{overflow:visible}table{font-size:8pt}thead{display:table-header-group}\n"
    "th,td{white-space:normal;padding:.15rem .35rem}td.n{white-space:nowrap}"
    "td.w{min-width:0}tr,svg,section.c{break-inside:avoid}"
    "svg{max-width:115mm}section>p{break-after:avoid;break-inside:avoid}}\n";

static void put_paragraphs(const char *text, struct lw_buffer *out) {
    while (*text != '\0') {
        const char *end = strstr(text, "\n\n");
        size_t len = end == NULL ? strlen(text) : (size_t)(end - text);
        struct lw_buffer one;
        lw_buffer_init(&one, out->alloc);
        lw_buffer_add(&one, text, len);
        put_escaped(out, "<p>", lw_buffer_text(&one), "</p>\n");
        lw_buffer_free(&one);
        text += len + strspn(text + len, "\n");
    }
}

/* "Table 3 (Table 5.1 of the paper), 40 people". */
static void put_about(const struct report *r, const struct report_part *part,
                      struct lw_buffer *out) {
    lw_buffer_printf(out, "<p class=\"a\">%s %zu",
                     part->kind == REPORT_CHART ? "Figure" : "Table", part->number);
    if (part->source != NULL) {
        put_escaped(out, " \xc2\xb7 ", part->source, "");
    }
    if (part->people >= 0) {
        lw_buffer_printf(out, " \xc2\xb7 on %.0f %s", part->people,
                         part->people == 1 ? "person" : "people");
    }
    if (r->warning != NULL) {
        put_escaped(out, " \xc2\xb7 <b>", r->warning, "</b>");
    }
    lw_buffer_puts(out, "</p>\n");
}

/* Headings of sections are larger, where there are any. */
static bool has_sections(const struct report *r) {
    const struct report_part *part = r->first;
    while (part != NULL && part->kind != REPORT_SECTION) {
        part = part->next;
    }
    return part != NULL;
}

static void put_contents(const struct report *r, struct lw_buffer *out) {
    size_t i = 0;
    lw_buffer_puts(out, "<nav aria-label=\"Contents\"><ul>\n");
    for (const struct report_part *part = r->first; part != NULL; part = part->next) {
        i++;
        if (part->kind != REPORT_WORDS) {
            lw_buffer_printf(out, "<li%s><a href=\"#part%zu\">",
                             part->kind == REPORT_SECTION ? " class=\"s\"" : "", i);
            put_escaped(out, "", part->title, "</a></li>\n");
        }
    }
    lw_buffer_puts(out, "</ul></nav>\n");
}

static void put_part(const struct report *r, const struct report_part *part, size_t i,
                     struct lw_buffer *out) {
    int level = has_sections(r) && part->kind != REPORT_SECTION ? 3 : 2;
    if (part->kind == REPORT_WORDS) {
        put_paragraphs(part->note, out);
        return;
    }
    lw_buffer_printf(out, "<section id=\"part%zu\"%s>\n<h%d>", i,
                     part->kind == REPORT_CHART ? " class=\"c\"" : "", level);
    lw_markup_escape(out, part->title);
    lw_buffer_printf(out, "</h%d>\n", level);
    if (part->kind == REPORT_SECTION) {
        put_paragraphs(part->note, out);
    } else {
        put_about(r, part, out);
        put_paragraphs(part->note, out);
    }
    if (part->kind == REPORT_CHART) {
        lw_buffer_puts(out, part->svg);
    } else if (part->kind == REPORT_TABLE) {
        put_html_table(part, out);
    }
    lw_buffer_puts(out, "</section>\n");
}

void report_html(const struct report *r, struct lw_buffer *out) {
    size_t i = 0;
    /* The policy forbids scripts and loading even if a label were let through. */
    lw_buffer_puts(out,
                   "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta "
                   "charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" "
                   "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<meta "
                   "name=\"viewport\" content=\"width=device-width\">\n<title>");
    lw_markup_escape(out, r->title);
    lw_buffer_printf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", style);
    if (r->warning != NULL) {
        put_escaped(out, "<p class=\"warning\" role=\"note\">", r->warning, "</p>\n");
    }
    put_escaped(out, "<h1>", r->title, "</h1>\n");
    put_escaped(out, "<p>", r->subtitle, "</p>\n");
    put_contents(r, out);
    lw_buffer_puts(out, "<main>\n");
    for (const struct report_part *part = r->first; part != NULL; part = part->next) {
        put_part(r, part, ++i, out);
    }
    lw_buffer_puts(out, "</main>\n</body>\n</html>\n");
}
