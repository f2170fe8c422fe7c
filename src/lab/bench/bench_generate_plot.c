/* The plot of the generator benchmark: four panels, time above moves, with the
 * best-fitting exponential of the times and quadratic of the moves. */
#include <string.h>

#include "bench/bench_generate.h"
#include "bench/bench_panels.h"
#include "charts/charts.h"

#define MAX_POINTS 16

/* Points of one line. */
struct line {
    double x[MAX_POINTS], y[MAX_POINTS];
    size_t n;
};

static void add_point(struct line *line, double x, double y) {
    if (y > 0 && line->n < MAX_POINTS) {
        line->x[line->n] = x;
        line->y[line->n++] = y;
    }
}

/* The rows of one line: those of two or of three boxes by size, or those of 2x2. */
static bool is_of(const struct bench_generate_row *row, bool by_size, size_t line) {
    return !row->roomy &&
           (by_size ? row->n_boxes == line + 2 : strcmp(row->size, "2x2") == 0);
}

/* Who gets the charts. */
struct outlet {
    const struct lw_alloc *alloc;
    void (*draw)(void *ctx, const struct lw_chart *chart);
    void *ctx;
};

static void put_panel(const struct outlet *outlet, const struct bench_generate_row *rows,
                      size_t n_rows, bool moves, bool by_size) {
    const struct lw_alloc *alloc = outlet->alloc;
    static const char *const labels[2][2][2] = {
        {{"2x2, this program", "2x2, Taylor 2015"}, {"", ""}},
        {{"2 boxes, this program", "2 boxes, Taylor 2015"},
         {"3 boxes, this program", "3 boxes, Taylor 2015"}}};
    struct line lines[2][2] = {{{.n = 0}}};
    struct lw_chart_series series[8];
    struct chart_curve curves[4];
    size_t n_lines = by_size ? 2 : 1, n_series = 2 * n_lines;
    for (size_t k = 0; k < 2 * n_lines; k++) {
        bool paper = k % 2 == 1;
        struct line *line = &lines[k / 2][k % 2];
        for (size_t i = 0; i < n_rows; i++) {
            const struct bench_generate_row *row = &rows[i];
            double ours = row->n == 0 ? 0 : moves ? row->moves : row->seconds;
            double theirs = moves ? row->paper_moves : row->paper_seconds;
            if (is_of(row, by_size, k / 2)) {
                add_point(line, by_size ? row->n_templates : row->n_boxes,
                          paper ? theirs : ours);
            }
        }
        series[k] = (struct lw_chart_series){.label = labels[by_size][k / 2][k % 2],
                                             .mark = LW_MARK_POINTS,
                                             .x = line->x,
                                             .y = line->y,
                                             .n = line->n};
    }
    /* The paper's best fits: exponential for times, quadratic for moves. */
    for (size_t k = 0; k < 2 * n_lines; k++) {
        if (chart_curve_fit(alloc, &series[k], moves ? 2 : 1, !moves, &curves[k])) {
            series[n_series++] = (struct lw_chart_series){.mark = LW_MARK_LINE,
                                                          .x = curves[k].x,
                                                          .y = curves[k].y,
                                                          .n = CHART_CURVE,
                                                          .dashed = k % 2 == 1,
                                                          .like = k + 1};
        }
    }
    outlet->draw(outlet->ctx, &(struct lw_chart){
                                  .title = moves ? "Fewest moves" : "Time per level",
                                  .x_title = by_size ? "room size in templates" : "boxes",
                                  .y_title = moves ? "moves" : "seconds",
                                  .series = series,
                                  .n_series = n_series,
                                  .log_y = !moves});
}

void bench_generate_draw(const struct lw_alloc *alloc,
                         const struct bench_generate_row *rows, size_t n_rows,
                         void (*draw)(void *ctx, const struct lw_chart *chart),
                         void *ctx) {
    const struct outlet outlet = {alloc, draw, ctx};
    for (int i = 0; i < 4; i++) {
        put_panel(&outlet, rows, n_rows, i >= 2, i % 2 == 0);
    }
}

int bench_generate_plot(struct cli *cli, const struct bench_generate_row *rows,
                        size_t n_rows, const char *path) {
    struct bench_panels panels;
    bench_panels_begin(&panels, cli->alloc, 2, 2);
    bench_generate_draw(cli->alloc, rows, n_rows, bench_panels_draw, &panels);
    return bench_panels_write(&panels, cli, path);
}
