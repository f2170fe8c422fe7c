/* The experiments of Khalifa and Fayek (2015): their 40 hand-made levels under the
 * automated players (their Figures 6 and 7), and levels made for their five games and
 * eight outlines by four techniques (their Figures 4, 5 and 10 to 12). */
#include <math.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/bench_khalifa.h"
#include "lw/command/levels.h"

static const char *const players[LW_PS_N_STRATEGIES] = {
#define X(code, name) name,
    LW_PS_STRATEGIES(X)
#undef X
};

struct bench {
    struct cli *cli;
    const struct cli_args *args;
    bool json;
    struct khalifa_set set;
    struct khalifa_histogram lengths[KHALIFA_SERIES], applied[KHALIFA_SERIES];
    struct lw_buffer line;
    struct lw_json_writer writer;
};

static struct lw_json_writer *begin(struct bench *b, const char *row) {
    lw_json_begin(&b->writer, &b->line);
    lw_json_object(&b->writer, NULL);
    lw_json_text(&b->writer, "row", row);
    return &b->writer;
}

static void end(struct bench *b) {
    lw_json_object_end(&b->writer);
    cli_put_line(b->cli, &b->line);
}

/* The players. */

static void print_played(struct bench *b, const struct khalifa_game *game,
                         enum lw_ps_strategy strategy, uint64_t limit,
                         const struct khalifa_played *p, double seconds) {
    double explored = p->explored / (double)p->n;
    double moves = p->n_solved == 0 ? NAN : p->moves / (double)p->n_solved;
    if (b->json) {
        struct lw_json_writer *json = begin(b, "players");
        lw_json_text(json, "game", game->name);
        lw_json_text(json, "player", players[strategy]);
        lw_json_uint(json, "limit", limit);
        lw_json_uint(json, "levels", p->n);
        lw_json_uint(json, "solved", p->n_solved);
        lw_json_real(json, "mean_explored", explored);
        lw_json_real(json, "mean_arrangements", p->arrangements / (double)p->n);
        lw_json_real(json, "mean_moves", moves);
        lw_json_real(json, "cpu_seconds", seconds);
        end(b);
        return;
    }
    (void)fprintf(b->cli->out,
                  "%-12s %-15s %7llu %4zu of %-2zu %10.0f %12.0f %8.1f %8.2f\n",
                  game->name, players[strategy], (unsigned long long)limit, p->n_solved,
                  p->n, explored, p->arrangements / (double)p->n, moves, seconds);
}

static int bench_players(struct bench *b) {
    static const struct {
        enum lw_ps_strategy strategy;
        uint64_t limit;
    } rows[] = {{LW_PS_BREADTH, 0},
                {LW_PS_BREADTH, 5000},
                {LW_PS_BEST_OLD, 5000},
                {LW_PS_BEST_NEW, 5000},
                {LW_PS_BEST_MIXED, 5000}};
    if (!b->json) {
        (void)fprintf(b->cli->out,
                      "Automated players on the 40 hand-made levels. Explored: states "
                      "expanded, each counted by itself, mean a level; arrangements: the "
                      "same, states between which the player walks taken as one. Moves: "
                      "mean of the solved.\n"
                      "%-12s %-15s %7s %9s %11s %12s %8s %8s\n",
                      "game", "player", "limit", "solved", "explored", "arrangements",
                      "moves", "CPU s");
    }
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        struct khalifa_played all = {0};
        double seconds = 0;
        for (size_t g = 0; g < KHALIFA_GAMES; g++) {
            struct khalifa_played p;
            struct lw_error err;
            const struct khalifa_game *game = &b->set.games[g];
            uint64_t start_ns = lw_platform_cpu_ns();
            if (khalifa_play(b->cli, game, rows[r].strategy, rows[r].limit, &p, &err) !=
                LW_OK) {
                return cli_fail(b->cli, NULL, &err);
            }
            int code = bench_stopped(b->cli, "players");
            if (code != 0) {
                return code;
            }
            double own = (double)(lw_platform_cpu_ns() - start_ns) * 1e-9;
            print_played(b, game, rows[r].strategy, rows[r].limit, &p, own);
            all.n += p.n;
            all.n_solved += p.n_solved;
            all.explored += p.explored;
            all.arrangements += p.arrangements;
            all.moves += p.moves;
            seconds += own;
        }
        const struct khalifa_game total = {.name = "all"};
        print_played(b, &total, rows[r].strategy, rows[r].limit, &all, seconds);
    }
    return 0;
}

