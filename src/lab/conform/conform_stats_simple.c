/* Cases of conform stats that need one formula each. The tolerances are those that come
 * with the reference data. */
#include "conform/conform_stats.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double *column(struct stats_case *c, const char *name) {
    const double *values = NULL;
    struct lw_error err = {.text = "the data file is missing"};
    lw_status status =
        c->table == NULL ? LW_BAD_INPUT : lw_table_numbers(c->table, name, &values, &err);
    return stats_done(c, status, &err) ? values : NULL;
}

/* p values are compared relatively, the tiniest less strictly. */
static void near_p(struct stats_case *c, const char *name, double got,
                   const struct lw_json *want) {
    bool tiny = want != NULL && fabs(want->number) < 1e-12;
    stats_near(c, name, got, want, tiny && want->number == 0 ? 1e-300 : 0,
               tiny ? 1e-6 : 1e-9);
}

void stats_case_corr(struct stats_case *c) {
    const double *x = column(c, "x"), *y = column(c, "y");
    struct lw_correlation r;
    struct lw_error err;
    if (x == NULL || y == NULL ||
        !stats_done(c, lw_correlate(c->alloc, x, y, c->table->n_rows, &r, &err), &err)) {
        return;
    }
    const struct lw_json *pearson = stats_at(c->want, "pearson");
    const struct lw_json *spearman = stats_at(c->want, "spearman");
    const struct lw_json *kendall = stats_at(c->want, "kendall_tau_b");
    double interval[2] = {r.pearson_low, r.pearson_high};
    stats_near(c, "r", r.pearson, stats_at(pearson, "r"), 1e-12, 0);
    stats_near(c, "r2", r.pearson * r.pearson, stats_at(pearson, "r2"), 1e-12, 0);
    const struct lw_json *t = stats_at(pearson, "t");
    /* t of a perfect correlation is infinite up to rounding. */
    if (t != NULL && t->type == LW_JSON_NUMBER && fabs(t->number) < 1e6) {
        stats_near(c, "t", r.pearson_t, t, 0, 1e-9);
        near_p(c, "p", r.pearson_p, stats_at(pearson, "p_two_sided"));
    }
    const struct lw_json *ci = stats_at(pearson, "ci95");
    if (ci != NULL && ci->type == LW_JSON_ARRAY) {
        stats_list(c, "interval", interval, 2, ci, (struct stats_within){1e-10, 1e-9});
    }
    stats_near(c, "rho", r.spearman, stats_at(spearman, "rho"), 1e-12, 0);
    stats_near(c, "S", r.spearman_s, stats_at(spearman, "S"), 1e-7, 1e-10);
    near_p(c, "Spearman p", r.spearman_p_t, stats_at(spearman, "p_t_asymptotic"));
    if (!r.ties) {
        near_p(c, "Spearman exact p", r.spearman_p_r,
               stats_at(spearman, "p_R_exact_option"));
    }
    stats_near(c, "tau", r.kendall, stats_at(kendall, "tau"), 1e-12, 0);
    near_p(c, "Kendall p", r.kendall_p, stats_at(kendall, "p_normal_asymptotic"));
}

void stats_case_descr(struct stats_case *c) {
    const double *x = column(c, "x");
    struct lw_description d;
    struct lw_error err;
    if (x == NULL ||
        !stats_done(c, lw_describe(c->alloc, x, c->table->n_rows, &d, &err), &err)) {
        return;
    }
    bool offset = fabs(d.mean) > 1e6 * d.sd;
    double interval[2] = {d.ci_low, d.ci_high};
    /* Where values cancel, a few units in the last place of the largest are rounding. */
    double unit = 8 * DBL_EPSILON * fmax(fabs(d.min), fabs(d.max));
    stats_near(c, "mean", d.mean, stats_at(c->want, "mean"), unit, 1e-12);
    stats_near(c, "sd", d.sd, stats_at(c->want, "sd"), 0, offset ? 1e-7 : 1e-12);
    stats_near(c, "median", d.median, stats_at(c->want, "median"), 0, 1e-12);
    stats_list(c, "quartiles", d.quartile, 3, stats_at(c->want, "quartiles_type7"),
               (struct stats_within){0, 1e-12});
    double loose = offset ? 1e-7 : 1e-12;
    stats_near(c, "mean deviation about the mean", d.mean_dev_mean,
               stats_at(c->want, "mean_abs_dev_about_mean"), 0, loose);
    stats_near(c, "mean deviation about the median", d.mean_dev_median,
               stats_at(c->want, "mean_abs_dev_about_median"), 0, loose);
    stats_near(c, "median deviation", d.median_dev,
               stats_at(c->want, "median_abs_dev_raw"), 0, loose);
    stats_near(c, "scaled median deviation", d.median_dev_scaled,
               stats_at(c->want, "median_abs_dev_scaled_1.4826"), 0, loose);
    stats_list(c, "interval", interval, 2, stats_at(c->want, "t_ci95_mean"),
               (struct stats_within){unit, 1e-12});
}

