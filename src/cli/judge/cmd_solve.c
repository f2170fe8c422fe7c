/* solve: levels in parallel, results in order. */
#include <string.h>

#include "judge/in_order.h"
#include "judge/solve_report.h"
#include "lw/command/levels.h"
#include "lw/rating.h"

static const struct lw_option options[] = {
    CLI_LEVEL_OPTIONS,
    CLI_LEVEL_RANGE_OPTION,
    {.name = "metric",
     .type = LW_OPTION_TEXT,
     .value_name = "NAME",
     .letter = 'm',
     .help = "what to minimise; default: the game's first metric"},
    {.name = "time",
     .type = LW_OPTION_TIME,
     .fallback = "10s",
     .letter = 't',
     .help = "time limit for each level"},
    CLI_LEVEL_NODES_OPTION,
    {.name = "memory",
     .type = LW_OPTION_BYTES,
     .fallback = "1G",
     .help = "memory limit for each level being solved"},
    CLI_THREADS_OPTION,
    {.name = "engine",
     .type = LW_OPTION_TEXT,
     .value_name = "NAME",
     .help = "use this search engine of the game"},
    {.name = "count-solutions",
     .type = LW_OPTION_INT,
     .min = 0,
     .max = 9e18,
     .help = "count distinct solutions, up to N; 2 tests for uniqueness"},
    {.name = "check",
     .type = LW_OPTION_FLAG,
     .help = "replay the solutions stored in the file instead of searching"},
    {.name = "write",
     .type = LW_OPTION_TEXT,
     .value_name = "FILE",
     .letter = 'w',
     .help = "write the levels with the solutions found, in the format of the file's "
             "extension"},
    {.name = "json", .type = LW_OPTION_FLAG, .help = "one JSON object per level"},
};

/* One file's levels on their way. */
struct solve_run {
    struct cli *cli;
    const struct lw_solve_ops *ops;
    struct cli_levels *levels;
    bool named; /* the file is named in JSON: there are several */
    struct lw_solve_request request;
    struct cli_solved *solved;
    size_t n_solved;
    bool check;
    bool json;
    size_t n_printed;
    struct cli_solve_layout layout;
    struct lw_buffer line;
    struct cli_tally tally;
    size_t n_optimal;
};

static void count(struct solve_run *run, const struct cli_solved *solved) {
    if (solved->status != LW_OK) {
        run->tally.bad++;
    } else if (solved->result.outcome == LW_OUTCOME_SOLVED) {
        run->tally.good++;
        run->n_optimal += solved->result.optimal;
    } else if (solved->result.outcome == LW_OUTCOME_UNSOLVABLE) {
        run->tally.impossible++;
    } else {
        run->tally.limit++;
    }
}

static void print_one(void *ctx, size_t index) {
    struct solve_run *run = ctx;
    const struct cli_solved *solved = &run->solved[index];
    run->n_printed++;
    count(run, solved);
    cli_levels_warn(run->cli, run->levels, &solved->result.warning);
    if (solved->status != LW_OK) {
        (void)cli_refuse_level(run->cli, run->levels, solved->number - 1, false,
                               &solved->err);
    }
    if (run->json) {
        cli_solve_json(run->ops, run->request.metric,
                       run->named ? run->levels->file : NULL, solved, &run->line);
        cli_put_line(run->cli, &run->line);
    } else {
        cli_solve_row(run->cli, run->ops, &run->layout, solved);
        if (run->n_solved == 1 && solved->status == LW_OK && !solved->already &&
            solved->result.outcome == LW_OUTCOME_SOLVED) {
            (void)fputs("solution: ", run->cli->out);
            cli_put_safe(run->cli->out, lw_buffer_text(&solved->result.solution));
            (void)fputc('\n', run->cli->out);
        }
        (void)cli_out_ok(run->cli);
    }
}

/* Nothing is to be done: no move solves it, and that is proved to be the fewest. */
static void put_already(const struct solve_run *run, struct lw_solve_result *result) {
    result->outcome = LW_OUTCOME_SOLVED;
    result->optimal = true;
    for (size_t i = 0; i < run->ops->n_measures; i++) {
        result->measures[i] = 0;
    }
    (void)snprintf(result->note, sizeof result->note, "%s",
                   "already solved: the level is won before the first move");
}

