/* Benches: measurements that say what they measured, one row of a table each.
 *
 * Adding one: a file bench_NAME.c that exports `const struct lab_bench bench_NAME`,
 * and one line in cmd_bench.c. A bench prints CPU time (lw_platform_cpu_ns), because wall
 * time measures the neighbours too, and one JSON object a row with --json. */
#ifndef LAB_BENCH_H
#define LAB_BENCH_H

#include "lw/command/cli.h"

/* args->operands[0] is the bench's name, what follows are its own operands. Options that
 * all benches share: row, time, seed, data, threads, levels, json. Returns an exit code.
 */
struct lab_bench {
    const char *name;
    const char *summary;
    int (*run)(struct cli *cli, const struct cli_args *args);
};

/* Is the row of that name asked for? True for all without --row. */
bool bench_wants(const struct cli_args *args, const char *row);
/* 0, or the exit code when someone asked to stop: a part of a row is not reported. */
int bench_stopped(struct cli *cli, const char *row);
/* The message for a --row that no row has: names holds all there are, each added by
 * bench_add_name, and is freed. Returns an exit code. */
void bench_add_name(struct lw_buffer *names, const char *name);
int bench_no_row(struct cli *cli, struct lw_buffer *names);

#endif
