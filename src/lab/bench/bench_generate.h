/* One row of the generator bench, and its plot. */
#ifndef LAB_BENCH_GENERATE_H
#define LAB_BENCH_GENERATE_H

#include "lw/command/cli.h"

struct bench_generate_row {
    const char *name; /* "2x2/5" */
    const char *size; /* in templates */
    uint32_t n_templates;
    uint32_t n_boxes;
    double paper_seconds, paper_moves; /* 0: beyond the paper */
    bool by_name_only;                 /* too long to run unasked */
    bool roomy; /* rooms of at least half floor, not only the paper's checks */
    /* measured */
    uint32_t n;
    double seconds, moves, lines;
};

/* Log time and moves against room size and against boxes, ours and the paper's points, as
 * Taylor (2015) draws them in Figure 2.5. Rows with n == 0 are left out. Writes the file;
 * an exit code. */
int bench_generate_plot(struct cli *cli, const struct bench_generate_row *rows,
                        size_t n_rows, const char *path);

#endif
