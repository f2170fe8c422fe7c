/* bench generate: Taylor's Tables 2.1 to 2.3 and beyond, every goal placement proven,
 * rooms of ten seeds in a row. */
#include "bench/bench_generate.h"

#include <math.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/bench_levels.h"
#include "bench/bench_maker.h"
#include "lw/sokoban.h"

#define N_ROWS 23

/* Taylor 2015, Tables 2.1 to 2.3; "< 1 sec" is taken as one second. */
static const struct bench_generate_row paper_rows[N_ROWS] = {
#define ROW(size_, n_templates_, boxes_, seconds_, moves_)                               \
    {                                                                                    \
        .name = size_ "/" #boxes_, .size = size_, .n_templates = n_templates_,           \
        .n_boxes = boxes_, .paper_seconds = seconds_, .paper_moves = moves_              \
    }
#define ROOMY(size_, n_templates_, boxes_, seconds_, moves_)                             \
    {                                                                                    \
        .name = size_ "/" #boxes_ "/roomy", .size = size_, .n_templates = n_templates_,  \
        .n_boxes = boxes_, .paper_seconds = seconds_, .paper_moves = moves_,             \
        .roomy = true                                                                    \
    }
    ROW("1x2", 2, 2, 1, 26),
    ROW("2x2", 4, 2, 1.9, 48),
    ROW("2x3", 6, 2, 16, 60),
    ROW("3x3", 9, 2, 128, 73),
    ROW("1x2", 2, 3, 58, 38),
    ROW("2x2", 4, 3, 162, 69),
    ROW("2x3", 6, 3, 3960, 98),
    ROW("3x3", 9, 3, 88200, 115),
    ROW("2x2", 4, 4, 12240, 100),
    ROW("2x2", 4, 5, 93600, 109),
    ROW("2x2", 4, 6, 0, 0),
    ROW("3x3", 9, 4, 0, 0),
    {.name = "2x2/7",
     .size = "2x2",
     .n_templates = 4,
     .n_boxes = 7,
     .by_name_only = true},
    ROOMY("1x2", 2, 2, 1, 26),
    ROOMY("2x2", 4, 2, 1.9, 48),
    ROOMY("2x3", 6, 2, 16, 60),
    ROOMY("3x3", 9, 2, 128, 73),
    ROOMY("1x2", 2, 3, 58, 38),
    ROOMY("2x2", 4, 3, 162, 69),
    ROOMY("2x3", 6, 3, 3960, 98),
    ROOMY("3x3", 9, 3, 88200, 115),
    ROOMY("2x2", 4, 4, 12240, 100),
    ROOMY("2x2", 4, 5, 93600, 109),
#undef ROW
#undef ROOMY
};

/* What one seed gave. */
struct outcome {
    double cpu, wall;
    double floors, placements, searched, best_placements;
    double lines, moves, line_moves; /* moves: the fewest; line_moves: of that solution */
    double cut_short; /* 1: time ended the search, so what was found is the best so far */
    bool found;
};

/* One row in the making. */
struct bench {
    struct cli *cli;
    const struct bench_generate_run *run;
    struct lw_game *game;
    struct outcome now;
};

static void on_stat(void *ctx, const char *name, double value) {
    struct outcome *now = &((struct bench *)ctx)->now;
    const struct {
        const char *name;
        double *where;
    } known[] = {{"floors", &now->floors},
                 {"placements", &now->placements},
                 {"placements-searched", &now->searched},
                 {"best-placements", &now->best_placements},
                 {"length", &now->lines},
                 {"second", &now->moves},
                 {"cut-short", &now->cut_short}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].name, name) == 0) {
            *known[i].where = value;
        }
    }
}