static double distribution(const char *name, double x, double a, double b) {
    if (strcmp(name, "norm_upper") == 0) {
        return lw_norm_upper(x);
    }
    if (strcmp(name, "t_cdf") == 0) {
        return lw_t_upper(-x, a);
    }
    if (strcmp(name, "t_two_sided") == 0) {
        return lw_t_two_sided(x, a);
    }
    if (strcmp(name, "norm_cdf") == 0) {
        return lw_norm_cdf(x);
    }
    if (strcmp(name, "norm_quantile") == 0) {
        return lw_norm_quantile(x);
    }
    if (strcmp(name, "t_cdf_upper") == 0) {
        return lw_t_upper(x, a);
    }
    if (strcmp(name, "t_quantile") == 0) {
        return lw_t_quantile(x, a);
    }
    if (strcmp(name, "chisq_upper") == 0) {
        return lw_chisq_upper(x, a);
    }
    return strcmp(name, "f_upper") == 0 ? lw_f_upper(x, a, b) : NAN;
}

void stats_case_dist(struct stats_case *c) {
    static const char *const names[] = {"fn", "x", "a", "b", "v"};
    const struct lw_column *columns[5];
    for (int i = 0; i < 5; i++) {
        columns[i] = c->table == NULL ? NULL : lw_table_find(c->table, names[i]);
        if (columns[i] == NULL) {
            stats_broken(c, "column '%s' is missing", names[i]);
            return;
        }
    }
    for (size_t row = 0; row < c->table->n_rows; row++) {
        const char *name = columns[0]->text[row];
        double got = distribution(name, columns[1]->value[row], columns[2]->value[row],
                                  columns[3]->value[row]);
        stats_number(c, name, got, columns[4]->value[row], 0, 1e-11);
    }
}

static void case_logit(struct stats_case *c) {
    const double *p = column(c, "p");
    const struct lw_json *adjust = stats_at(c->want, "adjust_argument");
    const struct lw_json *percent = stats_at(c->want, "input_is_percent");
    double out[10000];
    struct lw_logit how;
    struct lw_error err;
    if (p == NULL || c->table->n_rows > 10000) {
        stats_broken(c, "too many rows");
        return;
    }
    bool given = adjust != NULL && adjust->type == LW_JSON_NUMBER;
    lw_status status = lw_logit_transform(p, c->table->n_rows,
                                          given ? adjust->number : -1, out, &how, &err);
    if (!stats_done(c, status, &err)) {
        return;
    }
    if (percent != NULL && how.percent != (percent->type == LW_JSON_TRUE)) {
        stats_broken(c, "percent and proportion were confused");
    }
    stats_list(c, "logit", out, c->table->n_rows, stats_at(c->want, "logit"),
               (struct stats_within){1e-12, 1e-12});
}

/* The profile's differences from its first value, which constants leave alone. */
static void check_profile(struct stats_case *c, const struct lw_design *d,
                          const struct lw_json *want) {
    const struct lw_json *lambda = stats_at(want, "lambda");
    const struct lw_json *value = stats_at(want, "loglik_up_to_constant");
    double *z = lw_arena_zero(&c->table->arena, d->n, sizeof *z), mean_log = 0,
           first = NAN;
    if (lambda == NULL || value == NULL || z == NULL) {
        return;
    }
    for (size_t i = 0; i < d->n; i++) {
        mean_log += log(d->y[i]) / (double)d->n;
    }
    const struct lw_json *l = lambda->first, *v = value->first;
    for (double want_first = v == NULL ? 0 : v->number; l != NULL && v != NULL;
         l = l->next, v = v->next) {
        struct lw_fit fit;
        struct lw_error err;
        for (size_t i = 0; i < d->n; i++) {
            z[i] =
                lw_box_cox_apply(d->y[i], l->number) * exp(-(l->number - 1) * mean_log);
        }
        if (!stats_done(
                c,
                lw_least_squares(c->alloc,
                                 &(struct lw_regression_data){.x = d->x,
                                                              .y = z,
                                                              .n = d->n,
                                                              .p = d->p,
                                                              .intercept = d->intercept},
                                 &fit, &err),
                &err)) {
            return;
        }
        double here = -0.5 * (double)d->n * log(fit.ss_residual);
        first = isnan(first) ? here : first;
        lw_fit_free(&fit);
        stats_number(c, "profile", here - first, v->number - want_first, 1e-6, 1e-9);
    }
}

