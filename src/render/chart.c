/* Series of points, lines, bars and bands. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "chart_internal.h"
#include "lw/render.h"

#define HEIGHT 400.0
#define LEFT 64.0
#define BAR_LEFT 190.0
#define BAR_HEIGHT 20.0 /* of a category, more when it has many bars */
#define LEAST_BAR 7.0
#define LEGEND_ROW 16.0

static const char *text_or_none(const char *text) {
    return text != NULL ? text : "";
}

static void see_series(const struct lw_chart_series *s, struct chart_axis *x,
                       struct chart_axis *y) {
    for (size_t i = 0; i < s->n; i++) {
        if (s->x != NULL) {
            chart_axis_see(x, s->x[i]);
        }
        if (s->y != NULL) {
            chart_axis_see(y, s->y[i]);
        }
        if (s->low != NULL && s->high != NULL) {
            chart_axis_see(y, s->low[i]);
            chart_axis_see(y, s->high[i]);
        }
    }
    if (s->mark == LW_MARK_BARS && !y->log) {
        chart_axis_see(y, 0);
    }
}

/* Marks differ in shape too: circle, square, triangle, diamond. */
static void put_mark(struct lw_buffer *out, double x, double y, size_t number) {
    const char *colour = chart_colour(number);
    switch (number % 4) {
    case 0:
        lw_buffer_printf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.2\" fill=\"%s\"", x,
                         y, colour);
        break;
    case 1:
        lw_buffer_printf(out,
                         "<rect x=\"%.1f\" y=\"%.1f\" width=\"6\" height=\"6\" "
                         "fill=\"%s\"",
                         x - 3, y - 3, colour);
        break;
    case 2:
        lw_buffer_printf(out, "<path d=\"M%.1f %.1fl4 7h-8z\" fill=\"%s\"", x, y - 4,
                         colour);
        break;
    default:
        lw_buffer_printf(out, "<path d=\"M%.1f %.1fl4 4l-4 4l-4-4z\" fill=\"%s\"", x,
                         y - 4, colour);
        break;
    }
    lw_buffer_puts(out, " fill-opacity=\"0.7\"/>\n");
}

static void put_points(struct lw_buffer *out, const struct lw_chart_series *s,
                       size_t number, const struct chart_axis *x,
                       const struct chart_axis *y) {
    for (size_t i = 0; i < s->n; i++) {
        double px = chart_at(x, s->x[i]), py = chart_at(y, s->y[i]);
        if (isnan(px) || isnan(py)) {
            continue;
        }
        if (s->low != NULL && s->high != NULL) {
            double from = chart_at(y, s->low[i]), to = chart_at(y, s->high[i]);
            if (!isnan(from) && !isnan(to)) {
                lw_buffer_printf(out,
                                 "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
                                 "stroke=\"%s\"/>\n",
                                 px, from, px, to, chart_colour(number));
            }
        }
        put_mark(out, px, py, number);
    }
}

/* A value that cannot be shown breaks the line. */
static void put_line(struct lw_buffer *out, const struct lw_chart_series *s,
                     size_t number, const struct chart_axis *x,
                     const struct chart_axis *y) {
    bool down = false;
    lw_buffer_printf(out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s d=\"",
                     chart_colour(number), s->dashed ? " stroke-dasharray=\"6 4\"" : "");
    for (size_t i = 0; i < s->n; i++) {
        double px = chart_at(x, s->x[i]), py = chart_at(y, s->y[i]);
        bool shown = !isnan(px) && !isnan(py);
        if (shown) {
            lw_buffer_printf(out, "%c%.1f %.1f", down ? 'L' : 'M', px, py);
        }
        down = shown;
    }
    lw_buffer_puts(out, "\"/>\n");
}

static void put_band(struct lw_buffer *out, const struct lw_chart_series *s,
                     size_t number, const struct chart_axis *x,
                     const struct chart_axis *y) {
    bool down = false;
    lw_buffer_printf(out, "<path fill=\"%s\" fill-opacity=\"0.18\" d=\"",
                     chart_colour(number));
    for (size_t k = 0; k < 2 * s->n; k++) {
        size_t i = k < s->n ? k : 2 * s->n - 1 - k;
        double px = chart_at(x, s->x[i]);
        double py = chart_at(y, k < s->n ? s->low[i] : s->high[i]);
        if (!isnan(px) && !isnan(py)) {
            lw_buffer_printf(out, "%c%.1f %.1f", down ? 'L' : 'M', px, py);
            down = true;
        }
    }
    lw_buffer_puts(out, down ? "z\"/>\n" : "\"/>\n");
}