static bool on_level(void *ctx, struct lw_candidate *candidate) {
    struct bench *bench = ctx;
    double measures[LW_MAX_MEASURES];
    bench->now.found = lw_sokoban_kind.solve->measure(
                           candidate->level, candidate->solution,
                           strlen(candidate->solution), measures, NULL) == LW_OK;
    bench->now.line_moves = measures[0];
    lw_level_destroy(candidate->level);
    return true;
}

/* Of this thread where nothing else works on the row, so that other rows may be measured
 * beside it. */
static uint64_t cpu_now(const struct cli *cli) {
    return cli->runtime->n_workers == 1 ? lw_platform_thread_cpu_ns()
                                        : lw_platform_cpu_ns();
}

static lw_status run_seed(struct bench *bench, const struct bench_generate_row *row,
                          uint64_t seed, struct lw_error *err) {
    const struct lw_generator *generator =
        lw_generator_find(&lw_sokoban_kind, "farthest");
    struct lw_option_value values[LW_MAX_GENERATOR_OPTIONS];
    char size[16], boxes[16];
    const char *const options[] = {size, boxes,
                                   row->roomy ? "max-walls=0.5" : "max-walls=1", NULL};
    (void)snprintf(size, sizeof size, "size=%s", row->size);
    (void)snprintf(boxes, sizeof boxes, "boxes=%u", row->n_boxes);
    lw_status status = maker_read_options(generator, options, values, err);
    if (status != LW_OK) {
        return status;
    }
    struct lw_generate_request request = {
        .game = bench->game,
        .values = values,
        .budget = {.time_ns = bench->run->time_ns, .cancel = bench->cli->cancel},
        .stat = on_stat,
        .stat_ctx = bench};
    struct lw_rng rng = lw_rng_make(seed, 0);
    void *shared = NULL;
    bench->now = (struct outcome){.found = false};
    uint64_t cpu = cpu_now(bench->cli), wall = lw_runtime_now_ns(bench->cli->runtime);
    status = generator->prepare(&request, bench->cli->runtime, &shared, err);
    if (status == LW_OK) {
        status =
            generator->make(&request,
                            &(struct lw_generate_task){.shared = shared,
                                                       .rng = &rng,
                                                       .runtime = bench->cli->runtime,
                                                       .emit = on_level,
                                                       .emit_ctx = bench},
                            err);
        generator->release(&request, shared);
    }
    bench->now.cpu = (double)(cpu_now(bench->cli) - cpu) * 1e-9;
    bench->now.wall = (double)(lw_runtime_now_ns(bench->cli->runtime) - wall) * 1e-9;
    return status;
}

/* One row. */

static void add(struct bench_generate_sums *t, const struct outcome *now, bool by_cpu) {
    double seconds = by_cpu ? now->cpu : now->wall;
    t->cpu += now->cpu;
    t->wall += now->wall;
    t->slowest = seconds > t->slowest ? seconds : t->slowest;
    t->floors += now->floors;
    t->placements += now->placements;
    t->searched += now->searched;
    t->lines += now->lines;
    t->moves += now->moves;
    t->line_moves += now->line_moves;
    t->best_moves = now->moves > t->best_moves ? now->moves : t->best_moves;
    t->n_cut += now->cut_short > 0;
    t->all_floors[t->n] = now->floors;
    t->all_moves[t->n++] = now->moves;
}

