/* Work in parallel, results in order. */
#ifndef CLI_IN_ORDER_H
#define CLI_IN_ORDER_H

#include "lw/command/cli.h"

/* work is called for every index in [0, n), from several threads; print for each index in
 * ascending order, never from two threads at once, as soon as all before it are done. So
 * output streams, and its order does not depend on the threads. Cores go to the items; a
 * single item is given the whole runtime for itself. */
struct cli_in_order {
    const char *phase; /* for the progress line */
    size_t n;
    void (*work)(void *ctx, size_t index, const struct lw_runtime *runtime);
    void (*print)(void *ctx, size_t index);
    void *ctx;
};

/* Stops early on Ctrl-C and when the output fails: items not yet begun are then neither
 * worked on nor printed. */
void cli_run_in_order(struct cli *cli, const struct cli_in_order *job);

#endif
