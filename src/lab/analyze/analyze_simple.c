/* Analyses of one or two columns, and least squares. */
#include "analyze/analyze.h"

#include <math.h>
#include <string.h>

static void put_description(struct lw_json_writer *json, const char *name,
                            const struct lw_description *d) {
    lw_json_object(json, NULL);
    lw_json_text(json, "column", name);
    lw_json_uint(json, "n", d->n);
    lw_json_real(json, "mean", d->mean);
    lw_json_real(json, "sd", d->sd);
    lw_json_real(json, "min", d->min);
    lw_json_real(json, "q1", d->quartile[0]);
    lw_json_real(json, "median", d->median);
    lw_json_real(json, "q3", d->quartile[2]);
    lw_json_real(json, "max", d->max);
    lw_json_real(json, "mean_dev_mean", d->mean_dev_mean);
    lw_json_real(json, "mean_dev_median", d->mean_dev_median);
    lw_json_real(json, "median_dev", d->median_dev);
    lw_json_real(json, "median_dev_scaled", d->median_dev_scaled);
    lw_json_real(json, "mean_low", d->ci_low);
    lw_json_real(json, "mean_high", d->ci_high);
    lw_json_object_end(json);
}

lw_status analyze_describe(struct analysis *a) {
    const struct lw_column *columns[ANALYSIS_MAX_COLUMNS];
    size_t n_columns;
    lw_status status = analysis_columns(a, columns, &n_columns);
    lw_json_array(a->json, "columns");
    for (size_t i = 0; status == LW_OK && i < n_columns; i++) {
        struct lw_description d;
        status =
            lw_describe(a->cli->alloc, columns[i]->value, a->table->n_rows, &d, &a->err);
        if (status == LW_OK) {
            put_description(a->json, columns[i]->name, &d);
        }
    }
    lw_json_array_end(a->json);
    if (status == LW_OK && analysis_text(a, "x") == NULL) {
        analysis_left_out(a);
    }
    return status;
}

lw_status analyze_correlate(struct analysis *a) {
    const double *x, *y;
    struct lw_correlation r;
    lw_status status = analysis_column(a, "x", &x);
    if (status == LW_OK) {
        status = analysis_column(a, "y", &y);
    }
    if (status == LW_OK) {
        status = lw_correlate(a->cli->alloc, x, y, a->table->n_rows, &r, &a->err);
    }
    if (status != LW_OK) {
        return status;
    }
    lw_json_bool(a->json, "defined", r.defined);
    lw_json_bool(a->json, "ties", r.ties);
    lw_json_real(a->json, "pearson", r.pearson);
    lw_json_real(a->json, "pearson_t", r.pearson_t);
    lw_json_real(a->json, "pearson_p", r.pearson_p);
    lw_json_real(a->json, "pearson_low", r.pearson_low);
    lw_json_real(a->json, "pearson_high", r.pearson_high);
    lw_json_real(a->json, "spearman", r.spearman);
    lw_json_real(a->json, "spearman_s", r.spearman_s);
    lw_json_real(a->json, "spearman_p", r.spearman_p);
    lw_json_text(a->json, "spearman_p_by",
                 isnan(r.spearman_p) ? NULL
                 : r.spearman_exact  ? "permutations"
                                     : "t");
    lw_json_real(a->json, "spearman_p_t", fabs(r.spearman) < 1 ? r.spearman_p_t : NAN);
    lw_json_real(a->json, "spearman_p_r_exact",
                 r.spearman_p_r > 0 ? r.spearman_p_r : NAN);
    lw_json_real(a->json, "kendall", r.kendall);
    lw_json_real(a->json, "kendall_p", r.kendall_p);
    lw_json_real(a->json, "kendall_p_exact", r.kendall_p_exact);
    return LW_OK;
}