static void print_json(struct cli *cli, const struct bench_generate_row *row,
                       const struct bench_generate_sums *t) {
    struct lw_buffer line;
    struct lw_json_writer json;
    cli_json_begin(cli, &line, &json);
    lw_json_text(&json, "row", row->name);
    lw_json_uint(&json, "boxes", row->n_boxes);
    lw_json_uint(&json, "n", t->n);
    lw_json_uint(&json, "cut_short", t->n_cut);
    lw_json_bool(&json, "proven", t->n_cut == 0 && t->n == BENCH_GENERATE_SEEDS);
    lw_json_uint(&json, "threads", cli->runtime->n_workers);
    lw_json_real(&json, "seconds_mean", row->seconds);
    lw_json_real(&json, "seconds_max", t->slowest);
    lw_json_real(&json, "cpu_seconds_mean", t->cpu / t->n);
    lw_json_real(&json, "moves_mean", row->moves);
    lw_json_real(&json, "moves_best", t->best_moves);
    lw_json_real(&json, "line_solution_moves_mean", t->line_moves / t->n);
    lw_json_real(&json, "lines_mean", row->lines);
    lw_json_real(&json, "paper_seconds",
                 row->paper_seconds > 0 ? row->paper_seconds : (double)NAN);
    lw_json_real(&json, "paper_moves",
                 row->paper_moves > 0 ? row->paper_moves : (double)NAN);
    lw_json_real(&json, "placements_mean", t->placements / t->n);
    lw_json_real(&json, "searched_mean", t->searched / t->n);
    lw_json_array(&json, "floors");
    for (uint32_t i = 0; i < t->n; i++) {
        lw_json_real(&json, NULL, t->all_floors[i]);
    }
    lw_json_array_end(&json);
    lw_json_uint(&json, "peak_memory_bytes", lw_platform_peak_memory_bytes());
    cli_json_end(cli, &line, &json);
}

static void print_text(struct cli *cli, const struct bench_generate_row *row,
                       const struct bench_generate_sums *t) {
    FILE *out = cli->out;
    (void)fprintf(out, "%-11s %3u %9.3f %9.3f %9.3f", row->name, t->n, row->seconds,
                  t->slowest, t->cpu / t->n);
    if (row->paper_seconds > 0) {
        (void)fprintf(out, " %8.0f", row->paper_seconds);
    } else {
        (void)fprintf(out, " %8s", "-");
    }
    if (t->n_cut == 0) {
        (void)fprintf(out, " %6.1f %6.0f", row->moves, t->best_moves);
    } else {
        (void)fprintf(out, " %6s %6s", "-", "-");
    }
    if (row->paper_moves > 0) {
        (void)fprintf(out, " %6.0f", row->paper_moves);
    } else {
        (void)fprintf(out, " %6s", "-");
    }
    (void)fprintf(out, " %6.1f %9.0f %9.0f %5.0f ", row->lines, t->placements / t->n,
                  t->searched / t->n,
                  (double)lw_platform_peak_memory_bytes() / (1024 * 1024));
    for (uint32_t i = 0; i < t->n; i++) {
        (void)fprintf(out, " %.0f", t->all_floors[i]);
    }
    (void)fputc('\n', out);
    if (t->n_cut > 0) {
        (void)fprintf(
            out,
            "            %u of these %u rooms were cut short by --time: not all of their "
            "placements are proven, and the means are only bounds\n",
            t->n_cut, t->n);
    }
    (void)fflush(out);
}

/* What the rooms' sums say of the row. */
static void conclude(struct bench_generate_row *row, struct bench_generate_sums *t,
                     bool by_cpu) {
    row->n = t->n_cut > 0 ? 0 : t->n; /* the plot shows what is proven */
    row->seconds = (by_cpu ? t->cpu : t->wall) / t->n;
    /* Without a proof nobody looked for the fewest moves either. */
    row->moves = t->n_cut > 0 ? (double)NAN : t->moves / t->n;
    t->best_moves = t->n_cut > 0 ? (double)NAN : t->best_moves;
    row->lines = t->lines / t->n;
}

