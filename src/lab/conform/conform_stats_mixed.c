/* Cases of conform stats about repeated measures: mixed models, and the t tests that are
 * kept with them. */
#include "conform/conform_stats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_p_list(struct stats_case *c, const double *got, size_t n,
                         const struct lw_json *want) {
    size_t i = 0;
    for (const struct lw_json *at = want == NULL ? NULL : want->first;
         at != NULL && i < n; at = at->next, i++) {
        stats_near(c, "p", got[i], at, 0, at->number > 1e-8 ? 1e-4 : 1e-2);
    }
}

static void check_intervals(struct stats_case *c, const struct lw_mixed *fit,
                            const struct lw_json *want) {
    size_t i = 0;
    for (const struct lw_json *row = want == NULL ? NULL : want->first; row != NULL;
         row = row->next, i++) {
        double interval[2] = {fit->low[i], fit->high[i]};
        stats_list(c, "interval", interval, 2, row,
                   (struct stats_within){1e-5 * fit->se[i], 1e-5});
    }
}

static void check_reml(struct stats_case *c, const struct lw_mixed *fit,
                       const struct lw_design *design, const struct lw_json *want) {
    stats_list(c, "beta", fit->beta, fit->p, stats_at(want, "beta"),
               (struct stats_within){1e-12, 1e-7});
    stats_list(c, "se", fit->se, fit->p, stats_at(want, "se"),
               (struct stats_within){0, 1e-5});
    stats_list(c, "t", fit->t, fit->p, stats_at(want, "t"),
               (struct stats_within){1e-9, 1e-5});
    stats_list(c, "df", fit->df, fit->p, stats_at(want, "satterthwaite_df"),
               (struct stats_within){0, 1e-3});
    check_p_list(c, fit->p_value, fit->p, stats_at(want, "p"));
    check_intervals(c, fit, stats_at(want, "ci95_t_satterthwaite"));
    stats_near(c, "group variance", fit->var_group, stats_at(want, "var_group"), 1e-12,
               1e-5);
    stats_near(c, "residual variance", fit->var_residual, stats_at(want, "var_resid"), 0,
               1e-5);
    stats_near(c, "-2 log REML", fit->minus2_log_lik,
               stats_at(want, "REML_criterion_minus2loglik"), 1e-6, 0);
    const struct lw_json *blup = stats_at(want, "blup");
    for (size_t g = 0; blup != NULL && g < design->n_groups; g++) {
        stats_near(c, "group effect", fit->blup[g],
                   stats_at(blup, design->group_names[g]), 1e-6, 1e-4);
    }
}

static void check_ml(struct stats_case *c, const struct lw_mixed *fit,
                     const struct lw_json *want) {
    stats_list(c, "ML beta", fit->beta, fit->p, stats_at(want, "beta"),
               (struct stats_within){1e-12, 1e-7});
    stats_near(c, "ML group variance", fit->var_group, stats_at(want, "var_group"), 1e-12,
               1e-5);
    stats_near(c, "ML residual variance", fit->var_residual, stats_at(want, "var_resid"),
               0, 1e-5);
    stats_near(c, "-2 log ML", fit->minus2_log_lik, stats_at(want, "minus2loglik"), 1e-6,
               0);
    stats_near(c, "AIC", fit->aic, stats_at(want, "AIC"), 1e-6, 0);
    stats_near(c, "BIC", fit->bic, stats_at(want, "BIC"), 1e-6, 0);
}

static void check_symmetry(struct stats_case *c, const struct lw_mixed *fit,
                           const struct lw_json *want) {
    double log_lik = -0.5 * fit->minus2_log_lik;
    stats_list(c, "CS beta", fit->beta, fit->p, stats_at(want, "beta"),
               (struct stats_within){1e-12, 1e-7});
    stats_list(c, "CS se", fit->se, fit->p, stats_at(want, "se"),
               (struct stats_within){0, 1e-5});
    stats_near(c, "rho", fit->rho, stats_at(want, "rho"), 0, 1e-5);
    stats_near(c, "CS variance", fit->var_group + fit->var_residual,
               stats_at(want, "sigma2_total"), 0, 1e-5);
    stats_near(c, "CS covariance", fit->var_group, stats_at(want, "cov_within"), 0, 1e-5);
    stats_near(c, "CS log REML", log_lik, stats_at(want, "logLik_REML"), 1e-6, 0);
}

