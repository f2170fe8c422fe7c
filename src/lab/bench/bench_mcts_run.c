/* One run of the Monte-Carlo generator: the score by time, and a level set compared. */
#include "bench/bench_mcts_run.h"

#include <math.h>
#include <stdlib.h>

#include "bench/bench.h"
#include "bench/bench_maker.h"
#include "bench/bench_panels.h"
#include "lw/stats.h"

#define TRUE_SPREAD 1.5
#define GUESSES 0.05
#define NO_LIMIT_S 1e6

static const char *const playouts[MCTS_RUN_POINTS] = {
    "playouts=1",      "playouts=3",     "playouts=10",     "playouts=30",
    "playouts=100",    "playouts=300",   "playouts=1000",   "playouts=3000",
    "playouts=10000",  "playouts=30000", "playouts=100000", "playouts=300000",
    "playouts=1000000"};

static const struct {
    const char *name, *words, *options[3];
} styles[MCTS_RUN_STYLES] = {
    [MCTS_RUN_DEFAULT] = {"default", "the default search", {"board=7x7"}},
    [MCTS_RUN_TREE] = {"tree", "its tree alone", {"board=7x7", "refine=0"}},
    [MCTS_RUN_PAPER] = {"paper", "the paper's search", {"board=6x6", "search=literal"}}};

static lw_status make(struct cli *cli, const struct mcts_run *run, const char *length,
                      const char *set, struct maker_sums *sums, struct lw_error *err) {
    const struct maker_row row = {.name = "run",
                                  .options = {length, set, "objective=score",
                                              styles[run->style].options[0],
                                              styles[run->style].options[1], NULL},
                                  .n_seeds = 1,
                                  .limit_s = NO_LIMIT_S};
    const struct maker_run request = {
        .generator = "mcts", .row = &row, .seed = run->seed};
    lw_status status = maker_measure(cli, &request, sums, err);
    if (status == LW_OK && cli->cancel != NULL && atomic_load(cli->cancel)) {
        status = lw_fail(err, LW_CANCELLED, 0, 0, "stopped on request");
    }
    return status;
}

static void count_thirds(struct mcts_run *run, const struct maker_sums *sums) {
    size_t n = sums->n_levels < MAKER_MAX_ITEMS ? sums->n_levels : MAKER_MAX_ITEMS;
    for (size_t i = 0; i < n; i++) {
        double part = sums->scores[i] / sums->best;
        run->thirds[part < 1.0 / 3 ? 0 : part < 2.0 / 3 ? 1 : 2]++;
    }
}

lw_status mcts_run_measure(struct cli *cli, struct mcts_run *run, struct lw_error *err) {
    struct maker_sums sums;
    lw_status status = LW_OK;
    for (size_t i = 0; i < run->n_points && status == LW_OK; i++) {
        status = make(cli, run, playouts[i], "set=1", &sums, err);
        run->points[i] = (struct mcts_run_point){maker_stat(&sums, "playouts"),
                                                 sums.seconds_sum, sums.best};
    }
    if (status == LW_OK) {
        status = make(cli, run, playouts[run->n_points - 1], "set=200", &sums, err);
    }
    if (status == LW_OK) {
        count_thirds(run, &sums);
        status = make(cli, run, playouts[run->n_points - 1], "set=20", &sums, err);
    }
    if (status == LW_OK) {
        run->n_levels = sums.n_levels < MCTS_RUN_LEVELS ? sums.n_levels : MCTS_RUN_LEVELS;
        run->set_seconds = sums.seconds_sum;
        for (size_t i = 0; i < run->n_levels; i++) {
            run->scores[i] = sums.scores[i];
        }
    }
    return status;
}

/* The levels' true difficulties: their scores, with mean 0 and a known spread. */
static void spread_out(const struct mcts_run *run, double *truth) {
    size_t n = run->n_levels;
    double mean = 0, squares = 0;
    for (size_t i = 0; i < n; i++) {
        mean += run->scores[i] / (double)n;
    }
    for (size_t i = 0; i < n; i++) {
        squares += (run->scores[i] - mean) * (run->scores[i] - mean);
    }
    double deviation = sqrt(squares / (double)(n - 1));
    for (size_t i = 0; i < n; i++) {
        truth[i] = TRUE_SPREAD * (run->scores[i] - mean) / deviation;
    }
}

