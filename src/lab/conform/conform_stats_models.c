/* Cases of conform stats that fit a model. */
#include "conform/conform_stats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number in row i, column c of an answer that is a list of rows (or, with one column,
 * a plain list). */
static double cell_of(const struct lw_json *rows, size_t i, size_t column) {
    const struct lw_json *row = rows->first;
    for (; row != NULL && i > 0; i--) {
        row = row->next;
    }
    if (row == NULL || row->type == LW_JSON_NUMBER) {
        return row == NULL ? NAN : row->number;
    }
    const struct lw_json *cell = row->first;
    for (; cell != NULL && column > 0; column--) {
        cell = cell->next;
    }
    return cell == NULL ? NAN : cell->number;
}

/* Rotated columns come in any order and sign; match[j] is the reference's column for ours
 * and sign[j] its direction. */
static void match_columns(const double *got, size_t p, size_t k,
                          const struct lw_json *want, size_t *match, double *sign) {
    for (size_t j = 0; j < k; j++) {
        double best = -1;
        for (size_t r = 0; r < k; r++) {
            double dot = 0;
            for (size_t i = 0; i < p; i++) {
                dot += got[i * k + j] * cell_of(want, i, r);
            }
            if (fabs(dot) > best) {
                best = fabs(dot);
                match[j] = r;
                sign[j] = dot < 0 ? -1 : 1;
            }
        }
    }
}

/* Which column of the reference each of ours is, and whether it is turned. */
struct matching {
    size_t k;
    const size_t *match;
    const double *sign;
};

static void check_matrix(struct stats_case *c, const char *name, const double *got,
                         size_t rows, const struct lw_json *want,
                         const struct matching *m) {
    if (want == NULL || want->n_children != rows) {
        stats_broken(c, "%s: %zu rows, but the reference has another number", name, rows);
        return;
    }
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < m->k; j++) {
            stats_number(c, name, m->sign[j] * got[i * m->k + j],
                         cell_of(want, i, m->match[j]), 1e-6, 0);
        }
    }
}

void stats_case_pca(struct stats_case *c) {
    struct lw_components pca;
    struct lw_error err = {.text = "no data"};
    if (c->table == NULL) {
        stats_broken(c, "%s", err.text);
        return;
    }
    size_t n = c->table->n_rows, p = c->table->n_columns;
    double *x = lw_arena_zero(&c->table->arena, n * p, sizeof *x);
    for (size_t j = 0; x != NULL && j < p; j++) {
        for (size_t i = 0; i < n; i++) {
            x[i * p + j] = c->table->columns[j].value[i];
        }
    }
    lw_status status =
        x == NULL
            ? LW_NO_MEMORY
            : lw_components_fit(c->alloc,
                                &(struct lw_components_data){.x = x, .n = n, .p = p},
                                &pca, &err);
    if (!stats_done(c, status, &err)) {
        return;
    }
    size_t match[64] = {0};
    double sign[64] = {0};
    const struct matching matching = {pca.k, match, sign};
    const struct lw_json *rotated = stats_at(c->want, "varimax_kaiser_loadings");
    const struct lw_json *raw = stats_at(c->want, "varimax_raw_loadings");
    stats_list(c, "eigenvalues", pca.eigenvalues, p, stats_at(c->want, "eigenvalues"),
               (struct stats_within){1e-10, 0});
    stats_near(c, "components", (double)pca.k, stats_at(c->want, "k_eigen_gt_1"), 0, 0);
    if (!c->failed && pca.k <= 64 && rotated != NULL) {
        match_columns(pca.varimax, p, pca.k, rotated, match, sign);
        check_matrix(c, "rotated loadings", pca.varimax, p, rotated, &matching);
        check_matrix(c, "weights", pca.weights, p, stats_at(c->want, "score_weights"),
                     &matching);
        check_matrix(c, "scores", pca.scores, n, stats_at(c->want, "scores"), &matching);
        stats_near(c, "criterion", pca.criterion,
                   stats_at(c->want, "varimax_kaiser_criterion"), 1e-10, 0);
        stats_list(c, "communalities", pca.communality, p,
                   stats_at(c->want, "communalities"), (struct stats_within){1e-6, 0});
    }
    if (!c->failed && raw != NULL) {
        match_columns(pca.varimax_raw, p, pca.k, raw, match, sign);
        check_matrix(c, "raw rotated loadings", pca.varimax_raw, p, raw, &matching);
    }
    lw_components_free(&pca);
}

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

