/* Where a study went other ways than its plan, as far as the data show it. */
#include <math.h>
#include <string.h>

#include "study/designs.h"

#define N(array) (sizeof(array) / sizeof *(array))

struct list {
    const struct study_export *e;
    struct report *r;
    struct report_part *part;
    size_t n;
};

static void put(struct list *l, const char *planned, const char *happened) {
    report_text(l->r, l->part, planned);
    report_verdict(l->r, l->part, REPORT_DIFFERS, happened);
    l->n++;
}

/* Versions, registration, conditions that are fewer than in the paper. */
static void of_definition(struct list *l) {
    const struct study_export *e = l->e;
    if (e->study->analysis.registered == NULL) {
        put(l, "a registered plan",
            "the definition names no registration; the plan is only frozen with it");
    }
    if (e->n_versions > 1) {
        put(l, "one definition",
            report_print(l->r,
                         "%zu versions; people of all of them are analysed by the plan "
                         "of the last",
                         e->n_versions));
    }
    for (size_t i = 0; i < e->study->n_factors; i++) {
        const struct lw_study_factor *factor = &e->study->factors[i];
        if (factor->wanted > (int64_t)factor->n_values) {
            put(l,
                report_print(l->r, "%s: %lld values, as the paper had", factor->id,
                             (long long)factor->wanted),
                report_print(l->r, "%zu here. %s", factor->n_values,
                             factor->why_fewer == NULL ? "" : factor->why_fewer));
        }
    }
}

/* Which cell of the last version somebody is in: versions may number them otherwise, so
 * it is found by its name, the values of the factors. n: it has no such cell. */
static size_t last_cell(const struct study_export *e, double version, double number) {
    const struct lw_study_cells *last = &e->last->cells;
    for (size_t v = 0; v < e->n_versions; v++) {
        const struct lw_study_cells *own = &e->versions[v].cells;
        if ((double)e->versions[v].number != version || !(number >= 1) ||
            number > (double)own->n) {
            continue;
        }
        for (size_t c = 0; c < last->n; c++) {
            if (strcmp(last->cells[c].name, own->cells[(size_t)number - 1].name) == 0) {
                return c;
            }
        }
    }
    return last->n;
}

static void of_people(struct list *l, const struct lw_column *version,
                      const struct lw_column *cell, size_t n) {
    const struct study_export *e = l->e;
    size_t elsewhere = 0;
    int64_t wanted = e->study->stopping.people;
    size_t least = SIZE_MAX, most = 0;
    if (wanted > 0 && (int64_t)e->people.n != wanted) {
        put(l, report_print(l->r, "%lld people", (long long)wanted),
            report_print(l->r, "%zu are analysed", e->people.n));
    }
    for (size_t c = 0; c < e->last->cells.n; c++) {
        size_t in = 0;
        for (size_t i = 0; i < n; i++) {
            in += e->people.in[i] && last_cell(e, version->value[i], cell->value[i]) == c;
        }
        least = in < least ? in : least;
        most = in > most ? in : most;
    }
    for (size_t i = 0; i < n; i++) {
        elsewhere += e->people.in[i] &&
                     last_cell(e, version->value[i], cell->value[i]) == e->last->cells.n;
    }
    if (elsewhere > 0) {
        put(l, "cells of the last version",
            report_print(l->r, "%zu people are in cells that it does not have",
                         elsewhere));
    }
    if (e->last->cells.n > 1 && most > least + 1) {
        put(l, "cells that differ by one person at most",
            report_print(l->r, "from %zu to %zu people a cell", least, most));
    }
}

