/* Every table and figure of the five papers as one table in code: what is published and
 * where, which function computes ours, and how near counts as reproduced.
 *
 * A row that can be computed names a function; rows with the same function and argument
 * share one call. The function puts numbers by name (and may draw), and each value of a
 * row says which of them it is compared with. */
#ifndef REPRODUCE_PAPERS_H
#define REPRODUCE_PAPERS_H

#include "lw/chart.h"
#include "reproduce/reproduce.h"

/* When a number of ours counts as the published one. */
enum paper_rule {
    PAPER_SHOWN,    /* is only shown */
    PAPER_NEAR,     /* at most `room` away */
    PAPER_RATIO,    /* at most that share of the published one away */
    PAPER_AT_MOST,  /* not above it */
    PAPER_AT_LEAST, /* not below it */
    PAPER_INTERVAL  /* it lies in the interval that comes with ours */
};

struct paper_value {
    const char *name; /* "moves" */
    const char *key;  /* of ours; NULL: there is none */
    double published; /* NaN: the paper gives no number */
    enum paper_rule rule;
    double room;
};

/* What ours is computed from, which decides what a row can show at all. */
enum paper_data {
    PAPER_OWN,       /* what the paper describes: it can be reproduced */
    PAPER_COUNTED,   /* follows from what the paper states or prints by counting and
                      * arithmetic: shows that nothing was misread, and no more */
    PAPER_OTHERS,    /* its raw data is not public: data of other people */
    PAPER_SIMULATED, /* not public: simulated people */
    PAPER_CHECKED,   /* not public: what is printed, checked against itself */
    PAPER_PRIVATE,   /* not public, and nothing to put in its place */
    PAPER_PICTURE    /* shows or defines something: there is nothing to compute */
};

struct paper_job;
typedef lw_status (*paper_fn)(struct paper_job *job, const char *arg,
                              struct lw_error *err);

#define PAPER_MAX_VALUES 8
struct paper_row {
    const char *item;  /* "Table 2.1" */
    const char *what;  /* "1x2 templates, 2 boxes" */
    const char *where; /* "p. 17" */
    enum paper_data data;
    paper_fn compute; /* NULL: nothing to compute */
    const char *arg;
    double seconds;    /* of one core, about */
    bool shared;       /* needs the folder of shared data */
    bool last;         /* is made from the numbers of the paper's other rows */
    int people;        /* simulated ones who walk a design */
    const char *words; /* what is published when that is no number; NULL */
    const char *room;  /* why that near counts as the same; NULL: nothing is judged */
    const char *why;   /* why it differs if it does, or cannot be computed */
    struct paper_value values[PAPER_MAX_VALUES]; /* up to the first without a name */
};

struct paper {
    const char *id;    /* "taylor" */
    const char *title; /* authors, year and title */
    const char *note;  /* what of it is not public */
    const struct paper_row *rows;
    size_t n_rows;
};
#define N_PAPERS 5
extern const struct paper paper_taylor, paper_kartal, paper_vankreveld, paper_schaa,
    paper_khalifa;
extern const struct paper *const papers[N_PAPERS];

/* What a function computed. */
struct paper_number {
    const char *key;
    double value, low, high; /* NaN: no interval */
};
struct paper_picture {
    const char *name, *title, *note, *svg;
};
enum paper_state {
    PAPER_WAITING,
    PAPER_DONE,
    PAPER_NO_TIME,   /* did not fit the budget */
    PAPER_NO_SHARED, /* its data is absent */
    PAPER_STOPPED,   /* by Ctrl-C */
    PAPER_FAILED
};

/* One call of a function. */
struct paper_job {
    const struct paper *paper;
    const struct paper_row *row; /* the first that asks for it */
    struct cli cli;              /* silent, with one thread */
    struct lw_runtime runtime;
    const struct cli_args *args;
    const char *shared; /* folder; NULL: absent */
    const char *folder; /* of the report */
    uint64_t seed;
    const struct paper_job *others; /* for rows that come last: all of them */
    size_t n_others;
    struct lw_arena arena;
    struct paper_number *numbers;
    size_t n_numbers, cap_numbers;
    struct paper_picture *pictures;
    size_t n_pictures, cap_pictures;
    const char *note; /* on what it was computed; may be NULL */
    enum paper_state state;
    bool failed; /* out of memory */
    struct lw_error err;
    double cpu_s;
};