/* The solver's word is not enough: what leaves here has been replayed. */
static lw_status solve_and_replay(struct solve_run *run, struct cli_solved *solved,
                                  const struct lw_runtime *runtime) {
    const struct lw_level *level = solved->entry->level;
    struct lw_solve_result *result = &solved->result;
    uint64_t start_ns = lw_runtime_now_ns(runtime);
    lw_status status = level->game->kind->level->validate(level, &solved->err);
    if (status == LW_OK && run->request.count_up_to == 0) {
        status = lw_ratable_at_start(level, runtime, &solved->already, &solved->err);
    }
    if (status == LW_OK && solved->already) {
        put_already(run, result);
        return LW_OK;
    }
    if (status == LW_OK) {
        struct lw_solve_request request = run->request;
        request.n_threads = runtime->n_workers;
        status = run->ops->solve(level, &request, runtime, result, &solved->err);
    }
    if (result->seconds == 0) {
        result->seconds = (double)(lw_runtime_now_ns(runtime) - start_ns) * 1e-9;
    }
    if (status == LW_OK && result->outcome == LW_OUTCOME_SOLVED) {
        status = run->ops->measure(level, lw_buffer_text(&result->solution),
                                   result->solution.len, result->measures, &solved->err);
    }
    return status;
}

/* --check: the best of the stored solutions by the metric's own measure, or the first. */
static lw_status replay_stored(struct solve_run *run, struct cli_solved *solved) {
    const struct lw_stored_solution *stored = solved->entry->solutions;
    if (stored == NULL) {
        return lw_fail(&solved->err, LW_BAD_INPUT, 0, 0,
                       "the file contains no solution for this level");
    }
    for (; stored != NULL; stored = stored->next) {
        const struct lw_level *level = solved->entry->level;
        size_t len = strlen(stored->moves);
        if (solved->result.warning.text == NULL) {
            solved->result.warning =
                lw_line_warning(level, run->cli->alloc, stored->moves, len);
        }
        lw_status status = run->ops->measure(level, stored->moves, len,
                                             solved->result.measures, &solved->err);
        if (status != LW_OK) {
            return status;
        }
        lw_buffer_clear(&solved->result.solution);
        lw_buffer_puts(&solved->result.solution, stored->moves);
    }
    solved->result.outcome = LW_OUTCOME_SOLVED;
    solved->result.engine = "stored";
    return LW_OK;
}

static void solve_one(void *ctx, size_t index, const struct lw_runtime *runtime) {
    struct solve_run *run = ctx;
    struct cli_solved *solved = &run->solved[index];
    solved->status =
        run->check ? replay_stored(run, solved) : solve_and_replay(run, solved, runtime);
    solved->done = true;
}

static int find_metric(struct cli *cli, const struct lw_game_kind *kind, const char *name,
                       size_t *metric) {
    struct lw_buffer known;
    lw_buffer_init(&known, cli->alloc);
    *metric = 0;
    bool found = name == NULL;
    for (size_t i = 0; i < kind->solve->n_metrics && !found; i++) {
        const char *at = kind->solve->metrics[i].name;
        lw_buffer_printf(&known, "%s%s", i > 0 ? ", " : "", at);
        if (strcmp(at, name) == 0) {
            *metric = i;
            found = true;
        }
    }
    int code = found
                   ? 0
                   : cli_usage(cli, "--metric: %s has no metric '%.40s'; choose from %s",
                               kind->title, name, lw_buffer_text(&known));
    lw_buffer_free(&known);
    return code;
}

static int make_request(struct cli *cli, const struct cli_args *args,
                        const struct lw_game_kind *kind, struct lw_solve_request *out) {
    *out = (struct lw_solve_request){
        .budget = {.nodes = (uint64_t)cli_value(args, "nodes")->i,
                   .time_ns = cli_value(args, "time")->u,
                   .memory_bytes = (size_t)cli_value(args, "memory")->u,
                   .cancel = cli->cancel},
        .count_up_to = (uint64_t)cli_value(args, "count-solutions")->i,
        .engine = cli_value(args, "engine")->text,
    };
    return find_metric(cli, kind, cli_value(args, "metric")->text, &out->metric);
}