static lw_status design_of(struct analysis *a, struct lw_design *design) {
    const char *formula;
    lw_status status = analysis_need(a, "formula", &formula);
    if (status == LW_OK) {
        status = lw_design_build(a->table, formula, false, design, &a->err);
    }
    if (status == LW_OK && design->y == NULL) {
        status = lw_fail(&a->err, LW_USAGE, 0, 0, "the formula has no left side");
    }
    return status == LW_OK ? analysis_fixed(a, design) : status;
}

static lw_status weights_of(struct analysis *a, const double **weights) {
    *weights = NULL;
    return analysis_text(a, "weights") == NULL ? LW_OK
                                               : analysis_column(a, "weights", weights);
}

lw_status analyze_regress(struct analysis *a) {
    struct lw_design d;
    struct lw_fit fit;
    const double *weights;
    lw_status status = design_of(a, &d);
    if (status == LW_OK) {
        status = weights_of(a, &weights);
    }
    if (status == LW_OK) {
        struct lw_regression_data rows = lw_design_data(&d, weights);
        status = lw_least_squares(a->cli->alloc, &rows, &fit, &a->err);
        analysis_call_by_name(a, "term", d.terms, d.p);
    }
    if (status != LW_OK) {
        return status;
    }
    lw_json_real(a->json, "r2", fit.r2);
    lw_json_real(a->json, "adjusted_r2", fit.adjusted_r2);
    lw_json_real(a->json, "sigma", fit.sigma);
    lw_json_real(a->json, "df", fit.df);
    lw_json_real(a->json, "f", fit.f);
    lw_json_real(a->json, "f_df1", fit.f_df1);
    lw_json_real(a->json, "f_df2", fit.f_df2);
    lw_json_real(a->json, "f_p", fit.f_p);
    lw_json_real(a->json, "log_lik", fit.log_lik);
    lw_json_array(a->json, "terms");
    for (size_t i = 0; i < d.p; i++) {
        lw_json_object(a->json, NULL);
        lw_json_text(a->json, "term", d.terms[i]);
        lw_json_real(a->json, "beta", fit.beta[i]);
        lw_json_real(a->json, "se", fit.se[i]);
        lw_json_real(a->json, "t", fit.t[i]);
        lw_json_real(a->json, "p", fit.p_value[i]);
        lw_json_real(a->json, "low", fit.low[i]);
        lw_json_real(a->json, "high", fit.high[i]);
        lw_json_object_end(a->json);
    }
    lw_json_array_end(a->json);
    lw_fit_free(&fit);
    return LW_OK;
}

