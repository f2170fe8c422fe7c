/* The models: the registered one with its test of equivalence, and the thesis' three. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lw/base/csv.h"
#include "study/taylor_models.h"

#define N(array) (sizeof(array) / sizeof *(array))
#define MAX_COMPONENTS 40
#define MODELS TAYLOR_MODELS
/* "All 28 covariables were analyzed using a single PCA, giving nine new components." */
#define ALL_COMPONENTS 9

/* Covariables of a model: scores by the data's rows. */
struct regressors {
    const double *scores[MAX_COMPONENTS];
    size_t n;
    bool whole; /* only people who have all covariables */
};

/* The rows as a table, so that models are built as `analyze mixed` builds them. */
static lw_status make_table(const struct taylor_data *d, const double *y,
                            const struct regressors *z, struct lw_table *out,
                            struct lw_error *err) {
    struct lw_csv_writer csv;
    struct lw_buffer text;
    lw_buffer_init(&text, d->arena->alloc);
    lw_buffer_puts(&text, "person,set,order,y");
    for (size_t c = 0; c < z->n; c++) {
        lw_buffer_printf(&text, ",c%zu", c + 1);
    }
    lw_buffer_putc(&text, '\n');
    for (size_t row = 0; row < TAYLOR_N_SETS * d->n; row++) {
        size_t i = row % d->n;
        if (z->whole && !d->whole[i]) {
            continue;
        }
        lw_csv_begin(&csv, &text);
        lw_csv_number(&csv, d->person[i]);
        lw_csv_text(&csv, taylor_set_names[row / d->n]);
        lw_csv_text(&csv, d->hand_made_first[i] ? "hand-made first" : "generated first");
        lw_csv_number(&csv, y[row]);
        for (size_t c = 0; c < z->n; c++) {
            lw_csv_number(&csv, z->scores[c][row]);
        }
        lw_csv_row_end(&csv);
    }
    lw_status status =
        lw_buffer_ok(&text)
            ? lw_table_read(d->arena->alloc, lw_buffer_text(&text), text.len, out, err)
            : lw_fail_memory(err);
    lw_buffer_free(&text);
    return status;
}

static lw_status settle(lw_status status, const struct lw_error *why,
                        struct taylor_outcome *out, struct lw_error *err) {
    out->known = status == LW_OK && isfinite(out->got.difference.se);
    (void)snprintf(out->why, sizeof out->why, "%.190s",
                   status == LW_OK ? "the data do not determine it" : why->text);
    return status == LW_NO_MEMORY ? lw_fail_memory(err) : LW_OK;
}

static lw_status fit(const struct taylor_data *d, const double *y,
                     const struct regressors *z, struct taylor_outcome *out,
                     struct lw_error *err) {
    struct lw_error why = {.text = ""};
    struct lw_buffer formula;
    struct lw_table table;
    lw_status status = make_table(d, y, z, &table, &why);
    if (status == LW_OK) {
        lw_buffer_init(&formula, d->arena->alloc);
        lw_buffer_puts(&formula, "y ~ set*order");
        for (size_t c = 0; c < z->n; c++) {
            lw_buffer_printf(&formula, " + c%zu", c + 1);
        }
        lw_buffer_puts(&formula, " + (1 | person)");
        status =
            study_adjusted_fit(&table, lw_buffer_text(&formula), "set", &out->got, &why);
        lw_buffer_free(&formula);
        lw_table_free(&table);
    }
    return settle(status, &why, out, err);
}

lw_status taylor_fit_primary(const struct taylor_data *d, struct taylor_outcome *out,
                             struct lw_error *err) {
    static const struct regressors none = {.n = 0};
    double *y = lw_arena_zero(d->arena, TAYLOR_N_SETS * d->n + 1, sizeof *y);
    if (y == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t row = 0; row < TAYLOR_N_SETS * d->n; row++) {
        y[row] = (d->y[TAYLOR_REACTION][TAYLOR_CONGRUENT][row] +
                  d->y[TAYLOR_REACTION][TAYLOR_INCONGRUENT][row]) /
                 2;
    }
    return fit(d, y, &none, out, err);
}

