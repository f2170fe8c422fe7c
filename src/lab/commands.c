/* The laboratory's table: the shared list, and help. */
#include "lw/lab.h"

#include "lw/command/lab.h"

#define X(symbol, name, summary) extern const struct cli_command cli_cmd_##symbol;
CLI_LAB_COMMANDS(X)
#undef X

static const struct cli_command *const commands[] = {
#define X(symbol, name, summary) &cli_cmd_##symbol,
    CLI_LAB_COMMANDS(X)
#undef X
        & cli_cmd_help,
    NULL,
};

const struct cli_program lw_lab_program = {
    .name = CLI_LAB_PROGRAM,
    .about = "levelwright-lab learns from how people play levels, and measures and "
             "checks\nlevelwright, which runs it for these commands.\n",
    .examples = "levelwright fit corpus.csv -o model.json\n"
                "    fit a model to a table of levels and plays\n",
    .notices = lw_lab_notices,
    .commands = commands,
};
