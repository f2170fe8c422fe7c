/* Van Kreveld, Loffler and Mutser's procedure, printed and drawn. */
#ifndef LAB_VANKREVELD_H
#define LAB_VANKREVELD_H

#include "lw/chart.h"
#include "lw/command/cli.h"
#include "lw/difficulty/paper_tables.h"
#include "table/row.h"

/* Errors, weights and correlations for the four targets, as their Tables I to III and
 * Figures 4 to 6. what: the levels, in words. */
lw_status vankreveld_put(const struct lab_rows *rows, const char *what,
                         const struct lw_vankreveld_data *data,
                         const struct lw_vankreveld *result, struct lw_error *err);
/* Pearson's r of each feature with each target, over the levels that have the answer:
 * features x targets. */
lw_status vankreveld_correlate(const struct lw_alloc *alloc,
                               const struct lw_vankreveld_data *data, double *out,
                               struct lw_error *err) LW_MUST_CHECK;
/* The correlations as a chart, handed out or written to a file. */
lw_status vankreveld_chart(const struct lw_alloc *alloc,
                           const struct lw_vankreveld_data *data,
                           void (*draw)(void *ctx, const struct lw_chart *chart),
                           void *ctx, struct lw_error *err);
lw_status vankreveld_draw(struct cli *cli, const char *path,
                          const struct lw_vankreveld_data *data, struct lw_error *err);

#endif