static void case_box_cox(struct stats_case *c) {
    const struct lw_json *formula = stats_at(c->want, "formula");
    struct lw_design design;
    struct lw_box_cox fit;
    struct lw_error err = {.text = "no formula or no data"};
    lw_status status =
        formula == NULL || c->table == NULL
            ? LW_BAD_INPUT
            : lw_design_build(c->table, formula->text, false, &design, &err);
    if (status == LW_OK) {
        struct lw_regression_data rows = lw_design_data(&design, NULL);
        status = lw_box_cox_fit(c->alloc, &rows, &fit, &err);
    }
    if (!stats_done(c, status, &err)) {
        return;
    }
    double interval[2] = {fit.low, fit.high};
    const struct lw_json *zero = stats_at(c->want, "LR_lambda0");
    const struct lw_json *one = stats_at(c->want, "LR_lambda1");
    stats_near(c, "lambda", fit.lambda, stats_at(c->want, "lambda_direct_profile_max"),
               1e-5, 0);
    stats_near(c, "se", fit.se, stats_at(c->want, "se_lambda"), 0, 1e-2);
    const struct lw_json *want_ci = stats_at(c->want, "wald_ci95");
    if (want_ci != NULL && want_ci->n_children == 2) {
        double width = want_ci->first->next->number - want_ci->first->number;
        stats_list(c, "interval", interval, 2, want_ci,
                   (struct stats_within){1e-2 * width, 1e-2});
    }
    check_profile(c, &design, stats_at(c->want, "profile"));
    stats_near(c, "LR at 0", fit.lr_zero, stats_at(zero, "stat"), 1e-6, 1e-6);
    stats_near(c, "LR at 1", fit.lr_one, stats_at(one, "stat"), 1e-6, 1e-6);
    stats_near(c, "p at 0", fit.lr_zero_p, stats_at(zero, "p"), 1e-6, 1e-6);
    stats_near(c, "p at 1", fit.lr_one_p, stats_at(one, "p"), 1e-6, 1e-5);
}

void stats_case_transform(struct stats_case *c) {
    if (strstr(c->stem, "/boxcox") != NULL) {
        case_box_cox(c);
    } else {
        case_logit(c);
    }
}

/* Digits that agree, over all coefficients. */
static void check_digits(struct stats_case *c, const char *name, const double *got,
                         size_t n, const struct lw_json *want, double digits) {
    if (want != NULL && want->n_children != n) {
        stats_broken(c, "%s: %zu values, the reference has %u", name, n,
                     want->n_children);
        return;
    }
    size_t i = 0;
    for (const struct lw_json *at = want == NULL ? NULL : want->first; at != NULL;
         at = at->next, i++) {
        stats_number(c, name, got[i], at->number, at->number == 0 ? 1e-7 : 0,
                     pow(10, -digits));
    }
}

static double nist_digits(const char *stem) {
    static const struct {
        const char *name;
        double digits;
    } rows[] = {{"norris", 11},    {"pontius", 11}, {"noint1", 13}, {"longley", 10},
                {"wampler1", 8.5}, {"wampler4", 7}, {"filip", 6.5}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strstr(stem, rows[i].name) != NULL) {
            return rows[i].digits;
        }
    }
    return 6.5;
}

