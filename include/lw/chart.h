/* Charts as SVG: points, lines, bars, bands and beans against axes with round ticks.
 *
 * Colours are CSS variables with a fallback (--chart-1 …, --chart-ink, --chart-grid), so
 * a page may give its own for dark and light; series also differ by the shape of their
 * marks. Labels are data and are escaped. Values that are not finite are left out. */
#ifndef LW_CHART_H
#define LW_CHART_H

#include <stdbool.h>
#include <stddef.h>

#include "lw/base/buffer.h"
#include "lw/base/status.h"

enum lw_mark {
    LW_MARK_POINTS,
    LW_MARK_LINE,
    LW_MARK_BARS, /* from zero to y; horizontal when the chart has categories */
    LW_MARK_BAND  /* between low and high */
};

struct lw_chart_series {
    const char *label; /* NULL: not in the legend */
    enum lw_mark mark;
    const double *x, *y; /* [n]; x is unused by bars with categories */
    const double *low,
        *high; /* [n], for a band, or error bars of points and bars; NULL */
    size_t n;
    bool dashed;
    size_t like; /* drawn in the colour of series number like - 1; 0: in its own */
};

struct lw_chart {
    const char *title, *x_title, *y_title;
    const struct lw_chart_series *series;
    size_t n_series;
    const char *const *categories; /* [n] of the bars, top to bottom; NULL: none */
    bool log_x, log_y;             /* only positive values are shown then */
    bool diagonal;                 /* the line y = x, for calibration and QQ plots */
    bool has_x_range, has_y_range; /* otherwise from the data */
    double x_min, x_max, y_min, y_max;
};
lw_status lw_chart_svg(const struct lw_chart *chart, struct lw_buffer *out,
                       struct lw_error *err) LW_MUST_CHECK;

/* A bean a group: the smoothed density to both sides (of four values and more), a tick
 * for every value and a long one for the mean; the mean of all is a dotted line. */
struct lw_chart_bean {
    const char *label;
    const double *values; /* [n], finite */
    size_t n;
};
lw_status lw_chart_beans_svg(const char *title, const char *value_title,
                             const struct lw_chart_bean *beans, size_t n_beans,
                             struct lw_buffer *out, struct lw_error *err) LW_MUST_CHECK;

/* Makes a chart one for a file of its own, in place: programs that draw SVG outside of
 * browsers do not know CSS variables, so the colours are written out. */
void lw_chart_fix_colours(struct lw_buffer *svg);

/* The step between round ticks that gives about `wanted` of them over a span: 1, 2 or 5
 * times a power of ten. */
double lw_chart_tick_step(double span, unsigned wanted);

#endif
