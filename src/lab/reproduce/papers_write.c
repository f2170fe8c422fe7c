/* The report: a page with a table for each paper, charts, and the rows for programs. */
#include <math.h>
#include <string.h>

#include "lw/base/csv.h"
#include "page/page.h"
#include "reproduce/papers.h"

static const enum report_mark marks[PAPER_N_VERDICTS] = {
    [PAPER_REPRODUCED] = REPORT_GOOD,    [PAPER_BOUNDED] = REPORT_PLAIN,
    [PAPER_CONSISTENT] = REPORT_PLAIN,   [PAPER_DIFFERS] = REPORT_DIFFERS,
    [PAPER_NOT_PUBLIC] = REPORT_MISSING, [PAPER_NOTHING] = REPORT_PLAIN,
    [PAPER_NOT_RUN] = REPORT_MISSING,    [PAPER_SKIPPED] = REPORT_MISSING,
    [PAPER_BROKEN] = REPORT_DIFFERS};

static const char *const data_names[] = {
    [PAPER_OWN] = "as described",           [PAPER_COUNTED] = "as stated",
    [PAPER_OTHERS] = "other people's data", [PAPER_SIMULATED] = "simulated",
    [PAPER_CHECKED] = "printed numbers",    [PAPER_PRIVATE] = "not public",
    [PAPER_PICTURE] = "nothing to compute"};

/* What goes where. */
struct writing {
    const struct paper_run *run;
    struct report page;
    struct lw_csv_writer csv;
    struct lw_json_writer json;
    struct lw_buffer csv_text, json_text, machine;
    size_t counts[N_PAPERS][PAPER_N_VERDICTS];
};

/* So many digits, and whole numbers as they are. */
static void put_number(struct lw_buffer *out, double number, int digits) {
    if (!isfinite(number)) {
        lw_buffer_puts(out, "undefined");
    } else if (fabs(number) >= 1000 || number == floor(number)) {
        lw_buffer_printf(out, "%.0f", number);
    } else {
        lw_buffer_printf(out, "%.*g", fabs(number) < 0.1 ? 2 : digits, number);
    }
}

/* "26", "at most 1" where the paper has only words, "" where it has no number. */
static void put_published(const struct paper_row *row, const struct paper_value *value,
                          struct lw_buffer *out) {
    if (!isnan(value->published)) {
        lw_buffer_puts(out, row->words == NULL              ? ""
                            : value->rule == PAPER_AT_MOST  ? "at most "
                            : value->rule == PAPER_AT_LEAST ? "at least "
                            : value->rule == PAPER_NEAR     ? "about "
                                                            : "");
        put_number(out, value->published, 4);
    }
}

/* "7.6 to 28.4", where there is such an interval. */
static void put_interval(const struct paper_number *ours, struct lw_buffer *out) {
    if (ours != NULL && !isnan(ours->low)) {
        put_number(out, ours->low, 4);
        lw_buffer_puts(out, "\xc2\xa0to\xc2\xa0");
        put_number(out, ours->high, 4);
    }
}

static void put_json_value(struct lw_json_writer *json, const struct paper_value *value,
                           const struct paper_number *ours) {
    lw_json_object(json, NULL);
    lw_json_text(json, "name", value->name);
    lw_json_real(json, "published", value->published);
    lw_json_real(json, "ours", ours == NULL ? (double)NAN : ours->value);
    lw_json_real(json, "low", ours == NULL ? (double)NAN : ours->low);
    lw_json_real(json, "high", ours == NULL ? (double)NAN : ours->high);
    lw_json_bool(json, "judged", value->rule != PAPER_SHOWN);
    lw_json_bool(json, "same", paper_same(value, ours));
    lw_json_object_end(json);
}

/* A row and what became of it. */
struct told {
    size_t paper;
    const struct paper_row *row;
    const struct paper_job *job;
    struct lw_buffer remark;
    enum paper_verdict verdict;
    bool done;
    double cpu_s;
};

static void tell(const struct paper_run *run, size_t p, const struct paper_row *row,
                 struct told *told) {
    *told = (struct told){.paper = p, .row = row, .cpu_s = NAN};
    told->job = paper_job_of(run, papers[p], row);
    told->done = told->job != NULL && told->job->state == PAPER_DONE;
    if (told->done) {
        told->cpu_s = told->job->cpu_s;
    }
    lw_buffer_init(&told->remark, run->cli->alloc);
    told->verdict = paper_judge(row, told->job, &told->remark);
}

