/* The part that every design has: who took part, who is left out and why, the cells. */
#include <math.h>
#include <string.h>

#include "study/designs.h"

#define N(array) (sizeof(array) / sizeof *(array))

struct persons {
    const struct study_export *e;
    size_t n;
    const struct lw_column *state, *simulated, *consented, *cell, *version, *excluded_by,
        *flags;
};

static lw_status find_columns(const struct study_export *e, struct persons *p,
                              struct lw_error *err) {
    const struct {
        const char *name;
        const struct lw_column **to;
    } wanted[] = {{"state", &p->state},         {"simulated", &p->simulated},
                  {"consented", &p->consented}, {"cell", &p->cell},
                  {"version", &p->version},     {"excluded_by", &p->excluded_by},
                  {"flags", &p->flags}};
    const struct lw_table *table;
    lw_status status = study_export_table(e, "persons", &table, err);
    p->e = e;
    p->n = status == LW_OK ? table->n_rows : 0;
    for (size_t i = 0; status == LW_OK && i < N(wanted); i++) {
        status = study_export_column(e, "persons", wanted[i].name, wanted[i].to, err);
    }
    return status;
}

/* The person is one of those that this report is about. */
static bool counts(const struct persons *p, size_t row) {
    return (p->simulated->value[row] == 1) == p->e->people.simulated;
}

/* The word is one of those that blanks part. */
static bool has_word(const char *list, const char *word) {
    size_t len = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at += len) {
        if ((at == list || at[-1] == ' ') && (at[len] == ' ' || at[len] == '\0')) {
            return true;
        }
    }
    return false;
}

static void put_row(struct report *r, struct report_part *part, const char *what,
                    size_t n) {
    report_text(r, part, what);
    report_number(r, part, (double)n);
}

static size_t count_state(const struct persons *p, const char *state) {
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++) {
        n += counts(p, i) && strcmp(p->state->text[i], state) == 0;
    }
    return n;
}

static void put_flow(struct report *r, const struct persons *p) {
    static const char *const columns[] = {"who", "people"};
    const struct study_export *e = p->e;
    size_t entered = 0, consented = 0, left_out = 0;
    for (size_t i = 0; i < p->n; i++) {
        bool one = counts(p, i);
        entered += one;
        consented += one && p->consented->value[i] == 1;
        left_out += one && p->consented->value[i] == 1 && !e->people.in[i];
    }
    struct report_part *part = report_table(
        r, "people", "From entering to the analysis",
        "Whoever withdrew is not in the export at all. Analysed is who consented and is "
        "not left out by a rule of the definition; how far somebody must have come is "
        "said with each analysis.",
        columns, N(columns));
    report_about(r, part, NULL, (double)entered);
    put_row(r, part, e->people.simulated ? "simulated people who entered" : "entered",
            entered);
    put_row(r, part, "declined", count_state(p, "declined"));
    put_row(r, part, "did not pass a check (unfit)", count_state(p, "unfit"));
    put_row(r, part, "consented", consented);
    put_row(r, part, "completed", count_state(p, "completed"));
    put_row(r, part, "left on the way, or still inside", count_state(p, "inside"));
    put_row(r, part, "left out by a rule", left_out);
    put_row(r, part, "analysed", e->people.n);
    put_row(r, part,
            e->people.simulated ? "real people in the same export, not counted here"
                                : "simulated people in the same export, not counted here",
            e->people.simulated ? e->n_real : e->n_simulated);
}

static void put_rule(struct report *r, struct report_part *part, const struct persons *p,
                     const struct lw_study_exclusion *rule) {
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++) {
        const struct lw_column *where = rule->only_flag ? p->flags : p->excluded_by;
        n += counts(p, i) && has_word(where->text[i], rule->id);
    }
    struct lw_buffer bound;
    lw_buffer_init(&bound, r->arena.alloc);
    lw_buffer_puts(&bound, rule->measure);
    if (!isnan(rule->below)) {
        lw_buffer_printf(&bound, " below %g", rule->below);
    }
    if (!isnan(rule->above)) {
        lw_buffer_printf(&bound, "%s above %g", isnan(rule->below) ? "" : " or",
                         rule->above);
    }
    if (rule->phase != NULL) {
        lw_buffer_printf(&bound, " in %s", rule->phase);
    }
    report_text(r, part, rule->id);
    report_text(r, part, lw_buffer_text(&bound));
    report_text(r, part, rule->because == NULL ? "" : rule->because);
    report_text(r, part, rule->only_flag ? "marked" : "left out");
    report_number(r, part, (double)n);
    lw_buffer_free(&bound);
}

