/* Schaa's figures about levels in fives, about makers and about people. */
#include <math.h>
#include <string.h>

#include "study/schaa.h"

#define N(array) (sizeof(array) / sizeof *(array))
#define MAX_PHASES 16

/* The set that a person of that number played; "" when there is none. */
static const char *set_of(const struct schaa *s, double person) {
    for (size_t i = 0; i < s->plays.n; i++) {
        if (s->plays.plays[i].number == person) {
            return s->levels.levels[s->plays.plays[i].level].set->set->id;
        }
    }
    return "";
}

static lw_status columns_of(const struct study_export *e, const char *table,
                            const char *const *names, size_t n,
                            const struct lw_column **out, struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < n && status == LW_OK; i++) {
        status = study_export_column(e, table, names[i], &out[i], err);
    }
    return status;
}

/* Answers to "are these five diverse". */
struct answers {
    const struct lw_table *table;
    const struct lw_column *person, *phase, *question, *value;
    const char *phases[MAX_PHASES]; /* in which it was asked, in the order of the rows */
    size_t n_phases;
    double *x; /* answers, one group behind the other */
    size_t used;
    double people;
};

static bool is_answer(const struct schaa *s, const struct answers *a, size_t row) {
    return study_person_in(s->e, a->person->value[row]) &&
           strcmp(a->question->text[row], "diverse") == 0;
}

static lw_status find_answers(struct schaa *s, struct answers *a, struct lw_error *err) {
    static const char *const names[] = {"person", "phase", "question", "value_number"};
    const struct lw_column *c[N(names)];
    lw_status status = study_export_table(s->e, "ratings", &a->table, err);
    if (status == LW_OK) {
        status = columns_of(s->e, "ratings", names, N(names), c, err);
    }
    if (status != LW_OK) {
        return status;
    }
    a->person = c[0];
    a->phase = c[1];
    a->question = c[2];
    a->value = c[3];
    a->x = lw_arena_zero(&s->r->arena, a->table->n_rows + 1, sizeof *a->x);
    for (size_t row = 0; row < a->table->n_rows; row++) {
        size_t k = 0;
        while (k < a->n_phases && strcmp(a->phases[k], a->phase->text[row]) != 0) {
            k++;
        }
        if (is_answer(s, a, row) && k == a->n_phases && k < MAX_PHASES) {
            a->phases[a->n_phases++] = a->phase->text[row];
        }
    }
    return a->x == NULL ? lw_fail_memory(err) : LW_OK;
}

/* One half of one set. */
static lw_status put_half(struct schaa *s, struct answers *a, struct report_part *part,
                          size_t which, struct lw_chart_bean *bean,
                          struct lw_error *err) {
    const char *set = s->sets[which / a->n_phases];
    const char *phase = a->phases[which % a->n_phases];
    double *own = a->x + a->used, sum = 0;
    struct lw_median m;
    size_t n = 0;
    for (size_t row = 0; row < a->table->n_rows; row++) {
        if (is_answer(s, a, row) && strcmp(a->phase->text[row], phase) == 0 &&
            !isnan(a->value->value[row]) &&
            strcmp(set_of(s, a->person->value[row]), set) == 0) {
            own[n] = a->value->value[row];
            sum += own[n++];
        }
    }
    lw_status status = lw_median_of(s->e->alloc, own, n, &m, err);
    const double cells[] = {(double)n,  m.median,
                            m.mean_dev, n > 0 ? sum / (double)n : (double)NAN,
                            m.low,      m.high};
    report_text(s->r, part, set);
    report_text(s->r, part, phase);
    for (size_t k = 0; k < N(cells); k++) {
        report_number(s->r, part, cells[k]);
    }
    *bean = (struct lw_chart_bean){report_print(s->r, "%s, %s", set, phase), own, n};
    a->people += which % a->n_phases == 0 ? (double)n : 0;
    a->used += n;
    return status;
}

