/* The survey's answers, as the tables of appendix C. */
#include <math.h>
#include <string.h>

#include "study/taylor_data.h"

struct answers {
    const struct taylor_data *d;
    struct report *r;
    const struct lw_column *person, *phase, *question, *kind, *value, *number;
    size_t n;
};

/* Questions of one row of counts each; those with an ending "-" are a group, one row a
 * question. */
static const struct {
    const char *question, *table, *title;
} asked[] = {
    {"age", "C.1", "Age"},
    {"gender", "C.2", "Gender"},
    {"ethnicity", "C.3", "Ethnicity"},
    {"marital", "C.4", "Family status"},
    {"education", "C.5", "Highest education"},
    {"occupation", "C.6", "Occupation"},
    {"computer-work", "C.7", "A computer at work"},
    {"computer-home", "C.8", "A computer at home"},
    {"computer-hours", "C.9", "Hours a week at the computer"},
    {"competence", "C.10", "Competence with computers"},
    {"hours-", "C.11", "Hours a week for various tasks"},
    {"like-", "C.12", "Liking of various activities"},
    {"genres", "C.13", "Game genres enjoyed"},
    {"hand", "C.14", "Dominant hand"},
    {"glasses", "C.15", "Glasses or lenses"},
    {"attention-disorder", "C.16", "Diagnosed disorder of attention"},
};

static bool is_asked(const char *id, const char *wanted) {
    size_t len = strlen(wanted);
    return wanted[len - 1] == '-' ? strncmp(id, wanted, len) == 0
                                  : strcmp(id, wanted) == 0;
}

static bool is_row(const struct answers *a, size_t row, const char *question) {
    return strcmp(a->question->text[row], question) == 0 &&
           strcmp(a->phase->text[row], a->d->phases.survey) == 0 &&
           study_person_in(a->d->e, a->person->value[row]);
}

/* How many chose it; NULL: gave another answer than options, "" counts none. */
static size_t count_option(const struct answers *a, const char *question,
                           const char *option) {
    size_t n = 0;
    for (size_t i = 0; i < a->n; i++) {
        n += is_row(a, i, question) &&
             lw_word_find(a->value->text[i], ' ', option) != SIZE_MAX;
    }
    return n;
}

static size_t count_kind(const struct answers *a, const char *question,
                         const char *kind) {
    size_t n = 0;
    for (size_t i = 0; i < a->n; i++) {
        n += is_row(a, i, question) && strcmp(a->kind->text[i], kind) == 0;
    }
    return n;
}

/* From above low up to high. */
static size_t count_range(const struct answers *a, const char *question, double low,
                          double high) {
    size_t n = 0;
    for (size_t i = 0; i < a->n; i++) {
        n += is_row(a, i, question) && a->number->value[i] > low &&
             a->number->value[i] <= high;
    }
    return n;
}

static size_t count_answers(const struct answers *a, const char *question) {
    size_t n = 0;
    for (size_t i = 0; i < a->n; i++) {
        n += is_row(a, i, question) && strcmp(a->kind->text[i], "left-out") != 0;
    }
    return n;
}

static const char *text_of(const struct answers *a, struct lw_study_text text) {
    return lw_study_text_in(a->d->e->study, text, NULL);
}

static void put_count(const struct answers *a, struct report_part *part, const char *what,
                      size_t n) {
    report_text(a->r, part, what);
    report_number(a->r, part, (double)n);
}

static struct report_part *begin(const struct answers *a, size_t which,
                                 const char *const *columns, size_t n_columns) {
    struct report_part *part =
        report_table(a->r, report_print(a->r, "survey-%s", asked[which].table),
                     asked[which].title, "", columns, n_columns);
    report_about(a->r, part,
                 report_print(a->r, "Table %s of the thesis", asked[which].table),
                 (double)a->d->e->people.n);
    return part;
}

/* Options with their counts; of free texts only whether students said so, because what a
 * single person wrote is no statistic. */
