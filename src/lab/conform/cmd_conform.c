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
        NULL,
};

static const struct lw_option options[] = {
    {.name = "verbose",
     .type = LW_OPTION_FLAG,
     .letter = 'v',
     .help = "print print print a line for each case, not only for failures"},
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

static int run(struct cli *cli, const struct cli_args *args) {
    if (args->n_operands == 0) {
        for (const struct lab_conform *const *at = conforms; *at != NULL; at++) {
            (void)fprintf(cli->out, "%-14s %s\n", (*at)->name, (*at)->summary);
        }
        return 0;
    }
    struct cli_suggest suggest;
    cli_suggest_begin(&suggest, args->operands[0]);
    for (const struct lab_conform *const *at = conforms; *at != NULL; at++) {
        if (strcmp((*at)->name, args->operands[0]) == 0 && args->n_operands == 1) {
            return cli_usage(cli,
                             "conform %s needs a file or folder of references, e.g. "
                             "levelwright conform %s %s",
                             (*at)->name, (*at)->name, (*at)->example);
        }
        if (strcmp((*at)->name, args->operands[0]) == 0) {
            struct conform_tally tally = {0};
            int code =
                (*at)->run(cli, args, args->operands + 1, args->n_operands - 1, &tally);
            return finish(cli, args, code, &tally);
        }
        cli_suggest_offer(&suggest, (*at)->name);
    }
    return cli_usage(cli, "there is no kind of reference '%.40s'%s%s", args->operands[0],
                     suggest.best != NULL ? "; did you mean " : "",
                     suggest.best != NULL ? suggest.best : "");
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
