/* features: what can be measured of a level, and what each measure means. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "judge/in_order.h"
#include "lw/base/csv.h"
#include "lw/command/feature_cache.h"
#include "lw/command/levels.h"

static const struct lw_option options[] = {
    CLI_LEVEL_OPTIONS,
    CLI_LEVEL_RANGE_OPTION,
    {.name = "cost",
     .type = LW_OPTION_CHOICE,
     .choices = "instant|solve|enumerate",
     .fallback = "solve",
     .help = "most expensive kind of feature to measure"},
    {.name = "list",
     .type = LW_OPTION_FLAG,
     .help = "explain the features of the game, or of all games, and measure nothing"},
    {.name = "time",
     .type = LW_OPTION_TIME,
     .fallback = "10s",
     .letter = 't',
     .help = "time limit for each level; a value not known by then is null"},
    CLI_LEVEL_NODES_OPTION,
    {.name = "memory",
     .type = LW_OPTION_BYTES,
     .fallback = "1G",
     .help = "memory limit for each level being measured"},
    CLI_THREADS_OPTION,
    CLI_CACHE_OPTION,
    {.name = "times",
     .type = LW_OPTION_FLAG,
     .help = "show how long each feature took (always in JSON)"},
    {.name = "csv",
     .type = LW_OPTION_FLAG,
     .help = "print a table with one column per feature"},
    {.name = "json", .type = LW_OPTION_FLAG, .help = "one JSON object per level"},
};

static const char *const kind_names[] = {[LW_FEATURE_INITIAL] = "initial",
                                         [LW_FEATURE_SOLUTION] = "solution",
                                         [LW_FEATURE_DYNAMIC] = "dynamic"};
static const char *const cost_names[] = {[LW_COST_INSTANT] = "instant",
                                         [LW_COST_SOLVE] = "solve",
                                         [LW_COST_ENUMERATE] = "enumerate"};

struct measured {
    size_t number;
    const struct lw_entry *entry;
    lw_status status;
    struct lw_error err;
    struct lw_feature_values values;
};

struct features_run {
    struct cli *cli;
    const struct cli_levels *levels;
    const char *file; /* named in JSON; NULL with a single file */
    const struct lw_feature_ops *ops;
    enum lw_feature_cost up_to;
    struct lw_budget budget;
    struct feature_cache *cache;
    struct measured *measured;
    size_t n;
    bool json, csv, times;
    struct lw_buffer line;
    struct cli_tally tally;
    size_t n_printed;
};

static void measure_one(void *ctx, size_t index, const struct lw_runtime *runtime) {
    struct features_run *run = ctx;
    struct measured *one = &run->measured[index];
    const struct lw_level *level = one->entry->level;
    lw_feature_values_clear(&one->values, run->ops->n_features);
    one->status = level->game->kind->level->validate(level, &one->err);
    if (one->status == LW_OK) {
        const struct feature_task task = {level, run->up_to, &run->budget, runtime};
        one->status = feature_cache_measure(run->cache, &task, &one->values, &one->err);
    }
}

static bool wanted(const struct features_run *run, size_t feature) {
    return run->ops->features[feature].cost <= run->up_to;
}

static const char *status_name(lw_status status) {
    return status == LW_OK ? "ok" : status == LW_CANCELLED ? "cancelled" : "bad";
}

static void print_json(struct features_run *run, const struct measured *one) {
    const struct lw_feature_ops *ops = run->ops;
    struct lw_json_writer json;
    lw_json_begin(&json, &run->line);
    lw_json_object(&json, NULL);
    if (run->file != NULL) {
        lw_json_text(&json, "file", run->file);
    }
    lw_json_uint(&json, "level", one->number);
    lw_json_text(&json, "title", one->entry->title);
    lw_json_text(&json, "status", status_name(one->status));
    if (one->status != LW_OK) {
        lw_json_text(&json, "error", one->err.text);
    }
    for (size_t i = 0; i < ops->n_features && one->status == LW_OK; i++) {
        if (wanted(run, i)) {
            lw_json_real(&json, ops->features[i].name, one->values.value[i]);
        }
    }
    lw_json_object(&json, "feature_errors");
    for (size_t i = 0; i < ops->n_features && one->status == LW_OK; i++) {
        if (wanted(run, i) && one->values.error[i] > 0) {
            lw_json_real(&json, ops->features[i].name, one->values.error[i]);
        }
    }
    lw_json_object_end(&json);
    lw_json_object(&json, "feature_seconds");
    for (size_t i = 0; i < ops->n_features && one->status == LW_OK; i++) {
        if (wanted(run, i) && one->values.seconds[i] > 0) {
            lw_json_real(&json, ops->features[i].name, one->values.seconds[i]);
        }
    }
    lw_json_object_end(&json);
    lw_json_object_end(&json);
    cli_put_line(run->cli, &run->line);
}