lw_status bench_generate_measure(struct cli *cli, const struct bench_generate_run *run,
                                 struct bench_generate_row *row,
                                 struct bench_generate_sums *out, struct lw_error *err) {
    struct bench bench = {.cli = cli, .run = run};
    bool by_cpu = cli->runtime->n_workers == 1;
    *out = (struct bench_generate_sums){.n = 0};
    lw_status status = lw_game_create(&lw_sokoban_kind, cli->alloc, &bench.game, err);
    if (status != LW_OK) {
        return status;
    }
    for (uint64_t seed = run->seed;
         status == LW_OK && seed < run->seed + BENCH_GENERATE_SEEDS; seed++) {
        status = run_seed(&bench, row, seed, err);
        if (status == LW_OK && atomic_load(cli->cancel)) {
            status = lw_fail(err, LW_CANCELLED, 0, 0,
                             "row %s: stopped on request after %u of %d rooms; an "
                             "incomplete row is not reported",
                             row->name, out->n, BENCH_GENERATE_SEEDS);
        } else if (status == LW_OK && bench.now.found) {
            add(out, &bench.now, by_cpu);
        }
    }
    lw_game_destroy(bench.game);
    if (status == LW_OK && out->n > 0) {
        conclude(row, out, by_cpu);
    }
    return status;
}

bool bench_generate_find(const char *name, struct bench_generate_row *out) {
    for (size_t i = 0; i < N_ROWS; i++) {
        if (strcmp(paper_rows[i].name, name) == 0) {
            *out = paper_rows[i];
            return true;
        }
    }
    return false;
}

static int run_row(struct cli *cli, const struct cli_args *args,
                   struct bench_generate_row *row) {
    const struct bench_generate_run run = {.seed = (uint64_t)cli_value(args, "seed")->i,
                                           .time_ns = cli_value(args, "time")->u};
    struct bench_generate_sums t;
    struct lw_error err = {.status = LW_OK};
    lw_status status = bench_generate_measure(cli, &run, row, &t, &err);
    if (status != LW_OK) {
        return cli_fail(cli, NULL, &err);
    }
    if (t.n > 0 && cli_value(args, "json")->flag) {
        print_json(cli, row, &t);
    } else if (t.n > 0) {
        print_text(cli, row, &t);
    }
    return 0;
}

static void print_head(struct cli *cli) {
    bool by_cpu = cli->runtime->n_workers == 1;
    (void)fprintf(cli->out,
                  "Every goal placement proven, rooms of %d seeds; %s seconds a level; "
                  "moves: the fewest that solve it.\n"
                  "%-11s %3s %9s %9s %9s %8s %6s %6s %6s %6s %9s %9s %5s  %s\n",
                  BENCH_GENERATE_SEEDS, by_cpu ? "CPU" : "wall", "row", "n", "mean s",
                  "max s", "CPU s", "paper s", "moves", "best", "paper", "lines",
                  "placed", "searched", "MiB", "floor squares");
}

static int run(struct cli *cli, const struct cli_args *args) {
    struct bench_generate_row rows[N_ROWS];
    bool any = false, named = false;
    if (cli_value(args, "levels")->set) {
        return bench_levels(cli, args);
    }
    memcpy(rows, paper_rows, sizeof rows);
    for (size_t i = 0; i < args->n_repeats; i++) {
        named |= strcmp(args->options[args->repeats[i].option].name, "row") == 0;
    }
    int code = 0;
    if (!cli_value(args, "json")->flag) {
        print_head(cli);
    }
    for (size_t i = 0; i < N_ROWS && code == 0; i++) {
        if (bench_wants(args, rows[i].name) && (named || !rows[i].by_name_only)) {
            any = true;
            code = run_row(cli, args, &rows[i]);
        }
    }
    if (code == 0 && !any) {
        struct lw_buffer names;
        lw_buffer_init(&names, cli->alloc);
        for (size_t i = 0; i < N_ROWS; i++) {
            bench_add_name(&names, rows[i].name);
        }
        code = bench_no_row(cli, &names);
    }
    if (code == 0 && args->n_operands > 1) {
        code = bench_generate_plot(cli, rows, N_ROWS, args->operands[1]);
    }
    return code;
}

const struct lab_bench bench_generate = {
    .name = "generate",
    .summary = "farthest starts compared with Taylor's tables; an operand FILE.svg "
               "writes the plot; with --levels N, levels per second of every method",
    .run = run,
};
