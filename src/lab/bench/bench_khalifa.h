/* What the parts of the bench of Khalifa and Fayek's experiment share. */
#ifndef BENCH_KHALIFA_H
#define BENCH_KHALIFA_H

#include "lw/chart.h"
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

/* All five, as far as they could be opened. */
struct khalifa_set {
    struct khalifa_game games[KHALIFA_GAMES];
    size_t n;
};

/* One technique on one outline of one game. */
struct khalifa_task {
    size_t game, outline, technique;
    size_t dropped;  /* score of weight 0; LW_PS_N_SCORES: none */
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
#define KHALIFA_CONSTRUCTIVE_START (1 + (size_t)LW_PS_START_CONSTRUCTIVE)

/* bench_khalifa_make.c: fills tasks[KHALIFA_GAMES * 8 * KHALIFA_TECHNIQUES]. */
#define KHALIFA_TASKS (KHALIFA_GAMES * LW_PS_N_OUTLINES * KHALIFA_TECHNIQUES)
void khalifa_make(struct cli *cli, const struct khalifa_set *set, uint64_t seed,
                  struct khalifa_task *tasks);
/* Any tasks that say what to do. */
void khalifa_run(struct cli *cli, const struct khalifa_set *set, uint64_t seed,
                 struct khalifa_task *tasks, size_t n_tasks);
void khalifa_tasks_free(struct cli *cli, struct khalifa_task *tasks, size_t n_tasks);

/* How often values fall into bins of a width; what is beyond is in the last. */
struct khalifa_histogram {
    const char *what;
    double width;
    unsigned bins[KHALIFA_BINS];
    double sum, squares;
    unsigned n;
};
#define KHALIFA_SERIES (1 + KHALIFA_TECHNIQUES) /* hand-made levels come first */

/* bench_khalifa_measure.c. The folder of the shared data; an exit code. Close in any
 * case. */
int khalifa_open(struct cli *cli, const char *data, struct khalifa_set *set);
void khalifa_close(struct khalifa_set *set);
/* An automated player on a game's hand-made levels. */
struct khalifa_played {
    size_t n, n_solved;
    double explored, moves; /* sums; moves of the solved ones */
    double arrangements;
};
lw_status khalifa_play(struct cli *cli, const struct khalifa_game *game,
                       enum lw_ps_strategy strategy, uint64_t limit,
                       struct khalifa_played *out, struct lw_error *err) LW_MUST_CHECK;
void khalifa_histograms(struct khalifa_histogram *lengths,
                        struct khalifa_histogram *applied); /* empty ones */
double khalifa_mean(const struct khalifa_histogram *h);     /* NaN: no values */
double khalifa_spread(const struct khalifa_histogram *h);
/* The shortest solutions of the hand-made levels, as the paper measured its levels. */
lw_status khalifa_human(struct cli *cli, const struct khalifa_set *set,
                        struct khalifa_histogram *lengths,
                        struct khalifa_histogram *applied,
                        struct lw_error *err) LW_MUST_CHECK;
/* What came of one technique over all games. */
struct khalifa_sums {
    uint32_t n, playable, solvable, unknown, trivial;
    uint64_t rated, solved;
    double fitness;
};
struct khalifa_sums khalifa_sum(const struct khalifa_task *tasks, size_t n_tasks,
                                size_t technique);
void khalifa_count(const struct khalifa_task *tasks, size_t n_tasks, size_t technique,
                   struct khalifa_histogram *lengths, struct khalifa_histogram *applied);
/* The best levels when a score does not count, the first time none being left out. */
#define KHALIFA_EFFECTS (LW_PS_N_SCORES + 1)
struct khalifa_effect {
    const char *without;
    size_t n;
    double playable;               /* percent */
    double scores[LW_PS_N_SCORES]; /* means */
    double length_ratio;           /* mean of the solved */
};
extern const char *const khalifa_scores[LW_PS_N_SCORES]; /* their names */
/* The means over the best levels of the tasks that leave out that score. */
struct khalifa_effect khalifa_effect_of(const struct khalifa_task *tasks, size_t n_tasks,
                                        size_t dropped);
lw_status khalifa_effects(struct cli *cli, const struct khalifa_set *set, uint64_t seed,
                          size_t n_outlines,
                          struct khalifa_effect effects[KHALIFA_EFFECTS],
                          struct lw_error *err) LW_MUST_CHECK;

/* Hands out the charts: fitness by generation of each game, then the two
 * distributions. */
struct khalifa_pictures {
    const struct khalifa_task *tasks;                  /* [KHALIFA_TASKS] */
    const struct khalifa_histogram *lengths, *applied; /* [KHALIFA_SERIES] */
};
void khalifa_draw(const struct khalifa_pictures *pictures,
                  void (*draw)(void *ctx, const struct lw_chart *chart), void *ctx);
/* bench_khalifa_plot.c: fitness curves and distributions in one picture; an exit code. */
int khalifa_plot(struct cli *cli, const struct khalifa_pictures *pictures,
                 const char *path);

#endif
