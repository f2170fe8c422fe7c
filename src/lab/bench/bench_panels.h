/* Several charts in one SVG file, in columns. */
#ifndef LAB_BENCH_PANELS_H
#define LAB_BENCH_PANELS_H

#include "lw/chart.h"
#include "lw/command/cli.h"

struct bench_panels {
    struct lw_buffer svg;
    size_t columns, n;
    lw_status status; /* the first failure */
    struct lw_error err;
};
void bench_panels_begin(struct bench_panels *panels, const struct lw_alloc *alloc,
                        size_t columns, size_t rows);
void bench_panels_add(struct bench_panels *panels, const struct lw_chart *chart);
/* The same for functions that hand out charts; ctx: the panels. */
void bench_panels_draw(void *ctx, const struct lw_chart *chart);
/* Ends the picture and writes it; an exit code. */
int bench_panels_write(struct bench_panels *panels, struct cli *cli, const char *path);

#endif
