/* bench: the table of measurements. */
#include "bench/bench.h"

#include <string.h>

#include "lw/command/lab.h"
#include "lw/command/suggest.h"

/* One line a bench. */
#define BENCHES(X)                                                                       \
    X(evolve)                                                                            \
    X(generate)                                                                          \
    X(growth)                                                                            \
    X(khalifa)                                                                           \
    X(mcts)                                                                              \
    X(pairwise)                                                                          \
    X(puzzlescript)                                                                      \
    X(solve)                                                                             \
    X(store)

#define X(name) extern const struct lab_bench bench_##name;
BENCHES(X)
#undef X

static const struct lab_bench *const benches[] = {
#define X(name) &bench_##name,
    BENCHES(X)
#undef X
};

static const struct lw_option options[] = {
    {.name = "row",
     .type = LW_OPTION_TEXT,
     .value_name = "NAME",
     .repeat = true,
     .help = "only this row of the benchmark's table"},
    {.name = "time",
     .type = LW_OPTION_TIME,
     .help = "time limit for each item, if the benchmark has one"},
    {.name = "seed", .type = LW_OPTION_INT, .fallback = "1", .help = "random seed"},
    {.name = "data",
     .type = LW_OPTION_TEXT,
     .value_name = "DIR",
     .fallback = "../shared",
     .help = "folder of the large data sets"},
    {.name = "threads",
     .type = LW_OPTION_INT,
     .min = 0,
     .max = 4096,
     .fallback = "1",
     .help = "number of cores to use; 0 for all"},
    {.name = "levels",
     .type = LW_OPTION_INT,
     .min = 1,
     .max = 10000000,
     .help =
         "generate: make this many levels with each method and report levels per second"},
    {.name = "plays",
     .type = LW_OPTION_INT,
     .min = 1000,
     .max = 100000000,
     .help = "growth: fill the database up to this many plays, 1000000 by default"},
    {.name = "json", .type = LW_OPTION_FLAG, .help = "one JSON object per row"},
};

bool bench_wants(const struct cli_args *args, const char *row) {
    bool any = false;
    for (size_t i = 0; i < args->n_repeats; i++) {
        if (strcmp(args->options[args->repeats[i].option].name, "row") == 0) {
            any = true;
            if (strcmp(args->repeats[i].text, row) == 0) {
                return true;
            }
        }
    }
    return !any;
}

int bench_stopped(struct cli *cli, const char *row) {
    struct lw_error err;
    if (!atomic_load(cli->cancel)) {
        return 0;
    }
    (void)lw_fail(&err, LW_CANCELLED, 0, 0,
                  "stopped on request in row %s; an incomplete row is not reported", row);
    return cli_fail(cli, NULL, &err);
}

void bench_add_name(struct lw_buffer *names, const char *name) {
    lw_buffer_printf(names, "%s%s", names->len > 0 ? ", " : "", name);
}

int bench_no_row(struct cli *cli, struct lw_buffer *names) {
    int code = cli_usage(cli, "no such row; the rows are %s", lw_buffer_text(names));
    lw_buffer_free(names);
    return code;
}

static const char *name_of(size_t i) {
    return benches[i]->name;
}

static const char *summary_of(size_t i) {
    return benches[i]->summary;
}

static const struct cli_choice choice = {"benchmark", "levelwright bench",
                                         sizeof benches / sizeof *benches, name_of,
                                         summary_of};

static int run(struct cli *cli, const struct cli_args *args) {
    if (args->n_operands == 0) {
        return cli_choice_list(cli, &choice);
    }
    size_t which = cli_choose(cli, &choice, args->operands[0]);
    return which == choice.n ? lw_status_exit_code(LW_USAGE)
                             : benches[which]->run(cli, args);
}

const struct cli_command cli_cmd_bench = {
    .name = "bench",
    .summary = cli_lab_summary_bench,
    .operands = "[WHAT [FILES]]",
    .description =
        "Without operands it lists the benchmarks. Times are CPU times, because wall "
        "time would also measure whatever else the machine is doing.",
    .examples =
        "levelwright bench\n"
        "    what can be measured\n"
        "levelwright bench solve --json\n"
        "    every row of one benchmark, one JSON object per row\n"
        "levelwright bench solve --time 10s my-levels.xsb\n"
        "    how many Sokoban levels of that file get any solution in 10 seconds\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .max_operands = 10000,
    .run = run,
};
