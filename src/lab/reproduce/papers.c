/* What a row's function puts, and what the row then says. */
#include "reproduce/papers.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

const struct paper *const papers[N_PAPERS] = {
    &paper_taylor, &paper_kartal, &paper_vankreveld, &paper_schaa, &paper_khalifa};

const char *const paper_verdicts[PAPER_N_VERDICTS] = {
    "reproduced", "within a bound",   "consistent by arithmetic",
    "differs",    "not recomputable", "nothing to compute",
    "not run",    "skipped",          "failed"};

/* Room for one more in the job's arena; NULL: out of memory. */
static void *grow(struct paper_job *job, void *list, size_t n, size_t *cap,
                  size_t bytes_each) {
    if (n < *cap) {
        return list;
    }
    size_t more = *cap == 0 ? 32 : *cap * 2;
    void *larger = lw_arena_zero(&job->arena, more, bytes_each);
    if (larger == NULL) {
        job->failed = true;
        return NULL;
    }
    if (n > 0) {
        memcpy(larger, list, n * bytes_each);
    }
    *cap = more;
    return larger;
}

static const char *keep(struct paper_job *job, const char *text) {
    const char *kept = lw_arena_text(&job->arena, text, strlen(text));
    job->failed = job->failed || kept == NULL;
    return kept != NULL ? kept : "";
}

void paper_put_interval(struct paper_job *job, const char *key, double value, double low,
                        double high) {
    struct paper_number *numbers =
        grow(job, job->numbers, job->n_numbers, &job->cap_numbers, sizeof *job->numbers);
    if (numbers != NULL) {
        job->numbers = numbers;
        numbers[job->n_numbers++] =
            (struct paper_number){keep(job, key), value, low, high};
    }
}

void paper_put(struct paper_job *job, const char *key, double value) {
    paper_put_interval(job, key, value, NAN, NAN);
}

void paper_put_r(struct paper_job *job, const char *key, double r, size_t n) {
    double half = n > 3 ? 1.959963984540054 / sqrt((double)n - 3) : INFINITY;
    paper_put_interval(job, key, r, tanh(atanh(r) - half), tanh(atanh(r) + half));
}

void paper_put_rho(struct paper_job *job, const char *key, double rho, size_t n) {
    double low, high;
    lw_spearman_interval(rho, n, &low, &high);
    paper_put_interval(job, key, rho, low, high);
}

void paper_note(struct paper_job *job, const char *fmt, ...) {
    char text[400];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    job->note = keep(job, text);
}

void paper_take(struct paper_job *job, const struct paper_picture *picture) {
    struct paper_picture *pictures = grow(job, job->pictures, job->n_pictures,
                                          &job->cap_pictures, sizeof *job->pictures);
    if (pictures != NULL) {
        job->pictures = pictures;
        pictures[job->n_pictures++] =
            (struct paper_picture){keep(job, picture->name), keep(job, picture->title),
                                   keep(job, picture->note), keep(job, picture->svg)};
    }
}

void paper_draw(struct paper_job *job, const char *name, const char *title,
                const char *note, const struct lw_chart *chart) {
    struct lw_buffer svg;
    lw_buffer_init(&svg, job->arena.alloc);
    bool drawn = lw_chart_svg(chart, &svg, NULL) == LW_OK && lw_buffer_ok(&svg);
    job->failed = job->failed || !drawn;
    if (drawn) {
        paper_take(job, &(struct paper_picture){name, title, note, lw_buffer_text(&svg)});
    }
    lw_buffer_free(&svg);
}

const struct paper_number *paper_number(const struct paper_job *job, const char *key) {
    for (size_t i = 0; key != NULL && i < job->n_numbers; i++) {
        if (strcmp(job->numbers[i].key, key) == 0) {
            return &job->numbers[i];
        }
    }
    return NULL;
}

const struct paper_job *paper_other(const struct paper_job *job, paper_fn compute,
                                    const char *arg) {
    for (size_t i = 0; i < job->n_others; i++) {
        const struct paper_job *other = &job->others[i];
        if (other->state == PAPER_DONE && other->row->compute == compute &&
            strcmp(other->row->arg, arg) == 0) {
            return other;
        }
    }
    return NULL;
}

static void take(void *ctx, const char *table, const char *row,
                 const struct lab_columns *columns, const double *values) {
    struct paper_job *job = ctx;
    char key[300];
    for (size_t i = 0; i < columns->n; i++) {
        (void)snprintf(key, sizeof key, "%s/%s/%s", table, row, columns->keys[i]);
        paper_put(job, key, values[i]);
    }
}

lw_status paper_study(struct paper_job *job, const char *arg, struct lw_error *err) {
    char folder[1000];
    int len = snprintf(folder, sizeof folder, "%s/human-data", job->shared);
    struct reproduce r = {.cli = &job->cli,
                          .args = job->args,
                          .folder = folder,
                          .rows = {.cli = &job->cli, .take = take, .ctx = job},
                          .seed = job->seed};
    if (len < 0 || (size_t)len >= sizeof folder) {
        return lw_fail(err, LW_USAGE, 0, 0, "the folder's name is too long");
    }
    lw_status status = reproduce_study(&r, arg);
    if (status != LW_OK) {
        *err = r.err;
    }
    return status;
}

/* Verdicts. */

bool paper_same(const struct paper_value *value, const struct paper_number *ours) {
    if (value->rule == PAPER_SHOWN) {
        return true;
    }
    if (ours == NULL || isnan(ours->value)) {
        return false;
    }
    double apart = fabs(ours->value - value->published);
    /* A figure printed with so many digits stands for what rounds to it. */
    double slack = 1e-9;
    switch (value->rule) {
    case PAPER_NEAR:
        return apart <= value->room + slack;
    case PAPER_RATIO:
        return apart <= value->room * fabs(value->published) + slack;
    case PAPER_AT_MOST:
        return ours->value <= value->published + slack;
    case PAPER_AT_LEAST:
        return ours->value >= value->published - slack;
    default:
        return value->published >= ours->low && value->published <= ours->high;
    }
}

