/* One row of the generator bench, and its plot. */
#ifndef LAB_BENCH_GENERATE_H
#define LAB_BENCH_GENERATE_H

#include "lw/chart.h"
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

#define BENCH_GENERATE_SEEDS 10 /* rooms a row */
/* Sums over the rooms of a row. */
struct bench_generate_sums {
    double cpu, wall, slowest, floors, placements, searched, lines, moves, line_moves;
    double best_moves;
    double all_floors[BENCH_GENERATE_SEEDS], all_moves[BENCH_GENERATE_SEEDS];
    uint32_t n;
    uint32_t n_cut; /* of them: cut short */
};
struct bench_generate_run {
    uint64_t seed;    /* of the first room */
    uint64_t time_ns; /* for one room; 0: however long */
};
/* Measures a row: rooms of ten seeds in a row, every goal placement of each proven. */
lw_status bench_generate_measure(struct cli *cli, const struct bench_generate_run *run,
                                 struct bench_generate_row *row,
                                 struct bench_generate_sums *out,
                                 struct lw_error *err) LW_MUST_CHECK;
/* The row of that name, not measured; false: there is none. */
bool bench_generate_find(const char *name, struct bench_generate_row *out);

/* Hands out the four charts of Figure 2.5; see bench_generate_plot. */
void bench_generate_draw(const struct lw_alloc *alloc,
                         const struct bench_generate_row *rows, size_t n_rows,
                         void (*draw)(void *ctx, const struct lw_chart *chart),
                         void *ctx);
/* Log time and moves against room size and against boxes, ours and the paper's points, as
 * Taylor (2015) draws them in Figure 2.5. Rows with n == 0 are left out. Writes the file;
 * an exit code. */
int bench_generate_plot(struct cli *cli, const struct bench_generate_row *rows,
                        size_t n_rows, const char *path);

#endif