double taylor_margin(const struct lw_study *study) {
    const struct lw_study_analysis *plan = &study->analysis;
    for (size_t i = 0; i < plan->n_settings; i++) {
        if (strcmp(plan->settings[i].name, "equivalence_scale") == 0 &&
            strcmp(plan->settings[i].value, "ratio") == 0) {
            return log1p(plan->equivalence_margin);
        }
    }
    return plan->equivalence_margin;
}

static void put_estimate(struct report *r, struct report_part *part,
                         const struct lw_mixed_estimate *e) {
    report_number(r, part, e->value);
    report_number(r, part, e->se);
    report_number(r, part, e->df);
    report_number(r, part, e->low);
    report_number(r, part, e->high);
    report_number(r, part, e->p_value);
}

static void put_equivalence(const struct taylor_data *d, struct report *r,
                            struct report_part *part, const char *what,
                            const struct taylor_outcome *one) {
    double margin = taylor_margin(d->e->study), alpha = d->e->study->analysis.alpha;
    report_text(r, part, what);
    if (!one->known) {
        for (size_t i = 0; i < 10; i++) {
            report_number(r, part, NAN);
        }
        report_verdict(r, part, REPORT_MISSING, one->why);
        return;
    }
    const struct lw_mixed_estimate *e = &one->got.difference;
    struct lw_tost tost = lw_tost(e->value, e->se, e->df, margin);
    put_estimate(r, part, e);
    report_number(r, part, exp(e->value));
    report_number(r, part, tost.low);
    report_number(r, part, tost.high);
    report_number(r, part, tost.p);
    bool same = margin > 0 && tost.p < alpha, differs = e->p_value < alpha;
    report_verdict(
        r, part, same ? REPORT_GOOD : REPORT_DIFFERS,
        same
            ? (differs ? "equivalent: a difference, but within the margin" : "equivalent")
        : margin <= 0 ? "no margin was stated beforehand"
        : differs     ? "not shown to be equivalent: there is a difference"
                      : "not shown to be equivalent: neither a difference nor equality");
}

lw_status taylor_put_primary(const struct taylor_data *d, struct report *r,
                             struct lw_error *err) {
    static const char *const columns[] = {"words",
                                          "difference",
                                          "standard error",
                                          "df",
                                          "low 95 %",
                                          "high 95 %",
                                          "p",
                                          "ratio",
                                          "low 90 %",
                                          "high 90 %",
                                          "p of equivalence",
                                          "verdict"};
    const struct lw_study_analysis *plan = &d->e->study->analysis;
    struct regressors none = {.n = 0};
    struct taylor_outcome one = {.known = false};
    lw_status status = taylor_fit_primary(d, &one, err);
    (void)report_section(
        r, "The registered analysis",
        "One model was fixed before anyone came, and it alone decides. A difference that "
        "is not significant is no evidence of equality; the test of equivalence asks "
        "whether the difference is smaller than the margin that was stated beforehand.");
    struct report_part *part = report_table(
        r, "primary", "Reaction time, generated less hand-made levels",
        report_print(r,
                     "Mean logarithms of the times of right first answers, of both kinds "
                     "of words with equal weights; linear mixed model on set, order and "
                     "their interaction, compound symmetry within people. The difference "
                     "is averaged over order; ratio is its exponential. Equivalence: two "
                     "one-sided "
                     "tests at %g against a margin of %g on the scale of logarithms.",
                     plan->alpha, taylor_margin(d->e->study)),
        columns, N(columns));
    report_about(r, part, NULL, (double)d->n);
    if (status == LW_OK) {
        put_equivalence(d, r, part, "both (primary)", &one);
    }
    for (size_t c = 0; status == LW_OK && c < TAYLOR_N_CONGRUENCIES; c++) {
        status = fit(d, d->y[TAYLOR_REACTION][c], &none, &one, err);
        if (status == LW_OK) {
            put_equivalence(d, r, part, taylor_congruency_names[c], &one);
        }
    }
    return status;
}

/* The thesis' three models. */