/* People of whom something is missing or was cut short. */
static void of_marks(struct list *l, const struct lw_column *state,
                     const struct lw_column *lost, size_t n) {
    const struct study_export *e = l->e;
    size_t n_lost = 0, n_left = 0;
    for (size_t i = 0; i < n; i++) {
        n_lost += e->people.in[i] && lost->value[i] > 0;
        n_left += e->people.in[i] && strcmp(state->text[i], "completed") != 0;
    }
    if (n_left > 0) {
        put(l, "everybody completes the study",
            report_print(l->r,
                         "%zu of those who are analysed did not; each analysis uses what "
                         "there is of them, or says that it does not",
                         n_left));
    }
    if (n_lost > 0) {
        put(l, "all events are stored",
            report_print(l->r, "of %zu people some are lost", n_lost));
    }
}

/* Rows of phases.csv that ended in one way. */
struct ended {
    const struct study_export *e;
    const char *how;
    const struct lw_column *person, *phase, *reason;
    size_t n;
};

static bool is_ended(const struct ended *ended, size_t row) {
    return strcmp(ended->reason->text[row], ended->how) == 0 &&
           study_person_in(ended->e, ended->person->value[row]);
}

/* How many of this row's phase; 0 when an earlier row has told. */
static size_t count_ended(const struct ended *ended, size_t row) {
    size_t n = 0;
    for (size_t i = 0; i < ended->n; i++) {
        if (strcmp(ended->phase->text[i], ended->phase->text[row]) != 0 ||
            !is_ended(ended, i)) {
            continue;
        }
        if (i < row) {
            return 0;
        }
        n++;
    }
    return n;
}

static lw_status of_phases(struct list *l, struct lw_error *err) {
    static const char *const ends[] = {"stopped", "failed"};
    static const char *const words[] = {"ended early", "could not be done"};
    const struct lw_column *person, *phase, *reason;
    lw_status status = study_export_column(l->e, "phases", "person", &person, err);
    const struct lw_table *table;
    if (status == LW_OK) {
        status = study_export_column(l->e, "phases", "phase", &phase, err);
    }
    if (status == LW_OK) {
        status = study_export_column(l->e, "phases", "reason", &reason, err);
    }
    if (status == LW_OK) {
        status = study_export_table(l->e, "phases", &table, err);
    }
    for (size_t end = 0; status == LW_OK && end < N(ends); end++) {
        struct ended ended = {l->e, ends[end], person, phase, reason, table->n_rows};
        for (size_t i = 0; i < table->n_rows; i++) {
            size_t n = is_ended(&ended, i) ? count_ended(&ended, i) : 0;
            if (n > 0) {
                put(l, report_print(l->r, "the phase %s is gone through", phase->text[i]),
                    report_print(l->r, "%s by %zu of those who are analysed", words[end],
                                 n));
            }
        }
    }
    return status;
}

lw_status study_deviations(const struct study_export *e, struct report *r,
                           struct lw_error *err) {
    static const char *const columns[] = {"planned", "what happened"};
    const struct lw_column *version, *cell, *state, *lost;
    const struct lw_table *persons;
    struct list l = {.e = e, .r = r};
    lw_status status = study_export_table(e, "persons", &persons, err);
    if (status == LW_OK) {
        status = study_export_column(e, "persons", "cell", &cell, err);
    }
    if (status == LW_OK) {
        status = study_export_column(e, "persons", "version", &version, err);
    }
    if (status == LW_OK) {
        status = study_export_column(e, "persons", "state", &state, err);
    }
    if (status == LW_OK) {
        status = study_export_column(e, "persons", "events_lost", &lost, err);
    }
    if (status != LW_OK) {
        return status;
    }
    l.part = report_table(r, "deviations", "Deviations from the plan",
                          "What the data show; what else went otherwise, the researcher "
                          "has to say.",
                          columns, N(columns));
    of_definition(&l);
    of_people(&l, version, cell, persons->n_rows);
    of_marks(&l, state, lost, persons->n_rows);
    status = of_phases(&l, err);
    if (status == LW_OK && l.n == 0) {
        report_text(r, l.part, "all that the data show");
        report_verdict(r, l.part, REPORT_GOOD, "as planned");
    }
    return status;
}
