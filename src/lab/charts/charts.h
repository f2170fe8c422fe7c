/* Statistics made into series of a chart, for every command of the laboratory that draws
 * them. */
#ifndef LAB_CHARTS_H
#define LAB_CHARTS_H

#include "lw/chart.h"
#include "lw/stats.h"

/* Points, the line through the quartiles and its band. line: room for its two ends, x
 * then y; it and the plot must outlive the series. */
#define CHART_QUANTILE_SERIES 3
void chart_quantile_series(const struct lw_quantile_plot *plot, double line[4],
                           struct lw_chart_series series[CHART_QUANTILE_SERIES]);

/* Eigenvalues against their number, and the line at one. room: three times p. */
#define CHART_SCREE_SERIES 2
void chart_scree_series(const struct lw_components *pca, double *room,
                        struct lw_chart_series series[CHART_SCREE_SERIES]);

/* The best-fitting curve through points, for drawing: a polynomial of that degree, with
 * logarithm one through the logarithms of y (degree 1: an exponential). False when no
 * point is left beside those that determine it, or a logarithm is undefined. */
#define CHART_CURVE 25
#define CHART_CURVE_DEGREE 3
struct chart_curve {
    double x[CHART_CURVE], y[CHART_CURVE];
};
bool chart_curve_fit(const struct lw_alloc *alloc, const struct lw_chart_series *points,
                     size_t degree, bool logarithm, struct chart_curve *out);

#endif