/* One number of the row; NULL: the row has none. */
static void put_line(struct writing *w, struct told *told,
                     const struct paper_value *value, struct report_part *table) {
    const struct paper_row *row = told->row;
    struct lw_buffer text;
    lw_buffer_init(&text, w->page.arena.alloc);
    report_text(&w->page, table, value == NULL ? "" : value->name);
    if (value != NULL) {
        put_published(row, value, &text);
    }
    report_text(&w->page, table, lw_buffer_text(&text));
    lw_buffer_clear(&text);
    const struct paper_number *ours =
        value != NULL && told->done ? paper_number(told->job, value->key) : NULL;
    if (value != NULL && told->done && (ours != NULL || value->rule != PAPER_SHOWN)) {
        put_number(&text, ours == NULL ? (double)NAN : ours->value, 4);
    }
    report_text(&w->page, table, lw_buffer_text(&text));
    lw_buffer_clear(&text);
    put_interval(ours, &text);
    report_text(&w->page, table, lw_buffer_text(&text));
    lw_buffer_free(&text);
}

/* A line for each number; the verdict stands in the first. */
static void put_page_row(struct writing *w, struct told *told,
                         struct report_part *table) {
    const struct paper_row *row = told->row;
    const char *name = paper_verdicts[told->verdict];
    const char *remark = lw_buffer_text(&told->remark);
    const char *join = told->verdict == PAPER_DIFFERS ? " " : ": ";
    const char *about = report_print(
        &w->page, "%s, %s: %s%s%s", row->item, row->where, row->what,
        row->words == NULL ? "" : "; published: ", row->words == NULL ? "" : row->words);
    size_t n = row->values[0].name == NULL ? 1 : 0;
    while (n < PAPER_MAX_VALUES && row->values[n].name != NULL) {
        n++;
    }
    for (size_t i = 0; i < n; i++) {
        const struct paper_value *value =
            row->values[i].name == NULL ? NULL : &row->values[i];
        report_text(&w->page, table, i == 0 ? about : "");
        put_line(w, told, value, table);
        if (i > 0) {
            report_text(&w->page, table, "");
            report_text(&w->page, table, "");
            continue;
        }
        report_verdict(&w->page, table, marks[told->verdict],
                       *remark == '\0'
                           ? name
                           : report_print(&w->page, "%s%s%s", name, join, remark));
        report_text(&w->page, table,
                    isnan(told->cpu_s) ? ""
                                       : report_print(&w->page, "%.2f", told->cpu_s));
    }
}

static const char *const text_keys[] = {
    "paper",  "item", "what", "where", "published_words",      "verdict",
    "remark", "why",  "data", "on",    "counts_as_reproduced", "version",
    "machine"};
#define N_TEXTS (sizeof text_keys / sizeof *text_keys)

/* The same for programs: a line of CSV for each number, an object for each row. */
static void put_data_row(struct writing *w, struct told *told) {
    const struct paper_row *row = told->row;
    const char *on = told->done && told->job->note != NULL ? told->job->note : "";
    const char *const texts[N_TEXTS] = {papers[told->paper]->id,
                                        row->item,
                                        row->what,
                                        row->where,
                                        row->words == NULL ? "" : row->words,
                                        paper_verdicts[told->verdict],
                                        lw_buffer_text(&told->remark),
                                        row->why == NULL ? "" : row->why,
                                        data_names[row->data],
                                        on,
                                        row->room == NULL ? "" : row->room,
                                        LW_VERSION,
                                        lw_buffer_text(&w->machine)};
    lw_json_object(&w->json, NULL);
    for (size_t i = 0; i < N_TEXTS; i++) {
        lw_json_text(&w->json, text_keys[i], texts[i]);
    }
    lw_json_uint(&w->json, "seed", w->run->seed);
    lw_json_real(&w->json, "cpu_seconds", told->cpu_s);
    lw_json_array(&w->json, "values");
    for (size_t i = 0; i < PAPER_MAX_VALUES; i++) {
        const struct paper_value *value = &row->values[i];
        const struct paper_number *ours =
            told->done ? paper_number(told->job, value->key) : NULL;
        if (value->name == NULL && i > 0) {
            break;
        }
        for (size_t k = 0; k < N_TEXTS; k++) {
            lw_csv_text(&w->csv, texts[k]);
        }
        lw_csv_number(&w->csv, (double)w->run->seed);
        lw_csv_number(&w->csv, told->cpu_s);
        lw_csv_text(&w->csv, value->name);
        lw_csv_number(&w->csv, value->name == NULL ? (double)NAN : value->published);
        lw_csv_number(&w->csv, ours == NULL ? (double)NAN : ours->value);
        lw_csv_number(&w->csv, ours == NULL ? (double)NAN : ours->low);
        lw_csv_number(&w->csv, ours == NULL ? (double)NAN : ours->high);
        lw_csv_row_end(&w->csv);
        if (value->name != NULL) {
            put_json_value(&w->json, value, ours);
        }
    }
    lw_json_array_end(&w->json);
    lw_json_object_end(&w->json);
}

