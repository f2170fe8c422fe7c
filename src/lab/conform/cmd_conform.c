/* conform: the table of recorded references. */
#include "conform/conform.h"

#include <string.h>

#include "lw/command/lab.h"
#include "lw/command/suggest.h"

/* One line a kind of reference. */
#define CONFORMS(X) X(puzzlescript) X(stats)

#define X(name) extern const struct lab_conform conform_##name;
CONFORMS(X)
#undef X

static const struct lab_conform *const conforms[] = {
#define X(name) &conform_##name,
    CONFORMS(X)
#undef X
};

static const struct lw_option options[] = {
    {.name = "verbose",
     .type = LW_OPTION_FLAG,
     .letter = 'v',
     .help = "print a line for each case, not only for failures"},
    {.name = "json", .type = LW_OPTION_FLAG, .help = "one JSON object per case"},
};

static int finish(struct cli *cli, const struct cli_args *args, int code,
                  const struct conform_tally *tally) {
    /* With --json standard output holds objects only. */
    FILE *out = cli_value(args, "json")->flag ? cli->err : cli->out;
    (void)fprintf(out, "%zu passed, %zu failed\n", tally->passed, tally->failed);
    if (code == 0 && tally->failed > 0) {
        code = lw_status_exit_code(LW_BAD_INPUT);
    }
    return code;
}

static const char *name_of(size_t i) {
    return conforms[i]->name;
}

static const char *summary_of(size_t i) {
    return conforms[i]->summary;
}

static const struct cli_choice choice = {"kind of reference", "levelwright conform",
                                         sizeof conforms / sizeof *conforms, name_of,
                                         summary_of};

static int run(struct cli *cli, const struct cli_args *args) {
    if (args->n_operands == 0) {
        return cli_choice_list(cli, &choice);
    }
    size_t which = cli_choose(cli, &choice, args->operands[0]);
    if (which == choice.n) {
        return lw_status_exit_code(LW_USAGE);
    }
    const struct lab_conform *chosen = conforms[which];
    if (args->n_operands == 1) {
        return cli_usage(cli,
                         "conform %s needs a file or folder of references, e.g. "
                         "levelwright conform %s %s",
                         chosen->name, chosen->name, chosen->example);
    }
    struct conform_tally tally = {0};
    int code = chosen->run(cli, args, args->operands + 1, args->n_operands - 1, &tally);
    return finish(cli, args, code, &tally);
}

const struct cli_command cli_cmd_conform = {
    .name = "conform",
    .summary = cli_lab_summary_conform,
    .operands = "[KIND FILE|DIR...]",
    .description = "Replays recorded references and reports what differs. Without "
                   "operands it lists the kinds of references. The last line is 'N "
                   "passed, N failed'; a failure gives exit code 2.",
    .examples = "levelwright conform\n"
                "    which kinds of references can be replayed\n"
                "levelwright conform puzzlescript sim_tests.jsonl\n"
                "    every recorded session of one file\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .max_operands = 10000,
    .run = run,
};
