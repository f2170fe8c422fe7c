/* What the parts of the bench of Khalifa and Fayek's experiment share. */
#ifndef BENCH_KHALIFA_H
#define BENCH_KHALIFA_H

#include "lw/command/levels.h"
#include "lw/puzzlescript_design.h"

#define KHALIFA_GAMES 5
/* Constructive; genetic: random, constructive, mixed, empty (the paper's random). */
#define KHALIFA_TECHNIQUES 5
#define KHALIFA_GENERATIONS 21
#define KHALIFA_BINS 12

struct khalifa_game {
    const char *name;
    struct cli_levels human; /* the hand-made levels */
    struct lw_ps_analysis analysis;
};

/* One technique on one outline of one game. */
struct khalifa_task {
    size_t game, outline, technique;
    uint64_t stream; /* of random numbers */
    lw_status status;
    struct lw_error err;
    struct lw_ps_best best;
    uint32_t n_playable; /* of the best: the player within its limit */
    uint32_t n_solvable; /* of the best: a long breadth-first search, too */
    uint32_t n_unknown;  /* neither solved nor refuted by it */
    uint32_t n_trivial;  /* of the best: won before the first move, so not playable */
    double curve[KHALIFA_GENERATIONS];
};

extern const char *const khalifa_techniques[KHALIFA_TECHNIQUES];

/* bench_khalifa_make.c: fills tasks[KHALIFA_GAMES * 8 * KHALIFA_TECHNIQUES]. */
#define KHALIFA_TASKS (KHALIFA_GAMES * LW_PS_N_OUTLINES * KHALIFA_TECHNIQUES)
void khalifa_make(struct cli *cli, const struct khalifa_game *games, uint64_t seed,
                  struct khalifa_task *tasks);

/* How often values fall into bins of a width; what is beyond is in the last. */
struct khalifa_histogram {
    const char *what;
    double width;
    unsigned bins[KHALIFA_BINS];
    double sum, squares;
    unsigned n;
};
#define KHALIFA_SERIES (1 + KHALIFA_TECHNIQUES) /* hand-made levels come first */

/* bench_khalifa_plot.c: fitness curves and distributions in one picture; an exit code. */
int khalifa_plot(struct cli *cli, const struct khalifa_task *tasks,
                 const struct khalifa_histogram lengths[KHALIFA_SERIES],
                 const struct khalifa_histogram applied[KHALIFA_SERIES],
                 const char *path);

#endif
