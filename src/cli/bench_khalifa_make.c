/* The level-making half of Khalifa and Fayek's experiment: five games, eight outlines,
 * 100 constructed levels, and three genetic runs of 20 generations of 50. */
#include <math.h>
#include <string.h>

#include "bench_khalifa.h"

#define CONSTRUCTED 100
#define PROOF_STATES 400000

const char *const khalifa_techniques[KHALIFA_TECHNIQUES] = {
    "constructive", "genetic, random", "genetic, constructive", "genetic, mixed"};

struct job {
    const struct khalifa_game *games;
    struct khalifa_task *tasks;
    struct lw_runtime runtime; /* of one thread */
    const atomic_bool *cancel;
    uint64_t seed;
};

static void note_generation(void *ctx, uint32_t number, double best) {
    struct khalifa_task *task = ctx;
    if (number < KHALIFA_GENERATIONS) {
        task->curve[number] = best;
    }
}

/* What people found out by playing: can it be solved at all? */
static void prove(const struct job *job, struct khalifa_task *task) {
    const struct lw_budget budget = {
        .nodes = PROOF_STATES, .memory_bytes = (size_t)256 << 20, .cancel = job->cancel};
    for (size_t i = 0; i < LW_PS_BEST && task->best.levels[i] != NULL; i++) {
        struct lw_meter meter;
        struct lw_ps_playout playout;
        if (task->best.ratings[i].playout.outcome == LW_OUTCOME_SOLVED) {
            bool trivial = task->best.ratings[i].scores[LW_PS_SCORE_PLAY] <= 0;
            task->n_trivial += trivial;
            task->n_playable += !trivial;
            task->n_solvable += !trivial;
            continue;
        }
        lw_meter_start(&meter, &job->runtime, &budget);
        lw_status status =
            lw_ps_play_level(&task->best.levels[i]->base, NULL, NULL, LW_PS_BREADTH,
                             job->runtime.alloc, &meter, &playout, &task->err);
        task->n_solvable += status == LW_OK && playout.outcome == LW_OUTCOME_SOLVED;
        task->n_unknown += status != LW_OK || playout.outcome == LW_OUTCOME_LIMIT;
        lw_buffer_free(&playout.moves);
    }
}

static void work(void *ctx, size_t index, uint32_t worker) {
    const struct job *job = ctx;
    struct khalifa_task *task = &job->tasks[index];
    const struct lw_ps_analysis *analysis = &job->games[task->game].analysis;
    struct lw_ps_rater rater = lw_ps_rater_usual(analysis);
    struct lw_ps_level *outline = NULL;
    struct lw_rng rng = lw_rng_make(job->seed, index);
    const struct lw_budget budget = {.cancel = job->cancel};
    (void)worker;
    lw_ps_best_init(&task->best, job->runtime.alloc, false);
    task->status = lw_ps_outline(analysis, task->outline, &outline, &task->err);
    if (task->status == LW_OK && task->technique == 0) {
        task->status =
            lw_ps_construct_many(&rater, outline, CONSTRUCTED, &rng, &job->runtime,
                                 &budget, &task->best, &task->err);
    } else if (task->status == LW_OK) {
        struct lw_ps_evolution evolution =
            lw_ps_evolution_usual((enum lw_ps_start)(task->technique - 1));
        evolution.generation = note_generation;
        evolution.ctx = task;
        task->status = lw_ps_evolve(&rater, outline, &evolution, &rng, &job->runtime,
                                    &budget, &task->best, &task->err);
    }
    if (task->status == LW_OK) {
        prove(job, task);
    }
    lw_level_destroy(outline == NULL ? NULL : &outline->base);
}