/* Histograms. */

static void print_histogram(struct bench *b, const char *of,
                            const struct khalifa_histogram *h) {
    double mean = khalifa_mean(h), spread = khalifa_spread(h);
    if (b->json) {
        struct lw_json_writer *json = begin(b, "histogram");
        lw_json_text(json, "of", of);
        lw_json_text(json, "value", h->what);
        lw_json_real(json, "bin_width", h->width);
        lw_json_real(json, "mean", mean);
        lw_json_real(json, "deviation", spread);
        lw_json_array(json, "counts");
        for (size_t i = 0; i < KHALIFA_BINS; i++) {
            lw_json_uint(json, NULL, h->bins[i]);
        }
        lw_json_array_end(json);
        end(b);
        return;
    }
    (void)fprintf(b->cli->out, "%-22s %-13s mean %.3f, deviation %.3f; bins of %.2f:", of,
                  h->what, mean, spread, h->width);
    for (size_t i = 0; i < KHALIFA_BINS; i++) {
        (void)fprintf(b->cli->out, " %u", h->bins[i]);
    }
    (void)fputc('\n', b->cli->out);
}

/* What the paper says of its hand-made levels, which ours are not: the fitness uses the
 * paper's. */
static void print_published(struct bench *b, const struct khalifa_histogram *h,
                            double mean, double deviation) {
    if (b->json) {
        struct lw_json_writer *json = begin(b, "published");
        lw_json_text(json, "of", "hand-made");
        lw_json_text(json, "value", h->what);
        lw_json_real(json, "mean", mean);
        lw_json_real(json, "deviation", deviation);
        end(b);
        return;
    }
    (void)fprintf(
        b->cli->out,
        "%-22s %-13s mean %.3f, deviation %.3f; differs: the paper's histograms "
        "are of levels that were not published\n",
        "hand-made, paper", h->what, mean, deviation);
}

static int bench_human(struct bench *b) {
    struct lw_error err;
    if (khalifa_human(b->cli, &b->set, &b->lengths[0], &b->applied[0], &err) != LW_OK) {
        return cli_fail(b->cli, NULL, &err);
    }
    print_histogram(b, "hand-made", &b->lengths[0]);
    print_histogram(b, "hand-made", &b->applied[0]);
    print_published(b, &b->lengths[0], 1.221, 0.461);
    print_published(b, &b->applied[0], 0.417, 0.128);
    return 0;
}

/* Made levels. */

/* Of each game's best levels: solved by the player, and won before the first move. */
static void print_by_game(struct bench *b, const struct khalifa_task *tasks,
                          size_t technique) {
    uint32_t playable[KHALIFA_GAMES] = {0}, trivial[KHALIFA_GAMES] = {0};
    for (size_t i = 0; i < KHALIFA_TASKS; i++) {
        if (tasks[i].technique == technique) {
            playable[tasks[i].game] += tasks[i].n_playable;
            trivial[tasks[i].game] += tasks[i].n_trivial;
        }
    }
    for (size_t g = 0; g < KHALIFA_GAMES && b->json; g++) {
        struct lw_json_writer *json = begin(b, "technique_games");
        lw_json_text(json, "technique", khalifa_techniques[technique]);
        lw_json_text(json, "game", b->set.games[g].name);
        lw_json_uint(json, "levels", (uint64_t)LW_PS_BEST * LW_PS_N_OUTLINES);
        lw_json_uint(json, "playable", playable[g]);
        lw_json_uint(json, "won_at_start", trivial[g]);
        end(b);
    }
    for (size_t g = 0; g < KHALIFA_GAMES && !b->json; g++) {
        (void)fprintf(b->cli->out, "%s%s %u", g == 0 ? "  of 16 each: " : ", ",
                      b->set.games[g].name, playable[g]);
        if (trivial[g] > 0) {
            (void)fprintf(b->cli->out, " (+ %u won at the start)", trivial[g]);
        }
    }
    if (!b->json) {
        (void)fputc('\n', b->cli->out);
    }
}