static bool read_games(struct stats_case *c, const char *name, struct lw_table *table,
                       struct lw_game_result **games) {
    struct lw_error err;
    const double *a, *b;
    if (!stats_done(c, stats_read_table(c->alloc, c->folder, name, table, &err), &err)) {
        return false;
    }
    const struct lw_column *result = lw_table_find(table, "result");
    *games = lw_arena_zero(&table->arena, table->n_rows, sizeof **games);
    lw_status status = lw_table_numbers(table, "a", &a, &err);
    if (status == LW_OK) {
        status = lw_table_numbers(table, "b", &b, &err);
    }
    if (!stats_done(c, status, &err) || result == NULL || *games == NULL) {
        stats_broken(c, "no column 'result'");
        lw_table_free(table);
        return false;
    }
    for (size_t i = 0; i < table->n_rows; i++) {
        char r = result->text[i][0];
        (*games)[i] = (struct lw_game_result){(size_t)a[i], (size_t)b[i],
                                              r == 'a'   ? 1
                                              : r == 'b' ? 0
                                                         : 0.5};
    }
    return true;
}

static void play_games(struct stats_case *c, const struct lw_trueskill *model,
                       const struct lw_game_result *games, size_t n,
                       const struct lw_table *trace, struct lw_rating *ratings) {
    static const char *const names[] = {"mu_a", "sigma_a", "mu_b", "sigma_b"};
    const struct lw_column *columns[4];
    for (int i = 0; i < 4; i++) {
        columns[i] = lw_table_find(trace, names[i]);
        if (columns[i] == NULL || trace->n_rows != n) {
            stats_broken(c, "the trace does not match the games");
            return;
        }
    }
    for (size_t i = 0; i < n; i++) {
        struct lw_rating *a = &ratings[games[i].a], *b = &ratings[games[i].b];
        lw_trueskill_update(model, a, b, games[i].score);
        stats_number(c, "mu", a->mu, columns[0]->value[i], 1e-9, 0);
        stats_number(c, "sigma", a->sigma, columns[1]->value[i], 1e-9, 0);
        stats_number(c, "mu", b->mu, columns[2]->value[i], 1e-9, 0);
        stats_number(c, "sigma", b->sigma, columns[3]->value[i], 1e-9, 0);
    }
}

#define MAX_ITEMS 4096

static void case_trueskill(struct stats_case *c) {
    const struct lw_json *params = stats_at(c->want, "params");
    struct lw_trueskill model = lw_trueskill_default();
    struct lw_table games_table, trace;
    struct lw_game_result *games;
    struct lw_error err;
    char name[300];
    const struct {
        const char *key;
        double *to;
    } keys[] = {{"mu", &model.mu},
                {"sigma", &model.sigma},
                {"beta", &model.beta},
                {"tau", &model.tau},
                {"draw_probability", &model.draw_probability}};
    for (size_t i = 0; i < 5; i++) {
        const struct lw_json *value = stats_at(params, keys[i].key);
        *keys[i].to = value == NULL ? *keys[i].to : value->number;
    }
    (void)snprintf(name, sizeof name, "%s_games", c->stem);
    if (!read_games(c, name, &games_table, &games)) {
        return;
    }
    (void)snprintf(name, sizeof name, "%s_trace", c->stem);
    struct lw_rating *ratings =
        lw_arena_zero(&games_table.arena, MAX_ITEMS, sizeof *ratings);
    for (size_t i = 0; ratings != NULL && i < MAX_ITEMS; i++) {
        ratings[i] = (struct lw_rating){model.mu, model.sigma};
    }
    for (size_t i = 0; i < games_table.n_rows; i++) {
        if (games[i].a >= MAX_ITEMS || games[i].b >= MAX_ITEMS) {
            stats_broken(c, "an item's number is too large");
        }
    }
    if (!c->failed && ratings != NULL &&
        stats_done(c, stats_read_table(c->alloc, c->folder, name, &trace, &err), &err)) {
        play_games(c, &model, games, games_table.n_rows, &trace, ratings);
        lw_table_free(&trace);
        const struct lw_json *list = stats_at(c->want, "quality");
        for (const struct lw_json *q = list == NULL ? NULL : list->first; q != NULL;
             q = q->next) {
            size_t a = (size_t)stats_at(q, "a")->number;
            size_t b = (size_t)stats_at(q, "b")->number;
            stats_near(c, "quality",
                       lw_trueskill_quality(&model, &ratings[a], &ratings[b]),
                       stats_at(q, "q"), 1e-9, 0);
        }
        stats_near(c, "draw margin", lw_trueskill_draw_margin(&model),
                   stats_at(c->want, "draw_margin"), 1e-9, 0);
    }
    lw_table_free(&games_table);
}