/* The charts of a paper, each once, in the order of its rows. */
static void put_pictures(struct writing *w, size_t p) {
    for (size_t i = 0; i < papers[p]->n_rows; i++) {
        const struct paper_row *row = &papers[p]->rows[i];
        const struct paper_job *job = paper_job_of(w->run, papers[p], row);
        if (job == NULL || job->row != row || job->state != PAPER_DONE) {
            continue;
        }
        for (size_t k = 0; k < job->n_pictures; k++) {
            const struct paper_picture *picture = &job->pictures[k];
            (void)report_picture(&w->page, picture->name, picture->title, picture->note,
                                 picture->svg);
        }
    }
}

/* Rows that are computed, those whose data is private, and those that only show. */
enum sort { SORT_COMPUTED, SORT_PRIVATE, SORT_PICTURE, N_SORTS };

static enum sort sort_of(const struct paper_row *row) {
    return row->compute != NULL         ? SORT_COMPUTED
           : row->data == PAPER_PICTURE ? SORT_PICTURE
                                        : SORT_PRIVATE;
}

static struct report_part *begin_table(struct writing *w, size_t p, enum sort sort) {
    static const char *const computed[] = {"row",          "number",  "published", "ours",
                                           "95 % of ours", "verdict", "CPU s"};
    static const char *const other[] = {"item", "what", "place", "why not"};
    static const struct {
        const char *name, *title, *note;
        const char *const *columns;
        size_t n_columns;
    } kinds[N_SORTS] = {
        {"computed", "Computed",
         "95 % of ours: what 95 of 100 such numbers lie between. Rows of one computation "
         "show its time each.",
         computed, 7},
        {"private", "Not recomputable: the raw data is not public", "", other, 4},
        {"pictures", "Nothing to compute: pictures and definitions", "", other, 3}};
    char name[60];
    (void)snprintf(name, sizeof name, "%s-%s", papers[p]->id, kinds[sort].name);
    return report_table(&w->page, name, kinds[sort].title, kinds[sort].note,
                        kinds[sort].columns, kinds[sort].n_columns);
}

static void put_sort(struct writing *w, size_t p, enum sort sort) {
    struct report_part *table = NULL;
    for (size_t i = 0; i < papers[p]->n_rows; i++) {
        const struct paper_row *row = &papers[p]->rows[i];
        struct told told;
        if (!paper_wanted(w->run, papers[p], row) || sort_of(row) != sort) {
            continue;
        }
        table = table == NULL ? begin_table(w, p, sort) : table;
        tell(w->run, p, row, &told);
        if (sort == SORT_COMPUTED) {
            put_page_row(w, &told, table);
        } else {
            report_text(&w->page, table, row->item);
            report_text(&w->page, table, row->what);
            report_text(&w->page, table, row->where);
        }
        if (sort == SORT_PRIVATE) {
            report_verdict(&w->page, table, REPORT_MISSING, row->why);
        }
        put_data_row(w, &told);
        lw_buffer_free(&told.remark);
    }
}

/* Has the row something to explain: a difference, or what stands beside its numbers? */
static bool explains(struct writing *w, size_t p, const struct paper_row *row) {
    struct told told;
    tell(w->run, p, row, &told);
    lw_buffer_free(&told.remark);
    return row->why != NULL && row->compute != NULL && told.done &&
           (told.verdict == PAPER_DIFFERS || told.verdict == PAPER_NOT_PUBLIC);
}

