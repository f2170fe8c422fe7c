/* The pictures of Khalifa and Fayek's experiment: fitness by generation, a panel a game
 * (their Figures 10 to 12), and the histograms of their Figures 4 and 5. */
#include "bench/bench_khalifa.h"

#define PANEL_W 300.0
#define PANEL_H 200.0
#define MARGIN 50.0

static double mean_curve(const struct khalifa_task *tasks, size_t game, size_t technique,
                         size_t generation) {
    double sum = 0;
    for (size_t i = 0; i < KHALIFA_TASKS; i++) {
        if (tasks[i].game == game && tasks[i].technique == technique) {
            bool constant = technique == 0;
            sum += !constant                         ? tasks[i].curve[generation]
                   : tasks[i].best.levels[0] == NULL ? 0
                                                     : tasks[i].best.ratings[0].total;
        }
    }
    return sum / LW_PS_N_OUTLINES;
}

/* Hand-made levels, then the techniques. */
static const char *const colours[KHALIFA_SERIES] = {"#222222", "#888888", "#b3452c",
                                                    "#0b6e99", "#5b8c2a", "#c78a1e"};

static void put_frame(const char *title, double left, double top, double width,
                      struct lw_buffer *svg) {
    lw_buffer_printf(svg,
                     "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" "
                     "fill=\"none\" stroke=\"#444\"/>\n<text x=\"%.0f\" y=\"%.0f\" "
                     "text-anchor=\"middle\">%s</text>\n",
                     left, top, width, PANEL_H, left + width / 2, top - 8, title);
    for (int tick = 0; tick <= 10; tick += 2) {
        double y = top + PANEL_H - tick / 10.0 * PANEL_H;
        lw_buffer_printf(svg,
                         "<line x1=\"%.0f\" y1=\"%.1f\" x2=\"%.0f\" y2=\"%.1f\" "
                         "stroke=\"#ddd\"/><text x=\"%.0f\" y=\"%.1f\" "
                         "text-anchor=\"end\">%.1f</text>\n",
                         left, y, left + width, y, left - 4, y + 4, tick / 10.0);
    }
}

static void put_panel(const struct khalifa_task *tasks, size_t game, const char *title,
                      struct lw_buffer *svg) {
    size_t column = game % 3, row = game / 3;
    double left = MARGIN + (double)column * (PANEL_W + MARGIN);
    double top = MARGIN + (double)row * (PANEL_H + 2 * MARGIN);
    put_frame(title, left, top, PANEL_W, svg);
    for (size_t t = 0; t < KHALIFA_TECHNIQUES; t++) {
        lw_buffer_printf(svg, "<polyline fill=\"none\" stroke=\"%s\" points=\"",
                         colours[t + 1]);
        for (size_t g = 0; g < KHALIFA_GENERATIONS; g++) {
            lw_buffer_printf(svg, "%.1f,%.1f ",
                             left + (double)g / (KHALIFA_GENERATIONS - 1) * PANEL_W,
                             top + PANEL_H * (1 - mean_curve(tasks, game, t, g)));
        }
        lw_buffer_puts(svg, "\"/>\n");
    }
    lw_buffer_printf(svg,
                     "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\">generation 0 to "
                     "20</text>\n",
                     left + PANEL_W / 2, top + PANEL_H + 18);
}

/* Figures 4 and 5: how many levels have a value in each bin, as shares, beside each
 * other for the hand-made levels and for the techniques. */
static void put_bars(const struct khalifa_histogram *h, size_t series, double left,
                     double top, double width, struct lw_buffer *svg) {
    double slot = width / KHALIFA_BINS, bar = slot * 0.8 / KHALIFA_SERIES;
    for (size_t i = 0; i < KHALIFA_BINS && h->n > 0; i++) {
        double share = (double)h->bins[i] / h->n;
        lw_buffer_printf(svg,
                         "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                         "fill=\"%s\"/>\n",
                         left + slot * ((double)i + 0.1) + bar * (double)series,
                         top + PANEL_H * (1 - share), bar, PANEL_H * share,
                         colours[series]);
    }
}

static void put_histograms(const struct khalifa_histogram *all, const char *title,
                           size_t column, struct lw_buffer *svg) {
    double width = 1.5 * PANEL_W + MARGIN / 2;
    double left = MARGIN + (double)column * (width + MARGIN);
    double top = MARGIN + 2 * (PANEL_H + 2 * MARGIN);
    put_frame(title, left, top, width, svg);
    for (size_t i = 0; i <= KHALIFA_BINS; i += 2) {
        lw_buffer_printf(svg,
                         "<text x=\"%.1f\" y=\"%.0f\" text-anchor=\"middle\">%.1f</text>"
                         "\n",
                         left + width * (double)i / KHALIFA_BINS, top + PANEL_H + 16,
                         all[0].width * (double)i);
    }
    for (size_t k = 0; k < KHALIFA_SERIES; k++) {
        put_bars(&all[k], k, left, top, width, svg);
        lw_buffer_printf(svg,
                         "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"end\" "
                         "fill=\"%s\">%s: mean %.2f</text>\n",
                         left + width - 8, top + 18 + 15 * (double)k, colours[k],
                         k == 0 ? "hand-made" : khalifa_techniques[k - 1],
                         all[k].n == 0 ? 0.0 : all[k].sum / all[k].n);
    }
}

/* In the place of a sixth game. */
static void put_legend(struct lw_buffer *svg) {
    for (size_t t = 0; t < KHALIFA_TECHNIQUES; t++) {
        lw_buffer_printf(
            svg, "<text x=\"%.0f\" y=\"%.0f\" font-size=\"14\" fill=\"%s\">%s</text>\n",
            MARGIN + 2 * (PANEL_W + MARGIN) + 20,
            MARGIN + PANEL_H + 2 * MARGIN + 40 + 24 * (double)t, colours[t + 1],
            khalifa_techniques[t]);
    }
}

void khalifa_plot(const struct khalifa_task *tasks,
                  const struct khalifa_histogram lengths[KHALIFA_SERIES],
                  const struct khalifa_histogram applied[KHALIFA_SERIES],
                  struct lw_buffer *svg) {
    static const char *const titles[KHALIFA_GAMES] = {
        "Sokoban: best fitness, mean of 8 outlines", "LavaGame", "BlockFaker", "GemGame",
        "DestroyGame"};
    double width = 3 * (PANEL_W + MARGIN) + MARGIN;
    double height = 3 * (PANEL_H + 2 * MARGIN);
    lw_buffer_printf(svg,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
                     "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
                     "font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n"
                     "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                     width, height, width, height);
    for (size_t game = 0; game < KHALIFA_GAMES; game++) {
        put_panel(tasks, game, titles[game], svg);
    }
    put_legend(svg);
    put_histograms(lengths, "Moves of the solution by the area: share of levels", 0, svg);
    put_histograms(applied, "Rules applied by a move: share of levels", 1, svg);
    lw_buffer_puts(svg, "</svg>\n");
}