static bool fit_one(struct stats_case *c, const struct lw_design *d,
                    enum lw_mixed_kind kind, bool reml, struct lw_mixed *fit) {
    struct lw_error err;
    return stats_done(c,
                      lw_mixed_fit(c->alloc, kind, reml,
                                   &(struct lw_mixed_data){.x = d->x,
                                                           .y = d->y,
                                                           .group = d->group,
                                                           .n = d->n,
                                                           .p = d->p,
                                                           .n_groups = d->n_groups},
                                   fit, &err),
                      &err);
}

static void case_t_tests(struct stats_case *c);

void stats_case_lmm(struct stats_case *c) {
    const struct lw_json *formula = stats_at(c->want, "formula");
    struct lw_design design;
    struct lw_mixed fit;
    struct lw_error err = {.text = "no formula or no data"};
    if (stats_at(c->want, "p_adjust") != NULL) {
        case_t_tests(c);
        return;
    }
    lw_status status =
        formula == NULL || c->table == NULL
            ? LW_BAD_INPUT
            : lw_design_build(c->table, formula->text, false, &design, &err);
    if (!stats_done(c, status, &err)) {
        return;
    }
    if (fit_one(c, &design, LW_MIXED_INTERCEPT, true, &fit)) {
        const struct lw_json *nlme = stats_at(c->want, "nlme_lme");
        check_reml(c, &fit, &design, stats_at(c->want, "reml"));
        stats_list(c, "containment df", fit.df_containment, fit.p,
                   stats_at(nlme, "df_containment"), (struct stats_within){0, 1e-9});
        check_p_list(c, fit.p_containment, fit.p, stats_at(nlme, "p"));
        lw_mixed_free(&fit);
    }
    if (fit_one(c, &design, LW_MIXED_INTERCEPT, false, &fit)) {
        check_ml(c, &fit, stats_at(c->want, "ml"));
        lw_mixed_free(&fit);
    }
    const struct lw_json *symmetry = stats_at(c->want, "compound_symmetry_gls");
    if (symmetry != NULL && fit_one(c, &design, LW_MIXED_SYMMETRY, true, &fit)) {
        check_symmetry(c, &fit, symmetry);
        lw_mixed_free(&fit);
    }
}

struct measured {
    const char *subject;
    double y;
};

static int by_subject(const void *a, const void *b) {
    const struct measured *x = a, *y = b;
    return strcmp(x->subject, y->subject);
}

/* The rows of one condition, in the order of the subjects, so that conditions pair up. */
static size_t pick(struct lw_table *table, const char *column, const char *level,
                   const char *column2, const char *level2, double *out) {
    const struct lw_column *a = lw_table_find(table, column);
    const struct lw_column *b = column2 == NULL ? NULL : lw_table_find(table, column2);
    const struct lw_column *y = lw_table_find(table, "logrt");
    const struct lw_column *subject = lw_table_find(table, "subject");
    struct measured *rows = lw_arena_zero(&table->arena, table->n_rows + 1, sizeof *rows);
    size_t n = 0;
    if (a == NULL || y == NULL || subject == NULL || rows == NULL) {
        return 0;
    }
    for (size_t i = 0; i < table->n_rows; i++) {
        if (strcmp(a->text[i], level) == 0 &&
            (b == NULL || strcmp(b->text[i], level2) == 0)) {
            rows[n++] = (struct measured){subject->text[i], y->value[i]};
        }
    }
    qsort(rows, n, sizeof *rows, by_subject);
    for (size_t i = 0; i < n; i++) {
        out[i] = rows[i].y;
    }
    return n;
}

static void check_t(struct stats_case *c, const struct lw_t_test *t,
                    const struct lw_json *want, const char *prefix) {
    char key[32];
    double interval[2] = {t->low, t->high};
    (void)snprintf(key, sizeof key, "%st", prefix);
    stats_near(c, "t", t->t, stats_at(want, key), 0, 1e-9);
    (void)snprintf(key, sizeof key, "%sdf", prefix);
    stats_near(c, "df", t->df, stats_at(want, key), 0, 1e-9);
    (void)snprintf(key, sizeof key, "%sp", prefix);
    stats_near(c, "p", t->p, stats_at(want, key), 0, 1e-9);
    (void)snprintf(key, sizeof key, "%sci95", prefix);
    stats_list(c, "interval", interval, 2, stats_at(want, key),
               (struct stats_within){1e-12, 1e-9});
}

