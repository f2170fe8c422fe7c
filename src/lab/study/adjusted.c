/* The adjusted difference of a mixed model. */
#include "study/adjusted.h"

#include <math.h>
#include <string.h>

static lw_status find_factor(const struct lw_design *d, const char *factor, size_t *out,
                             struct lw_error *err) {
    for (*out = 0; *out < d->n_variables; (*out)++) {
        const struct lw_design_variable *v = &d->variables[*out];
        if (strcmp(v->name, factor) == 0 && v->levels != NULL && v->n_points == 2) {
            return LW_OK;
        }
    }
    return lw_fail(err, LW_BAD_INPUT, 0, 0,
                   "'%.60s' has to be a factor with two levels in the data", factor);
}

/* The product of two different factors, if the model has one. */
static bool find_interaction(const struct lw_design *d, double *row) {
    for (size_t j = 0; j < d->p; j++) {
        row[j] = d->products[j].degree == 2;
        if (row[j] == 1) {
            memset(row + j + 1, 0, (d->p - j - 1) * sizeof *row);
            return true;
        }
    }
    return false;
}

static void take_estimates(const struct lw_design *d, const struct lw_mixed *fit,
                           size_t v, double *row, struct study_adjusted *out) {
    static const struct lw_mixed_estimate none = {NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    lw_design_point(d, v, 0, row);
    lw_design_point(d, v, 1, row + d->p);
    for (size_t j = 0; j < d->p; j++) {
        row[j] -= row[d->p + j];
    }
    *out = (struct study_adjusted){
        .interaction = none, .rho = fit->rho, .rows = fit->n, .groups = fit->n_groups};
    lw_mixed_combine(fit, row, &out->difference);
    if (find_interaction(d, row)) {
        lw_mixed_combine(fit, row, &out->interaction);
    }
}

lw_status study_adjusted_fit(struct lw_table *table, const char *formula,
                             const char *factor, struct study_adjusted *out,
                             struct lw_error *err) {
    struct lw_design d;
    struct lw_mixed fit;
    size_t v;
    lw_status status = lw_design_build(table, formula, false, &d, err);
    if (status == LW_OK) {
        status = find_factor(&d, factor, &v, err);
    }
    if (status == LW_OK && (d.group == NULL || d.y == NULL)) {
        status = lw_fail(err, LW_USAGE, 0, 0, "the formula needs a response and (1 | g)");
    }
    if (status != LW_OK) {
        return status;
    }
    double *row = lw_arena_zero(&table->arena, 2 * d.p, sizeof *row);
    if (row == NULL) {
        return lw_fail_memory(err);
    }
    struct lw_mixed_data data = {
        .x = d.x, .y = d.y, .group = d.group, .n = d.n, .p = d.p, .n_groups = d.n_groups};
    status = lw_mixed_fit(table->arena.alloc, LW_MIXED_SYMMETRY, true, &data, &fit, err);
    if (status == LW_OK) {
        take_estimates(&d, &fit, v, row, out);
        lw_mixed_free(&fit);
    }
    return status;
}