/* Once for neighbours of one item that have the same reason. */
static void put_reasons(struct writing *w, size_t p) {
    static const char *const columns[] = {"row", "why"};
    struct report_part *table = NULL;
    const struct paper_row *last = NULL;
    char name[60];
    for (size_t i = 0; i < papers[p]->n_rows; i++) {
        const struct paper_row *row = &papers[p]->rows[i];
        bool again = last != NULL && strcmp(last->item, row->item) == 0 &&
                     strcmp(last->why, row->why == NULL ? "" : row->why) == 0;
        if (again || !paper_wanted(w->run, papers[p], row) || !explains(w, p, row)) {
            continue;
        }
        if (table == NULL) {
            (void)snprintf(name, sizeof name, "%s-reasons", papers[p]->id);
            table = report_table(&w->page, name, "Why they differ",
                                 "And what the rows rest on whose data is not public.",
                                 columns, 2);
        }
        report_text(&w->page, table,
                    report_print(&w->page, "%s: %s", row->item, row->what));
        report_text(&w->page, table, row->why);
        last = row;
    }
}

static void put_paper(struct writing *w, size_t p) {
    bool any = false;
    for (size_t i = 0; i < papers[p]->n_rows; i++) {
        any = any || paper_wanted(w->run, papers[p], &papers[p]->rows[i]);
    }
    if (any) {
        (void)report_section(&w->page, papers[p]->title, papers[p]->note);
        put_sort(w, p, SORT_COMPUTED);
        put_reasons(w, p);
        put_pictures(w, p);
        put_sort(w, p, SORT_PRIVATE);
        put_sort(w, p, SORT_PICTURE);
    }
}

/* The head of the page. */

static void count(struct writing *w) {
    for (size_t p = 0; p < N_PAPERS; p++) {
        for (size_t i = 0; i < papers[p]->n_rows; i++) {
            struct told told;
            if (paper_wanted(w->run, papers[p], &papers[p]->rows[i])) {
                tell(w->run, p, &papers[p]->rows[i], &told);
                w->counts[p][told.verdict]++;
                lw_buffer_free(&told.remark);
            }
        }
    }
}

static void put_counts(struct writing *w) {
    const char *columns[2 + PAPER_N_VERDICTS] = {"paper"};
    size_t all[PAPER_N_VERDICTS] = {0};
    for (size_t v = 0; v < PAPER_N_VERDICTS; v++) {
        columns[1 + v] = paper_verdicts[v];
    }
    struct report_part *table = report_table(&w->page, "counts", "Rows by verdict", "",
                                             columns, 1 + PAPER_N_VERDICTS);
    for (size_t p = 0; p < N_PAPERS; p++) {
        report_text(&w->page, table, papers[p]->id);
        for (size_t v = 0; v < PAPER_N_VERDICTS; v++) {
            report_number(&w->page, table, (double)w->counts[p][v]);
            all[v] += w->counts[p][v];
        }
    }
    report_text(&w->page, table, "all");
    for (size_t v = 0; v < PAPER_N_VERDICTS; v++) {
        report_number(&w->page, table, (double)all[v]);
    }
}

static void put_head(struct writing *w) {
    const struct paper_run *run = w->run;
    double cpu_s = 0;
    for (size_t i = 0; i < run->n_jobs; i++) {
        cpu_s += run->jobs[i].state == PAPER_DONE ? run->jobs[i].cpu_s : 0;
    }
    w->page.title = "The five papers, computed again";
    w->page.subtitle = report_print(
        &w->page,
        "levelwright %s on %s; seed %llu for every row; %.0f s of CPU in %.0f s with a "
        "budget of %.0f s; %s.",
        LW_VERSION, lw_buffer_text(&w->machine), (unsigned long long)run->seed, cpu_s,
        run->seconds, (double)run->budget_ns * 1e-9,
        run->shared == NULL ? "without the shared data" : "with the shared data");
    (void)report_section(
        &w->page, "Summary",
        "Every table and figure of the papers has a row, and so have claims of the text "
        "that can be counted. Where a table has several parts, each is a row.\n\n"
        "Reproduced: what the paper describes was done again, and every number that is "
        "judged is as near to the published one as stands beside the verdict; the last "
        "table of this report says why that near. Differs: one is not, and why.\n\n"
        "Within a bound: the same, but all that is judged only had to be above or below "
        "something, such as a time on an older machine. Consistent by arithmetic: it "
        "follows from what the paper states or prints by counting, which shows that "
        "nothing was misread, and no more.\n\n"
        "Not recomputable: the raw data is not public. What stands beside it is from "
        "other people's data, from simulated people (so marked) or from the paper's own "
        "printed numbers, and is no reproduction.\n\n"
        "Nothing to compute: a picture of a level, of the study or of a method. Not run: "
        "did not fit the budget. Skipped: the shared data is absent.");
    put_counts(w);
}

