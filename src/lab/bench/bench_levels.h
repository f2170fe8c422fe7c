/* Many levels of each method of Sokoban at small settings. */
#ifndef LAB_BENCH_LEVELS_H
#define LAB_BENCH_LEVELS_H

#include "lw/command/cli.h"

/* Makes --levels levels with each method that --row names (all
 * without it), then reads each back from its text, replays its solution as a player would
 * and compares canonical ids. Prints levels a second; an exit code. */
int bench_levels(struct cli *cli, const struct cli_args *args);

#endif