void stats_case_nist(struct stats_case *c) {
    const struct lw_json *model = stats_at(c->want, "model");
    const struct lw_json *one = stats_at(c->want, "intercept");
    const struct lw_json *degree = stats_at(c->want, "degree_or_k");
    const double *y = column(c, "y");
    struct lw_error err;
    if (y == NULL || model == NULL || degree == NULL) {
        return;
    }
    bool intercept = one == NULL || one->type == LW_JSON_TRUE;
    bool poly = strcmp(model->text, "poly") == 0;
    size_t n = c->table->n_rows, k = (size_t)degree->number, p = k + (intercept ? 1 : 0);
    double *x = lw_arena_zero(&c->table->arena, n * p, sizeof *x);
    if (x == NULL) {
        stats_broken(c, "out of memory");
        return;
    }
    for (size_t j = 0; j < p; j++) {
        size_t power = j + (intercept ? 0 : 1);
        char name[32];
        (void)snprintf(name, sizeof name, "x%zu", poly ? 1 : power);
        const double *from = power == 0 ? y : column(c, name);
        for (size_t i = 0; from != NULL && i < n; i++) {
            x[i * p + j] = power == 0 ? 1 : poly ? pow(from[i], (double)power) : from[i];
        }
    }
    struct lw_fit fit;
    if (c->failed ||
        !stats_done(
            c,
            lw_least_squares(c->alloc,
                             &(struct lw_regression_data){
                                 .x = x, .y = y, .n = n, .p = p, .intercept = intercept},
                             &fit, &err),
            &err)) {
        return;
    }
    bool filip = strstr(c->stem, "filip") != NULL;
    check_digits(c, "beta", fit.beta, p, stats_at(c->want, "beta"), nist_digits(c->stem));
    if (strstr(c->stem, "wampler1") != NULL) {
        stats_list(c, "se", fit.se, p, stats_at(c->want, "se"),
                   (struct stats_within){1e-7, 0});
    } else {
        check_digits(c, "se", fit.se, p, stats_at(c->want, "se"), filip ? 6.5 : 11);
    }
    lw_fit_free(&fit);
}

static void check_fit(struct stats_case *c, const struct lw_fit *fit,
                      const struct lw_json *want) {
    double f_df[2] = {fit->f_df1, fit->f_df2};
    stats_list(c, "beta", fit->beta, fit->p, stats_at(want, "beta"),
               (struct stats_within){0, 1e-9});
    stats_list(c, "se", fit->se, fit->p, stats_at(want, "se"),
               (struct stats_within){0, 1e-9});
    stats_list(c, "t", fit->t, fit->p, stats_at(want, "t"),
               (struct stats_within){0, 1e-9});
    stats_list(c, "p", fit->p_value, fit->p, stats_at(want, "p"),
               (struct stats_within){0, 1e-9});
    stats_near(c, "sigma", fit->sigma, stats_at(want, "sigma"), 0, 1e-9);
    stats_near(c, "r2", fit->r2, stats_at(want, "r2"), 0, 1e-9);
    stats_near(c, "adjusted r2", fit->adjusted_r2, stats_at(want, "adj_r2"), 0, 1e-9);
    stats_near(c, "F", fit->f, stats_at(want, "F"), 0, 1e-9);
    stats_list(c, "F df", f_df, 2, stats_at(want, "F_df"),
               (struct stats_within){0, 1e-9});
    stats_near(c, "F p", fit->f_p, stats_at(want, "F_p"), 0, 1e-9);
    const struct lw_json *row = stats_at(want, "ci95");
    size_t i = 0;
    for (row = row == NULL ? NULL : row->first; row != NULL; row = row->next, i++) {
        double interval[2] = {fit->low[i], fit->high[i]};
        stats_list(c, "interval", interval, 2, row, (struct stats_within){1e-12, 1e-9});
    }
}

static void check_cv(struct stats_case *c, const struct lw_cross_validation *cv,
                     const struct lw_json *want) {
    const struct lw_json *by_fold = stats_at(want, "coef_by_fold");
    size_t fold = 0;
    for (const struct lw_json *row = by_fold == NULL ? NULL : by_fold->first; row != NULL;
         row = row->next, fold++) {
        stats_list(c, "coefficients of a fold", cv->beta_by_fold + fold * cv->p, cv->p,
                   row, (struct stats_within){1e-12, 1e-9});
    }
    stats_list(c, "mean coefficients", cv->beta_mean, cv->p,
               stats_at(want, "coef_mean_over_folds"),
               (struct stats_within){1e-12, 1e-9});
    stats_list(c, "prediction", cv->prediction, cv->n, stats_at(want, "pred"),
               (struct stats_within){0, 1e-9});
    stats_near(c, "mae", cv->mae, stats_at(want, "mae"), 0, 1e-9);
    stats_near(c, "weighted mae", cv->mae_weighted, stats_at(want, "mae_weighted_pooled"),
               0, 1e-9);
    stats_near(c, "mae by folds", cv->mae_fold_mean, stats_at(want, "mae_mean_of_folds"),
               0, 1e-9);
    stats_near(c, "weighted mae by folds", cv->mae_weighted_fold_mean,
               stats_at(want, "mae_weighted_mean_of_folds"), 0, 1e-9);
    stats_near(c, "relative error", cv->relative_percent,
               stats_at(want, "mean_rel_err_pct"), 0, 1e-9);
    stats_near(c, "weighted relative error", cv->relative_weighted_percent,
               stats_at(want, "mean_rel_err_weighted_pct"), 0, 1e-9);
    stats_near(c, "rmse", cv->rmse, stats_at(want, "rmse"), 0, 1e-9);
    stats_near(c, "press r2", cv->press_r2, stats_at(want, "press_r2"), 0, 1e-9);
}