lw_status schaa_diversity(struct schaa *s, struct lw_error *err) {
    static const char *const columns[] = {"set", "half", "people",    "median",
                                          "MAD", "mean", "95 % from", "to"};
    const struct report_beans about = {
        "diversity-chart", "Are these five levels diverse?",
        "A thin tick is a person, the thick one the mean of its half.",
        "diversity, 1 to 5"};
    struct report *r = s->r;
    struct answers a = {.n_phases = 0};
    size_t n_beans = 0;
    struct lw_chart_bean *beans =
        lw_arena_zero(&r->arena, s->n_sets * MAX_PHASES + 1, sizeof *beans);
    lw_status status = beans == NULL ? lw_fail_memory(err) : find_answers(s, &a, err);
    if (status != LW_OK) {
        return status;
    }
    (void)report_section(r, "Levels in fives", "Schaa 2021, section 5.1.2.");
    struct report_part *part = report_table(
        r, "diversity", "Are these five levels diverse?",
        "Answers from 1 to 5 after each half of the levels. The interval is between two "
        "order statistics that hold the median of all people with at least 95 %. In the "
        "thesis the medians are from 3 to 4.5, and fewer than four people judged the "
        "second halves.",
        columns, N(columns));
    for (size_t i = 0; i < s->n_sets * a.n_phases && status == LW_OK; i++) {
        status = put_half(s, &a, part, i, &beans[n_beans], err);
        n_beans += beans[n_beans].n > 0;
    }
    report_about(r, part, "Figure 5.4 of the thesis", a.people);
    if (status == LW_OK && n_beans > 0) {
        report_about(r, report_put_beans(r, &about, beans, n_beans),
                     "Figure 5.4 of the thesis", a.people);
    }
    return status;
}

/* Makers. */

struct pictures {
    const struct lw_table *table;
    const struct lw_column *person, *level, *made_by, *marked;
};

static bool counts(const struct schaa *s, const struct pictures *p, size_t row) {
    return study_person_in(s->e, p->person->value[row]) &&
           p->marked->text[row][0] != '\0';
}

static bool is_by_person(const struct pictures *p, size_t row) {
    return strcmp(p->made_by->text[row], "person") == 0;
}

static void draw_pictures(struct report *r, const struct lw_chart_series *series,
                          const char *const *names, double people) {
    struct report_part *part = report_chart(
        r, "marked-chart", "Levels marked as made by a person",
        "Percent of the people who saw the picture, with Wilson's 95 % interval. The "
        "table says which sets are by a person.",
        &(struct lw_chart){.title = "Marked as made by a person",
                           .x_title = "percent of those who saw it",
                           .series = series,
                           .n_series = 1,
                           .categories = names,
                           .has_x_range = true,
                           .x_max = 100});
    report_about(r, part, "Figures 5.6 and 5.7 of the thesis", people);
}

/* Which levels are taken for a person's. */
static lw_status put_pictures(struct schaa *s, const struct pictures *p, double people,
                              struct lw_error *err) {
    static const char *const columns[] = {"set", "number", "made by", "marked",
                                          STUDY_SHARE_COLUMNS};
    struct report *r = s->r;
    double *share = lw_arena_zero(&r->arena, 3 * s->levels.n + 1, sizeof *share);
    const char **names = lw_arena_zero(&r->arena, s->levels.n + 1, sizeof *names);
    size_t n_shown = 0;
    if (share == NULL || names == NULL) {
        return lw_fail_memory(err);
    }
    struct report_part *part = report_table(
        r, "marked", "Levels marked as made by a person",
        "Of the people who saw the picture. Wilson's interval and the exact one. In the "
        "thesis the two generated levels that were most often taken for a person's had "
        "73 % of 15 votes: the exact interval of 11 in 15 is from 45 % to 92 %.",
        columns, N(columns));
    report_about(r, part, "Figures 5.5 and 5.6 of the thesis", people);
    double *low = share + s->levels.n, *high = low + s->levels.n;
    for (size_t l = 0; l < s->levels.n; l++) {
        const struct study_level *level = &s->levels.levels[l];
        size_t n = 0, marked = 0;
        for (size_t row = 0; row < p->table->n_rows; row++) {
            bool own =
                counts(s, p, row) && strcmp(p->level->text[row], level->of->id) == 0;
            n += own;
            marked += own && p->marked->value[row] == 1;
        }
        if (n == 0) {
            continue;
        }
        struct lw_share of = lw_share_of(marked, n);
        report_text(r, part, level->set->set->id);
        report_number(r, part, (double)level->number);
        report_text(r, part,
                    level->set->set->made_by == LW_STUDY_BY_PERSON ? "person"
                                                                   : "program");
        study_put_share(r, part, of);
        names[n_shown] = report_print(r, "%s %zu", level->set->set->id, level->number);
        share[n_shown] = 100 * of.share;
        low[n_shown] = 100 * of.low;
        high[n_shown++] = 100 * of.high;
    }
    const struct lw_chart_series series = {
        .mark = LW_MARK_BARS, .y = share, .low = low, .high = high, .n = n_shown};
    if (n_shown > 0) {
        draw_pictures(r, &series, names, people);
    }
    return LW_OK;
}

