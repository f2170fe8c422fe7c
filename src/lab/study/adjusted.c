/* The adjusted difference of a mixed model. */
#include "study/adjusted.h"

#include <math.h>
#include <string.h>

/* A model, and the factor that is asked about. */
struct asked {
    struct lw_design d;
    struct lw_mixed fit;
    size_t variable;
};

static lw_status find_factor(struct asked *asked, const char *factor,
                             struct lw_error *err) {
    const struct lw_design *d = &asked->d;
    for (size_t v = 0; v < d->n_variables; v++) {
        if (strcmp(d->variables[v].name, factor) == 0 && d->variables[v].levels != NULL) {
            asked->variable = v;
            return LW_OK;
        }
    }
    return lw_fail(err, LW_BAD_INPUT, 0, 0, "'%.60s' has to be a factor in the data",
                   factor);
}

static lw_status fit_model(struct lw_table *table, const char *formula,
                           const char *factor, struct asked *out, struct lw_error *err) {
    lw_status status = lw_design_build(table, formula, false, &out->d, err);
    if (status == LW_OK) {
        status = find_factor(out, factor, err);
    }
    if (status == LW_OK && (out->d.group == NULL || out->d.y == NULL)) {
        status = lw_fail(err, LW_USAGE, 0, 0, "the formula needs a response and (1 | g)");
    }
    if (status != LW_OK) {
        return status;
    }
    const struct lw_design *d = &out->d;
    const struct lw_mixed_data data = {.x = d->x,
                                       .y = d->y,
                                       .group = d->group,
                                       .n = d->n,
                                       .p = d->p,
                                       .n_groups = d->n_groups};
    return lw_mixed_fit(table->arena.alloc, LW_MIXED_SYMMETRY, true, &data, &out->fit,
                        err);
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
    struct asked asked;
    lw_status status = fit_model(table, formula, factor, &asked, err);
    if (status != LW_OK) {
        return status;
    }
    double *row = lw_arena_zero(&table->arena, 2 * asked.d.p, sizeof *row);
    if (row == NULL) {
        status = lw_fail_memory(err);
    } else if (asked.d.variables[asked.variable].n_points != 2) {
        status =
            lw_fail(err, LW_BAD_INPUT, 0, 0,
                    "'%.60s' has to be a factor with two levels in the data", factor);
    } else {
        take_estimates(&asked.d, &asked.fit, asked.variable, row, out);
    }
    lw_mixed_free(&asked.fit);
    return status;
}

lw_status study_adjusted_means(struct lw_table *table, const char *formula,
                               const char *factor, struct study_adjusted_mean **out,
                               size_t *n, struct lw_error *err) {
    struct asked asked;
    lw_status status = fit_model(table, formula, factor, &asked, err);
    if (status != LW_OK) {
        return status;
    }
    const struct lw_design_variable *variable = &asked.d.variables[asked.variable];
    double *row = lw_arena_zero(&table->arena, asked.d.p, sizeof *row);
    *n = variable->n_points;
    *out = lw_arena_zero(&table->arena, *n, sizeof **out);
    if (row == NULL || *out == NULL) {
        status = lw_fail_memory(err);
    }
    for (size_t i = 0; status == LW_OK && i < *n; i++) {
        lw_design_point(&asked.d, asked.variable, i, row);
        (*out)[i].level = variable->levels[i];
        lw_mixed_combine(&asked.fit, row, &(*out)[i].mean);
    }
    lw_mixed_free(&asked.fit);
    return status;
}