static void print_csv_head(struct features_run *run) {
    lw_buffer_puts(&run->line, run->file != NULL ? "file,level,title" : "level,title");
    for (size_t i = 0; i < run->ops->n_features; i++) {
        if (wanted(run, i)) {
            lw_buffer_printf(&run->line, ",%s", run->ops->features[i].name);
        }
    }
    cli_put_line(run->cli, &run->line);
}

static void print_csv(struct features_run *run, const struct measured *one) {
    struct lw_csv_writer csv;
    lw_csv_begin(&csv, &run->line);
    if (run->file != NULL) {
        lw_csv_text(&csv, run->file);
    }
    lw_csv_number(&csv, (double)one->number);
    lw_csv_text(&csv, one->entry->title);
    for (size_t i = 0; i < run->ops->n_features; i++) {
        if (wanted(run, i)) {
            lw_csv_number(&csv, one->values.value[i]);
        }
    }
    cli_put_line(run->cli, &run->line);
}

static void print_block(struct features_run *run, const struct measured *one) {
    FILE *out = run->cli->out;
    bool colour = run->cli->colour;
    (void)fprintf(out, "%slevel %zu%s", colour ? "\033[1m" : "", one->number,
                  one->entry->title[0] != '\0' ? ": " : "");
    cli_put_safe(out, one->entry->title);
    (void)fprintf(out, "%s\n", colour ? "\033[0m" : "");
    if (one->status != LW_OK) {
        (void)fprintf(out, "  %s\n", status_name(one->status));
        return;
    }
    for (size_t i = 0; i < run->ops->n_features; i++) {
        if (!wanted(run, i)) {
            continue;
        }
        (void)fprintf(out, "  %-32s ", run->ops->features[i].name);
        if (isnan(one->values.value[i])) {
            (void)fprintf(out, "%12s", "-");
        } else {
            (void)fprintf(out, "%12.6g", one->values.value[i]);
        }
        if (one->values.error[i] > 0) {
            (void)fprintf(out, " \u00b1 %.3g", one->values.error[i]);
        }
        (void)fprintf(out, " %s", run->ops->features[i].unit);
        if (run->times && one->values.seconds[i] > 0) {
            (void)fprintf(out, "  [%.2f ms]", one->values.seconds[i] * 1e3);
        }
        (void)fputc('\n', out);
    }
    (void)cli_out_ok(run->cli);
}

static void print_one(void *ctx, size_t index) {
    struct features_run *run = ctx;
    const struct measured *one = &run->measured[index];
    run->n_printed++;
    if (one->status == LW_OK) {
        run->tally.good++;
    } else if (one->status == LW_LIMIT || one->status == LW_CANCELLED) {
        run->tally.limit++;
    } else {
        run->tally.bad++;
        (void)cli_refuse_level(run->cli, run->levels, one->number - 1, false, &one->err);
    }
    if (run->json) {
        print_json(run, one);
    } else if (run->csv) {
        print_csv(run, one);
    } else {
        print_block(run, one);
    }
}

/* The cache, if one is asked for, and a place for each level from first on; an exit code.
 */
static int prepare_run(struct features_run *run, const struct cli_args *args,
                       size_t first) {
    const struct lw_option_value *folder = cli_value(args, "cache");
    struct cli *cli = run->cli;
    struct lw_error err;
    if (folder->set &&
        feature_cache_open(cli->alloc, folder->text, &run->cache, &err) != LW_OK) {
        return cli_fail(cli, NULL, &err);
    }
    run->measured = lw_alloc_zero(cli->alloc, run->n, sizeof *run->measured);
    if (run->measured == NULL) {
        feature_cache_close(run->cache);
        (void)lw_fail_memory(&err);
        return cli_fail(cli, run->levels->file, &err);
    }
    for (size_t i = 0; i < run->n; i++) {
        run->measured[i].number = first + i + 1;
        run->measured[i].entry = &run->levels->set.entries[first + i];
    }
    return 0;
}

