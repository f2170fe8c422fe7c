/* The experiments of Khalifa and Fayek (2015): their 40 hand-made levels under the
 * automated players (their Figures 6 and 7), and levels made for their five games and
 * eight outlines by four techniques (their Figures 4, 5 and 10 to 12). */
#include <math.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/bench_khalifa.h"
#include "lw/command/levels.h"

static const char *const names[KHALIFA_GAMES] = {"Sokoban", "LavaGame", "BlockFaker",
                                                 "GemGame", "DestroyGame"};
static const char *const players[LW_PS_N_STRATEGIES] = {
#define X(code, name) name,
    LW_PS_STRATEGIES(X)
#undef X
};

struct bench {
    struct cli *cli;
    const struct cli_args *args;
    bool json;
    struct khalifa_game games[KHALIFA_GAMES];
    size_t n_games;
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

static int open_games(struct bench *b) {
    const char *data = cli_value(b->args, "data")->text;
    for (size_t i = 0; i < KHALIFA_GAMES; i++) {
        struct khalifa_game *game = &b->games[i];
        char path[1024];
        struct lw_error err;
        (void)snprintf(path, sizeof path, "%s/puzzlescript/khalifa/human/%s.txt", data,
                       names[i]);
        int code = cli_levels_open(b->cli, path, "puzzlescript", &game->human);
        if (code != 0) {
            return code;
        }
        game->name = names[i];
        if (lw_ps_analyse(lw_ps_game_of(game->human.game), b->cli->alloc, &game->analysis,
                          &err) != LW_OK) {
            cli_levels_close(&game->human);
            return cli_fail(b->cli, path, &err);
        }
        b->n_games++;
    }
    return 0;
}

static void close_games(struct bench *b) {
    for (size_t i = 0; i < b->n_games; i++) {
        lw_ps_analysis_free(&b->games[i].analysis);
        cli_levels_close(&b->games[i].human);
    }
}

/* The players. */

struct played {
    size_t n, n_solved;
    double explored, moves; /* sums; moves of the solved ones */
    double arrangements;
};

static int play_game(struct bench *b, const struct khalifa_game *game,
                     enum lw_ps_strategy strategy, uint64_t limit, struct played *out) {
    *out = (struct played){.n = game->human.set.n_entries};
    for (size_t i = 0; i < out->n; i++) {
        struct lw_meter meter;
        struct lw_ps_playout playout;
        struct lw_error err;
        struct lw_budget budget = {.nodes = limit == 0 ? 0 : limit + 1,
                                   .cancel = b->cli->cancel};
        lw_meter_start(&meter, b->cli->runtime, &budget);
        if (lw_ps_play_level(
                &(struct lw_ps_playing){.level = game->human.set.entries[i].level,
                                        .analysis = &game->analysis,
                                        .strategy = strategy},
                b->cli->alloc, &meter, &playout, &err) != LW_OK) {
            return cli_fail(b->cli, NULL, &err);
        }
        bool solved = playout.outcome == LW_OUTCOME_SOLVED;
        out->n_solved += solved;
        out->explored += (double)playout.expanded;
        out->arrangements += (double)playout.arrangements;
        out->moves += solved ? (double)playout.moves.len : 0;
        lw_buffer_free(&playout.moves);
    }
    return 0;
}

static void print_played(struct bench *b, const struct khalifa_game *game,
                         enum lw_ps_strategy strategy, uint64_t limit,
                         const struct played *p, double seconds) {
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
        struct played all = {0};
        double seconds = 0;
        for (size_t g = 0; g < KHALIFA_GAMES; g++) {
            struct played p;
            uint64_t start_ns = lw_platform_cpu_ns();
            int code = play_game(b, &b->games[g], rows[r].strategy, rows[r].limit, &p);
            code = code == 0 ? bench_stopped(b->cli, "players") : code;
            if (code != 0) {
                return code;
            }
            double own = (double)(lw_platform_cpu_ns() - start_ns) * 1e-9;
            print_played(b, &b->games[g], rows[r].strategy, rows[r].limit, &p, own);
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

static void add(struct khalifa_histogram *h, double value) {
    double at = value / h->width;
    if (!isnan(value)) {
        h->bins[at < 0 ? 0 : at >= KHALIFA_BINS ? KHALIFA_BINS - 1 : (size_t)at]++;
        h->sum += value;
        h->squares += value * value;
        h->n++;
    }
}

static void print_histogram(struct bench *b, const char *of,
                            const struct khalifa_histogram *h) {
    double mean = h->n == 0 ? NAN : h->sum / h->n;
    double spread = h->n < 2 ? NAN : sqrt((h->squares - h->sum * mean) / (h->n - 1));
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

/* The shortest solutions of the hand-made levels, as the paper measured its levels. */
static int bench_human(struct bench *b) {
    for (size_t g = 0; g < KHALIFA_GAMES; g++) {
        const struct khalifa_game *game = &b->games[g];
        struct lw_ps_rater rater = lw_ps_rater_usual(&game->analysis);
        rater.strategy = LW_PS_BREADTH;
        rater.max_states = 2000000;
        for (size_t i = 0; i < game->human.set.n_entries; i++) {
            struct lw_ps_rating rating;
            struct lw_error err;
            if (lw_ps_rate(&rater, game->human.set.entries[i].level, b->cli->runtime,
                           NULL, &rating, &err) != LW_OK) {
                return cli_fail(b->cli, NULL, &err);
            }
            add(&b->lengths[0], rating.length_ratio);
            add(&b->applied[0], rating.applied_ratio);
            lw_buffer_free(&rating.playout.moves);
        }
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
        lw_json_text(json, "game", names[g]);
        lw_json_uint(json, "levels", (uint64_t)LW_PS_BEST * LW_PS_N_OUTLINES);
        lw_json_uint(json, "playable", playable[g]);
        lw_json_uint(json, "won_at_start", trivial[g]);
        end(b);
    }
    for (size_t g = 0; g < KHALIFA_GAMES && !b->json; g++) {
        (void)fprintf(b->cli->out, "%s%s %u", g == 0 ? "  of 16 each: " : ", ", names[g],
                      playable[g]);
        if (trivial[g] > 0) {
            (void)fprintf(b->cli->out, " (+ %u won at the start)", trivial[g]);
        }
    }
    if (!b->json) {
        (void)fputc('\n', b->cli->out);
    }
}

/* What came of one technique over all games. */
struct technique_sums {
    uint32_t n, playable, solvable, unknown, trivial;
    uint64_t rated, solved;
    double fitness;
};

static struct technique_sums add_tasks(struct bench *b, const struct khalifa_task *tasks,
                                       size_t technique) {
    struct technique_sums sums = {0};
    for (size_t i = 0; i < KHALIFA_TASKS; i++) {
        const struct khalifa_task *task = &tasks[i];
        if (task->technique != technique) {
            continue;
        }
        sums.playable += task->n_playable;
        sums.solvable += task->n_solvable;
        sums.unknown += task->n_unknown;
        sums.trivial += task->n_trivial;
        sums.rated += task->best.n_rated;
        sums.solved += task->best.n_solved;
        for (size_t k = 0; k < LW_PS_BEST && task->best.levels[k] != NULL; k++) {
            sums.n++;
            sums.fitness += task->best.ratings[k].total;
            add(&b->lengths[1 + technique], task->best.ratings[k].length_ratio);
            add(&b->applied[1 + technique], task->best.ratings[k].applied_ratio);
        }
    }
    return sums;
}

static void print_technique(struct bench *b, const struct khalifa_task *tasks,
                            size_t technique) {
    /* As the paper reports them; NaN where it is silent. */
    static const double people[] = {90, 75, 100, 100, 75},
                        machine[] = {85, 73.75, NAN, NAN, 73.75};
    struct technique_sums sums = add_tasks(b, tasks, technique);
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
    khalifa_make(b->cli, b->games, (uint64_t)cli_value(b->args, "seed")->i, tasks);
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
        code = khalifa_plot(b->cli, tasks, b->lengths, b->applied, b->args->operands[1]);
    }
    for (size_t i = 0; i < KHALIFA_TASKS; i++) {
        lw_ps_best_free(&tasks[i].best);
    }
    lw_alloc_free(b->cli->alloc, tasks, KHALIFA_TASKS * sizeof *tasks);
    return code;
}

static int run(struct cli *cli, const struct cli_args *args) {
    struct bench b = {.cli = cli, .args = args, .json = cli_value(args, "json")->flag};
    lw_buffer_init(&b.line, cli->alloc);
    for (size_t i = 0; i < KHALIFA_SERIES; i++) {
        b.lengths[i] = (struct khalifa_histogram){.what = "moves/area", .width = 0.25};
        b.applied[i] = (struct khalifa_histogram){.what = "rules/move", .width = 0.1};
    }
    if (!bench_wants(args, "players") && !bench_wants(args, "human") &&
        !bench_wants(args, "techniques")) {
        return cli_usage(cli, "no such row; the rows are players, human, techniques");
    }
    int code = open_games(&b);
    if (code == 0 && bench_wants(args, "players")) {
        code = bench_players(&b);
    }
    if (code == 0 && bench_wants(args, "human")) {
        code = bench_human(&b);
    }
    if (code == 0 && bench_wants(args, "techniques")) {
        code = bench_techniques(&b);
    }
    close_games(&b);
    lw_buffer_free(&b.line);
    return code;
}

const struct lab_bench bench_khalifa = {
    .name = "khalifa",
    .summary = "PuzzleScript players and generators compared with Khalifa and Fayek "
               "(rows players, human, techniques); an operand FILE.svg writes the "
               "fitness curves and histograms",
    .run = run,
};
