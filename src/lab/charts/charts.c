/* Series of quantile plots, scree plots and fitted curves. */
#include "charts/charts.h"

#include <math.h>

void chart_quantile_series(const struct lw_quantile_plot *plot, double line[4],
                           struct lw_chart_series series[CHART_QUANTILE_SERIES]) {
    line[0] = plot->normal[0];
    line[1] = plot->normal[plot->n - 1];
    line[2] = plot->intercept + plot->slope * line[0];
    line[3] = plot->intercept + plot->slope * line[1];
    series[0] = (struct lw_chart_series){.label = "a value",
                                         .mark = LW_MARK_POINTS,
                                         .x = plot->normal,
                                         .y = plot->sample,
                                         .n = plot->n};
    series[1] = (struct lw_chart_series){.label = "line through the quartiles",
                                         .mark = LW_MARK_LINE,
                                         .x = line,
                                         .y = line + 2,
                                         .n = 2};
    series[2] = (struct lw_chart_series){.label = "95 % of each point, if normal",
                                         .mark = LW_MARK_BAND,
                                         .x = plot->normal,
                                         .low = plot->low,
                                         .high = plot->high,
                                         .n = plot->n};
}

void chart_scree_series(const struct lw_components *pca, double *room,
                        struct lw_chart_series series[CHART_SCREE_SERIES]) {
    double *one = room + pca->p, *value = one + pca->p;
    for (size_t i = 0; i < pca->p; i++) {
        room[i] = (double)(i + 1);
        one[i] = 1;
        /* Of a singular matrix the last are rounding. */
        value[i] = fmax(0, pca->eigenvalues[i]);
    }
    series[0] = (struct lw_chart_series){
        .label = "eigenvalue", .mark = LW_MARK_LINE, .x = room, .y = value, .n = pca->p};
    series[1] = (struct lw_chart_series){.label = "1, the variance of one variable",
                                         .mark = LW_MARK_LINE,
                                         .x = room,
                                         .y = one,
                                         .n = pca->p,
                                         .dashed = true};
}

static void trace(const double *beta, size_t degree, bool logarithm, double low,
                  double high, struct chart_curve *out) {
    for (size_t i = 0; i < CHART_CURVE; i++) {
        double x = low + (high - low) * (double)i / (CHART_CURVE - 1), y = 0, power = 1;
        for (size_t k = 0; k <= degree; k++) {
            y += beta[k] * power;
            power *= x;
        }
        out->x[i] = x;
        out->y[i] = logarithm ? exp(y) : y;
    }
}

bool chart_curve_fit(const struct lw_alloc *alloc, const struct lw_chart_series *points,
                     size_t degree, bool logarithm, struct chart_curve *out) {
    size_t p = degree + 1, n = points->n, bytes = n * (p + 1) * sizeof(double);
    double low = INFINITY, high = -INFINITY;
    struct lw_fit fit;
    if (n < p || degree > CHART_CURVE_DEGREE) {
        return false;
    }
    double *x = lw_alloc_get(alloc, bytes);
    bool good = x != NULL;
    for (size_t i = 0; i < n && good; i++) {
        double power = 1;
        for (size_t k = 0; k < p; k++) {
            x[i * p + k] = power;
            power *= points->x[i];
        }
        good = !logarithm || points->y[i] > 0;
        x[n * p + i] = good && logarithm ? log(points->y[i]) : points->y[i];
        low = fmin(low, points->x[i]);
        high = fmax(high, points->x[i]);
    }
    struct lw_regression_data data = {
        .x = x, .y = good ? x + n * p : NULL, .n = n, .p = p, .intercept = true};
    good = good && lw_least_squares(alloc, &data, &fit, NULL) == LW_OK;
    if (good) {
        trace(fit.beta, degree, logarithm, low, high, out);
        lw_fit_free(&fit);
    }
    lw_alloc_free(alloc, x, bytes);
    return good;
}