static void add_scores(struct regressors *to, const struct taylor_components *from) {
    for (size_t c = 0; from->known && c < from->pca.k && to->n < MAX_COMPONENTS; c++) {
        to->scores[to->n++] = from->scores[c];
    }
}

static lw_status add_components(const struct taylor_data *d,
                                const struct taylor_component_request *request,
                                struct regressors *to, struct lw_error *err) {
    struct taylor_components pca;
    lw_status status = taylor_components_make(d, request, &pca, err);
    if (status == LW_OK) {
        add_scores(to, &pca);
    }
    if (pca.known) {
        lw_components_free(&pca.pca);
    }
    return status;
}

static lw_status make_models(const struct taylor_data *d,
                             struct regressors models[MODELS], struct lw_error *err) {
    static const size_t together[] = {0, ALL_COMPONENTS, 1};
    lw_status status = LW_OK;
    for (int g = 0; status == LW_OK && g < TAYLOR_N_GROUPS; g++) {
        struct taylor_group_about about = taylor_group((enum taylor_group)g);
        struct taylor_component_request request = {
            .first = about.first, .n = about.n, .by_set = g == TAYLOR_DIFFICULTY};
        status = add_components(d, &request, &models[0], err);
    }
    for (size_t m = 1; status == LW_OK && m < MODELS; m++) {
        struct taylor_component_request request = {
            .first = 0, .n = TAYLOR_N_COVARIABLES, .k = together[m], .by_set = true};
        status = add_components(d, &request, &models[m], err);
    }
    return status;
}

static lw_status fit_all(const struct taylor_data *d,
                         const struct regressors models[MODELS],
                         struct taylor_results *out, struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t m = 0; m < TAYLOR_N_MEASURES; m++) {
        for (size_t c = 0; c < TAYLOR_N_CONGRUENCIES; c++) {
            for (size_t k = 0; status == LW_OK && k < MODELS; k++) {
                struct taylor_outcome *one = &out->of[m][c][k];
                *one = (struct taylor_outcome){.known = false};
                if (models[k].n == 0) {
                    (void)snprintf(one->why, sizeof one->why, "there are no components");
                } else {
                    status = fit(d, d->y[m][c], &models[k], one, err);
                }
            }
        }
    }
    return status;
}

lw_status taylor_fit_models(const struct taylor_data *d, struct taylor_results *out,
                            struct lw_error *err) {
    struct regressors models[MODELS] = {
        {.whole = true}, {.whole = true}, {.whole = true}};
    lw_status status = make_models(d, models, err);
    out->n_components[0] = models[0].n;
    out->n_components[1] = models[1].n;
    return status == LW_OK ? fit_all(d, models, out, err) : status;
}

size_t taylor_best_of(const struct taylor_outcome of[MODELS]) {
    size_t best = MODELS;
    for (size_t k = 0; k < MODELS; k++) {
        if (of[k].known && (best == MODELS || of[k].got.difference.p_value <
                                                  of[best].got.difference.p_value)) {
            best = k;
        }
    }
    return best;
}