/* For the functions. Texts are copied. */
void paper_put(struct paper_job *job, const char *key, double value);
void paper_put_interval(struct paper_job *job, const char *key, double value, double low,
                        double high);
/* A correlation over n pairs, with its 95 % interval by Fisher's transformation. */
void paper_put_r(struct paper_job *job, const char *key, double r, size_t n);
/* One of ranks, with the variance that Spearman's has. */
void paper_put_rho(struct paper_job *job, const char *key, double rho, size_t n);
void paper_note(struct paper_job *job, const char *fmt, ...) LW_PRINTF(2, 3);
void paper_draw(struct paper_job *job, const char *name, const char *title,
                const char *note, const struct lw_chart *chart);
/* A picture that is drawn already. */
void paper_take(struct paper_job *job, const struct paper_picture *picture);
/* NULL: not computed. */
const struct paper_number *paper_number(const struct paper_job *job, const char *key);
/* The job of another row of the same paper; NULL: not done. */
const struct paper_job *paper_other(const struct paper_job *job, paper_fn compute,
                                    const char *arg);
/* A study of `reproduce` on the shared data: its rows as numbers "table/row/column". */
lw_status paper_study(struct paper_job *job, const char *arg, struct lw_error *err);

/* Simulated people walk a ready-made design (study simulate), whose analysis (study
 * analyze) is written beside the report. Puts for each item of the paper ("Table 5.7")
 * the number of the table or figure in the analysis that stands for it, and takes its
 * figures. */
lw_status paper_people(struct paper_job *job, const char *design, struct lw_error *err);

/* Verdicts. */

enum paper_verdict {
    PAPER_REPRODUCED,
    PAPER_BOUNDED,    /* all that is judged only had to be above or below something */
    PAPER_CONSISTENT, /* by arithmetic */
    PAPER_DIFFERS,
    PAPER_NOT_PUBLIC,
    PAPER_NOTHING, /* to compute */
    PAPER_NOT_RUN,
    PAPER_SKIPPED,
    PAPER_BROKEN,
    PAPER_N_VERDICTS
};
extern const char *const paper_verdicts[PAPER_N_VERDICTS];

/* Is ours the published one? Values that are only shown always are. */
bool paper_same(const struct paper_value *value, const struct paper_number *ours);
/* job: NULL for a row that computes nothing. Appends what of the row it is about ("in
 * moves"), on whose data, or what it needs. */
enum paper_verdict paper_judge(const struct paper_row *row, const struct paper_job *job,
                               struct lw_buffer *text);

/* The jobs of a run of all papers, and what became of them. */
struct paper_run {
    struct cli *cli;
    const struct cli_args *args;
    const char *shared; /* NULL: absent */
    const char *folder; /* that the report is written to; it is there */
    const char *only;   /* names of papers and items, by commas; NULL: everything */
    uint64_t seed, budget_ns;
    struct paper_job *jobs;
    size_t n_jobs;
    double seconds; /* of the clock */
};
lw_status paper_run_all(struct paper_run *run, struct lw_error *err);
void paper_run_free(struct paper_run *run);
/* Is the row asked for? */
bool paper_wanted(const struct paper_run *run, const struct paper *paper,
                  const struct paper_row *row);
const struct paper_job *paper_job_of(const struct paper_run *run,
                                     const struct paper *paper,
                                     const struct paper_row *row);

/* Writes report.html, tables, charts and rows.json into run->folder. */
lw_status paper_write(const struct paper_run *run, size_t counts[PAPER_N_VERDICTS],
                      struct lw_error *err);

/* levelwright reproduce all; an exit code. */
int reproduce_all(struct cli *cli, const struct cli_args *args);

#endif
