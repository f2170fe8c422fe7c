/* The plot of the generator bench: four panels, time above moves. */
#include <math.h>
#include <string.h>

#include "bench/bench_generate.h"

#define PANEL_W 360.0
#define PANEL_H 240.0
#define MARGIN 56.0

struct panel {
    double left, top;
    double x_min, x_max, y_min, y_max;
    bool log_y;
    const char *title, *x_title, *y_title;
};

struct series {
    const char *label, *colour;
    bool paper;
    double x[16], y[16];
    size_t n;
};

static double px(const struct panel *p, double x) {
    return p->left + (x - p->x_min) / (p->x_max - p->x_min) * PANEL_W;
}

static double py(const struct panel *p, double y) {
    double value = p->log_y ? log10(y) : y;
    return p->top + PANEL_H - (value - p->y_min) / (p->y_max - p->y_min) * PANEL_H;
}

static void put_text(struct lw_buffer *svg, double x, double y, const char *anchor,
                     const char *text) {
    lw_buffer_printf(svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x,
                     y, anchor, text);
}

static void put_y_axis(struct lw_buffer *svg, const struct panel *p) {
    double step = p->log_y ? 1 : p->y_max > 200 ? 50 : 20;
    for (double y = p->y_min; y <= p->y_max + 1e-9; y += step) {
        double at = p->top + PANEL_H - (y - p->y_min) / (p->y_max - p->y_min) * PANEL_H;
        char label[32];
        (void)snprintf(label, sizeof label, p->log_y ? "1e%.0f" : "%.0f", y);
        lw_buffer_printf(svg,
                         "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
                         "stroke=\"#ddd\"/>\n",
                         p->left, at, p->left + PANEL_W, at);
        put_text(svg, p->left - 6, at + 4, "end", label);
    }
}

static void put_frame(struct lw_buffer *svg, const struct panel *p) {
    put_y_axis(svg, p);
    for (double x = ceil(p->x_min); x <= p->x_max; x++) {
        char label[16];
        (void)snprintf(label, sizeof label, "%.0f", x);
        put_text(svg, px(p, x), p->top + PANEL_H + 16, "middle", label);
    }
    lw_buffer_printf(svg,
                     "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                     "fill=\"none\" stroke=\"#444\"/>\n",
                     p->left, p->top, PANEL_W, PANEL_H);
    put_text(svg, p->left + PANEL_W / 2, p->top - 8, "middle", p->title);
    put_text(svg, p->left + PANEL_W / 2, p->top + PANEL_H + 34, "middle", p->x_title);
    lw_buffer_printf(svg,
                     "<text transform=\"translate(%.1f %.1f) rotate(-90)\" "
                     "text-anchor=\"middle\">%s</text>\n",
                     p->left - 40, p->top + PANEL_H / 2, p->y_title);
}

static void put_series(struct lw_buffer *svg, const struct panel *p,
                       const struct series *s, size_t number) {
    if (s->n == 0) {
        return;
    }
    lw_buffer_printf(svg,
                     "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"%s "
                     "points=\"",
                     s->colour, s->paper ? " stroke-dasharray=\"5 4\"" : "");
    for (size_t i = 0; i < s->n; i++) {
        lw_buffer_printf(svg, "%.1f,%.1f ", px(p, s->x[i]), py(p, s->y[i]));
    }
    lw_buffer_puts(svg, "\"/>\n");
    for (size_t i = 0; i < s->n; i++) {
        lw_buffer_printf(svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n",
                         px(p, s->x[i]), py(p, s->y[i]), s->paper ? "#fff" : s->colour);
        lw_buffer_printf(svg,
                         "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"none\" "
                         "stroke=\"%s\"/>\n",
                         px(p, s->x[i]), py(p, s->y[i]), s->colour);
    }
    lw_buffer_printf(svg, "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\">%s</text>\n",
                     p->left + 8, p->top + 16 + 15 * (double)number, s->colour, s->label);
}

static void add_point(struct series *s, double x, double y) {
    if (y > 0 && s->n < 16) {
        s->x[s->n] = x;
        s->y[s->n++] = y;
    }
}

/* One column of panels: rows that pass the test, against x. */
static void put_column(struct lw_buffer *svg, const struct bench_generate_row *rows,
                       size_t n_rows, bool by_size, double left) {
    static const char *const colours[] = {"#0b6e99", "#b3452c", "#5b8c2a"};
    static const char *const labels[2][2][2] = {
        {{"2x2, this program", "2x2, Taylor 2015 (dashed)"}, {"", ""}},
        {{"2 boxes, this program", "2 boxes, Taylor 2015 (dashed)"},
         {"3 boxes, this program", "3 boxes, Taylor 2015 (dashed)"}}};
    for (int moves = 0; moves < 2; moves++) {
        struct panel p = {.left = left,
                          .top = moves ? MARGIN * 2 + PANEL_H + 20 : MARGIN,
                          .x_min = by_size ? 1 : 1.5,
                          .x_max = by_size ? 10 : 7.5,
                          .y_min = moves ? 0 : -4,
                          .y_max = moves ? 200 : 5,
                          .log_y = !moves,
                          .title = moves ? "fewest moves" : "time a level",
                          .x_title = by_size ? "room size in templates" : "boxes",
                          .y_title = moves ? "moves" : "seconds"};
        put_frame(svg, &p);
        for (size_t line = 0; line < (by_size ? 2u : 1u); line++) {
            for (int paper = 0; paper < 2; paper++) {
                struct series s = {.label = labels[by_size][line][paper],
                                   .colour = colours[line],
                                   .paper = paper != 0};
                for (size_t i = 0; i < n_rows; i++) {
                    const struct bench_generate_row *row = &rows[i];
                    bool mine = row->roomy ? false
                                : by_size  ? row->n_boxes == line + 2
                                           : strcmp(row->size, "2x2") == 0;
                    double ours = row->n == 0 ? 0 : moves ? row->moves : row->seconds;
                    double theirs = moves ? row->paper_moves : row->paper_seconds;
                    if (mine) {
                        add_point(&s, by_size ? row->n_templates : row->n_boxes,
                                  paper ? theirs : ours);
                    }
                }
                put_series(svg, &p, &s, 2 * line + (size_t)paper);
            }
        }
    }
}

void bench_generate_plot(const struct bench_generate_row *rows, size_t n_rows,
                         struct lw_buffer *svg) {
    double width = 2 * (PANEL_W + MARGIN) + MARGIN + 20;
    double height = 2 * PANEL_H + 3 * MARGIN + 40;
    lw_buffer_printf(svg,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
                     "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
                     "font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n"
                     "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                     width, height, width, height);
    put_column(svg, rows, n_rows, true, MARGIN);
    put_column(svg, rows, n_rows, false, 2 * MARGIN + PANEL_W + 20);
    lw_buffer_puts(svg, "</svg>\n");
}
