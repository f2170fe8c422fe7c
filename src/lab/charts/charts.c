/* Series of quantile plots and scree plots. */
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
