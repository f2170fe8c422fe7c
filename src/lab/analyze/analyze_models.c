/* Analyses that fit a model. */
#include "analyze/analyze.h"
#include "charts/charts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put_loadings(struct lw_json_writer *json, const struct lw_components *pca,
                         const struct lw_column *const *columns) {
    lw_json_array(json, "loadings");
    for (size_t i = 0; i < pca->p; i++) {
        lw_json_object(json, NULL);
        lw_json_text(json, "variable", columns[i]->name);
        for (size_t c = 0; c < pca->k; c++) {
            char key[32];
            (void)snprintf(key, sizeof key, "rc%zu", c + 1);
            lw_json_real(json, key, pca->varimax[i * pca->k + c]);
            (void)snprintf(key, sizeof key, "weight%zu", c + 1);
            lw_json_real(json, key, pca->weights[i * pca->k + c]);
        }
        lw_json_real(json, "communality", pca->communality[i]);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}

/* What each component explains, before and after the rotation. */
static void put_shares(struct lw_json_writer *json, const struct lw_components *pca) {
    double together = 0, rotated = 0, p = (double)pca->p;
    lw_json_array(json, "variance");
    for (size_t i = 0; i < pca->p; i++) {
        together += pca->eigenvalues[i] / p;
        lw_json_object(json, NULL);
        lw_json_uint(json, "component", i + 1);
        lw_json_real(json, "eigenvalue", pca->eigenvalues[i]);
        lw_json_real(json, "share", pca->eigenvalues[i] / p);
        lw_json_real(json, "together", together);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
    lw_json_array(json, "variance_rotated");
    for (size_t c = 0; c < pca->k; c++) {
        char name[32];
        rotated += pca->ss_rotated[c] / p;
        (void)snprintf(name, sizeof name, "rc%zu", c + 1);
        lw_json_object(json, NULL);
        lw_json_text(json, "component", name);
        lw_json_real(json, "share", pca->ss_rotated[c] / p);
        lw_json_real(json, "together", rotated);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}

static lw_status draw_scree(struct analysis *a, const struct lw_components *pca) {
    struct lw_chart_series series[CHART_SCREE_SERIES];
    double *room = lw_arena_zero(&a->table->arena, 3 * pca->p, sizeof *room);
    if (room == NULL) {
        return lw_fail_memory(&a->err);
    }
    chart_scree_series(pca, room, series);
    return analysis_draw(a, &(struct lw_chart){.title = "Scree plot",
                                               .x_title = "component",
                                               .y_title = "eigenvalue",
                                               .series = series,
                                               .n_series = CHART_SCREE_SERIES});
}

lw_status analyze_components(struct analysis *a) {
    const struct lw_column *columns[ANALYSIS_MAX_COLUMNS];
    const char *names[ANALYSIS_MAX_COLUMNS];
    size_t p = 0, n = a->table->n_rows;
    struct lw_components pca;
    lw_status status = analysis_columns(a, columns, &p);
    double *x = lw_arena_zero(&a->table->arena, n * p + 1, sizeof *x);
    if (status == LW_OK && x == NULL) {
        status = lw_fail_memory(&a->err);
    }
    if (status != LW_OK) {
        return status;
    }
    for (size_t j = 0; j < p; j++) {
        names[j] = columns[j]->name;
        for (size_t i = 0; i < n; i++) {
            x[i * p + j] = columns[j]->value[i];
        }
    }
    struct lw_components_data data = {
        .x = x, .n = n, .p = p, .k = (size_t)cli_value(a->args, "components")->i};
    if (data.k > p) {
        return lw_fail(&a->err, LW_USAGE, 0, 0,
                       "--components %zu, but there are %zu variables", data.k, p);
    }
    status = lw_components_fit(a->cli->alloc, &data, &pca, &a->err);
    if (status != LW_OK) {
        analysis_call_by_name(a, "variable", names, p);
        return status;
    }
    lw_json_uint(a->json, "components", pca.k);
    lw_json_array(a->json, "eigenvalues");
    for (size_t i = 0; i < p; i++) {
        lw_json_real(a->json, NULL, pca.eigenvalues[i]);
    }
    lw_json_array_end(a->json);
    put_shares(a->json, &pca);
    lw_json_real(a->json, "criterion", pca.criterion);
    put_loadings(a->json, &pca, columns);
    if (analysis_text(a, "x") == NULL) {
        analysis_left_out(a);
    }
    lw_json_array(a->json, "scores");
    for (size_t i = 0; i < n; i++) {
        lw_json_object(a->json, NULL);
        for (size_t c = 0; c < pca.k; c++) {
            char key[32];
            (void)snprintf(key, sizeof key, "rc%zu", c + 1);
            lw_json_real(a->json, key, pca.scores[i * pca.k + c]);
        }
        lw_json_object_end(a->json);
    }
    lw_json_array_end(a->json);
    status = draw_scree(a, &pca);
    lw_components_free(&pca);
    return status;
}

/* Two columns of names over one common list of items, and the results. */
struct pairs {
    const char **names;
    size_t n_names;
    struct lw_game_result *games;
};

static int by_text(const void *x, const void *y) {
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

static size_t index_of(const struct pairs *p, const char *name) {
    const char **found = bsearch(&name, p->names, p->n_names, sizeof *p->names, by_text);
    return (size_t)(found - p->names);
}

/* columns: the two items and the result. */
static lw_status result_of(struct analysis *a, const struct lw_column *const columns[3],
                           size_t row, double *score) {
    const char *first = columns[0]->text[row], *second = columns[1]->text[row];
    const char *text = columns[2]->text[row];
    if (strcmp(text, "a") == 0 || strcmp(text, first) == 0) {
        *score = 1;
    } else if (strcmp(text, "b") == 0 || strcmp(text, second) == 0) {
        *score = 0;
    } else if (strcmp(text, "draw") == 0 || strcmp(text, "d") == 0 ||
               strcmp(text, "0.5") == 0) {
        *score = 0.5;
    } else {
        return lw_fail(
            &a->err, LW_BAD_INPUT, 0, 0,
            "column '%.60s', row %zu: '%.40s' is not a, b, draw or one of the two names",
            columns[2]->name, row + 1, text);
    }
    return LW_OK;
}

static lw_status read_pairs(struct analysis *a, struct pairs *out) {
    static const char *const options[] = {"a", "b", "result"};
    const struct lw_column *columns[3];
    size_t n = a->table->n_rows;
    for (int i = 0; i < 3; i++) {
        const char *name = analysis_text(a, options[i]);
        columns[i] = lw_table_find(a->table, name);
        if (columns[i] == NULL) {
            return lw_fail(&a->err, LW_BAD_INPUT, 1, 0,
                           "there is no column '%.60s'; choose one with --%s", name,
                           options[i]);
        }
    }
    out->names = lw_arena_zero(&a->table->arena, 2 * n + 1, sizeof *out->names);
    out->games = lw_arena_zero(&a->table->arena, n + 1, sizeof *out->games);
    if (out->names == NULL || out->games == NULL) {
        return lw_fail_memory(&a->err);
    }
    for (int i = 0; i < 2; i++) {
        lw_status status = lw_column_names(columns[i], &a->err);
        if (status != LW_OK) {
            return status;
        }
    }
    for (size_t i = 0; i < n; i++) {
        out->names[2 * i] = columns[0]->text[i];
        out->names[2 * i + 1] = columns[1]->text[i];
    }
    qsort(out->names, 2 * n, sizeof *out->names, by_text);
    out->n_names = 0;
    for (size_t i = 0; i < 2 * n; i++) {
        if (i == 0 || strcmp(out->names[i], out->names[out->n_names - 1]) != 0) {
            out->names[out->n_names++] = out->names[i];
        }
    }
    for (size_t i = 0; i < n; i++) {
        struct lw_game_result *game = &out->games[i];
        game->a = index_of(out, columns[0]->text[i]);
        game->b = index_of(out, columns[1]->text[i]);
        lw_status status = result_of(a, columns, i, &game->score);
        if (status == LW_OK && game->a == game->b) {
            status = lw_fail(
                &a->err, LW_BAD_INPUT, 0, 0,
                "columns '%.60s' and '%.60s', row %zu: '%.40s' is compared with itself",
                columns[0]->name, columns[1]->name, i + 1, columns[0]->text[i]);
        }
        if (status != LW_OK) {
            return status;
        }
    }
    return LW_OK;
}

lw_status analyze_trueskill(struct analysis *a) {
    struct pairs pairs;
    struct lw_trueskill model = lw_trueskill_default();
    lw_status status = read_pairs(a, &pairs);
    const struct {
        const char *option;
        double *to;
    } given[] = {{"draw", &model.draw_probability},
                 {"mu", &model.mu},
                 {"sigma", &model.sigma},
                 {"beta", &model.beta},
                 {"tau", &model.tau}};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        const struct lw_option_value *value = cli_value(a->args, given[i].option);
        *given[i].to = value->set ? value->real : *given[i].to;
    }
    struct lw_rating *ratings =
        status != LW_OK ? NULL
                        : lw_arena_zero(&a->table->arena, pairs.n_names, sizeof *ratings);
    if (ratings == NULL) {
        return status != LW_OK ? status : lw_fail_memory(&a->err);
    }
    for (size_t i = 0; i < pairs.n_names; i++) {
        ratings[i] = (struct lw_rating){model.mu, model.sigma};
    }
    for (size_t i = 0; i < a->table->n_rows; i++) {
        const struct lw_game_result *g = &pairs.games[i];
        lw_trueskill_update(&model, &ratings[g->a], &ratings[g->b], g->score);
    }
    lw_json_array(a->json, "ratings");
    for (size_t i = 0; i < pairs.n_names; i++) {
        lw_json_object(a->json, NULL);
        lw_json_text(a->json, "item", pairs.names[i]);
        lw_json_real(a->json, "mu", ratings[i].mu);
        lw_json_real(a->json, "sigma", ratings[i].sigma);
        lw_json_real(a->json, "exposed", ratings[i].mu - 3 * ratings[i].sigma);
        lw_json_object_end(a->json);
    }
    lw_json_array_end(a->json);
    return LW_OK;
}

lw_status analyze_bradley_terry(struct analysis *a) {
    struct pairs pairs;
    struct lw_bradley_terry fit;
    lw_status status = read_pairs(a, &pairs);
    if (status == LW_OK) {
        status = lw_bradley_terry_fit(a->cli->alloc, pairs.games, a->table->n_rows,
                                      pairs.n_names, &fit, &a->err);
        analysis_call_by_name(a, "item", pairs.names, pairs.n_names);
    }
    if (status != LW_OK) {
        return status;
    }
    lw_json_real(a->json, "log_lik", fit.log_lik);
    lw_json_array(a->json, "abilities");
    for (size_t i = 0; i < fit.n; i++) {
        lw_json_object(a->json, NULL);
        lw_json_text(a->json, "item", pairs.names[i]);
        lw_json_real(a->json, "ability", fit.centred[i]);
        lw_json_real(a->json, "se", fit.se_centred[i]);
        lw_json_real(a->json, "against_first", fit.ability[i]);
        lw_json_real(a->json, "se_against_first", fit.se[i]);
        lw_json_object_end(a->json);
    }
    lw_json_array_end(a->json);
    lw_bradley_terry_free(&fit);
    return LW_OK;
}

/* answers: the names of the answers in order; terms: those of the columns. */
static void put_ordinal(struct lw_json_writer *json, const struct lw_ordinal *fit,
                        const char *const *answers, const char *const *terms) {
    lw_json_real(json, "log_lik", fit->log_lik);
    lw_json_array(json, "terms");
    for (size_t i = 0; i < fit->n_terms; i++) {
        char name[200];
        if (i < fit->n_thresholds) {
            (void)snprintf(name, sizeof name, "%s|%s", answers[i], answers[i + 1]);
        } else {
            (void)snprintf(name, sizeof name, "%s", terms[i - fit->n_thresholds]);
        }
        lw_json_object(json, NULL);
        lw_json_text(json, "term", name);
        lw_json_real(json, "estimate", fit->estimate[i]);
        lw_json_real(json, "se", fit->se[i]);
        lw_json_real(json, "z", fit->z[i]);
        lw_json_real(json, "p", fit->p_value[i]);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}

lw_status analyze_ordinal(struct analysis *a) {
    struct lw_design d;
    struct lw_ordinal fit;
    const char *formula, **names;
    size_t n_names, *index;
    lw_status status = analysis_need(a, "formula", &formula);
    if (status == LW_OK) {
        status = lw_design_build(a->table, formula, true, &d, &a->err);
    }
    if (status == LW_OK && d.response == NULL) {
        status = lw_fail(&a->err, LW_USAGE, 0, 0, "the formula has no left side");
    }
    if (status == LW_OK) {
        status = analysis_fixed(a, &d);
    }
    if (status == LW_OK) {
        const struct lw_column *response = lw_table_find(a->table, d.response);
        status = lw_column_names(response, &a->err);
        if (status == LW_OK) {
            status =
                lw_table_answers(a->table, response, &names, &n_names, &index, &a->err);
        }
    }
    if (status != LW_OK) {
        return status;
    }
    size_t skip = d.intercept ? 1 : 0, p = d.p - skip;
    double *x = lw_arena_zero(&a->table->arena, d.n * p + 1, sizeof *x);
    if (x == NULL) {
        return lw_fail_memory(&a->err);
    }
    for (size_t i = 0; i < d.n; i++) {
        memcpy(x + i * p, d.x + i * d.p + skip, p * sizeof *x);
    }
    status =
        lw_ordinal_fit(a->cli->alloc,
                       &(struct lw_ordinal_data){
                           .x = x, .level = index, .n = d.n, .p = p, .n_levels = n_names},
                       &fit, &a->err);
    if (status != LW_OK) {
        analysis_call_by_name(a, "term", d.terms + skip, p);
        return status;
    }
    put_ordinal(a->json, &fit, names, d.terms + skip);
    lw_ordinal_free(&fit);
    return LW_OK;
}

static void put_effects(struct lw_json_writer *json, const char *key,
                        const char *const *names, const double *values, size_t n) {
    lw_json_array(json, key);
    for (size_t i = 0; i < n; i++) {
        lw_json_object(json, NULL);
        lw_json_text(json, "name", names[i]);
        lw_json_real(json, "effect", values[i]);
        lw_json_object_end(json);
    }
    lw_json_array_end(json);
}

lw_status analyze_rasch(struct analysis *a) {
    const char **players, **levels;
    size_t n_players, n_levels, *player, *level, n = a->table->n_rows;
    const double *result;
    struct lw_rasch fit;
    const struct lw_column *p = lw_table_find(a->table, analysis_text(a, "a"));
    const struct lw_column *l = lw_table_find(a->table, analysis_text(a, "b"));
    if (p == NULL || l == NULL) {
        return lw_fail(&a->err, LW_BAD_INPUT, 1, 0,
                       "there is no column '%.60s'; choose the columns of players and "
                       "levels with --a and --b",
                       analysis_text(a, p == NULL ? "a" : "b"));
    }
    lw_status status = analysis_levels(a, p, &players, &n_players, &player);
    if (status == LW_OK) {
        status = analysis_levels(a, l, &levels, &n_levels, &level);
    }
    if (status == LW_OK) {
        status = analysis_column(a, "result", &result);
    }
    bool *ok = lw_arena_zero(&a->table->arena, n + 1, sizeof *ok);
    if (status != LW_OK || ok == NULL) {
        return status != LW_OK ? status : lw_fail_memory(&a->err);
    }
    for (size_t i = 0; i < n; i++) {
        if (result[i] != 0 && result[i] != 1) {
            return lw_fail(&a->err, LW_BAD_INPUT, 0, 0,
                           "column '%.60s', row %zu: %g is neither 1 (solved) nor 0",
                           analysis_text(a, "result"), i + 1, result[i]);
        }
        ok[i] = result[i] == 1;
    }
    status = lw_rasch_fit(a->cli->alloc,
                          &(struct lw_rasch_data){.player = player,
                                                  .level = level,
                                                  .ok = ok,
                                                  .n = n,
                                                  .n_players = n_players,
                                                  .n_levels = n_levels},
                          &fit, &a->err);
    if (status != LW_OK) {
        return status;
    }
    lw_json_real(a->json, "b0", fit.b0);
    lw_json_real(a->json, "se_b0", fit.se_b0);
    lw_json_real(a->json, "sd_player", fit.sd_player);
    lw_json_real(a->json, "sd_level", fit.sd_level);
    lw_json_real(a->json, "minus2_log_lik", fit.minus2_log_lik);
    put_effects(a->json, "players", players, fit.player, n_players);
    put_effects(a->json, "levels", levels, fit.level, n_levels);
    lw_rasch_free(&fit);
    return LW_OK;
}