static void check_paired(struct stats_case *c, const double *x, const double *y, size_t n,
                         const struct lw_json *want) {
    struct lw_t_test t;
    struct lw_error err;
    const struct lw_json *tost = stats_at(want, "tost");
    if (!stats_done(c, lw_t_test_paired(c->alloc, x, y, n, &t, &err), &err)) {
        return;
    }
    stats_near(c, "mean", t.mean, stats_at(want, "mean"), 0, 1e-9);
    check_t(c, &t, want, "");
    if (tost != NULL && stats_at(tost, "margin") != NULL) {
        struct lw_tost e = lw_tost(t.mean, t.se, t.df, stats_at(tost, "margin")->number);
        double interval[2] = {e.low, e.high};
        stats_near(c, "lower p", e.p_lower, stats_at(tost, "p_lower"), 0, 1e-9);
        stats_near(c, "upper p", e.p_upper, stats_at(tost, "p_upper"), 0, 1e-9);
        stats_list(c, "90 % interval", interval, 2, stats_at(tost, "ci90"),
                   (struct stats_within){1e-12, 1e-9});
    }
    struct lw_wilcoxon w;
    if (stats_done(c, lw_wilcoxon_paired(c->alloc, x, y, n, &w, &err), &err)) {
        stats_near(c, "Wilcoxon p", w.p, stats_at(want, "wilcoxon_V_p_normal_cc"), 0,
                   1e-9);
    }
}

static void check_adjusted(struct stats_case *c, const struct lw_json *want) {
    static const struct {
        const char *key;
        enum lw_adjust how;
    } rows[] = {{"holm", LW_ADJUST_HOLM},
                {"BH", LW_ADJUST_BH},
                {"bonferroni", LW_ADJUST_BONFERRONI}};
    const struct lw_json *given = stats_at(want, "p");
    double p[64], out[64];
    size_t n = 0;
    for (const struct lw_json *at = given == NULL ? NULL : given->first;
         at != NULL && n < 64; at = at->next) {
        p[n++] = at->number;
    }
    for (size_t i = 0; i < 3; i++) {
        if (lw_p_adjust(c->alloc, rows[i].how, p, n, out) == LW_OK) {
            stats_list(c, rows[i].key, out, n, stats_at(want, rows[i].key),
                       (struct stats_within){1e-12, 1e-9});
        }
    }
}

static void case_t_tests(struct stats_case *c) {
    const struct lw_json *data = stats_at(c->want, "data");
    struct lw_table table;
    struct lw_error err;
    char name[200];
    double x[2000], y[2000];
    if (data == NULL || strlen(data->text) < 5 || strlen(data->text) > 190) {
        stats_broken(c, "it does not name its data");
        return;
    }
    (void)snprintf(name, sizeof name, "%.*s", (int)(strlen(data->text) - 4), data->text);
    if (!stats_done(c, stats_read_table(c->alloc, c->folder, name, &table, &err), &err)) {
        return;
    }
    if (table.n_rows <= 2000) {
        struct lw_t_test t;
        size_t n = pick(&table, "set", "gen", NULL, NULL, x);
        size_t m = pick(&table, "set", "hand", NULL, NULL, y);
        if (n == m && n > 1) {
            check_paired(c, x, y, n, stats_at(c->want, "paired_gen_minus_hand"));
        } else {
            stats_broken(c, "%zu and %zu rows do not form pairs", n, m);
        }
        const struct lw_json *two = stats_at(c->want, "gen_AFTER_vs_BEFORE");
        n = pick(&table, "set", "gen", "order", "AFTER", x);
        m = pick(&table, "set", "gen", "order", "BEFORE", y);
        if (two != NULL &&
            stats_done(c,
                       lw_t_test_two((struct lw_sample){x, n}, (struct lw_sample){y, m},
                                     false, &t, &err),
                       &err)) {
            check_t(c, &t, two, "welch_");
        }
        if (two != NULL &&
            stats_done(c,
                       lw_t_test_two((struct lw_sample){x, n}, (struct lw_sample){y, m},
                                     true, &t, &err),
                       &err)) {
            check_t(c, &t, two, "student_");
        }
    }
    check_adjusted(c, stats_at(c->want, "p_adjust"));
    lw_table_free(&table);
}