/* How near counts as the same and on what it was computed, once for each table. */
static void put_rooms(struct writing *w) {
    static const char *const columns[] = {"paper", "item", "counts as reproduced",
                                          "computed from"};
    (void)report_section(&w->page, "What counts as reproduced", "");
    struct report_part *table =
        report_table(&w->page, "tolerances", "How near, and why", "", columns,
                     sizeof columns / sizeof *columns);
    for (size_t p = 0; p < N_PAPERS; p++) {
        const struct paper_row *last = NULL;
        for (size_t i = 0; i < papers[p]->n_rows; i++) {
            const struct paper_row *row = &papers[p]->rows[i];
            const struct paper_job *job = paper_job_of(w->run, papers[p], row);
            bool again = last != NULL && strcmp(last->item, row->item) == 0 &&
                         last->compute == row->compute;
            if (row->compute == NULL || again || !paper_wanted(w->run, papers[p], row)) {
                continue;
            }
            const char *note = job != NULL && job->note != NULL ? job->note : "";
            report_text(&w->page, table, papers[p]->id);
            report_text(&w->page, table, row->item);
            report_text(&w->page, table,
                        row->room == NULL ? "nothing is judged" : row->room);
            report_text(&w->page, table,
                        report_print(&w->page, "%s%s%s", data_names[row->data],
                                     *note == '\0' ? "" : ": ", note));
            last = row;
        }
    }
}

static void begin_data(struct writing *w) {
    lw_csv_begin(&w->csv, &w->csv_text);
    for (size_t i = 0; i < N_TEXTS; i++) {
        lw_csv_text(&w->csv, text_keys[i]);
    }
    lw_csv_text(&w->csv, "seed");
    lw_csv_text(&w->csv, "cpu_seconds");
    lw_csv_text(&w->csv, "number");
    lw_csv_text(&w->csv, "published");
    lw_csv_text(&w->csv, "ours");
    lw_csv_text(&w->csv, "low");
    lw_csv_text(&w->csv, "high");
    lw_csv_row_end(&w->csv);
    lw_json_begin(&w->json, &w->json_text);
    lw_json_array(&w->json, NULL);
}

lw_status paper_write(const struct paper_run *run, size_t counts[PAPER_N_VERDICTS],
                      struct lw_error *err) {
    struct writing w = {.run = run};
    report_init(&w.page, run->cli->alloc);
    lw_buffer_init(&w.csv_text, run->cli->alloc);
    lw_buffer_init(&w.json_text, run->cli->alloc);
    lw_buffer_init(&w.machine, run->cli->alloc);
    lw_platform_describe_machine(&w.machine);
    count(&w);
    put_head(&w);
    begin_data(&w);
    for (size_t p = 0; p < N_PAPERS; p++) {
        put_paper(&w, p);
    }
    put_rooms(&w);
    lw_json_array_end(&w.json);
    report_add_file(&w.page, "rows.csv", lw_buffer_text(&w.csv_text));
    report_add_file(&w.page, "rows.json", lw_buffer_text(&w.json_text));
    bool whole = lw_buffer_ok(&w.csv_text) && lw_buffer_ok(&w.json_text);
    lw_status status =
        whole ? report_write_folder(&w.page, run->folder, err) : lw_fail_memory(err);
    for (size_t v = 0; v < PAPER_N_VERDICTS; v++) {
        counts[v] = 0;
        for (size_t p = 0; p < N_PAPERS; p++) {
            counts[v] += w.counts[p][v];
        }
    }
    lw_buffer_free(&w.machine);
    lw_buffer_free(&w.json_text);
    lw_buffer_free(&w.csv_text);
    report_free(&w.page);
    return status;
}
