/* Mixed models: coefficients, marginal means and their differences. */
#include "analyze/analyze.h"

/* Levels of a factor whose means are compared each with each. */
#define MAX_COMPARED 20

static void put_estimate(struct lw_json_writer *json, const char *key,
                         const struct lw_mixed_estimate *estimate) {
    lw_json_real(json, key, estimate->value);
    lw_json_real(json, "se", estimate->se);
    lw_json_real(json, "df", estimate->df);
    lw_json_real(json, "low", estimate->low);
    lw_json_real(json, "high", estimate->high);
}

static void put_means(struct lw_json_writer *json, const struct lw_design *d,
                      const struct lw_mixed *fit, size_t v, double *row) {
    struct lw_mixed_estimate estimate;
    for (size_t i = 0; i < d->variables[v].n_points; i++) {
        lw_design_point(d, v, i, row);
        lw_mixed_combine(fit, row, &estimate);
        lw_json_object(json, NULL);
        lw_json_text(json, "factor", d->variables[v].name);
        lw_json_text(json, "level", d->variables[v].levels[i]);
        put_estimate(json, "mean", &estimate);
        lw_json_object_end(json);
    }
}

static void put_difference(struct lw_json_writer *json,
                           const struct lw_design_variable *variable, size_t i, size_t k,
                           const struct lw_mixed_estimate *estimate) {
    lw_json_object(json, NULL);
    lw_json_text(json, "factor", variable->name);
    lw_json_text(json, "level", variable->levels[i]);
    lw_json_text(json, "minus", variable->levels[k]);
    put_estimate(json, "difference", estimate);
    lw_json_real(json, "t", estimate->t);
    lw_json_real(json, "p", estimate->p_value);
    lw_json_object_end(json);
}

/* row: twice the terms. */
static void put_differences(struct lw_json_writer *json, const struct lw_design *d,
                            const struct lw_mixed *fit, size_t v, double *row) {
    const struct lw_design_variable *variable = &d->variables[v];
    struct lw_mixed_estimate estimate;
    for (size_t i = 0; i < variable->n_points && variable->n_points <= MAX_COMPARED;
         i++) {
        for (size_t k = i + 1; k < variable->n_points; k++) {
            lw_design_point(d, v, i, row);
            lw_design_point(d, v, k, row + d->p);
            for (size_t j = 0; j < d->p; j++) {
                row[j] -= row[d->p + j];
            }
            lw_mixed_combine(fit, row, &estimate);
            put_difference(json, variable, i, k, &estimate);
        }
    }
}

/* Of every factor: the mean at each level, averaged over the other factors with equal
 * weights and at the means of the numbers, and the differences of these means. */
static lw_status put_marginal(struct analysis *a, const struct lw_design *d,
                              const struct lw_mixed *fit) {
    double *row = lw_arena_zero(&a->table->arena, 2 * d->p, sizeof *row);
    if (row == NULL) {
        return lw_fail_memory(&a->err);
    }
    lw_json_array(a->json, "marginal_means");
    for (size_t v = 0; v < d->n_variables; v++) {
        if (d->variables[v].levels != NULL) {
            put_means(a->json, d, fit, v, row);
        }
    }
    lw_json_array_end(a->json);
    lw_json_array(a->json, "marginal_differences");
    for (size_t v = 0; v < d->n_variables; v++) {
        if (d->variables[v].levels != NULL) {
            put_differences(a->json, d, fit, v, row);
        }
    }
    lw_json_array_end(a->json);
    return LW_OK;
}

static lw_status put_mixed(struct analysis *a, const struct lw_design *d,
                           const struct lw_mixed *fit) {
    struct lw_json_writer *json = a->json;
    lw_json_text(json, "method", fit->reml ? "REML" : "ML");
    lw_json_text(json, "degrees_of_freedom",
                 fit->reml ? "Satterthwaite" : "Satterthwaite's need REML");
    lw_json_uint(json, "groups", fit->n_groups);
    lw_json_bool(json, "singular", fit->singular);
    lw_json_real(json, "var_group", fit->var_group);
    lw_json_real(json, "var_residual", fit->var_residual);
    lw_json_real(json, "rho", fit->rho);
    lw_json_real(json, "minus2_log_lik", fit->minus2_log_lik);
    lw_json_real(json, "aic", fit->aic);
    lw_json_real(json, "bic", fit->bic);
    lw_json_array(json, "terms");
    for (size_t i = 0; i < fit->p; i++) {
        lw_json_object(json, NULL);
        lw_json_text(json, "term", d->terms[i]);
        lw_json_real(json, "beta", fit->beta[i]);
        lw_json_real(json, "se", fit->se[i]);
        lw_json_real(json, "t", fit->t[i]);
        lw_json_real(json, "df", fit->df[i]);
        lw_json_real(json, "p", fit->p_value[i]);
        lw_json_real(json, "low", fit->low[i]);
        lw_json_real(json, "high", fit->high[i]);
        lw_json_real(json, "df_containment", fit->df_containment[i]);
        lw_json_real(json, "p_containment", fit->p_containment[i]);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
    lw_status status = put_marginal(a, d, fit);
    lw_json_array(json, "group_effects");
    for (size_t g = 0; g < fit->n_groups; g++) {
        lw_json_object(json, NULL);
        lw_json_text(json, "group", d->group_names[g]);
        lw_json_real(json, "effect", fit->blup[g]);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
    return status;
}

lw_status analyze_mixed(struct analysis *a) {
    struct lw_design d;
    struct lw_mixed fit;
    const char *formula;
    lw_status status = analysis_need(a, "formula", &formula);
    if (status == LW_OK) {
        status = lw_design_build(a->table, formula, false, &d, &a->err);
    }
    if (status == LW_OK && (d.group == NULL || d.y == NULL)) {
        status = lw_fail(&a->err, LW_USAGE, 0, 0,
                         "a mixed model needs a response and (1 | group) in its formula");
    }
    if (status == LW_OK) {
        status = lw_mixed_fit(a->cli->alloc,
                              cli_value(a->args, "symmetry")->flag ? LW_MIXED_SYMMETRY
                                                                   : LW_MIXED_INTERCEPT,
                              !cli_value(a->args, "ml")->flag,
                              &(struct lw_mixed_data){.x = d.x,
                                                      .y = d.y,
                                                      .group = d.group,
                                                      .n = d.n,
                                                      .p = d.p,
                                                      .n_groups = d.n_groups},
                              &fit, &a->err);
        analysis_call_by_name(a, "term", d.terms, d.p);
    }
    if (status == LW_OK) {
        status = put_mixed(a, &d, &fit);
        lw_mixed_free(&fit);
    }
    return status;
}