static void print_technique(struct bench *b, const struct khalifa_task *tasks,
                            size_t technique) {
    /* As the paper reports them; NaN where it is silent. */
    static const double people[] = {90, 75, 100, 100, 75},
                        machine[] = {85, 73.75, NAN, NAN, 73.75};
    struct khalifa_sums sums = khalifa_sum(tasks, KHALIFA_TASKS, technique);
    khalifa_count(tasks, KHALIFA_TASKS, technique, &b->lengths[1 + technique],
                  &b->applied[1 + technique]);
    double share = sums.n == 0 ? NAN : 100.0 / sums.n;
    double fitness = sums.fitness / sums.n, won = sums.playable + sums.trivial;
    if (b->json) {
        struct lw_json_writer *json = begin(b, "techniques");
        lw_json_text(json, "technique", khalifa_techniques[technique]);
        lw_json_uint(json, "levels", sums.n);
        lw_json_real(json, "playable_percent", sums.playable * share);
        lw_json_real(json, "playable_or_won_percent", won * share);
        lw_json_real(json, "solvable_percent", sums.solvable * share);
        lw_json_real(json, "unknown_percent", sums.unknown * share);
        lw_json_real(json, "won_at_start_percent", sums.trivial * share);
        lw_json_real(json, "paper_machine_percent", machine[technique]);
        lw_json_real(json, "paper_people_percent", people[technique]);
        lw_json_real(json, "mean_fitness", fitness);
        lw_json_uint(json, "rated", sums.rated);
        lw_json_uint(json, "rated_solved", sums.solved);
        end(b);
    } else {
        char paper[32];
        (void)snprintf(paper, sizeof paper, isnan(machine[technique]) ? "-" : "%.2f",
                       machine[technique]);
        (void)fprintf(b->cli->out,
                      "%-22s %3u best levels: player %6.2f %% (%.2f %% with those won at "
                      "the start; paper %s), solvable %6.2f %% (people in the paper "
                      "%.0f), not known %.2f %%; fitness %.3f; "
                      "%llu rated, %llu solved\n",
                      khalifa_techniques[technique], sums.n, sums.playable * share,
                      won * share, paper, sums.solvable * share, people[technique],
                      sums.unknown * share, fitness, (unsigned long long)sums.rated,
                      (unsigned long long)sums.solved);
    }
    print_by_game(b, tasks, technique);
    print_histogram(b, khalifa_techniques[technique], &b->lengths[1 + technique]);
    print_histogram(b, khalifa_techniques[technique], &b->applied[1 + technique]);
}

static int bench_techniques(struct bench *b) {
    struct khalifa_task *tasks =
        lw_alloc_zero(b->cli->alloc, KHALIFA_TASKS, sizeof *tasks);
    struct lw_error err;
    if (tasks == NULL) {
        (void)lw_fail_memory(&err);
        return cli_fail(b->cli, NULL, &err);
    }
    uint64_t cpu_ns = lw_platform_cpu_ns(), wall_ns = lw_runtime_now_ns(b->cli->runtime);
    khalifa_make(b->cli, &b->set, (uint64_t)cli_value(b->args, "seed")->i, tasks);
    int code = bench_stopped(b->cli, "techniques");
    for (size_t i = 0; i < KHALIFA_TASKS && code == 0; i++) {
        code = tasks[i].status == LW_OK ? 0 : cli_fail(b->cli, NULL, &tasks[i].err);
    }
    for (size_t t = 0; t < KHALIFA_TECHNIQUES && code == 0; t++) {
        print_technique(b, tasks, t);
    }
    if (code == 0 && !b->json) {
        (void)fprintf(b->cli->out, "made in %.1f s CPU, %.1f s wall on %u thread%s\n",
                      (double)(lw_platform_cpu_ns() - cpu_ns) * 1e-9,
                      (double)(lw_runtime_now_ns(b->cli->runtime) - wall_ns) * 1e-9,
                      b->cli->runtime->n_workers,
                      b->cli->runtime->n_workers == 1 ? "" : "s");
    }
    if (code == 0 && b->args->n_operands > 1) {
        code = khalifa_plot(b->cli,
                            &(struct khalifa_pictures){tasks, b->lengths, b->applied},
                            b->args->operands[1]);
    }
    khalifa_tasks_free(b->cli, tasks, KHALIFA_TASKS);
    return code;
}

