/* Principal components of the covariables, and the tables and screes of the thesis. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "charts/charts.h"
#include "study/taylor.h"

/* Loadings below this are left out of the tables, as in the thesis. */
#define LEAST_LOADING 0.1

static bool varies(const double *values, size_t n) {
    for (size_t i = 1; i < n; i++) {
        if (values[i] != values[0]) {
            return true;
        }
    }
    return false;
}

/* The rows of people who have everything, of one set or of both. */
static size_t take_rows(const struct taylor_data *d, const double *from, bool by_set,
                        double *to) {
    size_t n = 0;
    for (size_t row = 0; row < (by_set ? TAYLOR_N_SETS : 1) * d->n; row++) {
        if (d->whole[row % d->n]) {
            to[n++] = from[row];
        }
    }
    return n;
}

/* Loadings have no sign of their own: most of a component's are made positive. The order
 * is that of what they explain. */
static void settle_signs(struct lw_components *pca) {
    for (size_t c = 0; c < pca->k; c++) {
        double sum = 0;
        for (size_t j = 0; j < pca->p; j++) {
            sum += pca->varimax[j * pca->k + c];
        }
        for (size_t j = 0; sum < 0 && j < pca->p; j++) {
            pca->varimax[j * pca->k + c] *= -1;
        }
        for (size_t i = 0; sum < 0 && i < pca->n; i++) {
            pca->scores[i * pca->k + c] *= -1;
        }
    }
}

/* Scores of those who have everything, in the data's rows; of a person, for both sets. */
static lw_status spread_scores(const struct taylor_data *d, bool by_set,
                               struct taylor_components *out, struct lw_error *err) {
    for (size_t c = 0; c < out->pca.k; c++) {
        size_t at = 0;
        out->scores[c] = lw_arena_zero(d->arena, 2 * d->n + 1, sizeof(double));
        if (out->scores[c] == NULL) {
            return lw_fail_memory(err);
        }
        for (size_t row = 0; row < 2 * d->n; row++) {
            out->scores[c][row] = NAN;
            if (!by_set && row == d->n) {
                at = 0;
            }
            if (d->whole[row % d->n]) {
                out->scores[c][row] = out->pca.scores[at++ * out->pca.k + c];
            }
        }
    }
    return LW_OK;
}

lw_status taylor_components_make(const struct taylor_data *d,
                                 const struct taylor_component_request *request,
                                 struct taylor_components *out, struct lw_error *err) {
    size_t rows = 0, p = 0, most = 2 * d->n + 1;
    double *column = lw_arena_zero(d->arena, most, sizeof *column);
    double *x = lw_arena_zero(d->arena, most * request->n, sizeof *x);
    struct lw_error why = {.text = ""};
    *out = (struct taylor_components){.known = false};
    if (column == NULL || x == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t k = 0; k < request->n; k++) {
        rows = take_rows(d, d->x[request->first + k], request->by_set, column);
        if (varies(column, rows)) {
            out->columns[p++] = request->first + k;
        }
    }
    for (size_t k = 0; k < p; k++) {
        (void)take_rows(d, d->x[out->columns[k]], request->by_set, column);
        for (size_t i = 0; i < rows; i++) {
            x[i * p + k] = column[i];
        }
    }
    out->rows = rows;
    struct lw_components_data data = {.x = x, .n = rows, .p = p, .k = request->k};
    lw_status status = lw_components_fit(d->arena->alloc, &data, &out->pca, &why);
    if (status == LW_NO_MEMORY) {
        return lw_fail_memory(err);
    }
    (void)snprintf(out->why, sizeof out->why, "%.190s", why.text);
    out->known = status == LW_OK;
    if (out->known) {
        settle_signs(&out->pca);
        status = spread_scores(d, request->by_set, out, err);
    }
    return out->known ? status : LW_OK;
}

/* The share of variance that the components kept explain together. */
static double explained(const struct lw_components *pca) {
    double sum = 0;
    for (size_t c = 0; c < pca->k; c++) {
        sum += pca->eigenvalues[c];
    }
    return sum / (double)pca->p;
}