/* One study: random pairs, each update as the answer comes in. */
static void compare_once(const struct mcts_run *run, const double *truth,
                         struct lw_rng *rng, double *means) {
    struct lw_trueskill model = lw_trueskill_default();
    struct lw_rating ratings[MCTS_RUN_LEVELS];
    uint32_t n = (uint32_t)run->n_levels;
    model.draw_probability = 0; /* one of the two has to be chosen */
    for (uint32_t i = 0; i < n; i++) {
        ratings[i] = (struct lw_rating){model.mu, model.sigma};
    }
    for (int i = 0; i < MCTS_COMPARISONS; i++) {
        uint32_t a = lw_rng_below(rng, n), b = lw_rng_below(rng, n - 1);
        b += b >= a;
        double harder = 1 / (1 + exp(truth[b] - truth[a]));
        bool first = lw_rng_chance(rng, GUESSES / 2 + (1 - GUESSES) * harder);
        lw_trueskill_update(&model, &ratings[a], &ratings[b], first);
    }
    for (uint32_t i = 0; i < n; i++) {
        means[i] = ratings[i].mu;
    }
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

lw_status mcts_run_compare(const struct lw_alloc *alloc, const struct mcts_run *run,
                           struct mcts_compared *out, struct lw_error *err) {
    double truth[MCTS_RUN_LEVELS], r2[MCTS_REPEATS], means[MCTS_RUN_LEVELS];
    lw_status status = LW_OK;
    if (run->n_levels < 3) {
        return lw_fail(err, LW_NOT_FOUND, 0, 0,
                       "the run left %zu levels; at least 3 are needed to compare",
                       run->n_levels);
    }
    spread_out(run, truth);
    out->r2 = 0;
    for (size_t i = 0; i < MCTS_REPEATS && status == LW_OK; i++) {
        struct lw_rng rng = lw_rng_make(run->seed, i);
        double *into = i == 0 ? out->means : means;
        struct lw_correlation c;
        compare_once(run, truth, &rng, into);
        status = lw_correlate(alloc, run->scores, into, run->n_levels, &c, err);
        r2[i] = c.pearson * c.pearson;
        out->r2 += r2[i] / MCTS_REPEATS;
    }
    if (status == LW_OK) {
        out->first_r2 = r2[0];
        qsort(r2, MCTS_REPEATS, sizeof *r2, ascending);
        out->low = r2[(size_t)(0.025 * MCTS_REPEATS)];
        out->high = r2[MCTS_REPEATS - 1 - (size_t)(0.025 * MCTS_REPEATS)];
    }
    return status;
}

/* Pictures. */

static void draw_scores(const struct mcts_run *runs, size_t n_runs,
                        void (*draw)(void *ctx, const struct lw_chart *chart),
                        void *ctx) {
    struct lw_chart_series series[MCTS_RUN_STYLES];
    double x[MCTS_RUN_STYLES][MCTS_RUN_POINTS], y[MCTS_RUN_STYLES][MCTS_RUN_POINTS];
    for (size_t k = 0; k < n_runs; k++) {
        for (size_t i = 0; i < runs[k].n_points; i++) {
            x[k][i] = runs[k].points[i].seconds;
            y[k][i] = runs[k].points[i].score;
        }
        series[k] = (struct lw_chart_series){.label = styles[runs[k].style].words,
                                             .mark = LW_MARK_LINE,
                                             .x = x[k],
                                             .y = y[k],
                                             .n = runs[k].n_points};
    }
    draw(ctx, &(struct lw_chart){.title = "Best score of one run",
                                 .x_title = "CPU seconds",
                                 .y_title = "score",
                                 .series = series,
                                 .n_series = n_runs,
                                 .log_x = true});
}

void mcts_run_draw(const struct mcts_run *runs, size_t n_runs,
                   const struct mcts_compared *compared,
                   void (*draw)(void *ctx, const struct lw_chart *chart), void *ctx) {
    char title[100];
    draw_scores(runs, n_runs, draw, ctx);
    (void)snprintf(title, sizeof title,
                   "Score and perceived difficulty, simulated people (r2 %.2f)",
                   compared->first_r2);
    const struct lw_chart_series levels = {.mark = LW_MARK_POINTS,
                                           .x = runs[0].scores,
                                           .y = compared->means,
                                           .n = runs[0].n_levels};
    draw(ctx, &(struct lw_chart){.title = title,
                                 .x_title = "score of the level",
                                 .y_title = "TrueSkill mean of simulated choices",
                                 .series = &levels,
                                 .n_series = 1});
}

/* The bench. */

static void print_run(struct cli *cli, const struct mcts_run *run, bool json) {
    for (size_t i = 0; i < run->n_points; i++) {
        const struct mcts_run_point *at = &run->points[i];
        if (json) {
            struct lw_buffer line;
            struct lw_json_writer writer;
            cli_json_begin(cli, &line, &writer);
            lw_json_text(&writer, "row", "run");
            lw_json_text(&writer, "search", styles[run->style].name);
            lw_json_real(&writer, "playouts", at->playouts);
            lw_json_real(&writer, "seconds", at->seconds);
            lw_json_real(&writer, "score", at->score);
            cli_json_end(cli, &line, &writer);
        } else {
            (void)fprintf(cli->out, "  %-8s %9.0f playouts %10.4f s   score %.3f\n",
                          styles[run->style].name, at->playouts, at->seconds, at->score);
        }
    }
    if (!json) {
        (void)fprintf(cli->out,
                      "  %zu levels of rising score in %.2f s (paper: 20 in 240 s); on "
                      "the way to the best, by thirds of its score: %zu, %zu, %zu\n",
                      run->n_levels, run->set_seconds, run->thirds[0], run->thirds[1],
                      run->thirds[2]);
    }
}

static void print_compared(struct cli *cli, const struct mcts_compared *c, bool json) {
    if (json) {
        struct lw_buffer line;
        struct lw_json_writer writer;
        cli_json_begin(cli, &line, &writer);
        lw_json_text(&writer, "row", "compared");
        lw_json_bool(&writer, "simulated", true);
        lw_json_real(&writer, "r2", c->r2);
        lw_json_real(&writer, "r2_low", c->low);
        lw_json_real(&writer, "r2_high", c->high);
        lw_json_real(&writer, "paper_r2", 0.91);
        cli_json_end(cli, &line, &writer);
        return;
    }
    (void)fprintf(cli->out,
                  "  score with TrueSkill means of %d simulated comparisons: r2 %.2f, 95 "
                  "%% of %d repetitions %.2f to %.2f; paper, 6 people: 0.91. Not "
                  "the same thing: people's answers are not public, and how surely "
                  "people choose is assumed here.\n",
                  MCTS_COMPARISONS, c->r2, MCTS_REPEATS, c->low, c->high);
}

int mcts_run_bench(struct cli *cli, const struct cli_args *args) {
    uint64_t seed = (uint64_t)cli_value(args, "seed")->i;
    bool json = cli_value(args, "json")->flag;
    struct mcts_run runs[MCTS_RUN_STYLES];
    struct mcts_compared compared;
    struct lw_error err = {.text = ""};
    if (!json) {
        (void)fprintf(cli->out, "One run, looked at on its way (the paper's Figures 4 "
                                "and 5), CPU seconds\n");
    }
    for (size_t i = 0; i < MCTS_RUN_STYLES; i++) {
        runs[i] = (struct mcts_run){
            .style = (enum mcts_style)i, .seed = seed, .n_points = MCTS_RUN_POINTS};
        if (mcts_run_measure(cli, &runs[i], &err) != LW_OK) {
            return cli_fail(cli, NULL, &err);
        }
        print_run(cli, &runs[i], json);
    }
    if (mcts_run_compare(cli->alloc, &runs[0], &compared, &err) != LW_OK) {
        return cli_fail(cli, NULL, &err);
    }
    print_compared(cli, &compared, json);
    if (args->n_operands > 1) {
        struct bench_panels panels;
        bench_panels_begin(&panels, cli->alloc, 2, 1);
        mcts_run_draw(runs, MCTS_RUN_STYLES, &compared, bench_panels_draw, &panels);
        return bench_panels_write(&panels, cli, args->operands[1]);
    }
    return 0;
}