/* One person's shares of marks among both kinds; NaN: saw none. */
static void shares_of(const struct schaa *s, const struct pictures *p, double person,
                      double *by_person, double *by_program) {
    double n[2] = {0, 0}, marked[2] = {0, 0};
    for (size_t row = 0; row < p->table->n_rows; row++) {
        if (counts(s, p, row) && p->person->value[row] == person) {
            n[is_by_person(p, row)]++;
            marked[is_by_person(p, row)] += p->marked->value[row];
        }
    }
    *by_person = marked[1] / n[1];
    *by_program = marked[0] / n[0];
}

static size_t gather_shares(const struct schaa *s, const struct pictures *p, double *x,
                            double *y) {
    double last = NAN;
    size_t n = 0;
    for (size_t row = 0; row < p->table->n_rows; row++) {
        double person = p->person->value[row];
        if (!counts(s, p, row) || person == last) {
            continue;
        }
        last = person;
        shares_of(s, p, person, &x[n], &y[n]);
        n += !isnan(x[n]) && !isnan(y[n]);
    }
    return n;
}

/* People as observations: can they tell? */
static lw_status put_telling(struct schaa *s, const struct pictures *p, const double *x,
                             const double *y, size_t people, struct lw_error *err) {
    static const char *const columns[] = {"what", "n", "value", "95 % from", "to", "p"};
    struct report *r = s->r;
    size_t n[2] = {0, 0}, marked[2] = {0, 0};
    for (size_t row = 0; row < p->table->n_rows; row++) {
        if (counts(s, p, row)) {
            n[is_by_person(p, row)]++;
            marked[is_by_person(p, row)] += p->marked->value[row] == 1;
        }
    }
    struct report_part *part = report_table(
        r, "telling", "Can people tell who made a level?",
        "Shares of pictures that were marked; then the difference of the two shares "
        "inside each person, which takes a person as one observation (paired t), and "
        "whether it lies within 10 points (equivalence by two one-sided tests, its "
        "interval is of 90 %). That nothing is significant does not show that people "
        "cannot tell; the equivalence test can.",
        columns, N(columns));
    report_about(r, part, "section 5.3 of the thesis", (double)people);
    static const char *const names[] = {"made by the program, marked",
                                        "made by a person, marked"};
    for (int kind = 1; kind >= 0; kind--) {
        struct lw_share of = lw_share_of(marked[kind], n[kind]);
        const double cells[] = {(double)of.n, of.share, of.exact_low, of.exact_high, NAN};
        report_text(r, part, names[kind]);
        for (size_t i = 0; i < N(cells); i++) {
            report_number(r, part, cells[i]);
        }
    }
    struct lw_t_test t;
    struct lw_error why = {.text = ""};
    if (people < 3 || lw_t_test_paired(s->e->alloc, x, y, people, &t, &why) != LW_OK) {
        (void)report_words(r,
                           "There are too few people for a test, or all marked alike.");
        return LW_OK;
    }
    struct lw_tost same = lw_tost(t.mean, t.se, t.df, 0.1);
    const double rows[2][5] = {{(double)people, t.mean, t.low, t.high, t.p},
                               {(double)people, t.mean, same.low, same.high, same.p}};
    for (int i = 0; i < 2; i++) {
        report_text(r, part, i == 0 ? "difference inside people" : "… within 0.1");
        for (size_t k = 0; k < 5; k++) {
            report_number(r, part, rows[i][k]);
        }
    }
    (void)err;
    return LW_OK;
}