static void put_rules(struct report *r, const struct persons *p) {
    static const char *const columns[] = {"rule", "holds if", "because", "and then",
                                          "people"};
    const struct lw_study *study = p->e->study;
    struct report_part *part = report_table(
        r, "exclusions", "Exclusions",
        "The rules were fixed in the definition; a person may break several of them.",
        columns, N(columns));
    for (size_t i = 0; i < study->n_exclusions; i++) {
        put_rule(r, part, p, &study->exclusions[i]);
    }
}

static void put_flags(struct report *r, const struct persons *p) {
    static const char *const columns[] = {"mark", "people"};
    struct report_part *part = report_table(
        r, "flags", "Worth a second look",
        "Marks that the program sets; they leave nobody out.", columns, N(columns));
    for (int flag = 0; flag < LW_STUDY_N_FLAGS; flag++) {
        const char *name = lw_study_flag_name((enum lw_study_flag)flag);
        size_t n = 0;
        for (size_t i = 0; i < p->n; i++) {
            n += counts(p, i) && has_word(p->flags->text[i], name);
        }
        put_row(r, part, name, n);
    }
}

static void put_cells(struct report *r, const struct persons *p) {
    static const char *const columns[] = {"cell", "condition", "entered", "completed",
                                          "analysed"};
    const struct study_export *e = p->e;
    struct report_part *part =
        report_table(r, "cells", "People per cell", "", columns, N(columns));
    for (size_t c = 0; c < e->last->cells.n; c++) {
        size_t entered = 0, completed = 0, analysed = 0;
        for (size_t i = 0; i < p->n; i++) {
            bool one = counts(p, i) && p->cell->value[i] == (double)(c + 1);
            entered += one;
            completed += one && strcmp(p->state->text[i], "completed") == 0;
            analysed += one && e->people.in[i];
        }
        const char *name = e->last->cells.cells[c].name;
        report_number(r, part, (double)(c + 1));
        report_text(r, part, name[0] == '\0' ? "everybody" : name);
        report_number(r, part, (double)entered);
        report_number(r, part, (double)completed);
        report_number(r, part, (double)analysed);
    }
}

static void put_plan(struct report *r, const struct study_export *e) {
    static const char *const columns[] = {"what", "as the definition says"};
    const struct lw_study_analysis *plan = &e->study->analysis;
    struct report_part *part = report_table(
        r, "plan", "The plan",
        report_print(r,
                     "From version %lld of the definition, frozen as %s before anyone "
                     "came.",
                     (long long)e->last->number, e->last->frozen.id),
        columns, N(columns));
    for (size_t i = 0; i < plan->n_hypotheses; i++) {
        report_text(r, part, report_print(r, "hypothesis %zu", i + 1));
        report_text(r, part, plan->hypotheses[i]);
    }
    const struct {
        const char *what, *text;
    } rows[] = {{"primary analysis", plan->primary},
                {"all of it", plan->text},
                {"registered", plan->registered == NULL ? "nowhere" : plan->registered}};
    for (size_t i = 0; i < N(rows); i++) {
        report_text(r, part, rows[i].what);
        report_text(r, part, rows[i].text == NULL ? "" : rows[i].text);
    }
    report_text(r, part, "alpha, equivalence margin");
    report_text(r, part,
                report_print(r, "%g, %g", plan->alpha, plan->equivalence_margin));
    for (size_t i = 0; i < plan->n_settings; i++) {
        report_text(r, part, plan->settings[i].name);
        report_text(r, part, plan->settings[i].value);
    }
}

lw_status study_general_part(const struct study_export *e, struct report *r,
                             struct lw_error *err) {
    struct persons p;
    lw_status status = find_columns(e, &p, err);
    if (status != LW_OK) {
        return status;
    }
    if (e->people.simulated) {
        r->warning = "simulated people: nobody took part";
    }
    r->title = lw_study_text_in(e->study, e->study->title, NULL);
    r->subtitle = report_print(
        r, "Analysis of the study %s by the design %s. Export: %s, checksum %s.",
        e->study->name, e->study->analysis.design, e->title, e->hash);
    (void)report_section(r, "Who took part", "");
    put_flow(r, &p);
    put_rules(r, &p);
    put_flags(r, &p);
    put_cells(r, &p);
    (void)report_section(r, "What was planned", "");
    put_plan(r, e);
    return study_deviations(e, r, err);
}
