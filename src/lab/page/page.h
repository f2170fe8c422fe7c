/* A report: texts, tables and charts in sections, written once and shown as one HTML
 * page, on paper, as CSV, SVG and JSON. The one builder for `report`, `study analyze` and
 * `reproduce`. */
#ifndef LAB_PAGE_H
#define LAB_PAGE_H

#include "lw/chart.h"

/* How a cell that judges is shown; its text says the same. */
enum report_mark {
    REPORT_PLAIN,
    REPORT_GOOD,    /* reproduced, as planned */
    REPORT_DIFFERS, /* differs, because */
    REPORT_MISSING  /* cannot be computed */
};

struct report_cell {
    const char *text; /* NULL: the number counts */
    double number;    /* NaN is shown as a dash */
    enum report_mark mark;
};

enum report_kind {
    REPORT_SECTION, /* a heading; what follows belongs to it */
    REPORT_WORDS,   /* paragraphs */
    REPORT_TABLE,
    REPORT_CHART
};

struct report_part {
    enum report_kind kind;
    const char *name; /* of its file: "models" */
    const char *title, *note;
    const char *source; /* "Table 5.1 of the paper"; NULL: the report's own */
    double people;      /* on how many; NaN: not about people */
    size_t number;      /* of tables and of charts, each from 1 */
    const char *svg;
    const char *const *columns;
    size_t n_columns;
    struct report_cell *cells; /* row-major */
    size_t n_cells, cap;
    struct report_part *next;
};

/* A file that goes beside the page: a script, its input. */
struct report_file {
    const char *name, *text;
    struct report_file *next;
};

struct report {
    struct lw_arena arena; /* holds everything the parts point to */
    const char *title, *subtitle;
    const char *warning; /* across the top of the page and in every part; NULL: none */
    struct report_part *first, **last;
    struct report_file *files;
    size_t n_parts; /* tables and charts */
    size_t n_tables, n_charts;
    bool failed; /* out of memory: sticks */
};

void report_init(struct report *r, const struct lw_alloc *alloc);
void report_free(struct report *r);
/* A text in the report's arena; never NULL. */
const char *report_keep(struct report *r, const char *text);
const char *report_print(struct report *r, const char *fmt, ...) LW_PRINTF(2, 3);

/* Texts are copied. A note may be "". */
struct report_part *report_section(struct report *r, const char *title, const char *note);
/* Paragraphs, parted by a blank line. */
struct report_part *report_words(struct report *r, const char *text);
/* Columns are copied, too; any number of them. */
struct report_part *report_table(struct report *r, const char *name, const char *title,
                                 const char *note, const char *const *columns,
                                 size_t n_columns);
/* The next cell of a table, left to right. */
void report_text(struct report *r, struct report_part *part, const char *text);
void report_number(struct report *r, struct report_part *part, double number);
void report_verdict(struct report *r, struct report_part *part, enum report_mark mark,
                    const char *text);
struct report_part *report_chart(struct report *r, const char *name, const char *title,
                                 const char *note, const struct lw_chart *chart);
/* A chart that is drawn already. */
struct report_part *report_picture(struct report *r, const char *name, const char *title,
                                   const char *note, const char *svg);
/* What a chart of beans is called, and what its axis shows. */
struct report_beans {
    const char *name, *title, *note, *axis;
};
struct report_part *report_put_beans(struct report *r, const struct report_beans *about,
                                     const struct lw_chart_bean *beans, size_t n);
/* What of a paper the part stands for, and on how many people it is. */
void report_about(struct report *r, struct report_part *part, const char *source,
                  double people);
void report_add_file(struct report *r, const char *name, const char *text);

/* One file that needs no other, loads nothing and runs nothing; fit for paper. */
void report_html(const struct report *r, struct lw_buffer *out);
/* A text cell that a spreadsheet would take for a formula gets an apostrophe; of columns
 * with the same heading all but the first get a number, in JSON, too. */
void report_csv(const struct report_part *part, struct lw_buffer *out);
void report_json(const struct report_part *part, struct lw_buffer *out);
/* Every table as PREFIXname.csv, every chart as PREFIXname.svg, files by their names. */
lw_status report_write_parts(const struct report *r, const char *prefix,
                             struct lw_error *err) LW_MUST_CHECK;
/* The folder, made if need be, with report.html and all parts in it. */
lw_status report_write_folder(const struct report *r, const char *folder,
                              struct lw_error *err) LW_MUST_CHECK;

#endif