static void put_choices(const struct answers *a, size_t which,
                        const struct lw_study_question *q) {
    static const char *const columns[] = {"answer", "people"};
    struct report_part *part = begin(a, which, columns, 2);
    size_t given = count_answers(a, q->id);
    for (size_t i = 0; i < q->n_options; i++) {
        put_count(a, part, text_of(a, q->options[i].text),
                  count_option(a, q->id, q->options[i].id));
    }
    if (q->type == LW_STUDY_WORDS) {
        size_t students = 0, others = 0;
        for (size_t i = 0; i < a->n; i++) {
            bool one = is_row(a, i, q->id) && a->value->text[i][0] != '\0';
            bool student = one && (strstr(a->value->text[i], "tudent") != NULL ||
                                   strcmp(a->value->text[i], "none") == 0);
            students += student;
            others += one && !student;
        }
        put_count(a, part, "student, or none", students);
        put_count(a, part, "other", others);
        given = students + others;
    }
    put_count(a, part, "no answer",
              a->d->e->people.n < given ? 0 : a->d->e->people.n - given);
}

static void put_group(const struct answers *a, size_t which) {
    static const char *const hours[] = {"question", "0",     "to 5", "to 10",
                                        "to 20",    "to 40", "more", "no answer"};
    static const char *const steps[] = {"question", "1", "2", "3",         "4",
                                        "5",        "6", "7", "no opinion"};
    static const double bounds[] = {-1, 0, 5, 10, 20, 40, INFINITY};
    const struct lw_study_phase *survey = a->d->phases.survey_phase;
    bool is_hours = strcmp(asked[which].question, "hours-") == 0;
    struct report_part *part =
        begin(a, which, is_hours ? hours : steps, is_hours ? 8 : 9);
    for (size_t i = 0; i < survey->n_questions; i++) {
        const struct lw_study_question *q = &survey->questions[i];
        if (!is_asked(q->id, asked[which].question)) {
            continue;
        }
        report_text(a->r, part, text_of(a, q->text));
        for (size_t k = 0; is_hours && k < 6; k++) {
            report_number(a->r, part,
                          (double)count_range(a, q->id, bounds[k], bounds[k + 1]));
        }
        for (size_t k = 0; !is_hours && k < 7; k++) {
            report_number(a->r, part,
                          k < q->n_options
                              ? (double)count_option(a, q->id, q->options[k].id)
                              : NAN);
        }
        size_t given = count_answers(a, q->id), all = a->d->e->people.n;
        report_number(a->r, part,
                      is_hours ? (double)(all < given ? 0 : all - given)
                               : (double)count_kind(a, q->id, "no-opinion"));
    }
}

/* C.17: the five opposites. */
static void put_opposites(const struct answers *a) {
    static const char *const columns[] = {"from", "1", "2", "3", "4",
                                          "5",    "6", "7", "to"};
    const struct lw_study_phase *survey = a->d->phases.survey_phase;
    struct report_part *part =
        report_table(a->r, "survey-C.17", "Impression of the game", "", columns, 9);
    report_about(a->r, part, "Table C.17 of the thesis", (double)a->d->e->people.n);
    for (size_t i = 0; i < survey->n_questions; i++) {
        const struct lw_study_question *q = &survey->questions[i];
        if (q->type != LW_STUDY_OPPOSITES) {
            continue;
        }
        report_text(a->r, part, text_of(a, q->low));
        for (double step = 1; step <= 7; step++) {
            report_number(a->r, part, (double)count_range(a, q->id, step - 1, step));
        }
        report_text(a->r, part, text_of(a, q->high));
    }
}

lw_status taylor_put_survey(const struct taylor_data *d, struct report *r,
                            struct lw_error *err) {
    struct answers a = {.d = d, .r = r};
    const struct taylor_wanted wanted[] = {
        {"person", &a.person},   {"phase", &a.phase}, {"question", &a.question},
        {"value_kind", &a.kind}, {"value", &a.value}, {"value_number", &a.number}};
    const struct lw_study_phase *survey = d->phases.survey_phase;
    lw_status status = taylor_columns(d->e, "surveys", wanted, 6, &a.n, err);
    if (status != LW_OK) {
        return status;
    }
    (void)report_section(r, "Survey",
                         "Of everybody who is analysed. Questions that need a consent of "
                         "their own have answers only of those who gave it.");
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        bool found = false;
        for (size_t k = 0; k < survey->n_questions && !found; k++) {
            const struct lw_study_question *q = &survey->questions[k];
            found = is_asked(q->id, asked[i].question);
            if (found && strchr(asked[i].question, '\0')[-1] == '-') {
                put_group(&a, i);
            } else if (found) {
                put_choices(&a, i, q);
            }
        }
    }
    put_opposites(&a);
    return LW_OK;
}
