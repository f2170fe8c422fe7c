/* Axes, ticks and titles of charts. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chart_internal.h"
#include "lw/render.h"

double lw_chart_tick_step(double span, unsigned wanted) {
    if (!(span > 0) || !isfinite(span) || wanted == 0) {
        return 1;
    }
    double raw = span / wanted;
    double power = pow(10, floor(log10(raw)));
    double lead = raw / power;
    return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}

static double on_scale(const struct chart_axis *axis, double value) {
    return !axis->log ? value : value > 0 ? log10(value) : NAN;
}

void chart_axis_see(struct chart_axis *axis, double value) {
    double v = on_scale(axis, value);
    if (isfinite(v)) {
        axis->min = fmin(axis->min, v);
        axis->max = fmax(axis->max, v);
    }
}

void chart_axis_settle(struct chart_axis *axis, double from, double to, bool fixed) {
    axis->from = from;
    axis->to = to;
    if (!(axis->min <= axis->max)) {
        axis->min = 0;
        axis->max = 1;
    }
    if (axis->min == axis->max) {
        double room = axis->min == 0 ? 1 : fabs(axis->min) * 0.1;
        axis->min -= room;
        axis->max += room;
    }
    if (!fixed) {
        double step = axis->log ? 1 : lw_chart_tick_step(axis->max - axis->min, 6);
        axis->min = floor(axis->min / step + 1e-9) * step;
        axis->max = ceil(axis->max / step - 1e-9) * step;
    }
}

double chart_at(const struct chart_axis *axis, double value) {
    double v = on_scale(axis, value);
    if (!isfinite(v)) {
        return NAN;
    }
    double share = (v - axis->min) / (axis->max - axis->min);
    return share < -0.001 || share > 1.001 ? NAN
                                           : axis->from + share * (axis->to - axis->from);
}

const char *chart_colour(size_t i) {
    /* Blue, vermilion, green, purple, amber, grey, sky, brown: distinct for colour-blind
     * eyes (after Okabe and Ito). */
    static const char *const colours[] = {
        "var(--chart-1,#0072b2)", "var(--chart-2,#d55e00)", "var(--chart-3,#009e73)",
        "var(--chart-4,#cc79a7)", "var(--chart-5,#b8860b)", "var(--chart-6,#555555)",
        "var(--chart-7,#56b4e9)", "var(--chart-8,#7f4f24)"};
    return colours[i % (sizeof colours / sizeof *colours)];
}

void lw_chart_fix_colours(struct lw_buffer *svg) {
    /* A label cannot hold this: its quotes are escaped. */
    static const char start[] = "=\"var(--chart-";
    const char *text = svg->data, *at = text;
    char *to = svg->data;
    if (svg->failed || svg->data == NULL) {
        return;
    }
    for (const char *found = strstr(at, start); found != NULL;
         found = strstr(at, start)) {
        size_t kept = (size_t)(found + 2 - at);
        const char *colour = strchr(found, ',') + 1, *end = strchr(colour, ')');
        memmove(to, at, kept);
        to += kept;
        memmove(to, colour, (size_t)(end - colour));
        to += end - colour;
        at = end + 1;
    }
    size_t rest = (size_t)(text + svg->len - at);
    memmove(to, at, rest);
    svg->len = (size_t)(to - svg->data) + rest;
    svg->data[svg->len] = '\0';
}

void chart_text(struct lw_buffer *out, double x, double y, const char *anchor,
                const char *text) {
    lw_buffer_printf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y,
                     anchor);
    lw_markup_escape(out, text);
    lw_buffer_puts(out, "</text>\n");
}

void chart_begin(struct lw_buffer *out, double height, const char *title) {
    lw_buffer_printf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
        "role=\"img\" font-family=\"system-ui,sans-serif\" font-size=\"12\" "
        "fill=\"" CHART_INK "\">\n<title>",
        CHART_WIDTH, height);
    lw_markup_escape(out, title);
    lw_buffer_puts(out, "</title>\n");
    lw_buffer_printf(out,
                     "<text x=\"%.1f\" y=\"18\" text-anchor=\"middle\" "
                     "font-size=\"14\" font-weight=\"600\">",
                     CHART_WIDTH / 2);
    lw_markup_escape(out, title);
    lw_buffer_puts(out, "</text>\n");
}

void chart_end(struct lw_buffer *out) {
    lw_buffer_puts(out, "</svg>\n");
}

static void put_line(struct lw_buffer *out, double x1, double y1, double x2, double y2,
                     const char *colour) {
    lw_buffer_printf(out,
                     "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
                     "stroke=\"%s\"/>\n",
                     x1, y1, x2, y2, colour);
}

static void tick_label(const struct chart_axis *axis, double value, double step,
                       char *label, size_t size) {
    if (axis->log) {
        (void)snprintf(label, size, "%g", pow(10, value));
    } else {
        /* Zero is not -0, and 0.30000000000000004 is 0.3. */
        double rounded = fabs(value) < step * 1e-6 ? 0 : value;
        (void)snprintf(label, size, "%.6g", rounded);
    }
}

static double first_tick(const struct chart_axis *axis, double step) {
    return ceil(axis->min / step - 1e-9) * step;
}

static double axis_step(const struct chart_axis *axis) {
    double span = axis->max - axis->min;
    double step = lw_chart_tick_step(span, 6);
    return axis->log ? fmax(1, ceil(step)) : step;
}

void chart_x_axis(struct lw_buffer *out, const struct chart_axis *x, double top,
                  double bottom, const char *title) {
    double step = axis_step(x);
    for (double v = first_tick(x, step); v <= x->max + step * 1e-6; v += step) {
        double at = x->from + (v - x->min) / (x->max - x->min) * (x->to - x->from);
        char label[32];
        tick_label(x, v, step, label, sizeof label);
        put_line(out, at, top, at, bottom, CHART_GRID);
        chart_text(out, at, bottom + 16, "middle", label);
    }
    put_line(out, x->from, bottom, x->to, bottom, CHART_INK);
    chart_text(out, (x->from + x->to) / 2, bottom + 36, "middle", title);
}

void chart_y_axis(struct lw_buffer *out, const struct chart_axis *y, double left,
                  double right, const char *title) {
    double step = axis_step(y);
    for (double v = first_tick(y, step); v <= y->max + step * 1e-6; v += step) {
        double at = y->from + (v - y->min) / (y->max - y->min) * (y->to - y->from);
        char label[32];
        tick_label(y, v, step, label, sizeof label);
        put_line(out, left, at, right, at, CHART_GRID);
        chart_text(out, left - 6, at + 4, "end", label);
    }
    put_line(out, left, y->from, left, y->to, CHART_INK);
    lw_buffer_printf(out,
                     "<text transform=\"translate(14 %.1f) rotate(-90)\" "
                     "text-anchor=\"middle\">",
                     (y->from + y->to) / 2);
    lw_markup_escape(out, title);
    lw_buffer_puts(out, "</text>\n");
}