static void summarise(struct solve_run *run, size_t n_unreadable, double seconds,
                      double cpu_seconds) {
    const struct cli_tally *tally = &run->tally;
    FILE *out = run->cli->out;
    (void)fprintf(out, "%zu level%s: %zu solved", run->n_printed,
                  run->n_printed == 1 ? "" : "s", tally->good);
    if (!run->check) {
        (void)fprintf(out, " (%zu proved optimal)", run->n_optimal);
    }
    (void)fprintf(out, ", %zu unsolvable, %zu at the limit", tally->impossible,
                  tally->limit);
    if (tally->bad + n_unreadable > 0) {
        (void)fprintf(out, ", %zu bad", tally->bad + n_unreadable);
    }
    (void)fprintf(out, "; %.2f s, CPU %.2f s\n", seconds, cpu_seconds);
    if (run->n_printed < run->n_solved) {
        (void)fprintf(run->cli->err,
                      "levelwright solve: stopped after %zu of %zu levels\n",
                      run->n_printed, run->n_solved);
    }
}

/* Adds what was found to the collection and writes all of it. */
static int write_solutions(struct solve_run *run, struct cli_levels *levels,
                           const char *path, const struct lw_format *format) {
    struct lw_collection *set = &levels->set;
    struct lw_error err = {.status = LW_OK};
    for (size_t i = 0; i < run->n_solved; i++) {
        const struct cli_solved *solved = &run->solved[i];
        if (solved->done && solved->status == LW_OK &&
            solved->result.outcome == LW_OUTCOME_SOLVED &&
            !lw_collection_solution(set, &set->entries[solved->number - 1],
                                    run->ops->metrics[run->request.metric].name,
                                    lw_buffer_text(&solved->result.solution))) {
            (void)lw_fail_memory(&err);
            return cli_fail(run->cli, path, &err);
        }
    }
    struct lw_buffer text;
    lw_buffer_init(&text, run->cli->alloc);
    lw_status status = lw_game_write(levels->game, format, set, &text, &err);
    if (status == LW_OK && !lw_buffer_ok(&text)) {
        status = lw_fail_memory(&err);
    }
    if (status == LW_OK) {
        status = lw_platform_write_file(path, lw_buffer_text(&text), text.len, &err);
    }
    lw_buffer_free(&text);
    return status == LW_OK ? 0 : cli_fail(run->cli, path, &err);
}

/* An engine that the game does not have is a mistake in the command, not in each level: a
 * search of one node tells. */
static int check_engine(const struct solve_run *run, const struct cli_levels *levels,
                        size_t number) {
    struct lw_solve_request request = run->request;
    struct lw_solve_result result;
    struct lw_error err = {.status = LW_OK};
    const struct lw_level *level = levels->set.entries[number].level;
    if (request.engine == NULL || run->check ||
        level->game->kind->level->validate(level, NULL) != LW_OK) {
        return 0;
    }
    request.budget.nodes = 1;
    request.n_threads = 1;
    lw_solve_result_init(&result, run->cli->alloc);
    lw_status status = run->ops->solve(level, &request, run->cli->runtime, &result, &err);
    lw_solve_result_free(&result);
    bool refused = status == LW_USAGE || status == LW_UNSUPPORTED;
    return refused ? cli_fail(run->cli, NULL, &err) : 0;
}

static int prepare(struct solve_run *run, const struct cli_args *args,
                   const struct cli_levels *levels) {
    struct cli *cli = run->cli;
    size_t first;
    size_t end;
    int code = cli_level_range(cli, args, levels->set.n_entries, &first, &end);
    if (code == 0) {
        code = make_request(cli, args, levels->game->kind, &run->request);
    }
    if (code == 0) {
        code = check_engine(run, levels, first);
    }
    if (code != 0) {
        return code;
    }
    run->n_solved = end - first;
    run->solved = lw_alloc_zero(cli->alloc, run->n_solved, sizeof *run->solved);
    if (run->solved == NULL) {
        struct lw_error err;
        (void)lw_fail_memory(&err);
        return cli_fail(cli, levels->file, &err);
    }
    for (size_t i = 0; i < run->n_solved; i++) {
        run->solved[i].number = first + i + 1;
        run->solved[i].entry = &levels->set.entries[first + i];
        lw_solve_result_init(&run->solved[i].result, cli->alloc);
    }
    return 0;
}

