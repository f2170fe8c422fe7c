/* One run of the Monte-Carlo generator, as Kartal, Sohre and Guy (2016) show one in their
 * Figures 4 and 5: how the best score rises, which levels it leaves, and how well their
 * scores agree with comparisons. */
#ifndef BENCH_MCTS_RUN_H
#define BENCH_MCTS_RUN_H

#include "lw/chart.h"
#include "lw/command/cli.h"

#define MCTS_RUN_POINTS 13
#define MCTS_RUN_LEVELS 20 /* of the paper's set */

/* One run, looked at after so many playouts. */
struct mcts_run_point {
    double playouts, seconds, score;
};
enum mcts_style { MCTS_RUN_DEFAULT, MCTS_RUN_TREE, MCTS_RUN_PAPER, MCTS_RUN_STYLES };
struct mcts_run {
    enum mcts_style style; /* tree: without local search; paper: its own search */
    uint64_t seed;
    size_t n_points;
    struct mcts_run_point points[MCTS_RUN_POINTS];
    double scores[MCTS_RUN_LEVELS]; /* of the level set, rising */
    size_t n_levels;
    double set_seconds; /* for all of them */
    /* Levels on the way to the best, by thirds of the scores from none to the best. */
    size_t thirds[3];
};
/* style, seed and n_points are given; the last point is after 10^(n_points / 2 - 0.5)
 * playouts, a million for all. The generator draws the same numbers whatever it is
 * allowed, so a shorter run is the beginning of a longer one. */
lw_status mcts_run_measure(struct cli *cli, struct mcts_run *run,
                           struct lw_error *err) LW_MUST_CHECK;

/* Comparisons of the set's levels, as the paper's six people made 210. Ours are made by
 * simulated people: true difficulties are the scores with a standard deviation of 1.5,
 * choices are logistic in their difference, and one in twenty is a guess. */
#define MCTS_COMPARISONS 210
#define MCTS_REPEATS 200
struct mcts_compared {
    double means[MCTS_RUN_LEVELS]; /* TrueSkill, of the first repetition */
    double first_r2;               /* its */
    double r2, low, high;          /* mean, and what 95 of 100 repetitions lie between */
};
lw_status mcts_run_compare(const struct lw_alloc *alloc, const struct mcts_run *run,
                           struct mcts_compared *out, struct lw_error *err) LW_MUST_CHECK;

/* Hands out Figure 4 of runs (the score by time), and Figure 5 of the first. */
void mcts_run_draw(const struct mcts_run *runs, size_t n_runs,
                   const struct mcts_compared *compared,
                   void (*draw)(void *ctx, const struct lw_chart *chart), void *ctx);

/* The row "run" of bench mcts; an exit code. */
int mcts_run_bench(struct cli *cli, const struct cli_args *args);

#endif