static void put_upright_bars(struct lw_buffer *out, const struct lw_chart_series *s,
                             size_t number, const struct chart_axis *x,
                             const struct chart_axis *y) {
    double width = s->n < 2 ? 30 : 0.8 * (x->to - x->from) / (double)s->n;
    double zero = y->log ? y->from : chart_at(y, 0);
    for (size_t i = 0; i < s->n; i++) {
        double px = chart_at(x, s->x[i]), py = chart_at(y, s->y[i]);
        if (!isnan(px) && !isnan(py) && !isnan(zero)) {
            lw_buffer_printf(out,
                             "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                             "fill=\"%s\" fill-opacity=\"0.75\"/>\n",
                             px - width / 2, fmin(py, zero), width, fabs(py - zero),
                             chart_colour(number));
        }
    }
}

/* As the series is drawn: a mark, a line or an area. */
static void put_legend_mark(struct lw_buffer *out, const struct lw_chart_series *s,
                            size_t number, double x, double y) {
    if (s->mark == LW_MARK_POINTS) {
        put_mark(out, x, y, number);
    } else if (s->mark == LW_MARK_LINE) {
        lw_buffer_printf(out,
                         "<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s "
                         "d=\"M%.1f %.1fh16\"/>\n",
                         chart_colour(number),
                         s->dashed ? " stroke-dasharray=\"4 2\"" : "", x - 9, y);
    } else {
        lw_buffer_printf(out,
                         "<rect x=\"%.1f\" y=\"%.1f\" width=\"14\" height=\"8\" "
                         "fill=\"%s\" fill-opacity=\"%s\"/>\n",
                         x - 8, y - 4, chart_colour(number),
                         s->mark == LW_MARK_BAND ? "0.3" : "0.75");
    }
}

static void put_legend(struct lw_buffer *out, const struct lw_chart *chart, double left,
                       double top) {
    size_t row = 0;
    for (size_t i = 0; i < chart->n_series; i++) {
        if (chart->series[i].label != NULL) {
            double y = top + 14 + LEGEND_ROW * (double)row++;
            put_legend_mark(out, &chart->series[i], i, left + 12, y - 4);
            chart_text(out, left + 22, y, "start", chart->series[i].label);
        }
    }
}

/* Categories run down the page, so that their names can be read. */
static void put_category_bars(const struct lw_chart *chart, struct lw_buffer *out) {
    struct chart_axis value = {.min = INFINITY, .max = -INFINITY}, unused = value;
    size_t n = 0;
    for (size_t i = 0; i < chart->n_series; i++) {
        see_series(&chart->series[i], &unused, &value);
        n = chart->series[i].n > n ? chart->series[i].n : n;
    }
    if (chart->has_x_range) {
        value.min = chart->x_min;
        value.max = chart->x_max;
    }
    chart_axis_settle(&value, BAR_LEFT, CHART_WIDTH - CHART_RIGHT, chart->has_x_range);
    double n_bars = chart->n_series == 0 ? 1 : (double)chart->n_series;
    double row = fmax(BAR_HEIGHT, 4 + LEAST_BAR * n_bars);
    double bottom = CHART_TOP + row * (double)n, each = (row - 4) / n_bars;
    double legend = chart->n_series > 1 ? LEGEND_ROW * n_bars : 0;
    chart_begin(out, bottom + CHART_BOTTOM + legend, text_or_none(chart->title));
    chart_x_axis(out, &value, CHART_TOP, bottom, text_or_none(chart->x_title));
    for (size_t k = 0; k < chart->n_series; k++) {
        const struct lw_chart_series *s = &chart->series[k];
        for (size_t i = 0; i < s->n; i++) {
            double zero = chart_at(&value, 0), end = chart_at(&value, s->y[i]);
            double y = CHART_TOP + row * (double)i + 2 + each * (double)k;
            if (isnan(end) || isnan(zero)) {
                continue;
            }
            lw_buffer_printf(out,
                             "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                             "fill=\"%s\"/>\n",
                             fmin(zero, end), y, fabs(end - zero), each, chart_colour(k));
            if (s->low != NULL && s->high != NULL && isfinite(s->low[i]) &&
                isfinite(s->high[i])) {
                lw_buffer_printf(out,
                                 "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
                                 "stroke=\"" CHART_INK "\"/>\n",
                                 chart_at(&value, s->low[i]), y + each / 2,
                                 chart_at(&value, s->high[i]), y + each / 2);
            }
        }
    }
    for (size_t i = 0; i < n; i++) {
        chart_text(out, BAR_LEFT - 6, CHART_TOP + row * ((double)i + 0.5) + 4, "end",
                   chart->categories[i]);
    }
    if (chart->n_series > 1) {
        put_legend(out, chart, BAR_LEFT, bottom + CHART_BOTTOM - 8);
    }
    chart_end(out);
}

static void put_diagonal(struct lw_buffer *out, const struct chart_axis *x,
                         const struct chart_axis *y) {
    double low = fmax(x->min, y->min), high = fmin(x->max, y->max);
    struct chart_axis flat_x = *x, flat_y = *y;
    flat_x.log = flat_y.log = false; /* the bounds are on the scale already */
    if (low < high) {
        lw_buffer_printf(out,
                         "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
                         "stroke=\"" CHART_INK "\" stroke-dasharray=\"3 4\"/>\n",
                         chart_at(&flat_x, low), chart_at(&flat_y, low),
                         chart_at(&flat_x, high), chart_at(&flat_y, high));
    }
}

