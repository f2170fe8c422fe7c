/* A report: tables and charts about one set of levels, written once and shown as one HTML
 * page, as CSV and as JSON. */
#ifndef LAB_REPORT_H
#define LAB_REPORT_H

#include "lw/chart.h"
#include "table/level_table.h"

#define REPORT_MAX_PARTS 24
#define REPORT_MAX_COLUMNS 16

struct report_cell {
    const char *text; /* NULL: the number counts */
    double number;    /* NaN is shown as a dash */
};

/* A table, or a chart when svg is not NULL. */
struct report_part {
    const char *name; /* of its file: "models" */
    const char *title, *note;
    const char *svg;
    const char *const *columns;
    size_t n_columns;
    struct report_cell *cells; /* row-major */
    size_t n_cells, cap;
};

struct report {
    struct lw_arena arena; /* holds everything the parts point to */
    const char *title, *subtitle;
    struct report_part parts[REPORT_MAX_PARTS];
    size_t n_parts;
    bool failed; /* out of memory, or too many parts: sticks */
};

void report_init(struct report *r, const struct lw_alloc *alloc);
void report_free(struct report *r);
/* Texts are copied; columns is static. */
struct report_part *report_table(struct report *r, const char *name, const char *title,
                                 const char *note, const char *const *columns,
                                 size_t n_columns);
/* The next cell of a table, left to right. */
void report_text(struct report *r, struct report_part *part, const char *text);
void report_number(struct report *r, struct report_part *part, double number);
void report_chart(struct report *r, const char *name, const char *title, const char *note,
                  const struct lw_chart *chart);
/* What a chart of beans is called, and what its axis shows. */
struct report_beans {
    const char *name, *title, *note, *axis;
};
void report_put_beans(struct report *r, const struct report_beans *about,
                      const struct lw_chart_bean *beans, size_t n);

/* One file that needs no other, loads nothing and runs nothing. */
void report_html(const struct report *r, struct lw_buffer *out);
/* A text cell that a spreadsheet would take for a formula gets an apostrophe. */
void report_csv(const struct report_part *part, struct lw_buffer *out);
void report_json(const struct report_part *part, struct lw_buffer *out);

/* The parts about a study and its model. */
struct report_study {
    struct cli *cli;
    const struct learning *l;
    const struct lw_judged *judged;
    const struct lw_model *model;
    double *observed,
        *predicted; /* [n], percentiles of answers and held-out predictions */
};
lw_status report_fill(struct report *r, const struct report_study *study,
                      struct lw_error *err);

/* report_features.c */
lw_status report_correlations(struct report *r, const struct report_study *study,
                              struct lw_error *err);
void report_weights(struct report *r, const struct report_study *study);
lw_status report_components(struct report *r, const struct report_study *study,
                            struct lw_error *err);
/* The levels for which a feature is known: its values, answers and groups. */
struct report_known {
    double *x, *y; /* [n] */
    size_t *group; /* [n] */
    size_t n;
};
/* Room for all levels, in the report's arena. */
lw_status report_known_init(struct report_known *known, struct report *r,
                            const struct lw_evidence *e, struct lw_error *err);
void report_known_find(struct report_known *known, const struct lw_evidence *e,
                       size_t feature);

#endif
