/* The list of the laboratory's commands, as data. */
#include "lw/command/lab.h"

#define X(name, summary) const char cli_lab_summary_##name[] = summary;
CLI_LAB_COMMANDS(X)
#undef X

const struct cli_outside cli_lab_commands[] = {
#define X(name, summary) {#name, cli_lab_summary_##name},
    CLI_LAB_COMMANDS(X)
#undef X
        {NULL, NULL},
};
