/* The list of the laboratory's commands, as data. */
#include "lw/command/lab.h"

#define X(symbol, name, summary) const char cli_lab_summary_##symbol[] = summary;
CLI_LAB_COMMANDS(X)
#undef X

const struct cli_outside cli_lab_commands[] = {
#define X(symbol, name, summary) {name, cli_lab_summary_##symbol},
    CLI_LAB_COMMANDS(X)
#undef X
        {NULL, NULL},
};
