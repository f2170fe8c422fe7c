/* Between the files of bench puzzlescript. */
#ifndef BENCH_PUZZLESCRIPT_H
#define BENCH_PUZZLESCRIPT_H

#include "bench/bench.h"
#include "lw/puzzlescript/engine.h"

/* Random inputs a CPU second, with a restart after every 200, for about so long. */
double bench_random_inputs(struct lw_ps_engine *engine, const uint64_t *cells,
                           uint64_t seed, double seconds);
/* The operands after the first: games, and recorded sessions as JSON Lines. Returns an
 * exit code. */
int bench_script_files(struct cli *cli, const struct cli_args *args);

#endif