/* The metrics. */

static void print_effect(struct bench *b, const struct khalifa_effect *effect) {
    if (b->json) {
        struct lw_json_writer *json = begin(b, "metrics");
        lw_json_text(json, "without", effect->without);
        lw_json_uint(json, "levels", effect->n);
        lw_json_real(json, "playable_percent", effect->playable);
        for (size_t i = 0; i < LW_PS_N_SCORES; i++) {
            lw_json_real(json, khalifa_scores[i], effect->scores[i]);
        }
        lw_json_real(json, "moves_by_area", effect->length_ratio);
        end(b);
        return;
    }
    (void)fprintf(b->cli->out, "%-14s %7.2f", effect->without, effect->playable);
    for (size_t i = 0; i < LW_PS_N_SCORES; i++) {
        (void)fprintf(b->cli->out, " %11.3f", effect->scores[i]);
    }
    (void)fprintf(b->cli->out, " %10.3f\n", effect->length_ratio);
}

/* What each score does to the levels, which the paper leaves to later work. */
static int bench_metrics(struct bench *b) {
    struct khalifa_effect effects[KHALIFA_EFFECTS];
    struct lw_error err;
    lw_status status =
        khalifa_effects(b->cli, &b->set, (uint64_t)cli_value(b->args, "seed")->i,
                        LW_PS_N_OUTLINES, effects, &err);
    int code = bench_stopped(b->cli, "metrics");
    if (code == 0 && status != LW_OK) {
        code = cli_fail(b->cli, NULL, &err);
    }
    if (code == 0 && !b->json) {
        (void)fprintf(b->cli->out,
                      "Genetic, constructive start, with one score left out of the "
                      "fitness: best levels that the player solves, and the mean of each "
                      "score over them.\n%-14s %7s",
                      "without", "player");
        for (size_t i = 0; i < LW_PS_N_SCORES; i++) {
            (void)fprintf(b->cli->out, " %11s", khalifa_scores[i]);
        }
        (void)fprintf(b->cli->out, " %10s\n", "moves/area");
    }
    for (size_t i = 0; code == 0 && i < KHALIFA_EFFECTS; i++) {
        print_effect(b, &effects[i]);
    }
    return code;
}

static int run(struct cli *cli, const struct cli_args *args) {
    struct bench b = {.cli = cli, .args = args, .json = cli_value(args, "json")->flag};
    lw_buffer_init(&b.line, cli->alloc);
    for (size_t i = 0; i < KHALIFA_SERIES; i++) {
        khalifa_histograms(&b.lengths[i], &b.applied[i]);
    }
    if (!bench_wants(args, "players") && !bench_wants(args, "human") &&
        !bench_wants(args, "techniques") && !bench_wants(args, "metrics")) {
        return cli_usage(cli, "no such row; the rows are players, human, techniques, "
                              "metrics");
    }
    int code = khalifa_open(cli, cli_value(args, "data")->text, &b.set);
    if (code == 0 && bench_wants(args, "players")) {
        code = bench_players(&b);
    }
    if (code == 0 && bench_wants(args, "human")) {
        code = bench_human(&b);
    }
    if (code == 0 && bench_wants(args, "techniques")) {
        code = bench_techniques(&b);
    }
    if (code == 0 && bench_wants(args, "metrics")) {
        code = bench_metrics(&b);
    }
    khalifa_close(&b.set);
    lw_buffer_free(&b.line);
    return code;
}

const struct lab_bench bench_khalifa = {
    .name = "khalifa",
    .summary =
        "PuzzleScript players and generators compared with Khalifa and Fayek "
        "(rows players, human, techniques, metrics); an operand FILE.svg writes the "
        "fitness curves and histograms",
    .run = run,
};