/* Where the games of a Bradley-Terry case are: a file of its own, or those of the
 * TrueSkill run with the same ending. */
static void games_of(const struct stats_case *c, char *name, size_t size) {
    const char *dash = strrchr(c->stem, '_');
    const char *ending = dash == NULL ? "" : dash;
    static const char *const parts[][2] = {{"", ""},
                                           {"", "_games"},
                                           {"pairwise/ts", "_default_games"},
                                           {"pairwise/ts", "_games"},
                                           {"pairwise/ts_nodraw", "_default_games"}};
    struct lw_table table;
    struct lw_error err;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const char *middle = i < 2 ? c->stem : i < 4 ? ending : "";
        (void)snprintf(name, size, "%s%s%s", parts[i][0], middle, parts[i][1]);
        if (stats_read_table(c->alloc, c->folder, name, &table, &err) == LW_OK) {
            lw_table_free(&table);
            return;
        }
    }
}

/* Games name items by the numbers in the answer's list; the fit counts them from 0. */
static void number_items(struct stats_case *c, const struct lw_json *items,
                         struct lw_game_result *games, size_t n_games) {
    for (size_t i = 0; i < 2 * n_games; i++) {
        size_t *item = i % 2 == 0 ? &games[i / 2].a : &games[i / 2].b, place = 0;
        const struct lw_json *at = items->first;
        while (at != NULL && at->number != (double)*item) {
            at = at->next;
            place++;
        }
        if (at == NULL) {
            stats_broken(c, "item %zu is not in the list of items", *item);
            return;
        }
        *item = place;
    }
}

static void case_bradley_terry(struct stats_case *c) {
    struct lw_table table;
    struct lw_game_result *games;
    struct lw_bradley_terry fit;
    struct lw_error err;
    char name[300];
    const struct lw_json *items = stats_at(c->want, "items");
    games_of(c, name, sizeof name);
    if (items == NULL || !read_games(c, name, &table, &games)) {
        return;
    }
    size_t n = items->n_children;
    number_items(c, items, games, table.n_rows);
    if (!c->failed &&
        stats_done(c, lw_bradley_terry_fit(c->alloc, games, table.n_rows, n, &fit, &err),
                   &err)) {
        stats_list(c, "ability", fit.ability, n,
                   stats_at(c->want, "ability_log_odds_ref_item0"),
                   (struct stats_within){1e-7, 0});
        stats_list(c, "se", fit.se, n, stats_at(c->want, "se_ref"),
                   (struct stats_within){1e-6, 0});
        stats_list(c, "centred ability", fit.centred, n,
                   stats_at(c->want, "ability_centered"), (struct stats_within){1e-7, 0});
        stats_list(c, "centred se", fit.se_centred, n, stats_at(c->want, "se_centered"),
                   (struct stats_within){1e-6, 0});
        stats_near(c, "log-likelihood", fit.log_lik, stats_at(c->want, "logLik"), 1e-6,
                   0);
        lw_bradley_terry_free(&fit);
    }
    lw_table_free(&table);
}

void stats_case_pairwise(struct stats_case *c) {
    if (stats_at(c->want, "params") != NULL) {
        case_trueskill(c);
    } else {
        case_bradley_terry(c);
    }
}

