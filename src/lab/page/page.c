/* A report while it is built. */
#include "page/page.h"

#include <math.h>
#include <string.h>

void report_init(struct report *r, const struct lw_alloc *alloc) {
    *r = (struct report){.title = "", .subtitle = ""};
    r->last = &r->first;
    lw_arena_init(&r->arena, alloc);
}

void report_free(struct report *r) {
    lw_arena_free(&r->arena);
}

const char *report_keep(struct report *r, const char *text) {
    const char *kept = lw_arena_text(&r->arena, text, strlen(text));
    r->failed = r->failed || kept == NULL;
    return kept != NULL ? kept : "";
}

const char *report_print(struct report *r, const char *fmt, ...) {
    struct lw_buffer text;
    va_list args;
    lw_buffer_init(&text, r->arena.alloc);
    va_start(args, fmt);
    lw_buffer_vprintf(&text, fmt, args);
    va_end(args);
    r->failed = r->failed || !lw_buffer_ok(&text);
    const char *kept = report_keep(r, lw_buffer_text(&text));
    lw_buffer_free(&text);
    return kept;
}

/* Where memory is out, a part that nobody sees takes what is put into it. */
static struct report_part *add_part(struct report *r, enum report_kind kind,
                                    const char *name, const char *title,
                                    const char *note) {
    struct report_part *part = lw_arena_zero(&r->arena, 1, sizeof *part);
    if (part == NULL) {
        r->failed = true;
        return NULL;
    }
    *part = (struct report_part){.kind = kind,
                                 .name = report_keep(r, name),
                                 .title = report_keep(r, title),
                                 .note = report_keep(r, note),
                                 .people = NAN};
    part->number = kind == REPORT_TABLE   ? ++r->n_tables
                   : kind == REPORT_CHART ? ++r->n_charts
                                          : 0;
    r->n_parts = r->n_tables + r->n_charts;
    *r->last = part;
    r->last = &part->next;
    return part;
}

struct report_part *report_section(struct report *r, const char *title,
                                   const char *note) {
    return add_part(r, REPORT_SECTION, "", title, note);
}

struct report_part *report_words(struct report *r, const char *text) {
    return add_part(r, REPORT_WORDS, "", "", text);
}

struct report_part *report_table(struct report *r, const char *name, const char *title,
                                 const char *note, const char *const *columns,
                                 size_t n_columns) {
    struct report_part *part = add_part(r, REPORT_TABLE, name, title, note);
    const char **kept = lw_arena_zero(&r->arena, n_columns, sizeof *kept);
    if (part == NULL || kept == NULL) {
        r->failed = true;
        return part;
    }
    for (size_t i = 0; i < n_columns; i++) {
        kept[i] = report_keep(r, columns[i]);
    }
    part->columns = kept;
    part->n_columns = n_columns;
    return part;
}

static void add_cell(struct report *r, struct report_part *part,
                     struct report_cell cell) {
    if (part == NULL) {
        return;
    }
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
    add_cell(r, part, (struct report_cell){.text = report_keep(r, text)});
}

void report_number(struct report *r, struct report_part *part, double number) {
    add_cell(r, part, (struct report_cell){.number = number});
}

void report_verdict(struct report *r, struct report_part *part, enum report_mark mark,
                    const char *text) {
    add_cell(r, part, (struct report_cell){.text = report_keep(r, text), .mark = mark});
}

static void keep_svg(struct report *r, struct report_part *part, struct lw_buffer *svg,
                     lw_status status) {
    const char *kept = report_keep(r, lw_buffer_text(svg));
    r->failed = r->failed || status != LW_OK;
    if (part != NULL) {
        part->svg = kept;
    }
    lw_buffer_free(svg);
}

struct report_part *report_chart(struct report *r, const char *name, const char *title,
                                 const char *note, const struct lw_chart *chart) {
    struct lw_buffer svg;
    struct report_part *part = add_part(r, REPORT_CHART, name, title, note);
    lw_buffer_init(&svg, r->arena.alloc);
    keep_svg(r, part, &svg, lw_chart_svg(chart, &svg, NULL));
    return part;
}

struct report_part *report_picture(struct report *r, const char *name, const char *title,
                                   const char *note, const char *svg) {
    struct report_part *part = add_part(r, REPORT_CHART, name, title, note);
    if (part != NULL) {
        part->svg = report_keep(r, svg);
    }
    return part;
}

struct report_part *report_put_beans(struct report *r, const struct report_beans *about,
                                     const struct lw_chart_bean *beans, size_t n) {
    struct lw_buffer svg;
    struct report_part *part =
        add_part(r, REPORT_CHART, about->name, about->title, about->note);
    lw_buffer_init(&svg, r->arena.alloc);
    keep_svg(r, part, &svg,
             lw_chart_beans_svg(about->title, about->axis, beans, n, &svg, NULL));
    return part;
}

void report_about(struct report *r, struct report_part *part, const char *source,
                  double people) {
    if (part != NULL) {
        part->source = source == NULL ? NULL : report_keep(r, source);
        part->people = people;
    }
}

void report_add_file(struct report *r, const char *name, const char *text) {
    struct report_file *file = lw_arena_zero(&r->arena, 1, sizeof *file);
    if (file == NULL) {
        r->failed = true;
        return;
    }
    *file = (struct report_file){report_keep(r, name), report_keep(r, text), r->files};
    r->files = file;
}