lw_status schaa_makers(struct schaa *s, struct lw_error *err) {
    static const char *const names[] = {"person", "level", "made_by", "marked"};
    const struct lw_column *c[N(names)];
    struct pictures p;
    lw_status status = study_export_table(s->e, "pictures", &p.table, err);
    if (status == LW_OK) {
        status = columns_of(s->e, "pictures", names, N(names), c, err);
    }
    double *x = lw_arena_zero(&s->r->arena, 2 * s->e->people.n + 2, sizeof *x);
    if (status == LW_OK && x == NULL) {
        status = lw_fail_memory(err);
    }
    if (status != LW_OK) {
        return status;
    }
    p.person = c[0];
    p.level = c[1];
    p.made_by = c[2];
    p.marked = c[3];
    double *y = x + s->e->people.n + 1;
    size_t people = gather_shares(s, &p, x, y);
    (void)report_section(s->r, "Made by a person or by the program?",
                         "Schaa 2021, section 5.3.");
    if (people == 0) {
        (void)report_words(s->r, "Nobody came to the pages with pictures.");
        return LW_OK;
    }
    status = put_pictures(s, &p, (double)people, err);
    return status == LW_OK ? put_telling(s, &p, x, y, people, err) : status;
}

/* Who they were. */

#define MAX_OPTIONS 32

static const struct lw_study_question *question_of(const struct study_export *e,
                                                   const char *id) {
    for (size_t i = 0; i < e->study->n_phases; i++) {
        const struct lw_study_phase *phase = &e->study->phases[i];
        for (size_t q = 0; phase->type == LW_STUDY_SURVEY && q < phase->n_questions;
             q++) {
            if (strcmp(phase->questions[q].id, id) == 0) {
                return &phase->questions[q];
            }
        }
    }
    return NULL;
}

static lw_status put_answers(struct schaa *s, const char *id, const char *figure,
                             struct lw_error *err) {
    static const char *const names[] = {"person", "question", "value"};
    static const char *const columns[] = {"answer", "people", STUDY_SHARE_COLUMNS};
    const struct lw_study_question *question = question_of(s->e, id);
    struct report *r = s->r;
    const struct lw_column *c[N(names)];
    const struct lw_table *table;
    lw_status status = study_export_table(s->e, "surveys", &table, err);
    if (status == LW_OK) {
        status = columns_of(s->e, "surveys", names, N(names), c, err);
    }
    if (status != LW_OK || question == NULL || question->n_options == 0) {
        return status;
    }
    size_t count[MAX_OPTIONS] = {0}, all = 0,
           n = question->n_options < MAX_OPTIONS ? question->n_options : MAX_OPTIONS;
    for (size_t row = 0; row < table->n_rows; row++) {
        for (size_t o = 0; o < n; o++) {
            bool own = study_person_in(s->e, c[0]->value[row]) &&
                       strcmp(c[1]->text[row], id) == 0 &&
                       strcmp(c[2]->text[row], question->options[o].id) == 0;
            count[o] += own;
            all += own;
        }
    }
    const char *title = lw_study_text_in(s->e->study, question->text, NULL);
    struct report_part *part =
        report_table(r, id, title, "Of those who answered.", columns, N(columns));
    report_about(r, part, figure, (double)all);
    double bars[MAX_OPTIONS], low[MAX_OPTIONS], high[MAX_OPTIONS];
    const char *labels[MAX_OPTIONS];
    for (size_t o = 0; o < n; o++) {
        struct lw_share of = lw_share_of(count[o], all);
        labels[o] = lw_study_text_in(s->e->study, question->options[o].text, NULL);
        bars[o] = 100 * of.share;
        low[o] = 100 * of.low;
        high[o] = 100 * of.high;
        report_text(r, part, labels[o]);
        study_put_share(r, part, of);
    }
    const struct lw_chart_series series[] = {
        {.mark = LW_MARK_BARS, .y = bars, .low = low, .high = high, .n = n}};
    part = report_chart(r, report_print(r, "%s-chart", id), title,
                        "Percent of those who answered, with Wilson's 95 % interval.",
                        &(struct lw_chart){.title = title,
                                           .x_title = "percent",
                                           .series = series,
                                           .n_series = 1,
                                           .categories = labels});
    report_about(r, part, figure, (double)all);
    return LW_OK;
}

lw_status schaa_people(struct schaa *s, struct lw_error *err) {
    static const char *const asked[][2] = {{"puzzles", "Figure 5.3 of the thesis"},
                                           {"sokoban", "Figure 5.3 of the thesis"},
                                           {"education", "Figure A.1 of the thesis"},
                                           {"age", "Figure A.2 of the thesis"}};
    lw_status status = LW_OK;
    (void)report_section(s->r, "Who they were", "Schaa 2021, Figure 5.3 and appendix A.");
    for (size_t i = 0; i < N(asked) && status == LW_OK; i++) {
        status = put_answers(s, asked[i][0], asked[i][1], err);
    }
    return status;
}