/* Of the values that are judged, those that are not the same; *n: how many are judged. */
static size_t count_different(const struct paper_row *row, const struct paper_job *job,
                              size_t *n) {
    size_t different = 0;
    *n = 0;
    for (size_t i = 0; i < PAPER_MAX_VALUES && row->values[i].name != NULL; i++) {
        const struct paper_value *value = &row->values[i];
        bool judged = value->rule != PAPER_SHOWN;
        *n += judged;
        different += judged && !paper_same(value, paper_number(job, value->key));
    }
    return different;
}

/* "in moves, seconds". */
static void put_different(const struct paper_row *row, const struct paper_job *job,
                          struct lw_buffer *text) {
    size_t n_put = 0;
    for (size_t i = 0; i < PAPER_MAX_VALUES && row->values[i].name != NULL; i++) {
        const struct paper_value *value = &row->values[i];
        if (!paper_same(value, paper_number(job, value->key))) {
            lw_buffer_printf(text, "%s%s", n_put++ == 0 ? "in " : ", ", value->name);
        }
    }
}

/* Are all values that are judged judged by a bound on one side? */
static bool only_bounds(const struct paper_row *row) {
    for (size_t i = 0; i < PAPER_MAX_VALUES && row->values[i].name != NULL; i++) {
        enum paper_rule rule = row->values[i].rule;
        if (rule != PAPER_SHOWN && rule != PAPER_AT_MOST && rule != PAPER_AT_LEAST) {
            return false;
        }
    }
    return true;
}

/* What the verdict rests on: "moves in the 95 % of ours, seconds not above". */
static void put_basis(const struct paper_row *row, struct lw_buffer *text) {
    static const char *const how[] = {[PAPER_NEAR] = "exactly",
                                      [PAPER_RATIO] = "within",
                                      [PAPER_AT_MOST] = "not above",
                                      [PAPER_AT_LEAST] = "not below",
                                      [PAPER_INTERVAL] = "in the 95 % of ours"};
    const char *join = "";
    for (size_t i = 0; i < PAPER_MAX_VALUES && row->values[i].name != NULL; i++) {
        const struct paper_value *value = &row->values[i];
        if (value->rule == PAPER_SHOWN) {
            continue;
        }
        lw_buffer_printf(text, "%s%s ", join, value->name);
        if (value->rule == PAPER_RATIO) {
            lw_buffer_printf(text, "within %g %%", 100 * value->room);
        } else if (value->rule == PAPER_NEAR && value->room > 0) {
            lw_buffer_printf(text, "within %g", value->room);
        } else {
            lw_buffer_puts(text, how[value->rule]);
        }
        join = ", ";
    }
}

/* Of what the paper describes or states. */
static enum paper_verdict judge_own(const struct paper_row *row,
                                    const struct paper_job *job, size_t n,
                                    size_t different, struct lw_buffer *text) {
    if (n == 0) {
        lw_buffer_puts(text, "the paper has no number for it; ours are shown");
        return PAPER_NOTHING;
    }
    if (different > 0) {
        put_different(row, job, text);
        return PAPER_DIFFERS;
    }
    put_basis(row, text);
    return row->data == PAPER_COUNTED ? PAPER_CONSISTENT
           : only_bounds(row)         ? PAPER_BOUNDED
                                      : PAPER_REPRODUCED;
}

static enum paper_verdict judge_done(const struct paper_row *row,
                                     const struct paper_job *job,
                                     struct lw_buffer *text) {
    static const char *const beside[] = {[PAPER_OTHERS] = "with other people's data",
                                         [PAPER_SIMULATED] = "with simulated people",
                                         [PAPER_CHECKED] = "what is printed"};
    size_t n, different = count_different(row, job, &n);
    if (row->data == PAPER_OWN || row->data == PAPER_COUNTED) {
        return judge_own(row, job, n, different, text);
    }
    lw_buffer_puts(text, beside[row->data]);
    if (row->data == PAPER_CHECKED) {
        lw_buffer_puts(text, n == 0           ? ", nothing is judged"
                             : different == 0 ? " agrees"
                                              : " does not agree");
    } else if (n > 0) {
        lw_buffer_printf(text, ", %zu of %zu numbers agree", n - different, n);
    }
    return PAPER_NOT_PUBLIC;
}

enum paper_verdict paper_judge(const struct paper_row *row, const struct paper_job *job,
                               struct lw_buffer *text) {
    if (job == NULL) {
        return row->data == PAPER_PICTURE ? PAPER_NOTHING : PAPER_NOT_PUBLIC;
    }
    switch (job->state) {
    case PAPER_DONE:
        return judge_done(row, job, text);
    case PAPER_NO_SHARED:
        lw_buffer_puts(text, "no ../shared");
        return PAPER_SKIPPED;
    case PAPER_FAILED:
        lw_buffer_puts(text, job->err.text);
        return PAPER_BROKEN;
    case PAPER_STOPPED:
        lw_buffer_puts(text, "stopped on request");
        return PAPER_NOT_RUN;
    default:
        if (row->last) {
            lw_buffer_puts(text, "needs rows that were not run");
        } else {
            lw_buffer_printf(text, "needs about %.*f s of one core",
                             row->seconds < 1 ? 2 : 0, row->seconds);
        }
        return PAPER_NOT_RUN;
    }
}
