/* Cases of conform stats that fit a model to a table: components, ordered answers, items
 * and persons. */
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