/* Where a legend could stand, in pixels. */
struct box {
    double left, top, width, height;
};

static bool holds(const struct box *box, double px, double py) {
    return px >= box->left && px <= box->left + box->width && py >= box->top &&
           py <= box->top + box->height;
}

/* How much of the series a box would cover: values, and places along the lines. */
static size_t covered(const struct lw_chart *chart, const struct chart_axis *x,
                      const struct chart_axis *y, const struct box *box) {
    const int steps = 16;
    size_t n = 0;
    for (size_t k = 0; k < chart->n_series; k++) {
        const struct lw_chart_series *s = &chart->series[k];
        const double *edge = s->y != NULL ? s->y : s->high;
        bool line = s->mark == LW_MARK_LINE || s->mark == LW_MARK_BAND;
        for (size_t i = 0; i < s->n; i++) {
            double px = chart_at(x, s->x[i]), py = chart_at(y, edge[i]);
            n += holds(box, px, py);
            if (!line || i + 1 == s->n) {
                continue;
            }
            double qx = chart_at(x, s->x[i + 1]), qy = chart_at(y, edge[i + 1]);
            for (int step = 1; step < steps; step++) {
                double share = (double)step / steps;
                n += holds(box, px + (qx - px) * share, py + (qy - py) * share);
            }
        }
    }
    return n;
}

/* The corner that covers least, the upper left one if it covers nothing. */
static void place_legend(struct lw_buffer *out, const struct lw_chart *chart,
                         const struct chart_axis *x, const struct chart_axis *y) {
    size_t longest = 0, rows = 0, least = SIZE_MAX;
    for (size_t i = 0; i < chart->n_series; i++) {
        const char *label = chart->series[i].label;
        size_t len = label == NULL ? 0 : strlen(label);
        longest = len > longest ? len : longest;
        rows += label != NULL;
    }
    struct box best = {.left = LEFT, .top = CHART_TOP};
    for (int corner = 0; corner < 4 && rows > 0 && least > 0; corner++) {
        struct box box = {.width = 30 + 7 * (double)longest,
                          .height = 6 + LEGEND_ROW * (double)rows};
        box.left = corner % 2 == 0 ? LEFT : CHART_WIDTH - CHART_RIGHT - box.width;
        box.top = corner < 2 ? CHART_TOP : HEIGHT - CHART_BOTTOM - box.height - 4;
        size_t n = covered(chart, x, y, &box);
        if (n < least && box.left >= LEFT) {
            least = n;
            best = box;
        }
    }
    put_legend(out, chart, best.left, best.top);
}

static void put_against_axes(const struct lw_chart *chart, struct lw_buffer *out) {
    struct chart_axis x = {.min = INFINITY, .max = -INFINITY, .log = chart->log_x};
    struct chart_axis y = {.min = INFINITY, .max = -INFINITY, .log = chart->log_y};
    for (size_t i = 0; i < chart->n_series; i++) {
        see_series(&chart->series[i], &x, &y);
    }
    if (chart->has_x_range) {
        x.min = chart->x_min;
        x.max = chart->x_max;
    }
    if (chart->has_y_range) {
        y.min = chart->y_min;
        y.max = chart->y_max;
    }
    chart_axis_settle(&x, LEFT, CHART_WIDTH - CHART_RIGHT, chart->has_x_range);
    chart_axis_settle(&y, HEIGHT - CHART_BOTTOM, CHART_TOP, chart->has_y_range);
    chart_begin(out, HEIGHT, text_or_none(chart->title));
    chart_x_axis(out, &x, CHART_TOP, HEIGHT - CHART_BOTTOM, text_or_none(chart->x_title));
    chart_y_axis(out, &y, LEFT, CHART_WIDTH - CHART_RIGHT, text_or_none(chart->y_title));
    if (chart->diagonal) {
        put_diagonal(out, &x, &y);
    }
    for (size_t i = 0; i < chart->n_series; i++) {
        const struct lw_chart_series *s = &chart->series[i];
        size_t number = s->like > 0 ? s->like - 1 : i;
        switch (s->mark) {
        case LW_MARK_POINTS:
            put_points(out, s, number, &x, &y);
            break;
        case LW_MARK_LINE:
            put_line(out, s, number, &x, &y);
            break;
        case LW_MARK_BARS:
            put_upright_bars(out, s, number, &x, &y);
            break;
        case LW_MARK_BAND:
            put_band(out, s, number, &x, &y);
            break;
        }
    }
    place_legend(out, chart, &x, &y);
    chart_end(out);
}

lw_status lw_chart_svg(const struct lw_chart *chart, struct lw_buffer *out,
                       struct lw_error *err) {
    if (chart->categories != NULL) {
        put_category_bars(chart, out);
    } else {
        put_against_axes(chart, out);
    }
    return lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
}
