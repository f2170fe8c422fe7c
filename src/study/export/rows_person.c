/* The row of a person, and the rows of their answers. */
#include <string.h>

#include "export/export.h"
#include "log/answers.h"
#include "lw/base/json_value.h"

static size_t last_of(const struct export_rows *rows, const char *type, int64_t *n) {
    size_t last = rows->log.n;
    *n = 0;
    for (size_t i = 0; i < rows->log.n; i++) {
        if (export_is(&rows->log.events[i], type)) {
            last = i;
            ++*n;
        }
    }
    return last;
}

static void put_cell(struct export_rows *rows, struct lw_study_table *table) {
    const struct lw_study_cells *cells = rows->request.cells;
    const struct lw_study *study = rows->request.study;
    const struct lw_study_cell *cell = &cells->cells[rows->request.cell];
    lw_study_put_integer(table, "cell", (int64_t)rows->request.cell + 1);
    lw_study_put_text(table, "cell_name", cell->name);
    for (size_t i = 0; i < study->n_factors; i++) {
        char column[60] = "factor_";
        strncat(column, study->factors[i].id, 45);
        lw_study_put_text(table, column, cells->values[i].names[cell->values[i]]);
    }
}

static void put_verdict(struct export_rows *rows, struct lw_study_table *table,
                        const struct lw_study_verdict *verdict) {
    const struct lw_study *study = rows->request.study;
    export_put_measures(table, verdict->measures);
    lw_study_put_flag(table, "excluded", verdict->excluded);
    lw_buffer_clear(&rows->text);
    lw_study_verdict_excluded_by(study, verdict, &rows->text);
    size_t flags = rows->text.len + 1;
    lw_buffer_putc(&rows->text, '\0');
    lw_study_verdict_flags(study, verdict, &rows->text);
    lw_study_put_text(table, "excluded_by", lw_buffer_text(&rows->text));
    lw_study_put_text(table, "flags",
                      lw_buffer_ok(&rows->text) ? lw_buffer_text(&rows->text) + flags
                                                : "");
}

/* What the person agreed to, and everything that may be kept because of it. */
static lw_status put_consented(struct export_rows *rows, struct lw_study_table *table,
                               struct lw_error *err) {
    int64_t n = 0;
    struct lw_study_verdict verdict;
    lw_status status = lw_study_judge(&rows->log, rows->arena, &verdict, err);
    if (status != LW_OK) {
        return status;
    }
    /* The last word on each: what was measured once is not said again after a reload. */
    for (size_t i = 0; i < rows->log.n; i++) {
        if (export_is(&rows->log.events[i], "device")) {
            export_put_fields(rows, TABLE_PERSONS, &rows->log.events[i]);
            n++;
        }
    }
    lw_study_put_integer(table, "devices", n);
    put_verdict(rows, table, &verdict);
    return LW_OK;
}

bool export_put_person(struct export_rows *rows, struct lw_error *err,
                       lw_status *status) {
    struct lw_study_table *table = rows->export->tables[TABLE_PERSONS];
    const struct lw_study_export_person *person = rows->person;
    int64_t n;
    size_t at = last_of(rows, "consent", &n);
    const struct lw_study_event *consent = n > 0 ? &rows->log.events[at] : NULL;
    bool consented = consent != NULL &&
                     strcmp(lw_json_text_or(consent->data, "answer", ""), "yes") == 0;
    lw_study_put_integer(table, "person", person->number);
    lw_study_put_integer(table, "version", rows->version->number);
    lw_study_put_text(table, "hash", rows->version->frozen.id);
    put_cell(rows, table);
    lw_study_put_text(table, "state", person->state);
    lw_study_put_text(table, "language", person->language);
    lw_study_put_flag(table, "simulated", person->simulated);
    lw_study_put_integer(table, "entered_ms", person->entered_ms);
    lw_study_put_integer(table, "seen_ms", person->seen_ms);
    if (person->ended_ms > 0) {
        lw_study_put_integer(table, "ended_ms", person->ended_ms);
    }
    lw_study_put_integer(table, "n_events", (int64_t)rows->log.n);
    if (rows->log.n > 0) {
        lw_study_put_text(table, "reached", rows->log.events[rows->log.n - 1].phase);
    }
    lw_study_put_flag(table, "consented", consented);
    if (consent != NULL) {
        lw_study_put_integer(table, "consent_server_ms", person->events[at].stored_ms);
        lw_study_put_number(table, "consent_t_ms", consent->t);
        lw_study_put_number(table, "consent_clock_ms", consent->clock);
        export_put_fields(rows, TABLE_PERSONS, consent);
    }
    if (consented) {
        *status = put_consented(rows, table, err);
    }
    lw_study_row_end(table);
    return consented;
}

/* Answers. */

static bool may_be_kept(const struct export_rows *rows,
                        const struct lw_study_question *question) {
    int64_t n;
    if (question->special == NULL) {
        return true;
    }
    size_t at = last_of(rows, "consent", &n);
    const struct lw_json *given =
        n == 0 ? NULL : lw_json_get(rows->log.events[at].data, "special");
    for (const struct lw_json *c = given == NULL ? NULL : given->first; c != NULL;
         c = c->next) {
        if (strcmp(c->text, question->special) == 0) {
            return true;
        }
    }
    return false;
}

/* The option's number, from 1; 0: none. */
static size_t option_number(const struct lw_study_question *question, const char *id) {
    for (size_t i = 0; i < question->n_options; i++) {
        if (strcmp(question->options[i].id, id) == 0) {
            return i + 1;
        }
    }
    return 0;
}

