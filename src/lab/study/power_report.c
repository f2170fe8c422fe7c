/* What the repetitions say, as tables and curves. */
#include <math.h>
#include <string.h>

#include "study/power.h"

#define N(array) (sizeof(array) / sizeof *(array))
#define MAX_CURVES 12

/* Of a share: twice its standard error. */
static double error_of(double share, double n) {
    return 2 * sqrt(share * (1 - share) / n);
}

static void put_table(const struct power_plan *plan, struct report *r) {
    static const char *const columns[] = {"people who count",
                                          "true difference",
                                          "repetitions",
                                          "people analysed",
                                          "significant",
                                          "+-",
                                          "interval holds truth",
                                          "equivalent",
                                          "rule: variables significant",
                                          "rule: any of six",
                                          "mean of the differences",
                                          "their SD",
                                          "mean standard error"};
    struct report_part *part = report_table(
        r, "power", "The registered test over people and effects",
        "Shares are of repetitions whose data determined the model. Significant: p of "
        "the registered model below alpha; with a true difference of 0 this is the rate "
        "of false positives. Equivalent: two "
        "one-sided tests. Rule: the most significant of three models, as the thesis "
        "chose, for each of six variables; with no true difference every one of these is "
        "false.",
        columns, N(columns));
    for (size_t i = 0; i < plan->n_cells; i++) {
        const struct power_cell *cell = &plan->cells[i];
        report_number(r, part, (double)cell->people);
        report_number(r, part, cell->effect);
        report_number(r, part, cell->n);
        report_number(r, part, cell->n_people);
        report_number(r, part, cell->significant);
        report_number(r, part, error_of(cell->significant, cell->n_known));
        report_number(r, part, cell->holds);
        report_number(r, part, cell->equivalent);
        report_number(r, part, cell->rule);
        report_number(r, part, cell->rule_any);
        report_number(r, part, cell->mean);
        report_number(r, part, cell->sd);
        report_number(r, part, cell->se);
    }
}

static void put_repetitions(const struct power_plan *plan, struct report *r) {
    static const char *const columns[] = {
        "people who count", "true difference",
        "repetition",       "people analysed",
        "difference",       "low 95 %",
        "high 95 %",        "p",
        "p of equivalence", "rule: variables significant"};
    struct report_part *part =
        report_table(r, "repetitions", "Every repetition",
                     "The registered model; a dash: the data did not determine it.",
                     columns, N(columns));
    for (size_t i = 0; i < plan->n_cells; i++) {
        for (size_t k = 0; k < plan->repetitions; k++) {
            const struct power_result *one = &plan->cells[i].results[k];
            if (!one->done) {
                continue;
            }
            report_number(r, part, (double)plan->cells[i].people);
            report_number(r, part, plan->cells[i].effect);
            report_number(r, part, (double)(k + 1));
            report_number(r, part, one->people);
            report_number(r, part, one->known ? one->difference : NAN);
            report_number(r, part, one->known ? one->low : NAN);
            report_number(r, part, one->known ? one->high : NAN);
            report_number(r, part, one->known ? one->p : NAN);
            report_number(r, part, one->known ? one->p_equivalence : NAN);
            report_number(r, part, one->rule_significant);
        }
    }
}

/* One line for each effect over people; which: 0 significant, 1 equivalent, 2 the rule.
 */
static void put_curves(const struct power_plan *plan, struct report *r, int which) {
    static const char *const names[] = {"curves", "equivalence", "rule"};
    static const char *const titles[] = {
        "Power: share of significant registered tests",
        "Share of studies that show equivalence",
        "Share of variables that the rule of three models calls significant"};
    struct lw_chart_series series[MAX_CURVES];
    size_t n = plan->n_effects < MAX_CURVES ? plan->n_effects : MAX_CURVES;
    double *x = lw_arena_zero(&r->arena, plan->n_people + 1, sizeof *x);
    double *y = lw_arena_zero(&r->arena, plan->n_cells + 1, sizeof *y);
    if (x == NULL || y == NULL) {
        r->failed = true;
        return;
    }
    for (size_t i = 0; i < plan->n_cells; i++) {
        const struct power_cell *cell = &plan->cells[i];
        x[i % plan->n_people] = (double)cell->people;
        y[i] = which == 0   ? cell->significant
               : which == 1 ? cell->equivalent
                            : cell->rule;
    }
    for (size_t k = 0; k < n; k++) {
        series[k] = (struct lw_chart_series){
            .label = report_print(r, "%g", plan->effects[k]),
            .mark = plan->n_people > 1 ? LW_MARK_LINE : LW_MARK_POINTS,
            .x = x,
            .y = y + k * plan->n_people,
            .n = plan->n_people};
    }
    const struct lw_chart chart = {.title = titles[which],
                                   .x_title = "people who count",
                                   .y_title = "share of repetitions",
                                   .series = series,
                                   .n_series = n,
                                   .has_y_range = true,
                                   .y_max = 1};
    (void)report_chart(r, names[which], titles[which],
                       "One line for each true difference of log reaction times.",
                       &chart);
}

void power_report(const struct power_plan *plan, struct report *r) {
    const struct lab_definition *definition = &plan->job->definition;
    r->title = report_print(r, "How many people %s needs", definition->study->name);
    r->subtitle = report_print(
        r, "%zu repetitions each, seed %llu, definition %s", plan->repetitions,
        (unsigned long long)plan->job->simulation.seed, definition->hash);
    r->warning = "simulated people: nobody took part";
    (void)report_section(
        r, "Power",
        report_print(
            r,
            "Each repetition is the whole study with other simulated people; its "
            "registered model is fitted as `study analyze` fits it. Alpha %g, "
            "margin of equivalence %g on the scale of logarithms. What else is "
            "true of these people is in the file beside this folder whose name ends in "
            "-truth.json; its set-reaction and number of people are those of the first "
            "row.",
            plan->alpha, plan->margin));
    put_table(plan, r);
    put_curves(plan, r, 0);
    put_curves(plan, r, 1);
    put_curves(plan, r, 2);
    put_repetitions(plan, r);
}
