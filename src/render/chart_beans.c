/* Bean plots: densities of groups beside each other. */
#include <math.h>

#include "chart_internal.h"

#define LEFT 190.0
#define BEAN 34.0
#define STEPS 60
#define FEWEST 4 /* values that make a density worth drawing */

static double mean_of(const struct lw_chart_bean *bean) {
    double sum = 0;
    for (size_t i = 0; i < bean->n; i++) {
        sum += bean->values[i];
    }
    return bean->n == 0 ? NAN : sum / (double)bean->n;
}

/* Silverman's rule of thumb with the standard deviation alone. */
static double bandwidth_of(const struct lw_chart_bean *bean, double span) {
    double mean = mean_of(bean), sum = 0;
    for (size_t i = 0; i < bean->n; i++) {
        sum += (bean->values[i] - mean) * (bean->values[i] - mean);
    }
    double sd = bean->n > 1 ? sqrt(sum / (double)(bean->n - 1)) : 0;
    double width = 1.06 * sd * pow((double)bean->n, -0.2);
    return width > 0 ? width : span / 50;
}

static double density_at(const struct lw_chart_bean *bean, double width, double value) {
    double sum = 0;
    for (size_t i = 0; i < bean->n; i++) {
        double z = (value - bean->values[i]) / width;
        sum += exp(-z * z / 2);
    }
    return sum;
}

static void put_outline(struct lw_buffer *out, const struct lw_chart_bean *bean,
                        const struct chart_axis *axis, double middle, size_t number) {
    double density[STEPS + 1], most = 0, span = axis->max - axis->min;
    double width = bandwidth_of(bean, span);
    for (int i = 0; i <= STEPS; i++) {
        density[i] = density_at(bean, width, axis->min + span * i / STEPS);
        most = fmax(most, density[i]);
    }
    lw_buffer_printf(out, "<path fill=\"%s\" fill-opacity=\"0.35\" d=\"",
                     chart_colour(number));
    for (int k = 0; k <= 2 * STEPS + 1; k++) {
        int i = k <= STEPS ? k : 2 * STEPS + 1 - k;
        double half = most > 0 ? density[i] / most * (BEAN / 2 - 3) : 0;
        lw_buffer_printf(out, "%c%.1f %.1f", k == 0 ? 'M' : 'L',
                         chart_at(axis, axis->min + span * i / STEPS),
                         k <= STEPS ? middle - half : middle + half);
    }
    lw_buffer_puts(out, "z\"/>\n");
}

static void put_tick(struct lw_buffer *out, double x, double middle, double half,
                     double width) {
    if (!isnan(x)) {
        lw_buffer_printf(out,
                         "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
                         "stroke=\"" CHART_INK "\" stroke-width=\"%g\"/>\n",
                         x, middle - half, x, middle + half, width);
    }
}

/* The mean of all values, dotted through all beans. */
static void put_overall(struct lw_buffer *out, const struct lw_chart_bean *beans,
                        size_t n_beans, const struct chart_axis *axis, double bottom) {
    double sum = 0, n = 0;
    for (size_t b = 0; b < n_beans; b++) {
        for (size_t i = 0; i < beans[b].n; i++) {
            sum += beans[b].values[i];
            n++;
        }
    }
    double x = chart_at(axis, sum / n);
    if (n_beans > 1 && !isnan(x)) {
        lw_buffer_printf(out,
                         "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
                         "stroke=\"" CHART_INK "\" stroke-dasharray=\"2 4\"/>\n",
                         x, CHART_TOP, x, bottom);
    }
}

lw_status lw_chart_beans_svg(const char *title, const char *value_title,
                             const struct lw_chart_bean *beans, size_t n_beans,
                             struct lw_buffer *out, struct lw_error *err) {
    struct chart_axis axis = {.min = INFINITY, .max = -INFINITY};
    for (size_t b = 0; b < n_beans; b++) {
        for (size_t i = 0; i < beans[b].n; i++) {
            chart_axis_see(&axis, beans[b].values[i]);
        }
    }
    chart_axis_settle(&axis, LEFT, CHART_WIDTH - CHART_RIGHT, false);
    double bottom = CHART_TOP + BEAN * (double)n_beans;
    chart_begin(out, bottom + CHART_BOTTOM, title);
    chart_x_axis(out, &axis, CHART_TOP, bottom, value_title);
    put_overall(out, beans, n_beans, &axis, bottom);
    for (size_t b = 0; b < n_beans; b++) {
        double middle = CHART_TOP + BEAN * ((double)b + 0.5);
        if (beans[b].n >= FEWEST) {
            put_outline(out, &beans[b], &axis, middle, 0);
        }
        for (size_t i = 0; i < beans[b].n; i++) {
            put_tick(out, chart_at(&axis, beans[b].values[i]), middle, 5, 0.7);
        }
        put_tick(out, chart_at(&axis, mean_of(&beans[b])), middle, BEAN / 2 - 2, 2.5);
        chart_text(out, LEFT - 6, middle + 4, "end", beans[b].label);
    }
    chart_end(out);
    return lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
}