void khalifa_make(struct cli *cli, const struct khalifa_game *games, uint64_t seed,
                  struct khalifa_task *tasks) {
    struct job job = {.games = games,
                      .tasks = tasks,
                      .runtime = *cli->runtime,
                      .cancel = cli->cancel,
                      .seed = seed};
    job.runtime.n_workers = 1;
    job.runtime.parallel = NULL;
    job.runtime.progress = NULL;
    for (size_t i = 0; i < KHALIFA_TASKS; i++) {
        tasks[i] =
            (struct khalifa_task){.technique = i % KHALIFA_TECHNIQUES,
                                  .outline = i / KHALIFA_TECHNIQUES % LW_PS_N_OUTLINES,
                                  .game = i / KHALIFA_TECHNIQUES / LW_PS_N_OUTLINES};
    }
    lw_runtime_parallel(cli->runtime, KHALIFA_TASKS, work, &job);
}

/* The picture. */

#define PANEL_W 300.0
#define PANEL_H 200.0
#define MARGIN 50.0

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

static void put_panel(const struct khalifa_task *tasks, size_t game, const char *title,
                      struct lw_buffer *svg) {
    static const char *const colours[] = {"#888888", "#b3452c", "#0b6e99", "#5b8c2a"};
    size_t column = game % 3, row = game / 3;
    double left = MARGIN + (double)column * (PANEL_W + MARGIN);
    double top = MARGIN + (double)row * (PANEL_H + 2 * MARGIN);
    lw_buffer_printf(svg,
                     "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" "
                     "fill=\"none\" stroke=\"#444\"/>\n<text x=\"%.0f\" y=\"%.0f\" "
                     "text-anchor=\"middle\">%s</text>\n",
                     left, top, PANEL_W, PANEL_H, left + PANEL_W / 2, top - 8, title);
    for (int tick = 0; tick <= 10; tick += 2) {
        double y = top + PANEL_H - tick / 10.0 * PANEL_H;
        lw_buffer_printf(svg,
                         "<line x1=\"%.0f\" y1=\"%.1f\" x2=\"%.0f\" y2=\"%.1f\" "
                         "stroke=\"#ddd\"/><text x=\"%.0f\" y=\"%.1f\" "
                         "text-anchor=\"end\">%.1f</text>\n",
                         left, y, left + PANEL_W, y, left - 4, y + 4, tick / 10.0);
    }
    for (size_t t = 0; t < KHALIFA_TECHNIQUES; t++) {
        lw_buffer_printf(svg, "<polyline fill=\"none\" stroke=\"%s\" points=\"",
                         colours[t]);
        for (size_t g = 0; g < KHALIFA_GENERATIONS; g++) {
            lw_buffer_printf(svg, "%.1f,%.1f ",
                             left + (double)g / (KHALIFA_GENERATIONS - 1) * PANEL_W,
                             top + PANEL_H * (1 - mean_curve(tasks, game, t, g)));
        }
        lw_buffer_printf(svg, "\"/>\n<text x=\"%.0f\" y=\"%.0f\" fill=\"%s\">%s</text>\n",
                         left + 90, top + PANEL_H - 54 + 15 * (double)t, colours[t],
                         khalifa_techniques[t]);
    }
    lw_buffer_printf(svg,
                     "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\">generation 0 to "
                     "20</text>\n",
                     left + PANEL_W / 2, top + PANEL_H + 18);
}

void khalifa_plot(const struct khalifa_task *tasks, struct lw_buffer *svg) {
    static const char *const titles[KHALIFA_GAMES] = {
        "Sokoban: best fitness, mean of 8 outlines", "LavaGame", "BlockFaker", "GemGame",
        "DestroyGame"};
    double width = 3 * (PANEL_W + MARGIN) + MARGIN;
    double height = 2 * (PANEL_H + 2 * MARGIN);
    lw_buffer_printf(svg,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
                     "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
                     "font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n"
                     "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                     width, height, width, height);
    for (size_t game = 0; game < KHALIFA_GAMES; game++) {
        put_panel(tasks, game, titles[game], svg);
    }
    lw_buffer_puts(svg, "</svg>\n");
}
