/* Charts side by side: each is a picture of its own within the file's. */
#include "bench/bench_panels.h"

#define PANEL_W 640
#define PANEL_H 400

void bench_panels_begin(struct bench_panels *panels, const struct lw_alloc *alloc,
                        size_t columns, size_t rows) {
    *panels = (struct bench_panels){.columns = columns};
    lw_buffer_init(&panels->svg, alloc);
    lw_buffer_printf(
        &panels->svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %zu %zu\">\n"
        "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
        columns * PANEL_W, rows * PANEL_H);
}

void bench_panels_add(struct bench_panels *panels, const struct lw_chart *chart) {
    if (panels->status != LW_OK) {
        return;
    }
    lw_buffer_printf(&panels->svg,
                     "<svg x=\"%zu\" y=\"%zu\" width=\"%d\" height=\"%d\">\n",
                     panels->n % panels->columns * PANEL_W,
                     panels->n / panels->columns * PANEL_H, PANEL_W, PANEL_H);
    panels->status = lw_chart_svg(chart, &panels->svg, &panels->err);
    lw_buffer_puts(&panels->svg, "</svg>\n");
    panels->n++;
}

void bench_panels_draw(void *ctx, const struct lw_chart *chart) {
    bench_panels_add(ctx, chart);
}

int bench_panels_write(struct bench_panels *panels, struct cli *cli, const char *path) {
    lw_buffer_puts(&panels->svg, "</svg>\n");
    lw_chart_fix_colours(&panels->svg);
    if (panels->status == LW_OK) {
        panels->status = lw_buffer_ok(&panels->svg)
                             ? lw_platform_write_file(path, panels->svg.data,
                                                      panels->svg.len, &panels->err)
                             : lw_fail_memory(&panels->err);
    }
    lw_buffer_free(&panels->svg);
    return panels->status == LW_OK ? 0 : cli_fail(cli, path, &panels->err);
}