static void put_row(struct report *r, struct report_part *part,
                    const struct taylor_outcome of[MODELS], size_t model,
                    const char *words) {
    static const struct lw_mixed_estimate none = {NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    const struct taylor_outcome *one = &of[model];
    const struct lw_mixed_estimate *e = one->known ? &one->got.difference : &none;
    report_text(r, part, words);
    report_number(r, part, (double)(model + 1));
    put_estimate(r, part, e);
    report_number(r, part, exp(e->low));
    report_number(r, part, exp(e->high));
    if (!one->known) {
        report_verdict(r, part, REPORT_MISSING, one->why);
    } else {
        report_text(r, part, taylor_best_of(of) == model ? "the most significant" : "");
    }
}

static void put_measure(const struct taylor_data *d, struct report *r, size_t m,
                        const struct taylor_results *results) {
    static const char *const columns[] = {
        "words",     "model", "difference", "standard error", "df",  "low 95 %",
        "high 95 %", "p",     "ratio low",  "ratio high",     "note"};
    static const char *const names[] = {"reaction", "accuracy", "misses"};
    static const char *const titles[] = {
        "Log of the reaction time, generated less hand-made",
        "Log odds of a right answer, generated less hand-made",
        "Log odds of a missed word, generated less hand-made"};
    static const char *const notes[] = {
        "Ratios: how many times as long answers took with generated levels.",
        "Ratios of odds: above one, answers were right more often with generated levels.",
        "Ratios of odds: above one, more words were missed with generated levels."};
    struct report_part *part =
        report_table(r, names[m], titles[m], notes[m], columns, N(columns));
    report_about(r, part, report_print(r, "Table 5.%zu of the thesis", 7 + m),
                 (double)d->n_whole);
    for (size_t c = 0; c < TAYLOR_N_CONGRUENCIES; c++) {
        for (size_t k = 0; k < MODELS; k++) {
            put_row(r, part, results->of[m][c], k, taylor_congruency_names[c]);
        }
    }
}

static void put_interactions(const struct taylor_data *d, struct report *r,
                             const struct taylor_results *results) {
    static const char *const columns[] = {
        "measure", "words",    "model",     "interaction", "standard error",
        "df",      "low 95 %", "high 95 %", "p",           "correlation within people"};
    struct report_part *part = report_table(
        r, "interaction", "Interaction of order and set",
        "How much the difference between hand-made and generated levels changes when the "
        "hand-made ones come first. The thesis found no strong one, which allows reading "
        "the effect of the set by itself. A change from the first set played to the "
        "second, by practice or by tiring, shows here, too, and leaves the difference "
        "averaged over the order alone.",
        columns, N(columns));
    report_about(r, part, "section 5.5 of the thesis", (double)d->n_whole);
    for (size_t m = 0; m < TAYLOR_N_MEASURES; m++) {
        for (size_t c = 0; c < TAYLOR_N_CONGRUENCIES; c++) {
            for (size_t k = 0; k < MODELS; k++) {
                const struct taylor_outcome *one = &results->of[m][c][k];
                if (!one->known) {
                    continue;
                }
                report_text(r, part, taylor_measure_names[m]);
                report_text(r, part, taylor_congruency_names[c]);
                report_number(r, part, (double)(k + 1));
                put_estimate(r, part, &one->got.interaction);
                report_number(r, part, one->got.rho);
            }
        }
    }
}

static void put_rule(const struct taylor_data *d, struct report *r,
                     const struct taylor_results *results) {
    size_t significant = 0, any = 0;
    double alpha = d->e->study->analysis.alpha;
    for (size_t m = 0; m < TAYLOR_N_MEASURES; m++) {
        for (size_t c = 0; c < TAYLOR_N_CONGRUENCIES; c++) {
            const struct taylor_outcome *of = results->of[m][c];
            size_t best = taylor_best_of(of);
            any += best < MODELS;
            significant += best < MODELS && of[best].got.difference.p_value < alpha;
        }
    }
    (void)report_words(
        r, report_print(r,
                        "By the rule of the thesis (the most significant of three models "
                        "counts) %zu of %zu variables differ at %g. The rule inflates "
                        "significance, and reading the rest as equality has no ground; "
                        "neither decides anything here.",
                        significant, any, alpha));
}

lw_status taylor_put_models(const struct taylor_data *d, struct report *r,
                            struct lw_error *err) {
    struct taylor_results results;
    lw_status status = taylor_fit_models(d, &results, err);
    if (status != LW_OK) {
        return status;
    }
    (void)report_section(
        r, "The thesis' own analysis",
        report_print(
            r,
            "Three mixed models, which differ in their covariables: 1 has the "
            "components of the six groups (%zu here, nine in the thesis), 2 has "
            "%zu components of all covariables at once, 3 has one. Each has set, "
            "order and their interaction, and compound symmetry within people; "
            "differences are averaged over the order, with degrees of freedom "
            "after Satterthwaite.",
            results.n_components[0], results.n_components[1]));
    for (size_t m = 0; m < TAYLOR_N_MEASURES; m++) {
        put_measure(d, r, m, &results);
    }
    put_rule(d, r, &results);
    put_interactions(d, r, &results);
    return LW_OK;
}
