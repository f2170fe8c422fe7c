/* The frame that all charts share: axes, ticks, titles. */
#ifndef CHART_INTERNAL_H
#define CHART_INTERNAL_H

#include "lw/chart.h"

#define CHART_WIDTH 640.0
#define CHART_RIGHT 16.0
#define CHART_TOP 34.0
#define CHART_BOTTOM 52.0
#define CHART_INK "var(--chart-ink,#333)"
#define CHART_GRID "var(--chart-grid,#ddd)"

/* One axis: values [min, max] (logarithms when log) onto pixels [from, to]. */
struct chart_axis {
    double min, max;
    double from, to;
    bool log;
};

/* Grows min..max over the values; log axes see only positive ones. */
void chart_axis_see(struct chart_axis *axis, double value);
/* Rounds the range outwards to ticks, or gives an empty one some room. */
void chart_axis_settle(struct chart_axis *axis, double from, double to, bool fixed);
/* Pixel of a value; NaN when it cannot be shown. */
double chart_at(const struct chart_axis *axis, double value);

void chart_begin(struct lw_buffer *out, double height, const char *title);
void chart_end(struct lw_buffer *out);
void chart_x_axis(struct lw_buffer *out, const struct chart_axis *x, double top,
                  double bottom, const char *title);
void chart_y_axis(struct lw_buffer *out, const struct chart_axis *y, double left,
                  double right, const char *title);
void chart_text(struct lw_buffer *out, double x, double y, const char *anchor,
                const char *text);
/* The colour of series number i as a CSS value. */
const char *chart_colour(size_t i);

#endif