void stats_case_ordinal(struct stats_case *c) {
    const struct lw_json *formula = stats_at(c->want, "formula");
    struct lw_design design;
    struct lw_ordinal fit;
    struct lw_error err = {.text = "no formula or no data"};
    lw_status status =
        formula == NULL || c->table == NULL
            ? LW_BAD_INPUT
            : lw_design_build(c->table, formula->text, true, &design, &err);
    const char **names;
    size_t n_names, *index;
    if (status == LW_OK) {
        status = lw_table_answers(c->table, lw_table_find(c->table, design.response),
                                  &names, &n_names, &index, &err);
    }
    if (!stats_done(c, status, &err)) {
        return;
    }
    /* The thresholds take the intercept's place. */
    size_t p = design.p - (design.intercept ? 1 : 0);
    double *x = lw_arena_zero(&c->table->arena, design.n * p + 1, sizeof *x);
    for (size_t i = 0; x != NULL && i < design.n; i++) {
        memcpy(x + i * p, design.x + i * design.p + (design.p - p), p * sizeof *x);
    }
    status =
        x == NULL
            ? LW_NO_MEMORY
            : lw_ordinal_fit(
                  c->alloc,
                  &(struct lw_ordinal_data){
                      .x = x, .level = index, .n = design.n, .p = p, .n_levels = n_names},
                  &fit, &err);
    if (stats_done(c, status, &err)) {
        size_t i = 0;
        stats_list(c, "estimate", fit.estimate, fit.n_terms,
                   stats_at(c->want, "estimate"), (struct stats_within){1e-6, 0});
        stats_list(c, "se", fit.se, fit.n_terms, stats_at(c->want, "se"),
                   (struct stats_within){0, 1e-5});
        const struct lw_json *p_list = stats_at(c->want, "p");
        for (const struct lw_json *at = p_list == NULL ? NULL : p_list->first; at != NULL;
             at = at->next, i++) {
            stats_near(c, "p", fit.p_value[i], at, 0, 1e-3);
        }
        stats_near(c, "log-likelihood", fit.log_lik, stats_at(c->want, "logLik"), 1e-6,
                   0);
        lw_ordinal_free(&fit);
    }
}

void stats_case_irt(struct stats_case *c) {
    const struct lw_json *want = stats_at(c->want, "independent_laplace_scipy");
    const char **players, **levels;
    size_t n_players, n_levels, *player, *level;
    const double *ok_number;
    struct lw_rasch fit;
    struct lw_error err = {.text = "columns player, level and ok are needed"};
    const struct lw_column *a =
        c->table == NULL ? NULL : lw_table_find(c->table, "player");
    const struct lw_column *b =
        c->table == NULL ? NULL : lw_table_find(c->table, "level");
    lw_status status = a == NULL || b == NULL ? LW_BAD_INPUT : LW_OK;
    if (status == LW_OK) {
        status = lw_table_levels(c->table, a, &players, &n_players, &player, &err);
    }
    if (status == LW_OK) {
        status = lw_table_levels(c->table, b, &levels, &n_levels, &level, &err);
    }
    if (status == LW_OK) {
        status = lw_table_numbers(c->table, "ok", &ok_number, &err);
    }
    if (!stats_done(c, status, &err)) {
        return;
    }
    size_t n = c->table->n_rows;
    bool *ok = lw_arena_zero(&c->table->arena, n, sizeof *ok);
    for (size_t i = 0; ok != NULL && i < n; i++) {
        ok[i] = ok_number[i] != 0;
    }
    status = ok == NULL ? LW_NO_MEMORY
                        : lw_rasch_fit(c->alloc,
                                       &(struct lw_rasch_data){.player = player,
                                                               .level = level,
                                                               .ok = ok,
                                                               .n = n,
                                                               .n_players = n_players,
                                                               .n_levels = n_levels},
                                       &fit, &err);
    if (!stats_done(c, status, &err)) {
        return;
    }
    stats_near(c, "b0", fit.b0, stats_at(want, "b0"), 1e-4, 0);
    stats_near(c, "sd of players", fit.sd_player, stats_at(want, "sd_player"), 1e-4, 0);
    stats_near(c, "sd of levels", fit.sd_level, stats_at(want, "sd_level"), 1e-4, 0);
    stats_near(c, "-2 log-likelihood", fit.minus2_log_lik, stats_at(want, "minus2loglik"),
               1e-5, 0);
    for (size_t i = 0; i < n_players; i++) {
        stats_near(c, "player", fit.player[i],
                   stats_at(stats_at(want, "player_mode"), players[i]), 1e-4, 0);
    }
    for (size_t i = 0; i < n_levels; i++) {
        stats_near(c, "level", fit.level[i],
                   stats_at(stats_at(want, "level_mode"), levels[i]), 1e-4, 0);
    }
    lw_rasch_free(&fit);
}