/* The column that a part of a term stands for: its own name, or a factor's followed by a
 * level. */
static const char *column_of(const struct lw_table *table, const char *part, size_t len) {
    const char *found = NULL;
    size_t longest = 0;
    for (size_t i = 0; i < table->n_columns; i++) {
        const struct lw_column *column = &table->columns[i];
        size_t n = strlen(column->name);
        bool fits = n == len || (n < len && column->n_not_numbers > 0);
        if (fits && n > longest && memcmp(column->name, part, n) == 0) {
            found = column->name;
            longest = n;
        }
    }
    return found;
}

/* The formula behind the terms of an answer: the response is the file's first column. A
 * factor's levels give one term each; the formula takes a term twice for once. */
static void formula_of(struct stats_case *c, const struct lw_json *terms,
                       struct lw_buffer *out) {
    bool intercept = false;
    lw_buffer_printf(out, "`%s` ~ ", c->table->columns[0].name);
    for (const struct lw_json *at = terms->first; at != NULL; at = at->next) {
        intercept = intercept || strcmp(at->text, "(Intercept)") == 0;
    }
    lw_buffer_puts(out, intercept ? "1" : "0");
    for (const struct lw_json *at = terms->first; at != NULL; at = at->next) {
        const char *part = at->text, *joint = " + ";
        while (strcmp(at->text, "(Intercept)") != 0 && part != NULL) {
            size_t len = strcspn(part, ":");
            const char *name = column_of(c->table, part, len);
            if (name == NULL) {
                stats_broken(c, "the term '%.60s' is in no column", at->text);
                return;
            }
            lw_buffer_printf(out, "%s`%s`", joint, name);
            joint = ":";
            part = part[len] == ':' ? part + len + 1 : NULL;
        }
    }
}

/* The data files have the response first; a column "plays" holds the weights. */
void stats_case_regress(struct stats_case *c) {
    const struct lw_json *ols = stats_at(c->want, "ols"), *wls = stats_at(c->want, "wls");
    const struct lw_json *k = stats_at(c->want, "k"), *terms = stats_at(ols, "terms");
    struct lw_buffer formula;
    struct lw_design design;
    struct lw_error err = {.text = "no terms or no data"};
    struct lw_fit fit;
    struct lw_cross_validation cv;
    const double *plays = NULL;
    if (terms == NULL || c->table == NULL) {
        stats_broken(c, "%s", err.text);
        return;
    }
    if (lw_table_find(c->table, "plays") != NULL) {
        plays = column(c, "plays");
    }
    lw_buffer_init(&formula, c->alloc);
    formula_of(c, terms, &formula);
    lw_status status =
        lw_design_build(c->table, lw_buffer_text(&formula), false, &design, &err);
    lw_buffer_free(&formula);
    if (!stats_done(c, status, &err)) {
        return;
    }
    struct lw_regression_data rows = lw_design_data(&design, NULL);
    status = lw_least_squares(c->alloc, &rows, &fit, &err);
    if (stats_done(c, status, &err)) {
        check_fit(c, &fit, ols);
        lw_fit_free(&fit);
    }
    if (wls != NULL) {
        rows = lw_design_data(&design, plays);
        status = lw_least_squares(c->alloc, &rows, &fit, &err);
        if (stats_done(c, status, &err)) {
            check_fit(c, &fit, wls);
            lw_fit_free(&fit);
        }
    }
    if (k != NULL) {
        rows = lw_design_data(&design, plays);
        status = lw_cross_validate(c->alloc, &rows, (size_t)k->number, &cv, &err);
        if (stats_done(c, status, &err)) {
            check_cv(c, &cv, stats_at(c->want, "cv"));
            lw_cross_validation_free(&cv);
        }
    }
}
