/* help: the same texts as --help, and the pages made from all tables. */
#include <string.h>

#include "cli.h"
#include "help.h"
#include "suggest.h"

static const struct lw_option options[] = {
    {.name = "man",
     .type = LW_OPTION_FLAG,
     .help = "write the manual page (roff) of the whole program"},
    {.name = "markdown",
     .type = LW_OPTION_FLAG,
     .help = "write the reference of all commands as Markdown"},
};

static int run(struct cli *cli, const struct cli_args *args) {
    if (cli_value(args, "man")->flag) {
        cli_help_man(cli->out);
        return 0;
    }
    if (cli_value(args, "markdown")->flag) {
        cli_help_markdown(cli->out);
        return 0;
    }
    if (args->n_operands == 0) {
        cli_help_overview(cli->out);
        return 0;
    }
    struct cli_suggest suggest;
    cli_suggest_begin(&suggest, args->operands[0]);
    for (const struct cli_command *const *at = cli_commands(); *at != NULL; at++) {
        if (strcmp((*at)->name, args->operands[0]) == 0) {
            cli_help_command(cli->out, *at, NULL);
            return 0;
        }
        cli_suggest_offer(&suggest, (*at)->name);
    }
    return cli_usage(cli, "there is no command '%.60s'%s%s", args->operands[0],
                     suggest.best != NULL ? "; did you mean " : "",
                     suggest.best != NULL ? suggest.best : "");
}

const struct cli_command cli_cmd_help = {
    .name = "help",
    .summary = "explain a command, or write the manual page",
    .operands = "[COMMAND]",
    .description =
        "Without an operand, lists the commands and the games. With a command's "
        "name, explains that command with examples.",
    .examples = "levelwright help solve\n"
                "    everything about solving\n"
                "levelwright help --man > levelwright.1\n"
                "    the manual page; read it with man ./levelwright.1\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .max_operands = 1,
    .run = run,
};
