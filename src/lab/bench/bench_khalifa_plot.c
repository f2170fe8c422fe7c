/* The pictures of Khalifa and Fayek's experiment: fitness by generation, a panel a game
 * (their Figures 10 to 12), and the distributions of their Figures 4 and 5. */
#include "bench/bench_khalifa.h"
#include "bench/bench_panels.h"

/* Who gets the charts. */
struct outlet {
    void (*draw)(void *ctx, const struct lw_chart *chart);
    void *ctx;
};

static double mean_curve(const struct khalifa_task *tasks, size_t game, size_t technique,
                         size_t generation) {
    double sum = 0;
    for (size_t i = 0; i < KHALIFA_TASKS; i++) {
        if (tasks[i].game == game && tasks[i].technique == technique) {
            bool constant = technique == 0;
            sum += !constant                         ? tasks[i].curve[generation]
                   : tasks[i].best.levels[0] == NULL ? 0
                                                     : tasks[i].best.ratings[0].total;
        }
    }
    return sum / LW_PS_N_OUTLINES;
}

static void put_game(const struct outlet *outlet, const struct khalifa_task *tasks,
                     size_t game, const char *title) {
    struct lw_chart_series series[KHALIFA_TECHNIQUES];
    double x[KHALIFA_GENERATIONS], y[KHALIFA_TECHNIQUES][KHALIFA_GENERATIONS];
    for (size_t t = 0; t < KHALIFA_TECHNIQUES; t++) {
        for (size_t g = 0; g < KHALIFA_GENERATIONS; g++) {
            x[g] = (double)g;
            y[t][g] = mean_curve(tasks, game, t, g);
        }
        series[t] = (struct lw_chart_series){.label = khalifa_techniques[t],
                                             .mark = LW_MARK_LINE,
                                             .x = x,
                                             .y = y[t],
                                             .n = KHALIFA_GENERATIONS};
    }
    outlet->draw(outlet->ctx, &(struct lw_chart){.title = title,
                                                 .x_title = "generation",
                                                 .y_title = "best fitness",
                                                 .series = series,
                                                 .n_series = KHALIFA_TECHNIQUES,
                                                 .has_y_range = true,
                                                 .y_max = 1});
}

/* Which share of the levels has a value in each bin, for the hand-made levels and for the
 * techniques. */
static void put_shares(const struct outlet *outlet, const struct khalifa_histogram *all,
                       const char *title, const char *x_title) {
    struct lw_chart_series series[KHALIFA_SERIES];
    size_t n_series = 0;
    double x[KHALIFA_BINS], y[KHALIFA_SERIES][KHALIFA_BINS];
    char labels[KHALIFA_SERIES][64];
    for (size_t k = 0; k < KHALIFA_SERIES; k++) {
        if (all[k].n == 0) {
            continue; /* a row that was not asked for */
        }
        for (size_t i = 0; i < KHALIFA_BINS; i++) {
            x[i] = all[0].width * ((double)i + 0.5);
            y[k][i] = (double)all[k].bins[i] / all[k].n;
        }
        (void)snprintf(labels[k], sizeof labels[k], "%s, mean %.2f",
                       k == 0 ? "hand-made" : khalifa_techniques[k - 1],
                       all[k].sum / all[k].n);
        series[n_series++] = (struct lw_chart_series){.label = labels[k],
                                                      .mark = LW_MARK_LINE,
                                                      .x = x,
                                                      .y = y[k],
                                                      .n = KHALIFA_BINS,
                                                      .dashed = k == 0};
    }
    outlet->draw(outlet->ctx, &(struct lw_chart){.title = title,
                                                 .x_title = x_title,
                                                 .y_title = "share of levels",
                                                 .series = series,
                                                 .n_series = n_series});
}

void khalifa_draw(const struct khalifa_pictures *pictures,
                  void (*draw)(void *ctx, const struct lw_chart *chart), void *ctx) {
    static const char *const titles[KHALIFA_GAMES] = {
        "Sokoban: best fitness, mean of 8 outlines", "LavaGame", "BlockFaker", "GemGame",
        "DestroyGame"};
    const struct outlet outlet = {draw, ctx};
    for (size_t game = 0; game < KHALIFA_GAMES; game++) {
        put_game(&outlet, pictures->tasks, game, titles[game]);
    }
    put_shares(&outlet, pictures->lengths, "Length of the solution", "moves by the area");
    put_shares(&outlet, pictures->applied, "Rules applied", "by a move");
}

int khalifa_plot(struct cli *cli, const struct khalifa_pictures *pictures,
                 const char *path) {
    struct bench_panels panels;
    bench_panels_begin(&panels, cli->alloc, 3, 3);
    khalifa_draw(pictures, bench_panels_draw, &panels);
    return bench_panels_write(&panels, cli, path);
}
