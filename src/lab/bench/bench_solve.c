/* bench solve: how many levels of the known collections, or of files named after it, the
 * Sokoban solver ends within a time limit, and how fast and how small its searches are.
 * One thread; both the limit and the times are CPU time. A solution counts when it has
 * been replayed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "lw/command/levels.h"

#define DEFAULT_LIMIT_NS UINT64_C(10000000000)
#define RATE_NODES 300000

/* level: only this one, counted from 1; a hard one with fewer than 64 squares, to measure
 * the rate and the memory of an engine. */
static const struct row {
    const char *name, *file, *metric, *engine;
    size_t level;
    bool given; /* file is a path of its own, not one in the data folder */
} rows[] = {
    {"rate-bfs", "levels/microban-1.xsb", "pushes", "bfs", 139, false},
    {"rate-astar", "levels/microban-1.xsb", "pushes", "astar", 139, false},
    {"pushes/microban-1", "levels/microban-1.xsb", "pushes", NULL, 0, false},
    {"any/microban-1", "levels/microban-1.xsb", "any", NULL, 0, false},
    {"any/microban-2", "levels/microban-2.xsb", "any", NULL, 0, false},
    {"any/microban-4", "levels/microban-4.xsb", "any", NULL, 0, false},
    {"any/boxoban", "levels/boxoban-sample-1000.xsb", "any", NULL, 0, false},
    {"any/grigr-2001", "levels/grigr-2001.xsb", "any", NULL, 0, false},
    {"any/grigr-2002", "levels/grigr-2002.xsb", "any", NULL, 0, false},
    {"any/disciple", "levels/disciple.sok", "any", NULL, 0, false},
    {"any/holland-1-2", "levels/holland-dh1-dh2.xsb", "any", NULL, 0, false},
    {"any/holland-5", "levels/holland-dh5.sok", "any", NULL, 0, false},
    {"any/sasquatch-2", "levels/sasquatch-2.xsb", "any", NULL, 0, false},
    {"any/sasquatch-3", "levels/sasquatch-3.xsb", "any", NULL, 0, false},
    {"any/sasquatch-4", "levels/sasquatch-4.xsb", "any", NULL, 0, false},
};

struct sums {
    size_t n_levels, n_solved, n_optimal, n_unsolvable;
    double *seconds; /* of the solved */
    double cpu;      /* of all */
    double pushes;   /* of the solved */
    uint64_t expanded, closed;
    size_t peak_bytes;
};

static uint64_t cpu_clock(void *ctx) {
    (void)ctx;
    return lw_platform_cpu_ns();
}

static size_t metric_index(const struct lw_solve_ops *ops, const char *name) {
    size_t i = 0;
    while (i + 1 < ops->n_metrics && strcmp(ops->metrics[i].name, name) != 0) {
        i++;
    }
    return i;
}

/* The solver has replayed its solution to measure it. */
static double pushes_of(const struct lw_solve_ops *ops,
                        const struct lw_solve_result *result) {
    for (size_t i = 0; i < ops->n_measures; i++) {
        if (strcmp(ops->measures[i].name, "pushes") == 0) {
            return result->measures[i];
        }
    }
    return 0;
}