static void run_all(struct solve_run *run, size_t n_unreadable) {
    struct cli *cli = run->cli;
    uint64_t start_ns = lw_runtime_now_ns(cli->runtime);
    uint64_t start_cpu_ns = lw_platform_cpu_ns();
    if (!run->json) {
        cli_solve_head(cli, run->ops, &run->layout);
    }
    struct cli_in_order job = {.phase = "solving",
                               .n = run->n_solved,
                               .work = solve_one,
                               .print = print_one,
                               .ctx = run};
    cli_run_in_order(cli, &job);
    if (!run->json) {
        summarise(run, n_unreadable,
                  (double)(lw_runtime_now_ns(cli->runtime) - start_ns) * 1e-9,
                  (double)(lw_platform_cpu_ns() - start_cpu_ns) * 1e-9);
    }
}

static int solve_levels(struct cli *cli, const struct cli_args *args,
                        struct cli_levels *levels, struct cli_tally *tally) {
    const struct lw_game_kind *kind = levels->game->kind;
    const char *path = cli_value(args, "write")->text;
    if (kind->solve == NULL) {
        return cli_usage(cli, "%s has no solver", kind->title);
    }
    const struct lw_format *format = NULL;
    if (path != NULL && (format = cli_write_format(cli, kind, NULL, path)) == NULL) {
        return 1;
    }
    struct solve_run run = {.cli = cli,
                            .ops = kind->solve,
                            .levels = levels,
                            .named = args->n_operands > 1,
                            .check = cli_value(args, "check")->flag,
                            .json = cli_value(args, "json")->flag};
    run.layout = cli_solve_layout(cli, kind->solve);
    lw_buffer_init(&run.line, cli->alloc);
    int code = prepare(&run, args, levels);
    if (code == 0) {
        run_all(&run, levels->n_unread);
        if (path != NULL) {
            code = write_solutions(&run, levels, path, format);
        }
    }
    /* A stored solution that does not solve is bad input even beside good ones. */
    if (code == 0 && run.check && run.tally.bad > 0) {
        code = lw_status_exit_code(LW_BAD_INPUT);
    }
    tally->good += run.tally.good;
    tally->limit += run.tally.limit + (run.n_solved - run.n_printed);
    tally->impossible += run.tally.impossible;
    tally->bad += run.tally.bad + levels->n_unread;
    for (size_t i = 0; run.solved != NULL && i < run.n_solved; i++) {
        lw_solve_result_free(&run.solved[i].result);
    }
    lw_alloc_free(cli->alloc, run.solved, run.n_solved * sizeof *run.solved);
    lw_buffer_free(&run.line);
    return code;
}

static int run_solve(struct cli *cli, const struct cli_args *args) {
    if (args->n_operands > 1 && cli_value(args, "write")->set) {
        return cli_usage(
            cli, "--write needs the levels of a single file; %zu files were given",
            args->n_operands);
    }
    struct cli_tally tally = {0};
    return cli_each_file(cli, args, solve_levels, &tally);
}

const struct cli_command cli_cmd_solve = {
    .name = "solve",
    .summary = "solve levels, or prove that they have no solution",
    .operands = "FILE...",
    .description =
        "Each level is reported as solved, unsolvable (proved) or limit (the budget ran "
        "out first). A solution is called optimal only if that is proved for the metric, "
        "and every solution is replayed before it is printed. Levels are solved in "
        "parallel and printed in order; a single level gets all cores, and its solution "
        "is shown.\n\nThe limits --time, --nodes and --memory apply to each level. With "
        "--nodes (and a generous --time) the results do not depend on the "
        "machine.\n\nWith --check nothing is searched: the solutions stored in the file "
        "are replayed, and one that does not solve its level is reported (exit code 2).",
    .examples = "levelwright solve levels.xsb\n"
                "    a table: status and length of every level\n"
                "levelwright solve levels.xsb --metric pushes --time 10s --json\n"
                "    fewest pushes, one JSON object per line\n"
                "levelwright solve levels.xsb --metric any --level 3..5 -w solved.sok\n"
                "    any solution for three levels, stored with the levels\n"
                "levelwright solve flow.txt --game flow --count-solutions 2\n"
                "    which levels have exactly one solution?\n"
                "levelwright solve game.txt --level 2\n"
                "    the key presses that win a level of a PuzzleScript game\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .min_operands = 1,
    .max_operands = 10000,
    .run = run_solve,
};