static void put_loadings(const struct taylor_data *d, struct report *r,
                         enum taylor_group group, const struct taylor_components *pca) {
    const char *columns[TAYLOR_N_COVARIABLES + 2] = {"covariable"};
    struct taylor_group_about about = taylor_group(group);
    size_t k = pca->known ? pca->pca.k : 0;
    for (size_t c = 0; c < k; c++) {
        columns[c + 1] = report_print(r, "component %zu", c + 1);
    }
    columns[k + 1] = "communality";
    struct report_part *part = report_table(
        r, report_print(r, "components-%s", about.id),
        report_print(r, "%s: rotated component matrix", about.title),
        pca->known
            ? report_print(r,
                           "Varimax of the components with an eigenvalue above one; they "
                           "explain %.0f %% of the variance of %zu covariables in %zu "
                           "rows. Loadings under %.1f are left out. Covariables that do "
                           "not vary here: %zu.",
                           100 * explained(&pca->pca), pca->pca.p, pca->rows,
                           LEAST_LOADING, about.n - pca->pca.p)
            : report_print(r, "There are no components: %s.", pca->why),
        columns, k + 2);
    report_about(r, part, report_print(r, "Table 5.%d of the thesis", (int)group + 1),
                 (double)d->n_whole);
    for (size_t j = 0; pca->known && j < pca->pca.p; j++) {
        report_text(r, part, taylor_covariable_title(pca->columns[j]));
        for (size_t c = 0; c < k; c++) {
            double loading = pca->pca.varimax[j * k + c];
            report_number(r, part, fabs(loading) < LEAST_LOADING ? NAN : loading);
        }
        report_number(r, part, pca->pca.communality[j]);
    }
}

static lw_status put_scree(struct report *r, enum taylor_group group,
                           const struct taylor_data *d,
                           const struct taylor_components *pca, struct lw_error *err) {
    struct lw_chart_series series[CHART_SCREE_SERIES];
    struct taylor_group_about about = taylor_group(group);
    double *room = lw_arena_zero(d->arena, 3 * TAYLOR_N_COVARIABLES, sizeof *room);
    if (room == NULL) {
        return lw_fail_memory(err);
    }
    if (!pca->known) {
        return LW_OK;
    }
    chart_scree_series(&pca->pca, room, series);
    struct lw_chart chart = {.title = about.title,
                             .x_title = "component",
                             .y_title = "eigenvalue",
                             .series = series,
                             .n_series = CHART_SCREE_SERIES};
    struct report_part *part =
        report_chart(r, report_print(r, "scree-%s", about.id),
                     report_print(r, "%s: scree plot", about.title),
                     "Components above the dashed line are kept.", &chart);
    report_about(r, part, "Figure 5.2 of the thesis", (double)d->n_whole);
    return LW_OK;
}

lw_status taylor_put_components(const struct taylor_data *d, struct report *r,
                                struct lw_error *err) {
    static const char open_points[] =
        "What the thesis leaves open, and is done here: times are means of logarithms of "
        "right first answers; shares of right answers are of those given; moves and "
        "pushes "
        "beyond the fewest are means over the levels that were solved; a level is quit "
        "when its last play was left, given up or called unwinnable, not when the time "
        "was "
        "over; liking puzzle games is whether they are among the genres; hours at the "
        "computer are the number of the band; whoever lacks a covariable is in no model "
        "that has covariables; a covariable that does not vary is left out.";
    lw_status status = LW_OK;
    (void)report_section(
        r, "Covariables and their components",
        report_print(r,
                     "Of %zu people who are analysed %zu have all %d covariables; models "
                     "with covariables are about these. Shares are logits as R's car "
                     "makes them, times of the word practice mean logarithms.",
                     d->n, d->n_whole, TAYLOR_N_COVARIABLES));
    (void)report_words(r, open_points);
    for (int g = 0; status == LW_OK && g < TAYLOR_N_GROUPS; g++) {
        struct taylor_group_about about = taylor_group((enum taylor_group)g);
        struct taylor_components pca;
        struct taylor_component_request request = {
            .first = about.first, .n = about.n, .by_set = g == TAYLOR_DIFFICULTY};
        status = taylor_components_make(d, &request, &pca, err);
        if (status == LW_OK) {
            put_loadings(d, r, (enum taylor_group)g, &pca);
            status = put_scree(r, (enum taylor_group)g, d, &pca, err);
        }
        if (pca.known) {
            lw_components_free(&pca.pca);
        }
    }
    return status;
}