static void solve_one(struct cli *cli, const struct row *row,
                      const struct lw_level *level, struct lw_budget budget,
                      struct sums *sums) {
    const struct lw_solve_ops *ops = level->game->kind->solve;
    struct lw_runtime runtime = *cli->runtime;
    struct lw_solve_request request = {.metric = metric_index(ops, row->metric),
                                       .engine = row->engine,
                                       .budget = budget};
    struct lw_solve_result result;
    runtime.now_ns = cpu_clock;
    runtime.progress = NULL;
    lw_solve_result_init(&result, cli->alloc);
    uint64_t start = lw_platform_cpu_ns();
    if (ops->solve(level, &request, &runtime, &result, NULL) == LW_OK) {
        double seconds = (double)(lw_platform_cpu_ns() - start) * 1e-9;
        sums->cpu += seconds;
        sums->expanded += result.expanded;
        sums->closed += result.closed;
        sums->n_unsolvable += result.outcome == LW_OUTCOME_UNSOLVABLE;
        if (result.peak_bytes > sums->peak_bytes) {
            sums->peak_bytes = result.peak_bytes;
        }
        if (result.outcome == LW_OUTCOME_SOLVED) {
            sums->seconds[sums->n_solved++] = seconds;
            sums->n_optimal += result.optimal;
            sums->pushes += pushes_of(ops, &result);
        }
    }
    lw_solve_result_free(&result);
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_row(struct cli *cli, const struct row *row, const struct sums *sums,
                      bool as_json) {
    double median = sums->n_solved > 0 ? sums->seconds[sums->n_solved / 2] : NAN;
    double slowest = sums->n_solved > 0 ? sums->seconds[sums->n_solved - 1] : NAN;
    double rate = (double)sums->expanded / sums->cpu;
    double state_bytes =
        row->level != 0 ? (double)sums->peak_bytes / (double)sums->closed : NAN;
    if (!as_json) {
        (void)fprintf(cli->out,
                      "%-18s %6zu %6zu %7zu %10zu %9.2f %8.4f %8.3f %8.0f %10.0f %6.1f\n",
                      row->name, sums->n_levels, sums->n_solved, sums->n_optimal,
                      sums->n_unsolvable, sums->cpu, median, slowest, sums->pushes, rate,
                      state_bytes);
        (void)fflush(cli->out);
        return;
    }
    struct lw_buffer buf;
    struct lw_json_writer json;
    lw_buffer_init(&buf, cli->alloc);
    lw_json_begin(&json, &buf);
    lw_json_object(&json, NULL);
    lw_json_text(&json, "row", row->name);
    lw_json_uint(&json, "levels", sums->n_levels);
    lw_json_uint(&json, "solved", sums->n_solved);
    lw_json_uint(&json, "optimal", sums->n_optimal);
    lw_json_uint(&json, "unsolvable", sums->n_unsolvable);
    lw_json_real(&json, "cpu_seconds", sums->cpu);
    lw_json_real(&json, "median_seconds", median);
    lw_json_real(&json, "slowest_seconds", slowest);
    lw_json_real(&json, "pushes", sums->pushes);
    lw_json_real(&json, "expanded_per_second", rate);
    lw_json_real(&json, "bytes_per_state", state_bytes);
    lw_json_object_end(&json);
    cli_put_line(cli, &buf);
    lw_buffer_free(&buf);
}

static int open_row(struct cli *cli, const struct cli_args *args, const struct row *row,
                    struct cli_levels *levels) {
    char path[4096];
    if (row->given) {
        return cli_levels_open(cli, row->file, "sokoban", levels);
    }
    (void)snprintf(path, sizeof path, "%s/%s", cli_value(args, "data")->text, row->file);
    return cli_levels_open(cli, path, "sokoban", levels);
}

static int run_row(struct cli *cli, const struct cli_args *args, const struct row *row) {
    struct cli_levels levels;
    int code = open_row(cli, args, row, &levels);
    if (code != 0) {
        return code;
    }
    const struct lw_option_value *time = cli_value(args, "time");
    struct lw_budget budget = {.time_ns = time->set ? time->u : DEFAULT_LIMIT_NS,
                               .nodes = row->level != 0 ? RATE_NODES : 0,
                               .cancel = cli->cancel};
    size_t first = row->level == 0 ? 0 : row->level - 1;
    size_t end = row->level == 0 ? levels.set.n_entries : row->level;
    struct sums sums = {.n_levels = end - first};
    sums.seconds = lw_alloc_zero(cli->alloc, sums.n_levels, sizeof *sums.seconds);
    if (sums.seconds != NULL && end <= levels.set.n_entries) {
        for (size_t i = first; i < end && !atomic_load(cli->cancel); i++) {
            solve_one(cli, row, levels.set.entries[i].level, budget, &sums);
        }
        qsort(sums.seconds, sums.n_solved, sizeof *sums.seconds, ascending);
        print_row(cli, row, &sums, cli_value(args, "json")->flag);
    }
    lw_alloc_free(cli->alloc, sums.seconds, sums.n_levels * sizeof *sums.seconds);
    cli_levels_close(&levels);
    return 0;
}

static int run(struct cli *cli, const struct cli_args *args) {
    if (!cli_value(args, "json")->flag) {
        (void)fprintf(cli->out, "%-18s %6s %6s %7s %10s %9s %8s %8s %8s %10s %6s\n",
                      "row", "levels", "solved", "optimal", "unsolvable", "cpu s",
                      "median", "slowest", "pushes", "expanded/s", "B/st.");
    }
    for (size_t i = 1; i < args->n_operands; i++) {
        const char *file = args->operands[i], *slash = strrchr(file, '/');
        struct row row = {.name = slash == NULL ? file : slash + 1,
                          .file = file,
                          .metric = "any",
                          .given = true};
        int code = run_row(cli, args, &row);
        if (code != 0) {
            return code;
        }
    }
    if (args->n_operands > 1) {
        return 0;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int code = bench_wants(args, rows[i].name) ? run_row(cli, args, &rows[i]) : 0;
        if (code != 0) {
            return code;
        }
    }
    return 0;
}

const struct lab_bench bench_solve = {
    .name = "solve",
    .summary = "Sokoban: solved levels of known collections, expansions, bytes per state",
    .run = run,
};