static void put_cross_validation(struct lw_json_writer *json, const struct lw_design *d,
                                 const struct lw_cross_validation *cv) {
    lw_json_real(json, "mae", cv->mae);
    lw_json_real(json, "mae_weighted", cv->mae_weighted);
    lw_json_real(json, "mae_fold_mean", cv->mae_fold_mean);
    lw_json_real(json, "mae_weighted_fold_mean", cv->mae_weighted_fold_mean);
    lw_json_real(json, "relative_percent", cv->relative_percent);
    lw_json_real(json, "relative_weighted_percent", cv->relative_weighted_percent);
    lw_json_real(json, "rmse", cv->rmse);
    lw_json_real(json, "press_r2", cv->press_r2);
    lw_json_array(json, "terms");
    for (size_t i = 0; i < d->p; i++) {
        lw_json_object(json, NULL);
        lw_json_text(json, "term", d->terms[i]);
        lw_json_real(json, "mean_beta", cv->beta_mean[i]);
        for (size_t fold = 0; fold < cv->k && fold < 20; fold++) {
            char key[24];
            (void)snprintf(key, sizeof key, "fold_%zu", fold + 1);
            lw_json_real(json, key, cv->beta_by_fold[fold * cv->p + i]);
        }
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
    lw_json_array(json, "prediction");
    for (size_t i = 0; i < cv->n; i++) {
        lw_json_real(json, NULL, cv->prediction[i]);
    }
    lw_json_array_end(json);
}

/* Leaves out one group after the other. */
static lw_status validate_groups(struct analysis *a, const struct lw_design *d,
                                 const double *weights, struct lw_cross_validation *cv) {
    const char *group = analysis_text(a, "group"), **names;
    const struct lw_column *column = lw_table_find(a->table, group);
    size_t n_groups, *fold;
    if (cli_value(a->args, "folds")->given) {
        return lw_fail(&a->err, LW_USAGE, 0, 0,
                       "--group makes one fold per group; leave out --folds");
    }
    if (column == NULL) {
        return lw_fail(&a->err, LW_BAD_INPUT, 1, 0, "there is no column '%.60s'", group);
    }
    lw_status status = analysis_levels(a, column, &names, &n_groups, &fold);
    if (status == LW_OK && n_groups < 2) {
        status = lw_fail(&a->err, LW_BAD_INPUT, 0, 0,
                         "column '%.60s' is '%.40s' in every row; at least 2 groups are "
                         "needed, so that rows remain when one is left out",
                         group, names[0]);
    }
    if (status == LW_OK) {
        struct lw_regression_data rows = lw_design_data(d, weights);
        status =
            lw_cross_validate_folds(a->cli->alloc, &rows, fold, n_groups, cv, &a->err);
    }
    if (status == LW_OK) {
        lw_json_array(a->json, "left_out");
        for (size_t i = 0; i < n_groups; i++) {
            lw_json_text(a->json, NULL, names[i]);
        }
        lw_json_array_end(a->json);
    }
    return status;
}

lw_status analyze_cross_validate(struct analysis *a) {
    struct lw_design d;
    struct lw_cross_validation cv;
    const double *weights;
    lw_status status = design_of(a, &d);
    if (status == LW_OK) {
        status = weights_of(a, &weights);
    }
    if (status == LW_OK) {
        struct lw_regression_data rows = lw_design_data(&d, weights);
        status =
            analysis_text(a, "group") != NULL
                ? validate_groups(a, &d, weights, &cv)
                : lw_cross_validate(a->cli->alloc, &rows,
                                    (size_t)cli_value(a->args, "folds")->i, &cv, &a->err);
        analysis_call_by_name(a, "term", d.terms, d.p);
    }
    if (status == LW_OK) {
        put_cross_validation(a->json, &d, &cv);
        lw_cross_validation_free(&cv);
    }
    return status;
}

lw_status analyze_logit(struct analysis *a) {
    const double *x;
    const struct lw_option_value *adjust = cli_value(a->args, "adjust");
    struct lw_logit how;
    lw_status status = analysis_column(a, "x", &x);
    double *out = lw_arena_zero(&a->table->arena, a->table->n_rows + 1, sizeof *out);
    if (status == LW_OK && out == NULL) {
        status = lw_fail_memory(&a->err);
    }
    if (status == LW_OK) {
        status = lw_logit_transform(x, a->table->n_rows, adjust->set ? adjust->real : -1,
                                    out, &how, &a->err);
    }
    if (status != LW_OK) {
        return status;
    }
    size_t n_infinite = 0;
    for (size_t i = 0; i < a->table->n_rows; i++) {
        n_infinite += isinf(out[i]) != 0;
    }
    lw_json_bool(a->json, "percent", how.percent);
    lw_json_real(a->json, "adjust", how.adjust);
    lw_json_uint(a->json, "undefined", n_infinite);
    lw_json_array(a->json, "logit");
    for (size_t i = 0; i < a->table->n_rows; i++) {
        lw_json_real(a->json, NULL, out[i]);
    }
    lw_json_array_end(a->json);
    return LW_OK;
}

lw_status analyze_log(struct analysis *a) {
    const double *x;
    lw_status status = analysis_column(a, "x", &x);
    for (size_t i = 0; status == LW_OK && i < a->table->n_rows; i++) {
        if (!(x[i] > 0)) {
            status =
                lw_fail(&a->err, LW_BAD_INPUT, 0, 0,
                        "column '%.60s', row %zu: %g has no logarithm; values must be "
                        "above zero",
                        analysis_text(a, "x"), i + 1, x[i]);
        }
    }
    lw_json_array(a->json, "log");
    for (size_t i = 0; status == LW_OK && i < a->table->n_rows; i++) {
        lw_json_real(a->json, NULL, log(x[i]));
    }
    lw_json_array_end(a->json);
    return status;
}

lw_status analyze_box_cox(struct analysis *a) {
    struct lw_design d;
    struct lw_box_cox fit;
    lw_status status = design_of(a, &d);
    if (status == LW_OK) {
        struct lw_regression_data rows = lw_design_data(&d, NULL);
        status = lw_box_cox_fit(a->cli->alloc, &rows, &fit, &a->err);
        analysis_call_by_name(a, "term", d.terms, d.p);
    }
    if (status != LW_OK) {
        return status;
    }
    lw_json_real(a->json, "lambda", fit.lambda);
    lw_json_real(a->json, "se", fit.se);
    lw_json_real(a->json, "low", fit.low);
    lw_json_real(a->json, "high", fit.high);
    lw_json_real(a->json, "lr_zero", fit.lr_zero);
    lw_json_real(a->json, "lr_zero_p", fit.lr_zero_p);
    lw_json_real(a->json, "lr_one", fit.lr_one);
    lw_json_real(a->json, "lr_one_p", fit.lr_one_p);
    return LW_OK;
}

static void put_t(struct lw_json_writer *json, const char *key,
                  const struct lw_t_test *t) {
    lw_json_object(json, NULL);
    lw_json_text(json, "test", key);
    lw_json_real(json, "difference", t->mean);
    lw_json_real(json, "se", t->se);
    lw_json_real(json, "t", t->t);
    lw_json_real(json, "df", t->df);
    lw_json_real(json, "p", t->p);
    lw_json_real(json, "low", t->low);
    lw_json_real(json, "high", t->high);
    lw_json_object_end(json);
}

/* The rows of y split by the two levels of x, in order of the pairing column if given. */
struct halves {
    double *first, *second;
    size_t n_first, n_second;
    const char *names[2];
};

/* What the arguments name: y, the half of each row and the pair it belongs to. */
struct pairing {
    const double *y;
    const char **halves; /* [2] */
    size_t *half;        /* [row] */
    const char *group;   /* the pairing column; NULL: the rows are no pairs */
    const char **names;  /* [n_pairs] */
    size_t *pair;        /* [row]; NULL without a group */
    size_t n_pairs;
};

static lw_status name_pairs(struct analysis *a, struct pairing *out) {
    out->group = analysis_text(a, "group");
    if (out->group == NULL) {
        return LW_OK;
    }
    const struct lw_column *column = lw_table_find(a->table, out->group);
    return column == NULL
               ? lw_fail(&a->err, LW_BAD_INPUT, 1, 0, "there is no column '%.60s'",
                         out->group)
               : analysis_levels(a, column, &out->names, &out->n_pairs, &out->pair);
}

static lw_status read_pairing(struct analysis *a, struct pairing *out) {
    const char *x_name;
    size_t n_halves;
    lw_status status = analysis_need(a, "x", &x_name);
    const struct lw_column *x = status == LW_OK ? lw_table_find(a->table, x_name) : NULL;
    if (status == LW_OK && x == NULL) {
        status =
            lw_fail(&a->err, LW_BAD_INPUT, 1, 0, "there is no column '%.60s'", x_name);
    }
    if (status == LW_OK) {
        status = analysis_column(a, "y", &out->y);
    }
    if (status == LW_OK) {
        status = analysis_levels(a, x, &out->halves, &n_halves, &out->half);
    }
    if (status == LW_OK && n_halves != 2) {
        status = lw_fail(&a->err, LW_BAD_INPUT, 0, 0,
                         "column '%.60s' must have 2 different values; it has %zu",
                         x_name, n_halves);
    }
    return status == LW_OK ? name_pairs(a, out) : status;
}

/* Some pair lacks a half: names the first. */
static lw_status fail_alone(struct analysis *a, const struct pairing *p,
                            const struct halves *h, const unsigned char *seen) {
    size_t n = a->table->n_rows, alone = 0;
    while (seen[alone] && seen[n + 1 + alone]) {
        alone++;
    }
    return lw_fail(&a->err, LW_BAD_INPUT, 0, 0,
                   "column '%.60s': '%.40s' has no row in '%.40s', so it is not a pair "
                   "(%zu in '%.40s', %zu in '%.40s', %zu in all)",
                   p->group, p->names[alone], p->halves[seen[alone] ? 1 : 0], h->n_first,
                   p->halves[0], h->n_second, p->halves[1], p->n_pairs);
}

static lw_status split(struct analysis *a, struct halves *out) {
    struct pairing p = {0};
    lw_status status = read_pairing(a, &p);
    if (status != LW_OK) {
        return status;
    }
    size_t n = a->table->n_rows;
    double *room = lw_arena_zero(&a->table->arena, 2 * n + 2, sizeof *room);
    unsigned char *seen = lw_arena_zero(&a->table->arena, 2 * n + 2, 1);
    if (room == NULL || seen == NULL) {
        return lw_fail_memory(&a->err);
    }
    *out = (struct halves){
        .first = room, .second = room + n + 1, .names = {p.halves[0], p.halves[1]}};
    for (size_t i = 0; i < n; i++) {
        double *half = p.half[i] == 0 ? out->first : out->second;
        size_t *count = p.half[i] == 0 ? &out->n_first : &out->n_second;
        size_t at = p.pair == NULL ? *count : p.pair[i];
        if (seen[p.half[i] * (n + 1) + at]++) {
            return lw_fail(
                &a->err, LW_BAD_INPUT, 0, 0,
                "column '%.60s', row %zu: '%.40s' has a second row in '%.40s'; "
                "pairs have one each",
                p.group, i + 1, p.names[at], p.halves[p.half[i]]);
        }
        half[at] = p.y[i];
        (*count)++;
    }
    return p.pair != NULL && (out->n_first != p.n_pairs || out->n_second != p.n_pairs)
               ? fail_alone(a, &p, out, seen)
               : LW_OK;
}

lw_status analyze_t_test(struct analysis *a) {
    struct halves h;
    struct lw_t_test t;
    const struct lw_option_value *margin = cli_value(a->args, "margin");
    lw_status status = split(a, &h);
    if (status != LW_OK) {
        return status;
    }
    lw_json_text(a->json, "first", h.names[0]);
    lw_json_text(a->json, "second", h.names[1]);
    lw_json_array(a->json, "tests");
    if (analysis_text(a, "group") != NULL) {
        status =
            lw_t_test_paired(a->cli->alloc, h.first, h.second, h.n_first, &t, &a->err);
        if (status == LW_OK) {
            put_t(a->json, "paired", &t);
        }
    } else {
        status =
            lw_t_test_two((struct lw_sample){h.first, h.n_first},
                          (struct lw_sample){h.second, h.n_second}, true, &t, &a->err);
        if (status == LW_OK) {
            put_t(a->json, "student", &t);
            status = lw_t_test_two((struct lw_sample){h.first, h.n_first},
                                   (struct lw_sample){h.second, h.n_second}, false, &t,
                                   &a->err);
        }
        if (status == LW_OK) {
            put_t(a->json, "welch", &t);
        }
    }
    lw_json_array_end(a->json);
    if (status == LW_OK && margin->set) {
        struct lw_tost e = lw_tost(t.mean, t.se, t.df, margin->real);
        lw_json_text(a->json, "equivalence_by",
                     analysis_text(a, "group") != NULL ? "paired" : "welch");
        lw_json_real(a->json, "margin", margin->real);
        lw_json_real(a->json, "equivalence_p", e.p);
        lw_json_real(a->json, "p_lower", e.p_lower);
        lw_json_real(a->json, "p_upper", e.p_upper);
        lw_json_real(a->json, "low90", e.low);
        lw_json_real(a->json, "high90", e.high);
    }
    return status;
}