static const char *kind_of(const struct lw_study_question *question,
                           const struct lw_json *value) {
    switch (value->type) {
    case LW_JSON_NULL:
        return "left-out";
    case LW_JSON_NUMBER:
        return "number";
    case LW_JSON_ARRAY:
        return question->type == LW_STUDY_MARK ? "levels" : "options";
    default:
        return question->type == LW_STUDY_WORDS ? "text"
               : strcmp(value->text, "no-opinion") == 0 &&
                       option_number(question, value->text) == 0
                   ? "no-opinion"
                   : "option";
    }
}

static void put_answer_value(struct export_rows *rows, struct lw_study_table *table,
                             const struct lw_study_question *question,
                             const struct lw_json *value) {
    lw_study_put_choice(table, "question_type", question->type);
    lw_study_put_text(table, "value_kind", kind_of(question, value));
    lw_buffer_clear(&rows->text);
    if (value->type == LW_JSON_NUMBER) {
        lw_buffer_number(&rows->text, value->number);
        lw_study_put_text(table, "value", lw_buffer_text(&rows->text));
        lw_study_put_number(table, "value_number", value->number);
    } else if (value->type == LW_JSON_TEXT) {
        size_t step =
            question->type == LW_STUDY_LIKERT ? option_number(question, value->text) : 0;
        lw_study_put_text(table, "value", value->text);
        if (step > 0) {
            lw_study_put_number(table, "value_number", (double)step);
        }
    } else if (value->type == LW_JSON_ARRAY) {
        for (const struct lw_json *c = value->first; c != NULL; c = c->next) {
            lw_buffer_printf(&rows->text, "%s%s", c == value->first ? "" : " ", c->text);
        }
        lw_study_put_text(table, "value", lw_buffer_text(&rows->text));
    }
}

static bool is_marked(const struct lw_json *value, const char *level) {
    for (const struct lw_json *c = value->first; c != NULL; c = c->next) {
        if (strcmp(c->text, level) == 0) {
            return true;
        }
    }
    return false;
}

static void put_picture(struct export_rows *rows, const struct lw_study_trial *trial,
                        size_t i, const struct lw_study_question *question) {
    struct lw_study_table *table = rows->export->tables[TABLE_PICTURES];
    const struct lw_study_event *event = export_event(rows);
    const struct lw_study_level_ref *ref = &trial->refs[i];
    const struct lw_json *value = lw_json_get(event->data, "value");
    const char *id = rows->request.levels->sets[ref->set].levels[ref->level].id;
    lw_study_put_integer(table, "person", rows->person->number);
    lw_study_put_flag(table, "simulated", rows->person->simulated);
    lw_study_put_integer(table, "seq", event->seq);
    lw_study_put_text(table, "phase", event->phase);
    lw_study_put_integer(table, "phase_seq", (int64_t)rows->phase);
    lw_study_put_integer(table, "trial", event->trial);
    lw_study_put_text(table, "question", question->id);
    lw_study_put_integer(table, "position", (int64_t)i + 1);
    lw_study_put_integer(table, "version", rows->version->number);
    lw_study_put_text(table, "level", id);
    export_put_level(rows, TABLE_PICTURES, ref);
    if (question->type == LW_STUDY_MARK && value->type == LW_JSON_ARRAY) {
        lw_study_put_flag(table, "marked", is_marked(value, id));
    }
    lw_study_row_end(table);
}

static void put_rating(struct export_rows *rows, const struct lw_study_trial *trial,
                       const struct lw_study_question *question) {
    struct lw_study_table *table = rows->export->tables[TABLE_RATINGS];
    lw_study_put_integer(table, "version", rows->version->number);
    lw_study_put_integer(table, "n_levels", (int64_t)trial->n_refs);
    if (trial->n_refs == 1) {
        const struct lw_study_level_ref *ref = trial->refs;
        lw_study_put_text(table, "level",
                          rows->request.levels->sets[ref->set].levels[ref->level].id);
        export_put_level(rows, TABLE_RATINGS, ref);
    }
    for (size_t i = 0; trial->kind == LW_STUDY_TRIAL_PICTURES && i < trial->n_refs; i++) {
        put_picture(rows, trial, i, question);
    }
}

void export_put_answer(struct export_rows *rows) {
    const struct lw_study_event *event = export_event(rows);
    const struct lw_study_plan_phase *phase = &rows->plan.phases[rows->phase];
    const struct lw_json *value = lw_json_get(event->data, "value");
    bool survey = phase->type == LW_STUDY_SURVEY;
    enum export_table which = survey ? TABLE_SURVEYS : TABLE_RATINGS;
    struct lw_study_table *table = rows->export->tables[which];
    size_t question =
        phase->phase == NULL
            ? 0
            : study_question_find(phase->phase,
                                  lw_json_text_or(event->data, "question", ""));
    if (phase->phase == NULL || question == phase->phase->n_questions || value == NULL ||
        event->trial < 0 || (size_t)event->trial >= phase->n_trials ||
        !may_be_kept(rows, &phase->phase->questions[question])) {
        return;
    }
    const struct lw_study_question *asked = &phase->phase->questions[question];
    export_put_head(rows, which);
    if (survey) {
        lw_study_put_text(table, "special", asked->special);
    } else {
        put_rating(rows, &phase->trials[event->trial], asked);
    }
    put_answer_value(rows, table, asked, value);
    export_put_fields(rows, which, event);
    lw_study_row_end(table);
}