static int measure_levels(struct cli *cli, const struct cli_args *args,
                          struct cli_levels *levels, struct cli_tally *tally) {
    bool first_file = levels->file == args->operands[0];
    const struct lw_game_kind *kind = levels->game->kind;
    if (kind->features == NULL) {
        return cli_usage(cli, "%s has no features", kind->title);
    }
    size_t first;
    size_t end;
    int code = cli_level_range(cli, args, levels->set.n_entries, &first, &end);
    if (code != 0) {
        return code;
    }
    struct features_run run = {
        .cli = cli,
        .levels = levels,
        .file = args->n_operands > 1 ? levels->file : NULL,
        .ops = kind->features,
        .up_to = (enum lw_feature_cost)cli_value(args, "cost")->i,
        .budget = {.nodes = (uint64_t)cli_value(args, "nodes")->i,
                   .time_ns = cli_value(args, "time")->u,
                   .memory_bytes = (size_t)cli_value(args, "memory")->u,
                   .cancel = cli->cancel},
        .n = end - first,
        .json = cli_value(args, "json")->flag,
        .csv = cli_value(args, "csv")->flag,
        .times = cli_value(args, "times")->flag};
    code = prepare_run(&run, args, first);
    if (code != 0) {
        return code;
    }
    lw_buffer_init(&run.line, cli->alloc);
    if (run.csv && !run.json && first_file) {
        print_csv_head(&run);
    }
    struct cli_in_order job = {.phase = "measuring",
                               .n = run.n,
                               .work = measure_one,
                               .print = print_one,
                               .ctx = &run};
    cli_run_in_order(cli, &job);
    tally->good += run.tally.good;
    tally->limit += run.tally.limit + (run.n - run.n_printed);
    tally->bad += run.tally.bad + levels->n_unread;
    lw_buffer_free(&run.line);
    feature_cache_close(run.cache);
    lw_alloc_free(cli->alloc, run.measured, run.n * sizeof *run.measured);
    return 0;
}

static void list_kind(struct cli *cli, const struct lw_game_kind *kind, bool json,
                      struct lw_buffer *line) {
    const struct lw_feature_ops *ops = kind->features;
    if (ops == NULL) {
        return;
    }
    if (!json) {
        (void)fprintf(cli->out, "%s\n", kind->title);
    }
    for (size_t i = 0; i < ops->n_features; i++) {
        const struct lw_feature *feature = &ops->features[i];
        if (!json) {
            (void)fprintf(cli->out, "  %-32s %-9s %-10s %s (%s)\n", feature->name,
                          kind_names[feature->kind], cost_names[feature->cost],
                          feature->help, feature->unit);
            continue;
        }
        struct lw_json_writer writer;
        lw_json_begin(&writer, line);
        lw_json_object(&writer, NULL);
        lw_json_text(&writer, "game", kind->name);
        lw_json_text(&writer, "name", feature->name);
        lw_json_text(&writer, "kind", kind_names[feature->kind]);
        lw_json_text(&writer, "cost", cost_names[feature->cost]);
        lw_json_text(&writer, "unit", feature->unit);
        lw_json_text(&writer, "help", feature->help);
        lw_json_object_end(&writer);
        cli_put_line(cli, line);
    }
}

static int list_features(struct cli *cli, const struct cli_args *args) {
    const char *name = cli_value(args, "game")->text;
    if (name != NULL && lw_game_kind_find(name) == NULL) {
        return cli_usage(cli,
                         "--game: there is no game '%.40s'; 'levelwright help' lists "
                         "them",
                         name);
    }
    struct lw_buffer line;
    lw_buffer_init(&line, cli->alloc);
    for (const struct lw_game_kind *const *at = lw_game_kinds(); *at != NULL; at++) {
        if (name == NULL ? lw_game_kind_listed(*at) : strcmp((*at)->name, name) == 0) {
            list_kind(cli, *at, cli_value(args, "json")->flag, &line);
        }
    }
    lw_buffer_free(&line);
    return 0;
}

static int run_features(struct cli *cli, const struct cli_args *args) {
    if (cli_value(args, "list")->flag) {
        return list_features(cli, args);
    }
    if (args->n_operands == 0) {
        return cli_usage(
            cli, "name the files to measure, or use --list to explain the features");
    }
    struct cli_tally tally = {0};
    return cli_each_file(cli, args, measure_levels, &tally);
}

const struct cli_command cli_cmd_features = {
    .name = "features",
    .summary = "measure features of levels: size, solution, search and more",
    .operands = "[FILE...]",
    .description =
        "Each game has a table of features; --list explains them: the unit, whether they "
        "describe the start, a solution or the whole state space, and what they cost to "
        "compute. --cost sets how far to go: instant needs no search, solve needs a "
        "solution, enumerate visits every reachable position. Where that exceeds the "
        "limits, values are sampled and come with their standard error (feature_errors "
        "in JSON). A value that cannot be determined within the limits is null (empty in "
        "CSV).",
    .examples = "levelwright features levels.xsb --json\n"
                "    one JSON object per level\n"
                "levelwright features levels.xsb --cost instant --csv > features.csv\n"
                "    a table for a statistics program\n"
                "levelwright features --list --game sokoban\n"
                "    what the names mean\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .max_operands = 10000,
    .run = run_features,
};
